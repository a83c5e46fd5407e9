"""How fast automatic tank games are, how fast any answer is reached, how small a saved game is.

python -m tests.bench play
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from engine.balance.series import Series
from engine.balance.worker_pool import run
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games.tank.presentation.fire_odds import _odds, effect_odds
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import find_player, play_to_end
from engine.processes import count_cores
from engine.session import replay
from tests.bench.rows import KB, MS, US, Row, format_time, pace_row, size_row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent, spent_by_children
from tests.conformance.cases import CASES, crossroads
from tests.games.boards import scenario

SIDES = ("red", "blue")
WARMING, GAMES, BATCHES, BATCH = sized((50, 20, 6, 25), (5, 5, 2, 10))
FORKS, BALANCED, CASED = sized((20, 200, 60), (5, 20, 20))

TANK_RULES = next(case.rules for case in CASES if case.rules.id == "tank")


def rows() -> Iterator[Row]:
    """Yield games in a second, ways back in a game, files of games."""
    first = four_against_four()
    for seed in range(WARMING):
        played(first, "random", seed)  # warms sight and costs
    yield _speed(first, "random", 100)
    yield _speed(first, "greedy", 60)
    games = [played(first, "random", seed) for seed in range(GAMES)]
    yield _rewind(games)
    yield _size(games)
    yield _verify(games)
    yield _expectation(first)
    yield _balance(BALANCED)
    yield _conformance(CASED)


def four_against_four() -> Game[Any]:
    """A game of four tanks a side on the crossroads, 12 turns, just begun."""
    made = crossroads()
    made.units = tuple(unit for unit in made.units if unit.at is not None)
    return Game(TANK_RULES, made, SeededDice.of(0))


def played(first: Game[Any], who: str, seed: int) -> Game[Any]:
    """A finished game between two players of a kind."""
    game = first.restarted(SeededDice.of(seed))
    play_to_end(game, {side: find_player(who, seed) for side in SIDES})
    return game


def _speed(first: Game[Any], who: str, limit: float) -> Row:
    batches, answers = [], 0
    for batch in range(BATCHES):
        began = time.process_time()
        for game in range(BATCH):
            answers += len(played(first, who, 1000 + BATCH * batch + game).answers)
        batches.append(BATCH / (time.process_time() - began))
    each = answers / (BATCHES * BATCH)
    work = f"{who} games of a core, 4 against 4, 12 turns"
    compared = f"{each:.0f} answers a game; best batch {max(batches):.0f} / s"
    return pace_row(work, median(batches), limit, compared)


def _rewind(games: list[Game[Any]]) -> Row:
    rng = random.Random(1)
    times = [
        spent(lambda game=game: game.fork(1).rewind(rng.randrange(len(game.answers))))  # type: ignore[misc]  # mypy knows no default of a lambda
        for game in games
        for _ in range(FORKS)
    ]
    beside = f"a fork of it rewound; at most {format_time(max(times))}"
    return time_row("any answer of a finished game", median(times), 50 * MS, beside)


def _size(games: list[Game[Any]]) -> Row:
    sizes = [len(replay.compose(game).encode()) for game in games]
    events = median(len(game.events) for game in games)
    return size_row("saved game, finished", max(sizes), 20 * KB, f"{events:.0f} events in it")


def _verify(games: list[Game[Any]]) -> Row:
    texts = [(replay.compose(game), game.scenario) for game in games]
    times = [
        spent(lambda text=text, scenario=scenario: replay.resume(replay.parse(text), scenario))  # type: ignore[misc]  # mypy knows no default of a lambda
        for text, scenario in texts
    ]
    return time_row("replay taken up and verified", median(times), 50 * MS)


def _expectation(first: Game[Any]) -> Row:
    state = Game(TANK_RULES, scenario("r1 " + ". " * 11 + "b1:w"), SeededDice.of(0)).state
    firer, target = state.units["r1"], state.units["b1"]
    warm = seconds(lambda: effect_odds(state, firer, target), 25)
    _odds.cache_clear()
    cold = spent(lambda: effect_odds(state, firer, target))
    return time_row("exact odds of a shot", warm, 10 * US, f"first time {format_time(cold)}")


def _balance(games: int) -> Row:
    """A series from the start of its workers to its last record, what all processes took."""
    made = load_playable(ROOT / "samples/tank/scenarios/crossroads.scenario.yaml")
    series = Series(made, dict.fromkeys(SIDES, "greedy"), games)
    began, here = time.monotonic(), time.process_time()

    def play_all() -> None:
        assert sum(1 for _ in run(series)) == games

    busy = spent_by_children(play_all) + time.process_time() - here
    work = f"{games} games of crossroads, greedy, for statistics"
    beside = (
        f"{time.monotonic() - began:.1f} s by the clock on {count_cores()} cores, start included"
    )
    return time_row(work, busy, 0.6 * games, beside)


def _conformance(games: int) -> Row:
    """Every case plays to its end and replays equal, over many seeds."""
    began = time.process_time()
    for seed in range(games):
        case = CASES[seed % len(CASES)]
        game = case.played("greedy" if seed % 3 == 0 else "random", seed)
        assert game.is_over, f"{case.id}, seed {seed}"
        assert game.result is not None, f"{case.id}, seed {seed}"
        if case.rules.id in ("tank",):
            again = replay.resume(replay.parse(replay.compose(game)), case.scenario)
            assert again.events == game.events, f"{case.id}, seed {seed}"
    return time_row(f"{games} games of all cases, verified", time.process_time() - began)
