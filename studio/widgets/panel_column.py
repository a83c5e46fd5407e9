"""A column of panels beside the map, each folded or open under its heading."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from studio.widgets.containers import ScrollingPanel
from studio.widgets.panel_section import PanelSection
from studio.widgets.tokens import current_colours

NARROWEST, MAX_SHARE = 240, 0.45  # pixels; of the window's width
SOON_MS = 1000  # after a panel was opened: what it shows has come by then


class _Sections(QWidget):
    """The sections one below the other, with a hairline above each."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines between sections."""
        painter, line = QPainter(self), QColor(current_colours().border)
        for place in range(1, self.rows.count()):
            item = self.rows.itemAt(place)
            section = item.widget() if item is not None else None
            if section is not None and section.isVisible():
                painter.fillRect(0, section.y() - 1, self.width(), 1, line)


class PanelColumn(ScrollingPanel):
    """Sections of panels in one scroll area; those that can use it share the room left over."""

    _wanted: PanelSection | None = None  # asked for last; Qt filters events before it is made

    def __init__(self, name: str) -> None:
        self._sections = _Sections()
        super().__init__(self._sections)
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys are those of what is in it
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._stretches: dict[PanelSection, int] = {}

    def show_sections(self, sections: Iterable[tuple[PanelSection, int]]) -> None:
        """Show these, from above, each with its share of the room left over; hide all others."""
        for section in self._stretches:
            section.hide()
        rows = self._sections.rows
        while rows.count():
            rows.takeAt(0)
        self._stretches = dict(sections)
        for section in self._stretches:
            rows.addWidget(section)
            section.show()
        rows.addStretch(0)
        self.share_room()

    def add_section(self, section: PanelSection) -> None:
        """Show one more section below the others."""
        rows = self._sections.rows
        rows.insertWidget(rows.count() - 1, section)
        self._stretches[section] = 0
        section.show()

    @property
    def sections(self) -> tuple[PanelSection, ...]:
        """The sections of the column, from above."""
        return tuple(self._stretches)

    def share_room(self) -> None:
        """Give the room left over to the open sections that can use it, or to none."""
        rows, total = self._sections.rows, 0
        for place, (section, stretch) in enumerate(self._stretches.items()):
            share = stretch if section.is_open and not section.is_out else 0
            rows.setStretch(place, share)
            total += share
        rows.setStretch(len(self._stretches), 0 if total else 1)
        self.updateGeometry()

    def bring_into_view(self, section: PanelSection) -> None:
        """Scroll to a section once it has its place, and again if it grows soon after."""
        self._wanted = section
        section.installEventFilter(self)
        QTimer.singleShot(0, section, self._show_wanted)
        QTimer.singleShot(SOON_MS, section, lambda: self._let_go(section))

    def _show_wanted(self) -> None:
        """Show the whole section, or its upper part where it is higher than the column."""
        section = self._wanted
        if section is not None and section.isVisible():
            bar, top = self.verticalScrollBar(), section.y()
            low = top + section.height() - self.viewport().height()
            bar.setValue(min(top, max(bar.value(), low)) if bar.value() < top else top)

    def _let_go(self, section: PanelSection) -> None:
        section.removeEventFilter(self)
        if self._wanted is section:
            self._wanted = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the section that is wanted."""
        if watched is self._wanted and event.type() is QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._show_wanted)
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return what the widest open panel needs, as far as the window can give it."""
        bar = self.verticalScrollBar().sizeHint().width()
        wanted = self._sections.minimumSizeHint().width() + bar
        most = round(MAX_SHARE * self.window().width())
        return QSize(max(NARROWEST, min(wanted, most)), 0)

    def sizeHint(self) -> QSize:
        """Return its least width."""
        return self.minimumSizeHint()
