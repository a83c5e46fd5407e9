"""The shapes a brush can have: forms of hexes, larger and smaller, turned by sixths."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from engine.editing.isometries import rotation_isometry
from engine.hexes.hex import SIDES, Hex, disc, line

Shape = tuple[Hex, ...]
"""The hexes a brush covers, seen from the hex under the pointer."""

CENTRE = Hex(0, 0)
LARGEST = 15  # the size of the largest shape; of a disc, its radius


class BrushShapeKind(StrEnum):
    """The shapes of brushes, at any size."""

    DISC = "disc"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    BAR = "bar"


@lru_cache(maxsize=256)
def brush_hexes(form: BrushShapeKind, size: int, sixths: int = 0) -> Shape:
    """The hexes of a form of a size from 0 on, turned clockwise by so many times 60°."""
    turned = rotation_isometry(sixths % SIDES)
    return tuple(turned.hex(hex_) for hex_ in _upright(form, size))


def hex_count(form: BrushShapeKind, size: int) -> int:
    """The hexes of a form of a size."""
    side = size + 2
    match form:
        case BrushShapeKind.DISC:
            return 1 + 3 * size * (size + 1)
        case BrushShapeKind.BAR:
            return 2 * size + 3
        case BrushShapeKind.TRIANGLE:
            return side * (side + 1) // 2
        case BrushShapeKind.DIAMOND:
            return side * side


def _upright(form: BrushShapeKind, size: int) -> list[Hex]:
    match form:
        case BrushShapeKind.DISC:
            return disc(CENTRE, size)
        case BrushShapeKind.BAR:
            return line(Hex(-size - 1, 0), Hex(size + 1, 0))
        case BrushShapeKind.TRIANGLE:
            side, middle = size + 2, Hex((size + 1) // 3, (size + 1) // 3)
            hexes = [Hex(q, r) for r in range(side) for q in range(side - r)]
        case BrushShapeKind.DIAMOND:
            side, middle = size + 2, Hex((size + 1) // 2, (size + 1) // 2)
            hexes = [Hex(q, r) for r in range(side) for q in range(side)]
    return [hex_.offset_from(middle) for hex_ in hexes]
