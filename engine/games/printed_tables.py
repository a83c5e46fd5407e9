"""The printed tables of a game as sheets of a form, and what typing into them does to rules."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from engine.games.design import DataColumn, DataRow, RuleDataTable, Rules
from engine.games.forms import DesignTexts, refuse
from engine.games.tables import RuleTable
from engine.play.outlook import Cell
from engine.texts import text

Tables = Mapping[str, RuleTable]


def printed_table(form: DesignTexts, name: str, now: Tables, usual: Tables) -> RuleDataTable:
    """A printed table, with what a scenario has typed over."""
    table, printed = now[name], usual[name]
    columns = tuple(DataColumn(head, head) for head in table.columns)
    rows = tuple(DataRow(head, head, head not in printed.rows) for head in table.rows)
    return RuleDataTable(
        name, form.say("tables", name), table.title, table.corner, "", columns, rows,
        _cells(name, table), _cells(name, printed), False, form.say("tables", "hint"),
    )  # fmt: skip


def _cells(name: str, table: RuleTable) -> dict[Cell, str]:
    return {
        Cell(name, row, column): word
        for row, line in zip(table.rows, table.cells, strict=True)
        for column, word in zip(table.columns, line, strict=True)
    }


def with_cell(rules: Rules, now: Tables, usual: Tables, cell: Cell, word: str) -> dict[str, Any]:
    """Rules with another word in a cell; nothing typed is refused, for a gap shifts a row."""
    if len(word.split()) != 1:
        refuse(["tables", cell.table], text("game.table-number", None, found=word or " "))
    changed = now[cell.table].with_cell(cell.row, cell.column, word)
    return _with_table(rules, usual, cell.table, changed)


def as_printed(rules: Rules, name: str) -> dict[str, Any]:
    """Rules without what they say of a table."""
    changed = deepcopy(dict(rules))
    tables = {known: entry for known, entry in changed.pop("tables", {}).items() if known != name}
    return {**changed, "tables": tables} if tables else changed


def _with_table(rules: Rules, usual: Tables, name: str, table: RuleTable) -> dict[str, Any]:
    """Rules with another table, in columns as it is printed; the rulebook's own is none."""
    changed = as_printed(rules, name)
    if table.says_the_same(usual[name]):
        return changed
    return {**changed, "tables": {**changed.get("tables", {}), name: table.printed()}}
