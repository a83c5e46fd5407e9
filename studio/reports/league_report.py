"""The report of a league: ratings with a chart, who beats whom, which side is the better one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from engine.balance.balance_report import format_percent
from engine.balance.confidence_intervals import RateWithInterval
from engine.balance.league_report import FIRST, SECOND, provenance_text, with_sign
from engine.balance.ratings import RatedPlayer, Standings
from engine.narration.scenario_names import ScenarioNames, rank_of
from engine.texts import text
from studio.rendering.charts.report_charts import ShareBar, ShareChart
from studio.reports.report_pages import (
    NOT_TOLD,
    Block,
    Heading,
    Paragraph,
    ReportFigure,
    ReportPage,
    ReportTable,
)

HEAD = ("player", "rating", "interval", "wins", "draws", "losses", "score")
ODDS = 400.0  # points of Elo for odds of ten to one


def build_league_report(standings: Standings, language: str) -> ReportPage:
    """The report of a league."""
    return _Report(standings, language).page()


class _Report:
    """The page of a league, part by part."""

    def __init__(self, standings: Standings, language: str) -> None:
        self.standings, self.language, self.rated = standings, language, standings.rated()

    def page(self) -> ReportPage:
        """All of it."""
        parts = (
            self._strength(), self._pairings(), self._without_luck(), self._sides(), self._sources()
        )  # fmt: skip
        title = text("league.title", self.language)
        return ReportPage(title, self.language, [block for part in parts for block in part])

    def _strength(self) -> Iterator[Block]:
        yield Heading(self._words("strength"))
        chart = ShareChart([self._part(each) for each in self.rated])
        yield ReportFigure(chart.paint, chart.width, chart.height, self._words("chart"))
        yield ReportTable([self._words(key) for key in HEAD], [self._row(e) for e in self.rated])

    def _part(self, each: RatedPlayer) -> ShareBar:
        rate, low, high = (_expected(rating) for rating in (each.rating, each.low, each.high))
        return ShareBar(self._rank(each.player), rate, low, high)

    def _rank(self, player: str) -> str:
        return rank_of(player, self.language)

    def _row(self, each: RatedPlayer) -> list[str]:
        between = f"{with_sign(each.low)} – {with_sign(each.high)}"
        counts = [str(count) for count in (each.wins, each.draws, each.losses)]
        ranked = [self._rank(each.player), with_sign(each.rating), between]
        return [*ranked, *counts, self._percent(each.score)]

    def _pairings(self) -> Iterator[Block]:
        yield Heading(self._words("pairings"))
        yield self._crossed(lambda name, other: self._share(self.standings.won(name, other)))

    def _without_luck(self) -> Iterator[Block]:
        """The same without the luck of the dice, where it is known for any two."""
        if any(self.standings.luck_free_chance(*pair) for pair in combinations(self._names, 2)):
            yield Heading(self._words("luck-aside"), 3)
            yield self._crossed(self._luck_aside)
            yield Paragraph(self._words("luck-note"), "note")

    def _luck_aside(self, name: str, other: str) -> str:
        found = self.standings.luck_free_chance(name, other)
        return NOT_TOLD if found is None else self._between(found.rate, found.low, found.high)

    @property
    def _names(self) -> list[str]:
        return [each.player for each in self.rated]

    def _crossed(self, tell: Callable[[str, str], str]) -> ReportTable:
        """A table of the numbers of each player against each other."""
        names = self._names
        rows = [
            [
                self._words("against", player=self._rank(name)),
                *(tell(name, other) for other in names),
            ]
            for name in names
        ]
        return ReportTable([self._words("player"), *map(self._rank, names)], rows)

    def _sides(self) -> Iterator[Block]:
        rows = [
            [
                ScenarioNames(scenario, self.language).title,
                *(self._share(self.standings.won_in(number, side)) for side in (FIRST, SECOND)),
            ]
            for number, scenario in enumerate(self.standings.league.scenarios)
        ]
        yield Heading(self._words("sides"))
        yield ReportTable(
            [self._words(key) for key in ("scenario", "first-side", "second-side")], rows
        )

    def _sources(self) -> Iterator[Block]:
        yield Paragraph(text("league.scale", self.language), "note")
        yield Paragraph(provenance_text(self.standings, self.language), "note")

    def _words(self, key: str, **values: object) -> str:
        return text(f"league.{key}", self.language, **values)

    def _percent(self, part: float) -> str:
        return format_percent(part, self.language)

    def _share(self, share: RateWithInterval) -> str:
        """A share with its interval; empty where the players never met."""
        return self._between(share.rate, share.low, share.high) if share.of else NOT_TOLD

    def _between(self, *parts: float) -> str:
        rate, low, high = map(self._percent, parts)
        return f"{rate} ({low} – {high})"


def _expected(rating: float) -> float:
    """The score that a rating promises against an average player."""
    return float(1 / (1 + 10 ** (-rating / ODDS)))
