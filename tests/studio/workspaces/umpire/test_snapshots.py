"""Pictures of the map as each side sees it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from engine.checks.scenario_checks import load_playable
from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.umpire.umpired_game import UmpiredGame
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.deployment import Deployment
from studio.rendering.map.map_pictures import check_sheet_fits
from studio.rendering.map.render_options import RenderOptions
from studio.workspaces.umpire import snapshots
from tests.engine.umpire.rooms import SEATS
from tests.studio.workspaces.umpire.hands import CITIES

SIDES = ("red", "blue")


@pytest.fixture
def cities() -> Scenario:
    return load_playable(CITIES)


@pytest.mark.parametrize("side", SIDES)
def test_a_side_s_picture_shows_where_it_sets_up(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    drawn: list[Deployment] = []

    def sheet(*given: Any) -> Any:
        drawn.append(given[3])
        return check_sheet_fits(*given)

    monkeypatch.setattr(snapshots, "check_sheet_fits", sheet)
    room = UmpiredGame.begin(CITIES, tmp_path / "a.room", SEATS, 1)
    scenario, seen = room.session.scenario, snapshots.current_snapshot(room, side, "en")
    snapshots.render_snapshot(scenario, seen, RenderOptions(20.0), PictureFormat.PNG)
    zone = scenario.map.zones[f"{side}-deployment"].hexes
    assert any((plane == zone).all() for plane, _ in drawn[0].musters)
    room.close()


@pytest.mark.parametrize("side", SIDES)
def test_a_side_knows_its_set_up_zone_on_the_map(cities: Scenario, side: str) -> None:
    assert f"{side}-deployment" in scenario_handout(cities, side).map.zones


def test_a_side_knows_its_set_up_zone_of_the_scenario_alone(cities: Scenario) -> None:
    bank: tuple[Hex, ...] = tuple(cities.map.grid)[:5]
    made = replace(cities, rules={"deployment": {"red": "bank"}}, zones={"bank": bank})
    assert scenario_handout(made, "red").zones == {"bank": bank}
