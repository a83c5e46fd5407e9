"""Losses with their effects on cargo and weapons: pins, reductions, eliminations (V8.6)."""

from __future__ import annotations

from engine.games.valor.events import Immobilised, UnitEliminated, UnitPinned, UnitReduced
from engine.games.valor.state import ValorGame

CARRIER = "carrier"
"""The cause of what befalls cargo through its carrier."""


def pin(game: ValorGame, unit: str, cause: str) -> None:
    """A unit is pinned, and its cargo with it (V14.14); nothing if it is."""
    state = game.state
    if state.units[unit].pinned:
        return
    game.emit(UnitPinned(unit, cause))
    if state.book.choices.pinned_carrier == "pins_cargo":
        for cargo in state.cargo_of(unit):
            pin(game, cargo.id, CARRIER)


def reduce(game: ValorGame, unit: str, cause: str) -> None:
    """A squad becomes a half squad (V14.5)."""
    half = game.state.type_of(game.state.units[unit]).half
    assert half, f"{unit} has no half"
    game.emit(UnitReduced(unit, half, cause))


def eliminate(game: ValorGame, unit: str, cause: str) -> None:
    """A unit is lost, its cargo before it (V16.6)."""
    for cargo in game.state.cargo_of(unit):
        game.emit(UnitEliminated(cargo.id, CARRIER))
    game.emit(UnitEliminated(unit, cause))


def immobilise(game: ValorGame, unit: str, cause: str) -> None:
    """An AFV moves no more (V16.5); nothing if it did not before."""
    if not game.state.units[unit].immobile:
        game.emit(Immobilised(unit, cause))
