"""Codes of land use in columns and rasters, by the shipped legends and one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pytest
import shapely

pytest.importorskip("rasterio")

from engine.terrain_import.import_problems import ImportReport, TerrainImportError
from engine.terrain_import.land_cover_legends import read_legend, shipped_legends
from engine.terrain_import.survey import Sources, load, survey_frame
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import VectorFeatures
from engine.terrain_import.vector_files import read_vectors
from tests.engine.terrain_import.small_ground import LAT, LON, box_ring, frame
from tests.engine.terrain_import.test_land_cover import cover_raster

STEP = 0.01


def columns(path: Path, column: str, codes: list[Any]) -> Path:
    """Squares side by side, one for each code."""
    features = []
    for place, code in enumerate(codes):
        ring = box_ring(LON + place * STEP, LAT, LON + (place + 1) * STEP, LAT + STEP)
        shape = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
        told = {column: code, "remark": "x"}
        features.append({"type": "Feature", "properties": told, "geometry": shape})
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def read(path: Path, legend: Path | None = None) -> tuple[VectorFeatures, ImportReport]:
    account = ImportReport()
    own = read_legend(legend) if legend else None
    return read_vectors(path, None, account, legend=own), account


def covers(features: VectorFeatures) -> dict[str, int]:
    return {cover: len(areas) for cover, areas in features.areas.items()}


def test_every_code_of_every_legend_is_a_cover_that_maps_know() -> None:
    known = {None, *load_tag_mapping().cover}
    for legend in shipped_legends().listed:
        assert set(legend.codes.values()) <= known
        assert len(legend.codes) > 10
        assert any(legend.numbers().values())


@pytest.mark.parametrize(
    ("column", "codes", "expected"),
    [
        ("Code_18", ["311", "312", "512", "122"], {"woods": 2, "lake": 1}),
        ("CODE_12", [211, 111, 411], {"field": 1, "settlement": 1, "marsh": 1}),
        ("gridcode", [11, 24, 42, 82], {"lake": 1, "settlement": 1, "woods": 1, "field": 1}),
        ("DN", [10, 80, 100], {"woods": 1, "lake": 1}),
        ("NLCD_Land", [95.0, 71.0], {"marsh": 1, "field": 1}),
    ],
)
def test_columns_of_known_legends_become_covers(
    tmp_path: Path, column: str, codes: list[Any], expected: dict[str, int]
) -> None:
    features, account = read(columns(tmp_path / "a.geojson", column, codes))
    assert covers(features) == expected
    assert [found.code for found in account.findings] == ["legend"]


def test_a_geopackage_has_its_legend_too(tmp_path: Path) -> None:
    squares = [shapely.box(LON + n * STEP, LAT, LON + (n + 1) * STEP, LAT + STEP) for n in (0, 1)]
    pyogrio.raw.write(
        tmp_path / "a.gpkg", shapely.to_wkb(np.array(squares, object)), crs="EPSG:4326",
        geometry_type="Polygon", fields=["Code_18"], field_data=[np.array(["323", "523"], object)],
    )  # fmt: skip
    features, _ = read(tmp_path / "a.gpkg")
    assert covers(features) == {"scrub": 1, "sea": 1}


def test_features_that_nothing_is_known_of_are_counted_by_their_words(tmp_path: Path) -> None:
    file = columns(tmp_path / "a.geojson", "Code_18", ["311", "999", "999", "77"])
    _, account = read(file)
    (found,) = [each for each in account.findings if each.code == "not-understood"]
    assert found.count == 3
    assert found.about == ("Code_18=999 × 2", "Code_18=77 × 1")
    _, account = read(columns(tmp_path / "b.geojson", "landuse", ["forest", "moon", "moon"]))
    (found,) = account.findings
    assert found.about == ("landuse=moon × 2",)
    _, account = read(columns(tmp_path / "c.geojson", "gridcode", [10, 7000]))
    assert [(each.code, each.count) for each in account.findings] == [("not-understood", 2)]


def test_an_own_legend_overrules_the_shipped_ones(tmp_path: Path) -> None:
    legend = tmp_path / "own.yaml"
    legend.write_text("column: code_18\ncodes: {311: marsh, Wald: woods, 5: open, 6: }\n")
    file = columns(tmp_path / "a.geojson", "Code_18", ["311", "Wald", "5", "6"])
    features, account = read(file, legend)
    assert covers(features) == {"marsh": 1, "woods": 1}
    assert "own.yaml" in account.findings[0].sentence()
    ready = load(Sources.of([file], legend=read_legend(legend)))
    assert covers(ready.features) == {"marsh": 1, "woods": 1}


@pytest.mark.parametrize(
    "said", ["", "column: a", "codes: {1: woods}", "column: a\ncodes: {1: jungle gym}", "a: [",
             "column: a\ncodes: [woods]"],
)  # fmt: skip
def test_a_legend_that_is_none_is_refused(tmp_path: Path, said: str) -> None:
    (tmp_path / "own.yaml").write_text(said)
    with pytest.raises(TerrainImportError):
        read_legend(tmp_path / "own.yaml")


@pytest.mark.parametrize(
    ("west", "east", "expected"),
    [
        (41, 24, ("woods", "settlement")),
        (1, 23, ("settlement", "woods")),
        (10, 90, ("woods", "marsh")),
    ],
)  # fmt: skip
def test_rasters_of_every_legend_are_ground(
    tmp_path: Path, west: int, east: int, expected: tuple[str, str]
) -> None:
    file = cover_raster(tmp_path / "a.tif", lambda lon, lat: np.where(lon < LON, west, east))
    found = survey_frame(load(Sources.of([file])), frame(9, 9))
    assert found.cover[expected[0]][4, 0] > 0.99
    assert found.cover[expected[1]][4, 8] > 0.99
