"""A studio in a process of its own that umpires a game and lets players come.

`python -m tests.studio.console.window_apart ROOM PORT` opens the room, or begins it where there is
none; it says on standard output what the links are, then does the actions named on standard input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

from studio.preferences import Preferences
from studio.sweeping import Sweeping
from studio.web.ground import MapPictures
from studio.window.window import MainWindow
from tests.studio.console.hands import Umpire
from tests.studio.window.conftest import PATIENT, Scripted


def main(file: Path, port: int) -> None:
    """Stay until killed."""
    application = QApplication(["sandtable"])
    asking = Scripted()
    window = MainWindow(Preferences(None), asking, file.parent / "journals")
    window.jobs.patience = PATIENT
    Sweeping(application)
    window.show()
    umpire = Umpire(window, asking, file)
    if file.exists():
        asking.open = [file]
        umpire.do("open")
    else:
        umpire.begin_from_the_menu()
        umpire.go_on_to_turn(1)
    umpire.docks.players.port.setValue(port)
    umpire.do("room-serve")
    links = {seat: link.url for seat, link in umpire.tab.serving.links().items()}
    print(json.dumps(links), flush=True)  # noqa: T201 (what this program is asked for)
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: umpire.do(sys.stdin.readline().strip()))
    sys.exit(application.exec())


if __name__ == "__main__":
    with patch.object(MapPictures, "draw"):  # the map's pictures are of no matter
        main(Path(sys.argv[1]), int(sys.argv[2]))
