"""The card at the end of a game, with its buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.play.players import Question, find_player
from engine.session.game_summary import summarise_game
from engine.session.seats import Seat
from engine.session.session import Session
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.end_card import EndCard
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require
from tests.studio.workspaces.play.opened import opened

SCENARIO = SHIPPED / "samples/valor/scenarios/chapel-hill.scenario.yaml"
LEFT = Qt.MouseButton.LeftButton


def almost_over() -> Session:
    """A game between a person and the computer, one answer of the person before its end."""
    scenario = load_playable(SCENARIO)
    first, second = (side.id for side in scenario.sides)
    session = Session.begin(scenario, {first: Seat.PERSON, second: Seat.GREEDY}, 3, path=SCENARIO)
    who = find_player("greedy", 3)
    while session.game.decision is not None:
        if session.is_machines_turn:
            session.play_machine_answer()
        else:
            session.answer(who.choose(Question(session.game, session.game.decision)))
    session.undo()
    return session


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        made.filing.open_file(SCENARIO)
        qtbot.waitUntil(lambda: isinstance(made.active_tab, ScenarioTab))
        tab = made.active_tab
        assert isinstance(tab, ScenarioTab)
        made.playing.set_speed(PlaybackSpeed.SKIP)
        made.playing.play_session(tab, almost_over())
        yield made


@pytest.fixture
def card(window: MainWindow, qtbot: QtBot) -> EndCard:
    """The card of a game that has just ended."""
    play = require(window.playing.play)
    found = play.board.canvas.findChild(EndCard)
    assert isinstance(found, EndCard)
    assert not found.isVisible(), "the game goes on"
    play.redo()
    qtbot.waitUntil(lambda: found.isVisible())
    return found


def press(card: EndCard, key: str) -> None:
    QTest.mouseClick(card.buttons[key], LEFT)
    QApplication.processEvents()


def test_it_says_who_won_by_what_with_losses_luck_and_turning_point(
    card: EndCard, window: MainWindow
) -> None:
    found = summarise_game(require(window.playing.play).session.game, "en")
    said = " ".join(label.text() for label in card.findChildren(QLabel))
    assert found.outcome in said
    assert all(sentence in said for sentence in found.conditions)
    for each in found.sides:
        assert str(len(each.lost)) in said
        assert f"{each.hits} of {each.attacks}" in said
    assert require(found.turning).sentence in said


def test_esc_closes_it_and_space_opens_it_again(card: EndCard, window: MainWindow) -> None:
    canvas = require(window.playing.play).canvas
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert not card.isVisible()
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    assert card.isVisible()


def test_a_game_taken_back_has_no_card(card: EndCard, window: MainWindow) -> None:
    canvas = require(window.playing.play).canvas
    QTest.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert require(window.playing.play).session.result is None
    assert not card.isVisible()


def test_show_leads_to_the_turning_point(card: EndCard, window: MainWindow) -> None:
    session = require(window.playing.play).session
    turning = require(require(card.summary).turning)
    press(card, "end-show")
    assert session.answer_count <= turning.answers
    assert session.game.rules.turn(session.game.state) == turning.turn
    assert not card.isVisible()


def test_replay_shows_the_game_from_its_beginning(card: EndCard, window: MainWindow) -> None:
    play = require(window.playing.play)
    play.speed = PlaybackSpeed.NORMAL
    press(card, "end-replay")
    assert play.is_replaying
    assert play.session.answer_count < play.session.branch_answer_count // 2


def test_a_rematch_changes_sides_and_dice(card: EndCard, window: MainWindow) -> None:
    before = require(window.playing.play).session
    press(card, "end-rematch")
    after = require(window.playing.play).session
    assert after is not before
    assert list(after.seats.values()) == list(reversed(before.seats.values()))
    assert after.result is None
    assert after.seed != before.seed


def test_balance_opens_the_window_of_many_games(card: EndCard, window: MainWindow) -> None:
    wanted: list[bool] = []
    window.playing.balance_wanted.connect(lambda: wanted.append(True))
    press(card, "end-balance")
    assert wanted == [True]


def test_nothing_on_it_is_cut_off(card: EndCard) -> None:
    for button in card.findChildren(QPushButton):
        assert button.width() >= button.sizeHint().width()
    assert require(card.parentWidget()).rect().contains(card.geometry())
