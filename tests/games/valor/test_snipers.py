"""Snipers (valor V20) and valor (V22)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.casualties import Casualties
from engine.games.valor.combat_events import AttackRolled, HitRolled
from engine.games.valor.fire_phase import Attack
from engine.games.valor.snipers import SNIPER, SniperHex, WithdrawSniper, sniper_hexes
from engine.games.valor.state import Sniper
from engine.games.valor.support_events import (
    SniperFired,
    SniperPlaced,
    SniperSought,
    SniperTrampled,
    SniperWithdrawn,
    ValorRolled,
)
from tests.games.valor.boards import BLUE, at, battle, happened, last
from tests.games.valor.firing import able, aim_at, attack
from tests.games.valor.walking import order, step

BOARD = "r1 . . w b1\n. . . . ."
ARMED: dict[str, Any] = {"stocks": {"blue": {"sniper": 1}}}


def twelve(*dice: Any, board: str = BOARD, **more: Any) -> Any:
    """Red fires at Blue and rolls a natural 12."""
    game = battle(board, [(6, 6), *dice], phase="fire", **{**ARMED, **more})
    attack(game, ["r1"], aim_at(game, "E1"))
    return game


def shown(game: Any) -> Any:
    """The sniper takes the first hide he is offered, if he has a choice."""
    if isinstance(game.decision, SniperHex):
        game.choose(game.options[0])
    return game


# --- V20 ------------------------------------------------------------------------------------------


def test_v20_1_at_most_one_a_side_by_scenario() -> None:
    """At most one a side, by scenario; off the map until activated."""
    game = twelve(stocks={})
    assert not happened(game, SniperPlaced)
    assert battle(BOARD, **ARMED).state.snipers["blue"] == Sniper(None, False, False)


def test_v20_2_he_hides_within_six_in_cover_or_behind_a_hindrance_and_in_sight() -> None:
    """The sniper is put within 6 hexes and LOS of the attackers, in a hex that gives cover or whose
    LOS to them is hindered, not with the attackers' side; no such hex: nothing."""
    board = "r1 . o . w h . . . w b1\n" + " ".join(["."] * 11)
    game = battle(board, phase="fire", **ARMED)
    labels = game.scenario.map.labels
    found = {labels.label(hex_) for hex_ in sniper_hexes(game.state, BLUE, at(game, "A1"))}
    for label in found:
        hide = at(game, label)
        hindered = game.state.seeing.sight_modifier(hide, at(game, "A1"))
        assert hindered is not None
        assert hindered > 0 or label == "E1"
    assert "E1" in found
    assert "J1" not in found
    assert sniper_hexes(battle("r1 . . b1").state, BLUE, at(game, "A1")) == []


def test_v20_3_he_attacks_them_at_once() -> None:
    """It attacks them at once: die − (cover of their hex + hindrances) = CP if positive."""
    game = shown(twelve(4, 1))
    fired = last(game, SniperFired)
    assert (fired.units, fired.die, fired.shelter, fired.points) == (("r1",), 4, 0, 4)
    assert isinstance(game.decision, Casualties)


def test_v26_9_sniper_5_at_infantry_in_woods() -> None:
    """Sniper 5 at infantry in woods ⇒ 3 CP."""
    game = shown(twelve(5, 1, board=BOARD.replace("r1", "r1:w")))
    assert last(game, SniperFired).points == 3


@pytest.mark.parametrize(("die", "result"), [(2, "hidden"), (3, "found")])
def test_v20_4_unpinned_targets_look_for_him(die: int, result: str) -> None:
    """After any sniper attack the target units, if one is unpinned, roll a die: above cover +
    hindrances of the sniper's hex (as seen from them) it is eliminated for good."""
    game = shown(twelve(1, die, board="r1:w . . w b1"))
    sought = last(game, SniperSought)
    assert (sought.shelter, sought.result) == (2, result)
    assert game.state.snipers["blue"].gone == (result == "found")


def test_v20_4_pinned_targets_do_not_look() -> None:
    """The target units, if one is unpinned."""
    game = shown(twelve(3, board="r1:w . . w b1"))
    assert last(game, SniperFired).points == 1
    assert game.state.units["r1"].pinned
    assert not happened(game, SniperSought)


def on_the_map(*dice: Any, **more: Any) -> Any:
    """Red's movement with Blue's sniper in the woods."""
    game = battle("r1 . . w h b1\n. . . . . .", dice, phase="movement", **ARMED, **more)
    game.state.snipers["blue"] = Sniper(at(game, "D1"))
    return game


