"""The changes an import makes to an existing map, shown before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.map.map import Map, Masks


@dataclass(frozen=True)
class ImportDiff:
    """The numbers of hexes, hexsides, links and names that differ; `hexes` marks all."""

    levels: int
    grounds: int
    sides: int
    links: int
    places: int
    hexes: NDArray[np.bool_]

    @property
    def is_empty(self) -> bool:
        """Return True if the two maps are the same."""
        return not (self.places or self.hexes.any())


def map_differences(was: Map, new: Map) -> ImportDiff:
    """Return the differences of two maps of the same hexes; levels in metres."""
    levels = _heights(was) != _heights(new)
    grounds = _kinds(was) != _kinds(new)
    sides, links = _bits(was.sides, new.sides, was), _bits(was.links, new.links, was)
    places = len({repr(each) for each in was.places} ^ {repr(each) for each in new.places})
    return ImportDiff(
        int(levels.sum()), int(grounds.sum()), _half(sides), _half(links), places,
        levels | grounds | (sides > 0) | (links > 0),
    )  # fmt: skip


def _heights(map_: Map) -> NDArray[np.float64]:
    return np.asarray(np.round(map_.level * map_.level_metres + map_.base_metres, 6))


def _kinds(map_: Map) -> NDArray[np.object_]:
    return np.asarray(np.array(map_.grounds, object)[map_.ground])


def _bits(was: Mapping[str, Masks], new: Mapping[str, Masks], map_: Map) -> NDArray[np.int64]:
    """Return how many bits of each hex differ, over all kinds."""
    count = np.zeros(map_.grid.shape, np.int64)
    nothing = np.zeros(map_.grid.shape, np.uint8)
    for kind in dict.fromkeys((*was, *new)):
        count += np.bitwise_count(was.get(kind, nothing) ^ new.get(kind, nothing))
    return count


def _half(bits: NDArray[np.int64]) -> int:
    """Hexsides and links by the bits of both their hexes; those on the outer edge have one."""
    return (int(bits.sum()) + 1) // 2
