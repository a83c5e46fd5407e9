"""What sides have in store, and the cards that lie open, in their panel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from engine import games
from engine.files import scenario_reader
from engine.hexes.hex import Hex
from engine.play.position import Position, as_json
from engine.scenario.scenario import Scenario
from engine.session.side_inventory import CardHeld, SideInventory, StockAmount, side_stores
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.panels.side_inventory_panel import SideInventoryPanel
from tests.assertions import require
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import changed, folder

START = Position(
    1, 9, "fire", "red", (), stocks={"red": {"smoke": 2}, "blue": {}}, hands={"blue": ("fog",)}
)


@pytest.fixture
def scenario(tmp_path: Path) -> Iterator[Scenario]:
    games.install("drill", "tests.engine.checks.drill")
    titled = ("phase: fire", "phase: fire\n        title: Fog\n        text: {en: Hush., zh: 嘘}")
    yield scenario_reader.load(folder(tmp_path, changed(SOUND, titled)))
    games.remove("drill")


class Playing(QObject):
    """As much of a game on the screen as the panel asks for."""

    settled = Signal()

    def __init__(self, scenario: Scenario, position: Position) -> None:
        super().__init__()
        self.position = position
        told = lambda viewer, language: SimpleNamespace(position=self.position)  # noqa: E731
        self.session = SimpleNamespace(
            scenario=scenario, viewer=None, visible_position=told, needs_hand_over=False
        )


def test_stores_are_told_in_words(scenario: Scenario) -> None:
    assert side_stores(scenario, START, "zh") == (
        SideInventory("red", (StockAmount("smoke", 2),), ()),
        SideInventory("blue", (), (CardHeld("Fog", "嘘", "fog", "fire"),)),
    )
    assert side_stores(scenario, replace(START, stocks={}, hands={})) == ()
    unknown = replace(START, stocks={"red": {"odd": 1}}, hands={"red": ("lost",)})
    (red,) = side_stores(scenario, unknown)
    assert red == SideInventory("red", (StockAmount("odd", 1),), (CardHeld("lost", "", "lost"),))


def test_the_panel_follows_the_game(qtbot: QtBot, scenario: Scenario) -> None:
    panel, playing = SideInventoryPanel(Localizer("en")), Playing(scenario, START)
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.is_needed
    panel.show_play(cast(GameController, playing), None)
    rows = [require(panel.topLevelItem(n)) for n in range(panel.topLevelItemCount())]
    assert [row.text(0) for row in rows] == ["red", "blue"]
    smoke, fog = require(rows[0].child(0)), require(rows[1].child(0))
    assert (smoke.text(0), smoke.text(1)) == ("smoke", "2")
    assert (fog.text(0), fog.toolTip(0)) == ("Fog", "Hush.")
    playing.position = replace(START, stocks={"red": {"smoke": 1}})
    playing.settled.emit()
    assert require(require(panel.topLevelItem(0)).child(0)).text(1) == "1"
    panel.show_play(None, None)
    assert not panel.is_needed
    assert panel.topLevelItemCount() == 0


def test_hands_are_in_the_json_where_there_are_any() -> None:
    def name(spot: object) -> str:
        assert isinstance(spot, Hex)
        return str(spot)

    assert as_json(START, name)["hands"] == {"blue": ["fog"]}
    assert "hands" not in as_json(replace(START, hands={}), name)
