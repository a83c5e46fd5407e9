"""GeoPackage and GeoJSON read with pyogrio: columns named as OpenStreetMap's tags are its tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.terrain_import.azgaar_maps import is_azgaar, read_azgaar
from engine.terrain_import.geo_boxes import WORLD, GeoBox, GeoBoxes, bounding_box
from engine.terrain_import.import_problems import (
    ImportReport,
    import_error,
    load_library,
    translated_errors,
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
    parse_population,
    repair_polygon_outline,
)

JSON = (".json", ".geojson")
MAX_FEATURES = 2_000_000
MAX_BYTES = 1_000_000_000
_HSTORE = re.compile(r'"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"')


def read_vectors(
    path: Path, near: GeoBox | None, account: ImportReport, watch: Watch = ignore_progress
) -> VectorFeatures:
    """Read the layers of a file near a box."""
    if path.stat().st_size > MAX_BYTES:
        values = {"file": path, "size": path.stat().st_size // 1_000_000}
        raise import_error("vectors-too-large", **values, most=MAX_BYTES // 1_000_000)
    if path.suffix.lower() in JSON and is_azgaar(path):
        return read_azgaar(path, account)
    pyogrio = load_library("pyogrio")
    features = VectorFeatures()
    with translated_errors(path):
        for name, shape in pyogrio.list_layers(path):
            watch()
            if shape is not None:
                _layer(path, str(name), near, features, account)
    return features


def _layer(
    path: Path, name: str, near: GeoBox | None, features: VectorFeatures, account: ImportReport
) -> None:
    pyogrio, shapely = load_library("pyogrio"), load_library("shapely")
    told = pyogrio.read_info(path, layer=name)
    crs = told["crs"]
    if not crs:
        raise import_error("no-projection-in", file=f"{path} ({name})")
    wanted = {*known_keys(), "other_tags"}
    columns = [field for field in told["fields"] if field in wanted]
    box = _in_its_own(near.with_margin(2000) if near else None, crs)
    _meta, _ids, shapes, values = pyogrio.raw.read(
        path, layer=name, columns=columns, bbox=box, force_2d=True, max_features=MAX_FEATURES
    )
    geometries = _in_degrees(shapely.from_wkb(shapes, on_invalid="ignore"), crs)
    if shapely.get_num_coordinates(geometries).sum() > MAX_POINTS:
        raise import_error("too-many-points", file=path, most=MAX_POINTS)
    account.note("areas-broken", int((geometries == None).sum()))  # noqa: E711 an array of objects
    for place, geometry in enumerate(geometries):
        if geometry is not None and not geometry.is_empty:
            row = ((column, list_[place]) for column, list_ in zip(columns, values, strict=True))
            _feature(geometry, _tags(dict(row)), features, account)
    _widen(features, geometries)


def _tags(row: dict[str, Any]) -> Tags:
    """A row's columns as tags; GDAL packs those without a column into one."""
    others = row.pop("other_tags", None)
    tags = {key: str(value) for key, value in row.items() if value not in (None, "")}
    return dict(_HSTORE.findall(others)) | tags if isinstance(others, str) else tags


def _feature(geometry: Any, tags: Tags, features: VectorFeatures, account: ImportReport) -> None:
    for part in _parts(geometry):
        if part.geom_type == "Polygon":
            kind, area = load_tag_mapping().of_area(tags), repair_polygon_outline(part, account)
            if kind and area is not None:
                features.add_area(kind, area)
        elif part.geom_type == "LineString":
            kind = load_tag_mapping().of_line(tags)
            if kind:
                features.add_line(kind, SourceLine(part, tags.get("name", "")))
                if is_ford(tags.get("ford")):
                    middle = part.interpolate(0.5, normalized=True)
                    features.fords.append((middle.x, middle.y))
        elif part.geom_type == "Point":
            if is_ford(tags.get("ford")):
                features.fords.append((part.x, part.y))
            kind = load_tag_mapping().place_kind(tags)
            if kind and tags.get("name"):
                people = parse_population(tags.get("population"))
                features.spots.append(NamedSpot(part.x, part.y, kind, tags["name"], people))


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
