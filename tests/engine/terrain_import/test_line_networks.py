"""Streams along hexsides and roads from hex to hex, on random networks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
import shapely

from engine.hexes.hex import SIDES, distance
from engine.map.map import Map
from engine.movement.network_topology import side_network
from engine.terrain_import.hex_corners import frame_corners
from engine.terrain_import.hexside_streams import HexsideWaters, lay_streams
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.line_networks import Network, build_network, join_reaches
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.roads import LaidLinks, WaterConstraints, lay_roads
from engine.terrain_import.vector_features import SourceLine
from tests.assertions import require_type
from tests.engine.terrain_import.small_ground import frame

every_seed = pytest.mark.parametrize("seed", range(6))
both_ways = pytest.mark.parametrize("orientation", ["pointy", "flat"])


def quiet(share: float) -> None:
    """Nobody watches."""


def sheet_of(here: MapFrame) -> Any:
    return shapely.union_all(here.outlines())


def wandering(chance: Any, start: Any, steps: int, heading: float, step: float = 18) -> Any:
    points = [np.array(start, float)]
    for _ in range(steps):
        heading += chance.normal(0, 0.35)
        points.append(points[-1] + step * np.array([np.cos(heading), np.sin(heading)]))
    return np.array(points)


def river_system(seed: int) -> list[SourceLine]:
    """A main stream with tributaries that end in its points, drawn downstream."""
    chance = np.random.default_rng(seed)
    main = wandering(chance, (-50, 500), 90, 0.0)
    lines = [SourceLine(shapely.LineString(main), "Bach")]
    for _ in range(5):
        branch = wandering(chance, main[chance.integers(5, 85)], 30, chance.uniform(0, 6.3))
        lines.append(SourceLine(shapely.LineString(branch[::-1])))
    return lines


def road_net(seed: int) -> dict[str, list[SourceLine]]:
    chance = np.random.default_rng(seed)
    towns = chance.uniform(50, 950, (9, 2))
    lines: dict[str, list[SourceLine]] = {"highway": [], "road": [], "track": []}
    for kind, count in (("highway", 3), ("road", 6), ("track", 5)):
        for _ in range(count):
            a, b = chance.choice(9, 2, replace=False)
            bend = (towns[a] + towns[b]) / 2 + chance.normal(0, 60, 2)
            lines[kind].append(SourceLine(shapely.LineString([towns[a], bend, towns[b]])))
    return lines


def laid_streams(here: MapFrame, lines: list[SourceLine], kind: str = "stream") -> HexsideWaters:
    return lay_streams({kind: lines}, here, sheet_of(here), ImportReport(), quiet)


def dry(here: MapFrame) -> WaterConstraints:
    nothing = np.zeros(here.grid.shape)
    return WaterConstraints(
        nothing.astype(np.uint8), np.empty(0, object), nothing.astype(np.float32)
    )


def laid_roads(here: MapFrame, lines: dict[str, list[SourceLine]]) -> LaidLinks:
    return lay_roads(lines, here, sheet_of(here), dry(here), ImportReport(), quiet)


def linked(here: MapFrame, laid: LaidLinks, kinds: tuple[str, ...]) -> Any:
    graph: Any = nx.Graph()
    for kind in set(kinds) & set(laid.masks):
        for hex_ in here.grid:
            for direction in range(SIDES):
                if laid.masks[kind][here.grid.index(hex_)] >> direction & 1:
                    graph.add_edge(hex_, here.grid.neighbour(hex_, direction))
    return graph


# --- networks -------------------------------------------------------------------------------------


def net_of(*lines: list[tuple[float, float]], sheet: Any = None) -> Network:
    drawn = {"stream": [SourceLine(shapely.LineString(points)) for points in lines]}
    return build_network(drawn, sheet or shapely.box(-1000, -1000, 2000, 2000))


def test_lines_meet_only_where_they_share_a_point() -> None:
    assert net_of([(0, 0), (10, 0)], [(5, -5), (5, 5)]).parts() == 2
    assert net_of([(0, 0), (5, 0), (10, 0)], [(5, -5), (5, 0)]).parts() == 1


def test_what_goes_on_alone_is_one_reach() -> None:
    net = net_of([(0, 0), (5, 0)], [(5, 0), (9, 0)], [(9, 0), (12, 3)])
    assert [len(reach.points) for reach in net.reaches] == [4]


def test_a_junction_parts_three_reaches_and_the_straightest_two_are_one_stem() -> None:
    net = net_of([(0, 0), (50, 0), (100, 2)], [(50, 80), (50, 0)])
    assert len(net.reaches) == 3
    lengths = sorted(round(stem.length) for stem in join_reaches(net.reaches))
    assert lengths == [80, 100]


def test_a_network_is_cut_at_the_sheet() -> None:
    net = net_of([(-500, 50), (500, 50)], sheet=shapely.box(0, 0, 100, 100))
    assert [round(reach.length) for reach in net.reaches] == [100]


def test_a_ring_stays_a_ring() -> None:
    net = net_of([(0, 0), (50, 0), (50, 50), (0, 50), (0, 0)])
    assert [reach.start == reach.end for reach in net.reaches] == [True]


# --- streams --------------------------------------------------------------------------------------


@every_seed
@both_ways
def test_a_chain_never_comes_back_to_a_corner_nor_to_a_hex_it_left(
    seed: int, orientation: str
) -> None:
    here = frame(20, 22, 50, orientation=orientation)
    sides = frame_corners(here)
    waters = laid_streams(here, river_system(seed))
    assert waters.chains
    for chain in waters.chains:
        assert len(set(chain.corners)) == len(chain.corners)
        last: dict[int, int] = {}
        for step, (a, b) in enumerate(pairwise(chain.corners)):
            for hex_ in sides.side(a, b)[:2]:
                assert last.get(hex_, step) >= step - 1, "the chain comes back to a hex"
                last[hex_] = step


@every_seed
@both_ways
def test_streams_that_are_one_network_are_one_on_the_map(seed: int, orientation: str) -> None:
    here = frame(20, 22, 50, orientation=orientation)
    lines = river_system(seed)
    waters = laid_streams(here, lines)
    assert waters.parts_laid <= waters.parts_drawn
    map_ = Map.blank(here.grid)
    map_.sides = dict(waters.masks)
    assert len(side_network(map_, "stream", ()).parts) == waters.parts_laid


@every_seed
def test_a_chain_stays_by_its_course(seed: int) -> None:
    here = frame(20, 22, 50)
    lattice = frame_corners(here).lattice
    lines = river_system(seed)
    courses = shapely.union_all([line.course for line in lines])
    for chain in laid_streams(here, lines).chains:
        places = shapely.points(lattice.places[list(chain.corners)])
        away = shapely.distance(places, courses)
        assert away.mean() < 25
        assert away.max() < 75


def test_no_water_runs_on_the_outer_edge() -> None:
    here = frame(12, 10, 50)
    wide, high = here.size
    along = shapely.LineString([(0, 2), (wide, 2)])
    waters = laid_streams(
        here, [SourceLine(along), SourceLine(shapely.LineString([(5, 0), (5, high)]))]
    )
    for direction in range(SIDES):
        outside = here.grid.neighbour_plane(np.ones(here.grid.shape, np.uint8), direction, 0) == 0
        for plane in waters.masks.values():
            assert not ((plane >> direction & 1).astype(bool) & outside).any()


def test_a_loop_of_a_stream_is_followed_and_not_cut_short() -> None:
    here = frame(20, 22, 50)
    loop = [(100, -10), (100, 700), (400, 700), (400, 60), (700, 60), (700, 1200)]
    (chain,) = laid_streams(here, [SourceLine(shapely.LineString(loop))]).chains
    assert (len(chain.corners) - 1) * here.hex_metres / np.sqrt(3) > 2000


def test_a_small_meander_is_smoothed() -> None:
    here = frame(20, 22, 50)
    x = np.linspace(-10, 1020, 600)
    line = np.stack([x, 400 + 20 * np.sin(x / 7)], 1)
    chains = laid_streams(here, [SourceLine(shapely.LineString(line))]).chains
    chain = max(chains, key=lambda each: len(each.corners))
    assert here.grid.columns < len(chain.corners) - 1 <= 2 * here.grid.columns + 4


def test_streams_shorter_than_a_hexside_are_told() -> None:
    account, here = ImportReport(), frame(12, 10, 50)
    lattice = frame_corners(here).lattice
    corner = lattice.places[(lattice.steps >= 0).all(axis=1)][40]
    lines = {"stream": [SourceLine(shapely.LineString([corner, corner + 4]))]}
    lay_streams(lines, here, sheet_of(here), account, quiet)
    assert [(found.code, found.count) for found in account.findings] == [("short-waters", 1)]


def test_a_ring_of_water_and_nothing_at_all_do_no_harm() -> None:
    here = frame(12, 10, 50)
    ring = shapely.Point(300, 200).buffer(110).exterior
    assert laid_streams(here, [SourceLine(ring)]).parts_laid == 1
    assert laid_streams(here, []).masks == {}
    assert laid_streams(frame(1, 1, 50), river_system(0)).masks == {}


# --- roads ----------------------------------------------------------------------------------------


@every_seed
@both_ways
@pytest.mark.parametrize("kinds", [("highway",), ("highway", "road"), ("highway", "road", "track")])
def test_places_that_roads_join_are_joined_on_the_map(
    seed: int, orientation: str, kinds: tuple[str, ...]
) -> None:
    here = frame(19, 22, 50, orientation=orientation)
    lines = road_net(seed)
    graph = linked(here, laid_roads(here, lines), kinds)
    net = build_network({kind: lines[kind] for kind in kinds}, sheet_of(here))
    drawn: Any = nx.Graph((reach.start, reach.end) for reach in net.reaches)
    part_of = {
        hex_: number for number, part in enumerate(nx.connected_components(graph)) for hex_ in part
    }
    for part in nx.connected_components(drawn):
        hexes = {here.hex_at(*net.nodes[node]) for node in part}
        hexes = {hex_ for hex_ in hexes if hex_ in here.grid}
        assert len(hexes) < 2 or len({part_of[hex_] for hex_ in hexes}) == 1


@every_seed
def test_no_three_links_join_the_same_three_hexes(seed: int) -> None:
    here = frame(19, 22, 50)
    graph = linked(here, laid_roads(here, road_net(seed)), ("highway", "road", "track"))
    assert sum(require_type(nx.triangles(graph), dict).values()) == 0


@every_seed
def test_a_link_carries_only_its_most_important_class(seed: int) -> None:
    here = frame(19, 22, 50)
    planes = list(laid_roads(here, road_net(seed)).masks.values())
    for place, plane in enumerate(planes):
        assert not any((plane & other).any() for other in planes[place + 1 :])


@pytest.mark.parametrize("degrees", range(0, 180, 15))
def test_a_straight_road_takes_no_more_links_than_hexes_lie_between(degrees: int) -> None:
    here = frame(24, 26, 50)
    middle, angle = np.array(here.size) / 2 + (3, 7), np.radians(degrees)
    step = 400 * np.array([np.cos(angle), np.sin(angle)])
    line = SourceLine(shapely.LineString([middle - step, middle + step]))
    graph = linked(here, laid_roads(here, {"road": [line]}), ("road",))
    ends = [here.hex_at(*(middle - step)), here.hex_at(*(middle + step))]
    assert graph.number_of_edges() == distance(*ends)
    assert nx.shortest_path_length(graph, ends[0], ends[1]) == distance(*ends)


def test_two_lanes_of_a_motorway_are_one_chain() -> None:
    here = frame(24, 26, 50)
    lanes = [[(-50, 400), (1300, 520)], [(-50, 422), (1300, 542)]]
    lines = {"highway": [SourceLine(shapely.LineString(lane)) for lane in lanes]}
    graph = linked(here, laid_roads(here, lines), ("highway",))
    assert graph.number_of_edges() <= here.grid.columns + 4


def test_a_road_beside_a_stream_does_not_cross_it_for_nothing() -> None:
    here = frame(24, 26, 50)
    x = np.linspace(-20, 1300, 60)
    brook = SourceLine(shapely.LineString(np.stack([x, 500 + 40 * np.sin(x / 150)], 1)))
    road = SourceLine(shapely.LineString(np.stack([x, 480 + 40 * np.sin(x / 150)], 1)))
    waters = laid_streams(here, [brook])
    waterside = WaterConstraints(
        waters.masks["stream"], np.array([brook.course], object), dry(here).share
    )
    laid = lay_roads({"road": [road]}, here, sheet_of(here), waterside, ImportReport(), quiet)
    assert not (laid.masks["road"] & waters.masks["stream"]).any()
