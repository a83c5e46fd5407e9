"""Mouse, trackpad and keys on a canvas: moving the sheet, and pointer events for the tools."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import (
    QHelpEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)

from studio.canvas.pan_zoom_view import PanZoomView
from studio.canvas.pointer_events import MouseButton
from studio.rendering.qt_environment import is_motion_reduced

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
        self._at: QPointF | None = None
        self._is_space = False
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
            self._panned_from = event.position()
            self.canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
            return True
        if event.button() not in BUTTONS or self._held is not MouseButton.NONE:
            return False
        self._held = BUTTONS[event.button()]
        clicks = 2 if event.type() == QEvent.Type.MouseButtonDblClick else 1
        self.canvas.pressed.emit(self._pointer(event.position(), event.modifiers(), clicks))
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
        self.canvas.released.emit(self._pointer(event.position(), event.modifiers()))
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
        """Return the place on the canvas of the keyboard cursor; None if it is nowhere."""
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
            self._is_space = True
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
            self._is_space = False
            self.show_pointer()
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
        """Set the cursor to show the effect of a press; None for nothing in particular."""
        if shape != self._shape:
            self._shape = shape
            self.show_pointer()

    def show_pointer(self) -> None:
        """Set the cursor to the effect of a press: move the map, be refused, or anything else."""
        if self._panned_from is not None:
            return
        if self._is_space:
            self.canvas.setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._shape is not None:
            self.canvas.setCursor(self._shape)
        else:
            self.canvas.unsetCursor()
