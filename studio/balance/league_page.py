"""The report of a league: ratings with a chart, who beats whom, which side is the better one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.balance.estimates import Share
from engine.balance.league_telling import FIRST, SECOND, provenance, with_sign
from engine.balance.ratings import Rated, Standings
from engine.balance.telling import percent
from engine.telling.names import Names, rank_of
from engine.texts import text
from studio.drawing.figures import ChartPart, Parts
from studio.reports.pages import Block, Figure, Heading, Page, Paragraph, ReportTable

HEAD = ("player", "rating", "interval", "wins", "draws", "losses", "score")
ODDS = 400.0  # points of Elo for odds of ten to one


def league_page(standings: Standings, language: str) -> Page:
    """The report of a league."""
    return _Report(standings, language).page()


class _Report:
    """The page of a league, part by part."""

    def __init__(self, standings: Standings, language: str) -> None:
        self.standings, self.language, self.rated = standings, language, standings.rated()

    def page(self) -> Page:
        """All of it."""
        parts = (self._strength(), self._pairings(), self._sides(), self._sources())
        title = text("league.title", self.language)
        return Page(title, self.language, [block for part in parts for block in part])

    def _strength(self) -> Iterator[Block]:
        yield Heading(self._words("strength"))
        chart = Parts([self._part(each) for each in self.rated])
        yield Figure(chart.paint, chart.width, chart.height, self._words("chart"))
        yield ReportTable([self._words(key) for key in HEAD], [self._row(e) for e in self.rated])

    def _part(self, each: Rated) -> ChartPart:
        rate, low, high = (_expected(rating) for rating in (each.rating, each.low, each.high))
        return ChartPart(self._rank(each.player), rate, low, high)

    def _rank(self, player: str) -> str:
        return rank_of(player, self.language)

    def _row(self, each: Rated) -> list[str]:
        between = f"{with_sign(each.low)} – {with_sign(each.high)}"
        counts = [str(count) for count in (each.wins, each.draws, each.losses)]
        ranked = [self._rank(each.player), with_sign(each.rating), between]
        return [*ranked, *counts, self._percent(each.score)]

    def _pairings(self) -> Iterator[Block]:
        names = [each.player for each in self.rated]
        rows = [
            [
                self._words("against", player=self._rank(name)),
                *(self._share(self.standings.won(name, other)) for other in names),
            ]
            for name in names
        ]
        yield Heading(self._words("pairings"))
        yield ReportTable([self._words("player"), *map(self._rank, names)], rows)

    def _sides(self) -> Iterator[Block]:
        rows = [
            [
                Names(scenario, self.language).title,
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
        yield Paragraph(provenance(self.standings, self.language), "note")

    def _words(self, key: str, **values: object) -> str:
        return text(f"league.{key}", self.language, **values)

    def _percent(self, part: float) -> str:
        return percent(part, self.language)

    def _share(self, share: Share) -> str:
        """A share with its interval; empty where the players never met."""
        if not share.of:
            return "–"
        low, high = self._percent(share.low), self._percent(share.high)
        return f"{self._percent(share.rate)} ({low} – {high})"


def _expected(rating: float) -> float:
    """The score that a rating promises against an average player."""
    return float(1 / (1 + 10 ** (-rating / ODDS)))
