"""Rally (V21): at the end of its side's segment every pinned unit rolls once."""

from __future__ import annotations

from engine.games.valor import unit_lookups
from engine.games.valor.events import Rallied
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.support_events import RalliesLapsed, RallyRolled
from engine.play.decisions import Procedure, roll

STEADY, ORDINARY = 7, 6


def rally_activity(game: ValorGame) -> Procedure[None]:
    """One pinned unit, the first of those that are to, rolls to rally (V21.2)."""
    state = game.state
    gone = tuple(unit for unit in state.to_rally if not is_pinned(state, unit))
    if gone:
        game.emit(RalliesLapsed(gone))
        return
    unit = state.units[state.to_rally[0]]
    leader = rally_leader(state, unit)
    modifier = state.type_of(leader).modifier if leader is not None else 0
    dice = yield from roll(2, "rally")
    needed, name = rally_number(state, unit), leader.id if leader is not None else ""
    has_rallied = sum(dice) + modifier <= needed
    result = "rallied" if has_rallied else "failed"
    game.emit(RallyRolled(unit.id, dice, modifier, name, needed, result))
    if has_rallied:
        game.emit(Rallied((unit.id, *_cargo(state, unit)), "roll"))


def is_pinned(state: State, unit: str) -> bool:
    """Return whether a unit is on the map and pinned."""
    return unit in state.units and state.units[unit].pinned


def rally_number(state: State, unit: Unit) -> int:
    """The highest modified roll on which a unit rallies (V21.2)."""
    type_ = state.type_of(unit)
    is_steady = type_.is_leader or type_.elite or type_.is_vehicle_unit
    return STEADY if is_steady else ORDINARY


def rally_leader(state: State, unit: Unit) -> Unit | None:
    """Return the hex's unpinned leader with the best modifier for rallies (V21.3)."""
    leaders = unit_lookups.leaders_at(state, unit.at, unit.side)
    return min(leaders, key=lambda leader: state.type_of(leader).modifier, default=None)


def _cargo(state: State, unit: Unit) -> list[str]:
    """The pinned cargo that rallies with its carrier (V21.3)."""
    return [cargo.id for cargo in state.cargo_of(unit.id) if cargo.pinned]
