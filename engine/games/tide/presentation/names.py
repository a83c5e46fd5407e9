"""Names and small words of tide, for the sentences of all its chapters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, partial
from typing import Any

from engine.games.tide.game_board import THIRDS
from engine.games.tide.state import State
from engine.hexes.hex import Hex
from engine.narration.speaker import fill_in_order, name_each
from engine.texts import OTHER, has_text, localised, text, text_of_count

FILES = ("tide", "tide-fire", "tide-cards", "tide-scenario", "tide-umpire")
"""The texts of tide: of its own chapters, of fire, of cards and command, of scenarios,
of the umpire."""
_PARTS = {1: "⅓", 2: "⅔"}


def key_of(word: str) -> str:
    """The full key of a text of tide, in whichever of its files it is; nothing if in none."""
    return next((f"{file}.{word}" for file in FILES if has_text(f"{file}.{word}")), "")


def say(word: str, language: str | None = None, /, **filled: object) -> str:
    """A text of tide, filled in; KeyError names one that is not there."""
    return text(key_of(word) or f"tide.{word}", language, **filled)


def first_said(words: Iterable[str], language: str | None, filled: Mapping[str, object]) -> str:
    """The first of some texts that is there; the last is taken to be."""
    *most, last = words
    found = next((word for word in most if key_of(word)), last)
    return say(found, language, **filled)


@cache
def dash_name(name: str) -> str:
    """TurnBegan and op_fire as turn-began and op-fire."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name)
    return words.replace("_", "-").lower()


def points_said(thirds: int) -> str:
    """Thirds of a movement point as points: 4 as 1⅓."""
    whole, rest = divmod(thirds, THIRDS)
    return f"{whole or ''}{_PARTS[rest]}" if rest else str(whole)


# --- names ----------------------------------------------------------------------------------------


def piece_name(
    state: State, id_: str, language: str | None = None, told: Collection[str] = ()
) -> str:
    """A unit or work with its side, unless that is told already.

    It has its own name, else its type's, and its id where its side has more of that type.
    """
    found = find_piece(state, id_)
    if found is None:
        return id_
    side, name = side_name(state, found.side, language), _own_name(state, found, language)
    if not found.side or found.side in told or name.startswith(side):
        return name
    return say("piece-named", language, side=side, name=name)


def _own_name(state: State, found: Any, language: str | None) -> str:
    name = localised(getattr(found, "name", ""), language)
    if name:
        return name
    type_ = _type_of(found)
    kind = type_name(state, type_, language)
    if type_ in state.book.works or not _has_more(state, found):
        return kind
    return say("piece-typed", language, type=kind, id=found.id)


def _has_more(state: State, found: Any) -> bool:
    """Whether a side has more pieces than one of a type."""
    kind = found.side, _type_of(found)
    return sum((each.side, _type_of(each)) == kind for each in _all_known(state)) > 1


def _type_of(found: Any) -> str:
    return str(getattr(found, "type", "") or getattr(found, "kind", ""))


def find_piece(state: State, id_: str) -> Any:
    """A unit, work or reserve by its id; None for what is none."""
    return next((each for each in _all_known(state) if each.id == id_), None)


def _all_known(state: State) -> Iterable[Any]:
    yield from state.units.values()
    yield from (*state.lost, *state.exited, *state.removed, *state.reserves)
    yield from state.works.values()
    yield from state.plans


def type_name(state: State, type_: str, language: str | None = None) -> str:
    """A type of unit, figure, token or work, in words."""
    book = state.book
    known: Mapping[str, Any] = {**book.units, **book.tokens, **book.works}
    return localised(known[type_].name, language) if type_ in known else type_


def card_name(state: State, card: str, language: str | None = None) -> str:
    """A card by its title."""
    found = state.aims.cards.get(card)
    return (localised(found.title, language) or card) if found else card


def side_name(state: State, side: str, language: str | None = None) -> str:
    """A side's name."""
    return localised(state.aims.side_names.get(side, side), language) or say("nobody", language)


def hex_name(state: State, hex_: Hex | None) -> str:
    """A hex as it is printed on the map."""
    return "–" if hex_ is None else state.field.label(hex_)


def objective_name(state: State, objective: str, language: str | None = None) -> str:
    """What an objective is called, else where it is."""
    entry = next(entry for entry in state.aims.objectives if entry.id == objective)
    place = hex_name(state, entry.at) if entry.at is not None else entry.zone
    return localised(entry.name, language) or place


def mark_name(mark: str, language: str | None = None) -> str:
    """A state of a unit in words."""
    return say(f"mark-{mark}", language)


