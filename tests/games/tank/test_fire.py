"""Direct fire (tank F): worked cases and one example for every rule."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.events import (
    FireDeclared,
    ShotResolved,
    ShotSpoilt,
    UnitHit,
)
from engine.games.tank.fire import AttackLevel, JoinFire, Shot, attack_level
from engine.play.game import InvalidAnswerError
from tests.assertions import require
from tests.games.boards import battle
from tests.games.tank.turns import happened, last

RED_FIRST = 1
SHOT = Shot("r1", "b1")


def across(hexes: int, target: str = "b1") -> str:
    """Red 1 and a target so many hexes away on open, level ground."""
    return "r1 " + ". " * (hexes - 1) + target


def duel(target: str, *dice: object, hexes: int = 18, **more: object) -> ShotResolved:
    """Red 1 fires at Blue 1 in the direct-fire phase; the shot as the log has it."""
    game = battle(across(hexes, target), [RED_FIRST, *dice], **more)
    game.choose(SHOT)
    shot: ShotResolved = last(game, ShotResolved)
    return shot


# --- worked cases --------------------------------------------------------------------------------


def test_worked_case_range_18_level_9_roll_5_in_the_open_annihilates() -> None:
    shot = duel("b1", (1, 4), 3)
    assert (shot.range, shot.level, shot.result) == (18, 9, FireOutcome.ANNIHILATED)


def test_worked_case_armour_die_1_turns_it_into_suppressed() -> None:
    shot = duel("b1", (1, 4), 1)
    assert (shot.softened, shot.result) == ("armour", FireOutcome.SUPPRESSED)


def test_c3_an_annihilated_unit_leaves_the_board() -> None:
    game = battle(across(18), [RED_FIRST, (1, 4), 3])
    game.choose(SHOT)
    assert list(game.state.units) == ["r1"]


@pytest.mark.parametrize("dice", [(1, 4), (2, 3)])
def test_worked_case_woods_suppress_on_1_and_4_and_on_2_and_3(dice: tuple[int, int]) -> None:
    shot = duel("b1:w", dice)
    assert (shot.softened, shot.result) == ("woods", FireOutcome.SUPPRESSED)


def test_worked_case_settlement_does_not_help_against_1_and_4() -> None:
    assert duel("b1:s", (1, 4), 3).result == FireOutcome.ANNIHILATED


def test_worked_case_settlement_suppresses_on_2_and_3() -> None:
    shot = duel("b1:s", (2, 3))
    assert (shot.softened, shot.result) == ("settlement", FireOutcome.SUPPRESSED)


# --- F1, F2: declaring ---------------------------------------------------------------------------


def test_f1_both_are_marked_even_when_the_shot_misses() -> None:
    game = battle(across(18), [RED_FIRST, (1, 6)])
    game.choose(SHOT)
    assert game.state.units["r1"].fired
    assert game.state.units["b1"].fired_upon
    assert last(game, ShotResolved).rolled == FireOutcome.NONE


def test_f2_without_sight_a_declared_shot_ends_and_the_markers_stay() -> None:
    game = battle("r1 . 2 . b1", [RED_FIRST], rules={"declare": "any"})
    game.choose(SHOT)
    assert last(game, ShotSpoilt).reason == "sight"
    assert game.state.units["r1"].fired
    assert game.state.units["b1"].fired_upon


def test_f2_beyond_the_table_likewise() -> None:
    game = battle(across(61), [RED_FIRST], rules={"declare": "any"})
    game.choose(SHOT)
    assert last(game, ShotSpoilt).reason == "range"
    assert game.state.units["r1"].fired


@pytest.mark.parametrize("board", ["r1 . 2 . b1", across(61)])
def test_f2_shots_that_cannot_be_made_are_not_offered_where_sight_is_judged_first(
    board: str,
) -> None:
    game = battle(board, [RED_FIRST, 1])
    assert game.state.phase == "movement"
    with pytest.raises(InvalidAnswerError):
        game.choose(SHOT)


# --- F3: level -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "level"),
    [
        (1, 10),
        (8, 10),
        (9, 9),
        (20, 9),
        (21, 8),
        (28, 8),
        (29, 7),
        (40, 7),
        (41, 6),
        (44, 6),
        (45, 5),
        (52, 5),
        (53, 2),
        (60, 2),
    ],
)
def test_f3_table_a_gives_the_level_by_range(hexes: int, level: int) -> None:
    assert levels(across(hexes)).level == level


@pytest.mark.parametrize(
    ("hexes", "higher", "minus"),
    [(1, 1, 2), (4, 3, 3), (5, 3, 2), (13, 4, 2), (45, 5, 1), (20, 8, 3), (20, 11, 3), (60, 8, 1)],
)
def test_f3_table_b_takes_off_where_the_target_is_higher(
    hexes: int, higher: int, minus: int
) -> None:
    found = levels(across(hexes, f"b1:{higher}"))
    assert found.corrections == (("height", -minus),)


def test_f3_a_lower_target_takes_nothing_off() -> None:
    assert levels("r1:3 . . b1").corrections == ()


def test_f3_a_suppressed_firer_loses_three_levels() -> None:
    assert levels(across(18), marks={"r1": ("suppressed",)}) == AttackLevel(
        18, 9, (("suppressed", -3),), 6
    )


def test_f3_fire_on_the_move_costs_one_level_and_a_short_halt_three() -> None:
    assert levels(across(18), FireManner.ON_THE_MOVE).level == 8
    assert levels(across(18), FireManner.SHORT_HALT).level == 6


def test_f3_the_level_stays_within_0_and_10() -> None:
    assert levels(across(1), boost=2).level == 10
    assert levels(across(60), marks={"r1": ("suppressed",)}).level == 0


def test_f3_at_level_0_nothing_is_rolled_and_nothing_happens() -> None:
    shot = duel("b1", hexes=60, marks={"r1": ("suppressed",)})
    assert (shot.level, shot.dice, shot.result) == (0, (), FireOutcome.NONE)


def levels(
    board: str, manner: FireManner = FireManner.DIRECT, boost: int = 0, **more: Any
) -> AttackLevel:
    state = battle(board, **more).state
    found = attack_level(state, state.units["r1"], state.units["b1"], manner, boost)
    assert found is not None
    return found


# --- F4: table C ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "dice", "rolled"),
    [
        (18, (1, 4), "K"),
        (18, (2, 6), "S"),
        (18, (3, 4), "·"),
        (18, (6, 6), "M"),
        (18, (1, 1), "F"),
        (8, (1, 1), "K"),
        (8, (3, 4), "K"),
        (58, (1, 2), "S"),
        (58, (5, 6), "·"),
    ],
)
def test_f4_the_sum_of_the_dice_is_read_in_the_levels_column(
    hexes: int, dice: tuple[int, int], rolled: str
) -> None:
    assert duel("b1", dice, 6, hexes=hexes).rolled == rolled


def test_f4_the_firefight_table_rolls_no_suppression_and_misses_on_7() -> None:
    firefight = {"results": "firefight"}
    assert duel("b1", (2, 6), hexes=18, rules=firefight).rolled == FireOutcome.NONE
    assert duel("b1", (3, 4), hexes=8, rules=firefight).rolled == FireOutcome.NONE
    assert duel("b1", (2, 6), 6, hexes=8, rules=firefight).rolled == FireOutcome.ANNIHILATED


# --- F5: corrections -----------------------------------------------------------------------------


def test_f5_rolled_suppression_is_corrected_by_nothing() -> None:
    shot = duel("b1:s", (2, 6))
    assert (shot.rolled, shot.softened, shot.armour_die) == (FireOutcome.SUPPRESSED, "", 0)


def test_f5_gun_out_and_immobile_are_softened_like_annihilated() -> None:
    assert duel("b1", (6, 6), 1).result == FireOutcome.SUPPRESSED
    assert duel("b1", (1, 1), 1).result == FireOutcome.SUPPRESSED


@pytest.mark.parametrize(
    ("armour", "saves"), [("none", 0), ("light", 0), ("medium", 1), ("heavy", 2), ("composite", 3)]
)
def test_f5_the_armour_die_saves_by_armour_class(armour: str, saves: int) -> None:
    rules = {"units": {"gun": {"armour": armour}}}
    for die in range(1, 7):
        dice = [(1, 4), die] if saves else [(1, 4)]
        shot = duel("b1", *dice, rules=rules, types={"b1": "gun"})
        assert (shot.result == FireOutcome.SUPPRESSED) == (die <= saves)


# --- F6: effects accumulate ----------------------------------------------------------------------


def test_f6_suppressed_again_adds_nothing() -> None:
    game = battle(across(18), [RED_FIRST, (2, 6)], marks={"b1": ("suppressed",)})
    game.choose(SHOT)
    assert happened(game, UnitHit) == []


@pytest.mark.parametrize("before", ["gun_out", "immobile"])
@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_f6_a_tank_gun_out_or_immobile_that_takes_either_again_is_annihilated(
    before: str, dice: tuple[int, int]
) -> None:
    game = battle(across(18), [RED_FIRST, dice, 6], marks={"b1": (before,)})
    game.choose(SHOT)
    assert "b1" not in game.state.units


def test_f6_an_immobile_unit_may_fire_and_one_gun_out_may_not() -> None:
    immobile = battle(across(18), [RED_FIRST], marks={"r1": ("immobile",)})
    assert SHOT in immobile.options
    gun_out = battle(across(18), [RED_FIRST], marks={"r1": ("gun_out",)})
    assert SHOT not in gun_out.options


# --- F7: concentrated fire -----------------------------------------------------------------------

FOUR = """
r1 .  .  .  b1
 r2 . . b2
