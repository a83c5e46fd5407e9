"""Events that games have in common, and the sentences of those that are alike in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar

from engine.games import victory_judgement
from engine.games.reinforcement_calls import ReinforcementsCalled
from engine.games.victory_judgement import ConditionHeld, VictoryGraded
from engine.play.events import Event, SideOnlyEvent
from engine.play.game import Game
from engine.play.position import Result
from engine.texts import text, text_of_count


class HasGameEnd(Protocol):
    """A state of a game whose phases, an enumeration, end with `OVER`."""

    phase: Any
    result: Result | None


class HasObjectiveHolders(Protocol):
    """A state of a game with objectives, and who holds them."""

    holders: dict[str, str]


class HasReserves(Protocol):
    """A state of a game with units that come in their turns."""

    turn: int
    reserves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ObjectiveTaken(Event[Any]):
    """An objective changes hands."""

    objective: str
    side: str

    def apply(self, state: HasObjectiveHolders) -> None:
        state.holders[self.objective] = self.side


@dataclass(frozen=True, slots=True)
class GameEnded(Event[Any]):
    """The game is over; a draw has no winner."""

    winner: str
    reason: str
    points: tuple[tuple[str, int], ...]

    def apply(self, state: HasGameEnd) -> None:
        state.phase = type(state.phase).OVER
        state.result = Result(self.winner or None, self.reason, dict(self.points))


@dataclass(frozen=True, slots=True)
class UnitDelayed(SideOnlyEvent[Any]):
    """A unit finds no room and waits for the next turn; its side alone knows."""

    unit: str
    side: str

    def apply(self, state: HasReserves) -> None:
        state.reserves = tuple(
            entry._replace(turn=state.turn + 1) if entry.id == self.unit else entry
            for entry in state.reserves
        )


@dataclass(frozen=True, slots=True)
class UmpireActed(Event[Any]):
    """The umpire intervenes; what changes follows in events of its own."""

    kind: str
    who: str
    why: str


def end_game(
    game: Game[Any], winner: str, reason: str, points: Callable[[Any, str], int], grade: str = ""
) -> None:
    """End a game with the points of each side, and the grade of the victory where there is one."""
    scores = tuple((side, points(game.state, side)) for side in game.state.sides)
    game.emit(GameEnded(winner, str(reason), scores))
    victory_judgement.victory_grade(game, winner, grade)


# --- of several games -----------------------------------------------------------------------------

DONE = "done"
"""The stage of a phase in which its side wants nothing more."""


class HasStages(Protocol):
    """A state of a game whose phases consist of stages."""

    stage: str


class HasWorkPlans(Protocol):
    """A state of a game in which works are yet to be laid."""

    plans: tuple[Any, ...]


class HasCargo(Protocol):
    """A state of a game in which units carry others."""

    removed: tuple[Any, ...]

    def cargo_of(self, carrier: str) -> Sequence[Any]:
        """Return what a unit carries."""
        ...

    def take_off(self, unit: str) -> Any:
        """Take a unit off the map and return it as it was."""
        ...


@dataclass(frozen=True, slots=True)
class StageBegan(Event[Any]):
    """Within a phase something else begins, or its side is done with it."""

    stage: str

    def apply(self, state: HasStages) -> None:
        state.stage = self.stage


@dataclass(frozen=True, slots=True)
class PlanDropped(SideOnlyEvent[Any]):
    """A work that a side plans finds no hex where it may lie and is left out."""

    id: str
    kind: str
    side: str

    def apply(self, state: HasWorkPlans) -> None:
        state.plans = tuple(plan for plan in state.plans if plan.id != self.id)


@dataclass(frozen=True, slots=True)
class UnitRemoved(Event[Any]):
    """The umpire takes a unit off the map with all it carries; it does not count as a loss."""

    unit: str

    def apply(self, state: HasCargo) -> None:
        for cargo in state.cargo_of(self.unit):
            state.removed = (*state.removed, state.take_off(cargo.id))
        state.removed = (*state.removed, state.take_off(self.unit))


# --- told alike -----------------------------------------------------------------------------------

S = TypeVar("S")
T = TypeVar("T", contravariant=True)
SHARED = (VictoryGraded, ConditionHeld, ReinforcementsCalled)
Naming = Callable[[S, str, str | None], str]
"""Names a side or a unit of a state."""


class EventTeller(Protocol[T]):
    """A function that describes an event in a sentence."""

    def __call__(self, state: T, told: Event[Any], language: str | None = None, /) -> str:
        """Return the sentence; nothing for what a log leaves out."""
        ...


def with_shared_event_texts(
    side_name: Naming[S], unit_name: Naming[S]
) -> Callable[[EventTeller[S]], EventTeller[S]]:
    """Add the shared events' sentences to a game's own."""

    def decorate(tell: EventTeller[S]) -> EventTeller[S]:
        @wraps(tell)
        def event(state: S, told: Event[Any], language: str | None = None) -> str:
            if not isinstance(told, SHARED):
                return tell(state, told, language)
            return _tell_shared(
                told,
                lambda side: side_name(state, side, language),
                lambda unit: unit_name(state, unit, language),
                language,
            )

        return event

    return decorate


def _tell_shared(
    told: VictoryGraded | ConditionHeld | ReinforcementsCalled,
    side_name: Callable[[str], str],
    unit_name: Callable[[str], str],
    language: str | None,
) -> str:
    match told:
        case VictoryGraded(side, grade):
            return text(f"aims.graded-{grade}", language, side=side_name(side))
        case ConditionHeld(side, condition, turns):
            values = {"side": side_name(side), "condition": condition + 1}
            if not turns:
                return text("aims.held-no-more", language, **values)
            return text_of_count("aims.held", turns, language, **values)
        case ReinforcementsCalled(side, units, face, needed):
            named = text("aims.comma", language).join(map(unit_name, units))
            key = (
                "called" if not needed else "roll-enough" if told.is_successful else "roll-too-low"
            )
            values = {"side": side_name(side), "units": named, "die": face, "needed": needed}
            return text(f"aims.reinforcements-{key}", language, **values)
