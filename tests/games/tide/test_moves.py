"""Movement: what steps cost, where a move may go and end, obstacles, overrun (M, G7, X, V7)."""

from __future__ import annotations

import pytest

from engine.games.tide import move_steps
from engine.games.tide.events import Fatigued
from engine.games.tide.move_events import Overran, Stepped, WentBack
from engine.games.tide.move_execution import Step
from engine.games.tide.move_steps import ASSAULT, FIRE_AND_MOVE, FREE
from engine.games.tide.state import ActivationMode, Morale
from tests.assertions import require_type
from tests.games.tide.fights import Fight
from tests.games.tide.walks import go, walk, ways

OPEN = """
r1 .  .  .  .
 .  .  .  .  .
.  .  .  .  b1
"""


def allowance(made: Fight, unit: str, manner: str = move_steps.ADVANCE) -> int:
    """MP of a unit in whole points."""
    return move_steps.movement_allowance(made.state, made.unit(unit), manner) // 3


def test_m2_the_cost_is_that_of_the_hex_entered() -> None:
    """Cost is paid for the hex entered (woods 2)."""
    made = walk("r1:w w .\n . . .")
    assert ways(made, "r1") == {"1,0": 2, "0,1": 1}


def test_m3_m4_uphill_costs_more_for_each_level_and_downhill_nothing() -> None:
    """Uphill +1 for each level. Downhill nothing."""
    assert ways(walk("r1 2 .\n . . ."), "r1")["1,0"] == 3
    assert ways(walk("r1:2 1 .\n . . ."), "r1")["1,0"] == 1


@pytest.mark.parametrize(
    ("ground", "squad", "vehicle"),
    [
        ("open", 1, 1), ("field", 1, 1), ("beach", 2, 2), ("woods", 2, 3), ("building", 2, None),
        ("rough", 2, 3), ("marsh", 2, None), ("bocage", 2, 3), ("shallow-stream", 2, 4),
        ("deep-stream", 3, None), ("flooded-stream", None, None), ("pond", None, None),
        ("lake", None, None), ("river", None, None), ("frozen-stream", 2, 3),
    ],
)  # fmt: skip
def test_x_the_terrain_table_says_what_entering_costs(
    ground: str, squad: int | None, vehicle: int | None
) -> None:
    """Squad MP and vehicle MP of each kind of terrain."""
    on_foot = walk("r1 .\n . .", ground={"1,0": ground})
    assert ways(on_foot, "r1").get("1,0") == squad
    driving = walk("r1 .\n . .", ground={"1,0": ground}, r1="panzer-iv")
    assert ways(driving, "r1").get("1,0") == vehicle


def test_m5_enemy_hexes_are_not_entered() -> None:
    """Enemy hexes are not entered (tank overrun V7 excepted)."""
    assert "1,0" not in ways(walk("r1 b1 .\n . . ."), "r1")


def test_m6_g3_half_hexes_are_not_entered() -> None:
    """Half hexes may not be entered; a map marks them as zone half-hexes."""
    made = walk(OPEN)
    made.state.field.halves = frozenset({made.hex(1, 0)})
    assert "1,0" not in ways(made, "r1")


def test_m7_a_step_that_costs_more_than_is_left_is_not_made() -> None:
    """A unit with fewer MP than a step costs does not make it; there is no minimum move."""
    made = walk("r1 w .\n . . .")
    assert "1,0" in ways(made, "r1", spent=6)
    assert "1,0" not in ways(made, "r1", spent=9)
    assert "0,1" in ways(made, "r1", spent=9)


def test_m8_along_a_road_a_step_costs_1_whatever_the_ground() -> None:
    """Along a link 1 whatever the ground, uphill still +1."""
    made = walk("r1 w .\n . . .", roads=["@0,0 @1,0"])
    assert ways(made, "r1")["1,0"] == 1
    assert ways(walk("r1 1w .\n . . .", roads=["@0,0 @1,0"]), "r1")["1,0"] == 2


