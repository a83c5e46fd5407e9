"""A bar that floats over a map, at its head or its foot."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from studio.widgets.control_drawings import draw_box
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import Radius, Space, current_colours


class FloatingBar(QFrame):
    """A card over a map, in the middle of its upper or lower edge, however large the map is made.

    It is as wide as what it holds, or as `widest` where that is given and there is room.
    """

    def __init__(self, board: QWidget, edge: Qt.Edge, widest: int = 0) -> None:
        super().__init__(board)
        self._board, self._edge, self._widest = board, edge, widest
        self.setCursor(Qt.CursorShape.ArrowCursor)
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the edge of the map."""
        if event.type() is QEvent.Type.Resize and watched is self._board:
            self.take_place()
        return False

    def event(self, event: QEvent) -> bool:
        """Take another size when what it holds has changed."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.take_place()
        return super().event(event)

    def take_place(self) -> None:
        """Lie at the edge, as wide as there is room."""
        wanted, room = self.sizeHint(), self._board.rect()
        wide = max(wanted.width(), scale_length(self._widest))
        place = QRect(0, Space.SMALL, min(wide, room.width() - 2 * Space.SMALL), wanted.height())
        place.moveLeft((room.width() - place.width()) // 2)
        if self._edge is Qt.Edge.BottomEdge:
            place.moveBottom(room.bottom() - Space.SMALL)
        self.setGeometry(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        painter, colours = QPainter(self), current_colours()
        draw_box(painter, self.rect(), colours.surface, colours.border, Radius.PANEL)
        painter.end()
