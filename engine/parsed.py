"""What a file of the program says is parsed once and kept, as Python keeps its modules compiled.

A window waits for some thirty files of YAML, most of them sentences: parsed anew they take a
thirtieth of the time until it is there.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeVar

Plain = TypeVar("Plain")
"""Texts, numbers, truth values and nothing, in lists and mappings of such."""


def parsed(file: Path, parse: Callable[[str], Plain]) -> Plain:
    """What `parse` makes of the text of a file, or made of it when it was the same.

    It is kept in `__pycache__` beside the file, where Python keeps modules and may write. OSError
    of the file, and what `parse` raises, come through.
    """
    told = file.stat()
    stamp = (told.st_mtime_ns, told.st_size, parse.__code__.co_code)
    kept = Path(cache_from_source(f"{file}.py"))
    # Not there, or half written by a machine that stopped: as good as never kept.
    with suppress(OSError, EOFError, ValueError, TypeError):
        before, found = marshal.loads(kept.read_bytes())
        if before == stamp:
            return found  # type: ignore[no-any-return]
    found = parse(file.read_text(encoding="utf-8"))
    if not sys.dont_write_bytecode:
        both: Any = (stamp, found)
        _keep(kept, marshal.dumps(both))
    return found


def _keep(file: Path, written: bytes) -> None:
    """Write a whole file or none; where the program may not write, it parses every time."""
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(written)
        beside.replace(file)
