"""A panel under a heading: folded or open in a column, open over the map, or out in a dock."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.widgets import control_drawings as controls
from studio.widgets.icons import action_icon
from studio.widgets.panel_drawings import draw_heading
from studio.widgets.sizing import heading_font, scale_length
from studio.widgets.tokens import Space, current_colours

HEADING = 34  # pixels of a heading, at the usual text size
CHEVRON = 14
FLEXIBLE = 160  # pixels that a panel which can scroll gets at most, unless room is left
FOLDED, OPEN, PAGE = "section-folded", "section-open", "section-page"


class PanelHeading(QAbstractButton):
    """The heading of a panel: a click folds or opens it, dragging takes the panel out."""

    dragged_out = Signal(QPoint)  # where the pointer is on the screen
    menu_wanted = Signal(QPoint)
    out_wanted = Signal()  # the button was clicked that takes the panel out

    def __init__(self, *, is_page: bool) -> None:
        super().__init__()
        self._is_page = is_page
        self._pressed_at: QPoint | None = None
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.out = QToolButton(self)
        self.out.setIcon(action_icon("dock-float"))
        self.out.setAutoRaise(True)
        self.out.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard has the menu for it
        self.out.clicked.connect(self.out_wanted)
        self.out.hide()

    def sizeHint(self) -> QSize:
        """Return the height of a heading; it is as wide as its column."""
        words = heading_font().pointSizeF()  # grows with the text size
        return QSize(0, max(scale_length(HEADING), round(2 * words)))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer to take the panel out."""
        super().enterEvent(event)
        self.out.setVisible(not self._is_page)

    def leaveEvent(self, event: QEvent) -> None:
        """Leave the heading plain again."""
        super().leaveEvent(event)
        self.out.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the right."""
        super().resizeEvent(event)
        side = self.height() - 2 * Space.TIGHT
        left = self.width() - side - Space.SMALL
        self.out.setGeometry(left, (self.height() - side) // 2, side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a chevron and the title in small capitals."""
        painter, option, colours = QPainter(self), QStyleOption(), current_colours()
        option.initFrom(self)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(self.rect(), QColor(colours.hover))
        side, middle = scale_length(CHEVRON), self.rect().center().y()
        mark = QRect(Space.MEDIUM, middle - side // 2, side, side)
        if self._is_page:
            mark.moveRight(self.width() - Space.MEDIUM)
        action_icon(self._mark).paint(painter, mark)
        left = Space.LARGE if self._is_page else mark.right() + Space.SMALL
        words = QRect(left, 0, self.width() - left - Space.LARGE - side, self.height())
        draw_heading(painter, words, self.text(), self.palette(), option.state)
        if self.hasFocus() and option.state & QStyle.StateFlag.State_KeyboardFocusChange:
            controls.draw_focus_ring(painter, self.rect().adjusted(2, 2, -2, -2), Space.TIGHT)

    @property
    def _mark(self) -> str:
        if self._is_page:
            return PAGE
        return OPEN if self.isChecked() else FOLDED

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where dragging may begin."""
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take the panel out once the heading is dragged sideways, out of its column."""
        super().mouseMoveEvent(event)
        began, now = self._pressed_at, event.position().toPoint()
        if began is not None and self.isDown() and self._is_outside(now):
            self._pressed_at = None
            self.setDown(False)
            self.dragged_out.emit(event.globalPosition().toPoint())

    def _is_outside(self, now: QPoint) -> bool:
        around = QApplication.startDragDistance()
        return now.x() < -around or now.x() > self.width() + around

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to take the panel out."""
        self.menu_wanted.emit(event.globalPos())


class PanelSection(QWidget):
    """A panel with its heading. Its name is the object name, its title the window title.

    `is_page` marks a panel too wide for a column: its heading opens it in the place of the map.
    """

    opened = Signal(bool)  # its panel is open, or no longer
    asked = Signal(bool)  # the user wants it open, or folded

    def __init__(self, name: str, panel: QWidget, *, is_page: bool = False) -> None:
        super().__init__()
        self.setObjectName(name)
        self.panel, self.is_page, self.is_out = panel, is_page, False
        self.heading = PanelHeading(is_page=is_page)
        self.toggle_action = QAction(self)
        self.toggle_action.setCheckable(True)
        self.toggle_action.triggered.connect(self.asked)
        self._room = QVBoxLayout(self)
        self._room.setContentsMargins(0, 0, 0, 0)
        self._room.setSpacing(0)
        self._room.addWidget(self.heading)
        panel.setParent(self)  # a page that is never opened goes with its section
        panel.hide()
        if not is_page:
            self._room.addWidget(panel, 1)
        panel.installEventFilter(self)
        inner = panel.widget() if isinstance(panel, QScrollArea) else None
        if inner is not None:
            inner.installEventFilter(self)
        self.heading.clicked.connect(self._click)
        self.windowTitleChanged.connect(self._show_title)

    def _click(self) -> None:
        self.asked.emit(self.heading.isChecked())

    def _show_title(self, title: str) -> None:
        self.heading.setText(title)
        self.heading.setToolTip(title if self._is_cut(title) else "")
        self.toggle_action.setText(title)

    def _is_cut(self, title: str) -> bool:
        return self.heading.fontMetrics().horizontalAdvance(title) > self.width()

    @property
    def is_open(self) -> bool:
        """Return True if its panel is not folded."""
        return self.heading.isChecked()

    def set_open(self, is_open: bool) -> None:
        """Open or fold the panel, wherever it is."""
        is_other = is_open != self.is_open
        self.heading.setChecked(is_open)
        self.toggle_action.setChecked(is_open)
        if not self.is_page and not self.is_out:
            self.panel.setMinimumHeight(self._least_height() if is_open else 0)
            self.panel.setVisible(is_open)
        if is_other:
            self.opened.emit(is_open)

    def _least_height(self) -> int:
        """Return the height that shows what the panel is for; a list may scroll beyond it."""
        if self.heading.isHidden():  # in the strip below the map
            return 0
        if isinstance(self.panel, QScrollArea):
            return content_height(self.panel)
        least, wished = self.panel.minimumSizeHint().height(), self.panel.sizeHint().height()
        return max(least, min(wished, scale_length(FLEXIBLE)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a panel be as high as what it holds comes to need: the column scrolls."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize) and self._is_here:
            self.panel.setMinimumHeight(self._least_height())
        return False

    @property
    def _is_here(self) -> bool:
        """True while the panel is open below its heading."""
        return self.is_open and not self.is_out and not self.is_page

    def take_panel(self) -> QWidget:
        """Give the panel away, to a dock or a page; the heading goes with it."""
        self._room.removeWidget(self.panel)
        self.panel.setMinimumHeight(0)
        return self.panel

    def put_back(self) -> None:
        """Take the panel back under its heading."""
        self.is_out = False
        if not self.is_page:
            self._room.addWidget(self.panel, 1)
        self.set_open(self.is_open)


def content_height(area: QScrollArea) -> int:
    """Return the height at which a scroll area shows all it holds, as wide as it is."""
    inner, around = area.widget(), 2 * area.frameWidth()
    if inner is None:
        return around
    if inner.hasHeightForWidth():
        return inner.heightForWidth(area.viewport().width()) + around
    return inner.minimumSizeHint().height() + around
