"""How thought is spent: many orders are looked at a little, the better half of them again and more.

Sequential halving (Z. Karnin, T. Koren and O. Somekh, Almost optimal exploration in multi-armed
bandits, ICML 2013) over whole orders. What is hidden is dealt out anew for each playout
(determinisation; P. Cowling, E. Powley and D. Whitehouse, Information set Monte Carlo tree search,
IEEE Trans. Comput. Intell. AI Games 4, 2012), and all orders meet the same deals and the same dice.
What was hoped of an order before any thought counts as so many playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, log2, sqrt
from statistics import fmean

from engine.play.players import Question, draw_number
from engine.search.orders import HopedOrder, whole_orders
from engine.search.playouts import Playout
from engine.search.tempers import Mind

SEEDS = 2**31
"""How many seeds thought and its deals are drawn from."""

ENOUGH, EACH = 8, 4
"""After how many deals orders are first dropped that are surely worse, and then how often."""
MOST_SURE = 0.99
SURE, LITTLE = 2.0, 0.004
"""What is surely worse: by so many standard errors; and what is as good: by so little a chance."""


@dataclass(frozen=True)
class Budget:
    """How much thought one answer is given: playouts, orders looked at, turns looked ahead.

    Nothing is looked at beyond the stretch of an intent. `is_careless`: the player overlooks as
    much as its temper says (`overlooks`).
    """

    playouts: int
    orders: int = 8
    turns: int = 0
    is_careless: bool = False

    def shared(self, part: float) -> Budget:
        """The same with a part of the playouts, where each of them is dear."""
        return replace(self, playouts=max(0, ceil(part * self.playouts)))


@dataclass
class Considered:
    """An order with what playouts made of it: the chance of winning with it, deal by deal."""

    order: HopedOrder
    chances: list[float] = field(default_factory=list)
    worth: float = 0.5

    @property
    def playouts(self) -> int:
        """How often it was looked at."""
        return len(self.chances)

    @property
    def chance(self) -> float:
        """The chance of winning as it is told: what was hoped for makes nothing certain."""
        return min(MOST_SURE, max(1 - MOST_SURE, self.worth))

    def lead(self, other: Considered) -> tuple[float, float]:
        """How much better it was than another in the deals both have met, and the doubt of it."""
        leads = [a - b for a, b in zip(self.chances, other.chances, strict=False)]
        mean = fmean(leads)
        spread = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
        return mean, sqrt(spread / len(leads))


def never() -> bool:
    """Nobody stops the thought."""
    return False


def deliberate(
    question: Question,
    mind: Mind,
    budget: Budget,
    seed: int,
    is_stopped: Callable[[], bool] = never,
) -> list[Considered]:
    """The orders a side may give, the best first; as far as it has come when it is stopped."""
    found = [Considered(order) for order in whole_orders(question, mind, budget.orders)]
    mind = mind.looking_ahead(budget.turns)
    look = _Look(question, mind, budget)
    alive, deals = found, 0
    rounds = max(1, ceil(log2(len(found))))
    while len(alive) > 1 and budget.playouts:
        more = max(1, budget.playouts // (rounds * len(alive)))
        for deal in range(deals, deals + more):
            if not look.at(alive, draw_number(seed, deal, SEEDS), is_stopped):
                return _ranked(found, mind)
            if (looks := alive[0].playouts) >= ENOUGH and looks % EACH == 0:
                alive = _in_doubt(alive, mind)
                if len(alive) == 1:
                    return _ranked(found, mind)
        deals += more
        alive = _ranked(alive, mind)[: ceil(len(alive) / 2)]
    return _ranked(found, mind)


def _in_doubt(alive: Sequence[Considered], mind: Mind) -> list[Considered]:
    """The best order and those that may yet be better by more than a little."""
    best, *others = _ranked(alive, mind)
    kept = [best]
    for other in others:
        lead, doubt = best.lead(other)
        if lead - SURE * doubt < 0 and lead - SURE * doubt < -LITTLE:
            kept.append(other)
    return kept


class _Look:
    """Playouts of orders in the same deals."""

    def __init__(self, question: Question, mind: Mind, budget: Budget) -> None:
        self._question, self._mind, self._turns = question, mind, budget.turns
        self._habit = mind.thinking.habit(mind.weights) if mind.thinking.habit else None

    def at(self, alive: Sequence[Considered], luck: int, is_stopped: Callable[[], bool]) -> bool:
        """One playout of each order in the same deal, if that can be; False where it is stopped.

        It cannot where what was imagined does not fit what has been answered already.
        """
        for each in alive:
            if is_stopped():
                return False
            game = self._question.suppose(self._mind.thinking.imagine, luck)
            if game is None:
                return True
            playout = Playout(self._mind, luck, self._habit)
            chance = playout.chance(game, each.order, self._turns, is_stopped)
            if is_stopped() and each.chances:
                return False
            each.chances.append(chance)
        return True


def _ranked(found: Sequence[Considered], mind: Mind) -> list[Considered]:
    """Those looked at longest first, of these the most worth."""
    looked = [each for each in found if each.playouts]
    middle = fmean(fmean(each.chances) for each in looked) if looked else 0.5
    hoped = fmean(each.order.hope for each in looked or found)
    trust, hope = mind.weights["trust"], mind.weights["hope"]
    for each in found:
        before = middle + hope * (each.order.hope - hoped)
        each.worth = (sum(each.chances) + trust * before) / (each.playouts + trust)
    return sorted(found, key=lambda each: (-each.playouts, -each.worth))
