"""The compiled fills against slow and simple ones."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES
from engine.map.map import Map
from engine.map.styles import GridLines
from studio.canvas import colour_kernels, hex_colours, hex_picture_kernels, plane_kernels
from studio.canvas.canvas_content import LayerSettings, LevelRange
from studio.canvas.fast_map_picture import OFF_MAP, draw_grid, fill_plane
from studio.canvas.hex_colours import composite_colours, premultiplied_colour, slope_weights
from studio.canvas.pixel_frame import PixelFrame
from studio.rendering.map.relief_painter import hill_shades
from tests.generated import generated_map

ORIENTED = [(orientation, shifted) for orientation in Orientation for shifted in OffsetParity]
# None of which puts a side through the middle of many pixels.
WIDTHS = (1.3171, 3.0371, 7.7317, 23.0713, 61.5171)


def numbered(grid: Grid) -> NDArray[np.uint32]:
    """Every hex in a colour of its own."""
    return np.arange(1, len(grid) + 1, dtype=np.uint32).reshape(grid.shape) | np.uint32(0xFF000000)


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_pixel_has_the_colour_of_the_hex_it_lies_in(
    orientation: Orientation, shifted: OffsetParity, width: float
) -> None:
    grid = Grid(9, 7, orientation, shifted)
    colours = numbered(grid)
    frame = PixelFrame(grid, width, round(3 * width) - 40, round(2 * width) - 30, 90, 70)
    image = np.zeros((70, 90), np.uint32)
    fill_plane(image, frame, frame.whole, colours, OFF_MAP)
    expected = np.full((70, 90), OFF_MAP, np.uint32)
    for j in range(70):
        for i in range(90):
            hex_ = grid.hex_at(frame.left + i + 0.5, frame.top + j + 0.5, width)
            if hex_ in grid:
                expected[j, i] = colours[grid.index(hex_)]
    assert (image != expected).sum() <= 4  # pixels whose middle lies on a side, but for rounding


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
def test_a_part_filled_alone_is_the_part_of_the_whole(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(30, 30, orientation, shifted)
    frame = PixelFrame(grid, 13.3, 37, 41, 160, 120)
    whole, part = np.zeros((2, 120, 160), np.uint32)
    clip = 33, 21, 101, 87
    for image, wanted in ((whole, frame.whole), (part, clip)):
        fill_plane(image, frame, wanted, numbered(grid), OFF_MAP)
        draw_grid(image, frame, wanted, 1.0, GridLines())
    left, top, right, bottom = clip
    assert (part[top:bottom, left:right] == whole[top:bottom, left:right]).all()
    part[top:bottom, left:right] = 0
    assert not part.any()


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
def test_the_grid_darkens_every_hexside_and_no_hexes_middle(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(5, 5, orientation, shifted)
    frame = PixelFrame(grid, 30.0, 0, 0, 170, 170)
    image = np.full((170, 170), 0xFFFFFFFF, np.uint32)
    draw_grid(image, frame, frame.whole, 1.0, GridLines())
    for hex_ in grid:
        x, y = grid.centre(hex_, 30.0)
        assert image[int(y), int(x)] == 0xFFFFFFFF, grid.name(hex_)
        corners = grid.outline(hex_, 30.0)
        for direction in range(SIDES):
            (x1, y1), (x2, y2) = corners[direction], corners[(direction + 1) % SIDES]
            across, down = int((x1 + x2) / 2), int((y1 + y2) / 2)
            around = image[max(down - 1, 0) : down + 2, max(across - 1, 0) : across + 2]
            assert (around != 0xFFFFFFFF).any(), (grid.name(hex_), direction)


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
def test_rims_lie_where_a_set_ends(orientation: Orientation, shifted: OffsetParity) -> None:
    grid = Grid(8, 6, orientation, shifted)
    inside = np.random.default_rng(5).random(grid.shape) < 0.5
    masks = np.zeros(grid.shape, np.uint8)
    plane_kernels.mark_set_edges(
        inside, 0, 0, grid.rows, grid.columns, grid.pointy, grid.offsets, masks
    )
    for hex_ in grid:
        for direction in range(SIDES):
            beyond = grid.neighbour(hex_, direction)
            ends = beyond not in grid or not inside[grid.index(beyond)]
            expected = bool(inside[grid.index(hex_)]) and ends
            assert bool(masks[grid.index(hex_)] >> direction & 1) == expected


def test_a_set_that_reaches_beyond_its_window_has_no_rim_there() -> None:
    grid = Grid(20, 20)
    masks = np.zeros((4, 4), np.uint8)
    plane_kernels.mark_set_edges(np.ones((4, 4), np.bool_), 6, 6, 20, 20, True, grid.offsets, masks)
    assert not masks.any()


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
def test_slopes_towards_the_upper_left_are_light_and_those_away_from_it_dark(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    map_ = Map.blank(Grid(9, 9, orientation, shifted))
    map_.level[3:6, 3:6] = 3
    colours = np.zeros((9, 9), np.uint32)
    table = np.full((1, 4), 0xFF808080, np.uint32)
    colour_kernels.colour_hexes(
        map_.level, map_.ground, table, 0, map_.grid.pointy, map_.grid.offsets,
        slope_weights(map_, LayerSettings()), colours, 0, 9, 0, 9,
    )  # fmt: skip
    assert colours[3, 3] > table[0, 0] > colours[5, 5]
    assert colours[4, 4] == colours[0, 0] == table[0, 0]


@pytest.mark.parametrize(("orientation", "shifted"), ORIENTED)
def test_hexes_of_any_window_have_the_colour_of_their_ground_laid_over_with_their_shade(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    random, wrong = np.random.default_rng(3), []
    for columns, rows in ((40, 31), (9, 2), (2, 9), (3, 3), (7, 1), (1, 7), (1, 1)):
        grid = Grid(columns, rows, orientation, shifted)
        level = random.integers(-3, 20, grid.shape).astype(np.int16)
        ground = random.integers(0, 5, grid.shape).astype(np.uint8)
        table = random.integers(0, 1 << 24, (5, 23)).astype(np.uint32) | np.uint32(0xFF000000)
        weights = random.normal(size=SIDES) * 0.2
        depths = hill_shades(grid, level, weights)
        for window in ((0, rows, 0, columns), (rows // 2, rows, 1, max(1, columns - 2))):
            found, inside = np.zeros((2, *grid.shape), np.uint32)
            colour_kernels.colour_hexes(
                level, ground, table, -3, grid.pointy, grid.offsets, weights, found, *window
            )
            inside[window[0] : window[1], window[2] : window[3]] = 1
            for at in np.ndindex(grid.shape):
                tone = 0xFFFFFFFF if depths[at] > 0 else 0xFF000000
                under = int(table[ground[at], level[at] + 3])
                expected = (
                    hex_picture_kernels.blend_over(under, tone, abs(int(depths[at])))
                    if inside[at]
                    else 0
                )
                if found[at] != expected:
                    wrong.append((grid, window, at))
    assert not wrong


def test_what_is_seen_from_afar_is_halved_when_somebody_looks_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After other layers and after every stroke it need not be done; then it is as made at once."""
    halve = Mock(side_effect=plane_kernels.halve_plane)
    monkeypatch.setattr(hex_colours, "halve_plane", halve)
    map_ = generated_map(150, 140, 4)
    shown = hex_colours.HexColours(map_, LayerSettings(), LevelRange(map_))
    shown.show(LayerSettings().without({"zones"}))
    for row, column in ((3, 5), (100, 20), (101, 149)):
        map_.ground[row, column] = (map_.ground[row, column] + 1) % len(map_.grounds)
        shown.touched(range(row, row + 1), range(column, column + 1))
    halve.assert_not_called()
    afresh = hex_colours.HexColours(map_, LayerSettings().without({"zones"}), LevelRange(map_))
    assert len(shown.halves) == 2
    for one, other in zip(shown.halves, afresh.halves, strict=True):
        assert (one == other).all()
    count = halve.call_count
    assert shown.halves[0].any()
    assert halve.call_count == count


def test_halving_takes_the_mean_of_four() -> None:
    colours = np.array([[0xFF000000, 0xFF040404], [0xFF080808, 0xFF0C0C0C]], np.uint32)
    out = np.zeros((1, 1), np.uint32)
    plane_kernels.halve_plane(colours, out, 0, 1, 0, 1)
    assert out[0, 0] == 0xFF060606


@pytest.mark.parametrize("opacity", [0.0, 0.25, 0.5, 1.0])
def test_colours_are_laid_over_others_alike_hex_by_hex_and_pixel_by_pixel(opacity: float) -> None:
    tint = premultiplied_colour("#c04080", opacity)
    both = (
        composite_colours(np.array([0xFF204060], np.uint32), tint)[0],
        hex_picture_kernels.blend_over(0xFF204060, tint, 256),
    )
    for found in both:
        parts = [int(found) >> shift & 255 for shift in (16, 8, 0)]
        expected = [
            a + (b - a) * opacity
            for a, b in zip((0x20, 0x40, 0x60), (0xC0, 0x40, 0x80), strict=True)
        ]
        assert parts == pytest.approx(expected, abs=2)
