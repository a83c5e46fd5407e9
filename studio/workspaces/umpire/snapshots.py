"""Snapshots of maps and tables as a viewer sees them: for hand-outs, pictures and the debrief."""

from __future__ import annotations

import math
from collections import defaultdict
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engine.games import mark_looks_of
from engine.hexes.hex import Hex
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_in_sentence
from engine.play.position import Point, Spot
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.session.visible_position import VisiblePosition
from engine.tabletop.shapes import INCH
from engine.texts import text, text_languages
from engine.umpire.sightings import TurnBelief
from engine.umpire.umpired_game import UmpiredGame
from studio.canvas.camera import TabletopCamera
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.counters.stacks import layout_stack, paint_stack
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.deployment import Deployment, paint_flag
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_pictures import Paint, RenderedFile, check_sheet_fits, render_drawing
from studio.rendering.map.map_sheet import paint_paper
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.tabletop.figure_tokens import FigureToken, paint_tokens
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_tabletop
from studio.rendering.tabletop.tabletop_sheet import TabletopSheet, default_inch_px, render_tabletop
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.workspaces.play.game_view.map_game_view import CounterArranger
from studio.workspaces.play.game_view.tabletop_game_view import (
    FiguresLayer,
    tabletop_view_on_screen,
)
from studio.workspaces.umpire.belief_differences import DifferenceMarks
from studio.workspaces.umpire.fog_of_war import (
    At,
    LastKnownPainter,
    SideVision,
    hidden_area_path,
    paint_fog,
    vision_of_side,
)

PAGE, MARGIN = 430.0, 4.0  # page units: the width of a map in the debrief, and the margin
WIDEST_HEX = 34.0


@dataclass(frozen=True)
class Snapshot:
    """A position as a viewer saw it; `viewer` None is the umpire."""

    viewer: str | None
    standing: VisiblePosition
    sights: SideVision


def current_snapshot(room: UmpiredGame, viewer: str | None, language: str) -> Snapshot:
    """The position of a room now."""
    with room.locked_session():
        return turn_snapshot(room.debrief()[-1], viewer, language)


def turn_snapshot(belief: TurnBelief, viewer: str | None, language: str) -> Snapshot:
    """The position at the end of a turn."""
    standing, map_ = belief.visible_position(viewer, language), belief.game.scenario.map
    if viewer is None:
        return Snapshot(None, standing, SideVision(None, (), belief.turn))
    known = belief.view(viewer)
    return Snapshot(
        viewer, standing, vision_of_side(known, belief.ghosts(viewer), belief.turn, map_)
    )


class SnapshotPainter:
    """Draws a viewer's knowledge over maps of one scenario."""

    def __init__(self, scenario: Scenario, language: str) -> None:
        self.scenario, self.language = scenario, language
        self._staging, self._ghosts = CounterArranger(scenario), LastKnownPainter(scenario)

    def deployment(self, standing: VisiblePosition) -> Deployment:
        """The objectives with their holders' colours; no units."""
        return self._staging.is_held(standing, self.language).deployment

    def paint(
        self, painter: QPainter, view: MapView, seen: Snapshot, marks: DifferenceMarks
    ) -> None:
        """Veil, ghosts, counters and marks, over a map drawn by a view."""

        def at(spot: Spot) -> QPointF:
            assert isinstance(spot, Hex)
            return QPointF(*view.map.grid.centre(spot, view.width))

        if seen.sights.seen is not None:
            paint_fog(painter, hidden_area_path(view, seen.sights.seen), view.width)
        self._ghosts.paint(painter, seen.sights, at, view.width, self.language)
        self._paint_counters(painter, seen.standing, at, view.width)
        marks.paint(painter, at, view.width)

    def _paint_counters(
        self, painter: QPainter, standing: VisiblePosition, at: At, width: float
    ) -> None:
        by_hex: dict[Hex, list[Counter]] = defaultdict(list)
        for placed in self._staging.resting_position(standing).counters:
            by_hex[placed.at].append(placed.counter)
        for hex_, counters in by_hex.items():
            paint_stack(painter, layout_stack(counters, at(hex_), width), self.language)


NO_MARKS = DifferenceMarks(())


def render_snapshot(
    scenario: Scenario, seen: Snapshot, look: RenderOptions, format_: PictureFormat
) -> RenderedFile:
    """Render a sheet of the map in a viewer's knowledge, with title and legend."""
    language = look.language
    known = scenario if seen.viewer is None else scenario_handout(scenario, seen.viewer)
    map_ = copy(known.map)
    map_.title = {
        each: title_of(scenario, seen.viewer, seen.standing.turn, each) for each in text_languages()
    }
    drawn = SnapshotPainter(scenario, language)
    sheet = check_sheet_fits(map_, look, format_, drawn.deployment(seen.standing))

    def paint(painter: QPainter) -> None:
        sheet.paint(painter)
        painter.save()
        painter.translate(sheet.map_left, sheet.map_top)
        drawn.paint(painter, sheet.view, seen, NO_MARKS)
        painter.restore()

    title = title_of(scenario, seen.viewer, seen.standing.turn, language)
    return render_drawing(paint, sheet.width, sheet.height, format_, title)


def title_of(scenario: Scenario, viewer: str | None, turn: int, language: str) -> str:
    """The title: whose picture it is, and of which turn."""
    names = ScenarioNames(scenario, language)
    who = text("console.room-umpire", language) if viewer is None else names.side(viewer)
    values = {
        "title": names.title,
        "who": who,
        "turn": turn_in_sentence(scenario.game, turn, language),
    }
    return text("console.room-picture-title", language, **values)


