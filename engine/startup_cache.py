"""A cache for what every start would compile or parse again: generated code and YAML files.

Python caches modules, but not text that is compiled while they run: a dataclass writes its methods
as text (`dataclasses`, Python 3.11 to 3.13), a thousand of them until a window is there, an eighth
of the time; PySide has modules of its own as texts in its library (`signature_bootstrap` of 6.11).
A window waits for some thirty YAML files, most of them sentences: parsing them takes a thirtieth of
the time until it is there.
"""

from __future__ import annotations

import atexit
import builtins
import dataclasses
import marshal
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar
from zlib import crc32

Plain = TypeVar("Plain")
"""Texts, numbers, truth values and nothing, in lists and mappings of such."""
SEAL = 4  # bytes


def parse_cached(file: Path, parse: Callable[[str], Plain]) -> Plain:
    """What `parse` makes of the text of a file, or made of it when both were the same.

    It is kept in `__pycache__` beside the file, where Python keeps modules and may write. OSError
    of the file, and what `parse` raises, come through.
    """
    stamp = (parse.__qualname__, *_age(file), *_age(Path(parse.__code__.co_filename)))
    kept = Path(cache_from_source(f"{file}.py"))
    before: tuple[Any, Plain] | None = read_cache(kept)
    if before is not None and before[0] == stamp:
        return before[1]
    found = parse(file.read_text(encoding="utf-8"))
    write_cache(kept, (stamp, found))
    return found


def read_cache(file: Path) -> Any:
    """What was kept there, as `keep` wrote it; None where there is nothing that is whole."""
    with suppress(OSError):  # not there yet
        written = file.read_bytes()
        if written[:SEAL] == _seal(written[SEAL:]):
            return marshal.loads(written[SEAL:])
    return None


def write_cache(file: Path, value: Any) -> None:
    """Write what `marshal` can: a whole file or none, or nothing where Python keeps no modules."""
    if sys.dont_write_bytecode:
        return
    written = marshal.dumps(value)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    with suppress(OSError):  # where the program may not write, it works all out every time
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(_seal(written) + written)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)


def _age(file: Path) -> tuple[int, int]:
    """What is another when a file is another."""
    told = file.stat()
    return told.st_mtime_ns, told.st_size


def _seal(written: bytes) -> bytes:
    """What shows that nothing is damaged: damaged values may be wrong, or ask for all memory."""
    return crc32(written).to_bytes(SEAL)


MAXIMUM = 8_000  # texts; the whole program has some 3,000


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
        if len(self._codes) > MAXIMUM:
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
