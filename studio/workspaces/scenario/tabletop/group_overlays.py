"""The overlays of an army's set-up: its figures, the selection, and ghosts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopMap
from studio.canvas import overlay_colours
from studio.canvas.camera import TabletopCamera
from studio.rendering.tabletop.figure_tokens import FigureToken, paint_tokens
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.workspaces.map.tabletop.editing_overlays import (
    ACCENT,
    HALO,
    hairline_pen,
    screen_polygon,
)
from studio.workspaces.scenario.tabletop.group_tools import GroupHandle

BARRED = QColor(overlay_colours.BARRED)
HANDLE = 4.6  # pixels: half of one

View = Callable[[TabletopMap, TabletopCamera], TabletopView]


def tabletop_view_for_camera(
    table: TabletopMap, camera: TabletopCamera, language: str
) -> TabletopView:
    """A table as it lies on the screen."""
    look = TabletopRenderOptions(language)
    return TabletopView(table, camera.scale, -camera.left, -camera.top, look)


@dataclass(frozen=True, eq=False)
class FiguresOverlay:
    """Figures, guns and wagons where they stand; those that cannot stand there are crossed out."""

    table: TabletopMap
    tokens: tuple[FigureToken, ...]
    language: str
    barred: tuple[Point, ...] = ()

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw them."""
        view = tabletop_view_for_camera(self.table, camera, self.language)
        paint_tokens(painter, view, self.tokens, QRectF(painter.viewport()))
        size = max(5.0, 7 * camera.scale)
        for point in self.barred:
            at = QPointF(*camera.screen(*point))
            for pen in (hairline_pen(HALO, 4.0), hairline_pen(BARRED, 2.0)):
                painter.setPen(pen)
                painter.drawLine(at - QPointF(size, size), at + QPointF(size, size))
                painter.drawLine(at - QPointF(size, -size), at + QPointF(size, -size))


@dataclass(frozen=True, eq=False)
class GroupSelectionOverlay:
    """Rings round the selected bodies, with the line and the handles of a single one."""

    rings: tuple[tuple[Point, float], ...]  # the middle and the radius of each stand
    front: tuple[Point, ...]
    handles: tuple[GroupHandle, ...]
    gun: Point | None = None  # from which the handle of its front is drawn

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw them."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (hairline_pen(HALO, 3.6), hairline_pen(ACCENT, 1.8)):
            painter.setPen(pen)
            for point, radius in self.rings:
                reach = max(radius * camera.scale, 4.0) + 1.5
                painter.drawEllipse(QPointF(*camera.screen(*point)), reach, reach)
        paint_formation_line(painter, camera, self.front)
        painter.setPen(hairline_pen(ACCENT, 1.6))
        painter.setBrush(QColor(overlay_colours.HALO))
        for handle in self.handles:
            at = QPointF(*camera.screen(*handle.at))
            if handle.end is None and self.gun is not None:
                painter.drawLine(QPointF(*camera.screen(*self.gun)), at)
            if handle.end == 0 or handle.end is None:
                painter.drawEllipse(at, HANDLE, HANDLE)
            else:
                painter.drawRect(QRectF(at.x() - HANDLE, at.y() - HANDLE, 2 * HANDLE, 2 * HANDLE))


def paint_formation_line(
    painter: QPainter, camera: TabletopCamera, front: tuple[Point, ...]
) -> None:
    """The line a formation is laid by, from its first point to its second."""
    if len(front) < 2:
        return
    pen = QPen(ACCENT, 1.4, Qt.PenStyle.DashLine)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.drawPolyline(screen_polygon(front, camera))
