"""Every field of a scenario's panels: what is done in it is one step, and Ctrl+Z takes it back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.editing.scenario_edits import with_units
from engine.files.source_text import SHIPPED
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.editor.hex_field import HexField
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from tests.studio.main_window.conftest import Scripted, make_window, prompts, window  # noqa: F401  # fixtures
from tests.studio.workspaces.scenario.designer import Designer, fields_in, said

Key = Qt.Key
Prepared = Callable[[Designer], Any]


@pytest.fixture
def designer(
    window: MainWindow,  # noqa: F811  # the fixture
    prompts: Scripted,  # noqa: F811  # likewise
    qtbot: QtBot,
    tmp_path: Path,
) -> Designer:
    """Somebody with a copy of the sample in front."""
    shutil.copytree(SHIPPED / "samples" / "tank", tmp_path / "tank")
    window.resize(1500, 950)
    qtbot.waitUntil(window.isActiveWindow)
    prompts.open = [tmp_path / "tank" / "scenarios" / "crossroads.scenario.yaml"]
    found = Designer(window, prompts, qtbot)
    found.do("open")
    return found


def story(page: int) -> Prepared:
    def prepared(designer: Designer) -> Any:
        panel = designer.panel(Key.Key_5, "story")
        designer.turn(panel.pages, page)
        return panel

    return prepared


def aims(page: int, row: int) -> Prepared:
    def prepared(designer: Designer) -> Any:
        panel = designer.panel(Key.Key_6, "aims")
        designer.turn(panel.pages, page)
        listing = (panel.objectives, panel.conditions)[page].listing
        listing.choose(row)
        designer.settle()
        return panel

    return prepared


def unit(id_: str) -> Prepared:
    def prepared(designer: Designer) -> Any:
        panel = designer.panel(Key.Key_2, "unit")
        designer.tab.forces.choose([id_])
        designer.settle()
        return panel

    return prepared


def rules(designer: Designer) -> Any:
    return designer.panel(Key.Key_7, "rules")


def own_deck(designer: Designer) -> Any:
    """A deck of the scenario's own, its first card looked at."""
    panel = designer.panel(Key.Key_9, "decks")
    designer.push(panel.add)
    return panel


# What is looked at, and how many of its fields must have changed something.
PARTS: dict[str, tuple[Prepared, int]] = {
    "whole": (story(0), 5),
    "sides": (story(1), 6),
    "briefings": (story(2), 1),
    "objective in a zone": (aims(0, 0), 7),
    "held objectives": (aims(1, 0), 2),
    "losses": (aims(1, 2), 4),
    "unit in a zone": (unit("r1"), 9),
    "reinforcement": (unit("r4"), 9),
    "rules": (rules, 8),
    "deck": (own_deck, 10),
}


@pytest.mark.parametrize("part", PARTS)
def test_every_field_is_undone_where_the_keys_are(designer: Designer, part: str) -> None:
    prepared, least = PARTS[part]
    panel = prepared(designer)
    changed = 0
    for number in range(len(fields_in(panel))):
        field = fields_in(panel)[number]
        if field.isEnabled() and not field.isHidden():
            changed += is_changed_and_undone(designer, panel, field)
    assert changed >= least, changed


def is_changed_and_undone(designer: Designer, panel: ScenarioPanel, field: QWidget) -> bool:
    """Whether a change in a field changed the scenario; it was then one step, and is taken back."""
    before, was = designer.scenario, designer.tab.document.history.index()
    panel.seen.wake()  # what was chosen or written and not taken is forgotten
    shown, looked_at = said(panel), field.currentData() if isinstance(field, QComboBox) else None
    change(designer, field)
    after, now = designer.scenario, designer.tab.document.history.index()
    if after == before:
        assert now == was, "a step that changed nothing"
        if isinstance(field, QComboBox):  # it says what is looked at: back to that
            designer.choose(field, looked_at)
        return False
    steps = [designer.tab.document.history.text(n) for n in range(was, now)]
    assert now == was + 1, steps
    designer.press_undo()
    assert designer.scenario == before, steps
    assert said(panel) == shown, steps
    designer.press_redo()
    assert designer.scenario == after, steps
    designer.press_undo()
    return True


def change(designer: Designer, field: QWidget) -> None:
    """Do something in a field, by keys or the mouse."""
    match field:
        case QAbstractButton():
            field.setFocus()
            designer.keys(field, Key.Key_Space)
        case QSpinBox():
            field.setFocus()
            designer.keys(field, Key.Key_Up if field.value() < field.maximum() else Key.Key_Down)
        case QComboBox() if not field.isEditable():
            field.setFocus()
            is_last = field.currentIndex() == field.count() - 1
            designer.keys(field, Key.Key_Up if is_last else Key.Key_Down)
        case QComboBox():
            designer.write(field, "Guards")
            designer.keys(field, Key.Key_Return)
        case QLineEdit():
            designer.write(field, "@5,5" if isinstance(field.parent(), HexField) else "word")
            designer.keys(field, Key.Key_Return)
        case QPlainTextEdit():
            designer.write(field, "Words.")


def test_the_wheel_changes_no_field_that_was_not_clicked(designer: Designer) -> None:
    panel = designer.panel(Key.Key_5, "story")
    before = designer.scenario
    panel.turns.setFocus()  # not by a click
    for field in (panel.turns, panel.sides.deck):
        at, none = QPointF(5, 5), Qt.KeyboardModifier.NoModifier
        turned = QWheelEvent(
            at, field.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, none,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QCoreApplication.sendEvent(field, turned)
    assert designer.scenario is before


def test_a_deck_is_given_the_room_of_the_map(designer: Designer) -> None:
    track = designer.panel(Key.Key_3, "turn-track")
    room = designer.window.tabs.size()
    decks = designer.panel(Key.Key_9, "decks")
    assert decks.width() > room.width() // 2 > track.width()
    assert decks.height() > room.height() // 2
    assert track.isVisible()
    assert not designer.window.tabs.isVisible()
    designer.panel(Key.Key_3, "turn-track")
    assert decks.isVisible()


def test_new_units_stand_in_a_zone_called_after_their_side(designer: Designer) -> None:
    cleared = replace(designer.scenario, units=(), zones={})
    for side, zone in (("red", "red-setup"), ("blue", "blue-setup")):
        found, new = with_units(cleared, side, "tank", 1)
        assert [unit.zone for unit in found.units if unit.id in new] == [zone]
