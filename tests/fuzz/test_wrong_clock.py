"""A clock that goes wrong, or is set back in the midst of work, loses nothing and stops nobody."""

from __future__ import annotations

import os
import random
import time
from itertools import count
from pathlib import Path

import pytest

from engine.checks.scenario_checks import load_playable
from engine.session import saved_games
from engine.session.saved_games import SavedGameStore, file_time
from engine.session.session import Session
from studio.documents.file_sync import DiskState
from studio.documents.map_document import MapDocument
from tests.engine.comparing_maps import FULL
from tests.engine.scenario_texts import folder as scenario_folder
from tests.engine.session.sessions import give
from tests.fuzz.test_faults import STEPS, WANTED, level, recovered

A_DAY = 86_400


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A map in a folder of its own."""
    place = tmp_path / "a.map.yaml"
    place.write_text(FULL, encoding="utf-8")
    return place


def test_steps_done_while_the_clock_runs_backwards_are_recovered_in_their_order(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backwards = count(time.time(), -A_DAY)
    monkeypatch.setattr(time, "time", lambda: next(backwards))
    document = MapDocument.open(file, tmp_path / "journals")
    for step in range(STEPS):
        document.apply(level(step, WANTED[step]), "Raise")
    assert recovered(document, tmp_path / "journals") == WANTED
    document._protection.end()
    document.close()


def test_a_file_that_others_replaced_by_one_of_an_earlier_day_has_changed(file: Path) -> None:
    document = MapDocument.open(file)
    theirs = file.with_name("theirs")
    theirs.write_text(FULL.replace("Hill", "Mill"), encoding="utf-8")
    os.utime(theirs, (A_DAY, A_DAY))
    theirs.replace(file)
    assert document.file_state_on_disk() is DiskState.CHANGED
    document.close()


@pytest.mark.parametrize("seconds", [-1e18, -1.0, 0.0, 1e12, 1e18, float("inf")])
def test_a_kept_game_has_a_day_of_the_calendar_whatever_its_file_says(seconds: float) -> None:
    assert 1969 <= file_time(seconds).year < 9999


def test_games_kept_in_another_age_are_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = scenario_folder(tmp_path)
    games = SavedGameStore(tmp_path / "games")
    for seed in (1, 2):
        session = Session.begin(load_playable(scenario), {}, seed, path=scenario)
        give(session, random.Random(seed), 1)
        games.keep(session)
    ages = iter([1e18, -1e18])
    monkeypatch.setattr(saved_games, "_when", lambda _: next(ages))
    assert len(SavedGameStore(tmp_path / "games").games(scenario)) == 2
