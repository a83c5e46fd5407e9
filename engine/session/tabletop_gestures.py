"""Gestures in a game on a table, and their results, for the asked side."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from engine.play.game import Game
from engine.play.tabletop_gestures import (
    NO_PROSPECT,
    Edge,
    Gesture,
    GesturePreview,
    GestureRules,
    GrabOptions,
)
from engine.session.visible_position import SeenFigure

NEIGHBOURS = 48  # sixteenths of an inch between the middles of two that stand in one body


def grab_options(game: Game[Any]) -> GrabOptions | None:
    """Return the gestures for the present decision; None if it takes none."""
    rules, decision = game.rules, game.decision
    if decision is None or not isinstance(rules, GestureRules):
        return None
    return rules.handling(game.view(decision.side), decision)


def preview_gesture(game: Game[Any], gesture: Gesture) -> GesturePreview:
    """Return the result of a gesture; empty if no side is asked."""
    rules, decision = game.rules, game.decision
    if decision is None or not isinstance(rules, GestureRules):
        return NO_PROSPECT
    return rules.prospect(game.view(decision.side), decision, gesture)


def move_outlines(game: Game[Any], pieces: Sequence[str]) -> tuple[Edge, ...]:
    """Return the reach of pieces, as outlines."""
    rules, decision = game.rules, game.decision
    if decision is None or not pieces or not isinstance(rules, GestureRules):
        return ()
    return rules.outreach(game.view(decision.side), decision, pieces)


def adjoining_pieces(
    figures: Sequence[SeenFigure], first: str, takes: Sequence[str]
) -> tuple[str, ...]:
    """The pieces of one type that may be taken and stand close together with the first.

    In the order in which they are found, the nearest first.
    """
    free = {each.id: each for each in figures if each.id in set(takes)}
    begun = free.pop(first, None)
    if begun is None:
        return ()
    found = [begun]
    for at in found:
        near = [each for each in free.values() if each.type == begun.type and _is_near(at, each)]
        for each in sorted(near, key=lambda one: (_gap(begun, one), one.id)):
            found.append(free.pop(each.id))
    return tuple(each.id for each in found)


def _gap(one: SeenFigure, other: SeenFigure) -> float:
    return hypot(one.at.x - other.at.x, one.at.y - other.at.y)


def _is_near(one: SeenFigure, other: SeenFigure) -> bool:
    return _gap(one, other) <= NEIGHBOURS
