"""The bar at the top of the window: menu, files, workspaces, search and the main actions."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from studio.widgets.icons import action_icon, theme_icon
from studio.widgets.localization import Localizer
from studio.widgets.segmented_control import SegmentedControl
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import ICON, Space

HIGH, SEARCH_WIDE, FILES_WIDE = 44, 220, 360  # pixels
PRIMARY = ("play", "room-proceed")
ON_ACCENT = QPalette.ColorRole.Base  # white on the accent in light themes, dark in dark ones


class TopBar(QToolBar):
    """Holds what is always at hand; where there is little room its buttons lose their words."""

    def __init__(
        self, window: QMainWindow, localize: Localizer, files: QTabBar, switch: SegmentedControl
    ) -> None:
        super().__init__(window)
        self._localize, self._files, self._switch = localize, files, switch
        self.setObjectName("bar")
        self.setMovable(False)
        self.toggleViewAction().setVisible(False)
        self.menu, self.menu_button = QMenu(self), QToolButton()
        self.menu_button.setIcon(action_icon("menu"))
        self.menu_button.clicked.connect(lambda: self.open_menu())
        self.search = QPushButton()
        self.search.setIcon(action_icon("search"))
        self._letters: list[QShortcut] = []
        self._worded: list[QPushButton] = []  # from the one that loses its words last
        self._row = QHBoxLayout()

    def lay_out(
        self, menus: Iterable[QMenu], plain: Iterable[QAction], main: Iterable[QAction]
    ) -> None:
        """Put everything in its place; `plain` actions are icons, `main` ones have words."""
        whole = QWidget()
        self._row = row = QHBoxLayout(whole)
        row.setContentsMargins(Space.SMALL, 0, Space.SMALL, 0)
        row.setSpacing(Space.TIGHT)
        for menu in menus:
            self.menu.addMenu(menu)
        row.addWidget(self.menu_button)
        row.addWidget(self._files)
        row.addWidget(_line())
        for action in plain:
            row.addWidget(_button(action))
        row.addStretch(1)
        row.addWidget(self._switch)
        row.addStretch(1)
        self.search.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        row.addWidget(self.search)
        for action in main:
            worded = ActionButton(action, is_primary=action.objectName() in PRIMARY)
            self._worded.insert(0, worded)
            row.addWidget(worded)
        self._worded.append(self.search)
        whole.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        whole.setMinimumWidth(1)  # words go where there is no room: the window stays as it is
        self.addWidget(whole)

    def retranslate(self, find: QAction, menus: Iterable[QMenu]) -> None:
        """Name everything in the window's language; letters of menus open them."""
        self.setWindowTitle(self._localize("bar-bar"))
        self.setFixedHeight(scale_length(HIGH))
        size = QSize(scale_length(ICON), scale_length(ICON))
        for button in self.findChildren(QToolButton):
            button.setAutoRaise(True)
            button.setIconSize(size)
        self.menu_button.setToolTip(self._localize("app-menu"))
        self.menu_button.setAccessibleName(self._localize("app-menu"))
        self.search.setToolTip(find.toolTip())
        self.search.setAccessibleName(find.toolTip())
        for letter in self._letters:
            letter.deleteLater()
        self._letters = [self._opener(menu) for menu in menus]
        for worded in self._worded:
            worded.setIconSize(size)
        self.take_room()

    def _opener(self, menu: QMenu) -> QShortcut:
        letter = QShortcut(QKeySequence.mnemonic(menu.title()), self.window())
        letter.activated.connect(lambda: self.open_menu(menu))
        return letter

    def open_menu(self, menu: QMenu | None = None) -> None:
        """Open the whole menu, or one part of it, below its button."""
        shown = menu or self.menu
        corner = QPoint(0, self.menu_button.height())
        shown.popup(self.menu_button.mapToGlobal(corner))
        if shown.actions():
            shown.setActiveAction(shown.actions()[0])

    # --- little room ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out words where there is no room for them."""
        super().resizeEvent(event)
        self.take_room()

    def take_room(self) -> None:
        """Fit the words to the room, now and once more when letters have their new size."""
        self._fit_words()
        QTimer.singleShot(0, self, self._fit_words)

    def _fit_words(self) -> None:
        """Take the words from buttons, the search first, until the row has room."""
        files = self._files.sizeHint().width() if self._files.count() else 0
        self._files.setMinimumWidth(min(files, scale_length(FILES_WIDE)))
        words = {button: self._words_of(button) for button in self._worded}
        for button, said in words.items():
            button.setText(said)
        self.search.setMinimumWidth(scale_length(SEARCH_WIDE))
        for button in reversed(self._worded):
            self._row.invalidate()  # the words of its buttons are others
            if self._row.minimumSize().width() <= self.width():
                return
            button.setText("")
            button.setMinimumWidth(0)

    def _words_of(self, button: QPushButton) -> str:
        if isinstance(button, ActionButton):
            return button.words
        return self._localize("search-all")


class ActionButton(QPushButton):
    """A button of words that does an action, and is there only while it can be done."""

    def __init__(self, action: QAction, *, is_primary: bool) -> None:
        super().__init__()
        self.action, self._is_primary = action, is_primary
        self.setAutoDefault(False)
        self.setDefault(is_primary)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    @property
    def words(self) -> str:
        """Return the name of the action, without the key a menu shows."""
        return self.action.text().split("\t")[0].rstrip("…")

    def _follow(self) -> None:
        """Show the action as it is now."""
        role = ON_ACCENT if self._is_primary else QPalette.ColorRole.WindowText
        self.setIcon(theme_icon(self.action.objectName(), role))
        self.setToolTip(self.action.toolTip())
        self.setAccessibleName(self.words)
        self.setVisible(self.action.isEnabled())


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.VLine)
    return line
