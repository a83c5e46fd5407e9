"""How many units find room in a hex (G6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex


def has_room(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a unit may stop in a hex beside its friends there (G6)."""
    here = [other for other in state.at(hex_) if other.id != unit.id]
    return fits(state, [*here, unit])


def fits(state: State, units: Sequence[Unit]) -> bool:
    """Whether so many units of a side may stand in a hex (G6)."""
    choices = state.book.choices
    vehicles = sum(not unit.is_squad for unit in units)
    return len(units) <= choices.units_in_hex and vehicles <= choices.vehicles_in_hex
