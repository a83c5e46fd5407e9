"""How thought is spent: many orders are looked at a little, the better half of them again and more.

Sequential halving (Z. Karnin, T. Koren and O. Somekh, Almost optimal exploration in multi-armed
bandits, ICML 2013) over whole orders. What is hidden is dealt out anew for each playout
(determinisation; P. Cowling, E. Powley and D. Whitehouse, Information set Monte Carlo tree search,
IEEE Trans. Comput. Intell. AI Games 4, 2012), and all orders meet the same deals and the same dice.
What was hoped of an order before any thought counts as so many playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from statistics import fmean

from engine.play.players import Question, draw_number
from engine.search.orders import HopedOrder, whole_orders
from engine.search.playouts import Playout
from engine.search.tempers import Mind

SEEDS = 2**31
"""How many seeds thought and its deals are drawn from."""


@dataclass(frozen=True)
class Budget:
    """How much thought one answer is given: playouts, orders looked at, turns looked ahead."""

    playouts: int
    orders: int = 8
    turns: int = 1


@dataclass
class Considered:
    """An order with what playouts made of it: the chance of winning with it."""

    order: HopedOrder
    playouts: int = 0
    total: float = 0.0
    worth: float = 0.5

    def learn(self, chance: float) -> None:
        """Add one playout."""
        self.playouts += 1
        self.total += chance


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
    alive, deals = found, 0
    rounds = max(1, ceil(log2(len(found))))
    while len(alive) > 1 and budget.playouts:
        more = max(1, budget.playouts // (rounds * len(alive)))
        for deal in range(deals, deals + more):
            if is_stopped() or not _look(question, alive, mind, budget, (seed, deal)):
                return _ranked(found, mind)
        deals += more
        alive = _ranked(alive, mind)[: ceil(len(alive) / 2)]
    return _ranked(found, mind)


def _look(
    question: Question,
    alive: Sequence[Considered],
    mind: Mind,
    budget: Budget,
    deal: tuple[int, int],
) -> bool:
    """One playout of each order in the same deal; False where none can be imagined."""
    luck = draw_number(*deal, SEEDS)
    for each in alive:
        game = question.suppose(mind.thinking.imagine, luck)
        if game is None:
            return False
        each.learn(Playout(mind, luck).chance(game, each.order, budget.turns))
    return True


def _ranked(found: Sequence[Considered], mind: Mind) -> list[Considered]:
    """Those looked at longest first, of these the most worth."""
    looked = [each for each in found if each.playouts]
    middle = fmean(each.total / each.playouts for each in looked) if looked else 0.5
    hoped = fmean(each.order.hope for each in looked or found)
    trust, hope = mind.weights["trust"], mind.weights["hope"]
    for each in found:
        before = middle + hope * (each.order.hope - hoped)
        each.worth = (each.total + trust * before) / (each.playouts + trust)
    return sorted(found, key=lambda each: (-each.playouts, -each.worth))
