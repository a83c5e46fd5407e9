"""Rooms of games of the tests: the toy, and the toy in the dark; and of the samples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.checks import scenario_checks
from engine.files import map_writer, scenario_writer
from engine.scenario.scenario import Scenario
from engine.umpire import game_setup
from engine.umpire import umpired_game as room_module
from engine.umpire.umpired_game import UmpiredGame
from tests.conformance.drill_toy import drill_ground
from tests.engine.umpire.rooms import CROSSROADS, THREE_CITIES, Begin, begun, drawn

PACKAGES = {
    "toy": "tests.conformance.toy_system",
    "dark": "tests.engine.umpire.dark",
    "open-toy": "tests.conformance.open_toy",
    "armed-toy": "tests.conformance.armed_toy",
    "drill-toy": "tests.conformance.drill_toy",
}
SAMPLES = {CROSSROADS, THREE_CITIES}
sample = cache(scenario_checks.load_playable)  # nobody changes these


def read(path: Path) -> Scenario:
    return sample(path) if path in SAMPLES else scenario_checks.load_playable(path)


@pytest.fixture(scope="module")
def drawings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Scenarios of the games of the tests, which are installed meanwhile."""
    folder = tmp_path_factory.mktemp("drawings")
    for game, package in PACKAGES.items():
        games.install(game, package)
    yield {game: written(folder, game) for game in PACKAGES}
    for game in PACKAGES:
        games.remove(game)


def written(folder: Path, game: str) -> Path:
    """A scenario of a game of the tests as a file, its map beside it."""
    made = drill_ground() if game == "drill-toy" else drawn(game)
    file = folder / f"{game}.scenario.yaml"
    made.ground_path = f"{game}.map.yaml"
    map_writer.save(made.map, folder / made.ground_path)
    scenario_writer.save(made, file)
    return file


@pytest.fixture
def scenarios(drawings: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """The scenarios there are to play, by game; the samples are read once."""
    for module in (game_setup, room_module):
        monkeypatch.setattr(module, "load_playable", read)
    return {**drawings, "tank": CROSSROADS, "primer": THREE_CITIES}


@pytest.fixture
def begin(tmp_path: Path, scenarios: dict[str, Path]) -> Iterator[Begin]:
    """Begins a room; it is closed after the test."""
    rooms: list[UmpiredGame] = []

    def begin_one(game: str = "toy", seed: int = 1, **options: Any) -> UmpiredGame:
        rooms.append(begun(tmp_path, scenarios[game], seed, **options))
        return rooms[-1]

    yield begin_one
    for room in rooms:
        room.close()
