"""Mêlées: who is in them, how many die and how many are taken (L11, L12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.littlewars.proximity import figures_index
from engine.games.littlewars.state import State
from engine.tabletop.shapes import INCH

DRAWN_IN = 6 * INCH
"""Distance from a figure in contact at which figures join its mêlée (L11.2)."""


def find_contacts(state: State) -> tuple[tuple[str, str], ...]:
    """The pairs of enemies in contact who may fight (L11.1, L11.4)."""
    return figures_index(state).contacts(_fighters(state))


def _fighters(state: State) -> list[str]:
    fights = state.customs.fights
    return [each.id for each in state.figures.values() if each.is_fit and fights(state, each)]


def form_melees(state: State) -> tuple[tuple[str, ...], ...]:
    """Contacts with all within six inches of one in contact, merged (L11.2, L11.3)."""
    near, fighters = figures_index(state), _fighters(state)
    groups: list[set[str]] = []
    for pair in near.contacts(fighters):
        group = {*pair, *near.within(pair, DRAWN_IN, fighters)}
        apart = [each for each in groups if not each & group]
        for other in (each for each in groups if each & group):
            group |= other
        groups = [*apart, group]
    return tuple(tuple(id_ for id_ in state.figures if id_ in group) for group in groups)


def figures_of_side(state: State, figures: Iterable[str], side: str) -> list[str]:
    """Those of some figures that are of a side and still there."""
    return [id_ for id_ in figures if id_ in state.figures and state.figures[id_].side == side]


# --- losses (L12) ---------------------------------------------------------------------------------


class MeleeOutcome(NamedTuple):
    """The dead of the larger side, the dead of the smaller, and the prisoners taken of it."""

    dead_of_larger: int
    dead_of_smaller: int
    prisoners: int


def melee_outcome(larger: int, smaller: int, is_isolated: bool) -> MeleeOutcome:
    """The result for so many of either side; `is_isolated` speaks of the smaller (L12).

    Equal numbers: all die on both sides (L12.1). An isolated side loses as many prisoners as it is
    outnumbered by, and the rest die with as many of the larger (L12.2); a supported one dies to the
    last man with as many of the larger (L12.3).

    >>> outcome(11, 9, True)
    Outcome(dead_of_larger=7, dead_of_smaller=7, prisoners=2)
    """
    assert larger >= smaller
    taken = min(smaller, larger - smaller) if is_isolated else 0
    return MeleeOutcome(smaller - taken, smaller - taken, taken)
