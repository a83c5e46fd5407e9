"""Rules that several chapters carry out together, each by its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from engine import games
from engine.games.tide import (
    action_phase,
    assault_resolution,
    fire,
    firepower,
    move_steps,
    targeting,
    unit_lookups,
)
from engine.games.tide.action_phase import Act, Order
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.assault_strength import may_assault
from engine.games.tide.attack_declaration import Aim, AttackOccasion, AttackOpportunity
from engine.games.tide.combat_events import AttackDeclared, AttackRolled, UnitLost
from engine.games.tide.damage import destroy
from engine.games.tide.data.piece_types import TRAP, WIRE
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.data.rulebook import load_rulebook
from engine.games.tide.events import ActionBegan, ActionEnded
from engine.games.tide.move_events import MoveBegan
from engine.games.tide.move_execution import Step
from engine.games.tide.state import ActivationMode, Unit
from engine.scenario.scenario import StartingHand
from tests.assertions import require_type
from tests.games.tide.boards import begun, happened
from tests.games.tide.cases import ACTIONS
from tests.games.tide.fights import fight
from tests.games.tide.hands import card, play
from tests.games.tide.walks import go, walk

BOARD = """
r1 r2 .  .  b1
 .  r3 .  .  .
"""


def test_g2_a_blank_map_has_pointed_hexes_of_50_m() -> None:
    """Pointy-top hexes, 50 m."""
    plan = games.rule_system_of("tide").sheets[0]["plan"]
    assert (plan["orientation"], plan["hex_metres"]) == ("pointy", 50.0)


def test_m1_points_are_spent_by_advance_fire_and_movement_and_assault() -> None:
    """MP are spent by Advance, Fire and Movement, Assault."""
    for deed in (action_phase.ADVANCE, action_phase.MOVE_FIRE, action_phase.ASSAULT):
        game = begun(BOARD.replace("b1", ".").replace("r2 .", "r2 b1"))
        game.choose(Order("r1", deed))
        assert isinstance(happened(game, MoveBegan)[0], MoveBegan)


def test_a1_an_advance_is_a_move_up_to_its_points() -> None:
    """Advance: the unit moves up to its move."""
    game = begun(BOARD)
    game.choose(Order("r3", action_phase.ADVANCE))
    assert require_type(game.decision, Step).left == 4 * 3
    game.choose(None)
    assert game.state.units["r3"].mode is ActivationMode.FATIGUED


def test_a2_concentrated_fire_is_one_attack() -> None:
    """Concentrated fire: one attack at full FP; others may support."""
    game = begun("r1 r2 b1", kinds={"r1": "1 elite", "r2": "1 elite"})
    game.choose(Order("r1", action_phase.FIRE))
    while game.awaited is None:
        game.choose(game.options[-1])
    declared = happened(game, AttackDeclared)
    assert len(declared) == 1
    assert declared[0].occasion == AttackOccasion.CONCENTRATED


def test_a5_a_strategy_card_is_an_action() -> None:
    """Strategy card: pay and play one of one's Action cards."""
    keep_going = ACTIONS[:1]
    game = begun(
        BOARD,
        [1],
        decks={"orders": keep_going},
        hands={"red": (StartingHand("orders", 1),)},
        stocks={"red": {"command": 1}},
        rules={"actions": 2},
    )
    game.choose(Order("", action_phase.CARD, "keep-going"))
    assert game.state.hq["red"].command == 0
    assert require_type(game.decision, Act).actions == 2 + 2 - 1


def test_a6_as1_an_assault_is_a_squads_without_heavy_weapons() -> None:
    """Assault (AS): squads without heavy weapons only."""
    made = walk("r1 b1 .\n r2 . .", r2="1 mg-crew")
    assert may_assault(made.state, made.unit("r1"))
    assert not may_assault(made.state, made.unit("r2"))
    assert not may_assault(made.state, Unit("r9", "red", "sherman", made.hex(0, 0)))


def test_a7_fatigue_does_nothing_else() -> None:
    """Fatigue unit: nothing else."""
    game = begun(BOARD)
    before = game.state.units["r1"]
    game.choose(Order("r1", action_phase.FATIGUE))
    assert game.state.units["r1"] == before._replace(mode=ActivationMode.FATIGUED)


