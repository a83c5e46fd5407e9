"""From small files to a map: heights, parts of networks and their connections, reckoned anew."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
import rasterio
import shapely
from scipy.interpolate import RegularGridInterpolator

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import Map, Masks
from engine.movement.network_topology import side_network
from engine.terrain_import.hex_elevation import height_overview
from engine.terrain_import.import_diff import map_differences
from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.map_frame import MapFrame, SheetSpec
from engine.terrain_import.source_reader import combine_sources, common_ground, read_source
from engine.terrain_import.survey import Sources, common_extent, load, survey_frame
from tests.engine.terrain_import.small_ground import CELL, LAT, LON, frame, osm, raster

CLASSES = ("secondary", "residential", "track")
STEP = 0.0022  # degrees between the crossings of a made-up country


def country(path: Path, seed: int) -> tuple[Path, Any]:
    """Roads of three classes between scattered crossings, and which crossings they join."""
    rolled = random.Random(seed)
    nodes = {
        100 * column + row: (
            LON + (column - 4 + rolled.uniform(-0.3, 0.3)) * STEP,
            LAT + (row - 4 + rolled.uniform(-0.3, 0.3)) * STEP,
        )
        for column in range(9)
        for row in range(9)
    }
    ways: list[tuple[int, Sequence[int], dict[str, str]]] = []
    graph: Any = nx.Graph()
    for one in nodes:
        for other in (one + 100, one + 1):
            if other in nodes and rolled.random() < 0.55:
                ways.append((len(ways) + 1, [one, other], {"highway": rolled.choice(CLASSES)}))
                graph.add_edge(one, other)
    bounds = (LON - 0.05, LAT - 0.05, LON + 0.05, LAT + 0.05)
    graph.add_nodes_from((node, {"at": nodes[node]}) for node in graph)
    return osm(path, nodes, ways, bounds=bounds), graph


def union(grid: Grid, masks: dict[str, Masks]) -> Any:
    """The hexes that links join, as a graph."""
    graph: Any = nx.Graph()
    for plane in masks.values():
        for row, column in np.argwhere(plane).tolist():
            here = grid.hex(column, row)
            for direction in range(SIDES):
                if plane[row, column] >> direction & 1:
                    graph.add_edge(here, grid.neighbour(here, direction))
    return graph


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_roads_connected_in_the_file_are_connected_on_the_map(
    tmp_path: Path, seed: int, orientation: str
) -> None:
    path, roads = country(tmp_path / "a.osm", seed)
    here = frame(34, 56, 60, orientation=orientation)
    found = survey_frame(load(Sources.of([path])), here)
    map_ = draft_map(found, DraftChoice(spur=0))
    linked = union(here.grid, map_.links)
    part_of = {hex_: n for n, part in enumerate(nx.connected_components(linked)) for hex_ in part}
    for part in nx.connected_components(roads):
        # A bend between two crossings may be rounded off; ends and crossings are where they are.
        fixed = [node for node in part if roads.degree(node) != 2]
        hexes = {hex_of(here, *roads.nodes[node]["at"]) for node in fixed}
        assert len(hexes) < 2 or len({part_of[hex_] for hex_ in hexes}) == 1


def hex_of(here: MapFrame, lon: float, lat: float) -> Any:
    x, y = here.page_of(np.array([lon]), np.array([lat]))
    return here.hex_at(float(x[0]), float(y[0]))


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_roads_are_told_as_they_are_in_the_file_and_on_the_map(
    tmp_path: Path, seed: int
) -> None:
    path, roads = country(tmp_path / "a.osm", seed)
    found = survey_frame(load(Sources.of([path])), frame(34, 56, 60))
    linked = union(found.frame.grid, dict(found.links))
    assert found.link_parts.drawn == nx.number_connected_components(roads)
    assert found.link_parts.laid == nx.number_connected_components(linked)
    assert found.link_parts.laid <= found.link_parts.drawn


def test_parts_of_streams_are_told_as_they_are_in_the_file_and_on_the_map(tmp_path: Path) -> None:
    nodes = {1: (11.49, 50.004), 2: (11.5, 50.0), 3: (11.51, 49.996), 4: (11.503, 50.006),
             5: (11.492, 49.994), 6: (11.5, 49.9915)}  # fmt: skip
    brook = {"waterway": "stream"}
    ways = [(1, [1, 2], brook), (2, [2, 3], brook), (3, [4, 2], brook), (4, [5, 6], brook)]
    found = survey_frame(
        load(Sources.of([osm(tmp_path / "a.osm", nodes, ways)])), frame(30, 30, 60)
    )
    map_ = draft_map(found)
    assert found.water_parts == (2, 2)
    assert len(side_network(map_, "stream", ()).parts) == 2


@pytest.mark.parametrize("hex_metres", [200, 350])
def test_heights_are_the_mean_of_the_raster_s_cells_by_their_area(
    tmp_path: Path, hex_metres: float
) -> None:
    rolled = np.random.default_rng(7)
    path = raster(tmp_path / "a.tif", lambda lon, lat: 400 + rolled.uniform(-60, 60, lon.shape))
    found = survey_frame(load(Sources.of([path])), frame(8, 6, hex_metres, rotation=15))
    with rasterio.open(path) as source:
        heights = source.read(1)
    outlines = found.frame.outlines()
    for place in range(0, len(outlines), 5):
        wanted = cell_mean(found.frame, outlines[place], heights)
        assert found.relief.mean.ravel()[place] == pytest.approx(wanted, abs=1)


@pytest.mark.parametrize("hex_metres", [40, 110])
def test_finer_hexes_have_the_mean_of_the_surface_between_the_cells(
    tmp_path: Path, hex_metres: float
) -> None:
    path = raster(
        tmp_path / "a.tif", lambda lon, lat: 400 + 50 * np.sin(lon * 900) * np.cos(lat * 1100)
    )
    found = survey_frame(load(Sources.of([path])), frame(10, 8, hex_metres))
    with rasterio.open(path) as source:
        heights = source.read(1).astype(float)
    cells = (np.arange(heights.shape[0]) + 0.5) * CELL
    lats, lons = LAT + 0.05 - cells, LON - 0.05 + cells
    surface = RegularGridInterpolator((lats[::-1], lons), heights[::-1])
    outlines = found.frame.outlines()
    for place in range(0, len(outlines), 9):
        left, top, right, low = outlines[place].bounds
        x, y = np.meshgrid(np.linspace(left, right, 40), np.linspace(top, low, 40))
        inside = shapely.contains_xy(outlines[place], x, y)
        lon, lat = found.frame.degrees(x[inside], y[inside])
        wanted = surface(np.stack([lat, lon], axis=1)).mean()
        assert found.relief.mean.ravel()[place] == pytest.approx(wanted, abs=1)


def cell_mean(here: MapFrame, outline: Any, heights: Any) -> float:
    """The mean of a raster's cells, each by how much of it lies in a hex, cut with shapely."""
    corners = shapely.get_coordinates(outline)
    hexagon = shapely.Polygon(np.stack(here.degrees(corners[:, 0], corners[:, 1]), axis=1))
    west, north = LON - 0.05, LAT + 0.05
    rows, columns = np.indices(heights.shape)
    left, top = west + columns * CELL, north - rows * CELL
    cells = shapely.box(left, top - CELL, left + CELL, top)
    shares = shapely.area(shapely.intersection(cells, hexagon))
    return float((heights * shares).sum() / shares.sum())


