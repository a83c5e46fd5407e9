"""What a tool would touch, drawn on the canvas: outlines, roads to be, trails, what it holds."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter, QPolygonF

from engine.hexes import flat
from engine.hexes.grid import Grid
from engine.hexes.hex import HexSide
from studio.canvas.camera import MapCamera
from studio.canvas.canvas import MapCanvas
from studio.canvas.position import HexSideAt
from studio.lookout.lookout_marks import Mark, pen
from studio.mapping.clip_picture import paint_clip
from studio.tools.pointer import NOTHING, ToolPreview

MOST_OUTLINED = 20_000  # hexes; the outline of more would only hide the map
# A pale line in a dark casing stands out from any ground: inks, widths in hex widths, least pixels.
GUIDE = (("#12263f", 0.18, 4.5), ("#ffffff", 0.09, 2.0))


class ToolOverlay:
    """Shows on a canvas what a tool says, and the marks of previews over it."""

    def __init__(self, canvas: MapCanvas) -> None:
        self._canvas = canvas
        self._preview = NOTHING
        self._marks: tuple[Mark, ...] = ()
        self._decorated: object = None

    def show(self, preview: ToolPreview) -> None:
        """Outline what a click would touch; the pointer tells if that would be refused."""
        grid = self._canvas.camera.grid
        self._preview = preview
        hexes = flat.hexes(grid, preview.hexes) if preview.hexes.size <= MOST_OUTLINED else []
        self._canvas.set_outline(hexes, [side_at(grid, side) for side in preview.sides])
        self._canvas.set_barred(preview.is_barred)
        self._decorate()

    def mark(self, marks: tuple[Mark, ...]) -> None:
        """Draw other marks of previews."""
        self._marks = marks
        self._decorate()

    def _decorate(self) -> None:
        """Draw what has no hexes: steps of a road to be, the trail of a lasso, previews' marks."""
        lines = self._preview.steps, self._preview.trail
        wanted = lines, self._preview.held, self._marks
        if wanted != self._decorated:
            self._decorated = wanted
            held = [self._paint_held] if self._preview.held else []
            drawn = [self._paint_lines] if any(lines) else []
            self._canvas.set_decorations([*held, *drawn, *self._marks])

    def _paint_held(self, painter: QPainter, camera: MapCamera) -> None:
        if self._preview.held is not None:
            paint_clip(painter, camera, *self._preview.held)

    def _paint_lines(self, painter: QPainter, camera: MapCamera) -> None:
        steps = [
            QLineF(QPointF(*camera.centre(here)), QPointF(*camera.centre(there)))
            for here, there in self._preview.steps
        ]
        width = camera.width
        trail = [QPointF(*camera.screen(x * width, y * width)) for x, y in self._preview.trail]
        for ink, share, least in GUIDE:
            painter.setPen(pen(ink, max(share * width, least)))
            painter.drawLines(steps)
            painter.drawPolyline(QPolygonF(trail))


def side_at(grid: Grid, side: HexSide) -> HexSideAt:
    """A hexside as a hex, on the map if one of its two is, and a direction."""
    first, second = side.first, side.second
    if first not in grid:
        first, second = second, first
    return first, grid.direction(first, second)
