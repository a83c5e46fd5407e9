"""The report of many games: who wins, how long, at what price, where; with charts and heat maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.balance import causes
from engine.balance.estimates import Share
from engine.balance.series import PATCH
from engine.balance.summary import HEAT, Balance
from engine.balance.telling import provenance, sentences
from engine.telling.names import Names
from engine.texts import text
from studio.balance.balance_tables import BalanceTables
from studio.drawing.counters import side_colours
from studio.drawing.figures import BarChart, BarSeries, Drawing, SeriesStyle, ShareBar, ShareChart
from studio.drawing.heat import HeatMap, HeatMapBase
from studio.drawing.table_heat import TabletopHeatMap
from studio.reports.pages import (
    Block,
    FigureGround,
    Heading,
    ListedSentences,
    Paragraph,
    ReportFigure,
    ReportPage,
)


def build_balance_report(balance: Balance, language: str) -> ReportPage:
    """The report of a series of games."""
    return _Report(balance, language).page()


class BalanceCharts:
    """The charts of a balance, for a report or a window."""

    def __init__(self, balance: Balance, language: str) -> None:
        self.balance, self.language = balance, language
        self.names = Names(balance.series.scenario, language)
        colours = side_colours(balance.series.scenario)
        self.inks = {
            side: SeriesStyle(shade, is_hatched=place % 2 == 1)
            for place, (side, shade) in enumerate(colours.items())
        }

    def wins(self) -> ShareChart:
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
        """How often each unit is lost."""
        lost = self.balance.unit_lost
        units = self.balance.series.scenario.units
        return ShareChart(
            [_part(self.names.unit(u.id), lost(u.id), self.inks[u.side]) for u in units]
        )

    def turns(self) -> BarChart:
        """How many games lasted each number of turns."""
        found = self.balance.sums.turns
        lengths = range(1, max(self.balance.series.scenario.turns, *found) + 1)
        run = BarSeries("", [found[length] for length in lengths])
        words = text("balance.turns", self.language)
        return BarChart([str(length) for length in lengths], [run], words)

    def losses(self) -> BarChart:
        """How many games cost a side each number of units."""
        counts = {side: Counter(self.balance.losses_counted(side)) for side in self.balance.sides}
        most = max(max(found) for found in counts.values())
        runs = [
            BarSeries(self.names.side(side), [found[n] for n in range(most + 1)], self.inks[side])
            for side, found in counts.items()
        ]
        words = text("balance.units-lost", self.language)
        return BarChart([str(count) for count in range(most + 1)], runs, words)

    def heat(self, what: str, side: str = "") -> HeatMapBase:
        """Where something happened, to one side or to all; `what` is one of HEAT."""
        balance = self.balance
        title = text(f"balance.heat-{what}", self.language)
        if side:
            named = {"what": title, "side": self.names.side(side)}
            title = text("balance.heat-of", self.language, **named)
        unit = text("balance.heat-scale", self.language, games=balance.games)
        scenario, plane = balance.series.scenario, balance.heat(what, side)
        if scenario.is_on_table:
            return TabletopHeatMap(scenario.table, PATCH, plane, title, self.language, unit)
        return HeatMap(scenario.map, plane, title, self.language, unit)


def _part(name: str, share: Share, ink: SeriesStyle) -> ShareBar:
    return ShareBar(name, share.rate, share.low, share.high, ink)


class _Report:
    """The page of a balance, part by part."""

    def __init__(self, balance: Balance, language: str) -> None:
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
        for sentence in sentences(self.balance, self.language):
            yield Paragraph(sentence, "lead")
        yield Paragraph(provenance(self.balance, self.language), "note")

    def _who_wins(self) -> Iterator[Block]:
        yield Heading(self._words("who-wins"))
        yield self._figure(self.charts.wins(), "chart-wins")
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
        yield ListedSentences(list(causes.sentences(self.balance, self.language)))

    def _heat(self) -> Iterator[Block]:
        ground: FigureGround | None = None
        for what in HEAT:
            yield Heading(self._words(f"heat-{what}"), begins_sheet=True)
            for side in self.balance.sides:
                heat = self.charts.heat(what, side)
                ground = ground or FigureGround(
                    "ground", heat.paint_ground, heat.width, heat.height
                )
                yield ReportFigure(heat.paint_heat, heat.width, heat.height, "", ground)

    def _sources(self) -> Iterator[Block]:
        yield Paragraph(self._words("source"), "note")
        if self.balance.without_luck(self.balance.sides[0]):
            yield Paragraph(self._words("luck-source"), "note")
        yield Paragraph(self._words("again", seed=self.balance.sums.first_seed), "note")

    def _figure(self, drawing: Drawing, caption: str) -> ReportFigure:
        return ReportFigure(drawing.paint, drawing.width, drawing.height, self._words(caption))
