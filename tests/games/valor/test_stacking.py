"""Stacking and what positions hold (valor V6.11, V19.5)."""

from __future__ import annotations

import pytest

from engine.games.valor import unit_lookups
from engine.games.valor.data.rulebook import load_rulebook
from tests.games.valor.boards import at, battle

SQUAD, HALF, LEADER, TRUCK, TANK, GUN = (
    "us-rifle", "us-rifle-half", "leader-1", "truck", "m4a1", "pak40",
)  # fmt: skip


@pytest.mark.parametrize(
    ("units", "older", "newer"),
    [
        ([SQUAD, SQUAD, SQUAD, LEADER, TRUCK], True, False),
        ([SQUAD] * 4, False, True),
        ([TRUCK, TRUCK], True, True),
        ([TRUCK, TRUCK, SQUAD], False, False),
        ([SQUAD, SQUAD, HALF, HALF], True, True),
        ([SQUAD, SQUAD, SQUAD, HALF, HALF], False, False),
        ([TANK, SQUAD, SQUAD], True, True),
        ([TANK, SQUAD, SQUAD, SQUAD], True, False),
        ([LEADER] * 4, True, True),
    ],
)
def test_v6_11_v26_20_stacking_per_side_and_hex(units: list[str], older: bool, newer: bool) -> None:
    """Two vehicle units; or four infantry, three squads at most, plus one vehicle unit.

    `2021`: two vehicle units, or four infantry, or one vehicle unit and two infantry.
    """
    types = [load_rulebook().units[unit] for unit in units]
    assert unit_lookups.is_within_stacking_limit(types) is older
    assert unit_lookups.is_within_stacking_limit(types, "2021") is newer


@pytest.mark.parametrize(
    ("work", "units", "fits"),
    [
        ("bunker-wood", [SQUAD, LEADER], True),
        ("bunker-wood", [SQUAD, SQUAD, LEADER], False),
        ("bunker-wood", [GUN], True),
        ("bunker-wood", [GUN, LEADER], False),
        ("sandbags", [GUN, SQUAD, SQUAD], True),
        ("sandbags", [TANK], False),
        ("foxholes", [SQUAD, SQUAD, SQUAD, LEADER], True),
        ("trenches", [GUN], False),
        ("cave", [GUN, SQUAD], True),
        ("wire", [TANK, SQUAD], True),
    ],
)
def test_v19_5_what_a_position_holds(work: str, units: list[str], fits: bool) -> None:
    """Who would stop with the position full may not enter unless he can go on."""
    ids = [f"r{number}" for number in range(1, len(units) + 1)]
    board = f"{'+'.join(ids)} . .\n . . b1"
    types = dict(zip(ids, units, strict=True))
    fronts = {id_: 0 for id_, kind in types.items() if kind in (GUN, TANK, TRUCK)}
    works = {"A1": work}
    game = battle(board, phase="command", types=types, facing=fronts, works=works)
    assert unit_lookups.fits_in_hex(game.state, at(game, "A1"), "red", ()) is fits