# --- one by one -----------------------------------------------------------------------------------


def test_files_read_one_by_one_are_those_read_at_once(tmp_path: Path) -> None:
    roads, _ = country(tmp_path / "a.osm", 1)
    heights = raster(tmp_path / "a.tif", lambda lon, lat: 300 + 900 * (lat - LAT))
    sources = [read_source(heights), read_source(roads)]
    one, other = combine_sources(sources), load(Sources.of([heights, roads]))
    here = frame(20, 20, 60)
    assert common_ground(sources) == common_extent(other)
    assert map_differences(
        draft_map(survey_frame(one, here)), draft_map(survey_frame(other, here))
    ).is_empty
    assert survey_frame(one, here).findings == survey_frame(other, here).findings


def test_a_reading_that_is_stopped_stops(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(step: str, share: float) -> None:
        raise Stopped

    path, _ = country(tmp_path / "a.osm", 1)
    with pytest.raises(Stopped):
        read_source(path, stop)


def test_an_overview_shows_heights_where_they_are_and_nothing_beside(tmp_path: Path) -> None:
    path = raster(tmp_path / "a.tif", lambda lon, lat: 300 + 4000 * (lat - LAT))
    box = read_source(path).box
    assert box is not None
    seen = height_overview([path], box._replace(east=box.east + (box.east - box.west)), (40, 80))
    assert seen[2, 20] > seen[37, 20] + 300
    assert not np.isnan(seen[:, :38]).any()
    assert np.isnan(seen[:, 42:]).all()


def test_changes_are_counted_by_what_they_touch() -> None:
    was, new = (Map.blank(SheetSpec(100).of_hexes(LON, LAT, 5, 4).grid) for _ in range(2))
    new.level[1, 1] += 1
    grid = new.grid
    for at, direction in ((grid.hex(2, 2), 0), (grid.hex(3, 2), 3)):
        plane = new.links.setdefault("road", np.zeros(grid.shape, np.uint8))
        plane[grid.index(at)] |= np.uint8(1 << direction)
    found = map_differences(was, new)
    assert (found.levels, found.grounds, found.links, found.sides) == (1, 0, 1, 0)
    assert np.argwhere(found.hexes).tolist() == [[1, 1], [2, 2], [2, 3]]


def test_other_steps_of_the_same_heights_change_no_level() -> None:
    was, new = (Map.blank(SheetSpec(100).of_hexes(LON, LAT, 3, 3).grid) for _ in range(2))
    was.level[:], was.level_metres = 2, 10
    new.level[:], new.level_metres = 4, 5
    assert map_differences(was, new).is_empty
