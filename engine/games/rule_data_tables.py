"""A game's printed tables and types as sheets of a form, and the rules that typing makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import yaml

from engine.games.rule_tables import RuleTable
from engine.games.rules_design import DataColumn, DataRow, GameWord, RuleDataTable, Rules
from engine.games.scenario_limits import RuleError
from engine.languages import MADE_IN
from engine.play.forecast_blocks import PrintedTableCell
from engine.texts import LocalText, text


class DesignTexts:
    """The words of one game's forms, from its file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def words(self) -> Mapping[str, Any]:
        """All of them."""
        loaded: Mapping[str, Any] = yaml.load(
            self._file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
        )
        return loaded

    def say(self, *path: str) -> LocalText:
        """Words by their path; the last word itself where there are none."""
        found: Any = self.words
        for key in path:
            if not isinstance(found, Mapping) or key not in found:
                return path[-1]
            found = found[key]
        words: LocalText = found
        return words


def parse_whole(word: str, path: list[str]) -> int:
    """A whole number, of a modifier also below 0; RuleError for anything else."""
    digits = word.removeprefix("-") if path[-1] == "modifier" else word
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        wanted = text("game.number-from", None, least=0)
        refuse_cell(path, text("game.rules-value", None, what=path[-1], found=word, options=wanted))
    return int(word)


def set_rule_value(rules: dict[str, Any], key: str, value: Mapping[str, Any]) -> None:
    """A part of the rules; one that says nothing goes."""
    rules.pop(key, None)
    if value:
        rules[key] = dict(value)


def refuse_cell(path: list[str], why: str) -> NoReturn:
    """Say what is wrong with a cell."""
    raise RuleError(path, why)


Tables = Mapping[str, RuleTable]


def printed_table(form: DesignTexts, name: str, now: Tables, usual: Tables) -> RuleDataTable:
    """A printed table, with what a scenario has typed over."""
    table, printed = now[name], usual[name]
    columns = tuple(DataColumn(head, head) for head in table.columns)
    rows = tuple(DataRow(head, head, head not in printed.rows) for head in table.rows)
    return RuleDataTable(
        name, form.say("tables", name), table.title, table.corner, "", columns, rows,
        printed_cells(name, table), printed_cells(name, printed), False, form.say("tables", "hint"),
    )  # fmt: skip


def printed_cells(name: str, table: RuleTable) -> dict[PrintedTableCell, str]:
    """The cells of a printed table with what stands in them."""
    return {
        PrintedTableCell(name, row, column): word
        for row, line in zip(table.rows, table.cells, strict=True)
        for column, word in zip(table.columns, line, strict=True)
    }


def with_table_cell(
    rules: Rules, now: Tables, usual: Tables, cell: PrintedTableCell, word: str
) -> dict[str, Any]:
    """Rules with another word in a cell of a printed table."""
    changed = with_typed(now[cell.table], cell, word, "tables")
    return with_changed_table(rules, cell.table, changed, usual[cell.table])


def with_typed(table: RuleTable, cell: PrintedTableCell, word: str, *path: str) -> RuleTable:
    """A table with another word in a cell; nothing typed is refused, for a gap shifts a row."""
    if len(word.split()) != 1:
        refuse_cell([*path, cell.table], text("game.table-number", None, found=word or " "))
    return table.with_cell(cell.row, cell.column, word)


def without_table_changes(rules: Rules, name: str) -> dict[str, Any]:
    """Rules without what they say of a table."""
    changed = deepcopy(dict(rules))
    tables = {known: entry for known, entry in changed.pop("tables", {}).items() if known != name}
    return {**changed, "tables": tables} if tables else changed


def with_changed_table(
    rules: Rules, name: str, table: RuleTable, usual: RuleTable
) -> dict[str, Any]:
    """Rules with another table, in columns as it is printed; the rulebook's own is none.

    A table that the rules give a title keeps it.
    """
    changed, was = without_table_changes(rules, name), rules.get("tables", {}).get(name)
    if table.equals(usual):
        return changed
    printed = table.printed()
    entry = {**was, "table": printed} if isinstance(was, Mapping) else printed
    return {**changed, "tables": {**changed.get("tables", {}), name: entry}}


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

    def default_value(self, field: str) -> Any:
        """Return the value of a field that is not written."""
        return next(each.default for each in fields(self.kind) if each.name == field)

    def field_of_column(self, column: str) -> str:
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
        _unit_type_cells(of, now), _unit_type_cells(of, usual), True, say(of.id, "hint"),
    )  # fmt: skip


def _none(of: UnitTypeTable, field: str) -> str:
    """Return the text of a cell whose type has no value."""
    usual = of.default_value(field)
    return _show(usual) if isinstance(usual, str | int) else ""


def _words(of: UnitTypeTable, column: str) -> tuple[GameWord, ...]:
    field = of.field_of_column(column)
    if field in of.words:
        return tuple(
            GameWord(str(word), of.form.say("words", str(word))) for word in of.words[field]
        )
    if not field.startswith("name") and isinstance(of.default_value(field), bool):
        return tuple(GameWord(word, of.form.say("words", word)) for word in (YES, NO))
    return ()


