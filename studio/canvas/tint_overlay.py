"""Tints laid over the map: heat, what is seen, what a move costs, what is selected."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from studio.canvas.canvas_content import CanvasContent
from studio.canvas.fast_map_picture import draw_set_border, fill_plane
from studio.canvas.hex_colours import Colours, composite_colours, pack_argb, premultiplied_colour
from studio.canvas.hex_picture_kernels import sample_cells
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.rendering.charts.heat_map import ALIKE, RAMP
from studio.rendering.map.preview_tints import (
    CHEAP,
    DEAR,
    HIDDEN,
    HINDERED,
    SEEN,
    ReachOverlay,
    ViewshedOverlay,
)
from studio.rendering.painting import blend, make_colour
from studio.rendering.text_painting import INK

HEAT_OPACITY = 0.82
SELECTED, SELECTION_EDGE = "#4aa3ff", "#0b57d0"
SMALLEST_BORDERED = 2.5
REACH_OPACITY = 0.42


class TintOverlay:
    """The tints of one position in one picture of device pixels, see-through where none is."""

    def __init__(self) -> None:
        self.frame: PixelFrame | None = None
        self.image = QImage()
        self._pixels: Colours = np.zeros((1, 1), np.uint32)
        self._is_stale = True
        self._heat: tuple[NDArray[Any], float, float] | None = None

    def forget(self) -> None:
        """Anything laid over the map may be another now."""
        self._is_stale = True

    def show(self, position: CanvasContent, frame: PixelFrame) -> QImage:
        """The picture over a frame."""
        if frame != self.frame or self._is_stale:
            self._resize(frame)
            self.frame, self._is_stale = frame, False
            self._fill(position, frame)
        return self.image

    def _resize(self, frame: PixelFrame) -> None:
        if self._pixels.shape == (frame.high, frame.wide):
            return
        self._pixels = np.zeros((frame.high, frame.wide), np.uint32)
        self.image = QImage(
            self._pixels.data, frame.wide, frame.high, 4 * frame.wide,
            QImage.Format.Format_ARGB32_Premultiplied,
        )  # fmt: skip

    def _fill(self, position: CanvasContent, frame: PixelFrame) -> None:
        halvings = max(0, math.ceil(-math.log2(frame.width)))
        rows, columns = frame.window(frame.whole)
        rows, columns = rows[:: 2**halvings], columns[:: 2**halvings]
        plane = np.ascontiguousarray(
            hex_tints_of_window(position, _cut(rows, columns), self._heat_range(position))
        )
        if not halvings:
            fill_plane(self._pixels, frame, frame.whole, plane, 0, rows.start, columns.start)
            self._draw_borders(position, frame)
            return
        wide, high = (pitch * 2**halvings for pitch in frame.pitch)
        row0, column0 = rows.start >> halvings, columns.start >> halvings
        sample_cells(
            self._pixels, frame.whole, float(frame.left), float(frame.top), wide, high, plane,
            row0, column0, 0,
        )  # fmt: skip

    def _heat_range(self, position: CanvasContent) -> tuple[float, float]:
        """The smallest and the largest number of the heat, looked for once."""
        if position.heat is None:
            return 0.0, 0.0
        if self._heat is None or self._heat[0] is not position.heat:
            self._heat = position.heat, *heat_range(position.heat)
        return self._heat[1:]

    def _draw_borders(self, position: CanvasContent, frame: PixelFrame) -> None:
        if frame.width < SMALLEST_BORDERED:
            return
        clip, width, overlay = frame.whole, frame.width, position.overlay
        if isinstance(overlay, ViewshedOverlay):
            pen = max(0.05 * width, 0.8), premultiplied_colour("#fff7c2")
            draw_set_border(self._pixels, frame, clip, overlay.seen, [pen], 0.02)
        elif isinstance(overlay, ReachOverlay):
            pens = [
                (0.10 * width, premultiplied_colour("#ffffff")),
                (max(0.045 * width, 0.8), premultiplied_colour(INK)),
            ]
            self._draw_reach(frame, clip, overlay, pens)
        if position.selection is not None:
            pens = [
                (max(0.10 * width, 2.4), premultiplied_colour("#ffffff")),
                (max(0.05 * width, 1.2), premultiplied_colour(SELECTION_EDGE)),
            ]
            draw_set_border(self._pixels, frame, clip, position.selection, pens)

    def _draw_reach(
        self, frame: PixelFrame, clip: Clip, overlay: ReachOverlay, pens: list[tuple[float, int]]
    ) -> None:
        inside = np.zeros(frame.grid.shape, np.bool_)
        for hex_ in overlay.costs:
            inside[frame.grid.index(hex_)] = True
        draw_set_border(self._pixels, frame, clip, inside, pens)


def hex_tints_of_window(
    position: CanvasContent, window: tuple[slice, slice], heat: tuple[float, float]
) -> Colours:
    """The tint of every hex of a window, premultiplied; 0 where there is none."""
    found = np.zeros(position.map.ground[window].shape, np.uint32)
    if position.heat is not None:
        found = heat_colours(position.heat[window], *heat)
    if isinstance(position.overlay, ViewshedOverlay):
        found = composite_colours(found, _sight_tints(position.overlay, window))
    elif isinstance(position.overlay, ReachOverlay):
        found = composite_colours(found, _reach_tints(position, position.overlay, window))
    if position.selection is not None:
        tint = np.where(
            position.selection[window],
            np.uint32(premultiplied_colour(SELECTED, 0.28)),
            np.uint32(0),
        )
        found = composite_colours(found, tint)
    return found


def heat_range(heat: NDArray[Any]) -> tuple[float, float]:
    """The smallest and the largest number, of those from 0 on."""
    known = heat[heat >= 0]  # nor NaN
    return (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)


def heat_colours(heat: NDArray[Any], low: float, high: float) -> Colours:
    """Colours on the heat ramp between two numbers, the ramp of heat maps on paper."""
    ramp = _heat_ramp()
    with np.errstate(invalid="ignore"):
        is_shown = heat >= 0
        part = (heat - low) / (high - low) if high > low else np.full(heat.shape, ALIKE)
    index = (np.clip(np.nan_to_num(part), 0, 1) * (len(ramp) - 1)).astype(np.intp)
    return np.asarray(np.where(is_shown, ramp[index], np.uint32(0)), np.uint32)


def _heat_ramp() -> Colours:
    shades = [make_colour(name) for name in RAMP]
    stops = np.array([[shade.red(), shade.green(), shade.blue()] for shade in shades], float)
    at, places = np.linspace(0, 1, 256), np.linspace(0, 1, len(stops))
    parts = np.stack([np.interp(at, places, stops[:, part]) for part in range(3)], axis=-1)
    opaque = pack_argb(parts * HEAT_OPACITY) & np.uint32(0xFFFFFF)
    return np.asarray(opaque | np.uint32(round(255 * HEAT_OPACITY) << 24), np.uint32)


def _sight_tints(overlay: ViewshedOverlay, window: tuple[slice, slice]) -> Colours:
    seen = np.uint32(premultiplied_colour(SEEN, 0.16))
    found = np.where(overlay.seen[window], seen, np.uint32(premultiplied_colour(HIDDEN, 0.5)))
    if overlay.hindered is not None:
        over = composite_colours(np.array([seen]), premultiplied_colour(HINDERED, 0.34))[0]
        found[overlay.hindered[window]] = over
    return np.asarray(found, np.uint32)


def _reach_tints(
    position: CanvasContent, overlay: ReachOverlay, window: tuple[slice, slice]
) -> Colours:
    found = np.zeros(position.map.grid.shape, np.uint32)
    dearest = max(overlay.costs.values(), default=1.0) or 1.0
    for hex_, cost in overlay.costs.items():
        found[position.map.grid.index(hex_)] = move_cost_tint(cost / dearest)
    return found[window]


def move_cost_tint(part: float) -> int:
    """The tint of a hex that costs so much of the dearest."""
    return premultiplied_colour(blend(make_colour(CHEAP), DEAR, part).name(), REACH_OPACITY)


def _cut(rows: range, columns: range) -> tuple[slice, slice]:
    return (
        slice(rows.start, rows.stop, rows.step),
        slice(columns.start, columns.stop, columns.step),
    )
