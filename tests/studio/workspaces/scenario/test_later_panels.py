"""Fronts, cargo, weapons, features, stocks and the newer aims, by keys and mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine import games
from engine.scenario.scenario import (
    Card,
    Deck,
    ScenarioFeature,
    ScenarioUnit,
    StartingHand,
    VictoryCondition,
    VictoryKind,
)
from engine.texts import text
from studio.workspaces.scenario.panels.hex_features_panel import HexFeaturesPanel
from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel
from studio.workspaces.scenario.panels.unit_panel import UnitPanel
from studio.workspaces.scenario.panels.victory_panel import VictoryPanel
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import folder
from tests.studio.workspaces.scenario.conftest import CROSSROADS
from tests.studio.workspaces.scenario.desks import Desk

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def drill(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A scenario of the drill, whose game knows everything."""
    games.install("drill", "tests.engine.checks.drill")
    found = Desk(qtbot, folder(tmp_path, SOUND))
    yield found
    found.close()
    games.remove("drill")


def unit(context: Desk, id_: str) -> ScenarioUnit:
    return next(each for each in context.scenario.units if each.id == id_)


def pick(box: QComboBox, words: str) -> None:
    """Choose an entry by the keys, as its user does."""
    place = box.findText(words)
    assert place >= 0, [box.itemText(n) for n in range(box.count())]
    box.setFocus()
    while box.currentIndex() != place:
        was = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down if was < place else Qt.Key.Key_Up)
        assert box.currentIndex() != was
    # A list that is closed tells of each key; what it tells may have filled it again.


