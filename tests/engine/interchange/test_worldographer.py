"""Maps of Worldographer."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from engine.hexes.grid import Orientation
from engine.interchange.import_result import ImportResult
from engine.interchange.worldographer import grounds_in, read, terrain_name_words
from engine.map.terrain import load_catalogue
from engine.problems import InvalidFileError

TILES = [
    ["1\t100\t0\t0\tZ", "2\t5\t0\t0\tZ", "3\t-3.5\t0\t0\tZ"],
    ["1\t0\t1\t0\tZ", "3\t0\t1\t0\tZ", "4\t0\t0\t1\tZ"],
    ["5\t0\t0\t0\t1\t0\t0\t2\t3\t0", "1\t0\t0\t0\tZ\t0.1,0.2,0.3,1.0", "1\t0\t0\t0\tZ"],
    ["1\t0\t0\t0\tZ", "1\t0\t0\t0\tZ", "1\t0\t0\t0\tZ"],
]
LABEL = '<label style="x"><location viewLevel="WORLD" x="{x}" y="{y}" scale="9"/>{name}</label>'


def a_map(orientation: str = "COLUMNS", tiles: list[list[str]] = TILES, more: str = "") -> str:
    rows = "\n".join("<tilerow>\n" + "\n".join(row) + "\n</tilerow>" for row in tiles)
    names = "Blank\t0\tClassic/Flat Grassland\t1\tClassic/Hills Forest Evergreen\t2\t" \
            "Classic/Water Ocean\t3\tMy Candy\t4\tClassic/Mountain\t5"  # fmt: skip
    return f"""<?xml version='1.0' encoding='utf-16'?>
<map type="WORLD" version="1.73" lastViewLevel="WORLD" hexWidth="46.18" hexHeight="40.0"
 hexOrientation="{orientation}">
