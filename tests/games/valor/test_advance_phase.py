"""Advances and close assaults (V5.15 to V5.19, V15, V7.7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.advance_phase import Advance, AdvanceTo
from engine.games.valor.attack_declaration import Use
from engine.games.valor.close_assault import weigh_assault
from engine.games.valor.combat_events import (
    AssaultDeclared,
    AssaultRolled,
    DefenceStrengthened,
    ImmobilisationRolled,
)
from engine.games.valor.state import Phase, State
from engine.games.valor.support_events import MineRolled
from engine.play.game import Game
from tests.games.valor.boards import at, battle, happened, last, place_of
from tests.games.valor.firing import able, assault, pay

ASSAULT = {"phase": "assault"}


def onward(game: Game[State], unit: str) -> set[tuple[str, str]]:
    """What a unit may do in the phase: how, and the label of the hex."""
    assert isinstance(game.decision, Advance), game.decision
    game.choose(unit)
    assert isinstance(game.decision, AdvanceTo), game.decision
    labels = game.scenario.map.labels
    return {(str(each.manner), labels.label(each.hex)) for each in able(game)}


def advance(game: Game[State], unit: str, label: str) -> None:
    """A unit advances into a hex, as it faces."""
    game.choose(unit)
    hex_ = at(game, label)
    game.choose(next(each for each in game.options if each is not None and each.hex == hex_))


def clash(board: str, units: list[str], label: str, **more: Any) -> Any:
    """The figures of an assault before its dice."""
    game = battle(board, phase="movement", **more)
    return weigh_assault(game.state, units, at(game, label), ())


# --- worked examples ------------------------------------------------------------------------------


def test_v26_4_an_assault_at_13_to_11() -> None:
    """13:11 = 1-1, Kill 6, defending leader 5; 7 - 1 - 1 = 5: success; assaulters take 6."""
    types = {"r2": "us-rifle-half", "r3": "leader-1", "b2": "de-rifle-half", "b3": "leader-1"}
    weapons = {"w1": ("m1919a6", "r1"), "w2": ("mg34", "b1")}
    types |= {"r1": "us-rifle", "r2": "us-rifle-half"}
    game = battle(
        "r1+r2+r3 b1+b2+b3:h . . b9", [(3, 4)], types=types, weapons=weapons | {
            "w3": ("m1919a6", "r2")}, stocks={"red": {"grenades": 1}}, **ASSAULT,
    )  # fmt: skip
    # 5+3 + 2+3 + 1 = 14 : 4+3 + 2 + 1 = 10
    assault(game, ["r1", "r2", "r3"], "B1", [Use("r1", "grenades")])
    rolled = last(game, AssaultRolled)
    assert (rolled.odds, rolled.kill, rolled.roll, rolled.result) == ("1-1", 5, 5, "won")
    assert rolled.own_points == 3 + 3


def test_v26_4_six_points_eliminate_a_squad_and_pin_another() -> None:
    """Assaulters take 3 + 3 = 6: one squad eliminated (5), one pinned (1)."""
    types = {"r1": "us-para", "r2": "us-para", "b2": "de-rifle-half", "b3": "leader-1"}
    game = battle("r1+r2 b1+b2+b3:h . . b9", [(1, 4)], types=types, **ASSAULT)
    assault(game, ["r1", "r2"], "B1")
    assert last(game, AssaultRolled).own_points == 6
    pay(game, ("eliminate", "r1"))
    assert place_of(game, "r2") == "B1"
    assert game.state.units["r2"].pinned


def test_v26_5_three_squads_on_two_in_woods_fail() -> None:
    """2-1 (8), roll 10: 2+2+2 = 6 CP to assaulters, 3 to defenders."""
    types = {"b1": "su-rifle", "b2": "su-rifle"}
    game = battle("r1+r2+r3 b1+b2:w . . b9", [(5, 5)], types=types, **ASSAULT)
    assault(game, ["r1", "r2", "r3"], "B1")
    rolled = last(game, AssaultRolled)
    assert (rolled.odds, rolled.kill, rolled.result) == ("2-1", 8, "repelled")
    assert (rolled.own_points, rolled.enemy_points) == (6, 3)


# --- V5.15 to V5.19 -------------------------------------------------------------------------------


def test_v5_15_v5_16_infantry_advances_one_hex_whatever_its_cost_though_marked() -> None:
    """Every A infantry unit not pinned may advance one hex whatever its MP cost, even marked."""
    game = battle("r1+r2 w .\n. ~ b9", marks={"r2": ("pinned",)}, **ASSAULT)
    game.state.alter("r1", fired=True, moved=True)
    assert able(game) == {"r1"}
    assert onward(game, "r1") == {("advance", "B1"), ("advance", "A2")}


def test_v5_16_not_into_an_enemys_hex_nor_beyond_stacking() -> None:
    """Not where it may not enter, not into an enemy's hex, not beyond stacking."""
    types = {f"r{n}": "us-rifle" for n in range(1, 5)}
    game = battle("r1 r2+r3+r4 .\nb1 . .", types=types, **ASSAULT)
    assert onward(game, "r1") == {("assault", "A2")}


