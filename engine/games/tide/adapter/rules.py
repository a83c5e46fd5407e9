"""Tide under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from typing import Any

from engine.games.game_rules import ChapterRules
from engine.games.tide import action_phase, initial_state, side_views, turn_sequence, umpire_actions
from engine.games.tide.ai import option_value
from engine.games.tide.events import PhaseBegan, RoundBegan, TurnBegan
from engine.games.tide.presentation import (
    forecast,
    move_threats,
    name_texts,
    option_targets,
    roll_reports,
    sentences,
)
from engine.games.tide.presentation import (
    reachable_areas as presentation_reachable,
)
from engine.games.tide.state import State
from engine.play.decisions import Answer, Decision
from engine.play.move_forecast import Forecast


class TideRules(ChapterRules[State]):
    """The rules of tide."""

    id = "tide"
    version = 1
    turn_events, phase_events = (RoundBegan,), (PhaseBegan, TurnBegan)

    start = staticmethod(initial_state.initial_position)
    turn_sequence, umpire_actions, side_views = turn_sequence, umpire_actions, side_views
    sentences, option_targets = sentences, option_targets
    describe_unit = staticmethod(name_texts.piece_name)
    reach = staticmethod(presentation_reachable.option_reach)
    reachable = staticmethod(presentation_reachable.reachable_hexes)
    threats = staticmethod(move_threats.move_threats)
    weigh = staticmethod(option_value.option_value)
    concluding_option = staticmethod(action_phase.concluding_option)
    rolled = staticmethod(roll_reports.read_rolls)
    describe_rolled = staticmethod(roll_reports.roll_report_text)

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """Return the forecast of an option, with exact chances."""
        told = presentation_reachable.step_forecast(view, decision, option)
        return (
            told
            or forecast.forecast_option(view, decision, option)
            or presentation_reachable.option_reach(view, decision, option)
        )


TIDE = TideRules()
