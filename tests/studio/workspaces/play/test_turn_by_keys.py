"""A whole turn at the window by real clicks and keys, and what a screen reader is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.widgets import localization
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from tests.studio.main_window.conftest import Scripted
from tests.studio.main_window.test_keyboard import Keyboard
from tests.studio.workspaces.play.hands import Hand

SEED, MAXIMUM = 20261123, 160
CONTROL = Qt.KeyboardModifier.ControlModifier
SAMPLES = sorted((SHIPPED / "samples").glob("*/scenarios/"))
SCENARIOS = [min(folder.glob("*.scenario.yaml")) for folder in SAMPLES]
CROSSROADS = SHIPPED / "samples/tank/scenarios/crossroads.scenario.yaml"
OTHERS = [file for file in SCENARIOS if file.parent != CROSSROADS.parent]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


@pytest.fixture(scope="module")
def window(qapp: QApplication, folder: Path) -> Iterator[MainWindow]:
    """One window for all of them."""
    made = MainWindow(Preferences(None), Scripted(), folder / "journals")
    made.resize(1300, 850)
    made.show()
    made.playing.set_speed(PlaybackSpeed.SKIP)
    yield made
    assert made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class AtKeys:
    """Answers by the keyboard alone."""

    def __init__(self, window: MainWindow, rng: Random) -> None:
        self.window, self.rng, self.keys = window, rng, Keyboard(window)
        self.on_map = 0

    @property
    def play(self) -> GameController:
        play = self.window.playing.play
        assert play is not None
        return play

    def answer(self) -> None:
        """On the map if that can be, else in the list."""
        number = self.play.session.answer_count
        if self.rng.random() < 0.5:
            self._answer_on_map()
        if self.play.session.answer_count == number:
            self._answer_in_list()

    def _answer_on_map(self) -> None:
        """Go to some place that may be chosen, and press Enter."""
        number = self.play.session.answer_count
        for _ in range(self.rng.randint(1, 3)):
            self.keys.press(Qt.Key.Key_J)
        self.keys.press(Qt.Key.Key_Return)
        if QApplication.activePopupWidget() is not None:
            self.keys.press(Qt.Key.Key_Down)
            self.keys.press(Qt.Key.Key_Return)
        self.on_map += self.play.session.answer_count > number

    def _buy(self) -> None:
        """Buy some of the first type; or close the army, from the map."""
        if self.rng.random() < 0.3:
            self.keys.press(Qt.Key.Key_Escape)
            self.keys.press(Qt.Key.Key_P)
            return
        for _ in range(self.rng.randint(1, 4)):
            self.keys.press(Qt.Key.Key_Up)
        self.keys.press(Qt.Key.Key_Return)
        while self.play.orders.plan is not None:
            QTest.qWait(5)

    def _answer_in_list(self) -> None:
        self.keys.press(Qt.Key.Key_L, CONTROL)
        if self.window.playing.decision.sheet.isVisible():
            self._buy()
            return
        self.keys.press(Qt.Key.Key_Home)
        for _ in range(self.rng.randrange(min(self.window.playing.decision.list.count(), 5))):
            self.keys.press(Qt.Key.Key_Down)
        self.keys.press(Qt.Key.Key_Return)


@pytest.fixture
def begin(window: MainWindow, qtbot: QtBot) -> Iterator[Callable[[Path], AtKeys]]:
    """Begins a game of a scenario between persons; closes it at the end."""

    def at_keys(file: Path) -> AtKeys:
        window.filing.open_file(file)
        qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTabBase), timeout=20_000)
        tab, scenario = window.active_tab, load_playable(file)
        assert isinstance(tab, ScenarioTabBase)
        persons = {side.id: Seat.PERSON for side in scenario.sides}
        window.playing.play_session(tab, Session.begin(scenario, persons, SEED))
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)
        return AtKeys(window, Random(SEED))

    yield at_keys
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [PromptAnswer.NO]
    assert window.active_tab is not None
    assert window.close_tab(window.active_tab)


def turn(play: GameController) -> int:
    return play.session.game.rules.turn(play.session.game.state)


def test_a_whole_turn_is_played_by_clicks_and_keys(
    window: MainWindow, begin: Callable[[Path], AtKeys]
) -> None:
    at_keys = begin(CROSSROADS)
    play, hand, answers = at_keys.play, Hand(window, Random(SEED)), 0
    while turn(play) < 2 and answers < MAXIMUM:
        assert play.may_answer, f"seed {SEED}, answer {play.session.answer_count}"
        (at_keys.answer if answers % 2 else hand.give_an_answer)()
        answers += 1
    assert turn(play) == 2, f"seed {SEED}"
    assert at_keys.on_map > 0
    assert hand.used.keys() >= {"list", "hex"}
    given = play.session.history.branch.answered
    assert {entry.giver for entry in given} <= {
        AnswerSource.PERSON,
        AnswerSource.ORDER,
        AnswerSource.DICE,
    }


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.parents[1].name)
def test_the_other_games_are_played_by_keys_alone(
    begin: Callable[[Path], AtKeys], file: Path
) -> None:
    at_keys = begin(file)
    play = at_keys.play
    for _ in range(4):
        number = play.session.answer_count
        assert play.may_answer
        at_keys.answer()
        assert play.session.answer_count > number, f"seed {SEED}, answer {number}"


# --- a screen reader ------------------------------------------------------------------------------


class Listening:
    """What is said aloud."""

    def __init__(self) -> None:
        self.said: list[str] = []

    @staticmethod
    def isActive() -> bool:
        return True

    def updateAccessibility(self, event: QAccessibleAnnouncementEvent) -> None:
        self.said.append(event.message())


def test_a_screen_reader_gets_the_question_and_its_options(
    begin: Callable[[Path], AtKeys], monkeypatch: pytest.MonkeyPatch
) -> None:
    listening = Listening()
    monkeypatch.setattr(localization, "QAccessible", listening)
    at_keys = begin(CROSSROADS)
    question = at_keys.play.question
    assert question is not None
    listed = QAccessible.queryAccessibleInterface(at_keys.window.playing.decision.list)
    assert listed.role() is QAccessible.Role.List
    assert listed.text(QAccessible.Text.Name) == question.sentence
    options = [listed.child(row).text(QAccessible.Text.Name) for row in range(listed.childCount())]
    assert options == [choice.words for choice in question.choices]
    assert question.sentence in listening.said[-1]
    assert listening.said[-1].count("Red: ") == 1, "whose question it is, once"
    assert f"{len(options)} options" in listening.said[-1]

    listening.said.clear()
    at_keys._answer_in_list()
    assert len(listening.said) == 1, "each question once"


def test_a_screen_reader_is_told_what_stands_where_the_keyboard_points(
    begin: Callable[[Path], AtKeys], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_keys = begin(SHIPPED / "samples/valor/scenarios/mill-ford.scenario.yaml")
    tab = at_keys.window.active_tab
    assert isinstance(tab, ScenarioTab)
    listening = Listening()
    monkeypatch.setattr(localization, "QAccessible", listening)
    at_keys.keys.press(Qt.Key.Key_J)
    hex_ = tab.canvas.keyboard_hex
    assert hex_ is not None
    assert listening.said[-1].startswith(tab.map.labels.label(hex_))
    board = QAccessible.queryAccessibleInterface(tab.canvas)
    assert board.text(QAccessible.Text.Name) == "Mill Ford"
