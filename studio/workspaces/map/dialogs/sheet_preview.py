"""A small picture of a planned sheet: its upper left corner, and the whole of it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import QWidget

from engine.editing.blank_maps import BlankMapPlan
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from studio.rendering.map.hex_outlines import exact_outline, paint_grid
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.relief_painter import level_tints
from studio.rendering.map.render_options import RenderOptions

WIDTH, CORNER_HEIGHT, SHEET_HEIGHT = 260, 150, 190
HEX_PX = 58.0  # of the corner: labels can be read
SMALLEST_HEX = 3.5  # below it the sheet is drawn without hexes
GAP = 10.0
DOT = 3.0
SHARP = 2


class SheetPreview(QWidget):
    """A corner of a planned sheet as the map will draw it; the sheet, its corners labelled."""

    def __init__(self) -> None:
        super().__init__()
        self._plan = BlankMapPlan()

    def show_plan(self, plan: BlankMapPlan) -> None:
        """Draw another plan."""
        self._plan = plan
        self.update()

    def sizeHint(self) -> QSize:
        """Tall enough for both pictures."""
        return QSize(WIDTH, CORNER_HEIGHT + SHEET_HEIGHT + int(GAP))

    def minimumSizeHint(self) -> QSize:
        """Never smaller than its preferred size."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both pictures."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(QPointF(0, 0), render_corner(self._plan, self.width(), CORNER_HEIGHT))
        top = CORNER_HEIGHT + GAP
        self._paint_sheet(painter, QRectF(0, top, self.width(), self.height() - top))

    def _paint_sheet(self, painter: QPainter, area: QRectF) -> None:
        """The whole sheet, as large as it fits, between two lines of labels."""
        line = painter.fontMetrics().height() + 2.0
        wide, high = self._plan.grid.size()
        hex_px = min(area.width() / wide, (area.height() - 2 * line) / high)
        paper = QRectF(area.left(), area.top() + line, wide * hex_px, high * hex_px)
        paper.moveLeft(area.left() + (area.width() - paper.width()) / 2)
        painter.save()
        painter.translate(paper.topLeft())
        if hex_px < SMALLEST_HEX:
            painter.fillRect(QRectF(0, 0, paper.width(), paper.height()), paper_tint())
        else:
            view = MapView(self._plan.map(), RenderOptions(hex_px, labels=False))
            painter.fillPath(exact_outline(view, np.ones(view.grid.shape, bool)), paper_tint())
            paint_grid(painter, view)
        self._paint_dots(painter, hex_px)
        painter.restore()
        self._paint_labels(painter, area, paper, line)

    def _paint_dots(self, painter: QPainter, hex_px: float) -> None:
        grid = self._plan.grid
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Accent))
        for column in (0, grid.columns - 1):
            for row in (0, grid.rows - 1):
                painter.drawEllipse(QPointF(*grid.centre(grid.hex(column, row), hex_px)), DOT, DOT)

    def _paint_labels(self, painter: QPainter, area: QRectF, paper: QRectF, line: float) -> None:
        grid, printed = self._plan.grid, self._plan.printed_labels
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        for row, top in ((0, paper.top() - line), (grid.rows - 1, paper.bottom())):
            for column, side in ((0, left), (grid.columns - 1, right)):
                words = printed.label(grid.hex(column, row))
                painter.drawText(QRectF(area.left(), top, area.width(), line), side, words)


@lru_cache(maxsize=64)
def render_corner(plan: BlankMapPlan, width: int, height: int) -> QPixmap:
    """The upper left corner of a plan's sheet, as the map draws it."""
    image = QPixmap(width * SHARP, height * SHARP)
    image.setDevicePixelRatio(SHARP)
    image.fill(Qt.GlobalColor.transparent)
    page = QRectF(0, 0, width, height)
    view = MapView(plan.map(), RenderOptions(HEX_PX, legend=False), page)
    view.levels = [0]
    painter = QPainter(image)
    painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
    paint_map(painter, view, page)
    painter.end()
    return image


def render_whole_sheet(map_: Map, room: QSize) -> QPixmap:
    """A whole sheet as large as there is room for, without lines and labels."""
    wide, high = map_.grid.size()
    scale = min(room.width() / wide, room.height() / high)
    page = QRectF(0, 0, wide * scale, high * scale)
    pixmap = QPixmap(page.size().toSize().expandedTo(QSize(1, 1)))
    pixmap.fill(Qt.GlobalColor.transparent)
    look = RenderOptions(scale, legend=False, grid=False, labels=False)
    painter = QPainter(pixmap)
    paint_map(painter, MapView(map_, look, page), page)
    painter.end()
    return pixmap


@lru_cache(maxsize=1)
def paper_tint() -> QColor:
    """The tint of level ground."""
    return level_tints(load_catalogue().ramps[RenderOptions().ramp], [0])[0]
