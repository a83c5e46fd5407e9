"""A game made by `sandtable new-game` is whole: its tests pass, and it is played in the window."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.files.source_text import ROOT
from engine.play.asks import is_dice
from engine.session.seats import Seat
from studio import app
from studio.commands import main
from studio.playtest.begin_dialog import Setup
from studio.playtest.board.speed import Speed
from studio.preferences import Preferences
from studio.scenario.tab import ScenarioTab
from studio.window.window import MainWindow
from tests.plugins.conftest import Adding
from tests.studio.playtest.hands import Hand
from tests.studio.window.conftest import Scripted

SEED = 20261123


@pytest.fixture(scope="module")
def made(add_folder: Adding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugged") / "village-war"
    ran = CliRunner().invoke(main, ["new-game", str(folder), "--title", "Village war"])
    assert ran.exit_code == 0, ran.output
    add_folder(folder)
    return folder


def test_its_own_tests_pass_and_its_code_is_clean(made: Path) -> None:
    there = {
        **os.environ,
        "PYTHONPATH": f"{made}{os.pathsep}{ROOT}",
        "SANDTABLE_PLUGINS": "",
    }
    plain = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:pytest-qt"]
    for command in (plain, [sys.executable, "-m", "ruff", "check", "--no-cache", "."]):
        ran = subprocess.run(
            command, cwd=made, env=there, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_its_battle_has_no_faults_and_is_played(made: Path) -> None:
    battle = str(made / "first.scenario.yaml")
    assert "nothing to report" in CliRunner().invoke(main, ["check", battle]).output
    ran = CliRunner().invoke(main, ["play", battle, "--seed", "4"])
    assert "the battle is over" in ran.output


def test_what_is_there_is_not_written_over(made: Path) -> None:
    ran = CliRunner().invoke(main, ["new-game", str(made)])
    assert ran.exit_code != 0
    assert "there is a game village_war already" in ran.output


@pytest.mark.parametrize("folder", ["7 days", "class", "json", "tests"])
def test_a_name_by_which_python_would_find_something_else_is_refused(
    folder: str, tmp_path: Path
) -> None:
    ran = CliRunner().invoke(main, ["new-game", str(tmp_path / folder)])
    assert ran.exit_code == 2
    assert "cannot be the name of a game" in ran.output
    assert not (tmp_path / folder).exists()


def test_a_title_may_have_any_signs(tmp_path: Path) -> None:
    folder = tmp_path / "odd-war"
    title = 'A "war"\\ of\ntwo $kinds\\'
    ran = CliRunner().invoke(main, ["new-game", str(folder), "--title", title])
    assert ran.exit_code == 0, ran.output
    compile((folder / "odd_war" / "system.py").read_text(encoding="utf-8"), "system.py", "exec")
    tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture
def window(
    made: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    folder = tmp_path_factory.mktemp("window")
    found = MainWindow(Preferences(None), Scripted(), folder / "journals", folder / "games")
    found.resize(1300, 850)
    found.show()
    QTest.qWaitForWindowExposed(found)
    found.filing.open_file(made / "first.scenario.yaml")
    while not isinstance(found.tab, ScenarioTab):
        QCoreApplication.processEvents()
    yield found
    found.playing.stop()
    assert found.close()
    found.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_turn_of_it_is_played_by_the_mouse(window: MainWindow) -> None:
    asking = window.asking
    assert isinstance(asking, Scripted)
    asking.setup = Setup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED)
    window.playing.set_speed(Speed.SKIP)
    window.stage.play()
    hand = Hand(window, Random(SEED))
    while hand.play.session.game.state.turn < 2:
        hand.give_an_answer()
    given = hand.play.session.game.answers
    assert sum(not is_dice(answer) for answer in given) >= 4
    assert hand.used.keys() >= {"list"}, hand.used


def test_the_window_names_a_plug_in_that_was_left_out(
    window: MainWindow, add_folder: Adding, made: Path
) -> None:
    (made / "broken.py").write_text("import nothing_like_this\n", encoding="utf-8")
    add_folder(made)
    app.tell_of_plugins(window)
    assert "broken" in window.statusBar().currentMessage()
    (made / "broken.py").unlink()
    add_folder(made)
