"""Fights (primer P11–P17): joint attacks, unseen attackers, encounters, and the beaten."""

from __future__ import annotations

import pytest

from engine.games.primer.events import Encountered, MoveEnded, OrderLapsed, Stepped
from engine.games.primer.fight_events import (
    FightResolved,
    OutcomeTold,
    UnitsBeaten,
    UnitsHeld,
    UnitsWipedOut,
)
from engine.games.primer.fight_strength import is_concerted
from engine.games.primer.movement import ENCOUNTER
from engine.games.primer.retreat import Retreat
from engine.play.game import Intervention
from tests.assertions import require
from tests.games.primer.boards import (
    PrimerGame,
    at,
    attack,
    battle,
    fall_back,
    hand_in,
    happened,
    label,
    last,
    move,
    skip,
    where,
)

SEVEN, TWELVE, TWO, SIX = (3, 4), (6, 6), (1, 1), (3, 3)
ROOM = "\n. . . . . .\n. . . . . .\n. . . . . ."


def fought(game: PrimerGame) -> FightResolved:
    found: FightResolved = last(game, FightResolved)
    return found


def joint(
    board: str, target: str, *attackers: str, dice: object = SEVEN, **more: object
) -> FightResolved:
    """A fight in which the whole hexes of some units attack together."""
    game = battle(board, dice, **more)
    for unit in attackers:
        is_stack = len(game.state.units_at(game.state.units[unit].at)) > 1
        attack(game, unit, target, together=is_stack)
    hand_in(game)
    return fought(game)


# --- strengths -----------------------------------------------------------------------------------


def test_p5_the_strength_of_a_hex_is_that_of_all_its_units() -> None:
    assert joint("bt1+bt2+bt3 . ri1" + ROOM, "C1", "bt1").base == 9


def test_p5_units_that_are_not_ordered_do_not_count() -> None:
    game = battle("bt1+bt2+bt3 . ri1" + ROOM, SEVEN)
    attack(game, "bt2", "C1")
    hand_in(game)
    assert fought(game).base == 3


def test_p15_10_attacks_5_and_a_7_wipes_it_out() -> None:
    told = joint("ba1+ba2 ra1 ." + ROOM, "B1", "ba1")
    assert (told.attack, told.defence, told.difference) == (10, 5, 5)
    assert (told.beaten, told.retreat) == ("red", 0)


def test_p13_3_and_3_jointly_are_9() -> None:
    board = "bi1+bi2+bi3 ra1 bi4+bi5+bi6" + ROOM
    told = joint(board, "B1", "bi1", "bi4")
    assert ([value for _, value in told.hexes], told.base, told.attack) == ([3, 3], 6, 9)


def test_p13_1_and_15_jointly_are_16() -> None:
    board = "bi1 ra1 ba2+ba3+ba4" + ROOM
    told = joint(board, "B1", "bi1", "ba2")
    assert ([value for _, value in told.hexes], told.attack) == ([1, 15], 16)


def test_p13_fractions_are_dropped() -> None:
    board = "bi1+bi2+bi3 ra1 bi4+bi5" + ROOM
    told = joint(board, "B1", "bi1", "bi4")
    assert (told.base, told.attack) == (5, 7)


@pytest.mark.parametrize(("strengths", "is_so"), [([1, 6], True), ([1, 7], False), ([6], False)])
def test_p13_hexes_may_differ_by_5_at_most(strengths: list[int], is_so: bool) -> None:
    assert is_concerted(battle().state, strengths) is is_so


def test_p13_of_three_hexes_the_largest_and_the_smallest_count() -> None:
    state = battle().state
    assert is_concerted(state, [1, 4, 6])
    assert not is_concerted(state, [1, 4, 7])


# The hexes next to B2 are B1, B3, A1, A2, C1 and C2.
@pytest.mark.parametrize(("guns", "strengths", "attack_"), [
    ("bt1+bt2", [1, 3, 6], 15), ("bt1+bt2+bt3", [1, 3, 9], 13),
])  # fmt: skip
def test_p13_three_hexes_match_when_no_two_of_them_differ_by_more_than_5(
    guns: str, strengths: list[int], attack_: int
) -> None:
    board = f"bi1 . bi2+bi3+bi4 .\n. ra1+ra2+ra3 . .\n. {guns} . .\n. . . ."
    told = joint(board, "B2", "bi1", "bi2", "bt1")
    assert [value for _, value in told.hexes] == strengths
    assert (told.is_joint, told.attack) == (attack_ == 15, attack_)


