"""The whole sheet in a corner, with the part that the canvas shows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from studio.canvas.canvas import MapCanvas


class MiniMap(QWidget):
    """The whole sheet; a click or drag moves the canvas there."""

    def __init__(self, canvas: MapCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
