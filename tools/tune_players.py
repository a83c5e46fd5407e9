"""Look for better weights of a game's players: `python -m tools.tune_players SCENARIO…`.

CMA-ES (N. Hansen, by the library `cma`) over the logarithms of the weights; a set is worth what it
wins as either side against greedy players and against the weights it began with, with the same dice
for all sets of a generation. The mean is printed after each generation, as it stands in the file of
tempers; it is for somebody to look at it, and to write it there with the date.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from engine.files.scenarios import load
from engine.games import new_game
from engine.play.dice import Seeded
from engine.play.players import GreedyPlayer, Player, play
from engine.scenario.scenario import Scenario
from engine.search.playouts import HopefulPlayer
from engine.search.tempers import Mind, mind_of

UNTUNED = ("hope", "trust", "points", "men", "men_late", "stand", "fear", "crowd", "near_enemy")
LEAST, SPREAD, SETS = 0.02, 0.4, 10


def share(scenario: Scenario, mind: Mind, base: Mind, games: int, first: int) -> float:
    """The part of its games a mind wins as either side, draws as halves."""
    opening, sides, won = new_game(scenario, 0), [side.id for side in scenario.sides], 0.0
    for number in range(games):
        seed = first + number // 4
        own, other = sides if number % 2 else reversed(sides)
        rival: Player = HopefulPlayer(base, seed) if number % 4 < 2 else GreedyPlayer(seed)
        game = opening.again(Seeded.of(seed))
        play(game, {own: HopefulPlayer(mind, seed), other: rival})
        assert game.result is not None
        winner = game.result.winner
        won += 0.5 if winner is None else float(winner == own)
    return won / games


def tune(scenarios: list[Scenario], games: int, minutes: float, seed: int) -> None:
    """Print ever better weights until the time is over."""
    import cma

    base = mind_of(scenarios[0].game)
    names = [name for name in base.weights if name not in UNTUNED]
    start = [math.log(max(base.weights[name], LEAST)) for name in names]
    search = cma.CMAEvolutionStrategy(start, SPREAD, {"popsize": SETS, "seed": seed, "verbose": -9})

    def weights(point: list[float]) -> Mapping[str, float]:
        tuned = {name: math.exp(each) for name, each in zip(names, point, strict=True)}
        return {**base.weights, **tuned}

    generation, until = 0, time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        points, found = search.ask(), []
        for point in points:
            mind = Mind(base.thinking, weights(point))
            won = [share(each, mind, base, games, 1000 * generation) for each in scenarios]
            found.append(-sum(won) / len(won))
        search.tell(points, found)
        generation += 1
        told = ", ".join(f"{k}: {v:.3f}" for k, v in weights(search.mean).items())
        line = f"# generation {generation}: mean {-sum(found) / len(found):.3f}\n{{{told}}}\n"
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("scenarios", nargs="+", type=Path)
    words.add_argument("--games", type=int, default=24)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    tune([load(path) for path in given.scenarios], given.games, given.minutes, given.seed)
