"""Many answers with one order: place the rest, end the phase for all units, let all join.

Each answer is an ordinary answer of the session; undo takes those of a batch back at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from engine.play.decisions import Answer
from engine.play.game import Game
from engine.play.move_forecast import Forecast
from engine.play.option_targets import ENDING, OptionAction
from engine.play.players import Question, find_player
from engine.play.rules_presenter import ConcludingRules, Purchase, PurchaseRules
from engine.play.simulated_game import make_foreseen_game
from engine.session.option_choices import OptionChoices
from engine.session.planned_actions import known_position
from engine.session.session import AskedQuestion, Session

PLACING = frozenset({OptionAction.PLACE, OptionAction.LAY}) | ENDING
JOINING = frozenset({OptionAction.JOIN, OptionAction.PASS})
PLACER = "greedy"  # the player that sets up the rest


class Batch(StrEnum):
    """The orders that may be given to many units at once."""

    PLACE_REST = "place-rest"
    END_PHASE = "end-phase"
    JOIN_ALL = "join-all"


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """A batch of a side that goes on while it is asked the same in the same turn and phase."""

    batch: Batch
    side: str
    turn: int
    phase: str


def available_batches(session: Session, question: AskedQuestion | None) -> list[Batch]:
    """Return the batches that could be ordered now."""
    if question is None:
        return []
    return [batch for batch in Batch if _is_fit(session, question, batch)]


def plan_batch(session: Session, batch: Batch) -> BatchPlan:
    """Return the plan of a batch for the side that is asked."""
    position = session.game.position()
    return BatchPlan(batch, session.asked, position.turn, position.phase)


def next_place(session: Session, plan: BatchPlan, question: AskedQuestion) -> int | None:
    """Return the place among the options of what a batch answers now; None if it waits."""
    if question.side != plan.side:
        return None
    if plan.batch is Batch.JOIN_ALL and _is_manner(question.choices):
        return 0  # the fullest is the first
    if not _is_fit(session, question, plan.batch):
        return None
    options = question.choices.options
    match plan.batch:
        case Batch.PLACE_REST:
            return options.index(_choose_place(session))
        case Batch.END_PHASE:
            return options.index(_concluding(session))
        case Batch.JOIN_ALL:
            return 0
    raise AssertionError(plan.batch)


def is_outdated(session: Session, plan: BatchPlan) -> bool:
    """Return True if the turn or the phase of a batch is over."""
    position = session.game.position()
    return session.game.is_over or (position.turn, position.phase) != (plan.turn, plan.phase)


# --- what fits ------------------------------------------------------------------------------------


def _is_fit(session: Session, question: AskedQuestion, batch: Batch) -> bool:
    match batch:
        case Batch.PLACE_REST:
            return _is_placing(question.choices)
        case Batch.END_PHASE:
            return _concluding(session) is not None
        case Batch.JOIN_ALL:
            return _is_joining(question.choices)
    raise AssertionError(batch)


def _is_placing(choices: OptionChoices) -> bool:
    deeds = {points.deed for _, points in choices.pointings}
    return OptionAction.PLACE in deeds and deeds <= PLACING


def _is_joining(choices: OptionChoices) -> bool:
    deeds = [points.deed for _, points in choices.pointings]
    return deeds.count(OptionAction.JOIN) > 0 and set(deeds) <= JOINING


def _is_manner(choices: OptionChoices) -> bool:
    """Return True if it is asked with how much of itself one unit acts on its target."""
    asked = {(points.deed, points.unit, points.target) for _, points in choices.pointings}
    return len(asked) == 1 and next(iter(asked))[0] is OptionAction.UNIT


def _concluding(session: Session) -> Answer | None:
    """Return the option by which a unit of the side asked does nothing more."""
    game, rules = session.game, session.game.rules
    if game.decision is None or not isinstance(rules, ConcludingRules):
        return None
    return rules.concluding_option(game.view(game.decision.side), game.decision)


def _choose_place(session: Session) -> Answer:
    """Return where a computer player would place what is asked for."""
    decision = session.game.decision
    assert decision is not None
    return find_player(PLACER, session.seed).choose(Question(session.game, decision))


# --- what it would come to ------------------------------------------------------------------------


def joint_forecast(game: Game[Any], count: int) -> Forecast | None:
    """Return the forecast of an attack in which all join that are asked, as the side foresees it.

    `count` is the number of options. None where the game foresees nothing.
    """
    assert game.decision is not None
    side = game.decision.side
    foreseen = make_foreseen_game(game, side, partial(known_position, game, side))
    for _ in range(2 * count):
        decision = foreseen.decision
        if decision is None or decision.side != side:
            return None
        view, options = foreseen.view(side), foreseen.options
        deeds = [foreseen.rules.points_at(view, decision, each).deed for each in options]
        if set(deeds) == {OptionAction.UNIT}:
            foreseen.choose(options[0])  # the unit joins with all it has
        elif OptionAction.PASS not in deeds or not set(deeds) <= JOINING:
            return None
        elif deeds.count(OptionAction.JOIN) < 2:
            last = OptionAction.JOIN if OptionAction.JOIN in deeds else OptionAction.PASS
            return foreseen.rules.forecast(view, decision, options[deeds.index(last)])
        else:
            foreseen.choose(options[deeds.index(OptionAction.JOIN)])
    return None


def purchase_of(session: Session, language: str | None = None) -> Purchase | None:
    """Return what the side that is asked may buy; None where it buys nothing."""
    game, rules = session.game, session.game.rules
    if game.decision is None or not isinstance(rules, PurchaseRules):
        return None
    return rules.list_purchases(game.view(game.decision.side), game.decision, language)
