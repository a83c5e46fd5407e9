"""MegaMek's terrains and their counterparts: grounds, links and back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from engine.files.source_text import TOP
from engine.hexes.hex import Hex
from engine.interchange.megamek_boards import Terrain, terrain_of
from engine.map.map import Map


class _Table(NamedTuple):
    ground: Mapping[str, str]
    terrain: Mapping[str, str]
    roads: Mapping[int, str]
    levels: Mapping[str, int]
    bridge: str


@cache
def terrain_table() -> _Table:
    """Load the table of MegaMek's terrains and their counterparts (megamek.yaml)."""
    source = Path(__file__).with_name("megamek.yaml").read_text(encoding="utf-8")
    return _Table(**yaml.load(source, Loader=yaml.CSafeLoader))


WAYS = ("road", "bridge", "cliff_top")  # what leads to neighbours, and so depends on them
# What MegaMek adds to other terrains of itself, or what goes with them.
WITH_OTHERS = frozenset({
    "foliage_elev", "bldg_cf", "bldg_elev", "bldg_basement_type", "bldg_basement", "bldg_class",
    "bldg_armor", "bridge_cf", "bridge_elev", "fuel_tank_cf", "fuel_tank_elev", "fuel_tank_magn",
    "road", "bridge", "incline_top", "incline_bottom", "incline_high_top", "incline_high_bottom",
})  # fmt: skip


@cache
def _grounds() -> list[tuple[str, int | None, str]]:
    """Terrains that make a ground, the first that a hex has; a level of None is any."""
    words = ((*key.split(":"), kind) for key, kind in terrain_table().ground.items())
    return [(name, None if level == "*" else int(level), kind) for name, level, kind in words]


def ground_of(terrain: Terrain) -> str:
    """The kind of ground that the terrains of a hex are; open where none is one."""
    if terrain:
        for name, level, kind in _grounds():
            if name in terrain and level in (None, terrain[name][0]):
                return kind
    return "open"


@cache
def usual_terrain(ground: str) -> Terrain:
    """Return the terrain that a ground is written as."""
    return terrain_of(Path("megamek.yaml"), terrain_table().terrain.get(ground, ""), TOP)


def is_usual(rest: Terrain, ground: str) -> bool:
    """Return True if terrains are just those a ground is written as."""
    return rest == usual_terrain(ground)


def road_of(level: int) -> str:
    """The kind of link that a road of a level is."""
    return terrain_table().roads.get(level, "road")


def is_independent_terrain(name: str, value: tuple[int, int | None]) -> bool:
    """Return True if a terrain may be on any ground: it neither makes nor follows one."""
    return ground_of({name: value}) == "open" and not name.startswith(("bldg_", "foliage_"))


def terrain_signature(map_: Map, hex_: Hex) -> str:
    """Return a key of the parts of a hex that its board terrains depend on, levels apart."""
    index = map_.grid.index(hex_)
    cliffs = {"cliff": map_.sides["cliff"]} if "cliff" in map_.sides else {}
    planes = sorted((map_.links | cliffs).items())
    said = [f"{kind}={int(plane[index])}" for kind, plane in planes if plane[index]]
    return " ".join([map_.ground_at(hex_), *said])


def is_deep(terrain: Terrain) -> bool:
    """Return True if there is water that a road needs a bridge over."""
    return terrain.get("water", (0, None))[0] > 0
