"""Combat basics and AP attacks (V5.6, V5.14, V13, V14.1 to V14.4)."""

from __future__ import annotations

import pytest

from engine.games.valor.attack_declaration import Use
from engine.games.valor.combat_events import AttackDeclared, AttackRolled, CasualtyTaken
from engine.games.valor.fire_phase import Attack, Lead, Target
from engine.games.valor.state import Phase
from tests.games.valor.boards import BLUE, battle, happened, last
from tests.games.valor.firing import able, aim_at, aims, attack, offered, pay

FIRE = {"phase": "fire"}
LEADERS = {"r3": "leader-1", "r4": "leader-2", "b9": "leader-1"}
UK = {"r1": "uk-rifle", "r2": "uk-rifle", "r3": "leader-1"}


# --- worked examples ------------------------------------------------------------------------------


def test_v26_1_apfp_12_roll_5_leader_building() -> None:
    """APFP 12, roll 5, leader -1, building +3: 7, 2 CP."""
    weapons = {"w1": ("bren", "r1")}
    game = battle("r1+r2+r3 . b1+b2:h", [(2, 3)], types=UK, weapons=weapons, **FIRE)
    attack(game, ["r1", "r2", "r3"], aim_at(game, "C1"))
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.roll, rolled.points) == (12, 7, 2)
    assert set(rolled.corrections) == {("cover", 3), ("leader", -1)}


def test_v26_2_apfp_13_roll_4_reduces_a_squad_and_pins_another_half() -> None:
    """13, roll 4, -1, +3: 6, 3 CP: squad reduced (2), another half pinned (1)."""
    types = {**UK, "r2": "us-rifle", "b1": "uk-rifle", "b2": "uk-rifle-half"}
    weapons = {"w1": ("bren", "r1")}
    game = battle("r1+r2+r3 . b1+b2:h", [(1, 3)], types=types, weapons=weapons, **FIRE)
    attack(game, ["r1", "r2", "r3"], aim_at(game, "C1"))
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.roll, rolled.points) == (13, 6, 3)
    pay(game, ("reduce", "b1"), ("pin", "b2"))
    state = game.state
    assert state.type_of(state.units["b1"]).is_half
    assert state.units["b2"].pinned


def test_v26_3_a_half_with_an_lmg_and_a_leader_miss_over_a_hedge() -> None:
    """6 (half 2 + LMG 3 + leader 1), roll 8, -1, hedge +1: 8, nothing."""
    types = {"r1": "us-rifle-half", "r3": "leader-1"}
    game = battle(
        "r1+r3\n.\nb1", [(4, 4)], types=types, weapons={"w1": ("m1919a6", "r1")},
        hedges=["A2 A3"], **FIRE,
    )  # fmt: skip
    attack(game, ["r1", "r3"], aim_at(game, "A3"))
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.roll, rolled.points) == (6, 8, 0)
    assert set(rolled.corrections) == {("sight", 1), ("leader", -1)}


# --- V13: basics ----------------------------------------------------------------------------------


