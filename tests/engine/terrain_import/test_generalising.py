"""What a map of large hexes makes of tunnels, lanes, towns, rivers, brooks and missing data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from engine.hexes.hex import SIDES
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from engine.movement.connected_components import label_regions
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.import_file import as_file, read_import
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.survey import Sources, load, survey_frame
from tests.engine.terrain_import.small_ground import LAT, LON, Node, box_ring, frame, osm

BOUNDS = (LON - 0.2, LAT - 0.2, LON + 0.2, LAT + 0.2)
Way = tuple[Sequence[Node], dict[str, str]]


def surveyed(
    path: Path, *ways: Way, hex_metres: float = 200, columns: int = 21, rows: int = 18,
    spots: Sequence[tuple[Node, dict[str, str]]] = (), bounds: tuple[float, ...] = BOUNDS,
) -> HexSamples:  # fmt: skip
    """Some ways on hexes; those that name a node in the same place share it."""
    numbers: dict[Node, int] = {}
    listed: list[Any] = []
    for points, tags in ways:
        refs = [numbers.setdefault(point, len(numbers) + 1) for point in points]
        listed.append((len(listed) + 1, refs, tags))
    nodes = {number: at for at, number in numbers.items()}
    west, south, east, north = bounds
    file = osm(
        path / "a.osm", nodes, listed, bounds=(west, south, east, north),
        spots=[(9000 + place, at, tags) for place, (at, tags) in enumerate(spots)],
    )  # fmt: skip
    return survey_frame(load(Sources.of([file])), frame(columns, rows, hex_metres))


def closed(ring: list[Node]) -> list[Node]:
    return [*ring, ring[0]]


def count(map_: Map, kind: str) -> int:
    """How many links of a kind a map has."""
    nothing = np.zeros(map_.grid.shape, np.uint8)
    return int(np.bitwise_count(map_.links.get(kind, nothing)).sum()) // 2


# --- tunnels and lanes ----------------------------------------------------------------------------


def road_through_a_hill(path: Path) -> HexSamples:
    west, portal, exit_, east = (
        (LON + off, LAT) for off in (-0.03, -0.01, 0.01, 0.03)
    )  # fmt: skip
    main = {"highway": "primary"}
    return surveyed(
        path, ([west, portal], main), ([portal, exit_], main | {"tunnel": "yes"}),
        ([exit_, east], main),
    )  # fmt: skip


def test_a_tunnel_is_a_link_of_its_own_that_joins_its_road(tmp_path: Path) -> None:
    map_ = draft_map(road_through_a_hill(tmp_path))
    assert count(map_, "tunnel") in range(6, 9)  # 1430 m on hexes of 200 m
    graph: nx.Graph[Any] = nx.Graph()
    for kind in ("highway", "tunnel"):
        for row, column in np.argwhere(map_.links[kind]).tolist():
            here = map_.grid.hex(column, row)
            ways = (d for d in range(SIDES) if map_.links[kind][row, column] >> d & 1)
            graph.add_edges_from((here, map_.grid.neighbour(here, way)) for way in ways)
    assert nx.number_connected_components(graph) == 1


def test_tunnels_are_left_out_by_choice(tmp_path: Path) -> None:
    map_ = draft_map(road_through_a_hill(tmp_path), DraftChoice(links=frozenset({"highway"})))
    assert set(map_.links) == {"highway"}
    assert count(map_, "highway") in range(11, 17)  # what lies on the surface


def test_a_passage_under_a_house_is_no_tunnel_and_a_footway_in_one_is_nothing(
    tmp_path: Path,
) -> None:
    a, b, c = ((LON + off, LAT) for off in (-0.02, 0.0, 0.02))
    found = surveyed(
        tmp_path, ([a, b], {"highway": "tertiary", "tunnel": "building_passage"}),
        ([b, c], {"highway": "track", "tunnel": "yes"}),
    )  # fmt: skip
    assert set(found.links) == {"road"}


@pytest.mark.parametrize("apart", [0.3, 0.6, 0.85])
@pytest.mark.parametrize("degrees", [0, 20, 45, 77])
def test_carriageways_closer_than_a_hex_are_one_road_with_the_greater_class(
    tmp_path: Path, apart: float, degrees: int
) -> None:
    angle = np.radians(degrees)
    along = np.array([np.cos(angle), np.sin(angle)]) * 1600
    aside = np.array([-np.sin(angle), np.cos(angle)]) * 200 * apart / 2

    def at(metres: np.ndarray) -> Node:
        return LON + metres[0] / 71_700, LAT + metres[1] / 111_200

    steps = np.linspace(-1, 1, 15)
    lanes = [[at(along * step + side) for step in steps] for side in (aside, -aside)]
    found = surveyed(
        tmp_path, (lanes[0], {"highway": "motorway"}), (lanes[1][::-1], {"highway": "secondary"}),
    )  # fmt: skip
    map_ = draft_map(found)
    assert count(map_, "highway") >= 14
    assert count(map_, "road") <= 3  # at its ends


# --- towns ----------------------------------------------------------------------------------------


def test_a_named_town_keeps_ground_though_it_fills_no_hex(tmp_path: Path) -> None:
    houses = closed(box_ring(LON - 0.003, LAT - 0.002, LON + 0.003, LAT + 0.002))
    found = surveyed(
        tmp_path, (houses, {"landuse": "residential"}), hex_metres=1000,
        spots=[((LON, LAT), {"place": "town", "name": "Neudorf", "population": "900"})],
    )  # fmt: skip
    assert found.cover["settlement"].max() < 0.4
    map_ = draft_map(found)
    assert [place.name for place in map_.places] == ["Neudorf"]
    assert [map_.ground_at(place.at) for place in map_.places] == ["settlement"]
    unnamed = draft_map(found, DraftChoice(places=frozenset()))
    assert "settlement" not in unnamed.grounds


def test_a_town_has_as_many_hexes_as_its_people_need_where_it_is_built_up(tmp_path: Path) -> None:
    suburbs = [
        (closed(box_ring(LON + x, LAT + y, LON + x + 0.004, LAT + y + 0.004)),
         {"landuse": "residential"})
        for x in np.arange(-0.04, 0.04, 0.008) for y in np.arange(-0.03, 0.03, 0.007)
    ]  # fmt: skip
    sizes = []
    for people in ("", "12 000", "60,000"):
        tags = {"place": "town", "name": "Neustadt"} | ({"population": people} if people else {})
        found = surveyed(tmp_path, *suburbs, hex_metres=1000, spots=[((LON, LAT), tags)])
        map_ = draft_map(found)
        town = np.array([kind == "settlement" for kind in map_.grounds])[map_.ground]
        assert label_regions(map_.grid, town).max() == 0
        sizes.append(int(town.sum()))
    assert sizes == [1, 5, 23]  # 3,000 people a square kilometre


def test_a_town_amid_water_makes_no_land(tmp_path: Path) -> None:
    lake = closed(box_ring(LON - 0.1, LAT - 0.1, LON + 0.1, LAT + 0.1))
    tags = {"place": "village", "name": "Venedig"}
    map_ = draft_map(surveyed(tmp_path, (lake, {"natural": "water"}), spots=[((LON, LAT), tags)]))
    assert set(map_.grounds) == {"open", "lake"}
    assert (map_.ground == map_.grounds.index("lake")).all()


# --- rivers ---------------------------------------------------------------------------------------


def river(path: Path, width: float, rows: int = 18) -> tuple[HexSamples, Map]:
    """A river across the map with a few bends, so many metres wide."""
    off = np.linspace(-0.04, 0.04, 60)
    middle = [(LON + x, LAT + 0.004 * np.sin(x * 150)) for x in off]
    half = width / 2 / 111_200
    banks = [(x, y + half) for x, y in middle] + [(x, y - half) for x, y in middle[::-1]]
    found = surveyed(
        path, (middle, {"waterway": "river"}),
        (closed(banks), {"natural": "water", "water": "river"}), rows=rows,
    )  # fmt: skip
    return found, draft_map(found)


@pytest.mark.parametrize("width", [90, 130, 170, 190, 220, 260, 330])
def test_a_river_is_an_unbroken_band_of_hexes_or_hexsides_and_never_both(
    tmp_path: Path, width: float
) -> None:
    _, map_ = river(tmp_path, width)
    water = np.array([load_catalogue().is_water(kind) for kind in map_.grounds])[map_.ground]
    assert bool(water.any()) != ("river-line" in map_.sides)
    if water.any():
        assert label_regions(map_.grid, water).max() == 0
        assert water[:, 0].any()
        assert water[:, -1].any()


def test_rivers_of_all_widths_near_the_hex_are_tried() -> None:
    """Both ways a river can be are met above: the narrowest is a line, the widest a band."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        assert "river-line" in river(Path(folder), 90)[1].sides
        assert "river" in river(Path(folder), 330)[1].grounds


