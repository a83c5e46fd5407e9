"""Features at the start: drawn on the map, kept on another map, and told when their hex changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter

from engine import games
from engine.checks.check import check_source
from engine.editing import scenario_structure_edits
from engine.files import scenario_reader, scenario_writer
from engine.files.source_text import parse
from engine.files.yaml_rewriter import dump
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.scenario.map_change import make_map_record
from engine.scenario.scenario import Scenario
from studio.documents import open_references
from studio.documents.file_fixes import find_file_fixes
from studio.rendering.map.deployment import build_deployment, paint_deployment
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.map.setup_features import feature_plate_rect
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import changed, folder


@pytest.fixture(autouse=True)
def _drill() -> Iterator[None]:
    games.install("drill", "tests.engine.checks.drill")
    yield
    games.remove("drill")


@pytest.fixture
def scenario(tmp_path: Path) -> Scenario:
    return scenario_reader.load(folder(tmp_path, SOUND))


def picture(scenario: Scenario) -> tuple[QImage, MapView]:
    """The counters and plates of a scenario's start, on nothing."""
    view = MapView(scenario.map, RenderOptions(hex_px=60.0))
    wide, high = scenario.map.grid.size(60.0)
    image = QImage(round(wide), round(high), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    paint_deployment(painter, view, build_deployment(scenario))
    painter.end()
    return image, view


def drawn_in(scenario: Scenario, at: Hex) -> bool:
    """Whether a plate is drawn in a hex in which nothing stands."""
    with_it, view = picture(scenario)
    without, _ = picture(replace(scenario, features=()))
    x, y = view.map.grid.centre(at, 60.0)
    points = [QPoint(round(x) + dx, round(y) - 18) for dx in range(-24, 25)]
    return any(with_it.pixel(point) != without.pixel(point) for point in points)


def test_what_lies_in_a_hex_is_drawn_there(scenario: Scenario) -> None:
    wire = scenario.features[0]
    assert wire.at is not None
    assert drawn_in(scenario, wire.at)
    assert not drawn_in(scenario, scenario.map.grid.hex(4, 3))


def test_features_of_a_zone_stand_in_its_middle_with_their_number(scenario: Scenario) -> None:
    wires = (*scenario.features, replace(scenario.features[2], id="f4"))
    plates = build_deployment(replace(scenario, features=wires)).plates
    (plate,) = plates
    assert (plate.count, plate.letters) == (2, {"en": "Wire", "zh": "铁丝网"})
    assert plate.at in scenario.zone("west")
    x, y = scenario.map.grid.centre(plate.at, 60.0)
    assert feature_plate_rect(scenario.map.grid, plate, 60.0).contains(x, y + 24)


def test_the_front_of_a_bunker_is_drawn_where_it_faces(scenario: Scenario) -> None:
    turned = tuple(replace(f, facing=1) if f.facing is not None else f for f in scenario.features)
    one, other = picture(scenario)[0], picture(replace(scenario, features=turned))[0]
    assert one != other


def test_a_feature_comes_along_to_another_map(scenario: Scenario) -> None:
    small = Map.blank(Grid(3, 3))
    assert (
        "west" in scenario_structure_edits.find_off_map_items(scenario, small).zones
    )  # a feature is laid there
    moved = scenario_structure_edits.scenario_on_map(scenario, small, "small.map.yaml")
    assert all(f.at is None or f.at in small.grid for f in moved.features)
    same = open_references.replace_scenario_map(scenario, Map.blank(Grid(9, 5)), by_label=False)
    assert same.features[0].at == scenario.features[0].at


def test_a_feature_whose_hex_changes_is_named(scenario: Scenario, tmp_path: Path) -> None:
    was = scenario_reader.read_leniently(tmp_path / "lake.scenario.yaml")
    stamped = replace(was.scenario, map_hash=make_map_record(was.scenario))
    source = scenario_writer.rewrite(stamped, was)
    map_file = tmp_path / "lake.map.yaml"
    text = map_file.read_text(encoding="utf-8")
    map_file.write_text(text.replace("    ......~.\n    .....s~.", "    ...w..~.\n    .....s~."))
    told = [each for each in check_source(source) if each.code == "hex-changed"]
    assert [each.values["who"] for each in told] == ["f1"]
    assert told[0].where == "features[0]"


def test_a_feature_in_two_places_is_mended_by_keeping_one(tmp_path: Path) -> None:
    two = changed(SOUND, ("side: red, zone: west}", 'side: red, zone: west, at: "@0,0"}'))
    was = scenario_reader.read_leniently(folder(tmp_path, two))
    (problem,) = [each for each in check_source(was.source) if each.code == "feature-place"]
    first, *_ = find_file_fixes(was.source, was.scenario, problem)
    assert first.name("en") == "f3: keep only at"
    mended = parse(dump(first.written), was.source.file)
    assert "feature-place" not in [each.code for each in check_source(mended)]