def test_v5_17_a_unit_that_advanced_does_not_assault() -> None:
    """A unit that did not advance may join one close assault on an adjacent enemy hex."""
    game = battle("r1 . b1\nr2 . .", **ASSAULT)
    advance(game, "r1", "B1")
    assert able(game) == {"r2"}


@pytest.mark.parametrize(("rule", "wanted"), [
    ("infantry", {("turn", "A1")}), ("any", {("turn", "A1"), ("advance", "A2")}),
])  # fmt: skip
def test_v5_16_v5_18_v7_7_vehicles_turn_or_advance_by_the_choice_of_the_rules(
    rule: str, wanted: set[tuple[str, str]]
) -> None:
    """Vehicle units that do not advance may turn one hexside; `any`: they advance ahead or back."""
    game = battle(
        "r1 . . .\n. . . .\n. . . b9", types={"r1": "m4a1"}, facing={"r1": 3},
        rules={"advance": rule}, **ASSAULT,
    )  # fmt: skip
    assert onward(game, "r1") == wanted
    assert {each.facing for each in able(game) if each.manner == "turn"} == {2, 4}


def test_v5_18_an_immobile_afv_does_not_turn() -> None:
    """No move, no turn (V16.5)."""
    game = battle(
        "r1 . . b9", types={"r1": "m4a1"}, facing={"r1": 3}, marks={"r1": ("immobile",)}, **ASSAULT
    )
    assert game.state.phase is not Phase.ASSAULT


def test_v5_19_mines_attack_who_advances() -> None:
    """Advancing draws no opportunity fire; mines attack, wire does not matter."""
    game = battle("r1 . b1\nr2 . .", [6], works={"B1": "minefield"}, **ASSAULT)
    advance(game, "r1", "B1")
    assert last(game, MineRolled).unit == "r1"
    assert place_of(game, "r1") == "B1"


# --- V15 ------------------------------------------------------------------------------------------


def test_v15_1_one_assault_from_a_hex_a_turn() -> None:
    """One assault from a hex a turn; a hex may be assaulted several times from different hexes."""
    game = battle("r1+r2 b1+b2\nr3 .", [(6, 6), (6, 6)], **ASSAULT)
    assault(game, ["r1"], "B1")
    pay(game, ("pin", "b1"))
    assert able(game) == {"r2", "r3"}
    assert ("assault", "B1") not in onward(game, "r2")
    game.choose(None)
    assert ("assault", "B1") in onward(game, "r3")


def test_v15_2_not_across_prohibited_ground() -> None:
    """The hex must be one the assaulters may enter."""
    game = battle("r1 b1:~\n. .", **ASSAULT)
    assert onward(game, "r1") == {("advance", "A2")}


@pytest.mark.parametrize(
    ("weapon", "attack"), [("m1919a6", 8), ("hmg", 5), ("bazooka", 5), ("flamethrower", 5)]
)
def test_v15_3_assaulters_count_their_own_and_light_mgs(weapon: str, attack: int) -> None:
    """Own + L MGs; no H, no AT weapons, no flamethrowers."""
    assert clash("r1 b1", ["r1"], "B1", weapons={"w": (weapon, "r1")}).attack == attack


@pytest.mark.parametrize(
    ("weapon", "defence"), [("mg34", 7), ("hmg", 10), ("panzerschreck", 4), ("mortar-5cm", 4)]
)
def test_v15_3_defending_infantry_counts_any_one_weapon(weapon: str, defence: int) -> None:
    """Defending infantry: own + any one SW by V12.3."""
    assert clash("r1 b1", ["r1"], "B1", weapons={"w": (weapon, "b1")}).defence == defence


@pytest.mark.parametrize(
    ("type_", "defence"), [("panther", 7), ("jeep", 4), ("truck", 2), ("pak40", 2)]
)
def test_v15_3_vehicles_defend_with_mgs_only_whatever_the_arc(type_: str, defence: int) -> None:
    """AFV and vehicle: MGs only, whatever the arc; gun, or vehicle without MG: 2."""
    found = clash("r1 b1", ["r1"], "B1", types={"b1": type_}, facing={"b1": 2})
    assert found.defence == defence


def test_v15_3_passengers_add_and_a_towed_gun_nothing() -> None:
    """Passengers add; a towed gun nothing."""
    types = {"b1": "truck", "b3": "pak40"}
    found = clash(
        "r1 b1", ["r1"], "B1", types=types, facing={"b1": 2}, aboard={"b2": "b1", "b3": "b1"}
    )
    assert found.defence == 2 + 4


def test_v15_4_pinned_defenders_are_eliminated_before_odds_are_made() -> None:
    """Pinned defenders are eliminated before odds are made and count for nothing."""
    game = battle("r1 b1+b2 .\n. . b9", [(2, 2)], marks={"b1": ("pinned",)}, **ASSAULT)
    assault(game, ["r1"], "B1")
    rolled = last(game, AssaultRolled)
    assert (rolled.attack, rolled.defence, rolled.own_points) == (5, 4, 1)