def test_brooks_of_a_side_or_two_are_left_out_of_large_hexes_and_told(tmp_path: Path) -> None:
    long = [(LON - 0.02, LAT), (LON, LAT + 0.001), (LON + 0.02, LAT)]
    spur = [(LON, LAT + 0.0026), (LON, LAT + 0.001)]
    ways = [(long, {"waterway": "stream"}), (spur, {"waterway": "stream"})]
    fine = surveyed(tmp_path, *ways, hex_metres=100, columns=30)
    coarse = surveyed(tmp_path, *ways, hex_metres=201)
    assert "short-brooks" not in {found.code for found in fine.findings}
    assert len(fine.chains) == 2
    told = {found.code for found in coarse.findings}
    assert len(coarse.chains) == 1
    assert told & {"short-brooks", "short-waters"}


def test_dead_ends_that_are_left_out_are_told(tmp_path: Path) -> None:
    road = [(LON - 0.03, LAT), (LON, LAT + 0.0005), (LON + 0.03, LAT)]
    spur = [(LON, LAT + 0.0005), (LON, LAT + 0.0028)]
    found = surveyed(tmp_path, (road, {"highway": "primary"}), (spur, {"highway": "tertiary"}))
    account = ImportReport()
    map_ = draft_map(found, None, account)
    assert set(map_.links) == {"highway"}
    assert [(each.code, each.count) for each in account.findings] == [("spurs", 1)]
    whole = draft_map(found, DraftChoice(spur=0), account)
    assert set(whole.links) == {"highway", "road"}


