"""The printout of a game: map, counters, cards, tables, handouts, as chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.files import counter_layout_files, source_text
from engine.narration.number_format import format_decimal
from engine.scenario.scenario import Scenario
from engine.texts import localised, text
from studio.printing.card_sheets import card_sheet_pages, overfull_titles_in_scenario
from studio.printing.counter_sheets import counter_sheet_pages
from studio.printing.handouts import handout_pages
from studio.printing.map_pages import tiled_map_pages
from studio.printing.measuring_strips import measuring_strip_pages
from studio.printing.page_output import PrintError
from studio.printing.paper_figure_sheets import paper_figure_pages
from studio.printing.paper_geometry import (
    MAX_PAGES,
    Duplex,
    Paper,
    PaperRectangle,
    axis_of,
    mirrored_place,
)
from studio.printing.piece_cutting_grid import paint_registration_target
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings, InvalidPrintRequest, Range, Shift
from studio.printing.reference_pages import reference_table_pages
from studio.printing.rules_booklet import rules_pages, summary_pages
from studio.printing.scenario_map import map_for_players
from studio.printing.tabletop_pages import FULL, scenario_paper_figures, tabletop_pages
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.page_painting import LEFT, draw_line, draw_text, wrap
from studio.rendering.text_painting import INK

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
