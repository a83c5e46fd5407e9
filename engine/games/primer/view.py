"""What a side may know: its own units, orders and purse, the enemies it sees, and no more (P10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.primer import vision
from engine.games.primer.state import Loss, MemoOrder, Reserve, RetreatDue, State, Unit
from engine.games.primer.strength import strength
from engine.games.primer.victory import points


def view(state: State, side: str) -> State:
    """The position without what the other side keeps secret; the umpire's is the whole truth."""
    seen = state.copy()
    if side not in state.sides:
        return seen
    found = {unit.id for unit in vision.seen_enemies(state, side)}
    seen.viewer = side
    seen.units = {
        name: unit._replace(bonus=0)
        for name, unit in state.units.items()
        if unit.side == side or name in found
    }
    seen.purses = {side: state.purses[side]}
    seen.sightings = {other: {} for other in state.sides}
    seen.sightings[side] = state.sightings[side]
    seen.reserves = tuple(entry for entry in state.reserves if entry.side == side)
    seen.lost = tuple(loss for loss in state.lost if side in loss.known_to)
    seen.removed = tuple(unit for unit in state.removed if unit.side == side)
    is_active = state.active == side
    memo = state.memo if is_active else ()
    seen.memo = tuple(order._replace(is_allowed=False) for order in memo)
    retreats = (due for due in state.retreats if seen.units.keys() >= {*due.units})
    seen.retreats = tuple(due._replace(foes=()) for due in retreats)
    seen.advance = state.advance if is_active else None
    return seen


def secrets(state: State, side: str) -> list[str]:
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


# --- as JSON -------------------------------------------------------------------------------------


def as_json(state: State) -> dict[str, Any]:
    """The position as plain values, hexes as `@column,row`.

    `ghosts` are the enemies a side remembers and does not see now; `watched` the hexes that the
    side sees into whose view this is.
    """
    name = state.field.board.grid.name
    return {
        "turn": state.turn,
        "turns": state.aims.turns,
        "phase": state.phase.value,
        "active": state.active or None,
        "attacker": state.attacker,
        "attended": state.is_attended,
        "units": [_unit(state, unit) for unit in state.units.values()],
        "lost": [loss.unit.id for loss in state.lost],
        "losses": [_loss(loss) for loss in state.lost],
        "reserves": [
            {"id": entry.id, "side": entry.side, "type": entry.type, "turn": entry.turn}
            for entry in state.reserves
        ],
        "purses": dict(state.purses),
        "memo": [_order(state, order) for order in state.memo],
        "retreats": [_retreat(state, due) for due in state.retreats],
        "ghosts": {side: _ghosts(state, side) for side in state.sides},
        "watched": [name(hex_) for hex_ in _watched(state)],
        "objectives": dict(state.holders),
        "points": {side: points(state, side) for side in state.sides},
        "result": None if state.result is None else state.result._asdict(),
    }


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    """A unit with its strength, and what marks it: exposed, weakened, ordered."""
    flags = (
        ("exposed", unit.exposed),
        ("weakened", unit.weakened),
        ("ordered", state.order_of(unit.id)),
    )
    return {
        "id": unit.id,
        "side": unit.side,
        "type": unit.type,
        "at": state.field.board.grid.name(unit.at),
        "marks": [mark for mark, is_set in flags if is_set],
        "strength": strength(state, [unit]),
        "exposed": unit.exposed,
        "weakened": unit.weakened,
        "bonus": unit.bonus,
    }


def _loss(loss: Loss) -> dict[str, Any]:
    return {"id": loss.unit.id, "side": loss.unit.side, "type": loss.unit.type}


def _order(state: State, order: MemoOrder) -> dict[str, Any]:
    name = state.field.board.grid.name
    return {
        "number": order.number,
        "kind": order.kind,
        "units": list(order.units),
        "target": None if order.target is None else name(order.target),
        "path": [name(hex_) for hex_ in order.path],
    }


def _retreat(state: State, due: RetreatDue) -> dict[str, Any]:
    return {"side": due.side, "units": list(due.units), "hexes": due.hexes}


def _ghosts(state: State, side: str) -> list[dict[str, Any]]:
    name = state.field.board.grid.name
    return [
        {"id": entry.unit, "type": entry.type, "at": name(entry.at), "turn": entry.turn}
        for entry in vision.ghosts(state, side)
    ]


def _watched(state: State) -> list[Any]:
    if not state.viewer:
        return []
    seen = vision.watched(state, state.viewer)
    return [hex_ for hex_ in state.field.board.hexes if hex_ in seen]
