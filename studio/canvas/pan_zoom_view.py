"""A widget that shows a part of a sheet, and the gestures that pan and zoom it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from studio.canvas.pointer_events import MouseButton
from studio.rendering.qt_environment import is_motion_reduced

Screen = tuple[float, float]
Nudge = Callable[[int, int, Qt.KeyboardModifier], bool]
"""Handle an arrow key, by direction right and down; False lets it pan the sheet."""


class PanZoomCamera(Protocol):
    """A screen over a sheet. Sizes and points of the screen are in logical pixels."""

    @property
    def scale(self) -> float:
        """The width of one unit of the sheet in pixels."""
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
        self.covered = 0, 0  # pixels at the upper and lower edge that something floats over
        self.conclude: Callable[[], None] = lambda: None  # Space, pressed and released alone
        self.tell_here: Callable[[QHelpEvent], None] | None = None  # where the pointer rests
        self.nudge: Nudge = lambda right, down, keys: False  # arrow keys, likewise

    @property
    def has_sheet(self) -> bool:
        """True if there is anything to look at."""
        return self._camera is not None

    @property
    def camera(self) -> C:
        """The part of the sheet that is shown; only when there is one."""
        assert self._camera is not None, "nothing is shown yet"
        return self._camera

    @property
    def scale(self) -> float:
        """The width of a unit of the sheet in logical pixels."""
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
        (wide, high), (above, below) = self._screen, self.covered
        fitted = self._whole().fitted((wide, high - above - below))
        self.set_camera(fitted.moved(0, -above))
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
        """Keep a fitted sheet fitted, else keep the middle of the view."""
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


# --- its gestures ---------------------------------------------------------------------------------

NOTCH = 120.0  # of a mouse wheel, in eighths of a degree
DOUBLINGS_A_NOTCH = 0.28
GLIDE_MS = 12
# The part of the way that a gliding zoom goes in one step, and where it ends.
GLIDE, ARRIVED = 0.34, 0.004
KEY_STEP, KEY_LEAP = 48.0, 240.0  # pixels an arrow key moves the map

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
BUTTONS = {
    Qt.MouseButton.LeftButton: MouseButton.LEFT,
    Qt.MouseButton.RightButton: MouseButton.RIGHT,
}


class PanZoomGestures(QObject):
    """Watches a canvas.

    Wheel, pinch, Ctrl with scrolling, + and − zoom about the pointer. The middle button, Space with
    the left one, two fingers and the arrow keys move the sheet. With Ctrl, the arrow keys move a
    place for the keyboard to point at; Enter presses there, for as long as it is held.
    """

    def __init__(self, canvas: PanZoomView[Any]) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self._panned_from: QPointF | None = None
        self._held = MouseButton.NONE
        self._clicks = 1  # of the press that is held
        self._at: QPointF | None = None
        self._is_space = False
        self._is_space_alone = False  # nothing was moved since it went down
        self._is_enter = False
        self._shape: Qt.CursorShape | None = None  # what a press would do, where it says
        self._wished = 0.0
        self._about = QPointF()
        self._glider = QTimer(self, interval=GLIDE_MS)
        self._glider.timeout.connect(self._glide)
        canvas.installEventFilter(self)
        canvas.camera_changed.connect(self._point_again)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is for us."""
        if not self.canvas.has_sheet:
            return False
        match event.type():
            case QEvent.Type.Wheel if isinstance(event, QWheelEvent):
                self._scroll(event)
            case QEvent.Type.NativeGesture if isinstance(event, QNativeGestureEvent):
                return self._pinch(event)
            case QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonDblClick:
                assert isinstance(event, QMouseEvent)
                return self._press(event)
            case QEvent.Type.MouseMove if isinstance(event, QMouseEvent):
                self._move(event)
            case QEvent.Type.MouseButtonRelease if isinstance(event, QMouseEvent):
                return self._release(event)
            case QEvent.Type.KeyPress if isinstance(event, QKeyEvent):
                return self._key_down(event)
            case QEvent.Type.KeyRelease if isinstance(event, QKeyEvent):
                return self._key_up(event)
            case QEvent.Type.ToolTip if self.canvas.tell_here is not None:
                assert isinstance(event, QHelpEvent)
                self.canvas.tell_here(event)
            case QEvent.Type.Leave:
                self._at = None
                self.canvas.left.emit()
                return False
            case _:
                return False
        return True

    # --- zooming ---------------------------------------------------------------------------------

    def _scroll(self, event: QWheelEvent) -> None:
        pixels, degrees = event.pixelDelta(), event.angleDelta()
        keys = event.modifiers()
        is_pad = event.device().type() == QInputDevice.DeviceType.TouchPad or (
            not pixels.isNull() and event.phase() != Qt.ScrollPhase.NoScrollPhase
        )
        if keys & Qt.KeyboardModifier.ControlModifier or not (
            is_pad or keys & Qt.KeyboardModifier.ShiftModifier
        ):
            notches = (degrees.y() or degrees.x()) / NOTCH
            self._zoom(2.0 ** (DOUBLINGS_A_NOTCH * notches), event.position(), abs(notches) >= 1)
            return
        step = QPointF(pixels) if not pixels.isNull() else QPointF(degrees) * 0.5
        if keys & Qt.KeyboardModifier.ShiftModifier and not step.x():
            step = QPointF(step.y(), 0.0)
        self.canvas.pan(-step.x(), -step.y())

    def _pinch(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._zoom(max(0.2, 1.0 + event.value()), event.position(), False)
        return True

    def _zoom(self, factor: float, about: QPointF, is_step: bool) -> None:
        """Zoom at once as fingers do, or glide there from the steps of a wheel."""
        if not is_step or is_motion_reduced():
            self._glider.stop()
            self.canvas.zoom_to(factor, about)
            return
        if not self._glider.isActive():
            self._wished = self.canvas.scale
        screen = float(self.canvas.width()), float(self.canvas.height())
        self._wished = self.canvas.camera.bounded_scale(self._wished * factor, screen)
        self._about = about
        self._glider.start()

    def _glide(self) -> None:
        left = math.log(self._wished / self.canvas.scale)
        if abs(left) < ARRIVED:
            self._glider.stop()
            self.canvas.set_scale(self._wished, self._about)
        else:
            self.canvas.zoom_to(math.exp(GLIDE * left), self._about)

    # --- the pointer -----------------------------------------------------------------------------

    def _press(self, event: QMouseEvent) -> bool:
        self._at = event.position()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._is_space):
            self._panned_from, self._is_space_alone = event.position(), False
            self.canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
            return True
        if event.button() not in BUTTONS or self._held is not MouseButton.NONE:
            return False
        self._held = BUTTONS[event.button()]
        self._clicks = 2 if event.type() == QEvent.Type.MouseButtonDblClick else 1
        self.canvas.pressed.emit(self._pointer(event.position(), event.modifiers(), self._clicks))
        return True

    def _move(self, event: QMouseEvent) -> None:
        self._at = event.position()
        if self._panned_from is not None:
            step = self._panned_from - event.position()
            self._panned_from = event.position()
            self.canvas.pan(step.x(), step.y())
            return
        signal = self.canvas.hovered if self._held is MouseButton.NONE else self.canvas.moved
        signal.emit(self._pointer(event.position(), event.modifiers()))

    def _release(self, event: QMouseEvent) -> bool:
        if self._panned_from is not None and event.button() not in (Qt.MouseButton.RightButton,):
            self._panned_from = None
            self.show_pointer()
            return True
        if BUTTONS.get(event.button()) is not self._held or self._held is MouseButton.NONE:
            return False
        self.canvas.released.emit(self._pointer(event.position(), event.modifiers(), self._clicks))
        self._held = MouseButton.NONE
        return True

    def _point_again(self) -> None:
        """The map has moved under a pointer that has not."""
        if self._at is not None and self._held is MouseButton.NONE and self._panned_from is None:
            self.canvas.hovered.emit(self._pointer(self._at, Qt.KeyboardModifier.NoModifier))

    # --- what the sheet says for itself -----------------------------------------------------------

    def _pointer(self, at: QPointF, keys: Qt.KeyboardModifier, clicks: int = 1) -> object:
        """The pointer at a point of the canvas, as tools of the sheet want it."""
        raise NotImplementedError

    def _key_place(self) -> QPointF | None:
        """The point of the canvas the keyboard points at; None for none."""
        raise NotImplementedError

    def _step_key(self, right: int, down: int) -> None:
        """Move the place the keyboard points at; it starts from the middle of the canvas."""
        raise NotImplementedError

    # --- keys ------------------------------------------------------------------------------------

    def _key_down(self, event: QKeyEvent) -> bool:
        key, keys = Qt.Key(event.key()), event.modifiers()
        if key in ARROWS and keys & Qt.KeyboardModifier.ControlModifier:
            self._step(*ARROWS[key], keys)
        elif key in ARROWS and self.canvas.nudge(*ARROWS[key], keys):
            return True
        elif key in ARROWS:
            leap = KEY_LEAP if keys & Qt.KeyboardModifier.ShiftModifier else KEY_STEP
            right, down = ARROWS[key]
            self.canvas.pan(right * leap, down * leap)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus) and not (
            keys & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        ):
            self.canvas.zoom_to(2.0 ** (-0.25 if key == Qt.Key.Key_Minus else 0.25), self._at)
        elif key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._is_space = self._is_space_alone = True
                self.show_pointer()
        elif key in ENTER and not event.isAutoRepeat() and self.canvas.confirm():
            return True
        elif key in ENTER and self._key_place() is not None:
            self._press_key(event)
        else:
            return False
        return True

    def _key_up(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return False
        if event.key() == Qt.Key.Key_Space:
            is_alone, self._is_space = self._is_space_alone and self._is_space, False
            self.show_pointer()
            if is_alone:
                self.canvas.conclude()
            return True
        if self._is_enter and event.key() in ENTER:
            self.canvas.released.emit(self._keyboard_pointer(event.modifiers()))
            self._is_enter, self._held = False, MouseButton.NONE
            return True
        return False

    def _press_key(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat() and self._held is MouseButton.NONE:
            self._is_enter, self._held = True, MouseButton.LEFT
            self.canvas.pressed.emit(self._keyboard_pointer(event.modifiers()))

    def _step(self, right: int, down: int, keys: Qt.KeyboardModifier) -> None:
        self._step_key(right, down)
        signal = self.canvas.moved if self._is_enter else self.canvas.hovered
        signal.emit(self._keyboard_pointer(keys & ~Qt.KeyboardModifier.ControlModifier))

    def hover_key(self) -> None:
        """Look at where the keyboard points now."""
        self.canvas.hovered.emit(self._keyboard_pointer(Qt.KeyboardModifier.NoModifier))

    def _keyboard_pointer(self, keys: Qt.KeyboardModifier) -> object:
        at = self._key_place()
        assert at is not None, "the keyboard points nowhere"
        return self._pointer(at, keys)

    def set_cursor(self, shape: Qt.CursorShape | None) -> None:
        """Let the pointer tell what a press would do now; None for nothing in particular."""
        if shape != self._shape:
            self._shape = shape
            self.show_pointer()

    def show_pointer(self) -> None:
        """The pointer tells what a press would do: move the map, be refused, or anything else."""
        if self._panned_from is not None:
            return
        if self._is_space:
            self.canvas.setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._shape is not None:
            self.canvas.setCursor(self._shape)
        else:
            self.canvas.unsetCursor()
