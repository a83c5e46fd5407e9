"""Ends of roads and streams that lead nowhere: back to where they come from, and on from there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeVar

import numpy as np

from engine.checks.map_checks import SETTLED
from engine.editing.edits import Edit, LayMasks, MaskGroup, combine_edits, mask_planes
from engine.hexes import flat_index
from engine.hexes.hex import SIDES, STEPS, Hex, HexSide
from engine.map.map import Map
from engine.map.styles import MODERN

FAR = 8  # hexes: what lies farther is not what a loose road was to lead to
FAR_SIDES = 14  # the same of streams, in hexsides
NEAR = 6  # steps along a road: what lies nearer is the road itself

Side = HexSide
Corner = tuple[Hex, ...]
"""A corner of the lattice: the three hexes that meet in it, in their order."""
Node = TypeVar("Node")


# --- roads ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LooseRoad:
    """A road that ends in the open or in the water; `spur` leads back to where it may end."""

    map: Map
    end: Hex
    kind: str
    spur: tuple[Hex, ...]
    """From the end to a junction, a settlement, a place, the map's edge or the other end."""

    @classmethod
    def at(cls, map_: Map, end: Hex) -> LooseRoad | None:
        """The road that ends in a hex; None where none does."""
        beside = list(_link(map_, end))
        if len(beside) != 1:
            return None
        direction = map_.grid.direction(end, beside[0])
        kind = next(kind for kind in map_.links if map_.has_link(kind, end, direction))
        spur = [end, beside[0]]
        while not _has_arrived(map_, spur[-1]):
            on = [hex_ for hex_ in _link(map_, spur[-1]) if hex_ != spur[-2]]
            if len(on) != 1 or on[0] in spur:
                break
            spur.append(on[0])
        return cls(map_, end, kind, tuple(spur))

    @property
    def is_wet(self) -> bool:
        """Return True if it ends in the water."""
        return _is_wet(self.map, self.end)

    @property
    def crosses_water(self) -> bool:
        """Return True if it comes over a bridge."""
        return any(_is_wet(self.map, hex_) for hex_ in self.spur[1:])

    def shortest_extension(self) -> list[Hex]:
        """The shortest way on to another road, a settlement, a place or the map's edge.

        From dry land over dry land, if any is near; empty if not. Begins with the end.
        """
        near = _near_along(self.map, self.end)

        def leads(hex_: Hex) -> Iterator[Hex]:
            for other in self.map.grid.neighbours(hex_):
                if other not in near and (self.is_wet or not _is_wet(self.map, other)):
                    yield other

        def is_there(hex_: Hex) -> bool:
            if _is_wet(self.map, hex_):
                return _is_at_edge(self.map, hex_)
            return _has_arrived(self.map, hex_) or any(_link(self.map, hex_))

        return _shortest(self.end, leads, is_there, FAR)

    def extension_edit(self, way: Sequence[Hex]) -> Edit:
        """The edit that leads the road along a way."""
        return _links(self.map, self.kind, list(pairwise(way)), laid=1)

    def removal_edit(self) -> Edit:
        """The edit that takes the spur away, of whatever kinds it is."""
        steps = list(pairwise(self.spur))
        edit = combine_edits(_links(self.map, kind, steps, laid=0) for kind in self.map.links)
        assert edit is not None, "a loose road is of some kind"
        return edit


def _link(map_: Map, hex_: Hex) -> Iterator[Hex]:
    """The hexes to which any kind of link leads."""
    place = map_.grid.index(hex_)
    mask = 0
    for masks in map_.links.values():
        mask |= int(masks[place])
    return (
        map_.grid.neighbour(hex_, direction) for direction in range(SIDES) if mask >> direction & 1
    )


def _has_arrived(map_: Map, hex_: Hex) -> bool:
    """Return True if a road may end in a hex."""
    if _is_at_edge(map_, hex_) or map_.ground_at(hex_) in SETTLED:
        return True
    return any(place.at == hex_ for place in map_.places)


def _is_wet(map_: Map, hex_: Hex) -> bool:
    return MODERN.catalogue_with(map_.kinds).is_water(map_.ground_at(hex_))


def _is_at_edge(map_: Map, hex_: Hex) -> bool:
    return len(map_.grid.neighbours(hex_)) < SIDES


def _near_along(map_: Map, end: Hex) -> set[Hex]:
    """The hexes a few steps along the road from its end, which no way on should lead to."""
    near, ring = {end}, [end]
    for _ in range(NEAR):
        ring = [other for hex_ in ring for other in _link(map_, hex_) if other not in near]
        near.update(ring)
    return near


def _links(map_: Map, kind: str, steps: Sequence[tuple[Hex, Hex]], laid: int) -> LayMasks:
    directions = [map_.grid.direction(here, there) for here, there in steps]
    return _masks(map_, MaskGroup.LINKS, kind, [here for here, _ in steps], directions, laid)


def _masks(
    map_: Map, group: MaskGroup, kind: str, hexes: Iterable[Hex], directions: list[int], laid: int
) -> LayMasks:
    indices = flat_index.to_indices(map_.grid, hexes)
    masks = np.array([1 << direction for direction in directions], np.uint8)
    return LayMasks(group, kind, indices, masks * laid, masks * (1 - laid))


