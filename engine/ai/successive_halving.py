"""Sequential halving: try many orders briefly, then the better half again and longer.

Sequential halving (Z. Karnin, T. Koren and O. Somekh, Almost optimal exploration in multi-armed
bandits, ICML 2013) over whole orders. What is hidden is dealt out anew for each playout
(determinisation; P. Cowling, E. Powley and D. Whitehouse, Information set Monte Carlo tree search,
IEEE Trans. Comput. Intell. AI Games 4, 2012), and all orders meet the same deals and the same dice.
What was hoped of an order before any thought counts as so many playouts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import ceil, log2, sqrt
from statistics import fmean

from engine.ai.candidate_orders import CandidateOrder, candidate_orders
from engine.ai.rollout_workers import NOBODY, RolloutContext, RolloutPool, RolloutTask
from engine.ai.rollouts import RolloutEvaluator
from engine.ai.temperaments import AiProfile
from engine.play.players import Question, draw_number

SEEDS = 2**31
"""Number of seeds for search and for deals."""

ENOUGH, EACH = 8, 4
"""After how many deals orders are first dropped that are surely worse, and then how often."""
MAX_SURE = 0.99
SURE, LITTLE = 2.0, 0.004
"""Clearly worse: standard errors; as good: difference of chances."""


@dataclass(frozen=True)
class SearchBudget:
    """The budget of one answer: playouts, orders compared, turns looked ahead.

    Nothing is looked at beyond the next stretch of a side. `overlooks`: the weight of a temper
    that says which part of its answers a player does not think of; none where it is empty.
    """

    playouts: int
    orders: int = 8
    turns: int = 0
    overlooks: str = ""

    def shared(self, part: float) -> SearchBudget:
        """The same with a part of the playouts, where each of them is dear."""
        return replace(self, playouts=max(0, ceil(part * self.playouts)))


@dataclass
class RankedOrder:
    """An order with what playouts made of it: the chance of winning with it, deal by deal."""

    order: CandidateOrder
    chances: list[float] = field(default_factory=list)
    worth: float = 0.5

    @property
    def playouts(self) -> int:
        """Return the number of playouts of the order."""
        return len(self.chances)

    @property
    def chance(self) -> float:
        """The chance of winning as displayed: what was hoped for makes nothing certain."""
        return min(MAX_SURE, max(1 - MAX_SURE, self.worth))

    def note(self, chance: float | None) -> None:
        """Keep what it came to in one more deal, if it could be looked at there."""
        if chance is not None:
            self.chances.append(chance)

    def lead_over(self, other: RankedOrder) -> tuple[float, float]:
        """Return the mean lead over another order in the deals both have met, and its error."""
        leads = [a - b for a, b in zip(self.chances, other.chances, strict=False)]
        mean = fmean(leads)
        spread = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
        return mean, sqrt(spread / len(leads))


def is_never_stopped() -> bool:
    """Never stop the search."""
    return False


def rank_orders(
    question: Question,
    mind: AiProfile,
    budget: SearchBudget,
    seed: int,
    is_stopped: Callable[[], bool] = is_never_stopped,
    aides: RolloutPool = NOBODY,
) -> list[RankedOrder]:
    """The orders a side may give, the best first; as far as it has come when it is stopped.

    The result does not depend on the helpers.
    """
    found = [RankedOrder(order) for order in candidate_orders(question, mind, budget.orders)]
    looks = _Looks(question, mind, budget.turns, aides)
    alive, deals = found, 0
    rounds = max(1, ceil(log2(len(found))))
    while len(alive) > 1 and budget.playouts:
        end = deals + max(1, budget.playouts // (rounds * len(alive)))
        while deals < end and len(alive) > 1:
            few = range(deals, min(end, deals + _until_compared(alive[0].playouts)))
            lucks = [draw_number(seed, deal, SEEDS) for deal in few]
            if not looks.at(alive, lucks, is_stopped):
                return _ranked(found, mind)
            deals = few.stop
            if _are_compared(alive[0].playouts):
                alive = _in_doubt(alive, mind)
        alive = _ranked(alive, mind)[: ceil(len(alive) / 2)]
    return _ranked(found, mind)


def _are_compared(deals: int) -> bool:
    """Return True if orders are compared after this number of deals."""
    return deals >= ENOUGH and deals % EACH == 0


def _until_compared(deals: int) -> int:
    """Return the number of deals until orders are compared next."""
    return next(more for more in count(1) if _are_compared(deals + more))


def _in_doubt(alive: Sequence[RankedOrder], mind: AiProfile) -> list[RankedOrder]:
    """The best order and those that may yet be better by more than a little."""
    best, *others = _ranked(alive, mind)
    kept = [best]
    for other in others:
        lead, doubt = best.lead_over(other)
        if lead - SURE * doubt < 0 and lead - SURE * doubt < -LITTLE:
            kept.append(other)
    return kept


class _Looks:
    """Orders tried out in the same deals, by helper processes, or by the caller without any."""

    def __init__(self, question: Question, mind: AiProfile, turns: int, aides: RolloutPool) -> None:
        self._here = RolloutEvaluator(question, mind, turns)
        self._aides = aides if mind.thinking.allows_parallel_search else NOBODY
        self._topic = RolloutContext.of(question, mind, turns)

    def at(
        self, alive: Sequence[RankedOrder], lucks: Sequence[int], is_stopped: Callable[[], bool]
    ) -> bool:
        """Each order once in each deal, where that can be, deal by deal; False if it is stopped."""
        left = deque((each, RolloutTask(each.order, luck)) for luck in lucks for each in alive)
        while left:
            trials = [trial for _, trial in left]
            for chance in self._aides.chances(self._topic, trials, is_stopped):
                left.popleft()[0].note(chance)
            if left and not self._alone(*left.popleft(), is_stopped):
                return False
        return True

    def _alone(self, each: RankedOrder, trial: RolloutTask, is_stopped: Callable[[], bool]) -> bool:
        if is_stopped():
            return False
        chance = self._here.chance(*trial, is_stopped)
        if is_stopped() and each.chances:
            return False
        each.note(chance)
        return True


def _ranked(found: Sequence[RankedOrder], mind: AiProfile) -> list[RankedOrder]:
    """Those looked at longest first, of these the most worth."""
    looked = [each for each in found if each.playouts]
    middle = fmean(fmean(each.chances) for each in looked) if looked else 0.5
    hoped = fmean(each.order.hope for each in looked or found)
    trust, hope = mind.weights["trust"], mind.weights["hope"]
    for each in found:
        before = middle + hope * (each.order.hope - hoped)
        each.worth = (sum(each.chances) + trust * before) / (each.playouts + trust)
    return sorted(found, key=lambda each: (-each.playouts, -each.worth))
