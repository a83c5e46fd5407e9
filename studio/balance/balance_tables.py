"""The tables of a balance, for a report or a window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.balance.estimates import Share, Spread
from engine.balance.summary import Balance
from engine.balance.telling import percent
from engine.games import handbook_of
from engine.telling.names import Names
from engine.texts import localised, text
from studio.reports.pages import ReportTable, format_number

SPREAD = ("least", "lower", "median", "upper", "most", "mean")
WINS = ("side", "player", "won", "rate", "interval", "first-asked", "first-won")
ENDINGS = ("winner", "reason", "games", "rate")
LOSSES = ("side", "type", "in-scenario", "mean-lost")


class BalanceTables:
    """The findings of a balance as tables in one language."""

    def __init__(self, balance: Balance, language: str) -> None:
        self.balance, self.language = balance, language
        self.names = Names(balance.series.scenario, language)

    def wins(self) -> ReportTable:
        """How often each side won, and won when it was asked first."""
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
        """How games ended, the most common way first."""
        rows = [
            [
                self.winner(winner),
                self.names.word("reason", reason),
                str(count),
                self._percent(count / self.balance.games),
            ]
            for winner, reason, count in self.balance.reasons
        ]
        return ReportTable(self._head(ENDINGS), rows, 2)

    def spreads(self) -> ReportTable:
        """How long games were, what they cost and what they were worth."""
        balance = self.balance
        rows = [[self._words("turns"), *_cells(balance.turns)]]
        for side in balance.sides:
            named = {"side": self.names.side(side)}
            rows.append([self._words("points-of", **named), *_cells(balance.points(side))])
            rows.append([self._words("losses-of", **named), *_cells(balance.losses(side))])
        return ReportTable(["", *self._head(SPREAD)], rows)

    def type_losses(self) -> ReportTable:
        """How many of each type of unit were lost in a game."""
        types = handbook_of(self.balance.series.scenario).units()
        rows = [
            [
                self.names.side(entry.side),
                localised(types.get(entry.type, {}).get("name", entry.type), self.language),
                str(entry.units),
                f"{entry.mean:.2f}",
            ]
            for entry in self.balance.type_losses()
        ]
        return ReportTable(self._head(LOSSES), rows, 2)

    def fates(self) -> ReportTable | None:
        """What became of each objective; None where the scenario has none."""
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
                f"{fate.changes:.2f}",
                *(self._count(fate.held[side]) for side in holders),
            ]
            for fate in fates
        ]
        return ReportTable(head, rows)

    def winner(self, side: str | None) -> str:
        """The side that won, or a word for nobody."""
        return self.names.side(side) if side else self._words("draw")

    def _words(self, key: str, **values: object) -> str:
        return text(f"balance.{key}", self.language, **values)

    def _head(self, keys: Sequence[str]) -> list[str]:
        return [self._words(key) for key in keys]

    def _share(self, share: Share) -> list[str]:
        low, high = self._percent(share.low), self._percent(share.high)
        interval = self._words("from-to", low=low, high=high)
        return [str(share.times), self._percent(share.rate), interval]

    def _count(self, share: Share) -> str:
        return self._words("count-and-rate", count=share.times, rate=self._percent(share.rate))

    def _percent(self, part: float) -> str:
        return percent(part, self.language)


def _cells(spread: Spread) -> list[str]:
    return [format_number(value) for value in spread]
