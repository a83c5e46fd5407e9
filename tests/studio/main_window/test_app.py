"""The program: started with files, without a screen, without Qt's libraries."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio import app, preferences
from studio.app import NoDisplay, open_window, run
from studio.documents import recovery_journal

SAMPLE = SHIPPED / "samples" / "tank" / "maps" / "crossroads.map.yaml"
SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


def test_without_a_screen_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoDisplay, match="sandtable --help"):
        run()


def test_it_opens_the_files_it_is_started_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(recovery_journal, "journal_folder", lambda: tmp_path / "journals")
    monkeypatch.setattr(preferences, "settings_file", lambda: tmp_path / "studio.ini")
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    app.start_qt_application()
    window = open_window([SAMPLE], safe_mode=False)
    assert [editor.document.path for editor in window.tabs.editors] == [SAMPLE]
    assert window.preferences.recent == [SAMPLE]
    assert window.close()
    safe = open_window([], safe_mode=True)
    assert safe.preferences.recent == []
    for each in (window, safe):
        each.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_started_with_a_scenario_the_turn_track_is_seen_below_the_forces(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    app.start_qt_application()
    window = open_window([SCENARIO], safe_mode=True)
    window.resize(1280, 680)
    window.show()
    qtbot.waitUntil(lambda: window.active_tab is not None and bool(window.scenario_docks.named))
    docks = window.scenario_docks.named
    qtbot.waitUntil(lambda: not docks["turn-track"].visibleRegion().isEmpty())
    assert docks["turn-track"].y() > docks["forces"].y()
    assert window.size().height() == 680, "it fits a screen of 720 with its frame"
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
