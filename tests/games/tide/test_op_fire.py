"""Op fire at movers, and when a move ends under it (OF, OP1, V6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.tide import assault_resolution as assaults
from engine.games.tide import move_steps
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.attack_declaration import Aim
from engine.games.tide.combat_events import AttackDeclared
from engine.games.tide.events import Fatigued
from engine.games.tide.fire import Figures
from engine.games.tide.opportunity_fire import OpFire
from engine.games.tide.state import ActivationMode, CurrentAction, Morale
from tests.games.tide.fights import Fight
from tests.games.tide.walks import go, walk

BOARD = """
r1 .  .  .
 .  .  .  .
.  .  b1 .
"""
ALL = Figures(("regular",) * 4)
STURDY = {"sturdy_tanks": True}


def ambush(
    kind: str = "4 regular", mover: str = "4 regular", rules: Mapping[str, Any] | None = None
) -> Fight:
    """Blue waits in Op Fire mode."""
    return walk(BOARD, rules, r1=mover, b1=kind).wait("b1")


def aim(made: Fight, place: str, kind: str = "suppressive") -> Aim:
    """Fire at the mover where it is then."""
    column, row = map(int, place.split(","))
    return Aim(made.hex(column, row), "r1", AttackKind(kind))


def test_of1_enemies_in_op_fire_mode_may_fire_after_a_hex_is_entered() -> None:
    """After a unit enters a hex, enemies in Op Fire mode with range and LOS may attack it at
    once."""
    made = ambush()
    go(made, "r1", "1,0", "b1", aim(made, "1,0"), ALL, None, dice=["1111"])
    asked = [question for question in made.asked if isinstance(question, OpFire)]
    assert asked[0].able == ("b1",)
    assert asked[0].side == "blue"
    assert len(made.happened(AttackDeclared)) == 1


def test_of1_nobody_need_fire() -> None:
    """May attack it: the leader or none."""
    made = ambush()
    go(made, "r1", "1,0", None, None)
    assert made.happened(AttackDeclared) == []
    assert made.unit("b1").mode is ActivationMode.OP_FIRE, "it keeps the mode (OP5)"


@pytest.mark.parametrize(("dice", "morale"), [("5111", Morale.PINNED), ("5551", Morale.DISRUPTED)])
def test_of2_a_mover_pinned_or_disrupted_is_fatigued_and_its_move_ends(
    dice: str, morale: Morale
) -> None:
    """A mover pinned, disrupted, or damaged is fatigued and its move ends."""
    made = ambush()
    walked = go(made, "r1", "1,0", "b1", aim(made, "1,0"), ALL, dice=[dice])
    assert walked.halted
    assert (made.unit("r1").morale, made.unit("r1").mode) == (morale, ActivationMode.FATIGUED)
    assert made.happened(Fatigued) == [Fatigued(("r1",), "op-fire")]


def test_of3_without_a_net_hit_it_may_go_on() -> None:
    """No net hit: it may go on."""
    made = ambush()
    walked = go(made, "r1", "1,0", "b1", aim(made, "1,0"), ALL, "2,0", None, dice=["1111"])
    assert made.unit("r1").at == made.hex(2, 0)
    assert not walked.halted


def test_of4_lost_figures_end_the_move_where_the_rules_say_so() -> None:
    """Net hits of a normal attack that only remove figures also end the move;
    data opfire_losses_stop."""
    made = ambush()
    assert go(made, "r1", "1,0", "b1", aim(made, "1,0", "normal"), ALL, dice=["5111"]).halted
    assert made.unit("r1").mode is ActivationMode.FATIGUED
    bold = ambush(rules={"opfire_losses_stop": False})
    walked = go(bold, "r1", "1,0", "b1", aim(bold, "1,0", "normal"), ALL, None, dice=["5111"])
    assert not walked.halted
    assert len(bold.unit("r1").figures) == 3


def test_of5_a_unit_may_be_fired_at_once_in_each_hex_it_enters() -> None:
    """A unit may be op-fired at several times in a move, once for each hex entered."""
    made = walk(BOARD.replace("b1", "b1+b2")).wait("b1", "b2")
    go(made, "r1", "1,0", "b1", aim(made, "1,0"), ALL, None, "2,0", "b2", aim(made, "2,0"), ALL,
       None, dice=["1111", "1111"])  # fmt: skip
    assert [fired.at for fired in made.happened(AttackDeclared)] == [
        made.hex(1, 0), made.hex(2, 0)
    ]  # fmt: skip


def test_ex14_a_machine_gun_that_fires_alone_stays_in_mode_but_not_at_this_unit() -> None:
    """Pinned in the second it stops there; the MG that fired alone stays in mode and may fire at
    another unit, not this one."""
    made = ambush("1 mg-crew")
    made.state.acting = CurrentAction("r1", "advance")
    go(made, "r1", "1,0", "b1", aim(made, "1,0"), "2,0", None, dice=["111"])
    assert made.unit("b1").mode is ActivationMode.OP_FIRE
    assert sum(isinstance(question, OpFire) for question in made.asked) == 1


def test_of7_leaving_a_vehicle_counts_as_a_hex_entered() -> None:
    """Leaving a vehicle, leaving or entering a position, also counts as a hex entered."""
    made = walk("r1+r2 . b1", r2="truck").wait("b1")
    made.alter("r1", inside="r2")
    go(made, "r1", "get-off", None, None)
    assert sum(isinstance(question, OpFire) for question in made.asked) == 1
    sheltered = walk("r1 . b1").lay("entrenchment", "r1", dug_in=True).wait("b1")
    go(sheltered, "r1", "leave", None, "enter", None, None)
    assert sum(isinstance(question, OpFire) for question in sheltered.asked) == 2


@pytest.mark.parametrize("mover", ["sherman", "halftrack"])
def test_of2_light_damage_ends_the_move_of_every_vehicle(mover: str) -> None:
    """A mover pinned, disrupted, or damaged is fatigued and its move ends; tanks are no exception:
    a Sherman with two net hits stands where it was hit."""
    made = ambush("panzer-iv", mover)
    red = "1111" if mover == "sherman" else "1"
    assert go(made, "r1", "1,0", "b1", dice=["5511111111", red]).halted
    assert (made.unit("r1").damage, made.unit("r1").at) == (1, made.hex(1, 0))
    assert made.unit("r1").mode is ActivationMode.FATIGUED


def test_v6_light_damage_does_not_stop_a_sturdy_tank() -> None:
    """sturdy_tanks: light damage by op fire does not fatigue; it goes on with -1 move."""
    made = ambush("panzer-iv", "sherman", rules=STURDY)
    walked = go(made, "r1", "1,0", "b1", None, dice=["5111111111", "1111"])
    assert (made.unit("r1").damage, walked.halted) == (1, False)
    assert move_steps.movement_left(made.state, walked) == 3 * (5 - 1 - 1)
    hurt = ambush("panzer-iv", "sherman", rules=STURDY)
    assert go(hurt, "r1", "1,0", "b1", dice=["5551111111", "1111"]).halted
    car = ambush("panzer-iv", "halftrack", rules=STURDY)
    assert go(car, "r1", "1,0", "b1", dice=["5111111111", "1"]).halted


def test_v7_overruns_are_fired_at_twice_or_once() -> None:
    """Op fire: once as it enters, once as it leaves."""
    for choice, count in (("twice", 2), ("once", 1)):
        board = "r1 b1 . .\n . . . .\n. . b2 ."
        rules = {"overrun_op_fire": choice}
        made = walk(board, rules, r1="sherman", b2="panzer-iv").wait("b2")
        go(made, "r1", "1,0", None, "2,0", *([None] if count == 2 else []), None)
        assert sum(isinstance(question, OpFire) for question in made.asked) == count


def test_of8_retreats_and_advances_after_assault_draw_no_op_fire() -> None:
    """Retreats and advances after assault do not."""
    made = walk(". r1 b1 .\n . . . .\n. . . b2").wait("b2")
    made.alter("b1", figures=("regular",))
    storm = assaults.carry_out_assault
    made.carry_out(storm, "r1", made.hex(2, 0), answers=["r1"], dice=("4444", "1"))
    assert not any(isinstance(question, OpFire) for question in made.asked)
