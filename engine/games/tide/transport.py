"""Transport: who is carried by whom, boarding and getting off (TR, SP8)."""

from __future__ import annotations

from engine.games.tide import unit_lookups
from engine.games.tide.data.piece_types import UnitType
from engine.games.tide.game_board import THIRDS
from engine.games.tide.state import State, Unit

SQUAD_MP, GUN_MP = 2, 3
"""MP to board or leave a vehicle: a squad (TR3, TR6), a gun (TR9)."""


def boarding_cost(state: State, unit: Unit) -> int:
    """Return the cost of boarding or getting off, in thirds (TR3, TR6, TR9)."""
    return THIRDS * (GUN_MP if state.type_of(unit).is_towed else SQUAD_MP)


def can_carry(carrier: UnitType, cargo: list[UnitType]) -> bool:
    """Return whether a vehicle takes a cargo: squads, one of them replaced by a gun (TR1, TR9)."""
    if any(type_.is_vehicle and not type_.is_towed for type_ in cargo):
        return False
    return len(cargo) <= carrier.transport and sum(type_.is_towed for type_ in cargo) <= 1


def boardable_vehicles(state: State, unit: Unit) -> list[Unit]:
    """The vehicles of its hex that a unit may board (TR1, TR3)."""
    return [
        other
        for other in state.units_at(unit.at)
        if other.side == unit.side and other.id != unit.id and _takes(state, other, unit)
    ]


def _takes(state: State, carrier: Unit, unit: Unit) -> bool:
    aboard = [state.type_of(each) for each in state.cargo_of(carrier.id)]
    return can_carry(state.type_of(carrier), [*aboard, state.type_of(unit)])


def may_get_off(state: State, unit: Unit) -> bool:
    """Return whether a passenger finds room in the hex of its vehicle (TR6)."""
    return bool(unit.inside) and unit_lookups.fits_in_hex(state, unit.at, unit.side, [unit])
