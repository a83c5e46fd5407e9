"""The tank skirmish under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from engine.games.game_rules import ChapterRules
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


class TankRules(ChapterRules[State]):
    """The rules of the tank game."""

    id = "tank"
    version = 2
    turn_events, phase_events = (TurnBegan,), (PhaseBegan,)

    start = staticmethod(initial_state.initial_position)
    turn_sequence, umpire_actions, side_views = turn_sequence, umpire_actions, side_views
    sentences, option_targets = sentences, option_targets
    describe_unit = staticmethod(sentences.unit_name)
    reach = staticmethod(option_targets.option_reach)
    reachable = staticmethod(presentation_reachable.reachable_hexes)
    threats = staticmethod(presentation_reachable.move_threats)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast_option)
    rolled = staticmethod(roll_reports.read_rolls)
    describe_rolled = staticmethod(roll_reports.roll_report_text)


TANK = TankRules()
