"""Retreat and advance after an assault that succeeds (AS14, AS15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.tide import damage, unit_lookups
from engine.games.tide.combat_events import AdvancedIn, Retreated
from engine.games.tide.state import HEAVY, State, TideGame, Unit
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask

RETREAT = "retreat"


@dataclass(frozen=True, slots=True)
class Retreat(Decision[State, Hex]):
    """A defender's hex of retreat; not the hex the assault came from (AS14)."""

    unit: str
    start: Hex

    def options(self, state: State) -> list[Hex]:
        return list(retreat_hexes(state, state.units[self.unit], self.start))


@dataclass(frozen=True, slots=True)
class AdvanceIn(Decision[State, str | None]):
    """The next unit to advance into the hex; None ends the advance (AS15)."""

    units: tuple[str, ...]
    at: Hex

    def options(self, state: State) -> list[str | None]:
        return [*self.units, None]


def retreat(game: TideGame, foes: Sequence[str], start: Hex) -> Procedure[None]:
    """The survivors retreat one hex each; disrupted squads die, and who has no hex (AS14)."""
    for foe in foes:
        if foe not in game.state.units:
            continue
        unit = game.state.units[foe]
        ways = retreat_hexes(game.state, unit, start)
        if unit.is_disrupted or unit.damage >= HEAVY or not ways:
            damage.destroy(game, foe, RETREAT)
            continue
        to = ways[0]
        if len(ways) > 1:
            to = yield from ask(Retreat(unit.side, foe, start))
        game.emit(Retreated(foe, unit.at, to))


def retreat_hexes(state: State, unit: Unit, start: Hex) -> tuple[Hex, ...]:
    """The hexes a defender may retreat to: empty or friendly, with room (AS14)."""
    ways = state.field.steps_from(state.type_of(unit).movement_class, unit.at)
    return tuple(
        way.to
        for way in ways
        if way.to != start
        and state.side_at(way.to) in ("", unit.side)
        and unit_lookups.fits_in_hex(state, way.to, unit.side, [unit])
    )


def advance(game: TideGame, side: str, group: tuple[str, ...], at: Hex) -> Procedure[None]:
    """Let participants advance into the hex, one by one, while there is room (AS15)."""
    while able := tuple(each for each in group if _may_enter(game.state, each, at)):
        chosen = yield from ask(AdvanceIn(side, able, at))
        if chosen is None:
            return
        game.emit(AdvancedIn(chosen, game.state.units[chosen].at, at))


def _may_enter(state: State, unit: str, at: Hex) -> bool:
    here = state.units.get(unit)
    if here is None or here.at == at:
        return False
    can_go = state.field.step_to(state.type_of(here).movement_class, here.at, at) is not None
    return can_go and unit_lookups.fits_in_hex(state, at, here.side, [here])
