"""Maps as GeoJSON: hexes as polygons, links and hexsides as lines, names as points.

Coordinates are metres, not degrees: easting and northing where the map's kilometre squares tell
them, else metres from the centre of @0,0. The document says which in `note`; where the map's origin
names an EPSG code, `crs` says it to the programs that read it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.files import source_text
from engine.files.map_writing import chains
from engine.hexes.hex import SIDES
from engine.hexes.labels import KmSquare
from engine.interchange.brought import Loss, Losses
from engine.interchange.lines import corner, side_lines
from engine.map.map import Map
from engine.texts import text

Feature = dict[str, Any]
_EPSG = re.compile(r"EPSG:{1,2}([0-9]{4,6})")


def write(map_: Map, path: Path) -> list[Loss]:
    """Write a map as one collection of features; what GeoJSON reads otherwise is told."""
    source_text.write(path, written(map_))
    losses = Losses()
    if crs_of(map_) is None:
        losses.add("geojson-crs", "" if isinstance(map_.label_style, KmSquare) else "@0,0")
    return losses.listed()


def crs_of(map_: Map) -> str | None:
    """The coordinate system of the map's kilometre squares, if its origin names one."""
    is_real = isinstance(map_.label_style, KmSquare) and "turned" not in map_.origin
    found = _EPSG.search(map_.origin) if is_real else None
    return f"urn:ogc:def:crs:EPSG::{found[1]}" if found else None


def written(map_: Map) -> str:
    """The document, a feature to a line."""
    head: Feature = {"type": "FeatureCollection", "title": map_.title, "credits": map_.credits}
    is_real = isinstance(map_.label_style, KmSquare)
    head["note"] = text(f"interchange.geojson-{'real' if is_real else 'local'}", "en")
    crs = crs_of(map_)
    if crs:
        head["crs"] = {"type": "name", "properties": {"name": crs}}
    start = json.dumps(head, ensure_ascii=False)[:-1]
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in _features(map_))
    return f'{start}, "features": [\n{lines}\n]}}\n'


def _features(map_: Map) -> Iterator[Feature]:
    place = _Placing(map_)
    yield from _hexes(map_, place)
    for kind, masks in map_.links.items():
        for chain in chains(map_.grid, masks):
            points = place.all(map_.grid.lattice(hex_) for hex_ in chain)
            yield _feature("LineString", points, {"class": "link", "kind": kind})
    for kind, masks in map_.sides.items():
        for line in side_lines(map_.grid, masks):
            yield _feature("LineString", place.all(line), {"class": "side", "kind": kind})
    for named in map_.places:
        point = place.at(map_.grid.lattice(named.at))
        yield _feature("Point", point, {"class": "place", "name": named.name})


class _Placing:
    """Where a point of the grid's lattice lies, in metres east and north."""

    def __init__(self, map_: Map) -> None:
        style = map_.label_style
        self.east, self.north = 0.0, 0.0
        if isinstance(style, KmSquare):
            self.east, self.north = style.easting, style.northing
        self.across, self.down = map_.grid.scale(map_.hex_metres)
        self.first = map_.grid.lattice(map_.grid.hex(0, 0))

    def at(self, point: tuple[int, int]) -> list[float]:
        x, y = point[0] - self.first[0], point[1] - self.first[1]
        return [round(self.east + x * self.across, 3), round(self.north - y * self.down, 3)]

    def all(self, points: Iterable[tuple[int, int]]) -> list[list[float]]:
        return [self.at(point) for point in points]


def _hexes(map_: Map, place: _Placing) -> Iterator[Feature]:
    grid, labels = map_.grid, map_.labels
    # Round a polygon the right way: its inside lies on the left.
    around = range(SIDES) if grid.pointy else range(SIDES, 0, -1)
    for hex_ in grid:
        index = grid.index(hex_)
        level = int(map_.level[index])
        ring = place.all(corner(grid, hex_, number) for number in around)
        said: Feature = {
            "class": "hex", "at": grid.name(hex_), "label": labels.label(hex_), "level": level,
            "metres": map_.base_metres + level * map_.level_metres, "ground": map_.ground_at(hex_),
        }  # fmt: skip
        zones = [name for name, zone in map_.zones.items() if zone.hexes[index]]
        yield _feature("Polygon", [[*ring, ring[0]]], said | ({"zones": zones} if zones else {}))


def _feature(kind: str, coordinates: Any, properties: Feature) -> Feature:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": properties}
