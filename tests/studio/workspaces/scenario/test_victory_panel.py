"""Objectives and victory in their panel, with sentences and with what contradicts itself."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest

from engine.editing import victory_edits
from engine.scenario.scenario import VictoryCondition, VictoryKind
from engine.texts import text
from studio.workspaces.scenario.panels.victory_conditions_page import VictoryConditionsPage
from studio.workspaces.scenario.panels.victory_panel import VictoryPanel
from tests.studio.workspaces.scenario.desks import Desk

HOLDING, LOSSES, POINTS, LIMIT, *_ = VictoryKind


def conditions(context: Desk) -> VictoryConditionsPage:
    """The page of victory, in front."""
    panel: VictoryPanel = context.panel(VictoryPanel)
    panel.pages.setCurrentWidget(panel.conditions)
    return panel.conditions


def choose(box: object, word: str) -> None:
    """Choose a word of a list as a user does."""
    box.setCurrentIndex(box.findData(word))  # type: ignore[attr-defined]  # a QComboBox
    box.activated.emit(0)  # type: ignore[attr-defined]  # likewise


def test_an_objective_is_added_named_and_worth_something(context: Desk) -> None:
    part = context.panel(VictoryPanel).objectives
    QTest.keyClick(part.listing.list, Qt.Key.Key_Insert)
    assert part.listing.place == 3
    QTest.keyClicks(part.name_field.lines["en"], "Mill")
    part.points.setValue(5)
    new = context.scenario.objectives[3]
    assert (new.name, new.points) == ("Mill", 5)
    assert context.steps == [
        text("aims.step-objective-new", "en"),
        text("aims.step-objective-name", "en", objective="goal1"),
        text("aims.step-objective-points", "en", objective="Mill"),
    ]


def test_its_hex_is_typed_by_its_label(context: Desk) -> None:
    part = context.panel(VictoryPanel).objectives
    label = context.scenario.map.labels.label(context.scenario.map.grid.hex(5, 5))
    part.hex.line.setText(label.lower())
    part.hex.line.editingFinished.emit()
    first = context.scenario.objectives[0]
    assert (first.at, first.zone) == (context.scenario.map.grid.hex(5, 5), "")


def test_a_label_that_is_none_is_refused_with_what_labels_look_like(context: Desk) -> None:
    part = context.panel(VictoryPanel).objectives
    part.hex.line.setText("nowhere")
    part.hex.line.editingFinished.emit()
    assert "nowhere" in part.hex_fault.text()
    assert context.steps == []


def test_its_hex_is_picked_on_the_map_and_nothing_else_hears_the_click(context: Desk) -> None:
    part = context.panel(VictoryPanel).objectives
    canvas, heard = context.tab.canvas, list[object]()
    canvas.pressed.connect(heard.append)
    hex_ = context.scenario.map.grid.hex(12, 9)
    canvas.centre_on(hex_)
    part.hex.button.click()
    QCoreApplication.processEvents()  # the docks take their places
    x, y = canvas.camera.centre(hex_)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert context.scenario.objectives[0].at == hex_
    assert heard == []
    assert not part.hex.button.isChecked()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert len(heard) == 1, "the next click is the map's again"


def test_escape_gives_picking_up(context: Desk) -> None:
    part = context.panel(VictoryPanel).objectives
    part.hex.button.click()
    QTest.keyClick(context.tab.canvas, Qt.Key.Key_Escape)
    assert not part.hex.button.isChecked()
    assert context.steps == []


def test_an_objective_goes_to_a_zone_and_back_to_a_hex_of_it(context: Desk) -> None:
    part = context.panel(VictoryPanel).objectives
    choose(part.zone, "")
    first = context.scenario.objectives[0]
    assert first.at == context.scenario.zone("village")[0]
    choose(part.zone, "alderby")
    assert context.scenario.objectives[0].zone == "alderby"


def test_a_removed_objective_is_no_longer_won_by(context: Desk) -> None:
    context.document.apply(
        victory_edits.with_victory(
            context.scenario, 0, VictoryCondition(HOLDING, "red", ("bridge",))
        ),
        "so",
    )
    part = context.panel(VictoryPanel).objectives
    part.listing.choose(1)
    QTest.keyClick(part.listing.list, Qt.Key.Key_Delete)
    assert [each.id for each in context.scenario.objectives] == ["crossways", "alderby"]
    assert all("bridge" not in each.objectives for each in context.scenario.victory)


def test_conditions_are_sentences_and_their_order_is_changed_by_keys(context: Desk) -> None:
    part = conditions(context)
    assert part.listing.list.item(2).text() == "3. Red wins as soon as all enemy units are lost."
    part.listing.choose(2)
    QTest.keyClick(part.listing.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [each.kind for each in context.scenario.victory[:3]] == [HOLDING, LOSSES, HOLDING]
    assert part.listing.place == 1
    assert text("aims.whole-order", "en") in part.whole.text()


def test_a_condition_that_is_dropped_elsewhere_moves_there(context: Desk) -> None:
    part = conditions(context)
    part.listing.choose(0)
    part.listing.list.dropped.emit(3)
    assert context.scenario.victory[2].side == "red"
    assert [each.kind for each in context.scenario.victory] == [
        HOLDING, LOSSES, HOLDING, LOSSES, LIMIT,
    ]  # fmt: skip


def test_another_kind_drops_what_means_nothing_for_it(context: Desk) -> None:
    part = conditions(context)
    choose(part.kind, "points")
    part.points.setValue(4)
    choose(part.judged, "at_once")
    assert context.scenario.victory[0] == VictoryCondition(POINTS, "red", points=4, at_once=True)
    choose(part.kind, "turn-limit")
    assert context.scenario.victory[0] == VictoryCondition(LIMIT, "red")
    assert not part.form.isRowVisible(part.points)


def test_the_objectives_that_count_are_ticked(context: Desk) -> None:
    part = conditions(context)
    part.objectives.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert list(context.scenario.victory[0].objectives) == ["crossways", "alderby"]
    part.objectives.item(1).setCheckState(Qt.CheckState.Checked)
    assert list(context.scenario.victory[0].objectives) == []


def test_what_contradicts_itself_is_told_at_its_row(context: Desk) -> None:
    part = conditions(context)
    part.count.setValue(7)
    context.look()
    row = part.listing.list.item(0).text()
    assert text("scenario.victory-count", "en", side="Red", count="7", found="3") in row
    context.undo()
    context.look()
    assert "cannot" not in part.listing.list.item(0).text()
