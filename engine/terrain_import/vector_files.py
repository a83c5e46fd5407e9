"""GeoPackage and GeoJSON read with pyogrio: columns named as OpenStreetMap's tags are its tags."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.terrain_import.azgaar_maps import is_azgaar, read_azgaar
from engine.terrain_import.geo_boxes import WORLD, GeoBox, GeoBoxes, bounding_box
from engine.terrain_import.import_problems import (
    MAX_PLACES,
    ImportReport,
    import_error,
    load_library,
    translated_errors,
)
from engine.terrain_import.land_cover_legends import (
    Legend,
    Legends,
    format_code,
    shipped_legends,
)
from engine.terrain_import.openstreetmap import Watch, ignore_progress
from engine.terrain_import.tag_mapping import Tags, load_tag_mapping
from engine.terrain_import.vector_features import (
    MAX_POINTS,
    NamedSpot,
    SourceLine,
    VectorFeatures,
    is_ford,
    known_keys,
    name_and_number,
    parse_population,
    repair_polygon_outline,
    spot_name,
)

JSON = (".json", ".geojson")
NAMES = ("name", "population")  # tags that do not say of what kind something is
MAX_COUNTED, MAX_COLUMNS, MAX_CODES = 200_000, 40, 100  # of codes that are counted
MAX_FEATURES = 2_000_000
MAX_BYTES = 1_000_000_000
_HSTORE = re.compile(r'"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"')


def read_vectors(
    path: Path,
    near: GeoBox | None,
    account: ImportReport,
    watch: Watch = ignore_progress,
    legend: Legend | None = None,
) -> VectorFeatures:
    """Read the layers of a file near a box; `legend` says what the codes of a column mean."""
    if path.stat().st_size > MAX_BYTES:
        values = {"file": path, "size": path.stat().st_size // 1_000_000}
        raise import_error("vectors-too-large", **values, most=MAX_BYTES // 1_000_000)
    if path.suffix.lower() in JSON and is_azgaar(path):
        return read_azgaar(path, account)
    pyogrio = load_library("pyogrio")
    features, legends = VectorFeatures(), shipped_legends().with_own(legend)
    with translated_errors(path):
        for name, shape in pyogrio.list_layers(path):
            watch()
            if shape is not None:
                _Layer(path, str(name), near, features, account, legends).read()
    return features


@dataclass
class _Layer:
    """One layer of a file while it is read."""

    path: Path
    name: str
    near: GeoBox | None
    features: VectorFeatures
    account: ImportReport
    legends: Legends

    def read(self) -> None:
        pyogrio, shapely = load_library("pyogrio"), load_library("shapely")
        told = pyogrio.read_info(self.path, layer=self.name)
        crs = told["crs"]
        if not crs:
            raise import_error("no-projection-in", file=f"{self.path} ({self.name})")
        coded = self.legends.columns(told["fields"])
        wanted = {*known_keys(), "other_tags", *coded}
        columns = [field for field in told["fields"] if field in wanted]
        box = _in_its_own(self.near.with_margin(2000) if self.near else None, crs)
        _meta, _ids, shapes, values = pyogrio.raw.read(
            self.path, layer=self.name, columns=columns, bbox=box, force_2d=True,
            max_features=MAX_FEATURES,
        )  # fmt: skip
        geometries = _in_degrees(shapely.from_wkb(shapes, on_invalid="ignore"), crs)
        if shapely.get_num_coordinates(geometries).sum() > MAX_POINTS:
            raise import_error("too-many-points", file=self.path, most=MAX_POINTS)
        self.account.note("areas-broken", int(shapely.is_missing(geometries).sum()))
        table = dict(zip(columns, values, strict=True))
        self._find_legend({column: table[column] for column in coded})
        if self._take(geometries, table):
            self._count_codes(told)
        _widen(self.features, geometries)

    def _find_legend(self, coded: Mapping[str, Any]) -> None:
        """Choose the first column that a legend fits."""
        self.column, self.codes = "", dict[str, str | None]()
        for column, values in coded.items():
            found = {format_code(value) for value in values.tolist() if value is not None}
            legend = self.legends.of_column(column, found)
            if legend:
                self.column, self.codes = column, dict(legend.codes)
                self.account.note("legend", 1, about=[f"{self.name}.{column}: {legend.name}"])
                return

    def _take(self, geometries: Any, table: Mapping[str, Any]) -> int:
        """Take all features; return how many nothing is known of, counted by their words."""
        unknown = Counter[str]()
        for place, geometry in enumerate(geometries):
            if geometry is None or geometry.is_empty:
                continue
            row = {column: values[place] for column, values in table.items()}
            code = format_code(row[self.column]) if self.column else ""
            tags = _tags(row)
            found = _feature(geometry, tags, self.codes.get(code), self.features, self.account)
            if not found and code not in self.codes:
                unknown[self._describe(code, tags)] += 1
        about = [f"{words} × {count}" for words, count in unknown.most_common(MAX_PLACES)]
        self.account.note("not-understood", unknown.total(), about=about)
        return unknown.total()

    def _count_codes(self, told: Mapping[str, Any]) -> None:
        """Count the codes of columns that a legend could be written for."""
        if told["features"] > MAX_COUNTED:
            return
        names = list(told["fields"])[:MAX_COLUMNS]
        _meta, _ids, _shapes, values = load_library("pyogrio").raw.read(
            self.path, layer=self.name, columns=names, read_geometry=False
        )
        for column, listed in zip(names, values, strict=True):
            codes = Counter(format_code(value) for value in listed.tolist() if value is not None)
            if 0 < len(codes) <= MAX_CODES:
                self.features.unknown.setdefault(column, Counter()).update(codes)

    def _describe(self, code: str, tags: Tags) -> str:
        """The words by which a feature might have been known."""
        said = [f"{key}={value}" for key, value in tags.items() if key not in NAMES]
        return f"{self.column}={code}" if self.column else ", ".join(said[:2]) or self.name


def _tags(row: dict[str, Any]) -> Tags:
    """A row's columns as tags; GDAL packs those without a column into one."""
    others = row.pop("other_tags", None)
    tags = {key: str(value) for key, value in row.items() if value not in (None, "")}
    return dict(_HSTORE.findall(others)) | tags if isinstance(others, str) else tags


