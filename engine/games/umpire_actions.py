"""How an umpire's order is read in every game: its kind, and whether it is given what it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from engine.play.game import InvalidIntervention
from engine.play.option_targets import ActionParameter
from engine.problems import nearest_word
from engine.texts import text

Words = Mapping[str, tuple[str, ...]]
"""What a parameter may be given in a scenario, by its kind or by its name."""


class UmpireActionKind(NamedTuple):
    """One kind of act: what it takes, and what the umpire's word leads to."""

    takes: tuple[ActionParameter, ...]
    carry_out: Callable[..., Any]


def find_act(acts: Mapping[str, UmpireActionKind], kind: str) -> UmpireActionKind:
    """The act of a kind; InvalidIntervention where there is none."""
    if kind not in acts:
        known = ", ".join(acts)
        raise InvalidIntervention(text("game.unknown-intervention", None, kind=kind, kinds=known))
    return acts[kind]


def offer(takes: Iterable[ActionParameter], words: Words) -> tuple[ActionParameter, ...]:
    """What an act takes, with the words a scenario has for it."""
    return tuple(
        each._replace(options=words.get(each.kind) or words.get(each.name) or each.options)
        for each in takes
    )


def nearest_first(found: str, known: Iterable[str]) -> str:
    """The words that would have been right, the likeliest first."""
    options = tuple(known)
    near = nearest_word(found, options)
    return ", ".join(sorted(options, key=lambda option: option != near)) or "–"


def is_pair(argument: Any) -> bool:
    """Whether an argument is two whole numbers, as hexes and places are written."""
    is_two = isinstance(argument, tuple) and len(argument) == 2
    return is_two and all(type(part) is int for part in argument)
