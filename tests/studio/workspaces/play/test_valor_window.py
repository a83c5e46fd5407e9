"""Orchard Farm in the whole window: a turn by mouse and keys, and what is seen of it (valor V5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.hexes.hex import Hex
from engine.play.option_targets import OptionAction
from engine.session.seats import Seat
from engine.texts import SideName, text
from studio.framework.prompts import PromptAnswer
from studio.workspaces.play.game_view.game_pointer import show_meanings_menu
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.assertions import require, require_type
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.play.opened import begin, opened

FARM = SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml"
SEED = 20261123


class Player(Hand):
    """Answers by mouse, and passes by its key."""

    def _press_pass(self) -> None:
        self._note("key")
        asked = self.play.session.answer_count
        focus = QApplication.focusWidget()
        assert focus is not None, self.used
        QTest.keyClick(focus, Qt.Key.Key_P)
        self.settle()
        assert self.play.session.answer_count > asked


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Player]:
    """A game of the farm, both sides at this mouse."""
    with opened(qtbot, tmp_path, (1400, 900)) as window:
        begin(window, qtbot, FARM, GameSetup({"us": Seat.PERSON, "de": Seat.PERSON}, seed=SEED))
        yield Player(window, Random(SEED))


def choose_hex(hand: Player, label: str) -> None:
    """Point at a hex of the map in answer to what is asked."""
    question = hand.play.question
    assert question is not None
    hex_ = hand.play.session.scenario.map.labels.find(label)
    choice = next(each for each in question.choices if each.pointing.hex == hex_)
    assert choice.pointing.deed is OptionAction.LAY
    hand._click_map(hex_, choice)


def seen_round(hand: Player, hex_: Hex) -> QImage:
    """What the window shows of a hex."""
    canvas = hand.tab.canvas
    x, y = canvas.camera.centre(hex_)
    half = round(canvas.camera.width / 2)
    middle = QPointF(x, y).toPoint()
    return canvas.grab().toImage().copy(middle.x() - half, middle.y() - half, 2 * half, 2 * half)


def test_foxholes_are_seen_where_they_are_laid_and_nowhere_else(hand: Player) -> None:
    """What a scenario lays in a zone lies in play where its side puts it (V19.1)."""
    labels = hand.play.session.scenario.map.labels
    west, east = labels.find("G3"), labels.find("J3")
    choose_hex(hand, "G3")
    choose_hex(hand, "J3")
    assert {one.at for one in hand.play.standing.position.lying} == {west, east}
    lying = require_type(hand.play.board, MapGameView).layer.arrangement.lying
    assert {one.at for one in lying} == {west, east}
    with_both = seen_round(hand, west)
    hand.play.undo()
    hand.play.undo()
    assert seen_round(hand, west) != with_both
    assert (
        not require_type(hand.play.board, MapGameView)
        .staging.is_held(hand.play.standing, "en")
        .deployment.plates
    )


def test_the_map_has_the_keys_again_when_its_menu_was_answered(hand: Player) -> None:
    """What is pressed next, as P for a pass, goes to the game (V5.1)."""
    question = hand.play.question
    assert question is not None
    hand.window.playing.decision.list.setFocus()
    pointer = require(hand.window.playing.pointer)
    menu = show_meanings_menu(pointer, [*map(pointer.answering, question.choices)][:2])
    hand.settle()
    hand._click_in_menu(menu, question.choices[0])
    hand.settle()
    assert hand.play.session.answer_count == 1
    assert QApplication.focusWidget() is hand.tab.canvas


def test_the_whole_board_is_seen_when_play_begins(hand: Player) -> None:
    """However near the author was, players see all of a small board."""
    prompts, canvas = hand.window.filing.prompts, hand.tab.canvas
    assert isinstance(prompts, Scripted)
    hand.window.playing.stop()
    canvas.zoom_to(3.0)
    prompts.confirmed = [True]  # the game that was kept gives way
    hand.window.stage.play()
    QApplication.processEvents()
    seen = canvas.rect()
    grid = hand.play.session.scenario.map.grid
    assert all(seen.contains(QPointF(*canvas.camera.centre(hex_)).toPoint()) for hex_ in grid)


def test_a_whole_turn_is_played_by_mouse_and_keys(hand: Player) -> None:
    """Both segments of a turn with all their phases (V5.1), then the next turn begins."""
    game = hand.play.session.game
    while not game.is_over and game.rules.turn(game.state) < 2:
        hand.give_an_answer()
    assert game.rules.turn(game.state) == 2
    assert hand.used.keys() >= {"hex", "list", "key"}, hand.used
    phases = {
        getattr(event, "phase", "") for event in game.events if type(event).__name__ == "PhaseBegan"
    }
    assert {"command", "fire", "movement", "defensive-fire", "assault", "after-action"} <= phases


def press_step(hand: Player, key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)
    hand.settle()


def test_another_answer_begins_a_branch_that_is_kept_and_told(
    hand: Player, qtbot: QtBot, tmp_path: Path
) -> None:
    """Foxholes laid elsewhere (V19.1) are another game; both are in the file, one in the report."""
    window, session = hand.window, hand.play.session
    prompts = window.filing.prompts
    assert isinstance(prompts, Scripted)
    for label in ("G3", "J3"):
        choose_hex(hand, label)
    for _ in range(30):
        hand.give_an_answer()
    while hand.play.session.answer_count > 1:
        press_step(hand, Qt.Key.Key_Comma)
    choose_hex(hand, "H2")
    for _ in range(20):
        hand.give_an_answer()
    tree = window.playing.panels.time.branches
    assert [item.text(1) for item in tree.items] == ["", "1"]
    branches = session.branches()
    assert branches[0].answers > branches[1].answers > 20
    prompts.file = tmp_path / "farm.session"
    do(window, "save-game")
    prompts.file = tmp_path / "farm.html"
    QTest.mouseClick(window.playing.panels.log.report, Qt.MouseButton.LeftButton)
    report = window.playing.panels.log.publishing.reading.view
    assert report is not None
    QTest.mouseClick(report.save, Qt.MouseButton.LeftButton)
    hand.settle()
    words = (tmp_path / "farm.html").read_text("utf-8")
    germans = SideName.of("Germans")
    laid, left = (
        text("valor.work-laid", "en", side=germans, kind="foxholes", at=at) for at in ("H2", "J3")
    )
    assert laid in words
    assert left not in words
    prompts.answers = [PromptAnswer.NO]  # what is on the table is in the file
    window.filing.open_file(tmp_path / "farm.session")
    qtbot.waitUntil(lambda: hand.play.session is not session)
    assert hand.play.session.branches() == branches


def test_to_pass_until_a_move_ends_is_offered_within_a_move_alone(hand: Player) -> None:
    """Between moves the button did nothing: there is no fire at who moves to pass over (V13)."""
    button = hand.window.playing.decision.buttons["hold-fire"]
    seen: set[Any] = set()
    while not hand.play.session.game.is_over and len(seen) < 2:
        question = hand.play.question
        assert question is not None
        if question.choices.pass_choice is not None:
            assert button.isEnabled() != hand.play.session.game.is_between_activities
            seen.add(button.isEnabled())
        hand.give_an_answer()
    assert seen == {True, False}
