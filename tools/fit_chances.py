"""What positions are worth, from how games end: `python -m tools.fit_chances SCENARIO…`.

Players that do not look ahead play; at the end of each turn it is noted what speaks for the first
side, and logistic regression finds the weights by which that foretells the winner, held near those
there are. What is even between the sides but for the scenario goes into a constant of each
scenario, which is of no use for choosing an order. The weights are printed as they stand in the
game's file of tempers; it is for somebody to look at them, and to write them there with the date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from engine.ai.rollouts import PolicyPlayer
from engine.ai.temperaments import AiProfile, ai_profile
from engine.files.scenario_reader import load
from engine.games import new_game
from engine.play.dice import SeededDice
from engine.play.players import GreedyPlayer, Player, RandomPlayer, let_player_answer
from engine.scenario.scenario import Scenario

HELD = 0.02  # how strongly weights are held to those there are
MAX_ANSWERS = 20_000


class Noted(NamedTuple):
    """A position at the end of a turn: what spoke for the first side, and what came of it."""

    scenario: int
    speaks: Mapping[str, float]
    won: float


def note(scenario: Scenario, number: int, mind: AiProfile, games: int, seed: int) -> list[Noted]:
    """The positions of some games between all kinds of quick players."""
    opening, first, *others = new_game(scenario, 0), *(side.id for side in scenario.sides)
    found = []
    for each in range(seed, seed + games):
        kinds: list[Player] = [PolicyPlayer(mind, each), GreedyPlayer(each), RandomPlayer(each)]
        own, other = ((0, 0), (1, 1), (0, 1), (1, 0), (0, 2), (2, 1))[each % 6]
        by = {first: kinds[own], **dict.fromkeys(others, kinds[other])}
        game, turn, speaks = opening.restarted(SeededDice.of(each)), 1, []
        while game.decision is not None and len(game.answers) < MAX_ANSWERS:
            if game.rules.turn(game.state) > turn:
                turn = game.rules.turn(game.state)
                speaks.append(mind.weighted_terms(game.rules, game.state, first))
            let_player_answer(game, by)
        if game.result is not None:
            winner = game.result.winner
            won = 0.5 if winner is None else float(winner == first)
            found += [Noted(number, told, won) for told in speaks]
    return found


def fit(noted: list[Noted], mind: AiProfile) -> tuple[dict[str, float], float, float]:
    """Weights, and how well they foretell beside those there were: mean logs of the chance."""
    names = list(noted[0].speaks)
    places = np.array([each.scenario for each in noted])
    told = np.array([[each.speaks[name] for name in names] for each in noted])
    spread = told.std(axis=0) + 1e-9
    constants = np.eye(places.max() + 1)[places]
    won = np.array([each.won for each in noted])
    before = np.array([mind.weights[name] for name in names])

    def loss(point: np.ndarray) -> float:
        lead = told @ point[: len(names)] + constants @ point[len(names) :]
        missed = np.logaddexp(0, -lead) * won + np.logaddexp(0, lead) * (1 - won)
        moved = (point[: len(names)] - before) * spread
        return float(missed.mean() + HELD * (moved**2).sum())

    start = np.concatenate([before, np.zeros(constants.shape[1])])
    bounds = [(0, None)] * len(names) + [(None, None)] * constants.shape[1]
    found = minimize(loss, start, method="L-BFGS-B", bounds=bounds)
    return dict(zip(names, found.x.tolist(), strict=False)), loss(start), float(found.fun)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("scenarios", nargs="+", type=Path)
    words.add_argument("--games", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    scenarios = [load(path) for path in given.scenarios]
    own_mind = ai_profile(scenarios[0].game)
    every = [
        noted
        for place, scenario in enumerate(scenarios)
        for noted in note(scenario, place, own_mind, given.games, given.seed)
    ]
    weights, was, now = fit(every, own_mind)
    line = ", ".join(f"{name}: {weight:.3f}" for name, weight in weights.items())
    sys.stdout.write(
        f"# {len(every)} positions, loss {was:.3f} before, {now:.3f} now\n{{{line}}}\n"
    )
