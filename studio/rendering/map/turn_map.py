"""The board at the end of a turn: units where they stand, their paths, where others fell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPen

from engine.games import handbook_of, mark_looks_of
from engine.hexes.hex import Hex
from engine.narration.chronicle import TurnPlayed, UnitOnBoard
from engine.play.position import Spot
from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from studio.rendering.counters.carried_units import attach_cargo
from studio.rendering.counters.counter import build_counter_customiser
from studio.rendering.counters.counter_painter import Counter, build_counter, side_colours
from studio.rendering.counters.stacks import layout_stack, paint_stack
from studio.rendering.map.deployment import ObjectiveMark, build_deployment, paint_flag
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_sheet import paint_paper
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import draw, fill, make_colour, round_pen
from studio.rendering.text_painting import INK, PALE

PAGE = 720.0  # page units it is wide, at most
WIDEST_HEX, NARROWEST_HEX = 40.0, 0.05
MARGIN = 6.0
SMALLEST_STACK = 9.0  # smaller hexes than this, in page units, do not hold a counter that is seen


@dataclass(frozen=True)
class _Unit:
    """A unit as counters are made from."""

    id: str
    side: str
    type: str
    name: LocalText
    marks: Sequence[str]
    facing: int | None = None
    figures: Sequence[str] = ()


class TurnMap:
    """A turn's map laid out on a page of `width` × `height` units.

    `paint_ground` draws what the maps of all turns share, `paint_units` the rest.
    """

    def __init__(self, scenario: Scenario, turn: TurnPlayed, language: str) -> None:
        self.turn, self.language = turn, language
        self.colours, self.dress = side_colours(scenario), build_counter_customiser(scenario)
        self.types: Mapping[str, Mapping[str, Any]] = handbook_of(scenario).units()
        self.marks = mark_looks_of(scenario.game)
        self.aims = _aims(scenario, turn, self.colours)
        self.names = {unit.id: unit.name for unit in scenario.units}
        across = scenario.map.grid.size(1.0)[0]
        hex_px = min(max((PAGE - 2 * MARGIN) / across, NARROWEST_HEX), WIDEST_HEX)
        self.view = MapView(scenario.map, RenderOptions(hex_px, legend=False, language=language))
        wide, high = scenario.map.grid.size(hex_px)
        self.width = math.ceil(wide + 2 * MARGIN)
        self.height = math.ceil(high + 2 * MARGIN)

    def paint(self, painter: QPainter) -> None:
        """Draw all of it at the painter's origin."""
        self.paint_ground(painter)
        self.paint_units(painter)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the map."""
        paint_paper(painter, self.width, self.height)
        painter.save()
        painter.translate(MARGIN, MARGIN)
        paint_map(painter, self.view)
        painter.restore()

    def paint_units(self, painter: QPainter) -> None:
        """Draw the ways, the fallen, and the counters over both."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(MARGIN, MARGIN)
        sides = {unit.unit: unit.side for unit in self.turn.fallen}
        sides |= {name: unit.side for name, unit in self.turn.end.units.items()}
        for unit, course in self.turn.courses.items():
            if unit in sides:
                self._paint_course(painter, course, self.colours[sides[unit]])
        for fallen in self.turn.fallen:
            self._paint_fallen(painter, fallen)
        self._paint_counters(painter)
        for aim in self.aims:
            self._paint_flag(painter, aim)
        painter.restore()

    def _at(self, hex_: Spot) -> QPointF:
        assert isinstance(hex_, Hex)
        return QPointF(*self.view.map.grid.centre(hex_, self.view.width))

    def _paint_course(self, painter: QPainter, course: Sequence[Spot], shade: str) -> None:
        """A line through the hexes a unit passed, dotted where it began."""
        if len(course) < 2:
            return
        path = QPainterPath(self._at(course[0]))
        for hex_ in course[1:]:
            path.lineTo(self._at(hex_))
        width = max(0.1 * self.view.width, 1.2)
        draw(painter, path, round_pen(make_colour(PALE, 0.9), 1.9 * width))
        draw(painter, path, round_pen(make_colour(shade), width))
        start = QPainterPath()
        start.addEllipse(self._at(course[0]), 1.4 * width, 1.4 * width)
        fill(painter, start, make_colour(shade))

    def _paint_fallen(self, painter: QPainter, unit: UnitOnBoard) -> None:
        """A cross in its side's colour."""
        at, reach = self._at(unit.at), max(0.3 * self.view.width, 3.0)
        cross = QPainterPath()
        for turn in (1, -1):
            cross.moveTo(at + QPointF(-reach, -reach * turn))
            cross.lineTo(at + QPointF(reach, reach * turn))
        pens: tuple[QPen, ...] = (
            round_pen(make_colour(PALE), 0.95 * reach),
            round_pen(make_colour(INK), 0.62 * reach),
            round_pen(make_colour(self.colours[unit.side]), 0.4 * reach),
        )
        for pen in pens:
            draw(painter, cross, pen)

    def counters(self) -> dict[Hex, list[Counter]]:
        """The counters in each hex at the end of the turn, with what they have with them."""
        units = list(self.turn.end.units.values())
        holders = {unit.unit: unit.holder for unit in units}
        by_hex: dict[Hex, list[Counter]] = {}
        for place, counter in attach_cargo([self._counter(unit) for unit in units], holders):
            at = units[place].at
            assert isinstance(at, Hex)
            by_hex.setdefault(at, []).append(counter)
        return by_hex

    def _paint_counters(self, painter: QPainter) -> None:
        width = max(self.view.width, SMALLEST_STACK)
        for hex_, counters in self.counters().items():
            paint_stack(painter, layout_stack(counters, self._at(hex_), width), self.language)

    def _paint_flag(self, painter: QPainter, aim: ObjectiveMark) -> None:
        width = self.view.width
        at = self._at(aim.at) + QPointF(0.2 * width, -0.08 * width)
        paint_flag(painter, aim, at, 0.56 * width)

    def _counter(self, unit: UnitOnBoard) -> Counter:
        name = self.names.get(unit.unit, "")
        named = _Unit(
            unit.unit, unit.side, unit.type, name, unit.marks, unit.facing, unit.figures
        )  # fmt: skip
        orientation = self.view.map.grid.orientation
        return build_counter(named, self.colours, self.types, orientation, self.marks, self.dress)


def _aims(scenario: Scenario, turn: TurnPlayed, colours: Mapping[str, str]) -> list[ObjectiveMark]:
    """The objectives in the colours of their holders."""
    aims = zip(scenario.objectives, build_deployment(scenario).aims, strict=True)
    holders = turn.end.holders
    return [replace(aim, colour=colours.get(holders.get(o.id, ""), "")) for o, aim in aims]
