"""Clips: copied, pasted, moved, turned, mirrored, stamped; and text places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.editing.edit_extent import MapPart
from engine.editing.edits import MaskGroup, SetMasks
from engine.editing.map_clips import Clip, clip, middle_hex, paste
from engine.editing.map_metadata_edits import Replace
from engine.editing.sheet_transforms import resize_map
from engine.hexes.flat_index import to_indices
from engine.hexes.grid import OffsetParity, Orientation
from engine.hexes.hex import SIDES
from engine.map.map import Map, PlaceName, Zone
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import SandtableError
from engine.texts import text
from studio.map_tools import selection
from studio.map_tools.place_name_tool import PlaceNameTool
from studio.map_tools.selection import FloatingPasteTool, MoveSelectionTool, StampTool
from studio.map_tools.stamps import STAMPS
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.assertions import require, require_type
from tests.studio.documents.random_edits import is_consistent, random_map, same
from tests.studio.map_tools.hands import (
    PlainSheet,
    at,
    blank,
    board,
    drag,
    ground_of,
    hand_on,
    levels_of,
)


def around(map_: Map, column: int, row: int) -> np.ndarray:
    """A hex and its neighbours."""
    hex_ = at(map_, column, row)
    return np.sort(to_indices(map_.grid, [hex_, *map_.grid.neighbours(hex_)]))


def test_a_copy_is_pasted_with_levels_ground_sides_links_and_names() -> None:
    map_ = board(".w......", levels="0 3 0 0 0 0 0 0")
    SetMasks(MaskGroup.LINKS, "road", np.array([0]), np.array([1])).apply(map_)
    SetMasks(MaskGroup.SIDES, "wall", np.array([1]), np.array([1])).apply(map_)
    map_.places.append(PlaceName(at(map_, 1, 0), "Mill"))
    taken = clip(map_, np.array([0, 1], np.int32))
    require(paste(map_, taken, at(map_, 5, 0))).apply(map_)
    assert ground_of(map_) in (".w...w..", ".w....w.")
    place = ground_of(map_).rindex("w")
    assert int(map_.level[0, place]) == 3
    assert map_.has_link("road", at(map_, place - 1, 0), 0)
    assert map_.has_side("wall", at(map_, place, 0), 0)
    assert map_.places[-1] == PlaceName(at(map_, place, 0), "Mill")


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_six_turns_by_60_degrees_and_two_mirrors_are_nothing(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    rng = np.random.default_rng(5)
    map_ = random_map(rng, 9, 9)
    taken = clip(map_, around(map_, 4, 4))
    for other in (taken.turned(6), taken.mirrored(orientation).mirrored(orientation)):
        assert _same_clip(taken, other)
    turned = taken
    for _ in range(6):
        turned = turned.turned(1)
    assert _same_clip(taken, turned)
    assert not _same_clip(taken, taken.turned(1))


def _same_clip(one: Clip, other: Clip) -> bool:
    same_masks = all(
        np.array_equal(a[kind], b[kind])
        for a, b in ((one.sides, other.sides), (one.links, other.links))
        for kind in a
    )
    return np.array_equal(one.hexes, other.hexes) and same_masks and one.places == other.places


@pytest.mark.parametrize("seed", range(12))
def test_what_is_pasted_where_it_was_copied_changes_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng, 9, 8)
    map_.places.clear()  # pasted names come last in the list
    before = random_map(np.random.default_rng(seed), 9, 8)
    before.places.clear()
    chosen = np.unique(rng.integers(0, len(map_.grid), 30)).astype(np.int32)
    taken = clip(map_, chosen)
    require(paste(map_, taken, middle_hex(map_.grid, chosen))).apply(map_)
    assert same(map_, before), f"seed {seed}"


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("sixths", range(6))
def test_a_turned_clip_has_its_streams_and_roads_turned_with_it(
    orientation: Orientation, sixths: int
) -> None:
    map_ = blank(9, 9, orientation)
    middle = at(map_, 4, 4)
    chosen = around(map_, 4, 4)
    map_.set_side("stream", middle, 1)
    map_.set_link("road", middle, 2)
    require(paste(map_, clip(map_, chosen).turned(sixths), middle)).apply(map_)
    clockwise = sixths if orientation is Orientation.FLAT else -sixths
    for direction in range(SIDES):
        assert map_.has_side("stream", middle, direction) == (direction == (1 + clockwise) % SIDES)
        assert map_.has_link("road", middle, direction) == (direction == (2 + clockwise) % SIDES)
    assert is_consistent(map_)


def test_a_clip_fits_on_a_map_whose_hexes_point_the_other_way() -> None:
    pointy, flat = blank(7, 7), blank(7, 7, Orientation.FLAT)
    pointy.set_link("road", at(pointy, 3, 3), 1)
    taken = clip(pointy, around(pointy, 3, 3))
    require(paste(flat, taken, at(flat, 3, 3))).apply(flat)
    step = pointy.grid.neighbour(at(pointy, 3, 3), 1).offset_from(at(pointy, 3, 3))
    there = flat.grid.direction(at(flat, 3, 3), at(flat, 3, 3).moved(step))
    assert flat.has_link("road", at(flat, 3, 3), there)


def test_what_hangs_over_the_edge_is_left_out() -> None:
    map_ = board("www......")
    taken = clip(map_, np.array([0, 1, 2], np.int32))
    require(paste(map_, taken, at(map_, 8, 0))).apply(map_)
    assert ground_of(map_) == "www....ww"
    assert paste(map_, taken, at(map_, 30, 0)) is None


def test_only_the_parts_of_a_clip_are_pasted() -> None:
    map_ = board("w...", levels="4 0 0 0")
    taken = replace(clip(map_, np.array([0], np.int32)), parts=frozenset({MapPart.LEVEL}))
    require(paste(map_, taken, at(map_, 2, 0))).apply(map_)
    assert ground_of(map_) == "w..."
    assert levels_of(map_) == "4 0 4 0"


def test_a_clip_carries_zones_and_takes_the_place_of_those_there() -> None:
    map_ = board("......")
    map_.zones["red"] = Zone(np.array([[1, 0, 0, 0, 0, 1]], np.bool_), "Red", "#aa0000")
    map_.zones["blue"] = Zone(np.array([[0, 0, 0, 0, 1, 0]], np.bool_))
    taken = clip(map_, np.array([0, 1], np.int32))
    require(
        paste(map_, taken, at(map_, 4, 0).moved(middle_hex(map_.grid, np.array([0, 1], np.int32))))
    ).apply(map_)
    assert map_.zones["red"].hexes.tolist() == [[1, 0, 0, 0, 1, 0]]
    assert not map_.zones["blue"].hexes.any()


def test_on_another_map_zones_are_known_by_name_and_missing_ones_added() -> None:
    here, there = board("..."), board("...")
    here.zones["red"] = Zone(np.array([[1, 0, 0]], np.bool_), "Red", "#aa0000")
    here.zones["blue"] = Zone(np.array([[1, 1, 1]], np.bool_))
    here.zones["far"] = Zone(np.array([[0, 0, 1]], np.bool_))
    there.zones["blue"] = Zone(np.zeros((1, 3), np.bool_))
    there.zones["own"] = Zone(np.ones((1, 3), np.bool_))
    taken = clip(here, np.array([0], np.int32))
    edit = paste(there, taken, at(there, 1, 0))
    inverse = require(edit).apply(there)
    assert list(there.zones) == ["blue", "own", "red"]
    assert (there.zones["red"].name, there.zones["red"].colour) == ("Red", "#aa0000")
    for name in ("red", "blue"):
        assert there.zones[name].hexes.tolist() == [[0, 1, 0]]
    assert there.zones["own"].hexes.all()
    inverse.apply(there)
    assert list(there.zones) == ["blue", "own"]


def test_what_is_moved_leaves_its_zones_with_it() -> None:
    map_ = board("w.....")
    map_.zones["red"] = Zone(np.array([[1, 0, 0, 0, 0, 0]], np.bool_))
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0], np.int32)
    drag(hand, (0, 0), (3, 0))
    assert np.flatnonzero(map_.zones["red"].hexes).tolist() == [3]


def test_a_paste_the_map_cannot_hold_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = board("..."), board("w..")
    here.zones["red"] = Zone(np.ones((1, 3), np.bool_))
    monkeypatch.setattr("engine.editing.map_metadata_edits.MAX_ZONE_HEXES", 2)
    hand = hand_on(there, FloatingPasteTool(clip(here, np.array([0], np.int32))))
    refused = text("problems.too-many-zones", "en", zones=1, hexes=3)
    with pytest.raises(SandtableError, match=refused):
        drag(hand, (0, 0))
    assert ground_of(there) == "w.."
    assert require_type(hand.context.sheet, PlainSheet).names == []


# --- tools ----------------------------------------------------------------------------------------


def test_a_selection_is_dragged_elsewhere_and_stays_selected() -> None:
    map_ = board("ww....")
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0, 1], np.int32)
    drag(hand, (0, 0), (3, 0))
    assert ground_of(map_) == "...ww."
    assert hand.context.selection.tolist() == [3, 4]


def test_with_control_a_copy_is_dragged() -> None:
    map_ = board("ww....")
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0, 1], np.int32)
    drag(hand, (0, 0), (3, 0), control=True)
    assert ground_of(map_) == "ww.ww."


def test_a_selection_dragged_over_itself_arrives_whole() -> None:
    map_ = board("w~s...")
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0, 1, 2], np.int32)
    drag(hand, (0, 0), (1, 0))
    assert ground_of(map_) == ".w~s.."


def test_cut_and_paste_are_one_step_each() -> None:
    map_ = board("ww....")
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0, 1], np.int32)
    selection.cut(hand.context, "cut")
    assert ground_of(map_) == "......"
    assert hand.context.clipboard is not None
    hand.take(FloatingPasteTool(hand.context.clipboard), "paste")
    drag(hand, (4, 0))
    assert ground_of(map_).count("w") == 2
    assert require_type(hand.context.sheet, PlainSheet).names == ["cut", "paste"]


def test_a_selection_is_mirrored_and_turned_where_it_lies() -> None:
    map_ = board("w~s")
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0, 1, 2], np.int32)
    selection.mirror(hand.context, "mirror")
    assert ground_of(map_) == "s~w"
    selection.turn(hand.context, 3, "turn")
    assert ground_of(map_) == "w~s"


def test_on_a_sheet_of_another_shape_nothing_is_selected() -> None:
    map_ = board("ww....")
    hand = hand_on(map_, MoveSelectionTool())
    hand.context.selection = np.array([0, 5], np.int32)
    Replace(resize_map(map_, 4, 1)).apply(map_)
    assert hand.context.selection.tolist() == []


@pytest.mark.parametrize("name", STAMPS)
def test_every_stamp_lays_kinds_that_the_catalogue_knows(name: str) -> None:
    map_ = blank(9, 9)
    hand = hand_on(map_, StampTool(STAMPS[name]))
    drag(hand, (0, 0), (4, 4))
    grounds = {each.id for each in load_catalogue().of_class(TerrainClass.GROUND)}
    links = {each.id for each in load_catalogue().of_class(TerrainClass.LINK)}
    assert set(map_.grounds) <= grounds
    assert set(map_.links) <= links
    assert set(map_.ground.flat) != {0} or map_.links
    assert is_consistent(map_)


def test_a_stamp_shows_where_it_will_lie() -> None:
    map_ = blank(5, 5)
    hand = hand_on(map_, StampTool(STAMPS["wood"]))
    shown = hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 2, 2))))
    assert shown.hexes.tolist() == around(map_, 2, 2).tolist()


def test_a_name_is_put_down_moved_and_not_lost_off_the_map() -> None:
    map_ = blank(4, 1)
    hand = hand_on(map_, PlaceNameTool({"en": "Mill", "zh": "磨坊"}))
    drag(hand, (1, 0))
    drag(hand, (1, 0), (3, 0))
    drag(hand, (3, 0), (9, 0))
    assert map_.places == [PlaceName(at(map_, 3, 0), {"en": "Mill", "zh": "磨坊"})]
