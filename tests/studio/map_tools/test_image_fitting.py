"""A picture fitted by points, without a window."""

from __future__ import annotations

import numpy as np
import pytest

from studio.canvas.image_placement import ImagePlacement
from studio.map_tools.image_fitting import CoincidentPointsError, ImageFitting

START = ImagePlacement(0.02, 0.0, 0.0, 0.02, 1.0, 2.0)


def fitted(*points: tuple[float, float]) -> ImageFitting:
    fitting = ImageFitting(START)
    for point in points:
        fitting.add_point(point)
    return fitting


def test_one_pair_moves_the_picture_without_turning_it() -> None:
    fitting = fitted((3.0, 4.0), (5.0, 4.5))
    assert fitting.placing == START.moved(2.0, 0.5)
    assert not fitting.may_end


def test_two_pairs_bring_two_points_home() -> None:
    fitting = fitted((3.0, 4.0), (5.0, 4.5), (9.0, 4.0), (5.0, 9.0))
    for here, there in fitting.pairs:
        assert fitting.placing.page(here) == pytest.approx(there)
    assert fitting.may_end
    assert not fitting.is_complete


@pytest.mark.parametrize("seed", range(10))
def test_three_pairs_find_the_placing_the_points_came_from(seed: int) -> None:
    rng = np.random.default_rng(seed)
    true = ImagePlacement(0.03, 0.01, -0.012, 0.028, 3.0, -1.0)
    fitting = ImageFitting(START)
    for _ in range(3):
        x, y = rng.uniform(0, 800, 2).tolist()
        fitting.add_point(fitting.placing.page((x, y)))
        fitting.add_point(true.page((x, y)))
    assert fitting.is_complete
    for name in "abcdef":
        assert getattr(fitting.placing, name) == pytest.approx(getattr(true, name), abs=1e-6)


def test_a_point_that_is_there_already_is_refused_and_changes_nothing() -> None:
    fitting = fitted((3.0, 4.0), (5.0, 4.5), (9.0, 4.0))
    with pytest.raises(CoincidentPointsError):
        fitting.add_point((5.0, 4.5))
    assert len(fitting.pairs) == 1
    assert fitting.half is not None


def test_three_points_on_one_line_are_refused() -> None:
    fitting = fitted((0.0, 0.0), (0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (5.0, 1.0))
    with pytest.raises(CoincidentPointsError):
        fitting.add_point((4.0, 4.0))
    assert fitting.may_end is False


def test_points_are_taken_back_one_by_one() -> None:
    fitting = fitted((3.0, 4.0), (5.0, 4.5), (9.0, 4.0))
    assert fitting.remove_last_point()
    assert fitting.half is None
    assert fitting.remove_last_point()
    assert fitting.half is not None
    assert fitting.placing == START
    assert fitting.remove_last_point()
    assert not fitting.remove_last_point()


def test_a_fourth_pair_is_not_taken() -> None:
    fitting = fitted((0, 0), (0, 0), (9, 0), (9, 0), (0, 9), (0, 9), (5, 5))
    assert fitting.half is None
    assert len(fitting.pairs) == 3
