"""Board archives of VASL as maps to trace."""

from __future__ import annotations

import io
import math
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from engine.hexes.grid import Orientation
from engine.interchange.vasl_boards import read
from engine.problems import InvalidFileError

NOTE = """<?xml version="1.0"?>
<boardMetadata name="t1" version="6.3" author="N" boardImageFileName="t1.gif" width="4" height="3"
 hexHeight = "60" hexWidth = "52"><buildingTypes><buildingType hexName="B2" buildingTypeName="x"/>
</buildingTypes></boardMetadata>"""


def some_board(note: str = NOTE, image: str = "t1.gif") -> bytes:
    """A board of four columns and three rows, A1 in its upper left corner."""
    picture, out = io.BytesIO(), io.BytesIO()
    Image.new("1", (156, 180)).save(picture, "GIF")
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("BoardMetadata.xml", note)
        made.writestr(image, picture.getvalue())
    return out.getvalue()


def test_every_hex_has_the_name_that_is_printed_in_it_and_lies_where_it_is_drawn(
    tmp_path: Path,
) -> None:
    (tmp_path / "bdt1").write_bytes(some_board())
    found = read(tmp_path / "bdt1")
    grid, labels = found.map.grid, found.map.labels
    assert (grid.columns, grid.rows, grid.orientation) == (4, 4, Orientation.FLAT)
    assert found.picture is not None
    a, _, _, d, e, f = found.picture.placed
    middles = {"A1": (0, 30), "A3": (0, 150), "B0": (52, 0), "B3": (52, 180), "D0": (156, 0)}
    for label, (x, y) in middles.items():
        there = a * x + e, d * y + f
        assert math.dist(grid.centre(labels.find(label)), there) < 0.01
        assert found.map.ground_at(labels.find(label)) == "open"
    assert found.map.ground_at(labels.find("A0")) == "no-data"
    assert [(loss.code, loss.what) for loss in found.losses] == [("vasl-hex", "buildingType B2")]


def test_columns_after_z_are_told(tmp_path: Path) -> None:
    (tmp_path / "bd").write_bytes(some_board(NOTE.replace('width="4"', 'width="33"')))
    (loss,) = (loss for loss in read(tmp_path / "bd").losses if loss.code == "vasl-letters")
    assert loss.count == 7 * 4


@pytest.mark.parametrize(
    ("note", "image", "code"),
    [(NOTE, "t2.gif", "vasl-no-picture"), ("<x/>", "t1.gif", "xml-root"),
     (NOTE.replace('width="4"', 'width="9e9"'), "t1.gif", "vasl-number"),
     (NOTE.replace('width="4"', 'width="9999"').replace('height="3"', 'height="9999"'), "t1.gif",
      "sheet-size")],
)  # fmt: skip
def test_a_board_that_is_none_is_refused(tmp_path: Path, note: str, image: str, code: str) -> None:
    (tmp_path / "bd").write_bytes(some_board(note, image))
    with pytest.raises(InvalidFileError) as failed:
        read(tmp_path / "bd")
    assert failed.value.problems[0].code == code
