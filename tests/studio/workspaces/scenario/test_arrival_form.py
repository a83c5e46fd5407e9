"""The form of a unit: what reinforcements wait for, by the keys; and where it is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.files import scenario_reader
from engine.scenario.scenario import Arrival, VictoryCondition, VictoryKind
from engine.texts import text
from studio.workspaces.scenario.order_of_battle.setup_places import start_place_text
from studio.workspaces.scenario.panels.unit_panel import UnitPanel
from tests.engine.checks.test_waiting import ONCE, WAITING
from tests.engine.scenario_texts import changed, folder
from tests.studio.workspaces.scenario.desks import Desk

Key = Qt.Key
PLAIN = changed(WAITING, (ONCE, "{turn: 2, zone: east}"))


@pytest.fixture
def context(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    found = Desk(qtbot, folder(tmp_path, PLAIN))
    yield found
    found.close()


def b2(context: Desk) -> Arrival:
    """When b2 comes."""
    found = next(unit.arrives for unit in context.scenario.units if unit.id == "b2")
    assert found is not None
    return found


def pick(box: QComboBox, data: object) -> None:
    """Choose an entry by the keys."""
    place = box.findData(data)
    assert place >= 0, [box.itemData(n) for n in range(box.count())]
    box.setFocus()
    while box.currentIndex() != place:
        QTest.keyClick(box, Key.Key_Down if box.currentIndex() < place else Key.Key_Up)


def test_a_die_and_a_condition_are_chosen_by_the_keys(context: Desk) -> None:
    panel = context.panel(UnitPanel)
    context.tab.forces.choose(["b2"])
    panel.seen.refresh_if_visible()
    form = panel.waiting
    assert form.isVisible()
    assert form.die.text() == text("forces.unit-die-certain", "en")
    form.die.setFocus()
    for _ in range(3):
        QTest.keyClick(form.die, Key.Key_Up)
    assert b2(context) == Arrival(2, "east", 4)
    assert context.steps[-1] == text("forces.step-unit-waits", "en", units="b2")
    pick(form.once, "objectives")
    mill = VictoryCondition(VictoryKind.OBJECTIVES, "blue", ("mill",))
    assert b2(context) == Arrival(2, "east", 4, mill)
    pick(form.side, "red")
    pick(form.what, "edge")
    assert b2(context).once == VictoryCondition(VictoryKind.OBJECTIVES, "red", ("edge",))
    pick(form.once, "losses")
    assert b2(context).once == VictoryCondition(VictoryKind.LOSSES, "blue", percent=50)
    assert not form.what.isVisible()
    form.amount.setFocus()
    QTest.keyClick(form.amount, Key.Key_Up)
    assert b2(context).once == VictoryCondition(VictoryKind.LOSSES, "blue", percent=51)
    pick(form.once, "")
    assert b2(context) == Arrival(2, "east", 4)


def test_who_does_not_come_later_waits_for_nothing(context: Desk) -> None:
    panel = context.panel(UnitPanel)
    context.tab.forces.choose(["b1"])
    panel.seen.refresh_if_visible()
    assert not panel.waiting.isVisible()
    context.tab.forces.choose(["b1", "b2"])
    panel.seen.refresh_if_visible()
    assert not panel.waiting.isVisible()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_list_of_forces_says_what_they_wait_for(
    context: Desk, tmp_path: Path, language: str
) -> None:
    scenario = scenario_reader.load(folder(tmp_path, WAITING))
    unit = next(each for each in scenario.units if each.id == "b2")
    context.localize.language = language
    said = start_place_text(scenario, unit, context.localize)
    assert text("aims.arrives-die", language, die=4) in said
