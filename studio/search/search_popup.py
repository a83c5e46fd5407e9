"""The popup of the search: a line, and below it what matches; the keys stay in the line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from studio.search.search_rows import SearchRow, SearchRowDelegate, SearchRows
from studio.widgets.control_drawings import draw_box
from studio.widgets.icons import theme_icon
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.widgets.sizing import scale_length, sized_font
from studio.widgets.tokens import (
    SHADOW_BLUR,
    SHADOW_DROP,
    SHADOW_OPACITY,
    Radius,
    Space,
    TextSize,
    colour_with_opacity,
    current_colours,
)

WIDTH, HEIGHT, FROM_TOP = 560, 452, 56  # logical pixels of the card, at the usual text size
SHADOW = SHADOW_BLUR // 2  # pixels round the card
PAGE = 8  # rows
STEPS = {
    Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1,
    Qt.Key.Key_PageDown: PAGE, Qt.Key.Key_PageUp: -PAGE,
}  # fmt: skip
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Finder = Callable[[str], Sequence[SearchRow]]
"""Returns the rows for some words."""


class SearchPopup(QWidget):
    """Lists what matches; Enter chooses, the arrows go up and down, Escape closes.

    The list is filled at every key. A click elsewhere closes the popup too.
    """

    chosen = Signal(object)  # SearchEntry: one that can be chosen now; the popup is closed

    def __init__(self, window: QWidget, localize: Localizer, find: Finder) -> None:
        super().__init__(window)
        self._window, self._localize, self._find = window, localize, find
        self._before: QWidget | None = None  # what had the keys
        self.line, self.list, self.foot = QLineEdit(), QListView(), QLabel()
        self.rows = SearchRows(self, localize)
        self._make_line()
        self._make_list()
        self._lay_out()
        window.installEventFilter(self)
        self.hide()

    def _lay_out(self) -> None:
        body = QWidget()
        for part in (body, self.line, self.list, self.list.verticalScrollBar(), self.foot):
            part.setAutoFillBackground(True)  # the map below it is not drawn at every key
            part.setBackgroundRole(QPalette.ColorRole.Base)
        inside, around = QVBoxLayout(body), QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(Space.TIGHT)
        for part in (self.line, _Hairline(), self.list, _Hairline(), self.foot):
            inside.addWidget(part)
        inside.setStretchFactor(self.list, 1)
        self.foot.setContentsMargins(Space.MEDIUM, 0, Space.MEDIUM, 0)
        edge, corner = SHADOW + 1, SHADOW + Space.SMALL
        around.setContentsMargins(edge, corner, edge, corner + SHADOW_DROP)
        around.addWidget(body)

    def _make_line(self) -> None:
        self.line.setFrame(False)
        self.line.addAction(theme_icon("find-action"), QLineEdit.ActionPosition.LeadingPosition)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)

    def _make_list(self) -> None:
        self.list.setModel(self.rows)
        self._delegate = SearchRowDelegate(self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.list.setMouseTracking(True)
        self.list.entered.connect(self._point)
        self.list.clicked.connect(lambda index: self._choose(index.row()))

    # --- opening and closing ----------------------------------------------------------------------

    def open_with(self, hint: str) -> None:
        """Open over the window with an empty line, which says what can be typed."""
        self._before = self._window.focusWidget() if self.isHidden() else self._before
        self._dress(hint)
        self._delegate.forget_icons()
        self._place()
        self.line.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.line.setFocus()

    def _dress(self, hint: str) -> None:
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(hint)
        self.line.setFont(sized_font(TextSize.LARGE))
        self.line.setMinimumHeight(scale_length(2 * Space.LARGE + Space.SMALL))
        self.list.setAccessibleName(self._localize("search-results"))
        self.foot.setText(self._localize("search-keys"))
        self.foot.setFont(sized_font(TextSize.SMALL))
        self.foot.setForegroundRole(self.palette().ColorRole.PlaceholderText)

    def leave(self) -> None:
        """Close, and give the keys back to what had them."""
        self.hide()
        (self._before or self._window).setFocus()

    def _place(self) -> None:
        """Stand in the middle, below the top, as large as the window has room for."""
        top = scale_length(FROM_TOP) - SHADOW
        room = self._window.size() - QSize(0, top)
        around = QSize(2 * SHADOW, 2 * SHADOW + SHADOW_DROP)
        card = QSize(scale_length(WIDTH), scale_length(HEIGHT))
        self.resize((card + around).boundedTo(room))
        self.move((self._window.width() - self.width()) // 2, top)

    # --- results ----------------------------------------------------------------------------------

    def _fill(self, words: str) -> None:
        self.rows.show(self._find(words))
        self._select(self.rows.first_row())
        self.list.scrollToTop()

    def _select(self, row: int) -> None:
        self.list.setCurrentIndex(self.rows.index(row))
        announce_to_screen_reader(self.line, self.rows.spoken(row))

    def _point(self, index: QModelIndex) -> None:
        if self.rows.entry(index.row()) is not None:
            self.list.setCurrentIndex(index)

    def _choose(self, row: int) -> None:
        """Choose an entry; of one that cannot be chosen only the reason is said."""
        entry = self.rows.entry(row)
        if entry is None:
            return
        if entry.reason:
            announce_to_screen_reader(self.line, self.rows.spoken(row))
            return
        self.leave()
        self.chosen.emit(entry)

    # --- keys -------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the line that belong to the list, and follow the window's size."""
        if watched is self._window:
            if event.type() is QEvent.Type.Resize and self.isVisible():
                self._place()
            return False
        if event.type() is QEvent.Type.FocusOut:
            self.hide()
        if not isinstance(event, QKeyEvent):
            return False
        if event.key() not in (*STEPS, *ENTER, Qt.Key.Key_Escape):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # else it does what it does in the window
        if event.type() is QEvent.Type.KeyPress:
            self._press(Qt.Key(event.key()))
        return event.type() is QEvent.Type.KeyPress

    def _press(self, key: Qt.Key) -> None:
        row = self.list.currentIndex().row()
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif key in ENTER:
            self._choose(row)
        else:
            self._select(self.rows.step(row, STEPS[key]))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card and its shadow."""
        colours, painter = current_colours(), QPainter(self)
        card = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW - SHADOW_DROP)
        for ring in range(SHADOW, 0, -2):
            shade = colour_with_opacity(colours.shadow, SHADOW_OPACITY / SHADOW)
            grown = card.adjusted(-ring, -ring, ring, ring).translated(0, SHADOW_DROP)
            draw_box(painter, grown.toRect(), shade, None, Radius.CARD + ring)
        draw_box(painter, card.toRect(), colours.raised, colours.border, Radius.CARD)


class _Hairline(QWidget):
    """A line between parts of the popup."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        QPainter(self).fillRect(self.rect(), QColor(current_colours().border))
