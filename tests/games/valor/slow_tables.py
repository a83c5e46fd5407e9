"""Tables, costs and arcs copied by hand from the specification, for a referee to judge by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.map.map import Map

AP = {  # V14.4, column 2 at the left, column 12 at the right
    4: (5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0),
    10: (6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0),
    18: (7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0),
    28: (8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0),
    40: (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0),
    999: (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
}
MISSION_ROW = {"fighter-bomber": 28, "light": 40, "heavy": 999}  # V18.1
MISSION_AT = {"fighter-bomber": "D", "light": "B", "heavy": "C"}

ELIMINATION = {  # V16.3, armour A…F from the left
    "A": "7 5 3 . . .",
    "B": "9 7 5 3 . .",
    "C": "11 9 7 5 3 .",
    "D": "E 11 9 7 5 3",
    "E": "E E 11 9 7 5",
    "F": "E E E 11 9 7",
}
KILL = {-4: 3, -3: 4, -2: 5, 1: 6, 2: 8, 3: 9, 4: 10}  # V15.5; 1-n is -n


def points(firepower: int, modified: int) -> int:
    """Casualty points of an attack (V14.4)."""
    row = next(AP[top] for top in sorted(AP) if firepower <= top)
    return row[min(max(modified, 2), 12) - 2]


def elimination(rating: str, armour: str) -> str:
    """The elimination number of a gun against armour: a number, E or a dot (V16.3)."""
    return ELIMINATION[rating].split()["ABCDEF".index(armour)]


def kill_number(attack: int, defence: int) -> int:
    """The Kill number at the odds of two firepowers (V15.5)."""
    if not defence:
        return KILL[4]
    if attack >= defence:
        return KILL[min(attack // defence, 4)]
    odds = min(defence // max(attack, 1), 4)
    return KILL[-odds if odds > 1 else 1]


def to_hit(distance: int) -> int:
    """The number a gun needs at a distance (V16.2)."""
    return 10 if distance <= 10 else 8 if distance < 20 else 6


# --- arcs (V7) -----------------------------------------------------------------------------------

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N NE SE S SW NW


def _dot(facing: int, at: Hex, to: Hex) -> tuple[int, int]:
    fq, fr = STEPS[facing]
    dq, dr = to.q - at.q, to.r - at.r
    return 2 * (fq * dq + fr * dr) + fq * dr + fr * dq, dq * dq + dq * dr + dr * dr


def is_in_arc(facing: int, at: Hex, to: Hex) -> bool:
    """Whether a hex lies in the forward arc of a unit (V7.5)."""
    dot, length = _dot(facing, at, to)
    return dot >= 0 and dot * dot >= length


def plate(facing: int, at: Hex, firer: Hex) -> str:
    """Which armour a unit shows a firer: front, rear, or either by a die (V7.6)."""
    dot, _ = _dot(facing, at, firer)
    return "front" if dot > 0 else "rear" if dot < 0 else "die"


# --- costs of a step (V10) -----------------------------------------------------------------------

ROADS = ("road", "highway", "track", "path")
COST = {  # (infantry, vehicles); None is prohibited
    "building": (2, None), "woods": (2, 2), "jungle": (2, 2),
    "brook": (2, 3), "gully": (2, 3), "wadi": (2, 3),
    **dict.fromkeys(("canal", "pond", "marsh", "ocean", "river", "lake"), (None, None)),
}  # fmt: skip
WATER = ("canal", "pond", "ocean", "river", "lake", "brook")
SIDES = ("wall", "hedge", "hedgerow")
COVER = {"building": 3, "woods": 2, "jungle": 2, "brook": 1, "gully": 1, "wadi": 1}


class Ground(NamedTuple):
    """A map as costs see it."""

    map: Map

    def cover(self, at: Hex) -> int:
        """The cover of a hex's ground; none on a bridge (V10.3)."""
        return 0 if self.is_bridge(at) else COVER.get(self.map.ground_at(at), 0)

    def is_bridge(self, at: Hex) -> bool:
        """Whether a bridge leads over the water of a hex (V10.3)."""
        links = (*ROADS, "bridge")
        over = any(self.map.has_link(kind, at, d) for kind in links for d in range(6))
        return over and self.map.ground_at(at) in WATER

    def level(self, at: Hex) -> int:
        """The level of a hex."""
        return int(self.map.level[self.map.grid.index(at)])

    def step(self, a: Hex, b: Hex, *, on_foot: bool) -> int | None:
        """What a step costs without position or turns; None where it is prohibited (V10).

        999 where infantry spends all it has (V10.7).
        """
        facing = self.map.grid.direction(a, b)
        climb = self.level(b) - self.level(a)
        if abs(climb) >= 2 and not on_foot:
            return None
        if climb >= 2 or (climb <= -2 and on_foot):
            return 999
        return self._flat(a, b, facing, on_foot=on_foot, climb=max(climb, 0))

    def _flat(self, a: Hex, b: Hex, facing: int, *, on_foot: bool, climb: int) -> int | None:
        ground = self.map.ground_at(b)
        links = (*ROADS, "bridge")
        if any(self.map.has_link(kind, a, facing) for kind in links):
            return 1 + climb  # whatever the ground (V10.3)
        if self.is_bridge(b) and on_foot:
            return 1 + climb
        cost = COST.get(ground, (1, 1))[0 if on_foot else 1]
        if cost is None or (self.is_bridge(b) and not on_foot):
            return None
        crossed = sum(self.map.has_side(kind, a, facing) for kind in SIDES)
        return cost + crossed + climb


def owed(spent: Sequence[int]) -> int:
    """What a whole move has cost."""
    return sum(spent)
