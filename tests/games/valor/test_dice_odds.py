"""The printed tables and the exact odds of attacks, hits and assaults (V14 to V16)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.games.valor import dice_odds
from engine.games.valor.data import rule_tables as printed
from engine.games.valor.data.rule_tables import (
    AntiTankWeaponKind,
    PenetrationResult,
    penetration_result,
)
from engine.games.valor.data.rulebook import load_rulebook
from tests.cases import check_each

CHARTS = load_rulebook().charts
THROWS = [first + second for first, second in product(range(1, 7), repeat=2)]

# A second transcription, from the closed forms of the fact sheet, apart from the data.
AP_TOP = {1: 5, 4: 5, 5: 6, 10: 6, 11: 7, 18: 7, 19: 8, 28: 8, 29: 9, 40: 9, 41: 10, 77: 10}
HITS = {
    AntiTankWeaponKind.GUN: {0: 10, 1: 10, 10: 10, 11: 8, 19: 8, 20: 6, 35: 6},
    AntiTankWeaponKind.INFANTRY: {1: 8, 4: 8},
    AntiTankWeaponKind.MISSION: {0: 8},
    AntiTankWeaponKind.MORTAR: {0: 6},
}
ARMOUR = {
    "A": (7, 5, 3, 0, 0, 0), "B": (9, 7, 5, 3, 0, 0), "C": (11, 9, 7, 5, 3, 0),
    "D": ("E", 11, 9, 7, 5, 3), "E": ("E", "E", 11, 9, 7, 5), "F": ("E", "E", "E", 11, 9, 7),
}  # fmt: skip
KILL = {"1-4": 3, "1-3": 4, "1-2": 5, "1-1": 6, "2-1": 8, "3-1": 9, "4-1": 10}
MODIFIERS = range(-5, 9)
CELLS = [(atfp, armour) for atfp in ARMOUR for armour in "ABCDEF"]


def ap(top: int, rolled: int) -> int:
    """Casualty points by the closed form of the table."""
    return 0 if rolled >= 12 else max(0, top - (max(rolled, 2) - 2))


@check_each(("apfp", "rolled"), list(product(AP_TOP, range(-3, 19))))
def test_v14_4_every_cell_of_the_ap_table(apfp: int, rolled: int) -> None:
    """CP = max(0, top - (roll - 2)), 12+ nothing; below 2 counts as 2."""
    assert CHARTS.casualty_points(apfp, rolled) == ap(AP_TOP[apfp], rolled)


@check_each(("apfp", "modifier"), list(product(AP_TOP, MODIFIERS)))
def test_v14_4_ap_chances_equal_an_enumeration_of_the_dice(apfp: int, modifier: int) -> None:
    """The AP distributions equal a plain enumeration of dice for every row and modifier."""
    counted = Counter(ap(AP_TOP[apfp], throw + modifier) for throw in THROWS)
    wanted = {points: Fraction(count, 36) for points, count in counted.items()}
    assert dice_odds.casualty_point_odds(CHARTS, apfp, modifier) == wanted


@pytest.mark.parametrize(
    ("apfp", "modifier", "in_36"),
    [(11, 2, (21, 5, 4, 3, 2, 1)), (18, 2, (21, 5, 4, 3, 2, 1)), (5, 0, (15, 6, 5, 4, 3, 2, 1))],
)
def test_v26_11_chances_of_two_rows(apfp: int, modifier: int, in_36: tuple[int, ...]) -> None:
    """Row 11-18 at +2: 21 5 4 3 2 1. Row 5-10 at 0: 15 6 5 4 3 2 1."""
    found = dice_odds.casualty_point_odds(CHARTS, apfp, modifier)
    assert [found[points] * 36 for points in sorted(found)] == list(in_36)


def test_v26_11_a_lane_with_three_markers() -> None:
    """Lane with three markers (-2): roll 4 gives 2 gives 5 CP."""
    assert CHARTS.casualty_points(CHARTS.area_firepower("fire-lane")[0], 4 - 2) == 5


@check_each(
    ("weapon", "range_", "number"),
    [(weapon, range_, number) for weapon, row in HITS.items() for range_, number in row.items()],
)
def test_v16_2_every_hit_number(weapon: AntiTankWeaponKind, range_: int, number: int) -> None:
    """Gun to 10 hexes 10, 11-19 8, 20+ 6; infantry weapon in its range 8; mission 8, mortar 6."""
    assert CHARTS.hit_number(weapon, range_) == number


@check_each(("atfp", "armour"), CELLS)
def test_v16_3_every_cell_of_armour_elimination(atfp: str, armour: str) -> None:
    """Below the number eliminated, equal immobilised, above nothing; E without a roll, · never."""
    number = ARMOUR[atfp]["ABCDEF".index(armour)]
    assert CHARTS.elimination_number(atfp, armour) == ("·" if number == 0 else str(number))


def killed(atfp: str, armour: str, rolled: int) -> PenetrationResult:
    """What a hit does, by the second transcription."""
    number = ARMOUR[atfp]["ABCDEF".index(armour)]
    if isinstance(number, str):
        return PenetrationResult.ELIMINATED
    if number == 0 or rolled > int(str(number)):
        return PenetrationResult.NOTHING
    return PenetrationResult.IMMOBILISED if rolled == number else PenetrationResult.ELIMINATED


@check_each(("atfp", "armour"), CELLS)
@check_each("modifier", [0, -1])
def test_v16_3_penetration_chances_equal_an_enumeration(
    atfp: str, armour: str, modifier: int
) -> None:
    """The AT distributions equal a plain enumeration of dice for every row and modifier."""
    counted = Counter[PenetrationResult]()
    for throw, die in product(THROWS, range(1, 7)):
        kill = killed(atfp, armour, throw + modifier)
        counted[
            PenetrationResult.ELIMINATED
            if kill is PenetrationResult.IMMOBILISED and die <= 2
            else kill
        ] += 1
    found = dice_odds.penetration_odds(CHARTS, atfp, armour, modifier)
    assert found == tuple(
        Fraction(counted[kill], 216)
        for kill in (PenetrationResult.ELIMINATED, PenetrationResult.IMMOBILISED)
    )
    number = CHARTS.elimination_number(atfp, armour)
    assert all(
        penetration_result(number, throw) is killed(atfp, armour, throw) for throw in range(1, 13)
    )


@check_each(("number", "modifier"), list(product((10, 8, 6), MODIFIERS)))
@check_each("immobile", [False, True])
def test_v16_an_attack_on_armour_equals_an_enumeration(
    number: int, modifier: int, immobile: bool
) -> None:
    """Hit, elimination and abandonment together, for a target that moves or is immobile."""
    counted = Counter[str]()
    for hit, pierced, die in product(THROWS, THROWS, range(1, 7)):
        kill = killed("C", "C", pierced) if hit + modifier <= number else PenetrationResult.NOTHING
        crippled = immobile or kill is PenetrationResult.IMMOBILISED
        if kill is PenetrationResult.ELIMINATED or (crippled and die <= 2):
            counted["gone"] += 1
        elif crippled:
            counted["stuck"] += 1
    kills = dice_odds.penetration_odds(CHARTS, "C", "C")
    found = dice_odds.anti_tank_odds(
        dice_odds.chance_of_at_most(number - modifier), kills, immobile
    )
    throws = 36 * 36 * 6
    assert found[1:] == (Fraction(counted["gone"], throws), Fraction(counted["stuck"], throws))


@check_each(("atfp", "rear"), CELLS)
def test_v18_7_missions_eliminate_up_to_the_number_and_never_immobilise(
    atfp: str, rear: str
) -> None:
    """Second roll <= elimination number against rear armour eliminates (no immobilising)."""
    number = ARMOUR[atfp]["ABCDEF".index(rear)]
    most = 12 if number == "E" else int(str(number))
    lost = sum(hit + 2 <= 8 and kill <= most for hit, kill in product(THROWS, THROWS))
    assert dice_odds.mission_elimination_chance(CHARTS, 8, 2, atfp, rear) == Fraction(lost, 36 * 36)


@check_each(("name", "number"), list(KILL.items()))
def test_v15_5_every_kill_number(name: str, number: int) -> None:
    """1-4 3, 1-3 4, 1-2 5, 1-1 6, 2-1 8, 3-1 9, 4-1 10."""
    assert CHARTS.kill_number(name) == number


@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [
        (14, 6, "2-1"), (6, 14, "1-2"), (13, 11, "1-1"), (11, 13, "1-1"), (40, 2, "4-1"),
        (2, 40, "1-4"), (12, 3, "4-1"), (11, 3, "3-1"), (3, 11, "1-3"),
        (5, 0, "4-1"), (0, 5, "1-4"),
    ],
)  # fmt: skip
def test_v15_5_odds_drop_fractions(attack: int, defence: int, wanted: str) -> None:
    """Larger / smaller rounded down, n-1 or 1-n; limits 4-1 and 1-4."""
    assert printed.assault_odds_column(attack, defence) == wanted


@check_each(("kill", "modifier"), list(product(range(1, 11), range(-4, 1))))
def test_v15_7_assault_chances_equal_an_enumeration(kill: int, modifier: int) -> None:
    """Success: the sum alone; failure: what the modified roll is over the Kill number as well."""
    own, enemy = 4, 2
    losses = Counter(own + max(0, throw + modifier - kill) for throw in THROWS)
    found = dice_odds.assault_odds(kill, modifier, own, enemy)
    won = Fraction(sum(throw + modifier <= kill for throw in THROWS), 36)
    assert found.won == won
    assert found.attacker == {points: Fraction(count, 36) for points, count in losses.items()}
    assert found.defender == {0: won, enemy: 1 - won}
