"""Movement (tank V): costs, marches, interrupts in their order, stacking."""

from __future__ import annotations

import pytest

from engine.games.tank.card_events import ShellStruck
from engine.games.tank.data.rulebook import FireOutcome, load_rulebook
from engine.games.tank.events import (
    CloseCombatEntered,
    FireDeclared,
    MoveDeclared,
    MoveEnded,
    ShortHaltMade,
    ShotResolved,
    Stepped,
    StepTakenBack,
    UnitAnnihilated,
)
from engine.games.tank.fire import Shot
from engine.games.tank.movement import ChooseMove, ChooseStep, MoveOrder, open_orders
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.state import Impact
from engine.play.game import InvalidAnswerError
from tests.assertions import require, require_type
from tests.games.boards import at, battle, place_of
from tests.games.tank.turns import TankGame, happened, hold_fire, last, order, pass_fire, walk

RED_FIRST = 1
ROAD = "@0,0 @1,0 @2,0 @3,0 @4,0 @5,0 @6,0 @7,0 @8,0 @9,0 @10,0 @11,0"
FAR_BLUE = "\n " + "~ " * 70 + "b1"  # an enemy that can reach nobody: out of sight and of range


def alone(board: str, *dice: object, **more: object) -> TankGame:
    """A red move with the enemy far away; Red is first."""
    return pass_fire(battle(board + FAR_BLUE, [RED_FIRST, RED_FIRST, *dice], **more))


def costs(game: TankGame) -> list[int]:
    return [step.cost for step in happened(game, Stepped)]


# --- worked cases --------------------------------------------------------------------------------


def test_worked_case_5_mp_pay_for_open_open_woods_open() -> None:
    game = walk(order(alone("r1 . . w . ."), "r1"), (1, 0), (2, 0), (3, 0), (4, 0))
    assert costs(game) == [1, 1, 2, 1]
    assert last(game, MoveEnded).left == 0