# --- streams --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LooseStream:
    """A water line that ends inland; `spur` leads back to a junction, to water or its other end."""

    map: Map
    end: Corner
    kind: str
    spur: tuple[HexSide, ...]

    @classmethod
    def at(cls, map_: Map, hexes: Collection[Hex]) -> LooseStream | None:
        """The water line that ends in the corner of three hexes; None where none does."""
        corner = tuple(sorted(hexes))
        if len(corner) != len(STEPS) // 2 or _is_drained(map_, corner):
            return None
        borne = _waters_at(map_, corner)
        if len(borne) != 1:
            return None
        kind = next(kind for kind in _water_lines(map_) if _bears(map_, kind, borne[0]))
        spur, here = [borne[0]], _beyond(borne[0], corner)
        while not _is_drained(map_, here):
            on = [side for side in _waters_at(map_, here) if side != spur[-1]]
            if len(on) != 1 or on[0] in spur:
                break
            spur.append(on[0])
            here = _beyond(on[0], here)
        return cls(map_, corner, kind, tuple(spur))

    def shortest_extension(self) -> list[HexSide]:
        """The hexsides of the shortest way on to water or the map's edge; none if that is far."""

        def leads(corner: Corner) -> Iterator[Corner]:
            for side in _sides_at(corner):
                there = _beyond(side, corner)
                if not _waters_at(self.map, there):
                    yield there

        corners = _shortest(self.end, leads, lambda here: _is_drained(self.map, here), FAR_SIDES)
        return [_between(one, other) for one, other in pairwise(corners)]

    def extension_edit(self, way: Sequence[HexSide]) -> Edit:
        """The edit that leads the stream along hexsides."""
        return _sides(self.map, self.kind, way, laid=1)

    def removal_edit(self) -> Edit:
        """The edit that takes the spur away, of whatever kinds it is."""
        edit = combine_edits(
            remove_hexsides_edit(self.map, kind, self.spur) for kind in _water_lines(self.map)
        )
        assert edit is not None, "a loose stream is of some kind"
        return edit


def outer_sides(map_: Map, hex_: Hex) -> list[HexSide]:
    """The sides of a hex that lie on the map's outer edge."""
    sides = [map_.grid.side(hex_, direction) for direction in range(SIDES)]
    return [side for side in sides if side.opposite_hex(hex_) not in map_.grid]


def remove_hexsides_edit(map_: Map, kind: str, sides: Iterable[HexSide]) -> Edit | None:
    """The edit that takes a kind of feature off hexsides; None where none bears it."""
    borne = [side for side in sides if _bears(map_, kind, side)]
    return _sides(map_, kind, borne, laid=0) if borne else None


def _sides(map_: Map, kind: str, sides: Sequence[HexSide], laid: int) -> LayMasks:
    hexes = [side.first if side.first in map_.grid else side.second for side in sides]
    pairs = zip(hexes, sides, strict=True)
    directions = [map_.grid.direction(here, side.opposite_hex(here)) for here, side in pairs]
    return _masks(map_, MaskGroup.SIDES, kind, hexes, directions, laid)


def _water_lines(map_: Map) -> list[str]:
    return [
        kind
        for kind in mask_planes(map_, MaskGroup.SIDES)
        if MODERN.catalogue_with(map_.kinds).is_water(kind)
    ]


def _bears(map_: Map, kind: str, side: HexSide) -> bool:
    here = side.first if side.first in map_.grid else side.second
    return here in map_.grid and map_.has_side(
        kind, here, map_.grid.direction(here, side.opposite_hex(here))
    )


def _waters_at(map_: Map, corner: Corner) -> list[HexSide]:
    """The hexsides that meet in a corner and bear a water line."""
    lines = _water_lines(map_)
    return [side for side in _sides_at(corner) if any(_bears(map_, kind, side) for kind in lines)]


def _is_drained(map_: Map, corner: Corner) -> bool:
    """Return True if a corner is at the map's edge or at water."""
    return any(hex_ not in map_.grid or _is_wet(map_, hex_) for hex_ in corner)


def _sides_at(corner: Corner) -> list[HexSide]:
    return [HexSide(one, other) for one, other in combinations(corner, 2)]


def _beyond(side: HexSide, corner: Corner) -> Corner:
    """The other end of a side that ends in a corner."""
    third = next(hex_ for hex_ in corner if hex_ not in (side.first, side.second))
    opposite = side.first.moved(side.second.offset_from(third))
    return tuple(sorted((side.first, side.second, opposite)))


def _between(one: Corner, other: Corner) -> HexSide:
    """The side that joins two corners."""
    first, second = (hex_ for hex_ in one if hex_ in other)
    return HexSide(first, second)


# --- both -----------------------------------------------------------------------------------------


def _shortest(
    start: Node,
    leads: Callable[[Node], Iterator[Node]],
    is_there: Callable[[Node], bool],
    most: int,
) -> list[Node]:
    """The shortest way from a start to where it may end, of at most so many steps; else empty."""
    ways: list[list[Node]] = [[start]]
    seen = {start}
    for _ in range(most):
        longer = []
        for way in ways:
            for there in leads(way[-1]):
                if there in seen:
                    continue
                if is_there(there):
                    return [*way, there]
                seen.add(there)
                longer.append([*way, there])
        ways = longer
    return []
