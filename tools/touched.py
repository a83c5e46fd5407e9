"""How many modules run when somebody does one thing: paints a stroke, clicks an option, sends one.

`python -m tools.touched` prints the counts; `--list` the modules too. What only imports does not
count: a module runs where a line of a function of it does.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "studio")
SETTLING = 40  # rounds of the event loop in which what follows of itself happens
CROSSROADS = ROOT / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


@contextmanager
def watching() -> Iterator[set[str]]:
    """The modules of the program in which anything runs meanwhile, in any thread."""
    found: set[str] = set()
    codes: set[object] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code not in codes:
            codes.add(frame.f_code)
            path = Path(frame.f_code.co_filename)
            if frame.f_code.co_name != "<module>" and path.is_relative_to(ROOT):
                name = path.relative_to(ROOT).with_suffix("").as_posix()
                if name.startswith(ROOMS):
                    found.add(name)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


# --- what is done ---------------------------------------------------------------------------------


def in_window(folder: Path) -> dict[str, set[str]]:
    """A stroke of a brush on a map, and a click on an option of a game, in a window."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from engine.session.seats import Seat
    from studio.lookout.lookout_ready import loading
    from studio.playtest.begin_dialog import Setup
    from studio.playtest.board.speed import Speed
    from studio.preferences import Preferences
    from studio.window.window import MainWindow
    from tests.studio.window.conftest import Scripted

    app = QApplication.instance() or QApplication([])
    asking = Scripted()
    window = MainWindow(Preferences(None), asking, folder / "journals", folder / "games")
    window.resize(1280, 820)
    window.show()

    def settle() -> None:
        for _ in range(SETTLING):
            app.processEvents()
            QTest.qWait(5)

    def opened(file: Path) -> None:
        window.filing.open_file(file)
        while window.tab is None or window.tab.document.path != file:
            settle()
        loading().future.result()
        while not window.map_tab.canvas.is_settled:
            settle()
        settle()

    map_ = CROSSROADS.parent.parent / "maps" / "crossroads.map.yaml"
    opened(map_)
    canvas = window.front.canvas

    def stroke(row: int) -> None:
        first = QPoint(canvas.width() // 2, canvas.height() // 2 + 30 * row)
        QTest.mouseMove(canvas, first)
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=first)
        QTest.mouseMove(canvas, first + QPoint(60, 0))
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=first + QPoint(60, 0))
        settle()

    counts = {"a stroke": _seen_in(lambda: stroke(1), lambda: stroke(0))}
    opened(CROSSROADS)
    asking.setup = Setup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=1)
    window.playing.set_speed(Speed.SKIP)
    window.stage.play()
    settle()

    def click() -> None:
        listed, play = window.playing.decision.list, window.playing.play
        assert play is not None
        number = play.session.at
        place = listed.visualItemRect(listed.item(0)).center()
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle()
        assert play.session.at > number, "the click has answered nothing"

    counts["an option clicked"] = _seen_in(click, click)
    return counts


def from_web(folder: Path) -> dict[str, set[str]]:
    """An order that a page sends to the room, as its host carries it out."""
    from engine.umpired.room import Room
    from studio.web.desks import carry_out
    from studio.web.messages import Draft
    from tests.engine.umpired.rooms import SEATS

    room = Room.begin(CROSSROADS, folder / "a.room", SEATS, 1)

    def send() -> None:
        desk = room.desk("anna")
        act = Draft(str(desk["number"]), desk["options"][0]["id"], desk["number"])
        carry_out(room, "anna", act)
        room.desk("anna")

    return {"an order from the web": _seen_in(send, send)}


def _seen_in(deed: Callable[[], None], before: Callable[[], None]) -> set[str]:
    """What runs in a deed once everything is warm."""
    before()
    with watching() as found:
        deed()
    return set(found)


def main() -> None:
    """Print how many modules each deed touches."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        counts = in_window(Path(folder)) | from_web(Path(folder))
        for deed, modules in counts.items():
            sys.stdout.write(f"{deed}: {len(modules)} modules\n")
            if "--list" in sys.argv:
                sys.stdout.writelines(f"    {name}\n" for name in sorted(modules))
        sys.stdout.flush()
        os._exit(0)  # the window is not closed: its checks may still run


if __name__ == "__main__":
    main()
