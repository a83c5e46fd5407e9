"""Hours of editing and playing in one window: memory, handles and threads must stay as they were.

python -m tests.fuzz.long_session [HOURS] [SEED]: an hour is so many acts as a hand does in it.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtTest import QTest

from engine.editing.blank_maps import make_blank_map
from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.app import start_qt_application
from studio.documents.map_document import MapDocument
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.previews.background_loading import background_loader
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.assertions import require
from tests.studio.main_window.conftest import Scripted
from tests.studio.main_window.test_soak import COLUMNS, ROWS, Painter
from tests.studio.workspaces.play.hands import Hand

ACTS = 1200  # of an hour: one in three seconds
OFTEN = 300  # acts until what is held is looked at again
SPELL = 50  # acts on a map, then a game; a session of fewer has but those
ANSWERS = 25  # of a game before it is left
MAX_STEPS = 40  # of the history: old ones go while it lasts
WARM = 0.25  # of the session, after which nothing may grow any more
GROWTH = 0.05
BOARDS = [
    SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml",
    SHIPPED / "samples" / "tide" / "scenarios" / "canal-bridge.scenario.yaml",
    SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml",
]


@dataclass(frozen=True)
class Standing:
    """What a program holds: memory in MB, open files, threads, Qt's objects."""

    memory: float
    handles: int
    threads: int
    objects: int

    def __str__(self) -> str:
        return (
            f"{self.memory:7.1f} MB, {self.handles} handles, {self.threads} threads, "
            f"{self.objects} objects of the window"
        )


class Evening:
    """One window, in which a map is painted and games are played, turn about."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.prompts, self.rng, self.folder = Scripted(), Random(seed), folder
        self.window = MainWindow(
            Preferences(None), self.prompts, folder / "journals", folder / "games"
        )
        self.window.resize(1366, 740)
        self.window.show()
        QTest.qWait(200)
        background_loader().future.result()
        self.acts = self.games = self.saves = 0
        self.painter = Painter(self.window, seed)

    def work(self, acts: int) -> Iterator[Standing]:
        """Paint and play; what the program holds after each quarter of an hour."""
        looked = 0
        while self.acts < acts:
            self.paint(min(SPELL, acts))
            self.play(min(ANSWERS, acts))
            if self.acts // OFTEN > looked:
                looked = self.acts // OFTEN
                yield self.standing()
        yield self.standing()

    def paint(self, strokes: int) -> None:
        """A new map, painted, saved, closed."""
        self.prompts.file = self.folder / f"{self.saves}.map.yaml"
        self.window.open_tab(MapDocument(make_blank_map(COLUMNS, ROWS), most_steps=MAX_STEPS))
        self.painter.work(strokes)
        self.window.bars.actions["save"].trigger()
        assert self.prompts.file.is_file(), "a new map is saved where the dialog says"
        self.prompts.file.unlink()
        self.saves += 1
        self.acts += strokes
        self._close()

    def play(self, answers: int) -> None:
        """Some answers of a game by the mouse, and some by the machine; then the game is left."""
        board = BOARDS[self.games % len(BOARDS)]
        self.window.filing.open_file(board)
        while self.window.active_tab is None or self.window.active_tab.document.path != board:
            QTest.qWait(10)
        self.window.playing.set_speed(PlaybackSpeed.SKIP)
        sides = [side.id for side in require(self.window.active_tab.document.scenario).sides]
        seats = {sides[0]: Seat.PERSON, sides[1]: Seat.RANDOM}
        self.prompts.setup = GameSetup(seats, seed=self.rng.randrange(2**32))
        self.window.stage.play()
        hand = Hand(self.window, self.rng)
        for _ in range(answers):
            QTest.qWait(1)
            if hand.play.session.game.is_over:
                break
            if hand.play.question is not None:
                hand.give_an_answer()
        self.games += 1
        self.acts += answers
        self.window.playing.stop()
        self._close()

    def _close(self) -> None:
        """Close all tabs; what was changed is not kept."""
        self.prompts.answers = [PromptAnswer.NO] * len(self.window.works)
        self.prompts.confirmed = [True] * 4
        while self.window.works:
            self.window.bars.actions["close"].trigger()
            QTest.qWait(1)
        self.prompts.asked.clear()
        self.prompts.told.clear()

    def standing(self) -> Standing:
        """What the program holds, garbage gone."""
        QTest.qWait(200)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return Standing(
            pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
            len(list(Path("/proc/self/fd").iterdir())),
            threading.active_count(),
            len(self.window.findChildren(QObject)),
        )


def main(hours: float, seed: int) -> list[str]:
    """Work so many hours; what grew."""
    application = start_qt_application()
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), seed)
        held = []
        for standing in evening.work(round(hours * ACTS)):
            held.append(standing)
            print(f"{evening.acts:6} acts: {standing}", flush=True)  # noqa: T201
    print(f"{evening.games} games, {evening.saves} maps, seed {seed}")  # noqa: T201
    del application
    return grown(held)


def grown(held: list[Standing]) -> list[str]:
    """What the program holds more of at the end than after it had warmed up."""
    first, last = held[int(len(held) * WARM)], held[-1]
    pairs = {
        "memory": (first.memory, last.memory),
        "handles": (first.handles, last.handles),
        "threads": (first.threads, last.threads),
        "objects": (first.objects, last.objects),
    }
    return [
        f"{name} grew from {was:.0f} to {now:.0f}"
        for name, (was, now) in pairs.items()
        if now > was * (1 + GROWTH)
    ]


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    given = iter(sys.argv[1:])
    faults = main(float(next(given, "8")), int(next(given, "1")))
    print("\n".join(faults) or "nothing grew")  # noqa: T201
    sys.stdout.flush()
    os._exit(1 if faults else 0)
