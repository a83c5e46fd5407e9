"""Contours that paths cross (K1.2), held against the referee's plain geometry."""

from __future__ import annotations

import random

from engine.games.littlewars.kriegspiel.movement import climb, crossed_contours, is_too_steep
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.state import State
from engine.play.game import Game
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.tabletop_map import TabletopFeature
from tests.games.littlewars.kriegspiel.wars import body, hill, line, said, to_men, war
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


def slope(step: float) -> list[TabletopFeature]:
    """Four contours, each so far behind the one before, that rise from x = 70 to the east."""
    edges = [70 + n * step for n in range(4)]
    return [
        hill(f"h{n}", n + 1, (x, 10 + n), (150, 10 + n), (150, 150 - n), (x, 150 - n))
        for n, x in enumerate(edges)
    ]


def rider_at(x: float, y: float, *features: TabletopFeature) -> Game[State]:
    rider = body("r-x", "horse", (x, y))
    made = war(rider, body("b-x", "foot", (230, 20)), features=features)
    to_men(made)
    return made


def may_ride(made: Game[State], *ways: tuple[float, float]) -> bool:
    path = " ".join(said(*way) for way in ways)
    return made.accepts(MenOrder("go", ("r-x.1",), path)) is not None


def test_k1_2_four_contours_within_a_foot_are_not_climbed_in_two_moves() -> None:
    """«Там, где четыре уровня приходится на один фут горизонтальной дальности, склон не проходим
    (слишком крут) без дороги»: neither the first two contours nor the last one alone."""
    steep = rider_at(68, 60, *slope(3))
    assert not may_ride(steep, (68, 60), (74.5, 60))
    assert not may_ride(steep, (68, 60), (71, 60))
    assert may_ride(steep, (68, 60), (40, 60)), "away from the slope"
    gentle = rider_at(68, 60, *slope(4.5))
    assert may_ride(gentle, (68, 60), (75, 60))


def test_k1_2_nor_are_they_climbed_aslant() -> None:
    """«Склон не проходим»: a way along it that takes more than a foot over four contours crosses
    the same ground."""
    assert not may_ride(rider_at(69, 40, *slope(3)), (69, 40), (74, 60))
    assert may_ride(rider_at(69, 40, *slope(4.5)), (69, 40), (71, 60))


def test_k1_2_a_road_leads_up_where_the_slope_is_too_steep() -> None:
    """«Без дороги»: on one the two contours are climbed."""
    road = line("road", "road", 4, (60, 60), (150, 60))
    assert may_ride(rider_at(68, 60, *slope(3), road), (68, 60), (74.5, 60))


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
