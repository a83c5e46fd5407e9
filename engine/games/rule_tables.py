"""Printed tables: written in a game's data the way the rulebook prints them, looked up by number.

The first line heads the columns, each further line is a row: its head, then its cells, set apart by
blanks. Heads are numbers, spans (`1-4`), the rest from a number on (`45+`), or words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from engine.problems import SandtableError
from engine.texts import LocalText, text

_SPAN = re.compile(r"(-?\d+)(?:-(\d+)|(\+))?")
BOUNDLESS = 10**9
LONGEST_WORD = 60  # letters of a cell or a head: numbers stay such as can be reckoned with


class InvalidTable(SandtableError):
    """A table that cannot be read, or holds what its game cannot use; says in which row."""


@dataclass(frozen=True)
class RuleTable:
    """One table. `cells` has a tuple of words for every row."""

    title: LocalText
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    corner: str = ""

    def cell(self, row: str | int, column: str | int) -> str | None:
        """The cell where a row and a column meet; None beside the table."""
        down, right = self._where(row, column)
        return None if down is None or right is None else self.cells[down][right]

    def matched_heads(self, row: str | int, column: str | int) -> tuple[str, str] | None:
        """The heads of the row and the column looked up; None beside the table."""
        down, right = self._where(row, column)
        return None if down is None or right is None else (self.rows[down], self.columns[right])

    def number_at(self, row: str | int, column: str | int) -> int | None:
        """The number where a row and a column meet; None beside the table."""
        word = self.cell(row, column)
        return None if word is None else int(word)

    def as_json(self) -> dict[str, object]:
        """The table as printed."""
        cells = [list(row) for row in self.cells]
        return {"rows": list(self.rows), "columns": list(self.columns), "cells": cells}

    def printed(self) -> str:
        """The table as its file prints it: `parsed` the other way round."""
        lines = [[self.corner, *self.columns]]
        lines += [[head, *line] for head, line in zip(self.rows, self.cells, strict=True)]
        wide = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
        set_out = (
            [line[0].ljust(wide[0]), *(w.rjust(wide[n]) for n, w in enumerate(line[1:], 1))]
            for line in lines
        )
        return "".join(f"{' '.join(line)}\n" for line in set_out)

    def with_cell(self, row: str, column: str, word: str) -> RuleTable:
        """The table with another word under two of its heads."""
        down, right = self.rows.index(row), self.columns.index(column)
        line = [*self.cells[down]]
        line[right] = word
        return replace(self, cells=(*self.cells[:down], tuple(line), *self.cells[down + 1 :]))

    def equals(self, other: RuleTable) -> bool:
        """Return True if two tables have the same heads and cells, whatever their names."""
        return (self.rows, self.columns, self.cells) == (other.rows, other.columns, other.cells)

    def _where(self, row: str | int, column: str | int) -> tuple[int | None, int | None]:
        wanted = row, column
        if wanted not in self._found:
            down = _find(row, self.rows, self._row_spans)
            self._found[wanted] = down, _find(column, self.columns, self._column_spans)
        return self._found[wanted]

    @cached_property
    def _found(self) -> dict[tuple[str | int, str | int], tuple[int | None, int | None]]:
        """The places that were looked for: rolls and heads, few of either."""
        return {}

    @cached_property
    def _row_spans(self) -> tuple[tuple[int, int] | None, ...]:
        return tuple(_span(head) for head in self.rows)

    @cached_property
    def _column_spans(self) -> tuple[tuple[int, int] | None, ...]:
        return tuple(_span(head) for head in self.columns)


def parse_rule_table(printed: str, title: LocalText = "") -> RuleTable:
    """A table from its printed form; InvalidTable says which line is wrong."""
    lines = [line.split() for line in printed.splitlines() if line.strip()]
    if len(lines) < 2:
        raise InvalidTable(text("game.table-empty"))
    for word in (word for line in lines for word in line):
        if len(word) > LONGEST_WORD:
            raise InvalidTable(text("game.table-word", None, found=f"{word[:LONGEST_WORD]}…"))
    (corner, *columns), *rows = lines
    for row in rows:
        if len(row) != len(columns) + 1:
            values = {"row": row[0], "found": len(row) - 1, "wanted": len(columns)}
            raise InvalidTable(text("game.table-row", None, **values))
    heads = tuple(row[0] for row in rows)
    return RuleTable(title, tuple(columns), heads, tuple(tuple(row[1:]) for row in rows), corner)


def _span(head: str) -> tuple[int, int] | None:
    match = _SPAN.fullmatch(head)
    if match is None:
        return None
    first = int(match[1])
    return first, BOUNDLESS if match[3] else int(match[2] or first)


def _find(
    wanted: str | int, heads: tuple[str, ...], spans: tuple[tuple[int, int] | None, ...]
) -> int | None:
    if isinstance(wanted, str):
        return heads.index(wanted) if wanted in heads else None
    for place, span in enumerate(spans):
        if span is not None and span[0] <= wanted <= span[1]:
            return place
    return None
