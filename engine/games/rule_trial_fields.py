"""Rules tried out without a map: what is filled in for that, field by field.

Each game says in its `designing.py` which fields make a difference by its rules, and what comes of
what is filled in; the form that shows them knows none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Protocol

from engine.games.rules_design import GameWord, TrialField
from engine.map.terrain import load_catalogue
from engine.texts import LocalText, in_each_language, text

MAX_LEVELS = 20
DEFAULT_RANGE = 8


class NamedType(Protocol):
    """A type of unit, as far as a trial names it."""

    @property
    def name(self) -> LocalText:
        """Return the display name."""
        ...


# --- the fields that several games have -----------------------------------------------------------


def firer_field(types: Mapping[str, NamedType]) -> TrialField:
    """Return the field for the firing type."""
    return _one_of("firer", _types(types))


def target_field(types: Mapping[str, NamedType]) -> TrialField:
    """At whom."""
    return _one_of("target", _types(types))


def distance_field(furthest: int, usual: int = DEFAULT_RANGE) -> TrialField:
    """Return the field for the range in hexes, up to just beyond reach.

    It starts with `usual`, or with 1 if no unit reaches that far.
    """
    usual = usual if furthest >= usual else 1
    return TrialField("range", _name("range"), least=0, most=furthest + 1, usual=usual)


def manner_field(words: Mapping[str, LocalText]) -> TrialField:
    """In what manner, by words of the game."""
    return _one_of("manner", (GameWord(word, said) for word, said in words.items()))


def ground_field(kinds: Iterable[str]) -> TrialField:
    """Into what ground: open, and each kind that is none."""
    every = dict.fromkeys(("open", *kinds))
    return _one_of("ground", (GameWord(kind, load_catalogue().name(kind)) for kind in every))


def height_field() -> TrialField:
    """Return the field for the number of levels the target is higher."""
    return TrialField("higher", _name("higher"), most=MAX_LEVELS)


def _types(types: Mapping[str, NamedType]) -> Iterable[GameWord]:
    return (GameWord(name, type_.name or name) for name, type_ in types.items())


def _one_of(id_: str, words: Iterable[GameWord]) -> TrialField:
    return TrialField(id_, _name(id_), tuple(words))


def _name(id_: str) -> LocalText:
    return in_each_language(partial(_say, id_))


def _say(id_: str, language: str | None = None) -> str:
    return text(f"aims.trial-{id_}", language)
