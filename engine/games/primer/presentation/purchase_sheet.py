"""The sheet on which a side buys its army (primer P8): prices, values, and how many it can have."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from engine.games.primer.data.rulebook import UnitType
from engine.games.primer.deployment import has_room
from engine.games.primer.purchase import Buy, affordable_types
from engine.games.primer.state import State
from engine.play.decisions import Decision
from engine.play.rules_presenter import Purchase, PurchaseItem
from engine.texts import localised, text


def list_purchases(
    view: State, decision: Decision[State, Any], language: str | None = None
) -> Purchase | None:
    """Return what a side may buy; None where a decision is about something else."""
    if not isinstance(decision, Buy):
        return None
    side = decision.side
    items = (_item(view, side, name, language) for name in affordable_types(view, side))
    return Purchase(view.purses[side], tuple(items))


def _item(view: State, side: str, name: str, language: str | None) -> PurchaseItem:
    kind = view.book.units[name]
    most = view.purses[side] // kind.cost
    if not kind.off_board:
        numbers = range(1, most + 1)
        most = bisect_left(numbers, True, key=lambda more: not has_room(view, side, name, more))
    named = localised(kind.name, language)
    return PurchaseItem(name, named, kind.cost, most, _values(kind, language))


def _values(kind: UnitType, language: str | None) -> str:
    """Return the values of a type in words."""
    told = {"strength": kind.strength, "mp": kind.mp, "vision": kind.vision, "points": kind.points}
    key = "primer.sheet-aloft" if kind.off_board else "primer.sheet-values"
    return text(key, language, **told)
