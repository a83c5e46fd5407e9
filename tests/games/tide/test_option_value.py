"""What automatic players of tide hope to gain: exact odds for fights, judgement for moves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.ai.temperaments import ai_profile
from engine.games.tide import (
    action_phase,
    assault_resolution,
    damage,
    dice_odds,
    fire,
    move_execution,
    move_steps,
    opportunity_fire,
    set_up_phase,
)
from engine.games.tide.action_phase import Act, Order
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.ai import expected_losses, option_value
from engine.games.tide.ai.place_value import DEFAULT_SIGHT, PlaceEvaluator
from engine.games.tide.assault_resolution import Casualty
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.fire import Figures
from engine.games.tide.state import ActivationMode, Reserve
from engine.play.ai_support import Weights
from tests.games.tide.fights import Fight, fight

FIRE = AttackOpportunity("red", AttackOccasion.CONCENTRATED)
NORMAL, SUPPRESSIVE = AttackKind.NORMAL, AttackKind.SUPPRESSIVE
FOUR = ("regular",) * 4


def best(table: Fight, asked: Any, weights: Weights = DEFAULT_SIGHT) -> Any:
    """What the machine answers: the option it hopes most of."""
    state = table.state
    options = asked.options(state)
    return max(options, key=lambda option: option_value.option_value(state, asked, option, weights))


def aim(table: Fight, kind: AttackKind = NORMAL, target: str = "b1") -> Aim:
    """An attack on a unit."""
    return Aim(table.unit(target).at, target, kind)


def test_the_harm_of_a_normal_attack_is_the_figures_it_takes() -> None:
    """Two dice at normal range on a squad of three: a figure of two points for each hit."""
    table = fight("r1 . b1", r1="2 regular", b1="3 regular")
    found = expected_losses.expected_attack_damage(
        table.state, AttackDraft(aim(table), AttackShare("r1", FOUR[:2])), FIRE
    )
    assert found == pytest.approx(2 * 2 / 3)


def test_the_harm_to_a_vehicle_is_the_grade_it_comes_to() -> None:
    """One hit in nine of two, four in nine of one: light damage, a quarter of its worth."""
    table = fight("r1 . b1", r1="halftrack", b1="halftrack")
    hits = dice_odds.net_hit_odds(DiceSet(2, 5), DiceSet(1, 5))
    light = 1 - hits[0]
    found = expected_losses.expected_attack_damage(
        table.state, AttackDraft(aim(table), AttackShare("r1")), FIRE
    )
    assert found == pytest.approx(10 * 0.25 * float(light))
    assert light == Fraction(11, 27)


def test_worse_cover_is_fired_at() -> None:
    table = fight("r1 . b1:w\n. . b2")
    asked = fire.Attack("red", "r1", FIRE)
    assert best(table, asked).unit == "b2"


def test_who_still_may_act_is_suppressed_rather_than_who_has_acted() -> None:
    table = fight("r1 . b1\n. . b2", r1="2 elite").alter("b1", mode=ActivationMode.FATIGUED)
    asked = fire.Attack("red", "r1", FIRE)
    weighed = {
        option: option_value.option_value(table.state, asked, option)
        for option in asked.options(table.state)
    }
    assert weighed[aim(table, SUPPRESSIVE, "b2")] > weighed[aim(table, SUPPRESSIVE)]


def test_the_owner_gives_up_his_riflemen_first() -> None:
    table = fight("r1 . b1", b1="1 officer, 2 regular, 1 elite")
    assert best(table, damage.Lose("blue", "b1", 1)) == "regular"
    loss = assault_resolution.Loss("blue", ("b1",), 1, ())
    assert best(table, loss) == Casualty("b1", "regular")


def test_a_machine_gun_in_op_fire_keeps_its_mode() -> None:
    table = fight("r1 . . b1", r1="1 mg-crew, 1 regular").wait("r1")
    call = AttackOpportunity("red", AttackOccasion.OP_FIRE, ("b1",))
    asked = fire.ChooseFigures("red", AttackDraft(aim(table), AttackShare("r1")), "r1", call)
    assert best(table, asked) == Figures(("mg-crew",))


def test_op_fire_is_opened_on_who_is_in_the_open() -> None:
    table = fight("r1 b1").wait("r1")
    assert best(table, opportunity_fire.OpFire("red", "b1", ("r1",))) == "r1"
    hidden = fight("r1 . . . . b1:s", r1="1 regular").wait("r1")
    assert best(hidden, opportunity_fire.OpFire("red", "b1", ("r1",))) is None


def test_nobody_assaults_the_many_alone() -> None:
    table = fight("r1 b1+b2+b3:s\n. .", r1="1 regular")
    assert best(table, assault_resolution.ChooseAssault("red", "r1")) is None


def test_the_disrupted_are_assaulted() -> None:
    table = fight(". . .\n r1 b1 .\n. . .", b1="4 elite").disrupt("b1")
    assert best(table, assault_resolution.ChooseAssault("red", "r1")) == table.unit("b1").at


def test_tired_friends_support_an_assault_for_nothing() -> None:
    table = fight(". r2 .\n r1 b1 .\n. . .").alter("r2", mode=ActivationMode.FATIGUED)
    asked = assault_resolution.JoinAssault("red", "r1", table.unit("b1").at, ())
    assert best(table, asked) == "r2"


def test_an_action_that_promises_something_is_taken_before_none() -> None:
    table = fight("r1 . b1\n r2 . .")
    order = best(table, Act("red", 3))
    assert isinstance(order, Order)
    assert order.deed != action_phase.FATIGUE


def test_cover_makes_a_place_safer() -> None:
    table = fight("r1 . .\n. w .\nb1 . .", b1="1 mg-crew, 2 regular")
    eye, unit = PlaceEvaluator(table.state, "red"), table.unit("r1")
    assert eye.fire_danger(unit, table.hex(1, 1)) < eye.fire_danger(unit, table.hex(0, 0))


def test_where_nobody_sees_there_is_no_danger() -> None:
    table = fight("r1 . s b1")
    assert PlaceEvaluator(table.state, "red").fire_danger(table.unit("r1"), table.hex(0, 0)) == 0


def test_who_has_something_to_do_does_not_wait_for_the_enemy_from_the_start_of_a_round() -> None:
    """An enemy in range is fired at; `greedy` would wait in op fire for him to move (ST6)."""
    table, asked = fight("r1 . . b1", b1="4 elite"), set_up_phase.Ready("red")
    steady = ai_profile("tide").weights
    assert option_value.option_value(table.state, asked, "r1") > 0
    assert option_value.option_value(table.state, asked, "r1", steady) < 0


def test_who_has_nothing_else_to_do_waits() -> None:
    """The wood hides him yet, and to a player that wants no ground no place is worth a move."""
    table, asked = fight("r1 . w . b1", r1="2 mg-crew", b1="4 elite"), set_up_phase.Ready("red")
    content = {**ai_profile("tide").weights, "decay": 1.0, "shots": 0.0, "danger": 0.0}
    assert option_value.option_value(table.state, asked, "r1", content) > 0


# --- op fire as a defence (OF, U7) ----------------------------------------------------------------


def test_a_machine_gun_waits_for_enemies_who_must_come_by() -> None:
    """It fires at each of them in every hex he enters (U7); riflemen would fire once, at one."""
    board, asked = "r1 . . . . . b1\n . . . . . . b2", set_up_phase.Ready("red")
    steady = ai_profile("tide").weights
    gun = fight(board, r1="1 mg-crew, 2 regular")
    assert option_value.option_value(gun.state, asked, "r1", steady) > 0
    assert option_value.option_value(fight(board).state, asked, "r1", steady) < 0


def test_who_has_acted_is_not_waited_for() -> None:
    """Op fire is for movers (OF1): whoever is fatigued moves no more this round."""
    table = fight("r1 . . . . b1", r1="1 mg-crew, 2 regular")
    eye = PlaceEvaluator(table.state, "red")
    assert expected_losses.op_fire_value(eye, table.unit("r1")) > 0
    tired = PlaceEvaluator(table.alter("b1", mode=ActivationMode.FATIGUED).state, "red")
    assert expected_losses.op_fire_value(tired, table.unit("r1")) == 0


def test_the_crew_fires_alone_to_fire_again() -> None:
    """With the riflemen there are two dice more and no second shot (U7): `greedy` takes those."""
    table = fight("r1 . . b1", r1="1 mg-crew, 2 regular").wait("r1")
    call = AttackOpportunity("red", AttackOccasion.OP_FIRE, ("b1",))
    asked = fire.ChooseFigures("red", AttackDraft(aim(table), AttackShare("r1")), "r1", call)
    assert best(table, asked) == Figures(("mg-crew", "regular", "regular"))
    assert best(table, asked, ai_profile("tide").weights) == Figures(("mg-crew",))


def test_a_place_to_be_set_up_in_looks_on_the_enemys_way() -> None:
    """Behind houses a wood gives cover and no view: `greedy` sets a machine gun up there."""
    table = fight("r2 . . . . . b1\n s s . . . . .\nw s . . . . .")
    table.state.round = 0
    wood, open_ = table.hex(0, 2), table.hex(1, 0)
    figures = ("mg-crew", "regular", "regular")
    gun = Reserve("r1", "red", "squad", {"en": "1"}, 0, (wood, open_), figures)
    table.state.reserves = (gun,)
    asked = set_up_phase.Place("red", "r1")
    assert best(table, asked) == wood
    assert best(table, asked, ai_profile("tide").weights) == open_


def test_a_crew_is_less_drawn_to_the_enemy_than_riflemen() -> None:
    """It may not assault (U10), and fires from afar as well."""
    table, steady = fight("r1 . . . . . b1"), ai_profile("tide").weights
    crew = fight("r1 . . . . . b1", r1="1 mg-crew, 2 regular")
    gains = []
    for each in (table, crew):
        eye, unit = PlaceEvaluator(each.state, "red", steady), each.unit("r1")
        gains.append(eye.nearness(unit, each.hex(3, 0)) - eye.nearness(unit, unit.at))
    assert gains[1] == pytest.approx(steady["crews"] * gains[0])


def test_a_squad_next_to_whom_it_assaults_goes_no_further() -> None:
    """The assault comes after the move (A6): steps that lead away from it are not taken."""
    table = fight(". . . .\n . r1 b1 .\n. . . .", b1="1 regular")
    walk = move_steps.MoveInProgress("r1", move_steps.ASSAULT, (table.unit("r1").at,))
    left, ways = (
        move_steps.movement_left(table.state, walk),
        tuple(move_steps.possible_steps(table.state, walk)),
    )
    asked = move_execution.Step("red", "r1", walk, left, ways, True)
    assert len(ways) > 1
    assert best(table, asked) is None
