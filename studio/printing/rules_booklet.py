"""Rulebooks as booklets: a cover with contents, chapters in two columns, and a page of summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.rulebook.rulebook import Rulebook, RulebookChapter, build_rulebook
from engine.scenario.scenario import Scenario
from engine.texts import localised, text
from studio.printing.column_flow import ColumnBlock, ColumnPages, PlacedBlock, flow_columns
from studio.printing.paper_geometry import Paper
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.reference_pages import open_row_filter
from studio.printing.rulebook_blocks import ACCENT, BAR, FAINT, RulebookBlocks
from studio.rendering.page_painting import LEFT, RIGHT, draw_line, draw_text, wrap
from studio.rendering.painting import make_colour
from studio.rendering.rulebook.rule_figures import draw_figure
from studio.rendering.rulebook.rulebook_tables import RulebookTables
from studio.rendering.text_painting import INK, PALE

MARGIN, HEAD, FOOT, GUTTER = 14.0, 9.0, 8.0, 7.0
LETTERS = 3.15
SHRINK = (1.0, 0.94, 0.88, 0.82, 0.77, 0.72, 0.67, 0.62)
"""The sizes tried for a summary, until it fits one page."""


def rules_pages(
    game: str, paper: Paper, language: str, scenario: Scenario | None = None
) -> Iterator[PrintPage]:
    """Yield the booklet of a game's rules; of a scenario its own copy, with changes marked."""
    yield from RulesBooklet(game, paper, language, scenario).pages()


def summary_pages(
    game: str, paper: Paper, language: str, scenario: Scenario | None = None
) -> Iterator[PrintPage]:
    """Yield the one-page summary of a game's rules; none where its rulebook has none."""
    yield from RulesBooklet(game, paper, language, scenario).summary()


