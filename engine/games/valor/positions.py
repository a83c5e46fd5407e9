"""Positions (V19): what lies in a hex and acts on who enters it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.valor.data.kinds import UnitType, WorkType
from engine.games.valor.state import State, Unit, ValorGame
from engine.hexes.hex import Hex
from engine.play.asks import Procedure


def mines(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """A die for each unit that enters a minefield (V19.8)."""
    yield from ()


def entry_cost(state: State, hex_: Hex) -> int:
    """MP added by the position entered (V19.4)."""
    work = state.works.get(hex_)
    return 0 if work is None else state.work_type(work).entry


def stops(state: State, hex_: Hex, unit: str) -> bool:
    """Whether wire in a hex stops a unit that enters it (V19.9)."""
    work = state.works.get(hex_)
    is_wire = work is not None and work.kind == "wire"
    return is_wire and state.type_of(state.units[unit]).is_infantry


def bars(state: State, hex_: Hex, unit: str) -> bool:
    """Whether wire in a hex keeps a unit out: unarmoured vehicles and guns (V19.9)."""
    work = state.works.get(hex_)
    is_wire = work is not None and work.kind == "wire"
    return is_wire and state.type_of(state.units[unit]).is_soft


def cover(state: State, hex_: Hex, units: Sequence[Unit]) -> int:
    """What a hex adds to attacks on units in it: its ground's, or its position's (V19.3).

    A fortification's cover takes the place of the ground's, an entrenchment's adds to it. Vehicles
    that pass a position they have no part in have the ground's alone (V19.10).
    """
    ground, work = state.field.cover(hex_), state.works.get(hex_)
    if work is None or work.hidden:
        return ground
    kind = state.work_type(work)
    if units and not all(shelters(kind, state.type_of(unit)) for unit in units):
        return ground
    if not kind.is_shelter:
        return ground
    return ground + kind.cover if kind.adds else kind.cover


def shelters(kind: WorkType, type_: UnitType) -> bool:
    """Whether a unit may be in a position: infantry, and guns but in foxholes and trenches."""
    return type_.is_infantry or (type_.is_gun and kind.holds != "infantry")


def wire_in_reach(state: State, unit: Unit) -> list[Hex]:
    """Wire that a unit may blow up with a satchel: in an adjacent hex (V19.9)."""
    if unit.fired or unit.pinned or unit.inside or not state.has(unit.side, "satchel"):
        return []
    if not state.type_of(unit).is_infantry:
        return []
    return [
        hex_
        for hex_ in state.field.board.grid.neighbours(unit.at)
        if (work := state.works.get(hex_)) is not None and work.kind == "wire"
    ]


def blow_up(game: ValorGame, unit: str, hex_: Hex) -> Procedure[None]:
    """A unit blows up wire with a satchel charge (V19.9)."""
    yield from ()
