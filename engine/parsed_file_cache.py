"""Files of the program that are parsed once, and their values cached where Python caches modules.

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
from zlib import crc32

Plain = TypeVar("Plain")
"""Texts, numbers, truth values and nothing, in lists and mappings of such."""
SEAL = 4  # bytes


def parse_cached(file: Path, parse: Callable[[str], Plain]) -> Plain:
    """Return what `parse` makes of the text of a file, or made of it when both were the same.

    It is cached in `__pycache__` beside the file, where Python keeps modules and may write. OSError
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
    """Return the value in a cache file, as `write_cache` wrote it; None where none is whole."""
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
    """Return the time and size of a file, which change when it changes."""
    told = file.stat()
    return told.st_mtime_ns, told.st_size


def _seal(written: bytes) -> bytes:
    """Return a checksum of some bytes: damaged values may be wrong, or ask for all memory."""
    return crc32(written).to_bytes(SEAL)
