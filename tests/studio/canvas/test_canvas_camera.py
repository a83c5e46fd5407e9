"""Screen, page and hexes: the camera."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES
from studio.canvas.camera import MapCamera

grids = st.builds(
    Grid,
    st.integers(1, 40),
    st.integers(1, 40),
    st.sampled_from(Orientation),
    st.sampled_from(OffsetParity),
)
cameras = st.builds(
    MapCamera, grids, st.floats(0.5, 200), st.floats(-500, 5000), st.floats(-500, 5000)
)
places = st.tuples(st.floats(0, 1600), st.floats(0, 1000))


@given(cameras, st.integers(0, 39), st.integers(0, 39))
def test_the_hex_at_a_hexes_centre_is_that_hex(camera: MapCamera, column: int, row: int) -> None:
    hex_ = camera.grid.hex(column, row)
    assert camera.hex_at(*camera.centre(hex_)) == hex_


@given(cameras, st.integers(0, 39), st.integers(0, 39))
def test_the_lattice_point_of_a_centre_is_the_grids(
    camera: MapCamera, column: int, row: int
) -> None:
    hex_ = camera.grid.hex(column, row)
    assert camera.lattice_coordinates(*camera.centre(hex_)) == pytest.approx(
        camera.grid.lattice(hex_), abs=1e-6
    )


@given(cameras, st.integers(0, 39), st.integers(0, 39), st.integers(0, SIDES - 1))
def test_the_side_at_a_point_just_inside_it_is_that_side(
    camera: MapCamera, column: int, row: int, direction: int
) -> None:
    grid, hex_ = camera.grid, camera.grid.hex(column, row)
    beyond = grid.neighbour(hex_, direction)
    x, y = camera.centre(hex_)
    there_x, there_y = camera.centre(beyond)
    point = x + 0.45 * (there_x - x), y + 0.45 * (there_y - y)
    found, side = camera.side_at(*point)
    assert grid.side(found, side) == grid.side(hex_, direction)


def test_beside_the_map_the_nearest_side_belongs_to_the_hex_on_it() -> None:
    grid = Grid(3, 3)
    camera = MapCamera(grid, 30.0, -100.0, -100.0)
    x, y = camera.centre(grid.hex(0, 0))
    assert camera.hex_at(x - 17, y) not in grid
    assert camera.side_at(x - 17, y) == (grid.hex(0, 0), 3)


@given(cameras, places, st.floats(0.2, 5))
def test_zooming_keeps_the_point_under_the_pointer(
    camera: MapCamera, about: tuple[float, float], factor: float
) -> None:
    zoomed = camera.zoomed(factor, about)
    assert zoomed.lattice_coordinates(*about) == pytest.approx(
        camera.lattice_coordinates(*about), rel=1e-6, abs=1e-6
    )


@given(cameras, places)
def test_a_fitted_sheet_lies_wholly_on_the_screen(
    camera: MapCamera, size: tuple[float, float]
) -> None:
    size = max(size[0], 50.0), max(size[1], 50.0)
    fitted = camera.fitted(size)
    wide, high = fitted.grid.size(fitted.width)
    assert fitted.left <= 0
    assert fitted.top <= 0
    assert wide - fitted.left <= size[0] + 1e-6
    assert high - fitted.top <= size[1] + 1e-6


@given(cameras, places)
def test_some_of_the_sheet_is_always_seen(camera: MapCamera, size: tuple[float, float]) -> None:
    bounded = camera.bounded(size)
    wide, high = bounded.grid.size(bounded.width)
    assert bounded.left < wide or math.isclose(bounded.left, wide)
    assert bounded.left + size[0] >= 0
    assert bounded.top < high or math.isclose(bounded.top, high)
    assert bounded.top + size[1] >= 0


@given(cameras)
def test_widths_are_bounded_but_never_below_what_shows_the_whole_sheet(camera: MapCamera) -> None:
    size = 800.0, 600.0
    least = camera.bounded_scale(1e-9, size)
    assert 0 < least <= camera.fitted(size).width
    assert camera.bounded_scale(1e9, size) == camera.bounded_scale(500.0, size)
