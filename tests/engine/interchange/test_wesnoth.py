"""Maps of Battle for Wesnoth in and out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.hexes.grid import Grid, Orientation
from engine.interchange.import_result import MAX_PLACES
from engine.interchange.wesnoth import read, write
from engine.interchange.wesnoth_terrain import ground_of, terrain_table
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import InvalidFileError, TextPosition
from tests.cases import check_each
from tests.engine.comparing_maps import facts
from tests.engine.interchange.hostile import damaged, survives
from tests.engine.interchange.wesnoth_codes import BASES, OVERLAYS, OVERLAYS_OF_BASE
from tests.generated import generated_map

MAP = """\
border_size=1
usage=map

Gs^Fp , Gs^Fp , Gs^Fp , Gs^Fp , Xv    , Gs^Fp
Gs^Fp , 1 Kv  , Rp    , Gg    , Gg^Ve , Gs^Fp
Gs^Fp , Gg    , Ww    , Rp    , 2 Ke  , Gs^Fp
Gs^Fp , Ss    , Ww    , Ww^Bw|, Wo    , Gs^Fp
Gs^Fp , Zxu   , Hh    , Rr    , Mm    , Gs^Fp
Gs^Fp , Gs^Fp , Gs^Fp , Gs^Fp , Gs^Fp , Gs^Fp
"""


def brought(path: Path, said: str = MAP) -> Map:
    path.write_text(said, encoding="utf-8")
    return read(path).map


def codes(path: Path) -> list[list[str]]:
    body = path.read_text("utf-8").split("\n\n")[1]
    return [[cell.strip() for cell in line.split(",")] for line in body.splitlines()]


def test_the_border_is_no_part_of_the_map(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.map")
    assert (map_.grid.columns, map_.grid.rows) == (4, 4)
    kinds = [[map_.grounds[kind] for kind in row] for row in map_.ground.tolist()]
    assert kinds == [
        ["building", "open", "open", "settlement"],
        ["open", "lake", "open", "building"],
        ["marsh", "lake", "lake", "ocean"],
        ["open", "rough", "open", "mountain"],
    ]


def test_start_positions_are_zones_of_one_hex(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.map")
    assert np.argwhere(map_.zones["start-1"].hexes).tolist() == [[0, 0]]
    assert np.argwhere(map_.zones["start-2"].hexes).tolist() == [[1, 3]]


def test_roads_and_bridges_become_links(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.map")
    grid = map_.grid
    way = [grid.hex(1, 0), grid.hex(2, 1), grid.hex(2, 2), grid.hex(2, 3)]
    linked = [map_.has_link("road", a, grid.direction(a, b)) for a, b in pairwise(way)]
    assert linked == [True, True, True]
    assert int(np.bitwise_count(map_.links["road"]).sum()) == 6


def test_a_code_without_counterpart_is_told_and_kept(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text(MAP, encoding="utf-8")
    losses = {loss.what: loss for loss in read(tmp_path / "a.map").losses}
    assert (losses["Zxu"].code, losses["Zxu"].at) == ("wesnoth-unknown", ("@0,3",))


def test_a_map_brought_in_is_given_out_as_it_was(tmp_path: Path) -> None:
    write(brought(tmp_path / "a.map"), tmp_path / "b.map")
    assert codes(tmp_path / "b.map") == codes(tmp_path / "a.map")


def test_ground_painted_since_takes_the_place_of_what_was_kept(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.map")
    map_.ground[3, 0] = map_.grounds.index("marsh")
    write(map_, tmp_path / "b.map")
    assert codes(tmp_path / "b.map")[4][1] == "Ss"


def test_a_map_of_ours_has_a_border_of_what_lies_beside_it(tmp_path: Path) -> None:
    map_ = generated_map(7, 5, 3)
    write(map_, tmp_path / "a.map")
    rows = codes(tmp_path / "a.map")
    assert {len(row) for row in rows} == {map_.grid.rows + 2}
    assert rows[0] == rows[1]
    again = read(tmp_path / "a.map").map
    assert again.kept == () or not [one for one in again.kept if one.words.startswith("border")]


def test_out_and_in_and_out_again_is_the_same_file(tmp_path: Path) -> None:
    write(generated_map(12, 10, 4), tmp_path / "a.map")
    write(read(tmp_path / "a.map").map, tmp_path / "b.map")
    assert codes(tmp_path / "b.map") == codes(tmp_path / "a.map")
    a, b = read(tmp_path / "a.map").map, read(tmp_path / "b.map").map
    a.origin = b.origin = a.title = b.title = ""
    assert facts(a) == facts(b)


def test_every_ground_has_its_code() -> None:
    grounds = {kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)}
    assert terrain_table().codes.keys() == grounds
    assert {*terrain_table().bases.values(), *terrain_table().overlays.values()} <= grounds | {""}
    assert ground_of("Ww^Bw|") == "lake"


@pytest.mark.parametrize(
    ("said", "code", "mark"),
    [
        ("", "wesnoth-empty", TextPosition(1, 1)),
        ("border_size=99\nGg, Gg", "wesnoth-border", TextPosition(1, 1)),
        ("Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg", "wesnoth-row", TextPosition(2, 1)),
        ("Gg, Gg, Gg\nGg, G+, Gg\nGg, Gg, Gg", "wesnoth-code", TextPosition(2, 5)),
        ("Gg, Gg", "sheet-size", TextPosition(1, 1)),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, said: str, code: str, mark: TextPosition
) -> None:
    with pytest.raises(InvalidFileError) as failed:
        brought(tmp_path / "a.map", said)
    (problem,) = failed.value.problems
    assert (problem.code, problem.mark) == (code, mark)
    assert problem.message("zh")


@check_each("seed", range(100))
def test_a_damaged_map_is_refused_or_makes_a_sound_one(tmp_path: Path, seed: int) -> None:
    survives(read, tmp_path / "a.map", damaged(MAP.encode(), seed))


def test_a_bridge_has_both_its_ends_where_no_road_leads_on(tmp_path: Path) -> None:
    said = MAP.replace("Gg    , Ww    , Rp ", "Gg    , Ww    , Gg ").replace(
        "Rr    , Mm", "Gg    , Mm"
    )
    map_ = brought(tmp_path / "a.map", said)
    grid = map_.grid
    assert map_.has_link("bridge", grid.hex(2, 2), grid.orientation.directions.index("N"))
    assert map_.has_link("bridge", grid.hex(2, 2), grid.orientation.directions.index("S"))
    write(map_, tmp_path / "b.map")
    assert codes(tmp_path / "b.map") == codes(tmp_path / "a.map")


def test_a_rotten_bridge_has_both_its_ends_too(tmp_path: Path) -> None:
    said = MAP.replace("Ww^Bw|", "Ww^Bw|r").replace("Rr    , Mm", "Gg    , Mm")
    map_ = brought(tmp_path / "a.map", said)
    assert map_.has_link("bridge", map_.grid.hex(2, 2), 3)
    assert map_.has_link("road", map_.grid.hex(2, 2), 0)


def test_heights_below_woods_are_told_and_ground_that_blocks_blocks(tmp_path: Path) -> None:
    said = MAP.replace("Ss    ", "Hh^Fp ").replace("Hh    ", "Mm^Xm ").replace("Zxu", "Ql ")
    (tmp_path / "a.map").write_text(said, encoding="utf-8")
    found = read(tmp_path / "a.map")
    told = {(loss.code, loss.what) for loss in found.losses}
    assert ("wesnoth-simplified", "Hh^Fp → rough") in told
    assert found.map.ground_at(found.map.grid.hex(1, 3)) == "impassable"
    assert found.map.ground_at(found.map.grid.hex(0, 3)) == "lava"


@pytest.mark.parametrize("kind", sorted(terrain_table().codes))
def test_every_ground_comes_back_or_is_told(tmp_path: Path, kind: str) -> None:
    map_ = Map.blank(generated_map(4, 4, 1).grid)
    map_.grounds, map_.symbols = ("open", kind), (".", "k")
    map_.ground[1, 1] = 1
    told = {(loss.code, loss.what) for loss in write(map_, tmp_path / "a.map")}
    again = read(tmp_path / "a.map").map
    assert kind in again.grounds or ("wesnoth-ground", kind) in told


def test_of_many_hexes_that_come_back_as_another_ground_the_first_are_named(tmp_path: Path) -> None:
    map_ = Map.blank(Grid(15, 12, Orientation.FLAT))
    map_.grounds, map_.symbols = ("open", "polder"), (".", "p")  # of the map's own
    map_.ground[:] = 1
    map_.ground[0, 0] = 0
    map_.set_link("road", map_.grid.hex(3, 3), 0)  # looked at apart from all others
    lost = next(loss for loss in write(map_, tmp_path / "a.map") if loss.code == "wesnoth-ground")
    assert (lost.what, lost.count, len(lost.at)) == ("polder", 15 * 12 - 1, MAX_PLACES)
    assert lost.at[0] == "@1,0"
    assert set(codes(tmp_path / "a.map")[1][1:]) == {"Gg"}


@pytest.mark.parametrize(
    "code", sorted({*terrain_table().bases, *(f"Gg{o}" for o in terrain_table().overlays)})
)
def test_every_code_comes_back(tmp_path: Path, code: str) -> None:
    said = MAP.replace("Ss    ", code)
    write(brought(tmp_path / "a.map", said), tmp_path / "b.map")
    assert codes(tmp_path / "b.map") == codes(tmp_path / "a.map")


@pytest.mark.parametrize("ground", sorted(BASES))
def test_bases_of_terrain_cfg_are_the_ground_they_are_an_alias_of(ground: str) -> None:
    assert {code: ground_of(code) for code in BASES[ground].split()} == dict.fromkeys(
        BASES[ground].split(), ground
    )


@pytest.mark.parametrize("ground", sorted(OVERLAYS))
def test_overlays_of_terrain_cfg_are_the_ground_that_counts(ground: str) -> None:
    found = {code: ground_of(f"Gs^{code}") for code in OVERLAYS[ground].split()}
    assert found == dict.fromkeys(found, ground)


def test_overlays_that_only_decorate_leave_the_ground_below() -> None:
    plain = [code for code in OVERLAYS_OF_BASE.split() if code != "Gvs"]
    assert {ground_of(f"Ss^{code}") for code in plain} == {"marsh"}


def test_every_code_of_terrain_cfg_comes_back_byte_for_byte(tmp_path: Path) -> None:
    overlays = [*" ".join(OVERLAYS.values()).split(), *OVERLAYS_OF_BASE.split()]
    said = [*" ".join(BASES.values()).split(), *(f"Gs^{code}" for code in overlays)]
    said += ["Gg"] * (-len(said) % 12)
    rows = [said[start : start + 12] for start in range(0, len(said), 12)]
    for width, head in ((0, ""), (12, "border_size=1\nusage=map\n\n"), (9, "")):
        text = head + "".join(
            ", ".join(code.ljust(width) for code in row).rstrip() + "\n" for row in rows
        )
        map_ = brought(tmp_path / "a.map", text)
        write(map_, tmp_path / "b.map")
        assert (tmp_path / "b.map").read_text("utf-8") == text


def test_a_layout_that_does_not_come_back_is_told(tmp_path: Path) -> None:
    for said in (MAP.replace("2 Ke  ,", "2   Ke,"), MAP.replace("\n", "\r\n")):
        (tmp_path / "a.map").write_bytes(said.encode())
        assert "wesnoth-layout" in {loss.code for loss in read(tmp_path / "a.map").losses}


def test_a_bridge_between_waters_makes_no_further_bridges(tmp_path: Path) -> None:
    rows = [["Gg"] * 5 for _ in range(7)]
    for row, code in ((1, "Ww"), (2, "Ww^Bw|"), (3, "Wwg"), (4, "Ww")):
        rows[row][2] = code
    text = "".join(", ".join(row) + "\n" for row in rows)
    map_ = brought(tmp_path / "a.map", text)
    assert map_.links["bridge"].any()
    write(map_, tmp_path / "b.map")
    assert (tmp_path / "b.map").read_text("utf-8") == text


def test_rails_of_mines_are_links_and_come_back(tmp_path: Path) -> None:
    said = MAP.replace("Ww^Bw|", "Uu^Br|").replace("Rr    ,", "Uu^Br|,")
    map_ = brought(tmp_path / "a.map", said)
    assert map_.has_link("rail", map_.grid.hex(2, 2), 3)
    assert not write(map_, tmp_path / "b.map") or (tmp_path / "b.map").read_text("utf-8") == said
    assert codes(tmp_path / "b.map") == codes(tmp_path / "a.map")
