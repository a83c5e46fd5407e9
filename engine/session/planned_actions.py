"""Actions of a unit known as soon as it is selected, where a game asks for the unit first.

A decision that asks which unit acts is answered in a game foreseen from the view of the side that
is asked, and the options of the decision after it are offered at once. Nothing hidden is found out
that way: the foreseen game holds only what the side knows or imagines, and no dice are rolled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from engine.games import rule_system_of
from engine.play.decisions import Answer
from engine.play.game import Game
from engine.play.move_forecast import Forecast
from engine.play.option_targets import OptionAction, OptionTarget
from engine.play.simulated_game import make_foreseen_game
from engine.session.option_choices import OptionChoice
from engine.session.session import Session

NO_LUCK = 0  # the seed of dice that never fall
AT_A_PLACE = frozenset(
    {
        OptionAction.ADVANCE,
        OptionAction.AIM,
        OptionAction.ASSAULT,
        OptionAction.EXIT,
        OptionAction.FIRE,
        OptionAction.LAY,
        OptionAction.LOAD,
        OptionAction.OVERRUN,
        OptionAction.PLACE,
        OptionAction.UNLOAD,
    }
)
"""Actions on another unit or in a hex. Steps are planned as a whole move (`move_plans`)."""


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action of a selected unit at a target or in a hex, with the answers that carry it out."""

    answers: tuple[Answer, ...]
    target: OptionTarget
    words: str
    _asked: Game[Any] = field(compare=False, repr=False)
    _shown: Answer = field(compare=False, repr=False)

    def forecast(self) -> Forecast | None:
        """Return what the action would lead to, as the side may foresee it."""
        game = self._asked
        assert game.decision is not None
        return game.rules.forecast(game.view(game.decision.side), game.decision, self._shown)


def planned_actions(session: Session, unit: str) -> list[PlannedAction]:
    """Return what a unit may do after it was chosen; nothing while others are asked.

    Only what points at a target or a hex counts, but for the steps of a move.
    """
    question, game = session.question(), session.game
    if question is None or game.decision is None or not question.seat.is_here:
        return []
    choices = question.choices
    found: list[PlannedAction] = []
    for option, points in choices.pointings:
        if points.unit == unit and points.deed is OptionAction.ORDER:
            found += _after(game, choices.choice_of_option(option), choices.language)
    orders = {each.answers[0] for each in found}
    if len(orders) < 2:
        return found
    orders_in_words = {order: choices.choice_of_option(order).words for order in orders}
    return [
        replace(each, words=f"{orders_in_words[each.answers[0]]}: {each.words}") for each in found
    ]


def planned_shots(session: Session, shots: Sequence[OptionChoice]) -> list[PlannedAction]:
    """Return shots that are asked for now as actions of one answer each."""
    game = session.game
    return [
        PlannedAction((each.option,), each.pointing, each.words, game, each.option)
        for each in shots
        if each.pointing.deed is OptionAction.FIRE
    ]


def _after(game: Game[Any], order: OptionChoice, language: str | None) -> Iterator[PlannedAction]:
    """Yield what a side may do next after it has chosen a unit."""
    assert game.decision is not None
    side, unit, rules = game.decision.side, order.pointing.unit, game.rules
    foreseen = make_foreseen_game(game, side, partial(known_position, game, side))
    if foreseen.accepts(order.option) is None:
        return
    before = len(foreseen.events)
    foreseen.choose(order.option)
    decision = foreseen.decision
    if decision is not None and decision.side == side:
        view, is_known = foreseen.view(side), False
        for option in foreseen.options:
            points = rules.points_at(view, decision, option)
            if points.deed in AT_A_PLACE and (points.target or points.hex is not None):
                words = rules.describe_option(view, decision, option, language)
                yield PlannedAction((order.option, option), points, words, foreseen, option)
            elif points.deed is OptionAction.JOIN and points.hex is not None and not is_known:
                is_known = True  # there is but one target: who joins is asked at once
                at_once = OptionTarget(OptionAction.FIRE, unit, hex=points.hex)
                yield PlannedAction((order.option,), at_once, order.words, game, order.option)
        if is_known:
            return
    for event in foreseen.events[before:]:
        shot = rules.where(foreseen.state, event).shot
        if shot is not None:  # there is but one target, and the shot is as good as fired
            at_once = OptionTarget(OptionAction.FIRE, unit, hex=shot[1])
            yield PlannedAction((order.option,), at_once, order.words, game, order.option)
            return


def known_position(game: Game[Any], side: str, state: Any) -> Any:
    """Return a position as a side may know it, with what it cannot know imagined.

    Where no units hide there is nothing to be met before the first turn, and those yet to be set
    up, of whom a view says nothing, count.
    """
    if not may_units_hide(game) and not has_first_turn_begun(game):
        return state.copy()
    thinking = rule_system_of(game.scenario.game).thinking()
    return thinking.imagine(game.rules.view(state, side), side, NO_LUCK)


def may_units_hide(game: Game[Any]) -> bool:
    """Return whether units can be hidden by the rules, be any of them hidden now or not."""
    system = rule_system_of(game.scenario.game)
    return system.is_double_blind or bool(system.secret_phases)


def has_first_turn_begun(game: Game[Any]) -> bool:
    """Return whether the first turn has begun."""
    return game.rules.turn(game.state) > 0
