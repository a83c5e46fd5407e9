"""The flight of a shot once more, plainly: whole numbers of any size, one sixteenth by another.

The line is walked one sixteenth after the other; at each it is asked what the bolt is above.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from engine.tabletop.buffered_shapes import BufferedShape, core_edges, core_of
from engine.tabletop.footprints import PlacedPiece, footprint, footprint_core
from engine.tabletop.shot_flight import GunAim, launch_of
from engine.tabletop.tabletop_terrain import TabletopTerrain

Faces = tuple[int, int, int]

MUZZLE, AIMED_AT, GRAVITY, FULL = 20, 16, 6176, 1 << 20
BOLT = 2
END = 24_000


@dataclass
class Met:
    """Something in the line: where it begins and ends, how high it is and whether it falls."""

    id: str
    spans: list[tuple[int, int]]
    height: int
    base: int | None
    falls: bool

    def covers(self, x: int) -> bool:
        return any(start <= x <= end for start, end in self.spans)


@dataclass
class Shot:
    """What came of it."""

    fallen: list[str]
    ending: str
    met: str
    lies: int


class PlainShot:
    def __init__(
        self, ground: TabletopTerrain, stands: list[PlacedPiece], aim: GunAim, faces: Faces
    ) -> None:
        self.base = ground.height_at(aim.origin)
        rise = ground.height_at(aim.target) + AIMED_AT - self.base - MUZZLE
        self.aim, self.launch = aim, launch_of(aim, rise, faces)
        self.things = []
        for stand in stands:
            spans = self.spans(footprint_core(stand), 2 * BOLT + 1)
            print_ = footprint(stand.type)
            base = ground.height_at(stand.at)
            self.things.append(Met(stand.id, spans, print_.height, base, print_.radius > 0))
        for feature in ground.table.features:
            if feature.height and feature.kind != "hill":
                spans = self.spans(core_of(feature.shape), 2 * BOLT + 1)
                self.things.append(Met(feature.id, spans, feature.height, None, False))
        self.hills = [
            (hill.feature, self.spans(hill.core, 0), hill.height) for hill in ground.hills
        ]

    # --- the frame of the shot: along its line and aside of it, in 1/1024 -------------------------

    def framed(self, point: tuple[int, int]) -> tuple[int, int]:
        x, y = point[0] - self.aim.origin.x, point[1] - self.aim.origin.y
        along_x, along_y = self.launch.along_x, self.launch.along_y
        return (x * along_x + y * along_y) >> 10, (x * along_y - y * along_x) >> 10

    def spans(self, core: BufferedShape, wider: int) -> list[tuple[int, int]]:
        reach = (core.doubled + wider) * 512
        found = []
        if reach > 0:
            for start, end in core_edges(core):
                found += self.band(self.framed(start), self.framed(end), reach)
        if core.is_area:
            cuts = []
            for start, end in core_edges(core):
                (ax, ay), (bx, by) = self.framed(start), self.framed(end)
                if (ay > 0) != (by > 0):
                    cuts.append(ax + (bx - ax) * ay // (ay - by))
            cuts.sort()
            found += [
                (enters // 1024, -(-leaves // 1024))
                for enters, leaves in zip(cuts[::2], cuts[1::2], strict=True)
            ]
        return [(start, end) for start, end in found if end >= 0]

    def band(
        self, one: tuple[int, int], other: tuple[int, int], reach: int
    ) -> list[tuple[int, int]]:
        cuts = []
        for x, y in (one, other):
            if abs(y) <= reach:
                half = isqrt(reach * reach - y * y)
                cuts += [x - half, x + half]
        (ax, ay), (bx, by) = one, other
        if ay * by < 0:
            cuts.append(ax + (bx - ax) * ay // (ay - by))
        long = isqrt((bx - ax) ** 2 + (by - ay) ** 2)
        for side in (reach, -reach):
            if long and ay != by:
                first, last = (y + side * (bx - ax) // long for y in (ay, by))
                if first * last <= 0:
                    begin = ax - side * (by - ay) // long
                    cuts.append(begin + (bx - ax) * first // (first - last))
        return [(min(cuts) // 1024, -(-max(cuts) // 1024))] if cuts else []

    # --- flight and roll --------------------------------------------------------------------------

    def height(self, x: int) -> int:
        """Above the table, in 2^-20 sixteenths."""
        slope, speed = self.launch.slope, self.launch.speed
        secant = FULL + (slope * slope >> 20)
        drop = x * x * GRAVITY * secant // (2 * speed * speed)
        return (self.base + MUZZLE) * FULL + x * slope - drop

    def ground_at(self, x: int) -> int:
        return sum(
            height for _, spans, height in self.hills for start, end in spans if start <= x < end
        )

    def side_at(self, x: int) -> str:
        """The hill whose side is too high to roll or fly over."""
        if x <= 0 or self.ground_at(x) <= self.ground_at(x - 1) + 4:
            return ""
        return next(id_ for id_, spans, _ in self.hills if any(start == x for start, _ in spans))

    def fly(self) -> Shot:
        for x in range(END + 1):
            high = self.height(x)
            for thing in self.things:
                base = self.ground_at(self.begin(thing, x)) if thing.base is None else thing.base
                if thing.covers(x) and high < (base + thing.height + BOLT) * FULL:
                    if not thing.falls:
                        return Shot([], "stopped", thing.id, x)
                    return self.roll(x, [thing.id])
            if x == END or high < self.ground_at(x) * FULL:
                if side := self.side_at(x):
                    return Shot([], "stopped", side, x)
                return self.roll(x, [])
        raise AssertionError

    @staticmethod
    def begin(thing: Met, x: int) -> int:
        return next((max(0, start) for start, end in thing.spans if start <= x <= end), x)

    def roll(self, x: int, fallen: list[str]) -> Shot:
        """A quarter of the speed over ground, and 4,000 u/s² lost (S6)."""
        slope, speed = self.launch.slope, self.launch.speed
        energy = (speed * speed << 20) // (FULL + (slope * slope >> 20)) // 16
        start, end = x, x + energy // 8000
        while x <= end:
            side = self.side_at(x) if start < x < end else ""
            for thing in self.things:
                if thing.id in fallen or thing.height <= 4 or not thing.covers(x):
                    continue
                left = energy - 8000 * (x - start)
                if not thing.falls:
                    return Shot(fallen, "stopped", thing.id, x)
                if left < 960 * 960:
                    return Shot(fallen, "touched", thing.id, x)
                fallen.append(thing.id)
                start, energy = x, left * 36 // 100
                end = x + energy // 8000
                break
            else:
                if side:
                    return Shot(fallen, "stopped", side, x)
                x += 1
        return Shot(fallen, "rolled-out", "", end)
