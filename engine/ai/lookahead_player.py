"""The player that looks ahead: it thinks about whole orders and then gives them, answer by answer.

What it answers depends on its seed and the course of the game alone: one that is saved in the
middle of a move and taken up again goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.ai.candidate_orders import CandidateOrder, best_candidate, is_mid_move, next_steps
from engine.ai.rollout_workers import NOBODY, RolloutPool
from engine.ai.successive_halving import (
    SEEDS,
    RankedOrder,
    SearchBudget,
    is_never_stopped,
    rank_orders,
)
from engine.ai.temperaments import AiProfile, ai_profile
from engine.play.ai_support import DEFAULT
from engine.play.decisions import Answer
from engine.play.players import Question, draw_number


class SearchCancelledError(Exception):
    """Its thinking was stopped: there is no answer."""


@dataclass(frozen=True)
class LookaheadPlan:
    """The first order thought of in an activity or a stretch, and the course of the game before it.

    `began` is where the activity or the stretch did.
    """

    began: int
    number: int
    fingerprint: bytes
    side: str
    order: CandidateOrder

    def is_for(self, question: Question, began: int) -> bool:
        """Return True if the plan was made in the same stretch, earlier in the very same game."""
        if (self.began, self.side) != (began, question.decision.side):
            return False
        return self.number < question.number and (
            question.fingerprint(self.number) == self.fingerprint
        )


@dataclass
class LookaheadPlayer:
    """Looks ahead as far as its budget goes. `is_stopped` makes it give up: SearchCancelledError.

    Whatever aides it has, it thinks the same.
    """

    seed: int
    budget: SearchBudget
    temper: str = DEFAULT
    is_stopped: Callable[[], bool] | None = None
    aides: RolloutPool = field(default=NOBODY, repr=False, compare=False)
    _plan: LookaheadPlan | None = field(default=None, repr=False)

    def choose(self, question: Question) -> Answer:
        """The first answer of the best order, or the next of the one under way."""
        mind = ai_profile(question.rules.id, self.temper)
        question = mind.widened(question)
        if len(question.options) == 1:
            return question.options[0]
        if mind.intents:
            mind = self._intending(question, mind)
            return best_candidate(self._as_noticed(question, mind), mind, self.seed)
        self._recall(question, question.began)
        if self._plan is not None and self._plan.order.is_way:
            onward = next_steps(question, self._plan.order)
            if onward:
                return best_candidate(question, mind, self.seed, onward)
        if not mind.thinking.matters(question.decision):
            return best_candidate(self._as_noticed(question, mind), mind, self.seed)
        if not self._is_worth_thought(question, mind):
            return best_candidate(question, mind, self.seed)
        best = self.consider(self._as_noticed(question, mind))[0].order
        if self._plan is None:
            self._plan = _plan(question, question.began, best)
        return self._first_answer(question, mind, best)

    def _as_noticed(self, question: Question, mind: AiProfile) -> Question:
        """A question with what the player does not overlook; of a move under way nothing is."""
        level = self.budget.overlooks
        if not level or not mind.weights[level] or is_mid_move(question):
            return question
        most, luck = mind.weights[level] * SEEDS, self.seed * SEEDS + question.number
        return question.without(lambda place: draw_number(luck, place, SEEDS) < most)

    def consider(self, question: Question) -> list[RankedOrder]:
        """Return the orders of a question with their ratings, the best first.

        Raises SearchCancelledError.
        """
        return self._think(question, ai_profile(question.rules.id, self.temper), is_never_stopped)

    def advise(self, question: Question, is_enough: Callable[[], bool]) -> list[RankedOrder]:
        """The same of all it thinks of, as far as it has come when it is stopped.

        Raises SearchCancelledError.
        """
        mind = ai_profile(question.rules.id, self.temper)
        return self._think(mind.widened(question), mind, is_enough)

    def _think(
        self, question: Question, mind: AiProfile, is_enough: Callable[[], bool]
    ) -> list[RankedOrder]:
        is_stopped = self.is_stopped or is_never_stopped
        luck = draw_number(self.seed, question.number, SEEDS)
        budget = self.budget.shared(mind.weights["playouts"])

        def is_over() -> bool:
            return is_stopped() or is_enough()

        found = rank_orders(question, mind, budget, luck, is_over, self.aides)
        if is_stopped():
            raise SearchCancelledError
        return found

    def _recall(self, question: Question, began: int) -> None:
        """Remember what was planned since then, or find it again where that was forgotten."""
        if not self._is_planned(question, began):
            self._plan = None
            for earlier in filter(self._may_plan, question.asked_before(began)):
                self.choose(earlier)
                if self._is_planned(question, began):
                    return

    def _may_plan(self, question: Question) -> bool:
        """Return True if something would be planned at this question, given no earlier plan."""
        mind = ai_profile(question.rules.id, self.temper)
        return bool(mind.intents) or self._is_worth_thought(question, mind)

    def _is_planned(self, question: Question, began: int) -> bool:
        return self._plan is not None and self._plan.is_for(question, began)

    def _intending(self, question: Question, mind: AiProfile) -> AiProfile:
        """The mind of a player that has set out for something in this stretch of the game.

        It is thought about where the side first has a choice in its stretch.
        """
        of = mind.thinking.stretch
        assert of is not None
        if not self.budget.playouts or question.rules.turn(question.view) == 0:
            return mind
        if not question.stretch(of).involves_side(question.decision.side):
            return mind
        began = question.began_stretch(of)
        self._recall(question, began)
        if self._plan is None:
            self._plan = _plan(question, began, self.consider(question)[0].order)
        return mind.intending(self._plan.order.intent)

    def _is_worth_thought(self, question: Question, mind: AiProfile) -> bool:
        """Not while the sides are set up, nor step by step where the paths are unknown."""
        if question.rules.turn(question.view) == 0 or not mind.thinking.matters(question.decision):
            return False
        return mind.thinking.ways is not None or not is_mid_move(question)

    def _first_answer(self, question: Question, mind: AiProfile, order: CandidateOrder) -> Answer:
        if not order.is_begun:
            return order.answer
        onward = next_steps(question, order)
        return best_candidate(question, mind, self.seed, onward) if onward else order.answer


def _plan(question: Question, began: int, order: CandidateOrder) -> LookaheadPlan:
    """An order as it was given in answer to a question."""
    number, side = question.number, question.decision.side
    return LookaheadPlan(began, number, question.fingerprint(number), side, order)
