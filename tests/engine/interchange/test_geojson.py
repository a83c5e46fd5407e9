"""Maps as GeoJSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shapely import Polygon
from shapely.geometry import shape

from engine.editing.sheet_transforms import crop_map, extend_map, flipped_left_right, rotated_180
from engine.files.source_text import SaveError
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.labels import KmSquare
from engine.interchange.geojson import compose, write, write_degrees
from engine.interchange.georeference import georeference
from engine.map.map import Map
from engine.terrain_import.map_frame import SheetSpec
from tests.assertions import require_type
from tests.generated import generated_map


def document(map_: Map, folder: Path) -> dict[str, Any]:
    write(map_, folder / "a.geojson")
    found: dict[str, Any] = json.loads((folder / "a.geojson").read_text("utf-8"))
    return found


def features(found: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for one in found["features"] if one["properties"]["class"] == kind]


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_hexes_cover_the_sheet_without_gap_or_overlap(
    tmp_path: Path, orientation: Orientation, shifted: OffsetParity
) -> None:
    map_ = generated_map(6, 5, 2, orientation, shifted)
    map_.hex_metres = 100
    found = [shape(one["geometry"]) for one in features(document(map_, tmp_path), "hex")]
    whole = found[0].union(found[0])
    for hexagon in found:
        assert require_type(hexagon, Polygon).exterior.is_ccw
        whole = whole.union(hexagon.buffer(0.01))
    assert sum(hexagon.area for hexagon in found) == pytest.approx(whole.area, rel=0.001)
    assert whole.geom_type == "Polygon"


def test_kilometre_squares_give_real_coordinates(tmp_path: Path) -> None:
    map_ = generated_map(3, 3, 2)
    map_.label_style = KmSquare(northing=45975, easting=63025)
    first = shape(features(document(map_, tmp_path), "hex")[0]["geometry"])
    assert [first.centroid.x, first.centroid.y] == pytest.approx([63025, 45975])


def test_an_origin_with_a_code_gives_the_coordinate_system(tmp_path: Path) -> None:
    map_ = generated_map(3, 3, 2)
    assert "crs" not in document(map_, tmp_path)
    map_.label_style, map_.origin = KmSquare(5500000, 680000), "SRTM, EPSG:32632"
    name = document(map_, tmp_path)["crs"]["properties"]["name"]
    assert name == "urn:ogc:def:crs:EPSG::32632"


def test_coordinates_that_are_no_degrees_are_told(tmp_path: Path) -> None:
    losses = write(generated_map(3, 3, 2), tmp_path / "a.geojson")
    assert [loss.code for loss in losses] == ["geojson-crs"]


def test_lines_are_as_long_as_the_links_and_sides_they_are(tmp_path: Path) -> None:
    map_ = generated_map(20, 20, 2)
    found = document(map_, tmp_path)
    roads = sum(shape(one["geometry"]).length for one in features(found, "link"))
    links = sum(int(mask).bit_count() for mask in map_.links["road"].ravel()) / 2
    assert roads == pytest.approx(links * map_.hex_metres, rel=1e-4)
    assert features(found, "side")


@pytest.mark.parametrize("rotation", [0.0, 30.0])
@pytest.mark.parametrize("projection", ["utm", "local"])
def test_a_map_of_real_ground_lies_where_it_is_in_metres_and_in_degrees(
    tmp_path: Path, rotation: float, projection: str
) -> None:
    frame = SheetSpec(100, rotation=rotation, projection=projection).of_hexes(11.5, 50.0, 5, 4)
    map_ = Map.blank(frame.grid)
    map_.hex_metres = 100
    turned = f", turned {rotation:g}°" if rotation else ""
    place = f"@0,0 at {frame.easting:.0f} E {frame.northing:.0f} N{turned}"
    map_.origin = f"terrain: a.osm ({frame.crs}, {place})"
    write_degrees(map_, tmp_path / "b.geojson")
    found = json.loads((tmp_path / "b.geojson").read_text("utf-8"))
    assert "crs" not in found
    lon, lat = frame.degrees(*frame.centres())
    for one, wanted in zip(
        features(found, "hex"), zip(lon.flat, lat.flat, strict=True), strict=True
    ):
        centre = shape(one["geometry"]).centroid
        assert (centre.x, centre.y) == pytest.approx(wanted, abs=1e-5)
    first = shape(features(document(map_, tmp_path), "hex")[0]["geometry"]).centroid
    assert (first.x, first.y) == pytest.approx((frame.easting, frame.northing), abs=0.01)


@pytest.mark.parametrize("rotation", [0.0, 30.0])
def test_a_hex_lies_where_it_lay_when_the_sheet_is_cut_enlarged_or_turned_round(
    rotation: float,
) -> None:
    map_ = Map.blank(Grid(6, 5))
    turned = f", turned {rotation:g}°" if rotation else ""
    map_.origin = f"terrain: a.osm (EPSG:32632, @0,0 at 686000 E 5544000 N{turned})"

    def metres(of: Map, column: int, row: int) -> tuple[float, float]:
        said = json.loads(compose(of))["features"]
        (found,) = (one for one in said if one["properties"].get("at") == f"@{column},{row}")
        centre = shape(found["geometry"]).centroid
        return centre.x, centre.y

    was = metres(map_, 3, 2)
    assert metres(crop_map(map_, 1, 1, 4, 4), 2, 1) == pytest.approx(was, abs=0.01)
    assert metres(extend_map(map_, left=2, top=3), 5, 5) == pytest.approx(was, abs=0.01)
    round_ = rotated_180(map_)
    assert metres(round_, 2, 2) == pytest.approx(was, abs=0.01)
    assert metres(rotated_180(round_), 3, 2) == pytest.approx(was, abs=0.01)
    assert georeference(flipped_left_right(map_)) is None


def test_degrees_of_a_map_that_lies_nowhere_are_refused_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"c\.geojson"):
        write_degrees(generated_map(3, 3, 2), tmp_path / "c.geojson")


def test_it_says_that_the_metres_of_a_hex_are_the_floor_of_its_level(tmp_path: Path) -> None:
    map_ = generated_map(6, 5, 2, Orientation.POINTY, OffsetParity.ODD)
    map_.level_metres, map_.base_metres = 20, 300
    found = document(map_, tmp_path)
    assert found["levels"] == {"metres": 20, "base": 300, "is": "floor"}
    for one in features(found, "hex"):
        said = one["properties"]
        assert said["metres"] == 300 + 20 * said["level"]


def test_a_map_over_the_180th_meridian_is_cut_there_as_the_standard_says(tmp_path: Path) -> None:
    frame = SheetSpec(500).of_hexes(180, -16.9, 12, 8)
    map_ = Map.blank(frame.grid)
    map_.hex_metres = 500
    map_.origin = f"x ({frame.crs}, @0,0 at {frame.easting:.0f} E {frame.northing:.0f} N)"
    for column in range(11):
        map_.set_link("road", map_.grid.hex(column, 4), 0)
    write_degrees(map_, tmp_path / "a.geojson")
    found = json.loads((tmp_path / "a.geojson").read_text("utf-8"))
    shapes = [shape(one["geometry"]) for one in found["features"]]
    parts = [part for each in shapes for part in getattr(each, "geoms", [each])]
    assert all(part.bounds[2] - part.bounds[0] < 0.1 for part in parts)
    assert {type(each).__name__ for each in shapes} >= {"MultiPolygon", "MultiLineString"}
    hexes = [each for each in shapes if each.geom_type.endswith("Polygon")]
    areas = [each.area for each in hexes]
    assert max(areas) - min(areas) < 0.01 * max(areas)
    assert all(part.exterior.is_ccw for part in parts if part.geom_type == "Polygon")