def test_v15_4_if_all_were_pinned_the_hex_is_taken_without_roll_or_loss() -> None:
    """If all were pinned the hex is taken without roll or loss."""
    game = battle("r1 b1:h .\n. . b9", marks={"b1": ("pinned",)}, **ASSAULT)
    assault(game, ["r1"], "B1")
    assert place_of(game, "r1") == "B1"
    assert not happened(game, AssaultRolled)
    assert not game.state.units["r1"].pinned


def test_v15_5_the_defenders_best_leader_and_grenades_lower_the_kill_number() -> None:
    """The defender's best unpinned leader and grenades lower it."""
    types = {"b2": "leader-2", "b3": "leader-1"}
    stocks = {"blue": {"grenades": 1}}
    game = battle("r1 b1+b2+b3 .\n. . b9", [(6, 6)], types=types, stocks=stocks, **ASSAULT)
    assault(game, ["r1"], "B1", [Use("b1", "grenades")])
    assert last(game, AssaultRolled).kill == 6 - 2 - 1
    assert last(game, DefenceStrengthened).spent == (("b1", "grenades"),)


def test_v15_6_cover_does_not_count() -> None:
    """Dice roll - one assaulting leader - grenades <= Kill number. Cover does not count."""
    types = {"r2": "leader-1", "r3": "leader-2"}
    found = clash("r1+r2+r3 b1:h", ["r1", "r2", "r3"], "B1", types=types)
    assert found.corrections == (("leader", -2),)


def test_v15_7_own_points_count_cover_hedge_height_and_defenders() -> None:
    """Cover + 1 for a wall, hedge or hedgerow crossed + uphill levels + 1 per defender."""
    found = clash("r1\nb1+b2:1w", ["r1"], "A2", hedges=["A1 A2"])
    assert found.own == 2 + 1 + 1 + 2


def test_v15_7_v19_7_a_positions_cover_counts() -> None:
    """A close assault on a position counts its cover in V15.7."""
    assert clash("r1 b1:w", ["r1"], "B1", works={"B1": "trenches"}).own == 4 + 1


def test_v15_7_a_failure_adds_what_the_roll_was_too_high() -> None:
    """(modified roll - Kill number) + the same sum; the defenders 1 CP per assaulting unit."""
    game = battle("r1+r2+r3 b1+b2 .\n. . b9", [(5, 6)], **ASSAULT)
    assault(game, ["r1", "r2", "r3"], "B1")
    rolled = last(game, AssaultRolled)
    assert (rolled.kill, rolled.own_points, rolled.enemy_points) == (6, 5 + 2, 3)


def test_v15_7_only_two_enter_a_bunker() -> None:
    """The assaulters move in (bunker: two units, the others stay)."""
    game = battle(
        "r1+r2+r3 b1 .\n. . b9", [(1, 1)], works={"B1": "bunker-wood"}, work_facing={"B1": 5},
        **ASSAULT,
    )  # fmt: skip
    assault(game, ["r1", "r2", "r3"], "B1")
    game.choose("r1")
    game.choose("r3")
    assert [place_of(game, unit) for unit in ("r1", "r2", "r3")] == ["B1", "A1", "B1"]


@pytest.mark.parametrize(("die", "stuck"), [(2, True), (3, False)])
def test_v15_8_an_afv_may_be_immobilised_by_a_failed_assault(die: int, stuck: bool) -> None:
    """Die <= CP (at most 3; 3 needs no die): immobile."""
    game = battle(
        "r1+r2 b1 .\n. . b9",
        [(6, 6), die, *([6] if stuck else [])],
        types={"b1": "panther"},
        facing={"b1": 0},
        **ASSAULT,
    )
    assault(game, ["r1", "r2"], "B1")
    pay(game, ("eliminate", "r1"))
    assert last(game, ImmobilisationRolled).die == die
    assert game.state.units["b1"].immobile is stuck


def test_v15_9_the_weapons_of_eliminated_defenders_are_lost() -> None:
    """An SW of an eliminated defender is lost; assaulters do not capture it."""
    game = battle("r1 b1 .\n. . b9", [(1, 1)], weapons={"w": ("mg34", "b1")}, **ASSAULT)
    assault(game, ["r1"], "B1")
    assert "w" not in game.state.weapons


def test_v15_10_valorous_units_count_their_own_apfp_twice() -> None:
    """Valorous units count their own APFP twice here."""
    marks = {"r1": ("valor",)}
    found = clash("r1 b1", ["r1"], "B1", weapons={"w": ("bren", "r1")}, marks=marks)
    assert found.attack == 2 * 5 + 3


def test_v12_8_satchels_serve_both_sides_in_close_assault() -> None:
    """Both sides may in close assault."""
    stocks = {"red": {"satchel": 1}, "blue": {"satchel": 1}}
    game = battle("r1 b1 .\n. . b9", [(6, 6)], stocks=stocks, **ASSAULT)
    assault(game, ["r1"], "B1", [Use("r1", "satchel"), Use("b1", "satchel")])
    rolled = last(game, AssaultRolled)
    assert (rolled.attack, rolled.defence) == (5 + 8, 4 + 8)
    assert last(game, AssaultDeclared).spent == (("r1", "satchel"),)