def _feature(
    geometry: Any, tags: Tags, cover: str | None, features: VectorFeatures, account: ImportReport
) -> bool:
    """Take a feature by its tags, or an area by its cover; False if they say nothing."""
    parts = list(_parts(geometry))
    taken = [_part(part, tags, cover, features, account) for part in parts]
    return any(taken) or all(part.geom_type == "Point" for part in parts)


def _part(
    part: Any, tags: Tags, cover: str | None, features: VectorFeatures, account: ImportReport
) -> bool:
    if part.geom_type == "Polygon":
        kind = load_tag_mapping().of_area(tags) or cover or ""
        area = repair_polygon_outline(part, account) if kind else None
        if area is not None:
            features.add_area(kind, area)
        return bool(kind)
    if part.geom_type == "LineString":
        return _line(part, tags, features)
    if part.geom_type == "Point":
        _point(part, tags, features)
    return False


def _line(part: Any, tags: Tags, features: VectorFeatures) -> bool:
    kind = load_tag_mapping().of_line(tags)
    if kind:
        features.add_line(kind, SourceLine(part, *name_and_number(tags)))
        if is_ford(tags.get("ford")):
            middle = part.interpolate(0.5, normalized=True)
            features.fords.append((middle.x, middle.y))
    return bool(kind)


def _point(part: Any, tags: Tags, features: VectorFeatures) -> None:
    if is_ford(tags.get("ford")):
        features.fords.append((part.x, part.y))
    kind = load_tag_mapping().place_kind(tags)
    name = spot_name(kind, tags)
    if kind and name:
        people = parse_population(tags.get("population"))
        features.spots.append(NamedSpot(part.x, part.y, kind, name, people))


def _parts(geometry: Any) -> Iterator[Any]:
    if hasattr(geometry, "geoms"):
        for part in geometry.geoms:
            yield from _parts(part)
    else:
        yield geometry


def _in_degrees(geometries: Any, crs: str) -> Any:
    if crs in (WORLD, "OGC:CRS84"):
        return geometries
    transformer = load_library("pyproj").Transformer.from_crs(crs, WORLD, always_xy=True)
    shapely = load_library("shapely")

    def turned(points: Any) -> Any:
        return np.stack(transformer.transform(points[:, 0], points[:, 1]), axis=1)

    return shapely.transform(geometries, turned)


def _in_its_own(box: GeoBox | None, crs: str) -> tuple[float, float, float, float] | None:
    """A box in another projection; None for no box, or one that crosses the 180th meridian."""
    if box is None or box.crosses_meridian:
        return None
    transformer = load_library("pyproj").Transformer.from_crs(WORLD, crs, always_xy=True)
    west, south, east, north = transformer.transform_bounds(*box)
    return float(west), float(south), float(east), float(north)


def _widen(features: VectorFeatures, geometries: Any) -> None:
    """The border of such a file is the box round what it holds."""
    bounds = load_library("shapely").bounds(geometries)
    known = bounds[np.isfinite(bounds).all(axis=1)]
    if len(known):
        boxes = [box for box in (features.box, GeoBoxes(*known.T).around()) if box]
        features.box = bounding_box(boxes)
