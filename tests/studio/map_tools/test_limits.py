"""What keeps painting in: the bucket's limits, and a selection that limits every tool."""

from __future__ import annotations

import numpy as np
import pytest

from engine.editing.edit_extent import MapPart
from engine.editing.edits import MaskGroup, SetMasks
from engine.hexes.flat_index import index
from engine.hexes.hex import SIDES
from engine.map.map import PlaceName, Zone
from studio.map_tools.brush_tools import (
    LARGEST,
    SHAPES,
    Brush,
    BrushShapeKind,
    Bucket,
    BucketLimits,
    brush_hexes,
    hex_count,
)
from studio.map_tools.hexside_tools import HexsideBrush
from studio.map_tools.link_tools import LinkBrush
from studio.map_tools.paints import (
    ErasePaint,
    GroundPaint,
    RaisePaint,
    SelectionPaint,
    SmoothPaint,
)
from studio.map_tools.place_name_tool import PlaceNameTool
from studio.map_tools.region_tools import HexRectangle
from studio.map_tools.selection import StampTool
from studio.map_tools.stamps import STAMPS
from studio.map_tools.symmetry import PaintSymmetry
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.studio.documents.random_edits import is_consistent
from tests.studio.map_tools.hands import (
    at,
    blank,
    board,
    drag,
    ground_of,
    hand_on,
    levels_of,
    trail,
)

WOODS = GroundPaint("woods")


# --- the bucket -----------------------------------------------------------------------------------


def test_the_bucket_does_not_cross_hexsides_it_stops_at() -> None:
    map_ = board("......")
    map_.set_side("stream", at(map_, 2, 0), 0)
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(sides=frozenset({"stream"})))), (0, 0))
    assert ground_of(map_) == "www..."


def test_hexsides_of_other_kinds_do_not_stop_the_bucket() -> None:
    map_ = board("......")
    map_.set_side("hedge", at(map_, 2, 0), 0)
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(sides=frozenset({"stream"})))), (0, 0))
    assert ground_of(map_) == "wwwwww"


def test_the_bucket_goes_round_the_end_of_a_wall() -> None:
    map_ = board("... ...")
    map_.set_side("wall", at(map_, 0, 0), 0)
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(sides=frozenset({"wall"})))), (0, 0))
    assert ground_of(map_) == "www\nwww"


def test_the_bucket_heeds_how_far_levels_are_apart() -> None:
    map_ = board("......", levels="3 4 2 5 3 3")
    limits = BucketLimits(ground=False, levels=1)
    drag(hand_on(map_, Bucket(RaisePaint(5), limits)), (0, 0))
    assert levels_of(map_) == "8 9 7 5 3 3"


def test_the_bucket_stops_at_roads() -> None:
    map_ = board(".....")
    map_.set_link("road", at(map_, 2, 0), 0)
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(roads=True))), (0, 0))
    assert ground_of(map_) == "ww..."


def test_begun_on_a_road_the_bucket_keeps_to_it() -> None:
    map_ = board(".....")
    map_.set_link("road", at(map_, 2, 0), 0)
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(roads=True))), (2, 0))
    assert ground_of(map_) == "..ww."


def test_the_bucket_stays_in_the_zones_it_begins_in() -> None:
    map_ = board("......")
    map_.zones["red"] = Zone(np.array([[0, 0, 1, 1, 0, 0]], np.bool_))
    drag(hand_on(map_, Bucket(WOODS, BucketLimits(zones=True))), (2, 0))
    assert ground_of(map_) == "..ww.."
    drag(hand_on(map_, Bucket(GroundPaint("lake"), BucketLimits(zones=True))), (0, 0))
    assert ground_of(map_) == "~~ww.."


def test_the_bucket_does_not_pass_through_what_is_not_selected() -> None:
    map_ = board("......")
    hand = hand_on(map_, Bucket(WOODS))
    hand.context.selection = np.array([0, 1, 3, 4], np.int32)
    drag(hand, (0, 0))
    assert ground_of(map_) == "ww...."


def test_the_bucket_is_the_magic_wand_whatever_is_selected() -> None:
    map_ = board("..w...")
    hand = hand_on(map_, Bucket(SelectionPaint()))
    hand.context.selection = np.array([0], np.int32)
    drag(hand, (4, 0))
    assert hand.context.selection.tolist() == [3, 4, 5]


