"""G3: footprints of figures, guns and wagons."""

from __future__ import annotations

from decimal import Decimal, getcontext
from itertools import pairwise
from math import hypot

import pytest

from engine.tabletop.buffered_shapes import least_distance
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import (
    FOOTPRINTS,
    MILLION,
    Footprint,
    PlacedPiece,
    axle_line,
    facing_towards,
    footprint,
    footprint_core,
    gun_trail_end,
    place_beside,
    sine,
)
from engine.tabletop.shapes import Point
from tests.cases import check_each


@pytest.mark.parametrize(
    ("type_", "print_"),
    [
        ("foot", Footprint(0, 0, 6, 32)),
        ("horse", Footprint(0, 8, 10, 44)),
        ("gun", Footprint(40, 64, 0, 24)),
        ("wagon", Footprint(32, 64, 0, 40)),
    ],
)
def test_footprints_are_those_of_the_rules(type_: str, print_: Footprint) -> None:
    """G3: disc radius 6 u, height 32; capsule 10 u radius, axis 8 u, height 44; gun 40 × 64 u."""
    assert footprint(type_) == print_


@pytest.mark.parametrize("type_", FOOTPRINTS)
def test_figures_an_inch_high_have_all_halved(type_: str) -> None:
    """K9.5: figures about 1 in high, G3 halved."""
    halved = footprint(type_, FigureScale.KRIEGSPIEL)
    assert [2 * each for each in halved] == list(footprint(type_))


def test_no_sine_is_so_near_to_half_a_millionth_that_machines_could_differ() -> None:
    getcontext().prec = 40
    pi = Decimal("3.14159265358979323846264338327950288419716939937510")
    for degree in range(91):
        angle = pi * degree / 180
        term = total = angle
        for order in range(1, 20):
            term *= -angle * angle / (2 * order * (2 * order + 1))
            total += term
        exact = total * MILLION
        assert sine(degree) == exact.to_integral_value()
        assert abs(exact % 1 - Decimal("0.5")) > Decimal("0.0001")


def test_facing_counts_clockwise_from_the_top() -> None:
    assert place_beside((100, 100), 0, 0, 20) == (100, 120)
    assert place_beside((100, 100), 90, 0, 20) == (120, 100)
    assert place_beside((100, 100), 180, 5, 20) == (95, 80)


@check_each("angle", range(0, 360, 7))
def test_a_direction_is_known_again_from_two_points(angle: int) -> None:
    assert facing_towards((0, 0), place_beside((0, 0), angle, 0, 6000)) == angle


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_a_turned_footprint_keeps_its_size(angle: int) -> None:
    corners = footprint_core(PlacedPiece("gun", "red", "gun", Point(500, 500), angle)).points
    across = [hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in pairwise(corners)]
    assert all(abs(each - long) < 1.5 for each, long in zip(across, (64, 40, 64), strict=True))


def test_the_axle_lies_across_the_middle_and_the_trail_behind() -> None:
    gun = PlacedPiece("gun", "red", "gun", Point(100, 100), 90)
    assert axle_line(gun) == ((100, 120), (100, 80))
    assert gun_trail_end(gun) == (68, 100)


def test_a_horseman_is_longer_than_he_is_broad() -> None:
    rider, man = (
        PlacedPiece("h", "red", "horse", Point(0, 0), 0),
        PlacedPiece("m", "red", "foot", Point(0, 50)),
    )
    beside = PlacedPiece("m", "red", "foot", Point(50, 0))
    assert least_distance(footprint_core(rider), footprint_core(man)) == 30
    assert least_distance(footprint_core(rider), footprint_core(beside)) == 34