r3 .  .  .  .
"""


def test_f7_several_units_join_one_declaration_and_are_resolved_one_by_one() -> None:
    game = battle(FOUR, [RED_FIRST, (3, 5), (6, 6), 5])
    game.choose(SHOT)
    game.choose("r2")
    game.choose(None)
    assert happened(game, FireDeclared)[0].firers == ("r1", "r2")
    assert [shot.firer for shot in happened(game, ShotResolved)] == ["r1", "r2"]
    assert game.state.units["b1"].immobile


def test_f7_after_an_annihilation_the_rest_are_marked_but_not_resolved() -> None:
    game = battle(FOUR, [RED_FIRST, (1, 4), 5])
    game.choose(SHOT)
    game.choose("r2")
    game.choose("r3")
    assert len(happened(game, ShotResolved)) == 1
    assert all(game.state.units[red].fired for red in ("r1", "r2", "r3"))


def test_f7_sight_is_checked_for_each_firer() -> None:
    board = """
    r1 . . b1
     . 3 . .
    r2 . . .
    """
    game = battle(board, [RED_FIRST, (6, 4), 1], rules={"declare": "any"})
    game.choose(SHOT)
    game.choose("r2")
    assert [(spoilt.firer, spoilt.reason) for spoilt in happened(game, ShotSpoilt)] == [
        ("r2", "sight")
    ]


def test_f7_a_target_is_fired_upon_once_a_turn() -> None:
    game = battle(FOUR, [RED_FIRST, (3, 5)])
    game.choose(SHOT)
    game.choose(None)
    assert require(game.decision).side == "blue"
    game.choose(None)
    assert {shot.target for shot in game.options if shot} == {"b2"}


def test_f7_nobody_is_asked_to_join_when_nobody_can() -> None:
    game = battle(across(18), [RED_FIRST])
    game.choose(SHOT)
    assert not isinstance(game.decision, JoinFire)


# --- F8, T2 --------------------------------------------------------------------------------------


def test_f8_a_unit_fires_once_a_turn() -> None:
    game = battle(FOUR, [RED_FIRST, (3, 5)])
    game.choose(SHOT)
    game.choose(None)
    game.choose(None)
    assert "r1" not in {shot.firer for shot in game.options if shot}


@pytest.mark.parametrize(("die", "side"), [(1, "red"), (3, "red"), (2, "blue"), (6, "blue")])
def test_t2_odd_dice_let_red_declare_first(die: int, side: str) -> None:
    assert require(battle(FOUR, [die]).decision).side == side


def test_t2_sides_alternate_until_both_pass() -> None:
    game = battle(FOUR, [RED_FIRST, (3, 4), 1])
    game.choose(SHOT)
    game.choose(None)
    assert require(game.decision).side == "blue"
    game.choose(None)
    assert require(game.decision).side == "red"
    game.choose(None)
    assert game.state.phase == "movement"


def test_t2_a_pass_may_be_made_final() -> None:
    game = battle(FOUR, [RED_FIRST, (3, 5)], rules={"passing": "final"})
    game.choose(None)
    game.choose(Shot("b1", "r1"))
    game.choose(None)
    assert require(game.decision).side == "blue"
