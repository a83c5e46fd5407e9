"""How the window is loaded changes nothing for what is loaded after it."""

from __future__ import annotations

import subprocess
import sys

PLUGIN = """
from __feature__ import snake_case
from PySide6.QtWidgets import QLabel
label = QLabel()
label.set_text("in snake case")
"""
CHECKED = f"""
import builtins
from studio import app
application = app.start_qt_application()
hooked = builtins.__import__
window = app.open_window([], safe_mode=True)
assert builtins.__import__ is hooked is not builtins.__orig_import__
names = dict(__name__="plugin")
exec({PLUGIN!r}, names)
print(names["label"].text())
window.show()
application.processEvents()
window.localize.set_language("zh")
window.setWindowTitle("in camel case")
print(window.windowTitle())
"""


def test_a_plugin_may_ask_pyside_for_another_way_of_writing() -> None:
    told = subprocess.run(
        [sys.executable, "-c", CHECKED], capture_output=True, text=True, check=False
    )
    assert told.stdout.splitlines() == ["in snake case", "in camel case"], told.stderr
