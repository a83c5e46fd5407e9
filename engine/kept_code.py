"""What is compiled at every start, though it is the same, is compiled once and kept.

Python keeps modules so, but not what is text until it runs: a dataclass writes its methods as text
(`dataclasses`, Python 3.11 to 3.13), a thousand of them until a window is there, an eighth of the
time; PySide has its own modules as texts in its library (`signature_bootstrap`, PySide 6.11).
"""

from __future__ import annotations

import atexit
import builtins
import dataclasses
import marshal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType
from typing import Any

from engine.parsed import read_cache, write_cache

MOST = 8_000  # texts; the whole program has some 3,000


class CodeCache:
    """The code of texts, in memory and in a file that the next process reads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        python, codes = read_cache(file) or (MAGIC_NUMBER, {})
        self._codes: dict[tuple[str, str | bytes], bytes] = codes if python == MAGIC_NUMBER else {}
        self._known = len(self._codes)

    def code(self, source: str | bytes, name: str) -> CodeType:
        """The code of a text as a module's; `name` is where it says it comes from. SyntaxError."""
        kept = self._codes.get((name, source))
        if kept is not None:
            found: CodeType = marshal.loads(kept)
            return found
        found = compile(source, name, "exec", dont_inherit=True)
        self._codes[name, source] = marshal.dumps(found)
        return found

    def keep(self) -> None:
        """Write what is new. Of too many most are of earlier versions: it begins anew then."""
        if len(self._codes) > MOST:
            self._codes.clear()
        if len(self._codes) != self._known:
            write_cache(self._file, (MAGIC_NUMBER, self._codes))


def cache_dataclass_code(compiled: CodeCache) -> None:
    """Compile methods of dataclasses so from now on, and keep them when the process ends.

    `dataclasses` asks for `exec` by that name with a text and two mappings, which the name in its
    own module answers before Python's; where it does otherwise, nothing is changed by it.
    """

    def run(source: str, known: dict[str, Any], made: dict[str, Any]) -> None:
        exec(compiled.code(source, "<string>"), known, made)

    vars(dataclasses)["exec"] = run
    atexit.register(compiled.keep)


@contextmanager
def cache_source_modules(compiled: CodeCache) -> Iterator[None]:
    """Compile so what is imported meanwhile and compiles itself from texts in bytes."""
    usual = builtins.compile

    def compile_once(source: Any, filename: Any, mode: str, *rest: Any, **more: Any) -> Any:
        if isinstance(source, bytes) and mode == "exec" and not rest and not more:
            return compiled.code(source, filename)
        return usual(source, filename, mode, *rest, **more)

    vars(builtins)["compile"] = compile_once
    try:
        yield
    finally:
        vars(builtins)["compile"] = usual


@cache
def program_code_cache() -> CodeCache:
    """Of this program, beside its modules as Python keeps them."""
    return CodeCache(Path(cache_from_source(f"{__file__}.kept.py")))
