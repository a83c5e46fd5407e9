"""What the words and planes of an import that was kept must be to be read again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from engine.ground.area import LARGEST_HEX, MOST_A_SIDE, SMALLEST_HEX
from engine.ground.kinds import kinds
from engine.hexes.grid import OffsetParity, Orientation

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

FARTHEST = 1e9  # metres of a projection
HIGHEST = 1e6  # metres above or below the sea
HEAD_BYTES = 256  # before the values of an array
_HEAD = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>|][biuf][1248])', 'fortran_order': (True|False), "
    rb"'shape': \((\d{1,9},(?: ?\d{1,9})?)\), \} *\n",
    re.DOTALL,
)
WORD, WORDS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
SOME_WORDS = {"anyOf": [{"type": "null"}, WORDS]}
COUNT = {"type": "integer", "minimum": 0, "maximum": 10**15}
SIDE = {"type": "integer", "minimum": 1, "maximum": MOST_A_SIDE}
NUMBER = {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}
METRES = {"anyOf": [{"type": "null"}, NUMBER]}
TITLE = {"anyOf": [WORD, {"type": "object", "additionalProperties": WORD}]}
SHARE = {"anyOf": [{"type": "null"}, {"type": "number"}]}


def _row(*parts: object) -> dict[str, object]:
    """A list of just these."""
    return {"type": "array", "prefixItems": [*parts], "minItems": len(parts), "items": False}


def _rows(*parts: object) -> dict[str, object]:
    return {"type": "array", "items": _row(*parts)}


def _whole(**parts: object) -> dict[str, Any]:
    """A mapping of just these."""
    return {"type": "object", "properties": parts, "required": [*parts]}


@cache
def _form() -> Draft202012Validator:
    from jsonschema_rs import Draft202012Validator

    grid = _row(SIDE, SIDE, {"enum": [each.value for each in Orientation]},
                {"enum": [each.value for each in OffsetParity]})  # fmt: skip
    metres = {"type": "number", "minimum": SMALLEST_HEX, "maximum": LARGEST_HEX}
    words = {"title": TITLE, "statistic": WORD, "level_metres": METRES, "base_metres": METRES,
             "shares": {"type": "object", "additionalProperties": SHARE}, "labels": WORD,
             "credits": WORD, "spur": COUNT}  # fmt: skip
    choice = _whole(waters=SOME_WORDS, links=SOME_WORDS, places=SOME_WORDS)
    choice["properties"] = {**choice["properties"], **words}
    corners = {"type": "array", "items": COUNT, "minItems": 2}
    return Draft202012Validator(
        _whole(
            version=WORD, grid=grid, frame=_row(metres, WORD, NUMBER, NUMBER, NUMBER),
            places=_rows(SIDE | {"minimum": 0}, SIDE | {"minimum": 0},
                         {"enum": [*kinds().places]}, WORD, COUNT),
            parts=_row(_row(COUNT, COUNT), _row(COUNT, COUNT)),
            findings=_rows(WORD, COUNT, WORDS), sources=WORDS, credits=_row(WORD, WORD),
            choice=choice,
        ) | {"dependentSchemas": {
            "chains": {"properties": {"chains": _rows({"enum": [*kinds().waters]}, corners)}},
            "unlaid": {"properties": {"unlaid": WORDS}},
        }}
    )  # fmt: skip


def check_words(said: Any) -> None:
    """Refuse, with ValueError, words that are not as they are written."""
    for error in _form().iter_errors(said):
        place = "/".join(map(str, error.instance_path))
        raise ValueError(f"{place}: {error.message[:100]}")


def plane_in(archive: ZipFile, name: str, most: int) -> NDArray[Any]:
    """An array of an archive as numpy writes it; ValueError at any other, or at more bytes."""
    with archive.open(name) as file:
        content = file.read(most + HEAD_BYTES + 1)
    head = _HEAD.match(content)
    if head is None or len(content) - head.end() > most:
        raise ValueError(f"{name}: no plane")
    kind, is_turned, shape = (each.decode() for each in head.groups())
    sides = [int(side) for side in shape.split(",") if side.strip()]
    flat = np.frombuffer(content, kind, offset=head.end()).copy()
    return flat.reshape(sides, order="F" if is_turned == "True" else "C")


def check_planes(planes: Mapping[str, Any], shape: tuple[int, int]) -> None:
    """Refuse, with ValueError, planes of another size or kind, or of classes unknown here."""
    known = {"cover": kinds().cover, "waters": kinds().waters, "links": kinds().links}
    for name, plane in planes.items():
        part, _, kind = name.partition(".")
        if plane.shape != shape or plane.dtype not in (np.float32, np.float64, np.uint8):
            raise ValueError(f"{name}: a plane of another size or kind")
        if part in known and kind not in known[part]:
            raise ValueError(f"{name}: no such class")
        if part in ("waters", "links") and (plane.dtype != np.uint8 or (plane > 63).any()):
            raise ValueError(f"{name}: no masks of hexsides")
        if part == "cover" and not ((plane >= 0) & (plane <= 1)).all():
            raise ValueError(f"{name}: no shares")
        if part == "relief" and (np.isinf(plane) | (np.abs(plane) > HIGHEST)).any():
            raise ValueError(f"{name}: no heights")
