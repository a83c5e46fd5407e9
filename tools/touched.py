"""How many modules run when somebody does one thing: paints a stroke, clicks an option, sends one.

`python -m tools.touched` prints the counts; `--list` the modules too. What only imports does not
count: a module runs where a line of a function of it does.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.hexes.hex import Hex
    from studio.web.page_map_tiles import MapPictures

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "studio")
SETTLING = 40  # rounds of the event loop in which what follows of itself happens
DRAWN_IN = 60.0  # seconds in which the map of the pages is drawn at the latest
CROSSROADS = ROOT / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


class Watch:
    """Notes the modules of the program in which anything runs, while it is on.

    A thread is watched if it was begun while the watch was set.
    """

    def __init__(self) -> None:
        self.is_on = False
        self.found: set[str] = set()
        self._codes: set[object] = set()
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.is_on or event != "call" or frame.f_code in self._codes:
            return
        self._codes.add(frame.f_code)
        path = Path(frame.f_code.co_filename)
        if frame.f_code.co_name != "<module>" and path.is_relative_to(ROOT):
            name = path.relative_to(ROOT).with_suffix("").as_posix()
            if name.startswith(ROOMS):
                self.found.add(name)

    @contextmanager
    def on(self) -> Iterator[set[str]]:
        """What runs meanwhile."""
        sys.setprofile(self._note)
        self.is_on = True
        try:
            yield self.found
        finally:
            self.is_on = False
            sys.setprofile(None)
            threading.setprofile(None)


def watching() -> AbstractContextManager[set[str]]:
    """The modules of the program in which anything runs meanwhile."""
    return Watch().on()


# --- what is done ---------------------------------------------------------------------------------


class WatchedWindow:
    """A window in which files are opened, strokes painted and options of a game clicked."""

    def __init__(self, folder: Path) -> None:
        from PySide6.QtWidgets import QApplication

        from studio.main_window.main_window import MainWindow
        from studio.preferences import Preferences
        from tests.studio.main_window.conftest import Scripted

        self.app = QApplication.instance() or QApplication([])
        self.prompts = Scripted()
        games = folder / "games"
        self.window = MainWindow(Preferences(None), self.prompts, folder / "journals", games)
        self.window.resize(1280, 820)
        self.window.show()

    def settle(self) -> None:
        """What follows of itself happens."""
        from PySide6.QtTest import QTest

        for _ in range(SETTLING):
            self.app.processEvents()
            QTest.qWait(5)

    def come_to_rest(self) -> None:
        """Nothing is painted behind the window any more, of what was done before."""
        self.settle()
        tab = self.window.map_tab
        assert tab is not None
        while not tab.canvas.is_settled:
            self.settle()
        self.settle()

    def open(self, file: Path) -> None:
        """Open a file, and wait until it is there with all that is loaded behind it."""
        from studio.previews.background_loading import background_loader

        self.window.filing.open_file(file)
        while self.window.active_tab is None or self.window.active_tab.document.path != file:
            self.settle()
        background_loader().future.result()
        self.come_to_rest()

    def stroke(self, number: int) -> None:
        """Paint a stroke of the brush over open ground, each elsewhere on the map."""
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        editor = self.window.required_map_editor
        canvas, done = editor.canvas, editor.document.history.count()
        first, last = (
            QPoint(*map(round, canvas.camera.centre(hex_))) for hex_ in self._open_pair(number)
        )
        QTest.mouseMove(canvas, first)
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=first)
        QTest.mouseMove(canvas, last)
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=last)
        self.settle()
        assert editor.document.history.count() == done + 1, "nothing was painted"

    def _open_pair(self, number: int) -> tuple[Hex, Hex]:
        """Two neighbours of open ground near the middle of the map, other ones for each number."""
        map_ = self.window.required_map_editor.document.map
        grid, free = map_.grid, map_.ground == map_.grounds.index("open")
        rows, columns = grid.shape
        pairs = [
            (grid.hex(column, row), grid.hex(column + 1, row))
            for row in range(rows // 4, rows - rows // 4)
            for column in range(columns // 4, columns - columns // 4)
            if free[row, column] and free[row, column + 1]
        ]
        return pairs[number * (len(pairs) // 2)]

    def play(self) -> None:
        """Begin a game of the scenario in front, between two persons."""
        from engine.session.seats import Seat
        from studio.workspaces.play.game_view.playback import PlaybackSpeed
        from studio.workspaces.play.start_game_dialog import GameSetup

        self.prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=1)
        self.window.playing.set_speed(PlaybackSpeed.SKIP)
        self.window.stage.play()
        self.settle()

    def click(self) -> None:
        """Click the first option of the game."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        listed, play = self.window.playing.decision.list, self.window.playing.play
        assert play is not None
        number = play.session.answer_count
        place = listed.visualItemRect(listed.item(0)).center()
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()
        assert play.session.answer_count > number, "the click has answered nothing"

    def close(self) -> None:
        """Close the window; its journals go with their folder."""
        from PySide6.QtCore import QEvent

        from tests.studio.main_window.window_loan import give_up_all

        give_up_all(self.window)
        self.window.close()
        self.window.deleteLater()
        self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def in_window(folder: Path) -> dict[str, set[str]]:
    """A stroke of a brush on a map, and a click on an option of a game, in a window."""
    window = WatchedWindow(folder)
    try:
        return _in(window)
    finally:
        window.close()