def count(noun: str, count: int, language: str | None = None) -> str:
    """A number with its noun in the right number."""
    key = key_of(noun + OTHER)
    assert key, f"tide counts no {noun}"
    return text_of_count(key.removesuffix(OTHER), count, language)


def list_names(words: Iterable[str], language: str | None = None) -> str:
    """Names joined: a, b and c."""
    *most, last = list(words) or [say("nobody", language)]
    if not most:
        return last
    first = say("comma", language).join(most)
    return say("and", language, first=first, last=last)


def figures_said(state: State, figures: Iterable[str], language: str | None = None) -> str:
    """Figures by kind with how many there are of each: 2 × elite, officer."""
    known = list(figures)
    said = []
    for kind in dict.fromkeys(known):
        name, number = type_name(state, kind, language), known.count(kind)
        said.append(name if number == 1 else say("times", language, count=number, name=name))
    return say("comma", language).join(said)


def faces_said(faces: Iterable[int]) -> str:
    """The faces of dice, as they lie."""
    return " ".join(str(face) for face in faces) or "–"


# --- the fields of decisions and events -----------------------------------------------------------

PIECES = frozenset({
    "unit", "target", "mover", "carrier", "giver", "taker", "work", "base", "leader", "source",
})  # fmt: skip
"""Fields that hold the id of a unit or work."""
MANY = frozenset({"units", "supporters", "bases", "pinned", "movers", "joined"})
TYPES = frozenset({"type", "kind", "figure", "token", "back", "second"})
FACES = frozenset({"black", "red", "dice", "faces", "before", "after"})


def field_text(
    state: State,
    fields: Mapping[str, Any],
    language: str | None,
    keys: Iterable[str] = (),
    known: Collection[str] = (),
) -> dict[str, Any]:
    """Every field as the word a sentence needs; a side is named where it first comes in.

    The sentence is the first of the `keys` that is there; some sides are `known` before it.
    """
    sentence = next((say(key, language) for key in keys if key_of(key)), "")

    def word_of(name: str, value: Any, told: Collection[str]) -> Any:
        return _word(state, name, value, language, told)

    return fill_in_order(sentence, fields, word_of, partial(_sides, state), known)


def _sides(state: State, name: str, value: Any) -> set[str]:
    """The sides that a field names, itself or by its pieces."""
    if name in ("side", "winner") and isinstance(value, str):
        return {value}
    pieces = value if name in MANY and isinstance(value, tuple) else (value,)
    known = (find_piece(state, each) for each in pieces if name in PIECES | MANY)
    return {found.side for found in known if found is not None}


def join_names(
    state: State, pieces: Iterable[str], language: str | None, told: Collection[str] = ()
) -> str:
    """Several pieces, each side named once."""

    def name(piece: str, told: Collection[str]) -> str:
        return piece_name(state, piece, language, told)

    return list_names(name_each(pieces, name, partial(_sides, state), told), language)


def _word(state: State, name: str, value: Any, language: str | None, told: Collection[str]) -> Any:
    if isinstance(value, Hex):
        return hex_name(state, value)
    if isinstance(value, str):
        return _string(state, name, value, language, told)
    if isinstance(value, tuple):
        return _tuple(state, name, value, language, told)
    return "–" if value is None else value


def _tuple(
    state: State, name: str, value: tuple[Any, ...], language: str | None, told: Collection[str]
) -> Any:
    if name in MANY:
        return join_names(state, value, language, told)
    if name in FACES:
        return faces_said(value)
    if name in ("figures", "types"):
        return figures_said(state, value, language)
    if name == "cards":
        return list_names([card_name(state, each, language) for each in value], language)
    return value


def _string(
    state: State, name: str, value: str, language: str | None, told: Collection[str]
) -> str:
    if name in PIECES:
        return piece_name(state, value, language, told)
    if name in ("side", "winner"):
        return side_name(state, value, language)
    if name == "objective":
        return objective_name(state, value, language)
    if name in TYPES and key_of(f"{name}-{value}") == "":
        return type_name(state, value, language)
    if name in ("card", "by"):
        return card_name(state, value, language)
    return _named(state, name, value, language)


def _named(state: State, name: str, value: str, language: str | None) -> str:
    """A word of the rules as it is said: a cause, a phase, a manner, a state."""
    if value and key_of(f"{name}-{value}"):
        return say(f"{name}-{value}", language)
    known = find_piece(state, value) if name == "cause" else None
    return value if known is None else piece_name(state, value, language)
