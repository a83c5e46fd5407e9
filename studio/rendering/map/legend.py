"""The legend: kinds of terrain and elevation tints of a map, and a scenario's sides and units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.map.terrain import Catalogue, GroundForm, TerrainClass
from engine.texts import localised, text
from studio.rendering.counters.counter_painter import Counter, paint_counter, paint_tiny_counter
from studio.rendering.map.deployment import Deployment, ObjectiveMark, paint_flag
from studio.rendering.map.ground_areas import paint_lakes, paint_land, paint_watercourse_band
from studio.rendering.map.hex_outlines import scaled_hexagons
from studio.rendering.map.line_features import paint_lines
from studio.rendering.map.map_view import MapView, catalogue_order
from studio.rendering.map.relief_painter import map_levels, map_tints, paint_relief
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import draw, fill, make_colour, round_pen
from studio.rendering.text_painting import (
    INK,
    centred_baseline,
    draw_text,
    draw_text_from,
    make_font,
)

# In sizes of the legend's letters: a sample's width, a line's height, the gap between columns.
SAMPLE, LINE, GAP = 3.0, 2.5, 1.6
# More levels than this are shown by a few of them.
MAX_BOXES = 9
EVEN_STEPS = [step * 10**tens for tens in range(5) for step in (1, 2, 5)]  # levels


@dataclass(frozen=True)
class TerrainLegendEntry:
    """One kind of terrain with its name in the reader's language."""

    kind: str
    lies: TerrainClass
    words: str


def terrain_entries(map_: Map, language: str, listed: Catalogue) -> list[TerrainLegendEntry]:
    """The kinds of terrain that occur on a map; open ground needs no explaining."""
    grounds = {map_.grounds[index] for index in np.unique(map_.ground).tolist()} - {"open"}
    sides = {kind for kind, mask in map_.sides.items() if mask.any()}
    links = {kind for kind, mask in map_.links.items() if mask.any()}
    return [
        TerrainLegendEntry(kind, lies, localised(listed.name(kind), language))
        for lies, found in zip(TerrainClass, (grounds, sides, links), strict=True)
        for kind in catalogue_order(found, listed)
    ]


def legend_levels(view: MapView) -> list[int]:
    """The levels the legend shows: all of them, or those at even steps that occur on the map."""
    levels = map_levels(view)
    if len(levels) <= MAX_BOXES:
        return levels
    step = next(step for step in EVEN_STEPS if (levels[-1] - levels[0]) // step < MAX_BOXES)
    return [level for level in levels if level % step == 0]


class TerrainLegend:
    """The kinds of terrain in columns, laid out for a width of the page."""

    def __init__(self, view: MapView, width: float, size: int) -> None:
        self.view, self.size, self.letters = view, size, make_font(size)
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
            at = QPointF(x + (SAMPLE + 0.7) * self.size, centred_baseline(y, self.letters))
            draw_text_from(painter, at, entry.words, self.letters)

    def _paint_sample(
        self, painter: QPainter, entry: TerrainLegendEntry, x: float, y: float
    ) -> None:
        wide = SAMPLE * self.size
        course = self.view.catalogue.ground(entry.kind)
        if entry.lies is TerrainClass.GROUND and course.form is GroundForm.COURSE:
            path = QPainterPath(QPointF(x, y))
            path.cubicTo(x + wide / 3, y - wide / 4, x + wide / 1.5, y + wide / 4, x + wide, y)
            paint_watercourse_band(painter, path, QPainterPath(), course, 0.75 * wide)
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
        letters = make_font(max(7, round(0.85 * self.size)))
        draw_text_from(painter, QPointF(left, top + 0.8 * self.size), words, letters)
        shades = map_tints(self.view)
        for number, level in enumerate(self.levels):
            row, place = divmod(number, self.a_line)
            corner = QPointF(left + place * self.box, top + (1.3 + 2.6 * row) * self.size)
            path = QPainterPath()
            path.addRect(QRectF(corner, QSizeF(self.box, 1.1 * self.size)))
            fill(painter, path, shades[level])
            draw(painter, path, round_pen(make_colour(INK, 0.6), 0.05 * self.size))
            middle = QPointF(corner.x() + self.box / 2, corner.y() + 1.75 * self.size)
            draw_text(painter, middle, self._metres(level), letters, make_colour(INK))

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
    draw(
        painter,
        scaled_hexagons(sample, [[x, y]], 1.0),
        round_pen(QColor(INK), max(0.025 * width, 0.4)),
    )
    painter.restore()


# In sizes of the key's letters: a sample's width, a line's height.
FORCE_SAMPLE, FORCE_LINE = 2.4, 2.6
NEUTRAL = "#8a8272"

Sample = Callable[[QPainter, QPointF, float], None]


@dataclass(frozen=True)
class ForcesLegendEntry:
    """A sample, drawn about a point at a size of letters, and what it means."""

    paint: Sample
    words: str


class ForcesLegend:
    """Sides, types of units and objectives in columns, laid out for a width of the page."""

    def __init__(self, deployment: Deployment, language: str, width: float, size: int) -> None:
        self.size, self.letters = size, make_font(size)
        self.entries = forces_entries(deployment, language)
        metrics = QFontMetricsF(self.letters)
        widest = max((metrics.horizontalAdvance(entry.words) for entry in self.entries), default=0)
        self.column = (FORCE_SAMPLE + 0.7 + GAP) * size + widest
        self.columns = max(1, int((width + GAP * size) / self.column))
        self.height = -(-len(self.entries) // self.columns) * FORCE_LINE * size

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Draw the key with its upper left corner at a point."""
        for number, entry in enumerate(self.entries):
            row, column = divmod(number, self.columns)
            x, y = left + column * self.column, top + (row + 0.5) * FORCE_LINE * self.size
            entry.paint(painter, QPointF(x + FORCE_SAMPLE * self.size / 2, y), self.size)
            at = QPointF(x + (FORCE_SAMPLE + 0.7) * self.size, centred_baseline(y, self.letters))
            draw_text_from(painter, at, entry.words, self.letters)


def forces_entries(deployment: Deployment, language: str) -> list[ForcesLegendEntry]:
    """Return the entries of the key, in order."""
    sides = [
        ForcesLegendEntry(_side(shade), localised(name, language))
        for name, shade in deployment.sides
    ]
    types = [
        ForcesLegendEntry(_type(symbol, language), _capital(localised(name, language)))
        for name, symbol in deployment.types
    ]
    aims = [ForcesLegendEntry(_flag(aim), _say(aim, language)) for aim in deployment.aims]
    return [*sides, *types, *aims]


def _side(shade: str) -> Sample:
    return lambda painter, at, size: paint_tiny_counter(painter, shade, at, 1.5 * size)


def _type(symbol: str, language: str) -> Sample:
    counter = Counter("", "", NEUTRAL, symbol)
    return lambda painter, at, size: paint_counter(painter, counter, at, 2.1 * size, language)


def _flag(aim: ObjectiveMark) -> Sample:
    plain = replace(aim, points=0)
    return lambda painter, at, size: paint_flag(
        painter, plain, at - QPointF(0.5 * size, 0), 1.7 * size
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _say(aim: ObjectiveMark, language: str) -> str:
    name = localised(aim.name, language)
    if not aim.points:
        return text("counters.key-objective", language, name=name)
    key = "counters.key-objective-point" if aim.points == 1 else "counters.key-objective-points"
    return text(key, language, name=name, points=aim.points)
