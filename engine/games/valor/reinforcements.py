"""Reinforcements come onto the map (V6.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.games.reinforcement_calls import Reserve, next_callable_units
from engine.games.valor import (
    fortifications,
    move_execution,
    move_steps,
    opportunity_fire,
    unit_lookups,
    victory,
)
from engine.games.valor.events import Entered
from engine.games.valor.move_steps import MoveInProgress
from engine.games.valor.set_up import Face
from engine.games.valor.state import State, ValorGame
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask


@dataclass(frozen=True, slots=True)
class Enter(Decision[State, Hex]):
    """At which hex of their zone reinforcements enter (V6.13)."""

    units: tuple[str, ...]
    hexes: tuple[Hex, ...]

    def options(self, state: State) -> list[Hex]:
        return [*self.hexes]


def due_reinforcements(state: State, side: str) -> list[Reserve]:
    """The reinforcements that may enter now; cargo comes with its carrier."""
    return [
        entry
        for entry in state.reserves
        if entry.side == side
        and 0 < entry.turn <= state.turn
        and not entry.aboard
        and not entry.call
    ]


def next_callable_reinforcements(state: State) -> tuple[str, ...]:
    """The next reinforcements of the side in its segment that may be called (V4.3)."""
    return next_callable_units(
        state.reserves, state.turn, state.active, partial(victory.is_condition_met, state)
    )


def placeable_reinforcements(state: State, side: str) -> list[Reserve]:
    """The reinforcements that find a hex to enter at."""
    return [entry for entry in due_reinforcements(state, side) if entry_hexes(state, [entry])]


def entry_hexes(state: State, entries: list[Reserve]) -> tuple[Hex, ...]:
    """The hexes of their zone where reinforcements may enter together: no enemies, and room."""
    first, side = entries[0], entries[0].side
    return tuple(
        hex_
        for hex_ in first.hexes
        if state.field.is_on(hex_)
        and not unit_lookups.has_enemies_at(state, hex_, side)
        and all(_may_enter(state, entry, hex_) for entry in entries)
        and unit_lookups.fits_in_hex(state, hex_, side, entries)
    )


def _may_enter(state: State, entry: Reserve, hex_: Hex) -> bool:
    return (
        hex_ in entry.hexes
        and state.field.map_entry_cost(state.type_of(entry).movement_class, hex_) is not None
    )


def enter(game: ValorGame, unit: str) -> Procedure[None]:
    """Reinforcements enter at a hex of their zone, the first hex of their move (V6.13)."""
    units = yield from gather_entry_stack(game, unit)
    entries = [entry for entry in game.state.reserves if entry.id in units]
    manner = move_steps.MOVE
    if all(game.state.type_of(entry).is_infantry for entry in entries):
        manner = yield from ask(move_execution.Manner(game.state.active, units))
    hexes = entry_hexes(game.state, entries)
    at = hexes[0]
    if len(hexes) > 1:
        at = yield from ask(Enter(game.state.active, units, hexes))
    facing = yield from _front(game, entries, at)
    costs = {entry.id: entry_price(game.state, entry, at) for entry in entries}
    game.emit(Entered(units, at, manner, max(costs.values()), 0, facing))
    walk = MoveInProgress.of(units, manner).after_paying(costs)
    yield from opportunity_fire.resolve_hex_entry(game, units)
    stopped = {each for each in units if move_execution.is_stopped(game.state, each)}
    yield from _go_on(game, walk, stopped, units)


def _go_on(
    game: ValorGame, walk: MoveInProgress, stopped: set[str], units: tuple[str, ...]
) -> Procedure[None]:
    """The rest of a move after its entry."""
    walk = move_execution.without_held_back(game.state, walk, walk.without(stopped))
    if walk.units:
        yield from move_execution.go_on(game, walk)
    yield from move_execution.end_move(
        game, tuple(unit for unit in units if unit not in walk.units)
    )


def entry_price(state: State, entry: Reserve, at: Hex) -> int:
    """MP for the hex entered, its position included (V6.3, V6.13)."""
    ground = state.field.map_entry_cost(state.type_of(entry).movement_class, at) or 0
    return ground + fortifications.entry_cost(state, at)


def gather_entry_stack(game: ValorGame, unit: str) -> Procedure[tuple[str, ...]]:
    """Ask for companions due in a zone and return the entry stack (V6.2, V6.13)."""
    units: tuple[str, ...] = (unit,)
    while able := entry_companions(game.state, units):
        more = yield from ask(move_execution.JoinStack(game.state.active, units, able))
        if more is None:
            break
        units = (*units, more)
    return units


def entry_companions(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """The reinforcements that may enter along with some; infantry only together with infantry."""
    entries = [entry for entry in state.reserves if entry.id in units]
    if not all(state.type_of(entry).is_infantry for entry in entries):
        return ()
    return tuple(
        entry.id
        for entry in due_reinforcements(state, entries[0].side)
        if entry.id not in units
        and state.type_of(entry).is_infantry
        and entry_hexes(state, [*entries, entry])
    )


def _front(game: ValorGame, entries: list[Reserve], at: Hex) -> Procedure[int | None]:
    """The way a vehicle unit faces when it enters: as the scenario says, else its side."""
    if game.state.type_of(entries[0]).is_infantry:
        return None
    if entries[0].facing is not None:
        return entries[0].facing
    return (yield from ask(Face(entries[0].side, entries[0].id, at)))
