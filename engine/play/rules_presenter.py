"""The part of rules that screens, reports and players read: words, places, chances, idle units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.play.decisions import Answer, Decision, Roll
from engine.play.events import Event
from engine.play.option_targets import ActionParameter, EventLocation, OptionTarget
from engine.play.position import Copyable, PositionRules
from engine.play.translatable_phrases import Saying

if TYPE_CHECKING:
    from engine.hexes.hex import Hex
    from engine.play.move_forecast import Forecast, HexThreats, ReachableArea, RollOutcome


S = TypeVar("S", bound=Copyable)


class RulesPresenter(PositionRules[S], Protocol[S]):
    """Rules, as far as they say what is asked, what has happened, and what would come of it."""

    def describe_decision(
        self, state: S, decision: Decision[S, Any], language: str | None = None
    ) -> str:
        """The question as a sentence."""
        ...

    def describe_option(
        self, state: S, decision: Decision[S, Any], option: Answer, language: str | None = None
    ) -> str:
        """One possible answer in words."""
        ...

    def describe_roll(self, roll: Roll, language: str | None = None) -> str:
        """Describe the purpose of a roll."""
        ...

    def describe_event(self, state: S, event: Event[S], language: str | None = None) -> str:
        """Describe an event as a line of the umpire's log; empty if it is not logged."""
        ...

    def heading(self, event: Event[S]) -> int:
        """1 for an event that heads a turn in the log, 2 for one that heads a phase, else 0."""
        ...

    def forecast(self, view: S, decision: Decision[S, Any], option: Answer) -> Forecast | None:
        """Return the forecast of an option, with exact chances; None if there is none.

        `decision` is the present one in the position the view shows.
        """
        ...

    def reachable(
        self, view: S, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        """Return the area a unit can reach, with cheapest paths; None in games without moves.

        `manner` is its kind of move, in a word of the game, else the usual one; `left` the points
        left as the present decision counts them, else it begins its move.
        """
        ...

    def threats(self, view: S, unit: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
        """Return the threats to a unit in each hex of a path, if not fired upon before."""
        ...

    def rolled(self, state: S, events: Sequence[Event[S]]) -> tuple[RollOutcome, ...]:
        """The rolls in the events, with the cells of the handbook's tables they hit.

        `state` is any position after the events.
        """
        ...

    def describe_rolled(self, rolled: RollOutcome, language: str | None = None) -> str:
        """A roll with the cell it hit, as a line."""
        ...

    def points_at(self, state: S, decision: Decision[S, Any], option: Answer) -> OptionTarget:
        """Return the action of one possible answer, and the unit, hex or card it refers to."""
        ...

    def reach(self, view: S, decision: Decision[S, Any], option: Answer) -> ReachableArea | None:
        """`reachable` for the unit that an order sets in motion or whose next step is asked for.

        None for options that move no unit.
        """
        ...

    def where(self, state: S, event: Event[S]) -> EventLocation:
        """The hexes and units an event is about; `state` is the position after it."""
        ...

    def describe_unit(self, state: S, unit: str, language: str | None = None) -> str:
        """A unit's name, even if it is lost or yet to arrive."""
        ...

    def describe_argument(
        self, state: S, parameter: ActionParameter, argument: Any, language: str | None = None
    ) -> str:
        """An argument of an umpire's act in words: a unit, a hex, a card, a mark…"""
        ...


@runtime_checkable
class IdleReasonRules(Protocol):
    """Rules that know why a unit is not among those that may act."""

    def why_idle(self, view: Any, decision: Decision[Any, Any], unit: str) -> Saying | None:
        """Return the reason a unit of the asked side is not asked for; None if there is none."""
        ...


@runtime_checkable
class ConcludingRules(Protocol):
    """Rules in which a unit that does nothing more says so by an action of its own."""

    def concluding_option(self, view: Any, decision: Decision[Any, Any]) -> Answer | None:
        """Return the option by which a unit does nothing more; None if that is not asked."""
        ...


class PurchaseItem(NamedTuple):
    """An item that may be bought: the answer that buys one, its price, and its values in words.

    `most` is how many the side can pay for and has room for, if it buys nothing else.
    """

    option: Answer
    name: str
    cost: int
    most: int
    values: str


class Purchase(NamedTuple):
    """The items a side may buy, and the money it has left."""

    money: int
    items: tuple[PurchaseItem, ...]


@runtime_checkable
class PurchaseRules(Protocol):
    """Rules by which a side buys its units, one answer each."""

    def list_purchases(
        self, view: Any, decision: Decision[Any, Any], language: str | None = None
    ) -> Purchase | None:
        """Return what may be bought; None where a decision is about something else."""
        ...
