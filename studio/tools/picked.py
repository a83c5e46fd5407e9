"""What lies in a hex and round it, to paint on with."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map, Masks


@dataclass(frozen=True)
class PickedMaterial:
    """What lies in a hex and round it; sides and links as (kind, direction)."""

    at: Hex
    level: int
    ground: str
    sides: tuple[tuple[str, int], ...]
    links: tuple[tuple[str, int], ...]
    zones: tuple[str, ...]


def pick_material(map_: Map, hex_: Hex) -> PickedMaterial:
    """What lies in a hex of the map."""
    index = map_.grid.index(hex_)
    return PickedMaterial(
        hex_,
        int(map_.level[index]),
        map_.ground_at(hex_),
        _lay(map_.sides, index),
        _lay(map_.links, index),
        tuple(name for name, zone in map_.zones.items() if zone.hexes[index]),
    )


def _lay(planes: dict[str, Masks], index: tuple[int, int]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (kind, direction)
        for kind, plane in planes.items()
        for direction in range(SIDES)
        if int(plane[index]) >> direction & 1
    )
