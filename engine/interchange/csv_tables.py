"""Tables as spreadsheets write and read them: CSV in UTF-8, with commas, semicolons or tabs.

A table keeps every cell's name in a spreadsheet; problems are reported by that name.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.files import source_text
from engine.files.schemas import load_schema
from engine.interchange import csv_dialects
from engine.interchange.csv_dialects import CsvLayout
from engine.languages import MADE_IN
from engine.problems import InvalidFileError, Problem, Severity, TextPosition, nearest_word
from engine.texts import LocalText, text

LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z]+)?")
# What a spreadsheet would take for a formula, be it behind marks of text already.
FORMULA = re.compile(r"'*[=+\-@\t\r]")
MARKED = re.compile(r"'+[=+\-@\t\r]")
LOST = "?"  # for a character that the encoding a spreadsheet writes has not
TRUE, FALSE = ("true", "yes", "1", "是", "x"), ("false", "no", "0", "否", "")


# --- writing --------------------------------------------------------------------------------------


def compose(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """A table as text, with the mark by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column, "")) for column in columns] for row in rows)
    return source_text.BYTE_ORDER_MARK + out.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    word = str(value)
    return f"'{word}" if FORMULA.match(word) else word


def text_columns(name: str, texts: Iterable[LocalText]) -> list[str]:
    """The columns for a text: one a language, and one for what is the same in all of them."""
    listed = list(texts)
    others = {language for each in listed if not isinstance(each, str) for language in each}
    plain = [name] if any(isinstance(each, str) and each for each in listed) else []
    return [*plain, *(f"{name}_{language}" for language in
                      (*MADE_IN, *sorted(others - set(MADE_IN))))]  # fmt: skip


def text_cells(name: str, words: LocalText) -> dict[str, str]:
    """A text in its cells."""
    if isinstance(words, str):
        return {name: words}
    return {f"{name}_{language}": said for language, said in words.items()}


# --- reading --------------------------------------------------------------------------------------