def test_a_main_road_that_becomes_a_street_is_followed_to_the_next_road(tmp_path: Path) -> None:
    main = [(LON - 0.03, LAT), (LON - 0.005, LAT)]
    bend, corner = (LON - 0.002, LAT + 0.002), (LON + 0.006, LAT + 0.002)
    other = [(LON + 0.006, LAT - 0.03), corner, (LON + 0.006, LAT + 0.03)]
    street, lane = [main[1], bend], [bend, corner]
    detour = [main[1], (LON - 0.005, LAT - 0.009), (LON + 0.004, LAT - 0.009), corner]
    home = {"highway": "residential"}
    ways = (main, {"highway": "primary"}), (other, {"highway": "tertiary"})
    bare = surveyed(tmp_path, *ways)
    led = surveyed(tmp_path, *ways, (street, home), (lane, home), (detour, home))
    assert (bare.link_parts.laid, led.link_parts.laid) == (2, 1)
    assert [found.count for found in led.findings if found.code == "followed"] == [1]
    links = [count(draft_map(found), "road") for found in (bare, led)]
    assert 3 <= links[1] - links[0] <= 7  # by the shorter way: the detour alone has a dozen


def test_a_main_road_whose_way_on_leads_nowhere_or_too_far_ends_where_it_ends(
    tmp_path: Path,
) -> None:
    main = [(LON - 0.03, LAT), (LON - 0.02, LAT)]
    far = [main[1], (LON + 0.029, LAT), (LON + 0.029, LAT + 0.01)]
    other = [(LON + 0.029, LAT + 0.02), (LON + 0.029, LAT + 0.01)]
    ways = (main, {"highway": "primary"}), (other, {"highway": "tertiary"})
    for home in (far, [*far[:1], (LON - 0.015, LAT)]):
        found = surveyed(tmp_path, *ways, (home, {"highway": "residential"}))
        assert "followed" not in {each.code for each in found.findings}
        assert found.link_parts.laid == 2


# --- no data --------------------------------------------------------------------------------------


def test_hexes_beyond_the_extract_are_no_data_and_not_open_ground(tmp_path: Path) -> None:
    woods = closed(box_ring(LON - 0.02, LAT - 0.1, LON + 0.05, LAT + 0.1))
    bounds = (LON - 0.2, LAT - 0.2, LON + 0.005, LAT + 0.2)
    found = surveyed(tmp_path, (woods, {"natural": "wood"}), bounds=bounds)
    map_ = draft_map(found)
    row = map_.grid.rows // 2
    kinds = [map_.ground_at(map_.grid.hex(column, row)) for column in range(map_.grid.columns)]
    assert kinds[0] == "open"
    assert kinds[-1] == "no-data"
    assert kinds.index("no-data") == kinds.count("open") + kinds.count("woods")
    told = {finding.code: finding.count for finding in found.findings}
    assert told["beyond-border"] == int((map_.ground == map_.grounds.index("no-data")).sum())


def test_what_was_kept_by_an_older_version_is_read(tmp_path: Path) -> None:
    found, _ = river(tmp_path, 100, rows=8)
    file = tmp_path / "a.ground.npz"
    file.write_bytes(as_file(found, DraftChoice()))
    again, _ = read_import(file)
    assert again.chains == found.chains
    assert again.places == found.places
    assert (draft_map(again).ground == draft_map(replace(found)).ground).all()
