"""Forecasts of moves: reach, paths and threats; and the outcomes of rolls.

Values for any game: its rules fill them, screens and players read them. Chances are exact
fractions. Results and marks are words of the game; rule numbers are those of its rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from engine.hexes.hex import Hex
from engine.movement.facing_rules import HexFacing
from engine.movement.mobility import Points
from engine.movement.step_explanation import StepCostReason
from engine.play.forecast_blocks import (
    NEVER,
    FigureBlock,
    OutcomeForecast,
    PrintedTableCell,
    SentenceBlock,
)
from engine.play.translatable_phrases import Saying

if TYPE_CHECKING:
    from engine.movement.facing_search import FacingReach


# --- moves ----------------------------------------------------------------------------------------


class MoveArrival(NamedTuple):
    """One hex a move can come to, with the MP the cheapest way takes in all.

    `by` are the hexes before it on the cheapest ways; of several ways to pay the same only those
    with the fewest hexes. `combat`: entering it begins a fight and ends the move. `crowded`: a unit
    that ends its move there is over the stacking limit. A unit with a front then faces `facing`,
    and came from the front `came`.
    """

    at: Hex
    cost: Points
    hexes: int
    by: tuple[Hex, ...]
    combat: bool
    crowded: bool
    facing: int | None = None
    came: HexFacing | None = None


@dataclass(frozen=True, slots=True)
class ReachableArea:
    """The area a unit can reach now, with so many MP, its own hex included.

    For a unit with a front `arrivals` has each hex with the facing that takes the fewest MP there,
    and `fronts` all it can reach.
    """

    unit: str
    manner: str
    points: Points
    start: Hex
    arrivals: Mapping[Hex, MoveArrival]
    fronts: Mapping[HexFacing, MoveArrival] = field(default_factory=dict)

    @property
    def combats(self) -> tuple[Hex, ...]:
        """The hexes where entering begins a fight."""
        return tuple(arrival.at for arrival in self.arrivals.values() if arrival.combat)

    def path(self, to: Hex, facing: int | None = None) -> tuple[MoveArrival, ...]:
        """The cheapest path to a hex, hex by hex with what it has cost so far.

        Both ends are included; empty where the unit does not come. Of several cheapest paths one
        with the fewest hexes that keeps near the straight line. A unit with a front comes to face
        as wanted, where it can, or as costs least.
        """
        if to not in self.arrivals:
            return ()
        if self.fronts:
            return self._course(to, facing)
        path = [self.arrivals[to]]
        while path[-1].by:
            before = min(path[-1].by, key=lambda hex_: (_astray(self.start, to, hex_), hex_))
            path.append(self.arrivals[before])
        return tuple(reversed(path))

    def _course(self, to: Hex, facing: int | None) -> tuple[MoveArrival, ...]:
        """The cheapest path of a unit with a front."""
        wanted = None if facing is None else self.fronts.get(HexFacing(to, facing))
        course = [wanted or self.arrivals[to]]
        while (came := course[-1].came) is not None:
            course.append(self.fronts[came])
        return tuple(reversed(course))


def _astray(start: Hex, to: Hex, hex_: Hex) -> int:
    """Return how far a hex is off the line between two others, in an arbitrary unit."""
    aim, here = to.offset_from(start), hex_.offset_from(start)
    return abs(aim.q * here.r - aim.r * here.q)


class DamageChances(NamedTuple):
    """The chances that a unit suffers any damage, that its move ends, that it is lost."""

    hurt: Fraction = NEVER
    stopped: Fraction = NEVER
    lost: Fraction = NEVER


class ThreatSource(NamedTuple):
    """One thing that may hurt a mover: an enemy that may fire, a shell to come, a minefield.

    `unit` is the enemy, if it is one; `answered_by` the friends that may then fire back at it.
    """

    what: Saying
    danger: DamageChances
    unit: str = ""
    answered_by: tuple[str, ...] = ()


class ThreatGroup(NamedTuple):
    """The perils of one kind in one hex, and what they come to together.

    `lost` is the game's word for a unit that is lost, if it has one of its own.
    """

    kind: str
    title: Saying
    perils: tuple[ThreatSource, ...]
    together: DamageChances
    lost: Saying | None = None


class HexThreats(NamedTuple):
    """The threats to a mover in one hex it enters, kind by kind; see `Rules.threats`."""

    at: Hex
    combat: bool = False
    kinds: tuple[ThreatGroup, ...] = ()

    @property
    def threat_sources(self) -> tuple[ThreatSource, ...]:
        """All that may hurt it."""
        return tuple(peril for kind in self.kinds for peril in kind.perils)

    @property
    def harm_chance(self) -> Fraction:
        """The chance that any of it hurts."""
        return 1 - prod((1 - kind.together.hurt for kind in self.kinds), start=Fraction(1))

    @property
    def loss_chance(self) -> Fraction:
        """The chance that the unit is lost by any of it."""
        return 1 - prod((1 - kind.together.lost for kind in self.kinds), start=Fraction(1))


@dataclass(frozen=True, slots=True)
class MoveStep:
    """One step of a move: what it costs and why, what is left after it, and what awaits there.

    `left` is below 0 where the step cannot be paid for. `remarks` are the rules' remarks on it,
    with their numbers; `lines` sum it up in a few sentences. There is no `threat` in games where
    movers are not fired at.
    """

    to: Hex
    cost: Points
    left: Points
    reasons: tuple[StepCostReason, ...]
    crowded: bool
    threat: HexThreats | None = None
    remarks: tuple[SentenceBlock, ...] = ()
    lines: tuple[Saying, ...] = ()


Forecast = OutcomeForecast | ReachableArea | MoveStep

# --- afterwards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollOutcome:
    """One roll of the dice in an event, and its outcome.

    `event` is the event's place among those asked about. `cell` is the cell the roll hit and
    `printed` what stands there; both are empty for a roll that no table is for. The `corrections`
    made `level`, the line of the table in words; `looked_up` are the cells they came from.
    `softened` names what lowered the result afterwards; `result` is what was left of it. `side` is
    the side whose roll it is, if one's, `unit` the unit that rolls for itself. `least` is the least
    face that counts, of dice that are counted and not summed.
    """

    event: int
    purpose: str
    faces: tuple[int, ...]
    cell: PrintedTableCell | None = None
    printed: str = ""
    level: Saying | None = None
    corrections: tuple[FigureBlock, ...] = ()
    looked_up: tuple[PrintedTableCell, ...] = ()
    softened: Saying | None = None
    result: str = ""
    side: str = ""
    unit: str = ""
    least: int | None = None

    @property
    def counted(self) -> int:
        """Return the number of faces that count."""
        return sum(self.least is None or face >= self.least for face in self.faces)

    @property
    def sum(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


def _roomy(hex_: Hex) -> bool:
    return False


def reach_by_fronts(
    unit: str,
    manner: str,
    points: Points,
    start: HexFacing,
    found: FacingReach,
    is_crowded: Callable[[Hex], bool] = _roomy,
) -> ReachableArea:
    """Return a search's result by hex and facing; `is_crowded` hexes allow no stop."""
    full = {hex_ for hex_ in found.hexes if is_crowded(hex_)}
    fronts = {front: _arrival(found, front, front.at in full) for front in found}
    arrivals = {hex_: fronts[front] for hex_, front in found.hexes.items()}
    return ReachableArea(unit, manner, points, start.at, arrivals, fronts)


def _arrival(found: FacingReach, front: HexFacing, is_crowded: bool) -> MoveArrival:
    came = found.before(front)
    by = () if came is None else (came.at,)
    hexes = found.entered(front)
    return MoveArrival(front.at, found[front], hexes, by, False, is_crowded, front.facing, came)