def typed(field: QLineEdit, words: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def press(widget: QWidget, key: Qt.Key) -> None:
    widget.setFocus()
    QTest.keyClick(widget, key)


# --- units ----------------------------------------------------------------------------------------


def test_a_gun_is_turned_and_turned_back(drill: Desk) -> None:
    panel = drill.panel(UnitPanel)
    drill.tab.forces.choose(["r1"])
    assert panel.ties.facing.currentText() == "NW"
    pick(panel.ties.facing, "W")
    assert unit(drill, "r1").facing == 3
    pick(panel.ties.facing, text("forces.unit-facing-free", "en"))
    assert unit(drill, "r1").facing is None
    drill.undo()
    assert unit(drill, "r1").facing is not None


def test_a_squad_gets_out_of_its_truck_and_in_again(drill: Desk) -> None:
    panel = drill.panel(UnitPanel)
    drill.tab.forces.choose(["r3"])
    assert panel.ties.holder.currentText() == "aboard r2"
    assert not any(button.isChecked() for button in panel.kinds.values())
    pick(panel.ties.holder, text("forces.unit-holder-nobody", "en"))
    assert (unit(drill, "r3").aboard, unit(drill, "r3").zone) == ("", "west")
    assert panel.kinds["zone"].isChecked()
    pick(panel.ties.holder, "aboard r2")
    assert (unit(drill, "r3").aboard, unit(drill, "r3").zone) == ("r2", "")


def test_who_carries_is_offered_by_the_rule_of_the_game(drill: Desk) -> None:
    panel = drill.panel(UnitPanel)
    drill.tab.forces.choose(["r4"])
    holder = panel.ties.holder
    assert [holder.itemText(n) for n in range(holder.count())] == [
        text("forces.unit-holder-nobody", "en"), text("forces.unit-borne", "en", unit="r3"),
    ]  # fmt: skip
    drill.tab.forces.choose(["r1"])
    assert not panel.ties.form.isRowVisible(holder)  # nobody carries guns
    drill.tab.forces.choose(["r3"])
    assert not panel.ties.form.isRowVisible(panel.ties.facing)  # a squad has no front


def test_how_a_unit_stands_ready_is_chosen(drill: Desk) -> None:
    panel = drill.panel(UnitPanel)
    drill.tab.forces.choose(["b5"])
    pick(panel.ties.mode, "ready")
    assert unit(drill, "b5").mode == "ready"


def test_a_game_without_them_has_no_such_fields(qtbot: QtBot) -> None:
    context = Desk(qtbot, CROSSROADS)
    panel = context.panel(UnitPanel)
    context.tab.forces.choose(["r1"])
    assert not panel.ties.isVisible()
    features = context.panel(HexFeaturesPanel)
    assert features.none.isVisible()
    features.add()
    assert context.scenario.features == ()
    context.close()


# --- features -------------------------------------------------------------------------------------


def test_features_are_laid_changed_moved_and_taken_up_by_keys(drill: Desk) -> None:
    panel = drill.panel(HexFeaturesPanel)
    assert panel.listing.list.count() == 3
    press(panel.listing.list, Qt.Key.Key_Insert)
    assert [each.id for each in drill.scenario.features] == ["f1", "f2", "f3", "wire-1"]
    pick(panel.kind, "Bunker")
    typed(panel.hex.line, "0301")
    pick(panel.facing, "SW")
    typed(panel.id, "anna")
    pick(panel.side, "blue")
    grid = drill.scenario.map.grid
    assert drill.scenario.features[-1] == ScenarioFeature(
        "anna", "bunker", "blue", grid.hex(2, 0), facing=4
    )
    pick(panel.kind, "Wire")
    assert drill.scenario.features[-1].facing is None
    assert not panel.form.isRowVisible(panel.facing)
    press(panel.listing.list, Qt.Key.Key_Delete)
    assert len(drill.scenario.features) == 3
    while drill.steps:
        drill.undo()
    assert [each.id for each in drill.scenario.features] == ["f1", "f2", "f3"]


def test_a_feature_is_put_where_the_map_is_clicked(drill: Desk) -> None:
    panel = drill.panel(HexFeaturesPanel)
    panel.listing.choose(0)
    QTest.mouseClick(panel.hex.button, LEFT)
    canvas = drill.tab.canvas
    at = drill.scenario.map.grid.hex(3, 1)
    x, y = canvas.camera.centre(at)
    QTest.mouseClick(canvas, LEFT, pos=QPoint(round(x), round(y)))
    assert drill.scenario.features[0].at == at
    assert not panel.hex.button.isChecked()


def test_a_feature_is_dragged_from_the_list_onto_the_map(drill: Desk) -> None:
    panel, canvas = drill.panel(HexFeaturesPanel), drill.tab.canvas
    rows = panel.listing.list
    mime = rows.mimeData([rows.item(0)])
    at = drill.scenario.map.grid.hex(4, 2)
    point, copy = QPointF(*canvas.camera.centre(at)), Qt.DropAction.CopyAction
    actions = copy | Qt.DropAction.MoveAction
    none = Qt.KeyboardModifier.NoModifier
    for event in (
        QDragEnterEvent(point.toPoint(), actions, mime, LEFT, none),
        QDragMoveEvent(point.toPoint(), actions, mime, LEFT, none),
    ):
        QCoreApplication.sendEvent(canvas, event)
        assert event.isAccepted()
    dropped = QDropEvent(point, actions, mime, LEFT, none)
    QCoreApplication.sendEvent(canvas, dropped)
    assert drill.scenario.features[0].at == at
    assert dropped.dropAction() is copy  # the row stays in the list
    assert drill.steps == [text("aims.step-feature-place", "en", feature="f1")]
    drill.undo()
    assert drill.scenario.features[0].at != at


def test_a_feature_goes_into_a_zone_and_out_again(drill: Desk) -> None:
    panel = drill.panel(HexFeaturesPanel)
    panel.listing.choose(2)
    pick(panel.zone, text("aims.feature-at-hex", "en"))
    assert drill.scenario.features[2].at == drill.scenario.zone("west")[0]
    drill.undo()
    assert drill.scenario.features[2].zone == "west"


# --- stocks and aims ------------------------------------------------------------------------------


def test_a_side_has_stocks_in_numbers(drill: Desk) -> None:
    story = drill.panel(TitleAndBriefingPanel)
    story.pages.setCurrentWidget(story.sides)
    sides = story.sides
    sides.listing.choose(0)
    smoke, grenades = sides.stocks.values()
    assert (smoke.value(), grenades.value()) == (3, 0)
    grenades.setFocus()
    press(grenades, Qt.Key.Key_Up)
    assert drill.scenario.sides[0].stocks == {"smoke": 3, "grenades": 1}
    smoke.setFocus()
    for _ in range(3):
        press(smoke, Qt.Key.Key_Down)
    assert drill.scenario.sides[0].stocks == {"grenades": 1}


def test_a_side_draws_from_several_decks_and_begins_with_a_hand(drill: Desk) -> None:
    cards = (Card("a", "smoke", copies=3), Card("b", "smoke", copies=2))
    decks = {name: Deck(name, cards, name.title()) for name in ("orders", "events", "third")}
    sides = tuple(replace(each, deck="", decks=()) for each in drill.scenario.sides)
    story = drill.panel(TitleAndBriefingPanel)
    story.replace_scenario(replace(drill.scenario, decks=decks, sides=sides), "ready")
    story.pages.setCurrentWidget(story.sides)
    form = story.sides
    form.listing.choose(0)
    assert not form.form.isRowVisible(form.deck)
    for name in ("events", "orders"):
        press(form.decks.draws[name], Qt.Key.Key_Space)
    assert [*drill.scenario.sides[0].decks] == [StartingHand("events"), StartingHand("orders")]
    assert not form.decks.draws["third"].isEnabled(), "the drill knows two decks a side"
    hand = form.decks.cards["orders"]
    hand.setFocus()
    for _ in range(7):
        press(hand, Qt.Key.Key_Up)
    held = [StartingHand("events"), StartingHand("orders", 5)]
    assert [*drill.scenario.sides[0].decks] == held, "it holds five"
    press(form.decks.draws["events"], Qt.Key.Key_Space)
    assert [*drill.scenario.sides[0].decks] == [StartingHand("orders", 5)]
    drill.undo()
    assert [*drill.scenario.sides[0].decks] == held


def test_the_kinds_of_condition_are_those_of_the_game(drill: Desk, qtbot: QtBot) -> None:
    aims = drill.panel(VictoryPanel)
    aims.pages.setCurrentWidget(aims.conditions)
    assert aims.conditions.kind.count() == len(VictoryKind)
    tank = Desk(qtbot, CROSSROADS)
    others = tank.panel(VictoryPanel)
    others.pages.setCurrentWidget(others.conditions)
    offered = [others.conditions.kind.itemData(n) for n in range(others.conditions.kind.count())]
    assert offered == [kind.value for kind in VictoryKind if kind is not VictoryKind.EXIT]
    assert others.conditions.form.isRowVisible(others.conditions.group)
    tank.close()


def test_a_condition_gets_its_zone_count_group_and_grade(drill: Desk) -> None:
    aims = drill.panel(VictoryPanel)
    aims.pages.setCurrentWidget(aims.conditions)
    panel = aims.conditions
    panel.listing.choose(3)
    pick(panel.kind, text("aims.victory-by-exit", "en"))
    assert drill.scenario.victory[3].kind is VictoryKind.EXIT
    assert drill.scenario.victory[3].zone
    pick(panel.zone, "East")
    typed(panel.kinds, "vehicle")
    typed(panel.units, "b5")
    typed(panel.group, "b")
    pick(panel.grade, "marginal")
    assert drill.scenario.victory[3] == VictoryCondition(
        VictoryKind.EXIT, "blue", zone="east", units=("b5",), kinds=("vehicle",),
        group="b", grade="marginal",
    )  # fmt: skip


def test_a_condition_is_judged_when_and_as_long_as_the_form_says(drill: Desk) -> None:
    aims = drill.panel(VictoryPanel)
    aims.pages.setCurrentWidget(aims.conditions)
    panel = aims.conditions
    panel.listing.choose(2)
    pick(panel.judged, text("aims.victory-judged-at_end", "en"))
    assert drill.scenario.victory[2].at_end
    pick(panel.judged, text("aims.victory-judged-at_once", "en"))
    assert (drill.scenario.victory[2].at_once, drill.scenario.victory[2].at_end) == (True, False)
    assert panel.turns.text() == "once is enough"
    panel.turns.setFocus()
    press(panel.turns, Qt.Key.Key_Up)
    press(panel.turns, Qt.Key.Key_Up)
    lasting = drill.scenario.victory[2]
    assert (lasting.turns, lasting.at_once) == (3, False), "what lasts is not judged at once"
    pick(panel.judged, text("aims.victory-judged-at_once", "en"))
    assert drill.scenario.victory[2].turns == 0


def test_conditions_are_told_in_sentences(drill: Desk) -> None:
    aims = drill.panel(VictoryPanel)
    aims.pages.setCurrentWidget(aims.conditions)
    rows = [aims.conditions.listing.list.item(n).text() for n in range(5)]
    assert (
        "Red wins a decisive victory if, at the end of a turn, one of their units (vehicle) has "
        "exited through East. All other conditions of group a must hold as well." in rows[0]
    )
    assert "they have destroyed enemy units worth 9 points" in rows[1]
    assert "no enemy units are left in West" in rows[2]
    assert text("aims.demand-survive-one", "en", who=" (b5 and b6)") in rows[3]
    assert text("aims.demand-ratio", "en", who="", percent=200) in rows[4]
