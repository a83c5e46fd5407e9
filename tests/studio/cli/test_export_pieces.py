"""`sandtable export counters`: sheets with cutting marks, and each side of each piece."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtGui import QImage

from engine.files.source_text import ROOT
from studio.cli import main

pytestmark = pytest.mark.usefixtures("qapp")
SCENARIO = str(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")


def written(*words: str) -> list[Path]:
    said = CliRunner().invoke(main, ["export", "counters", SCENARIO, *words, "--json"])
    assert said.exit_code == 0, said.output
    return [Path(name) for name in json.loads(said.stdout)["written"]]


def test_sheets_are_as_large_as_their_paper_and_know_it(tmp_path: Path) -> None:
    files = written(str(tmp_path / "sheet.png"), "--dots", "100")
    assert [file.name for file in files] == ["sheet-1.png", "sheet-2.png"]
    for file in files:
        picture = QImage(str(file))
        assert (picture.width(), picture.height()) == pytest.approx((827, 1169), abs=1)
        assert picture.dotsPerMeterX() == pytest.approx(3937, abs=1)


def test_a_sheet_has_cutting_marks_outside_its_counters(tmp_path: Path) -> None:
    front, _ = written(str(tmp_path / "sheet.png"), "--dots", "254")
    picture = QImage(str(front))
    left = picture.width() // 2 - 5 * 160  # the field of eleven counters lies in the middle
    dark = [
        x for x in range(picture.width())
        if all(picture.pixelColor(x, y).lightness() < 120 for y in (70, 75))
    ]  # fmt: skip
    assert len(dark) >= 12, "a mark at every cut"
    assert dark[0] < left


def test_a_folder_gets_the_front_and_the_back_of_every_piece(tmp_path: Path) -> None:
    files = written(str(tmp_path / "all"), "--dots", "127", "--counter-mm", "20")
    names = {file.name for file in files}
    assert {"r1-front.png", "r1-back.png"} <= names
    assert len(names) == len(files)
    picture = QImage(str(tmp_path / "all" / "r1-front.png"))
    assert (picture.width(), picture.height()) == (100, 100)
    assert picture.pixelColor(1, 1).name() == "#c8352b"  # to the cut, without round corners


def test_a_layout_that_is_not_there_is_told_with_those_there_are(tmp_path: Path) -> None:
    words = ["export", "counters", SCENARIO, str(tmp_path / "a.png"), "--counters", "clasic"]
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 1
    assert "classic" in said.output


def test_what_is_there_is_written_over_only_where_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "sheet-2.png").write_bytes(b"mine")
    words = ["export", "counters", SCENARIO, str(tmp_path / "sheet.png"), "--dots", "50"]
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 1
    assert (tmp_path / "sheet-2.png").read_bytes() == b"mine"
