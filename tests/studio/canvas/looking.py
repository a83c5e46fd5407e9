"""What a canvas shows, as colours and arrays."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.map_canvas import MapCanvas

# Nothing that lies over the ground.
BARE = LayerSettings(
    hillshade=False, sides=False, links=False, zones=False, grid=False, labels=False, places=False
)
GROUNDS = ("open", "woods", "lake", "settlement")


def checkered(grid: Grid) -> Map:
    """A map on which no two neighbours have the same ground."""
    map_ = Map.blank(grid)
    map_.grounds = GROUNDS[:3]
    for hex_ in grid:
        map_.ground[grid.index(hex_)] = (hex_.q - hex_.r) % 3
    return map_


def settle(canvas: MapCanvas) -> None:
    """Let the canvas finish what it paints behind the window."""
    end = time.monotonic() + 20.0
    while not canvas.is_settled:
        assert time.monotonic() < end, "the canvas has not come to rest in 20 s"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 8)
    QApplication.processEvents()


def picture(canvas: MapCanvas) -> QImage:
    """What the canvas shows now."""
    return canvas.grab().toImage()


def pixels(canvas: MapCanvas) -> NDArray[np.uint32]:
    """What the canvas shows now, [row, column]."""
    image = picture(canvas).convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint32).copy()
    return flat.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()]


def at_hex(image: QImage, canvas: MapCanvas, hex_: Hex) -> QColor:
    """The colour in the middle of a hex."""
    x, y = canvas.camera.centre(hex_)
    return image.pixelColor(math.floor(x), math.floor(y))


def is_near(one: QColor, other: QColor, by: int = 3) -> bool:
    """Whether two colours are the same but for rounding."""
    return all(
        abs(a - b) <= by
        for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
    )
