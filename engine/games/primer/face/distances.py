"""How far it is by the moves of a type to where it wants to be: remembered for every board."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from weakref import WeakKeyDictionary

from engine.games.primer.field import GameBoard
from engine.hexes.hex import Hex, distance

FAR = 99
_KNOWN: WeakKeyDictionary[GameBoard, dict[tuple[str, Hex, int], Mapping[Hex, int]]] = (
    WeakKeyDictionary()
)


def moves_to(field: GameBoard, unit_type: str, goal: Hex, apart: int) -> Mapping[Hex, int]:
    """What it costs a type to come within so many hexes of a goal, from every hex that leads there.

    Who stands in the way is not looked at (P4).
    """
    known = _KNOWN.setdefault(field, {})
    key = unit_type, goal, apart
    if key not in known:
        known[key] = _backwards(field, unit_type, goal, apart)
    return known[key]


def _backwards(field: GameBoard, unit_type: str, goal: Hex, apart: int) -> dict[Hex, int]:
    """Dijkstra's algorithm from the goal out, each step at the price of the hex it comes from."""
    near = (hex_ for hex_ in field.within(apart, goal) if distance(hex_, goal) == apart)
    starts = [hex_ for hex_ in near if field.cost(unit_type, hex_) is not None]
    found: dict[Hex, int] = {}
    edge = [(0, hex_) for hex_ in starts]
    while edge:
        spent, here = heappop(edge)
        if here in found:
            continue
        found[here] = spent
        price = field.cost(unit_type, here)
        assert price is not None
        for other in field.board.grid.neighbours(here):
            if other not in found and field.cost(unit_type, other) is not None:
                heappush(edge, (spent + price, other))
    return found
