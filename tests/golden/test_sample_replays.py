"""The games recorded with the samples still go the same way, to the byte."""

from __future__ import annotations

from functools import cache

import pytest

from engine.play.events import spell
from engine.play.game import Game
from engine.session import replay
from engine.telling.situation import log
from tests.golden.samples import RECORDED, SAMPLES, Recorded


@cache
def resumed(recorded: Recorded) -> Game:
    """A recorded game gone through to its end, once for all tests."""
    return replay.load(recorded.file, recorded.load())


every_game = pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.id)


@every_game
def test_a_recorded_game_goes_by_the_rules_event_for_event(recorded: Recorded) -> None:
    game = resumed(recorded)
    assert [spell(event) for event in game.events] == replay.read(recorded.file).events
    assert game.is_over


@every_game
def test_a_recorded_game_played_anew_gives_the_same_bytes(recorded: Recorded) -> None:
    assert recorded.written() == recorded.file.read_text(encoding="utf-8")


@every_game
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_log_of_a_recorded_game_has_no_gaps(recorded: Recorded, language: str) -> None:
    game = resumed(recorded)
    lines = log(game, {game.scenario.sides[0].id: recorded.who}, language).splitlines()
    turns = [line for line in lines if line.startswith("## ")]
    assert len(turns) == game.rules.turn(game.state) + 1  # and the set-up
    assert not [line for line in lines if "{" in line or "None" in line]


def test_every_sample_scenario_has_a_recorded_game_and_every_replay_is_tested() -> None:
    assert set(SAMPLES.glob("*/scenarios/*.yaml")) == {each.scenario_file for each in RECORDED}
    assert set(SAMPLES.glob("*/replays/*")) == {recorded.file for recorded in RECORDED}
