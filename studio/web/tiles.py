"""The map as square pictures, drawn by a process of its own: `python -m studio.web.tiles`.

The map comes pickled on standard input, from the program that started this; the pictures leave on
standard output, pickled with their names. Only the printed map is drawn: no units, no zones. Names
of places are left to the page, which knows its reader's language.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.games.symbols import FIGURES, SYMBOLS
from engine.map.map import Map
from studio.drawing import system
from studio.drawing.bases import CREWS, HIGH, WIDE, paint_figure
from studio.drawing.look import Look
from studio.drawing.paint import map_painted
from studio.drawing.png import png_of
from studio.drawing.relief import map_levels
from studio.drawing.sheet import PAPER
from studio.drawing.symbols import paint_symbol
from studio.drawing.view import View
from studio.web.ground import SYMBOL_SIZE, TILE, PictureSize, levels_of

Named = tuple[str, bytes]


def main() -> None:
    """Draw the map on standard input."""
    map_ = pickle.load(sys.stdin.buffer)
    application = system.application()  # kept while drawing: fonts belong to it
    for picture in pictures(map_):
        pickle.dump(picture, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    del application


def pictures(map_: Map) -> Iterator[Named]:
    """What stands on counters, then every part of the map, the smallest size first."""
    for symbol in SYMBOLS:
        yield f"{symbol}.png", png_of(_symbol(symbol))
    for shape in FIGURES:
        yield f"figure-{shape}.png", png_of(_figure(shape))
    bare = replace(map_, places=[], zones={})
    for level in levels_of(map_.grid):
        heights = map_levels(View(bare, Look(level.width)))
        for column, row in level.places:
            image = _tile(bare, level, heights, column * TILE, row * TILE)
            yield level.picture(column, row), png_of(image)


def _symbol(symbol: str) -> QImage:
    wide, high = SYMBOL_SIZE
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_symbol(painter, symbol, QRectF(4, 4, wide - 8, high - 8))
    painter.end()
    return image


def _figure(shape: str) -> QImage:
    """One who stands on a base, as high as a symbol; crews are twice as wide."""
    high = SYMBOL_SIZE[1]
    wide = round(high * WIDE / HIGH) * (2 if shape in CREWS else 1)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_figure(painter, shape, QRectF(0, 0, wide, high))
    painter.end()
    return image


def _tile(map_: Map, level: PictureSize, heights: list[int], left: int, top: int) -> QImage:
    """The part of a map's page that begins at a pixel; tiles at the edge are smaller."""
    wide, high = min(TILE, level.wide - left), min(TILE, level.high - top)
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    visible = QRectF(left, top, wide, high)
    view = View(map_, Look(level.width), visible)
    view.levels = heights
    painter = QPainter(image)
    painter.translate(-left, -top)
    for _ in map_painted(painter, view, visible):
        pass
    painter.end()
    return image


if __name__ == "__main__":
    main()
