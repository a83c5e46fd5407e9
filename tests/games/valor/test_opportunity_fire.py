"""Opportunity fire and fire lanes (valor V5.12, V5.13, V13.8–V13.12)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.combat_events import AttackDeclared, AttackRolled, HitRolled
from engine.games.valor.events import MoveEnded, Stepped
from engine.games.valor.fire_lanes import LayLane, possible_lanes
from engine.games.valor.fire_phase import Attack
from engine.games.valor.move_execution import Step
from engine.games.valor.movement_phase import Move
from engine.games.valor.smoke import LaySmoke
from engine.games.valor.snipers import SniperHex
from engine.games.valor.support_events import LaneLaid, LaneRolled, LanesLifted, MineRolled
from tests.games.valor.boards import at, battle, happened, last, place_of
from tests.games.valor.firing import able, aim_at, attack, pay
from tests.games.valor.walking import hold, order, step, stop, walk

FIELD = """
r1+r2 .  .  .  .  b1+b2
.     .  .  .  .  .
"""
MISS = (6, 6)


def movement(board: str, *dice: Any, **more: Any) -> Any:
    """Red's movement phase."""
    return battle(board, dice, phase="movement", **more)


def labels(game: Any, hexes: Any) -> list[str]:
    return [game.scenario.map.labels.label(hex_) for hex_ in hexes]


# --- V13.8 ----------------------------------------------------------------------------------------


def test_v13_8_after_every_hex_the_enemy_may_attack_until_he_is_content() -> None:
    """In A's Movement phase, after a mover entered a hex, any B unit without Fire marker, unpinned,
    with range and LOS may attack it, alone or in fire groups."""
    game = step(order(movement("r1 . . . . b1 b2 b3", (6, 5), (6, 5)), "r1"), "B1")
    assert isinstance(game.decision, Attack)
    assert able(game) == {"b1", "b2", "b3"}
    attack(game, ["b1"], aim_at(game, "B1"))
    assert able(game) == {"b2", "b3"}
    game.choose(None)
    assert isinstance(game.decision, Step)
    step(game, "C1")
    assert able(game) == {"b2", "b3"}
    attack(game, ["b3"], aim_at(game, "C1"))
    assert game.state.units["b3"].fired
    assert [told.manner for told in happened(game, AttackDeclared)] == ["opportunity"] * 2


def test_v13_8_pinned_and_marked_units_and_those_out_of_range_do_not_fire() -> None:
    """Any B unit without Fire marker, unpinned, with range and LOS."""
    marks = {"b1": ("pinned",)}
    game = movement("r1 . . b1 b2 b3\n h h . . . .\n h h . . . .\n b4 . . . . .", marks=marks)
    game.state.units["b2"] = game.state.units["b2"]._replace(fired=True)
    step(order(game, "r1"), "B1")
    assert able(game) == {"b3"}
    far = step(order(movement("r1 . . . . . . . . b1"), "r1"), "B1")
    assert isinstance(far.decision, Step)


def test_v13_8_only_the_moving_units_are_targets_and_victims() -> None:
    """Only the moving units are targets and victims."""
    game = movement("r1 r3 . b1", (1, 1), (2, 2))
    step(order(game, "r1"), "B1")
    assert place_of(game, "r1") == place_of(game, "r3")
    attack(game, ["b1"], aim_at(game, "B1"))
    suffered = {option.unit for option in game.options if hasattr(option, "pays")}
    assert suffered <= {"r1"}
    while hasattr(game.options[0], "pays"):
        game.choose(game.options[0])
    assert not game.state.units["r3"].pinned
    assert "r3" in game.state.units


def test_v13_8_mortars_and_smoke_no() -> None:
    """Mortars and smoke no."""
    weapons = {"bm": ("mortar-5cm", "b1")}
    types = {"b1": "de-rifle-half", "b2": "pzkpfw-iv"}
    stocks = {"blue": {"smoke": 4}}
    game = movement("r1 . . . . . . . b1\n b2 . . . . . . . .", types=types, weapons=weapons,
                    facing={"b2": 1}, stocks=stocks)  # fmt: skip
    step(order(game, "r1"), "B1")
    game.choose("b2")
    declared = last(game, AttackDeclared) if happened(game, AttackDeclared) else None
    assert declared is None or declared.kind == "ap"
    if hasattr(game.decision, "aims"):
        assert {str(aim.how) for aim in game.decision.aims} == {"ap"}


