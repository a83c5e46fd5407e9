"""Maps of Azgaar's Fantasy Map Generator: its full JSON, and its GeoJSON of cells, rivers, routes.

Both place the map on the Earth in degrees; heights, biomes and waters are of cells.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from engine.files import strict_json
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.height_fields import field_of_cells
from engine.terrain_import.import_problems import ImportReport, import_error
from engine.terrain_import.vector_features import (
    NamedSpot,
    SourceLine,
    VectorFeatures,
    repair_polygon_outline,
)

MAKER = "Azgaar's Fantasy Map Generator"
HEAD = 400_000  # bytes of a file that tell whose it is
MAX_BYTES = 300_000_000
SIGNS = (
    re.compile(re.escape(MAKER)),
    re.compile(r'"height"\s*:.{0,60}"biome"\s*:.{0,200}"religion"\s*:', re.DOTALL),
    re.compile(r'"id"\s*:\s*"route\w*"\s*,\s*"(?:group|type)"\s*:'),
    re.compile(r'"widthFactor"\s*:\s*[-\d.]+\s*,\s*"sourceWidth"\s*:'),
)
LAND = 20  # the least height of land, of 100
SEA_LEVEL = 18  # from which heights are reckoned, to the power of the map's exponent
EXPONENT = 1.8
STEEPEST = 5.0
HIGHEST = 100_000.0  # metres; what is said to be more is left out
LARGEST = 1e12  # of any number
PEOPLE = 1000.0  # that one of its points of population stands for


@cache
def mapping_table() -> Mapping[str, Mapping[Any, Any]]:
    """Load the mapping of biomes, routes and places: azgaar.yaml."""
    source = Path(__file__).with_name("azgaar.yaml").read_text(encoding="utf-8")
    return dict(yaml.load(source, Loader=yaml.CSafeLoader))


def is_azgaar(path: Path) -> bool:
    """Return True if a JSON file was written by the generator."""
    with path.open("rb") as file:
        head = file.read(HEAD).decode("utf-8", "replace")
    return any(sign.search(head) for sign in SIGNS)


def read_azgaar(path: Path, account: ImportReport) -> VectorFeatures:
    """Read all features of a map of the generator."""
    if path.stat().st_size > MAX_BYTES:
        values = {"file": path, "size": path.stat().st_size // 1_000_000}
        raise import_error("vectors-too-large", **values, most=MAX_BYTES // 1_000_000)
    try:
        whole = strict_json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise import_error("unreadable", file=path, reason=str(error)[:300]) from error
    reader = _Reader(path, account)
    if isinstance(whole, dict) and whole.get("type") == "FeatureCollection":
        reader.read_collection(AzgaarPart(path, "", whole))
    else:
        reader.read_map(AzgaarPart(path, "", whole))
    return reader.finished()


@dataclass(frozen=True)
class AzgaarPart:
    """A part of such a file with its place in it, which every complaint names."""

    path: Path
    at: str
    value: Any

    def wrong(self, wanted: str) -> Exception:
        """The fault of a part that is not what it should be."""
        return import_error("azgaar-broken", file=self.path, at=self.at or "/", wanted=wanted)

    def __getitem__(self, key: str | int) -> AzgaarPart:
        """A part of it by name or number; one that is not there is null."""
        if isinstance(key, int):
            listed = self.value
            if not isinstance(listed, list) or not 0 <= key < len(listed):
                raise self.wrong(f"[{key}]")
            return AzgaarPart(self.path, f"{self.at}/{key}", listed[key])
        if not isinstance(self.value, dict):
            raise self.wrong("{…}")
        return AzgaarPart(self.path, f"{self.at}/{key}", self.value.get(key))

    def __iter__(self) -> Iterator[AzgaarPart]:
        if not isinstance(self.value, list):
            raise self.wrong("[…]")
        for place, each in enumerate(self.value):
            yield AzgaarPart(self.path, f"{self.at}/{place}", each)

    @property
    def is_there(self) -> bool:
        """Return True if the file has it."""
        return self.value is not None

    def number(self, usual: float | None = None) -> float:
        """A number, also one that is written as text; small enough to be reckoned with."""
        if self.value is None and usual is not None:
            return usual
        try:
            found = math.nan if isinstance(self.value, list | dict) else float(self.value)
        except (TypeError, ValueError, OverflowError):
            found = math.nan
        if not abs(found) < LARGEST:
            raise self.wrong("0.0")
        return found

    def whole(self, usual: int | None = None) -> int:
        """A whole number."""
        return int(self.number(usual))

    def words(self) -> str:
        """A text; nothing where it is none."""
        return self.value if isinstance(self.value, str) else ""

    def point(self) -> tuple[float, float]:
        """The first two numbers of a list."""
        return self[0].number(), self[1].number()

    def degrees(self) -> tuple[float, float]:
        """Longitude and latitude; cells at the rim of the world may lie beyond it in part."""
        lon, lat = self.point()
        if not (abs(lon) <= 360 and abs(lat) <= 180):
            raise self.wrong("[−180–180, −90–90]")
        return lon, lat


Placed = Callable[[AzgaarPart, tuple[float, float]], tuple[float, float]]
"""Return a map place's position on the Earth, by a part of the file."""
EARTH = (-180.0, -90.0, 180.0, 90.0)


