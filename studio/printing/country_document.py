"""A table by itself on pages: its country, a set of paper figures, measuring strips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.tabletop.table import TabletopMap
from engine.texts import localised, text
from studio.drawing.look import RenderOptions
from studio.printing.country_parts import paper_set, tabletop_pages
from studio.printing.country_print import FULL
from studio.printing.figure_sheets import figure_leaves
from studio.printing.game_print import PrintedChapter, select_pages
from studio.printing.leaf import PrintedPart, PrintPage
from studio.printing.output import PrintError
from studio.printing.pages import Paper
from studio.printing.settings import GamePrintSettings, Shift
from studio.printing.strips import strip_leaves


class TabletopPrintout:
    """The parts of a table file as pages. Raises CannotPrint."""

    def __init__(
        self, table: TabletopMap, look: RenderOptions, settings: GamePrintSettings
    ) -> None:
        self.table, self.look, self.settings = table, look, settings
        self.title = localised(table.title, look.language) or text("game.account", look.language)
        self.chapters = tuple(self._chapters())
        self.leaves: Sequence[PrintPage] = [
            leaf for chapter in self.chapters for leaf in chapter.leaves
        ]  # fmt: skip
        if not self.leaves:
            raise PrintError(text("printing.nothing-to-print", look.language))

    @property
    def paper(self) -> Paper:
        """What it is printed on."""
        return self.settings.paper

    def shift(self, leaf: PrintPage) -> Shift:
        """Every page has one side alone."""
        return 0.0, 0.0

    def _chapters(self) -> Iterator[PrintedChapter]:
        first = 1
        for part, ranges in self.settings.parts.items():
            stacks = select_pages(part, ranges, [list(self._leaves(part))])
            leaves = tuple(leaf for stack in stacks for leaf in stack)
            yield PrintedChapter(part, first, leaves)
            first += len(leaves)

    def _leaves(self, part: PrintedPart) -> Iterator[PrintPage]:
        language, paper = self.look.language, self.settings.paper
        if part is PrintedPart.MAP:
            look = replace(self.look, zones=True)
            yield from tabletop_pages(self.table, look, self.settings, self.title)
        elif part is PrintedPart.COUNTERS:
            yield from figure_leaves(paper_set(), paper, self.table.scale, language, self.title)
        elif part is PrintedPart.STRIPS:
            inch = self.settings.inch_mm or FULL
            yield from strip_leaves(paper, inch, language, self.title)
