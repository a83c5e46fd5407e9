"""Objectives and victory in their panel, with sentences and with what contradicts itself."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest

from engine.editing import victory_edits
from engine.scenario.scenario import Victory, VictoryKind
from studio.workspaces.scenario.panels.victory_conditions import VictoryConditionsPage
from studio.workspaces.scenario.panels.victory_panel import VictoryPanel
from tests.studio.workspaces.scenario.conftest import Desk

HOLDING, LOSSES, POINTS, LIMIT, *_ = VictoryKind


def conditions(desk: Desk) -> VictoryConditionsPage:
    """The page of victory, in front."""
    panel: VictoryPanel = desk.panel(VictoryPanel)
    panel.pages.setCurrentWidget(panel.conditions)
    return panel.conditions


def choose(box: object, word: str) -> None:
    """Choose a word of a list as a user does."""
    box.setCurrentIndex(box.findData(word))  # type: ignore[attr-defined]  # a QComboBox
    box.activated.emit(0)  # type: ignore[attr-defined]  # likewise


def test_an_objective_is_added_named_and_worth_something(desk: Desk) -> None:
    part = desk.panel(VictoryPanel).objectives
    QTest.keyClick(part.listing.list, Qt.Key.Key_Insert)
    assert part.listing.place == 3
    QTest.keyClicks(part.name_field.lines["en"], "Mill")
    part.points.setValue(5)
    new = desk.scenario.objectives[3]
    assert (new.name, new.points) == ("Mill", 5)
    assert desk.steps == ["New objective", "Name of goal1", "Points for Mill"]


def test_its_hex_is_typed_by_its_label(desk: Desk) -> None:
    part = desk.panel(VictoryPanel).objectives
    label = desk.scenario.map.labels.label(desk.scenario.map.grid.hex(5, 5))
    part.hex.line.setText(label.lower())
    part.hex.line.editingFinished.emit()
    first = desk.scenario.objectives[0]
    assert (first.at, first.zone) == (desk.scenario.map.grid.hex(5, 5), "")


def test_a_label_that_is_none_is_refused_with_what_labels_look_like(desk: Desk) -> None:
    part = desk.panel(VictoryPanel).objectives
    part.hex.line.setText("nowhere")
    part.hex.line.editingFinished.emit()
    assert "nowhere" in part.hex_fault.text()
    assert desk.steps == []


def test_its_hex_is_picked_on_the_map_and_nothing_else_hears_the_click(desk: Desk) -> None:
    part = desk.panel(VictoryPanel).objectives
    canvas, heard = desk.tab.canvas, list[object]()
    canvas.pressed.connect(heard.append)
    hex_ = desk.scenario.map.grid.hex(12, 9)
    canvas.centre_on(hex_)
    part.hex.button.click()
    QCoreApplication.processEvents()  # the docks take their places
    x, y = canvas.camera.centre(hex_)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert desk.scenario.objectives[0].at == hex_
    assert heard == []
    assert not part.hex.button.isChecked()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert len(heard) == 1, "the next click is the map's again"


def test_escape_gives_picking_up(desk: Desk) -> None:
    part = desk.panel(VictoryPanel).objectives
    part.hex.button.click()
    QTest.keyClick(desk.tab.canvas, Qt.Key.Key_Escape)
    assert not part.hex.button.isChecked()
    assert desk.steps == []


def test_an_objective_goes_to_a_zone_and_back_to_a_hex_of_it(desk: Desk) -> None:
    part = desk.panel(VictoryPanel).objectives
    choose(part.zone, "")
    first = desk.scenario.objectives[0]
    assert first.at == desk.scenario.zone("village")[0]
    choose(part.zone, "alderby")
    assert desk.scenario.objectives[0].zone == "alderby"


def test_a_removed_objective_is_no_longer_won_by(desk: Desk) -> None:
    desk.document.apply(
        victory_edits.with_victory(desk.scenario, 0, Victory(HOLDING, "red", ("bridge",))), "so"
    )
    part = desk.panel(VictoryPanel).objectives
    part.listing.choose(1)
    QTest.keyClick(part.listing.list, Qt.Key.Key_Delete)
    assert [each.id for each in desk.scenario.objectives] == ["crossways", "alderby"]
    assert all("bridge" not in each.objectives for each in desk.scenario.victory)


def test_conditions_are_sentences_and_their_order_is_changed_by_keys(desk: Desk) -> None:
    part = conditions(desk)
    assert (
        part.listing.list.item(2).text()
        == "3. Victory for Red as soon as all the enemy's units are lost."
    )
    part.listing.choose(2)
    QTest.keyClick(part.listing.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [each.kind for each in desk.scenario.victory[:3]] == [HOLDING, LOSSES, HOLDING]
    assert part.listing.place == 1
    assert "The first that holds" in part.whole.text()


def test_a_condition_that_is_dropped_elsewhere_moves_there(desk: Desk) -> None:
    part = conditions(desk)
    part.listing.choose(0)
    part.listing.list.dropped.emit(3)
    assert desk.scenario.victory[2].side == "red"
    assert [each.kind for each in desk.scenario.victory] == [
        HOLDING, LOSSES, HOLDING, LOSSES, LIMIT,
    ]  # fmt: skip


def test_another_kind_drops_what_means_nothing_for_it(desk: Desk) -> None:
    part = conditions(desk)
    choose(part.kind, "points")
    part.points.setValue(4)
    choose(part.judged, "at_once")
    assert desk.scenario.victory[0] == Victory(POINTS, "red", points=4, at_once=True)
    choose(part.kind, "turn-limit")
    assert desk.scenario.victory[0] == Victory(LIMIT, "red")
    assert not part.form.isRowVisible(part.points)


def test_the_objectives_that_count_are_ticked(desk: Desk) -> None:
    part = conditions(desk)
    part.objectives.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert list(desk.scenario.victory[0].objectives) == ["crossways", "alderby"]
    part.objectives.item(1).setCheckState(Qt.CheckState.Checked)
    assert list(desk.scenario.victory[0].objectives) == []


def test_what_contradicts_itself_is_told_at_its_row(desk: Desk) -> None:
    part = conditions(desk)
    part.count.setValue(7)
    desk.look()
    row = part.listing.list.item(0).text()
    assert "Red cannot win: 7 objectives are needed and 3 count" in row
    desk.undo()
    desk.look()
    assert "cannot" not in part.listing.list.item(0).text()
