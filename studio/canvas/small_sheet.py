"""The whole of a sheet in a corner: a frame round what the canvas shows, and a click goes there."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

FRAME = (("#ffffff", 3.0), ("#c1121f", 1.4))  # shades and pixels, the lower first


class MinimapBase(QWidget):
    """What is drawn of the sheet, and where a point of it lies, those say who know the sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Enough to find one's way."""
        return QSize(220, 160)

    def visible_part(self) -> QRectF:
        """The rectangle here of what the canvas shows."""
        raise NotImplementedError

    def go(self, at: QPointF) -> None:
        """Bring what lies at a point here to the middle of the canvas."""
        raise NotImplementedError

    def paint_frame(self, painter: QPainter) -> None:
        """A frame round what the canvas shows."""
        seen = self.visible_part()
        painter.fillRect(seen, QColor(255, 255, 255, 36))
        for shade, thickness in FRAME:
            painter.setPen(QPen(QColor(shade), thickness))
            painter.drawRect(seen)

    def within(self, seen: QRectF) -> QRectF:
        """A rectangle as far as its frame is seen here."""
        return seen.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self.go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on, while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go(event.position())
