"""Who may wait in Op Fire mode (A3)."""

from __future__ import annotations

from engine.games.tide.data.kinds import UnitType
from engine.games.tide.state import State, Unit


def may_prepare(state: State, unit: Unit) -> bool:
    """Not pinned or disrupted squads, mortars alone, passengers, who has no arms (A3, TR4)."""
    if not unit.is_steady or unit.inside:
        return False
    return any(not arm.has("no-op-fire") for arm in arms(state, unit))


def arms(state: State, unit: Unit) -> list[UnitType]:
    """What a unit can attack with: figures of a squad, or the vehicle itself."""
    types = state.figures_of(unit) if unit.is_squad else (state.type_of(unit),)
    return [type_ for type_ in types if type_.is_armed]
