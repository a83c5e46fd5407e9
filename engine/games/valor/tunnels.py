"""Caves and tunnels (V19.12): infantry goes below at one and comes up at another."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor import opportunity_fire, unit_lookups
from engine.games.valor.events import MoveEnded
from engine.games.valor.state import State, TunnelUnit, Unit, ValorGame
from engine.games.valor.support_events import CameUp, CreptOn, WentBelow
from engine.hexes.hex import Hex, distance, line
from engine.play.decisions import Decision, Procedure, ask

SECTION = 4  # hexes: the longest tunnel between two caves
NATION = "JP"
CAVE = "cave"


@dataclass(frozen=True, slots=True)
class GoBelow(Decision[State, Hex]):
    """At which other cave a unit that goes underground is to come up (V19.12)."""

    unit: str

    def options(self, state: State) -> list[Hex]:
        return tunnel_exits(state, state.units[self.unit])


# --- where tunnels lead ---------------------------------------------------------------------------


def tunnel_exits(state: State, unit: Unit) -> list[Hex]:
    """The caves and joined bunkers a unit may go to underground from where it is (V19.12)."""
    if not may_go(state, unit):
        return []
    side, start = unit.side, unit.at
    return [
        hex_
        for hex_ in mouths(state, side)
        if hex_ != start and is_tunnel_possible(state, start, hex_)
    ]


def may_go(state: State, unit: Unit) -> bool:
    """Return whether a unit may enter a tunnel: Japanese infantry at a mouth."""
    type_ = state.type_of(unit)
    if not type_.is_infantry or unit.inside or type_.nation not in (NATION, ""):
        return False
    return unit.at in mouths(state, unit.side) and is_japanese(state, unit.side)


def is_japanese(state: State, side: str) -> bool:
    """Return whether a side has Japanese troops: leaders have no nation of their own."""
    known = [*state.units_of(side), *(unit for unit in state.lost if unit.side == side)]
    return any(state.type_of(unit).nation == NATION for unit in known)


def mouths(state: State, side: str) -> list[Hex]:
    """The caves of a side, and its bunkers that a tunnel joins to one (V19.12)."""
    own = {at: work for at, work in state.works.items() if work.side == side}
    caves = [at for at, work in own.items() if work.kind == CAVE]
    bunkers = [at for at, work in own.items() if state.work_type(work).is_bunker]
    return [
        *caves,
        *(at for at in bunkers if any(is_tunnel_possible(state, at, cave) for cave in caves)),
    ]


def is_tunnel_possible(state: State, start: Hex, to: Hex) -> bool:
    """Return whether two mouths may be joined: four hexes, no water (V19.12)."""
    if not 0 < distance(start, to) <= SECTION:
        return False
    return not any(state.field.is_water(hex_) for hex_ in line(start, to))


# --- going (1 MP a hex of the straight distance) --------------------------------------------------


def descend(game: ValorGame, unit: str) -> Procedure[None]:
    """A unit goes underground as its move, unseen and not to be attacked (V19.12)."""
    found = tunnel_exits(game.state, game.state.units[unit])
    to = found[0]
    if len(found) > 1:
        to = yield from ask(GoBelow(game.state.units[unit].side, unit))
    far = distance(game.state.units[unit].at, to)
    game.emit(WentBelow(unit, game.state.units[unit].at, to, far))
    yield from move_underground(game, unit)


def move_underground(game: ValorGame, unit: str) -> Procedure[None]:
    """A unit below goes on as far as its MP reach, and comes up where there is room (V19.12)."""
    below = next(each for each in game.state.below if each.unit.id == unit)
    left = max(0, below.left - allowance(game.state, below.unit))
    game.emit(CreptOn(unit, below.to, left))
    if left or not is_open(game.state, below):
        return
    game.emit(CameUp(unit, below.to))
    yield from opportunity_fire.resolve_hex_entry(game, (unit,))
    if unit in game.state.units:
        game.emit(MoveEnded((unit,)))


def allowance(state: State, unit: Unit) -> int:
    """MP of a unit underground: its own, less a heavy weapon (V6.4, V6.7)."""
    return max(state.type_of(unit).allowance - unit_lookups.count_heavy_weapons(state, unit.id), 1)


def is_open(state: State, below: TunnelUnit) -> bool:
    """Return whether a unit may surface: no enemies above, and room for it."""
    if unit_lookups.has_enemies_at(state, below.to, below.unit.side):
        return False
    return unit_lookups.fits_in_hex(state, below.to, below.unit.side, [below.unit])


def units_waiting_below(state: State, side: str) -> list[TunnelUnit]:
    """The units of a side below that have not crept on this turn."""
    return [each for each in state.below if each.unit.side == side and not each.unit.moved]
