"""Values and tables copied by hand from the specification, for a referee to judge by (U, X, RS)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from engine.hexes.hex import Hex, distance
from engine.map.map import Map


class Kit(NamedTuple):
    """A line of the table of units (U): range and FP against squads, against vehicles."""

    squads: tuple[int, int]
    vehicles: tuple[int, int]
    move: int
    armour: int = 0
    points: int = 0
    traits: str = ""


KITS = {  # U, U11
    "regular": Kit((4, 1), (1, 1), 4, points=2),
    "elite": Kit((4, 2), (1, 1), 4, points=3, traits="hardened"),
    "officer": Kit((4, 1), (1, 1), 4, points=4, traits="officer"),
    "mg-crew": Kit((5, 3), (3, 2), 4, points=6, traits="crew rapid"),
    "german-mg-crew": Kit((5, 4), (3, 2), 4, points=6, traits="crew rapid"),
    "mortar-crew": Kit((8, 4), (8, 2), 4, points=7, traits="crew area no-op-fire"),
    "truck": Kit((0, 0), (0, 0), 4, 0, 4, "light transport2 wheeled"),
    "halftrack": Kit((5, 4), (3, 2), 7, 1, 10, "light transport1"),
    "kubel": Kit((4, 2), (1, 1), 6, 0, 4, "light transport1"),
    "sherman": Kit((5, 6), (6, 8), 5, 4, 24, "tank"),
    "panzer-iv": Kit((5, 6), (8, 10), 6, 4, 26, "tank"),
    "tiger": Kit((5, 6), (8, 10), 5, 6, 32, "tank thick"),
    "at-gun": Kit((4, 2), (8, 8), 0, 2, 14, "light towed"),
}
MORTAR_NORMAL = 2  # its FP against squads in a normal attack
TOKEN_POINTS = 2
PLACES = {"mg-crew": 2, "german-mg-crew": 2, "mortar-crew": 2}  # Q1; all others 1

BLACK = {"close": 4, "normal": 5, "long": 6}  # RS4
RED = 5
BANDS = ("close", "normal", "long")


def band(away: int, range_: int) -> str | None:
    """RG1 to RG4."""
    if range_ <= 0 or away > 2 * range_:
        return None
    return "close" if away == 1 else "normal" if away <= range_ else "long"


def damage(before: int, hits: int) -> int:
    """RS9: 0 none, 1 light, 2 heavy, 3 destroyed."""
    if hits == 0:
        return before
    if before == 0:
        return 1 if hits <= 2 else 2 if hits == 3 else 3
    return 2 if before == 1 and hits <= 2 else 3


def morale(before: str, hits: int) -> str:
    """RS11."""
    if hits == 0:
        return before
    if before == "normal":
        return "pinned" if hits <= 2 else "disrupted" if hits == 3 else "routed"
    return "disrupted" if before == "pinned" and hits <= 2 else "routed"


def half(fp: int) -> int:
    """RS7: rounded up."""
    return -(-fp // 2)


# --- terrain (X) ----------------------------------------------------------------------------------

SQUAD_MP = {"open": 1, "field": 1, "beach": 2, "woods": 2, "building": 2, "rough": 2, "marsh": 2}
VEHICLE_MP = {"open": 1, "field": 1, "beach": 2, "woods": 3, "rough": 3}
COVER = {"woods": (2, 1), "building": (3, 0), "rough": (1, 1)}  # squad, vehicle
WATER = ("flooded-stream", "pond", "lake", "river")
ROADS = ("road", "track", "path", "highway", "bridge")
FASTER = ("road", "highway", "bridge")  # on which a truck goes three hexes to the point


def has_road(map_: Map, at: Hex) -> bool:
    """Whether a road leads through a hex."""
    return any(_linked(map_, at, other, ROADS) for other in neighbours(map_, at))


def neighbours(map_: Map, at: Hex) -> list[Hex]:
    """The hexes next to one that are on the map."""
    return [hex_ for d in range(6) if (hex_ := map_.grid.neighbour(at, d)) in map_.grid]


def cost(map_: Map, start: Hex, to: Hex, traits: str, is_squad: bool) -> Fraction | None:
    """MP of a step (M2, M3, M8, X); None where it may not be made."""
    up = max(level(map_, to) - level(map_, start), 0)
    if _linked(map_, start, to, ROADS):
        is_fast = "wheeled" in traits and _linked(map_, start, to, FASTER)
        return (Fraction(1, 3) if is_fast else Fraction(1)) + up
    table = SQUAD_MP if is_squad else VEHICLE_MP
    ground = map_.ground_at(to)
    return Fraction(table[ground] + up) if ground in table else None


def _linked(map_: Map, one: Hex, other: Hex, kinds: tuple[str, ...]) -> bool:
    direction = next(d for d in range(6) if map_.grid.neighbour(one, d) == other)
    return any(map_.has_link(kind, one, direction) for kind in kinds)


def level(map_: Map, at: Hex) -> int:
    """The level of a hex (TE1)."""
    return int(map_.level[map_.grid.index(at)])


def terrain(map_: Map, at: Hex, is_squad: bool) -> int:
    """Cover of the ground alone; nothing on a bridge (X1)."""
    ground = map_.ground_at(at)
    if ground in WATER and has_road(map_, at):
        return 0
    return COVER.get(ground, (0, 0))[not is_squad]


def away(one: Hex, other: Hex) -> int:
    """Hexes between two."""
    return distance(one, other)