def test_p13_two_orders_from_one_hex_are_not_a_joint_attack() -> None:
    game = battle("bi1+bi2 ra1 ." + ROOM, SEVEN)
    attack(attack(game, "bi1", "B1"), "bi2", "B1")
    hand_in(game)
    assert (fought(game).attack, fought(game).is_joint) == (2, False)


def test_p13_attacks_on_one_hex_are_one_fight_at_the_first_of_them() -> None:
    game = battle("bi1 ri1 bi2 ri2" + ROOM, SEVEN)
    attack(game, "bi1", "B1")
    attack(game, "bi2", "B1")
    hand_in(game)
    assert len(happened(game, FightResolved)) == 1


@pytest.mark.parametrize(("percent", "attack_"), [(150, 9), (200, 12), (100, 6)])
def test_p13_the_part_added_may_be_another(percent: int, attack_: int) -> None:
    board = "bi1+bi2+bi3 ra1 bi4+bi5+bi6" + ROOM
    told = joint(board, "B1", "bi1", "bi4", rules={"joint_percent": percent})
    assert told.attack == attack_


def test_p13_the_spread_may_be_another() -> None:
    board = "bi1 ra1 bi4+bi5+bi6" + ROOM
    assert joint(board, "B1", "bi1", "bi4", rules={"joint_spread": 1}).attack == 4


# --- P14 -----------------------------------------------------------------------------------------


def test_p14_an_unseen_attacker_is_2_stronger() -> None:
    told = joint("bt1 . ri1" + ROOM, "C1", "bt1")
    assert (told.bonus, told.attack) == (2, 5)


def test_p14_from_woods_next_door_too() -> None:
    assert joint("bi1:w ri1 ." + ROOM, "B1", "bi1").attack == 3


def test_p14_a_seen_attacker_is_not() -> None:
    assert joint("bi1 ri1 ." + ROOM, "B1", "bi1").bonus == 0


def test_p14_p16_who_was_beaten_is_seen_and_surprises_nobody() -> None:
    told = joint("bt1 . ri1" + ROOM, "C1", "bt1", beaten=["bt1"])
    assert (told.bonus, told.attack) == (0, 1)


def test_p14_a_city_s_ring_sees_the_attacker() -> None:
    told = joint("bt1 . ri1" + ROOM, "C1", "bt1", cities={"B1": "red"})
    assert told.bonus == 0


def test_p14_it_is_added_after_the_joint_part() -> None:
    board = "bt1 . ri1 . bt2" + ROOM
    told = joint(board, "C1", "bt1", "bt2")
    assert (told.base, told.bonus, told.attack) == (6, 2, 11)


@pytest.mark.parametrize(("choice", "bonus"), [("all", 0), ("any", 2)])
def test_p14_of_several_hexes_all_or_any_must_be_unseen(choice: str, bonus: int) -> None:
    board = "bi1 ri1 bi2:w" + ROOM
    told = joint(board, "B1", "bi1", "bi2", rules={"unseen_attackers": choice})
    assert told.bonus == bonus


def test_p14_the_bonus_may_be_another() -> None:
    assert joint("bt1 . ri1" + ROOM, "C1", "bt1", rules={"unseen_bonus": 0}).attack == 3


# --- P15: who is the stronger --------------------------------------------------------------------


def test_p15_on_a_tie_the_attacker_is_the_stronger() -> None:
    told = joint("bi1 ri1 ." + ROOM, "B1", "bi1", dice=SIX)
    assert (told.stronger, told.beaten, told.retreat) == ("blue", "blue", 1)


def test_p15_a_stronger_defender_beats_who_attacks_it() -> None:
    told = joint("bi1 ra1 ." + ROOM, "B1", "bi1", dice=SEVEN)
    assert (told.stronger, told.beaten, told.retreat) == ("red", "blue", 5)


def test_p15_a_weak_roll_sends_a_stronger_attacker_back() -> None:
    told = joint("ba1 ri1+ri2 ." + ROOM, "B1", "ba1", dice=TWO)
    assert (told.difference, told.beaten, told.retreat) == (3, "blue", 2)


# --- what is told (P10) --------------------------------------------------------------------------


def test_p10_figures_are_told_to_who_sees_both_sides() -> None:
    assert joint("bi1 ri1 ." + ROOM, "B1", "bi1").seers() == ("red", "blue")
    assert joint("bt1 . ri1" + ROOM, "C1", "bt1").seers() == ("blue",)


def test_p10_the_others_are_told_the_outcome_alone() -> None:
    game = battle("bt1 . ri1" + ROOM, SEVEN)
    attack(game, "bt1", "C1")
    hand_in(game)
    (told,) = happened(game, OutcomeTold)
    assert (told.seers(), told.role, told.beaten) == (("red",), "defended", "red")
    assert not hasattr(told, "units")


