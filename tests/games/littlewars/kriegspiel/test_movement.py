"""Contours that paths cross (K1.2), held against the referee's plain geometry."""

from __future__ import annotations

import random

from engine.games.littlewars.kriegspiel.movement import climb, crossed_contours, is_too_steep
from engine.tabletop.shapes import INCH, Point
from tests.games.littlewars.plain import Form, crossings

HILL = [Point(100, 0), Point(500, 0), Point(500, 400), Point(100, 400)]
TOP = [Point(200, 100), Point(400, 100), Point(400, 300), Point(200, 300)]


def told(*path: tuple[int, int]) -> list[tuple[int, bool]]:
    found = crossed_contours([Point(*at) for at in path], [HILL, TOP])
    return [(each.along, each.is_up) for each in found]


def test_k1_2_a_path_over_a_hill_goes_up_twice_and_down_twice() -> None:
    """One contour up costs 12 in of move, two contours down 12 in."""
    across = told((0, 200), (600, 200))
    assert across == [(100, True), (200, True), (400, False), (500, False)]
    assert climb(crossed_contours([Point(0, 200), Point(600, 200)], [HILL, TOP])) == 36 * INCH


def test_a_corner_of_the_path_within_the_hill_changes_nothing() -> None:
    assert told((0, 200), (150, 200), (150, 600)) == [(100, True), (350, False)]


def test_a_path_that_begins_or_bends_on_a_contour_crosses_it_once() -> None:
    assert told((100, 200), (150, 200)) in ([(0, True)], [])
    assert told((0, 200), (100, 200), (150, 200)) == [(100, True)]
    assert told((0, 200), (100, 200), (0, 100)) == []


def test_a_contour_that_is_only_touched_is_not_crossed() -> None:
    assert told((0, 0), (600, 0)) in ([], [(100, True), (500, False)])
    assert told((0, 400), (100, 400), (100, 500)) == []
    assert told((0, 300), (200, 500)) == []


def test_k1_2_four_contours_within_12_in_bar_the_way() -> None:
    """Where four contours lie within 12 in of ground it is impassable without a road."""
    steps = [[Point(x, 0), Point(900, 0), Point(900, 90), Point(x, 90)] for x in (40, 90, 140, 190)]
    path = [Point(0, 50), Point(300, 50)]
    assert is_too_steep(crossed_contours(path, steps))
    assert not is_too_steep(crossed_contours(path, steps[:3]))


def test_random_paths_cross_what_plain_geometry_says() -> None:
    rng = random.Random(7)
    for case in range(300):
        hill = [Point(rng.randint(0, 900), rng.randint(0, 900)) for _ in range(3)]
        path = [Point(rng.randint(0, 900), rng.randint(0, 900)) for _ in range(rng.randint(2, 4))]
        plain = crossings(path, [Form(tuple(hill), 0, True)])
        found = crossed_contours(path, [hill])
        assert [up for _, up in plain] == [each.is_up for each in found], f"seed 7, case {case}"
        for (along, _), each in zip(plain, found, strict=True):
            assert abs(along - each.along) <= 4, f"seed 7, case {case}"
