"""Previews of squads' scenarios: vehicles by their facing, infantry with leader and weapon."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing import scenario_edits as edits
from engine.files.source_text import SHIPPED
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.previews.background_loading import background_loader
from studio.rendering.map.preview_tints import ReachOverlay
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, make_window, prompts  # noqa: F401  # fixtures

FOLDER = SHIPPED / "samples" / "valor"


@pytest.fixture
def tab(
    make_window: Callable[..., MainWindow],  # noqa: F811  # the fixture
    prompts: Scripted,  # noqa: F811  # likewise
    tmp_path: Path,
    qtbot: QtBot,
) -> Iterator[ScenarioTab]:
    background_loader().future.result()
    shutil.copytree(FOLDER, tmp_path / "valor")
    window = make_window()
    window.resize(1300, 850)
    window.filing.open_file(tmp_path / "valor/scenarios/mill-ford.scenario.yaml")
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
    assert isinstance(window.active_tab, ScenarioTab)
    yield window.active_tab
    prompts.answers = [PromptAnswer.NO]
    assert window.close_tab(window.active_tab)


def reach(tab: ScenarioTab, qtbot: QtBot) -> dict[str, float]:
    """What R shows, hex by hex."""
    tab.canvas.setFocus()
    QTest.keyPress(tab.canvas, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: isinstance(_overlay(tab), ReachOverlay), timeout=20_000)
    overlay = _overlay(tab)
    QTest.keyRelease(tab.canvas, Qt.Key.Key_R)
    assert isinstance(overlay, ReachOverlay)
    return {tab.map.labels.label(hex_): cost for hex_, cost in overlay.costs.items()}


def _overlay(tab: ScenarioTab) -> object:
    position = tab.canvas.position
    return None if position is None else position.overlay


def test_v7_2_a_vehicle_reaches_by_the_front_it_has(tab: ScenarioTab, qtbot: QtBot) -> None:
    """A vehicle enters the hex it faces, or backs at twice the cost; nothing beside it at once."""
    scenario = tab.document.scenario
    at = scenario.map.labels.find("C5")
    placed = edits.changed_units(
        edits.with_units_at(scenario, ["us-truck"], at), ["us-truck"], facing=0
    )
    tab.document.apply(placed, "placed")
    tab.forces.choose(["us-truck"])
    found = reach(tab, qtbot)
    assert (found["C4"], found["C6"]) == (1, 2)  # ahead, astern
    assert found["B5"] > 2


def test_v6_4_a_squad_reaches_further_with_its_leader_and_less_far_with_a_heavy_weapon(
    tab: ScenarioTab, qtbot: QtBot
) -> None:
    """Squads 4 MP, with a leader 6 (V6.4); a heavy weapon costs its bearer 1 (V6.7)."""
    scenario = tab.document.scenario
    at = scenario.map.labels.find("J8")
    scenario = edits.with_units_at(scenario, ["de1", "schmidt"], at)
    tab.document.apply(scenario, "placed")
    tab.forces.choose(["de1"])
    assert max(reach(tab, qtbot).values()) == 4
    tab.forces.choose(["de1", "schmidt"])
    assert max(reach(tab, qtbot).values()) == 6
    heavy = replace(
        scenario,
        units=tuple(replace(u, type="hmg") if u.id == "de-mg-a" else u for u in scenario.units),
    )
    tab.document.apply(heavy, "armed")
    assert max(reach(tab, qtbot).values()) == 5
