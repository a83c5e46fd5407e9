"""Printouts of single files: a map, a table with its figures, or a deck of cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from engine.files import source_text
from engine.files.deck_files import DeckFile
from engine.games import card_effects_of, is_installed, scenario_limits_of, title_of
from engine.games.card_effects import CardEffectType
from engine.games.scenario_limits import AllowedCardTerms
from engine.map.map import Map
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import localised, text
from studio.printing.card_sheets import PrintedDeck, card_pieces, deck_sheet_pages
from studio.printing.game_printout import PrintedChapter, select_pages
from studio.printing.map_pages import tiled_map_pages
from studio.printing.measuring_strips import measuring_strip_pages
from studio.printing.page_output import PrintError
from studio.printing.paper_figure_sheets import paper_figure_pages
from studio.printing.paper_geometry import Paper
from studio.printing.piece_pictures import printed_png, side_picture
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings, Shift
from studio.printing.rules_booklet import rules_pages, summary_pages
from studio.printing.tabletop_pages import FULL, sample_paper_figures, tabletop_pages
from studio.rendering.cards.card_painter import CardRenderContext, card_size
from studio.rendering.map.render_options import RenderOptions


class TabletopPrintout:
    """The parts of a table file as pages. Raises PrintError."""

    def __init__(
        self, table: TabletopMap, look: RenderOptions, settings: GamePrintSettings
    ) -> None:
        self.table, self.look, self.settings = table, look, settings
        self.title = localised(table.title, look.language) or text("game.account", look.language)
        self.chapters = tuple(self._chapters())
        self.printed_pages: Sequence[PrintPage] = [
            leaf for chapter in self.chapters for leaf in chapter.leaves
        ]  # fmt: skip
        if not self.printed_pages:
            raise PrintError(text("printing.nothing-to-print", look.language))

    @property
    def paper(self) -> Paper:
        """Return the paper."""
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
            yield from paper_figure_pages(
                sample_paper_figures(), paper, self.table.scale, language, self.title
            )
        elif part is PrintedPart.STRIPS:
            inch = self.settings.inch_mm or FULL
            yield from measuring_strip_pages(paper, inch, language, self.title)


class RulesPrintout:
    """The rulebook of a game as pages: the booklet, the summary, or both."""

    def __init__(self, game: str, settings: GamePrintSettings, language: str) -> None:
        self.settings, self.title = settings, localised(title_of(game), language)
        make = {PrintedPart.RULES: rules_pages, PrintedPart.SUMMARY: summary_pages}
        wanted = [part for part in settings.parts if part in make] or list(make)
        self.chapters: tuple[PrintedChapter, ...] = ()
        first = 1
        for part in wanted:
            pages = [list(make[part](game, settings.paper, language))]
            stacks = select_pages(part, settings.parts.get(part, ()), pages)
            leaves = tuple(leaf for stack in stacks for leaf in stack)
            self.chapters += (PrintedChapter(part, first, leaves),)
            first += len(leaves)
        self.printed_pages: Sequence[PrintPage] = [
            leaf for chapter in self.chapters for leaf in chapter.leaves
        ]  # fmt: skip

    @property
    def paper(self) -> Paper:
        """Return the paper."""
        return self.settings.paper

    def shift(self, leaf: PrintPage) -> Shift:
        """Return no shift: every page has one side alone."""
        return 0.0, 0.0


ACROSS, DOWN = 10, 7  # cards on a sheet of a virtual table, the last place kept for the back
MAX_WIDTH = 10_000  # pixels of such a sheet: larger pictures such tables refuse


class DeckPrintout:
    """The cards of a deck file as pages, fronts and backs."""

    def __init__(
        self, deck: DeckFile, settings: GamePrintSettings, language: str, folder: Path
    ) -> None:
        self.deck, self.settings, self.language = deck, settings, language
        self.title = localised(deck.deck.title, language) or deck.deck.id
        effects, terms = card_effects_and_terms(deck.game)
        shown = PrintedDeck(deck.deck, CardRenderContext(effects, folder, terms=terms))
        self.printed_pages: Sequence[PrintPage] = list(
            deck_sheet_pages([shown], settings, language, self.title)
        )
        if not self.printed_pages:
            raise PrintError(text("printing.nothing-to-print", language))

    @property
    def paper(self) -> Paper:
        """Return the paper."""
        return self.settings.paper

    def shift(self, leaf: PrintPage) -> Shift:
        """Return the shift that corrects the printer's error."""
        return self.settings.back_shift if leaf.is_back else self.settings.front_shift


