"""Whatever a foreign file holds, it is refused with its place, or makes a sound map."""

from __future__ import annotations

import base64
import gzip
import json
import tracemalloc
import zlib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.files.scenario_reader import open_file
from engine.interchange import megamek, megamek_setups, tiled, wesnoth
from engine.interchange.import_result import ImportResult, Losses
from engine.interchange.imported_scenario_writer import write
from engine.problems import InvalidFileError, Problem
from tests.engine.interchange.hostile import damaged, survives
from tests.engine.interchange.test_megamek import BOARD, DECORATED
from tests.engine.interchange.test_tiled import foreign, of_ours
from tests.engine.interchange.test_wesnoth import MAP

READERS: dict[str, Callable[[Path], ImportResult]] = {
    "a.board": megamek.read, "a.board2": megamek.read, "a.map": wesnoth.read,
    "a.tmx": tiled.read, "a.tmj": tiled.read,
}  # fmt: skip
MMS = """\
MMSVersion: 2
name: Pass
planet: Bellatrix
map: {cols: 2, boards: [a.board, {file: a.board, modify: rotate}]}
factions:
- name: Red
  team: 1
  deploy: {area: {union: {first: {circle: {center: [2, 2], radius: 1}}, second: {list: [1, 1]}}}}
  units:
  - {fullname: Atlas, id: 101, at: [1, 1], crew: {piloting: 4}}
  - {fullname: Locust, deploymentround: 3}
- name: Blue
  deploy: {edge: S, width: 1, offset: 0}
  units: [{fullname: Archer, x: 2, y: 2, status: prone}]
  victory: [{trigger: {type: killedunits, units: [101], atleast: 1}}]
end: [{trigger: {type: roundend, round: 9}}]
"""
# Words that mean something to one format or another, or are more than it bears.
WORDS = [
    "size ", "hex ", "0101", " 0 ", '"woods:1;road:1:9"', "end", "note ", "tag", "option ", "#",
    "\n", "\r", "\t", " ", ",", ";", ":", "-", "- ", "[", "]", "{", "}", '"', "'", "<", ">", "/>",
    "Gg", "^Fp", "1 Ke", "border_size=", "<map ", "</map>", "<layer>", "<data ", "<![CDATA[",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;", "&#0;", "&", "9" * 5000, "-1", "1e999", "0x10", "NaN",
    "Infinity", "null", "true", "[" * 300, "{" * 300, "MMSVersion: 2\n", "factions:\n", "map: ",
    "units:", "name: ", "at: ", "*a", "&a ", "!!python/object:os.system x", "<<: ", "\0", "\ufeff",
    "\ud7ff", "\u2028", "日本", "{\"format\":\"megamek-board\",\"version\":2,",
    '"size":', '"hexes":', '"layers":', '"data":', '"chunks":', '"width":', "a.board", "../",
]  # fmt: skip

