"""The answers that rules and states of all games share: sides, turn, result, units and stacks.

`ChapterRules` passes the questions of `Rules` (`engine/play/game.py`) on to the chapters that every
game has under the same name. The rest a game answers by naming, one row a question, the chapter
that knows: `forecast = staticmethod(forecast.forecast_option)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.games.shared_events import DONE
from engine.games.victory_judgement import LossTally
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision, Procedure, Roll
from engine.play.events import Event
from engine.play.game import Game, Intervention
from engine.play.move_forecast import HexThreats, ReachableArea, RollOutcome
from engine.play.option_targets import (
    ActionParameter,
    EventLocation,
    OptionAction,
    OptionTarget,
    UmpireAction,
)
from engine.play.position import LostUnit, Piece, Position, Result
from engine.play.unit_locations import UnitLocations
from engine.texts import LocalText


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


# --- chapters -------------------------------------------------------------------------------------

T = TypeVar("T", contravariant=True)


class TurnSequence(Protocol):
    """The chapter on the order of play."""

    def next_activity(self, game: Game[Any], /) -> Procedure[None] | None:
        """Return the next activity in this position; None when the game is over."""
        ...


class UmpireActs(Protocol[T]):
    """The chapter on what an umpire may do."""

    def intervene(self, game: Game[Any], order: Intervention, /) -> Procedure[None]:
        """Return the procedure of an umpire's order between activities."""
        ...

    def umpire_acts(self, state: T, /) -> tuple[UmpireAction, ...]:
        """Return the actions of an umpire."""
        ...


class SideViews(Protocol[S]):
    """The chapter on what a side may know, and on positions as values."""

    def side_view(self, state: S, side: str, /) -> S:
        """Return the state as far as a side may know it."""
        ...

    def secret_words(self, state: S, side: str, /) -> list[str]:
        """Return the words that must not occur in a side's view."""
        ...

    def position_as_values(self, state: S, /) -> Position:
        """Return a state as values."""
        ...

    def unit_locations(self, state: S, /) -> UnitLocations:
        """Return the location of every unit."""
        ...


class Sentences(Protocol[T]):
    """The chapter that puts decisions, options, rolls and events into words."""

    def decision_text(self, state: T, asked: Decision[Any, Any], language: str | None, /) -> str:
        """Return a question as a sentence."""
        ...

    def option_text(
        self, state: T, asked: Decision[Any, Any], answer: Answer, language: str | None, /
    ) -> str:
        """Return one answer to a question in words."""
        ...

    def roll_text(self, asked: Roll, language: str | None, /) -> str:
        """Return the purpose of a roll."""
        ...

    def event_text(self, state: T, told: Event[Any], language: str | None, /) -> str:
        """Return what has happened, as a sentence; empty for what a log leaves out."""
        ...

    def argument_text(
        self, state: T, parameter: ActionParameter, value: Any, language: str | None, /
    ) -> str:
        """Return the value of a parameter of an umpire's act in words."""
        ...


class OptionTargets(Protocol[T]):
    """The chapter on what options point at, and where events happen."""

    def option_target(self, state: T, asked: Decision[Any, Any], option: Answer, /) -> OptionTarget:
        """Return what an option does and what it is about."""
        ...

    def event_location(self, state: T, event: Event[Any], /) -> EventLocation:
        """Return the hexes and units an event is about."""
        ...


class ReportedState(StateOfPlay, Protocol):
    """A state with its phase, an enumeration, and the side that acts."""

    phase: Any
    active: str

    @property
    def aims(self) -> HasLength:
        """Return the terms that the scenario fixes for the whole game."""
        ...


class HasLength(Protocol):
    """The part of a scenario that says how long a game is."""

    @property
    def turns(self) -> int:
        """The number of turns."""
        ...


R = TypeVar("R", bound=ReportedState)


def shared_position(
    state: R,
    pieces: Iterable[Piece],
    lost: Iterable[TypedUnit],
    points: Callable[[R, str], int],
) -> Position:
    """Return what the positions of all games have in common, as values."""
    return Position(
        turn=state.turn,
        turns=state.aims.turns,
        phase=state.phase.value,
        active=state.active,
        pieces=tuple(pieces),
        lost=tuple(LostUnit(unit.id, unit.side, unit.type) for unit in lost),
        points={side: points(state, side) for side in state.sides},
        result=state.result,
    )


