"""Pictures of tables for reports: heat maps by squares, and a table at the end of a turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.games import mark_looks_of
from engine.narration.chronicle import TurnPlayed, UnitOnBoard
from engine.play.position import Point, Spot
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.tabletop_map import TabletopMap
from studio.rendering.charts.heat_map import MARGIN, PAGE, Counts, HeatMapBase
from studio.rendering.map.map_sheet import paint_paper
from studio.rendering.painting import draw, make_colour, round_pen
from studio.rendering.tabletop.figure_tokens import NOBODY, FigureToken, build_token, paint_tokens
from studio.rendering.tabletop.labels_and_grid import paint_table_names
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_tabletop
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.text_painting import INK, PALE


class TabletopHeatMap(HeatMapBase):
    """Counts in squares over a table; the rows of the plane begin nearest to the viewer."""

    def __init__(
        self,
        table: TabletopMap,
        square: int,
        plane: Counts,
        title: str,
        language: str,
        unit: str = "",
    ) -> None:
        """`square`: the side of a square, in sixteenths of an inch."""
        scale = (PAGE - 2 * MARGIN) / table.width
        self.patch, self.square = square * scale, square
        self.view = TabletopView(table, scale, look=TabletopRenderOptions(language))
        wide, high = table.width * scale, table.depth * scale
        super().__init__(plane, title, language, unit, wide, high)

    def paint_terrain(self, painter: QPainter) -> None:
        """The table."""
        paint_tabletop(painter, self.view)

    def paint_names(self, painter: QPainter) -> None:
        """The names on it."""
        paint_table_names(painter, self.view)

    def outline(self, inside: NDArray[Any], beyond: float) -> QPainterPath:
        """The squares, cut off at the edge of the table."""
        path, out = QPainterPath(), beyond * self.patch
        for row, column in np.argwhere(inside).tolist():
            path.addRect(self._square(row, column).adjusted(-out, -out, out, out))
        return path.simplified()

    def middle(self, row: int, column: int) -> QPointF:
        """The middle of a square."""
        return self._square(row, column).center()

    def _square(self, row: int, column: int) -> QRectF:
        near = self.view.at(column * self.square, row * self.square)
        square = QRectF(near.x(), near.y() - self.patch, self.patch, self.patch)
        return square.intersected(self.view.page)


TURN_PAGE = 720.0  # page units it is wide, at most
TURN_MARGIN = 6.0


class TabletopAtTurnEnd:
    """A turn's table laid out on a page of `width` × `height` units.

    `paint_ground` draws what the tables of all turns share, `paint_units` the rest.
    """

    def __init__(self, scenario: Scenario, turn: TurnPlayed, language: str) -> None:
        self.turn, self.colours = turn, side_colours(scenario)
        self.marks = mark_looks_of(scenario.game)
        table = scenario.table
        scale = (TURN_PAGE - 2 * TURN_MARGIN) / table.width
        self.view = TabletopView(
            table, scale, TURN_MARGIN, TURN_MARGIN, TabletopRenderOptions(language)
        )
        self.width = math.ceil(table.width * scale + 2 * TURN_MARGIN)
        self.height = math.ceil(table.depth * scale + 2 * TURN_MARGIN)

    def paint(self, painter: QPainter) -> None:
        """Draw all of it at the painter's origin."""
        self.paint_ground(painter)
        self.paint_units(painter)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the country."""
        paint_paper(painter, self.width, self.height)
        paint_tabletop(painter, self.view)

    def paint_units(self, painter: QPainter) -> None:
        """Draw the ways, the fallen, and the figures over both."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sides = {unit.unit: unit.side for unit in self.turn.fallen}
        sides |= {name: unit.side for name, unit in self.turn.end.units.items()}
        for unit, course in self.turn.courses.items():
            if unit in sides:
                self._paint_course(painter, course, self._shade(sides[unit]))
        for fallen in self.turn.fallen:
            self._paint_fallen(painter, fallen)
        paint_tokens(painter, self.view, self._tokens(self.turn.end.units.values()))

    def _shade(self, side: str) -> str:
        return self.colours.get(side, NOBODY)

    def _at(self, spot: Spot) -> QPointF:
        assert isinstance(spot, Point)
        return self.view.at(*spot)

    def _paint_course(self, painter: QPainter, course: Sequence[Spot], shade: str) -> None:
        """A thin line through the places a figure came to."""
        if len(course) < 2:
            return
        path = QPainterPath()
        path.addPolygon(QPolygonF([self._at(spot) for spot in course]))
        draw(painter, path, round_pen(make_colour(PALE, 0.8), 2.0))
        draw(painter, path, round_pen(make_colour(shade, 0.9), 1.0))

    def _paint_fallen(self, painter: QPainter, unit: UnitOnBoard) -> None:
        """A cross in its side's colour."""
        at, reach = self._at(unit.at), max(7 * self.view.scale, 2.5)
        cross = QPainterPath()
        for turn in (1, -1):
            cross.moveTo(at + QPointF(-reach, -reach * turn))
            cross.lineTo(at + QPointF(reach, reach * turn))
        for pen in (
            round_pen(make_colour(PALE), 0.95 * reach),
            round_pen(make_colour(INK), 0.62 * reach),
            round_pen(make_colour(self._shade(unit.side)), 0.4 * reach),
        ):
            draw(painter, cross, pen)

    def _tokens(self, units: Iterable[UnitOnBoard]) -> list[FigureToken]:
        return [
            build_token(
                (unit.unit, unit.type, unit.at, unit.facing),
                self._shade(unit.side),
                map(self.marks.look_of, unit.marks),
            )
            for unit in units
            if isinstance(unit.at, Point) and not unit.holder
        ]
