"""The fast picture of a map, kept between paints and refilled only where something changed."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from studio.canvas.fills import draw_grid, draw_lines, draw_zone_borders, fill_ground
from studio.canvas.frame import Clip, PixelFrame
from studio.canvas.palette import Colours
from studio.canvas.scene import HexColours
from studio.canvas.tilepaint import SMALLEST_TILED
from studio.drawing.inks import is_dark
from studio.drawing.labelling import plan_labels
from studio.drawing.lettering import font
from studio.drawing.look import SMALLEST_LABELLED
from studio.drawing.map_lettering import write_label

# Labels of small hexes stand at least so far apart, in logical pixels.
LABELS_APART = 90.0
# How many hexes a label may reach over.
LABEL_REACH = 4


class FastMapPicture:
    """Ground, elevation, lines, zones, grid and thin labels in one picture of device pixels."""

    def __init__(self, scene: HexColours, has_grid: bool = True) -> None:
        self.scene, self.has_grid = scene, has_grid
        self.frame: PixelFrame | None = None
        self.dpr = 1.0
        self._pixels: Colours = np.zeros((1, 1), np.uint32)
        self.image = QImage()
        self._is_stale = True

    def show(self, frame: PixelFrame, dpr: float) -> QImage:
        """The picture of a frame, filled if it is not the one before."""
        if frame != self.frame or dpr != self.dpr:
            self._resize(frame)
            self.frame, self.dpr, self._is_stale = frame, dpr, True
        if self._is_stale:
            self.fill(frame.whole)
            self._is_stale = False
        return self.image

    def forget(self) -> None:
        """Anything may look different now."""
        self._is_stale = True

    def touched(self, rows: range, columns: range) -> Clip | None:
        """Hexes of a window look different: the part of the picture filled anew.

        Nothing where the picture is not up to date anyway.
        """
        if self.frame is None or self._is_stale:
            return None
        clip = self.frame.clip(rows, columns)
        if clip[0] < clip[2] and clip[1] < clip[3]:
            self.fill(clip)
        return clip

    def fill(self, clip: Clip) -> None:
        """Fill a part of the picture."""
        frame, scene = self.frame, self.scene
        assert frame is not None
        fill_ground(self._pixels, frame, clip, scene)
        draw_lines(self._pixels, frame, clip, scene.map, scene.layers)
        if scene.layers.zones:
            draw_zone_borders(self._pixels, frame, clip, scene.map)
        if scene.layers.grid and self.has_grid:
            draw_grid(self._pixels, frame, clip, self.dpr, scene.style.grid)
        if scene.layers.labels and self.has_grid:
            self._write_labels(frame, clip)

    def _resize(self, frame: PixelFrame) -> None:
        if self._pixels.shape == (frame.high, frame.wide):
            return
        self._pixels = np.zeros((frame.high, frame.wide), np.uint32)
        self.image = QImage(
            self._pixels.data, frame.wide, frame.high, 4 * frame.wide, QImage.Format.Format_RGB32
        )

    def _write_labels(self, frame: PixelFrame, clip: Clip) -> None:
        """Label some hexes, so that one can find one's way; larger ones are labelled by tiles."""
        width = frame.width / self.dpr
        plan = plan_labels(self.scene.map.labels, width) if width < SMALLEST_TILED else None
        if plan is None or width < SMALLEST_LABELLED:
            return
        every = max(plan.every, 2 ** math.ceil(math.log2(LABELS_APART / width)))
        left, top, right, bottom = clip
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRect(left, top, right - left, bottom - top)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        painter.translate(-frame.left, -frame.top)
        painter.scale(self.dpr, self.dpr)
        grid, labels, letters = frame.grid, self.scene.map.labels, font(plan.size)
        rows, columns = frame.window(clip, LABEL_REACH)
        for row in range(-(-rows.start // every) * every, rows.stop, every):
            for column in range(-(-columns.start // every) * every, columns.stop, every):
                hex_ = grid.hex(column, row)
                x, y = grid.centre(hex_, width)
                is_pale = is_dark(QColor(int(self.scene.colours[row, column])))
                at = QPointF(x, y - plan.rise)
                inks = self.scene.style.ink, self.scene.style.halo
                write_label(painter, at, labels.label(hex_), letters, is_pale, False, inks)
        painter.end()
