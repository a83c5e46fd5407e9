"""Lengths on the ground are told in the units their reader measures in."""

from __future__ import annotations

import pytest

from studio.rendering.length_units import (
    MILE,
    YARD,
    LengthUnits,
    format_extent,
    format_length,
    round_length,
)

METRIC, IMPERIAL = LengthUnits.METRIC, LengthUnits.IMPERIAL


@pytest.mark.parametrize(
    ("metres", "units", "language", "words"),
    [
        (250, METRIC, "en", "250 m"),
        (1250, METRIC, "en", "1250 m"),
        (1500, METRIC, "en", "1.5 km"),
        (1500, METRIC, "zh", "1.5 千米"),
        (250, IMPERIAL, "en", "273 yd"),
        (250, IMPERIAL, "zh", "273 码"),
        (5 * MILE, IMPERIAL, "en", "5 mi"),
        (2_500_000, METRIC, "en", "2500 km"),
    ],
)
def test_a_length_is_told_in_the_units_of_its_reader(
    metres: float, units: LengthUnits, language: str, words: str
) -> None:
    assert format_length(metres, units, language) == words


def test_both_sides_of_a_sheet_are_told_in_one_unit() -> None:
    assert format_extent(5200, 800, METRIC, "en") == "5.20 × 0.80 km"
    assert format_extent(520, 80, METRIC, "en") == "520 × 80 m"
    assert format_extent(2 * MILE, MILE / 2, IMPERIAL, "en") == "2.00 × 0.50 mi"
    assert format_extent(100 * YARD, 50 * YARD, IMPERIAL, "zh") == "100 × 50 码"


def test_a_scale_is_of_a_round_length_in_its_units() -> None:
    assert round_length(730, METRIC) == 500
    assert round_length(2900, METRIC) == 2000
    assert round_length(730, IMPERIAL) == 500 * YARD
    assert round_length(2 * MILE + 1, IMPERIAL) == 2 * MILE


def test_units_that_are_not_known_are_metres() -> None:
    assert LengthUnits.parse("leagues") is METRIC
    assert LengthUnits.parse("imperial") is IMPERIAL