few = settings(
    max_examples=60, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
every = pytest.mark.parametrize("name", READERS)
READ: dict[str, Callable[[Path], object]] = {
    **READERS, "a.mms": lambda path: megamek_setups.read(path, "tank"),
}  # fmt: skip


@pytest.fixture
def sound(tmp_path: Path) -> dict[str, bytes]:
    """A sound file of every format."""
    tiled.write(of_ours(), tmp_path / "s.tmj", form="csv")
    (tmp_path / "a.board").write_text(BOARD, encoding="utf-8")
    return {
        "a.board": BOARD.encode(), "a.board2": json.dumps(DECORATED).encode(),
        "a.map": MAP.encode(), "a.tmx": foreign().encode(),
        "a.tmj": (tmp_path / "s.tmj").read_bytes(), "a.mms": MMS.encode(),
    }  # fmt: skip


def survives_as_scenario(folder: Path, content: bytes) -> bool:
    """Whether a set-up is a scenario, which then can be written and read; else it is refused."""
    path, out = folder / "a.mms", folder / "o.scenario.yaml"
    path.write_bytes(content)
    refused: list[Problem] = []
    try:
        found = megamek_setups.read(path, "tank")
    except InvalidFileError as error:
        refused += error.problems
    if refused:
        assert all(problem.message("zh") for problem in refused)
        return False
    write(found, out)
    assert len(open_file(out).scenario.units) == len(found.scenario.units)
    return True


# --- anything at all ------------------------------------------------------------------------------


@every
@few
@given(content=st.binary(max_size=300))
def test_any_bytes_are_refused_or_read(tmp_path: Path, name: str, content: bytes) -> None:
    survives(READERS[name], tmp_path / name, content)


@every
@few
@given(words=st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_words_are_refused_or_read(tmp_path: Path, name: str, words: list[str]) -> None:
    survives(READERS[name], tmp_path / name, "".join(words).encode())


@every
@few
@given(seed=st.integers(0, 10**6), at=st.floats(0, 1), word=st.sampled_from(WORDS))
def test_any_damage_is_refused_or_read(
    tmp_path: Path, sound: dict[str, bytes], name: str, seed: int, at: float, word: str
) -> None:
    content = damaged(sound[name], seed)
    place = int(at * len(content))
    survives(READERS[name], tmp_path / name, content[:place] + word.encode() + content[place:])


@few
@given(content=st.binary(max_size=300))
def test_any_bytes_are_no_set_up_or_one(tmp_path: Path, content: bytes) -> None:
    survives_as_scenario(tmp_path, content)


@few
@given(seed=st.integers(0, 10**6), at=st.floats(0, 1), word=st.sampled_from(WORDS))
def test_a_damaged_set_up_is_refused_or_makes_a_sound_scenario(
    tmp_path: Path, sound: dict[str, bytes], seed: int, at: float, word: str
) -> None:
    content = damaged(sound["a.mms"], seed)
    place = int(at * len(content))
    survives_as_scenario(tmp_path, content[:place] + word.encode() + content[place:])


# --- values of another kind -----------------------------------------------------------------------

values = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**30), 10**30), st.integers(-3, 5),
    st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=6),
    st.sampled_from(["x", "1", "a.tsx", "../../x.tsx", "base64", "zlib", "group", "tilelayer"]),
    st.lists(st.integers(-2, 9), max_size=4), st.dictionaries(st.text(max_size=3), st.none()),
)  # fmt: skip


def with_another(document: Any, choices: list[int], value: Any) -> Any:
    """A document with one value in it, found by a way of choices, put another in place."""
    document = deepcopy(document)
    here = document
    for choice in choices:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            break
        key = keys[choice % len(keys)]
        inside = here[key]
        if isinstance(inside, dict | list) and inside and choice % 5:
            here = inside
        else:
            here[key] = value
            break
    return document


@pytest.mark.parametrize("name", ["a.board2", "a.tmj"])
@settings(few, max_examples=150)
@given(choices=st.lists(st.integers(0, 50), min_size=1, max_size=8), value=values)
def test_any_value_of_another_kind_is_refused_or_read(
    tmp_path: Path, sound: dict[str, bytes], name: str, choices: list[int], value: Any
) -> None:
    document = with_another(json.loads(sound[name]), choices, value)
    survives(READERS[name], tmp_path / name, json.dumps(document).encode())


@settings(few, max_examples=150)
@given(choices=st.lists(st.integers(0, 50), min_size=1, max_size=8), value=values)
def test_any_value_of_another_kind_in_a_set_up_is_refused_or_read(
    tmp_path: Path, sound: dict[str, bytes], choices: list[int], value: Any
) -> None:
    import yaml

    document = with_another(yaml.safe_load(sound["a.mms"]), choices, value)
    survives_as_scenario(tmp_path, json.dumps(document).encode())


# --- made to do harm ------------------------------------------------------------------------------

LAUGHS = "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">'
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
OUTSIDE = '<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE map [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>'


@pytest.mark.parametrize(
    "doctype", [f'<!DOCTYPE map [<!ENTITY a "ha">{LAUGHS}]>', OUTSIDE, PARAMETER]
)
@pytest.mark.parametrize("where", ["map", "tileset"])
def test_no_entity_is_expanded_in_a_map_or_in_its_tileset(
    tmp_path: Path, doctype: str, where: str
) -> None:
    said = foreign()
    if where == "map":
        said = said.replace("<map ", f"{doctype}\n<map ", 1).replace('name="a"', 'name="&i;"')
    else:
        (tmp_path / "t.tsx").write_text(f"{doctype}<tileset name='&x;'/>", encoding="utf-8")
        start, end = said.index("<tileset"), said.index("</tileset>") + len("</tileset>")
        said = f'{said[:start]}<tileset firstgid="1" source="t.tsx"/>{said[end:]}'
    (tmp_path / "a.tmx").write_text(said, encoding="utf-8")
    with pytest.raises(InvalidFileError) as failed:
        tiled.read(tmp_path / "a.tmx")
    (problem,) = failed.value.problems
    assert problem.code == "xml-entities"
    assert problem.file.endswith("a.tmx" if where == "map" else "t.tsx")


