"""The answers that the rules of all games share: sides, turn, headings, result, and usual defaults.

The rest a game answers by naming, one row a question, the chapter that knows:
`weigh = staticmethod(worth.weigh)`. `Rules` (`engine/play/game.py`) says what each row means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

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
