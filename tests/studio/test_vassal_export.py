"""Scenarios as VASSAL modules, drawn."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from defusedxml.ElementTree import fromstring
from PySide6.QtGui import QImage

from engine.files.source_text import ROOT
from engine.hexes.grid import Grid, Orientation
from engine.interchange.import_result import Losses
from engine.interchange.vassal_writer import VassalModuleContents, VassalPicture
from engine.map.map import Map
from studio.cli import main
from studio.rendering.export.vassal_module import zone_areas
from tests.assertions import require
from tests.engine.interchange.vassal_reckoning import is_inside

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
        assert 0 < int(stack.attrib["x"]) < board.width()
        assert 0 < int(stack.attrib["y"]) < board.height()
        assert all("marker-suppressed.png" in require(slot.text) for slot in stack)


@pytest.mark.usefixtures("qapp")
def test_a_map_alone_makes_a_module_too(tmp_path: Path) -> None:
    file, out = tmp_path / "a.map.yaml", tmp_path / "a.vmod"
    file.write_text("sandtable: map/1\ngrid: {columns: 5, rows: 4}\n", encoding="utf-8")
    said = CliRunner().invoke(main, ["export", "vassal", str(file), str(out)])
    assert said.exit_code == 0, said.output
    assert "images/board.png" in zipfile.ZipFile(out).namelist()


RING = """
.........
.#####...
.#...#.##
.#.#.#.##
.#...#...
.#####..#
"""


@pytest.mark.parametrize("orientation", Orientation)
def test_vassal_has_every_hex_in_its_zone_with_holes_and_parts(orientation: Orientation) -> None:
    drawn = RING.split()
    map_ = Map.blank(Grid(len(drawn[0]), len(drawn), orientation))
    plane = np.array([[sign == "#" for sign in row] for row in drawn])
    module = VassalModuleContents("A", map_, VassalPicture("b.png", b"", (1, 1)), 40.0, (11.0, 7.0))
    (area,) = zone_areas(module, {"Ring": plane}, Losses())
    path = ";".join(f"{round(x)},{round(y)}" for x, y in area.outline)
    for hex_ in map_.grid:
        x, y = map_.grid.centre(hex_, 40.0)
        assert is_inside(path, (round(x + 11), round(y + 7))) == plane[map_.grid.index(hex_)]


def test_of_zones_that_overlap_the_smaller_comes_first_and_the_other_is_told() -> None:
    map_ = Map.blank(Grid(4, 4))
    module = VassalModuleContents("A", map_, VassalPicture("b.png", b"", (1, 1)), 40.0, (0.0, 0.0))
    village, losses = np.zeros((4, 4), np.bool_), Losses()
    village[1, 2] = True
    zones = {"All": np.ones((4, 4), np.bool_), "Village": village, "None": village & False}
    assert [area.name for area in zone_areas(module, zones, losses)] == ["Village", "All"]
    told = [(loss.code, loss.what, loss.at) for loss in losses.listed()]
    assert told == [("vassal-overlap", "All", ("@2,1",))]


@pytest.mark.usefixtures("qapp")
def test_zones_of_one_name_are_told_apart(tmp_path: Path) -> None:
    file, out = tmp_path / "a.map.yaml", tmp_path / "a.vmod"
    file.write_text(
        "sandtable: map/1\ngrid: {columns: 5, rows: 4}\nzones:\n"
        '  a: {name: Edge, hexes: ["@0,0"]}\n  b: {name: Edge, hexes: ["@4,0"]}\n',
        encoding="utf-8",
    )
    assert CliRunner().invoke(main, ["export", "vassal", str(file), str(out)]).exit_code == 0
    root = fromstring(zipfile.ZipFile(out).read("buildFile.xml"))
    zones = root.iter("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
    assert {zone.get("name") for zone in zones} == {"Edge (a)", "Edge (b)"}


@pytest.mark.parametrize(
    ("kind", "name"),
    [("board", "o.board"), ("tiled", "o.tmx"), ("wesnoth", "o.map"), ("geojson", "o.geojson"),
     ("csv", "o.csv"), ("vassal", "o.vmod"), ("tiled", "o.tiles.png")],
)  # fmt: skip
@pytest.mark.usefixtures("qapp")
def test_no_export_writes_over_a_file_unless_that_is_wanted(
    tmp_path: Path, kind: str, name: str
) -> None:
    file, taken = tmp_path / "a.map.yaml", tmp_path / name
    file.write_text("sandtable: map/1\ngrid: {columns: 2, rows: 2}\n", encoding="utf-8")
    taken.write_text("mine", encoding="utf-8")
    out = tmp_path / ("o.tmx" if name.endswith(".png") else name)
    words = ["export", kind, str(file), str(out)]
    said = CliRunner().invoke(main, words)
    assert (said.exit_code, taken.read_text("utf-8")) == (1, "mine")
    assert "--overwrite" in said.stderr
    assert CliRunner().invoke(main, [*words, "--overwrite"]).exit_code == 0
    assert taken.read_bytes() != b"mine"
