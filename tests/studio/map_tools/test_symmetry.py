"""Symmetric painting."""

from __future__ import annotations

import numpy as np
import pytest

from engine.editing.edit_extent import MapPart
from engine.editing.edits import CellLayer, LayMasks, MaskGroup, SetCells, SetMasks
from engine.hexes.flat_index import index
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, distance
from engine.map.map import PlaceName, Zone
from studio.map_tools.brush_tools import SHAPES, Brush
from studio.map_tools.hexside_tools import HexsideBrush, HexsideEraser
from studio.map_tools.link_tools import LinkBrush
from studio.map_tools.paints import ErasePaint, GroundPaint, RaisePaint, ZonePaint
from studio.map_tools.place_name_tool import PlaceNameTool
from studio.map_tools.selection import MoveSelectionTool
from studio.map_tools.symmetry import PaintSymmetry, mirror_edit, symmetry_isometries
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.cases import check_each
from tests.studio.documents.random_edits import is_consistent
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

GRIDS = [
    Grid(columns, rows, orientation, shifted)
    for columns in (1, 6, 7)
    for rows in (1, 4, 5)
    for orientation in Orientation
    for shifted in OffsetParity
]


@check_each("symmetry", PaintSymmetry)
@check_each("grid", GRIDS)
def test_an_image_is_at_the_same_distance_and_the_image_of_the_image_is_the_hex(
    symmetry: PaintSymmetry, grid: Grid
) -> None:
    for isometry in symmetry_isometries(grid, symmetry):
        for hex_ in grid:
            assert isometry.hex(isometry.hex(hex_)) == hex_
            for other in grid.neighbours(hex_):
                assert distance(isometry.hex(hex_), isometry.hex(other)) == 1


@check_each("symmetry", [each for each in PaintSymmetry if each is not PaintSymmetry.BOTH])
@check_each("grid", GRIDS)
def test_at_most_the_hexes_of_a_row_and_a_column_have_no_image(
    symmetry: PaintSymmetry, grid: Grid
) -> None:
    for isometry in symmetry_isometries(grid, symmetry):
        lost = [hex_ for hex_ in grid if isometry.hex(hex_) not in grid]
        assert len(lost) <= max(grid.columns, grid.rows)


@pytest.mark.parametrize("grid", GRIDS)
def test_images_lie_where_a_mirror_on_the_page_would_show_them(grid: Grid) -> None:
    for symmetry, signs in (
        (PaintSymmetry.LEFT_RIGHT, (-1, 1)),
        (PaintSymmetry.TOP_BOTTOM, (1, -1)),
    ):
        (isometry,) = symmetry_isometries(grid, symmetry)
        sums = set()
        for hex_ in grid:
            (x, y), (u, v) = grid.centre(hex_), grid.centre(isometry.hex(hex_))
            sums.add((round(u - signs[0] * x, 6), round(v - signs[1] * y, 6)))
        assert len(sums) == 1, f"{symmetry}: not one mirror"


def test_a_stroke_on_one_side_happens_on_the_other_too() -> None:
    map_ = blank(7, 4)
    drag(hand_on(map_, Brush(GroundPaint("woods")), PaintSymmetry.TURNED), (0, 0), (2, 0))
    assert ground_of(map_) == drawn(
        """
        www....
        .......
        .......
        ....www
        """
    )


def test_both_mirrors_give_three_images() -> None:
    map_ = blank(7, 5)
    drag(hand_on(map_, Brush(RaisePaint(1)), PaintSymmetry.BOTH), (1, 0))
    assert levels_of(map_) == drawn(
        """
        0 1 0 0 0 1 0
        0 0 0 0 0 0 0
        0 0 0 0 0 0 0
        0 0 0 0 0 0 0
        0 1 0 0 0 1 0
        """
    )


