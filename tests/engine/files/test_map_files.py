"""Map files: what each part says, what is told when it is wrong, and that nothing crashes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.check import check
from engine.checks.map_checks import check_map
from engine.files import schemas
from engine.files.map_layer_text import pack
from engine.files.map_reader import load
from engine.files.map_writer import new_map_text, rewrite
from engine.files.source_text import parse
from engine.hexes.labels import ColumnRow, KmSquare, LetterNumber
from engine.map.map import Map
from engine.problems import MAX_LISTED, InvalidFileError, Problem, TextPosition
from tests.engine.comparing_maps import FULL, SOMEWHERE, facts, faults, read_text
from tests.generated import generated_map

HEAD = "sandtable: map/1\n"
SMALL = HEAD + "grid: {columns: 3, rows: 2}\n"
GROUND = SMALL + "legend: {'.': open, w: woods}\nlayers:\n  ground: |\n"
LEVEL = SMALL + "layers:\n  level: |\n"


def only_fault(text: str) -> Problem:
    (problem,) = faults(text)
    return problem


def packed(content: bytes, dtype: str = "int8") -> str:
    plane = np.frombuffer(content, np.int8).reshape(1, -1)
    return json.dumps(pack(plane) | {"dtype": dtype})


# --- what the parts say ---------------------------------------------------------------------------


def test_a_map_says_what_its_file_says() -> None:
    map_ = read_text(FULL).map
    grid = map_.grid
    assert map_.title == {"en": "Ford", "zh": "渡口"}
    assert map_.label_style == KmSquare(45_975, 63_025)
    assert (map_.hex_metres, map_.level_metres, map_.base_metres) == (50, 10, 100)
    assert map_.level[0].tolist() == [0, 0, 0, 1, 1, 1, 2, 2]
    assert "".join(map_.ground_at(grid.hex(column, 1))[0] for column in range(8)) == "oosswwoo"
    assert map_.has_side("stream", grid.hex(4, 0), 0)
    assert map_.has_side("stream", grid.hex(5, 0), 3)
    assert map_.has_side("stream", grid.hex(4, 1), 5)
    assert map_.has_link("road", grid.hex(3, 1), grid.direction(grid.hex(3, 1), grid.hex(3, 2)))
    assert np.argwhere(map_.zones["red-setup"].hexes).tolist() == [[0, 0], [0, 1], [1, 0]]
    assert map_.zones["mill"].colour == "#3366cc"
    assert [grid.name(place.at) for place in map_.places] == ["@2,1", "@5,2"]
    assert map_.waived[0].at == ("@3,2",)


def test_a_map_with_nothing_but_a_grid_is_open_ground_at_level_0() -> None:
    map_ = read_text(SMALL).map
    assert facts(map_) == facts(Map.blank(map_.grid))


def test_a_side_at_the_map_s_edge_is_carried_by_its_one_hex() -> None:
    map_ = read_text(SMALL + "sides: {wall: ['@0,0 W']}\n").map
    assert map_.sides["wall"].tolist() == [[1 << 3, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("labels", "style"),
    [
        ("{style: column-row}", ColumnRow()),
        ("{style: column-row, first_column: 0, first_row: 9, digits: 3}", ColumnRow(0, 9, 3)),
        ("{style: letter-number, first_letter: AB}", LetterNumber(first_letter=28)),
        ("{style: letter-number, letters: rows, first_number: 0}", LetterNumber("rows", 1, 0)),
        ("{style: km-square, northing: -5, easting: 0.5}", KmSquare(-5, 0.5)),
        ("{style: column-row, digits: 3.0}", ColumnRow(digits=3)),
    ],
)
def test_labels_are_as_the_file_says(labels: str, style: object) -> None:
    text = HEAD + f"grid: {{columns: 3.0, rows: 2, labels: {labels}}}\n"
    found = read_text(text).map
    assert found.label_style == style
    assert found.labels.label(found.grid.hex(2, 1)).isascii()


@pytest.mark.parametrize("dtype", ["int8", "int16", "uint8"])
def test_a_packed_layer_says_what_rows_say(dtype: str) -> None:
    plane = np.arange(6, dtype=np.uint8 if dtype == "uint8" else np.int16).reshape(2, 3)
    values = plane * 1000 if dtype == "int16" else plane
    layer = pack(values)
    assert layer["dtype"] == dtype
    text = SMALL + f"layers: {{level: {json.dumps(layer)}}}\n"
    assert read_text(text).map.level.tolist() == values.tolist()


# --- what is wrong and where ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "mark", "said"),
    [
        (GROUND + "    .w.\n    .w\n", "row-length", TextPosition(7, 7), "row 1 has 2 hexes"),
        (GROUND + "    .w.\n    .w..\n", "row-length", TextPosition(7, 9),
         "the grid has 3 columns"),
        (GROUND + "    .w.\n", "row-count", TextPosition(5, 11), "1 row"),
        (GROUND + "    .w.\n    .x.\n", "unknown-symbol", TextPosition(7, 6),
         "'x' is not in the legend"),
        (GROUND + "    .w.\n     w.\n", "unknown-symbol", TextPosition(7, 5),
         "' ' is not in the legend"),
        (LEVEL + "    0 0 0\n    0 0\n", "row-length", TextPosition(6, 8), "row 1 has 2 hexes"),
        (LEVEL + "    0 0 0\n    0 10000 0\n", "level-out-of-range", TextPosition(6, 7), "10000"),
        (LEVEL + "    0 0 -1000\n    0 0 0\n", "level-out-of-range", TextPosition(5, 9),
         "-999 … 9999"),
        (LEVEL + "    0 0 0\n    0 1.5 0\n", "not-a-level", TextPosition(6, 7), "'1.5'"),
        (LEVEL + "    0 0 0\n    0 - 0\n", "not-a-level", TextPosition(6, 7), "'-'"),
        (LEVEL + "    1 0 0\n      0 0 7x\n", "not-a-level", TextPosition(6, 11), "'7x'"),
        (LEVEL.replace("|", "|2") + "    0 0 0\n    0 x 0\n", "not-a-level", TextPosition(6, 7),
         "'x'"),
        (LEVEL.replace("\n", "\r\n") + "    0 0 0\r\n    0 x 0\r\n", "not-a-level",
         TextPosition(6, 7), ""),
        (SMALL + "layers: {ground: '...'}\n", "no-legend", TextPosition(3, 18), "no legend"),
        (SMALL + "sides: {stream: ['@0,0 E', '@9,0 E']}\n", "unknown-hex", TextPosition(3, 28),
         "off"),
        (SMALL + "sides: {stream: ['@0,0 N']}\n", "unknown-direction", TextPosition(3, 18),
         "E, NE, NW"),
        (SMALL + "sides: {stream: ['@0,0']}\n", "wrong-form", TextPosition(3, 18), "@4,0 E"),
        (SMALL + "links: {road: ['@0,0']}\n", "one-hex-link", TextPosition(3, 16),
         "at least two hexes"),
        (SMALL + "links: {road: ['@0,0 @2,0']}\n", "not-adjacent", TextPosition(3, 16),
         "@0,0 and @2,0"),
        (SMALL + "links: {road: ['@0,0 @0,0']}\n", "not-adjacent", TextPosition(3, 16),
         "@0,0 and @0,0"),
        (SMALL + "links: {road: ['@0,0 A9']}\n", "unknown-hex", TextPosition(3, 16),
         "0101 to 0302"),
        (SMALL + "zones:\n  a: ['@0,0',\n    '@3,0']\n", "unknown-hex", TextPosition(5, 5),
         "3 columns"),
        (SMALL + "places: [{at: '@0,2', name: X}]\n", "unknown-hex", TextPosition(3, 15), "2 rows"),
        (SMALL + "waived: [{code: a, at: ['?'], reason: b}]\n", "unknown-hex", TextPosition(3, 25),
         "'?'"),
        (SMALL + "waived: [{code: a, reason: ' '}]\n", "wrong-form", TextPosition(3, 28),
         "a reason"),
        (SMALL + "legend: {ab: open}\n", "wrong-form", TextPosition(3, 10),
         '"ab" is not one character'),
        (SMALL + "legend: {a: open, b: open}\n", "same-ground-twice", TextPosition(3, 22),
         "'open'"),
        (SMALL + "legend: {}\n", "empty-value", TextPosition(3, 9), "is empty"),
        (SMALL + "title: {english: x}\n", "wrong-form", TextPosition(3, 9), "a language"),
        (SMALL + "title: {en: 5}\n", "unquoted", TextPosition(3, 13), "unquoted 5"),
        (SMALL + "zones: {a: {hexes: [], colour: red}}\n", "wrong-form", TextPosition(3, 32),
         "#3366cc"),
        (SMALL + "zones: {a: {colour: '#123456'}}\n", "missing-key", TextPosition(3, 12),
         "'hexes'"),
        (SMALL + "zones: {a: 5}\n", "wrong-form", TextPosition(3, 12), "a list of hexes, or"),
        (SMALL + "layers: {level: {packed: rot13, dtype: int8, data: ''}}\n", "not-an-option",
         TextPosition(3, 26), "zlib+base64"),
        (SMALL + "layers: {level: {packed: zlib+base64, dtype: int8, data: '???'}}\n",
         "broken-packing", TextPosition(3, 17), "packed layer"),
        (SMALL + f"layers: {{level: {packed(bytes(5))}}}\n", "packed-size", TextPosition(3, 17),
         "5 bytes"),
        (SMALL + f"layers: {{level: {packed(bytes(10**6))}}}\n", "packed-size",
         TextPosition(3, 17), "> 6"),
        (SMALL + f"legend: {{a: open}}\nlayers: {{ground: {packed(bytes([0, 0, 0, 0, 0, 1]))}}}\n",
         "packed-index", TextPosition(4, 18), "legend entry 1"),
        (HEAD + "grid: {columns: 0, rows: 2}\n", "out-of-range", TextPosition(2, 17), "1 … 10000"),
        (HEAD + "grid: {columns: 2, rows: 1.5}\n", "wrong-type", TextPosition(2, 26),
         "a whole number"),
        (
            HEAD + "grid: {columns: 2, rows: 2}\nplaces: [{at: '@0,0', name: A, pin: [1]}]\n",
            "not-allowed", TextPosition(3, 37), "at least 2",
        ),
        (HEAD + "grid: {columns: 2}\n", "missing-key", TextPosition(2, 7), "'rows' is missing"),
        (HEAD + "grid: {columns: 9999, rows: 9999}\n", "map-too-large", TextPosition(2, 7),
         "9999 × 9999"),
        (HEAD + "grid: {columns: 2, rows: 2, hex_metres: 1e999}\n", "wrong-type",
         TextPosition(2, 41), ""),
        (HEAD + "grid: {columns: 2, rows: 2, labels: {style: km-square, northing: 1}}\n",
         "missing-key", TextPosition(2, 37), "'easting'"),
        (HEAD + "grid: {columns: 2, rows: 2, labels: {style: column-row, northing: 1}}\n",
         "label-key", TextPosition(2, 57), "'northing'"),
        (HEAD + "grid: {columns: 9999, rows: 9, labels: {style: km-square, northing: 1, "
         "easting: 1}}\n", "labels-repeat", TextPosition(2, 40), "100 km"),
        (HEAD + "grid: {columns: 2, rows: 2, hex_metres: 1.0e-300, labels: {style: km-square, "
         "northing: 1, easting: 1}}\nzones: {a: [4563GH]}\n", "labels-too-fine",
         TextPosition(2, 59), "26"),
    ],
)  # fmt: skip
def test_each_fault_is_told_once_where_it_is(
    text: str, code: str, mark: TextPosition, said: str
) -> None:
    problem = only_fault(text)
    assert (problem.code, problem.mark) == (code, mark)
    assert said in problem.message("en")


@pytest.mark.parametrize(
    ("text", "code", "near"),
    [
        (SMALL + "titel: x\n", "unknown-key", "title"),
        (SMALL.replace("columns", "colums"), "unknown-key", "columns"),
        (SMALL.replace("rows: 2", "rows: 2, orientation: flatt"), "not-an-option", "flat"),
        (SMALL + "legend: {w: wods}\n", "unknown-ground", "woods"),
        (SMALL + "sides: {straem: ['@0,0 E']}\n", "unknown-side", "stream"),
        (SMALL + "links: {raod: ['@0,0 @1,0']}\n", "unknown-link", "road"),
        (SMALL + "zones: {a: {hexs: ['@0,0'], hexes: []}}\n", "unknown-key", "hexes"),
        ("sandtable: mpa/1\n", "unknown-kind", "sandtable: map/1"),
    ],
)
def test_a_misspelt_word_is_told_the_right_one(
    tmp_path: Path, text: str, code: str, near: str
) -> None:
    (tmp_path / "a.yaml").write_text(text)
    problem = next(found for found in check(tmp_path / "a.yaml") if found.code == code)
    assert problem.hint("en") == f"did you mean '{near}'?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("title: x\n", "no-kind"),
        ("- sandtable: map/1\n", "no-kind"),
        ("sandtable: [map/1]\n", "unknown-kind"),
        ("sandtable: map\n", "unknown-kind"),
        ("sandtable: map/1.5\n", "unknown-kind"),
        ("sandtable: map/٣\n", "unknown-kind"),
        ("sandtable: map/99\n", "other-version"),
        ("sandtable: map/01\ngrid: {columns: 1, rows: 1}\n", "not-an-option"),
    ],
)
def test_a_file_that_is_no_map_of_this_version_is_refused(
    tmp_path: Path, text: str, code: str
) -> None:
    (tmp_path / "a.yaml").write_text(text)
    (problem,) = check(tmp_path / "a.yaml")
    assert problem.code == code
    with pytest.raises(InvalidFileError):
        load(tmp_path / "a.yaml")


def test_a_sound_part_is_read_beside_a_faulty_one() -> None:
    text = SMALL + "sides: {stream: 5}\nlinks: {road: ['@0,0 @9,0']}\n"
    assert [problem.code for problem in faults(text)] == ["wrong-type", "unknown-hex"]


def test_two_missing_keys_are_two_problems() -> None:
    codes = [(problem.code, problem.values["key"]) for problem in faults(HEAD + "grid: {}\n")]
    assert codes == [("missing-key", "columns"), ("missing-key", "rows")]


def test_hexes_of_all_sides_and_links_of_a_flat_map_have_flat_directions() -> None:
    text = SMALL.replace("rows: 2", "rows: 2, orientation: flat") + "sides: {wall: ['@0,0 E']}\n"
    assert "N, NE, SE, S, SW, NW" in only_fault(text).message("en")


# --- within bounds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        SMALL + "waived: [" + "1, " * 5000 + "]\n",
        SMALL + "zones: {a: ['" + "@9,9 " * 50_000 + "']}\n",
        SMALL + "".join(f"k{number}: 1\n" for number in range(3000)),
        SMALL + "places: [" + "{at: '@9,9', name: x}, " * 3000 + "]\n",
    ],
    ids=["wrong types", "hexes off the map", "unknown keys", "places off the map"],
)
def test_a_flood_of_problems_is_cut_short(text: str) -> None:
    found = faults(text)
    assert len(found) == MAX_LISTED + 1
    assert found[-1].code == "more-problems"


def test_more_zones_than_memory_holds_are_refused() -> None:
    zones = ", ".join(f"z{number}: ['@0,0']" for number in range(200))
    text = HEAD + f"grid: {{columns: 3000, rows: 3000}}\nzones: {{{zones}}}\n"
    assert only_fault(text).code == "too-many-zones"


def test_a_packed_bomb_is_not_unpacked() -> None:
    text = SMALL + f"layers: {{level: {packed(bytes(50_000_000))}}}\n"
    assert only_fault(text).values["found"] == "> 6"


def test_a_quarter_of_a_million_islands_are_checked(tmp_path: Path) -> None:
    rows = "".join("    " + ("~." * 500 if row % 2 else "~" * 1000) + "\n" for row in range(1000))
    head = HEAD + "grid: {columns: 1000, rows: 1000}\nlegend: {'.': open, '~': lake}\n"
    (tmp_path / "a.yaml").write_text(f"{head}layers:\n  ground: |\n{rows}")
    found = check(tmp_path / "a.yaml")
    assert {problem.code for problem in found} == {"locked-ground", "more-problems"}


# --- wrong types, everywhere ----------------------------------------------------------------------

WRONG: dict[str, Any] = {
    "number": 5, "fraction": 0.5, "word": "x", "list": [1], "nothing": None, "truth": True,
    "map": {"x": 1}, "empty list": [], "empty map": {}, "empty word": "", "far": 10**17,
}  # fmt: skip
VALUES = parse(FULL, "a.yaml").root.plain()
ZEROS = {"packed": "zlib+base64", "dtype": "int8", "data": pack(np.zeros(1, np.int8))["data"]}
ONE_HEX: dict[str, Any] = {"sandtable": "map/1", "grid": {"columns": 1, "rows": 1}}
LETTERED = {"style": "letter-number", "letters": "rows", "first_letter": "B", "first_number": 0}
NUMBERED = {"style": "column-row", "first_column": 5, "first_row": 6, "digits": 3}
VINEYARD = {
    "name": {"en": "Vineyard", "zh": "葡萄园"}, "class": "ground", "water": False,
    "like": "orchard", "games": {"tank": "woods"}, "drawing": {"fill": "#a3b86c"},
}  # fmt: skip
CURVED = {"at": "@0,0", "name": "Rhine", "type": "water", "spacing": 0.4,
          "curve": [[-1, 0], [0, 0.2], [1, 0]]}  # fmt: skip
PINNED = {"at": "@0,0", "name": "Hill", "size": 0.4, "weight": 600, "colour": "#5a4128", "turn": 20,
          "pin": [0.5, -0.2]}  # fmt: skip
PRINTED = {
    "style": "printed", "order": "row-column", "separator": "-", "columns": "doubled",
    "rows": "letters", "first_column": 2, "first_row": 3, "column_digits": 1, "row_digits": 3,
    "descending": "rows", "slant": "falling",
}  # fmt: skip
SAMPLES = (
    VALUES,
    {**ONE_HEX, "grid": {"columns": 1, "rows": 1, "labels": LETTERED}},
    {**ONE_HEX, "grid": {"columns": 1, "rows": 1, "labels": PRINTED}},
    {**ONE_HEX, "grid": {"columns": 1, "rows": 1, "labels": NUMBERED}, "layers": {"level": ZEROS}},
    {
        **ONE_HEX,
        "style": "staff-map",
        "kinds": {"vineyard": VINEYARD},
        "places": [CURVED, PINNED],
        "notes": [{"at": "@0,0", "text": {"en": "Too open?", "zh": "太空旷？"}}],
    },
)


def test_the_samples_say_everything_a_map_can_say() -> None:
    def properties(rules: Any) -> Iterator[str]:
        if isinstance(rules, dict):
            yield from rules.get("properties", {})
        for inside in rules.values() if isinstance(rules, dict) else rules:
            if isinstance(inside, dict | list):
                yield from properties(inside)

    said = {str(path[-1]) for sample in SAMPLES for path in paths(sample)}
    assert set(properties(schemas.load_schema("map"))) <= said
    assert all(faults(json.dumps(sample)) == [] for sample in SAMPLES)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to every value inside a value."""
    inside: Any = ()
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*path, key)
        yield from paths(one, (*path, key))


