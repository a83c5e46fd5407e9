"""Diagrams of rulebooks: a little map with counters, sight, costs, ways and a sighting chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from engine.games import mark_looks_of, rule_system_of
from engine.hexes.hex import Hex
from engine.rulebook.rulebook_source import (
    AnyFigure,
    FigureReach,
    RulebookFigure,
    SightLine,
    TableFigure,
)
from engine.scenario.counters import COLOURS
from engine.sight.line_trace import TraceRule
from engine.tabletop.shapes import FOOT
from studio.rendering.charts.sight_profile_chart import SightProfileChart
from studio.rendering.counters.counter_painter import Counter, build_counter
from studio.rendering.counters.stacks import layout_stack, paint_stack
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.preview_tints import Overlay, ReachOverlay, ViewshedOverlay
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import draw, encode_png, fill, make_colour, round_pen
from studio.rendering.tabletop.figure_tokens import build_token, paint_tokens
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_tabletop
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.text_painting import INK, PALE, draw_text_with_halo, make_font

HEX = 64.0  # page units: the width in which hexes are drawn
MARGIN = 5.0
TABLE_WIDTH = 620.0  # page units: the width in which tables are drawn
CLEAR, BLOCKED = "#1b7f3b", "#b3122a"
GAP = 14.0  # between a map and its chart
SIDES = dict(zip(("red", "blue"), COLOURS, strict=False))
MM = 25.4 / 96  # a page unit


class FigureDrawing:
    """A diagram laid out on a page of `width` × `height` units."""

    width: int
    height: int

    @property
    def width_mm(self) -> float:
        """Return the width that is wanted on paper."""
        raise NotImplementedError

    def paint(self, painter: QPainter) -> None:
        """Draw the diagram at the painter's origin."""
        raise NotImplementedError

    def picture(self, scale: float = 1.0) -> QImage:
        """Return the diagram as a picture; `scale` is its pixels to a page unit."""
        size = math.ceil(self.width * scale), math.ceil(self.height * scale)
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        try:  # Qt aborts where a painter outlives its picture
            painter.scale(scale, scale)
            self.paint(painter)
        finally:
            painter.end()
        return image


