"""The printout of a game: map, counters, cards, tables, handouts, as chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from PySide6.QtGui import QPainter

from engine.files import counter_layout_files, source_text
from engine.scenario.scenario import Scenario
from engine.texts import localised, text
from studio.printing.calibration_page import calibration_pages
from studio.printing.card_sheets import card_sheet_pages, overfull_titles_in_scenario
from studio.printing.counter_sheets import counter_sheet_pages
from studio.printing.handouts import handout_pages
from studio.printing.map_pages import tiled_map_pages
from studio.printing.measuring_strips import measuring_strip_pages
from studio.printing.page_output import PrintError
from studio.printing.paper_figure_sheets import paper_figure_pages
from studio.printing.paper_geometry import MAX_PAGES, Duplex, Paper
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings, InvalidPrintRequest, Range, Shift
from studio.printing.reference_pages import reference_table_pages
from studio.printing.rules_booklet import rules_pages, summary_pages
from studio.printing.scenario_map import map_for_players
from studio.printing.tabletop_pages import FULL, scenario_paper_figures, tabletop_pages
from studio.rendering.map.render_options import RenderOptions

TWO_SIDED = (PrintedPart.COUNTERS, PrintedPart.CARDS, PrintedPart.CALIBRATION)


@dataclass(frozen=True)
class PrintedChapter:
    """The pages of one part, from the first to the last in the whole document, counted from 1."""

    part: PrintedPart
    first: int
    leaves: tuple[PrintPage, ...]

    @property
    def last(self) -> int:
        """The number of its last page."""
        return self.first + len(self.leaves) - 1


class GamePrintout:
    """A scenario's parts as pages. `folder` is where its file is, for the pictures of cards.

    Raises PrintError where something does not go on the paper, InvalidPrintRequest for pages there
    are not.
    """

    def __init__(
        self,
        scenario: Scenario,
        look: RenderOptions,
        settings: GamePrintSettings,
        folder: Path = Path(),
    ) -> None:
        self.look, self.settings, self.folder = look, settings, folder
        self.scenario = with_counter_layout(scenario, settings)
        named = scenario.title or scenario.ground.title
        self.title = localised(named, look.language) or text("game.account", look.language)
        self.chapters = tuple(self._chapters())
        # The titles of printed cards whose words do not fit.
        has_cards = PrintedPart.CARDS in settings.parts
        self.cut_cards = (
            overfull_titles_in_scenario(self.scenario, look.language) if has_cards else ()
        )
        self.printed_pages: Sequence[PrintPage] = [
            leaf for chapter in self.chapters for leaf in chapter.leaves
        ]  # fmt: skip
        if not self.printed_pages:
            raise PrintError(text("printing.nothing-to-print", look.language))
        if len(self.printed_pages) > MAX_PAGES:
            values = {"count": len(self.printed_pages), "most": MAX_PAGES}
            raise PrintError(text("printing.print-too-many", look.language, **values))

    @property
    def paper(self) -> Paper:
        """Return the paper."""
        return self.settings.paper

    def shift(self, leaf: PrintPage) -> Shift:
        """Return the shift that corrects the printer's error."""
        return self.settings.back_shift if leaf.is_back else self.settings.front_shift

    @property
    def is_double_sided(self) -> bool:
        """Return True if the printer prints both sides of its paper."""
        is_turned = self.settings.duplex is not Duplex.FOLD
        return is_turned and any(part in TWO_SIDED for part in self.settings.parts)

    def _chapters(self) -> Iterator[PrintedChapter]:
        first = 1
        for part, ranges in self.settings.parts.items():
            leaves = tuple(self._on_paper(select_pages(part, ranges, self._sheets(part))))
            yield PrintedChapter(part, first, leaves)
            first += len(leaves)

    def _sheets(self, part: PrintedPart) -> list[list[PrintPage]]:
        """The pages of a part, in stacks that begin on a sheet of their own."""
        settings, language = self.settings, self.look.language
        make: dict[PrintedPart, Callable[[], Iterator[PrintPage]]] = {
            PrintedPart.COUNTERS: lambda: counter_sheet_pages(
                self.scenario, settings, language, self.title
            ),
            PrintedPart.CARDS: lambda: card_sheet_pages(
                self.scenario, settings, language, self.title, self.folder
            ),
            PrintedPart.TABLES: lambda: reference_table_pages(
                self.scenario, settings, language, self.title
            ),
            PrintedPart.STRIPS: self._strips,
            PrintedPart.RULES: lambda: rules_pages(
                self.scenario.game, settings.paper, language, self.scenario
            ),
            PrintedPart.SUMMARY: lambda: summary_pages(
                self.scenario.game, settings.paper, language, self.scenario
            ),
            PrintedPart.CALIBRATION: lambda: calibration_pages(settings, language, self.title),
        }
        if self.scenario.is_on_table:
            make[PrintedPart.COUNTERS] = lambda: paper_figure_pages(
                scenario_paper_figures(self.scenario), settings.paper, self.scenario.table.scale,
                language,
                self.title,
            )  # fmt: skip
        if part is PrintedPart.MAP:
            return [[leaf] for leaf in self._map()]
        if part is PrintedPart.HANDOUTS:
            return list(handout_pages(self.scenario, settings, self.look, self.title))
        return [list(make[part]())]

    def _map(self) -> Iterator[PrintPage]:
        """The map's pages; of a table its country's."""
        if self.scenario.is_on_table:
            yield from tabletop_pages(self.scenario.table, self.look, self.settings, self.title)
            return
        look = replace(self.look, zones=True)
        yield from tiled_map_pages(map_for_players(self.scenario), look, self.settings)

    def _strips(self) -> Iterator[PrintPage]:
        """Measuring strips, for a game on a table alone."""
        if self.scenario.is_on_table:
            inch = self.settings.inch_mm or FULL
            yield from measuring_strip_pages(
                self.settings.paper, inch, self.look.language, self.title
            )

    def _on_paper(self, stacks: Sequence[Sequence[PrintPage]]) -> Iterator[PrintPage]:
        """The pages as the printer gets them: each stack begins on the front of a sheet."""
        for stack in stacks:
            yield from stack
            if self.is_double_sided and len(stack) % 2:
                yield PrintPage(stack[0].part, "", _paint_nothing, is_back=True, is_blank=True)


