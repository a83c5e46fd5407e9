"""Edits of every kind, drawn at random, and maps to make them on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.random import Generator

from engine.editing import sheet_transforms
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
    mask_planes,
)
from engine.editing.map_clips import clear_hexes, clip, paste
from engine.editing.map_metadata_edits import (
    MoveZone,
    RenameZone,
    Replace,
    SetField,
    SetFields,
    SetLegend,
    SetPlaces,
    SetZone,
    SetZoneWords,
    add_ground_edit,
)
from engine.hexes.flat_index import Indices
from engine.hexes.grid import OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import ColumnRow, KmSquare, LetterNumber
from engine.map.map import Map, PlaceName, Zone
from engine.problems import Waiver
from tests.generated import generated_map

KINDS = {MaskGroup.SIDES: ("stream", "wall", "cliff"), MaskGroup.LINKS: ("road", "track")}
GROUNDS = ("open", "woods", "lake", "marsh", "rough", "beach")
ZONES = ("north", "south", "mill")
MAXIMUM = 40  # columns and rows of a sheet made larger


def random_map(rng: Generator, columns: int = 0, rows: int = 0) -> Map:
    """A small map with something of everything."""
    orientation = list(Orientation)[rng.integers(2)]
    shifted = list(OffsetParity)[rng.integers(2)]
    columns, rows = columns or int(rng.integers(1, 12)), rows or int(rng.integers(1, 12))
    map_ = generated_map(columns, rows, int(rng.integers(1 << 30)), orientation, shifted)
    for _ in range(5):
        random_edit(rng, map_).apply(map_)
    return map_


def random_edit(rng: Generator, map_: Map) -> Edit:
    """An edit of any kind that can be made on a map."""
    while True:
        edit = DRAWN[rng.integers(len(DRAWN))](rng, map_)
        if edit is not None:
            return edit


def random_painting(rng: Generator, map_: Map) -> Edit:
    """An edit of hexes, as tools make them."""
    while True:
        edit = PAINTED[rng.integers(len(PAINTED))](rng, map_)
        if edit is not None:
            return edit


def same(one: Map, other: Map) -> bool:
    """Whether two maps are equal in everything, kinds and order of the zones included."""
    return all(_equal(getattr(one, f.name), getattr(other, f.name)) for f in fields(Map))


def _equal(one: object, other: object) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, Zone) and isinstance(other, Zone):
        return (one.name, one.colour) == (other.name, other.colour) and _equal(
            one.hexes, other.hexes
        )
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return one == other


def is_consistent(map_: Map) -> bool:
    """Whether both hexes of every side and link say so, and no link leads off the map."""
    grid = map_.grid
    for group in MaskGroup:
        for plane in mask_planes(map_, group).values():
            for direction in range(6):
                here = plane >> direction & 1
                near = grid.neighbour_plane(np.ones(grid.shape, np.uint8), direction, 0) == 1
                beyond = grid.neighbour_plane(plane, direction, 0) >> (direction + 3) % 6 & 1
                if not np.array_equal(here[near], beyond[near]):
                    return False
                if group is MaskGroup.LINKS and here[~near].any():
                    return False
    return True


# --- one kind each --------------------------------------------------------------------------------


def some_hexes(rng: Generator, map_: Map) -> Indices:
    """A few hexes, each once, in any order."""
    count = len(map_.grid)
    some = rng.choice(count, int(rng.integers(0, min(count, 20) + 1)), replace=False)
    return some.astype(np.int32)


def _levels(rng: Generator, map_: Map) -> Edit:
    hexes = some_hexes(rng, map_)
    return SetCells(CellLayer.LEVEL, hexes, rng.integers(-999, 9999, hexes.size))


def _ground(rng: Generator, map_: Map) -> Edit:
    hexes = some_hexes(rng, map_)
    return SetCells(CellLayer.GROUND, hexes, rng.integers(0, len(map_.grounds), hexes.size))


def _new_ground(rng: Generator, map_: Map) -> Edit:
    legend, position = add_ground_edit(map_, GROUNDS[rng.integers(len(GROUNDS))])
    hexes = some_hexes(rng, map_)
    cells = SetCells(CellLayer.GROUND, hexes, np.full(hexes.size, position))
    return Compound((legend, cells)) if legend else cells


def _kind(rng: Generator) -> tuple[MaskGroup, str]:
    group = list(MaskGroup)[rng.integers(2)]
    return group, KINDS[group][rng.integers(len(KINDS[group]))]


def _masks(rng: Generator, map_: Map) -> Edit:
    hexes = some_hexes(rng, map_)
    return SetMasks(*_kind(rng), hexes, rng.integers(0, 64, hexes.size, np.uint8))


def _laying(rng: Generator, map_: Map) -> Edit:
    hexes = rng.integers(0, len(map_.grid), int(rng.integers(0, 12)), np.int32)  # some twice
    laid, lifted = rng.integers(0, 64, (2, hexes.size), np.uint8)
    return LayMasks(*_kind(rng), hexes, laid, lifted)


def _one_kind_more(rng: Generator, map_: Map) -> Edit | None:
    group, kind = _kind(rng)
    planes = mask_planes(map_, group)
    return None if kind in planes else AddKind(group, kind, int(rng.integers(len(planes) + 1)))


def _one_kind_less(rng: Generator, map_: Map) -> Edit | None:
    group, kind = _kind(rng)
    return RemoveKind(group, kind) if kind in mask_planes(map_, group) else None


def _zone(rng: Generator, map_: Map) -> Edit | None:
    name = ZONES[rng.integers(len(ZONES))]
    if rng.random() < 0.3:
        return SetZone(name, None) if name in map_.zones else None
    zone = Zone(rng.random(map_.grid.shape) < 0.3, {"en": "Zone"}, "#123456")
    return SetZone(name, zone, int(rng.integers(4)) if rng.random() < 0.5 else None)


def _zone_cells(rng: Generator, map_: Map) -> Edit | None:
    if not map_.zones:
        return None
    hexes = some_hexes(rng, map_)
    return SetZoneCells(_some_zone(rng, map_), hexes, rng.random(hexes.size) < 0.5)


def _zone_words(rng: Generator, map_: Map) -> Edit | None:
    if not map_.zones:
        return None
    return SetZoneWords(_some_zone(rng, map_), {"en": str(rng.integers(99))}, "#00ff00")


def _zone_name(rng: Generator, map_: Map) -> Edit | None:
    if not map_.zones:
        return None
    name = f"zone-{rng.integers(99)}"
    return None if name in map_.zones else RenameZone(_some_zone(rng, map_), name)


def _zone_place(rng: Generator, map_: Map) -> Edit | None:
    if not map_.zones:
        return None
    return MoveZone(_some_zone(rng, map_), int(rng.integers(len(map_.zones))))


def _some_zone(rng: Generator, map_: Map) -> str:
    return list(map_.zones)[rng.integers(len(map_.zones))]


def somewhere(rng: Generator, map_: Map) -> Hex:
    """A hex of the map."""
    return map_.grid.hex(int(rng.integers(map_.grid.columns)), int(rng.integers(map_.grid.rows)))


def _places(rng: Generator, map_: Map) -> Edit:
    first = int(rng.integers(len(map_.places) + 1))
    count = int(rng.integers(len(map_.places) - first + 1))
    new = [PlaceName(somewhere(rng, map_), {"en": f"P{n}"}) for n in range(rng.integers(3))]
    return SetPlaces(first, count, tuple(new))


def _field(rng: Generator, map_: Map) -> Edit:
    number = int(rng.integers(1, 99))
    edits = (
        SetField("title", {"en": f"Title {number}", "zh": "标题"}),
        SetField("credits", f"© {number}"),
        SetField("hex_metres", 50.0 + number),
        SetField("level_metres", number / 2),
        SetField("base_metres", -1.5 * number),
        SetField("label_style", LetterNumber(first_letter=number)),
        SetField("label_style", ColumnRow(first_row=number)),
        SetField("waived", (Waiver("dangling-link", ("@0,0",), "a quarry"),)),
    )
    return edits[rng.integers(len(edits))]


def _fields(rng: Generator, map_: Map) -> Edit:
    number = int(rng.integers(1, 99))
    styles = (ColumnRow(digits=3), LetterNumber("rows"), KmSquare(1000.5 * number, -number))
    words: dict[Any, Any] = {
        "title": f"Title {number}",
        "credits": "",
        "level_metres": 0.5,
        "base_metres": 3.0,
    }
    style = styles[rng.integers(len(styles))]
    return SetFields({**words, "hex_metres": 45.0 + number, "label_style": style})


def _legend(rng: Generator, map_: Map) -> Edit:
    used = int(map_.ground.max()) + 1
    return SetLegend(map_.grounds[:used], map_.symbols[:used])


def _sheet(rng: Generator, map_: Map) -> Edit | None:
    grid = map_.grid
    left, top = rng.integers(-2, 3, 2).tolist()
    columns, rows = grid.columns + int(rng.integers(-3, 4)), grid.rows + int(rng.integers(-3, 4))
    if not (1 <= columns <= MAXIMUM and 1 <= rows <= MAXIMUM):
        return None
    made = (
        lambda: sheet_transforms.crop_map(map_, left, top, columns, rows),
        lambda: sheet_transforms.flipped_left_right(map_),
        lambda: sheet_transforms.flipped_top_bottom(map_),
        lambda: sheet_transforms.rotated_180(map_),
    )
    return Replace(made[rng.integers(len(made))]())


def _paste(rng: Generator, map_: Map) -> Edit | None:
    cut = clip(map_, np.sort(some_hexes(rng, map_)).astype(np.int32))
    turned = cut.turned(int(rng.integers(6))).mirrored(map_.grid.orientation)
    return paste(map_, turned, somewhere(rng, map_))


def _clear(rng: Generator, map_: Map) -> Edit | None:
    return clear_hexes(map_, some_hexes(rng, map_).astype(np.int32))


def _several(rng: Generator, map_: Map) -> Edit:
    return Compound((_levels(rng, map_), _masks(rng, map_), _masks(rng, map_), _ground(rng, map_)))


Drawing = Callable[[Generator, Map], Edit | None]
PAINTED: tuple[Drawing, ...] = (
    _levels, _ground, _new_ground, _masks, _laying, _zone_cells, _places, _paste, _clear, _several,
)  # fmt: skip
DRAWN: tuple[Drawing, ...] = (
    *PAINTED, _one_kind_more, _one_kind_less, _zone, _zone_words, _zone_name, _zone_place,
    _field, _fields, _legend, _sheet,
)  # fmt: skip
