"""The map: a sheet of hexes as its file holds it, in arrays ready to paint, draw and check."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import ColumnRow, Labels, LabelStyle
from engine.problems import Waiver
from engine.texts import LocalText

LOWEST_LEVEL, HIGHEST_LEVEL = -999, 9999

Plane = NDArray[np.bool_]
Levels = NDArray[np.int16]
Masks = NDArray[np.uint8]


class Place(NamedTuple):
    """A name printed on the map at a hex."""

    at: Hex
    name: LocalText


@dataclass
class Zone:
    """A named set of hexes: set-up areas, reinforcement edges, objectives.

    `hexes` is a plane [row, column].
    """

    hexes: Plane
    name: LocalText = ""
    colour: str = ""


class Kept(NamedTuple):
    """What another program says of some hexes, or of the whole map, in its own words.

    Sandtable has none for it: it is given back to that program, and otherwise left alone.
    """

    program: str
    at: tuple[Hex, ...]  # none: of the map
    words: str


@dataclass
class Map:
    """A map sheet.

    `level` (int16) and `ground` (uint8, an index into `grounds`) have one entry a hex. `sides` and
    `links` hold a plane of six-bit masks per kind: bit d is set where the feature lies on the
    hexside facing direction d, or the link leads to the neighbour there; both hexes carry the bit,
    and a hexside at the map's edge is carried by its one hex.

    >>> map_ = Map.blank(Grid(columns=6, rows=4))
    >>> here = map_.labels.find("0302")
    >>> there = map_.grid.neighbour(here, 0)
    >>> map_.set_side("river", here, 0)
    >>> map_.has_side("river", there, 3)
    True
    >>> map_.ground_at(here), int(map_.level[map_.grid.index(here)])
    ('open', 0)
    """

    grid: Grid
    level: Levels
    ground: NDArray[np.uint8]
    grounds: tuple[str, ...] = ("open",)
    title: LocalText = ""
    hex_metres: float = 50.0
    level_metres: float = 10.0
    base_metres: float = 0.0
    label_style: LabelStyle = field(default_factory=ColumnRow)
    symbols: tuple[str, ...] = (".",)  # the legend: the character each ground is written with
    sides: dict[str, Masks] = field(default_factory=dict)
    links: dict[str, Masks] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    credits: str = ""
    origin: str = ""  # what the map was imported from, if it was
    kept: tuple[Kept, ...] = ()
    waived: tuple[Waiver, ...] = ()

    @classmethod
    def blank(cls, grid: Grid) -> Map:
        """A map of open ground at level 0."""
        return cls(grid, np.zeros(grid.shape, np.int16), np.zeros(grid.shape, np.uint8))

    @property
    def labels(self) -> Labels:
        """The printed labels of this map's hexes."""
        return Labels(self.grid, self.label_style, self.hex_metres)

    def ground_at(self, hex_: Hex) -> str:
        """The kind of ground in a hex of the map."""
        return self.grounds[int(self.ground[self.grid.index(hex_)])]

    def set_side(self, kind: str, hex_: Hex, direction: int) -> None:
        """Lay a feature along a hexside."""
        _mark(self.sides, kind, self.grid, hex_, direction)

    def set_link(self, kind: str, hex_: Hex, direction: int) -> None:
        """Link a hex to its neighbour, which must lie on the map."""
        assert self.grid.neighbour(hex_, direction) in self.grid
        _mark(self.links, kind, self.grid, hex_, direction)

    def has_side(self, kind: str, hex_: Hex, direction: int) -> bool:
        """Whether a feature lies on a hex's side."""
        return kind in self.sides and bool(self.sides[kind][self.grid.index(hex_)] >> direction & 1)

    def has_link(self, kind: str, hex_: Hex, direction: int) -> bool:
        """Whether a link leads from a hex in a direction."""
        return kind in self.links and bool(self.links[kind][self.grid.index(hex_)] >> direction & 1)


def _mark(masks: dict[str, Masks], kind: str, grid: Grid, hex_: Hex, direction: int) -> None:
    if kind not in masks:
        masks[kind] = np.zeros(grid.shape, np.uint8)
    plane = masks[kind]
    plane[grid.index(hex_)] |= 1 << direction
    other = grid.neighbour(hex_, direction)
    if other in grid:
        plane[grid.index(other)] |= 1 << (direction + SIDES // 2) % SIDES
