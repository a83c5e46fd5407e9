"""Rooms of games that are no files: the toy, and the toy in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine.checks.scenario
import engine.games
import engine.telling.names
from engine.play.game import Rules
from engine.scenario.scenario import Scenario
from engine.texts import has_text
from engine.umpired import opening
from engine.umpired import room as room_module
from engine.umpired.room import Room
from tests.conformance.toy import TOY
from tests.engine.umpired.dark import DARK
from tests.engine.umpired.rooms import CROSSROADS, THREE_CITIES, Begin, begun, drawn

GAMES: dict[str, Rules[Any]] = {"toy": TOY, "dark": DARK}
SAMPLES = {CROSSROADS, THREE_CITIES}
sample = cache(engine.checks.scenario.playable)  # nobody changes these


@pytest.fixture
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """The scenarios there are to play, by game."""
    known = engine.games.rules

    def rules(game: str) -> Rules[Any]:
        return GAMES[game] if game in GAMES else known(game)

    def read(path: Path) -> Scenario:
        if path.stem in GAMES:
            return drawn(path.stem)
        return sample(path) if path in SAMPLES else engine.checks.scenario.playable(path)

    monkeypatch.setattr(engine.games, "rules", rules)
    monkeypatch.setattr(opening, "rules", rules)
    for module in (opening, room_module):
        monkeypatch.setattr(module, "playable", read)
    monkeypatch.setattr(
        engine.telling.names,
        "has_text",
        lambda key: key.split(".")[0] not in GAMES and has_text(key),
    )
    files = {game: tmp_path / f"{game}.yaml" for game in GAMES}
    for file in files.values():
        file.write_text("drawn in the test", encoding="utf-8")
    return {**files, "tank": CROSSROADS, "primer": THREE_CITIES}


@pytest.fixture
def begin(tmp_path: Path, scenarios: dict[str, Path]) -> Iterator[Begin]:
    """Begins a room; it is closed after the test."""
    rooms: list[Room] = []

    def begin_one(game: str = "toy", seed: int = 1, **options: Any) -> Room:
        rooms.append(begun(tmp_path, scenarios[game], seed, **options))
        return rooms[-1]

    yield begin_one
    for room in rooms:
        room.close()
