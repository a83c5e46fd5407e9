"""The Kriegspiel under way, as `Rules` ask it: Little Wars, and what is said otherwise."""

from __future__ import annotations

from engine.games.littlewars.face.rules import LittleWarsRules
from engine.games.littlewars.kriegspiel import (
    command,
    krieg_opening,
    pointing,
    view,
    wording,
    worth,
)
from engine.games.littlewars.state import State
from engine.scenario.scenario import Scenario


class KriegspielRules(LittleWarsRules):
    """The rules of the Kriegspiel."""

    id = "littlewars-kriegspiel"
    version = 1

    describe_decision = staticmethod(wording.decision)
    describe_event = staticmethod(wording.event)
    points_at = staticmethod(pointing.points_at)
    where = staticmethod(pointing.where)
    position = staticmethod(view.position)
    weigh = staticmethod(worth.weigh)
    may_answer = staticmethod(command.may_answer)
    may_talk = staticmethod(command.may_talk)

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return krieg_opening.start(scenario)


KRIEGSPIEL_RULES = KriegspielRules()
