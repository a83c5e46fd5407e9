"""The tiles of a layer as Tiled writes them: comma separated, or base64, packed or not."""

from __future__ import annotations

import base64
import binascii
import gzip
import re
import zlib
from pathlib import Path
from typing import NoReturn

import numpy as np

from engine import install_commands
from engine.files.source_text import TOP
from engine.interchange.foreign_files import inflate, refuse
from engine.interchange.tiled_map import Gids
from engine.problems import TextPosition

FORMS = ("csv", "base64", "zlib", "gzip", "zstd")
_NUMBERS = re.compile(r"[0-9,\s]*")


def gids_of_text(
    path: Path,
    said: str,
    encoding: str,
    compression: str,
    shape: tuple[int, int],
    mark: TextPosition,
) -> Gids:
    """The tiles of a layer or chunk of `shape`, rows by columns."""
    if encoding == "csv":
        return _of_commas(path, said, shape, mark)
    if encoding != "base64" or compression not in ("", "zlib", "gzip", "zstd"):
        refuse("tiled-encoding", path, mark, found=f"{encoding} {compression}".strip())
    try:
        content = base64.b64decode("".join(said.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        refuse("tiled-base64", path, mark, reason=str(error))
    size = shape[0] * shape[1] * 4
    raw = _unpack(path, content, compression, size, mark)
    if raw is None or len(raw) != size:
        refuse("tiled-data-size", path, mark, wanted=size // 4, form=compression or "base64")
    return np.frombuffer(raw, "<u4").reshape(shape).astype(np.uint32)


def _unpack(
    path: Path, content: bytes, compression: str, size: int, mark: TextPosition
) -> bytes | None:
    if compression == "zstd":
        return _from_zstd(path, content, size, mark)
    if compression:
        return inflate(content, size, gzip=compression == "gzip")
    return content


def _from_zstd(path: Path, content: bytes, size: int, mark: TextPosition) -> bytes | None:
    try:
        import zstandard
    except ImportError:
        _no_zstd(path, mark)
    try:
        # A window larger than this is not needed by any map that is read, and would be memory.
        unpacking = zstandard.ZstdDecompressor(max_window_size=2**27)
        with unpacking.stream_reader(content) as reader:
            return reader.read(size + 1)
    except zstandard.ZstdError:
        return None


def _no_zstd(path: Path, mark: TextPosition) -> NoReturn:
    refuse("tiled-zstd", path, mark, command=install_commands.extra_install_command("tiled"))


def _of_commas(path: Path, said: str, shape: tuple[int, int], mark: TextPosition) -> Gids:
    wanted = shape[0] * shape[1]
    if not _NUMBERS.fullmatch(said):
        bad = re.search(r"[^0-9,\s]", said)
        refuse("tiled-csv", path, mark, found=bad[0] if bad else "")
    words = said.split(",")
    if words and not words[-1].strip():
        words.pop()
    if len(words) != wanted:
        refuse("tiled-count", path, mark, found=len(words), wanted=wanted)
    return gids_of_list(path, words, shape, mark)


def gids_of_list(
    path: Path, numbers: object, shape: tuple[int, int], mark: TextPosition = TOP
) -> Gids:
    """The tiles of a layer from a list of numbers."""
    wanted = shape[0] * shape[1]
    if not isinstance(numbers, list) or len(numbers) != wanted:
        found = len(numbers) if isinstance(numbers, list) else 0
        refuse("tiled-count", path, mark, found=found, wanted=wanted)
    try:
        plane = np.array([int(number) for number in numbers], np.uint64)
    except (ValueError, TypeError, OverflowError) as error:
        refuse("tiled-csv", path, mark, found=str(error))
    if wanted and int(plane.max()) > 0xFFFFFFFF:
        refuse("tiled-csv", path, mark, found=str(plane.max()))
    return plane.astype(np.uint32).reshape(shape)


def pack(gids: Gids, form: str) -> str:
    """The tiles of a layer in one of FORMS."""
    if form == "csv":
        return ",\n".join(",".join(map(str, row)) for row in gids.tolist())
    raw = gids.astype("<u4").tobytes()
    if form == "zlib":
        raw = zlib.compress(raw)
    elif form == "gzip":
        raw = gzip.compress(raw, mtime=0)
    elif form == "zstd":
        import zstandard

        raw = zstandard.ZstdCompressor().compress(raw)
    return base64.b64encode(raw).decode("ascii")
