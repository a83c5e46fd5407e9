"""A scenario in a file whose name is no text: nothing is recorded that could not be read again."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED, SaveError, relative_path
from engine.session.saved_games import SavedGameStore
from engine.session.seats import Seat
from engine.session.session import Session
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.cli import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names there are any bytes")
TANK = SHIPPED / "samples" / "tank"


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """The first shots in a folder named in Latin-1."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    shutil.copytree(TANK / "maps", folder / "maps")
    shutil.copytree(TANK / "scenarios", folder / "scenarios")
    return folder / "scenarios" / "first-shots.scenario.yaml"


def test_a_path_that_is_text_is_seen_from_beside(tmp_path: Path) -> None:
    assert relative_path(tmp_path / "games" / "a.replay", tmp_path / "山地.yaml") == "../山地.yaml"


def test_a_game_is_refused_before_it_is_played(scenario: Path, tmp_path: Path) -> None:
    save = tmp_path / "a.replay"
    result = CliRunner().invoke(main, ["play", str(scenario), "--save", str(save)])
    assert result.exit_code == 1
    assert "UTF-8" in result.output
    assert not save.exists()


def test_an_umpired_game_is_refused_before_it_begins(scenario: Path, tmp_path: Path) -> None:
    seats = [PlayerSeat("red-1", "red", "Rita"), PlayerSeat("blue-1", "blue", "Bo")]
    with pytest.raises(SaveError, match="UTF-8"):
        UmpiredGame.begin(scenario, tmp_path / "a.room", seats, 1)
    assert not (tmp_path / "a.room").exists()


def test_a_game_that_cannot_be_kept_is_told(scenario: Path, tmp_path: Path) -> None:
    seats = {"red": Seat.PERSON, "blue": Seat.PERSON}
    session = Session.begin(load_playable(scenario), seats, 1, path=scenario)
    with pytest.raises(SaveError, match="UTF-8"):
        SavedGameStore(tmp_path / "games").keep(session)
