"""Lines, rectangles, lassos, polygons and the bucket."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.hexes.flat_index import from_indices
from engine.hexes.grid import Orientation
from studio.map_tools.brush_tools import Bucket, BucketLimits
from studio.map_tools.paints import GroundPaint, RaisePaint, SelectionMode, SelectionPaint
from studio.map_tools.region_tools import (
    HexPolygon,
    HexRectangle,
    Lasso,
    StraightLine,
    hexes_within,
)
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.studio.map_tools.hands import (
    at,
    blank,
    board,
    drag,
    drawn,
    ground_of,
    hand_on,
    levels_of,
    trail,
)

WOODS = GroundPaint("woods")


def test_a_line_is_painted_when_the_pointer_is_let_go() -> None:
    map_ = blank(5, 2)
    hand = hand_on(map_, StraightLine(WOODS))
    hand.point(ToolPointer(PointerPhase.PRESS, *map_.grid.centre(at(map_, 0, 0))))
    shown = hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 3, 0))))
    assert shown.hexes.tolist() == [0, 1, 2, 3]
    assert ground_of(map_) == ".....\n....."
    hand.point(ToolPointer(PointerPhase.RELEASE, *map_.grid.centre(at(map_, 2, 0))))
    assert ground_of(map_) == "www..\n....."


def test_a_rectangle_has_the_columns_and_rows_between_its_corners_in_any_order() -> None:
    map_ = blank(5, 4)
    drag(hand_on(map_, HexRectangle(WOODS)), (3, 2), (1, 1))
    assert ground_of(map_) == ".....\n.www.\n.www.\n....."


def test_a_rectangle_may_begin_and_end_off_the_map() -> None:
    map_ = blank(3, 2)
    drag(hand_on(map_, HexRectangle(WOODS)), (-4, -3), (1, 0))
    assert ground_of(map_) == "ww.\n..."


def test_a_rectangle_with_shift_has_as_many_rows_as_columns() -> None:
    map_ = blank(5, 4)
    drag(hand_on(map_, HexRectangle(WOODS)), (1, 0), (3, 1), shift=True)
    assert ground_of(map_) == ".www.\n.www.\n.www.\n....."


@pytest.mark.parametrize("orientation", Orientation)
def test_a_lasso_holds_exactly_the_hexes_whose_centres_lie_in_it(orientation: Orientation) -> None:
    grid = blank(12, 12, orientation).grid
    middle, radius = (5.3, 4.9), 3.4
    circle = [
        (middle[0] + radius * math.cos(a / 50), middle[1] + radius * math.sin(a / 50))
        for a in range(314)
    ]
    inside = {hex_ for hex_ in grid if math.dist(grid.centre(hex_), middle) < radius}
    assert set(from_indices(grid, hexes_within(grid, circle))) == inside


def test_a_lasso_paints_what_it_encloses() -> None:
    map_ = blank(5, 5)
    corners = [map_.grid.centre(at(map_, *hex_)) for hex_ in ((1, 0), (4, 0), (4, 4), (1, 4))]
    trail(hand_on(map_, Lasso(WOODS)), [(x - 0.1, y + 0.1) for x, y in corners])
    assert ground_of(map_) == drawn(
        """
        .....
        .www.
        .www.
        .www.
        .www.
        """
    )


def test_a_lasso_too_small_to_hold_a_centre_takes_the_hex_it_is_in() -> None:
    map_ = blank(3, 1)
    drag(hand_on(map_, Lasso(WOODS)), (1, 0))
    assert ground_of(map_) == ".w."


def test_a_polygon_takes_several_clicks_and_ends_with_a_double_one() -> None:
    map_ = blank(7, 7)
    hand = hand_on(map_, HexPolygon(WOODS))
    corners = [at(map_, 1, 1), at(map_, 5, 1), at(map_, 5, 5), at(map_, 1, 5)]
    for corner in corners:
        point = map_.grid.centre(corner)
        hand.point(ToolPointer(PointerPhase.PRESS, *point))
        hand.point(ToolPointer(PointerPhase.RELEASE, *point))
    assert hand.is_busy
    assert "w" not in ground_of(map_)
    hand.point(ToolPointer(PointerPhase.PRESS, *map_.grid.centre(corners[-1]), clicks=2))
    assert not hand.is_busy
    assert ground_of(map_).splitlines()[3][2:5] == "www"
    assert ground_of(map_).splitlines()[0] == "......."


def test_a_polygon_also_ends_at_its_first_corner() -> None:
    map_ = blank(7, 7)
    hand = hand_on(map_, HexPolygon(WOODS))
    for column, row in ((1, 1), (5, 1), (3, 5), (1, 1)):
        hand.point(ToolPointer(PointerPhase.PRESS, *map_.grid.centre(at(map_, column, row))))
    assert not hand.is_busy
    assert ground_of(map_).count("w") > 5


def test_the_bucket_fills_what_hangs_together_and_is_of_one_ground() -> None:
    map_ = board(
        """
        ..w..
        ..w..
        .ww..
        """
    )
    drag(hand_on(map_, Bucket(GroundPaint("lake"))), (0, 1))
    assert ground_of(map_) == "~~w..\n~~w..\n~ww.."


def test_the_bucket_can_also_heed_levels() -> None:
    map_ = board(".....", levels="1 1 2 1 1")
    hand = hand_on(map_, Bucket(RaisePaint(5), BucketLimits(ground=False, levels=0)))
    drag(hand, (0, 0))
    assert levels_of(map_) == "6 6 2 1 1"


def test_the_bucket_stops_at_its_limit_with_the_nearest_hexes() -> None:
    map_ = blank(9, 9)
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(most=7))), (4, 4))
    middle = at(map_, 4, 4)
    filled = {hex_ for hex_ in map_.grid if map_.ground_at(hex_) == "woods"}
    assert filled == {middle, *map_.grid.neighbours(middle)}


@pytest.mark.parametrize("seed", range(5))
def test_with_a_limit_that_is_never_reached_the_bucket_fills_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = blank(20, 20, list(Orientation)[seed % 2])
    map_.ground = (rng.random((20, 20)) < 0.4).astype(np.uint8)
    start = at(map_, 10, 10)
    limited = Bucket(WOODS, BucketLimits(most=1000)).region(map_, start)
    assert limited.tolist() == Bucket(WOODS).region(map_, start).tolist()


def test_regions_select_anew_add_and_take_away() -> None:
    map_ = blank(4, 1)
    hand = hand_on(map_, HexRectangle(SelectionPaint()))
    drag(hand, (0, 0), (1, 0))
    assert hand.context.selection.tolist() == [0, 1]
    hand.take(HexRectangle(SelectionPaint(SelectionMode.ADD)), "select")
    drag(hand, (3, 0))
    assert hand.context.selection.tolist() == [0, 1, 3]
    hand.take(HexRectangle(SelectionPaint(SelectionMode.REMOVE)), "select")
    drag(hand, (1, 0), (2, 0))
    assert hand.context.selection.tolist() == [0, 3]
    hand.take(HexRectangle(SelectionPaint()), "select")
    drag(hand, (2, 0))
    assert hand.context.selection.tolist() == [2]
