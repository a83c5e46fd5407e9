"""Ways once more, plainly: every leg of the whole graph is looked at, with fractions (G5, G6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import isqrt

import networkx

from engine.tabletop.buffered_shapes import BufferedShape, swept_band
from engine.tabletop.footprints import PlacedPiece, footprint, footprint_core
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_terrain import ObstacleKind, TabletopTerrain
from engine.tabletop.water_barriers import ring_around_circle
from tests.engine.tabletop.plain_distance import plainly_nearer, plainly_within

CONTACT, CLEARANCE = 2, 1


class PlainWays:
    """One who goes among others on a ground."""

    def __init__(
        self, ground: TabletopTerrain, stands: Sequence[PlacedPiece], who: PlacedPiece
    ) -> None:
        self.ground, self.who = ground, who
        self.others = [one for one in stands if one.id != who.id]
        self.enemies = [footprint_core(one) for one in self.others if one.side != who.side]
        self.sweep = footprint(who.type).sweep

    def may_stand(self, stand: PlacedPiece) -> bool:
        """A standing figure keeps a sixteenth from others, steps, trees, houses (G5)."""
        room = footprint_core(stand)
        kept = [
            barrier.core for barrier in self.ground.barriers if barrier.by is ObstacleKind.FEATURE
        ]
        kept += [hill.step for hill in self.ground.hills]
        kept += [footprint_core(other) for other in self.others]
        wet = [barrier.core for barrier in self.ground.barriers if barrier.by is ObstacleKind.WATER]
        return (
            self.ground.has(stand.at)
            and not any(plainly_nearer(core, room, CLEARANCE) for core in kept)
            and not any(plainly_within(core, room, 0) for core in wet)
        )

    def may_go(self, path: Sequence[Point]) -> bool:
        """A way meets no obstacle, and no enemy before it ends (G6, L6.5)."""
        return all(self._is_clear(ends, path[0], path[-1]) for ends in pairwise(path))

    def _is_clear(self, ends: tuple[Point, Point], start: Point, goal: Point) -> bool:
        band = swept_band(*ends, self.sweep)
        if any(plainly_within(barrier.core, band, 0) for barrier in self.ground.barriers):
            return False
        return not any(
            plainly_within(enemy, band, 0 if self._is_touched(enemy, start, goal) else CONTACT)
            for enemy in self.enemies
        )

    def _is_touched(self, enemy: BufferedShape, *ends: Point) -> bool:
        return any(
            plainly_within(enemy, BufferedShape((at,), False, self.sweep), CONTACT) for at in ends
        )

    def shortest(self, goal: Point) -> int | None:
        """The length of the shortest way; None if there is none."""
        start = self.who.at
        rings = [ring_ for ring_, _ in self._rings()]
        places: dict[tuple[int | None, Point], None] = {(None, start): None, (None, goal): None}
        for number, corners in enumerate(rings):
            for corner in corners:
                at = Point(*corner)
                if self.ground.has(at) and self._stays_clear(at):
                    places[number, at] = None
        graph: networkx.Graph[tuple[int | None, Point]] = networkx.Graph()
        graph.add_nodes_from([(None, start), (None, goal)])
        for one, other in combinations(places, 2):
            if not self._brushes(rings, one, other) or not self._brushes(rings, other, one):
                continue
            if self._is_clear((one[1], other[1]), start, goal):
                graph.add_edge(one, other, weight=plain_length(one[1], other[1]))
        try:
            length = networkx.dijkstra_path_length(graph, (None, start), (None, goal))
        except networkx.NetworkXNoPath:
            return None
        return int(length)

    def _stays_clear(self, at: Point) -> bool:
        band = swept_band(at, at, self.sweep)
        return not (
            any(plainly_within(barrier.core, band, 0) for barrier in self.ground.barriers)
            or any(plainly_within(enemy, band, CONTACT) for enemy in self.enemies)
        )

    def _rings(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        shapes = [(barrier.core, CLEARANCE) for barrier in self.ground.barriers]
        shapes += [(enemy, CONTACT + CLEARANCE) for enemy in self.enemies]
        found = []
        for core, kept in shapes:
            doubled = core.doubled + self.sweep + 2 * kept
            corners = 8 if doubled < 48 else 20
            found += [
                (ring_around_circle(point, doubled, corners), doubled) for point in core.points
            ]
        return found

    def _brushes(
        self,
        rings: list[tuple[tuple[int, int], ...]],
        one: tuple[int | None, Point],
        other: tuple[int | None, Point],
    ) -> bool:
        """Whether a leg to a corner leaves its ring on one side, or begins within it."""
        number, at = one
        if number is None:
            return True
        corners = rings[number]
        if other[0] is None and plainly_within(
            BufferedShape(corners, True), BufferedShape((other[1],)), 0
        ):
            return True
        place = corners.index(at)
        beside = corners[place - 1], corners[(place + 1) % len(corners)]
        first, second = (_turn(other[1], at, each) for each in beside)
        return first * second >= 0


def _turn(start: Point, end: Point, spot: tuple[int, int]) -> int:
    return (end.x - start.x) * (spot[1] - start.y) - (end.y - start.y) * (spot[0] - start.x)


def plain_length(start: Point, end: Point) -> int:
    """A leg in thousandths, rounded up."""
    square = ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) * 10**6
    down = isqrt(square)
    return down + (down * down < square)