def with_value(sample: dict[str, Any], path: tuple[str | int, ...], value: Any) -> str:
    """A map as JSON, with one value another."""
    values = json.loads(json.dumps(sample))
    inside = values
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return json.dumps(values, ensure_ascii=False, indent=1)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_value_of_a_wrong_type_is_told_at_its_place(wrong: str) -> None:
    placed = [(sample, path) for sample in SAMPLES for path in islice(paths(sample), 1, None)]
    for sample, path in placed:  # but for the first of each, which says what kind of file it is
        text = with_value(sample, path, WRONG[wrong])
        source = parse(text, "a.map.yaml")
        violations = [problem for _, problem in schemas.find_violations(source, "map")]
        found = faults(text)
        if violations and not isinstance(WRONG[wrong], dict):
            assert len(found) == 1, (path, found)
        for problem in violations:
            assert problem.mark >= source.root.at(path).mark, (path, problem)
            assert problem.message("en")


@pytest.mark.parametrize("path", [path for path in paths(VALUES) if len(path) < 3], ids=str)
def test_a_map_without_one_of_its_values_is_told_or_read(path: tuple[str | int, ...]) -> None:
    values = json.loads(json.dumps(VALUES))
    inside = values
    for step in path[:-1]:
        inside = inside[step]
    del inside[path[-1]]
    text = json.dumps(values)
    try:
        found = faults(text)
    except InvalidFileError:
        assert path == ("sandtable",)
    else:
        assert found or read_text(text)


