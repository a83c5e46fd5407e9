"""How much of each hex is what."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from engine.terrain_import.area_rings import AreaRings
from engine.terrain_import.cover_shares import cover_shares
from engine.terrain_import.import_problems import ImportReport
from tests.engine.terrain_import.small_ground import frame


def shares(areas: dict[str, list[Any]], **more: Any) -> tuple[Any, ImportReport]:
    account = ImportReport()
    listed = {name: AreaRings.of(np.array(shapes, object)) for name, shapes in areas.items()}
    return cover_shares(listed, frame(**more), account, lambda share: None), account


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_half_a_map_of_woods_is_half_its_area(orientation: str) -> None:
    here = frame(20, 19, 100, orientation=orientation)
    wide, high = here.size
    found, _ = shares({"woods": [shapely.box(-9, -9, wide / 2, high + 9)]},
                      columns=20, rows=19, hex_metres=100, orientation=orientation)  # fmt: skip
    sheet = shapely.union_all(here.outlines())
    wanted = sheet.intersection(shapely.box(0, 0, wide / 2, high)).area / sheet.area
    assert found["woods"].mean() == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_shares_are_true_and_never_sum_to_more_than_one(seed: int) -> None:
    chance = np.random.default_rng(seed)
    here = frame(21, 18, 100)
    areas = {
        name: [
            shapely.Point(chance.uniform(0, 2000, 2)).buffer(chance.uniform(20, 500))
            for _ in range(9)
        ]
        for name in ("lake", "settlement", "woods")
    }
    found, account = shares(areas, columns=21, rows=18, hex_metres=100)
    total = sum(found.values())
    assert total.max() <= 1 + 1e-5
    hexes = here.outlines()
    taken: BaseGeometry = shapely.Polygon()
    for name in ("lake", "settlement", "woods"):
        ground = shapely.union_all(areas[name]).difference(taken)
        taken = taken.union(ground)
        wanted = shapely.area(shapely.intersection(hexes, ground)) / shapely.area(hexes)
        assert found[name].ravel() == pytest.approx(wanted, abs=0.002)
    assert [finding.code for finding in account.findings] == ["overlaps"]


def test_areas_that_cross_themselves_or_lie_elsewhere_do_no_harm() -> None:
    bow = shapely.make_valid(shapely.Polygon([(0, 0), (900, 900), (900, 0), (0, 900)]))
    found, _ = shares({"woods": [bow, shapely.box(9e6, 9e6, 9e7, 9e7)], "lake": []})
    assert set(found) == {"woods"}
    assert 0 < found["woods"].mean() < 1


def test_many_small_areas_in_large_hexes_are_true_too() -> None:
    chance = np.random.default_rng(5)
    here = frame(4, 4, 1500)
    houses = [shapely.Point(chance.uniform(0, 6000, 2)).buffer(40) for _ in range(400)]
    fields = [shapely.Point(chance.uniform(0, 6000, 2)).buffer(500) for _ in range(20)]
    found, _ = shares({"buildings": houses, "field": fields}, columns=4, rows=4, hex_metres=1500)
    built = shapely.union_all(houses)
    open_ = shapely.difference(shapely.union_all(fields), built)
    for name, ground in (("buildings", built), ("field", open_)):
        wanted = shapely.area(shapely.intersection(here.outlines(), ground))
        wanted /= shapely.area(here.outlines())
        assert found[name].ravel() == pytest.approx(wanted, abs=0.004)
