"""Maps of Azgaar's Fantasy Map Generator as real ground."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.checks.map_checks import check_map
from engine.files.map_writer import new_map_text
from engine.files.source_text import parse
from engine.map.map import Map
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.import_problems import ImportReport, TerrainImportError, waive_warnings
from engine.terrain_import.map_draft import draft_map
from engine.terrain_import.map_frame import SheetSpec
from engine.terrain_import.source_reader import read_source
from engine.terrain_import.survey import Sources, load, survey_frame
from tests.engine.terrain_import.small_azgaar import (
    EAST,
    NORTH,
    OWN,
    SOUTH,
    WEST,
    a_world,
    cells_geojson,
    lines_geojson,
    placed,
    written,
)

INNER = GeoBox(WEST + 0.02, SOUTH + 0.02, EAST - 0.02, NORTH - 0.02)


def surveyed(*paths: Path, hex_metres: float = 1500) -> HexSamples:
    return survey_frame(load(Sources.of(paths)), SheetSpec(hex_metres).frame_over_box(INNER))


def told_of(path: Path) -> dict[str, int]:
    return {told.code: told.count for told in read_source(path).findings}


def at(map_: Map, found: HexSamples, x: float, y: float) -> tuple[str, int]:
    """The ground and the level of the hex at a place of the generator's map."""
    lon, lat = placed((x, y))
    east, south = found.frame.page_of(np.array([lon]), np.array([lat]))
    cell = map_.grid.index(found.frame.hex_at(float(east[0]), float(south[0])))
    return map_.grounds[map_.ground[cell]], int(map_.level[cell])


def test_a_full_export_becomes_a_map_with_its_sea_woods_heights_rivers_roads_and_towns(
    tmp_path: Path,
) -> None:
    found = surveyed(written(tmp_path / "small Full.json", a_world()))
    map_ = draft_map(found)
    assert at(map_, found, 15, 45) == ("ocean", 0)
    assert at(map_, found, 105, 45)[0] == "woods"
    assert at(map_, found, 85, 55)[0] == "lake"
    low, high = at(map_, found, 45, 60)[1], at(map_, found, 107, 60)[1]
    metres = [map_.base_metres + level * map_.level_metres for level in (low, high)]
    assert metres[0] == pytest.approx((30 - 18) ** 2, abs=map_.level_metres)
    assert metres[1] == pytest.approx((53 - 18) ** 2, abs=250), "to the power that the map says"
    assert {"river-line"} <= map_.sides.keys()
    assert {"highway", "road"} == map_.links.keys()
    assert [(place.name) for place in map_.places] == ["Alton", "Burgh", "Wend"]
    assert at(map_, found, 45, 35)[0] == "settlement"
    assert "Azgaar" in str(map_.credits)
    codes = {told.code: told.count for told in found.findings}
    assert codes["azgaar-sea-routes"] == 1
    assert "flat" not in codes


def test_such_a_map_checks_clean(tmp_path: Path) -> None:
    found = surveyed(written(tmp_path / "a.json", a_world()))
    map_ = waive_warnings(draft_map(found), ImportReport())
    assert check_map(map_, parse(new_map_text(map_, tmp_path / "a.map.yaml"), "a.map.yaml")) == []


def test_geojson_of_cells_and_of_lines_together_tell_the_same(tmp_path: Path) -> None:
    whole = surveyed(written(tmp_path / "a.json", a_world()))
    parts = surveyed(
        written(tmp_path / "cells.geojson", cells_geojson()),
        written(tmp_path / "lines.geojson", lines_geojson()),
    )
    for name in ("sea", "woods", "field", "lake"):
        assert np.allclose(whole.cover[name], parts.cover[name], atol=0.01), name
    assert np.array_equal(whole.waters["river"], parts.waters["river"])
    for name in ("highway", "road"):
        assert np.array_equal(whole.links[name], parts.links[name]), name
    land = whole.cover["sea"] + whole.cover["lake"] < 0.01
    assert np.nanmedian(np.abs(whole.relief.mean - parts.relief.mean)[land]) < 5
    assert "azgaar-unit" in {told.code for told in parts.findings}