def test_v13_8_infantry_of_a_hex_fires_at_a_hex_together_or_not_at_all() -> None:
    """Infantry of one hex firing at one hex must be one fire group (V14.2)."""
    game = step(order(movement(FIELD, MISS), "r1"), "B1")
    attack(game, ["b1"], aim_at(game, "B1"))
    assert not isinstance(game.decision, Attack)
    assert not game.state.units["b2"].fired
    step(game, "C1")
    assert able(game) == {"b2"}


def test_v13_8_a_stack_goes_on_with_what_can() -> None:
    """A goes on with what can."""
    game = step(order(movement(FIELD, (3, 4)), "r1", "r2"), "B1")
    attack(game, ["b1", "b2"], aim_at(game, "B1"))
    points = last(game, AttackRolled).points
    assert points == 2
    pay(game, ("pin", "r1"))
    hold(game)
    assert game.state.units["r2"].pinned
    assert happened(game, MoveEnded)[-1].units == ("r1", "r2")


# --- V13.9, V13.10 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "into", "corrections", "rules"),
    [
        ("r1 . . b1", "B1", {("no-cover", -1)}, {}),
        ("r1 . b1 .", "B1", {("no-cover", -1), ("adjacent", -2)}, {}),
        ("r1 w . b1", "B1", {("cover", 2)}, {}),
        ("r1 w b1 .", "B1", {("cover", 2), ("adjacent", -2)}, {}),
        ("r1 . b1 .", "B1", {("adjacent", -2)}, {"opfire_cumulative": False}),
    ],
)
def test_v13_9_minus_1_in_the_open_minus_2_next_door(
    board: str, into: str, corrections: set[tuple[str, int]], rules: dict[str, Any]
) -> None:
    """AP op fire: −1 if no positive cover modifier of any kind applies; −2 if the target is
    adjacent; both may apply (−3)."""
    game = step(order(movement(board, MISS, rules=rules), "r1"), into)
    attack(game, ["b1"], aim_at(game, into))
    assert set(last(game, AttackRolled).corrections) == corrections


def test_v13_9_assault_movement_is_cover_enough() -> None:
    """−1 only if no positive cover modifier of any kind applies."""
    game = step(order(movement("r1 . . b1", MISS), "r1", manner="assault"), "B1")
    attack(game, ["b1"], aim_at(game, "B1"))
    assert set(last(game, AttackRolled).corrections) == {("assault-move", 1)}


def test_v13_9_at_op_fire_is_unmodified() -> None:
    """AT op fire unmodified."""
    types = {"r1": "m4a1", "b1": "pak40"}
    game = movement("r1 . b1 .", MISS, types=types, facing={"r1": 2, "b1": 5})
    step(order(game, "r1"), "B1", facing=2)
    attack(game, ["b1"], aim_at(game, "B1", "r1"))
    assert last(game, HitRolled).corrections == ()


def test_v13_10_turning_in_place_and_smoke_draw_no_fire() -> None:
    """A unit turning or unloading in place, advancing or placing smoke draws none."""
    from engine.games.valor.movement_phase import Order, Turn

    types = {"r1": "m4a1"}
    game = movement("r1 . . b1\n r2 . . .", types=types, facing={"r1": 2},
                    stocks={"red": {"smoke": 1}})  # fmt: skip
    game.choose(Order("r1", "turn"))
    assert isinstance(game.decision, Turn)
    game.choose(3)
    assert isinstance(game.decision, Move)
    game.choose(Order("r2", "smoke"))
    if isinstance(game.decision, LaySmoke):
        game.choose(at(game, "A2"))
    assert isinstance(game.decision, Move)
    assert not happened(game, AttackDeclared)


# --- V13.11 ---------------------------------------------------------------------------------------

MG = {"weapons": {"bm": ("mg34", "b1")}}


def test_v13_11_an_mg_that_op_fires_may_lay_a_lane_to_its_target() -> None:
    """An infantry unit op-firing with an MG may lay a lane: one marker in each hex of the path from
    next to the firer to the target hex (as many as the range)."""
    game = movement(".\n.\n r1\n .\n .\n .\n .\n b1", MISS, **MG)
    step(order(game, "r1"), "A4")
    attack(game, ["b1"], aim_at(game, "A4"))
    assert isinstance(game.decision, LayLane)
    assert game.options == ["straight", None]
    game.choose("straight")
    assert labels(game, last(game, LaneLaid).hexes) == ["A7", "A6", "A5", "A4"]
    assert isinstance(game.decision, Step)


