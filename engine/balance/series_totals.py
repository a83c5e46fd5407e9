"""The sums of a series: as large after a million games as after a hundred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.balance.luck_adjustment import LuckTotals
from engine.balance.series import GameRecord, Tally, heat_map_cell
from engine.balance.turning_points import TurningPoint
from engine.play.position import Spot

HEAT = ("entered", "stood", "fallen")


@dataclass
class SeriesTotals:
    """The totals of games, added one after the other in their order."""

    games: int = 0
    first_seed: int = 0  # of the dice of game 1
    winners: Counter[str | None] = field(default_factory=Counter)
    by_first: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    """First side asked in turn 1, and the winner."""
    reasons: Counter[tuple[str | None, str]] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    points: Counter[tuple[str, int]] = field(default_factory=Counter)
    """A side, and its points at the end."""
    lost: Counter[tuple[str, int]] = field(default_factory=Counter)
    """A side, and how many units it lost."""
    units_lost: Counter[str] = field(default_factory=Counter)
    """In how many games a unit was lost."""
    types_lost: Counter[tuple[str, str]] = field(default_factory=Counter)
    """A side and a type: how many of it fell in all games."""
    holders: Counter[tuple[str, str]] = field(default_factory=Counter)
    """An objective, and who held it at the end."""
    fell: Counter[str] = field(default_factory=Counter)
    """In how many games an objective changed hands."""
    taken: Counter[str] = field(default_factory=Counter)
    """Number of times that objectives changed hands."""
    spent: Counter[tuple[str, str]] = field(default_factory=Counter)
    """A side and a card: in how many games it left the hand."""
    won_with: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same, of the games that the side won."""
    idle: Counter[str] = field(default_factory=Counter)
    """In how many games a unit neither moved nor was given an order."""
    turnings: list[tuple[int, int, TurningPoint]] = field(default_factory=list)
    """Number and seed of the games that were looked into, and what turned them."""
    luck: dict[str | None, LuckTotals] = field(default_factory=dict)
    """By who won, the luck of the games of which it was noted."""
    heat: dict[str, Tally] = field(default_factory=lambda: {what: {} for what in HEAT})

    @classmethod
    def of(cls, records: Iterable[GameRecord], sides: Iterable[str]) -> SeriesTotals:
        """The sums of games."""
        found, known = cls(), tuple(sides)
        for record in records:
            found.add(record, known)
        return found

    def add(self, record: GameRecord, sides: Iterable[str]) -> None:
        """Count one game more, between these sides."""
        self.games += 1
        if record.number == 1:
            self.first_seed = record.seed
        self.winners[record.winner] += 1
        self.by_first[record.first, record.winner] += 1
        self.reasons[record.winner, record.reason] += 1
        self.turns[record.turns] += 1
        for side in sides:
            self.points[side, record.points.get(side, 0)] += 1
            self.lost[side, record.count_lost(side)] += 1
        self._add_losses(record)
        self._add_goals(record)
        self._add_causes(record)
        self._add_heat(record)

    def _add_losses(self, record: GameRecord) -> None:
        self.units_lost.update({unit.unit for unit in record.fallen})
        self.types_lost.update((unit.side, unit.type) for unit in record.fallen)

    def _add_goals(self, record: GameRecord) -> None:
        for goal, times in record.taken.items():
            self.holders[goal, record.holders.get(goal, "")] += 1
            self.fell[goal] += times > 0
            self.taken[goal] += times

    def _add_causes(self, record: GameRecord) -> None:
        self.spent.update(record.spent)
        self.won_with.update(each for each in record.spent if each[0] == record.winner)
        self.idle.update(record.idle)
        if record.luck is not None:
            self.luck.setdefault(record.winner, LuckTotals()).add(record.luck)
        if record.turning is not None:
            self.turnings.append((record.number, record.seed, record.turning))

    def _add_heat(self, record: GameRecord) -> None:
        for what, tally in (("entered", record.entered), ("stood", record.stood)):
            for side, counts in tally.items():
                self._counts(what, side).update(counts)
        for unit in record.fallen:
            self._counts("fallen", unit.side)[heat_map_cell(unit.at)] += 1

    def _counts(self, what: str, side: str) -> Counter[Spot]:
        return self.heat[what].setdefault(side, Counter())


class RecordSequencer:
    """Records that come in any order, handed on in the order of their numbers."""

    def __init__(self) -> None:
        self.next = 1
        self._early: dict[int, GameRecord] = {}

    def take(self, record: GameRecord) -> Iterator[GameRecord]:
        """The records that follow without a gap, now that this one has come."""
        self._early[record.number] = record
        while self.next in self._early:
            self.next += 1
            yield self._early.pop(self.next - 1)
