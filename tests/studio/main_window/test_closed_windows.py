"""A window that was closed leaves nothing of itself and its works in memory."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from engine.files.source_text import SHIPPED
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from tests.studio.main_window.conftest import PATIENT, Scripted, close_unsaved, do

SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


def test_a_closed_window_is_gone_with_its_works(tmp_path: Path) -> None:
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, tmp_path / "journals")
    window.jobs.patience = PATIENT
    window.show()
    do(window, "new")
    window.filing.open_file(SCENARIO)
    QCoreApplication.processEvents()
    assert len(window.works) == 2
    parts = [window, window.filing, *window.works, *(tab.document for tab in window.works)]
    left = {type(part).__name__: weakref.ref(part) for part in parts}
    close_unsaved(window, prompts)
    del window, parts
    gc.collect()
    assert [name for name, part in left.items() if part() is not None] == []
