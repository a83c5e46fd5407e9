"""Support weapons, expendables and mortars (V12, V8.5, V10.5, V22.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor import unit_firepower
from engine.games.valor.attack_declaration import Use
from engine.games.valor.combat_events import AttackDeclared, AttackRolled, HitRolled
from engine.games.valor.fire_phase import Attack
from engine.games.valor.state import Phase
from tests.games.valor.boards import at, battle, happened, last
from tests.games.valor.firing import able, aim_at, aims, attack

FIRE = {"phase": "fire"}
HALF = {"r1": "us-rifle-half"}


def apfp(hexes: int, type_: str, weapon: str = "", **more: Any) -> tuple[int, tuple[str, ...]]:
    """What a unit brings into an attack so many hexes away, and the weapons it uses."""
    armed = {"w1": (weapon, "r1")} if weapon else {}
    game = battle(
        "r1 " + ". " * (hexes - 1) + "b1", types={"r1": type_}, weapons=armed, phase="movement",
        **more,
    )  # fmt: skip
    target = game.state.units["b1"].at
    found = unit_firepower.attack_share(game.state, game.state.units["r1"], target)
    return (found.apfp, found.weapons) if found else (0, ())


@pytest.mark.parametrize(
    ("type_", "weapon", "wanted"),
    [
        ("us-rifle", "m1919a6", 5 + 3),
        ("us-rifle", "hmg", 5 + 6),
        ("us-rifle-half", "m1919a6", 2 + 3),
        ("us-rifle-half", "hmg", 6),
        ("leader-1", "m1919a6", 3),
        ("leader-1", "", 1),
    ],
)  # fmt: skip
def test_v12_3_what_counts_in_an_ap_attack(type_: str, weapon: str, wanted: int) -> None:
    """Squad = own + L or H; half = own + L, or an H alone; leader = own, or an L alone."""
    assert apfp(3, type_, weapon)[0] == wanted


def test_v12_3_beyond_its_own_range_the_weapon_counts_alone() -> None:
    """Beyond the unit's own range but in the weapon's: weapon alone."""
    assert apfp(8, "us-rifle", "hmg") == (6, ("w1",))
    assert apfp(11, "us-rifle", "hmg") == (0, ())


def test_v12_3_a_mortar_counts_alone() -> None:
    """Mortar: weapon alone."""
    game = battle("r1 . . b1", [(6, 6)], weapons={"w1": ("mortar-60mm", "r1")}, **FIRE)
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    assert last(game, AttackRolled).apfp == 6


def test_v12_2_a_unit_says_ap_or_at_where_both_are_possible() -> None:
    """A unit fires one SW a turn and says AP or AT where both are possible."""
    types, facing = {"b2": "truck"}, {"b2": 0}
    game = battle(
        "r1 . b1+b2", types=types, facing=facing, weapons={"w1": ("bazooka", "r1")}, **FIRE
    )
    assert aims(game, "r1") == {("ap", "C1", ""), ("at", "C1", "b2")}


def test_v12_5_x_weapons_are_used_once_and_come_off_the_pool() -> None:
    """X weapons are used once and come off the side's pool."""
    game = battle(
        "r1 b1", [(1, 6), (6, 6)], types={"b1": "panther"}, facing={"b1": 5},
        stocks={"red": {"panzerfaust": 1}}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "B1", "b1", weapon="panzerfaust"))
    assert game.state.count_in_stock("red", "panzerfaust") == 0
    assert last(game, AttackDeclared).spent == (("r1", "panzerfaust"),)


@pytest.mark.parametrize("kind", ["panzerfaust", "at-grenade"])
def test_v12_6_at_charges_are_for_vehicles_next_door_alone(kind: str) -> None:
    """An AT attack on a vehicle unit in an adjacent hex; nothing against infantry."""
    stocks = {"red": {kind: 1}}
    near = battle("r1 b1", types={"b1": "panther"}, facing={"b1": 0}, stocks=stocks, **FIRE)
    assert able(near) == {"r1"}
    far = battle("r1 . b1", types={"b1": "panther"}, facing={"b1": 0}, stocks=stocks, **FIRE)
    assert far.state.phase is Phase.MOVEMENT
    foot = battle("r1 b1", stocks=stocks, **FIRE)
    foot.choose("r1")
    assert foot.decision is None
    assert foot.awaited is not None


def test_v12_6_not_by_passengers() -> None:
    """Not by passengers."""
    game = battle(
        "r1 b1", types={"r1": "truck", "b1": "panther"}, aboard={"r2": "r1"},
        facing={"r1": 2, "b1": 0}, stocks={"red": {"panzerfaust": 1}}, **FIRE,
    )  # fmt: skip
    assert game.state.phase is Phase.MOVEMENT


