"""The base of tabs with a table: its canvas, and the pointer's place on it."""

from __future__ import annotations

from typing import Any

from engine.narration.number_format import format_decimal
from engine.tabletop.shapes import FOOT
from studio.canvas.camera import TabletopCamera
from studio.canvas.pan_zoom_view import PanZoomView
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.canvas.tabletop_canvas import TabletopCanvas
from studio.map_tools.tool_pointer import PointerPhase
from studio.widgets.localization import Localizer


class TabletopTabBase:
    """Joins a tab with its canvas; the tab says what a pointer does, and what leaves with it."""

    canvas: TabletopCanvas
    localize: Localizer
    selected: Any  # the tab's signals
    pointed: Any
    _pointer: TabletopPointerEvent | None

    def _follow_pointer(self) -> None:
        """Hear what the pointer does on the canvas."""
        canvas = self.canvas
        canvas.pressed.connect(lambda event: self._point(event, PointerPhase.PRESS))
        canvas.moved.connect(lambda event: self._point(event, PointerPhase.MOVE))
        canvas.hovered.connect(lambda event: self._point(event, PointerPhase.MOVE))
        canvas.released.connect(lambda event: self._point(event, PointerPhase.RELEASE))
        canvas.left.connect(self._leave)
        canvas.camera_changed.connect(self.pointed)

    def _point(self, pointer: TabletopPointerEvent, phase: PointerPhase) -> None:
        """The pointer was pressed, moved or let go."""
        raise NotImplementedError

    def _leave(self) -> None:
        """The pointer has left."""
        raise NotImplementedError

    def _lay_marks(self) -> None:
        """Show what lies over the country."""
        raise NotImplementedError

    @property
    def surface(self) -> PanZoomView[TabletopCamera] | None:
        """Its canvas."""
        return self.canvas

    @property
    def here(self) -> tuple[float, float] | None:
        """Return the place of the pointer; None while it is elsewhere."""
        return (self._pointer.x, self._pointer.y) if self._pointer is not None else None

    @property
    def pointed_place(self) -> tuple[float, float]:
        """Return the place of the pointer, else the middle of the view."""
        middle = self.canvas.camera.table(self.canvas.width() / 2, self.canvas.height() / 2)
        return self.here or middle

    def focus(self) -> None:
        """Give the keyboard focus to the table."""
        self.canvas.setFocus()

    def show_selection(self) -> None:
        """The selection, or what is selected, has changed."""
        self._lay_marks()
        self.selected.emit()
        self.pointed.emit()

    def zoom_text(self) -> str:
        """Describe the length of a foot in pixels."""
        width = format_decimal(f"{self.canvas.scale * FOOT:.3g}", self.localize.language)
        return self.localize("table-zoom", width=width)
