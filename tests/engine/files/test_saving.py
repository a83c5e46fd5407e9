"""Saving: an untouched file keeps its bytes, an edited one changes only where it was edited."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.editing.blank_maps import make_blank_map
from engine.files import schemas
from engine.files.map_reader import load, open_file
from engine.files.map_writer import new_map_text, rewrite, save
from engine.files.schema_modeline import schema_modeline
from engine.hexes.grid import Grid, Orientation
from engine.hexes.labels import ColumnRow, LetterNumber
from engine.map.map import Map, PlaceName, Zone
from engine.problems import Waiver
from tests.engine.comparing_maps import FULL, SOMEWHERE, facts, read_text

Edit = Callable[[Map], None]


def after(edit: Edit, text: str = FULL) -> str:
    """The text of a map after an edit, which must say just what the edited map says."""
    was = read_text(text)
    map_ = deepcopy(was.map)
    edit(map_)
    written = rewrite(map_, was).text
    assert facts(read_text(written).map) == facts(map_)
    return written


def changes(edit: Edit, text: str = FULL) -> list[str]:
    """The lines an edit takes away and brings, as in a diff."""
    differ = difflib.ndiff(text.splitlines(), after(edit, text).splitlines())
    return [line for line in differ if line[0] in "-+"]


def at(map_: Map, name: str) -> tuple[int, int]:
    """Row and column of a hex by its name."""
    return map_.grid.index(map_.labels.find(name))


# --- untouched ------------------------------------------------------------------------------------

ODD_FILES = {
    "comments": FULL,
    "windows": FULL.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + FULL,
    "no last line end": FULL.removesuffix("\n"),
    "blank lines": "\n\n" + FULL.replace("\nlegend", "\n\n\n  # here\n\nlegend") + "\n\n#\n",
    "document marks": "%YAML 1.2\n---\n" + FULL + "...\n",
    "keys in another order": "grid: {rows: 2, columns: 3}\ntitle: a\nsandtable: map/1\n",
    "flow": "{sandtable: map/1, grid: {rows: 1, columns: 1,},\n  zones: {a: [ ] } ,}",
    "quotes": "'sandtable': \"map/1\"\n\"grid\": {\"rows\" : 1, 'columns': 0001}\ntitle: 'it''s'\n",
    "numbers as people write them": "sandtable: map/1\ngrid: {columns: 2.0, rows: +2}\n",
    "folded": "sandtable: map/1\ngrid: {columns: 1, rows: 1}\ncredits: >-\n  a\n  b\n\n  c\n",
    "rows apart": "sandtable: map/1\ngrid: {columns: 2, rows: 2}\nlayers:\n  level: |+2\n"
    "     0    1  \n    12\t 3\n\n\n",
    "what stands empty": "sandtable: map/1\ngrid: {columns: 2, rows: 2}\nsides: {}\n"
    "links: {road: []}\nzones: {}\nplaces: []\nwaived: []\ntitle: ''\n",
}


@pytest.mark.parametrize("name", ODD_FILES)
def test_an_untouched_file_is_saved_byte_for_byte(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.map.yaml"
    path.write_bytes(ODD_FILES[name].encode())
    was = open_file(path)
    save(deepcopy(was.map), path, was)
    assert path.read_bytes() == ODD_FILES[name].encode()


@pytest.mark.parametrize("name", ODD_FILES)
def test_a_file_of_any_look_takes_an_edit_and_gives_it_back(name: str) -> None:
    def retitle(map_: Map) -> None:
        map_.title = "Another"
        map_.level[0, 0] = 7
        map_.set_side("wall", map_.grid.hex(0, 0), 0)

    after(retitle, ODD_FILES[name])


def test_an_edit_taken_back_gives_back_the_bytes() -> None:
    was = read_text(FULL)
    map_ = deepcopy(was.map)
    map_.level[1, 1] = 5
    now = rewrite(map_, was)
    again = rewrite(was.map, replace(was, source=now, map=map_))
    assert again.text == FULL


# --- the smallest change --------------------------------------------------------------------------


def test_a_level_changes_its_row() -> None:
    def raise_(map_: Map) -> None:
        map_.level[at(map_, "@3,1")] = 9

    assert changes(raise_) == ["-     0 0 1 1 1 2 2 2", "+     0 0 1 9 1 2 2 2"]


def test_painting_changes_the_row() -> None:
    def paint(map_: Map) -> None:
        map_.ground[at(map_, "@0,0")] = 1

    assert changes(paint) == ["-     ....ww..", "+     w...ww.."]


def test_a_new_ground_joins_the_legend() -> None:
    def paint(map_: Map) -> None:
        map_.symbols, map_.grounds = (*map_.symbols, "m"), (*map_.grounds, "marsh")
        map_.ground[at(map_, "@7,3")] = 4

    assert changes(paint) == [
        "-     ~~......",
        "+     ~~.....m",
        '- legend: {".": open, w: woods, s: settlement, "~": lake}',
        "+ legend: {.: open, w: woods, s: settlement, '~': lake, m: marsh}",
    ]


def test_a_new_side_joins_the_list_behind_the_last() -> None:
    def lay(map_: Map) -> None:
        map_.set_side("wall", map_.grid.hex(0, 0), 0)

    assert changes(lay) == ['+     - "@0,0 E"']


def test_a_side_of_a_list_in_brackets_joins_it_there() -> None:
    def lay(map_: Map) -> None:
        map_.set_side("stream", map_.grid.hex(0, 0), 0)

    assert changes(lay) == [
        '-   stream: ["@4,0 E", "4563BF SE"]',
        '+   stream: ["@4,0 E", "4563BF SE", "@0,0 E"]',
    ]


def test_a_side_taken_away_leaves_the_others_and_their_comment() -> None:
    def clear(map_: Map) -> None:
        map_.sides["wall"][at(map_, "@2,1")] &= ~np.uint8(1)
        map_.sides["wall"][at(map_, "@3,1")] &= ~np.uint8(8)

    assert changes(clear) == [
        '-     - "@2,1 E SE"   # round the mill',
        '+     - "@2,1 SE"   # round the mill',
    ]


def test_a_side_named_from_the_other_hex_is_taken_away_too() -> None:
    def clear(map_: Map) -> None:
        map_.sides["wall"][at(map_, "@5,2")] &= ~np.uint8(8)
        map_.sides["wall"][at(map_, "@4,2")] &= ~np.uint8(1)

    assert changes(clear) == ['-     - "@5,2 W"']


def test_a_side_named_by_its_label_is_taken_away_too() -> None:
    def clear(map_: Map) -> None:
        map_.sides["stream"][:] = 0
        map_.set_side("stream", map_.grid.hex(4, 0), 0)

    assert changes(clear) == [
        '-   stream: ["@4,0 E", "4563BF SE"]',
        '+   stream: ["@4,0 E"]',
    ]


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        ("{style: column-row}", "@000,00"),
        ("{style: letter-number, digits: 3}", "A1"),
        ("{style: letter-number, digits: 3}", "a01"),
    ],
)
def test_a_hex_written_with_more_or_fewer_zeros_is_found_all_the_same(
    labels: str, name: str
) -> None:
    text = f"""\