@dataclass
class _Reader:
    """One file while it is read."""

    path: Path
    account: ImportReport
    found: VectorFeatures = field(default_factory=lambda: VectorFeatures(credits=(MAKER,)))
    polygons: list[Any] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    is_sea: list[bool] = field(default_factory=list)
    border: Any = None  # of the map, in degrees

    def finished(self) -> VectorFeatures:
        """All that was read, with the heights of its cells."""
        import shapely

        shapes = [line.course for listed in self.found.lines.values() for line in listed]
        if self.found.box is None and (self.polygons or shapes):
            sides = shapely.total_bounds([*self.polygons, *shapes])
            self.found.box = GeoBox(*map(float, sides))
        if self.polygons:
            assert self.found.box is not None  # round the polygons
            heights = field_of_cells(self.polygons, self.heights, self.is_sea, self.found.box)
            self.found.heights = (heights,)
        return self.found

    # --- the full JSON --------------------------------------------------------------------------

    def read_map(self, whole: AzgaarPart) -> None:
        """The cells, rivers, routes and burgs of a full export."""
        import shapely

        pack = whole["pack"]
        if not (pack.is_there and pack["cells"].is_there and whole["mapCoordinates"].is_there):
            raise import_error("azgaar-not-full", file=self.path)
        placed, self.found.box = _placing(whole)
        self.border = shapely.box(*self.found.box)
        settings = (
            whole["settings"] if whole["settings"].is_there else AzgaarPart(self.path, "", {})
        )
        exponent = settings["heightExponent"].number(EXPONENT)
        if not 0 < exponent <= STEEPEST:
            raise settings["heightExponent"].wrong(f"0–{STEEPEST:g}")
        corners = [placed(point, point.point()) for point in _points(pack["vertices"])]
        centres = [placed(point, point.point()) for point in _points(pack["cells"])]
        for cell in pack["cells"]:
            ring = [_one_of(corners, corner) for corner in cell["v"]]
            water = _water(pack, cell)
            height = _metres(_lake_height(pack, cell) if water else cell["h"].number(), exponent)
            self._cell(ring, cell, water, height)
        self._rivers(pack, placed, centres)
        self._routes(pack, placed)
        people = settings["populationRate"].number(PEOPLE) * settings["urbanization"].number(1.0)
        self._burgs(pack, placed, people)

    def _rivers(self, pack: AzgaarPart, placed: Placed, centres: list[tuple[float, float]]) -> None:
        for river in pack["rivers"] if pack["rivers"].is_there else ():
            if river["points"].is_there:
                course = [placed(point, point.point()) for point in river["points"]]
            else:
                cells = river["cells"] if river["cells"].is_there else ()
                course = [_one_of(centres, cell) for cell in cells if cell.whole() >= 0]
            self._line("river", course, river["name"].words())

    def _routes(self, pack: AzgaarPart, placed: Placed) -> None:
        if not pack["routes"].is_there:
            self.account.note("azgaar-no-routes", 1)
            return
        for route in pack["routes"]:
            course = [placed(point, point.point()) for point in route["points"]]
            self._route(route["group"].words(), course, route["name"].words())

    def _burgs(self, pack: AzgaarPart, placed: Placed, people: float) -> None:
        for burg in pack["burgs"] if pack["burgs"].is_there else ():
            if not isinstance(burg.value, dict):
                continue  # the first entry is empty; some versions write 0 for it
            if not burg["name"].words() or burg["removed"].value:
                continue
            lon, lat = placed(burg, (burg["x"].number(), burg["y"].number()))
            count = max(0, round(burg["population"].number(0.0) * people))
            kind = "city" if burg["capital"].value else _place_of(count)
            self.found.spots.append(NamedSpot(lon, lat, kind, burg["name"].words(), count))

    # --- GeoJSON --------------------------------------------------------------------------------

    def read_collection(self, whole: AzgaarPart) -> None:
        """The features of an export of cells, of rivers or of routes; others are reported."""
        import shapely

        others, self.border = 0, shapely.box(*EARTH)
        for feature in whole["features"]:
            if not feature.is_there:
                continue  # the generator writes null for a river without cells
            told, shape = feature["properties"], feature["geometry"]
            form = shape["type"].words()
            if form == "Polygon" and told["biome"].is_there:
                ring = [point.degrees() for point in shape["coordinates"][0]]
                water = mapping_table()["waters"].get(told["type"].words(), "")
                height = math.nan if water == "lake" else told["height"].number()
                self._cell(ring, told, water, height)
            elif form == "LineString":
                self._course(told, [point.degrees() for point in shape["coordinates"]])
            else:
                others += 1
        self.account.note("azgaar-left", others)
        self.account.note("azgaar-unit", int(bool(self.polygons)))

    def _course(self, told: AzgaarPart, course: list[tuple[float, float]]) -> None:
        if told["id"].words().startswith("river"):
            self._line("river", course, told["name"].words())
        else:
            group = told["group"].words() or told["type"].words()
            self._route(group, course, told["name"].words())

    # --- both -----------------------------------------------------------------------------------

    def _cell(
        self, ring: list[tuple[float, float]], told: AzgaarPart, water: str, height: float
    ) -> None:
        import shapely

        if len(ring) < 3:
            self.account.note("areas-broken", 1)
            return
        polygon = repair_polygon_outline(shapely.Polygon(ring), self.account)
        if polygon is not None:
            polygon = shapely.intersection(polygon, self.border)
        if polygon is None or polygon.is_empty or not polygon.area:
            return
        self.polygons.append(polygon)
        self.heights.append(height if abs(height) < HIGHEST else math.nan)
        self.is_sea.append(water == "sea")
        cover = water or self._biome(told["biome"].whole())
        if cover:
            self.found.add_area(cover, polygon)

    def _biome(self, number: int) -> str | None:
        known = mapping_table()["biomes"]
        self.account.note("azgaar-biome", int(number not in known))
        cover: str | None = known.get(number)
        return None if cover == "sea" else cover  # of land

    def _route(self, group: str, course: list[tuple[float, float]], name: str) -> None:
        known = mapping_table()["routes"]
        kind = known.get(group, "road")
        self.account.note("azgaar-sea-routes", int(kind is None))
        if kind:
            self._line(kind, course, name)

    def _line(self, kind: str, course: list[tuple[float, float]], name: str) -> None:
        import shapely

        if len(set(course)) > 1:
            within = shapely.intersection(shapely.LineString(course), self.border)
            for part in shapely.get_parts(within):
                if part.geom_type == "LineString":
                    self.found.add_line(kind, SourceLine(part, name))


