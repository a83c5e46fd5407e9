"""The table as the rules ask it: what is in the way, how far it is to a back line (G4)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from engine.tabletop.buffered_shapes import BufferedShape, core_of, least_distance
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopEdge, TabletopFeature, TabletopMap
from engine.tabletop.tabletop_terrain import TabletopTerrain

OPPOSITE = {
    TabletopEdge.SOUTH: TabletopEdge.NORTH,
    TabletopEdge.NORTH: TabletopEdge.SOUTH,
    TabletopEdge.WEST: TabletopEdge.EAST,
    TabletopEdge.EAST: TabletopEdge.WEST,
}
_INWARD = {
    TabletopEdge.SOUTH: Point(0, 1),
    TabletopEdge.NORTH: Point(0, -1),
    TabletopEdge.WEST: Point(1, 0),
    TabletopEdge.EAST: Point(-1, 0),
}
_FACINGS = {
    TabletopEdge.SOUTH: 0,
    TabletopEdge.NORTH: 180,
    TabletopEdge.WEST: 90,
    TabletopEdge.EAST: 270,
}
MAX_KEPT = 8


class GameTabletop:
    """A table prepared for play."""

    def __init__(self, table: TabletopMap, base: TabletopMap | None = None) -> None:
        """`base` is the table as its file has it, where works have changed it."""
        self.table, self.ground, self.scale = table, TabletopTerrain(table), table.scale
        self.base = base or table
        self._aprons: dict[int, TabletopTerrain] = {}
        self._afloat: dict[int, TabletopTerrain] = {}

    def footprint_of(self, stand: PlacedPiece) -> BufferedShape:
        """The room that one takes up."""
        return footprint_core(stand, self.scale)

    def line(self, edge: str) -> BufferedShape:
        """An edge of the table."""
        return BufferedShape(self.table.edge(TabletopEdge(edge)))

    def distance_from_edge(self, edge: str, stand: PlacedPiece) -> int:
        """Return the distance of a piece from an edge, in sixteenths of an inch rounded up."""
        return least_distance(self.line(edge), self.footprint_of(stand))

    def point_from_edge(self, edge: str, along: int, depth: int) -> Point:
        """The point so far along an edge, from its left or lower end, and so far into the table."""
        start, step = self.table.edge(TabletopEdge(edge))[0], _INWARD[TabletopEdge(edge)]
        x = start.x + step.x * depth + (along if step.x == 0 else 0)
        y = start.y + step.y * depth + (along if step.y == 0 else 0)
        return Point(x, y)

    def point_farther_in(self, edge: str, point: Point, by: int) -> Point:
        """The point so much farther from an edge."""
        step = _INWARD[TabletopEdge(edge)]
        return Point(point.x + step.x * by, point.y + step.y * by)

    def length_of(self, edge: str) -> int:
        """Return the length of an edge."""
        lies_across = _INWARD[TabletopEdge(edge)].x == 0
        return self.table.width if lies_across else self.table.depth

    def depth_from(self, edge: str) -> int:
        """Return the distance from an edge to the opposite one."""
        lies_across = _INWARD[TabletopEdge(edge)].x == 0
        return self.table.depth if lies_across else self.table.width

    def depth_at(self, edge: str, point: Point) -> int:
        """Return the depth of a point into the table from an edge; negative behind the edge."""
        step, start = _INWARD[TabletopEdge(edge)], self.table.edge(TabletopEdge(edge))[0]
        return (point.x - start.x) * step.x + (point.y - start.y) * step.y

    def is_beside(self, edge: str, point: Point) -> bool:
        """Return whether a point lies beyond an end of an edge, before or behind it."""
        lies_across = _INWARD[TabletopEdge(edge)].x == 0
        along = point.x if lies_across else point.y
        return not 0 <= along <= (self.table.width if lies_across else self.table.depth)

    def looks_left(self, edge: str) -> bool:
        """Return whether the upper or right end of an edge is at the left, seen facing inwards."""
        return TabletopEdge(edge) in (TabletopEdge.NORTH, TabletopEdge.WEST)

    def ground_beyond_edges(self, margin: int) -> TabletopTerrain:
        """The ground with so much beyond the table's edges, as before and behind a back line."""
        if margin not in self._aprons:
            self._aprons[margin] = TabletopTerrain(self.table, margin)
        return self._aprons[margin]

    # --- what floats, what is on rails ---

    def terrain_for_boats(self, margin: int = 0) -> TabletopTerrain:
        """The ground for boats: no water bars it (K2.4)."""
        if margin not in self._afloat:
            dry = tuple(one for one in self.table.features if not one.kind_entry.water)
            self._afloat[margin] = TabletopTerrain(replace(self.table, features=dry), margin)
        return self._afloat[margin]

    @cached_property
    def waters(self) -> tuple[BufferedShape, ...]:
        """All water, deep or shallow."""
        return tuple(core_of(one.shape) for one in self.table.features if one.kind_entry.water)

    @cached_property
    def navigable(self) -> tuple[BufferedShape, ...]:
        """Rivers and lakes, on which boats go."""
        found = (
            one
            for one in self.table.features
            if one.kind_entry.water and not one.kind_entry.fordable
        )
        return tuple(core_of(one.shape) for one in found)

    @cached_property
    def bridges(self) -> tuple[BufferedShape, ...]:
        """Return the shapes of the features that carry units over water."""
        return tuple(core_of(one.shape) for one in self.table.features if one.kind_entry.bridges)

    @cached_property
    def railways(self) -> tuple[TabletopFeature, ...]:
        """The lines of rails."""
        return tuple(self.table.features_of_kind("railway"))

    def facing_from(self, edge: str) -> int:
        """Return the facing from an edge straight into the table."""
        return _FACINGS[TabletopEdge(edge)]


_KEPT: dict[str, GameTabletop] = {}


def game_tabletop_of(table: TabletopMap, base: TabletopMap | None = None) -> GameTabletop:
    """The field of a table, made once for all that are alike."""
    key = table.fingerprint() + ("" if base is None else base.fingerprint())
    if key not in _KEPT:
        while len(_KEPT) >= MAX_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = GameTabletop(table, base)
    return _KEPT[key]
