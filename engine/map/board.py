"""The board: a map made ready for play. It does not change when the map is edited afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map

N = TypeVar("N", bound=np.generic)


class Board:
    """The planes of a map as they were when play began, and answers about single hexes."""

    def __init__(self, map_: Map) -> None:
        self.grid: Grid = map_.grid
        self.labels = map_.labels
        self.grounds = map_.grounds
        self.level: NDArray[np.int16] = _frozen(map_.level)
        self.ground: NDArray[np.uint8] = _frozen(map_.ground)
        self.sides = {kind: _frozen(plane) for kind, plane in map_.sides.items()}
        self.links = {kind: _frozen(plane) for kind, plane in map_.links.items()}

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex, row by row."""
        return tuple(self.grid)

    def level_at(self, hex_: Hex) -> int:
        """The level of a hex."""
        return int(self.level[self.grid.index(hex_)])

    def ground_at(self, hex_: Hex) -> str:
        """The kind of ground in a hex."""
        return self.grounds[int(self.ground[self.grid.index(hex_)])]

    def has_link(self, hex_: Hex, direction: int, kinds: Iterable[str]) -> bool:
        """Return True if a link of one of these kinds leads from a hex in a direction."""
        index = self.grid.index(hex_)
        planes = (self.links[kind] for kind in kinds if kind in self.links)
        return any(int(plane[index]) >> direction & 1 for plane in planes)

    def hexside_features(self, hex_: Hex, direction: int) -> list[str]:
        """The kinds of feature that lie on a hex's side."""
        index = self.grid.index(hex_)
        return [kind for kind, plane in self.sides.items() if int(plane[index]) >> direction & 1]

    def plane_of(self, kinds: Iterable[str]) -> NDArray[np.bool_]:
        """The hexes whose ground is one of these kinds, as a plane [row, column]."""
        wanted = set(kinds)
        table = np.array([ground in wanted for ground in self.grounds], np.bool_)
        plane: NDArray[np.bool_] = table[self.ground]
        return plane


def _frozen(plane: NDArray[N]) -> NDArray[N]:
    copy = plane.copy()
    copy.flags.writeable = False
    return copy
