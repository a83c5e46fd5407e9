"""Another language chosen in a long game: the window goes on, and it can be given up."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressDialog
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.session import replay_restore
from engine.session.seats import Seat
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.main_window.conftest import do
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.play.opened import begin, opened

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
CYRILLIC = re.compile("[А-Яа-я]{3}")
SLOW = 0.02  # seconds an answer takes


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def play(window: MainWindow, qtbot: QtBot) -> GameController:
    """A game of two machines at its end."""
    begin(window, qtbot, CROSSROADS, GameSetup({"red": Seat.RANDOM, "blue": Seat.RANDOM}, seed=7))
    hand = Hand(window, Random(7))
    while not hand.play.session.game.is_over:
        hand.settle()
    window.jobs.patience = 0.0
    return hand.play


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Every answer that is worded anew takes its time, until this is called."""
    give = replay_restore._give

    def slowly(*given: Any) -> None:
        time.sleep(SLOW)
        give(*given)

    monkeypatch.setattr(replay_restore, "_give", slowly)
    return lambda: monkeypatch.setattr(replay_restore, "_give", give)


def said(play: GameController, language: str) -> str:
    return "\n".join(line.sentence for line in play.session.log(0, language=language))


def test_it_is_given_up_with_escape_and_done_the_next_time(
    window: MainWindow, play: GameController, slow: Callable[[], None], qtbot: QtBot
) -> None:
    seen: list[bool] = []

    def look() -> None:
        """The window lives while the words are found; Escape as soon as that is offered."""
        dialog = window.findChild(QProgressDialog)
        is_shown = dialog is not None and dialog.isVisible()
        seen.append(is_shown)
        if dialog is not None and is_shown:
            QTest.keyClick(dialog, Qt.Key.Key_Escape)

    clock = QTimer(window, interval=20)
    clock.timeout.connect(look)
    clock.start()
    do(window, "language-ru")
    clock.stop()
    assert seen.count(False) > 5, "events were taken before the dialog was there"
    assert any(seen)
    assert window.localize.language == "en"
    assert window.preferences.language != "ru"
    assert (
        text("playtest.game-not-worded", "en", language="Русский")
        in window.statusBar().currentMessage()
    )
    assert not CYRILLIC.search(said(play, "en"))
    window.bars.refresh()
    assert window.bars.actions["language-en"].isChecked()
    slow()
    do(window, "language-ru")
    assert window.localize.language == "ru"
    assert CYRILLIC.search(said(play, "ru"))
    do(window, "language-en")


def test_it_is_shown_how_far_it_is_and_the_game_is_told_in_it(
    window: MainWindow, play: GameController, slow: Callable[[], None], qtbot: QtBot
) -> None:
    before = said(play, "en")
    shares: list[float] = []
    clock = QTimer(window, interval=20)
    clock.timeout.connect(lambda: shares.extend(job.progress.share for job in window.jobs.running))
    clock.start()
    do(window, "language-ru")
    clock.stop()
    assert shares == sorted(shares)
    assert len(set(shares)) > 3
    assert window.localize.language == "ru"
    shown = [line.sentence for line in window.playing.panels.log.view.lines]
    assert CYRILLIC.search("\n".join(shown))
    do(window, "language-en")
    assert said(play, "en") == before
