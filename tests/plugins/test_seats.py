"""A machine of a plug-in has its place in the window: chosen, handed over, taken back, missed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.files.source_text import ROOT
from engine.play.players import left_out_players_text
from engine.session import session_files
from engine.session.seats import Seat
from engine.session.session import Session
from engine.texts import text
from studio import app
from studio.cli import main
from studio.framework.prompts import DialogContext, Prompts
from studio.main_window.main_window import MainWindow
from studio.main_window.preferences_dialog import PreferencesDialog
from studio.preferences import Preferences
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.players_panel import PlayersPanel
from studio.workspaces.play.seat_preferences import SeatPreferences
from studio.workspaces.play.start_game_dialog import GameSetup, StartGameDialog
from studio.workspaces.play.start_game_question import StartGameQuestion
from tests.assertions import require
from tests.plugins.conftest import Adding
from tests.studio.main_window.conftest import Scripted, choose_by_mouse, close_unsaved, do, wait

LEFT = Qt.MouseButton.LeftButton
SHOTS = ROOT / "samples/tank/scenarios/first-shots.scenario.yaml"
SLEEPERS = '''
"""One machine that passes, one that fails, one with no answer, one that thinks until it is told."""
from threading import Event

enough = Event()

class Sleeper:
    def __init__(self, seed):
        pass

    def choose(self, question):
        return question.options[-1]

class Fumbler(Sleeper):
    def choose(self, question):
        raise LookupError("lost the thread")

class Rambler(Sleeper):
    def choose(self, question):
        return {"no such": ["thing"]}

class Ponderer(Sleeper):
    def choose(self, question):
        enough.wait()
        return question.options[-1]

PLAYERS = {"sleeper": Sleeper, "fumbler": Fumbler, "rambler": Rambler, "ponderer": Ponderer}
'''
SLEEPER = Seat("sleeper")


class Pressed(Scripted):
    """The dialog before a game is there, and keys are pressed in it."""

    press: Callable[[StartGameDialog], None]
    window: MainWindow

    def ask(self, question: object) -> object:
        if not isinstance(question, StartGameQuestion):
            return super().ask(question)
        dialog = question.dialog(
            DialogContext(self.window, self.window.localize, self.window.preferences)
        )
        dialog.show()
        dialog.activateWindow()
        wait(dialog.isActiveWindow)  # which closes lists that are open by then
        self.press(dialog)
        chosen: GameSetup = dialog.setup()
        dialog.deleteLater()
        return chosen


@pytest.fixture
def folder(add_folder: Adding, tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "plugged"
    made.mkdir()
    (made / "sleepers.py").write_text(SLEEPERS, encoding="utf-8")
    add_folder(made)
    yield made
    for name in ("sleepers", "mine", "twins"):
        sys.modules.pop(name, None)


@pytest.fixture
def window(folder: Path, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    prompts = Pressed()
    made = MainWindow(
        Preferences(None), cast("Prompts", prompts), tmp_path / "journals", tmp_path / "games"
    )
    prompts.window = made
    made.resize(1300, 850)
    made.show()
    QTest.qWaitForWindowExposed(made)
    app.report_plugins(made)
    made.playing.set_speed(PlaybackSpeed.SKIP)
    made.filing.open_file(SHOTS)
    wait(lambda: bool(made.works))
    yield made
    close_unsaved(made, prompts)


def asking_of(window: MainWindow) -> Pressed:
    assert isinstance(window.prompts, Pressed)
    return window.prompts


def begin(window: MainWindow, **players: str) -> Session:
    """Begin a game with these players, chosen with the mouse in the dialog before it."""

    def press(dialog: StartGameDialog) -> None:
        for side, name in players.items():
            choose_by_mouse(dialog.seats[side], name)
        QTest.mouseClick(dialog.play, LEFT)

    asking_of(window).press = press
    window.stage.play()
    return session_of(window)


def session_of(window: MainWindow) -> Session:
    assert window.playing.play is not None
    return window.playing.play.session


def panel_of(window: MainWindow) -> PlayersPanel:
    (panel,) = window.findChildren(PlayersPanel)
    window.playing.panels.show_dock("players")
    wait(panel.isVisible)
    return panel


def test_it_is_chosen_before_a_game_and_plays(window: MainWindow) -> None:
    session = begin(window, red="sleeper", blue="sleeper")
    assert session.seats == {"red": SLEEPER, "blue": SLEEPER}
    wait(lambda: session.result is not None or session.answer_count > 20)
    given = {entry.giver.name for entry in session.history.branch.answered if entry.roll is None}
    assert given == {"MACHINE"}


def test_a_side_is_handed_to_it_and_taken_back(window: MainWindow) -> None:
    session = begin(window, red="person", blue="person")
    side, at = session.asked, session.answer_count
    panel = panel_of(window)
    choose_by_mouse(panel.seats[side], "sleeper")
    wait(lambda: session.answer_count > at)
    assert session.seats[side] == SLEEPER
    assert panel.seats[side].currentText() == text("playtest.seat-plugged", "en", player="sleeper")
    choose_by_mouse(panel.seats[side], "person")
    assert session.seats[side] == Seat.PERSON


def test_the_window_goes_on_while_it_takes_its_time(window: MainWindow) -> None:
    session = begin(window, red="ponderer", blue="ponderer")
    play = window.playing.play
    assert play is not None
    wait(lambda: play.deliberation.is_under_way)
    at, ticks = session.answer_count, []
    clock = QTimer(window, interval=5)
    clock.timeout.connect(lambda: ticks.append(1))
    clock.start()
    wait(lambda: len(ticks) > 5)
    assert play.deliberation.is_under_way
    QTest.mouseClick(panel_of(window).stop, LEFT)
    assert play.is_paused
    assert session.answer_count == at
    sys.modules["sleepers"].enough.set()
    do(window, "pause")
    wait(lambda: session.answer_count > at)


@pytest.mark.parametrize(
    ("name", "reason"), [("fumbler", "lost the thread"), ("rambler", "not a valid answer")]
)
def test_one_that_fails_is_told_and_waits_until_another_is_chosen(
    window: MainWindow, name: str, reason: str
) -> None:
    session = begin(window, red=name, blue=name)
    wait(lambda: reason in window.statusBar().currentMessage())
    assert "the plug-in sleepers failed" in window.statusBar().currentMessage()
    play = window.playing.play
    assert play is not None
    assert play.is_paused
    panel, side = panel_of(window), session.asked
    choose_by_mouse(panel.seats[side], "sleeper")
    wait(lambda: session.answer_count > 0)


def test_its_seat_is_kept_with_the_game_and_offered_again(window: MainWindow) -> None:
    session = begin(window, red="person", blue="sleeper")
    wait(lambda: session.is_local_turn)
    session.answer(session.game.options[0])
    window.playing.stop()

    def press(dialog: StartGameDialog) -> None:
        assert (
            text("playtest.seat-plugged", "en", player="sleeper")
            in dialog.games.list.item(1).text()
        )
        assert dialog.seats["blue"].seat == SLEEPER
        assert not dialog.fault.isVisible()
        QTest.mouseClick(dialog.play, LEFT)

    asking_of(window).press = press
    window.stage.play()
    assert session_of(window).seats["blue"] == SLEEPER
    assert asking_of(window).told == []


def test_a_game_whose_machine_is_missing_says_so_and_keeps_its_seat(
    window: MainWindow, add_folder: Adding, folder: Path, tmp_path: Path
) -> None:
    session, file = begin(window, red="person", blue="sleeper"), tmp_path / "a.session"
    wait(lambda: session.is_local_turn)
    session.answer(session.game.options[0])
    session.save(file)
    window.playing.stop()
    (tmp_path / "empty").mkdir()
    add_folder(tmp_path / "empty")
    window.filing.open_file(file)
    wait(lambda: window.playing.play is not None)
    (told,) = asking_of(window).told
    assert told == text("playtest.seats-missing", "en", side="Blue", player="sleeper")
    here = session_of(window)
    while here.asked != "blue":
        here.answer(here.game.options[-1])
    assert here.is_local_turn, "whoever is at the screen stands in"
    require(window.playing.play).look_again()
    QTest.qWait(50)
    here.answer(here.game.options[-1])
    panel = panel_of(window)
    assert panel.seats["blue"].currentText() == text(
        "playtest.seat-missing", "en", player="sleeper"
    )
    assert "sleeper" in panel.state.text()
    here.save(file)
    assert session_files.head_of(file).seats["blue"] == "sleeper"
    add_folder(folder)
    again = Session.resume(file)
    assert again.seats["blue"].is_automatic
    assert again.branch_answer_count == here.branch_answer_count


def test_one_that_is_missing_goes_when_somebody_else_is_chosen(
    window: MainWindow, add_folder: Adding, tmp_path: Path
) -> None:
    session = begin(window, red="person", blue="sleeper")
    (tmp_path / "empty").mkdir()
    add_folder(tmp_path / "empty")
    panel = panel_of(window)
    panel.retranslate()
    choose_by_mouse(panel.seats["blue"], "greedy")
    assert session.seats["blue"] == Seat.GREEDY
    assert panel.seats["blue"].findData("sleeper") < 0
    assert "sleeper" not in panel.state.text()


def test_it_may_be_liked_and_waits_while_it_is_not_here(
    window: MainWindow, add_folder: Adding, tmp_path: Path
) -> None:
    settings = Preferences(tmp_path / "settings.ini")
    likes = PreferencesDialog(settings, window.looks, window.playing, window.localize, window)
    likes.show()
    likes._page.ensureWidgetVisible(likes.players.other)
    choose_by_mouse(likes.players.other, "sleeper")
    likes.deleteLater()
    kept = SeatPreferences.from_words(settings.seating)
    assert kept.other == SLEEPER
    assert kept.seats(["red", "blue"])["blue"] == SLEEPER
    (tmp_path / "empty").mkdir()
    add_folder(tmp_path / "empty")
    assert kept.seats(["red", "blue"])["blue"] == Seat.GREEDY
    assert SeatPreferences.from_words(kept.as_words()) == kept


@pytest.mark.parametrize(
    ("name", "reason"),
    [("greedy", "already taken: greedy"), ("person", "already taken: person"),
     ("two words", "one word"), ("-a", "one word"), ("a:b", "one word"), ("a,b", "one word")],
)  # fmt: skip
def test_a_name_that_cannot_be_had_is_told_where_players_are_chosen(
    window: MainWindow, add_folder: Adding, tmp_path: Path, name: str, reason: str
) -> None:
    other = tmp_path / "others"
    other.mkdir()
    (other / "mine.py").write_text(f"PLAYERS = {{{name!r}: None}}", encoding="utf-8")
    add_folder(other)
    (told,) = left_out_players_text("en")
    assert reason in told
    seen: list[str] = []

    def press(dialog: StartGameDialog) -> None:
        assert dialog.fault.isVisible()
        seen.append(dialog.fault.text())
        choose_by_mouse(dialog.seats["red"], "person")
        choose_by_mouse(dialog.seats["blue"], "person")
        QTest.mouseClick(dialog.play, LEFT)

    asking_of(window).press = press
    window.stage.play()
    assert told in seen
    assert told in panel_of(window).state.text()
    app.report_plugins(window)
    assert "mine" in window.statusBar().currentMessage()
    words = ["play", str(SHOTS), "--red", "greedy", "--blue", "greedy"]
    assert told in CliRunner().invoke(main, words).stderr


def test_of_two_plug_ins_with_a_player_of_one_name_the_first_has_it(
    folder: Path, add_folder: Adding
) -> None:
    (folder / "twins.py").write_text("PLAYERS = {'sleeper': None}", encoding="utf-8")
    add_folder(folder)
    (told,) = left_out_players_text("en")
    assert "twins" in told
    assert "sleeper" in told
    assert not SLEEPER.is_missing
