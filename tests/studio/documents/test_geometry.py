"""Sheets made larger, smaller and the other way round."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from engine.editing.sheet_transforms import (
    Margins,
    SheetContents,
    SheetLosses,
    blank_extended_sheet,
    crop_map,
    extend_map,
    flipped_left_right,
    flipped_top_bottom,
    resize_map,
    rotated_180,
)
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.map.map import Map, PlaceName, Zone
from engine.problems import Waiver
from tests.generated import generated_map
from tests.studio.documents.random_edits import is_consistent, same

ALL = [
    (orientation, shifted, columns, rows)
    for orientation in Orientation
    for shifted in OffsetParity
    for columns, rows in ((6, 5), (7, 4), (1, 6), (5, 1))
]
every_grid = pytest.mark.parametrize(("orientation", "shifted", "columns", "rows"), ALL)


def country(orientation: Orientation, shifted: OffsetParity, columns: int, rows: int) -> Map:
    map_ = generated_map(columns, rows, 7, orientation, shifted)
    map_.places.append(PlaceName(map_.grid.hex(columns - 1, 0), "Corner"))
    return map_


def _features(map_: Map, hex_: Hex) -> list[set[tuple[str, Hex]]]:
    """What lies on a hex's sides and links, by the neighbour it faces."""
    grid = map_.grid
    return [
        {
            (kind, grid.neighbour(hex_, direction))
            for kind, plane in planes.items()
            for direction in range(SIDES)
            if int(plane[grid.index(hex_)]) >> direction & 1
        }
        for planes in (map_.sides, map_.links)
    ]


def _moved(features: set[tuple[str, Hex]], step: Hex) -> set[tuple[str, Hex]]:
    return {(kind, hex_.moved(step)) for kind, hex_ in features}


@every_grid
@pytest.mark.parametrize(("left", "top"), [(0, 0), (1, 1), (-1, -2), (2, -1), (-3, 1)])
def test_a_window_shows_the_same_hexes_in_the_same_places_on_the_page(
    orientation: Orientation, shifted: OffsetParity, columns: int, rows: int, left: int, top: int
) -> None:
    old = country(orientation, shifted, columns, rows)
    new = crop_map(old, left, top, columns + 2, rows + 2)
    assert is_consistent(new)
    corner = old.grid.hex(left, top)
    shifts = set()
    for hex_ in old.grid:
        column, row = old.grid.column_row(hex_)
        there = new.grid.hex(column - left, row - top)
        (x, y), (u, v) = old.grid.centre(hex_), new.grid.centre(there)
        shifts.add((round(u - x, 6), round(v - y, 6)))
        if there in new.grid:
            step = there.offset_from(hex_)
            assert new.level[new.grid.index(there)] == old.level[old.grid.index(hex_)]
            assert new.ground_at(there) == old.ground_at(hex_)
            sides, _ = _features(old, hex_)
            assert _features(new, there)[0] == _moved(sides, step)
    assert len(shifts) == 1, f"hexes moved apart, from corner {corner}"


@every_grid
@pytest.mark.parametrize("turned", [flipped_left_right, flipped_top_bottom, rotated_180])
def test_a_flipped_map_is_the_map_in_a_mirror(
    orientation: Orientation, shifted: OffsetParity, columns: int, rows: int, turned: Any
) -> None:
    old = country(orientation, shifted, columns, rows)
    new = turned(old)
    assert is_consistent(new)
    across = -1 if turned is not flipped_top_bottom else 1
    down = -1 if turned is not flipped_left_right else 1
    places = set()
    for hex_ in old.grid:
        column, row = old.grid.column_row(hex_)
        there = new.grid.hex(
            columns - 1 - column if across < 0 else column, rows - 1 - row if down < 0 else row
        )
        (x, y), (u, v) = old.grid.centre(hex_), new.grid.centre(there)
        places.add((round(u - across * x, 6), round(v - down * y, 6)))
        assert new.level[new.grid.index(there)] == old.level[old.grid.index(hex_)]
        for before, after in zip(_features(old, hex_), _features(new, there), strict=True):
            seen = {(kind, _ray(old.grid, hex_, o, across, down)) for kind, o in before}
            assert seen == {(kind, _ray(new.grid, there, o, 1, 1)) for kind, o in after}
    assert len(places) == 1, "the hexes of the mirror do not lie in one mirror"


