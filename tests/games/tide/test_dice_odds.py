"""The chances of dice pools, exactly, beside a plain enumeration of all dice (E4, EX1, EX3)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.games.tide import dice_odds
from engine.games.tide.dice_odds import DiceSet
from tests.cases import check_each

FACES = range(1, 7)


def counted(dice: int, least: int) -> list[int]:
    """The successes of every way so many dice may fall."""
    return [sum(face >= least for face in way) for way in product(FACES, repeat=dice)]


def chances(outcomes: Counter[int]) -> dict[int, Fraction]:
    """Ways as chances."""
    whole = sum(outcomes.values())
    return {count: Fraction(ways, whole) for count, ways in sorted(outcomes.items())}


def test_ex1_a_squad_of_six_at_normal_range_against_cover_2() -> None:
    """Chance of no hit 592/2187 = 27.1 %, of 4+ (routed) 5.3 %, mean 1.42."""
    hits = dice_odds.net_hit_odds(DiceSet(6, 5), DiceSet(2, 5))
    assert hits[0] == Fraction(592, 2187)
    assert round(float(hits[0]), 3) == 0.271
    assert round(float(dice_odds.chance_of_at_least(hits, 4)), 3) == 0.053
    assert round(float(dice_odds.expected_hits(hits)), 2) == 1.42


def test_ex1_four_dice_without_cover() -> None:
    """Normal attack, no cover: 4 dice: 16/81 no hit."""
    assert dice_odds.net_hit_odds(DiceSet(4, 5), DiceSet(0, 5))[0] == Fraction(16, 81)


def test_ex3_eight_at_close_range_against_cover_3() -> None:
    """FP 8 close, cover 3: mean 3.02, no hit 6.2 %."""
    hits = dice_odds.net_hit_odds(DiceSet(8, 4), DiceSet(3, 5))
    assert round(float(dice_odds.expected_hits(hits)), 2) == 3.02
    assert round(float(hits[0]), 3) == 0.062
    assert hits[0] == Fraction(431, 6912)


@check_each("least", range(2, 8))
@check_each("dice", range(6))
def test_rs4_successes_equal_an_enumeration_of_the_dice(dice: int, least: int) -> None:
    """Black succeeds on 4-6 close, 5-6 normal, 6 long; red on 5-6 always."""
    assert dice_odds.success_odds(DiceSet(dice, least)) == chances(Counter(counted(dice, least)))


@check_each(("black", "red"), list(product(range(5), range(4))))
@check_each("least", [4, 5, 6])
def test_rs5_net_hits_equal_an_enumeration_of_the_dice(black: int, red: int, least: int) -> None:
    """Hits = black - red successes, never below 0."""
    ways = product(counted(black, least), counted(red, 5))
    plain = chances(Counter(max(0, struck - saved) for struck, saved in ways))
    assert dice_odds.net_hit_odds(DiceSet(black, least), DiceSet(red, 5)) == plain


@pytest.mark.parametrize("red", range(5))
def test_u8_one_red_die_of_thick_armour_is_sure(red: int) -> None:
    """One of its red dice, if any, is a success whatever it shows."""
    ways = Counter(
        min(red, 1) + sum(face >= 5 for face in way[1:]) for way in product(FACES, repeat=red)
    )
    assert dice_odds.success_odds(DiceSet(red, 5, sure=1)) == chances(ways)


def test_ex19_a_tiger_saves_once_before_it_rolls_the_other_five() -> None:
    """Tiger (armour 6): one red die is a success before rolling the other five."""
    saved = dice_odds.success_odds(DiceSet(6, 5, sure=1))
    assert min(saved) == 1
    assert saved == {
        1 + count: part for count, part in dice_odds.success_odds(DiceSet(5, 5)).items()
    }


@pytest.mark.parametrize(("dice", "again"), [(1, 1), (2, 1), (2, 2), (3, 2)])
def test_d7_reroll_rolls_dice_that_failed_once_more(dice: int, again: int) -> None:
    """Once in one attack of this turn: so many dice that failed are rolled again."""
    ways: Counter[int] = Counter()
    for way in product(FACES, repeat=dice + again):
        first, more = way[:dice], way[dice:]
        hits = sum(face >= 5 for face in first)
        hits += sum(face >= 5 for face in more[: dice - hits])
        ways[hits] += 1
    assert dice_odds.success_odds(DiceSet(dice, 5, again=again)) == chances(ways)


@pytest.mark.parametrize(
    ("attack", "cover", "defence"), [(3, 1, 2), (2, 0, 2), (4, 2, 0), (0, 1, 2)]
)
@pytest.mark.parametrize("lives", [1, 2, 9, None])
def test_as13_an_assault_is_won_by_more_hits(
    attack: int, cover: int, defence: int, lives: int | None
) -> None:
    """Attacker's hits > defender's: success. Equal: failure. All defenders dead is success where
    the scenario says so (AS16)."""
    ways = [
        (max(0, struck - saved), back)
        for struck, saved, back in product(
            counted(attack, 4), counted(cover, 5), counted(defence, 4)
        )
    ]
    won = sum(hits > back or (lives is not None and hits >= lives) for hits, back in ways)
    found = dice_odds.assault_odds(
        DiceSet(attack, 4), DiceSet(cover, 5), DiceSet(defence, 4), lives
    )
    assert found.won == Fraction(won, len(ways))
    assert found.attacker == chances(Counter(hits for hits, _ in ways))
    assert found.defender == chances(Counter(back for _, back in ways))


@pytest.mark.parametrize("black", [0, 1, 7, 20])
@pytest.mark.parametrize("red", [0, 1, 8])
def test_e4_chances_sum_to_one(black: int, red: int) -> None:
    """Distribution of net hits (two binomials), then of the state."""
    hits = dice_odds.net_hit_odds(DiceSet(black, 5), DiceSet(red, 5, sure=1))
    assert sum(hits.values()) == 1
    states = dice_odds.outcome_odds(hits, lambda count: min(count, 4))
    assert sum(states.values()) == 1
    assert states[0] == hits[0]
    assert states.get(4, 0) == dice_odds.chance_of_at_least(hits, 4)
