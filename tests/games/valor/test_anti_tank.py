"""Anti-tank attacks (V16, V7.5, V7.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.combat_events import Abandoned, HitRolled, PenetrationRolled
from engine.games.valor.facing import armour_face_towards
from engine.games.valor.state import Phase
from engine.play.game import Game
from tests.games.valor.boards import battle, happened, last
from tests.games.valor.firing import able, aim_at, aims, attack

FIRE = {"phase": "fire"}
TANKS = {"r1": "m4a3e8", "b1": "tiger-i"}
NORTH, SOUTH = 0, 3
AWAY, TOWARDS = SOUTH, NORTH  # the target below the firer shows it its rear, or its front


def duel(
    *dice: object, hexes: int = 3, facing: int = AWAY, ground: str = "", **more: Any
) -> Game[Any]:
    """Red's M4A3E8 fires down a column at Blue's Tiger; a Blue squad stands far behind."""
    rows = ["r1", *["."] * (hexes - 1), f"b1{ground}", ".", "b9"]
    types = {**TANKS, **more.pop("types", {})}
    game = battle(
        "\n".join(rows), dice, types=types, facing={"r1": SOUTH, "b1": facing}, **FIRE, **more
    )
    attack(game, ["r1"], aim_at(game, f"A{hexes + 1}", "b1"))
    return game


def test_v26_6_at_d_on_a_tiger_in_woods_from_behind() -> None:
    """7+2 = 9 <= 10 hit; D v rear D = 7; roll 6: eliminated."""
    game = duel((3, 4), (3, 3), ground=":w")
    hit, pierced = last(game, HitRolled), last(game, PenetrationRolled)
    assert (hit.roll, hit.number, hit.hit) == (9, 10, True)
    assert (pierced.armour, pierced.number, pierced.result) == ("D", "7", "eliminated")
    assert "b1" not in game.state.units


def test_v26_6_roll_7_would_immobilise() -> None:
    """Roll 7 would immobilise."""
    game = duel((3, 4), (3, 4), 6, ground=":w")
    assert last(game, PenetrationRolled).result == "immobilised"
    assert game.state.units["b1"].immobile


def test_v26_7_a_panzerfaust_led_by_a_leader() -> None:
    """8 needed, 7-1 = 6 hit; D v front E = 5; 11: nothing."""
    game = battle(
        "r1+r2\nb1\n.\n.\nb9", [(3, 4), (5, 6)], types={"r2": "leader-1", "b1": "tiger-i"},
        facing={"b1": NORTH}, stocks={"red": {"panzerfaust": 1}}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "A2", "b1", weapon="panzerfaust"), leader="r2")
    hit, pierced = last(game, HitRolled), last(game, PenetrationRolled)
    assert (hit.number, hit.roll, hit.hit) == (8, 6, True)
    assert (pierced.armour, pierced.number, pierced.result) == ("E", "5", "nothing")


def test_v26_17_arcs_and_armour_of_an_afv_facing_north() -> None:
    """(1,-2) inside; (2,-1) dot 0, outside the arc, armour die; (1,0) dot -1, rear."""
    board = ". . . .\n. . . .\n. r1 . .\n. . . ."
    found = {}
    for label in ("C2", "D3", "C4"):
        rows = [row.split() for row in board.splitlines()]
        column, row = "ABCD".index(label[0]), int(label[1]) - 1
        rows[row][column] = "b1"
        drawn = "\n".join(" ".join(row) for row in rows)
        types = {"r1": "stug-iii", "b1": "truck"}
        game = battle(drawn, types=types, facing={"r1": NORTH, "b1": NORTH}, **FIRE)
        away = game.state.units["b1"].at.offset_from(game.state.units["r1"].at)
        side = armour_face_towards(game.state, game.state.units["r1"], game.state.units["b1"].at)
        found[tuple(away)] = ("r1" in able(game) if game.decision else False, str(side))
    assert found == {
        (1, -2): (True, "front"), (2, -1): (False, "seam"), (1, 0): (False, "rear"),
    }  # fmt: skip


def test_v16_1_one_firer_one_target() -> None:
    """One firer, one target: AFV, vehicle or gun."""
    types = {**TANKS, "b2": "truck"}
    game = battle("r1\n.\nb1+b2", types=types, facing={"r1": SOUTH, "b1": 0, "b2": 0}, **FIRE)
    assert aims(game, "r1") == {("at", "A3", "b1"), ("at", "A3", "b2"), ("ap", "A3", "")}


def test_v16_1_infantry_needs_an_at_weapon() -> None:
    """Infantry needs an AT weapon; passengers may not."""
    types = {"b1": "tiger-i"}
    bare = battle("r1\n.\nb1", types=types, facing={"b1": 0}, **FIRE)
    assert bare.state.phase is Phase.MOVEMENT
    armed = battle(
        "r1\n.\nb1", types=types, facing={"b1": 0}, weapons={"w": ("bazooka", "r1")}, **FIRE
    )
    assert able(armed) == {"r1"}


@pytest.mark.parametrize(("hexes", "number"), [(10, 10), (11, 8), (19, 8), (20, 6)])
def test_v16_2_a_gun_hits_by_its_range(hexes: int, number: int) -> None:
    """Gun to 10 hexes 10, 11-19 8, 20+ 6."""
    assert last(duel((6, 6), hexes=hexes), HitRolled).number == number


def test_v16_2_cover_hindrances_and_shield_make_it_harder() -> None:
    """2d6 + cover + hindrances + shield - leader - valor <= number."""
    game = battle(
        "r1\no\nb1:w", [(6, 6)], types={"r1": "m4a3e8", "b1": "pak40"},
        facing={"r1": SOUTH, "b1": NORTH}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "A3", "b1"))
    assert set(last(game, HitRolled).corrections) == {("cover", 2), ("sight", 1), ("shield", 1)}


def test_v22_4_v16_2_valor_makes_it_easier() -> None:
    """-1 on its AT to-hit and elimination rolls."""
    game = battle(
        "r1\n.\nb1\n.\n.\nb9", [(4, 4), (3, 4)], types={"b1": "tiger-i"}, facing={"b1": AWAY},
        weapons={"w": ("panzerschreck", "r1")}, marks={"r1": ("valor",)}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "A3", "b1", weapon="w"))
    assert last(game, HitRolled).roll == 7
    assert (last(game, PenetrationRolled).roll, last(game, PenetrationRolled).number) == (6, "7")
    assert "b1" not in game.state.units


@pytest.mark.parametrize("type_", ["truck", "pak40"])
def test_v16_3_an_unarmoured_vehicle_or_a_gun_that_is_hit_is_eliminated(type_: str) -> None:
    """Unarmoured vehicle or gun hit: eliminated."""
    assert "b1" not in duel((1, 3), types={"b1": type_}).state.units


def test_v16_3_what_the_table_says_at_once_needs_no_roll() -> None:
    """`E` eliminates without a roll, `·` never."""
    game = duel((1, 3), types={"b1": "sdkfz-251"})
    assert last(game, PenetrationRolled).dice == ()
    assert "b1" not in game.state.units


@pytest.mark.parametrize(
    ("facing", "seam", "face"),
    [(TOWARDS, (), "front"), (AWAY, (), "rear")],
)
def test_v16_4_armour_by_the_side_that_is_hit(
    facing: int, seam: tuple[int, ...], face: str
) -> None:
    """Armour by V7.6."""
    assert last(duel((1, 3), (6, 6), facing=facing), PenetrationRolled).face == face


@pytest.mark.parametrize(("die", "face"), [(3, "front"), (4, "rear")])
def test_v7_6_v16_4_on_the_seam_a_die_decides(die: int, face: str) -> None:
    """`= 0` a die by the attacker: 1-3 front, 4-6 rear."""
    game = battle(
        "b1 . r1", [(1, 3), die, (6, 6)], types=TANKS, facing={"r1": 5, "b1": NORTH}, **FIRE
    )
    attack(game, ["r1"], aim_at(game, "A1", "b1"))
    assert (last(game, PenetrationRolled).seam, last(game, PenetrationRolled).face) == (die, face)


@pytest.mark.parametrize(("die", "lost"), [(2, True), (3, False)])
def test_v16_5_an_immobilised_afv_may_be_abandoned_at_once(die: int, lost: bool) -> None:
    """Immobilised: die <= 2 at once, and it is abandoned = eliminated."""
    game = duel((1, 3), (3, 4), die)
    assert last(game, Abandoned).die == die
    assert ("b1" not in game.state.units) is lost


def test_v16_5_and_after_every_later_attack_on_it_that_it_survives() -> None:
    """And after every later attack on it that it survives."""
    game = duel((6, 6), 1, marks={"b1": ("immobile",)})
    assert not happened(game, PenetrationRolled)
    assert "b1" not in game.state.units


def test_v16_5_an_immobile_afv_fires() -> None:
    """No move, no turn; it fires."""
    game = battle(
        "r1\n.\nb1", types=TANKS, facing={"r1": SOUTH, "b1": 0}, marks={"r1": ("immobile",)}, **FIRE
    )
    assert able(game) == {"r1"}


def test_v16_6_passengers_of_an_eliminated_carrier_are_eliminated() -> None:
    """Passengers of an eliminated carrier are eliminated (V8.6)."""
    game = duel((1, 3), types={"b1": "truck"}, aboard={"b2": "b1"})
    assert set(game.state.units) == {"r1", "b9"}
