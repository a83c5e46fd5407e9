"""The base picture of the canvas: printed-look tiles, the last picture stretched, or the fast one.

Works in device pixels of a frame; nothing here knows the widget.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from engine.map.map import Map, Plane
from studio.canvas import kernel_loading
from studio.canvas.canvas_content import LayerSettings, LevelRange
from studio.canvas.map_tiles import (
    OFF_MAP,
    SMALLEST_TILED,
    TILE,
    Place,
    TileCache,
    TileCacheKey,
    visible_tiles,
)
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.rendering.map import render_options as drawing_look
from studio.rendering.map.hex_outlines import paint_grid, scaled_hexagons
from studio.rendering.map.map_view import MapView
from studio.rendering.map.small_hex_raster import paint_ground_raster, paint_line_raster
from studio.rendering.painting import clip_to

if TYPE_CHECKING:
    from studio.canvas.fast_map_picture import FastMapPicture
    from studio.canvas.hex_colours import HexColours


# Stretched or shrunk further, an old picture says less than the fast one.
MAX_STRETCHED, MAX_SHRUNK = 3.0, 0.4


class StretchedTiles:
    """A picture of tiles at another size, see-through where there were none."""

    def __init__(self, frame: PixelFrame) -> None:
        self.frame = frame
        self.image = QImage(frame.wide, frame.high, QImage.Format.Format_ARGB32_Premultiplied)
        self.image.fill(Qt.GlobalColor.transparent)

    def add(self, tile: QImage, left: int, top: int) -> None:
        """A tile at a pixel of the picture."""
        painter = QPainter(self.image)
        painter.drawImage(QPointF(left, top), tile)
        painter.end()

    def paint(self, painter: QPainter, frame: PixelFrame, clip: Clip) -> None:
        """Paint what the picture holds of a part of another frame."""
        scale = frame.width / self.frame.width
        if not MAX_SHRUNK <= scale <= MAX_STRETCHED:
            return
        left, top, right, bottom = clip
        source = QRectF(
            (frame.left + left) / scale - self.frame.left,
            (frame.top + top) / scale - self.frame.top,
            (right - left) / scale,
            (bottom - top) / scale,
        )
        shown = source.intersected(QRectF(self.image.rect()))
        if shown.isEmpty():
            return
        target = QRectF(
            left + (shown.left() - source.left()) * scale,
            top + (shown.top() - source.top()) * scale,
            shown.width() * scale,
            shown.height() * scale,
        )
        painter.drawImage(target, self.image, shown)


# An edit of more hexes is shown at once by the fast picture instead of tiles.
MAX_PATCHED = 1500


class BaseMapLayer:
    """One map's base picture at any frame. `layers` may change; another map has another stage."""

    def __init__(self, map_: Map, layers: LayerSettings, painters: ThreadPoolExecutor) -> None:
        self.map, self.layers = map_, layers
        self.extremes = LevelRange(map_)
        self.tiles = TileCache(map_, self.extremes, painters)
        self.scene: HexColours | None = None
        self._backdrop: FastMapPicture | None = None
        self._plain: tuple[PixelFrame, LayerSettings, QImage] | None = None
        # Hexes, as (row, column), edited after the tiles they lie in were painted.
        self._patched: set[tuple[int, int]] = set()
        self._ghost: StretchedTiles | None = None
        self._painted: PixelFrame | None = None

    # --- what has changed ------------------------------------------------------------------------

    def show_layers(self, layers: LayerSettings) -> None:
        """Show other layers from now on."""
        self.layers = layers
        if self.scene and self._backdrop:
            self.scene.show(layers)
            self._backdrop.forget()
        self._plain = None

    def mark_all_changed(self) -> None:
        """The map was edited anywhere."""
        self.extremes.touched(range(self.map.grid.rows))
        self._plain = self._ghost = None
        if self.scene and self._backdrop:
            self.scene.mark_all_changed()
            self._backdrop.forget()
        self.tiles.mark_all_changed()

    def mark_hexes_changed(self, frame: PixelFrame, rows: range, columns: range) -> Clip | None:
        """Hexes of a window were edited: the part of the frame that looks different, if not all."""
        self.extremes.touched(rows)
        self._plain = self._ghost = None
        changed = self.scene.touched(rows, columns) if self.scene else None
        if changed is None or self._backdrop is None:
            if self._backdrop:
                self._backdrop.forget()
            self.tiles.mark_all_changed()
            return None
        self._backdrop.touched(rows, columns)
        self._patch(frame, rows, columns, changed)
        return frame.clip(rows, columns) if self._patched else frame.whole

    def _patch(self, frame: PixelFrame, rows: range, columns: range, changed: Plane) -> None:
        places = self.tiles.mark_hexes_changed(frame, rows, columns)
        if not changed.any():  # lines were edited, or the labels
            changed = np.ones_like(changed)
        found = zip(*(at.tolist() for at in np.nonzero(changed)), strict=True)
        self._patched.update((rows.start + row, columns.start + column) for row, column in found)
        if len(self._patched) > MAX_PATCHED:
            self.tiles.discard_stale(places)
            self._patched.clear()

    # --- work behind the window ------------------------------------------------------------------

    def prepare(self) -> bool:
        """Take the compiled kernels into use once they are loaded: whether that was just now."""
        if self.scene is not None or not kernel_loading.is_ready():
            return False
        from studio.canvas.fast_map_picture import FastMapPicture
        from studio.canvas.hex_colours import HexColours

        self.scene = HexColours(self.map, self.layers, self.extremes)
        self._backdrop = FastMapPicture(self.scene)
        self._plain = None
        return True

    def advance(self, frame: PixelFrame, look: TileCacheKey, may_start: bool) -> list[Clip]:
        """Take in finished tiles, begin missing ones: the parts of the frame to paint again."""
        if not is_drawn_in_tiles(look):
            self.tiles.collect(0)
            return []
        self._show(look)
        places = visible_tiles(frame)
        fresh = self.tiles.collect(len(places))
        clips = [_clip_of(frame, place) for place in fresh]
        if fresh:
            # Hexes across the edge of a tile were patched in its neighbour too.
            clips += self._forget_patches(frame, places)
        if may_start:
            self.tiles.request(places)
        if self._ghost and all(self.tiles.get(place) for place in places):
            self._ghost = None
        return clips

    def is_settled(self, frame: PixelFrame, look: TileCacheKey) -> bool:
        """Return True if the frame looks as it will when nothing more happens."""
        if self.scene is None and not kernel_loading.is_unavailable():
            return False
        if not is_drawn_in_tiles(look):
            return not self.tiles.is_busy
        self._show(look)
        return all(self.tiles.is_fresh(place) for place in visible_tiles(frame))

    def _show(self, look: TileCacheKey) -> None:
        before = self.tiles.look
        if look == before:
            return
        self._patched.clear()
        if before and self._painted and before[1:] == look[1:]:
            self._keep_ghost(self._painted)
        else:
            self._ghost = None
        self.tiles.show(look)

    def _keep_ghost(self, frame: PixelFrame) -> None:
        """Remember the tiles on the screen, if there are some, while others are painted."""
        ghost = StretchedTiles(frame)
        there = [place for place in visible_tiles(frame) if self.tiles.get(place)]
        for place in there:
            tile = self.tiles.get(place)
            if tile:
                left, top, _, _ = _clip_of(frame, place)
                ghost.add(tile.image, left, top)
        if there:
            self._ghost = ghost

    def _forget_patches(self, frame: PixelFrame, places: Iterable[Place]) -> list[Clip]:
        """Patch no more what fresh tiles show: the parts of the frame to paint again."""
        stale = [place for place in places if not self.tiles.is_fresh(place)]
        clips = [_clip_of(frame, place) for place in stale]
        across, down = frame.pitch
        before = self._patched
        self._patched = {
            (row, column)
            for row, column in self._patched
            if any(
                left <= (column + 1) * across - frame.left + across
                and column * across - frame.left - across <= right
                and top <= (row + 1) * down - frame.top + down
                and row * down - frame.top - down <= bottom
                for left, top, right, bottom in clips
            )
        }
        return _clips_of_hexes(frame, before - self._patched)

    # --- painting --------------------------------------------------------------------------------

    def paint(self, painter: QPainter, frame: PixelFrame, look: TileCacheKey, clip: Clip) -> None:
        """Paint a part of the frame; the painter's unit is the device pixel."""
        if not is_drawn_in_tiles(look):
            _blit(painter, self._fast(frame, look), clip)
            return
        self._show(look)
        self._painted = frame
        painter.fillRect(_rectangle(clip), QColor(OFF_MAP))
        for place in visible_tiles(frame):
            wanted = _shared(_clip_of(frame, place), clip)
            if wanted is None:
                continue
            tile = self.tiles.get(place)
            if tile is None:
                _blit(painter, self._fast(frame, look), wanted)
                if self._ghost:
                    self._ghost.paint(painter, frame, wanted)
            else:
                at = _clip_of(frame, place)
                source = _rectangle(wanted).translated(-at[0], -at[1])
                painter.drawImage(_rectangle(wanted), tile.image, source)
        self._paint_patches(painter, frame, look, clip)

    def _paint_patches(
        self, painter: QPainter, frame: PixelFrame, look: TileCacheKey, clip: Clip
    ) -> None:
        """Edited hexes from the fast picture until their tiles are painted anew."""
        if not self._patched or self._backdrop is None:
            return
        view = MapView(self.map, drawing_look.RenderOptions(frame.width), QRectF(0, 0, 1, 1))
        grid = self.map.grid
        centres = [
            list(grid.centre(grid.hex(column, row), frame.width)) for row, column in self._patched
        ]
        path: QPainterPath = scaled_hexagons(view, centres, 1.0).translated(-frame.left, -frame.top)
        room = path.boundingRect().toAlignedRect()
        shared = _shared((room.left(), room.top(), room.right() + 1, room.bottom() + 1), clip)
        if shared is not None:
            with clip_to(painter, path):
                _blit(painter, self._fast(frame, look), shared)

    def _fast(self, frame: PixelFrame, look: TileCacheKey) -> QImage:
        if self._backdrop is not None:
            return self._backdrop.show(frame, look.dpr)
        if self._plain is None or self._plain[:2] != (frame, self.layers):
            self._plain = frame, self.layers, self._painted_plainly(frame, look.dpr)
        return self._plain[2]

    def _painted_plainly(self, frame: PixelFrame, dpr: float) -> QImage:
        """The map without compiled kernels: flat hexes, straight lines."""
        image = QImage(frame.wide, frame.high, QImage.Format.Format_RGB32)
        image.fill(QColor(OFF_MAP))
        page = QRectF(frame.left, frame.top, frame.wide, frame.high)
        look = drawing_look.RenderOptions(
            frame.width, self.layers.grid, ramp=self.layers.ramp, style=self.layers.style
        )
        view = MapView(self.map, look, page)
        view.levels = self.extremes.levels_in_window(*view.cut)
        painter = QPainter(image)
        painter.translate(-frame.left, -frame.top)
        whole = QRectF(0, 0, *self.map.grid.size(frame.width))
        paint_ground_raster(painter, view, page.intersected(whole))
        if frame.width >= 2.0 * dpr:
            paint_line_raster(painter, view)
        if look.grid and is_drawn_in_tiles(TileCacheKey(frame.width / dpr, dpr, self.layers)):
            paint_grid(painter, view)
        painter.end()
        return image


