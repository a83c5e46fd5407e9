"""The rules of the Kriegspiel as the program asks for them, and its first position with rations."""

from __future__ import annotations

from engine.games.littlewars import initial_state
from engine.games.littlewars.adapter.rules import LittleWarsRules
from engine.games.littlewars.kriegspiel import (
    arm_commands,
    option_value,
    presentation,
    view,
)
from engine.games.littlewars.kriegspiel.rule_overrides import KRIEGSPIEL
from engine.games.littlewars.kriegspiel.rulebook import charts_of, krieg_book
from engine.games.littlewars.kriegspiel.supply import AMMUNITION, FODDER, FOOD
from engine.games.littlewars.kriegspiel.unit_lookups import fit_bodies
from engine.games.littlewars.kriegspiel_state import Feeding, KriegspielState
from engine.games.littlewars.state import State
from engine.scenario.scenario import Scenario


def start(scenario: Scenario) -> State:
    """The position in which a scenario begins."""
    state = initial_state.start(scenario, KRIEGSPIEL, krieg_book(scenario.rules))
    state.war = KriegspielState(feeding=first_issue(state))
    return state


def first_issue(state: State) -> dict[str, Feeding]:
    """What all bodies have been issued before the first move, if they have (K4.1)."""
    bodies = {each.body for each in state.waiting} | {
        body for side in state.sides for body in fit_bodies(state, side)
    }
    if not state.book.choices.begins_fed:
        return dict.fromkeys(sorted(bodies), Feeding())
    charts = charts_of(state)
    whole = Feeding(charts.lasts(FOOD), charts.lasts(FODDER), charts.lasts(AMMUNITION))
    return dict.fromkeys(sorted(bodies), whole)


class KriegspielRules(LittleWarsRules):
    """The rules of the Kriegspiel."""

    id = "littlewars-kriegspiel"
    version = 1

    describe_decision = staticmethod(presentation.decision_text)
    describe_event = staticmethod(presentation.event_text)
    points_at = staticmethod(presentation.points_at)
    where = staticmethod(presentation.event_places)
    position = staticmethod(view.position_values)
    weigh = staticmethod(option_value.weigh)
    may_answer = staticmethod(arm_commands.may_answer)
    may_talk = staticmethod(arm_commands.may_talk)

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return start(scenario)


KRIEGSPIEL_RULES = KriegspielRules()