def card_effects_and_terms(game: str) -> tuple[Mapping[str, CardEffectType], AllowedCardTerms]:
    """The effects of a game's cards, and what they say beside; nothing of a game not installed."""
    if not is_installed(game):
        return {}, AllowedCardTerms()
    return card_effects_of(game, {}), scenario_limits_of(game, {}).card_terms


def write_vtt_card_sheets(
    deck: DeckFile, look: CardRenderContext, language: str, out: Path, dots: float
) -> list[Path]:
    """Sheets of ten by seven cards as virtual tables take them, and the back; the files."""
    cards = card_pieces(deck.deck, look, language)
    size = card_size(deck.deck)
    dots = min(dots, MAX_WIDTH / ACROSS / size.width() * 25.4)
    wide = (size.width(), size.height())
    back = side_picture(cards[0].back, wide, dots)
    files = vtt_card_sheet_files(len(cards), out)
    for number, file in enumerate(files[:-1]):
        first = number * (ACROSS * DOWN - 1)
        fronts = [side_picture(each.front, wide, dots)
                  for each in cards[first : first + ACROSS * DOWN - 1]]  # fmt: skip
        source_text.write(file, printed_png(_sheet(fronts, back), dots))
    source_text.write(files[-1], printed_png(back, dots))
    return files


def vtt_card_sheet_files(cards: int, out: Path) -> list[Path]:
    """The files of the sheets and, last, of the back."""
    count = max(1, math.ceil(cards / (ACROSS * DOWN - 1)))
    sheets = [out] if count == 1 else [
        out.with_name(f"{out.stem}-{number}{out.suffix}") for number in range(1, count + 1)
    ]  # fmt: skip
    return [*sheets, out.with_name(f"{out.stem}-back{out.suffix}")]


def _sheet(fronts: Sequence[QImage], back: QImage) -> QImage:
    """Fronts row by row, the back in the last place."""
    wide, high = back.width(), back.height()
    sheet = QImage(ACROSS * wide, DOWN * high, QImage.Format.Format_RGB32)
    sheet.fill(0)
    painter = QPainter(sheet)
    try:  # Qt aborts where a painter outlives its picture
        for place, front in [*enumerate(fronts), (ACROSS * DOWN - 1, back)]:
            row, column = divmod(place, ACROSS)
            painter.drawImage(QRect(column * wide, row * high, wide, high), front)
    finally:
        painter.end()
    return sheet


class MapPrintout:
    """A map's pages. Raises PrintError where parts are wanted that only a scenario has."""

    def __init__(self, map_: Map, look: RenderOptions, settings: GamePrintSettings) -> None:
        self.settings, self.title = settings, localised(map_.title, look.language)
        if set(settings.parts) != {PrintedPart.MAP}:
            raise PrintError(text("printing.map-alone", look.language))
        stacks = [[leaf] for leaf in tiled_map_pages(map_, look, settings)]
        kept = select_pages(PrintedPart.MAP, settings.parts[PrintedPart.MAP], stacks)
        self.printed_pages: Sequence[PrintPage] = [leaf for stack in kept for leaf in stack]
        self.chapters = (PrintedChapter(PrintedPart.MAP, 1, tuple(self.printed_pages)),)

    @property
    def paper(self) -> Paper:
        """Return the paper."""
        return self.settings.paper

    def shift(self, leaf: PrintPage) -> Shift:
        """Every page has one side alone."""
        return 0.0, 0.0
