"""What is pasted from spreadsheets and word processors: a line stays one, a file can hold it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from studio.widgets.document_fields import UndoableTextArea, UndoableTextLine
from studio.widgets.localization import Localizer
from studio.workspaces.map.dialogs.map_properties_dialog import MapPropertiesDialog

CELL = "Tiger II\r\n"  # as a spreadsheet copies one
SOFT = "Hold the mill.\vThen the ford.\x1b"  # as a word processor ends a line in a paragraph


def paste(field: QWidget, words: str) -> None:
    """Put words on the clipboard, and press Ctrl+V in a field."""
    QGuiApplication.clipboard().setText(words)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize(
    ("pasted", "shown"),
    [
        (CELL, "Tiger II"),
        ("one\ntwo\tthree\u2028four", "one two three four"),
        (SOFT, "Hold the mill. Then the ford."),
        ("a\0b\uffffc", "abc"),
        ("三號坦克\U0001f600", "三號坦克\U0001f600"),
    ],
)
def test_what_is_pasted_into_a_line_becomes_one_line(qtbot: QtBot, pasted: str, shown: str) -> None:
    line = UndoableTextLine()
    qtbot.addWidget(line)
    line.show()
    paste(line, pasted)
    assert line.text() == shown


def test_the_cursor_stays_behind_what_was_pasted(qtbot: QtBot) -> None:
    line = UndoableTextLine()
    qtbot.addWidget(line)
    line.show()
    line.setText("\U0001f600 east")
    line.setCursorPosition(2)
    paste(line, " hill\x07")
    QTest.keyClicks(line, "!")
    assert line.text() == "\U0001f600 hill! east"


def test_an_area_keeps_lines_and_drops_what_no_file_can_hold(qtbot: QtBot) -> None:
    area = UndoableTextArea()
    qtbot.addWidget(area)
    area.show()
    paste(area, SOFT)
    assert area.toPlainText() == "Hold the mill.\nThen the ford."


def test_a_map_s_properties_take_in_pasted_words_alike(qtbot: QtBot) -> None:
    dialog = MapPropertiesDialog(make_blank_map(3, 3), Localizer("en"))
    qtbot.addWidget(dialog)
    dialog.show()
    paste(dialog.origin, CELL)
    paste(dialog.credits, SOFT)
    assert dialog.origin.text() == "Tiger II"
    assert dialog.credits.toPlainText() == "Hold the mill.\nThen the ford."
