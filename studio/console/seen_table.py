"""The table as somebody sees it, on paper: for hand-outs, pictures, and the debrief."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engine.games import marks_of
from engine.play.position import Point, Spot
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.session.handout import scenario_handout
from engine.session.standing import VisiblePosition
from engine.tabletop.point import INCH
from engine.umpired.room import UmpiredGame
from studio.canvas.table_camera import TabletopCamera
from studio.console.difference_marks import DifferenceMarks
from studio.console.seen_map import MARGIN, PAGE, title_of
from studio.drawing.formats import PictureFormat
from studio.drawing.pictures import RenderedFile
from studio.drawing.sheet import paint_paper
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_paint import paint_tabletop
from studio.drawing.table_pictures import TabletopSheet, default_inch_px, render_tabletop
from studio.drawing.table_tokens import FigureToken, paint_tokens
from studio.drawing.table_view import TabletopView
from studio.playtest.board.table_figures import FiguresLayer, view_of

ROOM = 2.5 * INCH  # room that a mark takes round a figure, in sixteenths of an inch


class TabletopSnapshot(NamedTuple):
    """A position on a table as somebody saw it; `viewer` None is the umpire."""

    viewer: str | None
    standing: VisiblePosition


def current_tabletop_snapshot(
    room: UmpiredGame, viewer: str | None, language: str
) -> TabletopSnapshot:
    """The position of a room now."""
    with room.held():
        return TabletopSnapshot(viewer, room.debrief()[-1].standing(viewer, language))


def tokens_seen(scenario: Scenario, standing: VisiblePosition, language: str) -> list[FigureToken]:
    """The figures somebody saw, as they are drawn."""
    known, shades = marks_of(scenario.game), side_colours(scenario)
    return FiguresLayer(standing.figures, scenario.table, shades, known, language).tokens()


def table_picture(
    scenario: Scenario, seen: TabletopSnapshot, language: str, format_: PictureFormat
) -> RenderedFile:
    """A sheet with the table as somebody sees it: title, legend, nothing he may not know."""
    known = scenario if seen.viewer is None else scenario_handout(scenario, seen.viewer)
    tokens = tokens_seen(scenario, seen.standing, language)
    title = title_of(scenario, seen.viewer, seen.standing.turn, language)
    inch = default_inch_px(known.table)
    sheet = TabletopSheet(known.table, TabletopRenderOptions(language), inch, tokens, title)
    return render_tabletop(sheet, format_)


class TabletopSnapshotFigure:
    """A small table for a page: the part shared by all, apart from what somebody saw."""

    def __init__(
        self, scenario: Scenario, seen: VisiblePosition, marks: DifferenceMarks, language: str
    ) -> None:
        table, self.marks = scenario.table, marks
        scale = (PAGE - 2 * MARGIN) / table.width
        self.view = TabletopView(table, scale, MARGIN, MARGIN, TabletopRenderOptions(language))
        self.tokens = tokens_seen(scenario, seen, language)
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
        paint_differences(painter, view_of(self.scenario.table, camera), self.marks)
