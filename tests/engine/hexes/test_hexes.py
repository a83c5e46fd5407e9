"""Hexes as values: distance, rings, lines, turns and mirrors."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.hex import (
    STEPS,
    Hex,
    HexSide,
    disc,
    distance,
    line,
    neighbours,
    ring,
    rotate_hex,
)

few = settings(max_examples=80, deadline=None, derandomize=True)
hexes = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))
axes = st.integers(0, 5)


def steps_between(a: Hex, b: Hex) -> int:
    """Hexes from a to b counted by walking: the slow oracle of `distance`."""
    seen, waiting = {a}, deque([(a, 0)])
    while True:
        here, steps = waiting.popleft()
        if here == b:
            return steps
        for there in neighbours(here):
            if there not in seen:
                seen.add(there)
                waiting.append((there, steps + 1))


def squared(a: Hex, b: Hex) -> int:
    """The square of the straight distance between two centres, in hexes."""
    q, r = b.offset_from(a)
    return q * q + q * r + r * r


# --- neighbours and hexsides ----------------------------------------------------------------------


def test_the_third_coordinate_makes_the_sum_nothing() -> None:
    assert Hex(3, -7).s == 4


def test_each_step_round_a_hex_turns_by_sixty_degrees() -> None:
    assert [rotate_hex(step, Hex(0, 0), -1) for step in STEPS] == [*STEPS[1:], STEPS[0]]


@given(hexes, axes)
@few
def test_one_edge_is_one_value_whichever_hex_is_named_first(here: Hex, direction: int) -> None:
    there = here.moved(STEPS[direction])
    side = HexSide(here, there)
    assert side == HexSide(there, here)
    assert hash(side) == hash(HexSide(there, here))
    assert (side.opposite_hex(here), side.opposite_hex(there)) == (there, here)


@given(hexes)
@few
def test_a_hex_has_six_different_hexsides(here: Hex) -> None:
    assert len({HexSide(here, there) for there in neighbours(here)}) == 6


@pytest.mark.parametrize("other", [Hex(0, 0), Hex(1, 1), Hex(2, 0), Hex(-1, -1)])
def test_hexes_that_do_not_touch_share_no_hexside(other: Hex) -> None:
    with pytest.raises(ValueError, match="do not touch"):
        HexSide(Hex(0, 0), other)


# --- distance -------------------------------------------------------------------------------------


@given(hexes, hexes, hexes)
@few
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_distance_is_the_fewest_steps_between_neighbours() -> None:
    here = Hex(2, -1)
    for there in disc(here, 5):
        assert distance(here, there) == steps_between(here, there)


# --- rings and discs ------------------------------------------------------------------------------


@given(hexes, st.integers(1, 9))
@few
def test_a_ring_has_six_times_its_radius_hexes_each_so_far_away(here: Hex, radius: int) -> None:
    around = ring(here, radius)
    assert len(set(around)) == len(around) == 6 * radius
    assert {distance(here, there) for there in around} == {radius}


@given(hexes, st.integers(1, 9))
@few
def test_a_ring_goes_round_in_steps_and_closes(here: Hex, radius: int) -> None:
    around = ring(here, radius)
    assert all(distance(a, b) == 1 for a, b in pairwise([*around, around[0]]))


def test_a_ring_of_no_radius_is_its_centre() -> None:
    assert ring(Hex(4, 5), 0) == [Hex(4, 5)]


@given(hexes, st.integers(0, 9))
@few
def test_a_disc_holds_every_hex_within_its_radius_once(here: Hex, radius: int) -> None:
    inside = disc(here, radius)
    assert len(set(inside)) == len(inside) == 1 + 3 * radius * (radius + 1)
    assert all(distance(here, there) <= radius for there in inside)


# --- lines ----------------------------------------------------------------------------------------


@given(hexes, hexes)
@few
def test_a_line_goes_from_end_to_end_a_step_at_a_time(a: Hex, b: Hex) -> None:
    passed = line(a, b)
    assert (passed[0], passed[-1], len(passed)) == (a, b, distance(a, b) + 1)
    assert all(distance(one, next_) == 1 for one, next_ in pairwise(passed))


@given(hexes, hexes)
@few
def test_the_way_back_passes_the_same_hexes(a: Hex, b: Hex) -> None:
    assert line(b, a) == line(a, b)[::-1]


@given(hexes, hexes)
@few
def test_no_hex_is_nearer_to_its_point_of_the_line(a: Hex, b: Hex) -> None:
    length = distance(a, b)
    origin = Hex(0, 0)
    for step, passed in enumerate(line(a, b)):
        # In units of 1/length of a hex, so that everything stays whole.
        point = Hex(a.q * length + (b.q - a.q) * step, a.r * length + (b.r - a.r) * step)
        nearby = (origin.moved(hex_, length) for hex_ in disc(passed, 2))
        assert squared(point, origin.moved(passed, length)) == min(
            squared(point, other) for other in nearby
        )


def test_a_line_to_where_it_starts_is_one_hex() -> None:
    assert line(Hex(3, 3), Hex(3, 3)) == [Hex(3, 3)]


# --- turns and mirrors ----------------------------------------------------------------------------


@given(hexes, hexes, st.integers(-8, 8))
@few
def test_six_turns_are_none(here: Hex, centre: Hex, sixths: int) -> None:
    turned = rotate_hex(here, centre, sixths)
    assert rotate_hex(turned, centre, 6 - sixths) == here
    assert rotate_hex(here, centre, sixths + 6) == turned


@given(hexes, hexes, hexes, axes)
@few
def test_turns_keep_distances(a: Hex, b: Hex, centre: Hex, sixths: int) -> None:
    assert distance(rotate_hex(a, centre, sixths), rotate_hex(b, centre, sixths)) == distance(a, b)
