"""The referee over games of the sample scenarios: every event by his own reading.

More random games, whole ones: `python -m tests.games.littlewars.test_referee 100`.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games import rules_of
from engine.play.decisions import UMPIRE
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.scenario.scenario import Scenario
from engine.session import replay
from tests.games.littlewars.referee import Foul, Referee
from tests.games.littlewars.referee_war import WarReferee

SCENARIOS = ROOT / "samples/littlewars/scenarios"
NAMES = sorted(path.name.split(".")[0] for path in SCENARIOS.glob("*.yaml"))
REPLAYS = ROOT / "samples/littlewars/replays"
SHORT = 2  # turns of a random game in the suite


@cache
def scenario(name: str, turns: int = 0) -> Scenario:
    whole = load(SCENARIOS / f"{name}.scenario.yaml")
    return replace(whole, turns=turns) if turns else whole


def played(name: str, seed: int, turns: int = 0) -> Game[Any]:
    """A random game; where nobody is the umpire the model's proposal counts."""
    made = scenario(name, turns)
    game, rng = Game(rules_of(made.game), made, SeededDice.of(seed)), random.Random(seed)
    while game.decision is not None:
        options = list(game.options)
        is_umpire = game.decision.side == UMPIRE
        game.choose(options[0] if is_umpire else rng.choice(options))
    return game


def watched(game: Game[Any]) -> None:
    kind = WarReferee if "kriegspiel" in game.scenario.game else Referee
    kind(game).watch(game.events)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_referee_with_geometry_of_his_own_finds_no_foul_in_a_sample_game(name: str) -> None:
    """Games of players that look for what is worth it, as they are kept beside the samples."""
    game = replay.load(REPLAYS / f"{name}-greedy.replay", scenario(name))
    assert game.result is not None
    watched(game)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_he_finds_none_in_a_random_game(name: str) -> None:
    watched(played(name, 1, SHORT))


def moved_too_far(game: Game[Any]) -> list[Any]:
    """The events of a game in which somebody goes an inch farther than he did."""
    events: list[Any] = list(game.events)
    at = next(n for n, e in enumerate(events) if type(e).__name__ == "MenMoved" and e.moved)
    (id_, path, facing), *others = events[at].moved
    far = (*path[:-1], type(path[-1])(path[-1].x + 2000, path[-1].y))
    events[at] = replace(events[at], moved=((id_, far, facing), *others))
    return events


def test_he_whistles_when_somebody_goes_too_far() -> None:
    game = played(NAMES[-1], 1, 2)
    with pytest.raises(Foul):
        Referee(game).watch(moved_too_far(game))


if __name__ == "__main__":
    for each in NAMES:
        for number in range(int(sys.argv[1])):
            watched(played(each, number))
        print(f"{each}: {sys.argv[1]} games")  # noqa: T201 # a report for who runs it
