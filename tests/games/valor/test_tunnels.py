"""Caves and tunnels (valor V19.12)."""

from __future__ import annotations

from typing import Any

from engine.games.valor.events import MoveEnded
from engine.games.valor.fire_phase import Attack
from engine.games.valor.movement_phase import Order
from engine.games.valor.support_events import CameUp, CreptOn, WentBelow
from engine.games.valor.tunnels import GoBelow, tunnel_exits
from tests.games.valor.boards import BLUE, at, battle, happened, last, place_of

BOARD = """
b1 .  .  .  .  .  . r1
.  .  .  .  .  .  . .
.  .  .  .  .  .  . .
"""
JAPANESE = {"b1": "jp-rifle", "b2": "jp-rifle"}


def caves(works: str, board: str = BOARD, **more: Any) -> Any:
    """Blue's movement phase with caves in some hexes."""
    more.setdefault("types", JAPANESE)
    laid = dict.fromkeys(works.split(), "cave")
    return battle(board, phase="movement", active=BLUE, works=laid, **more)


def test_v19_12_infantry_goes_below_at_one_cave_and_comes_up_at_another() -> None:
    """Infantry may go underground at one and come up at another: 1 MP a hex of the straight
    distance, unseen, not attackable."""
    game = caves("A1 D1")
    game.choose(Order("b1", "below"))
    assert last(game, WentBelow).left == 3
    assert last(game, CreptOn).left == 0
    assert last(game, CameUp).to == at(game, "D1")
    assert place_of(game, "b1") == "D1"
    while isinstance(game.decision, Attack):
        game.choose(None)
    assert last(game, MoveEnded).units == ("b1",)
    assert game.state.units["b1"].moved


def test_v19_12_each_within_four_hexes_of_another() -> None:
    """Each within four hexes of another; tunnel sections at most four hexes."""
    game = caves("A1 E1 F1")
    labels = game.scenario.map.labels
    found = tunnel_exits(game.state, game.state.units["b1"])
    assert [labels.label(hex_) for hex_ in found] == ["E1"]


def test_v19_12_over_several_turns_if_need_be_with_what_it_bears() -> None:
    """Over several turns if need be."""
    game = caves("A1 E1", weapons={"bw": ("mmg", "b1")})
    game.choose(Order("b1", "below"))
    assert "b1" not in game.state.units
    assert last(game, CreptOn).left == 1
    while not happened(game, CameUp):
        game.choose(None)
    assert game.state.turn == 2
    assert place_of(game, "b1") == "E1"
    assert [weapon.id for weapon in game.state.weapons_borne("b1")] == ["bw"]


def test_v19_12_none_under_water() -> None:
    """None under water."""
    board = BOARD.replace("b1 .  .", "b1 ~  ~", 1).replace(".  .  .", "~ ~ .", 1)
    assert tunnel_exits(caves("A1 D1", board).state, caves("A1 D1", board).state.units["b1"]) == []


def test_v19_12_japanese_only() -> None:
    """Japanese only."""
    game = caves("A1 D1", types={})
    assert tunnel_exits(game.state, game.state.units["b1"]) == []


def test_v19_12_bunkers_may_be_joined() -> None:
    """Bunkers may be joined."""
    game = battle(BOARD, phase="movement", active=BLUE, types=JAPANESE,
                  works={"A1": "cave", "C1": "bunker-wood", "D2": "cave"},
                  work_facing={"C1": 2})  # fmt: skip
    game.choose(Order("b1", "below"))
    assert isinstance(game.decision, GoBelow)
    labels = game.scenario.map.labels
    assert {labels.label(hex_) for hex_ in game.options} == {"C1", "D2"}


def test_v19_12_it_waits_below_while_enemies_are_above() -> None:
    """Enemy hexes are never entered except by close assault or overrun (V6.10)."""
    game = caves("A1 D1", BOARD.replace("b1 .  .  .", "b1 .  .  r2", 1))
    game.choose(Order("b1", "below"))
    assert not happened(game, CameUp)
    assert [below.left for below in game.state.below] == [0]
