"""Hexes found from their middles: also where somebody named a point that is on no picture."""

from __future__ import annotations

import pytest

from engine.interchange.grid_detection import grid_from_points

Points = list[tuple[float, float]]
SIZE = (400, 400)
MIDDLES: Points = [
    (50.0 * column, 57.7 * row + 28.9 * (column % 2)) for column in range(4) for row in range(4)
]


def test_middles_in_columns_are_hexes() -> None:
    found = grid_from_points(MIDDLES, SIZE)
    assert found is not None
    assert (found.grid.columns, found.grid.rows) == (4, 4)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "middles",
    [
        [*MIDDLES, (1e308, 5.0)],
        [*MIDDLES, (-1e308, 1e308)],
        [(x * 1e-300, y * 1e-300) for x, y in MIDDLES],
        [(0.0, 0.0)] * 9,
    ],
    ids=["far", "further", "tiny", "one"],
)
def test_points_that_are_on_no_picture_make_no_hexes(middles: Points) -> None:
    assert grid_from_points(middles, SIZE) is None
