"""The Action phase: turns, actions, who may do what, digging (R, A, U10, SP6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.tide import action_phase, entrenchment, move_steps
from engine.games.tide.action_phase import Act, FireNow, Order
from engine.games.tide.events import PhaseBegan, RoundBegan, SideDone, TurnBegan, WorkLaid
from engine.games.tide.move_execution import Step
from engine.games.tide.state import ActivationMode, Phase
from engine.play.game import Game
from tests.assertions import require_type
from tests.games.tide.boards import begun, happened
from tests.games.tide.fights import Fight
from tests.games.tide.walks import walk

BOARD = """
r1 r2 .  .  b1
 .  r3 .  b2 .
"""


def deeds(made: Fight, unit: str = "r1") -> set[str]:
    """The actions a unit may take now."""
    return {order.deed for order in action_phase.orders_of(made.state, made.unit(unit))}


def rest(game: Game[Any], *units: str) -> None:
    """Units take no action but A7."""
    for unit in units:
        game.choose(Order(unit, action_phase.FATIGUE))


def test_r1_a_round_is_action_command_status() -> None:
    """A round = Action phase, Command phase, Status phase."""
    game = begun(BOARD, turns=2)
    rest(game, "r1", "r2", "r3", "b1", "b2")
    while game.state.round == 1 and game.decision is not None:
        game.choose(None)
    told = [event.phase for event in happened(game, PhaseBegan)]
    assert told[:4] == [Phase.ACTION, Phase.COMMAND, Phase.STATUS, Phase.ACTION]
    assert [event.round for event in happened(game, RoundBegan)] == [1, 2]


def test_r2_sides_take_turns_of_so_many_actions_the_initiative_first() -> None:
    """In the Action phase sides take turns, the one with the initiative first. A turn is as many
    actions as the scenario says."""
    game = begun(BOARD, rules={"actions": 2})
    assert game.decision == Act("red", 2)
    rest(game, "r1")
    assert game.decision == Act("red", 1)
    rest(game, "r2")
    assert game.decision == Act("blue", 2)


def test_r3_who_has_nothing_left_is_out_and_the_other_goes_on() -> None:
    """A side without fresh units and affordable Action cards is out of the phase; the other goes on
    turn after turn. When both are out the phase ends."""
    game = begun(BOARD.replace("b2", "."), rules={"actions": 1})
    rest(game, "r1", "b1", "r2")
    assert [event.side for event in happened(game, SideDone)] == ["blue"]
    rest(game, "r3")
    assert [event.side for event in happened(game, SideDone)] == ["blue", "red"]
    sides = [event.side for event in happened(game, TurnBegan)]
    assert sides[:4] == ["red", "blue", "red", "red"]
    assert game.state.phase is not Phase.ACTION


def test_r3_fatigue_is_always_possible() -> None:
    """Fatigue unit is always possible for a fresh unit; never pass while A7 is possible (E2)."""
    game = begun(BOARD)
    assert None not in game.options
    for unit in ("r1", "r2", "r3"):
        assert Order(unit, action_phase.FATIGUE) in game.options


def test_r4_an_activated_unit_is_fatigued_or_in_op_fire_mode() -> None:
    """One action activates one unit (or card). An activated unit is fatigued afterwards, or in Op
    Fire mode."""
    game = begun(BOARD)
    game.choose(Order("r1", action_phase.PREPARE))
    game.choose(Order("r2", action_phase.ADVANCE))
    game.choose(None)
    units = game.state.units
    assert (units["r1"].mode, units["r2"].mode) == (ActivationMode.OP_FIRE, ActivationMode.FATIGUED)


def test_r5_who_has_acted_is_not_activated() -> None:
    """Fatigued units and units in Op Fire mode are not activated."""
    game = begun(BOARD)
    game.choose(Order("r1", action_phase.PREPARE))
    rest(game, "r2")
    able = {order.unit for order in game.options if order is not None}
    assert able == {"r3"}


def test_a3_who_may_wait_in_op_fire_mode() -> None:
    """Not pinned or disrupted squads, mortars alone, trucks; damaged vehicles may."""
    board = "r1 . b1"
    assert action_phase.PREPARE in deeds(walk(board))
    assert action_phase.PREPARE not in deeds(walk(board).pin("r1"))
    assert action_phase.PREPARE not in deeds(walk(board, r1="1 mortar-crew"))
    assert action_phase.PREPARE in deeds(walk(board, r1="1 mortar-crew, 1 regular"))
    assert action_phase.PREPARE not in deeds(walk(board, r1="truck"))
    assert action_phase.PREPARE in deeds(walk(board, r1="sherman").alter("r1", damage=2))


def test_a4_u10_heavy_squads_have_no_fire_and_movement_and_no_assault() -> None:
    """Heavy weapon (either crew): no Fire and Movement, no Assault."""
    made = walk("r1 b1 .\n . . .", r1="1 mg-crew, 2 regular")
    assert deeds(made) == {
        action_phase.ADVANCE,
        action_phase.FIRE,
        action_phase.PREPARE,
        action_phase.FATIGUE,
    }
    light = deeds(walk("r1 b1 .\n . . ."))
    assert {action_phase.MOVE_FIRE, action_phase.FIRE_MOVE, action_phase.ASSAULT} <= light


def test_a4_after_the_move_a_unit_may_attack_or_not() -> None:
    """Move then attack: the penalty counts even without an attack."""
    game = begun("r1 . b1 .\n . . . .")
    game.choose(Order("r1", action_phase.MOVE_FIRE))
    assert require_type(game.decision, Step).left == 3 * 3, "4 points less 1"
    game.choose(None)
    assert game.decision == FireNow("red", "r1")
    game.choose(False)
    assert game.state.units["r1"].mode is ActivationMode.FATIGUED


def test_a9_pinned_and_disrupted_squads_take_no_action_but_fatigue() -> None:
    """Pinned and disrupted squads take no action but A7 (and U5)."""
    assert deeds(walk("r1 b1").pin("r1")) == {action_phase.FATIGUE}
    assert deeds(walk("r1 b1").disrupt("r1")) == {action_phase.FATIGUE}


def test_u5_a_pinned_squad_with_an_officer_may_fire() -> None:
    """Rally: a fresh pinned squad in his hex (his own too) may make a Concentrated Fire."""
    made = walk("r1+r2 b1", r2="1 officer").pin("r1")
    assert deeds(made) == {action_phase.FIRE, action_phase.FATIGUE}


def test_a9_heavily_damaged_vehicles_fire_only() -> None:
    """Lightly damaged vehicles act normally; heavily damaged ones fire only."""
    made = walk("r1 . b1\n . . .", r1="sherman")
    whole = deeds(made)
    assert deeds(made.alter("r1", damage=1)) == whole
    assert deeds(made.alter("r1", damage=2)) == {
        action_phase.FIRE,
        action_phase.PREPARE,
        action_phase.FATIGUE,
    }


def test_as4_no_assault_after_wire() -> None:
    """Not if on this move it entered mines or wire."""
    made = walk("r1 . b1 .\n . . . .", works={"1,0": "wire"})
    made.state.left = 1
    order, step = (
        Order("r1", action_phase.ASSAULT),
        move_steps.Go(made.hex(1, 0), move_steps.STEP, 3),
    )
    made.carry_out(action_phase.DEEDS[action_phase.ASSAULT], order, answers=[step])
    assert made.unit("r1").at == made.hex(1, 0)
    assert made.rolled == [], "nobody fought"


@pytest.mark.parametrize(("token", "able"), [("[engineer]", True), ("", False)])
def test_sp6_an_engineer_digs_in_by_itself(token: str, able: bool) -> None:
    """Dig in (special): an engineer squad puts an entrenchment there."""
    made = walk("r1 . b1", r1=f"4 regular {token}".strip())
    assert (action_phase.DIG in deeds(made)) is able


def test_sp6_two_squads_of_a_hex_dig_together_and_both_have_acted() -> None:
    """Or two squads of a hex both acting."""
    made = walk("r1+r2 . b1")
    made.call(entrenchment.dig, "r1", "r2")
    assert made.happened(WorkLaid)[0].kind == "entrenchment"
    assert made.unit("r2").mode is ActivationMode.FATIGUED


def test_x4_x6_where_positions_may_be_dug() -> None:
    """Not in stream, pond, building. At most 3 positions a hex."""
    assert action_phase.DIG in deeds(walk("r1+r2 . b1"))
    assert action_phase.DIG not in deeds(walk("r1+r2 . b1", ground={"0,0": "building"}))
    full = walk("r1+r2 . b1")
    for number in range(3):
        full.lay("entrenchment", "r1", side=str(number))
        full.state.lay_work(full.state.lift("entrenchment-r1")._replace(id=f"e{number}"))
    assert action_phase.DIG not in deeds(full)
