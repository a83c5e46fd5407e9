"""Paper figures on pages: front and back one above the other, to cut out, fold and stand up.

Folded at the head, a figure has two faces; what is folded out at its foot, one half to the front
and one to the back, is just the stand that counts in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import FOOTPRINTS
from engine.texts import text
from studio.printing.page_output import PrintError
from studio.printing.paper_geometry import Paper
from studio.printing.print_page import PrintedPart, PrintPage
from studio.rendering.page_painting import HAIR, LEFT, draw_text
from studio.rendering.painting import blend, clip_to, is_dark, make_colour
from studio.rendering.tabletop.paper_figures import (
    MM,
    FigureCutout,
    figure_cutout,
    paint_paper_figure,
)
from studio.rendering.text_painting import INK, PALE

MARGIN, BETWEEN, FOOT_HEIGHT, LETTERS = 10.0, 3.0, 6.0, 2.6
NAME = 2.2  # mm: letters on a stand
PAPER_WHITE = "#fffdf7"


class PaperFigure(NamedTuple):
    """One figure to be cut out: its type, its side's colour, and what is written on its stand."""

    type: str
    shade: str
    says: str


class _Cell(NamedTuple):
    """The paper that one figure of a type takes, upright or lying on its side."""

    wide: float
    high: float
    is_lying: bool


class _Laid(NamedTuple):
    """A figure with the upper left corner of the paper it takes."""

    figure: PaperFigure
    at: QPointF
    cell: _Cell


def paper_figure_pages(
    figures: Iterable[PaperFigure], paper: Paper, scale: FigureScale, language: str, title: str
) -> Iterator[PrintPage]:
    """The figures on as few pages as hold them, those of a type together.

    Raises PrintError where one is larger than the paper.
    """
    factor = 0.5 if scale is FigureScale.KRIEGSPIEL else 1.0
    pages = list(_pages(sorted(figures, key=lambda each: (each.shade, each.type)), paper, factor))
    for number, page in enumerate(pages, 1):
        values = {"title": title, "number": number, "count": len(pages)}
        says = text("printing.figures-foot", language, **values)
        paint = partial(_paint, page, paper, factor, says)
        holds = tuple(laid.figure.says for laid in page)
        yield PrintPage(PrintedPart.COUNTERS, says, paint, holds=holds)


def paper_figure_size(type_: str, factor: float) -> tuple[float, float]:
    """Return the breadth and height of one paper figure, in millimetres."""
    cut = figure_cutout(type_)
    return cut.wide * factor, 2 * (cut.high + cut.deep) * factor


def _pages(figures: Sequence[PaperFigure], paper: Paper, factor: float) -> Iterator[list[_Laid]]:
    """Rows of figures of one type, row below row."""
    right, bottom = paper.width - MARGIN, paper.height - MARGIN - FOOT_HEIGHT
    page: list[_Laid] = []
    y = MARGIN
    for type_, alike in groupby(figures, key=lambda each: each.type):
        cell = _cell(type_, factor, paper)
        wide, high = cell.wide, cell.high
        across = _fits(right - MARGIN, wide)
        for row in _rows(list(alike), across):
            if y + high > bottom:
                yield page
                page, y = [], MARGIN
            for column, figure in enumerate(row):
                page.append(_Laid(figure, QPointF(MARGIN + column * (wide + BETWEEN), y), cell))
            y += high + BETWEEN
    if page:
        yield page


def _fits(room: float, length: float) -> int:
    """Return how many pieces of a length fit side by side in a room."""
    return int((room + BETWEEN) // (length + BETWEEN))


def _cell(type_: str, factor: float, paper: Paper) -> _Cell:
    """The way up in which more of a type go on a page. Raises PrintError where none does."""
    wide, high = paper_figure_size(type_, factor)
    room, down = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT_HEIGHT
    cells = [_Cell(wide, high, False), _Cell(high, wide, True)]
    most = max(cells, key=lambda cell: _fits(room, cell.wide) * _fits(down, cell.high))
    if not _fits(room, most.wide) * _fits(down, most.high):
        raise PrintError(text("printing.figure-too-large", None, paper=paper.name))
    return most


def _rows(figures: list[PaperFigure], across: int) -> Iterator[list[PaperFigure]]:
    for first in range(0, len(figures), across):
        yield figures[first : first + across]


# --- drawing --------------------------------------------------------------------------------------


def _paint(
    page: Sequence[_Laid], paper: Paper, factor: float, says: str, painter: QPainter
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for laid in page:
        painter.save()
        painter.translate(laid.at)
        if laid.cell.is_lying:
            painter.translate(0, laid.cell.high)
            painter.rotate(-90)
        painter.scale(factor, factor)
        _paint_figure(painter, laid.figure)
        painter.restore()
    foot = QPointF(MARGIN, paper.height - MARGIN)
    draw_text(painter, foot, says, LETTERS, anchor=LEFT, room=paper.width - 2 * MARGIN)


def _paint_figure(painter: QPainter, figure: PaperFigure) -> None:
    """One figure's paper, its upper left corner at the origin."""
    cut, ground = figure_cutout(figure.type), blend(QColor(figure.shade), PAPER_WHITE, 0.35)
    outline = _outline(figure.type, cut)
    painter.fillPath(outline, QColor(PAPER_WHITE))
    with clip_to(painter, outline):
        head = cut.deep + cut.high
        for top in (0.0, cut.deep + 2 * cut.high):
            painter.fillRect(QRectF(0, top, cut.wide, cut.deep), ground)
        _paint_face(painter, figure, QPointF(cut.wide / 2, cut.deep), is_back=True)
        _paint_face(painter, figure, QPointF(cut.wide / 2, head + cut.high), is_back=False)
    ink = PALE if is_dark(ground) else INK
    middle = QPointF(cut.wide / 2, head + cut.high + 0.5 * cut.deep)
    draw_text(painter, middle, figure.says, NAME, shade=ink, room=0.8 * cut.wide)
    _paint_lines(painter, outline, [cut.deep, head, head + cut.high], cut.wide)


def _paint_face(painter: QPainter, figure: PaperFigure, feet: QPointF, *, is_back: bool) -> None:
    """A picture standing at a point; the back one stands on its head."""
    painter.save()
    painter.translate(feet)
    if is_back:
        painter.rotate(180)
        painter.scale(-1, 1)  # so that both faces have their front at one end of the stand
    paint_paper_figure(painter, figure.type, figure.shade, is_back=is_back)
    painter.restore()


def _outline(type_: str, cut: FigureCutout) -> QPainterPath:
    """Return the outline of a cut-out figure: two faces, and half a stand at both ends."""
    known = FOOTPRINTS.get(type_, FOOTPRINTS["foot"])
    radius, deep = known.radius * MM, cut.deep
    stand, faces = QPainterPath(), QPainterPath()
    faces.addRect(QRectF(0, deep, cut.wide, 2 * cut.high))
    for middle in (deep, deep + 2 * cut.high):
        stand.addRoundedRect(QRectF(0, middle - deep, cut.wide, 2 * deep), radius, radius)
    return stand.united(faces).simplified()


def _paint_lines(
    painter: QPainter, outline: QPainterPath, folds: Sequence[float], wide: float
) -> None:
    """The line to cut along, and those to fold along."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(make_colour(INK), HAIR))
    painter.drawPath(outline)
    fold = QPen(make_colour(INK, 0.6), HAIR)
    fold.setDashPattern([8.0, 6.0])
    painter.setPen(fold)
    for y in folds:
        painter.drawLine(QLineF(0, y, wide, y))
