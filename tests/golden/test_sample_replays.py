"""The games recorded with the samples still go the same way, to the byte."""

from __future__ import annotations

from typing import Any

import pytest

from engine.narration.game_report import log
from engine.play.events import event_as_json_line
from engine.play.game import Game
from engine.session import replay
from tests.golden.samples import RECORDED, RECORDED_BY, SAMPLES, Recorded

MAX_ANEW = 60
"""Answers of a recorded game that its players give once more."""

SHORT = [recorded for recorded in RECORDED if recorded.scenario in ("first-shots", "three-cities")]


@pytest.fixture(scope="module", params=RECORDED, ids=lambda recorded: recorded.id)
def recorded(request: pytest.FixtureRequest) -> Recorded:
    """One game after the other: all tests of a game follow each other."""
    found: Recorded = request.param
    return found


@pytest.fixture(scope="module")
def game(recorded: Recorded) -> Game[Any]:
    """The recorded game gone through to its end, once for all tests of it."""
    return replay.load(recorded.file, recorded.load())


def test_a_recorded_game_goes_by_the_rules_event_for_event(
    recorded: Recorded, game: Game[Any]
) -> None:
    assert [event_as_json_line(event) for event in game.events] == replay.read(recorded.file).events
    assert game.is_over


def test_a_recorded_game_begun_anew_goes_the_same_way(recorded: Recorded, game: Game[Any]) -> None:
    """The players choose what they chose; the whole of it is played by `tests.golden.samples`."""
    anew = recorded.begun(MAX_ANEW)
    assert anew.answers == game.answers[: len(anew.answers)]
    assert len(anew.answers) >= min(MAX_ANEW, len(game.answers))


@pytest.mark.parametrize("short", SHORT, ids=lambda recorded: recorded.id)
def test_a_recorded_game_played_anew_gives_the_same_bytes(
    short: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the number of the program, which is that of the one that recorded it."""
    monkeypatch.setattr(replay, "__version__", RECORDED_BY)
    assert short.written() == short.file.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_log_of_a_recorded_game_has_no_gaps(
    recorded: Recorded, game: Game[Any], language: str
) -> None:
    lines = log(game, {game.scenario.sides[0].id: recorded.who}, language).splitlines()
    turns = [line for line in lines if line.startswith("## ")]
    assert len(turns) == game.rules.turn(game.state) + 1  # and the set-up
    assert not [line for line in lines if "{" in line or "None" in line]


def test_every_sample_scenario_has_a_recorded_game_and_every_replay_is_tested() -> None:
    assert set(SAMPLES.glob("*/scenarios/*.yaml")) == {each.scenario_file for each in RECORDED}
    assert set(SAMPLES.glob("*/replays/*")) == {recorded.file for recorded in RECORDED}
