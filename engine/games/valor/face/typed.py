"""The types of valor as sheets of a form: units, weapons, positions, a row each (V1, V12, V19)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from engine.games.design import Column, Row, Rules, Sheet, Word
from engine.games.symbols import SYMBOLS
from engine.games.valor.data.book import TOWS, TRANSPORTS, Book
from engine.games.valor.data.kinds import (
    HOLDS,
    WEAPON_KINDS,
    WORK_CLASSES,
    Bears,
    Kind,
    UnitType,
    WeaponType,
    WorkType,
)
from engine.games.valor.face.forms import refuse, say, whole
from engine.play.outlook import Cell
from engine.texts import LANGUAGES, LocalText, text

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Typed:
    """One kind of types: where a book has them, their fields, and the words some choose from."""

    id: str
    kind: type
    words: Mapping[str, tuple[str, ...]]
    codes: frozenset[str] = frozenset()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields beside id and name, in order."""
        found: Mapping[str, Any] = self.kind.__dataclass_fields__  # type: ignore[attr-defined] # one
        return tuple(name for name in found if name not in ("id", "name"))

    def of(self, book: Book) -> Mapping[str, Any]:
        """The types of a book."""
        return {"units": book.units, "weapons": book.weapons, "positions": book.works}[self.id]

    def usual(self, field: str) -> Any:
        """What a field is where nothing is written."""
        return self.kind.__dataclass_fields__[field].default  # type: ignore[attr-defined] # one


ARMOURS = ("", *"ABCDEF")
TYPED = {
    "units": Typed("units", UnitType, {
        "kind": tuple(Kind), "transport": TRANSPORTS, "tows": TOWS, "symbol": SYMBOLS,
        "atfp": ARMOURS, "front": ARMOURS, "rear": ARMOURS,
    }),
    "weapons": Typed("weapons", WeaponType, {
        "class_": tuple(Bears), "kind": WEAPON_KINDS, "atfp": ARMOURS, "symbol": SYMBOLS,
    }),
    "positions": Typed("positions", WorkType, {"class_": WORK_CLASSES, "holds": HOLDS}),
}  # fmt: skip


def sheet(of: Typed, now: Book, usual: Book) -> Sheet:
    """The types of a book as a table."""
    columns = tuple(
        Column(name, say("columns", name), _words(of, name), name == "symbol", nothing=none)
        for name, none in (
            ("name-en", ""), ("name-zh", ""),
            *((field.rstrip("_"), _none(of, field)) for field in of.fields),
        )
    )  # fmt: skip
    known = of.of(usual)
    rows = tuple(Row(name, name, name not in known) for name in of.of(now))
    return Sheet(
        of.id, say(of.id, "label"), say(of.id, "title"), say("id"), "", columns, rows,
        _cells(of, now), _cells(of, usual), True, say(of.id, "hint"),
    )  # fmt: skip


def _none(of: Typed, field: str) -> str:
    """What a cell says where a counter has a dash (V1.8)."""
    usual = of.usual(field)
    return _show(usual) if isinstance(usual, str | int) else ""


def _words(of: Typed, column: str) -> tuple[Word, ...]:
    field = "class_" if column == "class" else column
    if field in of.words:
        return tuple(Word(str(word), say("words", str(word))) for word in of.words[field])
    if not field.startswith("name") and isinstance(of.usual(field), bool):
        return tuple(Word(word, say("words", word)) for word in (YES, NO))
    return ()


def _cells(of: Typed, book: Book) -> dict[Cell, str]:
    cells = {}
    for name, entry in of.of(book).items():
        both = _in_both(entry.name)
        for language in LANGUAGES:
            cells[Cell(of.id, name, f"name-{language}")] = both.get(language, "")
        for field in of.fields:
            cells[Cell(of.id, name, field.rstrip("_"))] = _show(getattr(entry, field))
    return cells


def _in_both(name: LocalText) -> dict[str, str]:
    """A name in every language."""
    return dict.fromkeys(LANGUAGES, name) if isinstance(name, str) else dict(name)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


# --- changes --------------------------------------------------------------------------------------


def with_field(of: Typed, rules: Rules, now: Book, usual: Book, cell: Cell, word: str) -> Any:
    """A field of a type; of one in the rulebook only what differs is written."""
    changed = deepcopy(dict(rules))
    types = dict(changed.get(of.id, {}))
    entry, printed = dict(types.get(cell.row) or {}), of.of(usual).get(cell.row)
    key, value = _read(of, now, cell, word)
    entry[key] = value
    field = "class_" if key == "class" else key
    if printed is not None and value == getattr(printed, field):
        del entry[key]
    types[cell.row] = entry
    if printed is not None and not entry:
        del types[cell.row]
    return _put(changed, of.id, types)


def _read(of: Typed, now: Book, cell: Cell, word: str) -> tuple[str, Any]:
    """The key and the value of a field as files write them."""
    key, _, language = cell.column.partition("-")
    if key == "name":
        was = of.of(now)[cell.row].name
        both = _in_both(was)
        if not word:
            refuse([of.id, cell.row, "name"], text("game.rules-name-needed"))
        return key, {**both, language: word}
    usual = of.usual("class_" if cell.column == "class" else cell.column)
    if isinstance(usual, bool):
        return cell.column, word == YES
    if isinstance(usual, int):
        return cell.column, whole(word, [of.id, cell.row, cell.column])
    return cell.column, word


def with_row(of: Typed, rules: Rules, now: Book, row: str, like: str) -> dict[str, Any]:
    """A type of the scenario's own, like another."""
    changed = deepcopy(dict(rules))
    was = of.of(now)[like]
    entry: dict[str, Any] = {"name": _in_both(was.name)}
    for field in of.fields:
        value = getattr(was, field)
        if value != of.usual(field):
            entry[field.rstrip("_")] = str(value) if isinstance(value, str) else value
    return _put(changed, of.id, {**changed.get(of.id, {}), row: entry})


def without_row(of: Typed, rules: Rules, row: str) -> dict[str, Any]:
    """A type of the scenario's own taken out."""
    changed = deepcopy(dict(rules))
    return _put(changed, of.id, {n: e for n, e in changed.get(of.id, {}).items() if n != row})


def as_printed(of: Typed, rules: Rules, usual: Book) -> dict[str, Any]:
    """All of the rulebook's types as they are printed; those of the scenario's own stay."""
    changed, known = deepcopy(dict(rules)), of.of(usual)
    return _put(changed, of.id, {n: e for n, e in changed.get(of.id, {}).items() if n not in known})


def _put(rules: dict[str, Any], key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """A part of the rules; one that says nothing goes."""
    rules.pop(key, None)
    return {**rules, key: dict(value)} if value else rules
