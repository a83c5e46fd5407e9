"""The rules of Little Wars as the program asks for them: each row names the chapter that answers.

Several players may share a side, each with an arm of the army (L21.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.game_rules import ChapterRules
from engine.games.littlewars import (
    initial_state,
    move_clock,
    side_views,
    turn_sequence,
    umpire_actions,
)
from engine.games.littlewars.ai import option_value
from engine.games.littlewars.events import MoveBegan, TurnBegan
from engine.games.littlewars.gun_phase import GunDeed, Lay
from engine.games.littlewars.orders import ActionOrder, GunOrder, MenOrder
from engine.games.littlewars.presentation import (
    forecast,
    name_texts,
    option_targets,
    sentences,
    tabletop_gestures,
)
from engine.games.littlewars.state import State
from engine.games.littlewars.transport.default_rule_hooks import LITTLE_WARS
from engine.play.decisions import Answer, Decision
from engine.scenario.scenario import Scenario

ARTILLERY = "artillery"
ARMS = ("infantry", "cavalry", ARTILLERY)
"""Arms with seats of their own; units of no arm, such as wagons, are anyone's to drive."""


def may_answer(view: State, decision: Decision[State, Any], answer: Answer, arm: str) -> bool:
    """An order is valid from the seat of its arm; what is about all of a side anybody may say."""
    wanted = arms_given_orders(view, decision, answer)
    return not wanted or wanted == {arm}


def arms_given_orders(view: State, decision: Decision[State, Any], answer: Answer) -> set[str]:
    """The arms an answer orders; none where it is about all of a side."""
    match decision, answer:
        case GunDeed(), GunOrder(gun=gun) if gun:
            return {ARTILLERY}
        case Lay(), _:
            return {ARTILLERY}
        case _, (MenOrder(figures=figures) | ActionOrder(figures=figures)):
            return _of(view, figures) & {*ARMS}
    return set()


def _of(view: State, ids: Iterable[str]) -> set[str]:
    """The arms of some figures: that of their body, else that of their kind."""
    found = set()
    for id_ in ids:
        known = view.known_piece(id_)
        if known is not None:
            body = view.aims.bodies.get(getattr(known, "body", id_))
            found.add((body.arm if body else "") or view.type_of(known).arm)
    return found


class LittleWarsRules(ChapterRules[State]):
    """The rules of Little Wars."""

    id = "littlewars"
    version = 1
    turn_events, phase_events = (TurnBegan,), (MoveBegan,)

    turn_sequence, umpire_actions, side_views = turn_sequence, umpire_actions, side_views
    sentences, option_targets = sentences, option_targets
    may_answer = staticmethod(may_answer)
    describe_unit = staticmethod(name_texts.unit_name)
    reach = staticmethod(option_targets.option_reach)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast_option)
    allotted = staticmethod(move_clock.time_allotted)
    handling = staticmethod(tabletop_gestures.grab_options)
    prospect = staticmethod(tabletop_gestures.preview_gesture)
    outreach = staticmethod(tabletop_gestures.move_outlines)

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return initial_state.initial_position(scenario, LITTLE_WARS)


LITTLEWARS = LittleWarsRules()
