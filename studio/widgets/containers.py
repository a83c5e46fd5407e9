"""Containers of panels: stacked pages, scroll areas, covers, and tabs with uncut names."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyleOption,
    QTabBar,
    QTabWidget,
    QWidget,
)

from studio.widgets.application_style import ApplicationStyle
from studio.widgets.sizing import scale_length

BESIDE = 8  # pixels left and right of a name together; Fusion's are 24


def use_compact_tabs(bar: QTabBar) -> None:
    """Let the tabs of a panel take little room."""
    style = _CloseTabs()
    style.setParent(bar)
    bar.setStyle(style)


class _CloseTabs(ApplicationStyle):
    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Return Fusion's metric, except for the space beside a tab's text."""
        if metric is QStyle.PixelMetric.PM_TabBarTabHSpace:
            return BESIDE
        return super().pixelMetric(metric, option, widget)


class CoverablePanel(QStackedWidget):
    """A panel, or in its place the words that say why it is covered."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.panel, self._words = panel, QLabel()
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words.setMargin(8)
        self.addWidget(panel)
        self.addWidget(self._words)

    def cover(self, words: str) -> None:
        """Show these words instead of the panel; the panel again without any."""
        self._words.setText(words)
        self.setCurrentIndex(1 if words else 0)

    @property
    def is_covered(self) -> bool:
        """Return True if the panel is covered."""
        return self.currentIndex() == 1


ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
NO_HEIGHT = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)


class CompactPages(QTabWidget):
    """Pages as high as the current one and as wide as any; hidden ones need no scrolling."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self._take_room)

    def tabInserted(self, place: int) -> None:
        """One more page."""
        super().tabInserted(place)
        self._take_room()

    def _take_room(self) -> None:
        for place in range(self.count()):
            page, is_in_front = self.widget(place), place == self.currentIndex()
            assert page is not None, "no tab is without its page"
            page.setSizePolicy(ROOM if is_in_front else NO_HEIGHT)


NARROWEST, LOWEST, MINIMUM = 300, 90, 30  # pixels
AROUND = 36  # pixels above and below a field that are shown with it


class ScrollingPanel(QScrollArea):
    """A panel as wide as its place, with a bar where it is higher."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.panel = panel
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(panel)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Bring into sight what a key has given the keyboard to; where it lies is known soon."""
        is_clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if before is not None and now is not None and not is_clicked and self._has(now):
            QTimer.singleShot(0, self, self._show_focused)

    def _show_focused(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and self._has(now):
            self.ensureWidgetVisible(now, 0, scale_length(AROUND))

    def _has(self, widget: QWidget) -> bool:
        """Return True if a widget is a part of the panel."""
        return widget is not self.panel and self.panel.isAncestorOf(widget)

    def minimumSizeHint(self) -> QSize:
        """Small enough for several of them beside and above one another."""
        wanted = self.panel.minimumSizeHint()
        lowest = max(MINIMUM, 2 * LOWEST - scale_length(LOWEST))  # larger words leave less room
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(min(wanted.width() + bar, NARROWEST), min(wanted.height(), lowest))

    def sizeHint(self) -> QSize:
        """Return the panel's size."""
        return self.panel.sizeHint()
