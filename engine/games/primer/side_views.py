"""The knowledge of a side: its units, orders, purse, and the enemies it sees (P10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.games.game_rules import shared_position
from engine.games.primer import vision
from engine.games.primer.fight_strength import unit_strength_share
from engine.games.primer.state import Reserve, RetreatDue, State, Unit
from engine.games.primer.victory import victory_points
from engine.games.reinforcement_calls import reinforcement_values
from engine.games.victory_judgement import known_tallies
from engine.hexes.hex import Hex
from engine.play.position import Piece, Position, WrittenOrder
from engine.play.unit_locations import UnitLocations


def side_view(state: State, side: str) -> State:
    """The position without what the other side keeps secret; the umpire's is the whole truth."""
    seen = state.copy()
    if side not in state.sides:
        return seen
    found = {unit.id for unit in vision.seen_enemies(state, side)}
    seen.viewer, seen.lots = side, ()
    seen.units = {
        name: unit._replace(bonus=0)
        for name, unit in state.units.items()
        if unit.side == side or name in found
    }
    seen.purses = {side: state.purses[side]}
    seen.sightings = {other: {} for other in state.sides}
    seen.sightings[side] = state.sightings[side]
    seen.reserves = tuple(entry for entry in state.reserves if entry.side == side)
    seen.tallies = known_tallies(state, side)
    seen.lost = tuple(loss for loss in state.lost if side in loss.known_to)
    seen.removed = tuple(unit for unit in state.removed if unit.side == side)
    is_active = state.active == side
    memo = state.memo if is_active else ()
    seen.memo = tuple(order._replace(is_allowed=False) for order in memo)
    retreats = (due for due in state.retreats if seen.units.keys() >= {*due.units})
    seen.retreats = tuple(due._replace(foes=()) for due in retreats)
    seen.advance = state.advance if is_active else None
    return seen


def secret_words(state: State, side: str) -> list[str]:
    """Words that must not be in a side's view: ids and names of enemies it never knew of."""
    if side not in state.sides:
        return []
    known = {unit.id for unit in vision.seen_enemies(state, side)} | {*state.sightings[side]}
    known |= {loss.unit.id for loss in state.lost if side in loss.known_to}
    enemies = [unit for unit in _everything(state) if unit.side != side]
    hidden = [unit for unit in enemies if unit.id not in known]
    told = {str(unit.name) for unit in _everything(state) if unit not in hidden}
    names = {unit.name for unit in hidden if isinstance(unit.name, str) and unit.name}
    return sorted({unit.id for unit in hidden} | (names - told))


def _everything(state: State) -> Iterator[Unit | Reserve]:
    yield from state.units.values()
    yield from state.reserves
    yield from (loss.unit for loss in state.lost)
    yield from state.removed


# --- as values -----------------------------------------------------------------------------------


def position_as_values(state: State) -> Position:
    """The position as values.

    `ghosts` are the enemies a side remembers and does not see now; in the umpire's no hexes are
    watched.
    """
    pieces = (_piece(state, unit) for unit in state.units.values())
    lost = (loss.unit for loss in state.lost)
    return replace(
        shared_position(state, pieces, lost, victory_points),
        coming=tuple(reinforcement_values(entry, entry.turn) for entry in state.reserves),
        holders=dict(state.holders),
        purses=dict(state.purses),
        memo=tuple(
            WrittenOrder(order.number, order.kind, order.units, order.target, order.path)
            for order in state.memo
        ),
        watched=tuple(_hexes_watched(state)),
        more={
            "attacker": state.attacker,
            "attended": state.is_attended,
            "retreats": [_retreat(due) for due in state.retreats],
            "ghosts": {side: _ghosts(state, side) for side in state.sides},
        },
    )


def unit_locations(state: State) -> UnitLocations:
    """Return the location of every unit."""
    lost = tuple([loss.unit for loss in state.lost])
    return UnitLocations(state.turn, state.units.copy(), lost, state.holders.copy())


def _piece(state: State, unit: Unit) -> Piece:
    """A unit with its strength, and what marks it: exposed, weakened, ordered."""
    flags = (
        ("exposed", unit.exposed),
        ("weakened", unit.weakened),
        ("ordered", state.order_of(unit.id)),
    )
    values = {"strength": unit_strength_share(state, unit), "bonus": unit.bonus}
    marks = tuple(mark for mark, is_set in flags if is_set)
    return Piece(unit.id, unit.side, unit.type, unit.at, values=values, marks=marks)


def _retreat(due: RetreatDue) -> dict[str, Any]:
    return {"side": due.side, "units": due.units, "hexes": due.hexes}


def _ghosts(state: State, side: str) -> list[dict[str, Any]]:
    return [
        {"id": entry.unit, "type": entry.type, "at": entry.at, "turn": entry.turn}
        for entry in vision.last_known_enemies(state, side)
    ]


def _hexes_watched(state: State) -> Iterator[Hex]:
    if state.viewer:
        seen = vision.hexes_watched(state, state.viewer)
        yield from (hex_ for hex_ in state.field.board.hexes if hex_ in seen)
