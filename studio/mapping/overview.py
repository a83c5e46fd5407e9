"""The overview: the whole sheet of the map in front, small."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from studio.canvas.canvas import MapCanvas
from studio.canvas.minimap import MiniMap


class Overview(QStackedWidget):
    """One small map for every canvas."""

    def __init__(self) -> None:
        super().__init__()
        self._maps: dict[MapCanvas, MiniMap] = {}
        self._nothing = QWidget()
        self.addWidget(self._nothing)

    def show_canvas(self, canvas: MapCanvas) -> None:
        """Show the sheet of a canvas."""
        if canvas not in self._maps:
            self._maps[canvas] = MiniMap(canvas)
            self.addWidget(self._maps[canvas])
        self.setCurrentWidget(self._maps[canvas])

    def show_nothing(self) -> None:
        """What is in front is no map of hexes."""
        self.setCurrentWidget(self._nothing)

    def forget(self, canvas: MapCanvas) -> None:
        """A canvas goes."""
        if canvas in self._maps:
            small = self._maps.pop(canvas)
            self.removeWidget(small)
            small.deleteLater()