def bomb(form: str, size: int) -> str:
    """So many bytes of nothing, packed."""
    raw = bytes(size)
    if form == "zstd":
        zstandard = pytest.importorskip("zstandard")
        return base64.b64encode(zstandard.ZstdCompressor().compress(raw)).decode()
    content = zlib.compress(raw, 9) if form == "zlib" else gzip.compress(raw, 9)
    return base64.b64encode(content).decode()


@pytest.mark.parametrize("form", ["zlib", "gzip", "zstd"])
@pytest.mark.parametrize("ending", ["tmx", "tmj"])
def test_a_bomb_in_a_layer_takes_no_more_memory_than_its_file(
    tmp_path: Path, form: str, ending: str
) -> None:
    packed, path = bomb(form, 100_000_000), tmp_path / f"a.{ending}"
    if ending == "tmx":
        said = foreign(packed, encoding=f'encoding="base64" compression="{form}"')
    else:
        tiled.write(of_ours(), path, form="csv")
        document = json.loads(path.read_text("utf-8"))
        document["layers"][0] |= {"encoding": "base64", "compression": form, "data": packed}
        said = json.dumps(document)
    path.write_text(said, encoding="utf-8")
    tracemalloc.start()
    try:
        with pytest.raises(InvalidFileError) as failed:
            tiled.read(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert failed.value.problems[0].code == "tiled-data-size"
    assert peak < 20_000_000


@pytest.mark.parametrize(
    "line",
    [f'hex 0101 {"9" * 5000} "" ""', f'hex {"9" * 5000} 0 "" ""',
     f'hex 0101 0 "woods:{"9" * 5000}" ""', f'note {"9" * 5000} "x"'],
)  # fmt: skip
def test_an_absurd_line_of_a_board_is_left_out(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.board").write_text(f"size 1 1\n{line}\n", encoding="utf-8")
    found = megamek.read(tmp_path / "a.board")
    assert found.map.grounds == ("open",)
    assert [loss.code for loss in found.losses] == ["board-fault"]


@pytest.mark.parametrize(
    ("name", "said", "code"),
    [
        ("a.board", "size 99999999999999999999 1\n", "board-number"),
        ("a.board", "size 1000 1000\nend\n", "board-incomplete"),
        ("a.board2", '{"a":' * 5000, "broken-json"),
        ("a.board2", '{"a": 1, "b": 2, "a": 3}', "broken-json"),
        ("a.board2", '{"format": "megamek-board", "version": 2, "size": '
                     '{"width": 1e400, "height": 1}}', "broken-json"),
        ("a.board2", '{"format": "megamek-board", "version": 2, "size": '
                     f'{{"width": {"9" * 5000}, "height": 1}}}}', "broken-json"),
        ("a.board2", '{"format": "megamek-board", "version": 2, "size": '
                     '{"width": 2000, "height": 2000}}', "sheet-size"),
        ("a.map", ",".join(["Gg"] * 20_000), "sheet-size"),
        ("a.map", "border_size=" + "9" * 5000, "wesnoth-border"),
        ("a.tmx", "<map>" * 50, "xml-too-large"),
        ("a.tmx", foreign().replace('width="3"', f'width="{"9" * 5000}"', 1), "tiled-number"),
        ("a.tmx", foreign().replace('width="3"', 'width="inf"', 1), "tiled-number"),
        ("a.tmx", foreign().replace('width="3"', 'width="9000"', 1)
                           .replace('height="2"', 'height="9000"', 1), "sheet-size"),
        ("a.tmj", "[" * 100_000, "broken-json"),
        ("a.tmj", '{"orientation": "hexagonal", "width": 1e308, "height": 1}', "tiled-number"),
        ("a.tmj", '{"orientation": "hexagonal", "width": 9, "height": 9, "tilewidth": 9,'
                  '"tileheight": 9, "tilesets": [{"firstgid": -1e400}]}', "broken-json"),
    ],
)  # fmt: skip
def test_absurd_sizes_numbers_and_depths_are_refused(
    tmp_path: Path, name: str, said: str, code: str
) -> None:
    (tmp_path / name).write_text(said, encoding="utf-8")
    with pytest.raises(InvalidFileError) as failed:
        READERS[name](tmp_path / name)
    (problem,) = failed.value.problems
    assert problem.code == code
    assert len(problem.sentence("en")) < 500


@pytest.mark.parametrize("name", READ)
def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(65 * 2**20)
    with pytest.raises(InvalidFileError) as failed:
        READ[name](tmp_path / name)
    assert failed.value.problems[0].code == "too-large"


@pytest.mark.parametrize("name", READ)
def test_what_is_no_file_is_not_read(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(InvalidFileError) as failed:
        READ[name](tmp_path / name)
    assert failed.value.problems[0].code == "is-a-folder"


def test_a_board_that_is_a_link_out_of_its_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.board").write_text(BOARD, encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.board").symlink_to(tmp_path / "secret.board")
    (tmp_path / "in/a.mms").write_text(MMS, encoding="utf-8")
    losses = megamek_setups.read(tmp_path / "in/a.mms", "tank").losses
    assert ("setup-no-board", "a.board") in [(loss.code, loss.what) for loss in losses]


def test_what_there_is_much_of_is_bounded_and_told(tmp_path: Path) -> None:
    names = ", ".join(f"n{number} Gg" for number in range(300))
    (tmp_path / "a.map").write_text(f"border_size=0\n{names}\n", encoding="utf-8")
    found = wesnoth.read(tmp_path / "a.map")
    assert len(found.map.zones) == 200
    assert {loss.code: loss.count for loss in found.losses}["zone-too-many"] == 1
    assert sum(loss.code == "zone-too-many" for loss in found.losses) == 100


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (foreign().replace("<layer", '<tileset firstgid="9" name="x"/>' * 501 + "<layer", 1),
         "tiled-tilesets"),
        (foreign().replace("</map>", f'<objectgroup><object><polyline points="{"1,1 " * 5_000_000}'
                           '"/></object></objectgroup></map>'), "tiled-too-many-points"),
        (foreign().replace("</map>", '<objectgroup><object><polyline points="1,1 1e99,2"/>'
                           "</object></objectgroup></map>"), "tiled-points"),
    ],
)  # fmt: skip
def test_tilesets_and_lines_are_bounded(tmp_path: Path, said: str, code: str) -> None:
    (tmp_path / "a.tmx").write_text(said, encoding="utf-8")
    with pytest.raises(InvalidFileError) as failed:
        tiled.read(tmp_path / "a.tmx")
    assert failed.value.problems[0].code == code