def _ray(grid: Grid, hex_: Hex, other: Hex, across: int, down: int) -> tuple[float, float]:
    """The way from a hex to another on the page, as a mirror shows it."""
    (x, y), (u, v) = grid.centre(hex_), grid.centre(other)
    return round(across * (u - x), 6), round(down * (v - y), 6)


@every_grid
@pytest.mark.parametrize("turned", [flipped_left_right, flipped_top_bottom, rotated_180])
def test_flipping_twice_gives_the_map_again(
    orientation: Orientation, shifted: OffsetParity, columns: int, rows: int, turned: Any
) -> None:
    map_ = country(orientation, shifted, columns, rows)
    assert same(turned(turned(map_)), map_)


def test_a_map_that_was_extended_and_cropped_is_the_map_again() -> None:
    map_ = country(Orientation.POINTY, OffsetParity.ODD, 6, 5)
    map_.label_style = ColumnRow(first_column=10, first_row=10)
    larger = extend_map(map_, left=3, top=1, right=2, bottom=4)
    assert (larger.grid.columns, larger.grid.rows) == (11, 10)
    assert same(extend_map(larger, left=-3, top=-1, right=-2, bottom=-4), map_)


def test_what_is_gained_has_the_first_ground_at_the_level_of_the_nearest_hex() -> None:
    map_ = Map.blank(Grid(2, 2))
    map_.level[:] = [[1, 2], [3, 4]]
    larger = extend_map(map_, right=2, top=1)
    assert larger.level.tolist() == [[1, 2, 2, 2], [1, 2, 2, 2], [3, 4, 4, 4]]
    assert not larger.ground.any()


@pytest.mark.parametrize(
    "style",
    [ColumnRow(), LetterNumber(), LetterNumber("rows"), KmSquare(45_975, 63_025)],
    ids=lambda style: type(style).__name__,
)
def test_hexes_keep_their_labels_when_the_map_is_cropped(style: LabelStyle) -> None:
    map_ = Map.blank(Grid(30, 20))
    map_.label_style = style
    smaller = crop_map(map_, 3, 5, 10, 9)
    for column, row in ((0, 0), (9, 0), (4, 8)):
        old, new = map_.grid.hex(column + 3, row + 5), smaller.grid.hex(column, row)
        assert smaller.labels.label(new) == map_.labels.label(old)


@every_grid
@pytest.mark.parametrize("margins", [(1, 1, 2, 0), (-1, -1, 0, 0), (3, -2, -1, 5), (-2, 3, 4, -1)])
def test_every_hex_that_stays_keeps_its_kilometre_label_whichever_side_changes(
    orientation: Orientation,
    shifted: OffsetParity,
    columns: int,
    rows: int,
    margins: tuple[int, int, int, int],
) -> None:
    map_ = Map.blank(Grid(columns + 4, rows + 4, orientation, shifted))
    map_.label_style = KmSquare(45_975, 63_025)
    new = extend_map(map_, *margins)
    for hex_ in map_.grid:
        column, row = map_.grid.column_row(hex_)
        there = new.grid.hex(column + margins[0], row + margins[1])
        if there in new.grid:
            assert new.labels.label(there) == map_.labels.label(hex_)
    back = extend_map(new, *(-margin for margin in margins))
    assert (back.grid, back.label_style) == (map_.grid, map_.label_style)


def test_an_empty_sheet_of_the_new_size_is_labelled_as_the_extended_map() -> None:
    map_ = Map.blank(Grid(7, 5))
    map_.label_style, map_.hex_metres = KmSquare(45_975, 63_025), 60.0
    margins = Margins(left=-3, top=1, right=2, bottom=-1)
    sheet, new = blank_extended_sheet(map_, margins), extend_map(map_, *margins)
    assert (sheet.grid, sheet.labels) == (new.grid, new.labels)


