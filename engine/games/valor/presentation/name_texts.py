"""Names and small words of valor, for the sentences of all its chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.games.game_texts import FieldTexts, GameTexts
from engine.games.valor.data.piece_types import UnitType, WeaponType, WorkType
from engine.games.valor.state import Phase, State, Unit
from engine.texts import localised, without_article

TEXTS = GameTexts("valor", "valor-fire", "valor-support")
"""The texts of valor: of its own chapters, of fire, of support."""
key_of, say, first_said = TEXTS.key_of, TEXTS.say, TEXTS.first_said
count, list_names, side_name = TEXTS.count, TEXTS.list_names, TEXTS.side_name


# --- names ----------------------------------------------------------------------------------------


def piece_name(
    state: State, id_: str, language: str | None = None, told: Collection[str] = ()
) -> str:
    """Return the name of a unit, weapon or position with its side, unless in `told`.

    It has its own name, else its type's, and its id where its side has more of that type.
    """
    found = _piece(state, id_)
    if found is None:
        return _gone(state, id_, language, told)
    side, name = side_name(state, found.side, language), _own_name(state, found, language)
    if found.side in told or side.begins(name):
        return name
    return say("piece-named", language, side=side, name=without_article(name))


def _gone(state: State, id_: str, language: str | None, told: Collection[str]) -> str:
    """A half that is none any more, by its squad's name; else the id."""
    root, _, letter = id_.partition("/")
    squad = _piece(state, root) if letter else None
    if squad is None:
        return id_
    name = piece_name(state, squad.id, language, told)
    return say("piece-half", language, name=name, letter=letter.upper())


def _own_name(state: State, piece: Any, language: str | None) -> str:
    name = localised(getattr(piece, "name", ""), language)
    if name:
        letter = _letter_of_half(state, piece)
        return say("piece-half", language, name=name, letter=letter) if letter else name
    type_ = _type_of(piece)
    kind = type_name(state, type_, language)
    if type_ in state.book.works or not _has_more(state, piece):
        return kind
    return say("piece-typed", language, type=kind, id=piece.id)


def _has_more(state: State, piece: Any) -> bool:
    """Return whether a side has several pieces of a type."""
    kind = piece.side, _type_of(piece)
    return sum((each.side, _type_of(each)) == kind for each in _all_known(state)) > 1


def _letter_of_half(state: State, piece: Any) -> str:
    """Return the letter of a half squad; empty for a whole one."""
    if not isinstance(piece, Unit) or not state.type_of(piece).is_half:
        return ""
    root, _, letter = piece.id.partition("/")
    has_other = any(each.id.startswith(f"{root}/") for each in _all_known(state))
    return letter.upper() or ("A" if has_other else "")


def _type_of(piece: Any) -> str:
    return str(getattr(piece, "type", "") or getattr(piece, "kind", ""))


def _piece(state: State, id_: str) -> Any:
    return next((each for each in _all_known(state) if each.id == id_), None)


def _all_known(state: State) -> Iterable[Any]:
    yield from state.units.values()
    yield from state.weapons.values()
    yield from (*state.lost, *state.exited, *state.removed, *state.reserves)
    yield from state.works.values()
    yield from state.plans
    yield from (each.unit for each in state.below)


def type_name(state: State, type_: str, language: str | None = None) -> str:
    """A type of unit, weapon or position, in words."""
    book = state.book
    known: Mapping[str, UnitType | WeaponType | WorkType]
    known = {**book.units, **book.weapons, **book.works}
    return localised(known[type_].name, language) if type_ in known else stock_name(type_, language)


def stock_name(kind: str, language: str | None = None) -> str:
    """Return the name of a side's stock."""
    return say(f"stock-{kind}", language) if key_of(f"stock-{kind}") else kind


def facing_name(state: State, facing: int | None, language: str | None = None) -> str:
    """A hexside by its point of the compass."""
    if facing is None:
        return "–"
    compass = state.field.board.grid.orientation.directions[facing]
    return say(f"facing-{compass}", language)


def mark_name(mark: str, language: str | None = None) -> str:
    """A state of a unit in words."""
    return say(f"mark-{mark}", language)


def dice_said(dice: tuple[int, ...], language: str | None = None) -> str:
    """The faces of dice and their sum."""
    faces = "+".join(str(face) for face in dice)
    return say("dice", language, faces=faces, sum=sum(dice)) if len(dice) > 1 else faces


# --- the fields of decisions and events -----------------------------------------------------------

PIECES = frozenset({
    "unit", "firer", "target", "mover", "carrier", "squad", "giver", "taker", "one", "other",
    "weapon", "leader", "position", "heir", "afv",
})  # fmt: skip
"""Fields that hold the id of a unit, weapon or position."""
MANY = frozenset({"units", "firers", "movers", "halves", "assaulters", "defenders", "targets"})
TYPES = frozenset({"type", "kind", "to_type", "half"})


def _word(state: State, name: str, value: Any, language: str | None, told: Collection[str]) -> Any:
    if isinstance(value, str):
        return _string(state, name, value, language)
    if name == "facing":
        return facing_name(state, value, language)
    if name in ("dice", "faces") and isinstance(value, tuple):
        return dice_said(value, language)
    if name == "left" and isinstance(value, int):
        return value
    return "–" if value is None else value


def _string(state: State, name: str, value: str, language: str | None) -> str:
    if name in TYPES:
        return type_name(state, value, language)
    if name == "phase":
        return say(f"phase-{Phase(value).value}", language)
    for prefix in ("cause", "manner", "mark", "result", "stage", "reason"):
        if name == prefix and key_of(f"{prefix}-{value}"):
            return say(f"{prefix}-{value}", language)
    return value


FIELDS = FieldTexts(TEXTS, PIECES, MANY, _piece, piece_name, _word)
field_text, join_names = FIELDS.field_words, FIELDS.join_piece_names