def _in(window: WatchedWindow) -> dict[str, set[str]]:
    window.open(CROSSROADS.parent.parent / "maps" / "crossroads.map.yaml")
    rest = window.come_to_rest
    counts = {"a stroke": _seen_in(lambda: window.stroke(1), lambda: window.stroke(0), rest)}
    window.open(CROSSROADS)
    window.play()
    return counts | {"an option clicked": _seen_in(window.click, window.click, rest)}


def from_web(folder: Path) -> dict[str, set[str]]:
    """An order that a page sends to the room, as its host carries it out."""
    from engine.umpire.umpired_game import UmpiredGame
    from studio.web.page_messages import DraftOption
    from studio.web.seat_views import apply_action
    from tests.engine.umpire.rooms import SEATS

    room = UmpiredGame.begin(CROSSROADS, folder / "a.room", SEATS, 1)

    def send() -> None:
        desk = room.desk("anna")
        act = DraftOption(str(desk["number"]), desk["options"][0]["id"], desk["number"])
        apply_action(room, "anna", act)
        room.desk("anna")

    try:
        return {"an order from the web, carried out": _seen_in(send, send)}
    finally:
        room.close()


def over_the_wire(folder: Path) -> dict[str, set[str]]:
    """The same from the page's message to the answer and the changed desk on the page."""
    watch = Watch()
    from engine.umpire.umpired_game import UmpiredGame
    from studio.web.game_web_server import GameWebServer
    from tests.engine.umpire.rooms import SEATS
    from tests.studio.web.players import Player, link_of, secret_of

    host = GameWebServer(
        UmpiredGame.begin(CROSSROADS, folder / "b.room", SEATS, 1, is_attended=False), port=0
    )
    host.start()
    anna = Player(host.port, secret_of(link_of(host, "anna").url)).hello()

    def send() -> None:
        number = anna.desk["number"]
        anna.act("draft", option=anna.desk["options"][0]["id"], number=number)
        while anna.desk["number"] == number:
            anna.next()

    try:
        send()
        _wait_until_drawn(host.ground)
        with watch.on() as found:
            send()
    finally:
        anna.leave()
        host.stop()
        host.room.close()
    return {"an order from the web, from page to page": set(found)}


def _wait_until_drawn(ground: MapPictures) -> None:
    """The map's pictures are there, and every page knows of them."""
    end = time.monotonic() + DRAWN_IN
    while len(ground.drawn) < len(ground.levels):
        assert time.monotonic() < end, f"the map is not drawn: {ground.failure}"
        time.sleep(0.05)
    time.sleep(0.5)


def _seen_in(
    deed: Callable[[], None], before: Callable[[], None], rest: Callable[[], None] = lambda: None
) -> set[str]:
    """What runs in a deed once everything is warm, and what was done before has come to rest."""
    before()
    rest()
    with watching() as found:
        deed()
    return set(found)


def touched_modules(folder: Path) -> dict[str, set[str]]:
    """The modules that each deed touches; files of games are kept in a folder meanwhile."""
    return in_window(folder) | from_web(folder) | over_the_wire(folder)


def main() -> None:
    """Print how many modules each deed touches."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        for deed, modules in touched_modules(Path(folder)).items():
            sys.stdout.write(f"{deed}: {len(modules)} modules\n")
            if "--list" in sys.argv:
                sys.stdout.writelines(f"    {name}\n" for name in sorted(modules))


if __name__ == "__main__":
    main()
