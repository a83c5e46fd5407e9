"""Which test files open windows or a browser: read from what they import, without importing it.

A file belongs to the quick half (`make quick`) unless its imports, or those of a `conftest.py`
above it, lead to Qt's widgets or to a browser. A new test falls on the right side by itself. Tests
that play many whole games, or start programs for seconds, are marked `long`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("studio", "tests", "tools")
SLOW = ("PySide6.QtWidgets", "playwright")
LOADED = pytest.StashKey[list[str]]()
"""The slow modules of the studio that finding the tests has loaded."""
IMPORT = re.compile(
    r"^(?:from ([\w.]+) import (?:\(([^)]*)\)|([^\n#]*))|import ([\w., ]+))", re.MULTILINE
)


def imported_names(source: str) -> Iterator[str]:
    """Yield the modules that a source imports when it is loaded, and names that may be some."""
    for package, listed, on_the_line, modules in IMPORT.findall(source):
        yield from (name.split()[0] for name in modules.split(",") if name.strip())
        if package:
            yield package
            named = (name.split() for name in (listed or on_the_line).split(","))
            yield from (f"{package}.{words[0]}" for words in named if words)


def module_name(path: Path) -> str:
    """Return the name under which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def slow_modules() -> frozenset[str]:
    """Return the modules whose imports lead to what is slow."""
    importers = defaultdict[str, list[str]](list)
    for path in (path for folder in FOLDERS for path in ROOT.glob(f"{folder}/**/*.py")):
        module = module_name(path)
        importers[module.rpartition(".")[0]].append(module)
        for name in imported_names(path.read_text("utf-8")):
            importers[name].append(module)
    found, ways = set[str](), [name for name in importers if name.startswith(SLOW)]
    while ways:
        for module in importers[ways.pop()]:
            if module not in found:
                found.add(module)
                ways.append(module)
    return frozenset(found)


@cache
def is_quick(path: Path) -> bool:
    """Return True if nothing that a test file or a folder of tests loads is slow."""
    if path.is_dir():
        conftest = path / "conftest.py"
        here = not conftest.exists() or module_name(conftest) not in slow_modules()
    else:
        here = module_name(path) not in slow_modules()
    return here and (path.parent in (ROOT, path) or is_quick(path.parent))


def is_long(item: pytest.Item) -> bool:
    """Return True if a test of a quick file is left out all the same."""
    return item.get_closest_marker("long") is not None or "qtbot" in getattr(
        item, "fixturenames", ()
    )


def loaded_slow_modules() -> list[str]:
    """Return the modules with widgets that this process has loaded of the studio."""
    return sorted(name for name in slow_modules() & sys.modules.keys() if name.startswith("studio"))
