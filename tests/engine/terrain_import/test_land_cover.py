"""Rasters of land cover, virtual rasters and DTED."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
import rasterio.shutil
from rasterio.transform import from_origin

from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.land_cover_legends import shipped_legends
from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.source_reader import combine_sources, common_ground, read_source
from engine.terrain_import.survey import Sources, common_extent, load, survey_frame
from tests.engine.terrain_import.small_ground import LAT, LON, box_ring, frame, osm, raster

WEST, NORTH, FINE = LON - 0.05, LAT + 0.05, 1 / 12_000  # the cell of ESA WorldCover


def cover_raster(path: Path, number: Any) -> Path:
    """A raster of classes by longitude and latitude."""
    rows, columns = np.indices((1200, 1200))
    cells = number(WEST + (columns + 0.5) * FINE, NORTH - (rows + 0.5) * FINE)
    settings = {
        "driver": "GTiff", "dtype": "uint8", "count": 1, "height": 1200, "width": 1200, "nodata": 0,
        "crs": "EPSG:4326", "transform": from_origin(WEST, NORTH, FINE, FINE), "compress": "lzw",
    }  # fmt: skip
    with rasterio.open(path, "w", **settings) as out:
        out.write(np.broadcast_to(cells, (1200, 1200)).astype(np.uint8), 1)
    return path


def test_a_raster_of_classes_fills_what_the_vectors_leave_empty(tmp_path: Path) -> None:
    half = cover_raster(tmp_path / "cover.tif", lambda lon, lat: np.where(lon < LON, 10, 90))
    nodes = dict(enumerate(box_ring(LON - 0.02, LAT, LON + 0.02, LAT + 0.02), 1))
    lake = osm(tmp_path / "a.osm", nodes, [(1, [1, 2, 3, 4, 1], {"natural": "water"})],
               bounds=(LON - 0.04, LAT - 0.04, LON + 0.04, LAT + 0.04))  # fmt: skip
    found = survey_frame(load(Sources.of([half, lake])), frame(9, 9, 200))
    assert sum(found.cover.values()) == pytest.approx(1, abs=0.01)
    map_ = draft_map(found)
    row = [map_.ground_at(map_.grid.hex(column, 7)) for column in range(9)]
    assert row[:4] == ["woods"] * 4
    assert row[-4:] == ["marsh"] * 4
    assert {map_.ground_at(map_.grid.hex(column, 1)) for column in range(9)} == {"lake"}
    assert "cover.tif" in map_.credits
    assert "no-land-use" not in {finding.code for finding in found.findings}


WORLDCOVER = next(each for each in shipped_legends().listed if each.name == "worldcover").numbers()


@pytest.mark.parametrize("number", [number for number, name in WORLDCOVER.items() if name])
def test_each_class_comes_as_the_cover_that_the_table_says(tmp_path: Path, number: int) -> None:
    file = cover_raster(tmp_path / "ESA_WorldCover_10m.tif", lambda lon, lat: lon * 0 + number)
    name = WORLDCOVER[number]
    found = survey_frame(load(Sources.of([file])), frame(4, 4, 150))
    assert {each: plane.min().round(3) for each, plane in found.cover.items()} == {name: 1}
    map_ = draft_map(found, DraftChoice(shares={str(name): 0.5}))
    assert (map_.ground == map_.ground[0, 0]).all()
    assert map_.grounds[map_.ground[0, 0]] != "open"
    assert "ESA WorldCover" in map_.credits


def test_heights_in_bytes_are_no_classes(tmp_path: Path) -> None:
    low = raster(tmp_path / "low.tif", lambda lon, lat: 10 + (lon - WEST) * 900, dtype="uint8",
                 nodata=0)  # fmt: skip
    assert Sources.of([low], "m").rasters == (low,)
    cover_ = cover_raster(tmp_path / "cover.tif", lambda lon, lat: lon * 0 + 10)
    assert Sources.of([cover_]).covers == (cover_,)


def test_the_area_is_that_of_heights_and_vectors_and_of_the_cover_only_where_alone(
    tmp_path: Path,
) -> None:
    cover_ = cover_raster(tmp_path / "cover.tif", lambda lon, lat: lon * 0 + 10)
    low = raster(tmp_path / "low.tif", lambda lon, lat: lon, shape=(40, 40))
    assert common_extent(load(Sources.of([cover_, low]))).east == pytest.approx(WEST + 40 / 1200)
    read = [read_source(path) for path in (cover_, low)]
    assert common_ground(read).east == pytest.approx(WEST + 40 / 1200)
    assert common_ground(read[:1]).east == pytest.approx(WEST + 0.1)
    assert combine_sources(read).sources.covers == (cover_,)


# --- mosaics --------------------------------------------------------------------------------------


def mosaic(path: Path, named: str, more: str = "") -> Path:
    path.write_text(
        f"""<VRTDataset rasterXSize="120" rasterYSize="120">