def test_where_a_stroke_meets_its_image_it_has_its_own_way() -> None:
    map_ = blank(3, 1)
    SetCells(CellLayer.LEVEL, np.array([0, 2]), np.array([1, 5])).apply(map_)
    drag(hand_on(map_, Brush(RaisePaint(1), SHAPES["7"]), PaintSymmetry.LEFT_RIGHT), (1, 0))
    assert levels_of(map_) == "2 1 6"


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize(
    "symmetry", [each for each in PaintSymmetry if each is not PaintSymmetry.NONE]
)
def test_sides_and_links_point_the_right_way_in_their_images(
    orientation: Orientation, symmetry: PaintSymmetry
) -> None:
    map_ = blank(11, 11, orientation)
    trail(hand_on(map_, HexsideBrush("stream"), symmetry), [(3.0, 3.0), (4.5, 3.5), (5.2, 5.0)])
    drag(hand_on(map_, LinkBrush("road"), symmetry), (2, 2), (4, 3), (4, 6))
    assert is_consistent(map_)
    for isometry in symmetry_isometries(map_.grid, symmetry):
        for hex_ in map_.grid:
            for direction in range(SIDES):
                other = map_.grid.neighbour(hex_, direction)
                one, two = isometry.hex(hex_), isometry.hex(other)
                if one in map_.grid and two in map_.grid and other in map_.grid:
                    turned = map_.grid.direction(one, two)
                    for has, kind in ((map_.has_side, "stream"), (map_.has_link, "road")):
                        assert has(kind, hex_, direction) == has(kind, one, turned)


def test_erasing_a_side_leaves_the_other_features_of_its_images() -> None:
    map_ = blank(7, 4)
    SetMasks(MaskGroup.SIDES, "wall", np.array([8, 19]), np.array([0b000001, 0b011000])).apply(map_)
    x, y = map_.grid.centre(at(map_, 1, 1))
    trail(hand_on(map_, HexsideEraser(), PaintSymmetry.TURNED), [(x + 0.4, y)])
    assert int(map_.sides["wall"][2, 5]) == 0b010000


def test_masks_set_as_a_whole_are_mirrored_only_in_what_they_change() -> None:
    map_ = blank(7, 4)
    SetMasks(MaskGroup.SIDES, "wall", np.array([8]), np.array([0b000110])).apply(map_)
    edit = mirror_edit(
        map_,
        SetMasks(MaskGroup.SIDES, "wall", np.array([8]), np.array([0b000111])),
        PaintSymmetry.TURNED,
    )
    assert isinstance(edit, LayMasks)
    assert dict(zip(edit.indices.tolist(), edit.laid.tolist(), strict=True)) == {8: 1, 19: 8}


def test_zones_and_names_have_images_too() -> None:
    map_ = blank(5, 1)
    map_.zones["base"] = Zone(np.zeros(map_.grid.shape, np.bool_))
    drag(hand_on(map_, Brush(ZonePaint("base")), PaintSymmetry.LEFT_RIGHT), (0, 0))
    assert map_.zones["base"].hexes.tolist() == [[True, False, False, False, True]]
    drag(hand_on(map_, PlaceNameTool("Post"), PaintSymmetry.LEFT_RIGHT), (1, 0))
    assert [index(map_.grid, place.at) for place in map_.places] == [1, 3]


def test_a_name_is_moved_with_its_image_and_the_image_keeps_its_own_name() -> None:
    map_ = blank(7, 1)
    map_.places += [PlaceName(at(map_, 0, 0), "West"), PlaceName(at(map_, 6, 0), "East")]
    drag(hand_on(map_, PlaceNameTool("new"), PaintSymmetry.LEFT_RIGHT), (0, 0), (2, 0))
    assert map_.places == [PlaceName(at(map_, 2, 0), "West"), PlaceName(at(map_, 4, 0), "East")]


def test_an_erased_name_takes_its_image_with_it() -> None:
    map_ = blank(7, 1)
    map_.places += [PlaceName(at(map_, column, 0), str(column)) for column in (0, 3, 5, 6)]
    erased = Brush(ErasePaint(frozenset({MapPart.PLACES})))
    drag(hand_on(map_, erased, PaintSymmetry.LEFT_RIGHT), (0, 0))
    assert [place.name for place in map_.places] == ["3", "5"]


def test_what_is_moved_is_moved_on_the_other_side_too() -> None:
    map_ = board("w.......w")
    map_.zones["base"] = Zone(np.array([[1, 0, 0, 0, 0, 0, 0, 0, 1]], np.bool_))
    hand = hand_on(map_, MoveSelectionTool(), PaintSymmetry.LEFT_RIGHT)
    hand.context.selection = np.array([0], np.int32)
    drag(hand, (0, 0), (2, 0))
    assert ground_of(map_) == "..w...w.."
    assert np.flatnonzero(map_.zones["base"].hexes).tolist() == [2, 6]
    assert hand.context.selection.tolist() == [2]


def test_the_outline_shows_the_images() -> None:
    map_ = blank(5, 1)
    hand = hand_on(map_, Brush(GroundPaint("woods")), PaintSymmetry.LEFT_RIGHT)
    shown = hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 1, 0))))
    assert shown.hexes.tolist() == [1, 3]
