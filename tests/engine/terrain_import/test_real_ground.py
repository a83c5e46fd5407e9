"""The real ground north of Bayreuth, where its files lie beside the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
import rasterio
import shapely
from pyproj import Transformer

from engine.hexes.hex import SIDES
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.line_networks import build_network
from engine.terrain_import.map_draft import draft_map
from engine.terrain_import.map_frame import MapFrame, SheetSpec
from engine.terrain_import.page_projection import on_page
from engine.terrain_import.survey import LoadedSources, Sources, common_extent, load, survey_frame
from tests.engine.terrain_import.small_ground import BAYREUTH

pytestmark = pytest.mark.skipif(not BAYREUTH.is_dir(), reason="no real data beside the checkout")

HEIGHTS, EXTRACT = BAYREUTH / "dem.tif", BAYREUTH / "north-bayreuth.osm.pbf"
WHOLE = GeoBox(11.4807, 49.9721, 11.6053, 50.0470)


@pytest.fixture(scope="module")
def ready() -> LoadedSources:
    return load(Sources.of([HEIGHTS, EXTRACT]))


@pytest.fixture(scope="module")
def village(ready: LoadedSources) -> HexSamples:
    return survey_frame(ready, SheetSpec(50).of_hexes(11.567, 50.029, 60, 50))


@pytest.fixture(scope="module")
def country(ready: LoadedSources) -> HexSamples:
    return survey_frame(ready, SheetSpec(400).frame_over_box(WHOLE))


def degrees(frame: MapFrame, x: Any, y: Any) -> tuple[Any, Any]:
    a, b, c, d, e, f = frame.affine(1.0, 1.0, 0.0, 0.0)
    to_degrees = Transformer.from_crs(frame.crs, "EPSG:4326", always_xy=True)
    return to_degrees.transform(a * x + b * y + c, d * x + e * y + f)


def test_the_area_that_all_sources_cover_is_found(ready: LoadedSources) -> None:
    assert common_extent(ready) == pytest.approx(WHOLE, abs=0.002)


@pytest.mark.parametrize("hex_metres", [200, 400])
def test_heights_are_the_area_weighted_mean_within_a_metre(
    ready: LoadedSources, hex_metres: float
) -> None:
    country = survey_frame(ready, SheetSpec(hex_metres).frame_over_box(WHOLE))
    frame = country.frame
    with rasterio.open(HEIGHTS) as source:
        cells, transform = source.read(1), source.transform
    hexes = frame.outlines()
    for place in range(0, len(hexes), len(hexes) // 60):
        left, top, right, low = hexes[place].bounds
        x, y = np.meshgrid(np.linspace(left, right, 120), np.linspace(top, low, 120))
        inside = shapely.contains_xy(hexes[place], x, y)
        lon, lat = degrees(frame, x[inside], y[inside])
        columns = ((lon - transform.c) / transform.a).astype(int)
        rows = ((lat - transform.f) / transform.e).astype(int)
        assert country.relief.mean.ravel()[place] == pytest.approx(
            cells[rows, columns].mean(), abs=1
        )


@pytest.mark.parametrize(
    "kinds", [("highway",), ("highway", "road"), ("highway", "road", "street")]
)
def test_every_road_that_is_connected_in_the_cut_is_connected_on_the_map(
    ready: LoadedSources, village: HexSamples, kinds: tuple[str, ...]
) -> None:
    frame, grid = village.frame, village.frame.grid
    graph: Any = nx.Graph()
    for kind in set(kinds) & set(village.links):
        for hex_ in grid:
            for direction in range(SIDES):
                if village.links[kind][grid.index(hex_)] >> direction & 1:
                    graph.add_edge(hex_, grid.neighbour(hex_, direction))
    part_of = {hex_: n for n, part in enumerate(nx.connected_components(graph)) for hex_ in part}
    lines = on_page(ready.features, frame).lines
    sheet = shapely.union_all(frame.outlines())
    net = build_network({kind: lines[kind] for kind in kinds}, sheet)
    drawn: Any = nx.Graph((reach.start, reach.end) for reach in net.reaches)
    for part in nx.connected_components(drawn):
        inside = {frame.hex_at(*net.nodes[node]) for node in part} & set(grid)
        assert len(inside) < 2 or len({part_of[hex_] for hex_ in inside}) == 1


def test_every_road_of_the_cut_is_connected_on_the_drafted_map(
    ready: LoadedSources, village: HexSamples
) -> None:
    frame, map_ = village.frame, draft_map(village)
    graph: Any = nx.Graph()
    for plane in map_.links.values():
        for row, column in np.argwhere(plane).tolist():
            here = frame.grid.hex(column, row)
            ways = [d for d in range(SIDES) if plane[row, column] >> d & 1]
            graph.add_edges_from((here, frame.grid.neighbour(here, d)) for d in ways)
    part_of = {hex_: n for n, part in enumerate(nx.connected_components(graph)) for hex_ in part}
    lines = on_page(ready.features, frame).lines
    usual_ = ("highway", "road", "street", "track")
    net = build_network({kind: lines[kind] for kind in usual_}, shapely.union_all(frame.outlines()))
    drawn: Any = nx.Graph((reach.start, reach.end) for reach in net.reaches)
    joined = 0
    for part in nx.connected_components(drawn):
        # Dead ends of one link are left out; what is on the map is in one piece.
        found = {part_of.get(frame.hex_at(*net.nodes[node])) for node in part} - {None}
        assert len(found) < 2
        joined += len(found)
    assert joined > 1


def test_networks_have_no_more_parts_than_they_had(
    village: HexSamples, country: HexSamples
) -> None:
    for piece in (village, country):
        assert piece.water_parts.laid <= piece.water_parts.drawn
        assert piece.link_parts.laid <= piece.link_parts.drawn


def test_the_samples_are_what_the_import_makes(village: HexSamples) -> None:
    from engine.files.map_reader import load
    from engine.files.source_text import ROOT

    sample: Path = ROOT / "samples/tank/maps/bayreuth.map.yaml"
    map_, new = load(sample), draft_map(village)
    assert (map_.level == new.level).all()
    assert (map_.ground == new.ground).all()
    assert all((map_.sides[kind] == plane).all() for kind, plane in new.sides.items())
    assert all((map_.links[kind] == plane).all() for kind, plane in new.links.items())


def test_the_border_and_bare_ground_are_told(village: HexSamples) -> None:
    told = {found.code: found.count for found in village.findings}
    assert told["no-border"] == 1
    assert told["no-land-use"] > 1000
    assert told["overlaps"] > 100
