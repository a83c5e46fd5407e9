"""The statistics of a series of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import __version__
from engine.balance.confidence_intervals import (
    DistributionSummary,
    RateWithInterval,
    summarise_counts,
)
from engine.balance.luck_adjustment import LuckAdjustedWinRate, LuckTotals, luck_adjusted_win_rate
from engine.balance.series import PATCH, GameRecord, Series
from engine.balance.series_totals import HEAT as HEAT
from engine.balance.series_totals import SeriesTotals
from engine.hexes.hex import Hex
from engine.play.position import Point, Spot
from engine.scenario.scenario import ScenarioUnit
from engine.tabletop.tabletop_map import TabletopMap

EVEN = 0.5

HeatPlane = NDArray[np.int32]


class TypeLosses(NamedTuple):
    """The losses of a type of unit: how many of it there were in a game, and how many fell."""

    side: str
    type: str
    units: int
    mean: float


class ObjectiveFate(NamedTuple):
    """The fate of an objective: its last holders, and how often its first holder lost it.

    `changes` is the mean number of times it changed hands in a game.
    """

    objective: str
    held: dict[str, RateWithInterval]
    fell: RateWithInterval
    changes: float


@dataclass(frozen=True)
class BalanceSummary:
    """A series with the sums of its games, at least one; all statistics follow from these.

    `records` are the games themselves, if they are kept.
    """

    series: Series
    records: tuple[GameRecord, ...]
    folded: SeriesTotals | None = None
    """The sums, where the games are not kept."""
    is_watched: bool = False
    """True if the series stopped on its results: intervals of the winner are then wider."""

    @classmethod
    def of(cls, series: Series, records: Iterable[GameRecord]) -> BalanceSummary:
        """The balance of games however they came in."""
        return cls(series, tuple(sorted(records, key=lambda record: record.number)))

    @classmethod
    def folded_of(
        cls, series: Series, sums: SeriesTotals, is_watched: bool = False
    ) -> BalanceSummary:
        """The balance of games of which only the sums are kept."""
        return cls(replace(series, games=sums.games), (), sums, is_watched)

    @cached_property
    def sums(self) -> SeriesTotals:
        """Return the totals of the series."""
        return self.folded or SeriesTotals.of(self.records, self.sides)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.sums.games

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        return tuple(side.id for side in self.series.scenario.sides)

    @cached_property
    def program(self) -> str:
        """The version of the program that counts."""
        return __version__

    # --- who wins ------------------------------------------------------------------------------

    def wins(self, side: str) -> RateWithInterval:
        """Return the share of all games that a side won."""
        return self._known(self.sums.winners[side], self.games)

    @property
    def draws(self) -> RateWithInterval:
        """Return the share of games without a winner."""
        return self._known(self.sums.winners[None], self.games)

    def decided_wins(self, side: str) -> RateWithInterval:
        """Return the share of decided games that a side won."""
        return self._known(self.sums.winners[side], self.games - self.sums.winners[None])

    def _known(self, times: int, of: int) -> RateWithInterval:
        return (
            RateWithInterval.sequential_interval(times, of)
            if self.is_watched
            else RateWithInterval.wilson_interval(times, of)
        )

    @property
    def favoured(self) -> str:
        """The side that wins more than its even part of the decided games, beyond doubt; or none.

        Beyond doubt: the whole 95 % interval lies above one half (of three sides, one third).
        """
        even = EVEN if len(self.sides) == 2 else 1 / len(self.sides)
        return next((side for side in self.sides if self.decided_wins(side).low > even), "")

    def wins_when_first(self, side: str) -> RateWithInterval:
        """Return the win rate of a side in the games where it moved first in turn 1."""
        games = sum(n for (first, _), n in self.sums.by_first.items() if first == side)
        return RateWithInterval.wilson_interval(self.sums.by_first[side, side], games)

    def luck_free_balance(self, side: str) -> LuckAdjustedWinRate | None:
        """Return a side's win rate without the luck of the dice; None if it is unknown.

        It is unknown if the luck of a game was not recorded, or if the series was ended early by
        its results: the interval is made for one look.
        """
        by_winner = self.sums.luck
        noted = sum(luck.games for luck in by_winner.values())
        if self.is_watched or noted < self.games:
            return None
        others = (luck for winner, luck in by_winner.items() if winner != side)
        return luck_adjusted_win_rate(by_winner.get(side, LuckTotals()), sum(others, LuckTotals()))

    @property
    def ending_counts(self) -> list[tuple[str | None, str, int]]:
        """Return the endings of games as (winner, reason, count), the commonest first."""
        found = self.sums.reasons.most_common()
        return [(winner, reason, count) for (winner, reason), count in found]

    # --- how long, at what price -----------------------------------------------------------------

    @property
    def turns(self) -> DistributionSummary:
        """Return the distribution of game lengths, in turns."""
        return summarise_counts(self.sums.turns)

    def points(self, side: str) -> DistributionSummary:
        """The points of a side at the end."""
        return summarise_counts(_of(self.sums.points, side))

    def losses(self, side: str) -> DistributionSummary:
        """Return the distribution of a side's losses, in units."""
        return summarise_counts(self.loss_counts(side))

    def loss_counts(self, side: str) -> dict[int, int]:
        """In how many games a side lost how many units."""
        return _of(self.sums.lost, side)

    def unit_lost(self, unit: str) -> RateWithInterval:
        """Return the share of games in which a unit was lost."""
        return self._share(self.sums.units_lost[unit])

    def type_losses(self) -> list[TypeLosses]:
        """The losses of each type of unit, side by side."""
        kinds = dict.fromkeys((unit.side, unit.type) for unit in self._units)
        return [self._of_type(side, kind) for side, kind in kinds]

    def _of_type(self, side: str, kind: str) -> TypeLosses:
        units = sum((unit.side, unit.type) == (side, kind) for unit in self._units)
        return TypeLosses(side, kind, units, self.sums.types_lost[side, kind] / self.games)

    @property
    def _units(self) -> tuple[ScenarioUnit, ...]:
        return self.series.scenario.units

    # --- what for --------------------------------------------------------------------------------

    def fates(self) -> list[ObjectiveFate]:
        """Return the fate of each objective."""
        return [self._fate(objective.id) for objective in self.series.scenario.objectives]

    def _fate(self, objective: str) -> ObjectiveFate:
        sums, holders = self.sums, (*self.sides, "")
        held = {side: self._share(sums.holders[objective, side]) for side in holders}
        changes = sums.taken[objective] / self.games
        return ObjectiveFate(objective, held, self._share(sums.fell[objective]), changes)

    # --- where -----------------------------------------------------------------------------------

    def heat_plane(self, what: str, side: str = "") -> HeatPlane:
        """Return counts over all games, [row, column], for one side or for all.

        `what` is `entered` (units came into the hex), `stood` (they were there at a turn's end) or
        `fallen` (they were lost there).
        """
        if what not in self._planes:
            self._planes[what] = self._counted(what)
        planes = self._planes[what]
        return planes[side].copy() if side else np.sum(list(planes.values()), 0, np.int32)

    @cached_property
    def _planes(self) -> dict[str, dict[str, HeatPlane]]:
        """By what is counted and side, as far as requested: a series may be long."""
        return {}

    def _counted(self, what: str) -> dict[str, HeatPlane]:
        totals = self.sums.heat[what]
        return {side: self._plane(totals.get(side, Counter())) for side in self.sides}

    def _plane(self, counts: Counter[Spot]) -> HeatPlane:
        scenario = self.series.scenario
        if scenario.is_on_table:
            return _plane_of_table(scenario.table, counts)
        grid = scenario.map.grid
        plane = np.zeros(grid.shape, np.int32)
        for hex_, count in counts.items():
            assert isinstance(hex_, Hex)
            plane[grid.index(hex_)] = count
        return plane

    def _share(self, times: int) -> RateWithInterval:
        return RateWithInterval.wilson_interval(times, self.games)


def _of(counts: Mapping[tuple[str, int], int], side: str) -> dict[int, int]:
    """Return the counts of one side, by number."""
    return {value: count for (whose, value), count in counts.items() if whose == side and count}


def _plane_of_table(table: TabletopMap, counts: Mapping[Spot, int]) -> HeatPlane:
    """The squares of a table by row, the nearest to its viewer first, and column."""
    plane = np.zeros((-(-table.depth // PATCH), -(-table.width // PATCH)), np.int32)
    rows, columns = plane.shape
    for at, count in counts.items():
        assert isinstance(at, Point)
        plane[min(at.y // PATCH, rows - 1), min(at.x // PATCH, columns - 1)] += count
    return plane
