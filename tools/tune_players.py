"""Look for better weights of a game's players: `python -m tools.tune_players SCENARIO…`.

CMA-ES (N. Hansen, by the library `cma`) over the logarithms of the weights; a set is worth what it
wins as either side against greedy players and against the weights it began with, with the same dice
for all sets of a generation. Wins as the side that wins less count twice. The mean is printed after
each generation, as it stands in the file of tempers; it is for somebody to look at it, to try it in
a league with fresh dice, and to write it there with the date.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from engine.ai.player_registry import LEVELS
from engine.ai.rollouts import PolicyPlayer
from engine.ai.temperaments import AiProfile, ai_profile
from engine.files.scenario_reader import load
from engine.games import new_game
from engine.play.ai_support import Weights
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Player, play_to_end

OF_CHANCE = ("points", "men", "men_late", "units", "units_late", "stand", "fear", "held",
             "held_late", "marked")  # fmt: skip
OF_THOUGHT = ("hope", "trust", *LEVELS, "playouts")
MINIMUM, SPREAD, SETS = 0.02, 0.35, 12


class Match(NamedTuple):
    """Some weights in some games of a scenario, whose seeds begin with `first`."""

    scenario: Path
    weights: Weights
    games: int
    first: int

    def shares(self) -> list[float]:
        """The part of its games that either side wins with the weights, draws as halves."""
        opening = _opening(self.scenario)
        game_id, sides = opening.scenario.game, [side.id for side in opening.scenario.sides]
        base = ai_profile(game_id)
        mind = AiProfile(base.thinking, self.weights, base.is_double_blind)
        won: list[list[float]] = [[], []]
        for number in range(self.games):
            seed, place = self.first + number // 4, number % 2
            rival: Player = PolicyPlayer(base, seed) if number % 4 < 2 else GreedyPlayer(seed)
            game = opening.restarted(SeededDice.of(seed))
            play_to_end(game, {sides[place]: PolicyPlayer(mind, seed), sides[1 - place]: rival})
            assert game.result is not None
            winner = game.result.winner
            won[place].append(0.5 if winner is None else float(winner == sides[place]))
        return [fmean(each) for each in won]


@cache
def _opening(scenario: Path) -> Game[Any]:
    return new_game(load(scenario), 0)


def tune(
    scenarios: Sequence[Path],
    names: Sequence[str],
    games: int,
    minutes: float,
    workers: int,
    seed: int,
) -> None:
    """Print ever better weights until the time is over."""
    import cma

    base = ai_profile(load(scenarios[0]).game)
    names = names or [name for name in base.weights if name not in OF_CHANCE + OF_THOUGHT]
    start = [math.log(max(base.weights[name], MINIMUM)) for name in names]
    search = cma.CMAEvolutionStrategy(start, SPREAD, {"popsize": SETS, "seed": seed, "verbose": -9})

    def weights(point: Sequence[float]) -> Weights:
        tuned = {name: math.exp(each) for name, each in zip(names, point, strict=True)}
        return {**base.weights, **tuned}

    generation, until = 0, time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(workers) as pool:
        while time.monotonic() < until:
            points = search.ask()
            matches = [Match(each, weights(point), games, 1000 * generation)
                       for point in points for each in scenarios]  # fmt: skip
            found = list(pool.map(Match.shares, matches))
            each_set = zip(*[iter(found)] * len(scenarios), strict=True)
            worth = [fmean((fmean(two) + min(two)) / 2 for two in sets) for sets in each_set]
            search.tell(points, [-each for each in worth])
            generation += 1
            told = ", ".join(f"{name}: {weights(search.mean)[name]:.3f}" for name in names)
            won = fmean(fmean(two) for two in found)
            sys.stdout.write(f"# generation {generation}: {won:.3f} won\n{{{told}}}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("scenarios", nargs="+", type=Path)
    words.add_argument("--weights", default="", help="which, with commas between; else all")
    words.add_argument("--games", type=int, default=24)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--workers", type=int, default=os.cpu_count())
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    wanted = [name for name in given.weights.split(",") if name]
    tune(given.scenarios, wanted, given.games, given.minutes, given.workers, given.seed)
