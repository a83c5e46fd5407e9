"""A program that opens the window and ends without closing it ends in silence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.files.source_text import SHIPPED

SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from studio.preferences import Preferences
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.main_window.main_window import MainWindow

application = QApplication([])
window = MainWindow(Preferences(None), None, Path(sys.argv[2]))
window.show()
window.filing.open_file(Path(sys.argv[1]))
while not window.docks.named["problems"].isVisible():
    application.processEvents()
application.processEvents()
assert isinstance(window.active_tab, ScenarioTab)
print("opened")
"""


def test_a_program_that_ends_with_a_scenario_open_raises_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(SCENARIO), str(tmp_path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert ended.stdout == "opened\n", ended.stderr
    assert "Error" not in ended.stderr, ended.stderr
    assert ended.returncode == 0
