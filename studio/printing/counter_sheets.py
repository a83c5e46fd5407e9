"""A scenario's counters on sheets: units side by side, then flags of objectives, then markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.games import handbook_of, mark_looks_of, scenario_limits_of
from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Scenario
from studio.printing.handout_tables import army_purchases
from studio.printing.piece_cutting_grid import PieceSize
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import COUNTER_BLEED, GamePrintSettings
from studio.printing.two_sided_sheets import PieceLayout, PieceSide, TwoSidedPiece, piece_pages
from studio.rendering.counters import printed_counters
from studio.rendering.counters.counter import build_counter_customiser
from studio.rendering.counters.counter_painter import build_counter, side_colours
from studio.rendering.counters.printed_counters import PrintedFace, breakdown_parts, marker_faces
from studio.rendering.map.deployment import NOBODY
from studio.rendering.painting import make_colour


def counter_sheet_pages(
    scenario: Scenario, settings: GamePrintSettings, language: str, title: str
) -> Iterator[PrintPage]:
    """Sheets of counters. Those with a gap bleed into it, those without at the rim alone."""
    gap = settings.counter_gap
    bleed = min(COUNTER_BLEED, gap / 2) if gap else COUNTER_BLEED
    piece = PieceSize(settings.counter_mm, settings.counter_mm, gap, bleed)
    layout = PieceLayout(
        PrintedPart.COUNTERS,
        settings.paper,
        settings.margin,
        settings.duplex,
        piece,
        language,
        title,
    )
    return piece_pages(layout, [*unit_counters(scenario, settings.counter_mm, language),
                           *marker_counters(scenario, settings.counter_mm, language)])  # fmt: skip


def unit_counters(scenario: Scenario, size: float, language: str) -> list[list[TwoSidedPiece]]:
    """The units of each side, and those it may buy; on their backs what units suffer first."""
    dress = build_counter_customiser(scenario)
    colours, types = side_colours(scenario), handbook_of(scenario).units()
    looks = mark_looks_of(scenario.game)
    bought = army_purchases(scenario)
    known = scenario_limits_of(
        scenario.game, scenario.rules, [side.id for side in scenario.sides]
    ).marks
    mark = next(iter(known), "")
    groups = []
    for side in scenario.sides:
        own = [unit for unit in scenario.units if unit.side == side.id]
        if side.id in bought:
            own += bought[side.id].counters(types)
        own = [part for unit in own for part in (unit, *breakdown_parts(unit, types))]
        orientation = scenario.map.grid.orientation
        counters = [build_counter(unit, colours, types, orientation, looks, dress) for unit in own]
        groups.append(
            [
                _piece(
                    printed_counters.front_face(each, language, size),
                    printed_counters.back_face(each, mark, language, size),
                    size,
                )
                for each in counters
            ]
        )
    return groups


def marker_counters(scenario: Scenario, size: float, language: str) -> list[list[TwoSidedPiece]]:
    """Flags for who holds an objective, then markers."""
    known = mark_looks_of(scenario.game)
    return [
        _flags(scenario, size, language),
        [
            _piece(*marker_faces(marker, known, ScenarioNames(scenario, language)), size)
            for marker in handbook_of(scenario).markers(scenario)
            for _ in range(marker.count)
        ],
    ]


def _flags(scenario: Scenario, size: float, language: str) -> list[TwoSidedPiece]:
    """One flag an objective and pair of sides: each shows one side's colour in front."""
    colours, names = side_colours(scenario), ScenarioNames(scenario, language)
    shades = [colours[side.id] for side in scenario.sides]
    flags = []
    for aim in scenario.objectives:
        for number in range(0, len(shades), 2):
            first, second = shades[number], [*shades, NOBODY][number + 1]
            front, back = (
                printed_counters.flag_face(aim.id, names.objective(aim), shade, aim.points)
                for shade in (first, second)
            )
            flags.append(_piece(front, back, size))
    return flags


def _piece(front: PrintedFace, back: PrintedFace, size: float) -> TwoSidedPiece:
    return TwoSidedPiece(front.id, _side(front, size), _side(back, size))


def _side(face: PrintedFace, size: float) -> PieceSide:
    return PieceSide(partial(_ground, face.ground), partial(face.paint, size=size))


def _ground(shade: str, painter: QPainter, room: QRectF) -> None:
    painter.fillRect(room, make_colour(shade))
