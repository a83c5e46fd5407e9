"""The tank skirmish under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from engine.games.game_rules import GameRules
from engine.games.tank import initial_state, side_views, turn_sequence, umpire_actions
from engine.games.tank.ai import option_value
from engine.games.tank.events import PhaseBegan, TurnBegan
from engine.games.tank.presentation import (
    forecast,
    option_targets,
    roll_reports,
    sentences,
)
from engine.games.tank.presentation import (
    reachable_areas as presentation_reachable,
)
from engine.games.tank.state import State


class TankRules(GameRules[State]):
    """The rules of the tank game."""

    id = "tank"
    version = 2
    turn_events, phase_events = (TurnBegan,), (PhaseBegan,)

    start = staticmethod(initial_state.initial_position)
    activity = staticmethod(turn_sequence.next_activity)
    intervention = staticmethod(umpire_actions.intervene)
    acts = staticmethod(umpire_actions.umpire_acts)
    position = staticmethod(side_views.position_as_values)
    whereabouts = staticmethod(side_views.unit_locations)
    secrets = staticmethod(side_views.secret_words)
    view = staticmethod(side_views.side_view)
    describe_decision = staticmethod(sentences.decision_text)
    describe_option = staticmethod(sentences.option_text)
    describe_roll = staticmethod(sentences.roll_text)
    describe_event = staticmethod(sentences.event_text)
    describe_argument = staticmethod(sentences.argument_text)
    describe_unit = staticmethod(sentences.unit_name)
    points_at = staticmethod(option_targets.option_target)
    where = staticmethod(option_targets.event_location)
    reach = staticmethod(option_targets.option_reach)
    reachable = staticmethod(presentation_reachable.reachable_hexes)
    threats = staticmethod(presentation_reachable.move_threats)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast_option)
    rolled = staticmethod(roll_reports.read_rolls)
    describe_rolled = staticmethod(roll_reports.roll_report_text)


TANK = TankRules()