sandtable: map/1
grid: {{columns: 3, rows: 2, labels: {labels}}}
sides: {{wall: ["{name} E", "@1,1 E"]}}
links: {{road: ["{name} @1,0 @2,0"]}}
zones: {{a: ["{name} @1,0"]}}
"""

    def clear(map_: Map) -> None:
        map_.sides["wall"][0] = 0
        map_.links["road"][0, 0] = 0
        map_.links["road"][0, 1] &= ~np.uint8(8)
        map_.zones["a"].hexes[0, 0] = False

    written = after(clear, text)
    assert '["@1,1 E"]' in written
    assert '["@1,0 @2,0"]' in written
    assert '["@1,0"]' in written


def test_a_road_is_cut_where_a_link_goes() -> None:
    def cut(map_: Map) -> None:
        map_.links["road"][at(map_, "@1,1")] &= ~np.uint8(1)
        map_.links["road"][at(map_, "@2,1")] &= ~np.uint8(8)

    assert changes(cut) == [
        '- links: {road: ["@0,1 @1,1 @2,1 @3,1", "@3,1 @3,2"]}',
        '+ links: {road: ["@0,1 @1,1", "@2,1 @3,1", "@3,1 @3,2"]}',
    ]


def test_a_zone_gains_and_loses_hexes_in_its_list() -> None:
    def move(map_: Map) -> None:
        map_.zones["red-setup"].hexes[at(map_, "@0,1")] = False
        map_.zones["red-setup"].hexes[at(map_, "@0,3")] = True

    assert changes(move) == [
        '-   red-setup: ["@0,0", "@0,1 4563AB"]',
        '+   red-setup: ["@0,0", 4563AB, "@0,3"]',
    ]


def test_a_new_zone_stands_behind_the_last() -> None:
    def add(map_: Map) -> None:
        hexes = np.zeros(map_.grid.shape, np.bool_)
        hexes[3, 7] = True
        map_.zones["blue"] = Zone(hexes, {"en": "Blue", "zh": "蓝方"}, "#0000ff")

    assert changes(add) == [
        "+   blue:",
        "+     name: {en: Blue, zh: 蓝方}",
        "+     colour: '#0000ff'",
        "+     hexes:",
        '+     - "@7,3"',
    ]


def test_a_zone_taken_away_takes_only_its_line() -> None:
    def remove(map_: Map) -> None:
        del map_.zones["red-setup"]

    assert changes(remove) == ['-   red-setup: ["@0,0", "@0,1 4563AB"]']


def test_a_ground_written_with_another_sign_keeps_its_place_in_the_legend() -> None:
    def rewrite(map_: Map) -> None:
        map_.symbols = (".", "W", "s", "~")

    assert "+ legend: {.: open, W: woods, s: settlement, '~': lake}" in changes(rewrite)


def test_a_word_of_a_zone_changes_in_its_line() -> None:
    def rename(map_: Map) -> None:
        map_.zones["mill"].name = {"en": "Old Mill", "zh": "磨坊"}

    assert changes(rename) == [
        '-   mill: {name: {en: Mill, zh: 磨坊}, colour: "#3366cc", hexes: ["@2,1"]}',
        '+   mill: {name: {en: Old Mill, zh: 磨坊}, colour: "#3366cc", hexes: ["@2,1"]}',
    ]


def test_a_place_moves_and_keeps_its_comment() -> None:
    def rename(map_: Map) -> None:
        map_.places[1] = PlaceName(map_.places[1].at, "High Hill")

    assert changes(rename) == [
        "-     name: Hill   # no Chinese name yet",
        "+     name: High Hill   # no Chinese name yet",
    ]


def test_a_new_place_stands_behind_the_last() -> None:
    def add(map_: Map) -> None:
        map_.places.append(PlaceName(map_.grid.hex(7, 0), {"en": "Barn", "zh": "谷仓"}))

    assert changes(add) == ['+   - {at: "@7,0", name: {en: Barn, zh: 谷仓}}']


def test_a_place_taken_away_takes_only_its_lines() -> None:
    def remove(map_: Map) -> None:
        del map_.places[0]

    assert changes(remove) == ['-   - {at: "@2,1", name: {en: Neudorf}}']


def test_a_title_changes_before_its_comment() -> None:
    def retitle(map_: Map) -> None:
        map_.title = {"en": "The Ford", "zh": "渡口"}

    assert changes(retitle) == [
        "- title: {en: Ford, zh: 渡口}   # shown in the title bar",
        "+ title: {en: The Ford, zh: 渡口}   # shown in the title bar",
    ]


def test_a_line_goes_when_its_text_does() -> None:
    def clear(map_: Map) -> None:
        map_.origin = ""

    assert changes(clear) == ["- origin: drawn by hand"]


def test_a_waiver_joins_the_others() -> None:
    def waive(map_: Map) -> None:
        map_.waived = (*map_.waived, Waiver("locked-ground", (), "an island"))

    assert changes(waive) == ["+   - {code: locked-ground, reason: an island}"]


def test_a_part_that_was_not_there_comes_at_the_end() -> None:
    text = "sandtable: map/1\n# a small one\ngrid: {columns: 3, rows: 2}"

    def road(map_: Map) -> None:
        map_.set_link("road", map_.grid.hex(0, 0), 0)

    assert after(road, text) == text + '\nlinks:\n  road:\n  - "@0,0 @1,0"\n'


def test_other_labels_keep_the_rest_of_the_file() -> None:
    def relabel(map_: Map) -> None:
        map_.label_style = LetterNumber()

    changed = changes(relabel)
    assert "+        labels: {style: letter-number}}   # the centre of @0,0" in changed
    assert not [line for line in changed if "title" in line or "0 0 0 1 1 1 2 2" in line]


def test_a_larger_sheet_is_written_in_the_file_s_place() -> None:
    was = read_text(FULL)
    map_ = deepcopy(was.map)
    grid = Grid(9, 5, Orientation.POINTY)
    larger = Map.blank(grid)
    map_.grid, map_.level = grid, larger.level
    map_.ground = larger.ground
    map_.sides, map_.links, map_.zones = {}, {}, {}
    written = rewrite(map_, was).text
    assert facts(read_text(written).map) == facts(map_)
    assert "# shown in the title bar" in written
    assert "# no Chinese name yet" in written


@pytest.mark.parametrize("form", ["rows", "packed"])
def test_a_legend_in_another_order_means_the_same_grounds(form: str) -> None:
    blank = Map.blank(Grid(3, 2) if form == "rows" else Grid(300, 300))
    blank.symbols, blank.grounds = (".", "w"), ("open", "woods")
    blank.ground[0, 1] = 1
    text = new_map_text(blank, SOMEWHERE)
    assert ("packed" in text) == (form == "packed")

    def turn_round(map_: Map) -> None:
        map_.symbols, map_.grounds = ("m", "w", "."), ("marsh", "woods", "open")
        map_.ground = (2 - map_.ground).astype(np.uint8)
        map_.ground[1, 2] = 0

    after(turn_round, text)


def test_windows_line_ends_stay_throughout() -> None:
    def change(map_: Map) -> None:
        map_.level[0, 0] = 9
        map_.set_side("wall", map_.grid.hex(0, 0), 0)
        map_.credits = "me"
        map_.set_link("track", map_.grid.hex(0, 0), 0)

    text = FULL.replace("\n", "\r\n")
    written = after(change, text)
    assert written.count("\r\n") == written.count("\n")
    assert written.replace("\r\n", "\n") == after(change)


def test_a_file_in_old_mac_line_ends_takes_an_edit() -> None:
    def change(map_: Map) -> None:
        map_.level[0, 0] = 9

    after(change, FULL.replace("\n", "\r"))


def test_a_byte_order_mark_stays() -> None:
    def retitle(map_: Map) -> None:
        map_.title = {"en": "The Ford", "zh": "渡口"}

    assert after(retitle, "\ufeff" + FULL) == "\ufeff" + after(retitle)


@pytest.mark.parametrize(
    "words",
    ["a\nb\n", "\n", " a\n b", "x: y # z", "- a", "'\"", "@1", "null", "12:30", "1e5", "\ttab",
     "a\u2028b\r\nc", "#", "007", "{}", "é\x85", "﹏ 😀", "yes", "a" * 300],
)  # fmt: skip
def test_any_words_are_written_so_that_they_read_back(words: str) -> None:
    def say(map_: Map) -> None:
        map_.title, map_.credits, map_.origin = words, words, words
        map_.zones["mill"].name = {"en": words, "zh": "磨坊"}
        map_.zones[words] = Zone(np.zeros(map_.grid.shape, np.bool_))
        map_.places.append(PlaceName(map_.grid.hex(0, 0), words))

    after(say)
    map_ = read_text(after(say)).map
    assert facts(read_text(new_map_text(map_, SOMEWHERE)).map) == facts(map_)


# --- new files ------------------------------------------------------------------------------------


def first_line(path: Path) -> str:
    return path.read_bytes().decode().splitlines()[0]


@pytest.mark.parametrize("copy", ["map.schema.json", "schemas/map.schema.json"])
def test_a_new_file_names_the_schema_that_lies_near(tmp_path: Path, copy: str) -> None:
    schema = tmp_path / copy
    schema.parent.mkdir(exist_ok=True)
    schema.write_text(json.dumps(schemas.load_schema("map")))
    (tmp_path / "maps").mkdir()
    map_ = Map.blank(Grid(3, 2))
    save(map_, tmp_path / "maps" / "new.map.yaml")
    first = first_line(tmp_path / "maps" / "new.map.yaml")
    assert first == f"# yaml-language-server: $schema=../{copy}"
    assert facts(load(tmp_path / "maps" / "new.map.yaml")) == facts(map_)


def test_a_new_file_names_no_schema_where_none_is_near_or_another_program_has_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "map.schema.json").write_text('{"$id": "urn:other:map"}')
    save(Map.blank(Grid(3, 2)), tmp_path / "new.map.yaml")
    assert first_line(tmp_path / "new.map.yaml") == "sandtable: map/1"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "where",
    ["file:///opt/sandtable/schemas/", "/opt/sandtable/schemas/", "C:\\tools\\schemas\\"],
)
def test_a_save_takes_a_line_out_that_holds_on_one_machine_alone(
    tmp_path: Path, where: str, ending: str
) -> None:
    path = tmp_path / "old.map.yaml"
    rest = "# a comment\n" + new_map_text(Map.blank(Grid(3, 2)), path)
    line = f"# yaml-language-server: $schema={where}map.schema.json\n"
    path.write_bytes((line + rest).replace("\n", ending).encode())
    file = open_file(path)
    save(file.map, path, file)
    assert path.read_bytes() == rest.replace("\n", ending).encode()


def test_a_save_keeps_a_line_that_its_user_wrote(tmp_path: Path) -> None:
    path = tmp_path / "own.map.yaml"
    for line in ("$schema=../map.schema.json", "$schema=https://host.example/map.schema.json",
                 "$schema=/opt/house-rules.json"):  # fmt: skip
        said = f"# yaml-language-server: {line}\n{new_map_text(Map.blank(Grid(3, 2)), path)}"
        path.write_text(said)
        file = open_file(path)
        save(file.map, path, file)
        assert path.read_text() == said


def test_a_file_beside_the_schemas_names_them_by_the_way_there() -> None:
    root = Path(__file__).parents[3]
    line = schema_modeline("map", root / "samples" / "tank" / "maps" / "x.map.yaml")
    assert line == "# yaml-language-server: $schema=../../../schemas/map.schema.json"


def test_rows_of_levels_line_up_as_a_block() -> None:
    map_ = Map.blank(Grid(3, 3))
    map_.level[:] = [[0, 10, -1], [100, 0, 0], [0, 0, 7]]
    assert "  level: |\n    0   10  -1\n    100 0   0\n    0   0   7\n" in new_map_text(
        map_, SOMEWHERE
    )


def test_a_saved_map_can_be_edited_and_saved_again(tmp_path: Path) -> None:
    path = tmp_path / "a.map.yaml"
    map_ = Map.blank(Grid(4, 3))
    was = save(map_, path)
    for level in range(3):
        map_.level[level, 0] = level
        was = save(map_, path, was)
        assert facts(load(path)) == facts(map_)
        assert was.source.text == path.read_text()


def test_large_layers_are_packed_and_stay_small(tmp_path: Path) -> None:
    map_ = Map.blank(Grid(300, 300))
    map_.label_style = ColumnRow(digits=3)
    map_.level[7, 7] = -999
    save(map_, tmp_path / "a.map.yaml")
    lines = (tmp_path / "a.map.yaml").read_text().splitlines()
    assert len(lines) < 30
    assert facts(load(tmp_path / "a.map.yaml")) == facts(map_)


def test_a_title_with_what_no_file_can_hold_is_saved_without_it(tmp_path: Path) -> None:
    file = tmp_path / "hill.map.yaml"
    map_ = make_blank_map(3, 3)
    map_.title = "Mill\x0b\x1b[2J Hill"
    save(map_, file)
    assert load(file).title == "Mill[2J Hill"


def test_what_no_file_can_hold_changes_no_other_line_of_it() -> None:
    def edit(map_: Map) -> None:
        map_.credits = "Surveyed\x0b by hand"

    written = rewrite(edited(edit), read_text(FULL)).text
    assert "Surveyed by hand" in written
    kept = {line for line in FULL.splitlines() if "#" in line}
    assert kept <= set(written.splitlines())


def edited(edit: Edit) -> Map:
    map_ = deepcopy(read_text(FULL).map)
    edit(map_)
    return map_
