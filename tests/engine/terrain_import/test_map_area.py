"""Where hexes lie on the Earth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pyproj import Transformer

from engine.hexes.grid import Orientation
from engine.hexes.labels import ColumnRow, KmSquare
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.map_frame import MapFrame, SheetSpec
from tests.engine.terrain_import.small_ground import LAT, LON, frame

HERE = GeoBox(11.45, 49.97, 11.55, 50.03)
every_turn = pytest.mark.parametrize("rotation", [0, 17, 90, 200, -45])
both_ways = pytest.mark.parametrize("orientation", list(Orientation))


def place_of(here: MapFrame, column: int, row: int) -> tuple[float, float]:
    """Easting and northing of a hex's centre, by the frame's own affine."""
    a, b, c, d, e, f = here.affine(1.0, 1.0, 0.0, 0.0)
    x, y = here.grid.centre(here.grid.hex(column, row), here.hex_metres)
    return a * x + b * y + c, d * x + e * y + f


@every_turn
@both_ways
def test_the_page_and_the_ground_are_each_other_s_inverse(
    rotation: float, orientation: Orientation
) -> None:
    here = frame(9, 7, 130, rotation=rotation, orientation=orientation)
    for column, row in ((0, 0), (8, 6), (3, 5)):
        east, north = place_of(here, column, row)
        x, y = here.page(np.array([east]), np.array([north]))
        assert here.hex_at(float(x[0]), float(y[0])) == here.grid.hex(column, row)
    assert place_of(here, 0, 0) == pytest.approx((here.easting, here.northing))


@every_turn
def test_a_turned_map_s_upper_edge_points_where_it_was_turned(rotation: float) -> None:
    here = frame(5, 5, 100, rotation=rotation)
    low, high = place_of(here, 0, 4), place_of(here, 0, 0)
    bearing = math.degrees(math.atan2(high[0] - low[0], high[1] - low[1]))
    assert (bearing - rotation + 180) % 360 - 180 == pytest.approx(0, abs=1e-6)


@both_ways
@pytest.mark.parametrize("rotation", [0, 30, 90])
def test_every_hex_of_a_box_lies_within_it(rotation: float, orientation: Orientation) -> None:
    here = SheetSpec(150, orientation, rotation).frame_over_box(HERE)
    around = here.box()
    slack = 5e-5  # the frame begins on whole metres, and a grid's lines bend in degrees
    assert around.west > HERE.west - slack
    assert around.east < HERE.east + slack
    assert around.south > HERE.south - slack
    assert around.north < HERE.north + slack
    assert len(here.grid) > 500


def test_hexes_fill_an_unturned_box() -> None:
    here = SheetSpec(100).frame_over_box(HERE)
    wide, high = here.size
    # 7,160 by 6,670 m, less what grid north's turn of two degrees takes from an upright sheet.
    assert wide == pytest.approx(7160 - 6670 * math.sin(math.radians(1.9)), abs=150)
    assert high == pytest.approx(6670 - 7160 * math.sin(math.radians(1.9)), abs=150)


def test_centre_and_size_give_so_many_hexes_round_a_place() -> None:
    here = SheetSpec(50).of_hexes(LON, LAT, 60, 50)
    assert (here.grid.columns, here.grid.rows) == (60, 50)
    middle = np.array([LON]), np.array([LAT])
    x, y = here.page_of(*middle)
    assert (x[0], y[0]) == pytest.approx((here.size[0] / 2, here.size[1] / 2), abs=1)


def test_kilometre_squares_are_those_of_the_real_grid() -> None:
    here = frame(60, 50, 50)
    style = here.labels("km-square")
    to_degrees = Transformer.from_crs(here.crs, "EPSG:4326", always_xy=True)
    to_utm = Transformer.from_crs("EPSG:4326", "EPSG:32632", always_xy=True)
    for hex_ in list(here.grid)[::97]:
        east, north = to_utm.transform(
            *to_degrees.transform(*place_of(here, *here.grid.column_row(hex_)))
        )
        wanted = f"{int(north // 1000) % 100:02d}{int(east // 1000) % 100:02d}"
        assert style.label(here.grid, 50, hex_).startswith(wanted)


def test_kilometre_squares_are_usual_where_they_are_true_and_else_refused() -> None:
    assert isinstance(frame(hex_metres=50).labels(), KmSquare)
    for here in (frame(rotation=5), frame(projection="local"), frame(hex_metres=1000)):
        assert isinstance(here.labels(), ColumnRow)
    with pytest.raises(TerrainImportError, match="unrotated"):
        frame(rotation=5).labels("km-square")
    with pytest.raises(TerrainImportError, match="45 m"):
        frame(hex_metres=30).labels("km-square")


@pytest.mark.parametrize(
    ("lon", "lat", "crs"),
    [(11.5, 50, "EPSG:32632"), (-70, -33, "EPSG:32719"), (179.99, 10, "EPSG:32660")],
)
def test_the_usual_projection_is_the_zone_of_the_place(lon: float, lat: float, crs: str) -> None:
    assert SheetSpec(1000).of_hexes(lon, lat, 3, 3).crs == crs


def test_the_pole_has_a_projection_of_its_own() -> None:
    here = SheetSpec(1000).of_hexes(0, 89, 3, 3)
    assert here.crs.startswith("+proj=laea")
    assert here.box().south > 88.9


@pytest.mark.parametrize("box", [(3, 2, 3, 4), (0, 91, 1, 92), (0, 5, 1, 4), (0, math.nan, 1, 2)])
def test_a_box_that_is_none_is_refused(box: tuple[float, float, float, float]) -> None:
    with pytest.raises(TerrainImportError, match="not a valid area"):
        SheetSpec(100).frame_over_box(GeoBox(*box))


def test_too_many_hexes_too_few_and_absurd_ones_are_refused() -> None:
    with pytest.raises(TerrainImportError, match="too many"):
        SheetSpec(50).frame_over_box(GeoBox(0, 40, 20, 55))
    with pytest.raises(TerrainImportError, match="too small"):
        SheetSpec(5000).frame_over_box(GeoBox(11.5, 50, 11.501, 50.001))
    with pytest.raises(TerrainImportError, match="1 m are not supported"):
        SheetSpec(1).frame_over_box(HERE)


@pytest.mark.parametrize("name", ["EPSG:4326", "EPSG:2263"])
def test_a_projection_that_does_not_measure_metres_is_refused(name: str) -> None:
    with pytest.raises(TerrainImportError, match="metres"):
        SheetSpec(100, projection=name).frame_over_box(HERE)


def test_an_unknown_projection_is_refused() -> None:
    with pytest.raises(TerrainImportError, match="EPSG:1 "):
        SheetSpec(100, projection="EPSG:1").frame_over_box(HERE)
