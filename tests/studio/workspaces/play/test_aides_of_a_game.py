"""Processes that think for a game in the window are gone with the last game."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.files.source_text import SAMPLES
from engine.session.seats import Seat
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.workspaces.play.opened import begin, opened

CITIES = SAMPLES / "primer" / "scenarios" / "three-cities.scenario.yaml"


@pytest.mark.usefixtures("two_cores")
def test_a_game_that_is_closed_leaves_no_process(qtbot: QtBot, tmp_path: Path) -> None:
    """The machine is thinking when it is closed."""
    with opened(qtbot, tmp_path) as window:
        begin(window, qtbot, CITIES, GameSetup({"red": Seat.ELITE, "blue": Seat.ELITE}, seed=7))
        play = window.playing.play
        assert play is not None
        qtbot.waitUntil(lambda: play.deliberation.is_under_way)
        assert len(multiprocessing.active_children()) == 2
        window.playing.stop()
        assert multiprocessing.active_children() == []
