"""The dice that are proposed, as they would lie."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.rendering.charts.dice_pictures import paint_die

DIE, GAP = 34, 8  # pixels


class DiceTray(QWidget):
    """Draws some faces; hidden while none are proposed."""

    def __init__(self) -> None:
        super().__init__()
        self.faces: tuple[int, ...] = ()
        self._sides = 6
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_faces(self, faces: Sequence[int], sides: int) -> None:
        """Show other faces, or none."""
        self.faces, self._sides = tuple(faces), sides
        self.setVisible(bool(faces))
        self.setAccessibleDescription(" ".join(map(str, faces)))
        self.update()

    def sizeHint(self) -> QSize:
        """A row of dice."""
        return QSize(len(self.faces) * (DIE + GAP) + GAP, DIE + GAP)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, face in enumerate(self.faces):
            square = QRectF(GAP / 2 + number * (DIE + GAP), GAP / 2, DIE, DIE)
            paint_die(painter, square, face, self._sides)
        painter.end()
