"""Widgets that wrap: rows of widgets, and buttons with words for several lines."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTextBoundaryFinder
from PySide6.QtGui import QFontMetrics, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from studio.widgets.sizing import scale_length

MAX_HEIGHT, NARROW = 2000, 120  # pixels
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter


class FlowLayout(QLayout):
    """From left to right; what has no room in a row begins the next."""

    def __init__(
        self,
        parent: QWidget | None = None,
        gap: int = 4,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._side = gap, side

    def addItem(self, item: QLayoutItem) -> None:
        """One more, after the others."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
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
        """Return the height of all rows together."""
        return self._rows(QRect(0, 0, width, 0), is_laid=False)

    def setGeometry(self, room: QRect) -> None:
        """Lay the rows."""
        super().setGeometry(room)
        self._rows(room, is_laid=True)

    def sizeHint(self) -> QSize:
        """Return the size of the largest item."""
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
                self._lay(row, QPoint(inner.left() + self._indent(row, inner.width()), y), high)
            y += high + self._gap
        return max(y - self._gap, inner.top()) - room.top() + margins.bottom()

    def _indent(self, row: list[QLayoutItem], width: int) -> int:
        """Return the room before a row that ends at the right."""
        if self._side is not Qt.AlignmentFlag.AlignRight:
            return 0
        wide = sum(item.sizeHint().width() for item in row) + self._gap * (len(row) - 1)
        return max(0, width - wide)

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


BESIDE = 6  # pixels at either side of the words


class WrappingButton(QPushButton):
    """Its words begin at the left, on so many lines, the last cut with an ellipsis.

    The panel stays as it is, hidden buttons keep their place. Its tooltip is to say all words.
    """

    def __init__(self, lines: int = 1) -> None:
        super().__init__()
        self.lines = lines
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """Return a size as high as its lines."""
        return QSize(super().sizeHint().width(), self.height_of(self.lines))

    def height_of(self, lines: int) -> int:
        """Return the height with so many lines of text."""
        return super().sizeHint().height() + (lines - 1) * self.fontMetrics().lineSpacing()

    def set_line_count(self, lines: int) -> None:
        """Give its words so many lines."""
        if lines != self.lines:
            self.lines = lines
            self.updateGeometry()

    def shown_lines(self) -> list[str]:
        """The words as they are broken, and cut where there is no room for all."""
        return break_lines(self.text(), self.fontMetrics(), self.width() - 2 * BESIDE, self.lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A button as ever, with as many of its words as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        room = self.rect().adjusted(BESIDE, 0, -BESIDE, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        shown = "\n".join(self.shown_lines())
        painter.drawItemText(
            room, flags, self.palette(), self.isEnabled(), shown, QPalette.ColorRole.ButtonText
        )


def break_lines(words: str, metrics: QFontMetrics, width: int, lines: int) -> list[str]:
    """Words on at most so many lines of a width in pixels, broken where their script allows."""

    def as_fits(part: str) -> str:
        return metrics.elidedText(part, Qt.TextElideMode.ElideRight, width)

    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, words)
    found, start, fits = list[str](), 0, 0
    while len(found) < lines - 1 and (end := finder.toNextBoundary()) >= 0:
        part = words[start:end].rstrip()
        if as_fits(part) != part and fits > start:  # an advance in whole pixels may be too short
            found.append(words[start:fits].rstrip())
            start = fits
        fits = end
    last = as_fits(words[start:])
    return [*found, last] if last else found


class WrappingCheckBox(QCheckBox):
    """A box to tick whose words take as many lines as they need."""

    def __init__(self) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _room_of_words(self, room: QRect) -> QRect:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = room
        return self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        one = super().sizeHint().height()
        room = self._room_of_words(QRect(0, 0, width, one))
        room.setHeight(MAX_HEIGHT)
        words = self.fontMetrics().boundingRect(room, WRAPPED, self.text())
        return max(one, words.height() + one - self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of the box beside a short word."""
        return QSize(scale_length(NARROW), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box, and the words beside it on so many lines."""
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        words, option.text = option.text, ""
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        ink = self.palette().color(self.foregroundRole())
        painter.setPen(ink)
        painter.drawText(self._room_of_words(self.rect()), WRAPPED, words)
        painter.end()