class SnapshotFigure:
    """A small map for a page: the part shared by all, apart from a viewer's knowledge."""

    def __init__(
        self, scenario: Scenario, seen: Snapshot, marks: DifferenceMarks, language: str
    ) -> None:
        self.seen, self.marks = seen, marks
        self._drawn = SnapshotPainter(scenario, language)
        across = scenario.map.grid.size(1.0)[0]
        hex_px = min((PAGE - 2 * MARGIN) / across, WIDEST_HEX)
        self.view = MapView(scenario.map, RenderOptions(hex_px, legend=False, language=language))
        wide, high = scenario.map.grid.size(hex_px)
        self.width, self.height = math.ceil(wide + 2 * MARGIN), math.ceil(high + 2 * MARGIN)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the map."""
        paint_paper(painter, self.width, self.height)
        painter.save()
        painter.translate(MARGIN, MARGIN)
        paint_map(painter, self.view)
        painter.restore()

    def paint_seen(self, painter: QPainter) -> None:
        """Draw what was seen, with the objectives' flags."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(MARGIN, MARGIN)
        self._drawn.paint(painter, self.view, self.seen, self.marks)
        width = self.view.width
        for aim in self._drawn.deployment(self.seen.standing).aims:
            x, y = self.view.map.grid.centre(aim.at, width)
            paint_flag(painter, aim, QPointF(x + 0.2 * width, y - 0.08 * width), 0.56 * width)
        painter.restore()


class TwoLayerFigure(Protocol):
    """A map or table for a page, drawn in two parts: its ground, and a viewer's knowledge."""

    width: int
    height: int

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the part shared by all."""
        ...

    def paint_seen(self, painter: QPainter) -> None:
        """Draw what was seen."""
        ...


class BeliefAndTruthFigure:
    """A side's belief, and at its right the truth."""

    def __init__(self, believed: TwoLayerFigure, true: TwoLayerFigure) -> None:
        self._maps = believed, true
        self.width, self.height = believed.width + true.width, max(believed.height, true.height)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the map twice."""
        self._paint(painter, [each.paint_ground for each in self._maps])

    def paint_seen(self, painter: QPainter) -> None:
        """Draw what was seen on each."""
        self._paint(painter, [each.paint_seen for each in self._maps])

    def _paint(self, painter: QPainter, paints: list[Paint]) -> None:
        painter.save()
        for paint, each in zip(paints, self._maps, strict=True):
            paint(painter)
            painter.translate(each.width, 0)
        painter.restore()


ROOM = 2.5 * INCH  # room that a mark takes round a figure, in sixteenths of an inch


class TabletopSnapshot(NamedTuple):
    """A position on a table as a viewer saw it; `viewer` None is the umpire."""

    viewer: str | None
    standing: VisiblePosition


def current_tabletop_snapshot(
    room: UmpiredGame, viewer: str | None, language: str
) -> TabletopSnapshot:
    """The position of a room now."""
    with room.locked_session():
        return TabletopSnapshot(viewer, room.debrief()[-1].visible_position(viewer, language))


def visible_tokens(
    scenario: Scenario, standing: VisiblePosition, language: str
) -> list[FigureToken]:
    """The figures a viewer saw, as they are drawn."""
    known, shades = mark_looks_of(scenario.game), side_colours(scenario)
    return FiguresLayer(standing.figures, scenario.table, shades, known, language).tokens()


def render_tabletop_snapshot(
    scenario: Scenario, seen: TabletopSnapshot, language: str, format_: PictureFormat
) -> RenderedFile:
    """A sheet with the table as a viewer sees it: title, legend, only what the viewer may know."""
    known = scenario if seen.viewer is None else scenario_handout(scenario, seen.viewer)
    tokens = visible_tokens(scenario, seen.standing, language)
    title = title_of(scenario, seen.viewer, seen.standing.turn, language)
    inch = default_inch_px(known.table)
    sheet = TabletopSheet(known.table, TabletopRenderOptions(language), inch, tokens, title)
    return render_tabletop(sheet, format_)


class TabletopSnapshotFigure:
    """A small table for a page: the part shared by all, apart from a viewer's knowledge."""

    def __init__(
        self, scenario: Scenario, seen: VisiblePosition, marks: DifferenceMarks, language: str
    ) -> None:
        table, self.marks = scenario.table, marks
        scale = (PAGE - 2 * MARGIN) / table.width
        self.view = TabletopView(table, scale, MARGIN, MARGIN, TabletopRenderOptions(language))
        self.tokens = visible_tokens(scenario, seen, language)
        self.width = math.ceil(table.width * scale + 2 * MARGIN)
        self.height = math.ceil(table.depth * scale + 2 * MARGIN)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the country."""
        paint_paper(painter, self.width, self.height)
        paint_tabletop(painter, self.view)

    def paint_seen(self, painter: QPainter) -> None:
        """Draw the figures that were seen, and the marks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_tokens(painter, self.view, self.tokens)
        paint_differences(painter, self.view, self.marks)


def paint_differences(painter: QPainter, view: TabletopView, marks: DifferenceMarks) -> None:
    """Draw marks on a table."""

    def at(spot: Spot) -> QPointF:
        assert isinstance(spot, Point)
        return view.at(*spot)

    marks.paint(painter, at, ROOM * view.scale)


class TabletopDifferences(NamedTuple):
    """Marks on the canvas of a table where belief and truth differ."""

    marks: DifferenceMarks
    scenario: Scenario

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw them."""
        paint_differences(painter, tabletop_view_on_screen(self.scenario.table, camera), self.marks)
