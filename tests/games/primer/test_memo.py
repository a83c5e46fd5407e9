"""The memo (primer P9): at most one order a unit, written in secret, taken back or handed in."""

from __future__ import annotations

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import OrderBegun, OrderWritten, SideTurnBegan
from engine.games.primer.memo import GiveOrder, MemoEntry, Step
from engine.play.game import InvalidAnswerError
from tests.assertions import require
from tests.conformance.cases import CASES, Case
from tests.games.primer.boards import (
    at,
    attack,
    battle,
    hand_in,
    happened,
    labels,
    last,
    may,
    move,
    skip,
    where,
    writes,
)

BOARD = "bi1+bi2 ri1 bi3 . .\n. . . . .\n. . . . ri2"


def test_p9_the_attacker_writes_first() -> None:
    assert writes(battle(BOARD)) == "blue"


def test_p9_a_unit_is_given_one_order_a_turn_move_or_attack() -> None:
    game = attack(battle(BOARD), "bi1", "B1")
    assert not [option for option in game.options if option.unit == "bi1"]
    assert may(game, "attack", "bi2", "B1")


def test_p9_nothing_happens_before_the_memo_is_handed_in() -> None:
    game = move(battle(BOARD), "bi3", "D1")
    assert where(game, "bi3") == "C1"
    assert where(hand_in(game), "bi3") == "D1"


def test_p9_an_order_is_its_side_s_secret() -> None:
    game = move(battle(BOARD), "bi3", "D1")
    assert last(game, OrderWritten).seers() == ("blue",)


def test_p9_an_order_can_be_taken_back_and_another_given() -> None:
    game = attack(battle(BOARD), "bi1", "B1")
    game.choose(MemoEntry("take-back", number=1))
    assert game.state.memo == ()
    assert may(game, "move", "bi1")


def test_p9_orders_keep_their_numbers() -> None:
    game = attack(move(battle(BOARD), "bi3", "D1"), "bi1", "B1")
    game.choose(MemoEntry("take-back", number=1))
    move(game, "bi2", "A2")
    assert [order.number for order in game.state.memo] == [2, 3]


def test_p9_all_units_of_a_hex_can_be_ordered_together() -> None:
    game = attack(battle(BOARD), "bi1", "B1", together=True)
    assert game.state.memo[0].units == ("bi1", "bi2")


def test_p9_together_are_those_that_have_no_order_yet() -> None:
    game = battle("bi1+bi2+bi3 ri1 .\n. . .")
    move(game, "bi2", "A2")
    attack(game, "bi1", "B1", together=True)
    assert game.state.memo[1].units == ("bi1", "bi3")


def test_p9_a_unit_alone_is_not_ordered_together_with_itself() -> None:
    assert not may(battle(BOARD), "move-together", "bi3")


def test_p9_a_move_with_no_path_is_not_written() -> None:
    game = move(battle(BOARD), "bi3")
    assert game.state.memo == ()


def test_p9_nor_is_one_that_comes_back_to_where_it_began() -> None:
    game = move(battle(BOARD), "bi3", "D1", "C1")
    assert game.state.memo == ()


def test_p9_a_side_orders_what_it_believes() -> None:
    game = battle("bi1 . ri1:w .\n. . . .")
    game.choose(MemoEntry("move", "bi1"))
    game.choose(at(game, "B1"))
    assert isinstance(game.decision, Step)
    assert "C1" in labels(game, game.options), "nobody knows who is in the woods"


def test_p9_what_a_side_may_order_does_not_tell_where_unseen_enemies_are() -> None:
    hidden = battle("bi1 . w .\n. . ri1:w .\n. . . .")
    empty = battle("bi1 . w .\n. . w ri1\n. . . .")
    assert list(hidden.options) == list(empty.options)


def test_p9_a_side_without_units_hands_in_by_itself() -> None:
    game = skip(battle("bi1 . .", cities={"C1": "red"}))
    assert (require(game.decision).side, game.state.turn) == ("blue", 2)


def test_p6_p9_a_way_freed_by_an_order_that_is_taken_back_is_closed_again() -> None:
    game = battle("bi1 bi2 . . .\n. . . . .", rules={"execution": "written"})
    move(game, "bi2", "C1")
    move(game, "bi1", "B1", "B2")
    game.choose(MemoEntry("take-back", number=1))
    hand_in(game)
    assert (where(game, "bi1"), where(game, "bi2")) == ("A1", "B1")


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.rules is PRIMER], ids=lambda case: case.id
)
def test_p9_in_no_game_is_a_unit_ordered_twice_in_a_turn(case: Case) -> None:
    ordered: list[str] = []
    for event in (event for seed in range(4) for event in case.played("random", seed).events):
        if isinstance(event, SideTurnBegan):
            ordered = []
        elif isinstance(event, OrderBegun):
            assert not set(event.units) & set(ordered)
            ordered += event.units


def test_p9_handing_in_is_offered_first() -> None:
    game = battle(BOARD)
    assert isinstance(game.decision, GiveOrder)
    assert game.options[0] == MemoEntry("hand-in")


@pytest.mark.parametrize(
    "order",
    [
        MemoEntry("attack", "ri1"),
        MemoEntry("move", "ri1"),
        MemoEntry("attack", "bi3"),
        MemoEntry("missile", "bi1"),
        MemoEntry("take-back", number=1),
        MemoEntry("dance"),
    ],
)
def test_what_a_side_may_not_order_is_refused(order: MemoEntry) -> None:
    game = battle(BOARD)
    with pytest.raises(InvalidAnswerError):
        game.choose(order)
    assert happened(game, OrderWritten) == []


def test_options_are_the_same_in_a_side_s_own_view() -> None:
    game = move(battle(BOARD), "bi3", "D1")
    assert isinstance(game.decision, GiveOrder)
    view = PRIMER.view(game.state, "blue")
    assert game.decision.options(view) == game.options
