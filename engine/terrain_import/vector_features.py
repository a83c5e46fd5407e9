"""The features of vector sources, in degrees: areas by cover, lines by kind, places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from engine.terrain_import.area_rings import AreaCollector
from engine.terrain_import.geo_boxes import GeoBox, bounding_box, turned_points
from engine.terrain_import.height_fields import HeightField
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.tag_mapping import Tags, load_tag_mapping

PEAK = "peak"
MAX_DIGITS = 8  # of the people of a city
MAX_POINTS = 20_000_000  # corners of lines and areas together: about 1 GB at work


class SourceLine(NamedTuple):
    """A road, railway or water: its course as drawn (waters downstream), its name and number."""

    course: Any  # a shapely LineString
    name: str = ""
    number: str = ""  # of a road


class NamedSpot(NamedTuple):
    """A named place in degrees."""

    lon: float
    lat: float
    kind: str
    name: str
    people: int = 0


@dataclass
class VectorFeatures:
    """The features that the table of kinds knows; `box` is the data's border if known."""

    areas: dict[str, AreaCollector] = field(default_factory=dict)
    lines: dict[str, list[SourceLine]] = field(default_factory=dict)
    spots: list[NamedSpot] = field(default_factory=list)
    box: GeoBox | None = None
    has_border: bool = True  # whether every source says where it ends
    credits: tuple[str, ...] = ()
    fords: list[tuple[float, float]] = field(default_factory=list)  # in degrees
    heights: tuple[HeightField, ...] = ()  # of sources that tell heights cell by cell
    unknown: dict[str, Counter[str]] = field(default_factory=dict)
    """The codes of each column of features that were not understood, and how many have them."""

    def add_area(self, kind: str, polygon: Any) -> None:
        """Add a shapely polygon or several in one."""
        self.areas_of_kind(kind).add(polygon)

    def areas_of_kind(self, kind: str) -> AreaCollector:
        """The areas of a kind."""
        return self.areas.setdefault(kind, AreaCollector())

    def add_line(self, kind: str, line: SourceLine) -> None:
        """Add a line."""
        self.lines.setdefault(kind, []).append(line)

    def joined(self, others: Iterable[VectorFeatures]) -> VectorFeatures:
        """Several sources as one, in their order; where one has a border, it has one."""
        result = VectorFeatures(box=self.box, has_border=self.has_border, credits=self.credits)
        for each in (self, *others):
            for kind, polygons in each.areas.items():
                result.areas_of_kind(kind).extend(polygons)
            for kind, lines in each.lines.items():
                result.lines.setdefault(kind, []).extend(lines)
            result.spots.extend(each.spots)
            result.heights += each.heights
            result.fords.extend(each.fords)
            if each is not self:
                result.box = bounding_box([box for box in (result.box, each.box) if box])
                result.has_border = result.has_border and each.has_border
            result.credits = tuple(dict.fromkeys((*result.credits, *each.credits)))
        return result


def bulk_bounds(features: VectorFeatures) -> GeoBox | None:
    """Return the box of the bulk of some features, for a file without a border of its own.

    Ways reach beyond the border of an extract, a motorway or a river far beyond it; areas count
    where there are no lines, and named places where there are no areas.
    """
    import shapely

    lines = [line.course for each in features.lines.values() for line in each]
    corners = [areas.near().points for areas in features.areas.values() if not lines]
    points = np.concatenate([shapely.get_coordinates(lines), *corners])
    if not len(points) and features.spots:
        points = np.array([(spot.lon, spot.lat) for spot in features.spots])
    if not len(points):
        return None
    points = turned_points(points, float(points[0, 0]))
    west, south = np.percentile(points, 2 if lines else 0, axis=0)
    east, north = np.percentile(points, 98 if lines else 100, axis=0)
    return GeoBox(float(west), float(south), float(east), float(north)).in_turn()


def repair_polygon_outline(polygon: Any, account: ImportReport) -> Any:
    """A polygon that crosses itself, put right; None if it is not an area then."""
    import shapely

    if polygon.is_valid:
        return polygon if polygon.area else None
    account.note("areas-mended", 1)
    mended = shapely.make_valid(polygon)
    parts = [part for part in shapely.get_parts(mended) if part.geom_type.endswith("Polygon")]
    return shapely.union_all(parts) if parts else None


def parse_population(said: str | None) -> int:
    """Return the population of a place by its tag; 0 if it is missing or not a number."""
    digits = (said or "").replace(" ", "").replace(",", "").replace(".", "")
    return int(digits) if digits.isdecimal() and len(digits) <= MAX_DIGITS else 0


def name_and_number(tags: Any) -> tuple[str, str]:
    """Return the name of a line and, of a road, its number; the first of several."""
    number = (tags.get("ref") or "").partition(";")[0] if tags.get("highway") else ""
    return tags.get("name") or "", number.strip()


def spot_name(kind: str, tags: Tags) -> str:
    """Return the name of a place; that of a peak ends with its height in metres."""
    name = tags.get("name", "")
    if kind != PEAK:
        return name
    said = re.fullmatch(r"(-?[0-9]{1,4})([.,][0-9]+)?( ?m)?", tags.get("ele", "").strip())
    return " ".join(filter(None, (name, said[1] if said else "")))


def is_ford(said: str | None) -> bool:
    """Return True if a `ford` tag means a ford."""
    return said is not None and said not in ("no", "")


def known_keys() -> tuple[str, ...]:
    """The tags worth reading."""
    return (*load_tag_mapping().keys, "name", "population", "tunnel", "ford", "area", "layer",
            "ref", "ele")  # fmt: skip
