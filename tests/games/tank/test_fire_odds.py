"""The odds of an attack before it is made: equal to every throw played out, and to Table C."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import sqrt

import pytest

from engine.games.tank.artillery import strike
from engine.games.tank.card_events import ShellStruck
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.events import ShotResolved
from engine.games.tank.fire import resolve
from engine.games.tank.presentation.fire_odds import (
    effect_odds,
    expected_shot_odds,
    shell_expectation,
)
from engine.games.tank.state import Impact
from engine.play.decisions import Faces, Procedure, Roll
from engine.play.dice import SeededDice
from tests.cases import check_each
from tests.games.boards import at, battle
from tests.games.tank.turns import TankGame, last

TWO_DICE = Roll(2)
ARMOUR = {"units": {name: {"armour": name} for name in ("none", "heavy", "composite")}}


def played(rule: Procedure[None], dice: Faces, die: int) -> None:
    """Run a rule by itself with these dice."""
    answer: tuple[int, ...] | None = None
    with contextlib.suppress(StopIteration):
        while True:
            request = rule.send(answer)
            assert isinstance(request, Roll)
            answer = dice if request.dice == 2 else (die,)


def enumerated(
    game: TankGame, make: Callable[[], Procedure[None]], kind: type
) -> dict[FireOutcome, Fraction]:
    """Every throw of two dice and the armour die through the rule itself."""
    odds: Counter[FireOutcome] = Counter()
    for a, b, die in itertools.product(range(1, 7), repeat=3):
        start = game.state.copy()
        played(make(), (a, b), die)
        odds[FireOutcome(last(game, kind).result)] += 1
        game.state = start
    return {outcome: Fraction(count, 216) for outcome, count in odds.items()}


@check_each("ground", [".", "w", "s"])
@check_each("armour", ["none", "tank", "heavy", "composite"])
@check_each("manner", [FireManner.DIRECT, FireManner.ON_THE_MOVE, FireManner.SHORT_HALT])
def test_the_odds_of_a_shot_equal_its_enumeration(
    ground: str, armour: str, manner: FireManner
) -> None:
    for hexes in (1, 12, 33, 50, 58):
        board = "r1 " + ". " * (hexes - 1) + f"b1:{ground}"
        game = battle(board, rules=ARMOUR, types={"b1": armour})
        firer, target = game.state.units["r1"], game.state.units["b1"]
        odds = expected_shot_odds(game.state, firer, target, manner)
        rule = partial(resolve, game, "r1", "b1", manner)
        assert odds == enumerated(game, rule, ShotResolved)
        assert sum(odds.values()) == 1


@pytest.mark.parametrize("ground", [".", "w", "s"])
@pytest.mark.parametrize(
    ("battery", "away"), [("155mm", 0), ("122mm", 0), ("155mm", 1), ("122mm", 2)]
)
def test_the_odds_of_a_shell_equal_its_enumeration(ground: str, battery: str, away: int) -> None:
    game = battle(f"b1:{ground} . . . r1")
    unit, impact = game.state.units["b1"], Impact(battery, at(game, away, 0), "red")
    odds = shell_expectation(game.state, unit, impact)
    if ground != "." and away:
        assert odds == {FireOutcome.NONE: 1}
    else:
        assert odds == enumerated(game, lambda: strike(game, "b1", impact), ShellStruck)


def test_effects_count_what_the_target_suffers_from_already() -> None:
    game = battle("r1 " + ". " * 17 + "b1", marks={"b1": ("gun_out", "suppressed")})
    odds = effect_odds(game.state, game.state.units["r1"], game.state.units["b1"])
    assert set(odds) == {FireOutcome.NONE, FireOutcome.ANNIHILATED}


def test_a_shot_that_cannot_be_made_is_a_certain_miss() -> None:
    game = battle("r1 . 5 . b1")
    odds = expected_shot_odds(game.state, game.state.units["r1"], game.state.units["b1"])
    assert odds == {FireOutcome.NONE: 1}


DAMAGE = {1: 1, 2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 16, 8: 20, 9: 25, 10: 31}  # of 36


@pytest.mark.parametrize("level", range(1, 11))
def test_table_c_meets_the_damage_chances_of_the_source(level: int) -> None:
    row = battle("r1 b1").state.book.direct_results[level]
    throws = [row[a + b] for a, b in itertools.product(range(1, 7), repeat=2)]
    assert sum(outcome.is_damage for outcome in throws) == DAMAGE[level]


@pytest.mark.parametrize("level", range(1, 11))
def test_20000_resolved_shots_match_the_exact_odds_of_table_c(level: int) -> None:
    """Pearson's chi-square over the results; 27.9 is passed by chance once in 10^5 at 4 degrees."""
    rules = {"tables": {"A": f"gun 0-60\n85mm {level}"}}
    game = battle("r1 b1", rules=rules)
    row, shots, seed = game.state.book.direct_results[level], 20_000, 1000 + level
    dice, start, counts = SeededDice.of(seed), game.state.copy(), Counter[str]()
    for number in range(shots):
        played(resolve(game, "r1", "b1", FireManner.DIRECT), dice.faces(number, TWO_DICE), 6)
        counts[_shot(game).rolled] += 1
        game.state = start.copy()
        game.events.clear()
    exact = Counter(row[a + b] for a, b in itertools.product(range(1, 7), repeat=2))
    expected = {outcome: shots * count / 36 for outcome, count in exact.items()}
    chi = sum((counts[o] - wanted) ** 2 / wanted for o, wanted in expected.items())
    assert set(counts) <= set(exact), f"seed {seed}"
    assert chi < 27.9, f"seed {seed}: {counts} against {expected}"


def _shot(game: TankGame) -> ShotResolved:
    return next(event for event in game.events if isinstance(event, ShotResolved))


def test_2000_shots_resolved_by_the_rules_come_out_as_expected() -> None:
    seed = 7
    board = "r1 " + ". " * 17 + "b1:w"
    game = battle(board)
    odds = expected_shot_odds(game.state, game.state.units["r1"], game.state.units["b1"])
    rng, counts, shots = random.Random(seed), Counter[FireOutcome](), 2000
    for _ in range(shots):
        start = game.state.copy()
        throw = rng.randint(1, 6), rng.randint(1, 6)
        played(resolve(game, "r1", "b1", FireManner.DIRECT), throw, rng.randint(1, 6))
        counts[FireOutcome(last(game, ShotResolved).result)] += 1
        game.state = start
        game.events.clear()
    for outcome, chance in odds.items():
        sigma = sqrt(shots * chance * (1 - chance))
        assert abs(counts[outcome] - shots * chance) <= 4.5 * sigma, f"seed {seed}: {outcome}"
