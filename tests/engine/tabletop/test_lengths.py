"""G1: the engine counts whole sixteenths of an inch; people write lengths as they like."""

from __future__ import annotations

import random

import pytest

from engine.tabletop.lengths import (
    InvalidLengthError,
    LengthFormat,
    LengthUnit,
    length_style,
    read_length,
    read_points,
    write_length,
    write_points,
)
from engine.tabletop.shapes import FOOT, INCH, Point

WRITTEN = (
    (12, 192),
    (12.5, 200),
    (0, 0),
    (1e-3, 0),
    ("12", 192),
    ("12.5", 200),
    ("-3 in", -48),
    ("12 3/8", 198),
    ("12-3/8 in", 198),
    ("3/8 in", 6),
    ("1/16", 1),
    ("4 ft 6 in", 54 * INCH),
    ("4'6\"", 54 * INCH),
    ("4' 6 1/2\"", 54 * INCH + 8),
    ("4 ft 6 1/16 in", 54 * INCH + 1),
    ("3.2 ft", 614),
    ("1/2 ft", 96),
    ("2 yards", 6 * FOOT),
    ("2.54 cm", 16),
    ("30 cm", 189),
    ("254mm", 160),
    ("2.54 m", 1600),
    ("0.03125", 1),
    ("  4  feet ", 4 * FOOT),
)


@pytest.mark.parametrize(("written", "sixteenths"), WRITTEN)
def test_a_length_is_read_to_whole_sixteenths(written: str | float, sixteenths: int) -> None:
    assert read_length(written) == sixteenths


@pytest.mark.parametrize(
    "written",
    ["", "in", "12 8", "4 ft 6", "1/0", "12,5", "1e3", "twelve", "3 miles", "--1", "9" * 50, True],
)
def test_what_is_no_length_is_refused_with_what_would_be(written: str | bool) -> None:
    with pytest.raises(InvalidLengthError, match="write inches"):
        read_length(written)


def test_a_fraction_is_a_whole_number_of_sixteenths() -> None:
    with pytest.raises(InvalidLengthError, match="'3/32 in' is not a whole number of sixteenths"):
        read_length("3/32 in")


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ("12,8", [(192, 128)]),
        ("12,8 16,-8", [(192, 128), (256, -128)]),
        ("4 ft,3.5 5 ft 6 in,1/2", [(768, 56), (1056, 8)]),
        ("4 ft 6 in,4 ft 6 in 3 in,1 1/2 1/2,2", [(864, 864), (48, 24), (8, 32)]),
        (" 1,2\n\t3,4 ", [(16, 32), (48, 64)]),
        ("1 , 2 3 , 4", [(16, 32), (48, 64)]),
    ],
)
def test_points_are_lengths_with_a_comma_between(
    written: str, places: list[tuple[int, int]]
) -> None:
    assert list(read_points(written)) == places


@pytest.mark.parametrize("written", ["12", "1,2,3", "1,2 3", "", "1 2", "1,2; 3,4"])
def test_what_is_no_list_of_points_is_refused(written: str) -> None:
    with pytest.raises(InvalidLengthError):
        read_points(written)


def test_the_longest_words_of_two_lengths_are_read_and_a_million_words_are_refused_untried() -> (
    None
):
    assert read_points("0,4 ft 6 1/2 in 3 ft 1 1/4 in,0") == (Point(0, 872), Point(596, 0))
    with pytest.raises(InvalidLengthError):
        read_points(f"0,{'1 ' * 1_000_000},0")


def test_a_list_of_a_million_points_is_refused_unread() -> None:
    with pytest.raises(InvalidLengthError, match="more than 20000 points"):
        read_points("1.5,2 " * 1_000_000 + "x")


@pytest.mark.parametrize(
    "manner",
    [
        LengthFormat(unit, *how)
        for unit in LengthUnit
        for how in ((False, False), (True, False), (False, True), (True, True))
    ],
)
def test_what_is_written_back_in_any_manner_is_the_same_length(manner: LengthFormat) -> None:
    chance = random.Random(16)
    for length in [*range(-20, 400), *(chance.randrange(-9_000, 90_000) for _ in range(300))]:
        written = write_length(length, manner)
        assert read_length(written) == length, written
        found = length_style(written)
        assert write_length(length, found) == written


@pytest.mark.parametrize(
    ("found", "then"),
    [
        (12, "13.5"),
        ("12 in", "13.5 in"),
        ("3/8 in", "13 1/2 in"),
        ("4 ft 6 in", "1 ft 1 1/2 in"),
        ("4'6\"", "1'1 1/2\""),
        ("3.2 ft", "1.125 ft"),
        ("30 cm", "34.3 cm"),
    ],
)
def test_a_length_is_written_in_the_manner_found(found: str | int, then: str) -> None:
    assert write_length(216, length_style(found)) == then


def test_points_are_written_as_they_are_read() -> None:
    places = read_points("12.5,8 16,1/16")
    assert write_points(places) == "12.5,8 16,0.0625"
    assert read_points(write_points(places, LengthFormat(LengthUnit.FEET, True))) == places
