"""Names and small words of Little Wars, for all its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.games.game_texts import GameTexts
from engine.games.littlewars.state import Figure, State
from engine.tabletop.lengths import LengthFormat, LengthUnit, place_in_feet, write_length
from engine.texts import SideName, localised

TEXTS = GameTexts("littlewars", "littlewars-umpire", "littlewars-kriegspiel")
"""The texts of Little Wars, and of the rulebook that adds to it."""
key_of, say, first_said, list_names = (
    TEXTS.key_of,
    TEXTS.say,
    TEXTS.first_said,
    TEXTS.list_names,
)
INCHES = LengthFormat(LengthUnit.INCHES, in_fractions=True, with_signs=True)


# --- names ----------------------------------------------------------------------------------------


def side_name(state: State, side: str, language: str | None = None) -> SideName:
    """Return the name of a side."""
    known = state.aims.side_names.get(side)
    return known.name_in_language(language) if known else SideName.of(side)


def body_name(state: State, body: str, language: str | None = None) -> str:
    """Return the name of a body: its own, else its kind and id."""
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
    """Return the name of a kind of figure."""
    known = state.book.units.get(type_)
    return localised(known.name, language) if known else type_


def figures_text(state: State, ids: Sequence[str], language: str | None = None) -> str:
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
    return list_names(parts, language)


def _body_of(state: State, id_: str) -> str:
    unit = state.known_piece(id_)
    return unit.body if isinstance(unit, Figure) else id_.rpartition(".")[0] or id_


def length_text(length: int, language: str | None = None) -> str:
    """A length in inches, as every language reads it: `4 3/8"`."""
    return write_length(length, INCHES)


def point_text(at: Sequence[int], language: str | None = None) -> str:
    """A point of the table in feet and inches from its lower left corner: `4'6 3/8", 2 1/2"`."""
    return place_in_feet((at[0], at[1]))


def halves_text(halves: int | Fraction) -> str:
    """Points that are counted in halves: 3 as `1½`."""
    whole, rest = divmod(int(halves), 2)
    return f"{whole or ''}½" if rest else str(whole)
