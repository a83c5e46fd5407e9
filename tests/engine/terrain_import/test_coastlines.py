"""Where the sea is: behind the coastlines, on their right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.map.map import Map
from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.map_draft import draft_map
from engine.terrain_import.survey import Sources, load, survey_frame
from tests.engine.terrain_import.small_ground import LAT, LON, Node, frame, osm

COAST = {"natural": "coastline"}
BOUNDS = (LON - 0.05, LAT - 0.05, LON + 0.05, LAT + 0.05)


def imported(path: Path, *ways: list[Node], bounds: tuple[float, float, float, float] = BOUNDS,
             **more: Any) -> tuple[Map, dict[str, int]]:  # fmt: skip
    """The map of some coastlines, and what is told."""
    nodes: dict[int, Node] = {}
    listed: list[Any] = []
    for way in ways:
        numbers = []
        for at in way:
            known = next((number for number, other in nodes.items() if other == at), None)
            numbers.append(known or len(nodes) + 1)
            nodes.setdefault(numbers[-1], at)
        listed.append((len(listed) + 1, numbers, COAST))
    file = osm(path / "sea.osm", nodes, listed, bounds=bounds)
    found = survey_frame(load(Sources.of([file])), frame(21, 18, 100, **more))
    return draft_map(found), {finding.code: finding.count for finding in found.findings}


def wet(map_: Map) -> str:
    """Hexes of sea as # in the middle row."""
    row = map_.grid.rows // 2
    names = (map_.ground_at(map_.grid.hex(column, row)) for column in range(map_.grid.columns))
    return "".join("#" if name == "ocean" else "." for name in names)


@pytest.mark.parametrize("rotation", [0.0, 180.0])
def test_the_sea_lies_to_the_right_of_a_coastline(tmp_path: Path, rotation: float) -> None:
    north = [(LON, LAT - 0.06), (LON, LAT), (LON, LAT + 0.06)]
    map_, told = imported(tmp_path, north, rotation=rotation)
    row = wet(map_) if not rotation else wet(map_)[::-1]
    assert row.startswith("........") and row.endswith("########")  # noqa: PT018 one row
    assert not told.keys() & {"coast-broken", "coast-contradicts"}
    map_, _ = imported(tmp_path, north[::-1], rotation=rotation)
    row = wet(map_) if not rotation else wet(map_)[::-1]
    assert row.startswith("########") and row.endswith("........")  # noqa: PT018


def test_an_island_is_land_with_the_sea_all_round(tmp_path: Path) -> None:
    far = 0.004
    ring = [(LON - far, LAT - far), (LON + far, LAT - far), (LON + far, LAT + far),
            (LON - far, LAT + far), (LON - far, LAT - far)]  # fmt: skip
    map_, _ = imported(tmp_path, ring)
    row = wet(map_)
    assert row.startswith("####") and row.endswith("####") and "...." in row  # noqa: PT018


def test_a_coast_in_pieces_is_one_coast(tmp_path: Path) -> None:
    points = [(LON, LAT - 0.06 + 0.02 * step) for step in range(7)]
    map_, told = imported(tmp_path, points[:3], points[2:5], points[4:])
    assert wet(map_).endswith("########")
    assert "coast-broken" not in told


def test_a_coast_that_an_extract_cut_short_is_led_to_its_border(tmp_path: Path) -> None:
    map_, told = imported(tmp_path, [(LON, LAT - 0.0049), (LON, LAT + 0.0049)],
                          bounds=(LON - 0.05, LAT - 0.005, LON + 0.05, LAT + 0.005))  # fmt: skip
    assert wet(map_).endswith("########")
    assert "coast-broken" not in told


def test_a_coast_that_ends_amid_the_area_is_told_and_makes_no_sea(tmp_path: Path) -> None:
    map_, told = imported(tmp_path, [(LON, LAT - 0.06), (LON, LAT)])
    assert "#" not in wet(map_)
    assert told["coast-broken"] == 1


def test_coastlines_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    west, east = LON - 0.005, LON + 0.005
    _, told = imported(tmp_path, [(west, LAT - 0.06), (west, LAT + 0.06)],
                       [(east, LAT - 0.06), (east, LAT + 0.06)])  # fmt: skip
    assert told["coast-contradicts"] == 1


def test_a_page_wholly_at_sea_is_sea(tmp_path: Path) -> None:
    map_, _ = imported(tmp_path, [(LON - 0.04, LAT - 0.06), (LON - 0.04, LAT + 0.06)])
    assert set(wet(map_)) == {"#"}


def test_an_area_outside_all_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TerrainImportError, match=r"sea\.osm"):
        imported(tmp_path, [(9.05, 45.02), (9.05, 45.08)], bounds=(9.0, 45.0, 9.1, 45.1))


@pytest.mark.parametrize(("projection", "off"), [("utm", None), ("local", None), ("EPSG:3857", 36)])
def test_a_projection_whose_metres_are_none_is_told(
    tmp_path: Path, projection: str, off: int | None
) -> None:
    _, told = imported(tmp_path, [(LON, LAT - 0.06), (LON, LAT + 0.06)], projection=projection)
    assert told.get("metres-not-true") == off  # the cosine of 50° is 0.64
