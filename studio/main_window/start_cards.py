"""Cards of the start page: what can be begun, and files with their pictures."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from studio.main_window.thumbnails import SIZE
from studio.rendering.painting import clip_to
from studio.widgets.icons import theme_icon
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import Radius
from studio.widgets.wrapping import break_lines

Role = QPalette.ColorRole
PADDING, ICON, BETWEEN = 16, 24, 12  # pixels within a card of an action
BESIDE, ABOVE = 12, 9  # pixels round the words of a file
HINT_LINES = 2
SMALL, KEY = 0.92, 0.85  # the sizes of further words, relative to those of a title
CHIP_BESIDE, CHIP_ABOVE = 12, 5
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def relative_font(widget: QWidget, size: float, *, bold: bool = False) -> QFont:
    """Return the font of a widget in another size and weight."""
    found = QFont(widget.font())
    found.setPointSizeF(found.pointSizeF() * size)
    found.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return found


class StartCard(QAbstractButton):
    """A button as large as a card; `text` is its title, `detail` the line below."""

    arrow_pressed = Signal(int)  # a key of ARROWS

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("card", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.detail = ""

    def describe(self, title: str, detail: str) -> None:
        """Show a title and the line below it."""
        self.detail = detail
        self.setText(title.replace("&", "&&"))
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        self.updateGeometry()
        self.update()

    @property
    def title(self) -> str:
        """The title as it is read."""
        return self.text().replace("&&", "&")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Return, and leave arrows to the page."""
        if event.key() in RETURNS:
            self.click()
        elif event.key() in ARROWS:
            self.arrow_pressed.emit(event.key())
        else:
            super().keyPressEvent(event)

    def hasHeightForWidth(self) -> bool:
        """A narrow card has more lines."""
        return True

    def sizeHint(self) -> QSize:
        """Return the height that its words need at its width."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, what is on it, and a ring while the keyboard is at it."""
        painter = QStylePainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionButton()
        option.initFrom(self)
        if self.isDown():
            option.state |= QStyle.StateFlag.State_Sunken
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelButtonCommand, option)
        self.paint_content(painter)
        if option.state & QStyle.StateFlag.State_KeyboardFocusChange and self.hasFocus():
            painter.drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option)

    def paint_content(self, painter: QPainter) -> None:
        """Draw what is on the card."""
        raise NotImplementedError

    def paint_line(
        self, painter: QPainter, words: str, at: QRect, font: QFont, role: QPalette.ColorRole
    ) -> None:
        """Draw words on one line, cut with an ellipsis where there is no room for all."""
        painter.setFont(font)
        painter.setPen(self.palette().color(role))
        shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, at.width())
        painter.drawText(at, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


class ActionCard(StartCard):
    """A card for a new start: icon, title, a line about it, and its keys."""

    def __init__(self, name: str, picture: str) -> None:
        super().__init__(name)
        self._picture = picture
        self.keys = ""

    def show_keys(self, keys: str) -> None:
        """Show the keys that do the same."""
        if keys != self.keys:
            self.keys = keys
            self.update()

    def heightForWidth(self, width: int) -> int:
        """The title, and one or two lines below."""
        small = QFontMetrics(relative_font(self, SMALL))
        lines = len(break_lines(self.detail, small, self._room(width), HINT_LINES))
        bold = QFontMetrics(relative_font(self, 1.0, bold=True))
        return 2 * PADDING + bold.height() + 2 + max(1, lines) * small.lineSpacing()

    def _room(self, width: int) -> int:
        return width - 2 * PADDING - scale_length(ICON) - BETWEEN

    def paint_content(self, painter: QPainter) -> None:
        """Draw the icon at the left, the keys at the right of the title."""
        side = scale_length(ICON)
        drawn = theme_icon(self._picture, Role.Accent).pixmap(
            QSize(side, side), self.devicePixelRatioF()
        )
        painter.drawPixmap(QRect(PADDING, PADDING, side, side), drawn)
        font = relative_font(self, 1.0, bold=True)
        left, room = PADDING + side + BETWEEN, self._room(self.width())
        title = QRect(left, PADDING, room, QFontMetrics(font).height())
        title.setWidth(room - self._paint_keys(painter, title))
        self.paint_line(painter, self.title, title, font, Role.WindowText)
        small = relative_font(self, SMALL)
        metrics = QFontMetrics(small)
        for place, line in enumerate(break_lines(self.detail, metrics, room, HINT_LINES)):
            top = title.bottom() + 3 + place * metrics.lineSpacing()
            at = QRect(left, top, room, metrics.height())
            self.paint_line(painter, line, at, small, Role.PlaceholderText)

    def _paint_keys(self, painter: QPainter, line: QRect) -> int:
        """Draw the keys in a frame at the end of a line; return the room they take."""
        if not self.keys:
            return 0
        font = relative_font(self, KEY)
        metrics = QFontMetrics(font)
        wide = metrics.horizontalAdvance(self.keys) + metrics.height()
        frame = QRect(0, 0, wide, metrics.height() + 4)
        frame.moveCenter(QPoint(line.right() - wide // 2, line.center().y()))
        ink = self.palette().color(Role.PlaceholderText)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, self.keys)
        ink.setAlphaF(0.4)
        painter.setPen(ink)
        painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        return wide + BETWEEN


class FileCard(StartCard):
    """A file: its picture, its title, and a line about it."""

    menu_wanted = Signal(QPoint)  # on the screen

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._picture: QPixmap | None = None

    def set_picture(self, picture: QPixmap) -> None:
        """Show the picture of the file."""
        self._picture = picture
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the file, by mouse or keyboard."""
        self.menu_wanted.emit(event.globalPos())

    def heightForWidth(self, width: int) -> int:
        """The picture, the title and the line below it."""
        return self._picture_height(width) + 2 * ABOVE + self._title_height() + self._line_height()

    @staticmethod
    def _picture_height(width: int) -> int:
        return round(width * SIZE.height() / SIZE.width())

    def _title_height(self) -> int:
        return QFontMetrics(relative_font(self, 1.0, bold=True)).height() + 2

    def _line_height(self) -> int:
        return QFontMetrics(relative_font(self, SMALL)).height()

    def paint_content(self, painter: QPainter) -> None:
        """Draw the picture to the edges, and the words below it."""
        high = self._picture_height(self.width())
        self._paint_picture(painter, QRectF(1, 1, self.width() - 2, high - 1))
        at = QRect(BESIDE, high + ABOVE, self.width() - 2 * BESIDE, self._title_height())
        bold = relative_font(self, 1.0, bold=True)
        self.paint_line(painter, self.title, at, bold, Role.WindowText)
        at = QRect(at.left(), at.bottom() + 1, at.width(), self._line_height())
        small = relative_font(self, SMALL)
        self.paint_line(painter, self.detail, at, small, Role.PlaceholderText)

    def _paint_picture(self, painter: QPainter, at: QRectF) -> None:
        path = QPainterPath()  # rounded above, square below
        path.addRoundedRect(at.adjusted(0, 0, 0, Radius.PANEL), Radius.PANEL - 1, Radius.PANEL - 1)
        below = QPainterPath()
        below.addRect(at)
        with clip_to(painter, path.intersected(below)):
            if self._picture is None:
                painter.fillRect(at, self.palette().color(Role.AlternateBase))
            else:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawPixmap(at, self._picture, QRectF(self._picture.rect()))


class FilterChip(QPushButton):
    """One of several filters, of which one is on."""

    def __init__(self, words: str) -> None:
        super().__init__(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setProperty("chip", True)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Return the width of its words, with round ends."""
        metrics = self.fontMetrics()
        wide = metrics.horizontalAdvance(self.accessibleName())
        return QSize(wide + 2 * CHIP_BESIDE, metrics.height() + 2 * CHIP_ABOVE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chip, filled while it is on."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelButtonCommand, option)
        role = Role.HighlightedText if self.isChecked() else Role.WindowText
        painter.setPen(self.palette().color(role))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.accessibleName())
        if option.state & QStyle.StateFlag.State_KeyboardFocusChange and self.hasFocus():
            painter.drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option)


# --- their places ---------------------------------------------------------------------------------


class CardGrid(QLayout):
    """Cards of one width in rows: as many beside each other as their words leave room for."""

    def __init__(self, parent: QWidget, narrowest: int, most: int, gap: int) -> None:
        """`narrowest` is the least width of a card at the usual size of words, in pixels."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._narrowest, self._most, self._gap = narrowest, most, gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Add a card after the others."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of cards."""
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:
        """Return a card; None beyond the last."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:
        """Remove a card and return it."""
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Take no more room than is needed."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower it is, the more rows it has."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return self._place(QRect(0, 0, width, 0), is_applied=False)

    def setGeometry(self, room: QRect) -> None:
        """Put the cards in their places."""
        super().setGeometry(room)
        self._place(room, is_applied=True)

    def sizeHint(self) -> QSize:
        """Return the size of one column."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Room for one card."""
        return QSize(self._narrowest, 0)

    def _columns(self, width: int) -> int:
        least = scale_length(self._narrowest) + self._gap
        return max(1, min(self._most, (width + self._gap) // least))

    def _place(self, room: QRect, *, is_applied: bool) -> int:
        """Return the height of all rows in a room, and put the cards there if wanted."""
        columns, top = self._columns(room.width()), room.top()
        wide = (room.width() - (columns - 1) * self._gap) // columns
        for at in range(0, len(self._items), columns):
            row = self._items[at : at + columns]
            high = max(item.heightForWidth(wide) for item in row)
            if is_applied:
                for column, item in enumerate(row):
                    left = column * (room.width() + self._gap) // columns
                    item.setGeometry(QRect(room.left() + left, top, wide, high))
            top += high + self._gap
        return max(0, top - self._gap - room.top())