def _placing(whole: AzgaarPart) -> tuple[Placed, GeoBox]:
    """Return the transform of the map's places to the Earth, and its box in degrees."""
    there = whole["mapCoordinates"]
    west, south, east, north = (there[name].number() for name in ("lonW", "latS", "lonE", "latN"))
    on_earth = -180 <= west < east <= 180 and -90 <= south < north <= 90
    if not on_earth:
        raise there.wrong("lonW < lonE, latS < latN")
    wide, high = _size(whole)

    def placed(part: AzgaarPart, at: tuple[float, float]) -> tuple[float, float]:
        if not (-wide <= at[0] <= 2 * wide and -high <= at[1] <= 2 * high):
            raise part.wrong(f"0–{wide:g}, 0–{high:g}")
        return west + at[0] / wide * (east - west), north - at[1] / high * (north - south)

    return placed, GeoBox(west, south, east, north)


def _points(listed: AzgaarPart) -> Iterator[AzgaarPart]:
    """Yield the place on the map of each in a list."""
    return (each["p"] for each in listed)


def _size(whole: AzgaarPart) -> tuple[float, float]:
    """Return the width and height of a map in its units; older ones give their lattice."""
    info, grid = whole["info"], whole["grid"]
    if info.is_there and info["width"].is_there:
        wide, high = info["width"], info["height"]
        size = wide.number(), high.number()
    else:
        spacing = grid["spacing"].number()
        size = grid["cellsX"].number() * spacing, grid["cellsY"].number() * spacing
    if min(size) < 1:
        raise info.wrong("width ≥ 1, height ≥ 1")
    return size


def _one_of(places: list[tuple[float, float]], number: AzgaarPart) -> tuple[float, float]:
    place = number.whole()
    if not 0 <= place < len(places):
        raise number.wrong(f"0–{len(places) - 1}")
    return places[place]


def _water(pack: AzgaarPart, cell: AzgaarPart) -> str:
    """The water of a cell, nothing on land."""
    if cell["h"].number() >= LAND:
        return ""
    kind = pack["features"][cell["f"].whole()]["type"].words()
    return str(mapping_table()["waters"].get(kind, "sea"))


def _lake_height(pack: AzgaarPart, cell: AzgaarPart) -> float:
    """Of a lake's surface; of the sea, and where the map does not say it, none."""
    lake = pack["features"][cell["f"].whole()]
    return lake["height"].number() if lake["height"].is_there else math.nan


def _metres(height: float, exponent: float) -> float:
    """Metres above the sea of a height of 0 to 100."""
    if math.isnan(height):
        return height
    return float(np.float_power(max(0.0, height - SEA_LEVEL), exponent))


def _place_of(people: int) -> str:
    return next(str(kind) for kind, least in mapping_table()["places"].items() if people >= least)
