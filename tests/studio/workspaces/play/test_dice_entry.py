"""Real dice by the keyboard: typed one after the other, and laid once all are there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.play.decisions import Roll
from studio.widgets.localization import Localizer
from studio.workspaces.play.panels.dice_entry import DiceEntry

TWO_DICE = Roll(2)


@pytest.fixture
def entry(qtbot: QtBot) -> DiceEntry:
    entry = DiceEntry(Localizer("en"))
    qtbot.addWidget(entry)
    entry.ask(TWO_DICE)
    entry.show()
    entry.activateWindow()
    qtbot.waitActive(entry)
    entry.boxes[0].setFocus()
    return entry


def laid(entry: DiceEntry) -> list[list[int]]:
    found: list[list[int]] = []
    entry.entered.connect(found.append)
    return found


def press(entry: DiceEntry, *keys: Qt.Key) -> None:
    for key in keys:
        box = entry.focusWidget()
        assert box is not None
        QTest.keyClick(box, key)


def test_dice_that_were_not_rolled_cannot_be_laid(entry: DiceEntry) -> None:
    found = laid(entry)
    assert [box.text() for box in entry.boxes] == ["–", "–"]
    assert not entry.lay.isEnabled()
    press(entry, Qt.Key.Key_4, Qt.Key.Key_Return)
    entry.boxes[0].setFocus()
    press(entry, Qt.Key.Key_Return)
    assert found == []
    assert entry.boxes[1].hasFocus()


def test_digits_and_enter_lay_the_dice(entry: DiceEntry) -> None:
    found = laid(entry)
    press(entry, Qt.Key.Key_4, Qt.Key.Key_2)
    assert entry.lay.isEnabled()
    press(entry, Qt.Key.Key_Return)
    assert found == [[4, 2]]


def test_a_digit_that_is_no_face_is_not_taken(entry: DiceEntry) -> None:
    press(entry, Qt.Key.Key_9)
    assert entry.boxes[0].value() == 0
    assert entry.boxes[0].hasFocus()


def test_the_next_roll_finds_the_boxes_empty_again(entry: DiceEntry) -> None:
    press(entry, Qt.Key.Key_4, Qt.Key.Key_2)
    entry.ask(TWO_DICE)
    assert not entry.lay.isEnabled()
    assert entry.boxes[0].hasFocus()