def test_a8_special_actions_are_digging_clearing_and_mounting() -> None:
    """Special: SP, loading and unloading alone, clearing, digging."""
    made = walk("r1+r2+r3 . .", r1="4 regular [engineer]", r2="truck", works={"1,0": "wire"})
    deeds = {order.deed for order in action_phase.orders_of(made.state, made.unit("r1"))}
    assert action_phase.DIG in deeds
    found = move_steps.possible_steps(
        made.state, move_steps.MoveInProgress("r1", move_steps.ADVANCE, (made.unit("r1").at,))
    )
    assert {move_steps.BOARD, move_steps.CLEAR} <= {go.how for go in found}


def test_as5_a_stopped_squad_does_not_assault() -> None:
    """Op fire during the move as usual; a stopped squad does not assault."""
    made = walk("r1 . b1 .\n . . . .", b1="4 regular").wait("b1")
    order = Order("r1", action_phase.ASSAULT)
    from engine.games.tide.attack_declaration import Aim
    from engine.games.tide.fire import Figures

    answers = [
        move_steps.Go(made.hex(1, 0), move_steps.STEP, 3), "b1",
        Aim(made.hex(1, 0), "r1", AttackKind.SUPPRESSIVE), Figures(("regular",) * 4),
    ]  # fmt: skip
    made.carry_out(action_phase.DEEDS[action_phase.ASSAULT], order, answers=answers, dice=["5511"])
    assert made.unit("r1").is_pinned
    assert made.rolled == [(4, "attack")]


def test_op5_who_did_not_fire_keeps_the_mode() -> None:
    """A unit in Op Fire mode that did not fire keeps the mode until the Status phase."""
    game = begun(BOARD, modes={"b1": "op-fire"})
    game.choose(Order("r1", action_phase.ADVANCE))
    while not happened(game, ActionEnded):
        game.choose(None)
    assert game.state.units["b1"].mode is ActivationMode.OP_FIRE


def test_q3_what_a_squad_is_by_its_figures() -> None:
    """It is an officer's squad while it has an officer, heavy while it has a crew."""
    made = fight("r1 r2 r3", r1="1 officer, 2 regular", r2="1 mg-crew", r3="4 elite")
    led, heavy, elite = (made.unit(unit) for unit in ("r1", "r2", "r3"))
    assert unit_lookups.has_active_officer(made.state, led)
    assert not unit_lookups.has_active_officer(made.state, led._replace(figures=("regular",)))
    assert unit_lookups.is_heavy(made.state, heavy)
    assert unit_lookups.is_elite_squad(made.state, elite)


@pytest.mark.parametrize(
    ("away", "band"),
    [(1, RangeBand.CLOSE), (2, RangeBand.NORMAL), (4, RangeBand.NORMAL), (5, RangeBand.LONG),
     (8, RangeBand.LONG),
     (9, None)],
)  # fmt: skip
def test_rg1_rg2_rg3_rg4_bands_by_the_range(away: int, band: RangeBand | None) -> None:
    """Adjacent: close; up to the range: normal; up to twice: long; beyond: out of range."""
    made = fight(f"r1 {'. ' * (away - 1)}b1")
    regular = made.state.book.units["regular"]
    assert (
        firepower.range_band_to(made.state, made.unit("r1"), regular, made.unit("b1"), away) == band
    )


def test_rg7_nobody_attacks_in_the_own_hex() -> None:
    """Own hex: no attack (enemies never share one)."""
    made = fight("r1+b1 .", r1="sherman").wait("b1")
    call = AttackOpportunity("blue", AttackOccasion.OP_FIRE, ("r1",))
    assert targeting.op_firers(made.state, call) == ()


def test_tr5_a_vehicle_gains_nothing_from_passengers() -> None:
    """The vehicle gains nothing from passengers."""
    made = walk("r1+r2 . .", r1="1 officer", r2="truck").alter("r1", inside="r2")
    assert move_steps.movement_allowance(made.state, made.unit("r2")) == 4 * 3
    assert not unit_lookups.has_officer(made.state, made.hex(0, 0), "red")


