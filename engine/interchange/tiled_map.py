"""A map of Tiled as its files hold it, TMX and TMJ alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.source_text import TOP
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.interchange.foreign_files import refuse, require_size
from engine.problems import TextPosition

Properties = dict[str, Any]
Gids = NDArray[np.uint32]
Point = tuple[float, float]
Area = tuple[int, int] | None
"""First chunk of an infinite map; None for a map of fixed size."""

MAX_HEXES = 4_000_000
MAX_CELLS = 40_000_000  # of all layers together
MAX_TILESETS = 500
LARGEST = 1e9  # no number of a map is meant to be larger
ROTATED = 0xF0000000  # the bits of a tile's number that mirror and turn it, by 60° and 120° too


class TiledEntry(dict[str, Any]):
    """A mapping of a file by the keys of TMJ; `mark` is where it stands in one of XML."""

    mark: TextPosition = TOP


@dataclass
class TilesetTile:
    """One tile of a tileset: what Tiled says of it beside its picture."""

    kind: str = ""  # its class
    name: str = ""  # the file of its own picture, if it has one
    properties: Properties = field(default_factory=dict)


@dataclass
class Tileset:
    """Tiles numbered on from `first`."""

    first: int
    name: str
    count: int = 0
    tiles: dict[int, TilesetTile] = field(default_factory=dict)
    image: str = ""
    is_missing: bool = False  # whether its file lies elsewhere


@dataclass
class TileLayer:
    """A tile for every hex; 0 is none."""

    name: str
    gids: Gids
    kind: str = ""
    properties: Properties = field(default_factory=dict)
    opacity: float = 1.0


@dataclass
class TiledObject:
    """A line, or a point with a name, in pixels."""

    points: list[Point]
    kind: str = ""
    name: str = ""
    properties: Properties = field(default_factory=dict)


@dataclass
class TiledObjectLayer:
    """Lines and points over the tiles."""

    name: str
    things: list[TiledObject] = field(default_factory=list)


@dataclass
class TiledMap:
    """A hexagonal map of Tiled."""

    file: Path
    columns: int
    rows: int
    axis: str = "y"
    index: str = "odd"
    tile: tuple[float, float] = (56, 64)
    side: float = 32
    properties: Properties = field(default_factory=dict)
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[TileLayer] = field(default_factory=list)
    things: list[TiledObjectLayer] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)

    @property
    def grid(self) -> Grid:
        """The hexes: staggered along x they lie flat."""
        require_size(self.file, self.columns, self.rows, most=MAX_HEXES)
        orientation = Orientation.FLAT if self.axis == "x" else Orientation.POINTY
        return Grid(self.columns, self.rows, orientation, OffsetParity(self.index))

    def check_size(self) -> None:
        """Refuse one more layer of tiles where all together would be too many."""
        if (len(self.layers) + 1) * self.columns * self.rows > MAX_CELLS:
            refuse("tiled-layers", self.file, most=MAX_CELLS)

    def skip(self, what: str) -> None:
        """Count something that maps here have no use for."""
        self.skipped[what] = self.skipped.get(what, 0) + 1

    def pixel(self, x: float, y: float) -> Point:
        """Return the pixel of a point of the grid's lattice."""
        (across, down), (left, top) = self._scale()
        return x * across + left, y * down + top

    def lattice(self, x: float, y: float) -> Point:
        """Return the point of the grid's lattice at a pixel."""
        (across, down), (left, top) = self._scale()
        return (x - left) / across, (y - top) / down

    def _scale(self) -> tuple[Point, Point]:
        """Pixels of one lattice unit across and down, and the centre of the first hex unshifted.

        From one line of hexes to the next it is a side and half of what the tile is longer.
        """
        wide, high = self.tile
        centre = wide / 2, high / 2
        if self.axis == "x":
            return ((wide + self.side) / 6, high / 2), centre
        return (wide / 2, (high + self.side) / 6), centre

    def tile_of(self, gid: int) -> tuple[Tileset, int] | None:
        """The tileset a tile of the map belongs to, and its number there."""
        fitting = (tileset for tileset in self.tilesets if tileset.first <= gid)
        owner = max(fitting, key=lambda tileset: tileset.first, default=None)
        return (owner, gid - owner.first) if owner else None
