"""Why two hexes see each other or not: the sighting chart (tank S5) and its JSON form."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from engine.hexes.grid import Grid, Orientation
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from tests.engine.sight.sight_boards import at, board, random_levels


def test_every_point_tells_level_cover_height_and_the_lines_height_there() -> None:
    sight = board("0 1w 0 2 2")
    profile = sight.profile(at(sight, "@0,0"), at(sight, "@4,0"))
    found = [(p.distance, p.level, p.cover, p.height, p.limit, p.blocks) for p in profile.points]
    assert found == [
        (1, 1, 1, 2, Fraction(3, 4), True),
        (2, 0, 0, 0, Fraction(3, 2), False),
        (3, 2, 0, 2, Fraction(9, 4), False),
    ]
    assert profile.points[0].excess == Fraction(5, 4)


def test_points_run_from_the_low_end_up_whoever_asks() -> None:
    sight = board("3 2 1 0")
    high, low = at(sight, "@0,0"), at(sight, "@3,0")
    profile = sight.profile(high, low)
    assert (profile.low, profile.high, profile.low_level, profile.high_level) == (low, high, 0, 3)
    assert [point.hex for point in profile.points] == [at(sight, "@2,0"), at(sight, "@1,0")]
    assert profile.points == sight.profile(low, high).points


def test_of_several_blocking_hexes_of_one_height_the_nearest_to_the_lower_unit_is_named() -> None:
    sight = board("0 1 1 1 1 1 0 1")
    blocking = sight.profile(at(sight, "@7,0"), at(sight, "@0,0")).blocking
    assert blocking is not None
    assert blocking.hex == at(sight, "@1,0")


def test_the_steepest_point_is_named_not_the_first() -> None:
    sight = board("0 1 3 0 0")
    blocking = sight.profile(at(sight, "@0,0"), at(sight, "@4,0")).blocking
    assert blocking is not None
    assert blocking.hex == at(sight, "@2,0")


def test_of_a_hexside_the_lower_hex_is_named_and_the_other_beside_it() -> None:
    sight = board("0 0 0\n 5 3 0\n0 0 0")
    (point,) = sight.profile(at(sight, "@1,0"), at(sight, "@1,2")).points
    assert (point.hex, point.beside, point.height) == (at(sight, "@1,1"), at(sight, "@0,1"), 3)
    assert point.blocks


def test_a_hexside_at_the_edge_of_the_map_shows_its_height_and_does_not_block() -> None:
    sight = board("0 0\n 0 0\n0 0\n 9 9\n0 0")
    (point,) = sight.profile(at(sight, "@0,2"), at(sight, "@0,4")).points
    assert (point.height, point.blocks) == (9, False)
    assert point.beside == sight.grid.hex(-1, 3)


def test_a_profile_of_neighbours_and_of_one_hex_is_empty_and_clear() -> None:
    sight = board("0 9")
    for end in ("@0,0", "@1,0"):
        profile = sight.profile(at(sight, "@0,0"), at(sight, end))
        assert (profile.points, profile.is_clear, profile.blocking) == ((), True, None)


def test_the_json_form_is_the_one_the_command_line_prints() -> None:
    sight = board("0 0 1 2w 0")
    found = sight.profile(at(sight, "@0,0"), at(sight, "@4,0")).as_json(sight.grid)
    assert json.loads(json.dumps(found)) == {
        "from": "@0,0",
        "to": "@4,0",
        "distance": 4,
        "visible": False,
        "blocked_by": "@3,0",
        "profile": [
            _row("@1,0", 1, 0, 0, 0.25, False),
            _row("@2,0", 2, 1, 0, 0.5, True),
            _row("@3,0", 3, 2, 1, 0.75, True),
        ],
    }


def _row(
    name: str, distance: int, level: int, cover: int, limit: float, blocks: bool
) -> dict[str, object]:
    height = level + cover
    return {
        "hex": name,
        "distance": distance,
        "level": level,
        "cover": cover,
        "height": height,
        "limit": limit,
        "blocks": blocks,
    }


def test_the_json_form_of_a_hexside_names_the_deciding_hex_and_the_other_beside() -> None:
    sight = board("0 0 0\n 5 3 0\n0 0 0")
    found = sight.profile(at(sight, "@1,0"), at(sight, "@1,2")).as_json(sight.grid)
    assert found["blocked_by"] == "@1,1"
    assert found["profile"][0]["hex"] == "@1,1"
    assert found["profile"][0]["beside"] == "@0,1"


@pytest.mark.parametrize("trace", TraceRule)
@pytest.mark.parametrize("orientation", Orientation)
def test_a_profile_agrees_with_the_verdict_everywhere(
    orientation: Orientation, trace: TraceRule
) -> None:
    grid = Grid(9, 8, orientation)
    sight = Sight(grid, *random_levels(grid, 7, 3), trace)
    for a in grid:
        for b in list(grid)[::5]:
            profile = sight.profile(a, b)
            assert profile.is_clear == sight.sees(a, b), (a, b)
            assert (profile.blocking is None) == profile.is_clear
