"""A view of a sheet that pans, zooms and fits; its content is up to subclasses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

Screen = tuple[float, float]
Nudge = Callable[[int, int, Qt.KeyboardModifier], bool]
"""What an arrow key does, by its direction right and down; False where it is to move the sheet."""


class PanZoomCamera(Protocol):
    """A screen over a sheet. Sizes and points of the screen are in logical pixels."""

    @property
    def scale(self) -> float:
        """Return the width of a unit of the sheet, in pixels."""
        ...

    def moved(self: C, right: float, down: float) -> C:
        """The screen moved over the sheet."""
        ...

    def with_scale(self: C, scale: float, about: Screen) -> C:
        """Another scale, the sheet staying where it is under a point of the screen."""
        ...

    def fitted(self: C, screen: Screen) -> C:
        """The whole sheet in the middle of the screen."""
        ...

    def bounded_scale(self, scale: float, screen: Screen) -> float:
        """The scale nearest to a wished one at which the sheet is neither lost nor too large."""
        ...

    def bounded(self: C, screen: Screen) -> C:
        """The nearest view in which some of the sheet can be seen."""
        ...


C = TypeVar("C", bound=PanZoomCamera)


class PanZoomView(QWidget, Generic[C]):
    """Shows a part of a sheet. What the pointer signals carry says the kind of sheet."""

    pressed = Signal(object)
    moved = Signal(object)  # while a button is held
    released = Signal(object)
    hovered = Signal(object)  # while none is
    left = Signal()  # the pointer has left the canvas
    camera_changed = Signal()  # another part of the sheet, or another size

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._camera: C | None = None
        self._is_fitted = True
        self.confirm: Callable[[], bool] = lambda: False  # Enter, where it may mean the work
        self.tell_here: Callable[[QHelpEvent], None] | None = None  # where the pointer rests
        self.nudge: Nudge = lambda right, down, keys: False  # arrow keys, likewise

    @property
    def has_sheet(self) -> bool:
        """Return True if there is a sheet to show."""
        return self._camera is not None

    @property
    def camera(self) -> C:
        """Return the camera; only if there is a sheet."""
        assert self._camera is not None, "nothing is shown yet"
        return self._camera

    @property
    def scale(self) -> float:
        """Return the width of a unit of the sheet, in logical pixels."""
        return self.camera.scale

    def zoom_to(self, factor: float, about: QPointF | None = None) -> None:
        """Make all larger by a factor, about a point of the canvas or its middle."""
        self.set_scale(self.camera.scale * factor, about)

    def set_scale(self, scale: float, about: QPointF | None = None) -> None:
        """Show a unit of the sheet so wide, about a point of the canvas or its middle."""
        point = about or QPointF(self.width() / 2, self.height() / 2)
        bounded = self.camera.bounded_scale(scale, self._screen)
        self.set_camera(self.camera.with_scale(bounded, (point.x(), point.y())))

    def fit(self) -> None:
        """Show the whole sheet, also when the canvas is resized, until it is moved or zoomed."""
        self.set_camera(self._whole().fitted(self._screen))
        self._is_fitted = True

    def actual_size(self) -> None:
        """Show the sheet as large as it is printed."""
        raise NotImplementedError

    def pan(self, right: float, down: float) -> None:
        """Move the screen over the sheet by so many logical pixels."""
        self.set_camera(self.camera.moved(right, down))

    def set_camera(self, camera: C) -> None:
        """Show another part of the sheet."""
        camera = camera.bounded(self._screen)
        self._is_fitted = False
        if camera == self._camera:
            return
        is_zoomed = self._camera is None or camera.scale != self._camera.scale
        self._camera = camera
        self._go_on(is_zoomed)
        self.update()
        self.camera_changed.emit()

    def _whole(self) -> C:
        """Any camera over the sheet that is to be shown."""
        raise NotImplementedError

    def _go_on(self, is_zoomed: bool) -> None:
        """Another part of the sheet is shown; `is_zoomed`: at another scale."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the fit, or else the middle, when the widget is resized."""
        if self._camera is None:
            return
        if self._is_fitted:
            self.fit()
            return
        before = event.oldSize()
        right, down = before.width() - self.width(), before.height() - self.height()
        self.set_camera(self.camera.moved(right / 2, down / 2))

    @property
    def _screen(self) -> Screen:
        return float(self.width()), float(self.height())