@dataclass
class CsvRow:
    """A row of a table: what stands in its cells, by columns."""

    number: int  # as spreadsheets count, the heads being 1
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass
class CsvTable:
    """A table that was read; `problems` grow as more of it is understood."""

    file: str
    columns: list[str]
    rows: list[CsvRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    encoding: str = csv_dialects.UTF_8

    def has(self, column: str) -> bool:
        """Return True if there is such a column; fields without one are not changed."""
        return column in self.columns

    def fault(self, code: str, row: CsvRow, column: str, **values: object) -> None:
        """Report a fault of a cell."""
        place = self.columns.index(column) if column in self.columns else 0
        self.fault_at(code, row, place, column=column, **values)

    def fault_at(self, code: str, row: CsvRow, place: int, **values: object) -> None:
        """Report a fault of the cell at a place of a row."""
        told = {"cell": f"{column_letters(place)}{row.number}", **values}
        mark = TextPosition(row.line, 1)
        self.problems.append(Problem(code, Severity.ERROR, self.file, mark, values=told))

    def number(self, row: CsvRow, column: str, usual: int) -> int:
        """The whole number in a cell; the usual one where it is empty, or no number.

        Some spreadsheets write a 3 as 3.0, or 3,0.
        """
        word = re.sub(r"[.,]0{1,2}$", "", row[column].strip())
        if not word:
            return usual
        if re.fullmatch(r"[+-]?\d{1,9}", word, re.ASCII):
            return int(word)
        self.fault("cell-number", row, column, found=row[column].strip())
        return usual

    def yes_or_no(self, row: CsvRow, column: str) -> bool:
        """Yes or no, in either language."""
        word = row[column].strip().lower()
        if word not in (*TRUE, *FALSE):
            self.fault("cell-truth", row, column, found=row[column])
        return word in TRUE

    def known_word(
        self, row: CsvRow, column: str, known: Collection[str], code: str = "cell-word"
    ) -> str:
        """A word out of those that are known; nothing where it is none of them."""
        word = row[column].strip()
        if word in known:
            return word
        listed = ", ".join(known)
        self.fault(code, row, column, found=word, known=listed, near=nearest_word(word, known))
        return ""

    def text(self, row: CsvRow, name: str, was: LocalText) -> LocalText:
        """A text; languages without a column keep what they had."""
        columns = {column.partition("_")[2]: column for column in self.columns
                   if column.startswith(f"{name}_")}  # fmt: skip
        self._look_for_lost_signs(row, name, was)
        plain = row[name] if self.has(name) else (was if isinstance(was, str) else "")
        said = {} if isinstance(was, str) else dict(was)
        said |= {language: row[column] for language, column in columns.items()}
        said = {language: words for language, words in said.items() if words}
        if plain and said:
            if self.has(name) and row[name]:
                self.fault("cell-two-texts", row, name, name=name)
            return said
        return said or plain

    def _look_for_lost_signs(self, row: CsvRow, name: str, was: LocalText) -> None:
        """Report the first text whose characters a spreadsheet made question marks of."""
        if any(problem.code == "cell-signs-lost" for problem in self.problems):
            return
        for column, words in text_cells(name, was).items():
            if _has_lost_signs(words.strip(), row[column].strip()):
                self.fault("cell-signs-lost", row, column, found=row[column].strip(), was=words)
                return

    def raise_faults(self) -> None:
        """InvalidFileError where anything is wrong."""
        if self.problems:
            raise InvalidFileError(self.problems)


def read(path: Path, is_known: Callable[[str], bool], known: Sequence[str]) -> CsvTable:
    """The table in a file with heads that are known; InvalidFileError says what is wrong where."""
    said = csv_dialects.decode_table_file(path)
    table = parse(said.text, str(path), is_known, known)
    table.encoding = said.encoding
    return table


def parse(
    source: str, file: str, is_known: Callable[[str], bool], known: Sequence[str]
) -> CsvTable:
    """The table in a text. Which sign parts the cells is seen by the heads."""
    layout = csv_dialects.detect_csv_layout(source, is_known)
    columns = layout.heads
    table = CsvTable(file, columns)
    head = CsvRow(layout.row, layout.line + layout.row, {})
    for place, column in enumerate(columns):
        values = {"column": column, "near": nearest_word(column, known), "known": ", ".join(known)}
        if not is_known(column):
            table.fault_at("column-unknown", head, place, **values)
        elif column in columns[:place]:
            table.fault_at("column-twice", head, place, column=column)
    table.raise_faults()
    _read_rows(table, layout)
    table.raise_faults()
    return table


def _read_rows(table: CsvTable, layout: CsvLayout) -> None:
    count, last, line = len(table.columns), layout.row, layout.line + layout.row
    try:
        for number, line, cells in csv_dialects.csv_table_rows(layout):
            last = number
            if not any(cell.strip() for cell in cells):
                continue
            row = CsvRow(number, line, {})
            if any(cell.strip() for cell in cells[count:]):
                table.fault("row-too-long", row, "", found=len(cells), wanted=count)
            values = [_plain(cell) for cell in cells[:count]]
            row.cells = dict(zip(table.columns, values, strict=False))
            table.rows.append(row)
    except csv.Error as error:
        broken = CsvRow(last + 1, line + 1, {})
        table.fault("table-broken", broken, "", reason=error)


def _plain(cell: str) -> str:
    """Return the text of a cell, without the mark that keeps it from being a formula."""
    said = cell[1:] if MARKED.match(cell) else cell
    return source_text.NO_TEXT.sub("", said.replace("\r\n", "\n"))


def _has_lost_signs(was: str, now: str) -> bool:
    """Return True if a text only differs by question marks for non-ASCII characters."""
    if was == now or len(was) != len(now):
        return False
    return all(old == new or (new == LOST and not old.isascii())
               for old, new in zip(was, now, strict=True))  # fmt: skip


def column_letters(place: int) -> str:
    """Return the letters of a spreadsheet column: A … Z, AA …"""
    said = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        said = chr(ord("A") + rest) + said
    return said


def csv_row_id(table: CsvTable, row: CsvRow, seen: Collection[str]) -> str:
    """The id of a row, which no row before it has; nothing where it is none."""
    id_ = row["id"].strip()
    if not re.fullmatch(load_schema("deck")["$defs"]["id"]["pattern"], id_):
        table.fault("cell-id", row, "id", found=id_)
        return ""
    if id_ in seen:
        table.fault("cell-id-twice", row, "id", found=id_)
        return ""
    return id_


def is_text_column(column: str, names: Collection[str]) -> bool:
    """Return True if a column holds a text, plain or in a language."""
    name, _, language = column.partition("_")
    return name in names and (not language or bool(LANGUAGE.fullmatch(language)))


# --- what becomes of it ---------------------------------------------------------------------------


@dataclass(frozen=True)
class SpreadsheetMerge:
    """The changes a table makes to a file, listed before they are made, by ids."""

    value: Any
    added: tuple[str, ...]
    changed: Mapping[str, tuple[str, ...]] = field(hash=False)
    """By id, which of its fields."""
    removed: tuple[str, ...]
    encoding: str = csv_dialects.UTF_8
    """Encoding of the table."""

    @property
    def is_empty(self) -> bool:
        """Return True if nothing changes."""
        return not (self.added or self.changed or self.removed)

    def as_json(self) -> dict[str, object]:
        """Return the changes as `--json` prints them."""
        changed = {name: list(fields) for name, fields in self.changed.items()}
        told = {"added": list(self.added), "changed": changed, "removed": list(self.removed)}
        return {**told, "encoding": self.encoding}


def compare(
    value: Any, before: Mapping[str, Any], after: Mapping[str, Any], table: CsvTable
) -> SpreadsheetMerge:
    """Return the entries that a table adds, changes and removes: frozen dataclasses."""
    changed = {
        name: tuple(key for key in vars(entry) if vars(entry)[key] != vars(before[name])[key])
        for name, entry in after.items()
        if name in before and entry != before[name]
    }
    added = tuple(name for name in after if name not in before)
    removed = tuple(name for name in before if name not in after)
    return SpreadsheetMerge(value, added, changed, removed, table.encoding)


def merge_report_lines(
    merged: SpreadsheetMerge, file: str, language: str | None = None
) -> list[str]:
    """Return the changes a table makes to a file, a line each, with its encoding.

    The encoding comes first, and only if it is not UTF-8.
    """
    read_as = [] if merged.encoding == csv_dialects.UTF_8 else [
        text("decks.merged-encoding", language, encoding=merged.encoding.upper())
    ]  # fmt: skip
    if merged.is_empty:
        return [*read_as, text("decks.merged-none", language, file=file)]
    counts = {"added": len(merged.added), "changed": len(merged.changed),
              "removed": len(merged.removed)}  # fmt: skip
    lines = [text("decks.merged-added", language, id=name) for name in merged.added]
    lines += [text("decks.merged-changed", language, id=name, fields=", ".join(fields))
              for name, fields in merged.changed.items()]  # fmt: skip
    lines += [text("decks.merged-removed", language, id=name) for name in merged.removed]
    head = text("decks.merged", language, file=file, **counts)
    return [*read_as, head, *(f"  {line}" for line in lines)]
