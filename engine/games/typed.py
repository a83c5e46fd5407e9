"""The types of a game as sheets of a form: a row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, fields
from typing import Any

from engine.games.design import DataColumn, DataRow, GameWord, RuleDataTable, Rules
from engine.games.forms import DesignTexts, refuse, whole
from engine.languages import MADE_IN
from engine.play.outlook import Cell
from engine.texts import LocalText, text

YES, NO = "yes", "no"


@dataclass(frozen=True)
class UnitTypeTable:
    """One kind of types: where a book has them, their fields, and the words some choose from.

    A field of several words is written with blanks between them.
    """

    id: str
    kind: type[Any]
    of: Callable[[Any], Mapping[str, Any]]
    form: DesignTexts
    words: Mapping[str, tuple[str, ...]]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields beside id and name, in order."""
        return tuple(each.name for each in fields(self.kind) if each.name not in ("id", "name"))

    def usual(self, field: str) -> Any:
        """What a field is where nothing is written."""
        return next(each.default for each in fields(self.kind) if each.name == field)

    def field(self, column: str) -> str:
        """The field that a column is about."""
        return "class_" if column == "class" else column


def unit_type_table(of: UnitTypeTable, now: Any, usual: Any) -> RuleDataTable:
    """The types of a book as a table."""
    columns = tuple(
        DataColumn(
            name, of.form.say("columns", name), _words(of, name), name == "symbol", nothing=none,
            parts=_parts(of, now, name),
        )
        for name, none in (
            ("name-en", ""), ("name-zh", ""),
            *((field.rstrip("_"), _none(of, field)) for field in of.fields),
        )
    )  # fmt: skip
    known = of.of(usual)
    rows = tuple(DataRow(name, name, name not in known) for name in of.of(now))
    say = of.form.say
    return RuleDataTable(
        of.id, say(of.id, "label"), say(of.id, "title"), say("id"), "", columns, rows,
        _cells(of, now), _cells(of, usual), True, say(of.id, "hint"),
    )  # fmt: skip


def _none(of: UnitTypeTable, field: str) -> str:
    """What a cell says where a type has nothing."""
    usual = of.usual(field)
    return _show(usual) if isinstance(usual, str | int) else ""


def _words(of: UnitTypeTable, column: str) -> tuple[GameWord, ...]:
    field = of.field(column)
    if field in of.words:
        return tuple(
            GameWord(str(word), of.form.say("words", str(word))) for word in of.words[field]
        )
    if not field.startswith("name") and isinstance(of.usual(field), bool):
        return tuple(GameWord(word, of.form.say("words", word)) for word in (YES, NO))
    return ()


def _parts(of: UnitTypeTable, book: Any, column: str) -> tuple[GameWord, ...]:
    """The single words of a field of several."""
    field = of.field(column)
    if field not in of.fields or not isinstance(of.usual(field), tuple):
        return ()
    found = sorted({word for entry in of.of(book).values() for word in getattr(entry, field)})
    return tuple(GameWord(str(word), of.form.say("words", str(word))) for word in found)


def _cells(of: UnitTypeTable, book: Any) -> dict[Cell, str]:
    cells = {}
    for name, entry in of.of(book).items():
        both = _in_both(entry.name)
        for language in MADE_IN:
            cells[Cell(of.id, name, f"name-{language}")] = both.get(language, "")
        for field in of.fields:
            cells[Cell(of.id, name, field.rstrip("_"))] = _show(getattr(entry, field))
    return cells


def _in_both(name: LocalText) -> dict[str, str]:
    """A name in every language."""
    return dict.fromkeys(MADE_IN, name) if isinstance(name, str) else dict(name)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return " ".join(value) if isinstance(value, tuple) else str(value)


# --- changes --------------------------------------------------------------------------------------


def with_field(of: UnitTypeTable, rules: Rules, now: Any, usual: Any, cell: Cell, word: str) -> Any:
    """A field of a type; of one in the rulebook only what differs is written."""
    changed = deepcopy(dict(rules))
    types = dict(changed.get(of.id, {}))
    entry, printed = dict(types.get(cell.row) or {}), of.of(usual).get(cell.row)
    key, value = _read(of, now, cell, word)
    entry[key] = value
    if printed is not None and value == _plain(getattr(printed, of.field(key))):
        del entry[key]
    types[cell.row] = entry
    if printed is not None and not entry:
        del types[cell.row]
    return _put(changed, of.id, types)


def _read(of: UnitTypeTable, now: Any, cell: Cell, word: str) -> tuple[str, Any]:
    """The key and the value of a field as files write them."""
    key, _, language = cell.column.partition("-")
    if key == "name":
        was = of.of(now)[cell.row].name
        both = _in_both(was)
        if not word:
            refuse([of.id, cell.row, "name"], text("game.rules-name-needed"))
        return key, {**both, language: word}
    usual = of.usual(of.field(cell.column))
    if isinstance(usual, bool):
        return cell.column, word == YES
    if isinstance(usual, int):
        return cell.column, whole(word, [of.id, cell.row, cell.column])
    if isinstance(usual, tuple):
        return cell.column, word.split()
    return cell.column, word


def _plain(value: Any) -> Any:
    """A value as files write it."""
    return list(value) if isinstance(value, tuple) else value


def with_row(of: UnitTypeTable, rules: Rules, now: Any, row: str, like: str) -> dict[str, Any]:
    """A type of the scenario's own, like another."""
    changed = deepcopy(dict(rules))
    was = of.of(now)[like]
    entry: dict[str, Any] = {"name": _in_both(was.name)}
    for field in of.fields:
        value = getattr(was, field)
        if value != of.usual(field):
            entry[field.rstrip("_")] = str(value) if isinstance(value, str) else _plain(value)
    return _put(changed, of.id, {**changed.get(of.id, {}), row: entry})


def without_row(of: UnitTypeTable, rules: Rules, row: str) -> dict[str, Any]:
    """A type of the scenario's own taken out."""
    changed = deepcopy(dict(rules))
    return _put(changed, of.id, {n: e for n, e in changed.get(of.id, {}).items() if n != row})


def type_as_printed(of: UnitTypeTable, rules: Rules, usual: Any) -> dict[str, Any]:
    """All of the rulebook's types as they are printed; those of the scenario's own stay."""
    changed, known = deepcopy(dict(rules)), of.of(usual)
    return _put(changed, of.id, {n: e for n, e in changed.get(of.id, {}).items() if n not in known})


def _put(rules: dict[str, Any], key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """A part of the rules; one that says nothing goes."""
    rules.pop(key, None)
    return {**rules, key: dict(value)} if value else rules
