"""Boards of MegaMek in and out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.interchange.flat_top_layout import to_flat_top
from engine.interchange.import_result import ImportResult
from engine.interchange.megamek import read, write
from engine.interchange.megamek_terrain import terrain_table
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import InvalidFileError, TextPosition
from studio.cli import main
from tests.cases import check_each
from tests.engine.comparing_maps import facts
from tests.engine.interchange.hostile import damaged, survives
from tests.generated import generated_map

BOARD = """\
# Attribution
size 4 3
option exit_roads_to_pavement false
tag "Country"
hex 0101 0 "woods:1;foliage_elev:2" "grass"
hex 0201 0 "road:1:9" "grass"
hex 0301 1 "woods:2" ""
hex 0401 0 "mud:1" ""
hex 0102 0 "building:2:0;bldg_cf:40;bldg_elev:2" ""
hex 0202 0 "water:2;bridge:2:9;bridge_cf:90;bridge_elev:1" ""
hex 0302 3 "cliff_top:1:8" ""
hex 0402 -1 "water:1" ""
hex 0103 0 "pavement:1" ""
hex 0203 0 "road:2:9" ""
hex 0303 0 "" ""
hex 0403 0 "planted_fields:1" ""
note 0303 "Here"
end
"""


def brought(path: Path, said: str = BOARD) -> ImportResult:
    path.write_text(said, encoding="utf-8")
    return read(path)


def hex_lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line.startswith("hex ")]


def same_map(a: Map, b: Map) -> bool:
    """Whether two maps say the same, the name of the file they came from apart."""
    a.origin, b.origin, a.title, b.title = "", "", "", ""
    return facts(a) == facts(b)


# --- in -------------------------------------------------------------------------------------------


def test_levels_and_grounds_lie_where_the_board_has_them(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.board").map
    kinds = [[map_.grounds[kind] for kind in row] for row in map_.ground.tolist()]
    assert kinds == [
        ["woods", "open", "woods", "open"],
        ["building", "lake", "open", "lake"],
        ["pavement", "open", "open", "crops"],
    ]
    assert map_.level.tolist() == [[0, 0, 1, 0], [0, 0, 3, -1], [0, 0, 0, 0]]
    assert (map_.grid.orientation, map_.grid.shifted) == (Orientation.FLAT, OffsetParity.ODD)


def test_an_exit_leads_to_the_hex_megamek_leads_to(tmp_path: Path) -> None:
    # The road from 0806 runs north and south-east, to 0907; that one runs back and on to 1007.
    said = 'size 3 2\nhex 0101 0 "" ""\nhex 0201 0 "road:1:4" ""\nhex 0301 0 "" ""\n'
    said += 'hex 0102 0 "" ""\nhex 0202 0 "" ""\nhex 0302 0 "road:1:32" ""\n'
    map_ = brought(tmp_path / "a.board", said).map
    here, there = map_.labels.find("0201"), map_.labels.find("0302")
    assert map_.has_link("road", here, map_.grid.direction(here, there))


def test_a_road_without_exits_joins_the_roads_next_door(tmp_path: Path) -> None:
    said = 'size 1 3\nhex 0101 0 "road:1" ""\nhex 0102 0 "road:1" ""\nhex 0103 0 "" ""\n'
    map_ = brought(tmp_path / "a.board", said).map
    assert map_.links["road"].tolist() == [[8], [1], [0]]


def test_a_bridge_carries_the_road_that_comes_to_it(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.board").map
    assert map_.links["road"][1, 1] == 1
    assert map_.links["track"][1, 1] == 8


def test_what_has_no_counterpart_is_told_with_its_places(tmp_path: Path) -> None:
    losses = {(loss.code, loss.what): loss for loss in brought(tmp_path / "a.board").losses}
    assert losses["board-unknown", "mud:1"].at == ("@3,0",)
    assert losses["board-simplified", "woods:2"].count == 1
    assert "mud:1" in losses["board-unknown", "mud:1"].sentence("zh")


def test_labels_of_large_boards_are_told_apart_by_their_order(tmp_path: Path) -> None:
    hexes = "".join(f'hex {c:02d}{r:02d} {c % 7} "" ""\n' for r in (1, 2) for c in range(1, 112))
    map_ = brought(tmp_path / "a.board", f"size 111 2\n{hexes}").map
    assert map_.level[1].tolist() == [c % 7 for c in range(1, 112)]


@pytest.mark.parametrize(
    ("said", "code", "mark"),
    [
        ('hex 0101 0 "" ""\n', "board-size-missing", TextPosition(1, 1)),
        ("size 0 5\n", "sheet-size", TextPosition(1, 1)),
        ("size 99999 99999\n", "sheet-size", TextPosition(1, 1)),
        ("size 2000 500\n", "board-incomplete", TextPosition(1, 1)),
        ("size x 5\n", "board-number", TextPosition(1, 1)),
        ("size 2 1\n" + "hax 0101\n" * 1001, "board-line", TextPosition(1002, 1)),
        ('{"format": "other"}', "not-a-board", TextPosition(1, 1)),
        ('{"format": "megamek-board", "version": 3}', "board-version", TextPosition(1, 1)),
        ("{\n  nonsense}", "broken-json", TextPosition(2, 3)),
        ('{"format": ' + "[" * 100_000, "broken-json", TextPosition(1, 1)),
        ("size 2 1\n\0", "not-a-text-file", TextPosition(2, 1)),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, said: str, code: str, mark: TextPosition
) -> None:
    with pytest.raises(InvalidFileError) as failed:
        brought(tmp_path / "a.board", said)
    (problem,) = failed.value.problems
    assert (problem.code, problem.mark) == (code, mark)
    assert problem.message("en")
    assert problem.message("zh")


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ('hex 0101 x "" ""', 2),
        ('  hex 0501 0 "" ""', 2),
        ('hex 0101 0 "woods" ""', 2),
        ('hex 0101 999999 "" ""', 2),
        ('hex 0201 3 "" ""', 3),
        ("hax 0101", 2),
    ],
)
def test_a_line_that_is_wrong_costs_that_line_alone(tmp_path: Path, line: str, at: int) -> None:
    good = ['hex 0201 2 "woods:1" ""', 'hex 0102 1 "" ""']
    lines = ["size 2 2", *good]
    lines.insert(at - 1, line)
    found = brought(tmp_path / "a.board", "\n".join(lines))
    assert found.map.level.tolist() == [[0, 2], [1, 0]]
    (fault,) = [loss for loss in found.losses if loss.code == "board-fault"]
    assert fault.what.startswith(f"{at}: ")


def test_an_entry_that_is_wrong_costs_that_entry_alone(tmp_path: Path) -> None:
    hexes = [{"at": [1, 1], "elevation": "x"}, {"at": [2, 1], "elevation": 2}, 7]
    board = {"format": "megamek-board", "version": 2, "size": {"width": 2, "height": 1}}
    found = brought(tmp_path / "a.board2", json.dumps(board | {"hexes": hexes}))
    assert found.map.level.tolist() == [[0, 2]]
    assert sum(loss.count for loss in found.losses if loss.code == "board-fault") == 2


def test_heights_of_foliage_are_not_invented(tmp_path: Path) -> None:
    said = (
        'size 2 1\r\nhex 0101 0 "woods:1" ""\r\nhex 0201 0 "woods:1;foliage_elev:2" ""\r\nend\r\n'
    )
    map_ = brought(tmp_path / "a.board", said).map
    write(map_, tmp_path / "b.board")
    assert (tmp_path / "b.board").read_bytes() == said.encode()


@check_each("seed", range(120))
def test_a_damaged_board_is_refused_or_makes_a_sound_map(tmp_path: Path, seed: int) -> None:
    survives(read, tmp_path / "a.board", damaged(BOARD.encode(), seed))


@check_each("seed", range(60))
def test_a_damaged_board_in_json_is_refused_or_makes_a_sound_map(tmp_path: Path, seed: int) -> None:
    write(brought(tmp_path / "a.board").map, tmp_path / "a.board2")
    content = (tmp_path / "a.board2").read_bytes()
    survives(read, tmp_path / "b.board2", damaged(content, seed))


# --- out ------------------------------------------------------------------------------------------


def test_a_board_brought_in_is_given_out_as_it_was(tmp_path: Path) -> None:
    write(brought(tmp_path / "a.board").map, tmp_path / "b.board")
    assert hex_lines(tmp_path / "b.board") == hex_lines(tmp_path / "a.board")
    assert 'tag "Country"' in (tmp_path / "b.board").read_text("utf-8")


@pytest.mark.parametrize("name", ["b.board", "b.board2"])
def test_in_and_out_and_in_again_is_the_same_map(tmp_path: Path, name: str) -> None:
    map_ = brought(tmp_path / "a.board").map
    write(map_, tmp_path / name)
    assert same_map(read(tmp_path / name).map, map_)


DECORATED = {
    "format": "megamek-board", "version": 2, "size": {"width": 2, "height": 1},
    "name": "Park", "description": "First.\n\nSecond.",
    "sourceHeader": "# By \u00c9mile\r\n# CC\r\n",
    "boardType": "GROUND", "tags": ["a", "b"],
    "notes": [{"at": [1, 1], "text": ["One", "Two"]}, {"at": [6, 6], "text": ["Off"]}],
    "hexes": [
        {"at": [1, 1], "elevation": 0, "terrain": "road:1:1", "theme": "snow",
         "appearance": {"road": {"material": "roads/gravel"}},
         "decorations": [{"id": "car", "kind": "prop", "placement": {"mode": "ground"}}]},
        {"at": [2, 1], "elevation": 3},
    ],
}  # fmt: skip


def test_what_only_a_board2_says_is_kept_and_told(tmp_path: Path) -> None:
    found = brought(tmp_path / "a.board2", json.dumps(DECORATED))
    told = {(loss.code, loss.what): loss.at for loss in found.losses}
    assert told["board-field", "decorations"] == told["board-field", "appearance"] == ("@0,0",)
    assert {("board-field", "boardType"), ("board-note-off", "Off")} <= told.keys()
    assert '"decorations":[{"id":"car"' in " ".join(one.words for one in found.map.kept)


def test_a_board2_brought_in_is_given_out_with_every_field(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.board2", json.dumps(DECORATED)).map
    assert write(map_, tmp_path / "b.board2") == []
    assert json.loads((tmp_path / "b.board2").read_text("utf-8")) == DECORATED


def test_what_a_board_of_lines_cannot_say_is_told_when_it_is_written(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.board2", json.dumps(DECORATED)).map
    told = {(loss.code, loss.what) for loss in write(map_, tmp_path / "b.board")}
    assert told == {("board-only-2", key) for key in ("decorations", "appearance", "boardType")}
    assert (tmp_path / "b.board").read_text("utf-8").startswith("# By Émile")


def test_the_comments_of_a_board_stay_on_its_top(tmp_path: Path) -> None:
    found = brought(tmp_path / "a.board")
    assert ("board-header", "# Attribution") in [(loss.code, loss.what) for loss in found.losses]
    write(found.map, tmp_path / "b.board")
    assert (tmp_path / "b.board").read_text("utf-8").startswith("# Attribution\nsize 4 3")


def test_notes_of_one_hex_are_one_entry_of_a_board2(tmp_path: Path) -> None:
    said = 'size 1 1\noption indoors true\nnote 0101 "A"\nnote 0101 "B"\nhex 0101 0 "" ""\n'
    losses = write(brought(tmp_path / "a.board", said).map, tmp_path / "b.board2")
    assert [(loss.code, loss.what) for loss in losses] == [("board-only-1", "option indoors true")]
    notes = json.loads((tmp_path / "b.board2").read_text("utf-8"))["notes"]
    assert notes == [{"at": [1, 1], "text": ["A", "B"]}]


TERRAINS = st.one_of(
    st.builds("{}:{}".format, st.sampled_from(
        ["woods", "water", "mud", "pavement", "rough", "building", "bldg_cf", "foliage_elev"]
    ), st.integers(0, 9)),
    st.builds("{}:{}:{}".format, st.sampled_from(["road", "bridge", "cliff_top", "fluff"]),
              st.integers(0, 3), st.integers(0, 63)),
    st.sampled_from(["road:1", "bridge:2", "swamp:1;mud:1"]),
)  # fmt: skip
HEXES = st.tuples(st.integers(-5, 9), st.lists(TERRAINS, max_size=4).map(";".join),
                  st.sampled_from(["", "snow", "grass"]))  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("ending", [".board", ".board2"])
@settings(
    max_examples=150, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(hexes=st.lists(HEXES, min_size=12, max_size=12), tags=st.lists(st.sampled_from("ab")))
def test_any_board_in_and_out_and_in_again_is_the_same_map(
    tmp_path: Path, ending: str, hexes: list[tuple[int, str, str]], tags: list[str]
) -> None:
    lines = [f'tag "{tag}"' for tag in tags]
    lines += [
        f'hex {place % 4 + 1:02d}{place // 4 + 1:02d} {level} "{terrain}" "{theme}"'
        for place, (level, terrain, theme) in enumerate(hexes)
    ]
    map_ = brought(tmp_path / "a.board", "size 4 3\n" + "\n".join(lines) + "\nend\n").map
    write(map_, tmp_path / f"b{ending}")
    again = read(tmp_path / f"b{ending}").map
    assert same_map(again, map_)


def test_ground_painted_since_takes_the_place_of_what_was_kept(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.board").map
    map_.ground[0, 2] = map_.grounds.index("open")  # was woods:2
    map_.ground[0, 3] = map_.grounds.index("woods")  # was open, with mud:1
    write(map_, tmp_path / "b.board")
    lines = hex_lines(tmp_path / "b.board")
    assert lines[2] == 'hex 0301 1 "" ""'
    assert lines[3] == 'hex 0401 0 "woods:1;foliage_elev:2;mud:1" ""'


def test_a_road_taken_away_since_leaves_only_its_way_off_the_board(tmp_path: Path) -> None:
    map_ = brought(tmp_path / "a.board").map
    map_.links.clear()
    write(map_, tmp_path / "b.board")
    assert hex_lines(tmp_path / "b.board")[1] == 'hex 0201 0 "road:1:1" "grass"'


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_map_of_ours_keeps_levels_and_roads_on_its_way_out_and_in(
    tmp_path: Path, orientation: Orientation, shifted: OffsetParity
) -> None:
    map_ = generated_map(13, 9, 5, orientation, shifted)
    write(map_, tmp_path / "a.board")
    laid, back = to_flat_top(map_), read(tmp_path / "a.board").map
    assert np.array_equal(back.level, laid.level)
    masks = sum(back.links.values(), np.zeros_like(laid.ground))
    assert np.array_equal(masks, laid.links["road"])


def test_what_is_lost_is_told(tmp_path: Path) -> None:
    map_ = generated_map(13, 9, 5)
    map_.ground[0, 0] = map_.grounds.index("settlement")
    codes = {loss.code for loss in write(map_, tmp_path / "a.board")}
    assert {"turned", "not-zone", "board-scale", "board-side", "board-ground"} <= codes


def test_every_ground_has_its_terrain() -> None:
    grounds = {kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)}
    assert terrain_table().terrain.keys() == grounds
    assert set(terrain_table().ground.values()) <= grounds


# --- laid flat ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [3, 4])
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_hexes_that_touch_still_touch_when_laid_flat(
    rows: int, orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(4, rows, orientation, shifted)
    for hex_ in grid:
        for direction in range(6):
            if grid.neighbour(hex_, direction) in grid:
                map_ = Map.blank(grid)
                map_.set_link("road", hex_, direction)
                laid = to_flat_top(map_)
                assert (laid.grid.orientation, laid.grid.shifted) == ("flat", "odd")
                (a, b) = [laid.grid.hex(c, r) for r, c in np.argwhere(laid.links["road"]).tolist()]
                assert laid.has_link("road", a, laid.grid.direction(a, b))
                assert laid.has_link("road", b, laid.grid.direction(b, a))


# --- commands -------------------------------------------------------------------------------------


def test_the_command_writes_a_map_and_tells_the_losses(tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text(BOARD, encoding="utf-8")
    out = tmp_path / "a.map.yaml"
    words = ["import", "board", str(tmp_path / "a.board"), str(out), "--json"]
    answer = json.loads(CliRunner().invoke(main, words).stdout)
    assert answer["written"] == [str(out)]
    assert {"code": "board-unknown", "what": "mud:1", "count": 1, "at": ["@3,0"]}.items() <= next(
        loss for loss in answer["losses"] if loss["what"] == "mud:1"
    ).items()


def test_several_boards_go_into_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.board").write_text(BOARD, encoding="utf-8")
    (tmp_path / "out").mkdir()
    words = [str(tmp_path / "a.board"), str(tmp_path / "b.board"), str(tmp_path / "out")]
    assert CliRunner().invoke(main, ["import", "board", *words]).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "a.map.yaml",
        "b.map.yaml",
    ]


def test_a_map_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text(BOARD, encoding="utf-8")
    out = tmp_path / "a.map.yaml"
    out.write_text("mine", encoding="utf-8")
    said = CliRunner().invoke(main, ["import", "board", str(tmp_path / "a.board"), str(out)])
    assert (said.exit_code, out.read_text("utf-8")) == (1, "mine")


def test_a_broken_board_is_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text("# a\nsize x 1\n", encoding="utf-8")
    words = ["import", "board", str(tmp_path / "a.board"), str(tmp_path / "a.map.yaml"), "--json"]
    said = CliRunner().invoke(main, words)
    (problem,) = json.loads(said.stdout)["problems"]
    assert (said.exit_code, problem["line"], problem["code"]) == (1, 2, "board-number")


def test_an_exit_that_is_not_answered_is_told_and_comes_back(tmp_path: Path) -> None:
    said = 'size 1 2\nhex 0101 0 "road:1:8" ""\nhex 0102 0 "road:1:0" ""\nend\n'
    found = brought(tmp_path / "a.board", said)
    assert [(loss.what, loss.at) for loss in found.losses if loss.code == "board-one-way"] == [
        ("road", ("@0,0",))
    ]
    write(found.map, tmp_path / "b.board")
    assert read(tmp_path / "b.board").map.kept == found.map.kept


@pytest.mark.parametrize("name", ["pavement", "snow", "ice", "rubble", "impassable", "magma"])
def test_ground_of_its_own_gives_way_to_woods_painted_over_it(tmp_path: Path, name: str) -> None:
    map_ = brought(
        tmp_path / "a.board", f'size 2 1\nhex 0101 0 "{name}:1" ""\nhex 0201 0 "woods:1" ""\nend\n'
    ).map
    assert map_.ground_at(map_.grid.hex(0, 0)) not in ("open", "woods")
    map_.ground[0, 0] = map_.ground[0, 1]
    write(map_, tmp_path / "b.board")
    assert name not in (tmp_path / "b.board").read_text("utf-8")
