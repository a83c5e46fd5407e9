"""After what happens often only some actions are asked again; none of the others was concerned."""

from __future__ import annotations

from pathlib import Path
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.main_window.main_window import MainWindow
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.engine.session.sessions import begun, give
from tests.studio.main_window.conftest import at, click, type_
from tests.studio.workspaces.play.seen import opened, played


def stale(window: MainWindow) -> list[str]:
    """The actions that would change if all were looked at now; they are."""

    def looks() -> dict[str, tuple[bool, bool]]:
        found = window.bars.actions.items()
        return {name: (each.isEnabled(), each.isChecked()) for name, each in found}

    before = looks()
    window.bars.refresh()
    return [name for name, now in looks().items() if now != before[name]]


def test_after_steps_on_a_map_no_action_is_stale(window: MainWindow, editor: MapEditorTab) -> None:
    click(editor, at(editor, 3, 3))
    assert editor.document.is_dirty
    assert stale(window) == []
    type_(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not editor.can_undo
    assert stale(window) == []
    type_(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert editor.can_undo
    assert stale(window) == []


def test_while_a_game_is_played_no_action_is_stale(qtbot: QtBot, tmp_path: Path) -> None:
    with opened(qtbot, tmp_path) as window:
        tab, play = played(window, give(begun(seed=2), Random(2), 6))
        assert stale(window) == []
        for _ in range(4):
            listed, number = window.playing.decision.list, play.session.answer_count
            place = listed.visualItemRect(listed.item(0)).center()
            QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
            qtbot.waitUntil(lambda: play.session.answer_count > number)  # noqa: B023 (called at once)
            assert stale(window) == []
        QTest.keyClick(tab.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert stale(window) == []
        window.playing.stop()
        assert stale(window) == []
