"""Widgets one after another, in as many rows as they need."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """From left to right; what has no room in a row begins the next."""

    def __init__(self, parent: QWidget | None = None, gap: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap

    def addItem(self, item: QLayoutItem) -> None:
        """One more, after the others."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:
        """One of them; None beyond the last."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:
        """One of them, which lies here no more."""
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower it is, the more rows it has."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high its rows are together."""
        return self._rows(QRect(0, 0, width, 0), is_laid=False)

    def setGeometry(self, room: QRect) -> None:
        """Lay the rows."""
        super().setGeometry(room)
        self._rows(room, is_laid=True)

    def sizeHint(self) -> QSize:
        """As much as its largest needs."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Room for the largest."""
        margins = self.contentsMargins()
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        edges = margins.left() + margins.right(), margins.top() + margins.bottom()
        return size + QSize(*edges)

    def _rows(self, room: QRect, *, is_laid: bool) -> int:
        margins = self.contentsMargins()
        inner = room.marginsRemoved(margins)
        y = inner.top()
        for row in self._broken(inner.width()):
            high = max(item.sizeHint().height() for item in row)
            if is_laid:
                self._lay(row, QPoint(inner.left(), y), high)
            y += high + self._gap
        return max(y - self._gap, inner.top()) - room.top() + margins.bottom()

    def _broken(self, width: int) -> list[list[QLayoutItem]]:
        """The items row by row."""
        rows, used = list[list[QLayoutItem]](), width + 1
        for item in self._items:
            if item.isEmpty():
                continue
            wide = item.sizeHint().width()
            if used + wide > width:
                rows.append([])
                used = 0
            rows[-1].append(item)
            used += wide + self._gap
        return rows

    def _lay(self, row: list[QLayoutItem], at: QPoint, high: int) -> None:
        """One row; what is lower than the highest lies in the middle."""
        for item in row:
            size = item.sizeHint()
            item.setGeometry(QRect(at + QPoint(0, (high - size.height()) // 2), size))
            at += QPoint(size.width() + self._gap, 0)