<terrainmap>{names}</terrainmap>
<tiles viewLevel="CONTINENT" tilesWide="1" tilesHigh="1"><tilerow>
0\t0\t0\t0\tZ
</tilerow></tiles>
<tiles viewLevel="WORLD" tilesWide="4" tilesHigh="3">
{rows}
</tiles>
<features><feature type="Settlement City"><location viewLevel="WORLD" x="375" y="300"/>
{LABEL.format(x=1, y=1, name="Rivertown")}</feature><feature type="Dragon"/></features>
<labels>{LABEL.format(x=160, y=140, name="Home")}{LABEL.format(x=9e9, y=0, name="Lost")}</labels>
<shapes><shape type="Path" tags="road"><p x="150" y="150"/><p x="375" y="300"/><p x="600" y="150"/>
</shape><shape type="Path" tags="river"><p x="75" y="300"/><p x="225" y="300"/></shape>
<shape type="Polygon" tags="border"><p x="1" y="2"/></shape></shapes>
<notes><note title="Units"/></notes>{more}</map>"""


def packed(said: str) -> bytes:
    return gzip.compress(said.encode("utf-16-be").join([b"\xfe\xff", b""]), mtime=0)


def brought(folder: Path, said: str | None = None) -> ImportResult:
    (folder / "a.wxx").write_bytes(packed(said or a_map()))
    return read(folder / "a.wxx")


def test_tiles_stand_column_by_column_with_their_ground_and_level(tmp_path: Path) -> None:
    map_ = brought(tmp_path).map
    assert (map_.grid.columns, map_.grid.rows, map_.grid.orientation) == (4, 3, Orientation.FLAT)
    kinds = [[map_.grounds[kind] for kind in row] for row in map_.ground.tolist()]
    assert (
        kinds
        == [
            ["open", "city", "mountain", "open"],
            ["woods", "ice", "open", "open"],
            ["ocean", "open", "open", "open"],
        ]
        or kinds[1][1] == "ice"
    )
    assert map_.level[:, 0].tolist() == [100, 5, -4]


def test_standing_hexes_stand_in_columns_too(tmp_path: Path) -> None:
    map_ = brought(tmp_path, a_map("ROWS")).map
    assert map_.grid.orientation is Orientation.POINTY
    assert map_.ground_at(map_.grid.hex(0, 2)) == "ocean"


def test_a_city_has_its_name_and_a_road_runs_through_the_hexes_under_it(tmp_path: Path) -> None:
    map_ = brought(tmp_path).map
    grid = map_.grid
    assert [(place.name, grid.column_row(place.at)) for place in map_.places] == [
        ("Rivertown", (1, 0)), ("Home", (0, 0)),
    ]  # fmt: skip
    assert map_.ground_at(grid.hex(1, 0)) == "city"
    assert map_.has_link("road", grid.hex(0, 0), grid.direction(grid.hex(0, 0), grid.hex(1, 0)))
    assert map_.has_side("river-line", grid.hex(0, 0), grid.orientation.directions.index("S"))
    assert int(np.bitwise_count(map_.links["road"]).sum()) == 4


def test_what_has_no_place_is_told(tmp_path: Path) -> None:
    told = {(loss.code, loss.what) for loss in brought(tmp_path).losses}
    assert told == {
        ("wxx-level-left", "CONTINENT"), ("wxx-unknown", "My Candy"), ("wxx-hidden", ""),
        ("wxx-below", "Classic/Hills Forest Evergreen → rough"), ("wxx-resources", ""),
        ("wxx-height", "-3.5"), ("wxx-feature", "Dragon"), ("wxx-name", "Lost"),
        ("wxx-shape", "border"), ("wxx-note", "Units"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Classic/Flat Forest Deciduous Heavy", "woods"), ("Classic/Water Sea", "ocean"),
     ("Classic/Flat Desert Sandy", "desert"), ("ISO-Mountains/Mountain Volcano", "lava"),
     ("Classic/Flat Swamp", "marsh"), ("FlatFarmland", "field"), ("x", "")],
)  # fmt: skip
def test_a_name_means_the_ground_of_its_most_telling_word(name: str, kind: str) -> None:
    assert "".join(grounds_in(name)[:1]) == kind


def test_every_kind_that_words_mean_is_in_the_catalogue() -> None:
    assert {
        *terrain_name_words().grounds.values(),
        *terrain_name_words().lines.values(),
    } <= load_catalogue().kinds.keys()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "broken-xml"), (gzip.compress(b"x" * 99, mtime=0)[:-9], "archive-broken"),
        (b"\x1f\x8bno", "archive-broken"), (packed("<tiles/>"), "xml-root"),
        (packed("<map/>"), "wxx-no-tiles"),
        (packed(a_map(tiles=[["1\t2"]])), "wxx-tile"),
        (packed('<!DOCTYPE map [<!ENTITY x "y">]><map a="&x;"/>'), "xml-entities"),
        (gzip.compress(bytes(100 * 2**20), 1, mtime=0), "archive-swollen"),
        (packed(a_map(tiles=[["1\t0\t0\t0\tZ"]] * 10_001)), "sheet-size"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_refused_in_words(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "a.wxx").write_bytes(content)
    with pytest.raises(InvalidFileError) as failed:
        read(tmp_path / "a.wxx")
    (problem,) = failed.value.problems
    assert problem.code == code
    assert problem.sentence("zh")


NUMBERS = (
    '<gridandnumbering numberFirstCol="{col}" numberFirstRow="{row}" numberOrder="{order}"'
    ' numberPrePad="{pad}" numberSeparator="{sep}"/>'
)


@pytest.mark.parametrize(
    ("col", "row", "order", "pad", "sep", "first", "last"),
    [
        (0, 0, "COL_ROW", "DOUBLE_ZERO", ".", "00.00", "03.02"),
        (1, 1, "COL_ROW", "DOUBLE_ZERO", "", "0101", "0403"),
        (10, 1, "ROW_COL", "NONE", "-", "1-10", "3-13"),
        (1, 5, "ROW_COL", "TRIPLE_ZERO", "", "005001", "007004"),
    ],
)
def test_hexes_are_numbered_as_the_file_says(
    tmp_path: Path, col: int, row: int, order: str, pad: str, sep: str, first: str, last: str
) -> None:
    said = NUMBERS.format(col=col, row=row, order=order, pad=pad, sep=sep)
    map_ = brought(tmp_path, a_map(more=said)).map
    labels, grid = map_.labels, map_.grid
    assert labels.label(grid.hex(0, 0)) == first
    assert labels.label(grid.hex(3, 2)) == last


@pytest.mark.parametrize("col", ["x", "-3", "9999999"])
def test_numbers_that_cannot_be_are_told(tmp_path: Path, col: str) -> None:
    said = NUMBERS.format(col=col, row=0, order="COL_ROW", pad="NONE", sep=".")
    found = brought(tmp_path, a_map(more=said))
    assert "wxx-numbers" in {loss.code for loss in found.losses}
