"""Names and small words of tide, for the sentences of all its chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.games.game_texts import FieldTexts, GameTexts
from engine.games.tide.game_board import THIRDS
from engine.games.tide.state import State
from engine.texts import localised, without_article

TEXTS = GameTexts("tide", "tide-fire", "tide-cards", "tide-scenario", "tide-umpire")
"""The texts of tide: of its own chapters, of fire, of cards and command, of scenarios,
of the umpire."""
key_of, say, first_said = TEXTS.key_of, TEXTS.say, TEXTS.first_said
count, list_names, side_name = TEXTS.count, TEXTS.list_names, TEXTS.side_name
_PARTS = {1: "⅓", 2: "⅔"}


def movement_points_text(thirds: int) -> str:
    """Thirds of a movement point as points: 4 as 1⅓."""
    whole, rest = divmod(thirds, THIRDS)
    return f"{whole or ''}{_PARTS[rest]}" if rest else str(whole)


# --- names ----------------------------------------------------------------------------------------


def piece_name(
    state: State, id_: str, language: str | None = None, told: Collection[str] = ()
) -> str:
    """Return the name of a unit or work with its side, unless that is in `told`.

    It has its own name, else its type's, and its id where its side has more of that type.
    """
    found = find_piece(state, id_)
    if found is None:
        return id_
    side, name = side_name(state, found.side, language), _own_name(state, found, language)
    if not found.side or found.side in told or side.begins(name):
        return name
    return say("piece-named", language, side=side, name=without_article(name))


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
    """Return whether a side has several pieces of a type."""
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


def mark_name(mark: str, language: str | None = None) -> str:
    """A state of a unit in words."""
    return say(f"mark-{mark}", language)


def figures_text(state: State, figures: Iterable[str], language: str | None = None) -> str:
    """Figures by kind with how many there are of each: 2 × elite, officer."""
    known = list(figures)
    said = []
    for kind in dict.fromkeys(known):
        name, number = type_name(state, kind, language), known.count(kind)
        said.append(name if number == 1 else say("times", language, count=number, name=name))
    return say("comma", language).join(said)


def faces_text(faces: Iterable[int]) -> str:
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


def _word(state: State, name: str, value: Any, language: str | None, told: Collection[str]) -> Any:
    if isinstance(value, str):
        return _string(state, name, value, language)
    if isinstance(value, tuple):
        return _tuple(state, name, value, language)
    return "–" if value is None else value


def _tuple(state: State, name: str, value: tuple[Any, ...], language: str | None) -> Any:
    if name in FACES:
        return faces_text(value)
    if name in ("figures", "types"):
        return figures_text(state, value, language)
    if name == "cards":
        return list_names([card_name(state, each, language) for each in value], language)
    return value


def _string(state: State, name: str, value: str, language: str | None) -> str:
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


FIELDS = FieldTexts(TEXTS, PIECES, MANY, find_piece, piece_name, _word)
field_text, join_names = FIELDS.field_words, FIELDS.join_piece_names
