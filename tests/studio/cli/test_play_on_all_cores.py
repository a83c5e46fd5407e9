"""`sandtable play` thinks on all cores, and the battle is the same as on one."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.ai import player_registry
from engine.ai.successive_halving import SearchBudget
from engine.files.source_text import ROOT
from studio.cli import main

CITIES = str(ROOT / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml")


def fought(file: Path) -> bytes:
    """The replay of a battle of an elite player."""
    words = ["play", CITIES, "--red", "elite", "--seed", "3", "--save", str(file), "--overwrite"]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.output
    return file.read_bytes()


@pytest.mark.long
def test_a_battle_is_the_same_on_one_core_and_on_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(
        player_registry, "LEVELS", {**player_registry.LEVELS, "elite": SearchBudget(6, 3)}
    )
    alone = fought(tmp_path / "battle.replay.yaml")
    assert multiprocessing.active_children() == []
    request.getfixturevalue("two_cores")
    assert fought(tmp_path / "battle.replay.yaml") == alone
    assert len(multiprocessing.active_children()) == 2