class RulesBooklet:
    """A rulebook laid out on paper."""

    def __init__(
        self, game: str, paper: Paper, language: str, scenario: Scenario | None = None
    ) -> None:
        rules = scenario.rules if scenario else {}
        self.book: Rulebook = build_rulebook(game, language, rules)
        self.paper, self.scenario = paper, scenario
        self.tables = RulebookTables(
            self.book, scenario, open_row_filter(scenario) if scenario else None
        )
        self.width = paper.width - 2 * MARGIN
        self.column = (self.width - GUTTER) / 2
        self.height = paper.height - 2 * MARGIN - HEAD - FOOT

    def pages(self) -> Iterator[PrintPage]:
        """Yield the cover, then the chapters."""
        blocks = self._blocks(LETTERS)
        flowing: list[ColumnBlock] = []
        for chapter in self.book.chapters:
            flowing += blocks.chapter(chapter)
        laid = flow_columns(flowing, self.height)
        cover = flow_columns(list(self._contents(blocks)), self.height - self._cover_height)
        before = len(cover.pages)
        blocks.pages |= {anchor: page + before for anchor, page in laid.found.items()}
        for number, page in enumerate(cover.pages):
            yield self._page(partial(self._paint_cover, page, number), number + 1)
        heads = self._heads(laid)
        for number, page in enumerate(laid.pages):
            paint = partial(self._paint_page, page, heads[number], number + 1 + before)
            yield self._page(paint, number + 1 + before)

    def summary(self) -> Iterator[PrintPage]:
        """Yield the summary on one page, in letters as large as fit."""
        if not self.book.summary:
            return
        laid = ColumnPages()
        for shrink in SHRINK:
            blocks = self._blocks(shrink * LETTERS)
            flowing = [block for item in self.book.summary for block in blocks.item(item)]
            laid = flow_columns(flowing, self.height)
            if len(laid.pages) == 1:
                break
        said = text("rulebook.summary", self.book.language)
        for page in laid.pages:
            paint = partial(self._paint_page, page, said, 0)
            yield PrintPage(PrintedPart.SUMMARY, f"{self.book.title} · {said}", paint)

    def _blocks(self, size: float) -> RulebookBlocks:
        return RulebookBlocks(self.book, self.tables, self.column, self.width, size)

    def _page(self, paint: Callable[[QPainter], None], number: int) -> PrintPage:
        said = text("rulebook.rules-of", self.book.language, game=self.book.title)
        return PrintPage(PrintedPart.RULES, f"{said} · {number}", paint)

    # --- cover --------------------------------------------------------------------------------

    @property
    def _cover_height(self) -> float:
        return 0.5 * self.paper.height - MARGIN

    def _contents(self, blocks: RulebookBlocks) -> Iterator[ColumnBlock]:
        for chapter in self.book.chapters:
            line = blocks.reference(str(chapter.number), chapter.title, chapter.id, 1.25)
            yield ColumnBlock(line)

    def _paint_cover(self, page: Sequence[PlacedBlock], number: int, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = MARGIN + HEAD
        if not number:
            self._paint_title(painter)
            top = 0.5 * self.paper.height + 14.0
            head = text("rulebook.contents", self.book.language)
            draw_text(painter, QPointF(MARGIN, top - 7), head, 5.4, bold=True, shade=ACCENT,
                anchor=LEFT)  # fmt: skip
            draw_line(painter, [QLineF(MARGIN, top - 2.5, self.paper.width - MARGIN, top - 2.5)],
                0.4, ACCENT)  # fmt: skip
        self._paint_blocks(painter, page, top)

    def _paint_title(self, painter: QPainter) -> None:
        """Draw the title over a band of colour, a diagram of the book, and whose copy it is."""
        band = QRectF(0, 0, self.paper.width, 0.46 * self.paper.height)
        painter.fillRect(band, make_colour(ACCENT))
        painter.fillRect(QRectF(0, band.bottom(), band.width(), 1.6), make_colour(BAR))
        at = QPointF(MARGIN, 26)
        for line in wrap(self.book.title, 15, self.width, bold=True):
            draw_text(painter, at, line, 15, bold=True, shade=PALE, anchor=LEFT, room=self.width)
            at += QPointF(0, 17)
        draw_text(painter, at - QPointF(0, 4), self._subtitle(), 5.6, shade="#e6d9b8", anchor=LEFT,
            room=self.width)  # fmt: skip
        self._paint_emblem(painter, QRectF(0, at.y() + 4, band.width(), band.bottom() - at.y() - 8))

    def _subtitle(self) -> str:
        if self.scenario is None:
            return text("rulebook.rules", self.book.language)
        title = localised(self.scenario.title, self.book.language)
        return text("rulebook.scenario-copy", self.book.language, title=title)

    def _paint_emblem(self, painter: QPainter, room: QRectF) -> None:
        """Draw the largest diagram of the book into a room, as a picture for the cover."""
        drawings = [draw_figure(self.book.game, item.figure, self.book.language)
                    for chapter in self.book.chapters for item in chapter.items
                    if item.figure is not None]  # fmt: skip
        if not drawings:
            return
        drawing = max(drawings, key=lambda each: each.width * min(each.height, each.width))
        scale = min(0.86 * room.width() / drawing.width, room.height() / drawing.height)
        painter.save()
        painter.translate(room.center().x() - drawing.width * scale / 2,
                          room.center().y() - drawing.height * scale / 2)  # fmt: skip
        painter.scale(scale, scale)
        drawing.paint(painter)
        painter.restore()

    # --- pages --------------------------------------------------------------------------------

    def _heads(self, laid: ColumnPages) -> list[str]:
        """Return the running head of each page: the chapter that it begins or goes on with."""
        heads, now = [], self.book.chapters[0].title
        begun: dict[int, RulebookChapter] = {}
        for chapter in self.book.chapters:
            begun.setdefault(laid.found[chapter.id], chapter)
        for number in range(1, len(laid.pages) + 1):
            now = begun[number].title if number in begun else self._last(laid, number)
            heads.append(now)
        return heads

    def _last(self, laid: ColumnPages, page: int) -> str:
        """Return the title of the last chapter that begins before a page."""
        before: list[RulebookChapter] = [
            chapter for chapter in self.book.chapters if laid.found[chapter.id] < page
        ]
        return before[-1].title if before else ""

    def _paint_page(
        self, page: Sequence[PlacedBlock], head: str, number: int, painter: QPainter
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        right, line = self.paper.width - MARGIN, MARGIN + 3.2
        draw_text(painter, QPointF(MARGIN, MARGIN), self.book.title, 3.0, bold=True, shade=FAINT,
            anchor=LEFT)  # fmt: skip
        draw_text(painter, QPointF(right, MARGIN), head, 3.0, shade=FAINT, anchor=RIGHT)
        draw_line(painter, [QLineF(MARGIN, line, right, line)], 0.25, BAR)
        self._paint_blocks(painter, page, MARGIN + HEAD)
        if number:
            at = QPointF(self.paper.width / 2, self.paper.height - MARGIN + 1)
            draw_text(painter, at, str(number), 3.3, bold=True, shade=INK)

    def _paint_blocks(self, painter: QPainter, page: Sequence[PlacedBlock], top: float) -> None:
        for placed in page:
            left = MARGIN + placed.column * (self.column + GUTTER)
            width = self.width if placed.is_wide else self.column
            placed.block.paint(painter, QPointF(left, top + placed.top), width)
