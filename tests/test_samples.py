"""The samples are what they say: they open, check clean, and serve the games they are for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.checks.check import check
from engine.files import source_text
from engine.files.map_reader import load, open_file
from engine.files.map_writer import rewrite
from engine.files.schema_modeline import schema_modeline
from engine.games.tank.data.rulebook import load_rulebook
from engine.games.tank.game_board import build_sight as tank_sight
from engine.hexes.hex import SIDES, Hex, distance
from engine.map.board import Board
from engine.map.map import Map
from engine.movement.network_topology import find_bridges, side_network
from engine.sight.map_sight import Sight

SAMPLES = Path(__file__).parent.parent / "samples"
FILES = sorted(SAMPLES.rglob("*.yaml"))
MAPS = sorted(SAMPLES.rglob("*.map.yaml"))
ROW_OF_LEVELS = re.compile(r" +[-0-9 ]+")  # a hex row is a line, however wide the map
CROSSROADS = SAMPLES / "tank/maps/crossroads.map.yaml"
PRIMER = SAMPLES / "primer/maps/primer.map.yaml"

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
each_map = pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)


@pytest.fixture(scope="module")
def crossroads() -> Map:
    return load(CROSSROADS)


@pytest.fixture(scope="module")
def primer() -> Map:
    return load(PRIMER)


def zone(map_: Map, name: str) -> list[Hex]:
    return [hex_ for hex_ in map_.grid if map_.zones[name].hexes[map_.grid.index(hex_)]]


def labels(map_: Map, hexes: Collection[Hex]) -> set[str]:
    return {map_.labels.label(hex_) for hex_ in hexes}


# --- every sample ---------------------------------------------------------------------------------


def test_no_game_of_somebody_lies_among_the_samples() -> None:
    """`sandtable host` takes up the room beside a scenario, with the links of whoever began it."""
    assert [path for path in SAMPLES.rglob("*") if path.suffix in (".room", ".session")] == []


def test_there_are_samples_of_both_games() -> None:
    assert {CROSSROADS, PRIMER} <= set(MAPS)


@each_file
def test_a_sample_checks_clean(path: Path) -> None:
    assert [problem.sentence() for problem in check(path)] == []


@each_file
def test_a_sample_says_everything_in_both_languages(path: Path) -> None:
    for said in texts(source_text.read(path).root.plain()):
        assert isinstance(said, dict), f"{said!r} in one language only"
        assert {"en", "zh"} <= said.keys(), said
        assert said["en"].strip(), said
        assert re.search(r"[\u4e00-\u9fff]", said["zh"]), said


def texts(value: Any) -> Iterator[Any]:
    """Every title and name in a file, and every other language map."""
    if isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("title", "name") or (isinstance(item, dict) and {"en", "zh"} & item.keys()):
                yield item
            else:
                yield from texts(item)


@each_file
def test_a_sample_names_its_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    assert first == schema_modeline(path.name.split(".")[-2], path)


@each_file
def test_a_sample_has_lines_that_fit_the_page(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    long = [line for line in lines if len(line) > 100 and not ROW_OF_LEVELS.fullmatch(line)]
    assert long == []


@each_map
def test_a_map_saved_untouched_is_the_same_bytes(path: Path) -> None:
    file = open_file(path)
    assert rewrite(file.map, file).text.encode() == path.read_bytes()


@each_map
def test_a_map_with_one_hex_repainted_differs_in_one_line(path: Path) -> None:
    file, before = open_file(path), path.read_text(encoding="utf-8")
    painted = load(path)
    painted.ground[3, 5] = (painted.ground[3, 5] + 1) % len(painted.grounds)
    after = rewrite(painted, file).text
    pairs = list(zip(before.split("\n"), after.split("\n"), strict=True))
    assert sum(old != new for old, new in pairs) == 1


# --- crossroads: the tank game --------------------------------------------------------------------


def test_crossroads_has_every_kind_of_terrain_of_the_tank_game(crossroads: Map) -> None:
    grounds = {crossroads.ground_at(hex_) for hex_ in crossroads.grid}
    assert {"open", "settlement", "woods", "river", "lake", "reservoir", "pond"} <= grounds
    assert {"stream", "ditch"} <= crossroads.sides.keys()
    assert {"road", "highway"} <= crossroads.links.keys()


def test_crossroads_has_the_labels_of_its_kilometre_squares(crossroads: Map) -> None:
    labelled = labels(crossroads, list(crossroads.grid))
    assert len(labelled) == len(crossroads.grid)
    assert {label[:4] for label in labelled} == {"4563", "4564"}
    assert crossroads.labels.label(crossroads.grid.hex(7, 6)) == "4563GH"


def test_the_roads_of_crossroads_cross_in_the_village(crossroads: Map) -> None:
    centre = crossroads.grid.index(crossroads.grid.hex(11, 8))
    masks = [int(crossroads.links[kind][centre]) for kind in ("highway", "road")]
    assert [mask.bit_count() for mask in masks] == [2, 2]
    assert crossroads.ground_at(crossroads.grid.hex(11, 8)) == "settlement"


def test_the_stone_bridge_joins_two_banks(crossroads: Map) -> None:
    (bridge,) = find_bridges(crossroads, "road", {"river", "lake", "reservoir", "pond"})
    assert bridge.is_complete
    assert {*bridge.hexes, *bridge.banks} == set(zone(crossroads, "stone-bridge"))


def test_the_ford_crosses_the_brook_where_no_bridge_does(crossroads: Map) -> None:
    grid, fords = crossroads.grid, crossroads.links["ford"]
    crossings = [
        (hex_, d) for hex_ in grid for d in range(SIDES) if fords[grid.index(hex_)] >> d & 1
    ]
    assert len(crossings) == 2  # the one ford, from either bank
    for hex_, direction in crossings:
        assert crossroads.has_side("stream", hex_, direction)
        assert not any(
            crossroads.has_link(kind, hex_, direction) for kind in ("road", "highway", "track")
        )


def test_the_brook_is_one_line_from_the_edge_to_the_river(crossroads: Map) -> None:
    (brook,) = side_network(crossroads, "stream", {"river"}).parts
    assert brook.ends == ()
    assert side_network(crossroads, "stream", ()).parts[0].ends != ()


def test_the_ditch_is_one_line_from_the_reservoir_to_the_brook(crossroads: Map) -> None:
    (ditch,) = side_network(crossroads, "ditch", {"reservoir"}).parts
    (brook,) = side_network(crossroads, "stream", {"river"}).parts
    (mouth,) = ditch.ends
    assert mouth.corner in brook.corners


def test_no_hexside_carries_both_brook_and_ditch(crossroads: Map) -> None:
    assert not (crossroads.sides["stream"] & crossroads.sides["ditch"]).any()


@pytest.mark.parametrize("kind", ["stream", "ditch"])
def test_water_flows_down_between_banks_listed_in_its_order(crossroads: Map, kind: str) -> None:
    grid = crossroads.grid
    lowest = []
    for entry in source_text.read(CROSSROADS).root.at(["sides", kind]).plain():
        at, *directions = entry.split()
        hex_ = crossroads.labels.find(at)
        for name in directions:
            other = grid.neighbour(hex_, grid.orientation.directions.index(name))
            lowest.append(min(crossroads.level[grid.index(bank)] for bank in (hex_, other)))
    assert lowest == sorted(lowest, reverse=True)


def test_slopes_are_gentle_and_water_lies_lowest(crossroads: Map) -> None:
    grid, level = crossroads.grid, crossroads.level
    wet = Board(crossroads).plane_of(["river", "lake", "reservoir", "pond"])
    for hex_ in grid:
        for other in grid.neighbours(hex_):
            rise = int(level[grid.index(other)]) - int(level[grid.index(hex_)])
            assert abs(rise) <= 1, (grid.name(hex_), grid.name(other))
            assert rise >= 0 or not wet[grid.index(hex_)], (
                grid.name(hex_),
                grid.name(other),
            )


def test_the_sides_set_up_on_equal_dry_ground_equally_far_from_the_village(
    crossroads: Map,
) -> None:
    red, blue = zone(crossroads, "red-setup"), zone(crossroads, "blue-setup")
    centre = crossroads.grid.hex(11, 8)
    wet = Board(crossroads).plane_of(["river", "lake", "reservoir", "pond"])
    assert len(red) == len(blue)
    assert not any(wet[crossroads.grid.index(hex_)] for hex_ in (*red, *blue))
    nearest = [min(distance(hex_, centre) for hex_ in side) for side in (red, blue)]
    assert abs(nearest[0] - nearest[1]) <= 1


@pytest.fixture(scope="module")
def sight(crossroads: Map) -> Sight:
    return tank_sight(Board(crossroads), load_rulebook())


@pytest.mark.parametrize("side", ["red-setup", "blue-setup"])
def test_the_village_is_seen_from_a_set_up_zone_but_not_from_most_of_it(
    crossroads: Map, sight: Sight, side: str
) -> None:
    village = zone(crossroads, "village")
    seers = [
        hex_ for hex_ in zone(crossroads, side) if any(sight.sees(hex_, house) for house in village)
    ]
    assert 0 < len(seers) <= len(zone(crossroads, side)) / 2


@pytest.mark.parametrize("side", ["red-setup", "blue-setup"])
def test_a_side_can_set_up_out_of_sight(crossroads: Map, sight: Sight, side: str) -> None:
    (other,) = {"red-setup", "blue-setup"} - {side}
    hidden = [
        hex_
        for hex_ in zone(crossroads, side)
        if not any(sight.sees(hex_, enemy) for enemy in zone(crossroads, other))
    ]
    assert len(hidden) >= 8


def test_the_hills_look_at_each_other_over_the_valley(crossroads: Map, sight: Sight) -> None:
    mill_hill, long_ridge = crossroads.grid.hex(4, 5), crossroads.grid.hex(19, 12)
    assert sight.sees(mill_hill, long_ridge)
    assert distance(mill_hill, long_ridge) == 18


# --- primer: the double-blind game ----------------------------------------------------------------


def test_primer_p1_the_board_has_columns_a_to_n_and_rows_1_to_7(primer: Map) -> None:
    wanted = {f"{letter}{number}" for letter in "ABCDEFGHIJKLMN" for number in range(1, 8)}
    assert labels(primer, list(primer.grid)) == wanted
    assert not primer.grid.pointy


@pytest.mark.parametrize(
    ("at", "around"), [("E6", "D6 D7 E5 E7 F6 F7"), ("N1", "M1 N2"), ("A1", "A2 B1 B2")]
)
def test_primer_p2_columns_a_c_e_sit_half_a_hex_lower(primer: Map, at: str, around: str) -> None:
    neighbours = primer.grid.neighbours(primer.labels.find(at))
    assert labels(primer, neighbours) == set(around.split())


def test_primer_p3_every_kind_of_ground_is_there_and_no_other(primer: Map) -> None:
    grounds = {primer.ground_at(hex_) for hex_ in primer.grid}
    assert grounds == {"waste", "city", "woods", "mountain", "river"}
    assert primer.links.keys() == {"road"}


def test_primer_p3_every_city_has_its_ring_but_for_woods_which_hide(primer: Map) -> None:
    cities = [hex_ for hex_ in primer.grid if primer.ground_at(hex_) == "city"]
    rings = {name for name in primer.zones if name.startswith("ring-")}
    assert rings == {f"ring-{primer.labels.label(city).lower()}" for city in cities}
    for city in cities:
        ring = zone(primer, f"ring-{primer.labels.label(city).lower()}")
        around = primer.grid.neighbours(city)
        assert set(ring) == {hex_ for hex_ in around if primer.ground_at(hex_) != "woods"}


def test_red_holds_three_cities_and_blue_one(primer: Map) -> None:
    for side, wanted in (("red", {"C2", "G3", "D6"}), ("blue", {"M4"})):
        held = [
            hex_ for hex_ in zone(primer, f"{side}-deployment") if primer.ground_at(hex_) == "city"
        ]
        assert labels(primer, held) == wanted


def test_primer_p8_the_sides_deploy_on_land_and_apart(primer: Map) -> None:
    red, blue = zone(primer, "red-deployment"), zone(primer, "blue-deployment")
    assert "river" not in {primer.ground_at(hex_) for hex_ in (*red, *blue)}
    # Infantry, which moves 3, meets nobody on its first move.
    assert min(distance(a, b) for a in red for b in blue) > 3


def test_primer_p4_road_hexes_are_free_of_woods_and_mountains(primer: Map) -> None:
    on_road = {
        primer.ground_at(hex_)
        for hex_ in primer.grid
        if primer.links["road"][primer.grid.index(hex_)]
    }
    assert on_road == {"waste", "city", "river"}


def reached(map_: Map, start: str, grounds: set[str]) -> set[str]:
    """Where a unit comes that may enter these grounds, and rivers on road hexes only (P4)."""
    board = Board(map_)
    bridges_ = board.plane_of(["river"]) & (map_.links["road"] > 0)
    may_enter = board.plane_of(grounds) | bridges_
    found, waiting = set[Hex](), [map_.labels.find(start)]
    while waiting:
        hex_ = waiting.pop()
        if hex_ not in found:
            found.add(hex_)
            around = map_.grid.neighbours(hex_)
            waiting += [other for other in around if may_enter[map_.grid.index(other)]]
    return labels(map_, found)


def test_infantry_comes_to_every_hex_but_open_river(primer: Map) -> None:
    river = {
        primer.labels.label(hex_)
        for hex_ in primer.grid
        if primer.ground_at(hex_) == "river" and not primer.links["road"][primer.grid.index(hex_)]
    }
    everywhere = labels(primer, list(primer.grid))
    assert reached(primer, "M3", {"waste", "city", "woods", "mountain"}) == everywhere - river


def test_armour_comes_to_every_waste_hex_past_the_cities(primer: Map) -> None:
    waste = {primer.labels.label(hex_) for hex_ in primer.grid if primer.ground_at(hex_) == "waste"}
    assert waste <= reached(primer, "M3", {"waste"})


@pytest.mark.parametrize("closed", [["I2", "H4"], ["H4", "I5"], ["I2", "I5"]])
def test_each_bridge_alone_leads_blue_over_the_river(primer: Map, closed: list[str]) -> None:
    one_bridge = load(PRIMER)
    for label in closed:
        one_bridge.links["road"][primer.grid.index(primer.labels.find(label))] = 0
    assert "G4" in reached(one_bridge, "M3", {"waste"})


def test_without_bridges_only_infantry_crosses_by_the_mountains(primer: Map) -> None:
    no_bridge = load(PRIMER)
    no_bridge.links["road"] = np.zeros_like(primer.links["road"])
    assert "G3" in reached(no_bridge, "M3", {"waste", "city", "woods", "mountain"})
    assert "G3" not in reached(no_bridge, "M3", {"waste", "city", "woods"})


@each_file
def test_the_names_of_a_sample_are_there_for_readers_of_russian(path: Path) -> None:
    """Those written in braces, which lists show: titles, sides, units, zones, places."""
    braces = re.findall(r"\{(en: [^{}]*\bzh: [^{}]*)\}", path.read_text(encoding="utf-8"))
    assert [said for said in braces if not re.search(r"\bru: ", said)] == []
