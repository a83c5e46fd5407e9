"""What an order to men comes to before it is given: who would be in mêlées, and their result."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.littlewars import marching, melees
from engine.games.littlewars.events import MenMoved
from engine.games.littlewars.isolation import is_too_few, of_ids, supporters
from engine.games.littlewars.odds import Outcome, outcome
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.state import State


class MeleeForecast(NamedTuple):
    """A mêlée there would be: how many of the mover's, how many enemies, and what comes of it."""

    own: int
    foes: int
    is_isolated: bool
    result: Outcome


def clashes(state: State, side: str, order: MenOrder | None = None) -> list[MeleeForecast]:
    """The mêlées there would be after an order, or as things stand (L11, L12)."""
    after = state if order is None else ordered(state, side, order)
    found = [_sides(after, side, figures) for figures in melees.form(after)]
    weak = [of_ids(after, foes if len(foes) <= len(own) else own) for own, foes in found]
    friends = supporters(after, weak)
    return [
        _clash(own, foes, alone=is_too_few(count, group))
        for (own, foes), group, count in zip(found, weak, friends, strict=True)
    ]


def ordered(state: State, side: str, order: MenOrder) -> State:
    """The position after an order to men."""
    after, plan = state.copy(), marching.plan(state, side, order)
    MenMoved(side, order.deed, plan.moved).apply(after)
    return after


def _sides(state: State, side: str, figures: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Those of a mêlée that are a side's own, and its enemies."""
    enemy = state.enemy(side)
    return melees.of_side(state, figures, side), melees.of_side(state, figures, enemy)


def _clash(own: list[str], foes: list[str], *, alone: bool) -> MeleeForecast:
    larger, smaller = max(len(own), len(foes)), min(len(own), len(foes))
    return MeleeForecast(len(own), len(foes), alone, outcome(larger, smaller, alone))
