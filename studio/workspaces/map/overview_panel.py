"""The overview: the whole sheet of the map or table in front, small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from studio.canvas.pan_zoom_view import PanZoomView

if TYPE_CHECKING:
    from studio.canvas.minimap import MinimapBase


class OverviewPanel(QStackedWidget):
    """One small map for every canvas."""

    def __init__(self) -> None:
        super().__init__()
        self._maps: dict[PanZoomView[Any], MinimapBase] = {}
        self._nothing = QWidget()
        self.addWidget(self._nothing)

    def show_canvas(self, canvas: PanZoomView[Any] | None) -> None:
        """Show the sheet of a canvas; nothing for a tab without one."""
        self.setCurrentWidget(self._of(canvas) or self._nothing)

    def _of(self, canvas: PanZoomView[Any] | None) -> MinimapBase | None:
        if canvas is None or canvas in self._maps:
            return self._maps[canvas] if canvas is not None else None
        small = _small(canvas)
        if small is not None:
            self._maps[canvas] = small
            self.addWidget(small)
        return small

    def forget(self, canvas: PanZoomView[Any] | None) -> None:
        """Forget a canvas that is closed."""
        if canvas is not None and canvas in self._maps:
            small = self._maps.pop(canvas)
            self.removeWidget(small)
            small.deleteLater()


def _small(canvas: PanZoomView[Any]) -> MinimapBase | None:
    """The sheet of a canvas in small; what draws it is loaded with the first."""
    from studio.canvas.map_canvas import MapCanvas

    if isinstance(canvas, MapCanvas):
        from studio.canvas.minimap import MapMinimap

        return MapMinimap(canvas)
    from studio.canvas.minimap import TabletopMinimap
    from studio.canvas.tabletop_canvas import TabletopCanvas

    return TabletopMinimap(canvas) if isinstance(canvas, TabletopCanvas) else None