def next_phase_activity(
    game: Game[Any],
    is_over: Callable[[Game[Any]], bool],
    begin_next_phase: Callable[[Game[Any]], Procedure[None]],
    activity: Callable[[Game[Any]], Procedure[None]],
) -> Procedure[None] | None:
    """Return the next `activity` of a phase, or what follows when its side wants nothing more.

    None when the game is over. Phases are an enumeration that ends with `OVER`.
    """
    state = game.state
    if state.phase is type(state.phase).OVER or is_over(game):
        return None
    return begin_next_phase(game) if state.stage == DONE else activity(game)


def target_of_chapters(
    chapters: Iterable[Callable[[S, Decision[S, Any], Any], OptionTarget | None]],
    state: S,
    asked: Decision[S, Any],
    option: Answer,
) -> OptionTarget:
    """Return the target of an option by the first chapter that knows it."""
    if option is None:
        return OptionTarget(OptionAction.PASS)
    for chapter in chapters:
        found = chapter(state, asked, option)
        if found is not None:
            return found
    raise AssertionError(f"{asked} points at nothing with {option}")


class ChapterRules(GameRules[S]):
    """Rules whose chapters are modules of the same names in every game."""

    turn_sequence: TurnSequence
    umpire_actions: UmpireActs[S]
    side_views: SideViews[S]
    sentences: Sentences[S]
    option_targets: OptionTargets[S]

    def activity(self, game: Game[Any]) -> Procedure[None] | None:
        """Return the next activity in this position; None when the game is over."""
        return self.turn_sequence.next_activity(game)

    def intervention(self, game: Game[Any], order: Intervention) -> Procedure[None]:
        """Return the procedure of an umpire's intervention between activities."""
        return self.umpire_actions.intervene(game, order)

    def acts(self, state: S) -> tuple[UmpireAction, ...]:
        """Return the actions of an umpire in this game, between activities."""
        return self.umpire_actions.umpire_acts(state)

    def view(self, state: S, side: str) -> S:
        """Return the state as far as a side may know it."""
        return self.side_views.side_view(state, side)

    def secrets(self, state: S, side: str) -> list[str]:
        """Return the words that must not occur in a side's view."""
        return self.side_views.secret_words(state, side)

    def position(self, state: S) -> Position:
        """Return a state as values."""
        return self.side_views.position_as_values(state)

    def whereabouts(self, state: S) -> UnitLocations:
        """Return the location of every unit."""
        return self.side_views.unit_locations(state)

    def describe_decision(
        self, state: S, decision: Decision[S, Any], language: str | None = None
    ) -> str:
        """Return a question as a sentence."""
        return self.sentences.decision_text(state, decision, language)

    def describe_option(
        self, state: S, decision: Decision[S, Any], option: Answer, language: str | None = None
    ) -> str:
        """Return one answer to a question in words."""
        return self.sentences.option_text(state, decision, option, language)

    def describe_roll(self, roll: Roll, language: str | None = None) -> str:
        """Return the purpose of a roll."""
        return self.sentences.roll_text(roll, language)

    def describe_event(self, state: S, event: Event[S], language: str | None = None) -> str:
        """Return an event as a line of the umpire's log; empty if it is not logged."""
        return self.sentences.event_text(state, event, language)

    def describe_argument(
        self, state: S, parameter: ActionParameter, argument: Any, language: str | None = None
    ) -> str:
        """Return the value of a parameter of an umpire's act in words."""
        return self.sentences.argument_text(state, parameter, argument, language)

    def points_at(self, state: S, decision: Decision[S, Any], option: Answer) -> OptionTarget:
        """Return what an option does, and the unit, hex or card it is about."""
        return self.option_targets.option_target(state, decision, option)

    def where(self, state: S, event: Event[S]) -> EventLocation:
        """Return the hexes and units an event is about."""
        return self.option_targets.event_location(state, event)


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


class TypedUnit(OwnedUnit, Protocol):
    """A unit of a type."""

    @property
    def type(self) -> str:
        """The unit's type."""
        ...


class NamedPiece(OwnedUnit, Protocol):
    """A unit that may have a name of its own."""

    @property
    def name(self) -> LocalText:
        """Its own name; empty for none."""
        ...


class PlacedUnit(TypedUnit, NamedPiece, Protocol):
    """A unit in a hex, by itself or inside another."""

    @property
    def at(self) -> Hex:
        """The hex it is in."""
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
    lost: tuple[P, ...]
    exited: tuple[P, ...]
    removed: tuple[P, ...]
    reserves: tuple[Any, ...]
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

    def name(self, unit: str) -> LocalText:
        """Return the name of a unit, also lost or yet to come; its id if it has none."""
        if unit in self.units:
            return self.units[unit].name or unit
        others: list[NamedPiece] = [*self.lost, *self.exited, *self.removed, *self.reserves]
        return next((other.name for other in others if other.id == unit and other.name), unit)

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
