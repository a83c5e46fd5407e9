"""The fast picture of a map, filled by compiled loops and refilled only where something changed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import Map, Masks, Plane, style_of
from engine.map.styles import GridLines
from engine.map.terrain import Catalogue, LineDrawing, TerrainClass
from studio.canvas import hex_picture_kernels, plane_kernels
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.hex_colours import Colours, HexColours, premultiplied_colour
from studio.canvas.map_tiles import SMALLEST_TILED
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.rendering.map.map_labels import plan_labels, write_label
from studio.rendering.map.render_options import SMALLEST_LABELLED
from studio.rendering.map.zones import COLOURS as ZONE_COLOURS
from studio.rendering.map.zones import INSETS
from studio.rendering.painting import is_dark
from studio.rendering.text_painting import make_font

Ways = NDArray[np.float64]
Window = tuple[range, range]

OFF_MAP = 0xFF4A4945
# Hexes narrower than these, in pixels, have no grid, no double lines, no zone borders.
SMALLEST_GRIDDED, SMALLEST_CASED, SMALLEST_BORDERED = 8.0, 11.0, 2.5
THINNEST_LINE, THINNEST_GRID, GRID_PART = 0.7, 0.8, 0.84


def fill_ground(
    image: Colours, frame: PixelFrame, clip: Clip, scene: HexColours, off: int = OFF_MAP
) -> None:
    """Fill hexes with their colours; where many share a pixel, with those of whole blocks."""
    wanted = math.ceil(-math.log2(frame.width))
    halves = scene.halves if wanted > 0 else []
    if not halves:
        fill_plane(image, frame, clip, scene.colours, off)
        return
    halvings = min(wanted, len(halves))
    wide, high = (pitch * 2**halvings for pitch in frame.pitch)
    cells = halves[halvings - 1]
    hex_picture_kernels.sample_cells(
        image, clip, frame.left, frame.top, wide, high, cells, 0, 0, off
    )  # fmt: skip


def fill_plane(
    image: Colours, frame: PixelFrame, clip: Clip, plane: Colours, off: int, row0: int = 0,
    column0: int = 0,
) -> None:  # fmt: skip
    """Fill the hexes of a window of the map with the colours of a plane."""
    grid = frame.grid
    hex_picture_kernels.fill_hexes(
        image, clip, float(frame.left), float(frame.top), frame.width, plane, row0, column0,
        grid.pointy, grid.shift(0), off,
    )  # fmt: skip


def draw_grid(image: Colours, frame: PixelFrame, clip: Clip, dpr: float, lines: GridLines) -> None:
    """Draw the hex grid where hexes are large enough for one."""
    if frame.width < SMALLEST_GRIDDED * dpr:
        return
    grid = frame.grid
    thickness = max(lines.width * frame.width, THINNEST_GRID * dpr)
    hex_picture_kernels.draw_grid(
        image,
        clip,
        float(frame.left),
        float(frame.top),
        frame.width,
        grid.rows,
        grid.columns,
        grid.pointy,
        grid.shift(0),
        thickness,
        premultiplied_colour(lines.colour, GRID_PART * lines.opacity),
    )


# --- lines ---------------------------------------------------------------------------------------


def draw_lines(
    image: Colours, frame: PixelFrame, clip: Clip, map_: Map, layers: LayerSettings
) -> None:
    """Draw streams and walls along hexsides, then roads and railways from centre to centre."""
    if frame.width < 1.0:  # their tint is in the colours of the blocks
        return
    kinds = style_of(map_, layers.style).catalogue_with(map_.kinds)
    if layers.sides:
        masks = {kind: _once(frame, clip, mask) for kind, mask in map_.sides.items()}
        _draw_kinds(image, frame, clip, masks, TerrainClass.SIDE, kinds, layers.opacity("sides"))
    if layers.links:
        links = {kind: _window_of(frame, clip, mask) for kind, mask in map_.links.items()}
        _draw_kinds(image, frame, clip, links, TerrainClass.LINK, kinds, layers.opacity("links"))


def _draw_kinds(
    image: Colours, frame: PixelFrame, clip: Clip, masks: Mapping[str, Masks],
    lies: TerrainClass, kinds: Catalogue, opacity: float,
) -> None:  # fmt: skip
    """All first strokes, then all second ones, so that crossing roads run into each other."""
    grid = frame.grid
    ways = link_segments(grid) if lies is TerrainClass.LINK else hexside_segments(grid)
    here = [kind for kind in [*kinds.kinds, *masks] if kind in masks]
    drawings = [
        (masks[kind], line_strokes(kinds.line(kind, lies), frame.width, lies, opacity))
        for kind in dict.fromkeys(here)
        if masks[kind].any()
    ]
    for layer in range(max((len(found) for _, found in drawings), default=0)):
        for mask, found in drawings:
            if layer < len(found):
                draw_masks(image, frame, clip, mask, ways, *found[layer])


def line_strokes(
    drawing: LineDrawing, width: float, lies: TerrainClass, opacity: float = 1.0
) -> list[tuple[float, int]]:
    """Thickness in pixels and colour of what is drawn along a line, from the widest on."""
    wanted = drawing.strokes
    if width < SMALLEST_CASED and lies is TerrainClass.LINK:  # the darker reads on pale ground
        wanted = (min(wanted, key=lambda stroke: QColor(stroke.colour).lightness()),)
    elif width < SMALLEST_CASED:
        wanted = (max(wanted, key=lambda stroke: stroke.width),)
    return [
        (max(stroke.width * width, THINNEST_LINE), premultiplied_colour(stroke.colour, opacity))
        for stroke in wanted
    ]


def draw_masks(
    image: Colours, frame: PixelFrame, clip: Clip, masks: Masks, ways: Ways, thickness: float,
    colour: int,
) -> None:  # fmt: skip
    """Draw a line for every bit of the masks of the window that a part of the picture shows."""
    grid = frame.grid
    rows, columns = frame.window(clip)
    hex_picture_kernels.draw_lines(
        image, clip, float(frame.left), float(frame.top), frame.width, masks, rows.start,
        columns.start, grid.pointy, grid.shift(0), ways, thickness, colour,
    )  # fmt: skip


def hexside_segments(grid: Grid, inset: float = 0.0) -> Ways:
    """Both ends of each hexside in hexes from the hex's centre, some way inside the hex."""
    across, down = grid.scale(1.0)
    corners = grid.orientation.corners
    scale = np.array([across, down]) * (1.0 - 2.0 * inset)
    return np.array(
        [
            np.concatenate(
                [np.array(corners[d]) * scale, np.array(corners[(d + 1) % SIDES]) * scale]
            )
            for d in range(SIDES)
        ]
    )