# --- a selection limits painting ------------------------------------------------------------------


def test_a_brush_paints_only_in_the_selection() -> None:
    map_ = board("......")
    hand = hand_on(map_, Brush(WOODS))
    hand.context.selection = np.array([1, 2, 4], np.int32)
    drag(hand, (0, 0), (5, 0))
    assert ground_of(map_) == ".ww.w."


def test_without_the_limit_a_brush_paints_everywhere() -> None:
    map_ = board("......")
    hand = hand_on(map_, Brush(WOODS))
    hand.context.selection, hand.context.is_limited = np.array([1, 2], np.int32), False
    drag(hand, (0, 0), (5, 0))
    assert ground_of(map_) == "wwwwww"


def test_a_single_hex_that_is_selected_limits_nothing() -> None:
    map_ = board("......")
    hand = hand_on(map_, Brush(WOODS))
    hand.context.selection = np.array([1], np.int32)
    drag(hand, (0, 0), (5, 0))
    assert ground_of(map_) == "wwwwww"


def test_images_are_limited_too() -> None:
    map_ = board(".....")
    hand = hand_on(map_, Brush(WOODS), PaintSymmetry.LEFT_RIGHT)
    hand.context.selection = np.array([0, 1], np.int32)
    drag(hand, (0, 0))
    assert ground_of(map_) == "w...."


def test_the_outline_shows_only_what_will_be_painted() -> None:
    map_ = board(".....")
    hand = hand_on(map_, Brush(WOODS, SHAPES["7"]))
    hand.context.selection = np.array([1, 4], np.int32)
    shown = hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 2, 0))))
    assert shown.hexes.tolist() == [1]


def test_links_need_both_hexes_selected_and_sides_one() -> None:
    map_ = board(".....")
    hand = hand_on(map_, LinkBrush("road"))
    hand.context.selection = np.array([1, 2], np.int32)
    drag(hand, (0, 0), (4, 0))
    assert map_.links["road"].tolist() == [[0, 0b000001, 0b001000, 0, 0]]
    sides = hand_on(map_, HexsideBrush("wall"))
    sides.context.selection = np.array([1, 2], np.int32)
    for column in range(4):
        x, y = map_.grid.centre(at(map_, column, 0))
        trail(sides, [(x + 0.48, y)])
    assert map_.sides["wall"].tolist() == [[1, 0b001001, 0b001001, 0b001000, 0]]
    assert is_consistent(map_)


def test_a_stamp_is_cut_off_at_the_selection() -> None:
    map_ = blank(5, 5)
    hand = hand_on(map_, StampTool(STAMPS["wood"]))
    hand.context.selection = np.array([12, 24], np.int32)
    drag(hand, (2, 2))
    assert np.flatnonzero(map_.ground).tolist() == [12]


def test_names_are_neither_put_nor_moved_out_of_the_selection() -> None:
    map_ = blank(4, 1)
    map_.places.append(PlaceName(at(map_, 1, 0), "Mill"))
    hand = hand_on(map_, PlaceNameTool("Post"))
    hand.context.selection = np.array([1, 2], np.int32)
    drag(hand, (3, 0))
    drag(hand, (1, 0), (3, 0))
    assert map_.places == [PlaceName(at(map_, 1, 0), "Mill")]
    drag(hand, (1, 0), (2, 0))
    assert map_.places == [PlaceName(at(map_, 2, 0), "Mill")]


