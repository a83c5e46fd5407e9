"""What a player wants to know before answering, and how the dice turned out afterwards.

Values for any game: its rules fill them, screens and players read them. Chances are exact
fractions. Causes, results and marks are words of the game; rule numbers are those of its rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.hexes.hex import Hex
from engine.paths.explained import Reason
from engine.paths.mobility import Points

if TYPE_CHECKING:
    from engine.sight.profile import Profile

NEVER = Fraction(0)


class Cell(NamedTuple):
    """One cell of a printed table: its id and the heads of row and column in the handbook."""

    table: str
    row: str
    column: str


class Correction(NamedTuple):
    """What raises or lowers a level before the dice fall.

    `amount` is how much of the cause there is, as the levels a target is higher; `cell` where the
    value is printed, if in a table.
    """

    cause: str
    value: int
    rule: str
    amount: int = 0
    cell: Cell | None = None


class Softening(NamedTuple):
    """What lowers a result after the dice fell: a face of theirs, or of the armour die.

    `cause` is a kind of ground or `armour`.
    """

    cause: str
    faces: tuple[int, ...]
    rule: str
    cell: Cell | None = None


class Throw(NamedTuple):
    """One sum of the dice: the cell it hits, what is printed there, and how often it comes up.

    `softened` is how much of that chance ends in a lower result than is printed.
    """

    cell: Cell
    result: str
    chance: Fraction
    softened: Fraction = NEVER


class Chance(NamedTuple):
    """A result and its chance."""

    result: str
    chance: Fraction


class End(NamedTuple):
    """What may become of a unit: all marks of damage it then has, and the chance of that."""

    marks: tuple[str, ...]
    chance: Fraction


# --- fire ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
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
    corrections: tuple[Correction, ...]
    level: int | None
    looked_up: tuple[Cell, ...]
    throws: tuple[Throw, ...]
    softenings: tuple[Softening, ...]
    results: tuple[Chance, ...]
    effects: tuple[Chance, ...]
    profile: Profile | None


@dataclass(frozen=True, slots=True)
class Fire:
    """Attacks on one target in the order in which they are resolved, and what becomes of it.

    In `ends` later attacks find the target as the earlier ones left it.
    """

    target: str
    attacks: tuple[Attack, ...]
    before: tuple[str, ...]
    ends: tuple[End, ...]

    @property
    def hurt(self) -> Fraction:
        """The chance that anything happens to the target."""
        return 1 - chance_of(self.ends, self.before)


def chance_of(ends: tuple[End, ...], marks: tuple[str, ...]) -> Fraction:
    """The chance that a unit ends with exactly these marks."""
    return next((end.chance for end in ends if end.marks == marks), NEVER)


# --- combat by strength ---------------------------------------------------------------------------


class Stack(NamedTuple):
    """Units that fight together out of one hex, or in the one attacked, and their strength."""

    units: tuple[str, ...]
    at: Hex
    strength: int
    is_halved: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """An attack on a hex that is settled by comparing strengths.

    The stacks of the attackers and the corrections add up to `attack`. Who defends is what the
    asked side may know: where it sees nobody there are no `defenders`, `throws` and `results`.
    `results` lists what may come of it from best to worst for the attacker.
    """

    at: Hex
    attackers: tuple[Stack, ...]
    corrections: tuple[Correction, ...]
    attack: int
    defenders: tuple[Stack, ...] = ()
    defence: int = 0
    throws: tuple[Throw, ...] = ()
    results: tuple[Chance, ...] = ()
    won: Fraction = NEVER


# --- shells ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shelled:
    """What a battery may do to one unit that stays where it is.

    `shells` is how many of its shells act on the unit on average, `at_level` the same by the cell
    that gives their level.
    """

    unit: str
    shells: Fraction
    at_level: tuple[tuple[Cell, Fraction], ...]
    before: tuple[str, ...]
    ends: tuple[End, ...]

    @property
    def hurt(self) -> Fraction:
        """The chance that anything happens to the unit."""
        return 1 - chance_of(self.ends, self.before)


@dataclass(frozen=True, slots=True)
class Barrage:
    """A battery's fire at a hex.

    For each gun: the chance that its shell falls in the very hex, and that it falls nowhere
    (cancelled, or lost off the map).
    """

    target: Hex
    guns: int
    on_target: Fraction
    lost: Fraction
    units: tuple[Shelled, ...]


# --- moves ----------------------------------------------------------------------------------------


class Arrival(NamedTuple):
    """One hex a move can come to, with the MP the cheapest way takes in all.

    `by` are the hexes before it on the cheapest ways; of several ways to pay the same only those
    with the fewest hexes. `combat`: entering starts close combat and ends the move. `crowded`: a
    unit that ends its move there is over the stacking limit.
    """

    at: Hex
    cost: Points
    hexes: int
    by: tuple[Hex, ...]
    combat: bool
    crowded: bool


@dataclass(frozen=True, slots=True)
class Reachable:
    """Where a unit can go as things are, with so many MP, its own hex included."""

    unit: str
    manner: str
    points: Points
    start: Hex
    arrivals: Mapping[Hex, Arrival]

    @property
    def combats(self) -> tuple[Hex, ...]:
        """The hexes where entering starts close combat."""
        return tuple(arrival.at for arrival in self.arrivals.values() if arrival.combat)

    def path(self, to: Hex) -> tuple[Arrival, ...]:
        """The cheapest path to a hex, hex by hex with what it has cost so far.

        Both ends are included; empty where the unit does not come. Of several cheapest paths one
        with the fewest hexes that keeps near the straight line.
        """
        if to not in self.arrivals:
            return ()
        path = [self.arrivals[to]]
        while path[-1].by:
            before = min(path[-1].by, key=lambda hex_: (_astray(self.start, to, hex_), hex_))
            path.append(self.arrivals[before])
        return tuple(reversed(path))


def _astray(start: Hex, to: Hex, hex_: Hex) -> int:
    """How far a hex lies off the straight line between two others, in no particular unit."""
    aim, here = to.offset_from(start), hex_.offset_from(start)
    return abs(aim.q * here.r - aim.r * here.q)


class Danger(NamedTuple):
    """The chances that a unit suffers any damage, that its move ends, that it is annihilated."""

    hurt: Fraction = NEVER
    stopped: Fraction = NEVER
    annihilated: Fraction = NEVER


class ThreatShot(NamedTuple):
    """An enemy that may fire at the mover, and the friends that may then cover the mover."""

    firer: str
    range: int
    level: int
    danger: Danger
    covered_by: tuple[str, ...]


class ThreatShell(NamedTuple):
    """A shell marker that acts on whoever enters."""

    ammunition: str
    at: Hex
    level: int
    danger: Danger


class Threat(NamedTuple):
    """What awaits a mover in one hex it enters; see `Rules.threats`."""

    at: Hex
    combat: bool
    shots: tuple[ThreatShot, ...]
    together: Danger
    shells: tuple[ThreatShell, ...]
    shelled: Danger


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a move: what it costs and why, what is left after it, and what awaits there.

    `left` is below 0 where the step cannot be paid for. There is no `threat` in games where nobody
    fires at who moves.
    """

    to: Hex
    cost: Points
    left: Points
    reasons: tuple[Reason, ...]
    crowded: bool
    threat: Threat | None = None


Forecast = Fire | Combat | Barrage | Reachable | Step

# --- afterwards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll of the dice in an event, and its outcome.

    `event` is the event's place among those asked about. `cell` is the cell the roll hit and
    `printed` what stands there; both are empty for a roll that no table is for. `corrections` made
    the level, `looked_up` are the cells it came from. `softened` names what lowered the result
    afterwards; `result` is what was left of it. `side` is the side whose roll it is, if one's.
    """

    event: int
    purpose: str
    faces: tuple[int, ...]
    cell: Cell | None = None
    printed: str = ""
    level: int = 0
    corrections: tuple[Correction, ...] = ()
    looked_up: tuple[Cell, ...] = ()
    softened: str = ""
    result: str = ""
    side: str = ""

    @property
    def sum(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)
