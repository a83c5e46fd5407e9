"""A row of buttons of which one is down, drawn as one control."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from studio.widgets import control_drawings as controls
from studio.widgets.control_drawings import draw_box
from studio.widgets.sizing import bold_font, scale_length
from studio.widgets.tokens import Radius, Space, current_colours

HIGH = 26  # pixels of a segment


class Segment(QAbstractButton):
    """One of the choices."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for the words in bold, so that nothing moves when it is chosen."""
        words = QFontMetrics(bold_font(self.font())).horizontalAdvance(self.text())
        return QSize(words + 2 * Space.MEDIUM, scale_length(HIGH))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the whole words."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, on a raised ground where it is chosen."""
        painter, colours = QPainter(self), current_colours()
        if self.isChecked():
            draw_box(painter, self.rect(), colours.raised, colours.border)
            painter.setFont(bold_font(self.font()))
        elif self.underMouse() and self.isEnabled():
            draw_box(painter, self.rect(), colours.hover)
        ink = colours.text if self.isChecked() else colours.muted
        painter.setPen(QColor(ink if self.isEnabled() else colours.faint))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            controls.draw_focus_ring(painter, self.rect())
        painter.end()


class SegmentedControl(QWidget):
    """Offers a few choices, each by a name; one of them or none is chosen."""

    chosen = Signal(str)  # a choice the user has clicked

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self.segments = {name: Segment() for name in names}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 3, 3, 3)
        row.setSpacing(2)
        for name, segment in self.segments.items():
            self._group.addButton(segment)
            row.addWidget(segment)
            segment.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_choice(self, name: str | None) -> None:
        """Show which of them is chosen."""
        self._group.setExclusive(False)
        for each, segment in self.segments.items():
            segment.setChecked(each == name)
        self._group.setExclusive(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the trough the choices stand in."""
        painter = QPainter(self)
        draw_box(painter, self.rect(), current_colours().sunken, radius=Radius.PANEL)
        painter.end()
