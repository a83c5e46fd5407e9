"""OpenStreetMap files and other vectors, also broken ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely
from pyproj import Transformer

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.import_problems import ImportReport, TerrainImportError
from engine.terrain_import.openstreetmap import CREDIT, read_openstreetmap
from engine.terrain_import.vector_features import VectorFeatures
from engine.terrain_import.vector_files import read_vectors
from tests.engine.terrain_import.small_ground import Node, box_ring, osm

OUTER = dict(zip(range(1, 5), box_ring(11.5, 50.0, 11.54, 50.04), strict=True))
INNER = dict(zip(range(5, 9), box_ring(11.51, 50.01, 11.52, 50.02), strict=True))
FOREST = {"landuse": "forest"}


def read(path: Path, near: GeoBox | None = None) -> tuple[VectorFeatures, dict[str, int]]:
    account = ImportReport()
    features = read_openstreetmap(path, near, account)
    return features, {found.code: found.count for found in account.findings}


Ways = Sequence[tuple[int, Sequence[int], Mapping[str, str]]]
HALVES: Ways = [(1, [1, 2, 3], {}), (2, [3, 4, 1], {}), (3, [5, 6, 7, 8, 5], {})]
MEMBERS = [(1, "outer"), (2, "outer"), (3, "inner")]


@pytest.mark.parametrize("order", ["nwr", "rwn", "wnr"])
def test_a_relation_with_a_hole_is_one_area_in_whatever_order_the_file_is(
    tmp_path: Path, order: str
) -> None:
    nodes = dict(reversed((OUTER | INNER).items()))
    relation = [(1, MEMBERS, {"type": "multipolygon", **FOREST})]
    features, found = read(osm(tmp_path / "a.osm", nodes, HALVES, relation, order=order))
    (area,) = features.areas["woods"]
    assert area.area == pytest.approx(0.04**2 - 0.01**2)
    assert found == {}
    assert features.credits == (CREDIT,)


def test_a_relation_whose_tags_stand_on_its_outer_way_counts_once(tmp_path: Path) -> None:
    ways: Ways = [(1, [1, 2, 3, 4, 1], FOREST), (3, [5, 6, 7, 8, 5], {"natural": "water"})]
    relation = [(1, [(1, "outer"), (3, "inner")], {"type": "multipolygon"})]
    features, _ = read(osm(tmp_path / "a.osm", OUTER | INNER, ways, relation))
    assert [area.area for area in features.areas["woods"]] == pytest.approx([0.0015])
    assert [area.area for area in features.areas["lake"]] == pytest.approx([0.0001])


def test_a_relation_that_lacks_a_way_is_told_and_not_guessed(tmp_path: Path) -> None:
    relation = [(1, MEMBERS, {"type": "multipolygon", **FOREST})]
    features, found = read(osm(tmp_path / "a.osm", OUTER | INNER, HALVES[1:], relation))
    assert found == {"areas-broken": 1}
    assert not features.areas.get("woods")


def test_a_road_is_parted_where_a_node_is_missing(tmp_path: Path) -> None:
    nodes = {1: (11.5, 50.0), 2: (11.51, 50.0), 4: (11.53, 50.0), 5: (11.54, 50.0)}
    ways: Ways = [(1, [1, 2, 3, 4, 5], {"highway": "track"})]
    features, found = read(osm(tmp_path / "a.osm", nodes, ways))
    assert [line.course.length for line in features.lines["track"]] == pytest.approx([0.01, 0.01])
    assert found == {"missing-nodes": 1}


def test_an_area_with_a_node_missing_is_left_out_and_told(tmp_path: Path) -> None:
    ways: Ways = [(1, [1, 2, 9, 4, 1], FOREST)]
    features, found = read(osm(tmp_path / "a.osm", OUTER, ways))
    assert found == {"missing-nodes": 1, "areas-broken": 1}
    assert features.areas == {}


def test_an_area_that_crosses_itself_is_put_right_and_told(tmp_path: Path) -> None:
    ways: Ways = [(1, [1, 3, 2, 4, 1], FOREST)]
    features, found = read(osm(tmp_path / "a.osm", OUTER, ways))
    assert features.areas["woods"][0].is_valid
    assert found == {"areas-mended": 1}


def test_ways_of_one_place_and_unknown_tags_are_passed_over(tmp_path: Path) -> None:
    ways: Ways = [(1, [1, 1], {"highway": "track"}), (2, [1, 2], {"barrier": "fence"})]
    features, _ = read(osm(tmp_path / "a.osm", OUTER, ways))
    assert features.lines == {}


def test_the_border_of_a_file_is_that_of_its_head(tmp_path: Path) -> None:
    known, _ = read(osm(tmp_path / "a.osm", OUTER, bounds=(11.4, 49.9, 11.6, 50.1)))
    assert known.box == pytest.approx((11.4, 49.9, 11.6, 50.1))
    assert known.has_border
    assert not read(osm(tmp_path / "b.osm", OUTER))[0].has_border


def test_places_are_read_with_their_names(tmp_path: Path) -> None:
    spots: list[tuple[int, Node, Mapping[str, str]]] = [
        (9, (11.5, 50.0), {"place": "village", "name": "Neudorf"}),
        (10, (11.5, 50.0), {"place": "village"}),
        (11, (11.5, 50.0), {"place": "locality", "name": "Am Stein"}),
    ]
    features, _ = read(osm(tmp_path / "a.osm", OUTER, spots=spots))
    assert [(spot.kind, spot.name) for spot in features.spots] == [("village", "Neudorf")]


def test_only_what_lies_near_a_box_is_kept(tmp_path: Path) -> None:
    ways: Ways = [(1, [1, 2, 3, 4, 1], FOREST)]
    path = osm(tmp_path / "a.osm", OUTER, ways)
    assert read(path, GeoBox(11.5, 50, 11.51, 50.01))[0].areas
    assert not read(path, GeoBox(12.5, 50, 12.51, 50.01))[0].areas


@pytest.mark.parametrize("content", ["", "<osm>", "no xml at all", '<osm version="0.6"><node'])
def test_a_broken_file_is_told_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "broken.osm"
    path.write_text(content)
    with pytest.raises(TerrainImportError, match=r"broken\.osm"):
        read(path)


@pytest.mark.parametrize("content", [b"", b"\0\0\0\x0d" * 30, b"\xff" * 4000])
def test_a_broken_pbf_is_told_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.osm.pbf"
    path.write_bytes(content)
    with pytest.raises(TerrainImportError, match=r"broken\.osm"):
        read(path)


def test_a_file_that_is_too_large_is_refused_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.terrain_import.openstreetmap.MAX_XML_BYTES", 10)
    with pytest.raises(TerrainImportError, match="osmium extract"):
        read(osm(tmp_path / "a.osm", OUTER))


# --- GeoJSON and GeoPackage -----------------------------------------------------------------------

COLLECTION = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "properties": properties, "geometry": shapely.geometry.mapping(shape)}
        for properties, shape in (
            ({"landuse": "forest"}, shapely.box(11.5, 50.0, 11.52, 50.02)),
            ({"waterway": "stream", "name": "Bach"}, shapely.LineString([(11.5, 50), (11.6, 50)])),
            ({"place": "village", "name": "Neudorf"}, shapely.Point(11.5, 50)),
            ({"landuse": "forest"}, shapely.GeometryCollection([shapely.box(11, 50, 11.1, 50.1)])),
        )
    ],
}


@pytest.fixture
def geojson(tmp_path: Path) -> Path:
    path = tmp_path / "a.geojson"
    path.write_text(json.dumps(COLLECTION), encoding="utf-8")
    return path


def test_geojson_is_read_by_the_words_of_openstreetmap(geojson: Path) -> None:
    features = read_vectors(geojson, None, ImportReport())
    assert {name: len(areas) for name, areas in features.areas.items()} == {"woods": 2}
    assert [line.name for line in features.lines["stream"]] == ["Bach"]
    assert [spot.name for spot in features.spots] == ["Neudorf"]
    assert features.box == pytest.approx((11, 50, 11.6, 50.1))


def test_a_geopackage_in_metres_is_read_like_one_in_degrees(geojson: Path, tmp_path: Path) -> None:
    whole = read_vectors(geojson, None, ImportReport()).areas["woods"][0]
    degrees, metres = tmp_path / "d.gpkg", tmp_path / "m.gpkg"
    to_metres = Transformer.from_crs("EPSG:4326", "EPSG:32632", always_xy=True)
    moved = shapely.transform(whole, lambda p: np.stack(to_metres.transform(*p.T), axis=1))
    for path, shape, crs in ((degrees, whole, "EPSG:4326"), (metres, moved, "EPSG:32632")):
        shapes = np.array([shapely.to_wkb(shape)], object)
        values = [np.array(["forest"], object)]
        pyogrio.raw.write(path, shapes, values, ["landuse"], geometry_type="Polygon", crs=crs)
    near = GeoBox(11.5, 50, 11.51, 50.01)
    (one,) = read_vectors(degrees, near, ImportReport()).areas["woods"]
    (other,) = read_vectors(metres, near, ImportReport()).areas["woods"]
    assert one.symmetric_difference(other).area < 1e-10


@pytest.mark.parametrize("content", ["", "{", '{"type": "Feature', "[1, 2"])
def test_broken_geojson_is_told_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "broken.geojson"
    path.write_text(content)
    with pytest.raises(TerrainImportError, match=r"broken\.geojson"):
        read_vectors(path, None, ImportReport())
