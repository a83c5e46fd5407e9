"""What runs along hexsides and from hex to hex: streams, walls, roads and their cheapest way."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engine.editing.edits import MaskGroup, SetMasks
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, HexSide
from engine.map.map import Map
from studio.map_tools.hexside_tools import HexsideBrush, HexsideEraser, nearest_side, side_corners
from studio.map_tools.link_tools import CheapestPathTool, LinkBrush, LinkEraser
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.studio.documents.random_edits import is_consistent
from tests.studio.map_tools.hands import at, blank, board, drag, hand_on, trail


def borne(map_: Map, kind: str) -> set[HexSide]:
    """The sides that bear a kind of feature."""
    grid = map_.grid
    return {
        grid.side(hex_, direction)
        for hex_ in grid
        for direction in range(SIDES)
        if map_.has_side(kind, hex_, direction)
    }


def linked(map_: Map, kind: str) -> set[frozenset[tuple[int, int]]]:
    """The steps that have a kind of link, as pairs of (column, row)."""
    grid = map_.grid
    return {
        frozenset((grid.column_row(hex_), grid.column_row(grid.neighbour(hex_, direction))))
        for hex_ in grid
        for direction in range(SIDES)
        if map_.has_link(kind, hex_, direction)
    }


# --- along hexsides -------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_press_snaps_to_the_nearest_side(orientation: Orientation, shifted: OffsetParity) -> None:
    grid = Grid(5, 5, orientation, shifted)
    for hex_ in grid:
        x, y = grid.centre(hex_)
        outline = grid.outline(hex_)
        for direction in range(SIDES):
            one, other = outline[direction], outline[(direction + 1) % SIDES]
            middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            inward = x + 0.7 * (middle[0] - x), y + 0.7 * (middle[1] - y)
            assert nearest_side(grid, inward) == grid.side(hex_, direction)


@pytest.mark.parametrize("orientation", Orientation)
def test_the_ends_of_a_side_are_where_its_outline_has_them(orientation: Orientation) -> None:
    grid = Grid(3, 3, orientation)
    hex_ = grid.hex(1, 1)
    outline = grid.outline(hex_)
    for direction in range(SIDES):
        found = [
            tuple(sum(grid.centre(each)[axis] for each in corner) / 3 for axis in (0, 1))
            for corner in side_corners(grid.side(hex_, direction))
        ]
        wanted = [outline[direction], outline[(direction + 1) % SIDES]]
        for point in wanted:
            assert min(math.dist(point, other) for other in found) < 1e-9


def test_a_click_lays_one_side_on_both_its_hexes() -> None:
    map_ = blank(3, 3)
    x, y = map_.grid.centre(at(map_, 1, 1))
    trail(hand_on(map_, HexsideBrush("wall")), [(x + 0.4, y)])
    assert borne(map_, "wall") == {map_.grid.side(at(map_, 1, 1), 0)}
    assert is_consistent(map_)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("seed", range(8))
def test_a_drag_traces_one_connected_line_that_follows_the_pointer(
    orientation: Orientation, seed: int
) -> None:
    map_ = blank(20, 20, orientation)
    rng = np.random.default_rng(seed)
    points = [(5.0, 5.0)]
    for _ in range(30):
        x, y = points[-1]
        points.append((min(max(x + rng.normal(), 1), 15), min(max(y + rng.normal(), 1), 15)))
    trail(hand_on(map_, HexsideBrush("stream")), points)
    sides = borne(map_, "stream")
    assert is_consistent(map_)
    assert len(_connected(sides)) == 1
    ends = [corner for side in sides for corner in side_corners(side)]
    places = [
        tuple(sum(map_.grid.centre(each)[axis] for each in corner) / 3 for axis in (0, 1))
        for corner in set(ends)
    ]
    for point in points:
        assert min(math.dist(point, place) for place in places) < 0.8


def _connected(sides: set[HexSide]) -> list[set[HexSide]]:
    """The parts of a set of sides that hang together by their corners."""
    parts: list[set[HexSide]] = []
    for side in sides:
        touching = [
            part
            for part in parts
            if any(set(side_corners(side)) & set(side_corners(o)) for o in part)
        ]
        parts = [part for part in parts if part not in touching]
        parts.append({side}.union(*touching))
    return parts


def test_with_shift_the_trace_is_straight_and_laid_when_the_pointer_is_let_go() -> None:
    map_ = blank(8, 5)
    hand = hand_on(map_, HexsideBrush("stream"))
    hand.point(ToolPointer(PointerPhase.PRESS, 1.0, 2.3, shift=True))
    hand.point(ToolPointer(PointerPhase.MOVE, 3.0, 0.5, shift=True))
    assert "stream" not in map_.sides
    hand.point(ToolPointer(PointerPhase.RELEASE, 6.0, 2.3, shift=True))
    rows = {map_.grid.column_row(hex_)[1] for side in borne(map_, "stream") for hex_ in _both(side)}
    assert len(rows) == 2


def _both(side: HexSide) -> tuple[Any, ...]:
    return side.first, side.second


def test_a_trace_outside_the_map_lays_nothing_there_and_comes_back() -> None:
    map_ = blank(4, 4)
    trail(hand_on(map_, HexsideBrush("stream")), [(2.0, 1.0), (2.0, -4.0), (3.0, -4.0), (3.0, 1.0)])
    assert borne(map_, "stream")
    assert is_consistent(map_)


def test_a_drag_from_edge_to_edge_lays_nothing_on_the_outer_edge() -> None:
    map_ = Map.blank(Grid(6, 5))
    wide, high = map_.grid.size(1.0)
    trail(hand_on(map_, HexsideBrush("stream")), [(wide / 2, 0.02), (wide / 2, high - 0.02)])
    laid = borne(map_, "stream")
    assert laid
    assert all(side.first in map_.grid and side.second in map_.grid for side in laid)


def test_a_drag_that_begins_and_stays_at_the_outer_edge_is_laid_there() -> None:
    map_ = Map.blank(Grid(6, 5))
    trail(hand_on(map_, HexsideBrush("wall")), [(1.8, 0.02), (2.5, -0.4), (3.2, 0.02)])
    laid = borne(map_, "wall")
    assert len(laid) > 1
    assert not any(side.first in map_.grid and side.second in map_.grid for side in laid)


def test_the_eraser_takes_the_sides_it_is_led_along_of_one_kind_or_of_all() -> None:
    map_ = blank(3, 3)
    for kind in ("wall", "stream"):
        SetMasks(MaskGroup.SIDES, kind, np.array([4]), np.array([0b000011])).apply(map_)
    x, y = map_.grid.centre(at(map_, 1, 1))
    trail(hand_on(map_, HexsideEraser("wall")), [(x + 0.4, y)])
    assert len(borne(map_, "wall")) == 1
    assert len(borne(map_, "stream")) == 2
    trail(hand_on(map_, HexsideEraser()), [(x + 0.4, y)])
    assert len(borne(map_, "wall")) == 1
    assert len(borne(map_, "stream")) == 1


# --- from hex to hex ------------------------------------------------------------------------------


def test_a_road_leads_through_every_hex_the_pointer_passes() -> None:
    map_ = blank(5, 2)
    drag(hand_on(map_, LinkBrush("road")), (0, 0), (2, 0), (2, 1))
    assert linked(map_, "road") == {
        frozenset(step) for step in pairwise([(0, 0), (1, 0), (2, 0), (2, 1)])
    }


def test_a_road_does_not_take_in_a_hex_whose_corner_the_pointer_cuts() -> None:
    map_ = blank(3, 3)
    start, end = map_.grid.centre(at(map_, 0, 0)), map_.grid.centre(at(map_, 1, 0))
    cut = (start[0] + end[0]) / 2, start[1] + 0.33  # just inside the hex below both
    assert map_.grid.hex_at(*cut) == at(map_, 0, 1)
    trail(hand_on(map_, LinkBrush("road")), [start, cut, end])
    assert linked(map_, "road") == {frozenset([(0, 0), (1, 0)])}


def test_a_road_ends_at_the_edge_of_the_map() -> None:
    map_ = blank(3, 1)
    drag(hand_on(map_, LinkBrush("road")), (1, 0), (5, 0))
    assert linked(map_, "road") == {frozenset([(1, 0), (2, 0)])}


def test_links_are_erased_along_the_pointers_way() -> None:
    map_ = blank(4, 1)
    drag(hand_on(map_, LinkBrush("road")), (0, 0), (3, 0))
    drag(hand_on(map_, LinkBrush("rail")), (0, 0), (3, 0))
    drag(hand_on(map_, LinkEraser("road")), (1, 0), (2, 0))
    assert len(linked(map_, "road")) == 2
    drag(hand_on(map_, LinkEraser()), (0, 0), (1, 0))
    assert linked(map_, "road") == {frozenset([(2, 0), (3, 0)])}
    assert len(linked(map_, "rail")) == 2


def test_the_cheapest_way_goes_round_a_hill() -> None:
    map_ = board(
        """
        .......
        .......
        .......
        """,
        levels="0 0 0 0 0 0 0\n0 0 9 9 9 0 0\n0 0 0 0 0 0 0",
    )
    drag(hand_on(map_, CheapestPathTool("road")), (0, 1), (6, 1))
    steps = linked(map_, "road")
    assert steps
    assert not any(map_.level[row, column] for step in steps for column, row in step)


def test_the_cheapest_way_takes_up_a_road_that_is_there() -> None:
    map_ = blank(7, 3)
    drag(hand_on(map_, LinkBrush("road")), (1, 0), (5, 0))
    before = linked(map_, "road")
    drag(hand_on(map_, CheapestPathTool("track")), (0, 1), (6, 1))
    assert len(linked(map_, "track") & before) == 4


def test_the_cheapest_way_bridges_water_only_where_it_must() -> None:
    map_ = board(
        """
        ..~..
        ..~..
        .....
        """
    )
    drag(hand_on(map_, CheapestPathTool("road")), (0, 0), (4, 0))
    assert not any(
        map_.ground[row, column] == 2 for step in linked(map_, "road") for column, row in step
    )
    divided = board("..~..")
    drag(hand_on(divided, CheapestPathTool("road")), (0, 0), (4, 0))
    assert len(linked(divided, "road")) == 4


def test_the_way_is_shown_before_it_is_laid() -> None:
    map_ = blank(4, 1)
    hand = hand_on(map_, CheapestPathTool("road"))
    hand.point(ToolPointer(PointerPhase.PRESS, *map_.grid.centre(at(map_, 0, 0))))
    shown = hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 2, 0))))
    assert shown.steps == ((at(map_, 0, 0), at(map_, 1, 0)), (at(map_, 1, 0), at(map_, 2, 0)))
    assert "road" not in map_.links