<SRS>EPSG:4326</SRS><GeoTransform>{WEST}, {1 / 1200}, 0, {NORTH}, 0, {-1 / 1200}</GeoTransform>
<VRTRasterBand dataType="Float32" band="1">{more}<SimpleSource>
<SourceFilename relativeToVRT="1">{named}</SourceFilename><SourceBand>1</SourceBand>
</SimpleSource></VRTRasterBand></VRTDataset>""",
        encoding="utf-8",
    )
    return path


def test_a_virtual_raster_is_the_rasters_it_names(tmp_path: Path) -> None:
    tile = raster(tmp_path / "tile.tif", lambda lon, lat: 300 + (lon - LON) * 4000)
    virtual = mosaic(tmp_path / "all.vrt", "tile.tif")
    here = frame(5, 4, 100)
    one, other = (survey_frame(load(Sources.of([path])), here) for path in (tile, virtual))
    assert one.relief.mean == pytest.approx(other.relief.mean)


@pytest.mark.parametrize(
    ("named", "more"),
    [("/vsicurl/http://example.org/a.tif", ""), ("../a.tif", ""), ("/etc/passwd", ""),
     ("none.tif", ""), ("tile.tif", "<PixelFunctionType>x</PixelFunctionType>")],
)  # fmt: skip
def test_a_virtual_raster_that_reaches_further_is_refused(
    tmp_path: Path, named: str, more: str
) -> None:
    raster(tmp_path / "tile.tif", lambda lon, lat: lon)
    file = mosaic(tmp_path / "all.vrt", named, more)
    with pytest.raises(TerrainImportError, match=r"all\.vrt"):
        Sources.of([file])


def test_a_broken_virtual_raster_is_told(tmp_path: Path) -> None:
    file = tmp_path / "all.vrt"
    file.write_text("<VRTDataset>", encoding="utf-8")
    with pytest.raises(TerrainImportError, match=r"all\.vrt"):
        Sources.of([file])


def test_a_tile_that_is_a_link_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "tile.tif").symlink_to("tile.tif")
    with pytest.raises(TerrainImportError, match=r"all\.vrt.*tile\.tif"):
        Sources.of([mosaic(tmp_path / "all.vrt", "tile.tif")])


def test_dted_is_read(tmp_path: Path) -> None:
    """A cell of one degree with heights each 30 seconds, as DTED level 0 has them."""
    file, cell = tmp_path / "n49.dt0", 1 / 120
    settings = {
        "driver": "DTED", "dtype": "int16", "count": 1, "height": 121, "width": 121,
        "crs": "EPSG:4326", "transform": from_origin(11 - cell / 2, 50 + cell / 2, cell, cell),
    }  # fmt: skip
    columns = np.broadcast_to(np.arange(121) * 5, (121, 121)).astype(np.int16)
    with rasterio.MemoryFile() as memory:
        with memory.open(**{**settings, "driver": "GTiff"}) as source:
            source.write(columns, 1)
        with memory.open() as source:
            rasterio.shutil.copy(source, file, driver="DTED")
    found = survey_frame(load(Sources.of([file])), frame(4, 4, 1000))
    assert np.nanmean(found.relief.mean) == pytest.approx(300, abs=10)  # half-way along a degree
