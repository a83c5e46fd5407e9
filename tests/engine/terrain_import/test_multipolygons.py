"""Multipolygons as the standard assembles them, and the drafts of editors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

pytest.importorskip("osmium")

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.source_reader import read_source
from engine.terrain_import.survey import Sources, common_extent, load
from engine.terrain_import.vector_features import VectorFeatures
from tests.engine.terrain_import.small_ground import LAT, LON, Node, box_ring, osm

FOREST = {"landuse": "forest"}
UNIT = 0.01  # degrees
Box = tuple[float, float, float, float]


def extract(
    folder: Path, outer: Sequence[Box], inner: Sequence[Box], sign: int = 1, order: str = "nwr"
) -> Path:
    """A relation of boxes, each a way of its own; corners in one place are one node."""
    numbers: dict[Node, int] = {}
    ways: list[tuple[int, Sequence[int], Mapping[str, str]]] = []
    for box in (*outer, *inner):
        west, south, east, north = (side * UNIT for side in box)
        ring = box_ring(LON + west, LAT + south, LON + east, LAT + north)
        refs = [numbers.setdefault(each, sign * (len(numbers) + 1)) for each in ring]
        ways.append((sign * (1000 + len(ways)), [*refs, refs[0]], {}))
    roles = ["outer"] * len(outer) + ["inner"] * len(inner)
    members = [(id_, role) for (id_, _, _), role in zip(ways, roles, strict=True)]
    relation = (sign * 5000, members, {"type": "multipolygon", **FOREST})
    nodes = {id_: at for at, id_ in numbers.items()}
    return osm(folder / "a.osm", nodes, ways[::-1], [relation], order=order)


def woods(path: Path) -> tuple[VectorFeatures, float, set[str]]:
    source = read_source(path)
    areas = source.features.areas.get("woods", ())
    found = sum(area.area for area in areas) / UNIT**2
    return source.features, found, {each.code for each in source.findings}


@pytest.mark.parametrize(
    ("outer", "inner", "area"),
    [
        ([(0, 0, 8, 8), (3, 3, 5, 5)], [(2, 2, 6, 6)], 64 - 16 + 4),
        ([(0, 0, 9, 9), (2, 2, 7, 7), (4, 4, 5, 5)], [(1, 1, 8, 8), (3, 3, 6, 6)],
         81 - 49 + 25 - 9 + 1),
        ([(0, 0, 3, 3), (3, 0, 6, 3)], [], 18),
        ([(0, 0, 3, 3), (3, 3, 6, 6)], [], 18),
        ([(0, 0, 9, 9)], [(2, 2, 4, 4), (4, 2, 6, 4)], 81 - 8),
        ([(0, 0, 9, 9)], [(2, 2, 4, 4), (4, 4, 6, 6)], 81 - 8),
        ([(0, 0, 9, 9)], [(0, 0, 4, 4)], 81 - 16),
    ],
    ids=["nested", "nested twice", "side by side", "at a corner", "inners side by side",
         "inners at a corner", "an inner on the rim"],
)  # fmt: skip
@pytest.mark.parametrize("sign", [1, -1])
def test_rings_form_the_area_of_the_standard(
    tmp_path: Path, outer: list[Box], inner: list[Box], area: float, sign: int
) -> None:
    _, found, codes = woods(extract(tmp_path, outer, inner, sign))
    assert found == pytest.approx(area, abs=1e-3)
    assert "areas-broken" not in codes


@pytest.mark.parametrize("order", ["nwr", "rwn", "wnr"])
def test_drafts_with_negative_numbers_are_read_in_any_order(tmp_path: Path, order: str) -> None:
    _, found, codes = woods(extract(tmp_path, [(0, 0, 8, 8)], [(2, 2, 6, 6)], -1, order))
    assert found == pytest.approx(48)
    assert codes == set()


def test_a_draft_s_road_and_a_node_that_it_lacks(tmp_path: Path) -> None:
    nodes = {-1: (LON, LAT), -2: (LON + 0.01, LAT), 7: (LON + 0.02, LAT), -9: (LON + 0.04, LAT)}
    ways = [(-3, [-1, -2, 7], {"highway": "primary"}), (-4, [-1, -2, -8, 7, -9], FOREST | {
        "highway": "track"})]  # fmt: skip
    source = read_source(osm(tmp_path / "a.osm", nodes, ways))
    assert [len(line.course.coords) for line in source.features.lines["highway"]] == [3]
    assert [len(line.course.coords) for line in source.features.lines["track"]] == [2, 2]
    assert "missing-nodes" in {found.code for found in source.findings}


def test_a_file_with_areas_alone_says_where_it_lies(tmp_path: Path) -> None:
    ready = load(Sources.of([extract(tmp_path, [(0, 0, 8, 4)], [])]))
    expected = (LON, LAT, LON + 8 * UNIT, LAT + 4 * UNIT)
    assert tuple(common_extent(ready)) == pytest.approx(expected, abs=1e-6)


def test_a_stated_border_without_any_feature_is_told_and_ignored(tmp_path: Path) -> None:
    nodes = {1: (LON, LAT), 2: (LON + 0.01, LAT + 0.01)}
    file = osm(tmp_path / "a.osm", nodes, [(1, [1, 2], {"highway": "primary"})],
               bounds=(-70, -30, -69, -29))  # fmt: skip
    source = read_source(file)
    assert source.box is not None
    assert source.box.meets(GeoBox(LON, LAT, LON + 0.01, LAT + 0.01))
    assert {found.code for found in source.findings} == {"border-elsewhere"}
