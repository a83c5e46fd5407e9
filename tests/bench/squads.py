"""What the benchmarks of games of squads share: an answer, random games, how times are taken.

Beside each the tank's game, measured in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import median

from engine.checks.scenario import playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.play.game import Game
from engine.play.players import Question, play, player
from engine.scenario.scenario import Scenario
from tests.bench.sizes import sized
from tests.bench.table import Row

RUNS, GAMES = sized((51, 20), (1, 1))


def sample(game: str, name: str) -> Scenario:
    """A sample scenario, ready to be played."""
    return playable(ROOT / "samples" / game / "scenarios" / f"{name}.scenario.yaml")


def game_rows(game: str, names: Iterable[str], answered: Scenario) -> list[Row]:
    """An answer in a scenario of a game, and random games of some of its samples."""
    crossroads = sample("tank", "crossroads")
    tank = _speed(crossroads)
    games = [_games(game, name, tank) for name in names]
    return [_answers(answered, crossroads), *games]


def _answers(scenario: Scenario, other: Scenario) -> Row:
    """From an answer until the next question and what its side sees are there."""
    found, tank = _waits(scenario), _waits(other)
    measured = f"{ms(median(found))}, at most {ms(max(found))}"
    compared = f"{median(found) / median(tank):.1f} times the tank's {ms(median(tank))}"
    return "an answer until the next decision", measured, "≤ 30 ms", compared


def _waits(scenario: Scenario) -> list[float]:
    game, who, times = new_game(scenario, 1), player("random", 1), []
    while game.decision is not None:
        answer = who.choose(_question(game))
        began = time.perf_counter()
        game.choose(answer)
        if game.decision is not None:
            _ = _question(game).view
        times.append(time.perf_counter() - began)
    return times


def _question(game: Game[object]) -> Question:
    assert game.decision is not None
    return Question(game, game.decision)


def _games(game: str, name: str, tank: float) -> Row:
    found = _speed(sample(game, name))
    compared = f"{found / tank:.2f} times the tank's crossroads ({tank:.0f} / s)"
    return f"random games of {name}", f"{found:.1f} / s and core", "≥ 20 / s", compared


def _speed(scenario: Scenario) -> float:
    """Random games in a second of one core."""
    _play(scenario, 0)  # warms sight and costs
    began = time.process_time()
    for seed in range(GAMES):
        _play(scenario, 1000 + seed)
    return GAMES / (time.process_time() - began)


def _play(scenario: Scenario, seed: int) -> None:
    game = new_game(scenario, seed)
    play(game, {side.id: player("random", seed) for side in scenario.sides})


def seconds(work: Callable[[], object]) -> float:
    """The median time of a piece of work, warmed."""
    work()
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return median(times)


def ms(time_: float) -> str:
    """A time in words."""
    return f"{time_ * 1000:.2f} ms"
