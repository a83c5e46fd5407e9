"""Maps as GeoJSON: hexes as polygons, links and hexsides as lines, names as points.

Coordinates are metres: easting and northing where the map's kilometre squares or its origin give
them, else metres from the centre of @0,0. The document says which in `note`; where the origin names
an EPSG code, `crs` says it to the programs that read it. In degrees, as RFC 7946 asks, a map needs
an origin that names its projection.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from engine import install_commands
from engine.files import source_text
from engine.files.link_chains import link_chains
from engine.hexes.hex import SIDES
from engine.hexes.labels import KmSquare
from engine.interchange.georeference import EPSG, georeference
from engine.interchange.hexside_lines import lattice_corner, side_lines
from engine.interchange.import_result import Loss, Losses, Report, iterate_hexes, report_nothing
from engine.map.map import Map
from engine.texts import text

Feature = dict[str, Any]
DIGITS = 7  # of a degree: a centimetre


def write(map_: Map, path: Path, report: Report = report_nothing) -> list[Loss]:
    """Write a map as one collection of features; differences in GeoJSON are reported."""
    source_text.write_pieces(path, _lines(_head(map_), _features(map_, report)))
    losses = Losses()
    if crs_of(map_) is None:
        losses.add("geojson-crs", "" if isinstance(map_.label_style, KmSquare) else "@0,0")
    return losses.listed()


def write_degrees(map_: Map, path: Path, report: Report = report_nothing) -> list[Loss]:
    """Write a map in degrees of longitude and latitude; SaveError where its place is unknown."""
    found = georeference(map_)
    if found is None:
        values = {"file": path, "reason": text("interchange.geojson-nowhere")}
        raise source_text.SaveError(text("problems.cannot-save", None, **values))
    turn = _to_degrees(found.crs, path)
    head = {key: value for key, value in _head(map_).items() if key in ("type", "title", "credits")}
    turned = (_in_degrees(feature, turn) for feature in _features(map_, report))
    source_text.write_pieces(path, _lines(head, turned))
    return []


def _in_degrees(feature: Feature, turn: Any) -> Feature:
    geometry = feature["geometry"]
    coordinates = _degrees(geometry["coordinates"], turn)
    return {**feature, "geometry": cut_at_meridian({**geometry, "coordinates": coordinates})}


def cut_at_meridian(geometry: Feature) -> Feature:
    """Return a geometry cut in two where it crosses the 180th meridian (RFC 7946, 3.1.9)."""
    points = geometry["coordinates"]
    line = points[0] if geometry["type"] == "Polygon" else points
    if geometry["type"] == "Point" or max(p[0] for p in line) - min(p[0] for p in line) <= 180:
        return geometry
    shapely, orient = import_module("shapely"), import_module("shapely.geometry.polygon").orient
    turned = [[x + 360 if x < 0 else x, y] for x, y in line]
    is_area = geometry["type"] == "Polygon"
    whole = shapely.Polygon(turned) if is_area else shapely.LineString(turned)
    parts = []
    for west, shift in ((0, 0), (180, -360)):
        half = shapely.intersection(whole, shapely.box(west, -90, west + 180, 90))
        for part in shapely.get_parts(half):
            if part.geom_type == whole.geom_type:
                ring = orient(part).exterior if is_area else part
                said = [[round(x + shift, DIGITS), round(y, DIGITS)] for x, y in ring.coords]
                parts.append([said] if is_area else said)
    return {"type": f"Multi{geometry['type']}", "coordinates": parts}


def _to_degrees(crs: str, path: Path) -> Any:
    """Return the transformer from a projection to degrees; SaveError if there is none."""
    try:
        return import_module("pyproj").Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    except ImportError as error:
        lacking = {
            "library": "pyproj",
            "command": install_commands.extra_install_command("terrain"),
        }
        values = {"file": path, "reason": text("ground.no-library", None, **lacking)}
        raise source_text.SaveError(text("problems.cannot-save", None, **values)) from error
    except RuntimeError as error:  # no projection of this name
        values = {"file": path, "reason": str(error)}
        raise source_text.SaveError(text("problems.cannot-save", None, **values)) from error


def _degrees(coordinates: Any, turn: Any) -> Any:
    """Coordinates of any depth in degrees."""
    if isinstance(coordinates[0], list):
        return [_degrees(each, turn) for each in coordinates]
    return [round(degree, DIGITS) for degree in turn.transform(*coordinates)]


def crs_of(map_: Map) -> str | None:
    """The coordinate system that the map's origin names by a code, if the map lies in it."""
    found = georeference(map_)
    code = EPSG.fullmatch(found.crs) if found else None
    return f"urn:ogc:def:crs:EPSG::{code[1]}" if code else None


