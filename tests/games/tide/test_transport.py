"""Transport: boarding, riding, getting off, guns in tow (TR, SP8)."""

from __future__ import annotations

from typing import Any

from engine.games.tide import action_phase, unit_lookups
from engine.games.tide.combat_events import UnitLost
from engine.games.tide.damage import destroy
from engine.games.tide.move_steps import ASSAULT, FIRE_AND_MOVE
from tests.games.tide.fights import Fight
from tests.games.tide.walks import go, walk, ways


def ride(board: str = "r1+r2 . .\n . . .", **units: str) -> Fight:
    """A squad r1 and a truck r2 in one hex."""
    types: dict[str, Any] = {"r2": "truck", **units}
    return walk(board, **types)


def test_tr1_only_vehicles_with_transport_carry_as_many_squads_as_their_number() -> None:
    """Only vehicles with the transport trait carry squads, as many as its number."""
    assert ways(ride(), "r1")["board"] == 2
    assert "board" not in ways(ride(r2="sherman"), "r1")
    full = ride("r1+r2+r3 . .", r2="halftrack").alter("r3", inside="r2")
    assert "board" not in ways(full, "r1")


def test_tr2_a_loaded_vehicle_is_one_unit() -> None:
    """Loaded = one unit for G6."""
    made = ride("r1+r2+r3 . .").alter("r1", inside="r2").alter("r3", inside="r2")
    assert len(made.state.units_at(made.hex(0, 0))) == 1
    assert unit_lookups.fits_in_hex(made.state, made.hex(0, 0), "red")


def test_tr3_entering_costs_2_and_ends_the_action() -> None:
    """Entering: in the vehicle's hex, 2 MP, and the squad's action ends (fatigued)."""
    made = ride()
    walked = go(made, "r1", "board")
    assert (made.unit("r1").inside, walked.spent, walked.halted) == ("r2", 6, True)
    assert "board" not in ways(ride(), "r1", FIRE_AND_MOVE)
    assert "board" not in ways(ride(), "r1", ASSAULT)


def test_tr4_passengers_get_off_and_do_nothing_else() -> None:
    """Fresh passengers may be activated inside but not fire nor use abilities: Prepare op fire no,
    unload yes, fatigue yes."""
    made = ride("r1+r2 b1 .").alter("r1", inside="r2")
    deeds = {order.deed for order in action_phase.orders_of(made.state, made.unit("r1"))}
    assert deeds == {action_phase.ADVANCE, action_phase.FATIGUE}
    assert not unit_lookups.may_prepare(made.state, made.unit("r1"))
    assert set(ways(made, "r1")) == {"get-off"}


def test_tr6_leaving_costs_2_within_g6_and_the_squad_goes_on_with_what_is_left() -> None:
    """Leaving: an activated squad pays 2 MP, within G6, and may go on with what is left."""
    made = ride().alter("r1", inside="r2")
    walked = go(made, "r1", "get-off", "1,0", None)
    assert (made.unit("r1").inside, made.unit("r1").at) == ("", made.hex(1, 0))
    assert walked.spent == 9
    crowd = ride("r1+r2+r3 . .").alter("r1", inside="r2")
    assert "get-off" in ways(crowd, "r1")
    full = ride("r1+r2+r3+r4 . .").alter("r1", inside="r2")
    assert ways(full, "r1") == {}


def test_tr7_passengers_go_where_their_vehicle_goes() -> None:
    """Passengers cannot be attacked; the vehicle alone is the target."""
    made = ride().alter("r1", inside="r2")
    go(made, "r2", "1,0", None)
    assert made.unit("r1").at == made.hex(1, 0)
    assert made.unit("r1") not in made.state.units_at(made.hex(1, 0))


def test_tr8_all_passengers_die_with_their_vehicle() -> None:
    """Vehicle destroyed: all passengers die."""
    made = ride("r1+r2+r3 . .").alter("r1", inside="r2").alter("r3", inside="r2")
    made.call(destroy, "r2", "b1")
    assert [event.unit for event in made.happened(UnitLost)] == ["r1", "r3", "r2"]
    assert not made.state.units_of("red")


def test_tr9_guns_are_hooked_on_for_3_and_move_in_no_other_way() -> None:
    """AT guns are towed: loading and unloading as a squad but 3 MP; one gun instead of one
    squad."""
    made = ride(r1="at-gun")
    assert ways(made, "r1") == {"board": 3}
    go(made, "r1", "board")
    assert made.unit("r1").inside == "r2"
    assert ways(made, "r1") == {"get-off": 3}
    two = ride("r1+r2+r3 . .", r1="at-gun", r3="at-gun").alter("r3", inside="r2")
    assert ways(two, "r1") == {}, "one gun is towed"


def test_sp8_mount_and_dismount_are_advances() -> None:
    """Mount, dismount: TR3, TR6 as Advance with or without further moves."""
    made = ride("r2 . r1\n . . .")
    walked = go(made, "r1", "1,0", "0,0", "board")
    assert walked.spent == 12