def test_m8_trucks_drive_three_road_hexes_to_the_point() -> None:
    """Trucks a third along a road (three road hexes to the point)."""
    made = walk("r1 . . . . .", roads=["@0,0 @1,0 @2,0 @3,0 @4,0 @5,0"], r1="truck")
    assert ways(made, "r1")["1,0"] == pytest.approx(1 / 3)
    walked = go(made, "r1", "1,0", "2,0", "3,0", None)
    assert walked.spent == 3, "three thirds of a point"


def test_x1_a_bridge_is_a_road_over_water() -> None:
    """A bridge is a road link over water."""
    made = walk("r1 ~ .\n . ~ .", roads=["@0,0 @1,0 @2,0"])
    assert ways(made, "r1")["1,0"] == 1
    assert ways(walk("r1 ~ .\n . ~ ."), "r1").get("1,0") is None


def test_m10_a_unit_may_stop_anywhere_on_its_way() -> None:
    """A unit may stop anywhere on its way; what is left is lost."""
    made = walk(OPEN)
    go(made, "r1", "1,0", None)
    assert made.unit("r1").at == made.hex(1, 0)


# --- how far (U3, SP5, A4, RS10) ------------------------------------------------------------------


def test_u3_an_officers_squad_has_one_point_more() -> None:
    """Officer, mobility: his squad has +1 move."""
    made = walk("r1 r2 .", r1="4 regular", r2="1 officer, 3 regular")
    assert (allowance(made, "r1"), allowance(made, "r2")) == (4, 5)


def test_sp5_a_recon_squad_has_one_point_more() -> None:
    """Recon: +1 move."""
    assert allowance(walk("r1 . .", r1="4 regular [recon]"), "r1") == 5


def test_a4_fire_and_movement_takes_points() -> None:
    """Squads -1, vehicles -2 move."""
    made = walk("r1 r2 .", r2="panzer-iv")
    assert (allowance(made, "r1", FIRE_AND_MOVE), allowance(made, "r2", FIRE_AND_MOVE)) == (3, 4)


def test_as3_the_move_of_an_assault_has_no_penalty() -> None:
    """The squad moves up to its move (no Fire-and-Movement penalty)."""
    assert allowance(walk("r1 . ."), "r1", ASSAULT) == 4


def test_rs10_damage_slows_and_stops_vehicles() -> None:
    """Light damage: -1 move. Heavy: no move."""
    made = walk("r1 . .", r1="sherman")
    assert allowance(made.alter("r1", damage=1), "r1") == 4
    assert allowance(made.alter("r1", damage=2), "r1") == 0


def test_a9_of6_pinned_and_disrupted_squads_do_not_move() -> None:
    """Pinned, disrupted or heavily damaged units do not move until the state is over."""
    assert ways(walk("r1 . .").pin("r1"), "r1") == {}
    assert ways(walk("r1 . .").disrupt("r1"), "r1") == {}


def test_d7_bonuses_move_counts() -> None:
    """Bonus: what move, amount, who squads."""
    made = walk("r1 . .").bonus("red", "move", 2, who="squads")
    assert allowance(made, "r1") == 6


# --- room (G6, G7) --------------------------------------------------------------------------------

FULL = """
r1 r2+r3+r4 .  b1
 . .  .  .
"""


def test_g7_a_full_hex_may_be_passed_but_not_stopped_in() -> None:
    """A full hex may be passed, not stopped in."""
    made = walk(FULL)
    go(made, "r1", "1,0", "2,0", None)
    assert made.unit("r1").at == made.hex(2, 0)
    asked = made.asked[1]
    assert None not in asked.options(made.state)


def test_ex15_who_is_stopped_by_wire_in_a_full_hex_goes_back() -> None:
    """3 units stand in a hex; a fourth entering must stop there by wire: it goes back to the hex
    before."""
    made = walk(FULL, works={"1,0": "wire"})
    go(made, "r1", "1,0")
    assert made.unit("r1").at == made.hex(0, 0)
    assert made.happened(WentBack) == [WentBack("r1", made.hex(1, 0), made.hex(0, 0))]


