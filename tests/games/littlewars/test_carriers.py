"""Trains and boats as numbers (L21.5, K2.4, K8.3)."""

from __future__ import annotations

import pytest

from engine.games.littlewars.carriers import (
    BOARD_MOVES,
    BREAK_MOVES,
    BREAKERS,
    LAND_MOVES,
    MEND_MOVES,
    MENDERS,
    boarded,
    has_room,
    train_move,
    trucks_for,
)  # fmt: skip
from engine.tabletop.point import FOOT


@pytest.mark.parametrize(
    ("loads", "trucks"),
    [
        (["foot"] * 12, 1), (["foot"] * 13, 2), (["horse"] * 5, 1), (["horse"] * 6, 2),
        (["gun"], 2), (["gun", "foot"], 3), ([], 0),
    ],
)  # fmt: skip
def test_l21_5_a_truck_takes_12_foot_5_horse_or_half_a_gun(loads: list[str], trucks: int) -> None:
    """Railway: truck 12 foot, 5 horse or half a gun."""
    assert trucks_for(loads) == trucks
    assert has_room(trucks, loads)
    assert trucks == 0 or not has_room(trucks - 1, loads)


@pytest.mark.parametrize(("trucks", "feet"), [(1, 10), (8, 10), (9, 9), (12, 6), (18, 0), (30, 0)])
def test_l21_5_an_engine_pulls_8_and_each_further_truck_slows_it(trucks: int, feet: int) -> None:
    """Engine pulls 8 (each further truck −10 % speed)."""
    assert train_move(10 * FOOT, trucks) == feet * FOOT


def test_k2_4_twenty_men_embark_in_two_moves_and_land_in_one() -> None:
    """Boats: 20 men embark in two moves, land in one."""
    assert [boarded(50, moves) for moves in range(7)] == [0, 0, 20, 20, 40, 40, 50]
    assert [boarded(50, moves, LAND_MOVES) for moves in range(4)] == [0, 20, 40, 50]
    assert BOARD_MOVES == 2


def test_l21_5_rails_are_broken_by_four_and_mended_by_eight() -> None:
    """4 men break rails in 2 moves, 8 mend in 3."""
    assert (BREAKERS, BREAK_MOVES, MENDERS, MEND_MOVES) == (4, 2, 8, 3)