def is_drawn_in_tiles(look: TileCacheKey) -> bool:
    """Return True if hexes are large enough for the printed look."""
    return look.width >= SMALLEST_TILED


def _clip_of(frame: PixelFrame, place: Place) -> Clip:
    left, top = place[0] * TILE - frame.left, place[1] * TILE - frame.top
    return left, top, left + TILE, top + TILE


def _clips_of_hexes(frame: PixelFrame, hexes: Collection[tuple[int, int]]) -> list[Clip]:
    """The part of the frame around hexes, given as (row, column), if there are some."""
    if not hexes:
        return []
    rows, columns = zip(*hexes, strict=True)
    return [frame.clip(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))]


def _shared(one: Clip, other: Clip) -> Clip | None:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _rectangle(clip: Clip) -> QRectF:
    return QRectF(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1])


def _blit(painter: QPainter, image: QImage, clip: Clip) -> None:
    painter.drawImage(_rectangle(clip), image, _rectangle(clip))


def device_clip(rectangle: QRectF, dpr: float) -> Clip:
    """The device pixels under a rectangle of logical ones."""
    return (
        math.floor(rectangle.left() * dpr),
        math.floor(rectangle.top() * dpr),
        math.ceil(rectangle.right() * dpr),
        math.ceil(rectangle.bottom() * dpr),
    )
