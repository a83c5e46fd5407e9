"""A sheet of a game's data as a table of cells, with the clipboard of spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication

from engine.games.game_appearance import NO_RESULTS, ResultLooks
from engine.games.rules_design import DataColumn, GameWord, RuleDataTable
from engine.play.forecast_blocks import PrintedTableCell
from studio.widgets.localization import Localizer

COMMA = re.compile(r"-?\d+,\d+")
WHOLE = re.compile(r"(-?\d+)[.,]0+")
Cells = Sequence[Sequence[str]]


def copy_cells(rows: Iterable[Iterable[str]]) -> None:
    """Put rows of cells on the clipboard."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    QGuiApplication.clipboard().setText(out.getvalue())


def clipboard_cells() -> Cells:
    """The rows of cells on the clipboard; none where it holds no table."""
    words = QGuiApplication.clipboard().text()
    try:
        return list(csv.reader(io.StringIO(words, newline=""), delimiter="\t"))
    except csv.Error:  # a cell larger than any of ours
        return []


def parse_cell(word: str, column: DataColumn, localize: Localizer) -> str:
    """Return a spreadsheet's word in a column: a known word, or a number."""
    word = word.strip()
    for known in column.words:
        if word.casefold() in (known.id.casefold(), localize.localize_text(known.said).casefold()):
            return known.id
    if whole := WHOLE.fullmatch(word):
        return whole[1]
    return word.replace(",", ".") if COMMA.fullmatch(word) else word


Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex
CELL, STATE, SYMBOL = (int(Role.UserRole) + place for place in range(3))


class RuleCellState(NamedTuple):
    """The state of a cell compared with the rulebook."""

    applies: bool = True
    is_changed: bool = False
    is_own: bool = False
    fault: str = ""


class RuleTableModel(QAbstractTableModel):
    """Shows a sheet; what is typed is wanted, and shown once the scenario says so.

    A word the game refused stays in its cell, with the reason, until another is typed.
    """

    typed = Signal(object, str)  # Cell, the word wanted there

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.sheet: RuleDataTable | None = None
        self.known = NO_RESULTS
        self._changed: frozenset[PrintedTableCell] = frozenset()
        self._own: set[str] = set()  # rows of the scenario's
        self.refused: dict[PrintedTableCell, tuple[str, str]] = {}  # the word, and why

    def show_sheet(self, sheet: RuleDataTable | None, known: ResultLooks = NO_RESULTS) -> None:
        """Show another sheet, or the same with other cells; `known` are the results of its game."""
        self.known = known
        was = self.sheet
        is_alike = was is not None and sheet is not None and _shape(was) == _shape(sheet)
        if not is_alike:
            self.beginResetModel()
        self.sheet = sheet
        self._changed = frozenset(sheet.changed) if sheet else frozenset()
        self._own = {row.id for row in sheet.rows if row.is_own} if sheet else set()
        if is_alike:
            self._touch()
        else:
            self.refused = {}
            self.endResetModel()

    def show_error(self, cell: PrintedTableCell, word: str, why: str) -> None:
        """Keep a word that the game does not take."""
        self.refused[cell] = word, why
        self._touch()

    def clear_error(self, cell: PrintedTableCell) -> None:
        """Forget what was refused in a cell."""
        self.refused.pop(cell, None)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.beginResetModel()
        self.endResetModel()

    def _touch(self) -> None:
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    # --- what views ask ---------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """A row for each of the sheet's."""
        return len(self.sheet.rows) if self.sheet and not parent.isValid() else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """A column for each of the sheet's."""
        return len(self.sheet.columns) if self.sheet and not parent.isValid() else 0

    def cell(self, index: Index) -> PrintedTableCell:
        """The cell at an index."""
        assert self.sheet is not None
        row, column = self.sheet.rows[index.row()], self.sheet.columns[index.column()]
        return PrintedTableCell(self.sheet.id, row.id, column.id)

    def words(self, index: Index) -> tuple[GameWord, ...]:
        """Return the words of a cell; empty if it is typed."""
        assert self.sheet is not None
        return self.sheet.columns[index.column()].words

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """A cell's word, how it stands to the rulebook, and what there is to say of that."""
        if self.sheet is None or not index.isValid():
            return None
        cell = self.cell(index)
        if role in (Role.DisplayRole, Role.EditRole):
            return self._word(index, cell, is_said=role == Role.DisplayRole)
        if role == CELL:
            return cell
        if role == STATE:
            return self._state(cell)
        if role == SYMBOL and self.sheet.columns[index.column()].is_symbol:
            return self.sheet.cells.get(cell)
        if role in (Role.ToolTipRole, Role.AccessibleDescriptionRole):
            return self._tip(index, cell)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """The heads of the table."""
        if self.sheet is None or role != Role.DisplayRole:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return self._localize.localize_text(self.sheet.columns[section].name)
        return self._localize.localize_text(self.sheet.rows[section].name)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cells that mean something can be typed over."""
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        applies = self.sheet is not None and self.cell(index) in self.sheet.cells
        return flags | Qt.ItemFlag.ItemIsEditable if applies else Qt.ItemFlag.NoItemFlags

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Want another word in a cell."""
        if role != Role.EditRole or self.sheet is None:
            return False
        cell, word = self.cell(index), str(value).strip()
        if word == self._word(index, cell, is_said=False):
            return False
        self.typed.emit(cell, word)
        return True

    def _word(self, index: Index, cell: PrintedTableCell, *, is_said: bool) -> str:
        assert self.sheet is not None
        if cell in self.refused:
            return self.refused[cell][0]
        word = self.sheet.cells.get(cell, "")
        return self._said(index, word) if is_said else word

    def _said(self, index: Index, word: str) -> str:
        """A word as the table prints it: results by their letter, others in words."""
        words = self.words(index)
        assert self.sheet is not None
        is_coded = self.sheet.columns[index.column()].is_coded
        if not words or len(word) == 1 or is_coded:
            return word
        return next(
            (self._localize.localize_text(each.said) for each in words if each.id == word), word
        )

    def _state(self, cell: PrintedTableCell) -> RuleCellState:
        assert self.sheet is not None
        own = cell.row in self._own
        fault = self.refused.get(cell, ("", ""))[1]
        return RuleCellState(cell in self.sheet.cells, cell in self._changed, own, fault)

    def _tip(self, index: Index, cell: PrintedTableCell) -> str:
        """Return the reason a word is refused, or the rulebook's value."""
        assert self.sheet is not None
        if cell in self.refused:
            return self.refused[cell][1]
        if cell in self._changed:
            usual = self._said(index, self.sheet.usual[cell])
            return self._localize("data-usual", usual=usual or self._localize("data-nothing"))
        return ""


def _shape(sheet: RuleDataTable) -> tuple[Any, ...]:
    return sheet.id, sheet.columns, sheet.rows
