"""Tide under way, as `Rules` ask it: each answer comes from a chapter of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.tide import opening, sequence, umpire, view
from engine.games.tide.events import PhaseBegan, RoundBegan, TurnBegan
from engine.games.tide.face import dangers, forecast, going, pointing, throws, wording, words, worth
from engine.games.tide.state import State
from engine.hexes.hex import Hex
from engine.play.asks import Answer, Decision, Procedure, Roll
from engine.play.events import Event
from engine.play.forecast import Forecast, Reachable, Rolled, Threat
from engine.play.game import Game, Intervention
from engine.play.pointing import Act, EventPlace, Parameter, Pointing
from engine.play.position import Position, Result
from engine.scenario.scenario import Scenario


class Tide:
    """The rules of tide."""

    id = "tide"
    version = 1

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return opening.start(scenario)

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
        """The round under way; 0 during set-up."""
        return state.round

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
        """1 for the beginning of a round, 2 for that of a phase or a side's turn, else 0."""
        if isinstance(event, RoundBegan):
            return 1
        return 2 if isinstance(event, PhaseBegan | TurnBegan) else 0

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """What an option leads to, with exact chances."""
        told = going.step(view, decision, option)
        return (
            told or forecast.forecast(view, decision, option) or self.reach(view, decision, option)
        )

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> Reachable | None:
        """Where a unit can go, by a manner of moving."""
        return going.reachable(view, unit, manner, left)

    def threats(self, view: State, unit: str, path: Sequence[Hex]) -> tuple[Threat, ...]:
        """Op fire and mines in each hex of a path."""
        return dangers.threats(view, unit, path) if unit in view.units else ()

    def rolled(self, state: State, events: Sequence[Event[State]]) -> tuple[Rolled, ...]:
        """The rolls that events tell of, with what the dice came to."""
        return throws.roll(state, events)

    def describe_rolled(self, rolled: Rolled, language: str | None = None) -> str:
        """A roll with what it came to."""
        return throws.described(rolled, language)

    def points_at(self, state: State, decision: Decision[State, Any], option: Answer) -> Pointing:
        """What one possible answer does, and which unit, hex or card it is about."""
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


TIDE = Tide()
