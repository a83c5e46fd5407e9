"""The legend: the kinds of terrain on this map and its elevation tints, nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath

from engine.layout import Grid
from engine.map import Map
from engine.terrain import TerrainClass, catalogue
from engine.texts import spoken, text
from studio.drawing.gridlines import hexagons
from studio.drawing.ground import paint_area_water, paint_dry_ground
from studio.drawing.inks import colour, draw, fill, round_pen
from studio.drawing.lettering import INK, baseline
from studio.drawing.lines import paint_lines
from studio.drawing.look import Look
from studio.drawing.relief import map_levels, paint_relief, tints
from studio.drawing.system import font
from studio.drawing.view import View, in_order

# In sizes of the legend's letters: a sample's width, a line's height, the gap between columns.
SAMPLE, LINE, GAP = 3.0, 2.3, 1.6
# More levels than this are shown by a few of them.
MOST_BOXES = 9


@dataclass(frozen=True)
class Entry:
    """One kind of terrain with its name in the reader's language."""

    kind: str
    lies: TerrainClass
    words: str


def entries(map_: Map, language: str) -> list[Entry]:
    """The kinds of terrain that occur on a map; open ground needs no explaining."""
    grounds = {map_.grounds[index] for index in np.unique(map_.ground).tolist()} - {"open"}
    sides = {kind for kind, mask in map_.sides.items() if mask.any()}
    links = {kind for kind, mask in map_.links.items() if mask.any()}
    return [
        Entry(kind, lies, spoken(catalogue().name(kind), language))
        for lies, kinds in zip(TerrainClass, (grounds, sides, links), strict=True)
        for kind in in_order(kinds)
    ]


def shown_levels(map_: Map, view: View) -> list[int]:
    """The levels the legend shows: all of them, or a few evenly spread."""
    levels = map_levels(view)
    if len(levels) <= MOST_BOXES:
        return levels
    chosen = np.linspace(0, len(levels) - 1, MOST_BOXES).round().astype(int)
    return [levels[index] for index in chosen]


class Legend:
    """A legend laid out for a width of the page; `height` is what it takes there."""

    def __init__(self, view: View, width: float, size: int) -> None:
        self.view, self.width, self.size, self.letters = view, width, size, font(size)
        self.entries = entries(view.map, view.look.language)
        metrics = QFontMetricsF(self.letters)
        widest = max((metrics.horizontalAdvance(entry.words) for entry in self.entries), default=0)
        self.column = (SAMPLE + 0.7 + GAP) * size + widest
        self.columns = max(1, int((width + GAP * size) / self.column))
        self.lines = -(-len(self.entries) // self.columns)
        self.levels = shown_levels(view.map, view)
        self.has_ramp = len(map_levels(view)) > 1
        self.boxes_a_line = max(1, int(width / self.box)) if self.has_ramp else 1

    @property
    def box(self) -> float:
        """The width of a box of the elevation ramp."""
        return 3.6 * self.size

    @property
    def ramp_lines(self) -> int:
        """The lines the elevation ramp takes."""
        return -(-len(self.levels) // self.boxes_a_line) if self.has_ramp else 0

    @property
    def height(self) -> float:
        """The height of the whole legend."""
        ramp = (1.6 + 2.9 * self.ramp_lines) * self.size if self.has_ramp else 0.0
        return self.lines * LINE * self.size + ramp

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Draw the legend with its upper left corner at a point."""
        line = LINE * self.size
        for number, entry in enumerate(self.entries):
            column, row = divmod(number, self.lines)
            x, y = left + column * self.column, top + (row + 0.5) * line
            self._paint_sample(painter, entry, x, y)
            painter.setFont(self.letters)
            painter.setPen(colour(INK))
            at = QPointF(x + (SAMPLE + 0.7) * self.size, baseline(y, self.letters))
            painter.drawText(at, entry.words)
        if self.has_ramp:
            self._paint_ramp(painter, left, top + self.lines * line + 0.5 * self.size)

    def _paint_sample(self, painter: QPainter, entry: Entry, x: float, y: float) -> None:
        wide = SAMPLE * self.size
        if entry.lies is TerrainClass.GROUND:
            _paint_ground(painter, self.view, entry.kind, QPointF(x + wide / 2, y), 1.9 * self.size)
            return
        path = QPainterPath(QPointF(x, y))
        path.lineTo(x + wide, y)
        paint_lines(painter, wide * 0.75, [(path, catalogue().line(entry.kind, entry.lies))])

    def _paint_ramp(self, painter: QPainter, left: float, top: float) -> None:
        painter.setFont(self.letters)
        painter.setPen(colour(INK))
        words = text("drawing.elevation", self.view.look.language)
        painter.drawText(QPointF(left, top + self.size), words)
        shades = tints(catalogue().ramps[self.view.look.ramp], map_levels(self.view))
        for number, level in enumerate(self.levels):
            row, place = divmod(number, self.boxes_a_line)
            box = QRectF(
                left + place * self.box,
                top + (1.5 + 2.9 * row) * self.size,
                self.box,
                1.2 * self.size,
            )
            path = QPainterPath()
            path.addRect(box)
            fill(painter, path, shades[level])
            draw(painter, path, round_pen(colour(INK, 0.6), 0.05 * self.size))
            self._write_metres(painter, level, box)

    def _write_metres(self, painter: QPainter, level: int, box: QRectF) -> None:
        map_ = self.view.map
        metres = f"{map_.base_metres + level * map_.level_metres:g}"
        letters = font(max(6, round(0.85 * self.size)))
        wide = QFontMetricsF(letters).horizontalAdvance(metres)
        painter.setFont(letters)
        painter.setPen(colour(INK))
        at = QPointF(box.center().x() - wide / 2, box.bottom() + self.size)
        painter.drawText(at, metres)


def _paint_ground(painter: QPainter, view: View, kind: str, at: QPointF, width: float) -> None:
    """One hex of a kind of ground, drawn as the map draws it."""
    one = Map.blank(Grid(1, 1, view.map.grid.orientation, view.map.grid.shifted))
    one.grounds = (kind,)
    look = Look(width, labels=False, ramp=view.look.ramp)
    sample = View(one, look)
    x, y = one.grid.centre(one.grid.hex(0, 0), width)
    painter.save()
    painter.translate(at.x() - x, at.y() - y)
    paint_relief(painter, sample)
    paint_dry_ground(painter, sample)
    paint_area_water(painter, sample)
    draw(painter, hexagons(sample, [[x, y]], 1.0), round_pen(QColor(INK), max(0.025 * width, 0.4)))
    painter.restore()
