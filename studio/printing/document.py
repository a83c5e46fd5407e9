"""Pages of words and tables: a band with the title on the first, a line at the foot of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from engine.texts import text
from studio.drawing.inks import colour, is_dark
from studio.drawing.lettering import INK, PALE
from studio.drawing.millimetres import LEFT, RIGHT, draw_line, draw_text
from studio.printing.flow import PageBlock, paginate
from studio.printing.leaf import PrintedPart, PrintPage
from studio.printing.pages import Paper

MARGIN = 15.0
BAND, FOOT, FOOT_LETTERS = 16.0, 8.0, 2.6


@dataclass(frozen=True)
class TextPages:
    """What stands over and under pages: the game's title, what they are, in a side's colour."""

    part: PrintedPart
    paper: Paper
    title: str
    says: str
    shade: str
    language: str

    @property
    def width(self) -> float:
        """The width there is for blocks."""
        return self.paper.width - 2 * MARGIN

    @property
    def height(self) -> float:
        """The height there is on every page but the first, which has less."""
        return self.paper.height - 2 * MARGIN - FOOT

    def leaves(
        self, blocks: Sequence[PageBlock], holds: tuple[str, ...] = ()
    ) -> Iterator[PrintPage]:
        """Pages of blocks."""
        band = PageBlock(BAND + 4.0, self._paint_band)
        pages = paginate([band, *blocks], self.height)
        for number, page in enumerate(pages, 1):
            paint = partial(self._paint, page, number, len(pages))
            yield PrintPage(self.part, self._foot(number, len(pages)), paint, holds=holds)

    def _paint(
        self, page: list[tuple[float, PageBlock]], number: int, count: int, painter: QPainter
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for top, block in page:
            block.paint(painter, QPointF(MARGIN, MARGIN + top), self.width)
        self.paint_foot(painter, self._foot(number, count))

    def paint_foot(self, painter: QPainter, words: str) -> None:
        """The line at the foot."""
        down = self.paper.height - MARGIN + 1.0
        draw_line(
            painter, [QLineF(MARGIN, down - 3, self.paper.width - MARGIN, down - 3)], shade=INK
        )
        draw_text(painter, QPointF(MARGIN, down), words, FOOT_LETTERS, anchor=LEFT, room=self.width)

    def _foot(self, number: int, count: int) -> str:
        return text(
            "printing.document-foot", self.language, title=self.title, says=self.says,
            number=number, count=count,
        )  # fmt: skip

    def _paint_band(self, painter: QPainter, at: QPointF, width: float) -> None:
        room = QRectF(at.x(), at.y(), width, BAND)
        painter.fillRect(room, colour(self.shade))
        ink = PALE if is_dark(QColor(self.shade)) else INK
        middle = room.center().y()
        left, right = QPointF(room.left() + 4, middle), QPointF(room.right() - 4, middle)
        taken = draw_text(painter, left, self.title, 7.0, bold=True, shade=ink, anchor=LEFT,
                    room=0.6 * width)  # fmt: skip
        draw_text(painter, right, self.says, 4.6, shade=ink, anchor=RIGHT, room=width - taken - 16)