class MapFigureDrawing(FigureDrawing):
    """A diagram of a map."""

    def __init__(self, game: str, figure: RulebookFigure, language: str) -> None:
        self.figure, self.language = figure, language
        self._system = rule_system_of(game)
        self._book, self._marks = self._system.handbook({}), mark_looks_of(game)
        hidden = frozenset() if figure.has_labels else frozenset({"labels"})
        look = RenderOptions(HEX, legend=False, language=language, hidden=hidden)
        self._view = MapView(figure.map, look)
        wide, high = figure.map.grid.size(HEX)
        self._chart = self._sighting_chart()
        self._map_height = high + 2 * MARGIN
        self._scale = 1.0 if self._chart is None else (wide + 2 * MARGIN) / self._chart.width
        below = 0.0 if self._chart is None else GAP + self._chart.height * self._scale
        self.width, self.height = math.ceil(wide + 2 * MARGIN), math.ceil(self._map_height + below)

    @property
    def width_mm(self) -> float:
        """Return the width on paper, as large as its hexes are wanted."""
        return self.width * self.figure.hex_mm / HEX

    def paint(self, painter: QPainter) -> None:
        """Draw the diagram at the painter's origin."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(MARGIN, MARGIN)
        paint_map(painter, self._view, None, self._overlay())
        for line in self.figure.lines:
            self._paint_line(painter, line)
        for way in self.figure.moves:
            self._paint_way(painter, way)
        if self.figure.has_levels:
            self._paint_levels(painter)
        self._paint_counters(painter)
        for at, words in self.figure.notes:
            self._paint_note(painter, at, words)
        painter.restore()
        if self._chart is not None:
            self._paint_chart(painter, self._chart)

    # --- parts --------------------------------------------------------------------------------

    def _at(self, hex_: Hex) -> QPointF:
        return QPointF(*self.figure.map.grid.centre(hex_, HEX))

    def _overlay(self) -> Overlay | None:
        if self.figure.sight is not None:
            sight = self._book.sight(self.figure.map, TraceRule.CROSSED)
            return ViewshedOverlay(self.figure.sight, sight.viewshed(self.figure.sight, None))
        if self.figure.reach is not None:
            return self._reach(self.figure.reach)
        return None

    def _reach(self, wanted: FigureReach) -> ReachOverlay:
        from engine.movement.path_search import PathSearch  # its kernels are for few diagrams

        mobility = self._book.mobility(wanted.type)
        if wanted.is_march:
            mobility = self._book.march_mobility(wanted.type) or mobility
        points = self._book.movement_points(wanted.type)
        if wanted.points is not None:
            points = Fraction(wanted.points)
        reach = PathSearch(mobility, self.figure.map).reach(wanted.origin, points)
        return ReachOverlay(wanted.origin, {hex_: float(cost) for hex_, cost in reach.items()})

    def _sighting_chart(self) -> SightProfileChart | None:
        if self.figure.chart is None:
            return None
        sight = self._book.sight(self.figure.map, TraceRule.CROSSED)
        profile = sight.profile(*self.figure.chart)
        return SightProfileChart(profile, self.figure.map.labels, self.language)

    def _paint_chart(self, painter: QPainter, chart: SightProfileChart) -> None:
        painter.save()
        painter.translate(0, self._map_height + GAP)
        painter.scale(self._scale, self._scale)
        chart.paint(painter)
        painter.restore()

    def _paint_line(self, painter: QPainter, line: SightLine) -> None:
        """Draw a line of sight: solid and green if it is clear, broken and red if blocked."""
        path = QPainterPath(self._at(line.start))
        path.lineTo(self._at(line.end))
        draw(painter, path, round_pen(make_colour(PALE, 0.85), 7.0))
        pen = round_pen(make_colour(CLEAR if line.is_clear else BLOCKED), 3.4)
        if not line.is_clear:
            pen.setDashPattern([2.2, 2.2])
        draw(painter, path, pen)
        for end in (line.start, line.end):
            dot = QPainterPath()
            dot.addEllipse(self._at(end), 5.0, 5.0)
            fill(painter, dot, make_colour(CLEAR if line.is_clear else BLOCKED))

    def _paint_way(self, painter: QPainter, way: tuple[Hex, ...]) -> None:
        """Draw a move as an arrow."""
        paint_arrow(painter, [self._at(hex_) for hex_ in way])

    def _paint_counters(self, painter: QPainter) -> None:
        by_hex: dict[Hex, list[Counter]] = {}
        orientation = self.figure.map.grid.orientation
        for unit in self.figure.units:
            assert unit.at is not None
            counter = build_counter(unit, SIDES, self._book.units(), orientation, self._marks)
            by_hex.setdefault(unit.at, []).append(counter)
        for hex_, counters in by_hex.items():
            paint_stack(painter, layout_stack(counters, self._at(hex_), HEX), self.language)

    def _paint_levels(self, painter: QPainter) -> None:
        """Write the level of every hex into its lower part, clear of lines through the middle."""
        map_, letters = self.figure.map, make_font(15)
        for hex_ in map_.grid:
            level = str(int(map_.level[map_.grid.index(hex_)]))
            at = self._at(hex_) + QPointF(0, 0.3 * HEX)
            draw_text_with_halo(painter, at, level, letters, make_colour(INK))

    def _paint_note(self, painter: QPainter, at: Hex, words: str) -> None:
        letters = make_font(26 if len(words) < 3 else 19, bold=True)
        draw_text_with_halo(painter, self._at(at), words, letters, make_colour(INK))


class TableFigureDrawing(FigureDrawing):
    """A diagram of a table."""

    def __init__(self, figure: TableFigure, language: str) -> None:
        self.figure = figure
        scale = TABLE_WIDTH / figure.table.width
        look = TabletopRenderOptions(language=language, grid=FOOT)
        self._view = TabletopView(figure.table, scale, MARGIN, MARGIN, look)
        page = self._view.page
        self.width, self.height = (
            math.ceil(side + 2 * MARGIN) for side in (page.width(), page.height())
        )

    @property
    def width_mm(self) -> float:
        """Return the width that is wanted on paper."""
        return self.figure.width_mm

    def paint(self, painter: QPainter) -> None:
        """Draw the table, the circles and ways, and the figures over them."""
        painter.save()
        paint_tabletop(painter, self._view)
        for radius, middle in self.figure.circles:
            ring, reach = QPainterPath(), radius * self._view.scale
            ring.addEllipse(self._view.at(*middle), reach, reach)
            pen = round_pen(make_colour(BLOCKED), 2.2)
            pen.setDashPattern([3, 3])
            draw(painter, ring, pen)
        for way in self.figure.ways:
            paint_arrow(painter, [self._view.at(*point) for point in way])
        tokens = [
            build_token((str(number), stand.type, stand.at, None), SIDES[stand.side], ())
            for number, stand in enumerate(self.figure.stands)
        ]
        paint_tokens(painter, self._view, tokens)
        painter.restore()


def paint_arrow(painter: QPainter, points: Sequence[QPointF]) -> None:
    """Draw an arrow through points."""
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    tip, before = points[-1], points[-2]
    turn = math.atan2(tip.y() - before.y(), tip.x() - before.x())
    for aside in (2.6, -2.6):
        path.moveTo(tip)
        barb = QPointF(math.cos(turn + aside), math.sin(turn + aside))
        path.lineTo(tip + barb * 17.0)
    draw(painter, path, round_pen(make_colour(PALE, 0.9), 9.0))
    draw(painter, path, round_pen(make_colour(INK), 4.5))


def draw_figure(game: str, figure: AnyFigure, language: str) -> FigureDrawing:
    """Return the drawing of a diagram."""
    if isinstance(figure, TableFigure):
        return TableFigureDrawing(figure, language)
    return MapFigureDrawing(game, figure, language)


def figure_png(game: str, figure: AnyFigure, language: str, scale: float = 1.0) -> bytes:
    """Return a diagram as the content of a PNG file."""
    return encode_png(draw_figure(game, figure, language).picture(scale))


def figure_room(drawing: FigureDrawing, width: float) -> QRectF:
    """Return the rectangle in millimetres that a diagram takes in a column of a width."""
    wide = min(width, drawing.width_mm)
    return QRectF((width - wide) / 2, 0, wide, wide * drawing.height / drawing.width)
