"""Whole orders: an answer with all that belongs to it, as a move up to its last hex.

A player that looks ahead weighs these and not single answers: a step is worth where it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.hexes.hex import Hex
from engine.play.asks import Answer, Decision
from engine.play.game import Game, Rules
from engine.play.players import Question, draw_number
from engine.play.pointing import Deed
from engine.search.tempers import Mind

STEPS = frozenset({Deed.STEP, Deed.MARCH, Deed.ASSAULT, Deed.ADVANCE, Deed.OVERRUN})
WAYS_EACH = 6  # of one order, the most hopeful


class HopedOrder(NamedTuple):
    """An answer, the hexes a unit enters after it, and what is hoped of all that.

    `is_way`: the unit goes these hexes and stops; otherwise what follows is left to whoever
    carries the order out. Of a way already begun `answer` is nothing. `intent` is what the side
    sets out to do with it, as long as the stretch of the game lasts.
    """

    answer: Answer
    unit: str = ""
    path: tuple[Hex, ...] = ()
    hope: float = 0.0
    is_way: bool = False
    is_begun: bool = False
    intent: str = ""


def whole_orders(question: Question, mind: Mind, most: int) -> list[HopedOrder]:
    """What the side may do now, the most hopeful first, no more than so many."""
    if mind.intents:
        return list(_undertakings(question, mind, most))
    found = sorted(_orders(question, mind), key=lambda order: -order.hope)
    return found[:most]


def most_hopeful(question: Question, mind: Mind, seed: int) -> Answer:
    """What is hoped most of, without looking ahead; ties go by the seed."""
    options = question.options
    if len(options) == 1:
        return options[0]
    hopes = [mind.hope(question, option) for option in options]
    best = max(hopes)
    equal = [option for option, hope in zip(options, hopes, strict=True) if hope == best]
    return equal[draw_number(seed, question.number, len(equal))]


def _undertakings(question: Question, mind: Mind, most: int) -> Iterator[HopedOrder]:
    """What the side may set out to do, each with the answer it begins with; the usual first.

    Portfolio search: D. Churchill and M. Buro, Portfolio greedy search and simulation for
    large-scale combat in StarCraft, IEEE CIG 2013.
    """
    for place, intent in enumerate(mind.intents[:most]):
        answer = most_hopeful(question, mind.intending(intent), 0)
        points = question.rules.points_at(question.view, question.decision, answer)
        yield HopedOrder(answer, points.unit, hope=float(place == 0), intent=intent)


def is_amid_steps(question: Question) -> bool:
    """Whether the next step of a move is asked for, and nothing else."""
    points = (
        question.rules.points_at(question.view, question.decision, option).deed
        for option in question.options
    )
    return all(deed in STEPS or deed is Deed.PASS for deed in points)


def _orders(question: Question, mind: Mind) -> Iterator[HopedOrder]:
    view, asked, has_begun = question.view, question.decision, False
    for option in question.options:
        points = question.rules.points_at(view, asked, option)
        if points.deed is not Deed.ORDER and points.deed not in STEPS:
            yield HopedOrder(option, points.unit, hope=mind.hope(question, option))
            continue
        begun = points.deed in STEPS
        if begun and has_begun:
            continue  # the ways on from here have been told with the first step
        ways = mind.ways(view, asked, option)[:WAYS_EACH]
        has_begun = begun and bool(ways)
        for way in ways:
            yield HopedOrder(option, points.unit, way.path, way.gain, True, begun)
        if not ways:
            yield HopedOrder(option, points.unit, hope=mind.hope(question, option))


def step_on(
    rules: Rules[Any],
    state: Any,
    asked: Decision[Any, Any],
    options: list[Answer],
    order: HopedOrder,
) -> tuple[bool, Answer]:
    """The next step of a way, or its end: whether there is one to give, and which."""
    told = [(option, rules.points_at(state, asked, option)) for option in options]
    steps = [(option, points) for option, points in told if points.deed in STEPS]
    if not steps or steps[0][1].unit != order.unit:
        return False, None
    left = _left(rules, state, asked, steps[0][0], order)
    if left:
        onward = [option for option, points in steps if points.hex == left[0]]
        return bool(onward), onward[0] if onward else None
    stops = [option for option, points in told if points.deed is Deed.PASS]
    return bool(stops), stops[0] if stops else None


def _left(
    rules: Rules[Any], state: Any, asked: Decision[Any, Any], step: Answer, order: HopedOrder
) -> tuple[Hex, ...]:
    """The hexes of a way that are still to be entered."""
    reach = rules.reach(state, asked, step)
    here = None if reach is None else reach.start
    return order.path[order.path.index(here) + 1 :] if here in order.path else order.path


def carry_out(game: Game[Any], order: HopedOrder, answer_rest: Callable[[Game[Any]], None]) -> None:
    """Give an order in a game and go its way; whatever else is asked meanwhile others answer."""
    began, decision = game.marks[-1].answers, game.decision
    assert decision is not None
    side, left = decision.side, _ahead(game, order)
    if not order.is_begun:
        game.choose(order.answer)
    while game.decision is not None and game.marks[-1].answers == began:
        if order.is_way and game.decision.side == side:
            is_known, onward = _onward(game, order.unit, left)
            if is_known:
                game.choose(onward)
                continue
        answer_rest(game)


def _ahead(game: Game[Any], order: HopedOrder) -> list[Hex]:
    """The hexes of a way that are still ahead, the next one last."""
    ahead = order.path
    if order.is_begun and game.decision is not None:
        ahead = _left(game.rules, game.state, game.decision, order.answer, order)
    return [*reversed(ahead)]


def _onward(game: Game[Any], unit: str, ahead: list[Hex]) -> tuple[bool, Answer]:
    """The next step of a way under way, or its end: whether there is one to give, and which."""
    decision = game.decision
    assert decision is not None
    for option in game.options:
        points = game.rules.points_at(game.state, decision, option)
        if points.deed in STEPS:
            if points.unit != unit:
                return False, None
            if ahead and points.hex == ahead[-1]:
                ahead.pop()
                return True, option
        elif points.deed is Deed.PASS and not ahead:
            return True, option
    return False, None