def test_p10_who_attacks_blind_learns_what_came_of_it_but_not_of_whom() -> None:
    game = battle("bi1 ri1:w ." + ROOM, (6, 3))
    attack(game, "bi1", "B1")
    hand_in(game)
    assert fought(game).seers() == ("red",)
    (told,) = happened(game, OutcomeTold)
    assert (told.seers(), label(game, told.at), told.role) == (("blue",), "B1", "attacked")


def test_p16_who_is_beaten_is_in_sight_from_then_on() -> None:
    game = battle("bi1 ri1:w ." + ROOM, SEVEN)
    attack(game, "bi1", "B1")
    hand_in(game)
    assert last(game, UnitsBeaten).seers() == ("red", "blue")


# --- P12: encounters -----------------------------------------------------------------------------


def test_p12_a_move_into_unseen_enemies_attacks_them_at_once() -> None:
    game = battle("bi1 . ri1:w ." + ROOM, SIX)
    move(game, "bi1", "B1", "C1", "D1")
    hand_in(game)
    assert last(game, MoveEnded).reason == ENCOUNTER
    told = fought(game)
    assert (label(game, told.hexes[0][0]), label(game, told.at)) == ("B1", "C1")


def test_p12_it_stops_there() -> None:
    game = battle("bi1 . ri1:w ." + ROOM, TWELVE)
    move(game, "bi1", "B1", "C1", "D1")
    hand_in(game)
    assert where(game, "ri1") == ""
    assert where(game, "bi1") == "C1"


def test_p12_by_choice_enemies_in_sight_are_not_walked_into() -> None:
    game = battle("bi1 ri1 ." + ROOM, rules={"seen_enemies": "barred"})
    game.choose(("move", "bi1", None, 0))
    assert at(game, "B1") not in game.options


def test_p12_a_stack_that_moves_together_fights_together() -> None:
    game = battle("bi1+bi2+bi3 . ri1:w ." + ROOM, TWELVE)
    move(game, "bi1", "B1", "C1", together=True)
    hand_in(game)
    assert fought(game).attack == 3


def test_p12_p14_who_is_met_from_out_of_its_sight_is_met_by_surprise() -> None:
    game = battle("bi1 w ri1:w ." + ROOM, TWELVE)
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert fought(game).bonus == 2, "from one wood nobody sees into the next"


def test_p12_both_who_meet_know_all_of_the_fight_they_can_see() -> None:
    game = battle("bi1 . ri1:w ." + ROOM, SIX)
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert fought(game).seers() == ("red", "blue")
    assert last(game, Encountered).seers() == ("blue",)


def test_p12_the_beaten_mover_retreats_from_where_it_stopped() -> None:
    game = battle("bi1 . ri1:w ." + ROOM, SIX)
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert isinstance(game.decision, Retreat)
    assert label(game, game.decision.path[0]) == "B1"
    fall_back(game)
    assert game.state.advance is None
    assert where(game, "ri1") == "C1"


def test_p12_the_winner_goes_in_once_the_beaten_have_gone() -> None:
    game = battle("bi1 . ri1:w ." + ROOM, SEVEN)
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert where(game, "bi1") == "B1"
    fall_back(game)
    assert where(game, "bi1") == "C1"
    assert last(game, Stepped).cost == 0


def test_p12_by_the_house_rule_it_halts_before_the_hex() -> None:
    game = battle("bi1 . ri1:w ." + ROOM, TWELVE, rules={"encounter": "halt"})
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    assert (where(game, "ri1"), where(game, "bi1")) == ("", "B1")


def test_p12_p17_a_ranged_unit_that_meets_enemies_and_loses_stays() -> None:
    game = battle("bp1 . ri1+ri2+ri3:w ." + ROOM, SEVEN)
    move(game, "bp1", "B1", "C1")
    hand_in(game)
    assert fought(game).beaten == "blue"
    assert where(game, "bp1") == "B1"
    assert game.state.advance is None


def test_p12_who_is_no_longer_next_door_meets_nobody() -> None:
    game = battle("bi1 ri1:w . . .\n. . . . .\n. . . . .\n. . . . .")
    game.intervene(Intervention("attend"))
    move(game, "bi1", "B1")
    hand_in(game)
    game.intervene(Intervention("move", ("bi1", tuple(at(game, "D4")))))
    game.choose(("execute",))
    assert last(game, MoveEnded).reason == "blocked"
    assert happened(game, FightResolved) == []


