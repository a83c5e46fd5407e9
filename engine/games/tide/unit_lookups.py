"""Lookups of units: who is in a hex, what fits, who may act or wait, what figures make of a squad.

The rules are G6, Q3, Q4, R5, A3, A9, U2–U6, U10, SP and X6.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.tide.data.piece_types import PLACES, UnitType, base_places_filled
from engine.games.tide.state import HEAVY, Reserve, State, Unit, Work
from engine.hexes.hex import Hex

MAX_POSITIONS = 3
"""Positions in a hex (X6)."""

# --- who is where ---------------------------------------------------------------------------------


def has_enemies_at(state: State, hex_: Hex, side: str) -> bool:
    """Return whether a hex holds enemies of a side, overrun or not (M5, V7)."""
    return any(unit.side != side for unit in state.units_at(hex_))


def fits_in_hex(state: State, hex_: Hex, side: str, more: Iterable[Unit | Reserve] = ()) -> bool:
    """Return whether units fit in a hex with those of their side there (G6).

    Units of `more` that are there already count once; leave out passengers.
    """
    there = state.units_at(hex_)
    known = {unit.id for unit in there}
    types = [state.type_of(unit) for unit in there if unit.side == side]
    types += [state.type_of(unit) for unit in more if unit.id not in known]
    choices = state.book.choices
    return is_within_stacking_limit(types, choices.units_in_hex, choices.vehicles_in_hex)


def is_within_stacking_limit(types: Iterable[UnitType], units: int, vehicles: int) -> bool:
    """So many units of a side in a hex, so many of them vehicles (G6)."""
    known = list(types)
    return len(known) <= units and sum(type_.is_vehicle for type_ in known) <= vehicles


# --- bases (Q1, Q4) -------------------------------------------------------------------------------


def fits_on_base(figures: Iterable[UnitType]) -> bool:
    """Return whether figures find places on one base (Q1)."""
    return 0 < base_places_filled(list(figures)) <= PLACES


def may_have_token(figures: Iterable[UnitType]) -> bool:
    """Return whether a squad may have a specialisation: not a heavy one (Q4)."""
    return not any(figure.is_crew for figure in figures)


# --- who may act ----------------------------------------------------------------------------------


def is_fully_able(unit: Unit) -> bool:
    """Return whether a unit has all its abilities: steady, not heavily damaged (A9)."""
    return unit.is_steady and unit.damage < HEAVY


def activatable_units(state: State, side: str) -> list[Unit]:
    """A side's units that may be activated, passengers too (R4, R5, TR4)."""
    return [unit for unit in state.units_of(side) if unit.is_fresh]


# --- positions (X4, X6) ---------------------------------------------------------------------------


def positions_in_hex(state: State, hex_: Hex) -> list[Work]:
    """The positions of a hex (X4)."""
    return [work for work in state.works_at(hex_) if state.work_type(work).shelter]


def free_shelters(state: State, hex_: Hex) -> list[Work]:
    """Return the free positions of a hex: one squad each (X4)."""
    taken = {unit.position for unit in state.units_at(hex_)}
    return [work for work in positions_in_hex(state, hex_) if work.id not in taken]


def can_hold_work(state: State, hex_: Hex, kind: str) -> bool:
    """Return whether a work may be laid in a hex: its ground, and room (X3, X4, X6)."""
    type_ = state.book.works[kind]
    if not state.field.is_on(hex_) or not state.book.ground.takes(type_, state.field.ground(hex_)):
        return False
    if type_.shelter:
        return len(positions_in_hex(state, hex_)) < MAX_POSITIONS
    return not state.has_work(hex_, kind)


def may_prepare(state: State, unit: Unit) -> bool:
    """Not pinned or disrupted squads, mortars alone, passengers, who has no arms (A3, TR4)."""
    if not unit.is_steady or unit.inside:
        return False
    return any(not arm.has_trait("no-op-fire") for arm in attacking_types(state, unit))


def attacking_types(state: State, unit: Unit) -> list[UnitType]:
    """Return the types that can attack: figures of a squad, or the vehicle itself."""
    types = state.figures_of(unit) if unit.is_squad else (state.type_of(unit),)
    return [type_ for type_ in types if type_.is_armed]


ANTI_TANK, FLAMETHROWER, ENGINEER, MEDIC, RECON = (
    "anti-tank", "flamethrower", "engineer", "medic", "recon",
)  # fmt: skip


def is_heavy(state: State, unit: Unit) -> bool:
    """A squad with the crew of a heavy weapon (Q3, U10)."""
    return any(figure.is_crew for figure in state.figures_of(unit))


def is_elite_squad(state: State, unit: Unit) -> bool:
    """A squad with an elite figure (U2)."""
    return any(figure.has_trait("hardened") for figure in state.figures_of(unit))


def has_active_officer(state: State, unit: Unit) -> bool:
    """An officer's squad whose officer does something: not while it is disrupted (U6)."""
    officer = any(figure.is_officer for figure in state.figures_of(unit))
    return officer and not unit.is_disrupted and not unit.inside


def has_officer(state: State, hex_: Hex, side: str) -> bool:
    """Return whether an officer of a side leads in a hex (U4, U5)."""
    return any(
        unit.side == side and has_active_officer(state, unit) for unit in state.units_at(hex_)
    )


def has_medic(state: State, hex_: Hex, side: str) -> bool:
    """Return whether a medic of a side is in a hex (SP4)."""
    return any(unit.side == side and unit.token == MEDIC for unit in state.units_at(hex_))


def unit_points(state: State, unit: Unit) -> int:
    """Return the present points of a unit: figures, token or vehicle (U11)."""
    if not unit.is_squad:
        return state.type_of(unit).points
    token = state.book.tokens[unit.token].points if unit.token else 0
    return sum(figure.points for figure in state.figures_of(unit)) + token
