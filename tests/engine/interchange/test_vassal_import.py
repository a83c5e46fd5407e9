"""Modules of VASSAL brought in: where hexes are, what they are called, what lies on them."""

from __future__ import annotations

import io
import math
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from engine.files.scenario_reader import open_file
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.interchange.import_result import Losses
from engine.interchange.imported_scenario_writer import map_beside, write
from engine.interchange.underlay_pictures import (
    LaidPicture,
    read_underlay,
    underlay_note_path,
    write_underlay,
)
from engine.interchange.vassal_reader import read, read_map
from engine.interchange.vassal_writer import (
    VassalModuleContents,
    VassalPicture,
    VassalPiece,
    VassalStack,
    VassalZone,
    compose,
)
from engine.map.map import Map
from engine.problems import InvalidFileError
from engine.texts import localised

HEX_PX, CORNER = 40.0, (9.0, 31.0)
MAP = "VASSAL.build.module.map"
GRID = f"{MAP}.boardPicker.board"


def png(size: tuple[int, int], form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("1", size).save(out, form)
    return out.getvalue()


def ours(map_: Map) -> VassalModuleContents:
    """A module of ours with a stack in every corner and a zone on the left half."""
    wide, high = map_.grid.size(HEX_PX)
    size = round(wide + 2 * CORNER[0]), round(high + CORNER[1] + 5)
    counter = VassalPicture("c.png", png((4, 4)), (4, 4))
    made = VassalModuleContents(
        "Hill", map_, VassalPicture("board.png", png(size), size), HEX_PX, CORNER
    )
    made.sides = ["Red", "Blue", "Solo"]
    for side, hex_ in (("Red", map_.grid.hex(0, 0)), ("Blue", map_.grid.hex(3, 2))):
        x, y = map_.grid.centre(hex_, HEX_PX)
        at = x + CORNER[0], y + CORNER[1]
        made.stacks.append(VassalStack(side, at, (VassalPiece(f"{side} 1/2;", counter),)))
    half = [(0.0, 0.0), (CORNER[0] + wide / 2, 0.0), (CORNER[0] + wide / 2, 999.0), (0.0, 999.0)]
    made.areas = [VassalZone("West wood", tuple(half))]
    return made


def written(made: VassalModuleContents, folder: Path) -> Path:
    path = folder / "a.vmod"
    path.write_bytes(compose(made, Losses()))
    return path


STYLES: list[LabelStyle] = [
    ColumnRow(),
    ColumnRow(first_column=9, first_row=0, digits=3),
    LetterNumber(),
    LetterNumber(letters="rows", first_letter=3, first_number=0, digits=2),
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_module_given_out_comes_back_with_its_hexes_labels_zones_and_counters(
    tmp_path: Path, orientation: Orientation, shifted: OffsetParity, style: LabelStyle
) -> None:
    map_ = Map.blank(Grid(7, 6, orientation, shifted))
    map_.label_style = style
    found = read(written(ours(map_), tmp_path), "tank")
    scenario = found.scenario
    assert scenario.map.grid == map_.grid
    labels = [labels.label(hex_) for labels in (scenario.map.labels, map_.labels)
              for hex_ in map_.grid]  # fmt: skip
    assert labels[: len(map_.grid)] == labels[len(map_.grid) :]
    assert [(unit.side, unit.name, unit.at) for unit in scenario.units] == [
        ("red", "Red 1/2;", map_.grid.hex(0, 0)), ("blue", "Blue 1/2;", map_.grid.hex(3, 2)),
    ]  # fmt: skip
    assert [localised(zone.name) for zone in scenario.map.zones.values()] == ["West wood"]
    assert {loss.code for loss in found.losses} == {"setup-type"}
    assert found.picture is not None
    a, _, _, d, e, f = found.picture.placed
    for hex_ in map_.grid:
        x, y = map_.grid.centre(hex_, HEX_PX)
        there = a * (x + CORNER[0]) + e, d * (y + CORNER[1]) + f
        assert math.dist(there, map_.grid.centre(hex_)) < 0.03


def test_hexes_that_are_regions_are_found_by_their_middles(tmp_path: Path) -> None:
    for orientation in Orientation:
        map_ = Map.blank(Grid(9, 8, orientation))
        map_.label_style, map_.hex_metres = KmSquare(45975, 63025), 100.0
        found = read_map(written(ours(map_), tmp_path))
        assert found.map.grid == map_.grid
        assert {loss.code for loss in found.losses} == {"vassal-labels-in", "vassal-counters"}


def foreign(grid: str, more: str = "", zones: str = "", image: str = "b.gif") -> str:
    """A build file by somebody else."""
    board = (f'<{MAP}.boardPicker.Board name="Front" image="{image}"><{GRID}.ZonedGrid>{zones}'
             f"{grid}</{GRID}.ZonedGrid></{MAP}.boardPicker.Board>")  # fmt: skip
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<VASSAL.launch.BasicModule name="Old war" version="2">
<VASSAL.build.module.PlayerRoster><entry>Axis</entry><entry>Allies</entry><entry>Referee</entry>
</VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.Map mapName="Main"><{MAP}.BoardPicker>{board}</{MAP}.BoardPicker>{more}
</VASSAL.build.module.Map>
</VASSAL.launch.BasicModule>"""


def hexes(numbers: str = "", size: str = 'dx="43.3" dy="50" x0="25" y0="25"') -> str:
    said = f"<{GRID}.mapgrid.HexGridNumbering {numbers}/>" if numbers else ""
    return f"<{GRID}.HexGrid {size}>{said}</{GRID}.HexGrid>"


def packed(build: str | bytes, image: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("buildFile", build)
        made.writestr("images/b.gif", image)
    return out.getvalue()


def archive(folder: Path, build: str | bytes) -> Path:
    path = folder / "b.vmod"
    path.write_bytes(packed(build, png((316, 260), "GIF")))
    return path


NUMBERS = ('first="H" sep="." hType="N" hLeading="1" hOff="1" hDescend="false" vType="N" '
           'vLeading="1" vOff="1" vDescend="false"')  # fmt: skip


def test_half_hexes_at_the_edge_belong_to_the_board_and_others_that_are_cut_do_not(
    tmp_path: Path,
) -> None:
    """Odd columns begin with half a hex at the top, which is called 0200 and so on."""
    found = read_map(archive(tmp_path, foreign(hexes(NUMBERS))))
    grid, labels = found.map.grid, found.map.labels
    assert (grid.columns, grid.rows, grid.orientation) == (7, 6, Orientation.FLAT)
    assert labels.label(grid.hex(0, 1)) == "01.01"
    assert labels.label(grid.hex(1, 0)) == "02.00"
    assert found.map.ground_at(grid.hex(0, 0)) == "no-data"
    assert found.map.ground_at(grid.hex(1, 0)) == "open"
    assert "vassal-separator" not in {loss.code for loss in found.losses}


def test_labels_that_no_map_of_ours_has_are_told_hex_by_hex(tmp_path: Path) -> None:
    numbers = NUMBERS.replace('vDescend="false"', 'vDescend="true" stagger="true"')
    losses = {
        loss.code: loss for loss in read_map(archive(tmp_path, foreign(hexes(numbers)))).losses
    }
    assert losses["vassal-labels-in"].count > 20


def slot(name: str, traits: str = "") -> str:
    piece = f"{traits}piece;;;x.gif;{name}"
    tag = "VASSAL.build.widget.PieceSlot"
    return f"<{tag} entryName=''>+/null/{piece}/null;0;0;1;0</{tag}>"


def stack(inside: str, at: str) -> str:
    return f"<{MAP}.SetupStack name='s' owningBoard='Front' {at}>{inside}</{MAP}.SetupStack>"


STACKS = "".join([
    stack(slot("Panzer", "prototype;Axis armour\t") + slot("Mine"), "x='30' y='30'"),
    stack(slot("Allies 2"), "useGridLocation='true' location='03.02'"),
    stack(slot("Lost"), "x='9999' y='5'"),
])  # fmt: skip


def some_module() -> bytes:
    """A module by somebody else with all that is read of one."""
    zones = f"<{GRID}.mapgrid.Zone name='Wood' path='0,0;150,0;150,260;0,260'/>"
    return packed(foreign(hexes(NUMBERS), STACKS, zones), png((316, 260), "GIF"))


def test_whose_a_counter_is_stands_on_it_or_is_told(tmp_path: Path) -> None:
    found = read(archive(tmp_path, foreign(hexes(NUMBERS), STACKS)), "tank")
    label = found.scenario.map.labels.label
    assert [(unit.name, unit.side, label(unit.at)) for unit in found.scenario.units if unit.at] == [
        ("Panzer", "axis", "01.01"), ("Mine", "axis", "01.01"), ("Allies 2", "allies", "03.02"),
    ]  # fmt: skip
    told = {(loss.code, loss.what) for loss in found.losses}
    assert {("vassal-whose", "Mine"), ("vassal-off", "Lost")} <= told


def test_what_is_written_can_be_opened_and_its_picture_lies_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "war.scenario.yaml"
    write(read(written(ours(Map.blank(Grid(7, 6))), tmp_path), "tank"), out)
    assert len(open_file(out).scenario.units) == 2
    beside = read_underlay(map_beside(out))
    assert beside is not None
    assert (beside[0].name, beside[0].is_file()) == ("war.underlay.png", True)


@pytest.mark.parametrize(
    "said",
    ["", "[]", '{"picture": "../x.png", "width": 3, "placed": [1, 0, 0, 1, 0, 0]}',
     '{"picture": "/x.png", "width": 3, "placed": [1, 0, 0, 1, 0, 0]}',
     '{"picture": "x.png", "width": 0, "placed": [1, 0, 0, 1, 0, 0]}',
     '{"picture": "x.png", "width": 3, "placed": [1, 1, 1, 1, 0, 0]}',
     '{"picture": "x.png", "width": 3, "placed": [1e300, 0, 0, 1, 0, 0]}',
     '{"picture": "x.png", "width": 3, "placed": [1, 0]}'],
)  # fmt: skip
def test_a_note_that_leaves_its_folder_or_says_nothing_is_no_picture(
    tmp_path: Path, said: str
) -> None:
    file = tmp_path / "a.map.yaml"
    write_underlay(file, LaidPicture(png((3, 3)), ".png", (3, 3), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)))
    assert read_underlay(file) is not None
    underlay_note_path(file).write_text(said, encoding="utf-8")
    assert read_underlay(file) is None


# --- refused --------------------------------------------------------------------------------------

ENTITY = '<!DOCTYPE a [<!ENTITY x "y">]>'


@pytest.mark.parametrize(
    ("build", "code"),
    [
        ("<VASSAL.build.GameModule>", "broken-xml"),
        ("<map/>", "xml-root"),
        (f'{ENTITY}<VASSAL.build.GameModule name="&x;"/>', "xml-entities"),
        ("<VASSAL.build.GameModule/>", "vassal-no-hexes"),
        (foreign(""), "vassal-no-hexes"),
        (foreign(hexes(size='dx="1e-9" dy="1"')), "vassal-grid"),
        (foreign(hexes(size='dx="nan" dy="inf"')), "vassal-grid"),
        (foreign(hexes(size='dx="600" dy="4"')), "sheet-size"),
        (foreign(hexes(), image="none.gif"), "vassal-board-size"),
        (foreign(f"<{GRID}.RegionGrid/>"), "vassal-regions"),
    ],
)  # fmt: skip
def test_a_module_that_is_none_is_refused_in_words(tmp_path: Path, build: str, code: str) -> None:
    with pytest.raises(InvalidFileError) as failed:
        read_map(archive(tmp_path, build))
    (problem,) = failed.value.problems
    assert problem.code == code
    assert problem.sentence("en")
    assert problem.sentence("zh")


def test_a_bomb_in_a_module_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError) as failed:
        read_map(archive(tmp_path, bytes(70 * 2**20)))
    assert failed.value.problems[0].code == "archive-swollen"


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    for content in (
        b"",
        b"PK\x03\x04",
        b"no archive",
        compose(ours(Map.blank(Grid(3, 3))), Losses())[:-30],
    ):
        (tmp_path / "a.vmod").write_bytes(content)
        with pytest.raises(InvalidFileError) as failed:
            read_map(tmp_path / "a.vmod")
        assert failed.value.problems[0].code == "archive-broken"


def test_a_board_nobody_knows_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError, match="Front"):
        read_map(archive(tmp_path, foreign(hexes())), "Back")
