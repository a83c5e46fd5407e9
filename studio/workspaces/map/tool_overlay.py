"""The overlay of map tools: outlines, future roads, trails, floating clips, and the pointer."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from engine.editing.map_clips import Clip, as_map
from engine.hexes import flat_index
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex, HexSide
from studio.canvas import overlay_colours
from studio.canvas.camera import MapCamera
from studio.canvas.canvas_content import HexSideAt
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.pointer_events import MouseButton, PointerEvent
from studio.map_tools.tool_pointer import (
    NOTHING,
    HeldButton,
    PointerPhase,
    ToolPointer,
    ToolPreview,
)
from studio.previews.preview_overlays import Mark, overlay_pen
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions

OPACITY = 0.65
MAX_HEXES = 600  # of larger clips only the outline is shown
WIDEST = 3000.0  # pixels


def paint_clip(painter: QPainter, camera: MapCamera, clip: Clip, at: Hex) -> None:
    """Paint a clip with its middle at a hex; nothing of one too large to be quickly drawn."""
    if not 0 < len(clip.hexes) <= MAX_HEXES:
        return
    sharp = painter.device().devicePixelRatioF() if painter.device() else 1.0
    orientation, width = camera.grid.orientation, round(camera.width, 1)
    picture = _picture(clip, orientation, width, sharp)
    if picture is None:
        return
    image, left, top = picture
    x, y = camera.centre(at)
    painter.setOpacity(OPACITY)
    painter.drawPixmap(QPointF(x - left, y - top), image)
    painter.setOpacity(1.0)


@lru_cache(maxsize=2)
def _picture(
    clip: Clip, orientation: Orientation, width: float, sharp: float
) -> tuple[QPixmap, float, float] | None:
    """The picture of a clip, and where in it the middle of its middle hex lies."""
    map_, at = as_map(clip, orientation)
    wide, high = map_.grid.size(width)
    if max(wide, high) > WIDEST:
        return None
    image = QPixmap(int(wide * sharp) + 1, int(high * sharp) + 1)
    image.setDevicePixelRatio(sharp)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setClipPath(_outline(clip, map_.grid, at, width), Qt.ClipOperation.IntersectClip)
    paint_map(painter, MapView(map_, RenderOptions(width, grid=False, labels=False, legend=False)))
    painter.end()
    return image, *map_.grid.centre(at, width)


def _outline(clip: Clip, grid: Grid, at: Hex, width: float) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for q, r in clip.hexes.tolist():
        corners = grid.outline(Hex(q, r).moved(at), width)
        path.addPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
    return path


MAX_OUTLINED = 20_000  # hexes; the outline of more would only hide the map
# A pale line in a dark casing stands out from any ground: inks, widths in hex widths, least pixels.
GUIDE = ((overlay_colours.GUIDE, 0.18, 4.5), (overlay_colours.HALO, 0.09, 2.0))


class ToolOverlay:
    """Shows on a canvas what a tool says, and the marks of previews over it."""

    def __init__(self, canvas: MapCanvas) -> None:
        self._canvas = canvas
        self._preview = NOTHING
        self._marks: tuple[Mark, ...] = ()
        self._decorated: object = None

    def show(self, preview: ToolPreview) -> None:
        """Outline what a click would touch; the cursor shows if that would be refused."""
        grid = self._canvas.camera.grid
        self._preview = preview
        hexes = (
            flat_index.from_indices(grid, preview.hexes)
            if preview.hexes.size <= MAX_OUTLINED
            else []
        )
        self._canvas.set_outline(hexes, [hexside_on_map(grid, side) for side in preview.sides])
        self._canvas.set_click_refused(preview.is_barred)
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
        trail = [
            QPointF(*camera.screen_point(x * width, y * width)) for x, y in self._preview.trail
        ]
        for ink, share, least in GUIDE:
            painter.setPen(overlay_pen(ink, max(share * width, least)))
            painter.drawLines(steps)
            painter.drawPolyline(QPolygonF(trail))


def hexside_on_map(grid: Grid, side: HexSide) -> HexSideAt:
    """A hexside as a hex, on the map if one of its two is, and a direction."""
    first, second = side.first, side.second
    if first not in grid:
        first, second = second, first
    return first, grid.direction(first, second)


def to_tool_pointer(grid: Grid, event: PointerEvent, phase: PointerPhase) -> ToolPointer:
    """The canvas's event as tools want it: a place on the page in hex widths."""
    button = HeldButton.RIGHT if event.button is MouseButton.RIGHT else HeldButton.LEFT
    return ToolPointer(
        phase, *grid.page(event.x, event.y), event.shift, event.alt, event.control, button,
        event.clicks,
    )  # fmt: skip


def pointer_in_hex(canvas: MapCanvas, hex_: Hex | None) -> ToolPointer:
    """A pointer in the middle of a hex, else in the middle of the visible part of the map."""
    grid = canvas.camera.grid
    if hex_ is None:
        column, row = grid.column_row(canvas.hex_at(QPointF(canvas.rect().center())))
        hex_ = grid.hex(min(max(column, 0), grid.columns - 1), min(max(row, 0), grid.rows - 1))
    return ToolPointer(PointerPhase.MOVE, *grid.centre(hex_))
