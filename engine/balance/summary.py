"""The statistics of a series of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.balance.estimates import Share, Spread, spread
from engine.balance.series import PATCH, Record, Series, patch_of
from engine.hexes.hex import Hex
from engine.play.position import Point, Spot
from engine.scenario.scenario import ScenarioUnit
from engine.tabletop.table import Table

HEAT = ("entered", "stood", "fallen")
EVEN = 0.5

HeatPlane = NDArray[np.int32]


class TypeLosses(NamedTuple):
    """The losses of a type of unit: how many of it there were in a game, and how many fell."""

    side: str
    type: str
    units: int
    mean: float


class Fate(NamedTuple):
    """What became of an objective: who held it at the end, how often it fell from its first holder.

    `changes` is how often it changed hands in a game.
    """

    objective: str
    held: dict[str, Share]
    fell: Share
    changes: float


@dataclass(frozen=True)
class Balance:
    """A series with the records of its games, at least one; all statistics follow from these."""

    series: Series
    records: tuple[Record, ...]

    @classmethod
    def of(cls, series: Series, records: Iterable[Record]) -> Balance:
        """The balance of games however they came in."""
        return cls(series, tuple(sorted(records, key=lambda record: record.number)))

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.records)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        return tuple(side.id for side in self.series.scenario.sides)

    @cached_property
    def program(self) -> str:
        """The version of the program that counts."""
        return metadata.version("sandtable")

    # --- who wins ------------------------------------------------------------------------------

    def wins(self, side: str) -> Share:
        """How often a side won, of all games."""
        return self._share(record.winner == side for record in self.records)

    @property
    def draws(self) -> Share:
        """How often nobody won."""
        return self._share(record.winner is None for record in self.records)

    def decided(self, side: str) -> Share:
        """How often a side won, of the games that had a winner."""
        winners = [record.winner for record in self.records if record.winner is not None]
        return Share.seen(winners.count(side), len(winners))

    @property
    def favoured(self) -> str:
        """The side that wins more than its even part of the decided games, beyond doubt; or none.

        Beyond doubt: the whole 95 % interval lies above one half (of three sides, one third).
        """
        even = EVEN if len(self.sides) == 2 else 1 / len(self.sides)
        return next((side for side in self.sides if self.decided(side).low > even), "")

    def wins_when_first(self, side: str) -> Share:
        """How often a side won of the games in which it was asked first in turn 1."""
        return self._share(r.winner == side for r in self.records if r.first == side)

    @property
    def reasons(self) -> list[tuple[str | None, str, int]]:
        """How games ended: winner, reason and how often, the commonest first."""
        found = Counter((record.winner, record.reason) for record in self.records)
        return [(winner, reason, count) for (winner, reason), count in found.most_common()]

    # --- how long, at what price -----------------------------------------------------------------

    @property
    def turns(self) -> Spread:
        """How long the games were."""
        return spread([record.turns for record in self.records])

    def points(self, side: str) -> Spread:
        """The points of a side at the end."""
        return spread([record.points.get(side, 0) for record in self.records])

    def losses(self, side: str) -> Spread:
        """How many units a side lost."""
        return spread([record.lost(side) for record in self.records])

    def unit_lost(self, unit: str) -> Share:
        """How often a unit was lost."""
        return self._share(any(f.unit == unit for f in r.fallen) for r in self.records)

    def type_losses(self) -> list[TypeLosses]:
        """The losses of each type of unit, side by side."""
        kinds = dict.fromkeys((unit.side, unit.type) for unit in self._units)
        return [self._of_type(side, kind) for side, kind in kinds]

    def _of_type(self, side: str, kind: str) -> TypeLosses:
        units = sum((unit.side, unit.type) == (side, kind) for unit in self._units)
        fallen = [f for record in self.records for f in record.fallen]
        lost = sum((unit.side, unit.type) == (side, kind) for unit in fallen)
        return TypeLosses(side, kind, units, lost / self.games)

    @property
    def _units(self) -> tuple[ScenarioUnit, ...]:
        return self.series.scenario.units

    # --- what for --------------------------------------------------------------------------------

    def fates(self) -> list[Fate]:
        """What became of each objective."""
        return [self._fate(o.id, o.holder) for o in self.series.scenario.objectives]

    def _fate(self, objective: str, holder: str) -> Fate:
        ends = [record.holders.get(objective, "") for record in self.records]
        held = {side: self._share(end == side for end in ends) for side in (*self.sides, "")}
        fell = self._share(record.taken.get(objective, 0) > 0 for record in self.records)
        changes = sum(record.taken.get(objective, 0) for record in self.records) / self.games
        return Fate(objective, held, fell, changes)

    # --- where -----------------------------------------------------------------------------------

    def heat(self, what: str, side: str = "") -> HeatPlane:
        """How often, [row, column], over all games: what of a side, or of all.

        `entered`: units came into the hex; `stood`: were there at a turn's end; `fallen`: fell.
        """
        if what not in self._planes:
            self._planes[what] = self._counted(what)
        planes = self._planes[what]
        return planes[side].copy() if side else np.sum(list(planes.values()), 0, np.int32)

    @cached_property
    def _planes(self) -> dict[str, dict[str, HeatPlane]]:
        """By what is counted and side, as far as somebody has asked: a series may be long."""
        return {}

    def _counted(self, what: str) -> dict[str, HeatPlane]:
        totals = {side: Counter[Spot]() for side in self.sides}
        for record in self.records:
            if what == "fallen":
                for unit in record.fallen:
                    totals[unit.side][patch_of(unit.at)] += 1
                continue
            for side, tally in (record.entered if what == "entered" else record.stood).items():
                totals[side].update(tally)
        return {side: self._plane(total) for side, total in totals.items()}

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

    def _share(self, answers: Iterable[bool]) -> Share:
        told = list(answers)
        return Share.seen(sum(told), len(told))


def _plane_of_table(table: Table, counts: Mapping[Spot, int]) -> HeatPlane:
    """The squares of a table by row, the nearest to its viewer first, and column."""
    plane = np.zeros((-(-table.depth // PATCH), -(-table.width // PATCH)), np.int32)
    rows, columns = plane.shape
    for at, count in counts.items():
        assert isinstance(at, Point)
        plane[min(at.y // PATCH, rows - 1), min(at.x // PATCH, columns - 1)] += count
    return plane
