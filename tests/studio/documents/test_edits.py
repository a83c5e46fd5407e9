"""Edits: what each changes, that its inverse takes it back, and what they refuse."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.editing.edit_extent import EditExtent, MapPart
from engine.editing.edits import (
    AddKind,
    CellLayer,
    Compound,
    Edit,
    LayMasks,
    MaskGroup,
    RemoveKind,
    SetCells,
    SetMasks,
    SetZoneCells,
    compound_inverse,
)
from engine.editing.map_metadata_edits import (
    EditRefusedError,
    MoveZone,
    RenameZone,
    Replace,
    SetField,
    SetFields,
    SetLegend,
    SetPlaces,
    SetZone,
    add_ground_edit,
)
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import KmSquare
from engine.map.map import Map, PlaceName, Zone
from tests.studio.documents.random_edits import (
    is_consistent,
    random_edit,
    random_map,
    random_painting,
    same,
)

SEEDS = st.integers(0, 2**32 - 1)


def blank(columns: int = 6, rows: int = 4) -> Map:
    return Map.blank(Grid(columns, rows))


# --- all of them ----------------------------------------------------------------------------------


@given(SEEDS)
@settings(max_examples=300, deadline=None)
def test_an_edit_and_its_inverse_leave_the_map_as_it_was_and_the_inverse_of_that_redoes_it(
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng)
    before = deepcopy(map_)
    edit = random_edit(rng, map_)
    inverse = edit.apply(map_)
    after = deepcopy(map_)
    again = inverse.apply(map_)
    assert same(map_, before)
    again.apply(map_)
    assert same(map_, after)


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_edits_keep_both_hexes_of_every_side_and_link_consistent(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng)
    for _ in range(5):
        random_edit(rng, map_).apply(map_)
        assert is_consistent(map_)


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_the_joined_inverses_of_many_edits_undo_them_all_and_can_be_redone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng)
    before, inverses = deepcopy(map_), list[Edit]()
    for _ in range(8):
        inverses.append(random_edit(rng, map_).apply(map_))
    after = deepcopy(map_)
    again = compound_inverse(reversed(inverses)).apply(map_)
    assert same(map_, before)
    again.apply(map_)
    assert same(map_, after)


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_nothing_changes_outside_the_window_that_an_edit_and_its_inverse_touch(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng)
    before = deepcopy(map_)
    edit = random_painting(rng, map_)
    touched = edit.touched(map_.grid) | edit.apply(map_).touched(map_.grid)
    for part in (MapPart.LEVEL, MapPart.GROUND, MapPart.SIDES, MapPart.LINKS, MapPart.ZONES):
        for old, new in zip(_planes(before, part), _planes(map_, part), strict=False):
            changed = old != new
            if part in touched.parts:
                changed[touched.rows, touched.columns] = False
            assert not changed.any(), part


def _planes(map_: Map, part: MapPart) -> list[np.ndarray]:
    if part in (MapPart.LEVEL, MapPart.GROUND):
        return [getattr(map_, part.value)]
    if part is MapPart.ZONES:
        return [zone.hexes for zone in map_.zones.values()]
    return list(getattr(map_, part.value).values())


def test_edits_own_their_arrays_and_cannot_be_changed() -> None:
    values = np.array([1, 2], np.int16)
    edit = SetCells(CellLayer.LEVEL, np.array([0, 1]), values)
    values[0] = 7
    assert edit.values.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        edit.values[0] = 7


# --- hexes ----------------------------------------------------------------------------------------


def test_levels_change_in_the_named_hexes_alone() -> None:
    map_ = blank()
    SetCells(CellLayer.LEVEL, np.array([0, 7]), np.array([3, -2])).apply(map_)
    assert map_.level.sum() == 1
    assert (map_.level[0, 0], map_.level[1, 1]) == (3, -2)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda: SetCells(CellLayer.LEVEL, np.array([24]), np.array([0])), "6 × 4"),
        (lambda: SetCells(CellLayer.LEVEL, np.array([-1]), np.array([0])), "6 × 4"),
        (lambda: SetCells(CellLayer.LEVEL, np.array([0]), np.array([10_000])), "-999…9999"),
        (lambda: SetCells(CellLayer.LEVEL, np.array([0]), np.array([70_000])), "do not fit"),
        (lambda: SetCells(CellLayer.GROUND, np.array([0]), np.array([1])), "Use 0…0"),
        (lambda: SetCells(CellLayer.GROUND, np.array([0, 1]), np.array([0])), "one value per hex"),
        (lambda: SetMasks(MaskGroup.SIDES, "wall", np.array([0]), np.array([64])), "six bits"),
        (lambda: SetZoneCells("mill", np.array([0]), np.array([True])), "zone 'mill'"),
        (lambda: AddKind(MaskGroup.SIDES, "wall"), "already"),
        (lambda: RemoveKind(MaskGroup.LINKS, "road"), "no 'road'"),
        (lambda: SetPlaces(0, 1, ()), "map has 0"),
        (lambda: SetPlaces(0, 0, (PlaceName(Hex(90, 90), "far"),)), "off the map"),
        (lambda: RenameZone("a", "b"), "Cannot rename"),
        (lambda: SetZone("a", Zone(np.zeros((1, 1), np.bool_))), "The zone is"),
        (lambda: SetLegend(("open", "open"), (".", "o")), "its own symbol"),
    ],
)
def test_an_edit_that_cannot_be_made_says_why_and_changes_nothing(edit: Any, said: str) -> None:
    map_ = blank()
    map_.sides["wall"] = np.zeros(map_.grid.shape, np.uint8)
    before = deepcopy(map_)
    with pytest.raises(ValueError, match=said):
        Compound((SetCells(CellLayer.LEVEL, np.array([3]), np.array([5])), edit())).apply(map_)
    assert same(map_, before)


def test_a_side_is_laid_on_both_its_hexes_and_at_the_edge_on_its_one() -> None:
    map_ = blank()
    SetMasks(MaskGroup.SIDES, "wall", np.array([0]), np.array([0b001001])).apply(map_)
    hex_, east = map_.grid.hex(0, 0), map_.grid.hex(1, 0)
    assert map_.has_side("wall", hex_, 0)
    assert map_.has_side("wall", east, 3)
    assert map_.has_side("wall", hex_, 3)
    assert np.count_nonzero(map_.sides["wall"]) == 2


def test_links_do_not_lead_off_the_map() -> None:
    map_ = blank()
    SetMasks(MaskGroup.LINKS, "road", np.array([0]), np.array([0b111111])).apply(map_)
    assert int(map_.links["road"][0, 0]).bit_count() == len(map_.grid.neighbours(Hex(0, 0)))
    assert is_consistent(map_)


def test_new_masks_take_the_old_ones_from_the_hexes_next_door_too() -> None:
    map_ = blank()
    SetMasks(MaskGroup.LINKS, "road", np.array([8]), np.array([0b111111])).apply(map_)
    SetMasks(MaskGroup.LINKS, "road", np.array([8]), np.array([0b000001])).apply(map_)
    assert map_.links["road"].reshape(-1).nonzero()[0].tolist() == [8, 9]


def test_a_side_both_laid_and_lifted_is_laid() -> None:
    map_ = blank()
    LayMasks(MaskGroup.SIDES, "wall", np.array([7, 8]), np.array([1, 0]), np.array([0, 8])).apply(
        map_
    )
    assert map_.has_side("wall", map_.grid.hex(1, 1), 0)


def test_the_first_of_a_kind_brings_its_plane_and_its_undoing_takes_it_away() -> None:
    map_ = blank()
    inverse = SetMasks(MaskGroup.SIDES, "wall", np.array([0]), np.array([1])).apply(map_)
    assert list(map_.sides) == ["wall"]
    inverse.apply(map_)
    assert not map_.sides


# --- the sheet ------------------------------------------------------------------------------------


def test_a_new_ground_gets_a_symbol_no_other_has_from_its_name() -> None:
    map_ = blank()
    for kind, symbol in (("woods", "w"), ("wadi", "a"), ("waste", "s"), ("was", "W")):
        legend, position = add_ground_edit(map_, kind)
        assert legend is not None
        legend.apply(map_)
        assert (map_.grounds[position], map_.symbols[position]) == (kind, symbol)
    assert add_ground_edit(map_, "woods") == (None, 1)


def test_a_legend_may_not_lose_a_ground_in_use() -> None:
    map_ = blank()
    SetLegend(("open", "woods"), (".", "w")).apply(map_)
    SetCells(CellLayer.GROUND, np.array([0]), np.array([1])).apply(map_)
    with pytest.raises(ValueError, match="in use"):
        SetLegend(("open",), (".",)).apply(map_)


def test_labels_that_would_not_tell_hexes_apart_are_refused() -> None:
    map_ = blank()
    map_.label_style = KmSquare(45_000, 63_000)
    with pytest.raises(EditRefusedError):
        SetField("hex_metres", 5.0).apply(map_)
    assert map_.hex_metres == 50.0


def test_a_sheet_that_was_put_in_place_is_not_changed_by_later_edits() -> None:
    map_, other = blank(), blank(9, 9)
    edit = Replace(other)
    edit.apply(map_)
    SetCells(CellLayer.LEVEL, np.array([80]), np.array([4])).apply(map_)
    assert not other.level.any()


# --- what was touched -----------------------------------------------------------------------------


def test_the_window_of_a_mask_includes_the_hexes_round_it() -> None:
    touched = SetMasks(MaskGroup.SIDES, "wall", np.array([14]), np.array([1])).touched(Grid(6, 4))
    assert touched == EditExtent(frozenset({MapPart.SIDES}), slice(1, 4), slice(1, 4))


def test_windows_without_hexes_do_not_stretch_others() -> None:
    title = SetField("title", "x").touched(Grid(6, 4))
    level = SetCells(CellLayer.LEVEL, np.array([14]), np.array([1])).touched(Grid(6, 4))
    assert not title.is_anywhere
    both = title | level
    assert (both.rows, both.columns) == (slice(2, 3), slice(2, 3))
    assert both.parts == {MapPart.FIELDS, MapPart.LEVEL}


def test_labels_and_hex_size_that_only_fit_together_change_together() -> None:
    map_ = blank()
    map_.hex_metres = 10.0
    SetFields({"label_style": KmSquare(0, 0), "hex_metres": 50.0}).apply(map_)
    assert (map_.label_style, map_.hex_metres) == (KmSquare(0, 0), 50.0)


def test_fields_that_do_not_fit_together_leave_all_as_it_was() -> None:
    map_ = blank()
    before = deepcopy(map_)
    with pytest.raises(EditRefusedError, match="26 letters"):
        SetFields({"title": "New", "hex_metres": 10.0, "label_style": KmSquare(0, 0)}).apply(map_)
    with pytest.raises(ValueError, match="above 0"):
        SetFields({"title": "New", "level_metres": 0.0}).apply(map_)
    assert same(map_, before)


def test_only_what_differs_is_set() -> None:
    map_ = blank()
    assert SetFields.changed(map_, {"title": "", "hex_metres": 50.0}) is None
    assert SetFields.changed(map_, {"title": "A", "hex_metres": 50.0}) == SetFields({"title": "A"})


def test_a_zone_takes_another_place_among_the_others() -> None:
    map_ = blank()
    for name in "abc":
        map_.zones[name] = Zone(np.zeros(map_.grid.shape, np.bool_))
    MoveZone("a", 2).apply(map_)
    assert list(map_.zones) == ["b", "c", "a"]
    with pytest.raises(ValueError, match="place 3"):
        MoveZone("a", 3).apply(map_)
