"""The tank skirmish under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from engine.games.game_rules import GameRules
from engine.games.tank import initial_state, sequence, umpire_actions, view
from engine.games.tank.ai import option_value
from engine.games.tank.events import PhaseBegan, TurnBegan
from engine.games.tank.presentation import (
    forecast,
    option_targets,
    rolls,
    sentences,
)
from engine.games.tank.presentation import (
    reachable as presentation_reachable,
)
from engine.games.tank.state import State


class TankRules(GameRules[State]):
    """The tank game's rules; odd dice favour the first side."""

    id = "tank"
    version = 2
    turn_events, phase_events = (TurnBegan,), (PhaseBegan,)

    start = staticmethod(initial_state.start)
    activity = staticmethod(sequence.activity)
    intervention = staticmethod(umpire_actions.intervene)
    acts = staticmethod(umpire_actions.acts)
    position = staticmethod(view.position)
    whereabouts = staticmethod(view.whereabouts)
    secrets = staticmethod(view.secrets)
    view = staticmethod(view.view)
    describe_decision = staticmethod(sentences.decision)
    describe_option = staticmethod(sentences.option)
    describe_roll = staticmethod(sentences.roll)
    describe_event = staticmethod(sentences.event)
    describe_argument = staticmethod(sentences.argument)
    describe_unit = staticmethod(sentences.unit_name)
    points_at = staticmethod(option_targets.points_at)
    where = staticmethod(option_targets.where)
    reach = staticmethod(option_targets.reach)
    reachable = staticmethod(presentation_reachable.reachable)
    threats = staticmethod(presentation_reachable.threats)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast)
    rolled = staticmethod(rolls.read_rolls)
    describe_rolled = staticmethod(rolls.roll)


TANK = TankRules()
