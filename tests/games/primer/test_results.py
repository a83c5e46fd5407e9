"""The result table (primer P15), word for word as the handbook prints it."""

from __future__ import annotations

from itertools import product

import pytest

from engine.games.primer.data.rulebook import FightOutcome, load_rulebook
from engine.games.scenario_rules import InvalidRules
from tests.cases import check_each

# Rows: the sum of two dice 1 … 12; columns: the difference 0 … 10 and 10+.
# 正方: the stronger side, 负方: the weaker; 全灭: wiped out, 撤退N格: retreats N hexes.
PRINTED = """
正方全灭 正方撤退5格 正方撤退4格 正方撤退3格 正方撤退2格 正方撤退1格 负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭
正方撤退5格 正方撤退4格 正方撤退3格 正方撤退2格 正方撤退1格 负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭
正方撤退4格 正方撤退3格 正方撤退2格 正方撤退1格 负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭
正方撤退3格 正方撤退2格 正方撤退1格 负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭
正方撤退2格 正方撤退1格 负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
正方撤退1格 负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
负方撤退1格 负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
负方撤退2格 负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
负方撤退3格 负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
负方撤退4格 负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
负方撤退5格 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭 负方全灭
"""  # noqa: E501  # as wide as the handbook prints it
CELLS = list(product(range(1, 13), range(12)))


def compute(difference: int, roll: int) -> FightOutcome:
    """The function that the printed table is: S = R + D (P15)."""
    if difference > 10 or difference + roll >= 12:
        return FightOutcome(is_stronger_beaten=False, hexes=0)
    sum_ = difference + roll
    if sum_ == 1:
        return FightOutcome(is_stronger_beaten=True, hexes=0)
    return FightOutcome(sum_ <= 6, 7 - sum_ if sum_ <= 6 else sum_ - 6)


def printed(roll: int, difference: int) -> str:
    return [line.split() for line in PRINTED.strip().splitlines()][roll - 1][difference]


def said(outcome: FightOutcome) -> str:
    who = "正方" if outcome.is_stronger_beaten else "负方"
    return who + ("全灭" if outcome.is_wiped_out else f"撤退{outcome.hexes}格")


def test_p15_the_handbook_prints_12_rows_of_12_cells() -> None:
    assert [len(line.split()) for line in PRINTED.strip().splitlines()] == [12] * 12


@check_each(("roll", "difference"), CELLS)
def test_p15_every_cell_is_as_printed(roll: int, difference: int) -> None:
    assert said(load_rulebook().outcome(difference, roll)) == printed(roll, difference)


@check_each(("roll", "difference"), CELLS)
def test_p15_every_cell_is_the_function(roll: int, difference: int) -> None:
    assert said(compute(difference, roll)) == printed(roll, difference)


@pytest.mark.parametrize("difference", [11, 12, 30, 45])
def test_p15_beyond_10_the_weaker_is_wiped_out_whatever_the_roll(difference: int) -> None:
    assert {said(load_rulebook().outcome(difference, roll)) for roll in range(2, 13)} == {
        "负方全灭"
    }


def test_p15_10_attacks_5_and_a_7_wipes_it_out() -> None:
    assert said(load_rulebook().outcome(10 - 5, 7)) == "负方全灭"


# --- another table -------------------------------------------------------------------------------


def test_a_scenario_may_print_a_table_of_its_own() -> None:
    table = "2d6 0 1+\n2-6 p1 n1\n7-12 n2 nX"
    changed = load_rulebook({"tables": {"results": table}})
    assert said(changed.outcome(0, 6)) == "正方撤退1格"
    assert said(changed.outcome(40, 12)) == "负方全灭"


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("2d6 0 1-9\n2-12 p1 n1", "row 2, column 10"),
        ("2d6 0 1+\n2-11 p1 n1", "row 12, column 0"),
        ("2d6 0 1+\n2-12 p1 x1", "'x1' in row 2, column 1"),
        ("2d6 0 1+\n2-12 p1 n0", "'n0'"),
        ("2d6 0 1-20\n2-12 p1 n1", "column 1000000"),
        ("2d6", "at least one row"),
    ],
)
def test_a_table_with_gaps_or_other_words_is_refused(table: str, why: str) -> None:
    with pytest.raises(InvalidRules, match=r"rules\.tables\.results") as error:
        load_rulebook({"tables": {"results": table}})
    assert why in str(error.value)
