"""A made country as an extract of any size: woods, fields and towns that overlap, roads, waters.

Written rather than kept, so that large areas can be measured without large files beside the code.
"""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

WEST, SOUTH = 11.0, 50.0
TILE = 0.01  # degrees either way: what is made at a time
FIELDS, HOUSES, CORNERS = 5, 7, 90  # a tile's fields, its houses to a side, the corners of a wood
LESSER = (("residential", 7, 3), ("track", 9, 4), ("footway", 6, 2))  # kind, corners, how many
BENDS, MAIN = 10, 6  # corners between two crossings; which line of roads is a main road


def make_country(path: Path, tiles: int, seed: int = 1) -> tuple[float, float, float, float]:
    """Write an extract of `tiles` × `tiles` tiles, and where it lies: west, south, east, north.

    A tile has some 400 nodes, which is as dense as built-up country is.
    """
    import osmium

    box = WEST, SOUTH, WEST + tiles * TILE, SOUTH + tiles * TILE
    header = osmium.io.Header()
    header.add_box(osmium.osm.Box(*box))
    with osmium.SimpleWriter(str(path), header=header, overwrite=True) as out:
        country = _Country(random.Random(seed), osmium.osm.mutable)
        for column in range(tiles):
            for row in range(tiles):
                country.tile(WEST + column * TILE, SOUTH + row * TILE)
                country.roads(column, row)
            for node in country.take("nodes"):
                out.add_node(node)
        for way in country.ways:
            out.add_way(way)
    return box


class _Country:
    """Nodes and ways, numbered as they come."""

    def __init__(self, chance: random.Random, mutable: Any) -> None:
        self.chance, self.mutable = chance, mutable
        self.nodes: list[Any] = []
        self.ways: list[Any] = []
        self.corners: dict[tuple[int, int], int] = {}
        self.count = 0

    def take(self, part: str) -> list[Any]:
        """What there is of a part, which is then begun anew."""
        found: list[Any] = getattr(self, part)
        setattr(self, part, [])
        return found

    def tile(self, west: float, south: float) -> None:
        """One tile: overlapping fields, a wood that reaches beyond it, houses, roads, a stream."""
        roll = self.chance.uniform
        for _ in range(FIELDS):
            self._blob(west, south, 12, roll(0.1, 0.3), {"landuse": "farmland"})
        self._blob(west, south, CORNERS, roll(0.3, 0.9), {"landuse": "forest"})
        self._blob(west, south, 20, roll(0.1, 0.3), {"landuse": "residential"})
        for place in range(HOUSES * HOUSES // 2):
            x, y = (
                west + TILE * (0.5 + place % HOUSES / 30),
                south + TILE * (0.5 + place // HOUSES / 40),
            )
            self._box(x, y, TILE / 60, {"building": "yes"})
        for kind, bends, count in LESSER:
            for _ in range(count):
                self._line(west, south, bends, {"highway": kind})
        self._line(west, south, 25, {"waterway": "stream"})

    def roads(self, column: int, row: int) -> None:
        """The roads from one corner of a tile to the next ones, which make one network."""
        for right, up, line in ((1, 0, row), (0, 1, column)):
            ends = [self._corner(column, row), self._corner(column + right, row + up)]
            between = []
            for place in range(1, BENDS):
                off = 0.05 * math.sin(place * math.pi / BENDS)
                along = (place / BENDS, off) if right else (off, place / BENDS)
                lon, lat = (column + along[0]) * TILE, (row + along[1]) * TILE
                between.append(self._node(WEST + lon, SOUTH + lat))
            kind = "primary" if line % MAIN == 0 else "tertiary"
            self._way([ends[0], *between, ends[1]], {"highway": kind, "name": f"{kind} {line}"})

    def _corner(self, column: int, row: int) -> int:
        if (column, row) not in self.corners:
            node = self._node(WEST + column * TILE, SOUTH + row * TILE)
            self.corners[column, row] = node
        return self.corners[column, row]

    def _node(self, lon: float, lat: float) -> int:
        self.count += 1
        self.nodes.append(self.mutable.Node(id=self.count, location=(lon, lat), **self._edited()))
        return self.count

    def _way(self, nodes: list[int], tags: dict[str, str]) -> None:
        self.ways.append(
            self.mutable.Way(id=len(self.ways) + 1, nodes=nodes, tags=tags, **self._edited())
        )

    def _edited(self) -> dict[str, Any]:
        """Who edited it when, as an extract says of everything: most of its bytes are that."""
        return {
            "version": self.chance.randint(1, 40),
            "timestamp": datetime.fromtimestamp(self.chance.randint(12 * 10**8, 17 * 10**8), UTC),
            "changeset": self.chance.randint(1, 10**8),
        }

    def _blob(self, west: float, south: float, corners: int, radius: float, tags: Any) -> None:
        x, y = west + TILE * self.chance.random(), south + TILE * self.chance.random()
        nodes = []
        for place in range(corners):
            angle, far = 2 * math.pi * place / corners, TILE * radius * self.chance.uniform(0.7, 1)
            nodes.append(self._node(x + far * math.cos(angle), y + far * 0.65 * math.sin(angle)))
        self._way([*nodes, nodes[0]], tags)

    def _box(self, x: float, y: float, side: float, tags: Any) -> None:
        ring = [self._node(x + a * side, y + b * side * 0.65)
                for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]  # fmt: skip
        self._way([*ring, ring[0]], tags)

    def _line(self, west: float, south: float, bends: int, tags: Any) -> None:
        start = self.chance.random()
        points = []
        for place in range(bends):
            up = start + 0.1 * math.sin(place / 3)
            points.append((west + TILE * place / (bends - 1), south + TILE * up))
        self._way([self._node(*point) for point in points], tags)
