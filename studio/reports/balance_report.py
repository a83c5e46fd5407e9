"""The report of a balance study: wins, lengths, losses, places, with tables and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.balance import decisive_factors
from engine.balance.balance_report import format_percent, provenance_text, report_sentences
from engine.balance.balance_summary import HEAT, BalanceSummary
from engine.balance.confidence_intervals import DistributionSummary, RateWithInterval
from engine.balance.series import PATCH
from engine.games import handbook_of
from engine.narration.number_format import format_decimal
from engine.narration.scenario_names import ScenarioNames
from engine.texts import localised, text
from studio.rendering.charts.heat_map import HeatMap, HeatMapBase
from studio.rendering.charts.report_charts import (
    BarChart,
    BarSeries,
    ChartDrawing,
    SeriesStyle,
    ShareBar,
    ShareChart,
)
from studio.rendering.counters.counter_painter import side_colours
from studio.rendering.tabletop.report_pictures import TabletopHeatMap
from studio.reports.report_pages import (
    Block,
    Heading,
    ListedSentences,
    Paragraph,
    ReportFigure,
    ReportPage,
    ReportTable,
    SharedFigureBackground,
    format_number,
)

SPREAD = ("least", "lower", "median", "upper", "most", "mean")
WINS = ("side", "player", "won", "rate", "interval", "first-asked", "first-won")
ENDINGS = ("winner", "reason", "games", "rate")
LOSSES = ("side", "type", "in-scenario", "mean-lost")


class BalanceTables:
    """The findings of a balance as tables in one language."""

    def __init__(self, balance: BalanceSummary, language: str) -> None:
        self.balance, self.language = balance, language
        self.names = ScenarioNames(balance.series.scenario, language)

    def wins(self) -> ReportTable:
        """Return the table of wins of each side, in all and when it was asked first."""
        return ReportTable(self._head(WINS), list(self._win_rows()), 2)

    def _win_rows(self) -> Iterator[Sequence[str]]:
        balance = self.balance
        for side in balance.sides:
            first = balance.wins_when_first(side)
            player = self.names.player(balance.series.players[side])
            cells = [*self._share(balance.wins(side)), str(first.of), self._count(first)]
            yield [self.names.side(side), player, *cells]
        yield [self._words("draw"), "", *self._share(balance.draws), "", ""]

    def endings(self) -> ReportTable:
        """Return the table of endings, the most common first."""
        rows = [
            [
                self.winner(winner),
                self.names.word("reason", reason),
                str(count),
                self._percent(count / self.balance.games),
            ]
            for winner, reason, count in self.balance.ending_counts
        ]
        return ReportTable(self._head(ENDINGS), rows, 2)

    def spreads(self) -> ReportTable:
        """Return the table of distributions: lengths, losses and points of games."""
        balance = self.balance
        rows = [[self._words("turns"), *self._cells(balance.turns)]]
        for side in balance.sides:
            named = {"side": self.names.side(side)}
            rows.append([self._words("points-of", **named), *self._cells(balance.points(side))])
            rows.append([self._words("losses-of", **named), *self._cells(balance.losses(side))])
        return ReportTable(["", *self._head(SPREAD)], rows)

    def type_losses(self) -> ReportTable:
        """Return the table of losses in a game by type of unit."""
        types = handbook_of(self.balance.series.scenario).units()
        rows = [
            [
                self.names.side(entry.side),
                localised(types.get(entry.type, {}).get("name", entry.type), self.language),
                str(entry.units),
                format_decimal(f"{entry.mean:.2f}", self.language),
            ]
            for entry in self.balance.type_losses()
        ]
        return ReportTable(self._head(LOSSES), rows, 2)

    def fates(self) -> ReportTable | None:
        """Return the table of the objectives' fates; None if the scenario has none."""
        fates = self.balance.fates()
        if not fates:
            return None
        holders = [*self.balance.sides, ""]
        head = self._head(("objective", "fell", "changes"))
        head += [self._words("held-by", side=self.names.side(side)) for side in holders]
        named = {o.id: self.names.objective(o) for o in self.balance.series.scenario.objectives}
        rows = [
            [
                named[fate.objective],
                self._count(fate.fell),
                format_decimal(f"{fate.changes:.2f}", self.language),
                *(self._count(fate.held[side]) for side in holders),
            ]
            for fate in fates
        ]
        return ReportTable(head, rows)

    def winner(self, side: str | None) -> str:
        """The side that won, or a word for none."""
        return self.names.side(side) if side else self._words("draw")

    def _words(self, key: str, **values: object) -> str:
        return text(f"balance.{key}", self.language, **values)

    def _head(self, keys: Sequence[str]) -> list[str]:
        return [self._words(key) for key in keys]

    def _share(self, share: RateWithInterval) -> list[str]:
        low, high = self._percent(share.low), self._percent(share.high)
        interval = self._words("from-to", low=low, high=high)
        return [str(share.times), self._percent(share.rate), interval]

    def _count(self, share: RateWithInterval) -> str:
        return self._words("count-and-rate", count=share.times, rate=self._percent(share.rate))

    def _cells(self, spread: DistributionSummary) -> list[str]:
        return [format_number(value, self.language) for value in spread]

    def _percent(self, part: float) -> str:
        return format_percent(part, self.language)


def build_balance_report(balance: BalanceSummary, language: str) -> ReportPage:
    """The report of a series of games."""
    return _Report(balance, language).page()


