"""What the benchmarks of games of squads share: an answer, random games, how times are taken.

Beside each the tank's game, measured in the same run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.play.game import Game
from engine.play.players import Question, find_player, play_to_end
from engine.scenario.scenario import Scenario
from tests.bench.rows import MS, Row, format_time, pace_row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import spent

RUNS, WARMING, GAMES = 51, 2, sized(20, 7)


def sample(game: str, name: str) -> Scenario:
    """A sample scenario, ready to be played."""
    return load_playable(ROOT / "samples" / game / "scenarios" / f"{name}.scenario.yaml")


def game_rows(game: str, names: Iterable[str], answered: Scenario) -> Iterator[Row]:
    """An answer in a scenario of a game, and random games of some of its samples."""
    crossroads = sample("tank", "crossroads")
    tank = _speed(crossroads)
    yield _answers(answered, crossroads)
    for name in names:
        yield _games(game, name, tank)


def _answers(scenario: Scenario, other: Scenario) -> Row:
    """From an answer until the next question and what its side sees are there."""
    found, tank = _waits(scenario), _waits(other)
    times = f"{median(found) / median(tank):.1f} times the tank's {format_time(median(tank))}"
    compared = f"at most {format_time(max(found))}; {times}"
    return time_row("an answer until the next decision", median(found), 30 * MS, compared)


def _waits(scenario: Scenario) -> list[float]:
    game, who, times = new_game(scenario, 1), find_player("random", 1), []
    while game.decision is not None:
        answer = who.choose(_question(game))
        times.append(spent(lambda: _answer(game, answer)))  # noqa: B023 (called at once)
    return times


def _answer(game: Game[Any], answer: object) -> None:
    game.choose(answer)
    if game.decision is not None:
        _ = _question(game).view


def _question(game: Game[Any]) -> Question:
    assert game.decision is not None
    return Question(game, game.decision)


def _games(game: str, name: str, tank: float) -> Row:
    found = _speed(sample(game, name))
    compared = f"{found / tank:.2f} times the tank's crossroads ({tank:.0f} / s)"
    return pace_row(f"random games of {name}, of a core", found, 20, compared)


def _speed(scenario: Scenario) -> float:
    """Random games in a second of one core."""
    for seed in range(WARMING):  # sight and costs
        _play(scenario, seed)
    return 1 / median(spent(lambda: _play(scenario, 1000 + seed)) for seed in range(GAMES))  # noqa: B023 (called at once)


def _play(scenario: Scenario, seed: int) -> None:
    game = new_game(scenario, seed)
    play_to_end(game, {side.id: find_player("random", seed) for side in scenario.sides})