def test_names_outside_are_not_erased() -> None:
    map_ = blank(4, 1)
    map_.places += [PlaceName(at(map_, 0, 0), "Mill"), PlaceName(at(map_, 3, 0), "Post")]
    hand = hand_on(map_, HexRectangle(ErasePaint(frozenset({MapPart.PLACES}))))
    hand.context.selection = np.array([2, 3], np.int32)
    drag(hand, (0, 0), (3, 0))
    assert [str(place.name) for place in map_.places] == ["Mill"]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_outside_the_selection_changes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = blank(9, 7)
    masks = rng.integers(0, 64, 9).astype(np.uint8)
    hexes = np.arange(20, 29, dtype=np.int32)
    SetMasks(MaskGroup.SIDES, "wall", hexes, masks).apply(map_)
    SetMasks(MaskGroup.LINKS, "road", hexes, masks).apply(map_)
    chosen = np.unique(rng.integers(0, 63, 20)).astype(np.int32)
    outside = np.setdiff1d(np.arange(63), chosen)
    walls, roads = map_.sides["wall"].copy(), map_.links["road"].copy()
    hand = hand_on(map_, HexRectangle(ErasePaint()), list(PaintSymmetry)[seed % 5])
    hand.context.selection = chosen
    drag(hand, (0, 0), (8, 6))
    assert is_consistent(map_)
    assert np.array_equal(map_.links["road"].take(outside), roads.take(outside))
    grid = map_.grid
    for flat_index in outside.tolist():
        hex_ = grid.hex(flat_index % 9, flat_index // 9)
        for direction in range(SIDES):
            other = grid.neighbour(hex_, direction)
            if other not in grid or index(grid, other) in outside:
                was = bool(walls[grid.index(hex_)] >> direction & 1)
                assert map_.has_side("wall", hex_, direction) == was, f"seed {seed}"


# --- selecting ------------------------------------------------------------------------------------


def test_a_brush_selects_all_it_is_drawn_over() -> None:
    map_ = blank(5, 1)
    hand = hand_on(map_, Brush(SelectionPaint()))
    hand.context.selection = np.array([4], np.int32)
    drag(hand, (0, 0), (1, 0), (2, 0))
    assert hand.context.selection.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("held", "left"),
    [
        ({}, [2, 3]),
        ({"shift": True}, [0, 1, 2, 3]),
        ({"alt": True}, [0, 1]),
        ({"control": True}, [0, 1]),
        ({"shift": True, "alt": True}, [2]),
    ],
    ids=["anew", "Shift adds", "Alt takes away", "so does Control", "both keep what is in both"],
)
def test_the_keys_held_say_how_to_select(held: dict[str, bool], left: list[int]) -> None:
    map_ = blank(5, 1)
    hand = hand_on(map_, HexRectangle(SelectionPaint()))
    hand.context.selection = np.array([0, 1, 2] if left != [0, 1] else [0, 1, 3], np.int32)
    drag(hand, (2, 0), (3, 0), **held)
    assert hand.context.selection.tolist() == left


def test_escape_gives_back_the_selection_there_was() -> None:
    map_ = blank(5, 1)
    hand = hand_on(map_, Brush(SelectionPaint()))
    hand.context.selection = np.array([4], np.int32)
    hand.point(ToolPointer(PointerPhase.PRESS, *map_.grid.centre(at(map_, 0, 0))))
    assert hand.context.selection.tolist() == [0]
    hand.escape()
    assert hand.context.selection.tolist() == [4]


# --- shapes and strengths -------------------------------------------------------------------------


@pytest.mark.parametrize("form", BrushShapeKind)
def test_a_shape_has_the_hex_under_the_pointer_and_six_turns_are_nothing(
    form: BrushShapeKind,
) -> None:
    for size in (0, 1, 4, LARGEST):
        assert (0, 0) in brush_hexes(form, size)
        assert set(brush_hexes(form, size, 6)) == set(brush_hexes(form, size))
        assert len({frozenset(brush_hexes(form, size, sixths)) for sixths in range(6)}) in (
            1,
            2,
            3,
            6,
        )


@pytest.mark.parametrize("form", BrushShapeKind)
def test_a_shape_has_as_many_hexes_as_is_said(form: BrushShapeKind) -> None:
    sizes = range(LARGEST + 1)
    assert [hex_count(form, size) for size in sizes] == [
        len(brush_hexes(form, size)) for size in sizes
    ]


@pytest.mark.parametrize("form", BrushShapeKind)
def test_a_larger_shape_has_more_hexes(form: BrushShapeKind) -> None:
    counts = [len(set(brush_hexes(form, size))) for size in range(LARGEST + 1)]
    assert counts == sorted(set(counts))


def test_smoothing_twice_as_strongly_is_smoothing_twice() -> None:
    levels = "0 0 9 0 0 0\n0 9 9 0 0 5\n0 0 0 0 5 5"
    once, twice = (
        board("...... ...... ......", levels=levels),
        board("...... ...... ......", levels=levels),
    )
    for _ in range(2):
        drag(hand_on(once, HexRectangle(SmoothPaint())), (0, 0), (5, 2))
    drag(hand_on(twice, HexRectangle(SmoothPaint(2))), (0, 0), (5, 2))
    assert levels_of(once) == levels_of(twice)