def test_the_window_reads_it_as_a_source_with_its_border(tmp_path: Path) -> None:
    source = read_source(written(tmp_path / "a.json", a_world()))
    assert source.sort == "vectors"
    assert source.box == GeoBox(WEST, SOUTH, EAST, NORTH)
    assert source.counts.places == 2


def test_what_it_cannot_take_is_told(tmp_path: Path) -> None:
    world = a_world()
    del world["pack"]["routes"]
    world["pack"]["cells"][53]["biome"] = OWN
    codes = {
        told.code: told.count for told in read_source(written(tmp_path / "a.json", world)).findings
    }
    assert codes == {"azgaar-no-routes": 1, "azgaar-biome": 1}
    marker = {"type": "Point", "coordinates": [11.1, 49.1]}
    lines = lines_geojson()
    lines["features"].append({"type": "Feature", "geometry": marker, "properties": {"id": "m"}})
    codes = {
        told.code: told.count for told in read_source(written(tmp_path / "b.json", lines)).findings
    }
    assert codes == {"azgaar-sea-routes": 1, "azgaar-left": 1}


def test_an_older_map_without_a_size_tells_it_by_its_lattice(tmp_path: Path) -> None:
    world = a_world()
    del world["info"]["width"], world["info"]["height"]
    source = read_source(written(tmp_path / "a.json", world))
    before = read_source(written(tmp_path / "b.json", a_world()))
    assert source.counts == before.counts
    seas = (next(iter(each.features.areas["sea"])) for each in (source, before))
    assert next(seas).equals(next(seas))


BROKEN: list[tuple[str, list[Any], object]] = [
    ("/mapCoordinates", ["mapCoordinates", "lonW"], 190),
    ("/pack/cells/7/v/0", ["pack", "cells", 7, "v", 0], 10_000),
    ("/pack/cells/7/h", ["pack", "cells", 7, "h"], "high"),
    ("/pack/vertices/3/p", ["pack", "vertices", 3, "p"], None),
    ("/settings/heightExponent", ["settings", "heightExponent"], 700),
    ("/pack/burgs/1/x", ["pack", "burgs", 1, "x"], []),
    ("/settings/populationRate", ["settings", "populationRate"], 1e308),
    ("/info", ["info", "height"], 1e-300),
    ("/pack/burgs/1", ["pack", "burgs", 1, "x"], 1e9),
    ("/pack/vertices/3/p", ["pack", "vertices", 3, "p", 1], -1e9),
    ("/pack/routes/0/points/1", ["pack", "routes", 0, "points", 1, 0], 1e9),
]


@pytest.mark.parametrize(("place", "keys", "value"), BROKEN)
def test_a_broken_map_is_refused_with_the_place(
    tmp_path: Path, place: str, keys: list[Any], value: object
) -> None:
    world = deepcopy(a_world())
    inner: Any = world
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    with pytest.raises(TerrainImportError) as refused:
        read_source(written(tmp_path / "a.json", world))
    assert f"{place} " in str(refused.value)
    assert "a.json" in str(refused.value)


def test_a_place_beyond_the_earth_is_refused_with_the_place(tmp_path: Path) -> None:
    world = cells_geojson()
    world["features"][2]["geometry"]["coordinates"][0][1] = [1e9, 49.0]
    with pytest.raises(
        TerrainImportError, match=r"/features/2/geometry/coordinates/0/1 .*−180–180"
    ):
        read_source(written(tmp_path / "cells.geojson", world))


def test_what_reaches_over_the_rim_of_the_map_is_cut_there(tmp_path: Path) -> None:
    world = a_world()
    world["pack"]["routes"][0]["points"][2][:2] = [125, 25]
    lines = read_source(written(tmp_path / "a.json", world)).features.lines.values()
    assert max(line.course.bounds[2] for listed in lines for line in listed) == EAST


def test_an_export_without_cells_says_which_one_to_make(tmp_path: Path) -> None:
    world = a_world()
    del world["pack"]["cells"]
    with pytest.raises(TerrainImportError, match="Full"):
        read_source(written(tmp_path / "a.json", world))