def with_counter_layout(scenario: Scenario, settings: GamePrintSettings) -> Scenario:
    """The scenario with the layout that its counters are to be printed in.

    Raises InvalidFileError for the file of a layout with faults,
    InvalidPrintRequest for one that is not
    there.
    """
    named = settings.counters
    if not named:
        return scenario
    if not counter_layout_files.is_known(named) and not source_text.is_file(Path(named)):
        known = ", ".join(counter_layout_files.known_layouts())
        near = counter_layout_files.suggest_layout(named)
        hint = f" ({text('problems.hint-near', None, near=near)})" if near else ""
        raise InvalidPrintRequest(
            text("printing.no-layout", None, layout=named, known=known) + hint
        )
    return replace(scenario, layout=counter_layout_files.find(named))


def select_pages(
    part: PrintedPart, ranges: Sequence[Range], stacks: Sequence[Sequence[PrintPage]]
) -> list[list[PrintPage]]:
    """The pages in some ranges, counted through a part from 1; all without any."""
    flat = [(number, leaf) for number, stack in enumerate(stacks) for leaf in stack]
    for _, last in ranges:
        if last > len(flat):
            values = {"part": part, "count": len(flat), "page": last}
            raise InvalidPrintRequest(text("printing.no-such-page", None, **values))
    kept = [
        pair
        for page, pair in enumerate(flat, 1)
        if not ranges or any(first <= page <= last for first, last in ranges)
    ]
    stacked = groupby(kept, key=lambda pair: pair[0])
    return [[leaf for _, leaf in stack] for _, stack in stacked]


def _paint_nothing(painter: QPainter) -> None:
    """The back of a page that has none."""
