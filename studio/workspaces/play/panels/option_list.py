"""The list of options: numbered rows under the names of units, with what lies in their hexes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.hexes.hex import Hex
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.widgets.sizing import heading_font, sized_font
from studio.widgets.tokens import Space, TextSize, current_colours

ModelIndex = QModelIndex | QPersistentModelIndex
CHOICE = Qt.ItemDataRole.UserRole  # what a row answers; None for a remark
HEADING, AT = CHOICE + 1, CHOICE + 2  # the name over a row, and the hex it leads into
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
ORDERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
CHIP, WORDS_AT, ROW_GAP = 20, 36, 10  # pixels: of a number, before the words, between rows


class ChoiceList(NoTypeAheadMixin, QListWidget):
    """The possible answers. While there is nothing to choose, it says how answers are given."""

    numbered = Signal(int)  # a digit was pressed
    concluded = Signal()  # Space was pressed

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.rows = OptionRows(self)
        self.setItemDelegate(self.rows)
        self.setWordWrap(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """With the keyboard in the list, select a choice."""
        super().focusInEvent(event)
        if self.currentRow() < 0 and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.setCurrentRow(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a digit choose the row it stands before, and Space end what is asked."""
        if event.text() in DIGITS and not event.modifiers() & ORDERS:
            self.numbered.emit(int(event.text()))
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.concluded.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ignore clicks on the heading of a group."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        if index.isValid() and at.y() < self.visualRect(index).top() + self.rows.heading_height(
            index
        ):
            return
        super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the words anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say how to answer where nothing is listed; a frame shows that the keyboard is here."""
        super().paintEvent(event)
        painter, room = QPainter(self.viewport()), self.viewport().rect()
        if not self.count():
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            words = int(Qt.TextFlag.TextWordWrap)
            painter.drawText(room.adjusted(12, 12, -12, -12), words, self._localize("choose-how"))
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
            painter.drawRect(room.adjusted(1, 1, -1, -1))
        painter.end()


class OptionRows(QStyledItemDelegate):
    """Draws options with their numbers and what lies in their hexes, under the names of units."""

    def __init__(self, list_: QListWidget) -> None:
        super().__init__(list_)
        self._list = list_
        self.describe_hex: Callable[[Hex], str] = lambda _: ""

    def heading_height(self, index: ModelIndex) -> int:
        """Return the height of the heading over a row; 0 without one."""
        if not index.data(HEADING):
            return 0
        return QFontMetrics(heading_font()).height() + Space.SMALL

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        """Return a size as high as the words need, with the heading."""
        letters, words = QFontMetrics(self._list.font()), index.data()
        wide = self._list.viewport().width() - WORDS_AT - Space.SMALL
        room = QRect(0, 0, max(wide, 1), 1)
        high = letters.boundingRect(room, int(Qt.TextFlag.TextWordWrap), words).height()
        return QSize(1, max(high, letters.height()) + ROW_GAP + self.heading_height(index))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Draw the row."""
        painter.save()
        self._paint_heading(painter, option, index)
        option.rect.setTop(option.rect.top() + self.heading_height(index))
        within = QStyleOptionViewItem(option)
        self.initStyleOption(within, index)
        within.text = ""
        within.state &= ~QStyle.StateFlag.State_HasFocus
        self._list.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, within, painter, self._list
        )
        self._paint_number(painter, option.rect, index)
        self._paint_words(painter, option.rect, index)
        painter.restore()

    def _paint_heading(
        self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex
    ) -> None:
        words, letters = index.data(HEADING), heading_font()
        if not words:
            return
        room = QRect(option.rect).adjusted(Space.SMALL, 0, -Space.SMALL, 0)
        room.setHeight(self.heading_height(index))
        shown = QFontMetrics(letters).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.setFont(letters)
        painter.setPen(QColor(current_colours().muted))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignBottom), shown)

    def _paint_number(self, painter: QPainter, room: QRect, index: ModelIndex) -> None:
        if index.row() + 1 > len(DIGITS) or index.data(CHOICE) is None:
            return
        letters, colours = sized_font(TextSize.SMALL), current_colours()
        side = min(CHIP, room.height() - 2)
        chip = QRectF(
            room.left() + Space.SMALL + 0.5, room.center().y() - side / 2 + 0.5, side, side
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.border))
        painter.drawRoundedRect(chip, Space.TIGHT, Space.TIGHT)
        painter.setFont(letters)
        painter.setPen(QColor(colours.muted))
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), DIGITS[index.row()])

    def _paint_words(self, painter: QPainter, room: QRect, index: ModelIndex) -> None:
        """Draw what is answered at the left, and what lies in its hex at the right."""
        colours, letters = current_colours(), QFontMetrics(self._list.font())
        words = room.adjusted(WORDS_AT, 0, -Space.SMALL, 0)
        is_choice = index.data(CHOICE) is not None
        painter.setFont(self._list.font())
        painter.setPen(QColor(colours.text if is_choice else colours.muted))
        style = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(words, style, index.data())
        at = index.data(AT)
        if isinstance(at, Hex):
            words.setLeft(words.left() + letters.horizontalAdvance(index.data()) + Space.LARGE)
            painter.setPen(QColor(colours.muted))
            shown = letters.elidedText(
                self.describe_hex(at), Qt.TextElideMode.ElideRight, max(words.width(), 0)
            )
            painter.drawText(
                words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), shown
            )