def compose(map_: Map) -> str:
    """The document, a feature to a line."""
    return "".join(_lines(_head(map_), _features(map_, report_nothing)))


def _head(map_: Map) -> Feature:
    """Return the members of the document before its features."""
    head: Feature = {"type": "FeatureCollection", "title": map_.title, "credits": map_.credits}
    is_real = isinstance(map_.label_style, KmSquare) or georeference(map_) is not None
    head["note"] = text(f"interchange.geojson-{'real' if is_real else 'local'}", "en")
    # A level is the ground from its own metres up to the next one's.
    head["levels"] = {"metres": map_.level_metres, "base": map_.base_metres, "is": "floor"}
    crs = crs_of(map_)
    if crs:
        head["crs"] = {"type": "name", "properties": {"name": crs}}
    return head


def _lines(head: Feature, features: Iterable[Feature]) -> Iterator[str]:
    """The lines of a document, with what stands between them."""
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "features": ['
    for number, feature in enumerate(features):
        yield (",\n" if number else "\n") + json.dumps(feature, ensure_ascii=False)
    yield "\n]}\n"


def _features(map_: Map, report: Report) -> Iterator[Feature]:
    place = _Placing(map_)
    yield from _hexes(map_, place, report)
    for kind, masks in map_.links.items():
        for chain in link_chains(map_.grid, masks):
            points = place.all(map_.grid.lattice(hex_) for hex_ in chain)
            yield _feature("LineString", points, {"class": "link", "kind": kind})
    for kind, masks in map_.sides.items():
        for line in side_lines(map_.grid, masks):
            yield _feature("LineString", place.all(line), {"class": "side", "kind": kind})
    for named in map_.places:
        point = place.at(map_.grid.lattice(named.at))
        yield _feature("Point", point, {"class": "place", "name": named.name})


class _Placing:
    """The places of points of the grid's lattice, in metres east and north."""

    def __init__(self, map_: Map) -> None:
        style = map_.label_style
        self.east, self.north, turned = 0.0, 0.0, 0.0
        found = georeference(map_)
        if found:
            _, self.east, self.north, turned = found
        elif isinstance(style, KmSquare):
            self.east, self.north = style.easting, style.northing
        self.cos, self.sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
        self.across, self.down = map_.grid.scale(map_.hex_metres)
        self.first = map_.grid.lattice(map_.grid.hex(0, 0))

    def at(self, point: tuple[int, int]) -> list[float]:
        right = (point[0] - self.first[0]) * self.across
        up = (self.first[1] - point[1]) * self.down
        east = self.east + right * self.cos + up * self.sin
        return [round(east, 3), round(self.north + up * self.cos - right * self.sin, 3)]

    def all(self, points: Iterable[tuple[int, int]]) -> list[list[float]]:
        return [self.at(point) for point in points]


def _hexes(map_: Map, place: _Placing, report: Report) -> Iterator[Feature]:
    grid, labels = map_.grid, map_.labels
    # Round a polygon the right way: its inside lies on the left.
    around = range(SIDES) if grid.pointy else range(SIDES, 0, -1)
    for hex_ in iterate_hexes(grid, report):
        index = grid.index(hex_)
        level = int(map_.level[index])
        ring = place.all(lattice_corner(grid, hex_, number) for number in around)
        said: Feature = {
            "class": "hex", "at": grid.name(hex_), "label": labels.label(hex_), "level": level,
            "metres": map_.base_metres + level * map_.level_metres, "ground": map_.ground_at(hex_),
        }  # fmt: skip
        zones = [name for name, zone in map_.zones.items() if zone.hexes[index]]
        yield _feature("Polygon", [[*ring, ring[0]]], said | ({"zones": zones} if zones else {}))


def _feature(kind: str, coordinates: Any, properties: Feature) -> Feature:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": properties}
