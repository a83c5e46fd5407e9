"""Whole orders: an answer with all that belongs to it, as a move up to its last hex.

A player that looks ahead weighs these and not single answers: a step is worth where it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.ai.temperaments import AiProfile
from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision
from engine.play.game import Game, Rules
from engine.play.option_targets import STEPS, OptionAction, OptionTarget
from engine.play.players import Question, draw_number

WAYS_EACH = 6  # of one order, the most hopeful

Told = tuple[Answer, OptionTarget]
Choose = Callable[[Game[Any], Sequence[Answer]], None]
"""Answers what is asked in a game, with one of some answers if there are any."""


class CandidateOrder(NamedTuple):
    """An answer, the hexes a unit enters after it, and what is hoped of all that.

    `is_way`: the unit goes these hexes and stops; otherwise the rest is chosen when the order is
    carried out. Of a way already begun `answer` is nothing. `intent` is what the side sets out to
    do with it, as long as the stretch of the game lasts. `start` is where the unit is before it
    goes, if that matters (see `PathCandidate`).
    """

    answer: Answer
    unit: str = ""
    path: tuple[Hex, ...] = ()
    hope: float = 0.0
    is_way: bool = False
    is_begun: bool = False
    intent: str = ""
    start: Hex | None = None


def candidate_orders(question: Question, mind: AiProfile, most: int) -> list[CandidateOrder]:
    """Return the orders the side may give now, the most promising first, at most `most`."""
    if mind.intents:
        return list(_undertakings(question, mind, most))
    found = sorted(_orders(question, mind), key=lambda order: -order.hope)
    return found[:most]


def best_candidate(
    question: Question, mind: AiProfile, seed: int, among: Sequence[Answer] = ()
) -> Answer:
    """Return the answer with the highest hoped value, without looking ahead.

    Answers of equal value are drawn by the seed. `among` narrows the choice to some answers.
    """
    options = among or question.options
    if len(options) == 1:
        return options[0]
    hopes = [mind.hoped_value(question, option) for option in options]
    best = max(hopes)
    equal = [option for option, hope in zip(options, hopes, strict=True) if hope == best]
    return equal[draw_number(seed, question.number, len(equal))]


def _undertakings(question: Question, mind: AiProfile, most: int) -> Iterator[CandidateOrder]:
    """Yield an order for each intent of the side, with its first answer; the usual first.

    Portfolio search: D. Churchill and M. Buro, Portfolio greedy search and simulation for
    large-scale combat in StarCraft, IEEE CIG 2013.
    """
    for place, intent in enumerate(mind.intents[:most]):
        answer = best_candidate(question, mind.intending(intent), 0)
        points = question.rules.points_at(question.view, question.decision, answer)
        yield CandidateOrder(answer, points.unit, hope=float(place == 0), intent=intent)


def is_mid_move(question: Question) -> bool:
    """Return True if the decision asks only for the next step of a move."""
    told = _pointings(question.rules, question.view, question.decision, question.options)
    return all(points.deed in STEPS or points.deed is OptionAction.PASS for _, points in told)


def _orders(question: Question, mind: AiProfile) -> Iterator[CandidateOrder]:
    view, asked, has_begun = question.view, question.decision, False
    for option in question.options:
        points = question.rules.points_at(view, asked, option)
        if points.deed is not OptionAction.ORDER and points.deed not in STEPS:
            yield CandidateOrder(option, points.unit, hope=mind.hoped_value(question, option))
            continue
        begun = is_move_step(points)
        if begun and has_begun:
            continue  # the ways on from here are in the first step
        ways = mind.ways(view, asked, option)[:WAYS_EACH]
        has_begun = begun and bool(ways)
        for way in ways:
            told = option, points.unit, way.path, way.gain
            yield CandidateOrder(*told, is_way=True, is_begun=begun, start=way.start)
        if not ways:
            yield CandidateOrder(option, points.unit, hope=mind.hoped_value(question, option))


def next_steps(question: Question, order: CandidateOrder) -> list[Answer]:
    """The answers that go on along a way, or end it; none where its unit is not under way."""
    told = _pointings(question.rules, question.view, question.decision, question.options)
    steps = [(option, points) for option, points in told if is_move_step(points)]
    if not steps or steps[0][1].unit != order.unit:
        return []
    here = _here(question.rules, question.view, question.decision, steps[0][0])
    left = _left(order, here)
    return next_answer_towards(
        told, left[0] if left else None, here if order.start is not None else None
    )


def is_move_step(points: OptionTarget) -> bool:
    """Return True if the option enters a hex, or acts within one, on the way."""
    return points.deed in STEPS and points.hex is not None


def next_answer_towards(told: Sequence[Told], to: Hex | None, here: Hex | None) -> list[Answer]:
    """The answer that goes on to a hex, or what a unit has to do first in the one it is in.

    With nowhere to go on to: the answers that do not lead away. `here` is empty where nothing is to
    be done within hexes.
    """
    steps = [(option, points.hex) for option, points in told if is_move_step(points)]
    within = [option for option, at in steps if here is not None and at == here]
    if to is None:
        return [*within, *(option for option, points in told if not is_move_step(points))]
    return [option for option, at in steps if at == to][:1] or within


def _pointings(
    rules: Rules[Any], state: Any, asked: Decision[Any, Any], options: Iterable[Answer]
) -> list[Told]:
    return [(option, rules.points_at(state, asked, option)) for option in options]


def _here(rules: Rules[Any], state: Any, asked: Decision[Any, Any], step: Answer) -> Hex | None:
    """Return the hex of the unit whose next step is asked for; None if there is none."""
    reach = rules.reach(state, asked, step)
    return None if reach is None else reach.start


def _left(order: CandidateOrder, here: Hex | None) -> tuple[Hex, ...]:
    """The hexes of a way that are still to be entered."""
    return order.path[order.path.index(here) + 1 :] if here in order.path else order.path


def execute_order(game: Game[Any], order: CandidateOrder, answer: Choose) -> None:
    """Give an order in a game and go its way; whatever else is asked meanwhile others answer.

    `answer` gets the possible answers, if not all are.
    """
    began, decision = game.marks[-1].answers, game.decision
    assert decision is not None
    side, left = decision.side, _ahead(game, order)
    if not order.is_begun:
        game.choose(order.answer)
    while game.decision is not None and game.marks[-1].answers == began:
        goes_its_way = order.is_way and game.decision.side == side
        answer(game, _onward(game, order, left) if goes_its_way else [])


def _ahead(game: Game[Any], order: CandidateOrder) -> list[Hex]:
    """The hexes of a way that are still ahead, the next one last."""
    ahead = order.path
    if order.is_begun and game.decision is not None:
        here = _here(game.rules, game.state, game.decision, order.answer)
        ahead = _left(order, here)
    return [*reversed(ahead)]


def _onward(game: Game[Any], order: CandidateOrder, ahead: list[Hex]) -> list[Answer]:
    """The answers that go on along a way or end it; none where something else is asked."""
    decision = game.decision
    assert decision is not None
    for option in game.options:
        points = game.rules.points_at(game.state, decision, option)
        if is_move_step(points):
            if points.unit != order.unit:
                return []
            if ahead and points.hex == ahead[-1]:
                ahead.pop()
                return [option]
        elif points.deed is OptionAction.PASS and not ahead and order.start is None:
            return [option]
    if order.start is None:
        return []
    gone = len(order.path) - len(ahead)
    here = order.path[gone - 1] if gone else order.start
    told = _pointings(game.rules, game.state, decision, game.options)
    if not any(is_move_step(points) for _, points in told):
        return []
    return next_answer_towards(told, ahead[-1] if ahead else None, here)
