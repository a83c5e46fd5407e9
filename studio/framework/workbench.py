"""The middle of the window: the work, a page in its place, a strip below, and the columns."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.widgets.containers import ScrollingPanel
from studio.widgets.icons import action_icon
from studio.widgets.panel_column import PanelColumn
from studio.widgets.sizing import scale_length, sized_font
from studio.widgets.tokens import Space, TextSize

WIDTHS = 264, 300  # pixels of the left and the right column, at the usual text size
MIN_WORK = 420  # pixels left to the work; with less, one of two columns folds


class Side(StrEnum):
    """The places of panels round the work."""

    LEFT = "left"
    RIGHT = "right"
    BELOW = "below"
    PAGE = "page"


COLUMNS = Side.LEFT, Side.RIGHT


class PanelPage(QWidget):
    """A panel in the place of the work, under an arrow that leads back."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.back, self.title = QToolButton(), QLabel()
        self.back.setIcon(action_icon("back"))
        self.back.setAutoRaise(True)
        self.back.clicked.connect(self.left)
        self._area: ScrollingPanel | None = None
        head = QHBoxLayout()
        head.setContentsMargins(Space.SMALL, Space.SMALL, Space.LARGE, Space.SMALL)
        head.addWidget(self.back)
        head.addWidget(self.title, 1)
        self._room = QVBoxLayout(self)
        self._room.setContentsMargins(0, 0, 0, 0)
        self._room.addLayout(head)

    def show_panel(self, title: str, panel: QWidget) -> None:
        """Show a panel under its title."""
        self.title.setFont(sized_font(TextSize.LARGE, is_bold=True))
        self.title.setText(title)
        self._area = ScrollingPanel(panel)
        self._room.addWidget(self._area, 1)
        panel.show()

    def clear(self) -> None:
        """Let the panel go."""
        if self._area is not None:
            panel = self._area.takeWidget()
            panel.hide()
            panel.setParent(self)
            self._room.removeWidget(self._area)
            self._area.deleteLater()
            self._area = None


class Workbench(QWidget):
    """Lays out the columns round the work, and folds what there is no room for."""

    widths_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.columns = {side: PanelColumn(f"{side}-column") for side in COLUMNS}
        self.widths = dict(zip(COLUMNS, WIDTHS, strict=True))  # at the usual text size
        self.folded: set[Side] = set()
        self._used: set[Side] = set()
        self.first = Side.RIGHT  # the column that keeps its place where there is room for one
        self.page, self.stack = PanelPage(), QStackedWidget()
        self.strip = QVBoxLayout()
        self.parts = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()

    def _lay_out(self) -> None:
        self.stack.addWidget(self.page)
        middle = QWidget()
        rows = QVBoxLayout(middle)
        for layout in (rows, self.strip):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        rows.addWidget(self.stack, 1)
        rows.addLayout(self.strip)
        for part in (self.columns[Side.LEFT], middle, self.columns[Side.RIGHT]):
            self.parts.addWidget(part)
        self.parts.setStretchFactor(1, 1)
        self.parts.setChildrenCollapsible(False)
        self.parts.setHandleWidth(1)  # Qt lets it be caught a few pixels beside it, too
        self.parts.splitterMoved.connect(self._keep_widths)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.parts)
        self.arrange()

    def set_work(self, work: QWidget) -> None:
        """Put the works into the middle."""
        self.stack.addWidget(work)
        self.stack.setCurrentWidget(work)

    # --- columns ----------------------------------------------------------------------------------

    def use_columns(self, used: set[Side]) -> None:
        """Show the columns that have panels."""
        self._used = used
        self.arrange()

    def uses(self, side: Side) -> bool:
        """Return True if a column has panels of the work in front."""
        return side in self._used

    def is_shown(self, side: Side) -> bool:
        """Return True if a column is not folded away."""
        return not self.columns[side].isHidden()

    def fold(self, side: Side, is_folded: bool) -> None:
        """Fold a column away, or bring it back, in the place of the other if need be."""
        if is_folded:
            self.folded.add(side)
        else:
            self.folded.discard(side)
            self.first = side
        self.arrange()

    def toggle(self, side: Side) -> None:
        """Fold a column away if it is shown, else bring it back."""
        if side in self._used:
            self.fold(side, self.is_shown(side))

    def arrange(self) -> None:
        """Show the columns there is room for, each as wide as it was made."""
        wanted = [side for side in COLUMNS if side in self._used and side not in self.folded]
        wanted.sort(key=lambda side: side is not self.first)
        left = self.width() - scale_length(MIN_WORK)
        shown: set[Side] = set()
        for side in wanted:
            left -= self._width(side)
            if not shown or left >= 0:
                shown.add(side)
        for side, column in self.columns.items():
            column.setVisible(side in shown)
        sides = [self._width(side) if side in shown else 0 for side in COLUMNS]
        self.parts.setSizes([sides[0], max(0, self.width() - sum(sides)), sides[1]])

    def set_width(self, side: Side, wide: int) -> None:
        """Make a column so wide, in pixels at the usual text size."""
        self.widths[side] = wide
        self.arrange()

    def _width(self, side: Side) -> int:
        least = self.columns[side].minimumSizeHint().width()
        return max(least, scale_length(self.widths[side]))

    def _keep_widths(self) -> None:
        """Remember how wide the user has made the columns."""
        for side, column in self.columns.items():
            if self.is_shown(side):
                self.widths[side] = round(column.width() * self.widths[side]
                                          / scale_length(self.widths[side]))  # fmt: skip
        self.widths_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or show columns as there is room."""
        super().resizeEvent(event)
        self.arrange()

    # --- the page ---------------------------------------------------------------------------------

    def show_page(self, title: str, panel: QWidget) -> None:
        """Show a panel in the place of the work."""
        self.page.show_panel(title, panel)
        self.stack.setCurrentWidget(self.page)

    def close_page(self) -> None:
        """Show the work again."""
        self.page.clear()
        self.stack.setCurrentIndex(self.stack.count() - 1)

    def name_back(self, words: str) -> None:
        """Say where the arrow of a page leads."""
        self.page.back.setToolTip(words)
        self.page.back.setAccessibleName(words)
