"""Facing (valor V7): the arc, the armour towards a firer, turns and reversing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor import facing
from engine.games.valor.events import Stepped, Turned
from engine.games.valor.facing import ArmourFace
from engine.games.valor.movement_phase import Order
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex, disc
from tests.games.valor.boards import at, battle, happened, last
from tests.games.valor.test_movement_phase import field, go, moving

GRID = Grid(9, 9, Orientation.FLAT)
HERE, NORTH = Hex(4, 2), 0


def there(q: int, r: int) -> Hex:
    return HERE.moved((q, r))


def test_v26_17_inside_beside_and_behind_the_arc() -> None:
    """An AFV facing N: (1,−2) inside; (2,−1) dot 0, outside, a die; (1,0) dot −1, rear."""
    assert facing.is_in_arc(GRID, HERE, NORTH, there(1, -2))
    assert facing.facing_product(GRID, HERE, NORTH, there(2, -1)) == 0
    assert not facing.is_in_arc(GRID, HERE, NORTH, there(2, -1))
    assert facing.facing_product(GRID, HERE, NORTH, there(1, 0)) == -1


def test_v7_5_the_arc_is_60_degrees_either_way_ends_included() -> None:
    """Inside iff dot ≥ 0 and dot² ≥ N: against angles measured on the page."""
    import math

    for front in range(6):
        x0, y0 = GRID.centre(GRID.neighbour(HERE, front), 40.0)
        for target in disc(HERE, 4):
            if target == HERE:
                continue
            x, y = GRID.centre(HERE, 40.0)
            tx, ty = GRID.centre(target, 40.0)
            angle = math.atan2(ty - y, tx - x) - math.atan2(y0 - y, x0 - x)
            apart = abs((math.degrees(angle) + 180) % 360 - 180)
            assert facing.is_in_arc(GRID, HERE, front, target) == (apart <= 60.001), target


def tank(front: int, enemy: str, kind: str = "m4a1") -> Any:
    """A tank in the middle with an enemy in one of the hexes about it."""
    rows = [". . . . .", ". . . . .", ". . r1 . .", ". . . . .", ". . . . ."]
    game = battle("\n".join(rows), phase="movement", types={"r1": kind}, facing={"r1": front})
    return facing.armour_face_towards(game.state, game.state.units["r1"], at(game, enemy))


@pytest.mark.parametrize(
    ("enemy", "side"),
    [("C1", ArmourFace.FRONT), ("C5", ArmourFace.REAR), ("A3", ArmourFace.SEAM),
     ("E3", ArmourFace.SEAM),
     ("D2", ArmourFace.FRONT), ("B3", ArmourFace.REAR)],
)  # fmt: skip
def test_v7_6_the_armour_towards_a_firer(enemy: str, side: ArmourFace) -> None:
    """dot > 0 front, < 0 rear, = 0 a die by the attacker."""
    assert tank(NORTH, enemy) is side


def test_v7_6_one_armour_value_no_question() -> None:
    """One armour value: no question."""
    assert tank(NORTH, "A3", "m3-halftrack") is ArmourFace.FRONT


@pytest.mark.parametrize(("turned", "cost"), [(3, 1), (2, 1), (4, 1), (1, 2), (5, 2), (0, 3)])
def test_v26_19_a_vehicle_turns_on_entering_the_first_hexside_free(turned: int, cost: int) -> None:
    """Up to three hexsides, first free, each further 1 MP; three hexsides: terrain + 2."""
    game = field("r1 . .\n . . .", types={"r1": "m4a1"}, facing={"r1": 3})
    go(moving(game, "r1"), "A2", facing=turned)
    assert last(game, Stepped).cost == cost
    assert game.state.units["r1"].facing == turned


def test_v7_2_a_vehicle_enters_the_hex_it_faces_or_the_one_behind() -> None:
    """AFV and vehicle enter the hex they face, or back into the hex behind."""
    game = field(". . .\n . r1 .\n . . .", types={"r1": "m4a1"}, facing={"r1": 0})
    moving(game, "r1")
    label = game.state.field.label
    assert {(label(way.to), way.how) for way in game.decision.ways} == {
        ("B1", "step"), ("B3", "reverse"),
    }  # fmt: skip


def test_v26_18_a_jeep_reversing_into_open_uphill_pays_4() -> None:
    """Jeep reversing into open uphill: (1+1)×2 = 4; it keeps its facing."""
    game = field("r1 . .\n 1 . .", types={"r1": "jeep"}, facing={"r1": 0})
    go(moving(game, "r1"), "A2")
    assert last(game, Stepped).cost == 4
    assert game.state.units["r1"].facing == 0


def test_v7_4_turning_where_it_stands_is_a_move() -> None:
    """Instead of moving a vehicle unit may turn to any facing where it stands (Move marker)."""
    game = field("r1 . .", types={"r1": "m4a1"}, facing={"r1": 0})
    game.choose(Order("r1", "turn"))
    assert game.options == [1, 2, 3, 4, 5]
    game.choose(4)
    assert happened(game, Turned)
    assert game.state.units["r1"].moved
    assert game.state.units["r1"].facing == 4


def test_v7_1_infantry_has_no_facing() -> None:
    """Infantry has none."""
    game = field("r1 . .")
    assert game.state.units["r1"].facing is None
    assert Order("r1", "turn") not in game.options