def test_v13_11_where_los_runs_along_hexsides_one_side_or_taking_turns() -> None:
    """Where LOS runs along hexsides, the layer takes one side or alternates; the pattern is the
    same all along."""
    game = movement("r1 . . . . . . . .\n" + " . . . . . . . . ." * 1)
    grid = game.scenario.map.grid
    start, target = at(game, "A1"), at(game, "I1")
    found = possible_lanes(game.state, start, target)
    assert set(found) <= {"left", "right", "left-right", "right-left"}
    for hexes in found.values():
        assert len(hexes) == 8
        assert hexes[-1] == target
        assert all(hex_ in grid for hex_ in hexes)
    assert len(set(found.values())) == len(found) >= 1


def test_v13_11_units_without_an_mg_and_vehicles_lay_none() -> None:
    """An infantry unit op-firing with an MG."""
    game = step(order(movement("r1 . . b1", MISS), "r1"), "B1")
    attack(game, ["b1"], aim_at(game, "B1"))
    assert not isinstance(game.decision, LayLane)
    types = {"b1": "sdkfz-251"}
    game = step(order(movement("r1 . . b1", MISS, types=types, facing={"b1": 5}), "r1"), "B1")
    attack(game, ["b1"], aim_at(game, "B1"))
    assert not isinstance(game.decision, LayLane)


# --- V13.12 ---------------------------------------------------------------------------------------


def laned(*dice: Any, **more: Any) -> Any:
    """Blue's machine gun has laid a lane from A7 to A4, and missed; Red 2 is to move into it."""
    board = ".  .\n.  .\n r1 .\n . r2\n . .\n . .\n . .\n b1 ."
    game = movement(board, MISS, *dice, **MG, **more)
    step(order(game, "r1"), "A4")
    attack(game, ["b1"], aim_at(game, "A4"))
    game.choose("straight")
    return stop(game)


def test_v13_12_who_enters_a_lane_is_attacked_at_once_on_row_1_to_4() -> None:
    """Infantry, gun or unarmoured vehicle entering a lane hex is attacked at once on row 1–4: no
    cover, no modifiers."""
    game = laned((1, 3))
    step(order(game, "r2"), "A5")
    rolled = last(game, LaneRolled)
    assert (rolled.units, rolled.markers, rolled.points) == (("r2",), 1, 3)


def test_v13_12_units_already_there_are_not_attacked() -> None:
    """Units already there are not."""
    game = laned((1, 3))
    assert not happened(game, LaneRolled)


def test_v13_12_afvs_are_not_attacked() -> None:
    """Infantry, gun or unarmoured vehicle."""
    game = laned(types={"r2": "m4a1"}, facing={"r2": 4})
    step(order(game, "r2"), "A5", facing=4)
    assert not happened(game, LaneRolled)


def test_v26_11_three_markers_are_minus_2() -> None:
    """Lane with three markers (−2): roll 4 ⇒ 2 ⇒ 5 CP."""
    game = laned((1, 3))
    lane = game.state.lanes[0]
    game.state.lanes = (lane, lane._replace(weapon="x"), lane._replace(weapon="y"))
    step(order(game, "r2"), "A5")
    rolled = last(game, LaneRolled)
    assert (rolled.markers, rolled.points) == (3, 5)


def test_v5_13_lanes_are_removed_when_movement_is_over() -> None:
    """All fire lanes are removed when A's movement and all opportunity fire are over."""
    game = laned()
    assert game.state.lanes
    game.choose(None)
    assert last(game, LanesLifted).count == 1
    assert game.state.lanes == ()


def test_v5_12_mines_come_before_lanes_and_lanes_before_opportunity_fire() -> None:
    """Sniper in the hex removed · mines · fire lanes · wire stops · opportunity fire."""
    game = laned(5, (6, 5), works={"A5": "minefield"}, types={"b2": "de-rifle"})
    step(order(game, "r2"), "A5")
    kinds = [type(event) for event in game.events]
    assert kinds.index(MineRolled) < kinds.index(LaneRolled)
    assert happened(game, Stepped)[-1].units == ("r2",)
    assert not isinstance(game.decision, SniperHex)


def test_v13_8_moving_out_of_sight_draws_nothing() -> None:
    """With range and LOS."""
    game = movement("r1 . h b1\n . . h .\n . . h .")
    walk(order(game, "r1"), "A2")
    assert isinstance(game.decision, Step)
