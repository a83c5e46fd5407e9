"""Overruns (V17)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor import overrun
from engine.games.valor.combat_events import AttackRolled, HitRolled, PenetrationRolled
from engine.games.valor.events import Stepped
from engine.games.valor.fire_phase import Attack
from engine.games.valor.state import State
from engine.play.game import Game
from tests.games.valor import walking
from tests.games.valor.boards import at, battle, happened, last, place_of

SOUTH = 3
MOVE = {"phase": "movement"}


def tank(board: str, *dice: object, **more: Any) -> Game[State]:
    """Red's M4A3E8 heads south down a column, in its movement phase."""
    types = {"r1": "m4a3e8", **more.pop("types", {})}
    facing = {"r1": SOUTH, **more.pop("facing", {})}
    return battle(board, dice, types=types, facing=facing, **MOVE, **more)


def offered(game: Game[State]) -> list[tuple[str, int]]:
    """The hexes the tank may overrun, with their MP."""
    labels = game.scenario.map.labels
    found = overrun.overrun_targets(game.state, game.state.units["r1"])
    return [(labels.label(hex_), cost) for hex_, cost in found]


def drive(game: Game[State], label: str) -> None:
    """The tank begins its move and overruns a hex."""
    game.choose(next(o for o in game.options if o is not None and "r1" in tuple(map(str, o))))
    while game.decision is not None and not any(
        getattr(option, "how", "") == "overrun" for option in game.options
    ):
        game.choose(None if None in game.options else game.options[0])
    found = [o for o in game.options if getattr(o, "how", "") == "overrun"]
    assert found[0].to == at(game, label)
    game.choose(found[0])


def test_v26_8_cost_strength_and_points() -> None:
    """Two hexes of open ground, the woods with the foxholes, the overrun, the hex beyond: 1+1+2+2+1
    = 7 MP, nothing for the foxholes; 19x2 = 38, roll 2 + 2 woods + 1 foxholes = 5: 6 CP."""
    game = tank("r1\n.\n.\nb1+b2:w\n.\nb9", (1, 1), works={"A4": "foxholes"})
    walking.step(walking.step(walking.order(game, "r1"), "A2"), "A3")
    spent = 10 - last(game, Stepped).left
    assert spent == 1 + 1
    assert offered(game) == [("A4", 2 + 2 + 1)]
    charge = overrun.weigh_overrun_attack(game.state, "r1", at(game, "A4"))
    assert (charge.apfp, charge.corrections) == (38, (("cover", 3),))
    assert game.state.book.charts.casualty_points(38, 5) == 6


@pytest.mark.parametrize(
    ("board", "types", "works"),
    [
        ("r1\nb1:h\n.", {}, {}),
        ("r1\nb1\n.", {}, {"A2": "bunker-wood"}),
        ("r1\nb1+b2\n.", {"b2": "panther"}, {}),
        ("r1\nb1\nb2", {}, {}),
        ("r1\nb1", {}, {}),
        ("r1\n.\n.", {}, {}),
        ("r1\nb1\n~", {}, {}),
    ],
)  # fmt: skip
def test_v17_1_v17_2_what_may_not_be_overrun(
    board: str, types: dict[str, str], works: dict[str, str]
) -> None:
    """No enemy AFV; not a building, not a bunker; the opposite hex free of enemies, with room."""
    fronts = {"b2": 0} if types else {}
    game = tank(
        board + "\nb9", types=types, facing=fronts, works=works, work_facing={"A2": 0}
    ) if board != "r1\nb1" else tank(board)  # fmt: skip
    assert offered(game) == []


def test_v17_1_an_afv_that_tows_does_not_overrun() -> None:
    """Not while towing."""
    game = tank(
        "r1\nb1\n.\nb9", types={"r1": "m3-halftrack", "r2": "6-pounder"}, aboard={"r2": "r1"}
    )
    assert offered(game) == []
    assert offered(tank("r1\nb1\n.\nb9", types={"r1": "m3-halftrack"})) == [("A2", 4)]


def test_v17_4_all_its_apfp_doubled_and_passengers_undoubled() -> None:
    """All its APFP doubled (gun, both MGs, no arc) + passengers undoubled with L MGs."""
    game = tank(
        "r1\nb1\n.\nb9", types={"r1": "m3-halftrack"}, aboard={"r2": "r1"},
        weapons={"w": ("m1919a6", "r2")},
    )  # fmt: skip
    assert overrun.weigh_overrun_attack(game.state, "r1", at(game, "A2")).apfp == 2 * 4 + 5 + 3


def test_v17_2_v17_6_it_drives_through_and_stops_beyond() -> None:
    """The AFV stops in the exit hex, does not turn, is Move-marked."""
    game = tank("r1\nb1\n.\n.\n.\n.\n.\nb9", (4, 4))
    drive(game, "A2")
    rolled = last(game, AttackRolled)
    assert (rolled.apfp, rolled.points) == (38, 3)
    assert game.state.units["b1"].pinned
    hold(game)
    unit = game.state.units["r1"]
    assert (place_of(game, "r1"), unit.facing, unit.moved) == ("A3", SOUTH, True)


def hold(game: Game[State]) -> None:
    """Nobody fires at the tank any more."""
    while isinstance(game.decision, Attack):
        game.choose(None)


def test_v17_5_a_survivor_fires_at_the_rear_even_if_marked() -> None:
    """May fire it at the rear armour as the AFV leaves, even if Fire-marked; a leader too."""
    game = tank(
        "r1\nb1+b2\n.\n.\n.\n.\n.\nb9", (6, 6), (3, 3), (1, 1), types={"b2": "leader-1"},
        weapons={"w": ("panzerschreck", "b1")},
    )  # fmt: skip
    game.state.alter("b1", fired=True)
    game.state.alter("b2", fired=True)
    drive(game, "A2")
    asked = game.decision
    assert isinstance(asked, Attack)
    assert (asked.manner, asked.firers, asked.movers) == ("final", ("b1",), ("r1",))
    game.choose("b1")
    game.choose("b2")
    assert ("leader", -1) in last(game, HitRolled).corrections
    assert last(game, PenetrationRolled).face == "rear"
    assert "r1" not in game.state.units


def test_v17_3_no_opportunity_fire_in_the_hex_itself() -> None:
    """Op fire by anybody as it enters any hex but the target hex."""
    game = tank("r1\nb1\n.\n.\n.\n.\n.\nb9", (6, 6), types={"b9": "pak40"}, facing={"b9": 0})
    drive(game, "A2")
    asked = game.decision
    assert isinstance(asked, Attack)
    assert (asked.manner, asked.firers) == ("opportunity", ("b9",))
    assert place_of(game, "r1") == "A3"
    assert len(happened(game, AttackRolled)) == 1
