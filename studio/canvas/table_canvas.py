"""The widget that shows a table and tells where the pointer is on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from studio.canvas.table_camera import TabletopCamera
from studio.canvas.table_gestures import TabletopGestures
from studio.canvas.table_viewport import TabletopViewport
from studio.canvas.tilepaint import OFF_MAP

CROSS = 9.0  # pixels: half of the cross at which the keyboard points

# Paints something on the table, in logical pixels of the screen: use the camera for places.
TablePaint = Callable[[QPainter, TabletopCamera], None]


def _nothing(painter: QPainter, camera: TabletopCamera) -> None:
    """There is no country yet."""


class TabletopCanvas(TabletopViewport):
    """Shows a country, kept as a picture, and what stands on it; never edits it.

    Pointer signals carry `TablePointer` values.
    """

    refreshed = Signal()  # another table, or the country edited

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._country: TablePaint = _nothing
        self._decorations: tuple[TablePaint, ...] = ()
        self._kept = QPixmap()
        self._kept_for: tuple[object, ...] = ()
        self._edition = 0  # of the country
        self._gestures = TabletopGestures(self)
        self.point_by_key = self._gestures.hover_key
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(64, 64)

    # --- what is shown ---------------------------------------------------------------------------

    def show_country(self, wide: int, deep: int, country: TablePaint) -> None:
        """Show a country on a table of a size; the first is fitted, others lie where it lay."""
        self._country = country
        self._edition += 1
        self.show_size(wide, deep)
        self.update()
        self.refreshed.emit()

    @property
    def country(self) -> TablePaint:
        """What paints the country; others may paint it too, as an overview does."""
        return self._country

    def set_decorations(self, decorations: Sequence[TablePaint]) -> None:
        """Paint what else is on the table, in this order, over the country."""
        self._decorations = tuple(decorations)
        self.update()

    def wear(self, shape: Qt.CursorShape | None) -> None:
        """Let the pointer tell what a press would do."""
        self._gestures.wear(shape)

    # --- painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the country from its picture, and over it what changes often."""
        painter = QPainter(self)
        if self._camera is None:
            painter.fillRect(event.rect(), QColor(OFF_MAP))
        else:
            self._refresh()
            painter.drawPixmap(QPointF(0, 0), self._kept)
            self._decorate(painter, QRectF(event.rect()))
        painter.end()

    def _decorate(self, painter: QPainter, room: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        for decoration in self._decorations:
            painter.save()
            decoration(painter, self.camera)
            painter.restore()
        if self._keyboard_at is not None:
            paint_cross(painter, QPointF(*self.camera.screen(*self._keyboard_at)))

    def _refresh(self) -> None:
        """Paint the country anew where it, or the part of it that is seen, is another."""
        dpr = self.devicePixelRatioF()
        now = (self._edition, self.camera, self.size(), dpr)
        if now == self._kept_for:
            return
        self._kept_for = now
        wide, high = math.ceil(self.width() * dpr), math.ceil(self.height() * dpr)
        if (self._kept.width(), self._kept.height()) != (wide, high):
            self._kept = QPixmap(wide, high)
        self._kept.setDevicePixelRatio(dpr)
        self._kept.fill(QColor(OFF_MAP))
        painter = QPainter(self._kept)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._country(painter, self.camera)
        painter.end()


def paint_cross(painter: QPainter, at: QPointF) -> None:
    """The place the keyboard points at."""
    for shade, thickness in (("#ffffff", 3.0), ("#c1121f", 1.4)):
        painter.setPen(QPen(QColor(shade), thickness))
        painter.drawLine(at - QPointF(CROSS, 0), at + QPointF(CROSS, 0))
        painter.drawLine(at - QPointF(0, CROSS), at + QPointF(0, CROSS))
