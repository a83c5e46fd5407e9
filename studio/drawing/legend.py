"""The legend: the kinds of terrain on this map and its elevation tints, nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.map.terrain import Catalogue, Form, TerrainClass
from engine.texts import localised, text
from studio.drawing.gridlines import hexagons
from studio.drawing.ground import paint_band, paint_lakes, paint_land
from studio.drawing.inks import colour, draw, fill, round_pen
from studio.drawing.lettering import INK, baseline, draw_text, draw_text_from, font
from studio.drawing.lines import paint_lines
from studio.drawing.look import RenderOptions
from studio.drawing.relief import map_levels, map_tints, paint_relief
from studio.drawing.view import MapView, catalogue_order

# In sizes of the legend's letters: a sample's width, a line's height, the gap between columns.
SAMPLE, LINE, GAP = 3.0, 2.5, 1.6
# More levels than this are shown by a few of them.
MOST_BOXES = 9
EVEN_STEPS = [step * 10**tens for tens in range(5) for step in (1, 2, 5)]  # levels


@dataclass(frozen=True)
class LegendEntry:
    """One kind of terrain with its name in the reader's language."""

    kind: str
    lies: TerrainClass
    words: str


def terrain_entries(map_: Map, language: str, listed: Catalogue) -> list[LegendEntry]:
    """The kinds of terrain that occur on a map; open ground needs no explaining."""
    grounds = {map_.grounds[index] for index in np.unique(map_.ground).tolist()} - {"open"}
    sides = {kind for kind, mask in map_.sides.items() if mask.any()}
    links = {kind for kind, mask in map_.links.items() if mask.any()}
    return [
        LegendEntry(kind, lies, localised(listed.name(kind), language))
        for lies, found in zip(TerrainClass, (grounds, sides, links), strict=True)
        for kind in catalogue_order(found, listed)
    ]


def legend_levels(view: MapView) -> list[int]:
    """The levels the legend shows: all of them, or those at even steps that occur on the map."""
    levels = map_levels(view)
    if len(levels) <= MOST_BOXES:
        return levels
    step = next(step for step in EVEN_STEPS if (levels[-1] - levels[0]) // step < MOST_BOXES)
    return [level for level in levels if level % step == 0]


class Legend:
    """The kinds of terrain in columns, laid out for a width of the page."""

    def __init__(self, view: MapView, width: float, size: int) -> None:
        self.view, self.size, self.letters = view, size, font(size)
        self.entries = terrain_entries(view.map, view.look.language, view.catalogue)
        metrics = QFontMetricsF(self.letters)
        widest = max((metrics.horizontalAdvance(entry.words) for entry in self.entries), default=0)
        self.column = (SAMPLE + 0.7 + GAP) * size + widest
        columns = max(1, int((width + GAP * size) / self.column))
        self.lines = -(-len(self.entries) // columns)
        self.height = self.lines * LINE * size

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Draw the legend with its upper left corner at a point."""
        for number, entry in enumerate(self.entries):
            column, row = divmod(number, self.lines)
            x, y = left + column * self.column, top + (row + 0.5) * LINE * self.size
            self._paint_sample(painter, entry, x, y)
            at = QPointF(x + (SAMPLE + 0.7) * self.size, baseline(y, self.letters))
            draw_text_from(painter, at, entry.words, self.letters)

    def _paint_sample(self, painter: QPainter, entry: LegendEntry, x: float, y: float) -> None:
        wide = SAMPLE * self.size
        course = self.view.catalogue.ground(entry.kind)
        if entry.lies is TerrainClass.GROUND and course.form is Form.COURSE:
            path = QPainterPath(QPointF(x, y))
            path.cubicTo(x + wide / 3, y - wide / 4, x + wide / 1.5, y + wide / 4, x + wide, y)
            paint_band(painter, path, QPainterPath(), course, 0.75 * wide)
            return
        if entry.lies is TerrainClass.GROUND:
            _paint_ground(painter, self.view, entry.kind, QPointF(x + wide / 2, y), 1.9 * self.size)
            return
        path = QPainterPath(QPointF(x, y))
        path.lineTo(x + wide, y)
        paint_lines(
            painter, wide * 0.75, [(path, self.view.catalogue.line(entry.kind, entry.lies))]
        )


class ElevationLegend:
    """The elevation tints in boxes with their metres, laid out for a width of the page.

    On a map of one level there is nothing to show, and `height` and `width` are 0.
    """

    def __init__(self, view: MapView, room: float, size: int) -> None:
        self.view, self.size, self.box = view, size, 3.4 * size
        self.levels = legend_levels(view) if len(map_levels(view)) > 1 else []
        self.a_line = max(1, min(len(self.levels), int(room / self.box)))
        lines = -(-len(self.levels) // self.a_line)
        self.height = (1.2 + 2.6 * lines) * size if lines else 0.0
        self.width = self.a_line * self.box if lines else 0.0

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Draw the key with its upper left corner at a point."""
        if not self.levels:
            return
        words = text("drawing.elevation", self.view.look.language)
        letters = font(max(7, round(0.85 * self.size)))
        draw_text_from(painter, QPointF(left, top + 0.8 * self.size), words, letters)
        shades = map_tints(self.view)
        for number, level in enumerate(self.levels):
            row, place = divmod(number, self.a_line)
            corner = QPointF(left + place * self.box, top + (1.3 + 2.6 * row) * self.size)
            path = QPainterPath()
            path.addRect(QRectF(corner, QSizeF(self.box, 1.1 * self.size)))
            fill(painter, path, shades[level])
            draw(painter, path, round_pen(colour(INK, 0.6), 0.05 * self.size))
            middle = QPointF(corner.x() + self.box / 2, corner.y() + 1.75 * self.size)
            draw_text(painter, middle, self._metres(level), letters, colour(INK))

    def _metres(self, level: int) -> str:
        map_ = self.view.map
        return f"{map_.base_metres + level * map_.level_metres:g}"


def _paint_ground(painter: QPainter, view: MapView, kind: str, at: QPointF, width: float) -> None:
    """One hex of a kind of ground, drawn as the map draws it."""
    one = Map.blank(Grid(1, 1, view.map.grid.orientation, view.map.grid.shifted))
    one.grounds = (kind,)
    one.kinds = view.map.kinds
    look = RenderOptions(width, labels=False, ramp=view.look.ramp, style=view.style)
    sample = MapView(one, look)
    x, y = one.grid.centre(one.grid.hex(0, 0), width)
    painter.save()
    painter.translate(at.x() - x, at.y() - y)
    paint_relief(painter, sample)
    paint_land(painter, sample)
    paint_lakes(painter, sample)
    draw(painter, hexagons(sample, [[x, y]], 1.0), round_pen(QColor(INK), max(0.025 * width, 0.4)))
    painter.restore()
