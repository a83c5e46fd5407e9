"""The command phase (valor V5.2–V5.5, V12.1, V12.4, V23)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor import unit_lookups
from engine.games.valor.command_phase import Give, Join, Reorganise, Split, Swap
from engine.games.valor.data.rulebook import load_rulebook
from engine.games.valor.events import Rallied
from engine.games.valor.state import Phase
from tests.games.valor.boards import battle, happened

APART = "\n . . . . .\n h h h h h\n . . . . b9"


def commanding(board: str, **more: Any) -> Any:
    """Red's command phase, its missions placed, with an enemy out of sight."""
    return battle(board + APART, phase="command", **more)


def kinds(game: Any) -> list[str]:
    return [type(option).__name__ for option in game.options if option is not None]


def test_v5_2_first_all_pinned_units_of_the_side_rally_without_a_roll() -> None:
    """First A's pinned units all rally without a roll; B's do not."""
    game = battle("r1+r2 . . .\n . . . b1", marks={"r1": ("pinned",), "b1": ("pinned",)})
    rallied = happened(game, Rallied)[0]
    assert (rallied.units, rallied.cause) == (("r1",), "command")
    assert game.state.turn == 1
    assert game.state.units["b1"].pinned


def test_a_unit_that_is_marked_is_found_in_its_hex_without_looking_for_all_others() -> None:
    state = battle("r1+r2 . . .\n . . . b1").state
    before, one, other = state.stacks_by_hex, state.units["r1"], state.units["b1"]
    twin = state.copy()
    state.alter("r1", pinned=True)
    assert [unit.pinned for unit in state.units_at(one.at)] == [True, False]
    assert state.stacks_by_hex[other.at] is before[other.at]
    assert [unit.pinned for unit in twin.units_at(one.at)] == [False, False]
    state.alter("r1", at=other.at)
    assert [unit.id for unit in state.units_at(one.at)] == ["r2"]


def test_v12_4_infantry_of_one_hex_hands_weapons_over_within_portage() -> None:
    """Exchange or transfer: infantry of one hex, Command phase, within portage."""
    game = commanding("r1+r2+r3 . .", types={"r3": "leader-1"}, weapons={"m": ("m1919a6", "r1")})
    assert isinstance(game.decision, Reorganise)
    assert {Give("m", "r2"), Give("m", "r3")} <= set(game.options)
    game.choose(Give("m", "r3"))
    assert game.state.weapons["m"].bearer == "r3"


def test_v12_4_two_that_bear_weapons_exchange_them() -> None:
    """Exchange within portage: a leader bears no heavy one."""
    weapons = {"m": ("m1919a6", "r1"), "h": ("mmg", "r2"), "k": ("bazooka", "r3")}
    game = commanding("r1+r2+r3 . .", types={"r3": "leader-1"}, weapons=weapons)
    swaps = [option for option in game.options if isinstance(option, Swap)]
    assert swaps == [Swap("r1", "r2"), Swap("r1", "r3")]
    game.choose(Swap("r1", "r2"))
    assert [weapon.id for weapon in game.state.weapons_borne("r1")] == ["h"]
    assert [weapon.id for weapon in game.state.weapons_borne("r2")] == ["m"]


def test_v12_4_pinned_units_may_not() -> None:
    """Pinned units may not."""
    game = commanding("r1+r2 . .", weapons={"m": ("m1919a6", "r1")}, marks={"r2": ("pinned",)})
    assert "Give" not in kinds(game)


@pytest.mark.parametrize(
    ("bearer", "weapons", "may"),
    [
        ("us-rifle", ["mg34"], True),
        ("us-rifle", ["hmg"], True),
        ("us-rifle", ["mg34", "mg34"], False),
        ("us-rifle-half", ["hmg"], True),
        ("leader-1", ["mg34"], True),
        ("leader-1", ["hmg"], False),
        ("us-rifle", ["grenades"], False),
        ("m4a1", ["mg34"], False),
    ],
)
def test_v12_1_portage(bearer: str, weapons: list[str], may: bool) -> None:
    """A squad or half carries one L or H; a leader one L."""
    rules = load_rulebook()
    types = [rules.weapons[weapon] for weapon in weapons]
    assert unit_lookups.may_bear(rules.units[bearer], types) is may


def test_v5_4_a_squad_splits_without_a_leader_and_keeps_its_states() -> None:
    """A squad splits into two halves; it keeps its states; its SW goes to one half (V5.5)."""
    game = commanding("r1 . .", weapons={"m": ("m1919a6", "r1")})
    game.choose(Split("r1"))
    halves = [unit for unit in game.state.units.values() if unit.side == "red"]
    assert [(unit.id, unit.type) for unit in halves] == [
        ("r1", "us-rifle-half"), ("r1/b", "us-rifle-half"),
    ]  # fmt: skip
    assert game.state.weapons["m"].bearer == "r1"


def test_v5_4_halves_join_under_an_unpinned_leader_alone() -> None:
    """Two halves in one hex with an own unpinned leader join."""
    halves = {"r1": "us-rifle-half", "r2": "us-rifle-half", "r3": "leader-1"}
    assert "Join" not in kinds(commanding("r1+r2 . r3", types=halves))
    game = commanding("r1+r2+r3 . .", types=halves)
    game.choose(Join("r1", "r2"))
    assert game.state.units["r1"].type == "us-rifle"
    assert "r2" not in game.state.units


def test_v23_1_joining_needs_two_of_one_type_neither_valorous_nor_pinned() -> None:
    """Joining needs two of one type, same elite mark, neither valorous nor pinned."""
    mixed = {"r1": "us-rifle-half", "r2": "us-para-half", "r3": "leader-1"}
    assert "Join" not in kinds(commanding("r1+r2+r3 . .", types=mixed))
    alike = {"r1": "us-rifle-half", "r2": "us-rifle-half", "r3": "leader-1"}
    for mark in ("valor", "pinned"):
        game = commanding("r1+r2+r3 . .", types=alike, marks={"r1": (mark,)})
        assert "Join" not in kinds(game)


def test_v22_5_a_valorous_squad_does_not_split() -> None:
    """No splitting, no joining."""
    assert "Split" not in kinds(commanding("r1+r2 . .", marks={"r1": ("valor",), "r2": ("valor",)}))


def test_v23_3_the_joined_squad_has_the_markers_either_had() -> None:
    """The joined squad carries Fire and Move if either half did."""
    from engine.games.valor.events import SquadsJoined

    halves = {"r1": "us-rifle-half", "r2": "us-rifle-half", "r3": "leader-1"}
    game = commanding("r1+r2+r3 . .", types=halves)
    game.state.alter("r2", fired=True)
    SquadsJoined(("r1", "r2"), "r1", "us-rifle").apply(game.state)
    assert game.state.units["r1"].fired


def test_v6_11_a_squad_does_not_split_where_the_halves_are_too_many() -> None:
    """Two halves count as two infantry."""
    game = commanding("r1+r2+r3+r4 . .", types={"r4": "leader-1"})
    assert "Split" not in kinds(game)


def test_v5_3_when_the_side_is_done_the_fire_phase_begins() -> None:
    """Command, fire, movement … in this order."""
    game = commanding("r1+r2 . .")
    game.choose(None)
    assert game.state.phase is not Phase.COMMAND
