"""Where a picture lies over the page."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from studio.canvas.image_placement import ImagePlacement, fit_placement, initial_placement

points = st.tuples(st.floats(-2000, 2000), st.floats(-2000, 2000))
placings = st.builds(
    ImagePlacement,
    st.floats(0.05, 2),
    st.floats(-1, 1),
    st.floats(-0.02, 0.02),
    st.floats(0.05, 2),
    st.floats(-100, 100),
    st.floats(-100, 100),
)


@given(placings, points)
def test_picture_and_page_are_each_others_inverse(
    placing: ImagePlacement, point: tuple[float, float]
) -> None:
    assume(abs(placing.a * placing.d - placing.b * placing.c) > 1e-3)
    assert placing.picture(placing.page(point)) == pytest.approx(point, abs=1e-4)


@given(points, points, points, points)
def test_two_points_are_laid_where_they_belong_without_distortion(
    one: tuple[float, float],
    other: tuple[float, float],
    there: tuple[float, float],
    beyond: tuple[float, float],
) -> None:
    assume(abs(complex(*one) - complex(*other)) > 1 and abs(complex(*there) - complex(*beyond)) > 1)
    placing = fit_placement([(one, there), (other, beyond)])
    assert placing.page(one) == pytest.approx(there, abs=1e-6)
    assert placing.page(other) == pytest.approx(beyond, abs=1e-6)
    assert (placing.a, placing.b) == pytest.approx((placing.d, -placing.c))


@given(placings)
def test_three_points_give_back_any_affine_map(placing: ImagePlacement) -> None:
    corners = [(0.0, 0.0), (300.0, 20.0), (50.0, 400.0)]
    found = (
        fit_placement([(corner, placing.page(corner)) for corner in corners])
        if _is_wide(placing)
        else placing
    )
    assert found.page((123.0, 45.0)) == pytest.approx(placing.page((123.0, 45.0)), abs=1e-5)


def _is_wide(placing: ImagePlacement) -> bool:
    return abs(placing.a * placing.d - placing.b * placing.c) > 1e-2


def test_a_quarter_turn_at_half_the_size_is_found() -> None:
    placing = fit_placement([((0.0, 0.0), (5.0, 5.0)), ((10.0, 0.0), (5.0, 10.0))])
    assert placing.turn == pytest.approx(90.0)
    assert placing.scale == pytest.approx(0.5)


def test_one_point_only_moves_the_picture() -> None:
    assert fit_placement([((2.0, 3.0), (10.0, 10.0))]) == ImagePlacement(e=8.0, f=7.0)


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        ([], "not 0"),
        ([((1.0, 1.0), (2.0, 2.0))] * 2, "coincide"),
        (
            [((0.0, 0.0), (0.0, 0.0)), ((1.0, 1.0), (1.0, 0.0)), ((2.0, 2.0), (0.0, 1.0))],
            "one line",
        ),
    ],
)
def test_points_that_fix_nothing_are_refused(
    pairs: list[tuple[tuple[float, float], tuple[float, float]]], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        fit_placement(pairs)


def test_a_new_picture_covers_the_sheet_as_far_as_it_can() -> None:
    placing = initial_placement((200, 100), (20.0, 20.0))
    assert placing.page((0.0, 0.0)) == (0.0, 5.0)
    assert placing.page((200.0, 100.0)) == (20.0, 15.0)
