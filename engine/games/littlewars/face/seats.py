"""Several players a side, each with part of the army (L21.2): whose an order is to give."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.littlewars.guns import GunDeed, Lay
from engine.games.littlewars.orders import GunOrder, MenOrder, WarOrder
from engine.games.littlewars.state import State
from engine.play.asks import Answer, Decision

ARTILLERY = "artillery"
ARMS = ("infantry", "cavalry", ARTILLERY)
"""Whose seats there are; what is no arm's, as a wagon, anybody of its side may drive."""


def may_answer(view: State, decision: Decision[State, Any], answer: Answer, arm: str) -> bool:
    """An order is valid from the seat of its arm; what is about all of a side anybody may say."""
    wanted = arms_of(view, decision, answer)
    return not wanted or wanted == {arm}


def arms_of(view: State, decision: Decision[State, Any], answer: Answer) -> set[str]:
    """The arms an answer orders; none where it is about all of a side."""
    match decision, answer:
        case GunDeed(), GunOrder(gun=gun) if gun:
            return {ARTILLERY}
        case Lay(), _:
            return {ARTILLERY}
        case _, (MenOrder(figures=figures) | WarOrder(figures=figures)):
            return _of(view, figures) & {*ARMS}
    return set()


def _of(view: State, ids: Iterable[str]) -> set[str]:
    """The arms of some figures: that of their body, else that of their kind."""
    found = set()
    for id_ in ids:
        known = view.known(id_)
        if known is not None:
            body = view.aims.bodies.get(getattr(known, "body", id_))
            found.add((body.arm if body else "") or view.type_of(known).arm)
    return found
