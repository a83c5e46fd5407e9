"""A picture of flat tiles for Tiled, as a PNG: one hex a tile, in a colour, perhaps with a number.

Painted here dot by dot, so that the engine needs no window for it.
"""

from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # [row, column, red green blue alpha]

A_ROW = 12  # tiles
SIGN = 4  # pixels of a dot of a digit
# Digits of three by five dots, row by row.
DIGITS = {
    "0": "111101101101111", "1": "010110010010111", "2": "111001111100111", "3": "111001111001111",
    "4": "101101111001001", "5": "111100111001111", "6": "111100111101111", "7": "111001010010010",
    "8": "111101111101111", "9": "111101111001111", "-": "000000111000000",
}  # fmt: skip


class TileAppearance(NamedTuple):
    """The look of a tile: a colour `#rrggbb`, its opacity, and its inscription."""

    colour: str
    opacity: float = 1.0
    words: str = ""


def tile_sheet(faces: list[TileAppearance], tile: tuple[int, int], *, pointy: bool) -> Picture:
    """The tiles side by side, `A_ROW` to a row."""
    wide, high = tile
    rows = -(-len(faces) // A_ROW)
    picture = np.zeros((rows * high, min(A_ROW, len(faces)) * wide, 4), np.uint8)
    inside = _hexagon(tile, pointy=pointy)
    for place, face in enumerate(faces):
        top, left = place // A_ROW * high, place % A_ROW * wide
        _paint(picture[top : top + high, left : left + wide], inside, face)
    return picture


def _hexagon(tile: tuple[int, int], *, pointy: bool) -> NDArray[np.bool_]:
    """Return the pixels of a tile that are in its hex."""
    wide, high = tile
    x = np.abs(np.arange(wide) + 0.5 - wide / 2)[None, :] / (wide / 2)
    y = np.abs(np.arange(high) + 0.5 - high / 2)[:, None] / (high / 2)
    long, short = (y, x) if pointy else (x, y)
    return np.asarray(long <= 1 - short / 2)


def _paint(tile: Picture, inside: NDArray[np.bool_], face: TileAppearance) -> None:
    colour = [int(face.colour[at : at + 2], 16) for at in (1, 3, 5)]
    tile[inside] = [*colour, round(255 * face.opacity)]
    high, wide = inside.shape
    left = (wide - (4 * len(face.words) - 1) * SIGN) // 2
    for sign in face.words:
        dots = np.array([dot == "1" for dot in DIGITS[sign]]).reshape(5, 3)
        spots = np.kron(dots, np.ones((SIGN, SIGN), bool))
        top = (high - 5 * SIGN) // 2
        if left >= 0 and left + 3 * SIGN <= wide:
            tile[top : top + 5 * SIGN, left : left + 3 * SIGN][spots] = [40, 30, 20, 255]
        left += 4 * SIGN


def encode_png(picture: Picture) -> bytes:
    """A picture as a PNG file."""
    from PIL import Image

    content = io.BytesIO()
    Image.fromarray(picture).save(content, "PNG")
    return content.getvalue()
