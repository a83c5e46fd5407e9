"""Pictures of the map as each side sees it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from engine.checks.scenario import playable
from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from engine.session.handout import scenario_handout
from engine.umpired.room import UmpiredGame
from studio.console import seen_map
from studio.drawing.deployment import Deployment
from studio.drawing.formats import PictureFormat
from studio.drawing.look import RenderOptions
from studio.drawing.pictures import check_sheet_fits
from tests.engine.umpired.rooms import SEATS
from tests.studio.console.hands import CITIES

SIDES = ("red", "blue")


@pytest.fixture
def cities() -> Scenario:
    return playable(CITIES)


@pytest.mark.parametrize("side", SIDES)
def test_a_side_s_picture_shows_where_it_sets_up(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    drawn: list[Deployment] = []

    def sheet(*given: Any) -> Any:
        drawn.append(given[3])
        return check_sheet_fits(*given)

    monkeypatch.setattr(seen_map, "check_sheet_fits", sheet)
    room = UmpiredGame.begin(CITIES, tmp_path / "a.room", SEATS, 1)
    scenario, seen = room.session.scenario, seen_map.current_snapshot(room, side, "en")
    seen_map.render_snapshot(scenario, seen, RenderOptions(20.0), PictureFormat.PNG)
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
