"""Compiled loops that fill a picture of the map: hexes, hexsides and links.

Colours are 32 bits, alpha highest, premultiplied. A picture is [row, column] of device pixels; its
pixel (0, 0) lies at page pixel (`x0`, `y0`). A `clip` is (left, top, right, bottom) in pixels of
the picture, right and bottom not included. A window of a plane begins at `row0`, `column0` of the
map. `shift` is 1 where line 0 of the map is shifted. Units and names as in engine.hexes.grid.

Importing this module imports numba; `studio.canvas.kernel_loading` does so behind the first frames.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from studio.canvas import colour_kernels, plane_kernels

Colours = NDArray[np.uint32]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Masks = NDArray[np.uint8]
Clip = tuple[int, int, int, int]

ROOT3 = math.sqrt(3.0)
LANES = 0x00FF00FF
# In hexes narrower than this, in pixels, a line is a dot, so many parts of 256 opaque.
SMALLEST_LINE, DOT = 2.5, 110


@compiled
def blend_over(under: int, colour: int, cover: int) -> int:
    """A colour laid over another, `cover` of 256 parts of it."""
    alpha = ((colour >> 24) * cover) >> 8
    keep = 256 - alpha - (alpha >> 7)
    even = ((under & LANES) * keep + (colour & LANES) * cover) >> 8
    odd = ((under >> 8) & LANES) * keep + ((colour >> 8) & LANES) * cover
    return (even & LANES) | (odd & 0xFF00FF00)


# --- hexes ---------------------------------------------------------------------------------------


@compiled
def fill_hexes(
    image: Colours, clip: Clip, x0: float, y0: float, width: float,
    colours: Colours, row0: int, column0: int, pointy: bool, shift: int, off: int,
) -> None:  # fmt: skip
    """Fill every hex with its colour, run by run of each row of pixels; `off` beyond the window."""
    left, top, right, bottom = clip
    third, half = width / (2.0 * ROOT3), width / 2.0
    for j in range(top, bottom):
        y = y0 + j + 0.5
        if pointy:
            _fill_pointy(
                image, j, left, right, x0, y / third, half, colours, row0, column0, shift, off
            )
        else:
            _fill_flat(
                image, j, left, right, x0, y / half, third, colours, row0, column0, shift, off
            )


@compiled
def _fill_pointy(
    image: Colours, j: int, left: int, right: int, x0: float, v: float, half: float,
    colours: Colours, row0: int, column0: int, shift: int, off: int,
) -> None:  # fmt: skip
    """One row of pixels: in the upper third of a line the hexes above still reach down."""
    rows, columns = colours.shape
    line = math.floor(v / 3.0)
    into = v - 3.0 * line
    aside = (line & 1) ^ shift
    row, before = line - row0, line - 1 - row0
    reach = min(into, 1.0) * half
    cell = math.floor(((x0 + left) / half - aside) / 2.0) - 1
    at = left
    while at < right:
        middle = (2 * cell + aside + 1) * half - x0 - 0.5
        end = min(right, math.ceil(middle - reach))
        if end > at:
            column = cell + aside - 1 - column0
            value = np.uint32(off)
            if 0 <= before < rows and 0 <= column < columns:
                value = colours[before, column]
            for i in range(at, end):
                image[j, i] = value
            at = end
        end = min(right, math.ceil(middle + reach))
        if end > at:
            column = cell - column0
            value = np.uint32(off)
            if 0 <= row < rows and 0 <= column < columns:
                value = colours[row, column]
            for i in range(at, end):
                image[j, i] = value
            at = end
        cell += 1


@compiled
def _fill_flat(
    image: Colours, j: int, left: int, right: int, x0: float, v: float, third: float,
    colours: Colours, row0: int, column0: int, shift: int, off: int,
) -> None:  # fmt: skip
    """One row of pixels: one run a column, which begins further right the nearer to its corners."""
    rows, columns = colours.shape
    row_even, begin_even = _along(v, shift)
    row_odd, begin_odd = _along(v, 1 - shift)
    column = math.floor((x0 + left) / third / 3.0) - 1
    at = left
    while at < right:
        is_odd = column & 1
        begin = begin_even if is_odd else begin_odd  # of the next column
        end = min(right, math.ceil((3 * (column + 1) + begin) * third - x0 - 0.5))
        if end > at:
            row = (row_odd if is_odd else row_even) - row0
            value = np.uint32(off)
            if 0 <= row < rows and 0 <= column - column0 < columns:
                value = colours[row, column - column0]
            for i in range(at, end):
                image[j, i] = value
            at = end
        column += 1


@compiled
def _along(v: float, aside: int) -> tuple[int, float]:
    """The row at a height in a column, and how far from its left corners the hex begins, 0…1."""
    u = (v - aside) / 2.0
    row = math.floor(u)
    return row, abs(u - row - 0.5) * 2.0


@compiled
def sample_cells(
    image: Colours, clip: Clip, x0: float, y0: float, wide: float, high: float,
    colours: Colours, row0: int, column0: int, off: int,
) -> None:  # fmt: skip
    """Every pixel takes the colour of its cell; cells are about a pixel, `wide` × `high`."""
    left, top, right, bottom = clip
    rows, columns = colours.shape
    for j in range(top, bottom):
        row = math.floor((y0 + j + 0.5) / high) - row0
        is_on = 0 <= row < rows
        for i in range(left, right):
            column = math.floor((x0 + i + 0.5) / wide) - column0
            if is_on and 0 <= column < columns:
                image[j, i] = colours[row, column]
            else:
                image[j, i] = np.uint32(off)


# --- the grid ------------------------------------------------------------------------------------


@compiled
def draw_grid(
    image: Colours, clip: Clip, x0: float, y0: float, width: float,
    rows: int, columns: int, pointy: bool, shift: int, thickness: float, colour: int,
) -> None:  # fmt: skip
    """Draw the sides of all hexes of the map, softly, over a filled picture."""
    left, top, right, bottom = clip
    third, half = width / (2.0 * ROOT3), width / 2.0
    for j in range(top, bottom):
        y = y0 + j + 0.5
        if pointy:
            _grid_pointy(
                image, j, left, right, x0, y / third, half, rows, columns, shift, thickness, colour
            )
        else:
            _grid_flat(
                image, j, left, right, x0, y / half, third, rows, columns, shift, thickness, colour
            )


@compiled
def _grid_pointy(
    image: Colours, j: int, left: int, right: int, x0: float, v: float, half: float,
    rows: int, columns: int, shift: int, thickness: float, colour: int,
) -> None:  # fmt: skip
    line = math.floor(v / 3.0)
    into = v - 3.0 * line
    if line < 0 or line > rows:
        return
    aside = (line & 1) ^ shift
    here, above = line < rows, line > 0
    upright = into >= 1.0
    reach = min(into, 1.0) * half
    sine = 1.0 if upright else 0.5
    cell = max(math.floor(((x0 + left) / half - aside) / 2.0) - 2, -2)
    last = min(math.floor(((x0 + right) / half - aside) / 2.0) + 2, columns + 1)
    while cell <= last:
        middle = (2 * cell + aside + 1) * half - x0 - 0.5
        inside = here and 0 <= cell < columns
        if upright:
            if inside or (here and 0 <= cell - 1 < columns):
                _cross(image, j, left, right, middle - half, sine, thickness, colour)
        else:
            before, after = cell + aside - 1, cell + aside
            if inside or (above and 0 <= before < columns):
                _cross(image, j, left, right, middle - reach, sine, thickness, colour)
            if inside or (above and 0 <= after < columns):
                _cross(image, j, left, right, middle + reach, sine, thickness, colour)
        cell += 1


@compiled
def _grid_flat(
    image: Colours, j: int, left: int, right: int, x0: float, v: float, third: float,
    rows: int, columns: int, shift: int, thickness: float, colour: int,
) -> None:  # fmt: skip
    sine = ROOT3 / 2.0
    row_even, begin_even = _along(v, shift)
    row_odd, begin_odd = _along(v, 1 - shift)
    column = max(math.floor((x0 + left) / third / 3.0) - 2, -1)
    last = min(math.floor((x0 + right) / third / 3.0) + 2, columns)
    while column <= last:
        is_odd = column & 1
        row, begin = (row_odd, begin_odd) if is_odd else (row_even, begin_even)
        row_before, begin_after = (row_even, begin_even) if is_odd else (row_odd, begin_odd)
        start = (3 * column + begin) * third - x0 - 0.5
        inside = 0 <= column < columns and 0 <= row < rows
        if inside or (0 <= column - 1 < columns and 0 <= row_before < rows):
            _cross(image, j, left, right, start, sine, thickness, colour)
        u = (v - ((column & 1) ^ shift)) / 2.0
        edge = math.floor(u + 0.5)
        reach = abs(u - edge) * ROOT3 * 2.0 * third
        if 0 <= column < columns and 0 <= edge <= rows and reach < 0.5 * thickness + 0.5:
            cover = round(256.0 * min(0.5 * thickness + 0.5 - reach, min(1.0, thickness)))
            end = (3 * (column + 1) + begin_after) * third - x0 - 0.5
            for i in range(max(left, math.ceil(start)), min(right, math.ceil(end))):
                image[j, i] = np.uint32(blend_over(image[j, i], colour, cover))
        column += 1


@compiled
def _cross(
    image: Colours, j: int, left: int, right: int, at: float, sine: float, thickness: float,
    colour: int,
) -> None:  # fmt: skip
    """Draw where a row of pixels crosses a line, at an angle of this sine."""
    reach = (0.5 * thickness + 0.5) / sine
    most = min(1.0, thickness)
    for i in range(max(left, math.ceil(at - reach)), min(right, math.floor(at + reach) + 1)):
        cover = round(256.0 * min(most, (reach - abs(i - at)) * sine))
        image[j, i] = np.uint32(blend_over(image[j, i], colour, cover))


# --- lines ---------------------------------------------------------------------------------------


@compiled
def draw_lines(
    image: Colours, clip: Clip, x0: float, y0: float, width: float,
    masks: Masks, row0: int, column0: int, pointy: bool, shift: int,
    ways: Floats, thickness: float, colour: int,
) -> None:  # fmt: skip
    """Draw a line for every bit of every hex of a window; only a dot in hexes of a pixel.

    `ways` [6, 4]: x and y of both ends for each direction, in hexes from the hex's centre.
    """
    left, top, right, bottom = clip
    rows, columns = masks.shape
    third, half = width / (2.0 * ROOT3), width / 2.0
    for r in range(rows):
        row = row0 + r
        for c in range(columns):
            bits = masks[r, c]
            if not bits:
                continue
            column = column0 + c
            if pointy:
                x = (2 * column + ((row & 1) ^ shift) + 1) * half
                y = (3 * row + 2) * third
            else:
                x = (3 * column + 2) * third
                y = (2 * row + ((column & 1) ^ shift) + 1) * half
            x -= x0
            y -= y0
            if width < SMALLEST_LINE:
                i, j = math.floor(x), math.floor(y)
                if left <= i < right and top <= j < bottom:
                    image[j, i] = np.uint32(blend_over(image[j, i], colour, DOT))
                continue
            for direction in range(6):
                if bits >> direction & 1:
                    _segment(
                        image, clip, x + ways[direction, 0] * width, y + ways[direction, 1] * width,
                        x + ways[direction, 2] * width, y + ways[direction, 3] * width,
                        thickness, colour,
                    )  # fmt: skip


@compiled
def _segment(
    image: Colours, clip: Clip, ax: float, ay: float, bx: float, by: float,
    thickness: float, colour: int,
) -> None:  # fmt: skip
    """A soft line with round ends."""
    reach = 0.5 * thickness + 0.5
    left = max(clip[0], math.floor(min(ax, bx) - reach))
    top = max(clip[1], math.floor(min(ay, by) - reach))
    right = min(clip[2], math.ceil(max(ax, bx) + reach))
    bottom = min(clip[3], math.ceil(max(ay, by) + reach))
    across, down = bx - ax, by - ay
    length = max(across * across + down * down, 1e-12)
    most = min(1.0, thickness)
    for j in range(top, bottom):
        y = j + 0.5 - ay
        for i in range(left, right):
            x = i + 0.5 - ax
            along = min(max((x * across + y * down) / length, 0.0), 1.0)
            away_x, away_y = x - along * across, y - along * down
            away = away_x * away_x + away_y * away_y
            if away < reach * reach:
                cover = round(256.0 * min(most, reach - math.sqrt(away)))
                image[j, i] = np.uint32(blend_over(image[j, i], colour, cover))


def compile_canvas_kernels() -> None:
    """Compile every kernel of the canvas, or load it where that was done before."""
    image = np.zeros((4, 4), np.uint32)
    clip, masks = (0, 0, 4, 4), np.full((4, 4), 1, np.uint8)
    ways = np.zeros((6, 4))
    out, four = np.zeros((4, 4), np.uint32), 4
    for pointy in (True, False):
        fill_hexes(image, clip, 0.0, 0.0, 3.0, out, 0, 0, pointy, 0, 0)
        draw_grid(image, clip, 0.0, 0.0, 3.0, four, four, pointy, 0, 1.0, 0)
    sample_cells(image, clip, 0.0, 0.0, 1.0, 1.0, out, 0, 0, 0)
    draw_lines(image, clip, 0.0, 0.0, 3.0, masks, 0, 0, True, 0, ways, 1.0, 0)
    colour_kernels.compile_colour_kernels()
    plane_kernels.compile_plane_kernels()
