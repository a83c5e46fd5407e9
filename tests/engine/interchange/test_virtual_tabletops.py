"""Maps for virtual tables: the grids of those programs lie on the hexes of the pictures."""

from __future__ import annotations

import base64
import json
import math

import pytest

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.interchange.import_result import Losses
from engine.interchange.virtual_tabletops import (
    ROLL20,
    SceneFrame,
    VirtualTabletop,
    blocking_rules,
    foundry_scene,
    frame_of,
    report_losses,
    roll20_settings,
    tabletop_simulator,
    universal_scene,
)
from engine.map.map import Map
from engine.map.terrain import load_catalogue

every_grid = pytest.mark.parametrize(
    ("orientation", "shifted"), [(one, other) for one in Orientation for other in OffsetParity]
)
PX = 60


def pixel(map_: Map, frame: SceneFrame, hex_: Hex) -> tuple[float, float]:
    x, y = map_.grid.centre(hex_)
    return (x - frame.left) * PX, (y - frame.top) * PX


def in_foundry(type_: int, size: int, line: int, place: int) -> tuple[float, float]:
    """The middle of a hex by Foundry's reckoning, as its grid classes have it since version 12."""
    is_even = type_ in (3, 5)
    shift = 0.0 if (line % 2 == 1) == is_even else 0.5
    across = 2 / math.sqrt(3) * (0.75 * line + 0.5) * size
    along = (place + shift) * size
    return (along, across) if type_ in (2, 3) else (across, along)


@every_grid
def test_every_hex_lies_where_foundry_has_one(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    map_ = Map.blank(Grid(6, 5, orientation, shifted))
    frame = frame_of(map_, VirtualTabletop.FOUNDRY, PX)
    grid = json.loads(foundry_scene(map_, frame, "a.png"))["grid"]
    for hex_ in map_.grid:
        column, row = map_.grid.column_row(hex_)
        line, place = (row, column) if map_.grid.pointy else (column, row)
        near = [in_foundry(grid["type"], grid["size"], line, place + more) for more in (0, 1)]
        assert min(math.dist(pixel(map_, frame, hex_), one) for one in near) < 1e-6


@every_grid
def test_every_hex_lies_where_roll20_has_one(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    map_ = Map.blank(Grid(6, 5, orientation, shifted))
    frame = frame_of(map_, VirtualTabletop.ROLL20, PX)
    said = json.loads(roll20_settings(map_, frame, "a.png"))
    in_line, between, along, across = ROLL20[map_.grid.pointy]
    wide, high = frame.width * PX, frame.height * PX
    for hex_ in map_.grid:
        x, y = pixel(map_, frame, hex_)
        x, y = x / wide * said["picture_size"]["width"], y / high * said["picture_size"]["height"]
        u, v = (x, y) if map_.grid.pointy else (y, x)
        line = round((v - across) / between)
        place = (u - along) / in_line - (line % 2) / 2
        assert abs((v - across) / between - line) < 0.001
        assert abs(place - round(place)) < 0.001


@every_grid
def test_the_offset_leads_from_the_board_s_middle_to_that_of_a_hex(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    map_ = Map.blank(Grid(6, 5, orientation, shifted))
    frame = frame_of(map_, VirtualTabletop.TABLETOP_SIMULATOR, PX)
    said = json.loads(tabletop_simulator(map_, frame, "a.png"))
    x = frame.left + (0.5 + said["offset"]["x"]) * frame.width
    y = frame.top + frame.height / 2 - said["offset"]["y"] * frame.width
    there = map_.grid.centre(map_.grid.hex_at(x, y))
    assert math.dist(there, (x, y)) < 1e-4


def walled() -> Map:
    map_ = Map.blank(Grid(4, 4))
    for kind in ("wall", "cliff", "hedgerow", "stream"):
        map_.set_side(kind, map_.grid.hex(1, 1), len(map_.sides))
    return map_


def test_hexsides_that_stop_something_are_walls_along_them() -> None:
    map_ = walled()
    frame = frame_of(map_, VirtualTabletop.FOUNDRY, PX)
    walls = json.loads(foundry_scene(map_, frame, "a.png"))["walls"]
    assert [(wall["move"], wall["sight"], wall["light"]) for wall in walls] == [
        (20, 20, 20), (0, 20, 20), (20, 0, 0),
    ]  # fmt: skip
    x, y = pixel(map_, frame, map_.grid.hex(1, 1))
    for wall in walls:
        ends = wall["c"][:2], wall["c"][2:]
        assert abs(math.dist(*ends) - PX / math.sqrt(3)) < 1.5
        assert all(abs(math.dist(end, (x, y)) - PX / math.sqrt(3)) < 1.5 for end in ends)


def test_a_universal_file_holds_its_picture_and_what_stops_sight() -> None:
    map_ = walled()
    said = json.loads(universal_scene(map_, frame_of(map_, VirtualTabletop.UNIVERSAL, PX), b"png"))
    size = said["resolution"]["map_size"]
    assert (size["x"], size["y"]) == (5, 4)
    assert base64.b64decode(said["image"]) == b"png"
    assert len(said["line_of_sight"]) == 2


@pytest.mark.parametrize("scene", VirtualTabletop)
def test_each_kind_is_a_wall_or_told_as_drawn_alone(scene: VirtualTabletop) -> None:
    map_ = walled()
    losses = Losses()
    report_losses(map_, scene, losses)
    told = {loss.what for loss in losses.listed()}
    said = (
        {"wall", "hedgerow"}
        if scene in (VirtualTabletop.FOUNDRY, VirtualTabletop.UNIVERSAL)
        else set()
    )
    said |= {"cliff"} if scene is VirtualTabletop.FOUNDRY else set()
    assert told >= {"open", *map_.sides} - said
    assert not told & said


def test_what_stops_something_is_in_the_catalogue() -> None:
    assert blocking_rules().keys() <= load_catalogue().kinds.keys()