class BalanceCharts:
    """The charts of a balance, for a report or a window."""

    def __init__(self, balance: BalanceSummary, language: str) -> None:
        self.balance, self.language = balance, language
        self.names = ScenarioNames(balance.series.scenario, language)
        colours = side_colours(balance.series.scenario)
        self.inks = {
            side: SeriesStyle(shade, is_hatched=place % 2 == 1)
            for place, (side, shade) in enumerate(colours.items())
        }

    def paint_wins(self) -> ShareChart:
        """The share of games each side wins, and of draws, with their intervals."""
        balance = self.balance
        parts = [
            _part(self.names.side(side), balance.wins(side), self.inks[side])
            for side in balance.sides
        ]
        return ShareChart(
            [*parts, _part(text("balance.draw", self.language), balance.draws, SeriesStyle())]
        )

    def units(self) -> ShareChart:
        """Return the chart of how often each unit is lost."""
        lost = self.balance.unit_lost
        units = self.balance.series.scenario.units
        return ShareChart(
            [_part(self.names.unit(u.id), lost(u.id), self.inks[u.side]) for u in units]
        )

    def turns(self) -> BarChart:
        """Return the chart of the numbers of turns."""
        found = self.balance.sums.turns
        lengths = range(1, max(self.balance.series.scenario.turns, *found) + 1)
        run = BarSeries("", [found[length] for length in lengths])
        words = text("balance.turns", self.language)
        return BarChart([str(length) for length in lengths], [run], words)

    def losses(self) -> BarChart:
        """Return the chart of the numbers of units that each side lost."""
        counts = {side: Counter(self.balance.loss_counts(side)) for side in self.balance.sides}
        most = max(max(found) for found in counts.values())
        runs = [
            BarSeries(self.names.side(side), [found[n] for n in range(most + 1)], self.inks[side])
            for side, found in counts.items()
        ]
        words = text("balance.units-lost", self.language)
        return BarChart([str(count) for count in range(most + 1)], runs, words)

    def heat(self, what: str, side: str = "") -> HeatMapBase:
        """Return the map of where something happened, to one side or all; `what` is in HEAT."""
        balance = self.balance
        title = text(f"balance.heat-{what}", self.language)
        if side:
            named = {"what": title, "side": self.names.side(side)}
            title = text("balance.heat-of", self.language, **named)
        unit = text("balance.heat-scale", self.language, games=balance.games)
        scenario, plane = balance.series.scenario, balance.heat_plane(what, side)
        if scenario.is_on_table:
            return TabletopHeatMap(scenario.table, PATCH, plane, title, self.language, unit)
        return HeatMap(scenario.map, plane, title, self.language, unit)


def _part(name: str, share: RateWithInterval, ink: SeriesStyle) -> ShareBar:
    return ShareBar(name, share.rate, share.low, share.high, ink)


class _Report:
    """The page of a balance, part by part."""

    def __init__(self, balance: BalanceSummary, language: str) -> None:
        self.balance, self.language = balance, language
        self.charts, self.tables = (
            BalanceCharts(balance, language),
            BalanceTables(balance, language),
        )

    def page(self) -> ReportPage:
        """All of it."""
        title = self._words("title", title=self.charts.names.title)
        parts = (
            self._verdict(), self._who_wins(), self._numbers(), self._losses(),
            self._objectives(), self._causes(), self._sources(), self._heat(),
        )  # fmt: skip
        return ReportPage(title, self.language, [block for part in parts for block in part])

    def _words(self, key: str, **values: object) -> str:
        return text(f"balance.{key}", self.language, **values)

    def _verdict(self) -> Iterator[Block]:
        for sentence in report_sentences(self.balance, self.language):
            yield Paragraph(sentence, "lead")
        yield Paragraph(provenance_text(self.balance, self.language), "note")

    def _who_wins(self) -> Iterator[Block]:
        yield Heading(self._words("who-wins"))
        yield self._figure(self.charts.paint_wins(), "chart-wins")
        yield self.tables.wins()
        yield Heading(self._words("how-ends"), 3)
        yield self.tables.endings()

    def _numbers(self) -> Iterator[Block]:
        yield Heading(self._words("numbers"))
        yield self.tables.spreads()
        yield self._figure(self.charts.turns(), "chart-turns")
        yield self._figure(self.charts.losses(), "chart-losses")

    def _losses(self) -> Iterator[Block]:
        yield Heading(self._words("unit-losses"), begins_sheet=True)
        yield self._figure(self.charts.units(), "chart-units")
        yield Heading(self._words("type-losses"), 3)
        yield self.tables.type_losses()

    def _objectives(self) -> Iterator[Block]:
        yield Heading(self._words("objectives"))
        yield self.tables.fates() or Paragraph(self._words("no-objectives"))

    def _causes(self) -> Iterator[Block]:
        yield Heading(self._words("what-decides"))
        yield ListedSentences(list(decisive_factors.factor_sentences(self.balance, self.language)))

    def _heat(self) -> Iterator[Block]:
        ground: SharedFigureBackground | None = None
        for what in HEAT:
            yield Heading(self._words(f"heat-{what}"), begins_sheet=True)
            for side in self.balance.sides:
                heat = self.charts.heat(what, side)
                ground = ground or SharedFigureBackground(
                    "ground", heat.paint_ground, heat.width, heat.height
                )
                yield ReportFigure(heat.paint_heat_map, heat.width, heat.height, "", ground)

    def _sources(self) -> Iterator[Block]:
        yield Paragraph(self._words("source"), "note")
        if self.balance.luck_free_balance(self.balance.sides[0]):
            yield Paragraph(self._words("luck-source"), "note")
        yield Paragraph(self._words("again", seed=self.balance.sums.first_seed), "note")

    def _figure(self, drawing: ChartDrawing, caption: str) -> ReportFigure:
        return ReportFigure(drawing.paint, drawing.width, drawing.height, self._words(caption))
