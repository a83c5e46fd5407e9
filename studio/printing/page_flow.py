"""Pages of words and tables: a band with the title on the first, a line at the foot of each.

Blocks of words, tables and pictures, one below the other over as many pages as they need.

Lengths are millimetres. A block that does not fit at the foot of a page begins the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QPainter, QPalette, QTextDocument

from engine.narration.markdown_text import html_parts
from engine.texts import text
from studio.printing.paper_geometry import Paper
from studio.printing.print_page import PrintedPart, PrintPage
from studio.rendering.markdown_layout import set_html
from studio.rendering.page_painting import LEFT, RIGHT, SET, draw_box, draw_line, draw_text, wrap
from studio.rendering.painting import is_dark, make_colour
from studio.rendering.text_painting import INK, PALE, make_font

BODY, CELL, SMALL, HEAD = 3.6, 3.3, 2.9, 4.8  # mm: letters
GAP = 2.5
LEADING = 1.45
MAX_LINES = 16  # of one row of a table
SCALE = BODY / SET  # of texts that Qt lays out
HEADING = re.compile("<h[1-6]>")  # stays with what follows it
PAD, DRAWN = 1.5, 12.0  # mm: round the words of a cell; the height of a row with pictures
SHADED, RULED = "#e3dac3", "#a79f8c"


@dataclass(frozen=True)
class PageBlock:
    """A block of a height; `paint` gets the upper left corner and the width of its room.

    A block that `leads` stays on the page of the next one; `again` is repeated first if this begins
    a page: the heads of its table. An `is_gap` block is left out at the edge of a page.
    """

    height: float
    paint: Callable[[QPainter, QPointF, float], None]
    leads: bool = False
    again: PageBlock | None = None
    is_gap: bool = False


def paginate_blocks(
    blocks: Sequence[PageBlock], height: float
) -> list[list[tuple[float, PageBlock]]]:
    """The blocks of page after page, each with how far below the top it begins."""
    pages: list[list[tuple[float, PageBlock]]] = [[]]
    top = 0.0
    for number, block in enumerate(blocks):
        if block.is_gap and (not pages[-1] or top + block.height > height):
            continue
        if pages[-1] and top + _together(blocks, number) > height + 1e-6:
            pages.append([])
            top = 0.0
            if block.again is not None:
                pages[-1].append((top, block.again))
                top += block.again.height
        pages[-1].append((top, block))
        top += block.height
    return pages


def _together(blocks: Sequence[PageBlock], first: int) -> float:
    """The height of a block with those that must not be parted from it."""
    high = 0.0
    for block in blocks[first:]:
        high += block.height
        if not block.leads:
            break
    return high


# --- words ----------------------------------------------------------------------------------------


def heading_block(words: str) -> PageBlock:
    """A heading over what follows."""

    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        draw_text(painter, at + QPointF(0, 2.5 + HEAD / 2), words, HEAD, bold=True, anchor=LEFT)
        under = at.y() + 2.5 + HEAD + 1.2
        painter.fillRect(QRectF(at.x(), under, width, 0.35), make_colour(INK))

    return PageBlock(HEAD + 6.0, paint, leads=True)


def paragraph_blocks(words: str, width: float, size: float = BODY) -> list[PageBlock]:
    """Plain words, a block a line."""
    return [_line(line, size) for line in wrap(words, size, width)] + [gap_block(0.6 * GAP)]


def _line(words: str, size: float) -> PageBlock:
    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        draw_text(painter, at + QPointF(0, LEADING * size / 2), words, size, anchor=LEFT)

    return PageBlock(LEADING * size, paint)


def gap_block(height: float = GAP) -> PageBlock:
    """Return an empty block."""
    return PageBlock(height, lambda painter, at, width: None, is_gap=True)


def markdown_blocks(words: str, width: float, room: float) -> list[PageBlock]:
    """A text in Markdown: a block for every paragraph; what is higher than a room is divided."""
    return [
        block
        for part in html_parts(words)
        for block in _document_blocks(part, width, room)
    ]  # fmt: skip


def _document_blocks(markup: str, width: float, room: float) -> Iterator[PageBlock]:
    """A paragraph laid out by Qt, `SET` units to a height of letters, cut at lines of pages."""
    document = _document(markup, width)
    high = document.size().height() * SCALE
    if high <= room:
        yield _lay(markup, width, 0.0, high, 0.0, leads=bool(HEADING.match(markup)))
        yield gap_block(0.4 * GAP)
        return
    document.setPageSize(QSizeF(width, room) / SCALE)
    for number in range(document.pageCount()):
        yield _lay(markup, width, number * room, room, room)


def _document(markup: str, width: float) -> QTextDocument:
    document = QTextDocument()
    document.setDefaultFont(make_font(SET))
    document.setDocumentMargin(0)
    set_html(document, markup)
    document.setTextWidth(width / SCALE)
    return document


def _lay(
    markup: str, wide: float, top: float, height: float, page: float, leads: bool = False
) -> PageBlock:
    """A part of a text, laid out anew by who paints it: a document belongs to one thread."""

    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        document = _document(markup, wide)
        if page:
            document.setPageSize(QSizeF(wide, page) / SCALE)
        painter.save()
        painter.translate(at.x(), at.y() - top)
        painter.scale(SCALE, SCALE)
        clip = QRectF(-1, top / SCALE, wide / SCALE + 2, height / SCALE)
        painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = clip
        context.palette.setColor(QPalette.ColorRole.Text, QColor(INK))
        document.documentLayout().draw(painter, context)
        painter.restore()

    return PageBlock(height, paint, leads)


# --- tables of words ------------------------------------------------------------------------------


Cell = str | Callable[[QPainter, QRectF], None]


def table_blocks(
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    parts: Sequence[float],
    width: float,
    size: float = CELL,
) -> list[PageBlock]:
    """Rows under heads, a block a row; `parts` are the columns' shares of the width.

    A cell is words, or something that is drawn in its room; rows with such a cell are higher. What
    has very many words goes on in rows of its own.
    """
    wides = [width * part / sum(parts) for part in parts]
    small = size * SMALL / CELL
    first = replace(_row(heads, _lines(heads, wides, small, bold=True), wides, small, bold=True),
                    leads=True)  # fmt: skip
    blocks = [first]
    for cells in rows:
        lines = _lines(cells, wides, size)
        for top in range(0, max(1, *map(len, lines)), MAX_LINES):
            shown = [words[top : top + MAX_LINES] for words in lines]
            drawn = [cell if callable(cell) and not top else "" for cell in cells]
            blocks.append(replace(_row(drawn, shown, wides, size), again=first))
    return [*blocks, gap_block()]


def _lines(
    cells: Sequence[Cell], wides: Sequence[float], size: float, bold: bool = False
) -> list[list[str]]:
    """The words of cells in lines."""
    return [
        wrap(cell, size, wide - 2 * PAD, bold) if isinstance(cell, str) else []
        for cell, wide in zip(cells, wides, strict=True)
    ]


def _row(
    cells: Sequence[Cell],
    lines: Sequence[Sequence[str]],
    wides: Sequence[float],
    size: float,
    bold: bool = False,
) -> PageBlock:
    """One row: what is drawn in its cells, and lines of words; the heads' is bold and shaded."""
    drawn = DRAWN if any(callable(cell) for cell in cells) else 0.0
    high = max(drawn, max(map(len, lines)) * LEADING * size + PAD)

    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        left = at.x()
        for cell, wide, words in zip(cells, wides, lines, strict=True):
            room = QRectF(left, at.y(), wide, high)
            draw_box(painter, room, SHADED if bold else "#ffffff", RULED)
            if callable(cell):
                cell(painter, room)
            for number, line in enumerate(words):
                down = (number + 0.5 - len(words) / 2) * LEADING * size
                draw_text(painter, room.center() + QPointF(PAD - wide / 2, down), line, size,
                    bold=bold, anchor=LEFT)  # fmt: skip
            left += wide

    return PageBlock(high, paint)


MARGIN = 15.0
BAND, FOOT, FOOT_LETTERS = 16.0, 8.0, 2.6


@dataclass(frozen=True)
class TextPages:
    """Pages with a title above and a line below, in a side's colour."""

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
        pages = paginate_blocks([band, *blocks], self.height)
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
        painter.fillRect(room, make_colour(self.shade))
        ink = PALE if is_dark(QColor(self.shade)) else INK
        middle = room.center().y()
        left, right = QPointF(room.left() + 4, middle), QPointF(room.right() - 4, middle)
        taken = draw_text(painter, left, self.title, 7.0, bold=True, shade=ink, anchor=LEFT,
                    room=0.6 * width)  # fmt: skip
        draw_text(painter, right, self.says, 4.6, shade=ink, anchor=RIGHT, room=width - taken - 16)
