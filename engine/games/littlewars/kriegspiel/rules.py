"""The rules of the Kriegspiel as the program asks for them, and its first position with rations."""

from __future__ import annotations

from engine.games.littlewars import initial_state
from engine.games.littlewars.adapter.rules import LittleWarsRules
from engine.games.littlewars.kriegspiel import (
    arm_commands,
    kriegspiel_view,
    option_value,
    presentation,
)
from engine.games.littlewars.kriegspiel.rule_overrides import KRIEGSPIEL
from engine.games.littlewars.kriegspiel.rulebook import charts_of, load_kriegspiel_rulebook
from engine.games.littlewars.kriegspiel.supply import AMMUNITION, FODDER, FOOD
from engine.games.littlewars.kriegspiel.unit_lookups import fit_bodies
from engine.games.littlewars.kriegspiel_state import GroupSupplies, KriegspielState
from engine.games.littlewars.state import State
from engine.scenario.scenario import Scenario


def initial_position(scenario: Scenario) -> State:
    """The position in which a scenario begins."""
    state = initial_state.initial_position(
        scenario, KRIEGSPIEL, load_kriegspiel_rulebook(scenario.rules)
    )
    state.war = KriegspielState(feeding=initial_supplies(state))
    return state


def initial_supplies(state: State) -> dict[str, GroupSupplies]:
    """Return the supplies of all bodies before the first move (K4.1)."""
    bodies = {each.body for each in state.waiting} | {
        body for side in state.sides for body in fit_bodies(state, side)
    }
    if not state.book.choices.begins_fed:
        return dict.fromkeys(sorted(bodies), GroupSupplies())
    charts = charts_of(state)
    whole = GroupSupplies(
        charts.ration_duration(FOOD),
        charts.ration_duration(FODDER),
        charts.ration_duration(AMMUNITION),
    )
    return dict.fromkeys(sorted(bodies), whole)


class KriegspielRules(LittleWarsRules):
    """The rules of the Kriegspiel."""

    id = "littlewars-kriegspiel"
    version = 1

    describe_decision = staticmethod(presentation.decision_text)
    describe_event = staticmethod(presentation.event_text)
    points_at = staticmethod(presentation.option_target)
    where = staticmethod(presentation.event_location)
    position = staticmethod(kriegspiel_view.kriegspiel_position)
    weigh = staticmethod(option_value.kriegspiel_option_value)
    may_answer = staticmethod(arm_commands.may_answer)
    may_talk = staticmethod(arm_commands.may_send_message)

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return initial_position(scenario)


KRIEGSPIEL_RULES = KriegspielRules()
