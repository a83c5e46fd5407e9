"""The blocks of a printed rulebook: rules, examples, diagrams, tables and lists in columns.

Lengths are millimetres; every size follows from that of the letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import unescape

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QPainter, QPalette, QTextDocument

from engine.games import cards_by_id
from engine.narration.markdown_text import html_parts
from engine.rulebook.rulebook import ChoiceNote, Rulebook, RulebookChapter, RulebookItem
from engine.rulebook.rulebook_source import ItemKind
from engine.texts import localised, text
from studio.printing.column_flow import ColumnBlock
from studio.printing.page_flow import PageBlock, gap_block, table_blocks
from studio.rendering.charts.printed_table import PrintedTableDrawing, PrintedTableGeometry
from studio.rendering.markdown_layout import set_html
from studio.rendering.page_painting import LEFT, RIGHT, SET, draw_text, width_of
from studio.rendering.painting import make_colour
from studio.rendering.rulebook.rule_figures import draw_figure, figure_room
from studio.rendering.rulebook.rulebook_tables import RulebookTable, RulebookTables
from studio.rendering.text_painting import INK, make_font

ACCENT, TINT, BAR, FAINT = "#7a1f1f", "#f4efe2", "#b9a77c", "#5d574b"
INSIDE = SET / 10  # Qt draws every line that its clip touches: the lines beside are left out
HANG = 3.7  # sizes of letters: the room of a rule's number beside its text
TABLE_SET = 14  # units: letters of tables as they are laid out
MOST_HEADS = 5  # of a table of words in a column; with more it crosses the page
SMALLEST = 0.74  # of the wanted size: smaller a table would be in a column, it crosses the page
TAGS = re.compile(r"<[^>]+>")
ROWS, CELLS = re.compile(r"<tr>(.*?)</tr>", re.DOTALL), re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")
EMPHASIS = re.compile(r"\*\*?")


@dataclass(frozen=True)
class TextFace:
    """The face of a text: its letters, where it begins, and what is behind it."""

    size: float
    indent: float = 0.0
    shade: str = INK
    is_boxed: bool = False
    bar: str = ""


class RulebookBlocks:
    """Makes the blocks of a rulebook in columns of a width, in letters of a size."""

    def __init__(
        self, book: Rulebook, tables: RulebookTables, column: float, width: float, size: float
    ) -> None:
        self.book, self.tables = book, tables
        self.column, self.width, self.size = column, width, size
        self.figures = 0
        self.pages: dict[str, int] = {}

    # --- chapters -----------------------------------------------------------------------------

    def chapter(self, chapter: RulebookChapter) -> Iterator[ColumnBlock]:
        """Yield a chapter with its heading."""
        yield ColumnBlock(self._heading(chapter), anchors=(chapter.id,))
        for item in chapter.items:
            yield from self.item(item)

    def item(self, item: RulebookItem) -> Iterator[ColumnBlock]:
        """Yield one thing of a chapter."""
        match item.kind:
            case ItemKind.RULE:
                yield from self._rule(item)
            case ItemKind.EXAMPLE:
                yield from self._example(item)
            case ItemKind.FIGURE:
                yield from self._figure(item)
            case ItemKind.TABLE:
                yield from self._noted(item, 0.0)
                yield from self.table(self.tables.find(item.name))
            case ItemKind.LIST:
                yield from self._list(item.name)
            case _:
                yield from self._text(item.text, TextFace(self.size))
                yield self._gap(0.55)

    def _heading(self, chapter: RulebookChapter) -> PageBlock:
        size = 1.75 * self.size

        def paint(painter: QPainter, at: QPointF, width: float) -> None:
            middle = at + QPointF(0, 1.6 * size)
            taken = draw_text(painter, middle, f"{chapter.number}", size, bold=True, shade=ACCENT,
                        anchor=LEFT)  # fmt: skip
            beside = middle + QPointF(max(taken + 0.5 * size, HANG * self.size), 0)
            draw_text(painter, beside, chapter.title, size, bold=True, shade=ACCENT, anchor=LEFT,
                room=at.x() + width - beside.x())  # fmt: skip
            under = QRectF(at.x(), at.y() + 2.45 * size, width, 0.4)
            painter.fillRect(under, make_colour(ACCENT))

        return PageBlock(3.05 * size, paint, leads=True)

    # --- rules --------------------------------------------------------------------------------

    def _rule(self, item: RulebookItem) -> Iterator[ColumnBlock]:
        title = self._bold(item.title) if item.title else ""
        face = TextFace(self.size, HANG * self.size, bar=ACCENT if item.note else "")
        lines = list(self._text(title + item.text, face))
        if lines:
            number = partial(self._paint_number, item.name, lines[0].block)
            lines[0] = replace(lines[0], block=replace(lines[0].block, paint=number),
                               anchors=(item.name,))  # fmt: skip
        yield from lines
        for note in item.choices:
            yield from self._choice(note)
        yield from self._noted(item, HANG * self.size)
        yield self._gap(0.5)

    def _paint_number(
        self, number: str, line: PageBlock, painter: QPainter, at: QPointF, width: float
    ) -> None:
        line.paint(painter, at, width)
        middle = at + QPointF(0, 0.66 * self.size)
        room = (HANG - 0.4) * self.size
        draw_text(painter, middle, number, self.size, bold=True, shade=ACCENT, anchor=LEFT,
            room=room)  # fmt: skip

    def _choice(self, note: ChoiceNote) -> Iterator[ColumnBlock]:
        language = self.book.language
        between = text("rulebook.or", language)
        said = text("rulebook.usual", language, usual=note.usual)
        if note.others:
            said += " " + text("rulebook.others", language, others=between.join(note.others))
        head = self._bold(f"{text('rulebook.choice', language)} · {note.name}")
        face = TextFace(0.84 * self.size, (HANG + 0.7) * self.size, FAINT, bar=BAR)
        yield self._gap(0.2)
        yield from self._text(f"{head}{note.meaning} {said}", face)

    def _noted(self, item: RulebookItem, indent: float) -> Iterator[ColumnBlock]:
        if not item.note:
            return
        head = text("rulebook.changed-mark", self.book.language)
        face = TextFace(0.92 * self.size, indent + 0.7 * self.size, ACCENT, bar=ACCENT)
        yield self._gap(0.2)
        yield from self._text(self._bold(head) + item.note, face)

    def _example(self, item: RulebookItem) -> Iterator[ColumnBlock]:
        head = text("rulebook.example", self.book.language)
        title = self._bold(f"{head} · {item.title}" if item.title else head)
        face = TextFace(0.94 * self.size, 0.9 * self.size, is_boxed=True)
        yield ColumnBlock(self._strip(0.5 * self.size))
        yield from self._text(title + item.text, face)
        yield ColumnBlock(self._strip(0.6 * self.size, leads=False))
        yield self._gap(0.7)

    def _bold(self, heading: str) -> str:
        """Return a heading in bold letters, as it stands before its text."""
        return f"**{heading}**{text('rulebook.heading-end', self.book.language)}"

    def _strip(self, height: float, leads: bool = True) -> PageBlock:
        def paint(painter: QPainter, at: QPointF, width: float) -> None:
            _paint_box(painter, at, width, height)

        return PageBlock(height, paint, leads=leads)

    # --- texts --------------------------------------------------------------------------------

    def _text(self, words: str, face: TextFace) -> Iterator[ColumnBlock]:
        """Yield a text in Markdown, a block for each line."""
        for part in html_parts(words):
            if "<table>" in part:
                yield from self._grid(part)
            else:
                yield from map(ColumnBlock, self._lines(part, face, self.column))

    def _lines_in(self, words: str, face: TextFace, width: float) -> Iterator[PageBlock]:
        for part in html_parts(words):
            yield from self._lines(part, face, width)

    def _lines(self, markup: str, face: TextFace, width: float) -> Iterator[PageBlock]:
        room = width - face.indent - (face.size if face.is_boxed else 0.0)
        scale = face.size / SET
        bands = _bands(_document(markup, room / scale))
        for place, (top, bottom) in enumerate(bands):
            is_edge = place in (0, len(bands) - 2) and place < len(bands) - 1
            paint = partial(_paint_band, markup, face, room / scale, top, bottom)
            yield PageBlock((bottom - top) * scale, paint, leads=is_edge)

    def _grid(self, markup: str) -> Iterator[ColumnBlock]:
        """Yield a table written in Markdown."""
        lines = [[unescape(TAGS.sub("", cell)) for cell in CELLS.findall(row)]
                 for row in ROWS.findall(markup)]  # fmt: skip
        yield from self._word_table(lines[0], lines[1:], is_wide=False)

    # --- diagrams and tables ------------------------------------------------------------------

    def _figure(self, item: RulebookItem) -> Iterator[ColumnBlock]:
        if item.figure is None:
            return
        self.figures += 1
        drawing = draw_figure(self.book.game, item.figure, self.book.language)
        room = figure_room(drawing, self.column)

        def paint(painter: QPainter, at: QPointF, width: float) -> None:
            painter.save()
            painter.translate(at + room.topLeft())
            painter.scale(room.width() / drawing.width, room.width() / drawing.width)
            drawing.paint(painter)
            painter.restore()

        number = text("rulebook.figure", self.book.language, number=self.figures)
        caption = f"{self._bold(number)}{item.text}"
        yield self._gap(0.3)
        yield ColumnBlock(PageBlock(room.height() + 0.6 * self.size, paint, leads=True))
        yield from _kept_together(self._text(caption, TextFace(0.88 * self.size, shade=FAINT)))
        yield self._gap(0.8)

    def table(self, table: RulebookTable) -> Iterator[ColumnBlock]:
        """Yield a table, in a column if its letters stay large enough there."""
        if table.printed is None:
            yield from self._sheet(table)
            return
        if not table.rows:
            return
        geometry = PrintedTableGeometry(table.printed, TABLE_SET)
        wanted = 0.95 * self.size / TABLE_SET
        is_wide = self.column / geometry.room.width() < SMALLEST * wanted
        width = self.width if is_wide else self.column
        scale = min(wanted, width / geometry.room.width())
        drawing = PrintedTableDrawing(table.printed, TABLE_SET, {})

        def paint(painter: QPainter, at: QPointF, width: float) -> None:
            painter.save()
            painter.translate(at.x() + (width - geometry.room.width() * scale) / 2, at.y())
            painter.scale(scale, scale)
            drawing.paint(painter)
            painter.restore()

        height = geometry.room.height() * scale
        yield ColumnBlock(PageBlock(height + 0.6 * self.size, paint), is_wide)
        yield ColumnBlock(gap_block(0.3 * self.size), is_wide)

    def _sheet(self, table: RulebookTable) -> Iterator[ColumnBlock]:
        """Yield a table of words under its title, across the page if it has many columns."""
        is_wide = len(table.heads) > MOST_HEADS
        width = self.width if is_wide else self.column
        title = list(self._lines_in(f"**{table.title}**", TextFace(self.size), width))
        yield from (ColumnBlock(replace(line, leads=True), is_wide) for line in title)
        yield from self._word_table(table.heads, table.rows, is_wide)
        if table.hint:
            face = TextFace(0.84 * self.size, shade=FAINT)
            for line in self._lines_in(table.hint, face, width):
                yield ColumnBlock(line, is_wide)
            yield ColumnBlock(gap_block(0.6 * self.size), is_wide)

    def _word_table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], is_wide: bool
    ) -> Iterator[ColumnBlock]:
        lines = [[EMPHASIS.sub("", cell) for cell in row] for row in rows]
        width = self.width if is_wide else self.column
        size = 0.86 * self.size
        parts = _shares([list(heads), *lines], size)
        for block in table_blocks(heads, lines, parts, width, size):
            yield ColumnBlock(block, is_wide)

    # --- lists --------------------------------------------------------------------------------

    def _list(self, name: str) -> Iterator[ColumnBlock]:
        match name:
            case "choices":
                table = self.tables.choice_rows(self.book)
                yield from self._word_table(table.heads, table.rows, is_wide=True)
            case "cards":
                yield from self._cards()
            case "numbers":
                for number, (chapter, item) in self.book.entries.items():
                    yield ColumnBlock(self.reference(number, item.title or chapter.title, number))

    def _cards(self) -> Iterator[ColumnBlock]:
        language = self.book.language
        for card in cards_by_id(self.book.game).values():
            title, said = localised(card.title, language), localised(card.text, language)
            yield from self._text(self._bold(title) + said, TextFace(self.size, HANG * self.size))
            yield self._gap(0.25)
        yield self._gap(0.3)

    def reference(self, number: str, title: str, anchor: str, size: float = 1.0) -> PageBlock:
        """Return a line of contents or index: a number, a title, and the page of an anchor."""
        letters = size * self.size

        def paint(painter: QPainter, at: QPointF, width: float) -> None:
            middle = at + QPointF(0, 0.75 * letters)
            draw_text(painter, middle, number, letters, bold=True, shade=ACCENT, anchor=LEFT)
            page = str(self.pages.get(anchor, ""))
            taken = draw_text(painter, middle + QPointF(width, 0), page, letters, anchor=RIGHT)
            left = HANG * letters
            room = width - left - taken - 2 * letters
            said = draw_text(painter, middle + QPointF(left, 0), title, letters, anchor=LEFT,
                        room=room)  # fmt: skip
            dots = QPointF(left + said + 0.5 * letters, 0)
            _paint_dots(painter, middle + dots, width - dots.x() - taken - 0.5 * letters, letters)

        return PageBlock(1.5 * letters, paint)

    def _gap(self, sizes: float) -> ColumnBlock:
        return ColumnBlock(gap_block(sizes * self.size))


def _kept_together(blocks: Iterator[ColumnBlock]) -> Iterator[ColumnBlock]:
    """Yield blocks that are not parted, such as the lines of a caption."""
    found = list(blocks)
    for each in found[:-1]:
        yield replace(each, block=replace(each.block, leads=True))
    yield from found[-1:]


def _document(markup: str, width: float) -> QTextDocument:
    document = QTextDocument()
    document.setDefaultFont(make_font(SET))
    document.setDocumentMargin(0)
    set_html(document, markup)
    document.setTextWidth(width)
    return document


def _bands(document: QTextDocument) -> list[tuple[float, float]]:
    """Return the top and the bottom of every line of a text, in its units."""
    tops: list[float] = []
    block = document.begin()
    while block.isValid():
        layout = block.layout()
        above = document.documentLayout().blockBoundingRect(block).top()
        tops += [above + layout.lineAt(n).y() for n in range(layout.lineCount())]
        block = block.next()
    bottoms = [*tops[1:], document.size().height()]
    return [(0.0 if not n else tops[n], bottoms[n]) for n in range(len(tops))]


def _paint_band(
    markup: str,
    face: TextFace,
    width: float,
    top: float,
    bottom: float,
    painter: QPainter,
    at: QPointF,
    room: float,
) -> None:
    """Draw one line of a text, laid out anew: a document belongs to one thread."""
    scale = face.size / SET
    if face.is_boxed:
        _paint_box(painter, at, room, (bottom - top) * scale)
    if face.bar:
        left = at.x() + face.indent - 0.55 * face.size
        painter.fillRect(
            QRectF(left, at.y(), 0.16 * face.size, (bottom - top) * scale), make_colour(face.bar)
        )
    painter.save()
    painter.translate(at.x() + face.indent, at.y() - top * scale)
    painter.scale(scale, scale)
    clip = QRectF(-2 * SET, top, width + 4 * SET, bottom - top)
    painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = clip.adjusted(0, INSIDE, 0, -INSIDE)
    context.palette.setColor(QPalette.ColorRole.Text, QColor(face.shade))
    document = _document(markup, width)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _paint_box(painter: QPainter, at: QPointF, width: float, height: float) -> None:
    """Draw a strip of an example's box, a hair higher so that strips meet."""
    painter.fillRect(QRectF(at, QSizeF(width, height + 0.05)), make_colour(TINT))
    painter.fillRect(QRectF(at, QSizeF(0.7, height + 0.05)), make_colour(BAR))


def _paint_dots(painter: QPainter, at: QPointF, width: float, size: float) -> None:
    step = width_of(".", size) * 1.6
    count = int(width / step) if step else 0
    for number in range(count):
        draw_text(painter, at + QPointF(width - number * step, 0), ".", 0.8 * size, shade=BAR,
            anchor=RIGHT)  # fmt: skip


def _shares(lines: Sequence[Sequence[str]], size: float) -> list[float]:
    """Return the widths of columns by their longest words and the mass of their texts."""
    shares = []
    for column in zip(*lines, strict=True):
        longest = max(width_of(word, size) for cell in column for word in cell.split() or [""])
        mass = max(width_of(cell, size) for cell in column)
        shares.append(longest + 2.5 * size + min(mass, 30 * size) ** 0.8)
    return shares
