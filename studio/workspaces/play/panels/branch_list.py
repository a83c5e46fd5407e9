"""The branches of a game in a tree: each below the one it left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem

from engine.session.session import BranchListing
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length

NUMBER = Qt.ItemDataRole.UserRole
INDENT, NARROWEST = 14, 250  # pixels


class BranchList(QTreeWidget):
    """Lists branches; a double click or Enter takes one up, F2 gives it another name."""

    switched = Signal(int)  # the number of a branch
    renamed = Signal(int, str)

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._branches: list[BranchListing] = []
        self._is_stale = False
        self.items: list[QTreeWidgetItem] = []  # by the numbers of the branches
        self.setColumnCount(3)
        self.setIndentation(INDENT)
        self.setMinimumWidth(scale_length(NARROWEST))
        self.setEditTriggers(QTreeWidget.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.itemActivated.connect(lambda item: self.switched.emit(item.data(0, NUMBER)))
        self.itemChanged.connect(self._rename)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_branches(self, branches: Sequence[BranchListing]) -> None:
        """List these."""
        if list(branches) == self._branches and not self._is_stale:
            return
        self.blockSignals(True)  # nobody has renamed anything
        if _origins(branches)[: len(self.items)] != _origins(self._branches):
            self.clear()
            self.items = []
        for branch in branches[len(self.items) :]:
            self._add(branch)
        for branch, item in zip(branches, self.items, strict=True):
            self._write(item, branch)
        self._branches, self._is_stale = list(branches), False
        self.expandAll()
        self.blockSignals(False)

    def _add(self, branch: BranchListing) -> None:
        came_from = branch.came_from
        parent = self.invisibleRootItem() if came_from is None else self.items[came_from]
        item = QTreeWidgetItem(parent)
        item.setData(0, NUMBER, branch.number)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        for column in (1, 2):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self.items.append(item)

    def _write(self, item: QTreeWidgetItem, branch: BranchListing) -> None:
        letters = item.font(0)
        letters.setBold(branch.is_current)
        item.setText(0, branch.name)
        item.setText(1, "" if branch.came_from is None else str(branch.fork))
        item.setText(2, str(branch.answers))
        for column in range(3):
            item.setFont(column, letters)
        hint = "branch-here" if branch.is_current else "branch-hint"
        item.setToolTip(0, self._localize(hint))

    def retranslate(self) -> None:
        """Name the columns."""
        self.setHeaderLabels(
            [self._localize(f"branch-{key}") for key in ("name", "fork", "answers")]
        )
        self.headerItem().setToolTip(1, self._localize("branch-fork-hint"))
        self._is_stale = True

    def _rename(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0:
            self._is_stale = True  # the name may be refused
            self.renamed.emit(item.data(0, NUMBER), item.text(0))

    def menu(self) -> QMenu:
        """Return the menu of the selected branch."""
        localize, menu, item = self._localize, QMenu(self), self.currentItem()
        if item is not None:
            number = item.data(0, NUMBER)
            menu.addAction(localize("branch-take-up"), lambda: self.switched.emit(number))
            menu.addAction(localize("branch-rename"), Qt.Key.Key_F2, lambda: self.editItem(item, 0))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        if self.currentItem() is not None:
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.viewport().mapToGlobal(at))


def _origins(branches: Sequence[BranchListing]) -> list[int | None]:
    """The branch each one left."""
    return [branch.came_from for branch in branches]
