"""Tables in a window: those of a report, and the list of the games that were played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QTableWidget
from PySide6.QtWidgets import QTableWidgetItem as Cell

from engine.balance.series import GameRecord
from engine.texts import text
from studio.reports.balance_report import BalanceTables
from studio.reports.report_pages import ReportTable

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
COLUMNS = ("game", "seed", "winner", "turns", "points", "lost", "reason")
ROW, SPARE = 24, 14  # pixels: a line is high, a column wider than its words
APART = " : "  # between the sides, in the scenario's order
NUMBERS = {"game", "seed", "turns"}
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ReportTableView(QTableWidget):
    """A table of a report, as high as its rows."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.setAlternatingRowColors(True)
        self.horizontalHeader().setStretchLastSection(False)
        self.horizontalHeader().setSectionsClickable(False)

    def show_table(self, table: ReportTable) -> None:
        """Show another table."""
        self.setRowCount(len(table.rows))
        self.setColumnCount(len(table.head))
        for column, words in enumerate(table.head):
            self.setHorizontalHeaderItem(column, _cell(words, column < table.names))
        for row, cells in enumerate(table.rows):
            for column, words in enumerate(cells):
                self.setItem(row, column, _cell(words, column < table.names))
        self.resizeColumnsToContents()
        for column in range(len(table.head)):
            self.setColumnWidth(column, self.columnWidth(column) + SPARE)
        self._fit()

    def _fit(self) -> None:
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        wide = self.horizontalHeader().length() + 2 * self.frameWidth() + 1
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedSize(wide, head + rows + 2 * self.frameWidth())


def _cell(words: str, is_name: bool) -> Cell:
    cell = Cell(words)
    cell.setTextAlignment(LEFT if is_name else RIGHT)
    return cell


class GameTableModel(QAbstractTableModel):
    """The games of a series, one per line."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[GameRecord] = []
        self._tables: BalanceTables | None = None
        self.language = ""

    def show_records(self, records: Sequence[GameRecord], tables: BalanceTables) -> None:
        """List records; those already listed stay where they are."""
        known, self.language = len(self.records), tables.language
        if list(records[:known]) != self.records or self._tables is None:
            self.beginResetModel()
            self.records, self._tables = list(records), tables
            self.endResetModel()
            return
        self._tables = tables
        if len(records) > known:
            self.beginInsertRows(QModelIndex(), known, len(records) - 1)
            self.records += records[known:]
            self.endInsertRows()

    def retranslate(self, language: str) -> None:
        """Say everything in another language."""
        self.beginResetModel()
        self.language = language
        if self._tables is not None:
            self._tables = BalanceTables(self._tables.balance, language)
        self.endResetModel()

    # --- as Qt asks -------------------------------------------------------------------------------

    def rowCount(self, parent: Index | None = None) -> int:
        """A line a game."""
        return 0 if parent is not None and parent.isValid() else len(self.records)

    def columnCount(self, parent: Index | None = None) -> int:
        """Always the same columns."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return the heads of the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return RIGHT if COLUMNS[section] in NUMBERS else LEFT
        if role == Role.DisplayRole:
            return text(f"balance.column-{COLUMNS[section]}", self.language)
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Words to read, and values to sort by."""
        column = COLUMNS[index.column()]
        if role == Role.TextAlignmentRole:
            return RIGHT if column in NUMBERS else LEFT
        if role not in (Role.DisplayRole, Role.UserRole) or self._tables is None:
            return None
        value = self._value(self.records[index.row()], column, self._tables)
        if role == Role.UserRole:
            return value
        return APART.join(map(str, value)) if isinstance(value, tuple) else str(value)

    @staticmethod
    def _value(
        record: GameRecord, column: str, tables: BalanceTables
    ) -> int | str | tuple[int, ...]:
        match column:
            case "game":
                return record.number
            case "seed":
                return record.seed
            case "turns":
                return record.turns
            case "winner":
                return tables.winner(record.winner)
            case "reason":
                return tables.names.word("reason", record.reason)
        sides = tables.balance.sides
        if column == "points":
            return tuple(record.points.get(side, 0) for side in sides)
        return tuple(record.count_lost(side) for side in sides)


class _Sorted(QSortFilterProxyModel):
    """Sorted by value: a number comes before a greater one, whatever its digits."""

    def lessThan(self, left: Index, right: Index) -> bool:
        """Compared as Python compares."""
        mine, others = (self.sourceModel().data(each, Role.UserRole) for each in (left, right))
        return bool(mine < others)


class GameTableView(QTableView):
    """The games; Enter or a double click asks to watch one."""

    wanted = Signal(object)  # Record

    def __init__(self) -> None:
        super().__init__()
        self.games, self._sorted = GameTableModel(), _Sorted()
        self._sorted.setSourceModel(self.games)
        self.setModel(self._sorted)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.activated.connect(self._want)

    def show_records(self, records: Sequence[GameRecord], tables: BalanceTables) -> None:
        """List records, in whatever order they are given."""
        was_empty = not self.games.records
        self.games.show_records(records, tables)
        if was_empty:
            self.fit()

    @property
    def language(self) -> str:
        """The language it is written in."""
        return self.games.language

    def fit(self) -> None:
        """Make the columns as wide as what they hold."""
        for column in range(len(COLUMNS) - 1):
            self.resizeColumnToContents(column)
            self.setColumnWidth(column, self.columnWidth(column) + SPARE)

    @property
    def chosen(self) -> GameRecord | None:
        """The game that is marked."""
        index = self._sorted.mapToSource(self.currentIndex())
        return self.games.records[index.row()] if index.isValid() else None

    def _want(self) -> None:
        if self.chosen is not None:
            self.wanted.emit(self.chosen)
