"""The tank skirmish under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from engine.games.game_rules import GameRules
from engine.games.tank import sequence, set_up, umpire, view
from engine.games.tank.events import PhaseBegan, TurnBegan
from engine.games.tank.face import forecast, foretelling, going, pointing, rolled, wording, worth
from engine.games.tank.state import State


class TankRules(GameRules[State]):
    """The tank game's rules; odd dice favour the first side."""

    id = "tank"
    version = 2
    turn_events, phase_events = (TurnBegan,), (PhaseBegan,)

    start = staticmethod(set_up.start)
    activity = staticmethod(sequence.activity)
    intervention = staticmethod(umpire.intervene)
    acts = staticmethod(umpire.acts)
    position = staticmethod(view.position)
    whereabouts = staticmethod(view.whereabouts)
    secrets = staticmethod(view.secrets)
    view = staticmethod(view.view)
    describe_decision = staticmethod(wording.decision)
    describe_option = staticmethod(wording.option)
    describe_roll = staticmethod(wording.roll)
    describe_event = staticmethod(wording.event)
    describe_argument = staticmethod(wording.argument)
    describe_unit = staticmethod(wording.unit_name)
    points_at = staticmethod(pointing.points_at)
    where = staticmethod(pointing.where)
    reach = staticmethod(pointing.reach)
    reachable = staticmethod(going.reachable)
    threats = staticmethod(going.threats)
    weigh = staticmethod(worth.option_value)
    forecast = staticmethod(forecast.forecast)
    rolled = staticmethod(rolled.read_rolls)
    describe_rolled = staticmethod(foretelling.roll)


TANK = TankRules()
