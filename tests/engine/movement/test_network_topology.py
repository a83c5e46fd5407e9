"""Networks of roads and waters, told from small boards drawn as text."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.movement.network_topology import (
    Topology,
    find_bridges,
    link_network,
    map_networks,
    side_network,
)

KINDS = {".": "open", "s": "settlement", "~": "lake"}
WATER = {"lake"}


@dataclass
class Board:
    """A map as far as its networks go."""

    grid: Grid
    level: NDArray[np.int16]
    ground: NDArray[np.uint8]
    grounds: tuple[str, ...] = tuple(KINDS.values())
    sides: dict[str, NDArray[np.uint8]] = field(default_factory=dict)
    links: dict[str, NDArray[np.uint8]] = field(default_factory=dict)

    def at(self, name: str) -> Hex:
        """The hex written `column,row`."""
        column, row = name.split(",")
        return self.grid.hex(int(column), int(row))

    def linked(self, names: str, kind: str = "road") -> Board:
        """The board with links through the hexes named."""
        for here, there in pairwise(self.at(name) for name in names.split()):
            self.mark(self.links, kind, here, self.grid.direction(here, there))
        return self

    def sided(self, name: str, directions: str, kind: str = "stream") -> Board:
        """The board with a feature on some sides of a hex."""
        for direction in directions:
            self.mark(self.sides, kind, self.at(name), int(direction))
        return self

    def mark(
        self, masks: dict[str, NDArray[np.uint8]], kind: str, hex_: Hex, direction: int
    ) -> None:
        """Set a bit in a hex and in its neighbour, if that is on the map."""
        plane = masks.setdefault(kind, np.zeros(self.grid.shape, np.uint8))
        plane[self.grid.index(hex_)] |= 1 << direction
        there = self.grid.neighbour(hex_, direction)
        if there in self.grid:
            plane[self.grid.index(there)] |= 1 << (direction + 3) % SIDES

    def names(self, hexes: tuple[Hex, ...] | list[Hex]) -> str:
        """Hexes as `column,row`, in their order."""
        return " ".join(self.grid.name(hex_)[1:] for hex_ in hexes)


def board(
    *rows: str,
    orientation: Orientation = Orientation.POINTY,
    shifted: OffsetParity = OffsetParity.ODD,
) -> Board:
    """A board from rows of ground characters; blanks are for the eye."""
    lines = [row.replace(" ", "") for row in rows]
    ground = np.array([[list(KINDS).index(kind) for kind in row] for row in lines], np.uint8)
    grid = Grid(ground.shape[1], ground.shape[0], orientation, shifted)
    return Board(grid, np.zeros(grid.shape, np.int16), ground)


def test_a_map_without_features_has_no_networks() -> None:
    assert map_networks(board(". ."), WATER) == Topology((), (), ())


def test_roads_that_touch_nowhere_are_parts_of_their_own_the_largest_first() -> None:
    roads = board(". . . .", " . . . .", ". . . .").linked("0,0 1,0").linked("0,2 1,2 2,2")
    network = link_network(roads, "road")
    assert [roads.names(part) for part in network.parts] == ["0,2 1,2 2,2", "0,0 1,0"]


def test_two_roads_that_cross_are_one_part() -> None:
    roads = board(". . .", " . . .", ". . .").linked("0,1 1,1 2,1").linked("1,0 1,1 1,2")
    assert len(link_network(roads, "road").parts) == 1


def test_a_road_end_tells_where_it_lies_and_where_it_leads() -> None:
    roads = board(". . . . .", " . s . . .", ". . . . .").linked("1,1 2,1 3,1")
    ends = link_network(roads, "road").ends
    assert roads.names([end.hex for end in ends]) == "1,1 3,1"
    assert [(end.ground, end.direction, end.is_at_edge) for end in ends] == [
        ("settlement", 0, False),
        ("open", 3, False),
    ]


def test_a_road_that_ends_at_the_maps_edge_says_so() -> None:
    roads = board(". . .", " . . .", ". . .").linked("0,1 1,1")
    assert [end.is_at_edge for end in link_network(roads, "road").ends] == [True, False]


def test_a_road_that_goes_on_as_a_track_says_so() -> None:
    roads = board(". . . . .").linked("0,0 1,0 2,0").linked("2,0 3,0", "track")
    ends = link_network(roads, "road").ends
    assert [end.others for end in ends] == [(), ("track",)]


def test_a_bridge_with_two_banks_is_complete() -> None:
    river = board(". . ~ ~ . .").linked("0,0 1,0 2,0 3,0 4,0 5,0")
    (bridge,) = find_bridges(river, "road", WATER)
    assert (river.names(bridge.hexes), river.names(bridge.banks)) == ("2,0 3,0", "1,0 4,0")
    assert bridge.is_complete


def test_a_bridge_over_a_single_hex_of_water_is_one_too() -> None:
    river = board(". ~ .", " . ~ .", ". ~ .").linked("0,1 1,1 2,1")
    (bridge,) = find_bridges(river, "road", WATER)
    assert river.names(bridge.banks) == "0,1 2,1"
    assert bridge.is_complete


def test_a_road_that_ends_in_the_lake_is_no_bridge() -> None:
    lake = board(". . . . .", " . . ~ ~ .", ". . . . .").linked("0,1 1,1 2,1")
    (bridge,) = find_bridges(lake, "road", WATER)
    assert (lake.names(bridge.ends), lake.names(bridge.banks)) == ("2,1", "1,1")
    assert not bridge.is_complete


def test_a_spur_into_the_lake_spoils_a_bridge() -> None:
    lake = board(". . . . .", " . ~ ~ . .", ". ~ ~ . .", " . . . . .")
    lake.linked("0,1 1,1 2,1 3,1").linked("1,1 1,2")
    (bridge,) = find_bridges(lake, "road", WATER)
    assert lake.names(bridge.ends) == "1,2"
    assert not bridge.is_complete


def test_links_that_touch_no_land_have_no_banks() -> None:
    lake = board(". . . . .", " . ~ ~ ~ .", ". . . . .").linked("1,1 2,1 3,1", "ferry")
    (bridge,) = find_bridges(lake, "ferry", WATER)
    assert bridge.banks == ()
    assert not bridge.is_complete


def test_a_bridge_may_leave_the_map() -> None:
    sea = board(". ~ ~").linked("0,0 1,0 2,0")
    (bridge,) = find_bridges(sea, "road", WATER)
    assert bridge.is_at_edge
    assert bridge.is_complete


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(OffsetParity))
def test_the_six_sides_of_a_hex_are_one_closed_line(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    wall = board(*["....."] * 5, orientation=orientation, shifted=shifted).sided("2,2", "012345")
    (part,) = side_network(wall, "stream", WATER).parts
    assert (part.length, len(part.corners), part.ends) == (6, 6, ())


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(OffsetParity))
def test_a_line_of_three_sides_inside_the_map_has_two_loose_ends(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    stream = board(*["....."] * 5, orientation=orientation, shifted=shifted).sided("2,2", "123")
    (part,) = side_network(stream, "stream", WATER).parts
    corners = orientation.corners
    x, y = stream.grid.lattice(stream.at("2,2"))
    expected = {(x + corners[i][0], y + corners[i][1]) for i in (1, 4)}
    assert {end.corner for end in part.ends} == expected
    assert all(len(end.hexes) == 3 for end in part.ends)
    assert all(stream.at("2,2") in end.hexes for end in part.ends)
    assert not part.is_drained


def test_sides_of_different_hexes_join_where_they_share_a_corner() -> None:
    stream = board(*["....."] * 5).sided("2,2", "01").sided("2,1", "5")
    assert [part.length for part in side_network(stream, "stream", WATER).parts] == [3]


def test_sides_apart_are_parts_the_longest_first() -> None:
    stream = board(*["......"] * 6).sided("1,1", "0").sided("4,4", "234")
    assert [part.length for part in side_network(stream, "stream", WATER).parts] == [3, 1]


def test_a_stream_that_runs_off_the_map_or_into_a_lake_is_loose_at_its_spring_alone() -> None:
    to_edge = board(*["....."] * 5).sided("0,2", "012")
    (part,) = side_network(to_edge, "stream", WATER).parts
    assert part.is_drained
    assert len(part.ends) == 1
    to_lake = board(".....", ".....", "...~.", ".....", ".....").sided("2,2", "12")
    (part,) = side_network(to_lake, "stream", WATER).parts
    assert part.is_drained
    assert len(part.ends) == 1


def test_a_side_at_the_maps_edge_counts_though_one_hex_carries_it() -> None:
    stream = board(". .").sided("0,0", "3")
    (part,) = side_network(stream, "stream", WATER).parts
    assert (part.length, part.ends) == (1, ())


def test_a_side_that_only_one_of_its_hexes_carries_counts_once() -> None:
    stream = board(*["..."] * 3)
    stream.sides["stream"] = np.zeros(stream.grid.shape, np.uint8)
    stream.sides["stream"][1, 1] = 0b100001
    (part,) = side_network(stream, "stream", WATER).parts
    assert part.length == 2


def test_a_mask_of_nothing_is_an_empty_network() -> None:
    empty = board(". .")
    empty.sides["stream"] = np.zeros(empty.grid.shape, np.uint8)
    empty.links["road"] = np.zeros(empty.grid.shape, np.uint8)
    assert side_network(empty, "stream", WATER).parts == ()
    assert link_network(empty, "road").parts == ()
    assert find_bridges(empty, "road", WATER) == []


def test_a_link_off_the_map_is_none() -> None:
    roads = board(". .").linked("0,0 1,0")
    roads.links["road"][0, 1] |= 1
    assert roads.names([end.hex for end in link_network(roads, "road").ends]) == "0,0 1,0"


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(OffsetParity))
@pytest.mark.parametrize("seed", range(5))
def test_parts_of_random_networks_are_networkxs(
    orientation: Orientation, shifted: OffsetParity, seed: int
) -> None:
    random = np.random.default_rng(seed)
    roads = board(*["." * 17] * 14, orientation=orientation, shifted=shifted)
    graph: nx.Graph[Hex] = nx.Graph()
    for hex_ in roads.grid:
        for there in roads.grid.neighbours(hex_):
            if random.random() < 0.17:
                roads.mark(roads.links, "road", hex_, roads.grid.direction(hex_, there))
                graph.add_edge(hex_, there)
    network = link_network(roads, "road")
    assert {frozenset(part) for part in network.parts} == set(
        map(frozenset, nx.connected_components(graph))
    )
    assert {end.hex for end in network.ends} == {hex_ for hex_ in graph if graph.degree[hex_] == 1}


def test_a_map_without_features_is_told_without_loading_networkx() -> None:
    import subprocess
    import sys

    program = (
        "import sys, numpy as np; from types import SimpleNamespace as Map\n"
        "from engine.hexes.grid import Grid\n"
        "from engine.movement.network_topology import map_networks\n"
        "flat = np.zeros((2, 2), np.uint8)\n"
        "map_networks(Map(grid=Grid(2, 2), ground=flat, grounds=('open',), level=flat,\n"
        "             sides={'stream': flat}, links={'road': flat}), {'lake'})\n"
        "sys.exit(any(name in sys.modules for name in ('networkx', 'numba', 'scipy')))\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