def test_losses_without_number_are_told_together() -> None:
    losses = Losses()
    for number in range(5000):
        losses.add("wesnoth-unknown", f"{number}" + "x" * 500)
    listed = losses.listed()
    assert (len(listed), listed[0].what, listed[0].count) == (2001, "…", 3000)
    assert max(len(loss.what) for loss in listed) == 200


def test_many_shapes_and_boards_of_a_set_up_are_bounded(tmp_path: Path) -> None:
    shape = "{circle: {center: [500, 500], radius: 400}}"
    for _ in range(6):
        shape = f"{{union: {{first: {shape}, second: {shape}}}}}"
    deploy = f"- {{name: A, units: [{{name: a}}], deploy: {{area: {shape}}}}}\n" * 3
    said = f"MMSVersion: 2\nmap: {{type: sky, width: 900, height: 900}}\nfactions:\n{deploy}"
    (tmp_path / "a.mms").write_text(said, encoding="utf-8")
    losses = megamek_setups.read(tmp_path / "a.mms", "tank").losses
    assert "setup-area" in {loss.code for loss in losses}
    boards = "MMSVersion: 2\nmap: {boards: [" + "a.board," * 401 + "]}\nfactions: [{name: A}]"
    (tmp_path / "a.mms").write_text(boards, encoding="utf-8")
    with pytest.raises(InvalidFileError) as failed:
        megamek_setups.read(tmp_path / "a.mms", "tank")
    assert failed.value.problems[0].code == "setup-boards"
