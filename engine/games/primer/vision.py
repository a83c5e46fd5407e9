"""Vision (primer P7, P10): the hexes and enemies a side sees, and what it remembers of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.games.primer.events import EnemiesSighted, Sides
from engine.games.primer.state import Phase, PrimerGame, Sighting, State, Unit
from engine.hexes.hex import Hex, distance

Groups = Mapping[Sides, tuple[str, ...]]


def hexes_watched(state: State, side: str) -> set[Hex]:
    """The hexes a side sees into: round its units, and the rings of its cities; to look up only."""
    seen: set[Hex] = set()
    for unit in state.units_of(side):
        seen |= state.field.hexes_seen_from(state.type_of(unit).vision, unit.at)
    for city, holder in state.holders.items():
        if holder == side:
            ring = state.aims.rings[city]
            seen |= {hex_ for hex_ in ring if not state.field.is_concealing(hex_)}
    return seen


def is_hidden(state: State, unit_type: str, hex_: Hex) -> bool:
    """Return True if units of a type are hidden in a hex: most are in woods (P7)."""
    return state.book.units[unit_type].hides and state.field.is_concealing(hex_)


def would_see(state: State, side: str, unit_type: str, hex_: Hex) -> bool:
    """Return True if a side would see units of a type in a hex (P7)."""
    hidden = is_hidden(state, unit_type, hex_)
    held = (city for city, holder in state.holders.items() if holder == side)
    if not hidden and any(hex_ in state.aims.rings[city] for city in held):
        return True
    own = (unit for unit in state.units_of(side) if unit.at == hex_ or not hidden)
    return any(distance(unit.at, hex_) <= state.type_of(unit).vision for unit in own)


def seen_enemies(state: State, side: str) -> list[Unit]:
    """The enemies a side sees: in the hexes it watches, and beaten ones wherever they are (P16).

    Before the first turn neither side sees the other.
    """
    if state.turn == 0:
        return []
    enemies = state.units_of(state.enemy_of(side))
    hexes = hexes_watched(state, side) if enemies else set()
    return [
        unit
        for unit in enemies
        if unit.exposed
        or unit.at in hexes
        or (state.field.is_concealing(unit.at) and would_see(state, side, unit.type, unit.at))
    ]


def is_seen(state: State, side: str, hex_: Hex) -> bool:
    """Return True if a side sees any of the enemies in a hex."""
    return any(unit.at == hex_ for unit in seen_enemies(state, side))


def sides_that_see(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """The sides that see some units where they are now: their own, and the other if it does."""
    here = [state.units[unit] for unit in units if unit in state.units]
    return tuple(side for side in state.sides if _sees_one(state, side, here))


def seers_of_all(state: State, units: Iterable[str]) -> Sides:
    """The sides that see every one of some units where they are now."""
    each = [sides_that_see(state, [unit]) for unit in units]
    return tuple(side for side in state.sides if all(side in seen_by for seen_by in each))


def units_by_seers(state: State, units: Iterable[str], also: str = "") -> Groups:
    """Units of a hex by the sides that see them, and one more that has met them.

    A beaten unit is seen where others of its hex are not (P16).
    """
    return _group((_with(state, sides_that_see(state, [unit]), also), unit) for unit in units)


def arriving_units_by_seers(state: State, units: Iterable[str], to: Hex) -> Groups:
    """Units by the sides that will see them in a hex they come to: beaten ones are by all (P16)."""
    found = [state.units[unit] for unit in units]
    there = seers_of_hex(state, found[0].side, found[0].type, to)
    return _group((state.sides if unit.exposed else there, unit.id) for unit in found)


def _with(state: State, seen_by: Sides, also: str) -> Sides:
    return tuple(side for side in state.sides if side in seen_by or side == also)


def _group(told: Iterable[tuple[Sides, str]]) -> Groups:
    groups: dict[Sides, tuple[str, ...]] = {}
    for seen_by, unit in told:
        groups[seen_by] = (*groups.get(seen_by, ()), unit)
    return groups


def seers_of_hex(state: State, side: str, unit_type: str, hex_: Hex) -> tuple[str, ...]:
    """The sides that would see units of a side and type in a hex."""
    return tuple(
        other
        for other in state.sides
        if other == side or (state.turn > 0 and would_see(state, other, unit_type, hex_))
    )


def _sees_one(state: State, side: str, units: list[Unit]) -> bool:
    seen = {unit.id for unit in seen_enemies(state, side)}
    return any(unit.side == side or unit.id in seen for unit in units)


def last_known_enemies(state: State, side: str) -> list[Sighting]:
    """Return a side's last sightings of enemies that it does not see now."""
    seen = {unit.id for unit in seen_enemies(state, side)}
    return [entry for name, entry in state.sightings[side].items() if name not in seen]


def meet_enemies(game: PrimerGame, side: str, hex_: Hex) -> bool:
    """Return True if a side's units meet enemies in a hex, and note the sighting (P10)."""
    there = game.state.units_at(hex_)
    met = tuple((unit.id, unit.type, unit.at) for unit in there if unit.side != side)
    if met:
        game.emit(EnemiesSighted(side, met))
    return bool(met)


def note_visible_enemies(game: PrimerGame) -> None:
    """Let both sides note the enemies they see now, as they will remember them."""
    state = game.state
    if state.turn == 0 or state.phase is Phase.OVER:
        return
    for side in state.sides:
        known = state.sightings[side]
        seen = [Sighting(u.id, u.type, u.at, state.turn) for u in seen_enemies(state, side)]
        new = tuple((s.unit, s.type, s.at) for s in seen if known.get(s.unit) != s)
        if new:
            game.emit(EnemiesSighted(side, new))
