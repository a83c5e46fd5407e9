"""A window that was closed leaves nothing of itself and its works in memory."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from tests.assertions import require
from tests.studio.main_window.conftest import PATIENT, Scripted, close_unsaved, do

SAMPLES = SHIPPED / "samples"
SCENARIO = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
PLAYED = (
    "tank/scenarios/crossroads",
    "tide/scenarios/canal-bridge",
    "littlewars/scenarios/two-farms",
)
ANSWERS = 6


def open_window(folder: Path) -> tuple[MainWindow, Scripted]:
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, folder / "journals", folder / "games")
    window.jobs.patience = PATIENT
    window.show()
    return window, prompts


def watched(parts: Iterable[object]) -> dict[str, weakref.ref[object]]:
    """References that tell what is left of some parts of a window, by their types."""
    return {type(part).__name__: weakref.ref(part) for part in parts}


def left_of(parts: dict[str, weakref.ref[object]]) -> list[str]:
    gc.collect()
    return [name for name, part in parts.items() if part() is not None]


def test_a_closed_window_is_gone_with_its_works(tmp_path: Path) -> None:
    window, prompts = open_window(tmp_path)
    do(window, "new")
    window.filing.open_file(SCENARIO)
    QCoreApplication.processEvents()
    assert len(window.works) == 2
    parts = watched([window, window.filing, *window.works, *(tab.document for tab in window.works)])
    close_unsaved(window, prompts)
    del window
    assert left_of(parts) == []


@pytest.mark.parametrize("name", PLAYED)
def test_a_closed_window_is_gone_with_a_game_that_was_played(
    name: str, qtbot: QtBot, tmp_path: Path
) -> None:
    file = SAMPLES / f"{name}.scenario.yaml"
    parts = play_and_close(qtbot, tmp_path, file)
    assert left_of(parts) == []


def play_and_close(qtbot: QtBot, folder: Path, file: Path) -> dict[str, weakref.ref[object]]:
    """Open a scenario, answer a few questions of a game, close its tab and then the window."""
    window, prompts = open_window(folder)
    prompts.setup = GameSetup({side.id: Seat.PERSON for side in load(file).sides}, seed=7)
    window.filing.open_file(file)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTabBase))
    window.stage.play()
    qtbot.waitUntil(lambda: window.playing.play is not None)
    play = require(window.playing.play)
    for _ in range(ANSWERS):
        play.session.answer(play.session.game.options[0])
        QCoreApplication.processEvents()
    assert play.session.answer_count >= ANSWERS
    parts = watched(
        [window, window.filing, window.playing, play, play.session, require(window.active_tab)]
    )
    prompts.answers = [PromptAnswer.NO]
    do(window, "close")
    close_unsaved(window, prompts)
    return parts
