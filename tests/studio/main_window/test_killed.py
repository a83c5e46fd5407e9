"""The studio killed at work, whatever it does: the next window offers what was done, all of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from engine.files import map_reader, map_writer
from engine.files.source_text import SHIPPED
from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.documents.recovery_journal import find_recoveries
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type
from tests.studio.main_window.conftest import PATIENT, Scripted, at, click, do, ground
from tests.studio.main_window.dying import ROW, woods

ROOT = Path(__file__).parents[3]
TAKE_THEIRS = 1  # of what is offered where others saved the file
SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
BUSY = "busy\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A map of open ground."""
    map_writer.save(make_blank_map(12, 10), tmp_path / "a.map.yaml")
    return tmp_path / "a.map.yaml"


@contextmanager
def dying(job: str, file: Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A studio at a job; it is killed when the block ends, if not before."""
    command = [sys.executable, "-m", "tests.studio.main_window.dying", job, str(file), str(folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env=environment, text=True
    ) as program:
        yield program
        program.kill()
    assert program.returncode == -signal.SIGKILL


def killed(job: str, file: Path, folder: Path) -> list[str]:
    """Let a studio do a job, kill it when it is done or hangs; what it said before."""
    with dying(job, file, folder) as program:
        return said_before(BUSY, program)


def said_before(last: str, program: subprocess.Popen[str]) -> list[str]:
    """What a program says until it says a certain line."""
    assert program.stdout is not None
    said = list(iter(program.stdout.readline, last))
    assert "" not in said, "it ended before it was killed"
    return said


@pytest.fixture
def reopened(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., MainWindow]]:
    """A window as it is after a new start, with some files and what is offered recovered."""
    made: list[MainWindow] = []

    def reopen(*opened: Path, then: Sequence[PromptAnswer] = ()) -> MainWindow:
        prompts = Scripted()
        window = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
        window.jobs.patience = PATIENT
        made.append(window)
        window.show()
        for each in opened:
            window.filing.open_file(each)
        prompts.answers = [PromptAnswer.YES] * len(find_recoveries(tmp_path / "journals")) + [*then]
        window.filing.offer_recovery()
        return window

    yield reopen
    for window in made:
        window.playing.stop()
        window.prompts.answers = [PromptAnswer.NO] * len(window.works)  # type: ignore[attr-defined]  # it is scripted
        assert window.close()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


Reopened = Callable[..., MainWindow]


def painted(window: MainWindow) -> int:
    """How many hexes of the row were painted, one after the other."""
    found = woods(window.required_map_editor)
    assert found == sorted(found, reverse=True), "hexes were painted from left to right"
    return sum(found)


# --- painting -------------------------------------------------------------------------------------


def test_killed_in_the_middle_of_a_stroke_all_finished_strokes_are_recovered(
    file: Path, tmp_path: Path, reopened: Reopened
) -> None:
    before = file.read_bytes()
    killed("stroke", file, tmp_path)
    assert file.read_bytes() == before
    window = reopened()
    assert painted(window) == 2
    assert window.required_map_editor.document.is_dirty
    do(window, "save")
    assert find_recoveries(tmp_path / "journals") == []
    assert map_reader.load(file).ground_at(Grid(12, 10).hex(1, ROW)) == "woods"


@pytest.mark.parametrize(("job", "is_replaced"), [("writing", False), ("renamed", True)])
def test_killed_during_a_save_the_file_is_whole_and_strokes_made_meanwhile_are_recovered(
    job: str, is_replaced: bool, file: Path, tmp_path: Path, reopened: Reopened
) -> None:
    before = file.read_bytes()
    killed(job, file, tmp_path)
    saved = map_reader.load(file)
    assert saved.ground_at(saved.grid.hex(0, ROW)) == ("woods" if is_replaced else "open")
    assert is_replaced or file.read_bytes() == before
    keeps = (
        [PromptAnswer.NO] if is_replaced else []
    )  # the file is not what it was when it was opened
    assert painted(reopened(then=keeps)) == 2


@pytest.mark.parametrize("seed", range(2))
def test_killed_at_any_moment_of_many_saves_of_a_large_map_no_stroke_is_lost(
    seed: int, tmp_path: Path, reopened: Reopened
) -> None:
    file, rng = tmp_path / "large.map.yaml", Random(seed)
    map_writer.save(hilly(120), file)
    with dying("saving", file, tmp_path) as program:
        said_before("3\n", program)
        time.sleep(rng.uniform(0.0, 0.4))
        program.kill()
        assert program.stdout is not None
        done = max([3, *map(int, program.stdout)])
    map_reader.load(file)
    assert done <= painted(reopened(file, then=[PromptAnswer.NO])) <= done + 1


def test_recovered_work_takes_the_place_of_its_file_that_was_opened_first(
    file: Path, tmp_path: Path, reopened: Reopened
) -> None:
    killed("stroke", file, tmp_path)
    window = reopened(file)
    assert len(window.works) == 1
    assert painted(window) == 2
    assert find_recoveries(tmp_path / "journals") == []
    assert window.required_map_editor.document.journal is not None, "it is protected again"


def test_of_two_studios_killed_at_one_file_both_works_are_recovered(
    file: Path, tmp_path: Path, reopened: Reopened
) -> None:
    with dying("stroke", file, tmp_path) as one, dying("stroke", file, tmp_path) as other:
        assert said_before(BUSY, one) == said_before(BUSY, other) == []
    window = reopened()
    assert [sum(woods(editor)) for editor in window.tabs.editors] == [2, 2]
    assert all(editor.document.journal is not None for editor in window.tabs.editors)


def hilly(size: int) -> Map:
    """Open ground of random levels, so that its file is long."""
    map_ = make_blank_map(size, size)
    map_.level[:] = np.random.default_rng(1).integers(0, 20, map_.level.shape)
    return map_


# --- games and scenarios --------------------------------------------------------------------------


def test_killed_while_it_is_played_a_game_has_every_answer_that_was_given(
    tmp_path: Path, reopened: Reopened
) -> None:
    (said,) = killed("game", SCENARIO, tmp_path)
    window = reopened(SCENARIO)
    assert isinstance(window.active_tab, ScenarioTab)
    assert isinstance(window.prompts, Scripted)
    window.prompts.setup = GameSetup({}, resumes=True)
    window.stage.play()
    assert window.active_tab.guest is not None
    assert [
        repr(one)
        for one in require_type(window.active_tab.guest, GameOnTab).play.session.game.answers
    ] == json.loads(said)


def test_killed_while_it_is_edited_a_scenario_is_as_after_its_last_edit(
    tmp_path: Path, reopened: Reopened
) -> None:
    before = SCENARIO.read_bytes()
    killed("scenario", SCENARIO, tmp_path)
    window = reopened()
    assert isinstance(window.active_tab, ScenarioTab)
    assert window.active_tab.document.title == {"en": "Twice"}
    assert window.active_tab.document.is_dirty
    assert SCENARIO.read_bytes() == before


# --- two windows ----------------------------------------------------------------------------------


def test_of_two_windows_at_one_file_the_second_asks_before_it_replaces_what_the_first_saved(
    file: Path, reopened: Reopened
) -> None:
    first, second = reopened(file), reopened(file)
    click(first.required_map_editor, at(first.required_map_editor, 1, 1))
    click(second.required_map_editor, at(second.required_map_editor, 4, 4))
    do(first, "save")
    assert isinstance(second.prompts, Scripted)
    second.prompts.deeds = [None]
    do(second, "save")
    assert len(second.prompts.asked) == 1
    assert map_reader.load(file).ground_at(Grid(12, 10).hex(1, 1)) == "woods"
    assert second.required_map_editor.document.is_dirty
    second.prompts.deeds = [TAKE_THEIRS]
    do(second, "save")
    assert (ground(second.required_map_editor, 1, 1), ground(second.required_map_editor, 4, 4)) == (
        "woods",
        "open",
    )
    do(second, "undo")
    assert ground(second.required_map_editor, 4, 4) == "woods", "the second's work is one step back"


def test_a_window_that_comes_back_to_the_front_tells_that_another_saved_its_file(
    file: Path, reopened: Reopened
) -> None:
    first, second = reopened(file), reopened(file)
    click(first.required_map_editor, at(first.required_map_editor, 1, 1))
    do(first, "save")
    assert isinstance(second.prompts, Scripted)
    second.prompts.answers = [PromptAnswer.YES]
    second.look_at_disk()
    assert ground(second.required_map_editor, 1, 1) == "woods"
    assert not second.required_map_editor.document.is_dirty
