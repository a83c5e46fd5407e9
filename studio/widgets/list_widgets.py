"""Lists and trees for narrow panels: shared column widths, no typed search, wrapped words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QListWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

MINIMUM = 34  # pixels
RESTYLED = (QEvent.Type.FontChange, QEvent.Type.StyleChange)
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class FittedColumnsView(QTreeView):
    """A list whose columns are as wide as their words, the widest less where there is no room.

    The first has what it needs up to half the list, heads what is left. What has no room ends in
    dots. Widths set by the user stay. Of rows that come or change only those are measured: columns
    grow with them, and are narrower only when the list is another.
    """

    def __init__(self) -> None:
        super().__init__()
        self._needed: list[int] = []  # by each column; nothing while it is not known
        self._is_held, self._is_drawn = False, False
        header = self.header()
        header.viewport().installEventFilter(self)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(MINIMUM)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.sectionResized.connect(self._note)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model, and measure its rows as they change."""
        super().setModel(model)
        if model is not None:
            model.dataChanged.connect(self._measure_changed)
            model.rowsInserted.connect(self._measure_rows)
            for signal in (model.modelReset, model.layoutChanged, model.headerDataChanged):
                signal.connect(self._forget)
        self._forget()

    def changeEvent(self, event: QEvent) -> None:
        """Measure all anew in another font or style."""
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.share()

    def share(self) -> None:
        """Give each column what it needs, as far as there is room."""
        header, room = self.header(), self.viewport().width()
        if self._is_drawn or not header.count():
            return
        if not self._needed:
            self._needed = [self.sizeHintForColumn(column) for column in range(header.count())]
        shown = [column for column in range(header.count()) if not self.isColumnHidden(column)]
        words = [max(self._needed[column], MINIMUM) for column in shown]
        first = min(words[0], room // 2)
        found = [first, *share_width(words[1:], room - first)]
        for place, column in enumerate(shown):
            more = header.sectionSizeHint(column) - found[place]
            found[place] += max(0, min(more, room - sum(found)))
        for column, width in zip(shown, found, strict=True):
            header.resizeSection(column, width)

    # --- what rows need ---------------------------------------------------------------------------

    def _forget(self) -> None:
        self._needed = []

    def _measure_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        self._measure_rows(first.parent(), first.row(), last.row(), is_deep=False)

    def _measure_rows(
        self, parent: QModelIndex, first: int, last: int, *, is_deep: bool = True
    ) -> None:
        """Let columns be as wide as some rows need, with all that is in those."""
        if not self._needed:
            return
        model, depth = self.model(), self._depth(parent)
        for row in range(first, last + 1):
            for column in range(len(self._needed)):
                index = model.index(row, column, parent)
                wide = self.sizeHintForIndex(index).width() + depth * (column == 0)
                self._needed[column] = max(self._needed[column], wide)
            inner = model.index(row, 0, parent)
            if is_deep and (rows := model.rowCount(inner)):
                self._measure_rows(inner, 0, rows - 1)

    def _depth(self, parent: QModelIndex) -> int:
        """Return the indentation of a row, in pixels."""
        depth = int(self.rootIsDecorated())
        while parent.isValid():
            parent, depth = parent.parent(), depth + 1
        return depth * self.indentation()

    # --- widths set by the user -------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note if the user drags the head."""
        if watched is self.header().viewport():
            if event.type() in PRESSES:
                self._is_held = True
            elif event.type() is QEvent.Type.MouseButtonRelease:
                self._is_held = False
        return super().eventFilter(watched, event)

    def _note(self) -> None:
        self._is_drawn = self._is_drawn or self._is_held


def share_width(needed: Sequence[int], room: int) -> list[int]:
    """Parts of some room: all that is needed, or an equal part of what the smaller ones leave."""
    found, left = list(needed), room
    by_need = sorted(range(len(needed)), key=lambda place: needed[place])
    for nth, place in enumerate(by_need):
        found[place] = min(needed[place], left // (len(needed) - nth))
        left -= found[place]
    return found


class NoTypeAheadMixin:
    """A mixin for short lists: letters stay shortcuts of the window."""

    def keyboardSearch(self, search: str) -> None:
        """Do not select by typing."""


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

    def text_width(self, item: QTreeWidgetItem) -> int:
        """Return the room for the text of an item, in pixels."""
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
        """Return a size as high as the text needs in the room."""
        within = QStyleOptionViewItem(option)
        within.rect = QRect(0, 0, self._tree.text_width(self._tree.itemFromIndex(index)), 1)
        return super().sizeHint(within, index)


LONG = re.compile(r"\S{24,}")
PART = re.compile(r"(\S{8})(?=\S)")
BREAK = "\u200b"  # a space without width


def break_long_words(words: str) -> str:
    """The same words to be drawn, with places inside the long ones at which a line may end."""
    return LONG.sub(lambda found: PART.sub(rf"\1{BREAK}", found[0]), words)


def wrap_words(list_: QListWidget) -> None:
    """Wrap the rows of a list, inside long words too; their texts stay as they are."""
    list_.setWordWrap(True)
    list_.setItemDelegate(_LongWordRows(list_))


class _LongWordRows(QStyledItemDelegate):
    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Return what is drawn of a row."""
        super().initStyleOption(option, index)
        option.text = break_long_words(option.text)
