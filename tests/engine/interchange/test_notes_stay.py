"""What a designer notes on hexes leaves the map file by no way at all."""

from __future__ import annotations

from pathlib import Path

from engine.files import map_reader, map_writer
from engine.files.scenario_reader import load
from engine.hexes.grid import Grid
from engine.interchange import geojson, map_csv, tiled, wesnoth
from engine.map.map import DesignerNote, Map
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.render_options import RenderOptions
from studio.web.game_facts import map_facts

PLAYED = Path(__file__).parents[3] / "samples/primer/scenarios/three-cities.scenario.yaml"
SECRET = "the ford is mined, nobody knows"


def noted() -> Map:
    map_ = Map.blank(Grid(6, 5))
    map_.notes = [DesignerNote(map_.grid.hex(2, 2), {"en": SECRET, "zh": SECRET})]
    return map_


def test_a_note_is_kept_in_the_map_file(tmp_path: Path) -> None:
    file = tmp_path / "a.map.yaml"
    map_writer.save(noted(), file)
    assert map_reader.load(file).notes == noted().notes


def test_no_export_and_no_picture_and_no_page_holds_a_note(tmp_path: Path) -> None:
    map_ = noted()
    writers = (geojson.write, map_csv.write, tiled.write, wesnoth.write)
    endings = (".geojson", ".csv", ".tmx", ".map")
    for number, write in enumerate(writers):
        out = tmp_path / str(number)
        out.mkdir()
        write(map_, out / f"out{endings[number]}")
        for file in out.rglob("*"):
            assert SECRET.encode() not in file.read_bytes(), write.__module__
    for format_ in PictureFormat:
        assert SECRET.encode() not in render_map(map_, RenderOptions(40.0), format_).content
    scenario = load(PLAYED)
    scenario.ground = map_
    assert SECRET not in str(map_facts(scenario))
