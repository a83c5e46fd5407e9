"""The answers that rules and states of all games share: sides, turn, result, units and stacks.

The rest a game answers by naming, one row a question, the chapter that knows:
`weigh = staticmethod(worth.weigh)`. `Rules` (`engine/play/game.py`) says what each row means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.games.victory_judgement import LossTally
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision
from engine.play.events import Event
from engine.play.move_forecast import HexThreats, ReachableArea, RollOutcome
from engine.play.position import Result


class StateOfPlay(Protocol):
    """A state with its sides, its turn and its result."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which the game lists them."""
        ...

    @property
    def turn(self) -> int:
        """The turn under way; 0 before the first."""
        ...

    @property
    def result(self) -> Result | None:
        """Return the result of the game; None while it goes on."""
        ...


S = TypeVar("S", bound=StateOfPlay)


class GameRules(Generic[S]):
    """The answers that are read off a state or an event's kind."""

    turn_events: ClassVar[tuple[type, ...]] = ()
    """The events that head a turn in the log."""
    phase_events: ClassVar[tuple[type, ...]] = ()
    """Those that head what a turn consists of."""

    def sides(self, state: S) -> tuple[str, ...]:
        """The sides, in the order in which the scenario lists them."""
        return state.sides

    def turn(self, state: S) -> int:
        """The turn under way; 0 before the first."""
        return state.turn

    def result(self, state: S) -> Result | None:
        """Return the result of the game; None while it goes on."""
        return state.result

    def heading(self, event: Event[S]) -> int:
        """1 for an event that heads a turn, 2 for one that heads a phase, else 0."""
        if isinstance(event, self.turn_events):
            return 1
        return 2 if isinstance(event, self.phase_events) else 0

    def secrets(self, state: S, side: str, /) -> list[str]:
        """No words are hidden from a side."""
        return []

    def reachable(
        self, view: S, unit: str, manner: str = "", left: int | None = None, /
    ) -> ReachableArea | None:
        """No area is known beyond the options themselves."""
        return None

    def reach(self, view: S, decision: Decision[S, Any], option: Answer, /) -> ReachableArea | None:
        """Likewise of an option."""
        return None

    def threats(self, view: S, unit: str, path: Sequence[Hex], /) -> tuple[HexThreats, ...]:
        """Return nothing: movers are not fired at."""
        return ()

    def rolled(self, state: S, events: Sequence[Event[S]], /) -> tuple[RollOutcome, ...]:
        """No roll is looked up in a table."""
        return ()

    def describe_rolled(self, rolled: RollOutcome, language: str | None = None, /) -> str:
        """Likewise in words."""
        return ""


# --- states ---------------------------------------------------------------------------------------


class HasSides(Protocol):
    """The part of a scenario that lists the sides."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        ...


class OwnedUnit(Protocol):
    """A unit of a side."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def side(self) -> str:
        """The side it belongs to."""
        ...


class PlacedUnit(OwnedUnit, Protocol):
    """A unit in a hex, by itself or inside another."""

    @property
    def at(self) -> Hex:
        """The hex it is in."""
        ...

    @property
    def type(self) -> str:
        """The unit's type."""
        ...

    @property
    def inside(self) -> str:
        """The id of its carrier; empty for none."""
        ...


U = TypeVar("U", bound=OwnedUnit)
P = TypeVar("P", bound=PlacedUnit)


class TwoSidedState:
    """A state of a game between the two sides of a scenario."""

    __slots__ = ()
    aims: HasSides

    @property
    def sides(self) -> tuple[str, ...]:
        """The two sides in the scenario's order."""
        return self.aims.sides

    def enemy_of(self, side: str) -> str:
        """Return the other side."""
        first, second = self.aims.sides
        return second if side == first else first


class UnitsState(TwoSidedState, Generic[U]):
    """A state of a game of units on a map, by their ids."""

    __slots__ = ()
    units: dict[str, U]

    def units_of(self, side: str) -> list[U]:
        """Return a side's units on the map, cargo too, in the order in which they are listed."""
        return [unit for unit in self.units.values() if unit.side == side]


class StackedState(UnitsState[P]):
    """A state of a game in which several units stand in a hex and carry others.

    Its `_standing` keeps what `standing` has found until a unit goes elsewhere.
    """

    __slots__ = ()
    fallen: tuple[LossTally, ...]
    _standing: dict[Hex, tuple[P, ...]] | None

    def count_fallen(self, unit: P, points: int) -> None:
        """Add points that a side has lost by a unit."""
        tally = LossTally(unit.id, unit.side, unit.type, points)
        self.fallen = (*self.fallen, tally)  # type: ignore[misc] # a slot of the game's state

    @property
    def stacks_by_hex(self) -> Mapping[Hex, tuple[P, ...]]:
        """The units of every hex that holds any, cargo left out, in the scenario's order."""
        if self._standing is None:
            found = units_by_hex(self.units.values())
            self._standing = found  # type: ignore[misc] # likewise
        return self._standing

    def units_at(self, hex_: Hex) -> tuple[P, ...]:
        """Return the units in a hex, cargo left out."""
        standing = self._standing
        return (self.stacks_by_hex if standing is None else standing).get(hex_, ())

    def side_at(self, hex_: Hex) -> str:
        """Return the sides with units in a hex; empty where there are none."""
        here = self.units_at(hex_)
        return here[0].side if here else ""

    def cargo_of(self, carrier: str) -> list[P]:
        """Return the passengers of a carrier and the gun it tows."""
        return [unit for unit in self.units.values() if unit.inside == carrier]


def last_hex_of_unit(state: Any, unit: str) -> Hex | None:
    """Return where a unit is, or was when it went; None for one that was never on the map."""
    if unit in state.units:
        return state.units[unit].at  # type: ignore[no-any-return] # of any game's state
    gone = (*state.lost, *state.exited, *state.removed)
    return next((each.at for each in gone if each.id == unit), None)


def units_by_hex(units: Iterable[P]) -> dict[Hex, tuple[P, ...]]:
    """Return the units of every hex that holds any, cargo left out."""
    found: dict[Hex, tuple[P, ...]] = {}
    for unit in units:
        if not unit.inside:
            found[unit.at] = (*found.get(unit.at, ()), unit)
    return found
