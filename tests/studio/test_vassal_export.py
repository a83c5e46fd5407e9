"""Scenarios as VASSAL modules, drawn."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from defusedxml.ElementTree import fromstring
from PySide6.QtGui import QImage

from engine.files import ROOT
from studio.commands import main

SCENARIO = ROOT / "samples/tank/scenarios/crossroads.scenario.yaml"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("vassal") / "a.vmod"
    words = ["export", "vassal", str(SCENARIO), str(out), "--hex-px", "40", "--json"]
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout)["written"] == [str(out)]
    return zipfile.ZipFile(out)


@pytest.mark.usefixtures("qapp")
def test_every_picture_can_be_read_and_counters_are_see_through(archive: zipfile.ZipFile) -> None:
    names = [name for name in archive.namelist() if name.startswith("images/")]
    pictures = {name: QImage.fromData(archive.read(name)) for name in names}
    assert all(not picture.isNull() for picture in pictures.values())
    counter = pictures["images/counter-1.png"]
    assert counter.pixelColor(0, 0).alpha() == 0
    assert counter.pixelColor(counter.width() // 2, counter.height() // 2).alpha() == 255


@pytest.mark.usefixtures("qapp")
def test_stacks_lie_on_the_board_and_pieces_have_the_states_of_their_game(
    archive: zipfile.ZipFile,
) -> None:
    root = fromstring(archive.read("buildFile.xml"))
    board = QImage.fromData(archive.read("images/board.png"))
    stacks = list(root.iter("VASSAL.build.module.map.SetupStack"))
    assert stacks
    for stack in stacks:
        assert 0 < int(stack.get("x")) < board.width()
        assert 0 < int(stack.get("y")) < board.height()
        assert all("marker-suppressed.png" in slot.text for slot in stack)


@pytest.mark.usefixtures("qapp")
def test_a_map_alone_makes_a_module_too(tmp_path: Path) -> None:
    file, out = tmp_path / "a.map.yaml", tmp_path / "a.vmod"
    file.write_text("sandtable: map/1\ngrid: {columns: 5, rows: 4}\n", encoding="utf-8")
    said = CliRunner().invoke(main, ["export", "vassal", str(file), str(out)])
    assert said.exit_code == 0, said.output
    assert "images/board.png" in zipfile.ZipFile(out).namelist()
