"""An umpired game in a window nobody sees, and hands that play it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.play.arm_commands import CommandScope
from engine.play.players import Question, find_player
from engine.umpire.orders import OrderState
from engine.umpire.seat_view import option_id
from engine.umpire.umpired_game import UmpiredGame
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.umpire.map_tab import UmpireMapTab
from studio.workspaces.umpire.next_step import PendingStepKind, ProposedStep, plan_next_step
from studio.workspaces.umpire.umpire_docks import UmpireDocks
from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup, build_seats
from tests.studio.main_window.conftest import PATIENT, Scripted, do

SAMPLES = Path(__file__).parents[4] / "samples"
CITIES = SAMPLES / "primer" / "scenarios" / "three-cities.scenario.yaml"
SEED = 7
TURNS = 12
BUDGET = 18  # of each side: a small army is bought in a moment
PEOPLE = {"red": ["Rita", "Rolf"], "blue": ["Bella"]}
MAX_STEPS = 3000


class Umpire:
    """A window with a room in front."""

    def __init__(self, window: MainWindow, prompts: Scripted, file: Path) -> None:
        self.window, self.prompts, self.file = window, prompts, file
        self.turns = TURNS

    def begin(self) -> None:
        """Umpire the three cities with small armies."""
        scenario = self._setup()
        self.window.console.begin(load_playable(scenario), scenario)

    def begin_from_the_menu(self) -> None:
        """The same, with the scenario in a tab."""
        self.window.filing.open_file(self._setup())
        assert isinstance(self.window.active_tab, ScenarioTab)
        do(self.window, "umpire-game")

    def begin_from_the_map(self) -> None:
        """The same, with the map in a tab and the scenario still to be read."""
        scenario = self._setup()
        map_ = scenario.parent / "primer.map.yaml"
        shutil.copy(CITIES.parents[1] / "maps" / map_.name, map_)
        words = scenario.read_text(encoding="utf-8")
        scenario.write_text(re.sub(r"(?m)^map: .*", "map: primer.map.yaml", words), "utf-8")
        self.window.filing.open_file(map_)
        self.window.jobs.patience = 0
        do(self.window, "umpire-game")

    def _setup(self) -> Path:
        seats = build_seats(PEOPLE, only_first_delivers=True)
        self.prompts.room_setup = UmpiredGameSetup(self.file, tuple(seats), SEED)
        return small_cities(self.file.parent, self.turns)

    @property
    def tab(self) -> UmpireMapTab:
        tab = self.window.active_tab
        assert isinstance(tab, UmpireMapTab), self.prompts.told
        return tab

    @property
    def room(self) -> UmpiredGame:
        return self.tab.room

    @property
    def docks(self) -> UmpireDocks:
        return self.window.console.docks

    def do(self, action: str) -> None:
        """What a menu entry or a key does."""
        do(self.window, action)
        QCoreApplication.processEvents()

    def settle(self) -> None:
        """Let run what runs by itself."""
        for _ in range(MAX_STEPS):
            QCoreApplication.processEvents()
            if not self.tab.deeds.is_running:
                return

    # --- playing ----------------------------------------------------------------------------------

    def coming(self) -> ProposedStep:
        return plan_next_step(self.room, "en")

    def write(self, side: str) -> None:
        """A whole memo of a side, by the machine, handed in."""
        seat = next(seat for seat in self.room.seats.values() if seat.side == side)
        while (trial := self.room.game_after_orders(CommandScope(side))).decision is not None:
            chosen = find_player("greedy", 3).choose(Question(trial.game, trial.decision))
            if chosen in trial.closing:
                break
            self.room.draft(seat.id, option_id(chosen), self.room.desk_number(seat.id))
        self.room.deliver(seat.id)

    def go_on_until(self, is_there: Callable[[ProposedStep], bool]) -> ProposedStep:
        """Orders written by the machine and proposals taken, until something comes next."""
        with self.tab.document.batch_changes():
            for _ in range(MAX_STEPS):
                coming = self.coming()
                if is_there(coming):
                    break
                if coming.waits is PendingStepKind.SIDE:
                    self.write(coming.side)
                else:
                    self.room.proceed()
        return self.coming()

    def go_on_to_turn(self, turn: int) -> None:
        """Until a turn has begun and its first orders are waited for."""
        self.go_on_until(lambda coming: self.turn >= turn and coming.waits is PendingStepKind.SIDE)

    @property
    def turn(self) -> int:
        game = self.room.session.game
        return game.rules.turn(game.state)

    def orders(self, side: str, state: OrderState) -> list[str]:
        return [str(o.words["en"]) for o in self.room.orders(side) if o.state is state]


def small_cities(folder: Path, turns: int = TURNS) -> Path:
    """The sample with small armies, in a folder of its own."""
    words = CITIES.read_text(encoding="utf-8")
    words = re.sub(r"budget: \d+", f"budget: {BUDGET}", words)
    words = re.sub(r"(?m)^turns: \d+", f"turns: {turns}", words)
    words = words.replace("../maps/", f"{(CITIES.parents[1] / 'maps').as_posix()}/")
    file = folder / "small-cities.scenario.yaml"
    file.write_text(words, encoding="utf-8")
    return file


@contextmanager
def opened(qtbot: QtBot, folder: Path) -> Iterator[Umpire]:
    """A shown window without a room yet; it is closed whatever is in it."""
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, folder / "journals")
    window.jobs.patience = PATIENT
    window.resize(1400, 900)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.show()
    qtbot.waitExposed(window)
    yield Umpire(window, prompts, folder / "cities.room")
    prompts.confirmed = [True] * 9
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def is_ruling(umpire: Umpire, words: str = "attack") -> None:
    """The umpire is asked about an order with a word in it."""
    umpire.go_on_until(
        lambda coming: coming.waits is PendingStepKind.UMPIRE and words in coming.words
    )


def is_asked(side: str, coming: ProposedStep) -> bool:
    """Whether a side is to write."""
    return coming.waits is PendingStepKind.SIDE and coming.side == side
