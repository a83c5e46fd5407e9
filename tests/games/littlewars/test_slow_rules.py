"""The referee's reading of the numbers, held against the worked examples and the engine's."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games.littlewars.kriegspiel import charge_losses
from engine.games.littlewars.kriegspiel.rulebook import load_charts
from engine.games.littlewars.kriegspiel.supply import rations_for_men
from engine.tabletop.shapes import INCH
from tests.cases import check_each
from tests.games.littlewars import slow_rules as slow
from tests.games.littlewars.slow_rules import Outcome

PRINTED = load_charts()


def test_ex1_to_ex5_melees() -> None:
    """11 v 9 isolated: 7 dead each, 2 prisoners, 4 stand. 19 v 13 isolated: 7 and 7 dead, 6
    prisoners; 14 v 12 (isolated): 10 and 10 dead, 2 prisoners. 10 v 4 isolated: no dead, 4
    prisoners. 11 v 9 supported: 9 and 9 dead, 2 stand. 7 v 7: all dead."""
    assert slow.melee(11, 9, True) == Outcome(7, 7, 2)
    assert slow.melee(19, 13, True) == Outcome(7, 7, 6)
    assert slow.melee(14, 12, True) == Outcome(10, 10, 2)
    assert slow.melee(10, 4, True) == Outcome(0, 0, 4)
    assert slow.melee(11, 9, False) == Outcome(9, 9, 0)
    assert slow.melee(7, 7, True) == slow.melee(7, 7, False) == Outcome(7, 7, 0)


def test_ex6_clock_and_ex7_points() -> None:
    """110 men, 3 guns: 7 minutes; 46 and 2: 4; 44 and 2: 3. 2 guns, 12 horse, 23 foot, 6 prisoners,
    win: 100 + 20 + 18 + 23 + 3 = 164."""
    assert [slow.minutes(*each) for each in ((110, 3), (46, 2), (44, 2))] == [7, 4, 3]
    assert slow.points(23, 12, 2, 6, slow.WIN) == Fraction(164)


@check_each("order", ["extended", "close"])
@check_each("units", [0, 191, 192, 384, 385, 576])
@check_each("riders", [8, 20, 47])
def test_charges_cost_what_a_second_transcription_says(order: str, units: int, riders: int) -> None:
    for foot in range(1, 80, 3):
        lost = charge_losses.foot_charge_losses(PRINTED, order, riders, foot, units)
        assert tuple(lost) == slow.charge(order, riders, foot, units)
        caught = charge_losses.losses_of_caught_foot(PRINTED, "column", riders, foot, units)
        assert tuple(caught) == slow.charge("column", riders, foot, units)


@pytest.mark.parametrize("arm", slow.RATES)
def test_rates_are_those_of_a_second_transcription(arm: str) -> None:
    ways = tuple(PRINTED.rate(arm, way) // INCH for way in ("off", "road", "column"))
    assert ways == slow.RATES[arm]


def test_rations_are_those_of_a_second_reading() -> None:
    assert all(
        rations_for_men(men, each) == slow.rations(men, each)
        for men in range(400)
        for each in (6, 30)
    )
