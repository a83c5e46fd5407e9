"""Casualty points in play: who is asked, what happens to units (V14.5 to V14.14, V6.15, V8.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.casualties import Casualties, casualty_candidates
from engine.games.valor.combat_events import AttackRolled, CasualtyTaken, SurvivalRolled
from engine.games.valor.state import State
from engine.play.game import Game
from tests.games.valor.boards import BLUE, battle, happened, last
from tests.games.valor.firing import aim_at, attack, offered, pay

FIRE = {"phase": "fire"}
SUMS = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4)}


def hit(points: int, blue: str, *dice: object, **more: Any) -> Game[State]:
    """Red's APFP 13 costs Blue so many points in C1, from A1; a Blue squad stands far away."""
    types = {"r1": "uk-rifle", "r2": "uk-rifle", "r3": "us-rifle", **more.pop("types", {})}
    rows = f"r1+r2+r3 . {blue}" + " ." * 20 + " b9"
    game = battle(rows, [SUMS[9 - points], *dice], types=types, **FIRE, **more)
    attack(game, ["r1", "r2", "r3"], aim_at(game, "C1"))
    assert last(game, AttackRolled).points == points
    return game


def test_v26_12_six_points_on_squads_of_cr_5_and_5_and_a_leader() -> None:
    """Legal first deeds: eliminate a squad, reduce a squad, eliminate the leader; then pins."""
    game = hit(6, "b1+b2+b3", types={"b3": "leader-1"})
    assert offered(game) == {
        ("eliminate", "b1"), ("eliminate", "b2"), ("eliminate", "b3"),
        ("reduce", "b1"), ("reduce", "b2"),
    }  # fmt: skip
    pay(game, ("eliminate", "b1"))
    assert {("pin", "b2"), ("pin", "b3")} <= offered(game)


@pytest.mark.parametrize(("die", "lost"), [(4, False), (5, True)])
def test_v26_13_two_points_on_a_truck_of_cr_4(die: int, lost: bool) -> None:
    """CP 2 on a truck CR 4: survival die 4: pinned, 5: gone."""
    game = hit(2, "b1", die, types={"b1": "truck"}, facing={"b1": 0})
    assert last(game, SurvivalRolled).die == die
    assert ("b1" not in game.state.units) is lost
    assert lost or game.state.units["b1"].pinned


def test_v26_13_five_points_are_too_much_for_it() -> None:
    """CP 5: gone."""
    game = hit(5, "b1", types={"b1": "truck"}, facing={"b1": 0})
    assert "b1" not in game.state.units


def test_v26_13_a_pinned_truck_is_gone_without_a_die() -> None:
    """Same truck pinned, 2 CP: gone for 4."""
    game = hit(2, "b1", types={"b1": "truck"}, facing={"b1": 0}, marks={"b1": ("pinned",)})
    assert last(game, CasualtyTaken).points == 4
    assert "b1" not in game.state.units


def test_v14_5_the_owner_decides_deed_by_deed() -> None:
    """Deeds: pin, reduce, eliminate; the owner of the target decides."""
    game = hit(2, "b1+b2")
    asked = game.decision
    assert isinstance(asked, Casualties)
    assert (asked.side, asked.left) == (BLUE, 2)
    pay(game, ("reduce", "b2"))
    assert game.state.units["b2"].type == "de-rifle-half"
    assert not game.state.units["b1"].pinned


def test_v14_12_all_are_eliminated_when_they_cannot_absorb_it() -> None:
    """If all units together cannot absorb the CP, all are eliminated."""
    game = hit(7, "b1+b2", types={"b1": "de-rifle-half", "b2": "leader-1"})
    assert set(game.state.units) == {"r1", "r2", "r3", "b9"}


def test_v14_13_a_single_legal_deed_is_done_without_asking() -> None:
    """The decision is asked as long as more than one legal deed is left."""
    game = hit(1, "b1")
    assert game.state.units["b1"].pinned
    assert len(happened(game, CasualtyTaken)) == 1


def test_v14_11_passengers_of_a_truck_pay_before_it() -> None:
    """Before the carrier suffers, passengers may be reduced or eliminated (not pinned)."""
    game = hit(3, "b1", types={"b1": "truck"}, facing={"b1": 0}, aboard={"b2": "b1"})
    assert offered(game) == {("survive", "b1"), ("reduce", "b2")}
    pay(game, ("reduce", "b2"))
    assert game.state.units["b1"].pinned


def test_v8_6_cargo_is_pinned_with_its_carrier() -> None:
    """Carrier pinned: cargo pinned; eliminated: cargo eliminated."""
    game = hit(1, "b1", types={"b1": "truck"}, facing={"b1": 0}, aboard={"b2": "b1"})
    assert game.state.units["b2"].pinned
    game = hit(2, "b1", 6, types={"b1": "truck"}, facing={"b1": 0}, aboard={"b2": "b1"})
    pay(game, ("survive", "b1")) if game.decision else None
    assert not {"b1", "b2"} & set(game.state.units)


def test_v14_9_a_valorous_unit_ignores_a_point() -> None:
    """Valorous units ignore one CP an attack: the owner may take it there first."""
    game = hit(1, "b1+b2", marks={"b1": ("valor",)})
    pay(game, ("ignore", "b1"))
    assert not game.state.units["b1"].pinned
    assert not game.state.units["b2"].pinned


def test_v6_15_a_mover_pinned_in_a_full_hex_is_eliminated() -> None:
    """If it is then in a hex already full of friends it is eliminated, for its full CR."""
    game = battle("r1+r2+r3+r4 b1\n. .", phase="movement", types={"r4": "leader-1"})
    game.state.alter("r4", moved=True)
    assert not casualty_candidates(game.state, [game.state.units["r4"]])[0].is_crowded
    full = battle("r1+r2+r3+r4 b1\n. .", phase="movement")
    full.state.alter("r4", moved=True)
    assert casualty_candidates(full.state, [full.state.units["r4"]])[0].is_crowded