def link_segments(grid: Grid) -> Ways:
    """From the hex's centre to the middle of each side, in hexes."""
    ends = hexside_segments(grid)
    middles = (ends[:, :2] + ends[:, 2:]) / 2
    return np.hstack([np.zeros((SIDES, 2)), middles])


def _window_of(frame: PixelFrame, clip: Clip, plane: Masks) -> Masks:
    rows, columns = frame.window(clip)
    return np.ascontiguousarray(plane[rows.start : rows.stop, columns.start : columns.stop])


def _once(frame: PixelFrame, clip: Clip, mask: Masks) -> Masks:
    """Masks of hexsides with each hexside in one hex only, but for those at the map's edge."""
    rows, columns = frame.window(clip)
    window = mask[rows.start : rows.stop, columns.start : columns.stop]
    once = window & 0b111
    grid = frame.grid
    for edge, at in ((0, rows), (grid.rows - 1, rows)):
        if edge in at:
            once[edge - rows.start] = window[edge - rows.start]
    for edge in (0, grid.columns - 1):
        if edge in columns:
            once[:, edge - columns.start] = window[:, edge - columns.start]
    return np.ascontiguousarray(once)


# --- borders of sets of hexes --------------------------------------------------------------------


def draw_zone_borders(image: Colours, frame: PixelFrame, clip: Clip, map_: Map) -> None:
    """Draw a line just inside the border of every zone."""
    if frame.width < SMALLEST_BORDERED:
        return
    for order, zone in enumerate(map_.zones.values()):
        colour = premultiplied_colour(zone.colour or ZONE_COLOURS[order % len(ZONE_COLOURS)])
        pen = max(0.05 * frame.width, 0.8), colour
        draw_set_border(image, frame, clip, zone.hexes, [pen], INSETS[order % len(INSETS)])


def draw_set_border(
    image: Colours, frame: PixelFrame, clip: Clip, inside: Plane,
    pens: Iterable[tuple[float, int]], inset: float = 0.0,
) -> None:  # fmt: skip
    """Draw lines, of thickness and colour, along the sides where a set of hexes ends."""
    rows, columns = frame.window(clip)
    window = np.ascontiguousarray(inside[rows.start : rows.stop, columns.start : columns.stop])
    if not window.any():
        return
    grid, masks = frame.grid, np.zeros(window.shape, np.uint8)
    plane_kernels.mark_set_edges(
        window, rows.start, columns.start, grid.rows, grid.columns, grid.pointy, grid.offsets, masks
    )
    for thickness, colour in pens:
        draw_masks(image, frame, clip, masks, hexside_segments(grid, inset), thickness, colour)


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
        grid, labels, letters = frame.grid, self.scene.map.labels, make_font(plan.size)
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
