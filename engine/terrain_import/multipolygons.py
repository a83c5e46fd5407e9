"""Multipolygons of OpenStreetMap assembled by osmium from the courses of their member ways.

Ways and nodes get numbers of their own, so that those of the file may have any sign and order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.terrain_import.import_problems import load_library

GRAINS = 1e7  # a degree, as OpenStreetMap counts them

Grain = tuple[int, int]


@dataclass
class MultipolygonBatch:
    """Relations to be assembled, as lines of osmium's OPL format."""

    nodes: dict[Grain, int] = field(default_factory=dict)
    ways: list[str] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)

    def add(self, outer: Sequence[Any], inner: Sequence[Any]) -> None:
        """Add a relation by the courses of its outer and inner ways."""
        members = [f"w{self._add_way(course)}@outer" for course in outer]
        members += [f"w{self._add_way(course)}@inner" for course in inner]
        number = len(self.relations) + 1
        self.relations.append(f"r{number} Ttype=multipolygon,area=yes M{','.join(members)}")

    def _add_way(self, course: Any) -> int:
        grains = [(round(x * GRAINS), round(y * GRAINS)) for x, y in course.coords]
        numbers = [self.nodes.setdefault(each, len(self.nodes) + 1) for each in grains]
        self.ways.append(f"w{len(self.ways) + 1} N{','.join(f'n{each}' for each in numbers)}")
        return len(self.ways)

    def __len__(self) -> int:
        return len(self.nodes)

    def areas(self) -> Iterator[tuple[int, Any]]:
        """Yield the place of each relation that forms an area, and its shapely geometry."""
        osmium, shapely = load_library("osmium"), load_library("shapely")
        wkb = osmium.geom.WKBFactory()
        buffer = osmium.io.FileBuffer(self._written().encode(), "opl")
        for found in osmium.FileProcessor(buffer).with_areas():
            if found.is_area() and not found.from_way() and found.num_rings()[0]:
                yield found.orig_id() - 1, shapely.from_wkb(wkb.create_multipolygon(found))

    def _written(self) -> str:
        nodes = [
            f"n{number} x{x / GRAINS:.7f} y{y / GRAINS:.7f}"
            for (x, y), number in self.nodes.items()
        ]
        return "\n".join((*nodes, *self.ways, *self.relations, ""))