def test_v12_7_one_grenade_a_unit_while_they_last() -> None:
    """-1 to the attack roll, one per unit and attack (several units each may)."""
    stocks = {"red": {"grenades": 1}}
    game = battle("r1+r2 b1", [(6, 6)], stocks=stocks, **FIRE)
    attack(game, ["r1", "r2"], aim_at(game, "B1"), uses=[Use("r2", "grenades")])
    assert last(game, AttackRolled).corrections == (("grenades", -1),)


def test_v12_7_the_most_grenades_in_an_attack_are_a_choice_of_the_rules() -> None:
    """`grenades_most: 0` (0 = one a unit)."""
    stocks, rules = {"red": {"grenades": 5}}, {"grenades_most": 1}
    game = battle("r1+r2 b1", [(6, 6)], stocks=stocks, rules=rules, **FIRE)
    attack(game, ["r1", "r2"], aim_at(game, "B1"), uses=[Use("r2", "grenades")])
    assert game.state.count_in_stock("red", "grenades") == 4


def test_v12_7_with_a_support_weapon_too() -> None:
    """With a SW too."""
    stocks = {"red": {"grenades": 1}}
    game = battle("r1 b1", [(6, 6)], stocks=stocks, weapons={"w": ("bren", "r1")}, **FIRE)
    attack(game, ["r1"], aim_at(game, "B1"), uses=[Use("r1", "grenades")])
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.corrections) == (8, (("grenades", -1),))


def test_v12_8_a_satchel_adds_its_apfp_and_no_other_weapon_counts() -> None:
    """Satchel: adds its APFP to the unit's, no other SW in that attack, one per unit."""
    stocks = {"red": {"satchel": 2}}
    game = battle("r1 b1", [(6, 6)], stocks=stocks, weapons={"w": ("bren", "r1")}, **FIRE)
    attack(game, ["r1"], aim_at(game, "B1"), uses=[Use("r1", "satchel")])
    assert last(game, AttackRolled).apfp == 5 + 8
    assert game.state.count_in_stock("red", "satchel") == 1


def test_v12_9_cover_does_not_count_against_a_flamethrower() -> None:
    """A range of 1; the target hex's cover does not count against it."""
    game = battle("r1 b1:h", [(6, 6)], weapons={"w": ("flamethrower", "r1")}, **FIRE)
    attack(game, ["r1"], aim_at(game, "B1"))
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.corrections) == (17, ())
    assert apfp(2, "us-rifle", "flamethrower") == (5, ())


# --- mortars --------------------------------------------------------------------------------------

MORTARS = {"w1": ("mortar-60mm", "r1"), "w2": ("mortar-60mm", "r2")}


def test_v12_10_mortars_of_one_hex_combine_and_a_leader_may_modify() -> None:
    """Never with infantry fire groups; mortars of one hex at one target hex combine; a leader."""
    types = {"r4": "leader-1"}
    game = battle("r1+r2+r3+r4 . . b1", [(6, 6)], weapons=MORTARS, types=types, **FIRE)
    attack(game, ["r1", "r2"], aim_at(game, "D1", how="mortar"), leader="r4")
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.corrections) == (12, (("leader", -1),))


def test_v12_10_a_mortar_left_out_may_not_fire_at_the_same_hex() -> None:
    """Mortars of one hex at one target hex must combine."""
    game = battle("r1+r2 . . b1", [(6, 6)], weapons=MORTARS, **FIRE)
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    game.choose("r2")
    assert last(game, AttackDeclared).kind == "ap"


def test_v12_11_a_mortar_has_a_least_range_of_two() -> None:
    """Minimum range 2."""
    game = battle("r1 b1", [(6, 6)], weapons={"w1": ("mortar-60mm", "r1")}, **FIRE)
    attack(game, ["r1"], aim_at(game, "B1"))
    assert last(game, AttackDeclared).kind == "ap"


@pytest.mark.parametrize(("hex_", "works"), [("r1:h", {}), ("r1", {"A1": "bunker-wood"})])
def test_v12_11_not_from_buildings_or_bunkers(hex_: str, works: dict[str, str]) -> None:
    """Not from buildings or bunkers."""
    game = battle(
        f"{hex_} . . b1", [(6, 6)], weapons={"w1": ("mortar-60mm", "r1")}, works=works,
        work_facing={"A1": 2}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "D1"))
    assert last(game, AttackDeclared).kind == "ap"