# --- any text -------------------------------------------------------------------------------------


def assert_sound(text: str) -> None:
    """A text gives clear errors or a map that reads back as itself."""
    try:
        found = faults(text)
    except InvalidFileError as error:
        found = list(error.problems)
    if found:
        for problem in found:
            assert problem.mark >= (1, 1)
            assert problem.sentence("en")
            assert problem.sentence("zh")
        return
    was = read_text(text)
    check_map(was.map, was.source)
    assert facts(read_text(new_map_text(was.map, SOMEWHERE)).map) == facts(was.map)
    assert rewrite(was.map, was).text == was.source.text


TEXTS = [
    FULL,
    new_map_text(generated_map(5, 4, 3), SOMEWHERE),
    SMALL + f"legend: {{a: open, b: woods}}\nlayers: {{ground: {packed(bytes([0, 1] * 3))}}}\n",
]
LINES = sorted({line for text in TEXTS for line in text.splitlines()})
TOKENS = ["@0,0", "@9,9", "E", "-1", "99999", "1e9", "~", "null", "{}", "[]", "'", '"', "|", "#",
          ": ", "- ", ",", "{", "}", "[", "]", "&a", "*a", "!t", "\t", "\r", "\u2028", "\ufeff",
          "woods", "stream", "road", "flat", "even", "letter-number", "map/0", "0.5"]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A map file with a few lines or words lost, doubled, moved or exchanged."""
    lines = draw(st.sampled_from(TEXTS)).splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.sampled_from(["lose", "double", "swap", "take", "token", "cut"]))
        other = draw(st.integers(0, len(lines) - 1))
        place = draw(st.integers(0, len(lines[at])))
        token, line = draw(st.sampled_from(TOKENS)), draw(st.sampled_from(LINES))
        changed = {
            "lose": lines[:at] + lines[at + 1 :] or lines,
            "double": [*lines[:at], lines[at], *lines[at:]],
            "swap": [*lines[:at], lines[other], *lines[at + 1 :]],
            "take": [*lines[:at], line + "\n", *lines[at:]],
            "token": [*lines[:at], lines[at][:place] + token + lines[at][place:], *lines[at + 1 :]],
            "cut": [*lines[:at], lines[at][:place] + lines[at][place + 1 :], *lines[at + 1 :]],
        }
        lines = changed[kind]
    return "".join(lines)


@given(mutated())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_a_damaged_map_file_gives_errors_or_a_map_that_reads_back(text: str) -> None:
    assert_sound(text)


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_words_behind_a_sound_head_give_errors_or_a_map(tail: str) -> None:
    assert_sound(SMALL + tail)
    assert_sound(SMALL + "title: " + json.dumps(tail) + "\n")


@pytest.mark.parametrize("text", TEXTS, ids=["full", "rows", "packed"])
def test_a_sound_map_reads_back_as_itself(text: str) -> None:
    assert not faults(text)
    assert_sound(text)
