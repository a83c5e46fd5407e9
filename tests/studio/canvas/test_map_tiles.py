"""A tile is painted in a thread of its own while the map goes on being edited."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid
from engine.map.map import Map, PlaceName
from studio.canvas import map_tiles
from studio.canvas.canvas_content import LayerSettings, LevelRange
from studio.canvas.map_tiles import TileJob, paint_tile, prepare_tile
from studio.rendering.map.map_labels import placed_names_of_view
from tests.generated import generated_map

WIDTH = 30.0


def plan(map_: Map) -> TileJob:
    return prepare_tile(map_, LayerSettings(), LevelRange(map_), WIDTH, (0, 0), 1.0)


def edit_everything(map_: Map) -> None:
    map_.level[:] = 3
    map_.ground[:] = 2
    for mask in (*map_.sides.values(), *map_.links.values()):
        mask[:] = 1
    for zone in map_.zones.values():
        np.logical_not(zone.hexes, out=zone.hexes)
    map_.zones.clear()
    map_.places.clear()


def test_what_is_edited_after_a_tile_was_planned_is_not_in_it(qapp: object) -> None:
    map_ = generated_map(24, 20, seed=7)
    assert map_.sides, "streams, roads and a zone are to be edited"
    assert map_.links
    assert map_.zones
    before = deepcopy(map_)
    planned = plan(map_)
    edit_everything(map_)
    assert paint_tile(planned) == paint_tile(plan(before))
    assert paint_tile(planned) != paint_tile(plan(map_))


def pond_and_farm() -> Map:
    """Names on water and on woods."""
    map_ = Map.blank(Grid(12, 10))
    map_.grounds = ("open", "woods", "lake")
    for name, column, row, ground in (("Pond", 3, 2, 2), ("Farm", 5, 6, 1)):
        at = map_.grid.hex(column, row)
        map_.ground[map_.grid.index(at)] = ground
        map_.places.append(PlaceName(at, name))
    return map_


def test_names_are_written_the_same_where_the_ground_is_not_shown(qapp: object) -> None:
    map_ = pond_and_farm()
    bare = replace(map_, ground=np.zeros_like(map_.ground))
    shown, hidden = (
        prepare_tile(map_, LayerSettings(ground=ground), LevelRange(map_), WIDTH, (0, 0), 1.0)
        for ground in (True, False)
    )
    assert (
        placed_names_of_view(hidden.view)
        == placed_names_of_view(shown.view)
        != placed_names_of_view(plan(bare).view)
    )
    assert paint_tile(hidden) != paint_tile(shown)


def test_a_kind_of_ground_that_comes_after_a_tile_was_planned_is_not_in_it(qapp: object) -> None:
    map_ = pond_and_farm()
    before = paint_tile(plan(map_))
    planned = plan(map_)
    map_.grounds = (*map_.grounds, "settlement")
    map_.ground[:] = 3
    assert paint_tile(planned) == before


def test_a_painting_that_fails_leaves_no_painter_behind(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(painter: object, _: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(map_tiles, "paint_terrain_stepwise", fail)
    with pytest.raises(ZeroDivisionError) as failed:
        paint_tile(plan(generated_map(8, 8, seed=1)))
    frame = next(one for one in failed.traceback if one.name == "paint_tile").frame
    assert isinstance(frame.f_locals["image"], QImage)
    assert not frame.f_locals["painter"].isActive()
