"""A tree of one column whose words are read whole, however narrow it is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

Index = QModelIndex | QPersistentModelIndex


class WrappingTree(QTreeWidget):
    """Rows are as high as their words need: Qt's own wraps them, and shows the first line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(1)
        self.setHeaderHidden(True)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Rows(self))

    def room_of(self, item: QTreeWidgetItem) -> int:
        """How wide the words of an item may be, in pixels."""
        depth, above = int(self.rootIsDecorated()), item.parent()
        while above is not None:
            depth, above = depth + 1, above.parent()
        return self.viewport().width() - depth * self.indentation()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the words anew."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()


class _Rows(QStyledItemDelegate):
    def __init__(self, tree: WrappingTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the words need in the room there is."""
        within = QStyleOptionViewItem(option)
        within.rect = QRect(0, 0, self._tree.room_of(self._tree.itemFromIndex(index)), 1)
        return super().sizeHint(within, index)
