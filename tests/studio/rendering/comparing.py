"""Pictures compared: as arrays, by colours, by how far they differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from engine.hexes.hex import Hex
from engine.map.map import Map


def pixels(image: QImage) -> NDArray[np.int16]:
    """Red, green and blue of a picture, [row, column, 3]."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), np.uint8)
    rows = flat.reshape(plain.height(), plain.bytesPerLine())[:, : 4 * plain.width()]
    return rows.reshape(plain.height(), plain.width(), 4)[..., 2::-1].astype(np.int16)


def colour_at(
    image: QImage, map_: Map, hex_: Hex, width: float, off: tuple[float, float]
) -> QColor:
    """The colour at a place in a hex, `off` in hexes from its centre."""
    x, y = map_.grid.centre(hex_, width)
    return image.pixelColor(int(x + off[0] * width), int(y + off[1] * width))


def difference(one: QColor, other: QColor | str) -> int:
    """How far apart two colours are: the largest difference of a channel, 0…255."""
    second = QColor(other)
    parts = ((one.red(), second.red()), (one.green(), second.green()), (one.blue(), second.blue()))
    return max(abs(a - b) for a, b in parts)
