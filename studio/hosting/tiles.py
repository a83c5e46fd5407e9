"""The map as square pictures, drawn by a process of its own: `python -m studio.hosting.tiles`.

The map comes pickled on standard input, from the program that started this. Only the printed map is
drawn: no units, no zones. Names of places are left to the page, which knows its reader's language.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.map import Map
from engine.symbols import SYMBOLS
from studio.drawing import system
from studio.drawing.look import Look
from studio.drawing.paint import map_painted
from studio.drawing.relief import map_levels
from studio.drawing.sheet import PAPER
from studio.drawing.symbols import paint_symbol
from studio.drawing.view import View
from studio.hosting.ground import SYMBOL_SIZE, TILE, Level, levels_of


def main() -> None:
    """Draw what is asked for on standard input: a map, and the folder for the pictures."""
    map_, folder = pickle.load(sys.stdin.buffer)
    application = system.application()  # kept while drawing: fonts belong to it
    draw_symbols(folder)
    for level in levels_of(map_.grid):
        draw_level(map_, level, folder)
    del application


def draw_level(map_: Map, level: Level, folder: Path) -> None:
    """Every tile of a map at one size."""
    bare = replace(map_, places=[], zones={})
    heights = map_levels(View(bare, Look(level.width)))
    for row in range(level.rows):
        for column in range(level.columns):
            image = _tile(bare, level, heights, column * TILE, row * TILE)
            _write(image, folder / f"{level.name}-{column}-{row}.png")


def draw_symbols(folder: Path) -> None:
    """What stands on the counters of every type of unit."""
    wide, high = SYMBOL_SIZE
    for symbol in SYMBOLS:
        image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(0, 0, 0, 0))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_symbol(painter, symbol, QRectF(4, 4, wide - 8, high - 8))
        painter.end()
        _write(image, folder / f"{symbol}.png")


def _tile(map_: Map, level: Level, heights: list[int], left: int, top: int) -> QImage:
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


def _write(image: QImage, file: Path) -> None:
    if not image.save(str(file)):
        raise OSError(f"cannot write {file.name}")


if __name__ == "__main__":
    main()
