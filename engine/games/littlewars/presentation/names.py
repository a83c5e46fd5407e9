"""Names and small words of Little Wars, for all its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from engine.games.littlewars.state import Figure, State
from engine.tabletop.lengths import LengthFormat, LengthUnit, place_in_feet, write_length
from engine.texts import has_text, localised, text

FILES = ("littlewars", "littlewars-umpire", "littlewars-kriegspiel")
"""The texts of Little Wars, and of the rulebook that adds to it."""
INCHES = LengthFormat(LengthUnit.INCHES, in_fractions=True, with_signs=True)


def key_of(word: str) -> str:
    """The full key of a text, in whichever file it is; nothing if in none."""
    return next((f"{file}.{word}" for file in FILES if has_text(f"{file}.{word}")), "")


def say(word: str, language: str | None = None, /, **filled: object) -> str:
    """A text of Little Wars, filled in; KeyError names one that is not there."""
    return text(key_of(word) or f"littlewars.{word}", language, **filled)


def first_said(words: Iterable[str], language: str | None, filled: Mapping[str, object]) -> str:
    """The first of some texts that is there; the last is taken to be."""
    *most, last = words
    found = next((word for word in most if key_of(word)), last)
    return say(found, language, **filled)


@cache
def dash_name(name: str) -> str:
    """MoveBegan as move-began."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).replace("_", "-").lower()


# --- names ----------------------------------------------------------------------------------------


def side_name(state: State, side: str, language: str | None = None) -> str:
    """What a side is called."""
    return localised(state.aims.side_names.get(side, side), language) or side


def body_name(state: State, body: str, language: str | None = None) -> str:
    """What a body is called: its own name, else its kind and id."""
    known = state.aims.bodies.get(body)
    if known is None:
        return body
    own = localised(known.name, language)
    return own or say("kind-id", language, kind=type_name(state, known.type, language), id=body)


def unit_name(state: State, unit: str, language: str | None = None) -> str:
    """A figure with its body and number, or a gun or wagon by its name."""
    body, dot, number = unit.rpartition(".")
    if dot and body in state.aims.bodies and number.isdigit():
        return say("figure-named", language, body=body_name(state, body, language), number=number)
    return body_name(state, unit, language)


def type_name(state: State, type_: str, language: str | None = None) -> str:
    """What a kind of figure is called."""
    known = state.book.units.get(type_)
    return localised(known.name, language) if known else type_


def figures_named(state: State, ids: Sequence[str], language: str | None = None) -> str:
    """Some figures in words: by bodies with how many of each, or the one by its name."""
    if len(ids) == 1:
        return unit_name(state, ids[0], language)
    counts: dict[str, int] = {}
    for id_ in ids:
        body = _body_of(state, id_)
        counts[body] = counts.get(body, 0) + 1
    parts = [
        say("of-body", language, count=count, body=body_name(state, body, language))
        for body, count in counts.items()
    ]
    return list_words(parts, language)


def _body_of(state: State, id_: str) -> str:
    unit = state.known(id_)
    return unit.body if isinstance(unit, Figure) else id_.rpartition(".")[0] or id_


def list_words(parts: Sequence[str], language: str | None = None) -> str:
    """Some words with commas and an `and`; a word for nobody."""
    if not parts:
        return say("nobody", language)
    if len(parts) == 1:
        return parts[0]
    comma = say("comma", language)
    return say("and", language, first=comma.join(parts[:-1]), last=parts[-1])


def length_said(length: int, language: str | None = None) -> str:
    """A length in inches, as every language reads it: `4 3/8"`."""
    return write_length(length, INCHES)


def place_said(at: Sequence[int], language: str | None = None) -> str:
    """A point of the table in feet and inches from its lower left corner: `4'6 3/8", 2 1/2"`."""
    return place_in_feet((at[0], at[1]))


def halves_said(halves: int | Fraction) -> str:
    """Points that are counted in halves: 3 as `1½`."""
    whole, rest = divmod(int(halves), 2)
    return f"{whole or ''}½" if rest else str(whole)
