"""Positions (V19): what lies in a hex and acts on who enters it."""

from __future__ import annotations

from engine.games.valor.state import State, ValorGame
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
