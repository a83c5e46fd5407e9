"""Dice: counted from a seed, scripted, entered by hand; impossible faces are refused."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from engine.play.decisions import Roll
from engine.play.dice import InvalidDiceError, ManualDice, ScriptedDice, SeededDice, validate_faces
from engine.play.game import NotReadyError
from tests.assertions import require
from tests.games.boards import battle, scenario


def test_the_same_seed_and_count_roll_the_same() -> None:
    dice = SeededDice.of(5)
    assert dice.faces(17, Roll(2)) == dice.faces(17, Roll(2)) == SeededDice.of(5).faces(17, Roll(2))
    assert len({dice.faces(number, Roll(4)) for number in range(30)}) > 25


@pytest.mark.parametrize("sides", [2, 6, 7, 20])
def test_every_face_comes_up_equally_often(sides: int) -> None:
    rolls = 12_000
    counts = Counter(SeededDice.of(3).faces(number, Roll(1, sides))[0] for number in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    sigma = sqrt(rolls * (1 / sides) * (1 - 1 / sides))
    assert all(abs(count - rolls / sides) < 5 * sigma for count in counts.values()), counts


def test_many_dice_are_independent_of_one_another() -> None:
    rolls = [SeededDice.of(9).faces(number, Roll(12)) for number in range(200)]
    assert all(len(faces) == 12 for faces in rolls)
    assert len({faces[8] for faces in rolls}) == 6


def test_a_fork_rolls_the_same_before_and_other_dice_after() -> None:
    dice = SeededDice.of(1)
    fork = dice.forked(10, 2)
    assert [fork.faces(n, Roll(3)) for n in range(10)] == [
        dice.faces(n, Roll(3)) for n in range(10)
    ]
    assert [fork.faces(n, Roll(3)) for n in range(10, 20)] != [
        dice.faces(n, Roll(3)) for n in range(10, 20)
    ]
    assert fork.forked(5, 3).seeds == ((0, 1), (5, 3))


@pytest.mark.parametrize("faces", [(0, 1), (7, 1), (1,), (1, 2, 3), (1.0, 2), (True, 2), ()])
def test_faces_that_cannot_lie_on_the_table_are_refused(faces: tuple[object, ...]) -> None:
    with pytest.raises(InvalidDiceError, match="1 … 6"):
        validate_faces(faces, Roll(2))  # type: ignore[arg-type] # wrong on purpose


def test_dice_are_entered_by_hand_and_wrong_ones_change_nothing() -> None:
    game = battle("r1 . b1")
    assert game.awaited == Roll(1, 6, "initiative")
    with pytest.raises(InvalidDiceError):
        game.enter([9])
    assert game.awaited is not None
    game.enter([1])
    assert require(game.decision).side == "red"
    with pytest.raises(NotReadyError):
        game.enter([1])


def test_a_scripted_roll_taken_back_is_rolled_again() -> None:
    game = battle("r1 " + ". " * 17 + "b1", [1, (1, 6)])
    game.choose(game.options[0])
    told = list(game.events)
    game.rewind(1)
    assert len(game.events) < len(told)
    game.choose(game.options[0])
    assert game.events == told


def test_a_game_with_dice_by_hand_forks_into_one_with_a_seed() -> None:
    from engine.games import new_game

    game = new_game(scenario("r1 . b1"), ManualDice())
    assert game.awaited is not None
    twin = game.fork(4)
    assert twin.awaited is None
    assert twin.answers != []


def test_a_script_counts_what_is_left() -> None:
    assert ScriptedDice.of(1, (2, 3)).left == 2