def _parts(of: UnitTypeTable, book: Any, column: str) -> tuple[GameWord, ...]:
    """The single words of a field of several."""
    field = of.field_of_column(column)
    if field not in of.fields or not isinstance(of.default_value(field), tuple):
        return ()
    found = sorted({word for entry in of.of(book).values() for word in getattr(entry, field)})
    return tuple(GameWord(str(word), of.form.say("words", str(word))) for word in found)


def _unit_type_cells(of: UnitTypeTable, book: Any) -> dict[PrintedTableCell, str]:
    cells = {}
    for name, entry in of.of(book).items():
        both = _in_both(entry.name)
        for language in MADE_IN:
            cells[PrintedTableCell(of.id, name, f"name-{language}")] = both.get(language, "")
        for field in of.fields:
            cells[PrintedTableCell(of.id, name, field.rstrip("_"))] = _show(getattr(entry, field))
    return cells


def _in_both(name: LocalText) -> dict[str, str]:
    """A name in every language."""
    return dict.fromkeys(MADE_IN, name) if isinstance(name, str) else dict(name)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return " ".join(value) if isinstance(value, tuple) else str(value)


def named_type_table(
    id_: str,
    words: Mapping[str, Any],
    options: Mapping[str, tuple[GameWord, ...]],
    now: Mapping[str, Any],
    usual: Mapping[str, Any],
    cells: Callable[[Any], Mapping[str, str]],
) -> RuleDataTable:
    """Return a sheet of types with their names, and the `cells` of each by columns.

    `words` are those of the form; `usual` are the types that the rulebook prints.
    """
    columns = tuple(
        DataColumn(name, heading, options.get(name, ()), name == "symbol")
        for name, heading in words["columns"].items()
    )
    rows = tuple(DataRow(name, name, name not in usual) for name in now)
    return RuleDataTable(
        id_, words["label"], words["title"], words["corner"], "", columns, rows,
        _named_type_cells(id_, now, cells), _named_type_cells(id_, usual, cells), True,
        words["hint"],
    )  # fmt: skip


def _named_type_cells(
    id_: str, types: Mapping[str, Any], cells: Callable[[Any], Mapping[str, str]]
) -> dict[PrintedTableCell, str]:
    found = {}
    for row, type_ in types.items():
        names = {f"name-{language}": type_.name.get(language, "") for language in MADE_IN}
        for column, word in {**names, **cells(type_)}.items():
            found[PrintedTableCell(id_, row, column)] = word
    return found


# --- changes --------------------------------------------------------------------------------------


def with_typed_type_field(
    of: UnitTypeTable, rules: Rules, now: Any, usual: Any, cell: PrintedTableCell, word: str
) -> Any:
    """A field of a type; of one in the rulebook only what differs is written."""
    printed = of.of(usual).get(cell.row)
    key, value = _read(of, now, cell, word)
    usually = None if printed is None else _plain(getattr(printed, of.field_of_column(key)))
    return with_type_field(rules, of.id, cell.row, (key, value), printed is not None, usually)


def with_type_field(
    rules: Rules, table: str, row: str, field: tuple[str, Any], is_printed: bool, usual: Any
) -> dict[str, Any]:
    """Rules with another value of a type's field; of a printed type only what differs stays."""
    changed, (key, value) = deepcopy(dict(rules)), field
    types = dict(changed.get(table, {}))
    entry = {**(types.get(row) or {}), key: value}
    if is_printed and value == usual:
        del entry[key]
    types[row] = entry
    if is_printed and not entry:
        del types[row]
    return _put(changed, table, types)


def with_word(name: Mapping[str, str], language: str, word: str) -> dict[str, str]:
    """A name with another word in a language, the languages that games are made in first."""
    both = {**name, language: word}
    return {each: both[each] for each in dict.fromkeys((*MADE_IN, *both)) if each in both}


def _read(of: UnitTypeTable, now: Any, cell: PrintedTableCell, word: str) -> tuple[str, Any]:
    """The key and the value of a field as files write them."""
    key, _, language = cell.column.partition("-")
    if key == "name":
        was = of.of(now)[cell.row].name
        both = _in_both(was)
        if not word:
            refuse_cell([of.id, cell.row, "name"], text("game.rules-name-needed"))
        return key, {**both, language: word}
    usual = of.default_value(of.field_of_column(cell.column))
    if isinstance(usual, bool):
        return cell.column, word == YES
    if isinstance(usual, int):
        return cell.column, parse_whole(word, [of.id, cell.row, cell.column])
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
        if value != of.default_value(field):
            entry[field.rstrip("_")] = str(value) if isinstance(value, str) else _plain(value)
    return _put(changed, of.id, {**changed.get(of.id, {}), row: entry})


def without_row(of: UnitTypeTable, rules: Rules, row: str) -> dict[str, Any]:
    """A type of the scenario's own taken out."""
    changed = deepcopy(dict(rules))
    return _put(changed, of.id, {n: e for n, e in changed.get(of.id, {}).items() if n != row})


def without_type_changes(of: UnitTypeTable, rules: Rules, usual: Any) -> dict[str, Any]:
    """All of the rulebook's types as they are printed; those of the scenario's own stay."""
    changed, known = deepcopy(dict(rules)), of.of(usual)
    return _put(changed, of.id, {n: e for n, e in changed.get(of.id, {}).items() if n not in known})


def _put(rules: dict[str, Any], key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """A part of the rules; one that says nothing goes."""
    rules.pop(key, None)
    return {**rules, key: dict(value)} if value else rules
