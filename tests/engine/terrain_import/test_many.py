"""Much ground: many areas in little memory, and lines of lesser classes only where asked for."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely

from engine.terrain_import.area_rings import AreaRings
from engine.terrain_import.hex_corners import frame_corners
from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.lattice_routing import LatticeCosts
from engine.terrain_import.map_frame import MAX_HEXES, SheetSpec
from engine.terrain_import.survey import Sources, load, survey_frame
from engine.terrain_import.vector_features import VectorFeatures
from tests.bench.made_country import make_country
from tests.engine.terrain_import.small_ground import LAT, LON, frame, osm

RING = shapely.Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (1, 2), (2, 2), (2, 1)]])


def test_areas_keep_their_holes_and_their_sizes_when_they_are_packed() -> None:
    patches = AreaRings.of(np.array([RING, shapely.MultiPolygon([shapely.box(9, 9, 10, 11)])]))
    assert [area.area for area in patches.polygons()] == [15, 2]
    assert patches.sizes().tolist() == [15, 2]
    assert patches.bounds().tolist() == [[0, 0, 4, 4], [9, 9, 10, 11]]
    assert patches.chosen(np.array([False, True])).polygons()[0].area == 2
    both = AreaRings.joined([AreaRings.of(np.empty(0, object)), patches, patches])
    assert both.sizes().tolist() == [15, 2, 15, 2]


def test_areas_are_kept_to_a_centimetre() -> None:
    features, ring = VectorFeatures(), shapely.box(LON, LAT, LON + 0.0123456, LAT + 0.0000011)
    features.add_area("woods", ring)
    assert features.areas["woods"][0].bounds == pytest.approx(ring.bounds, abs=1e-7)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_a_corner_lies_between_the_hexes_of_its_sides(orientation: str) -> None:
    here = frame(7, 6, 100, orientation=orientation)
    found = frame_corners(here)
    x, y = (plane.ravel() for plane in here.centres())
    count = 0
    for corner, slot in np.argwhere(found.lattice.steps >= 0).tolist():
        other = int(found.lattice.steps[corner, slot])
        one, beyond, _, _ = found.side(corner, other)
        middle = found.lattice.places[[corner, other]].mean(axis=0)
        assert (x[one] + x[beyond]) / 2 == pytest.approx(middle[0], abs=0.01)
        assert (y[one] + y[beyond]) / 2 == pytest.approx(middle[1], abs=0.01)
        count += 1
    grid = here.grid
    assert count == sum(len(grid.neighbours(hex_)) for hex_ in grid)  # each side from two ends


def test_a_way_begins_and_ends_where_it_should_and_makes_no_leaps() -> None:
    lattice = frame_corners(frame(9, 8, 100)).lattice
    inner = np.flatnonzero((lattice.steps >= 0).all(axis=1))
    start, goal = int(inner[3]), int(inner[-4])
    nodes = LatticeCosts(lattice, 0.0).way(lattice.places[[start, goal]], [start], [goal])
    assert (nodes[0], nodes[-1]) == (start, goal)
    assert all(b in lattice.steps[a] for a, b in pairwise(nodes))


def test_classes_that_are_not_usual_are_laid_for_who_asks_and_named_to_others(
    tmp_path: Path,
) -> None:
    nodes = {1: (LON - 0.01, LAT), 2: (LON + 0.01, LAT + 0.002), 3: (LON, LAT + 0.006)}
    ways = [(1, [1, 2], {"highway": "tertiary"}), (2, [1, 3], {"highway": "footway"})]
    ready = load(Sources.of([osm(tmp_path / "a.osm", nodes, ways)]))
    usual, asked = survey_frame(ready, frame()), survey_frame(ready, frame(), asked={"path"})
    assert (set(usual.links), usual.unlaid) == ({"road"}, ("path",))
    assert (set(asked.links), asked.unlaid) == ({"road", "path"}, ())


def test_four_million_hexes_may_be_asked_for_and_no_more() -> None:
    assert len(SheetSpec(50).of_hexes(LON, LAT, 2000, 2000).grid) == MAX_HEXES == 4_000_000
    with pytest.raises(TerrainImportError, match="4000000"):
        SheetSpec(50).of_hexes(LON, LAT, 2001, 2000)


def test_a_made_country_becomes_hexes(tmp_path: Path) -> None:
    make_country(tmp_path / "made.osm.pbf", 2, seed=3)
    ready = load(Sources.of([tmp_path / "made.osm.pbf"]))
    assert len(ready.features.areas["buildings"]) == 4 * 24
    found = survey_frame(ready, SheetSpec(200).frame_over_box(ready.features.box))  # type: ignore[arg-type]  # it has one
    assert {"woods", "field", "settlement", "buildings"} <= set(found.cover)
    assert "road" in found.links
    assert found.link_parts.laid <= found.link_parts.drawn
