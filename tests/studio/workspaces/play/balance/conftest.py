"""The window of balance, ready for a few games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.balance.series import GameRecord, Series, open_game, play_series_game
from engine.balance.worker_pool import GameJob, LocalWorkerPool, WorkerPool
from engine.files.source_text import SHIPPED
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.balance.balance_window import BalanceWindow
from tests.studio.main_window.conftest import PATIENT, Scripted, close_unsaved, do

SCENARIOS = SHIPPED / "samples" / "tank" / "scenarios"
SMALL, LONG = SCENARIOS / "first-shots.scenario.yaml", SCENARIOS / "crossroads.scenario.yaml"
GAMES, SEED = 12, 7
WAIT = 60_000  # milliseconds: nothing here takes so long


@pytest.fixture
def prompts() -> Scripted:
    return Scripted()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, prompts: Scripted) -> Iterator[MainWindow]:
    made = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
    made.jobs.patience = PATIENT
    made.show()
    qtbot.waitExposed(made)
    yield made
    close_unsaved(made, prompts)


@pytest.fixture
def balance(window: MainWindow) -> Callable[..., BalanceWindow]:
    """Opens the window of a scenario, ready for twelve games of the same player on both sides."""

    def open_window(file: Path = SMALL, games: int = GAMES) -> BalanceWindow:
        window.filing.open_file(file)
        do(window, "balance")
        assert window.active_tab is not None
        found = window.stage.balancing.windows[window.active_tab]
        found.form.games.setValue(games)
        found.form.seed.setValue(SEED)
        found.form.workers.setValue(1)
        return found

    return open_window


class Here(WorkerPool):
    """Plays in this process."""

    def play(
        self,
        series: Sequence[Series],
        jobs: Iterable[GameJob],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[GameJob, GameRecord]]:
        for job in jobs:
            if is_cancelled():
                return
            each = series[job.series]
            yield job, play_series_game(each, job.number, open_game(each))


def play_in_process(monkeypatch: pytest.MonkeyPatch, crew: WorkerPool | None = None) -> None:
    """Let whoever begins processes of this machine have a crew in this process instead."""
    monkeypatch.setattr(LocalWorkerPool, "keep_running", lambda home: nullcontext(crew or Here()))
