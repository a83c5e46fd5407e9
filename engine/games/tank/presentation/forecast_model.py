"""The forecasts of shots and shells by the tank game's rules (F2–F7, A1–A6)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.play.forecast_blocks import (
    NEVER,
    DiceOutcome,
    PrintedTableCell,
    ResultChance,
    UnitEndState,
)
from engine.play.move_forecast import MoveStep, ReachableArea
from engine.sight.sight_profile import Profile


class LevelCorrection(NamedTuple):
    """A correction of a level before the roll (F3, V7).

    `amount` is the size of the cause, as the levels a target is higher; `cell` the printed cell of
    the value, if in a table.
    """

    cause: str
    value: int
    rule: str
    amount: int = 0
    cell: PrintedTableCell | None = None


class ResultSoftening(NamedTuple):
    """A softening of a result after the roll: by a face of it, or of the armour die (F5).

    `cause` is a kind of ground or `armour`.
    """

    cause: str
    faces: tuple[int, ...]
    rule: str
    cell: PrintedTableCell | None = None


@dataclass(frozen=True, slots=True)
class ShotForecast:
    """One attack by one firer, as it will be resolved.

    `base` and the corrections add up to `level`; both are None beyond the gun's table. At level 0,
    beyond the table and without sight nothing is rolled: there are no throws. `looked_up` are the
    cells the level came from. `results` counts what softens a result, `effects` also the state the
    target is in now. `profile` is the line of sight, None where sight does not matter.
    """

    firer: str
    target: str
    manner: str
    range: int
    sees: bool
    base: int | None
    corrections: tuple[LevelCorrection, ...]
    level: int | None
    looked_up: tuple[PrintedTableCell, ...]
    throws: tuple[DiceOutcome, ...]
    softenings: tuple[ResultSoftening, ...]
    results: tuple[ResultChance, ...]
    effects: tuple[ResultChance, ...]
    profile: Profile | None


@dataclass(frozen=True, slots=True)
class FireForecast:
    """Attacks on one target in the order in which they are resolved, and what becomes of it.

    In `ends` later attacks find the target as the earlier ones left it.
    """

    target: str
    attacks: tuple[ShotForecast, ...]
    before: tuple[str, ...]
    ends: tuple[UnitEndState, ...]

    @property
    def chance_of_harm(self) -> Fraction:
        """The chance that anything happens to the target."""
        return 1 - chance_of_ending_with_marks(self.ends, self.before)


def chance_of_ending_with_marks(ends: tuple[UnitEndState, ...], marks: tuple[str, ...]) -> Fraction:
    """The chance that a unit ends with exactly these marks."""
    return next((end.chance for end in ends if end.marks == marks), NEVER)


@dataclass(frozen=True, slots=True)
class ShelledUnitForecast:
    """The forecast of a battery's effect on one unit that stays in place.

    `shells` is how many of its shells act on the unit on average, `at_level` the same by the cell
    that gives their level.
    """

    unit: str
    shells: Fraction
    at_level: tuple[tuple[PrintedTableCell, Fraction], ...]
    before: tuple[str, ...]
    ends: tuple[UnitEndState, ...]

    @property
    def chance_of_harm(self) -> Fraction:
        """The chance that anything happens to the unit."""
        return 1 - chance_of_ending_with_marks(self.ends, self.before)


@dataclass(frozen=True, slots=True)
class BarrageForecast:
    """A battery's fire at a hex.

    For each gun: the chance that its shell falls in the very hex, and that it falls nowhere
    (cancelled, or lost off the map).
    """

    target: Hex
    guns: int
    on_target: Fraction
    lost: Fraction
    units: tuple[ShelledUnitForecast, ...]


Foreseen = FireForecast | BarrageForecast | ReachableArea | MoveStep
