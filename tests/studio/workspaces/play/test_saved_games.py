"""Saved games opened: their scenario is found wherever it lies, or asked for."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.session.replay import InvalidReplayError
from engine.session.session import Session
from engine.session.session_files import InvalidSessionError
from studio.framework.background_jobs import BackgroundJobs
from studio.widgets.localization import Localizer
from studio.workspaces.play.saved_game_resumption import (
    ResumedGame,
    ScenarioNotFound,
    resume_file,
    resume_in_background,
    scenario_of_saved_game,
)
from tests.engine.session.sessions import CROSSROADS, begun, give
from tests.studio.main_window.conftest import PATIENT, Scripted

TANK = CROSSROADS.parents[1]


@pytest.fixture
def country(tmp_path: Path) -> Path:
    """A folder with a game's files, none of which is as it is shipped."""
    for folder in ("maps", "decks", "scenarios"):
        shutil.copytree(TANK / folder, tmp_path / folder)
    scenario = tmp_path / "scenarios" / CROSSROADS.name
    lines = scenario.read_text("utf-8").replace("turns: 12", "turns: 11")
    scenario.write_text(lines, "utf-8")
    return tmp_path


def saved(country: Path, name: str = "games/a.session") -> Path:
    """A game on the scenario of a folder, saved in a file of it."""
    path = country / "scenarios" / CROSSROADS.name
    session = give(Session.begin(load_playable(path), {}, 3, path=path), random.Random(1), 20)
    file = country / name
    file.parent.mkdir(exist_ok=True)
    if name.endswith("session"):
        session.save(file)
    else:
        session.save_replay(file)
    return file


@pytest.mark.parametrize(
    "replay", sorted((TANK / "replays").glob("*.replay")), ids=lambda p: p.stem
)
def test_every_shipped_replay_opens_on_its_scenario(replay: Path) -> None:
    found = resume_file(replay)
    assert found.scenario.parent == CROSSROADS.parent
    assert found.session.path == found.scenario
    assert found.session.branch_answer_count > 0


@pytest.mark.parametrize("name", ["games/a.session", "games/a.replay"])
def test_a_game_that_was_moved_finds_its_scenario_near_it(country: Path, name: str) -> None:
    file = saved(country, name)
    moved = country / "scenarios" / file.name
    file.rename(moved)
    assert scenario_of_saved_game(moved) == country / "scenarios" / CROSSROADS.name
    assert resume_file(moved).session.branch_answer_count >= 20


def test_a_game_on_a_sample_finds_it_among_the_samples(tmp_path: Path) -> None:
    file = tmp_path / "a.session"
    session = give(begun(), random.Random(1), 12)
    session.path = tmp_path / "gone" / "crossroads.scenario.yaml"
    session.save(file)
    assert scenario_of_saved_game(file).samefile(CROSSROADS)


def test_a_scenario_that_is_nowhere_is_named(country: Path) -> None:
    file = saved(country)
    (country / "scenarios" / CROSSROADS.name).unlink()
    with pytest.raises(ScenarioNotFound, match=r"a\.session.*crossroads\.scenario\.yaml"):
        scenario_of_saved_game(file)


def test_a_scenario_that_has_changed_since_is_told_as_such(country: Path) -> None:
    file = saved(country)
    scenario = country / "scenarios" / CROSSROADS.name
    scenario.write_text(scenario.read_text("utf-8").replace("turns: 11", "turns: 10"), "utf-8")
    with pytest.raises(InvalidReplayError, match="scenario"):
        resume_file(file)


def test_a_session_that_was_cut_short_is_refused(country: Path) -> None:
    file = saved(country)
    file.write_text("".join(file.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    with pytest.raises(InvalidSessionError, match="cut off"):
        resume_file(file)


# --- with the user --------------------------------------------------------------------------------


class Opened:
    """What came of opening a file."""

    def __init__(self, qtbot: QtBot, file: Path, scenario: Path | None = None) -> None:
        window, localize = QWidget(), Localizer("en")
        qtbot.addWidget(window)
        jobs, self.prompts = BackgroundJobs(window, localize), Scripted()
        jobs.patience = PATIENT
        self.prompts.file = scenario
        self.games: list[ResumedGame] = []
        resume_in_background(file, jobs, self.prompts, localize, self.games.append)


def test_the_user_is_asked_for_a_scenario_that_is_nowhere(country: Path, qtbot: QtBot) -> None:
    file = saved(country)
    scenario = country / "scenarios" / CROSSROADS.name
    (country / "plans").mkdir()
    moved = scenario.rename(country / "plans" / "else.yaml")
    opened = Opened(qtbot, file, moved)
    assert "a.session" in opened.prompts.asked[0]
    assert [game.scenario for game in opened.games] == [moved]


def test_a_user_who_does_not_know_it_either_is_left_in_peace(country: Path, qtbot: QtBot) -> None:
    file = saved(country)
    (country / "scenarios" / CROSSROADS.name).unlink()
    opened = Opened(qtbot, file)
    assert opened.games == []
    assert opened.prompts.told == []


def test_another_scenario_than_the_game_was_played_on_is_refused(
    country: Path, qtbot: QtBot
) -> None:
    file = saved(country)
    (country / "scenarios" / CROSSROADS.name).unlink()
    opened = Opened(qtbot, file, CROSSROADS)
    assert opened.games == []
    assert "a.session" in opened.prompts.told[0]