def test_worked_case_road_through_settlement_for_5_hexes_costs_5() -> None:
    game = order(alone("r1 s s s s s s", roads=["@0,0 @1,0 @2,0 @3,0 @4,0 @5,0 @6,0"]), "r1")
    walk(game, (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
    assert costs(game) == [1] * 5
    assert last(game, MoveEnded).left == 0


def test_worked_case_the_same_road_marched_is_10_hexes() -> None:
    game = order(alone("r1" + " s" * 11, roads=[ROAD]), "r1", "march")
    walk(game, *[(column, 0) for column in range(1, 11)])
    assert place_of(game, "r1") == (10, 0)
    assert last(game, MoveEnded).left == 0


# --- V1: costs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("ground", "cost"), [(".", 1), ("w", 2), ("s", 3), ("3", 1)])
def test_v1_a_step_costs_by_the_ground_entered(ground: str, cost: int) -> None:
    assert costs(walk(order(alone(f"r1 {ground} ."), "r1"), (1, 0))) == [cost]


def test_m5_v1_a_ford_costs_3_in_the_open() -> None:
    game = order(alone("r1 . .", streams=["@0,0 @1,0"]), "r1")
    assert costs(walk(game, (1, 0))) == [3]


def test_v1_a_road_crosses_a_stream_for_1() -> None:
    game = order(alone("r1 w .", streams=["@0,0 @1,0"], roads=["@0,0 @1,0"]), "r1")
    assert costs(walk(game, (1, 0))) == [1]


@pytest.mark.parametrize("water", ["river", "lake", "reservoir", "pond"])
def test_m5_water_areas_stop_tanks(water: str) -> None:
    assert load_rulebook().mobility.entry(water) is None


@pytest.mark.parametrize("line", ["stream", "ditch"])
def test_m5_a_line_of_water_is_forded_at_a_price(line: str) -> None:
    assert load_rulebook().mobility.side[line] == 2


def test_m5_v1_water_is_entered_only_along_a_road() -> None:
    assert at_steps(order(alone("r1 ~ . .\n . . . ."), "r1"), 1, 0) is False
    assert at_steps(order(alone("r1 ~ . .\n . . . .", roads=["@0,0 @1,0"]), "r1"), 1, 0) is True


def at_steps(game: TankGame, *place: int) -> bool:
    return at(game, *place) in game.options


# --- V2: march -----------------------------------------------------------------------------------


def test_m6_hexes_of_a_road_that_no_link_joins_are_no_road() -> None:
    two_roads = ["@0,0 @1,0", "@0,1 @1,1"]
    game = order(alone("r1 . . .\n . . . .", roads=two_roads), "r1", "march")
    assert game.options == [at(game, 1, 0), None]


def test_m6_v2_a_march_goes_along_road_links_only() -> None:
    game = order(alone("r1 . . .\n . . . .", roads=[ROAD[:14]]), "r1", "march")
    assert game.options == [at(game, 1, 0), None]


def test_v2_there_is_no_march_where_no_road_starts() -> None:
    assert MoveOrder("r1", "march") not in alone("r1 . .").options


def test_v2_a_march_does_not_start_from_a_stack() -> None:
    assert MoveOrder("r1", "march") not in alone("r1+r2 . .", roads=["@0,0 @1,0 @2,0"]).options


def test_v2_a_march_neither_enters_nor_passes_friends() -> None:
    game = order(alone("r1 . r2 . .", roads=["@0,0 @1,0 @2,0 @3,0"]), "r1", "march")
    walk(game, (1, 0))
    assert not at_steps(game, 2, 0)


def test_v2_who_marches_does_nothing_else_this_turn() -> None:
    board = "r1 . . .\n . . . .\n 5 5 5 5\n b1 . . ."
    game = battle(board, [RED_FIRST, RED_FIRST], roads=["@0,0 @1,0 @2,0"])
    walk(order(game, "r1", "march"), (1, 0))
    assert game.state.units["r1"].marched
    game.choose(None)
    walk(order(game, "b1"), (0, 2))
    assert happened(game, FireDeclared) == []
    assert not isinstance(game.decision, OpportunityFire)


# --- V3: the MP ----------------------------------------------------------------------------------


def test_v3_a_step_that_costs_more_than_is_left_is_not_offered() -> None:
    game = walk(order(alone("r1 . . . s . .\n ~ ~ ~ ~ ~ ~ ~"), "r1"), (1, 0), (2, 0), (3, 0))
    assert isinstance(game.decision, ChooseStep)
    assert game.decision.left == 2
    assert not at_steps(game, 4, 0)


def test_v3_the_move_ends_by_itself_when_no_step_can_be_paid() -> None:
    game = order(alone("~ r1 s s\n ~ ~ ~ ~"), "r1")
    walk(game, (2, 0))
    walk(game, (1, 0))
    assert last(game, MoveEnded).left == 1
    assert not isinstance(game.decision, ChooseStep)


def test_v3_a_unit_moves_once_a_turn() -> None:
    game = order(alone("r1 r2 . ."), "r2")
    game.choose(None)
    assert MoveOrder("r2", "move") not in game.options


STRICT = "r1 . . . s .\n ~ ~ ~ ~ ~ ~\n 1 1 1 1 1 b1"


def test_v3_strict_takes_an_overspent_step_back_for_one_opportunity_shot() -> None:
    game = battle(STRICT, [RED_FIRST, RED_FIRST, (2, 6)], rules={"strict": True})
    walk(order(game, "r1"), (1, 0), (2, 0), (3, 0))
    game.choose(at(game, 4, 0))
    assert last(game, StepTakenBack).left == 2
    assert place_of(game, "r1") == (3, 0)
    game.choose("b1")
    assert last(game, ShotResolved).firer == "b1"
    assert isinstance(game.decision, ChooseMove) or game.state.phase != "movement"


def test_v3_strict_lets_nobody_cover_or_answer_a_mover_that_overspent() -> None:
    game = battle(STRICT.replace("r1 . .", "r1 r2 ."), [1, 1, (2, 6)], rules={"strict": True})
    walk(order(game, "r1"), (1, 0), (2, 0), (3, 0))
    game.choose(at(game, 4, 0))
    game.choose("b1")
    assert not isinstance(game.decision, CoverFire | MoverFires)


# --- V4, V5: opportunity fire --------------------------------------------------------------------

OPEN = """
r1 . . . .
 . . . . .
b1 . b2 . r2
"""


def test_v4_interrupts_come_in_order_shells_opportunity_cover_own_fire_next_hex() -> None:
    game = order(battle(OPEN, [1, 1, (6, 1), (2, 6), (3, 5), (3, 5)]), "r1")
    game.state.impacts = (Impact("122mm", at(game, 1, 0), "blue"),)
    game.choose(at(game, 1, 0))
    assert isinstance(game.decision, OpportunityFire)
    game.choose("b1")
    game.choose(None)  # b2 does not join
    assert isinstance(game.decision, CoverFire)
    game.choose(Shot("r2", "b1"))
    assert isinstance(game.decision, MoverFires)
    game.choose("b2")
    assert isinstance(game.decision, ChooseStep)
    told = [type(event) for event in game.events if type(event) in ORDERED]
    assert told == [MoveDeclared, Stepped, ShellStruck, ShotResolved, ShotResolved, ShotResolved]
    assert [shot.firer for shot in happened(game, ShotResolved)] == ["b1", "r2", "r1"]


ORDERED = (MoveDeclared, Stepped, ShellStruck, ShotResolved)


def test_v5_every_hex_entered_gives_a_new_chance_until_the_mover_goes_on() -> None:
    game = order(battle(OPEN, [1, 1]), "r1")
    game.choose(at(game, 1, 0))
    assert isinstance(game.decision, OpportunityFire)
    hold_fire(game)
    game.choose(at(game, 2, 0))
    assert isinstance(game.decision, OpportunityFire)


def test_v5_several_units_may_take_the_opportunity_together() -> None:
    game = order(battle(OPEN, [1, 1, (3, 5), (3, 5)]), "r1")
    game.choose(at(game, 1, 0))
    game.choose("b1")
    game.choose("b2")
    assert last(game, FireDeclared).firers == ("b1", "b2")


@pytest.mark.parametrize(
    ("dice", "die", "after"), [((3, 4), 6, "annihilated"), ((6, 6), 6, "immobile")]
)
def test_v5_annihilated_or_immobile_ends_the_move(
    dice: tuple[int, int], die: int, after: str
) -> None:
    game = order(battle(OPEN, [1, 1, dice, die]), "r1")
    game.choose(at(game, 1, 0))
    game.choose("b1")
    game.choose(None)
    game.choose(None)  # no cover fire
    hold_fire(game)
    assert not isinstance(game.decision, ChooseStep)
    left = game.state.units.get("r1")
    assert (left is None) if after == "annihilated" else (left is not None and left.immobile)


def test_v5_a_mover_that_was_fired_upon_this_turn_gives_no_opportunity() -> None:
    game = battle(OPEN, [2, (3, 5), 1])
    game.choose(Shot("b1", "r1"))
    game.choose(None)
    walk_into = order(game, "r1")
    walk_into.choose(at(game, 1, 0))
    assert not isinstance(game.decision, OpportunityFire)


def test_c4_a_unit_that_moved_may_still_take_an_opportunity_shot() -> None:
    game = order(battle(OPEN, [1, 2]), "b2")
    walk(game, (3, 2))
    game.choose(None)
    order(game, "r1").choose(at(game, 1, 0))
    assert game.options == ["b1", "b2", None]


# --- V6: cover fire ------------------------------------------------------------------------------


def shot_at_while_moving(*dice: object, board: str = OPEN) -> TankGame:
    """Red 1 moves; Blue 1 takes an opportunity shot that suppresses it."""
    game = order(battle(board, [1, 1, (3, 5), *dice]), "r1")
    game.choose(at(game, 1, 0))
    game.choose("b1")
    game.choose(None)
    return game


def test_v6_friends_that_have_not_moved_may_fire_at_who_has_fired() -> None:
    game = shot_at_while_moving()
    assert game.options == [Shot("r2", "b1"), None]


def test_v6_who_has_been_fired_upon_this_turn_gets_no_cover_fire() -> None:
    game = battle(OPEN, [1, (3, 5), 1, (3, 5)])
    game.choose(Shot("r2", "b1"))
    game.choose(None)  # blue passes, then red
    game.choose(None)
    order(game, "r1").choose(at(game, 1, 0))
    game.choose("b1")
    game.choose(None)
    assert not isinstance(game.decision, CoverFire)


def test_v6_a_friend_that_has_moved_does_not_cover() -> None:
    game = order(battle(OPEN, [1, 1, (3, 5)]), "r2")
    walk(game, (3, 2))
    game.choose(None)
    game.choose(None)  # blue passes
    order(game, "r1").choose(at(game, 1, 0))
    game.choose("b1")
    game.choose(None)
    assert not isinstance(game.decision, CoverFire)


def test_v6_who_covers_does_not_move_this_turn() -> None:
    game = shot_at_while_moving((3, 5))
    game.choose(Shot("r2", "b1"))
    assert open_orders(game.state, "red") == ()


def orders_of(game: TankGame, side: str) -> list[MoveOrder]:
    while require(game.decision).side != side:
        game.choose(None)
    return [option for option in game.options if option]


# --- V7: fire on the move, short halt ------------------------------------------------------------


def test_v7_the_mover_fires_once_at_one_level_less() -> None:
    game = order(battle(OPEN, [1, 1, (3, 5)]), "r1")
    game.choose(at(game, 1, 0))
    game.choose(None)
    game.choose("b1")
    assert last(game, ShotResolved).corrections == (("on-the-move", -1),)
    game.choose(at(game, 2, 0))
    game.choose(None)
    assert isinstance(game.decision, ChooseStep)


SHORT_HALT = {"units": {"gun": {"fires": "short-halt"}, "howitzer": {"fires": "halted"}}}


def test_v7_a_short_halt_costs_3_mp_and_3_levels() -> None:
    game = battle(OPEN, [1, 1, (3, 5)], rules=SHORT_HALT, types={"r1": "gun"})
    order(game, "r1").choose(at(game, 1, 0))
    game.choose(None)
    game.choose("b1")
    assert last(game, ShortHaltMade).left == 1
    assert last(game, ShotResolved).corrections == (("short-halt", -3),)
    assert require_type(game.decision, ChooseStep).left == 1


def test_v7_without_3_mp_left_there_is_no_short_halt() -> None:
    game = battle(OPEN, [1, 1], rules=SHORT_HALT, types={"r1": "gun"})
    walk(order(game, "r1"), (1, 0), (2, 0))
    game.choose(at(game, 3, 0))
    game.choose(None)
    assert isinstance(game.decision, ChooseStep)


def test_v7_a_type_that_fires_only_halted_does_not_fire_while_it_moves() -> None:
    game = battle(OPEN, [1, 1], rules=SHORT_HALT, types={"r1": "howitzer"})
    order(game, "r1").choose(at(game, 1, 0))
    game.choose(None)
    assert isinstance(game.decision, ChooseStep)


# --- V8: into the enemy --------------------------------------------------------------------------


def test_v8_entering_a_hex_with_enemies_stops_the_mover_in_close_combat() -> None:
    game = order(battle("r1 . b1 .", [1, 1]), "r1")
    walk(game, (1, 0))
    game.choose(at(game, 2, 0))
    assert last(game, CloseCombatEntered).unit == "r1"
    assert last(game, MoveEnded).left == 3
    assert game.state.units["r1"].engaged
    assert game.state.units["b1"].engaged


def test_v8_nobody_shoots_at_who_has_just_entered_close_combat() -> None:
    game = order(battle("r1 b1 b2", [1, 1]), "r1")
    game.choose(at(game, 1, 0))
    assert happened(game, FireDeclared) == []


# --- V9: stacking --------------------------------------------------------------------------------


def test_v9_a_full_hex_may_be_passed() -> None:
    game = walk(order(alone("r1 r2+r3+r4+r5 . ."), "r1"), (1, 0), (2, 0))
    game.choose(None)
    assert "r1" in game.state.units


def test_v9_who_ends_its_move_over_the_limit_is_annihilated() -> None:
    game = walk(order(alone("r1 r2+r3+r4+r5 . ."), "r1"), (1, 0))
    game.choose(None)
    assert last(game, UnitAnnihilated).cause == "stacking"
    assert "r1" not in game.state.units


def test_v9_also_when_it_is_stopped_there_by_fire() -> None:
    board = "r1 r2+r3+r4+r5 . .\n . . . .\nb1 . . ."
    game = order(battle(board, [1, 1, (6, 6), 6]), "r1")
    game.choose(at(game, 1, 0))
    game.choose("b1")
    game.choose(None)  # no cover fire
    hold_fire(game)
    assert last(game, UnitAnnihilated).cause == "stacking"


def test_v9_a_full_close_combat_is_not_entered() -> None:
    game = battle("r1 b1 .\n ~ ~ ~", [1, 1], rules={"stacking": 1})
    order(game, "r1").choose(at(game, 1, 0))
    assert game.state.units["r1"].engaged
    crowded = battle("r1 r2 b1\n ~ ~ ~", [1, 1, 1, (3, 5), 1], rules={"stacking": 1})
    order(crowded, "r2").choose(at(crowded, 2, 0))
    assert MoveOrder("r1", "move") in orders_of(crowded, "red")
    crowded.choose(MoveOrder("r1", "move"))
    walk(crowded, (1, 0))
    assert not at_steps(crowded, 2, 0)


# --- C4 ------------------------------------------------------------------------------------------


def test_c4_a_unit_that_fired_does_not_move_this_turn() -> None:
    game = battle(OPEN, [1, (3, 5), 1])
    game.choose(Shot("r1", "b1"))
    game.choose(None)
    game.choose(None)
    game.choose(None)
    pass_fire(game)
    assert MoveOrder("r1", "move") not in game.options
    assert MoveOrder("r2", "move") in game.options


def test_f6_an_immobile_unit_does_not_move() -> None:
    game = pass_fire(battle(OPEN, [1, 1], marks={"r1": ("immobile",)}))
    with pytest.raises(InvalidAnswerError):
        game.choose(MoveOrder("r1", "move"))


def test_suppression_does_not_slow_a_mover() -> None:
    game = order(battle(OPEN, [1, 1], marks={"r1": ("suppressed",)}), "r1")
    assert require_type(game.decision, ChooseStep).left == 5


def test_opportunity_fire_that_only_suppresses_lets_the_move_go_on() -> None:
    game = shot_at_while_moving()
    game.choose(None)
    hold_fire(game)
    assert last(game, ShotResolved).result == FireOutcome.SUPPRESSED
    assert isinstance(game.decision, ChooseStep)
