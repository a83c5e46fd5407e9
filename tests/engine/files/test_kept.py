"""What other programs say of a map is kept in it as they said it."""

from __future__ import annotations

from pathlib import Path

from engine.editing.sheet_transforms import extend_map
from engine.files.map_reader import open_file
from engine.files.map_writer import new_map_text, save
from engine.map.map import ForeignData
from tests.engine.comparing_maps import faults, read_text

FILE = """\
sandtable: map/1
grid: {columns: 4, rows: 3}
kept:
  megamek:
    - {at: ["@1,1 @2,1"], words: "fuel_tank:1"}   # two tanks
    - {words: "option x"}
"""


def test_words_of_hexes_and_of_the_whole_map_are_read() -> None:
    map_ = read_text(FILE).map
    at = map_.grid.hex(1, 1), map_.grid.hex(2, 1)
    assert map_.kept == (
        ForeignData("megamek", at, "fuel_tank:1"),
        ForeignData("megamek", (), "option x"),
    )


def test_a_map_written_anew_keeps_them() -> None:
    map_ = read_text(FILE).map
    assert read_text(new_map_text(map_, Path("b.map.yaml"))).map.kept == map_.kept


def test_an_edited_map_leaves_their_lines_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.map.yaml"
    path.write_text(FILE, encoding="utf-8")
    was = open_file(path)
    map_ = open_file(path).map
    map_.title = "Depot"
    save(map_, path, was)
    assert '    - {at: ["@1,1 @2,1"], words: "fuel_tank:1"}   # two tanks\n' in path.read_text()


def test_a_hex_off_the_map_is_told_with_its_place() -> None:
    (problem,) = faults(FILE.replace("@2,1", "@9,9"))
    assert (problem.code, problem.where, problem.mark.line) == (
        "unknown-hex",
        "kept.megamek[0].at",
        5,
    )


def test_words_move_with_their_hexes_when_the_sheet_grows() -> None:
    map_ = read_text(FILE).map
    grown = extend_map(map_, left=2)
    assert [grown.grid.name(hex_) for hex_ in grown.kept[0].at] == ["@3,1", "@4,1"]
    assert grown.kept[1].at == ()