def test_v12_12_a_spotter_sees_for_the_mortar() -> None:
    """Own LOS, or a spotter: any unpinned friendly unit with LOS to the target hex."""
    board = "r1\n.\nw\n.\n.\n.\n.\nb1"
    weapons_ = {"w1": ("mortar-60mm", "r1")}
    alone = battle(board, weapons=weapons_, **FIRE)
    assert alone.state.phase is Phase.MOVEMENT
    with_spotter = "r1 .\n. .\nw .\n. .\n. .\n. .\n. .\nb1 r2:."
    game = battle(with_spotter, [(6, 6)], weapons=weapons_, types={"r2": "leader-0"}, **FIRE)
    assert able(game) == {"r1", "r2"}
    pinned = battle(with_spotter, weapons=weapons_, marks={"r2": ("pinned",)}, **FIRE)
    assert not isinstance(pinned.decision, Attack)


def test_v12_13_only_the_ground_of_the_target_hex_modifies() -> None:
    """No hindrances, no hexsides between."""
    game = battle(
        "r1\no\n.\nb1:w", [(6, 6)], weapons={"w1": ("mortar-60mm", "r1")}, hedges=["A3 A4"], **FIRE
    )
    attack(game, ["r1"], aim_at(game, "A4", how="mortar"))
    assert last(game, AttackRolled).corrections == (("cover", 2),)


def test_v12_14_cp_against_infantry_in_woods_are_doubled() -> None:
    """CP against infantry in woods or jungle doubled."""
    game = battle("r1 . . b1+b2:w", [(1, 2)], weapons={"w1": ("mortar-60mm", "r1")}, **FIRE)
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    rolled = last(game, AttackRolled)
    assert (rolled.roll, rolled.times, rolled.points) == (5, 2, 6)


@pytest.mark.parametrize(("dice", "lost"), [((3, 3), True), ((3, 4), False)])
def test_v12_15_an_unarmoured_vehicle_is_hit_on_six(dice: tuple[int, int], lost: bool) -> None:
    """Against each vehicle in the hex a dice roll + cover <= 6 hits: unarmoured eliminated."""
    game = battle(
        "r1 . . b1\nb2 . . .", [(6, 6), dice], types={"b1": "truck"}, facing={"b1": 0},
        weapons={"w1": ("mortar-60mm", "r1")}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    assert ("b1" not in game.state.units) is lost


@pytest.mark.parametrize(("dice", "lost"), [((1, 2), True), ((1, 3), False)])
def test_v12_15_an_afv_is_tried_on_its_rear_armour(dice: tuple[int, int], lost: bool) -> None:
    """Second dice roll <= elimination number of the mortar's ATFP against rear armour."""
    game = battle(
        "r1 . . b1\nb2 . . .", [(3, 3), dice], types={"b1": "m4a3e8"}, facing={"b1": 0},
        weapons={"w1": ("mortar-60mm", "r1")}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    assert last(game, HitRolled).number == 6
    assert not happened(game, AttackRolled)
    assert ("b1" not in game.state.units) is lost


def test_v12_15_guns_are_ap_targets() -> None:
    """Guns are AP targets."""
    game = battle(
        "r1 . . b1", [(6, 6)], types={"b1": "pak40"}, facing={"b1": 0},
        weapons={"w1": ("mortar-60mm", "r1")}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    assert happened(game, AttackRolled)
    assert not happened(game, HitRolled)


# --- passengers, valor ----------------------------------------------------------------------------


def test_v8_5_passengers_use_light_machine_guns_alone() -> None:
    """Passengers may make AP attacks (L MGs, grenades, satchels only)."""
    for weapon, wanted in (("bren", 8), ("hmg", 5), ("flamethrower", 5)):
        game = battle(
            "r1 b1", types={"r1": "m3-halftrack"}, aboard={"r2": "r1"}, facing={"r1": 2},
            weapons={"w": (weapon, "r2")}, phase="movement",
        )  # fmt: skip
        found = unit_firepower.attack_share(game.state, game.state.units["r2"], at(game, "B1"))
        assert found is not None
        assert found.apfp == wanted


def test_v8_5_towed_guns_never_fire() -> None:
    """Towed guns never fire."""
    game = battle(
        "r1 . b1", types={"r1": "truck", "r2": "6-pounder"}, aboard={"r2": "r1"},
        facing={"r1": 2}, **FIRE,
    )  # fmt: skip
    assert game.state.phase is Phase.MOVEMENT


def test_v22_3_a_valorous_unit_has_one_more_of_its_own() -> None:
    """+1 own APFP in AP attacks, SW unchanged."""
    assert apfp(3, "us-rifle", "bren", marks={"r1": ("valor",)})[0] == 6 + 3
