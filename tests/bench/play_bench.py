"""How fast automatic tank games are, how fast any answer is reached, how small a saved game is.

python tests/bench/play_bench.py
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median

from engine.balance.series import Series
from engine.balance.workers import run
from engine.checks.scenario import playable
from engine.files.source_text import ROOT
from engine.games.tank.face.expectation import _odds, effects
from engine.play.dice import Seeded
from engine.play.game import Game
from engine.play.players import play, player
from engine.processes import cores
from engine.session import replay
from tests.bench.sizes import sized
from tests.conformance.cases import CASES, crossroads
from tests.games.boards import scenario

Row = tuple[str, str, str, str]
SIDES = ("red", "blue")
WARMING, GAMES, BATCHES, BATCH = sized((50, 20, 6, 25), (1, 2, 1, 2))
FORKS, BALANCED, CASED = sized((20, 200, 300), (2, 1, 1))

TANK_RULES = next(case.rules for case in CASES if case.rules.id == "tank")


def rows() -> list[Row]:
    """Work, measured, goal, what it is compared with."""
    first = four_against_four()
    for seed in range(WARMING):
        played(first, "random", seed)  # warms sight and costs
    speeds = [_speed(first, "random", "≥ 100 / s"), _speed(first, "greedy", "–")]
    games = [played(first, "random", seed) for seed in range(GAMES)]
    return [
        *speeds,
        _rewind(games),
        _size(games),
        _verify(games),
        _expectation(first),
        _balance(BALANCED),
        _conformance(CASED),
    ]


def four_against_four() -> Game[object]:
    """A game of four tanks a side on the crossroads, 12 turns, just begun."""
    made = crossroads()
    made.units = tuple(unit for unit in made.units if unit.at is not None)
    return Game(TANK_RULES, made, Seeded.of(0))


def played(first: Game[object], who: str, seed: int) -> Game[object]:
    """A finished game between two players of a kind."""
    game = first.again(Seeded.of(seed))
    play(game, {side: player(who, seed) for side in SIDES})
    return game


def _speed(first: Game[object], who: str, goal: str) -> Row:
    batches, answers = [], 0
    for batch in range(BATCHES):
        began = time.process_time()
        for game in range(BATCH):
            answers += len(played(first, who, 1000 + BATCH * batch + game).answers)
        batches.append(BATCH / (time.process_time() - began))
    each = answers / (BATCHES * BATCH)
    work = f"{who} games, 4 against 4, 12 turns"
    compared = f"{each:.0f} answers a game; best batch {max(batches):.0f} / s"
    return work, f"{median(batches):.0f} / s and core", goal, compared


def _rewind(games: list[Game[object]]) -> Row:
    rng, times = random.Random(1), []
    for game in games:
        for _ in range(FORKS):
            answers = rng.randrange(len(game.answers))
            began = time.perf_counter()
            game.fork(1).rewind(answers)
            times.append(time.perf_counter() - began)
    measured = f"{median(times) * 1000:.2f} ms, at most {max(times) * 1000:.2f} ms"
    return "any answer of a finished game", measured, "≤ 50 ms", "a fork of it rewound"


def _size(games: list[Game[object]]) -> Row:
    sizes = [len(replay.compose(game).encode()) for game in games]
    events = median(len(game.events) for game in games)
    measured = f"{median(sizes) / 1000:.1f} kB, at most {max(sizes) / 1000:.1f} kB"
    return "saved game, finished", measured, "≤ 20 kB", f"{events:.0f} events in it"


def _verify(games: list[Game[object]]) -> Row:
    times = []
    for game in games:
        text = replay.compose(game)
        began = time.perf_counter()
        replay.resume(replay.parse(text), game.scenario)
        times.append(time.perf_counter() - began)
    return "replay taken up and verified", f"{median(times) * 1000:.1f} ms", "≤ 50 ms", ""


def _expectation(first: Game[object]) -> Row:
    state = Game(TANK_RULES, scenario("r1 " + ". " * 11 + "b1:w"), Seeded.of(0)).state
    firer, target = state.units["r1"], state.units["b1"]
    began = time.perf_counter()
    for _ in range(1000):
        effects(state, firer, target)
    warm = (time.perf_counter() - began) * 1000
    _odds.cache_clear()
    began = time.perf_counter()
    effects(state, firer, target)
    cold = (time.perf_counter() - began) * 1e6
    return "exact odds of a shot", f"{warm:.1f} µs", "–", f"first time {cold:.0f} µs"


def _balance(games: int) -> Row:
    """A series from the start of its workers to its last record."""
    made = playable(ROOT / "samples/tank/scenarios/crossroads.scenario.yaml")
    series = Series(made, dict.fromkeys(SIDES, "greedy"), games)
    began = time.perf_counter()
    assert sum(1 for _ in run(series)) == games
    measured = f"{time.perf_counter() - began:.1f} s"
    work = f"{games} games of crossroads, greedy, for statistics"
    return work, measured, "≤ 60 s on 2 cores", f"on {cores()} cores, workers' start included"


def _conformance(games: int) -> Row:
    """Every case plays to its end and replays equal, over many seeds."""
    began, count = time.perf_counter(), 0
    for seed in range(games):
        case = CASES[seed % len(CASES)]
        game = case.played("greedy" if seed % 3 == 0 else "random", seed)
        assert game.is_over, f"{case.id}, seed {seed}"
        assert game.result is not None, f"{case.id}, seed {seed}"
        if case.rules.id in ("tank",):
            again = replay.resume(replay.parse(replay.compose(game)), case.scenario)
            assert again.events == game.events, f"{case.id}, seed {seed}"
        count += 1
    return f"{count} games of all cases, verified", f"{time.perf_counter() - began:.1f} s", "–", ""


def main() -> None:
    """Print the table."""
    for row in rows():
        sys.stdout.write("| " + " | ".join(row) + " |\n")


if __name__ == "__main__":
    main()
