"""Lookups about units: who is in a hex, what fits where, who may act (G6, Q4, R5, A9, X6)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.tide.data.kinds import PLACES, UnitType, places_of
from engine.games.tide.state import HEAVY, Reserve, State, Unit, Work
from engine.hexes.hex import Hex

MOST_POSITIONS = 3
"""Positions in a hex (X6)."""

# --- who is where ---------------------------------------------------------------------------------


def enemies_at(state: State, hex_: Hex, side: str) -> bool:
    """Whether a hex holds enemies of a side (M5), also one that a tank drives through (V7)."""
    return any(unit.side != side for unit in state.at(hex_))


def fits(state: State, hex_: Hex, side: str, more: Iterable[Unit | Reserve] = ()) -> bool:
    """Whether units may be in a hex with those of their side there (G6).

    Those of `more` that are there already count once; passengers are not to be named.
    """
    there = state.at(hex_)
    known = {unit.id for unit in there}
    types = [state.type_of(unit) for unit in there if unit.side == side]
    types += [state.type_of(unit) for unit in more if unit.id not in known]
    choices = state.book.choices
    return within_limit(types, choices.units_in_hex, choices.vehicles_in_hex)


def within_limit(types: Iterable[UnitType], units: int, vehicles: int) -> bool:
    """So many units of a side in a hex, so many of them vehicles (G6)."""
    known = list(types)
    return len(known) <= units and sum(type_.is_vehicle for type_ in known) <= vehicles


# --- bases (Q1, Q4) -------------------------------------------------------------------------------


def fills(figures: Iterable[UnitType]) -> bool:
    """Whether figures find places on one base (Q1)."""
    return 0 < places_of(list(figures)) <= PLACES


def may_have_token(figures: Iterable[UnitType]) -> bool:
    """Whether a squad of these may have a specialisation: not a heavy one (Q4)."""
    return not any(figure.is_crew for figure in figures)


# --- who may act ----------------------------------------------------------------------------------


def is_able(unit: Unit) -> bool:
    """Whether a unit may do what it likes: steady, not heavily damaged (A9)."""
    return unit.is_steady and unit.damage < HEAVY


def fresh(state: State, side: str) -> list[Unit]:
    """A side's units that may be activated, passengers too (R4, R5, TR4)."""
    return [unit for unit in state.of(side) if unit.is_fresh]


# --- positions (X4, X6) ---------------------------------------------------------------------------


def shelters(state: State, hex_: Hex) -> list[Work]:
    """The positions of a hex (X4)."""
    return [work for work in state.works_at(hex_) if state.work_type(work).shelter]


def free_shelters(state: State, hex_: Hex) -> list[Work]:
    """The positions of a hex that nobody is in: one squad each (X4)."""
    taken = {unit.position for unit in state.at(hex_)}
    return [work for work in shelters(state, hex_) if work.id not in taken]


def takes(state: State, hex_: Hex, kind: str) -> bool:
    """Whether a work may be laid in a hex: its ground, and room (X3, X4, X6)."""
    type_ = state.book.works[kind]
    if not state.field.is_on(hex_) or not state.book.ground.takes(type_, state.field.ground(hex_)):
        return False
    if type_.shelter:
        return len(shelters(state, hex_)) < MOST_POSITIONS
    return not state.has_work(hex_, kind)