def test_g6_at_most_two_of_three_are_vehicles() -> None:
    """At most 3 units of a side in a hex, at most 2 of them vehicles."""
    made = walk("r1 r2+r3 .", r1="truck", r2="truck", r3="truck")
    go(made, "r1", "1,0", "2,0", None)
    assert None not in made.asked[1].options(made.state)


# --- positions (M9, X4) ---------------------------------------------------------------------------


def test_m9_x4_entering_and_leaving_a_position_costs_a_point() -> None:
    """Entering or leaving a position costs 1 MP on top."""
    made = walk(OPEN, works={"1,0": "entrenchment"})
    walked = go(made, "r1", "1,0", "enter", None)
    assert (walked.spent, made.unit("r1").position) == (6, "entrenchment-1,0")
    assert ways(made, "r1") == {"leave": 1}, "first it leaves"


def test_x4_one_squad_is_in_an_entrenchment() -> None:
    """Entrenchment: one squad each."""
    made = walk("r1+r2 . .", works={"0,0": "entrenchment"})
    made.alter("r1", position="entrenchment-0,0")
    assert "enter" not in ways(made, "r2")


# --- obstacles (X2, X7–X10) -----------------------------------------------------------------------


def test_x7_wire_stops_who_enters() -> None:
    """Wire: stops entering units (not engineers, heavy vehicles)."""
    for unit, stops in (("4 regular", True), ("4 regular [engineer]", False), ("truck", True),
                        ("sherman", False)):  # fmt: skip
        made = walk(OPEN, works={"1,0": "wire"}, r1=unit)
        walked = go(made, "r1", "1,0", *(() if stops else (None,)))
        assert walked.halted is stops, unit
        assert walked.snagged, "no assault after wire (AS4)"


def test_sp7_engineers_and_tanks_clear_wire_next_to_them() -> None:
    """Clear: an engineer or a tank adjacent to or in wire removes it for 2 MP of an Advance."""
    for unit in ("4 regular [engineer]", "sherman"):
        made = walk(OPEN, works={"1,0": "wire"}, r1=unit)
        walked = go(made, "r1", "clear", None)
        assert not made.state.works
        assert walked.spent == 6
    assert "clear" not in ways(walk(OPEN, works={"1,0": "wire"}), "r1")
    engineer = walk(OPEN, works={"1,0": "wire"}, r1="4 regular [engineer]")
    assert "clear" not in ways(engineer, "r1", FIRE_AND_MOVE)


def test_x8_tank_traps_let_in_vehicles_that_began_next_to_them() -> None:
    """Tank trap: vehicles enter only if they began the action adjacent and must stop."""
    made = walk("r1 . . .", works={"1,0": "trap"}, r1="sherman")
    assert go(made, "r1", "1,0").halted
    far = walk("r1 . . .\n . . . .", works={"2,0": "trap"}, r1="sherman")
    go(far, "r1", "1,0", None)
    assert far.hex(2, 0) not in [way.to for way in require_type(far.asked[-1], Step).ways]
    assert not go(walk("r1 . . .", works={"1,0": "trap"}), "r1", "1,0", None).halted


def test_x9_mines_go_off_under_who_enters_and_it_is_fatigued() -> None:
    """Mines: entering: 4 black dice, 4-6, no red; then fatigued."""
    made = walk(OPEN, works={"1,0": "mines"})
    walked = go(made, "r1", "1,0", dice=["4312"])
    assert made.rolled == [(4, "mine")]
    assert walked.halted
    assert walked.snagged
    assert len(made.unit("r1").figures) == 3
    assert made.happened(Fatigued) == [Fatigued(("r1",), "mines")]


def test_x9_out_of_mines_a_unit_goes_one_hex_an_action() -> None:
    """A unit may leave it only one hex an action."""
    made = walk(OPEN, works={"0,0": "mines"})
    go(made, "r1", "1,0")
    assert made.unit("r1").at == made.hex(1, 0)