def test_v1_vehicles_have_no_front() -> None:
    """No facing, no turret rules."""
    game = begun("r1 . b1", kinds={"r1": "sherman"})
    assert game.position().by_id["r1"].facing is None
    assert games.scenario_limits_of("tide", {}).faces == frozenset()


def test_v2_light_and_heavy_by_type() -> None:
    """Light/heavy by type."""
    known = load_rulebook().units
    heavy = {id_ for id_, type_ in known.items() if type_.is_heavy}
    assert heavy == {"sherman", "panzer-iv", "tiger"}


def test_v3_v4_damage_stays_and_a_destroyed_vehicle_leaves_no_wreck() -> None:
    """It stays until repaired. Destroyed: passengers die; no wreck."""
    game = begun("r1 . b1", kinds={"r1": "sherman"}, turns=2)
    game.state.alter("r1", damage=1)
    assert game.state.units["r1"].damage == 1
    made = walk("r1 . b1", r1="truck")
    made.call(destroy, "r1", "b1")
    assert made.happened(UnitLost) == [UnitLost("r1", "b1")]
    assert made.state.units_at(made.hex(0, 0)) == ()
    assert made.state.works == {}


def test_v8_obstacles_act_on_vehicles_too() -> None:
    """Smoke, wire, mines, traps: X."""
    for kind in (WIRE, TRAP):
        assert go(walk("r1 . .", works={"1,0": kind}, r1="truck"), "r1", "1,0").halted


def test_e1_e5_an_action_is_one_activity_with_all_its_interrupts() -> None:
    """A turn's activities: one action each; an action's op-fire interrupts belong to it."""
    game = begun(BOARD, modes={"b1": "op-fire"})
    marks = len(game.marks)
    game.choose(Order("r2", action_phase.ADVANCE))
    while not happened(game, ActionEnded):
        game.choose(None)
    assert len(game.marks) == marks + 1
    assert [event.unit for event in happened(game, ActionBegan)] == ["r2"]
    assert game.state.acting is None


def test_e2_the_questions_are_short() -> None:
    """Decisions, each short."""
    game = begun(BOARD)
    orders: list[Any] = list(game.options)
    assert all(isinstance(order, Order) for order in orders)
    assert len(orders) == len({*orders})


def test_e3_all_black_dice_then_all_red_ones_and_faces_are_counted() -> None:
    """Dice: one roll of all black then one of all red; faces are counted, not summed."""
    made = fight("r1 . b1:w")
    aim, whole = Aim(made.unit("b1").at, "b1", AttackKind.NORMAL), fire.Figures(("regular",) * 4)
    call = AttackOpportunity("red", AttackOccasion.CONCENTRATED)
    made.run(fire.resolve_attack(made.game, "r1", call), [aim, whole], "4566", "51")
    assert made.rolled == [(4, "attack"), (2, "defence")]
    assert made.happened(AttackRolled)[0].hits == 3 - 1, "5 6 6 hit, 5 saves"


def test_e3_the_purposes_of_dice() -> None:
    """Purposes `attack`, `defence`, `assault-defence`, `scatter`, `mine`, `ice`."""
    stormed = fight("r1 b1:w")
    stormed.run(
        assault_resolution.carry_out_assault(stormed.game, "r1", stormed.unit("b1").at),
        [],
        "1111",
        "11",
        "1111",
    )
    assert stormed.rolled == [(4, "attack"), (2, "defence"), (4, "assault-defence")]
    shelled = fight("r1 . b1")
    play(shelled, card("barrage", dice=2, scatter=True), shelled.unit("b1").at, dice=("3", "11"))
    assert shelled.rolled == [(1, "scatter"), (2, "attack")]
    for ground, works, dice, purpose in (
        ({}, {"1,0": "mines"}, "1111", "mine"),
        ({"1,0": "frozen-stream"}, {}, "2", "ice"),
    ):
        gone = walk("r1 . .", ground=ground, works=works, r1="sherman")
        go(gone, "r1", "1,0", *([None] if ground else []), dice=[dice])
        assert gone.rolled == [(len(dice), purpose)]
