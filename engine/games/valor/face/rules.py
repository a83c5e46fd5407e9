"""Valor under way, as `Rules` ask it: each answer comes from a chapter of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.valor import sequence, set_up, steps, umpire, view
from engine.games.valor.events import PhaseBegan, SegmentBegan, TurnBegan
from engine.games.valor.face import (
    dangers,
    forecast,
    going,
    idle,
    pointing,
    throws,
    wording,
    words,
    worth,
)
from engine.games.valor.moving import Step
from engine.games.valor.state import State
from engine.hexes.hex import Hex
from engine.play.asks import Answer, Decision, Procedure, Roll
from engine.play.events import Event
from engine.play.forecast import Forecast, Reachable, Rolled, Threat
from engine.play.game import Game, Intervention
from engine.play.pointing import Act, EventPlace, Parameter, Pointing
from engine.play.position import Position, Result
from engine.play.sayings import Saying
from engine.scenario.scenario import Scenario


class Valor:
    """The rules of valor."""

    id = "valor"
    version = 1

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return set_up.start(scenario)

    def activity(self, game: Game[State]) -> Procedure[None] | None:
        """What comes next in this position; None when the game is over."""
        return sequence.activity(game)

    def intervention(self, game: Game[State], order: Intervention) -> Procedure[None]:
        """What an umpire orders between activities."""
        return umpire.intervene(game, order)

    def sides(self, state: State) -> tuple[str, ...]:
        """The two sides in the scenario's order."""
        return state.sides

    def result(self, state: State) -> Result | None:
        """How the game ended; None while it goes on."""
        return state.result

    def turn(self, state: State) -> int:
        """The turn under way; 0 during set-up."""
        return state.turn

    def view(self, state: State, side: str) -> State:
        """The position as far as a side may know it."""
        return view.view(state, side)

    def position(self, state: State) -> Position:
        """The position as values."""
        return view.position(state)

    def secrets(self, state: State, side: str) -> list[str]:
        """Words that must not occur in a side's view."""
        return view.secrets(state, side)

    def weigh(self, view: State, decision: Decision[State, Any], option: Answer) -> float:
        """How much the asked side hopes to gain by an option."""
        return worth.weigh(view, decision, option)

    def describe_decision(
        self, state: State, decision: Decision[State, Any], language: str | None = None
    ) -> str:
        """The question as a sentence."""
        return wording.decision(state, decision, language)

    def describe_option(
        self,
        state: State,
        decision: Decision[State, Any],
        option: Answer,
        language: str | None = None,
    ) -> str:
        """One possible answer in words."""
        return wording.option(state, decision, option, language)

    def describe_roll(self, roll: Roll, language: str | None = None) -> str:
        """What dice are rolled for."""
        return wording.roll(roll, language)

    def describe_event(self, state: State, event: Event[State], language: str | None = None) -> str:
        """What has happened, as a line of the umpire's log."""
        return wording.event(state, event, language)

    def heading(self, event: Event[State]) -> int:
        """1 for the beginning of a turn, 2 for that of a segment or phase, else 0."""
        if isinstance(event, TurnBegan):
            return 1
        return 2 if isinstance(event, SegmentBegan | PhaseBegan) else 0

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """What an option leads to, with exact chances."""
        if isinstance(decision, Step) and option is not None:
            found = going.step(view, decision, option)
            return found or forecast.forecast(view, decision, option)
        return forecast.forecast(view, decision, option) or going.reach(view, decision, option)

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> Reachable | None:
        """Where a unit can go by `move` or `assault`."""
        if unit not in view.units or view.units[unit].inside:
            return None
        return going.reachable(view, (unit,), manner or steps.MOVE, left)

    def threats(self, view: State, unit: str, path: Sequence[Hex]) -> tuple[Threat, ...]:
        """Opportunity fire, mines and fire lanes in each hex of a path."""
        return dangers.threats(view, unit, path) if unit in view.units else ()

    def why_idle(self, view: State, decision: Decision[State, Any], unit: str) -> Saying | None:
        """Why a unit of the asked side may not fire or move now."""
        return idle.why_idle(view, decision, unit)

    def rolled(self, state: State, events: Sequence[Event[State]]) -> tuple[Rolled, ...]:
        """The rolls that events tell of, with the cells of the tables they hit."""
        return throws.roll(state, events)

    def describe_rolled(self, rolled: Rolled, language: str | None = None) -> str:
        """A roll with the cell it hit."""
        return throws.described(rolled, language)

    def points_at(self, state: State, decision: Decision[State, Any], option: Answer) -> Pointing:
        """What one possible answer does, and which unit or hex it is about."""
        return pointing.points_at(state, decision, option)

    def reach(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Reachable | None:
        """Where the unit of an order or of a step can come to."""
        return going.reach(view, decision, option)

    def where(self, state: State, event: Event[State]) -> EventPlace:
        """The hexes and units an event is about."""
        return pointing.where(state, event)

    def describe_unit(self, state: State, unit: str, language: str | None = None) -> str:
        """A unit with its side: its own name, else its type and id."""
        return words.piece_name(state, unit, language)

    def acts(self, state: State) -> tuple[Act, ...]:
        """What an umpire may do."""
        return umpire.acts(state)

    def describe_argument(
        self, state: State, parameter: Parameter, argument: Any, language: str | None = None
    ) -> str:
        """What an umpire's act is given, in words."""
        return wording.argument(state, parameter.name, argument, language)


VALOR = Valor()
