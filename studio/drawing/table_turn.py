"""A table at the end of a turn: figures where they stand, their paths, where others fell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.games import marks_of
from engine.play.position import Point, Spot
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.telling.chronicle import TurnPlayed, UnitStanding
from studio.drawing.inks import colour, draw, round_pen
from studio.drawing.lettering import INK, PALE
from studio.drawing.sheet import paint_paper
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_paint import paint_tabletop
from studio.drawing.table_tokens import NOBODY, FigureToken, build_token, paint_tokens
from studio.drawing.table_view import TabletopView

PAGE = 720.0  # page units it is wide, at most
MARGIN = 6.0


class TabletopTurn:
    """A turn's table laid out on a page of `width` × `height` units.

    `paint_ground` draws what the tables of all turns share, `paint_units` the rest.
    """

    def __init__(self, scenario: Scenario, turn: TurnPlayed, language: str) -> None:
        self.turn, self.colours = turn, side_colours(scenario)
        self.marks = marks_of(scenario.game)
        table = scenario.table
        scale = (PAGE - 2 * MARGIN) / table.width
        self.view = TabletopView(table, scale, MARGIN, MARGIN, TabletopRenderOptions(language))
        self.width = math.ceil(table.width * scale + 2 * MARGIN)
        self.height = math.ceil(table.depth * scale + 2 * MARGIN)

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
        draw(painter, path, round_pen(colour(PALE, 0.8), 2.0))
        draw(painter, path, round_pen(colour(shade, 0.9), 1.0))

    def _paint_fallen(self, painter: QPainter, unit: UnitStanding) -> None:
        """A cross in its side's colour."""
        at, reach = self._at(unit.at), max(7 * self.view.scale, 2.5)
        cross = QPainterPath()
        for turn in (1, -1):
            cross.moveTo(at + QPointF(-reach, -reach * turn))
            cross.lineTo(at + QPointF(reach, reach * turn))
        for pen in (
            round_pen(colour(PALE), 0.95 * reach),
            round_pen(colour(INK), 0.62 * reach),
            round_pen(colour(self._shade(unit.side)), 0.4 * reach),
        ):
            draw(painter, cross, pen)

    def _tokens(self, units: Iterable[UnitStanding]) -> list[FigureToken]:
        return [
            build_token(
                (unit.unit, unit.type, unit.at, unit.facing),
                self._shade(unit.side),
                map(self.marks.of, unit.marks),
            )
            for unit in units
            if isinstance(unit.at, Point) and not unit.holder
        ]
