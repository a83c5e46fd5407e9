"""What the screen showed before a zoom, stretched, until the tiles of the new size are painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from studio.canvas.frame import Clip, PixelFrame

# Stretched or shrunk further, an old picture says less than the fast one.
MOST_STRETCHED, MOST_SHRUNK = 3.0, 0.4


class StretchedTiles:
    """A picture of tiles at another size, see-through where there were none."""

    def __init__(self, frame: PixelFrame) -> None:
        self.frame = frame
        self.image = QImage(frame.wide, frame.high, QImage.Format.Format_ARGB32_Premultiplied)
        self.image.fill(Qt.GlobalColor.transparent)

    def add(self, tile: QImage, left: int, top: int) -> None:
        """A tile at a pixel of the picture."""
        painter = QPainter(self.image)
        painter.drawImage(QPointF(left, top), tile)
        painter.end()

    def paint(self, painter: QPainter, frame: PixelFrame, clip: Clip) -> None:
        """Paint what the picture holds of a part of another frame."""
        scale = frame.width / self.frame.width
        if not MOST_SHRUNK <= scale <= MOST_STRETCHED:
            return
        left, top, right, bottom = clip
        source = QRectF(
            (frame.left + left) / scale - self.frame.left,
            (frame.top + top) / scale - self.frame.top,
            (right - left) / scale,
            (bottom - top) / scale,
        )
        shown = source.intersected(QRectF(self.image.rect()))
        if shown.isEmpty():
            return
        target = QRectF(
            left + (shown.left() - source.left()) * scale,
            top + (shown.top() - source.top()) * scale,
            shown.width() * scale,
            shown.height() * scale,
        )
        painter.drawImage(target, self.image, shown)
