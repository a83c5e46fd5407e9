"""Pointer and keys while a picture is moved or fitted, and the marks that show the fitting."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.canvas.image_placement import ImagePlacement, Point
from studio.map_tools.image_fitting import ImageFitting

if TYPE_CHECKING:
    from studio.canvas.map_canvas import MapCanvas

HERE, THERE, LINE = "#e8590c", "#1c7ed6", "#ffffff"
ARM = 9.0  # pixels of a cross
KEYS = {
    Qt.Key.Key_Escape: "given_up", Qt.Key.Key_Backspace: "taken_back", Qt.Key.Key_Return: "ended",
    Qt.Key.Key_Enter: "ended",
}  # fmt: skip
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class UnderlayAdjuster(QWidget):
    """Lies over a canvas; while `is_on`, the left button and four keys are its own.

    A click points, a drag drags: by a move of the page, or with Shift by a turn, with Ctrl by a
    factor about the middle of the picture. The wheel, the middle button and the arrows stay with
    the map.
    """

    pointed = Signal(object)  # Point of the page, in hexes
    dragged = Signal(object)  # Placing
    dropped = Signal()  # the drag has ended
    given_up = Signal()
    taken_back = Signal()
    ended = Signal()

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self.fitting: ImageFitting | None = None
        self.placing: ImagePlacement | None = None
        self.middle: Point = (0.0, 0.0)
        self._held: tuple[Point, ImagePlacement] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        canvas.camera_changed.connect(self.update)
        self.hide()

    def show_fitting(self, fitting: ImageFitting | None) -> None:
        """Take points for a fitting, and mark them; None for no longer."""
        self.fitting = fitting
        self._appear()

    def adjust(self, placing: ImagePlacement | None, middle: Point) -> None:
        """Let a picture with this middle be dragged from where it lies; None for no longer."""
        self.placing, self.middle = placing, middle
        self._appear()

    @property
    def is_on(self) -> bool:
        """Return True if it takes the pointer from the tools."""
        return self.fitting is not None or self.placing is not None

    def _appear(self) -> None:
        self.setGeometry(self.canvas.rect())
        self.setVisible(self.is_on)
        self.canvas.removeEventFilter(self)
        if self.is_on:
            self.canvas.installEventFilter(self)
            self.canvas.setCursor(Qt.CursorShape.CrossCursor)
        else:
            self.canvas.unsetCursor()
        self.update()

    # --- what happens on the canvas ---------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is for the picture; the rest goes on to the map."""
        if event.type() is QEvent.Type.Resize:
            self.resize(self.canvas.size())
        if isinstance(event, QKeyEvent):
            return self._key(event)
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        name = KEYS.get(Qt.Key(event.key()))
        at = self.canvas.keyboard_hex
        if event.type() is QEvent.Type.ShortcutOverride and name:
            event.accept()
            return True
        if event.type() is not QEvent.Type.KeyPress or event.isAutoRepeat() or not name:
            return event.type() is QEvent.Type.KeyRelease and bool(name)
        if name == "ended" and at is not None and self.fitting and not self.fitting.may_end:
            self.pointed.emit(self.canvas.camera.grid.centre(at, 1.0))
        else:
            getattr(self, name).emit()
        return True

    def _mouse(self, event: QMouseEvent) -> bool:
        at = self._page(event.position())
        if event.type() in PRESSES:
            if event.button() != Qt.MouseButton.LeftButton:
                return event.button() == Qt.MouseButton.RightButton
            if self.fitting is not None:
                self.pointed.emit(at)
            elif self.placing is not None:
                self._held = at, self.placing
            return True
        if event.type() is QEvent.Type.MouseMove and self._held is not None:
            self.dragged.emit(self._carried(at, event.modifiers()))
            return True
        if event.type() is QEvent.Type.MouseButtonRelease and self._held is not None:
            self._held = None
            self.dropped.emit()
            return True
        return False

    def _page(self, at: QPointF) -> Point:
        camera = self.canvas.camera
        x, y = camera.page_point(at.x(), at.y())
        return x / camera.width, y / camera.width

    def _carried(self, at: Point, keys: Qt.KeyboardModifier) -> ImagePlacement:
        assert self._held is not None
        start, placing = self._held
        centre = placing.page(self.middle)
        before = complex(start[0] - centre[0], start[1] - centre[1])
        now = complex(at[0] - centre[0], at[1] - centre[1])
        if abs(before) > 0 and abs(now) > 0:
            if keys & Qt.KeyboardModifier.ShiftModifier:
                factor = now / before
                return turn_and_scale(placing, centre, factor / abs(factor))
            if keys & Qt.KeyboardModifier.ControlModifier:
                return turn_and_scale(placing, centre, complex(abs(now) / abs(before)))
        return placing.moved(at[0] - start[0], at[1] - start[1])

    # --- marks ------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Numbered crosses: where a point of the picture lies, where it belongs, a line between."""
        if self.fitting is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        placing = self.fitting.placing
        for number, (here, there) in enumerate(self.fitting.pairs, 1):
            self._paint_pair(painter, number, placing.page(here), there)
        if self.fitting.half is not None:
            at = self._screen(placing.page(self.fitting.half))
            _cross(painter, at, HERE, len(self.fitting.pairs) + 1)
        painter.end()

    def _paint_pair(self, painter: QPainter, number: int, here: Point, there: Point) -> None:
        ends = self._screen(here), self._screen(there)
        if math.dist(ends[0].toTuple(), ends[1].toTuple()) > 1:
            painter.setPen(QPen(QColor(LINE), 2, Qt.PenStyle.DashLine))
            painter.drawLine(*ends)
            _cross(painter, ends[0], HERE, number)
        _cross(painter, ends[1], THERE, number)

    def _screen(self, page: Point) -> QPointF:
        camera = self.canvas.camera
        return QPointF(*camera.screen_point(page[0] * camera.width, page[1] * camera.width))


def turn_and_scale(placing: ImagePlacement, centre: Point, factor: complex) -> ImagePlacement:
    """The same, turned and scaled by a factor about a point of the page."""
    across = complex(placing.a, placing.b) * factor
    down = complex(placing.c, placing.d) * factor
    middle = complex(*centre)
    corner = middle + (complex(placing.e, placing.f) - middle) * factor
    return ImagePlacement(across.real, across.imag, down.real, down.imag, corner.real, corner.imag)


def _cross(painter: QPainter, at: QPointF, ink: str, number: int) -> None:
    for shade, width in ((LINE, 5), (ink, 2)):
        painter.setPen(QPen(QColor(shade), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(at - QPointF(ARM, 0), at + QPointF(ARM, 0))
        painter.drawLine(at - QPointF(0, ARM), at + QPointF(0, ARM))
    badge = QRectF(at.x() + 5, at.y() - 23, 18, 18)
    painter.setPen(QPen(QColor(LINE), 1.5))
    painter.setBrush(QColor(ink))
    painter.drawEllipse(badge)
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(number))
