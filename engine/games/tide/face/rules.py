"""Tide under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from typing import Any

from engine.games.game_rules import GameRules
from engine.games.tide import opening, sequence, umpire, view
from engine.games.tide.events import PhaseBegan, RoundBegan, TurnBegan
from engine.games.tide.face import dangers, forecast, going, pointing, throws, wording, words, worth
from engine.games.tide.state import State
from engine.play.asks import Answer, Decision
from engine.play.forecast import Forecast


class TideRules(GameRules[State]):
    """The rules of tide."""

    id = "tide"
    version = 1
    turn_events, phase_events = (RoundBegan,), (PhaseBegan, TurnBegan)

    start = staticmethod(opening.start)
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
    reachable = staticmethod(going.reachable)
    threats = staticmethod(dangers.threats)
    weigh = staticmethod(worth.option_value)
    rolled = staticmethod(throws.roll)
    describe_rolled = staticmethod(throws.describe)

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """What an option leads to, with exact chances."""
        told = going.step(view, decision, option)
        return (
            told or forecast.forecast(view, decision, option) or going.reach(view, decision, option)
        )


TIDE = TideRules()