def test_x10_hidden_mines_do_not_hurt_their_own_side() -> None:
    """Which side set an obstacle does not matter to what it does, but its own hidden mines do not
    hurt it."""
    made = walk("b1 . .", works={"1,0": "mines"}, hidden=["1,0"])
    go(made, "b1", "1,0", None)
    assert made.rolled == []
    known = walk("b1 . .", works={"1,0": "mines"})
    go(known, "b1", "1,0", dice=["1111"])
    assert known.rolled == [(4, "mine")]


def test_x2_a_vehicle_rolls_for_the_ice() -> None:
    """Ice: a vehicle entering frozen-stream rolls a die: 1 destroyed."""
    for die, lives in (("1", False), ("2", True)):
        made = walk(OPEN, ground={"1,0": "frozen-stream"}, r1="sherman")
        go(made, "r1", "1,0", *((None,) if lives else ()), dice=[die])
        assert ("r1" in made.state.units) is lives
    go(walk(OPEN, ground={"1,0": "frozen-stream"}), "r1", "1,0", None)


# --- overrun (V7) ---------------------------------------------------------------------------------


def test_ex20_overrun_of_two_squads_through_open_ground() -> None:
    """1 + 1 + 1 = 3 MP; both pinned; with an entrenched one: not pinned."""
    made = walk("r1 b1+b2 .\n . . .", r1="sherman")
    assert ways(made, "r1")["1,0"] == 3
    go(made, "r1", "1,0", "2,0", None)
    assert made.happened(Overran) == [Overran("r1", made.hex(1, 0), ("b1", "b2"))]
    assert made.unit("b1").morale is made.unit("b2").morale is Morale.PINNED
    held = walk("r1 b1+b2 .\n . . .", r1="sherman").lay("entrenchment", "b1", dug_in=True)
    go(held, "r1", "1,0", "2,0", None)
    assert held.unit("b1").is_steady
    assert held.unit("b2").is_pinned


def test_v7_an_overrun_never_ends_in_the_hex() -> None:
    """May pass through an enemy hex, never ends there."""
    made = walk("r1 b1 .\n . . .", r1="sherman")
    assert "1,0" not in ways(made, "r1", spent=9), "nothing left to drive out with"
    go(made, "r1", "1,0", "2,0", None)
    assert None not in made.asked[1].options(made.state)


def test_v7_not_over_heavy_vehicles_and_not_by_others_than_tanks() -> None:
    """Through an enemy hex without heavy vehicles."""
    assert "1,0" not in ways(walk("r1 b1 .", r1="sherman", b1="tiger"), "r1")
    assert "1,0" in ways(walk("r1 b1 .", r1="sherman", b1="truck"), "r1")
    assert "1,0" not in ways(walk("r1 b1 .", r1="halftrack"), "r1")


def test_v7_rs12_an_overrun_squad_in_op_fire_mode_loses_it() -> None:
    """A squad in Op Fire mode that becomes pinned loses the mode and is fatigued."""
    made = walk("r1 b1 .\n . . .", r1="sherman", b1="1 mortar-crew")
    made.alter("b1", mode=ActivationMode.OP_FIRE)
    go(made, "r1", "1,0", "2,0", None)
    assert made.unit("b1").mode is ActivationMode.FATIGUED


# --- free moves (D7) ------------------------------------------------------------------------------


def test_d7_a_free_move_has_points_of_its_own() -> None:
    """Free-move: units, points: now, op fire as usual, no action, no fatigue."""
    from engine.games.tide import move_execution

    made = walk("r1 . . .")
    made.run(
        move_execution.move_by_card(made.game, "r1", 1), [move_steps.Go(made.hex(1, 0), "step", 3)]
    )
    assert made.unit("r1").is_fresh
    assert len(made.happened(Stepped)) == 1
    assert FREE not in ("advance", "assault")
