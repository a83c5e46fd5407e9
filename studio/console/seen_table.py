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
from engine.session.handout import known_to
from engine.session.standing import Standing
from engine.tabletop.point import INCH
from engine.umpired.room import Room
from studio.canvas.table_camera import TableCamera
from studio.console.difference_marks import DifferenceMarks
from studio.console.seen_map import MARGIN, PAGE, title_of
from studio.drawing.formats import PictureFormat
from studio.drawing.pictures import Picture
from studio.drawing.sheet import lay_paper
from studio.drawing.table_look import TableLook
from studio.drawing.table_paint import paint_table
from studio.drawing.table_pictures import CountrySheet, render_table, usual_inch
from studio.drawing.table_tokens import Token, paint_tokens
from studio.drawing.table_view import CountryView
from studio.playtest.board.table_figures import FiguresShown, view_of

ROOM = 2.5 * INCH  # room that a mark takes round a figure, in sixteenths of an inch


class SeenTable(NamedTuple):
    """A position on a table as somebody saw it; `viewer` None is the umpire."""

    viewer: str | None
    standing: Standing


def seen_now(room: Room, viewer: str | None, language: str) -> SeenTable:
    """The position of a room now."""
    with room.held():
        return SeenTable(viewer, room.debrief()[-1].standing(viewer, language))


def tokens_seen(scenario: Scenario, standing: Standing, language: str) -> list[Token]:
    """The figures somebody saw, as they are drawn."""
    known, shades = marks_of(scenario.game), side_colours(scenario)
    return FiguresShown(standing.figures, scenario.table, shades, known, language).tokens()


def table_picture(
    scenario: Scenario, seen: SeenTable, language: str, format_: PictureFormat
) -> Picture:
    """A sheet with the table as somebody sees it: title, legend, nothing he may not know."""
    known = scenario if seen.viewer is None else known_to(scenario, seen.viewer)
    tokens = tokens_seen(scenario, seen.standing, language)
    title = title_of(scenario, seen.viewer, seen.standing.turn, language)
    inch = usual_inch(known.table)
    sheet = CountrySheet(known.table, TableLook(language), inch, tokens, title)
    return render_table(sheet, format_)


class TableBelief:
    """A small table for a page: the part shared by all, apart from what somebody saw."""

    def __init__(
        self, scenario: Scenario, seen: Standing, marks: DifferenceMarks, language: str
    ) -> None:
        table, self.marks = scenario.table, marks
        scale = (PAGE - 2 * MARGIN) / table.width
        self.view = CountryView(table, scale, MARGIN, MARGIN, TableLook(language))
        self.tokens = tokens_seen(scenario, seen, language)
        self.width = math.ceil(table.width * scale + 2 * MARGIN)
        self.height = math.ceil(table.depth * scale + 2 * MARGIN)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the country."""
        lay_paper(painter, self.width, self.height)
        paint_table(painter, self.view)

    def paint_seen(self, painter: QPainter) -> None:
        """Draw the figures that were seen, and the marks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_tokens(painter, self.view, self.tokens)
        paint_differences(painter, self.view, self.marks)


def paint_differences(painter: QPainter, view: CountryView, marks: DifferenceMarks) -> None:
    """Draw marks on a table."""

    def at(spot: Spot) -> QPointF:
        assert isinstance(spot, Point)
        return view.at(*spot)

    marks.paint(painter, at, ROOM * view.scale)


class TableDifferences(NamedTuple):
    """Marks on the canvas of a table where belief and truth differ."""

    marks: DifferenceMarks
    scenario: Scenario

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Draw them."""
        paint_differences(painter, view_of(self.scenario.table, camera), self.marks)
