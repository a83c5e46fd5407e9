"""The map as square pictures, drawn by a process of its own: `python -m studio.web.tile_renderer`.

The map comes pickled on standard input, from the program that started this; the pictures leave on
standard output, pickled with their names. Only the printed map is drawn: no units, no zones. Names
of places are left to the page, which knows its reader's language.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.games.game_appearance import FIGURES, SYMBOLS
from engine.map.map import Map
from engine.rulebook.rulebook import rulebook_source_of
from engine.tabletop.shapes import FOOT
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import preferred_language
from studio.rendering import qt_environment
from studio.rendering.counters.figure_bases import CREWS, HIGH, WIDE, paint_figure
from studio.rendering.counters.unit_symbols import paint_symbol
from studio.rendering.map.map_painter import paint_map_stepwise
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.map.map_view import MapView
from studio.rendering.map.relief_painter import map_levels
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import encode_png
from studio.rendering.rulebook.rule_figures import figure_png
from studio.rendering.tabletop.figures import paint_figure as paint_stand
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_tabletop
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.web.game_facts import figure_picture_extent, figure_picture_name
from studio.web.page_map_tiles import (
    STAND,
    SYMBOL_SIZE,
    TILE,
    Stands,
    TileZoomLevel,
    rule_picture_name,
    zoom_levels,
)

Named = tuple[str, bytes]


def main() -> None:
    """Draw the map on standard input."""
    ground, stands, game = pickle.load(sys.stdin.buffer)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    for picture in chain(render_tiles(ground, stands), render_rule_figures(game)):
        pickle.dump(picture, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    del application


def render_rule_figures(game: str) -> Iterator[Named]:
    """Yield the diagrams of a game's rules; none without a game."""
    figures = rulebook_source_of(game).figures if game else {}
    for name, figure in figures.items():
        yield rule_picture_name(name), figure_png(game, figure, preferred_language())


def render_tiles(ground: Map | TabletopMap, stands: Stands = ()) -> Iterator[Named]:
    """Yield the pieces on the map, then every part of it, the smallest size first."""
    return _of_map(ground) if isinstance(ground, Map) else _of_table(ground, stands)


def _of_table(table: TabletopMap, stands: Stands) -> Iterator[Named]:
    for type_, shade in stands:
        yield figure_picture_name(type_, shade), encode_png(_stand(type_, shade))
    bare = replace(table, places=(), zones={})
    for level in zoom_levels(table):
        view = TabletopView(bare, level.width / FOOT, look=TabletopRenderOptions(names=False))
        for column, row in level.places:
            left, top = column * TILE, row * TILE
            image = _blank(level, left, top)
            painter = QPainter(image)
            painter.translate(-left, -top)
            paint_tabletop(painter, view, QRectF(left, top, image.width(), image.height()))
            painter.end()
            yield level.picture(column, row), encode_png(image)


def _stand(type_: str, shade: str) -> QImage:
    """A figure from above, facing up, as large as fits a square; see `figure_picture_extent`."""
    image = QImage(STAND, STAND, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(STAND / 2, STAND / 2)
    scale = STAND / figure_picture_extent(type_)
    painter.scale(scale, scale)
    paint_stand(painter, type_, shade)
    painter.end()
    return image


def _of_map(map_: Map) -> Iterator[Named]:
    for symbol in SYMBOLS:
        yield f"{symbol}.png", encode_png(_symbol(symbol))
    for shape in FIGURES:
        yield f"figure-{shape}.png", encode_png(_figure(shape))
    bare = replace(map_, places=[], zones={})
    for level in zoom_levels(map_):
        heights = map_levels(MapView(bare, RenderOptions(level.width)))
        for column, row in level.places:
            image = _tile(bare, level, heights, column * TILE, row * TILE)
            yield level.picture(column, row), encode_png(image)


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


def _tile(map_: Map, level: TileZoomLevel, heights: list[int], left: int, top: int) -> QImage:
    """The part of a map's page that begins at a pixel; tiles at the edge are smaller.

    Beyond the outermost hexes it is transparent: pages that are dark show no sheet there.
    """
    image = _blank(level, left, top).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    visible = QRectF(left, top, image.width(), image.height())
    view = MapView(map_, RenderOptions(level.width), visible)
    view.levels = heights
    painter = QPainter(image)
    painter.translate(-left, -top)
    for _ in paint_map_stepwise(painter, view, visible):
        pass
    painter.end()
    return image


def _blank(level: TileZoomLevel, left: int, top: int) -> QImage:
    wide, high = min(TILE, level.wide - left), min(TILE, level.high - top)
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    return image


if __name__ == "__main__":
    main()
