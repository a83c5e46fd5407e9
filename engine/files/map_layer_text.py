"""A map's planes as text: a row of numbers or characters per row of hexes, or packed into one line.

Rows of text read well in a diff; packing (`zlib+base64`, row by row, little-endian) keeps large
maps small. Both are accepted at any size.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.files.source_text import ParsedSource, SourceNode
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Levels
from engine.problems import TextPosition

MAX_ROWS_AS_TEXT = 65_536  # hexes; a new map larger than this is written packed
UNKNOWN = 255

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class LayerFault(NamedTuple):
    """A fault of a layer, at a row counted from 0 and a character in it (-1: the whole)."""

    code: str
    row: int = -1
    offset: int = 0
    values: Mapping[str, object] = {}


def layer_rows(layer: str) -> list[str]:
    """The rows of a layer's text, without blank rows at its end and white space at theirs."""
    return [row.rstrip() for row in layer.rstrip().split("\n")]


# --- levels ---------------------------------------------------------------------------------------


def parse_levels(layer: str, shape: tuple[int, int]) -> tuple[Levels | None, list[LayerFault]]:
    """The plane that rows of numbers describe, or what is wrong with them."""
    rows = layer_rows(layer)
    plain = len(rows) == shape[0] and all(len(row.split()) == shape[1] for row in rows)
    if plain and not re.search(r"[^-0-9 \t\n]|[0-9]-|-(?![0-9])|[0-9]{6}", layer.rstrip()):
        numbers = np.fromstring("\n".join(rows), np.int64, sep=" ")
        if numbers.size == shape[0] * shape[1] and _in_range(numbers):
            return numbers.astype(np.int16).reshape(shape), []
    return None, list(_level_faults(rows, shape))


def _in_range(numbers: NDArray[np.int64]) -> bool:
    return bool(numbers.min() >= LOWEST_LEVEL and numbers.max() <= HIGHEST_LEVEL)


def _level_faults(rows: list[str], shape: tuple[int, int]) -> Iterator[LayerFault]:
    if len(rows) != shape[0]:
        yield LayerFault("row-count", values={"found": len(rows), "wanted": shape[0]})
    for index, row in enumerate(rows):
        words = list(re.finditer(r"\S+", row))
        if len(words) != shape[1]:
            values = {"row": index, "found": len(words), "wanted": shape[1]}
            yield LayerFault("row-length", index, len(row), values)
        for word in words:
            if not _NUMBER.fullmatch(word[0]):
                yield LayerFault("not-a-level", index, word.start(), {"found": word[0][:20]})
            elif not LOWEST_LEVEL <= int(word[0]) <= HIGHEST_LEVEL:
                limits = {"found": word[0], "lowest": LOWEST_LEVEL, "highest": HIGHEST_LEVEL}
                yield LayerFault("level-out-of-range", index, word.start(), limits)


def level_rows(level: Levels) -> list[str]:
    """The plane as rows of numbers, all padded to one width so that columns line up.

    Padded on the right: a block of text may not begin with a space.
    """
    low, high = int(level.min()), int(level.max())
    width = max(len(str(low)), len(str(high)))
    words = {value: str(value).ljust(width) for value in range(low, high + 1)}
    return [" ".join(words[value] for value in row).rstrip() for row in level.tolist()]


# --- ground ---------------------------------------------------------------------------------------


def parse_ground(
    layer: str, shape: tuple[int, int], symbols: tuple[str, ...]
) -> tuple[NDArray[np.uint8] | None, list[LayerFault]]:
    """The plane of positions in `symbols` that rows of characters describe, or what is wrong."""
    rows = layer_rows(layer)
    if len(rows) == shape[0] and all(len(row) == shape[1] for row in rows):
        codes = np.frombuffer("".join(rows).encode("utf-32-le"), np.uint32)
        table = np.full(max(int(codes.max()), *map(ord, symbols)) + 1, UNKNOWN, np.uint8)
        table[[ord(symbol) for symbol in symbols]] = np.arange(len(symbols))
        ground = table[codes].reshape(shape)
        if ground.max() != UNKNOWN:
            return ground, []
    return None, list(_ground_faults(rows, shape, symbols))


def _ground_faults(
    rows: list[str], shape: tuple[int, int], symbols: tuple[str, ...]
) -> Iterator[LayerFault]:
    if len(rows) != shape[0]:
        yield LayerFault("row-count", values={"found": len(rows), "wanted": shape[0]})
    for index, row in enumerate(rows):
        if len(row) != shape[1]:
            values = {"row": index, "found": len(row), "wanted": shape[1]}
            yield LayerFault("row-length", index, len(row), values)
        for symbol in sorted(set(row) - set(symbols)):
            named = {"symbol": symbol, "symbols": " ".join(symbols)}
            yield LayerFault("unknown-symbol", index, row.index(symbol), named)


def ground_rows(ground: NDArray[np.uint8], symbols: tuple[str, ...]) -> list[str]:
    """The plane as rows of characters."""
    return ["".join(symbols[kind] for kind in row) for row in ground.tolist()]


# --- packed ---------------------------------------------------------------------------------------


def unpack(
    packed: Mapping[str, Any], shape: tuple[int, int]
) -> tuple[NDArray[np.int16] | None, list[LayerFault]]:
    """The plane in a packed layer; never more memory than the map needs, whatever the text says."""
    dtype = np.dtype(packed["dtype"]).newbyteorder("<")
    size = shape[0] * shape[1] * dtype.itemsize
    try:
        compressed = base64.b64decode("".join(packed["data"].split()), validate=True)
        content = zlib.decompressobj().decompress(compressed, size + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        return None, [LayerFault("broken-packing", values={"reason": str(error)})]
    if len(content) != size:
        found = len(content) if len(content) < size else f"> {size}"
        return None, [LayerFault("packed-size", values={"found": found, "wanted": size})]
    plane = np.frombuffer(content, dtype).reshape(shape).astype(np.int16)
    return plane, []


def pack(plane: NDArray[Any]) -> dict[str, str]:
    """A plane packed in the smallest type that holds it."""
    fits = plane.min() >= -128 and plane.max() <= 127
    dtype = "uint8" if plane.dtype == np.uint8 else "int8" if fits else "int16"
    raw = plane.astype(np.dtype(dtype).newbyteorder("<")).tobytes()
    data = base64.b64encode(zlib.compress(raw, 6)).decode("ascii")
    return {"packed": "zlib+base64", "dtype": dtype, "data": data}


def mark_in_block(source: ParsedSource, node: SourceNode, fault: LayerFault) -> TextPosition:
    """Return the position in the file of a row and character of a literal block."""
    if fault.row < 0 or node.style != "|":
        return node.mark
    written = source.text[node.start : node.end].split("\n")[1:]
    row = node.value.split("\n")[fault.row]
    if fault.row >= len(written) or row not in written[fault.row]:
        return node.mark  # lines broken by other signs than those that editors count
    indent = written[fault.row].index(row)
    return TextPosition(node.mark.line + fault.row + 1, indent + fault.offset + 1)


def side_groups(entry: str) -> list[tuple[str, list[str]]]:
    """The hexes a text under `sides` names, each with the directions behind it.

    Directions are letters alone, which no hex's label is.
    """
    groups: list[tuple[str, list[str]]] = []
    for word in entry.split():
        if groups and word.isalpha():
            groups[-1][1].append(word)
        else:
            groups.append((word, []))
    return groups
