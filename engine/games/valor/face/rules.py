"""Valor under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from typing import Any

from engine.games.game_rules import GameRules
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
from engine.play.asks import Answer, Decision
from engine.play.forecast import Forecast, ReachableArea


class ValorRules(GameRules[State]):
    """The rules of valor."""

    id = "valor"
    version = 1
    turn_events, phase_events = (TurnBegan,), (SegmentBegan, PhaseBegan)

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
    describe_unit = staticmethod(words.piece_name)
    points_at = staticmethod(pointing.points_at)
    where = staticmethod(pointing.where)
    reach = staticmethod(going.reach)
    threats = staticmethod(dangers.threats)
    weigh = staticmethod(worth.option_value)
    rolled = staticmethod(throws.roll)
    describe_rolled = staticmethod(throws.describe)
    why_idle = staticmethod(idle.why_idle)

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
    ) -> ReachableArea | None:
        """Where a unit can go by `move` or `assault`."""
        if unit not in view.units or view.units[unit].inside:
            return None
        return going.reachable(view, (unit,), manner or steps.MOVE, left)


VALOR = ValorRules()