# --- P17: ranged units ---------------------------------------------------------------------------


def test_p17_a_ranged_unit_never_retreats_from_its_own_attack() -> None:
    game = battle("bt1 ri1 ." + ROOM, TWO)
    attack(game, "bt1", "B1")
    hand_in(game)
    told = last(game, UnitsHeld)
    assert told.units == ("bt1",)
    assert (where(game, "bt1"), where(game, "ri1")) == ("A1", "B1")
    assert game.state.units["bt1"].exposed == 0


@pytest.mark.parametrize(
    ("choice", "dice", "stays"),
    [
        ("stays", TWELVE, True),
        ("stays", SEVEN, True),
        ("wiped_out", TWELVE, False),
        ("wiped_out", SEVEN, True),
        ("table", TWELVE, False),
    ],
)
def test_p17_a_ranged_loser_by_the_house_rule(choice: str, dice: object, stays: bool) -> None:
    game = battle("bt1 ra1 ." + ROOM, dice, rules={"ranged_loser": choice})
    attack(game, "bt1", "B1")
    hand_in(game)
    assert fought(game).beaten == "blue"
    assert (where(game, "bt1") == "A1") is stays


def test_p17_by_the_table_it_retreats_as_others_do() -> None:
    game = battle("bt1 ri1+ri2+ri3 ." + ROOM, SIX, rules={"ranged_loser": "table"})
    attack(game, "bt1", "B1")
    hand_in(game)
    assert isinstance(game.decision, Retreat)


@pytest.mark.parametrize("kind", ["t", "p"])
def test_p17_a_ranged_unit_attacked_and_beaten_is_wiped_out(kind: str) -> None:
    game = battle(f"ba1 r{kind}1 ." + ROOM, SIX)
    attack(game, "ba1", "B1")
    hand_in(game)
    assert fought(game).retreat > 0
    assert last(game, UnitsWipedOut).cause == "ranged"
    assert where(game, f"r{kind}1") == ""


def test_p17_in_a_joint_attack_the_ranged_stay_and_the_others_go() -> None:
    game = battle("bt1 bi1 ra1+ra2+ra3" + ROOM, (1, 2), rules={"ranged_loser": "stays"})
    attack(game, "bt1", "C1")
    attack(game, "bi1", "C1")
    hand_in(game)
    assert fought(game).beaten == "blue"
    assert where(game, "bt1") == "A1"
    assert where(game, "bi1") == "", "wiped out by the table"


def test_p17_the_target_of_a_lost_attack_does_not_advance() -> None:
    game = battle("bt1 ri1 ." + ROOM, TWO)
    attack(game, "bt1", "B1")
    hand_in(game)
    assert where(game, "ri1") == "B1"


# --- orders that come to nothing -----------------------------------------------------------------


def test_p9_orders_are_carried_out_in_the_order_written() -> None:
    game = battle("bi1 ri1 . bi2 . ri2" + ROOM, SEVEN, SEVEN)
    move(game, "bi2", "E1")
    attack(game, "bi1", "B1")
    hand_in(game)
    assert [type(e) for e in game.events if isinstance(e, Stepped | FightResolved)] == [
        Stepped,
        FightResolved,
    ]


@pytest.mark.parametrize(
    ("choice", "first"), [("attacks_first", FightResolved), ("moves_first", Stepped)]
)
def test_p9_or_by_the_house_rule(choice: str, first: type) -> None:
    game = battle("bi1 ri1 . bi2 . ri2" + ROOM, SEVEN, rules={"execution": choice})
    if choice == "attacks_first":
        move(game, "bi2", "D2")
        attack(game, "bi1", "B1")
    else:
        attack(game, "bi1", "B1")
        move(game, "bi2", "D2")
    hand_in(game)
    fall_back(game)
    happens = (type(e) for e in game.events if isinstance(e, Stepped | FightResolved))
    assert next(happens) is first


def test_p11_an_attack_by_units_that_are_gone_lapses() -> None:
    game = battle("bi1 ri1 ." + ROOM)
    game.intervene(Intervention("attend"))
    attack(game, "bi1", "B1")
    hand_in(game)
    game.intervene(Intervention("move", ("bi1", (0, 3))))
    game.choose(("execute",))
    assert last(game, OrderLapsed).units == ("bi1",)


def test_p9_a_side_writes_again_when_the_other_has_acted() -> None:
    game = battle("bi1 . . ri1\n. . . .")
    skip(game)
    assert require(game.decision).side == "red"
    skip(game)
    assert (require(game.decision).side, game.state.turn) == ("blue", 2)
