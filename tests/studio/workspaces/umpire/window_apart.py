"""A studio in a process of its own that umpires a game and lets players come.

`python -m tests.studio.workspaces.umpire.window_apart ROOM PORT [TURNS]` opens the room, or begins
it where there is none; it says on standard output what the links are, then does the actions that
are named on standard input. `tell` says how the game stands, `grab FILE` takes a picture of the
window.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

from studio.garbage_collection import GarbageCollector
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.web.page_map_tiles import MapPictures
from tests.studio.main_window.conftest import PATIENT, Scripted
from tests.studio.workspaces.umpire.hands import TURNS, Umpire


def tell(umpire: Umpire) -> None:
    """How the game stands, as JSON."""
    game = umpire.room.session.game
    told = {
        "turn": umpire.turn,
        "is_over": game.is_over,
        "is_debriefing": umpire.tab.is_debriefing,
        "answers": len(game.answers),
        "waits": umpire.coming().waits.value,
    }
    print(json.dumps(told), flush=True)  # noqa: T201


def heed(umpire: Umpire) -> None:
    """Do what the lines ask for that have come: several may have come at once."""
    for line in os.read(sys.stdin.fileno(), 65536).decode().splitlines():
        match line.split():
            case ["tell"]:
                umpire.settle()
                tell(umpire)
            case ["grab", file]:
                umpire.window.grab().save(file)
            case [action] if umpire.window.bars.actions[action].isEnabled():
                umpire.do(action)


def main(file: Path, port: int, turns: int) -> None:
    """Stay until killed."""
    application = QApplication(["sandtable"])
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, file.parent / "journals")
    window.jobs.patience = PATIENT
    GarbageCollector(application)
    window.show()
    umpire = Umpire(window, prompts, file)
    if file.exists():
        prompts.open = [file]
        umpire.do("open")
    else:
        umpire.turns = turns
        umpire.begin_from_the_menu()
        umpire.go_on_to_turn(1)
    umpire.docks.players.port.setValue(port)
    umpire.do("room-serve")
    links = {seat: link.url for seat, link in umpire.tab.serving.links().items()}
    print(json.dumps(links), flush=True)  # noqa: T201 (what this program is asked for)
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: heed(umpire))
    sys.exit(application.exec())


if __name__ == "__main__":
    with patch.object(MapPictures, "draw"):  # the map's pictures are of no matter
        main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else TURNS)