def test_v13_1_a_unit_makes_one_attack_a_turn() -> None:
    """One attack a unit a turn."""
    game = battle("r1 . b1\nr2 . b2", [(6, 6)], **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    assert able(game) == {"r2"}


def test_v13_2_fire_needs_sight() -> None:
    """All fire is direct but mortars."""
    game = battle("r1\nh\nb1", **FIRE)
    assert game.state.phase is Phase.MOVEMENT


@pytest.mark.parametrize(("hexes", "asked"), [(6, True), (7, False)])
def test_v13_3_range_counts_the_targets_hex_not_the_firers(hexes: int, asked: bool) -> None:
    """Range counts the target's hex, not the firer's."""
    game = battle("r1 " + ". " * (hexes - 1) + "b1", **FIRE)
    assert isinstance(game.decision, Attack) is asked


def test_v13_3_a_gun_has_no_limit() -> None:
    """A gun has no limit; machine guns of vehicles reach 8."""
    row = "r1 " + ". " * 11 + "b1"
    game = battle(row, types={"r1": "m4a3e8"}, facing={"r1": 2}, **FIRE)
    attack(game, ["r1"], aim_at(game, "M1"))
    assert game.awaited is not None
    game.enter((6, 6))
    assert last(game, AttackRolled).apfp == 12


def test_v13_4_cover_hindrances_and_leaders_add_up() -> None:
    """Cover of the target hex + hindrances - leader, all cumulative."""
    types = {"r3": "leader-2"}
    game = battle("r1+r3\no\nb1:w", [(6, 6)], types=types, **FIRE)
    attack(game, ["r1", "r3"], aim_at(game, "A3"))
    rolled = last(game, AttackRolled)
    assert set(rolled.corrections) == {("cover", 2), ("sight", 1), ("leader", -2)}


def test_v13_4_wire_adds_one_for_firers_in_it() -> None:
    """Wire 1 for firers in wire."""
    game = battle("r1 . b1", [(6, 6)], works={"A1": "wire"}, **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    assert ("wire", 1) in last(game, AttackRolled).corrections


@pytest.mark.parametrize(("facing", "points"), [(5, 0), (2, 1)])
def test_v13_5_a_shield_ignores_the_first_point_from_the_guns_arc(facing: int, points: int) -> None:
    """Gun shield, attack from the gun's arc: AP ignores the first CP on the gun."""
    game = battle("r1 . b1", [(1, 6)], types={"b1": "pak40"}, facing={"b1": facing}, **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    if points == 0:
        assert offered(game) == {("ignore", "b1"), ("pin", "b1")}
        pay(game, ("ignore", "b1"))
    assert game.state.units["b1"].pinned is bool(points)


def test_v13_7_a_leader_modifies_one_attack_and_is_fire_marked() -> None:
    """A leader may modify one attack a turn with his modifier, alone too; then Fire-marked."""
    game = battle("r1+r2+r3 . b1\n. . b2", [(6, 6)], types={"r3": "leader-1"}, **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"), leader="r3")
    assert game.state.units["r3"].fired
    assert last(game, AttackDeclared).leader == "r3"
    assert able(game) == {"r2"}


def test_v13_7_one_leader_an_attack_the_best_of_those_who_fire() -> None:
    """One leader an attack; who fires himself needs not be asked about."""
    types = {"r3": "leader-1", "r4": "leader-2"}
    game = battle("r1+r3+r4 . b1", [(6, 6)], types=types, **FIRE)
    attack(game, ["r1", "r3", "r4"], aim_at(game, "C1"))
    assert ("leader", -2) in last(game, AttackRolled).corrections


def test_v13_7_a_better_leader_who_does_not_fire_is_asked_about() -> None:
    """A leader in the hex of the attackers may modify."""
    types = {"r3": "leader-1", "r4": "leader-2"}
    game = battle("r1+r3+r4 . b1", types=types, **FIRE)
    game.choose("r1")
    game.choose("r3")
    game.choose(None)
    assert isinstance(game.decision, Lead)
    assert able(game) == {"r4"}


def test_v13_7_a_leader_does_not_modify_vehicle_units() -> None:
    """He modifies infantry (and mortars), not vehicle units."""
    types = {"r1": "m4a1", "r3": "leader-2"}
    game = battle("r1+r3 . b1", [(6, 6)], types=types, facing={"r1": 2}, **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    assert last(game, AttackRolled).corrections == ()


# --- V14.1 to V14.4: AP attacks -------------------------------------------------------------------


def test_v14_1_afvs_are_no_targets_of_ap_attacks() -> None:
    """Not AFVs nor their passengers."""
    types = {"b1": "sdkfz-251"}
    game = battle("r1 . b1", types=types, aboard={"b2": "b1"}, facing={"b1": 0}, **FIRE)
    assert game.state.phase is Phase.MOVEMENT


def test_v14_1_all_targets_of_the_hex_are_attacked_at_once() -> None:
    """Infantry, unarmoured vehicles, guns: all in the target hex at once."""
    types = {"b2": "truck", "b3": "leader-1"}
    game = battle("r1 . b1+b2+b3", [(3, 2)], types=types, facing={"b2": 0}, **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    assert last(game, AttackRolled).points == 3
    assert {unit for _, unit in offered(game)} == {"b1", "b2", "b3"}


def test_v14_2_infantry_of_one_hex_fires_at_one_hex_in_one_group() -> None:
    """Infantry of one hex firing at one hex in one phase must be one fire group (one roll)."""
    game = battle("r1+r2 . b1\n. . b2", [(6, 6)], **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    game.choose("r2")
    assert not isinstance(game.decision, Target)
    assert last(game, AttackDeclared).at == game.state.units["b2"].at


def test_v14_2_they_may_split_between_targets() -> None:
    """They may split between targets."""
    game = battle("r1+r2 . b1\n. . b2", **FIRE)
    assert aims(game, "r1") == {("ap", "C1", ""), ("ap", "C2", "")}


def test_v14_2_vehicle_units_never_group() -> None:
    """Vehicle units never group."""
    types = {"r1": "m4a1", "r2": "m4a1"}
    game = battle("r1+r2 . b1", [(6, 6)], types=types, facing={"r1": 2, "r2": 2}, **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    assert last(game, AttackDeclared).firers == ("r1",)
    assert able(game) == {"r2"}


def test_v14_2_a_carrier_and_its_passengers_at_one_target_are_one_attack() -> None:
    """A carrier and its passengers firing at one target must be one attack."""
    game = battle(
        "r1 . b1", [(6, 6)], types={"r1": "m3-halftrack"}, aboard={"r2": "r1"},
        facing={"r1": 2}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1", "r2"], aim_at(game, "C1"))
    assert last(game, AttackRolled).apfp == 4 + 5


def test_v14_2_a_passenger_left_out_may_not_fire_at_the_same_hex() -> None:
    """A carrier and its passengers firing at one target must be one attack."""
    game = battle(
        "r1 . b1", [(6, 6)], types={"r1": "m3-halftrack"}, aboard={"r2": "r1"},
        facing={"r1": 2}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "C1"))
    assert game.state.phase is not Phase.FIRE


@pytest.mark.parametrize(("hexes", "facing", "apfp"), [(9, 2, 12), (4, 5, 16), (4, 2, 19)])
def test_v26_10_v14_3_sums_of_an_m4a3e8(hexes: int, facing: int, apfp: int) -> None:
    """M4a3e8: 12, 16 or 19, as far as range 8 and arcs allow."""
    row = "r1 " + ". " * (hexes - 1) + "b1"
    game = battle(row, [(6, 6)], types={"r1": "m4a3e8"}, facing={"r1": facing}, **FIRE)
    attack(game, ["r1"], aim_at(game, game.state.field.label(game.state.units["b1"].at)))
    assert last(game, AttackRolled).apfp == apfp


def test_v14_4_the_sum_the_roll_and_the_table() -> None:
    """Sum APFP, roll 2d6, add V13.4, read the table."""
    game = battle("r1+r2 . b1", [(2, 2)], **FIRE)
    attack(game, ["r1", "r2"], aim_at(game, "C1"))
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.dice, rolled.points) == (10, (2, 2), 4)


def test_v5_6_attacks_are_resolved_one_by_one_and_firers_marked() -> None:
    """One at a time, each resolved before the next, each firer then Fire-marked."""
    game = battle("r1 . b1\nr2 . .", [(1, 2), (6, 6)], **FIRE)
    attack(game, ["r1"], aim_at(game, "C1"))
    assert game.state.units["r1"].fired
    pay(game, ("reduce", "b1"))
    assert [event.points for event in happened(game, CasualtyTaken)] == [2, 3]
    assert able(game) == set()


def test_v5_14_the_other_side_fires_defensively_with_who_has_no_fire_marker() -> None:
    """B makes attacks with any units without Fire marker, one at a time, each Fire-marked."""
    game = battle("r1 . b1+b2", [(6, 6)], phase="defensive-fire", marks={})
    assert game.decision is not None
    assert game.decision.side == BLUE
    attack(game, ["b1"], aim_at(game, "A1"))
    assert last(game, AttackDeclared).manner == "defensive"
    assert game.state.units["b1"].fired


def test_v14_14_who_is_pinned_does_not_fire() -> None:
    """Pinned: does nothing, does not modify."""
    marks = {"r1": ("pinned",), "r3": ("pinned",)}
    game = battle("r1+r2+r3 . b1", [(6, 6)], types={"r3": "leader-1"}, marks=marks, **FIRE)
    attack(game, ["r2"], aim_at(game, "C1"))
    declared = last(game, AttackDeclared)
    assert (declared.firers, declared.leader) == (("r2",), "")


def test_grenades_lower_the_roll_of_an_attack_next_door() -> None:
    """V12.7: adjacent target, AP; -1 to the attack roll, one per unit and attack."""
    stocks = {"red": {"grenades": 3}}
    game = battle("r1+r2 b1:w", [(6, 6)], stocks=stocks, **FIRE)
    uses = [Use("r1", "grenades"), Use("r2", "grenades")]
    attack(game, ["r1", "r2"], aim_at(game, "B1"), uses=uses)
    assert ("grenades", -2) in last(game, AttackRolled).corrections
    assert game.state.count_in_stock("red", "grenades") == 1
