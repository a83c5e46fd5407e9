"""Tide under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from typing import Any

from engine.games.game_rules import GameRules
from engine.games.tide import initial_state, sequence, umpire_actions, view
from engine.games.tide.ai import option_value
from engine.games.tide.events import PhaseBegan, RoundBegan, TurnBegan
from engine.games.tide.presentation import (
    forecast,
    move_threats,
    names,
    option_targets,
    rolls,
    sentences,
)
from engine.games.tide.presentation import (
    reachable as presentation_reachable,
)
from engine.games.tide.state import State
from engine.play.decisions import Answer, Decision
from engine.play.move_forecast import Forecast


class TideRules(GameRules[State]):
    """The rules of tide."""

    id = "tide"
    version = 1
    turn_events, phase_events = (RoundBegan,), (PhaseBegan, TurnBegan)

    start = staticmethod(initial_state.start)
    activity = staticmethod(sequence.next_activity)
    intervention = staticmethod(umpire_actions.intervene)
    acts = staticmethod(umpire_actions.umpire_acts)
    position = staticmethod(view.position_as_values)
    whereabouts = staticmethod(view.unit_locations)
    secrets = staticmethod(view.secret_words)
    view = staticmethod(view.side_view)
    describe_decision = staticmethod(sentences.decision_text)
    describe_option = staticmethod(sentences.option_text)
    describe_roll = staticmethod(sentences.roll)
    describe_event = staticmethod(sentences.event_text)
    describe_argument = staticmethod(sentences.argument_text)
    describe_unit = staticmethod(names.piece_name)
    points_at = staticmethod(option_targets.points_at)
    where = staticmethod(option_targets.event_places)
    reach = staticmethod(presentation_reachable.reach)
    reachable = staticmethod(presentation_reachable.reachable_hexes)
    threats = staticmethod(move_threats.move_threats)
    weigh = staticmethod(option_value.option_value)
    rolled = staticmethod(rolls.describe_roll)
    describe_rolled = staticmethod(rolls.describe)

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """What an option leads to, with exact chances."""
        told = presentation_reachable.step(view, decision, option)
        return (
            told
            or forecast.forecast_option(view, decision, option)
            or presentation_reachable.reach(view, decision, option)
        )


TIDE = TideRules()
