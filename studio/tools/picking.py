"""The eyedropper: what lies in a hex, to paint on with."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map, Masks
from studio.tools.pointer import Phase, Pointer, Preview

if TYPE_CHECKING:
    from studio.tools.desk import Desk


@dataclass(frozen=True)
class Picked:
    """What lies in a hex and round it; sides and links as (kind, direction)."""

    at: Hex
    level: int
    ground: str
    sides: tuple[tuple[str, int], ...]
    links: tuple[tuple[str, int], ...]
    zones: tuple[str, ...]


def picked(map_: Map, hex_: Hex) -> Picked:
    """What lies in a hex of the map."""
    index = map_.grid.index(hex_)
    return Picked(
        hex_,
        int(map_.level[index]),
        map_.ground_at(hex_),
        _laid(map_.sides, index),
        _laid(map_.links, index),
        tuple(name for name, zone in map_.zones.items() if zone.hexes[index]),
    )


def _laid(planes: dict[str, Masks], index: tuple[int, int]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (kind, direction)
        for kind, plane in planes.items()
        for direction in range(SIDES)
        if int(plane[index]) >> direction & 1
    )


@dataclass(frozen=True)
class Eyedropper:
    """Picks what lies in the hex under the pointer, as long as the button is held."""

    def hover(self, desk: Desk, pointer: Pointer) -> Preview:
        """The hex."""
        return Preview(desk.indices([pointer.hex(desk.grid)]))

    def stroke(self, desk: Desk, press: Pointer) -> Generator[Preview, Pointer, None]:
        """Leaves what it finds in `desk.picked`."""
        pointer = press
        while pointer.phase is not Phase.RELEASE:
            here = pointer.hex(desk.grid)
            if here in desk.grid:
                desk.picked = picked(desk.map, here)
            pointer = yield self.hover(desk, pointer)
