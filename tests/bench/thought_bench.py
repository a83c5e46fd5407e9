"""How long a player waits for a thought of `elite`, alone and with an aide for each of two cores.

By the clock, as a player waits; what the processor took for it stands beside. The dearest of some
thoughts spread over a game, in a sample of each game. There is no limit: a player chooses a level.

python -m tests.bench thought
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.ai.player_registry import LEVELS
from engine.ai.rollout_workers import NOBODY, RolloutPool
from engine.ai.successive_halving import RankedOrder, rank_orders
from engine.ai.temperaments import ai_profile
from engine.games import new_game
from engine.play.players import Question, find_player, let_player_answer
from tests.bench.rows import Row, wait_row
from tests.bench.sizes import sized
from tests.bench.squads import sample

SAMPLES = sized(
    {
        "tank": "harsdorf",
        "primer": "three-cities",
        "valor": "orchard-farm",
        "tide": "canal-bridge",
        "littlewars": "two-farms",
    },
    {"primer": "three-cities"},
)
CORES, SEED, APART = 2, 7, 12
THOUGHTS, ELITE = sized((6, LEVELS["elite"]), (1, LEVELS["elite"].shared(0.05)))


def rows() -> Iterator[Row]:
    """Yield the dearest thought of each game."""
    aides = RolloutPool(CORES)
    aides.start_missing()
    while aides.count_idle < CORES:
        time.sleep(0.02)
    for game, name in SAMPLES.items():
        yield _row(game, name, aides)
    aides.shut_down()


def _row(game: str, name: str, aides: RolloutPool) -> Row:
    """The dearest thought alone, and with aides, where both have thought of the game before."""
    questions = list(_questions(game, name))
    _think(questions[0], NOBODY)
    dearest = max(questions, key=lambda question: _think(question, NOBODY)[2])
    _think(dearest, aides)
    found, alone, worked = _think(dearest, NOBODY)
    again, helped, _ = _think(dearest, aides)
    assert again == found
    is_shared = ai_profile(game).thinking.allows_parallel_search
    by_aides = f"with {CORES} aides {helped:.2f} s, {alone / helped:.2f} times as fast"
    beside = f"{worked:.2f} s of one core; {by_aides if is_shared else 'alone there too'}"
    return wait_row(f"{game}: dearest of {THOUGHTS} thoughts", alone, beside=beside)


def _questions(game: str, name: str) -> Iterator[Question]:
    """Questions worth a thought, in a game between greedy players."""
    on, left = new_game(sample(game, name), SEED), THOUGHTS
    by = {side: find_player("greedy", SEED) for side in on.rules.sides(on.state)}
    while on.decision is not None and left:
        is_choice = on.decision.side in by and len(on.options) > 1
        if is_choice and on.rules.turn(on.state) > 0 and len(on.answers) % APART == 0:
            left -= 1
            apart = on.fork(SEED)
            assert apart.decision is not None
            yield Question(apart, apart.decision)
        let_player_answer(on, by)


def _think(question: Question, aides: RolloutPool) -> tuple[list[RankedOrder], float, float]:
    """What is thought of a question; seconds by the clock, and of the processor in this process."""
    mind = ai_profile(question.rules.id)
    budget = ELITE.shared(mind.weights["playouts"])
    began, worked = time.perf_counter(), time.process_time()
    found = rank_orders(question, mind, budget, SEED, aides=aides)
    return found, time.perf_counter() - began, time.process_time() - worked
