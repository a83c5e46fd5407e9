"""What an umpire may do in valor (V24.4), and what he is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.shared_events import UmpireActed
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.umpire_actions import ORDERS
from engine.play.game import Intervention, InvalidInterventionError
from tests.games.valor.boards import at, battle, happened

BOARD = """
r1+r2 .  w  b1
r3    .  h  .
"""
KINDS = {"r2": "leader-1", "r3": "m4a1", "b1": "de-rifle"}


def table(**more: Any) -> Any:
    """A game in Red's fire phase."""
    return battle(BOARD, phase="fire", types=KINDS, facing={"r3": 2},
                  weapons={"w": ("m1919a6", "r1")}, **more)  # fmt: skip


def act(game: Any, kind: str, *arguments: Any) -> Any:
    """The umpire intervenes."""
    game.intervene(Intervention(kind, arguments, "umpire", "because"))
    return game


def here(game: Any, label: str) -> tuple[int, int]:
    q, r = at(game, label)
    return q, r


def test_v24_4_there_is_an_act_for_each_thing_an_umpire_does() -> None:
    """Move, face, add, remove, pin, rally, reduce, restore, mark, clear, valor, immobilise, give
    weapon, smoke, position, mission, phase."""
    wanted = {
        "move", "face", "add", "remove", "pin", "rally", "reduce", "restore", "mark", "clear",
        "valor", "immobilise", "give", "smoke", "position", "mission", "phase",
    }  # fmt: skip
    assert set(ORDERS) == wanted
    assert {each.kind for each in VALOR.acts(table().state)} == wanted


def test_v24_4_units_are_moved_turned_added_and_removed() -> None:
    game = act(table(), "move", "r1", here(table(), "B2"))
    assert game.state.units["r1"].at == at(game, "B2")
    act(game, "face", "r3", 4)
    assert game.state.units["r3"].facing == 4
    act(game, "add", "r9", "red", "us-para", here(game, "A1"))
    assert game.state.units["r9"].type == "us-para"
    act(game, "remove", "r1")
    assert "r1" not in game.state.units
    assert not game.state.fallen
    assert "w" not in game.state.weapons


def test_v24_4_units_are_pinned_rallied_reduced_restored_and_marked() -> None:
    game = act(table(), "pin", "r1")
    assert game.state.units["r1"].pinned
    act(game, "rally", "r1")
    assert not game.state.units["r1"].pinned
    act(game, "reduce", "r1")
    assert game.state.units["r1"].type == "us-rifle-half"
    act(game, "restore", "r1")
    assert game.state.units["r1"].type == "us-rifle"
    act(game, "mark", "r1", "fired")
    assert game.state.units["r1"].fired
    act(game, "clear", "r1", "fired")
    assert not game.state.units["r1"].fired
    act(game, "valor", "r2")
    assert game.state.units["r2"].valor
    act(game, "immobilise", "r3")
    assert game.state.units["r3"].immobile


def test_v24_4_weapons_smoke_positions_missions_and_the_phase() -> None:
    game = act(table(), "give", "w", "r2")
    assert game.state.weapons["w"].bearer == "r2"
    act(game, "smoke", here(game, "B1"), "2")
    assert game.state.smoke_at(at(game, "B1")) == 2
    act(game, "smoke", here(game, "B1"), "0")
    assert game.state.smoke_at(at(game, "B1")) == 0
    act(game, "position", "blue", "trenches", here(game, "D1"))
    assert game.state.works[at(game, "D1")].kind == "trenches"
    act(game, "position", "blue", "none", here(game, "D1"))
    assert at(game, "D1") not in game.state.works
    act(game, "mission", "red", "heavy")
    assert game.state.count_in_stock("red", "heavy") == 1
    act(game, "phase", "blue", "command")
    assert (game.state.active, game.state.phase) == ("blue", "command")
    assert len(happened(game, UmpireActed)) == 7


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("dance", ()), ("move", ("r1",)), ("move", ("x", (0, 0))), ("move", ("r1", (99, 99))),
        ("move", ("r1", "A1")), ("face", ("r1", 2)), ("face", ("r3", 6)), ("pin", ("nobody",)),
        ("rally", ("r1",)), ("restore", ("r1",)), ("mark", ("r1", "happy")), ("valor", ("r3",)),
        ("immobilise", ("r1",)), ("give", ("w", "r3")), ("give", ("w", "b1")),
        ("give", ("x", "r1")), ("smoke", ((0, 0), "3")), ("smoke", ((99, 99), "1")),
        ("smoke", ((0, 0), "0")), ("position", ("blue", "moat", (0, 0))),
        ("position", ("blue", "none", (0, 0))), ("position", ("blue", "sandbags", (2, -1))),
        ("mission", ("red", "rain")), ("phase", ("green", "fire")), ("phase", ("red", "lunch")),
        ("add", ("r1", "red", "us-rifle", (0, 0))), ("add", ("n", "red", "elf", (0, 0))),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_cannot_be_is_refused_with_its_reason_and_nothing_changes(
    kind: str, arguments: tuple[Any, ...], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", language)
    game = table()
    before = game.state.copy()
    with pytest.raises(InvalidInterventionError):
        act(game, kind, *arguments)
    assert game.state == before


def test_a_restored_squad_needs_room() -> None:
    board = "r1+r2+r3+r4 . . b1"
    types = {"r4": "us-rifle-half"}
    game = battle(board, phase="fire", types=types)
    with pytest.raises(InvalidInterventionError):
        act(game, "restore", "r4")