def test_v20_5_once_a_movement_phase_he_fires_at_moving_infantry() -> None:
    """Once per enemy Movement phase it may op-fire at moving infantry within 6 and LOS (Fire
    marker)."""
    game = step(order(on_the_map(1), "r1"), "B1")
    assert isinstance(game.decision, Attack)
    assert SNIPER in able(game)
    game.choose(SNIPER)
    assert last(game, SniperFired).manner == "movers"
    assert game.state.snipers["blue"].fired
    assert not isinstance(game.decision, Attack) or SNIPER not in able(game)


def test_v20_5_not_at_vehicles() -> None:
    """Moving infantry."""
    game = on_the_map(types={"r1": "m4a1"}, facing={"r1": 2})
    step(order(game, "r1"), "B1", facing=2)
    assert not isinstance(game.decision, Attack) or SNIPER not in able(game)


def test_v20_6_he_may_be_withdrawn_and_activated_again() -> None:
    """It may be withdrawn in any After-action phase and be activated again."""
    game = on_the_map()
    while not isinstance(game.decision, WithdrawSniper):
        game.choose(None)
    game.choose("withdraw")
    assert last(game, SniperWithdrawn).side == "blue"
    assert game.state.snipers["blue"] == Sniper(None, False, False)


def test_v20_7_an_enemy_unit_entering_his_hex_eliminates_him() -> None:
    """An enemy unit entering its hex eliminates it."""
    game = on_the_map()
    game.state.snipers["blue"] = Sniper(at(game, "B1"))
    step(order(game, "r1"), "B1")
    assert last(game, SniperTrampled).unit == "r1"
    assert game.state.snipers["blue"].gone


# --- V22 ------------------------------------------------------------------------------------------


def test_v26_21_natural_2_by_a_group() -> None:
    """Natural 2 by a group of a squad (CR 5), a half (CR 2), a leader: rolls 5, 3, 6 ⇒ squad and
    leader valorous."""
    types = {"r1": "us-para", "r2": "us-rifle-half", "r3": "leader-1"}
    board = "r1+r2+r3 . b1"
    game = battle(board, [(1, 1), (2, 3), (1, 2), (3, 3)], phase="fire", types=types)
    attack(game, ["r1", "r2", "r3"], aim_at(game, "C1"))
    while len(happened(game, ValorRolled)) < 3:
        game.choose(game.options[0])
    rolled = {each.unit: each.result for each in happened(game, ValorRolled)}
    assert rolled == {"r1": "valorous", "r2": "failed", "r3": "valorous"}
    assert game.state.units["r1"].valor
    assert last(game, AttackRolled).dice == (1, 1)


def test_v22_1_valorous_units_do_not_roll_again_and_vehicles_never() -> None:
    """Every infantry unit of the attack not valorous rolls."""
    game = battle("r1 . b1", [(1, 1)], phase="fire", marks={"r1": ("valor",)})
    attack(game, ["r1"], aim_at(game, "C1"))
    assert not happened(game, ValorRolled)
    tank = battle("r1 . b1", [(1, 1)], phase="fire", types={"r1": "m4a1"}, facing={"r1": 2})
    attack(tank, ["r1"], aim_at(tank, "C1"))
    assert not happened(tank, ValorRolled)


def test_v22_1_an_at_roll_to_hit_counts_too() -> None:
    """Natural 2 on an AP or AT to-hit roll by infantry."""
    game = battle("r1 . b1", [(1, 1), (6, 6), (2, 2)], phase="fire", types={"b1": "tiger-i"},
                  facing={"b1": 5}, weapons={"rw": ("bazooka", "r1")})  # fmt: skip
    attack(game, ["r1"], aim_at(game, "C1", "b1", weapon="rw"))
    assert last(game, HitRolled).dice == (1, 1)
    assert last(game, ValorRolled).result == "valorous"


def test_v22_6_valor_lasts_for_the_rest_of_the_game() -> None:
    """For the rest of the game."""
    game = battle("r1 . . b1", phase="assault", marks={"r1": ("valor",)}, turns=3)
    while game.decision is not None and game.state.turn < 3:
        game.choose(None)
    assert game.state.units["r1"].valor


def test_v22_7_a_hero_is_a_leader_with_valor_from_the_start() -> None:
    """Hero: a leader with valor from the start, by scenario."""
    game = battle("r1 . . b1", types={"r1": "leader-1"}, marks={"r1": ("valor",)})
    assert game.state.units["r1"].valor
