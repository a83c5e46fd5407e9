"""A test sheet that shows how far a printer is off: rulers and crosses on front and back."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.narration.number_format import format_decimal
from engine.texts import text
from studio.printing.paper_geometry import Duplex, PaperRectangle, axis_of, mirrored_place
from studio.printing.piece_cutting_grid import paint_registration_target
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.page_painting import LEFT, draw_line, draw_text, wrap
from studio.rendering.text_painting import INK

REACH = 10  # mm to each side of a cross
CORNER = 30.0  # mm: how far the crosses are from the paper's edges
TICK = (1.2, 2.2, 3.4)
BEHIND, GREY = "#b3122a", "#7a7361"


def calibration_pages(
    settings: GamePrintSettings, language: str, title: str
) -> Iterator[PrintPage]:
    """Front and back; folded, there is nothing to measure but the front's edges."""
    sides = ("front",) if settings.duplex is Duplex.FOLD else ("front", "back")
    for side in sides:
        sheet = _TestSheet(settings, language, is_back=side == "back")
        yield PrintPage(
            PrintedPart.CALIBRATION,
            text(f"printing.test-{side}", language),
            sheet.paint,
            side == "back",
        )


class _TestSheet:
    """One side of the test sheet: the front's crosses black, the back's red and behind them."""

    def __init__(self, settings: GamePrintSettings, language: str, *, is_back: bool) -> None:
        self.settings, self.language, self.is_back = settings, language, is_back

    def crosses(self) -> list[QPointF]:
        """The middles of the crosses."""
        paper = self.settings.paper
        across, down = (CORNER, paper.width - CORNER), (CORNER, paper.height - CORNER)
        points = [QPointF(x, y) for y in down for x in across]
        points.append(QPointF(paper.width / 2, paper.height / 2))
        if not self.is_back:
            return points
        axis = axis_of(paper, self.settings.duplex)
        places = (mirrored_place(PaperRectangle(p.x(), p.y(), 0, 0), paper, axis) for p in points)
        return [QPointF(place.left, place.top) for place in places]

    def paint(self, painter: QPainter) -> None:
        """Draw the sheet."""
        shade = BEHIND if self.is_back else INK
        for at in self.crosses():
            _paint_cross(painter, at, shade)
        if not self.is_back:
            self._paint_edges(painter)
        self._paint_words(painter)

    def _paint_edges(self, painter: QPainter) -> None:
        """A ruler along the upper and the left edge, which counts from the paper's corner."""
        paper = self.settings.paper
        lines = [QLineF(x, 4, x, 4 + _tick(x)) for x in range(10, int(paper.width) - 9)]
        lines += [QLineF(4, y, 4 + _tick(y), y) for y in range(10, int(paper.height) - 9)]
        draw_line(painter, lines, 0.1)
        for x in range(20, int(paper.width) - 9, 10):
            draw_text(painter, QPointF(x, 9), str(x), 2.2)
        for y in range(20, int(paper.height) - 9, 10):
            draw_text(painter, QPointF(8.4, y), str(y), 2.2, anchor=LEFT)

    def _paint_words(self, painter: QPainter) -> None:
        paper = self.settings.paper
        side = "back" if self.is_back else "front"
        head = text(f"printing.test-{side}", self.language)
        draw_text(painter, QPointF(CORNER + 18, 36), head, 5.0, bold=True, anchor=LEFT)
        said = text(f"printing.test-{side}-words", self.language)
        shift = self.settings.back_shift if self.is_back else self.settings.front_shift
        right, down = (format_decimal(f"{each:g}", self.language) for each in shift)
        said_shift = text("printing.test-shift", self.language, right=right, down=down)
        room = paper.width - 2 * CORNER - 36
        lines = [line for part in said.split("\n") for line in wrap(part, 3.4, room)]
        for number, line in enumerate([*lines, "", said_shift]):
            draw_text(painter, QPointF(CORNER + 18, 45 + 5.2 * number), line, 3.4, anchor=LEFT)


def _paint_cross(painter: QPainter, at: QPointF, shade: str) -> None:
    """A cross whose arms are rulers of millimetres, and a box that the eye finds at once."""
    lines = [QLineF(at.x() - REACH, at.y(), at.x() + REACH, at.y()),
             QLineF(at.x(), at.y() - REACH, at.x(), at.y() + REACH)]  # fmt: skip
    for step in (*range(-REACH, 0), *range(1, REACH + 1)):
        half = _tick(step) / 2
        lines.append(QLineF(at.x() + step, at.y() - half, at.x() + step, at.y() + half))
        lines.append(QLineF(at.x() - half, at.y() + step, at.x() + half, at.y() + step))
    draw_line(painter, lines, 0.1, shade)
    paint_registration_target(painter, at, 3.0)
    for step in (-REACH, -5, 5, REACH):
        draw_text(painter, QPointF(at.x() + step, at.y() + 3.2), str(abs(step)), 1.7, shade=GREY)
        draw_text(painter, QPointF(at.x() + 3.2, at.y() + step), str(abs(step)), 1.7, shade=GREY)
    frame = QRectF(at.x() - 13, at.y() - 13, 26, 26)
    corners = [frame.topLeft(), frame.topRight(), frame.bottomRight(), frame.bottomLeft()]
    draw_line(painter, [QLineF(first, second) for first, second in
                   zip(corners, [*corners[1:], corners[0]], strict=True)], 0.1, shade)  # fmt: skip


def _tick(number: int) -> float:
    return TICK[2] if number % 10 == 0 else TICK[1] if number % 5 == 0 else TICK[0]