def test_the_smallest_sheet_round_some_hexes() -> None:
    grid = Grid(10, 8)
    hexes = np.array([2 * 10 + 3, 5 * 10 + 4], np.int32)
    margins = Margins.to_fit(grid, hexes)
    assert margins == Margins(left=-3, top=-2, right=-5, bottom=-2)
    assert margins.size(grid) == (2, 4)


def test_what_is_cut_off_is_counted_and_named() -> None:
    map_ = Map.blank(Grid(4, 3))
    map_.level[0, 0] = map_.level[2, 3] = 1
    map_.set_side("wall", map_.grid.hex(3, 1), 0)
    map_.places += [PlaceName(map_.grid.hex(3, 0), "Gone"), PlaceName(map_.grid.hex(1, 1), "Kept")]
    for name, hexes in (("east", [[0, 3], [0, 2]]), ("west", [[1, 0]]), ("none", [])):
        zone = Zone(np.zeros((3, 4), np.bool_))
        for index in hexes:
            zone.hexes[*index] = True
        map_.zones[name] = zone
    losses = SheetContents(map_).losses(Margins(right=-1))
    assert (losses.hexes, losses.filled) == (3, 3)
    assert [place.name for place in losses.places] == ["Gone"]
    assert losses.zones == {"east": (1, 2)}
    assert SheetContents(map_).losses(Margins(1, 1, 1, 1)) == SheetLosses(0, 0, (), {})


def test_labels_that_would_go_below_zero_begin_at_the_corner_as_before() -> None:
    map_ = Map.blank(Grid(4, 4))
    assert extend_map(map_, left=5).label_style == ColumnRow()
    assert extend_map(map_, left=1).label_style == ColumnRow(first_column=0)


def test_places_and_waivers_go_with_their_hexes_or_with_what_was_cropped() -> None:
    map_ = Map.blank(Grid(6, 6))
    for name, column in (("kept", 3), ("cropped", 0)):
        map_.places.append(PlaceName(map_.grid.hex(column, 2), name))
    map_.waived = (
        Waiver("dangling-link", ("@3,2", "@0,0"), "a quarry"),
        Waiver("dangling-link", ("@0,0",), "another"),
        Waiver("empty-zone", (), "later"),
    )
    smaller = crop_map(map_, 2, 1, 4, 4)
    assert [(place.name, smaller.grid.name(place.at)) for place in smaller.places] == [
        ("kept", "@1,1")
    ]
    assert [waiver.at for waiver in smaller.waived] == [("@1,1",), ()]


def test_a_side_at_the_old_edge_lies_on_both_hexes_of_the_larger_map() -> None:
    map_ = Map.blank(Grid(2, 2))
    map_.set_side("wall", map_.grid.hex(1, 0), 0)
    larger = resize_map(map_, 3, 2)
    assert larger.has_side("wall", larger.grid.hex(2, 0), 3)


def test_links_over_the_new_edge_are_cut() -> None:
    map_ = Map.blank(Grid(3, 1))
    map_.set_link("road", map_.grid.hex(0, 0), 0)
    map_.set_link("road", map_.grid.hex(1, 0), 0)
    smaller = resize_map(map_, 2, 1)
    assert smaller.links["road"].tolist() == [[1, 8]]


def test_a_map_without_hexes_is_refused() -> None:
    with pytest.raises(ValueError, match="0 × 3"):
        resize_map(Map.blank(Grid(3, 3)), 0, 3)


def test_a_window_far_off_the_map_is_blank() -> None:
    map_ = country(Orientation.POINTY, OffsetParity.ODD, 6, 5)
    away = crop_map(map_, 50, 50, 3, 3)
    assert not np.any([plane.any() for plane in (*away.sides.values(), *away.links.values())])
    assert math.isclose(float(away.level.std()), 0.0)
