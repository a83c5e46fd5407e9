"""The hexes in which units can stand and which they can ever reach, for map checks."""

from __future__ import annotations

from collections.abc import Collection

from engine.hexes.hex import SIDES, Hex, ring
from engine.map.map import Map
from engine.movement.mobility import Mobility, explain

SMALL = 10_000  # hexes up to which walking them one by one is faster than compiled code is loaded
FAR_OFF = 12


def can_stand(map_: Map, mobility: Mobility, hex_: Hex) -> bool:
    """Return True if a unit may be in a hex: on passable ground, or on any road."""
    if mobility.entry_to(map_, hex_).cost is not None:
        return True
    index = map_.grid.index(hex_)
    return any(kind in map_.links and bool(map_.links[kind][index]) for kind in mobility.link)


def nearest_standing(map_: Map, mobility: Mobility, hex_: Hex) -> Hex | None:
    """A hex near another that a unit may be in; None for a long way round."""
    around = (there for radius in range(1, FAR_OFF) for there in ring(hex_, radius))
    return next((h for h in around if h in map_.grid and can_stand(map_, mobility, h)), None)


def hexes_reached(
    map_: Map, mobility: Mobility, starts: Collection[Hex], targets: Collection[Hex]
) -> set[Hex]:
    """The targets that units can come to from any of the starts, in however long a time."""
    if map_.grid.columns * map_.grid.rows > SMALL:
        return _hexes_reached_far(map_, mobility, starts, targets)
    wanted, seen, edge = set(targets), set(starts), list(starts)
    while edge and not wanted <= seen:
        here = edge.pop()
        for direction in range(SIDES):
            there = map_.grid.neighbour(here, direction)
            if there not in seen and explain(mobility, map_, here, direction).cost is not None:
                seen.add(there)
                edge.append(there)
    return wanted & seen


def _hexes_reached_far(
    map_: Map, mobility: Mobility, starts: Collection[Hex], targets: Collection[Hex]
) -> set[Hex]:
    from engine.movement.path_search import PathSearch
    from engine.movement.search_kernels import FAR

    if not starts:
        return set()
    field = PathSearch(mobility, map_).cost_field(starts)
    return {hex_ for hex_ in targets if field[map_.grid.index(hex_)] != FAR}
