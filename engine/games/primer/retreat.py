"""Retreat (primer P16): the beaten side chooses a legal path, away from the victors if it can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.asks import Decision, Procedure, ask
from engine.games.primer import cities, vision
from engine.games.primer.combat import NO_PATH
from engine.games.primer.fight_events import Retreated, RetreatEnded, UnitsWipedOut
from engine.games.primer.state import PrimerGame, State
from engine.hexes import Hex, distance


@dataclass(frozen=True, slots=True)
class Retreat(Decision[State, Hex]):
    """The next hex of a retreat (P16): `left` are those still to go, `path` those passed."""

    units: tuple[str, ...]
    left: int
    path: tuple[Hex, ...]

    def options(self, state: State) -> list[Hex]:
        foes = state.retreats[0].foes
        return steps_back(state, self.units, self.left, self.path, foes)


def fall_back(game: PrimerGame) -> Procedure[None]:
    """The retreat that is due next, from the first hex to the last (P16)."""
    due = game.state.retreats[0]
    units = _still_there(game.state, due.units)
    left = _way_left(game.state, units, due.hexes) if units else 0
    if not left:
        _end(game, due.units, units)
        return
    path: tuple[Hex, ...] = (game.state.units[units[0]].at,)
    while left:
        question = Retreat(due.side, units, left, path)
        options = question.options(game.state)
        to = (yield from ask(question)) if len(options) > 1 else options[0]
        left, path = left - 1, (*path, to)
        seen_by = _seers(game.state, units, to)
        game.emit(Retreated(due.side, units, to, left, seen_by))
        cities.claim(game)
        vision.look_round(game)
    game.emit(RetreatEnded(due.side, due.units, vision.seers(game.state, units)))


def _end(game: PrimerGame, due: tuple[str, ...], units: tuple[str, ...]) -> None:
    """Who finds no path is wiped out (P16)."""
    side = game.state.retreats[0].side
    seen_by = vision.seers(game.state, units) if units else (side,)
    game.emit(RetreatEnded(side, due, seen_by))
    if units:
        at = game.state.units[units[0]].at
        game.emit(UnitsWipedOut(side, units, at, NO_PATH, seen_by))


def _seers(state: State, units: tuple[str, ...], to: Hex) -> tuple[str, ...]:
    """The sides that see units come into a hex; beaten ones are seen by all."""
    unit = state.units[units[0]]
    return state.sides if unit.exposed else vision.seers_of_hex(state, unit.side, to)


def _still_there(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a stack that are still together in the hex of the first."""
    alive = state.alive(units)
    return tuple(name for name in alive if state.units[name].at == state.units[alive[0]].at)


def _way_left(state: State, units: tuple[str, ...], hexes: int) -> int:
    """How many hexes a stack goes back; 0 where it is wiped out for want of a path (P16)."""
    at = state.units[units[0]].at
    if _can_go(state, units, hexes, (at,)):
        return hexes
    if state.book.choices.short_retreat == "wiped_out":
        return 0
    shorter = (left for left in range(hexes - 1, 0, -1) if _can_go(state, units, left, (at,)))
    return next(shorter, 0)


def steps_back(
    state: State, units: tuple[str, ...], left: int, path: tuple[Hex, ...], foes: tuple[Hex, ...]
) -> list[Hex]:
    """The hexes a stack may go back to, from where it can go all the way (P16).

    None of them is nearer to the nearest of the victors, unless all are.
    """
    steps = [
        to
        for to in _legal(state, units, left, path)
        if left == 1 or _can_go(state, units, left - 1, (*path, to))
    ]
    if state.book.choices.retreat == "free":
        return steps
    here = _to_nearest(path[-1], foes)
    return [to for to in steps if _to_nearest(to, foes) >= here] or steps


def _to_nearest(hex_: Hex, foes: tuple[Hex, ...]) -> int:
    return min((distance(hex_, foe) for foe in foes), default=0)


def _can_go(state: State, units: tuple[str, ...], left: int, path: tuple[Hex, ...]) -> bool:
    """Whether there is a legal path of so many hexes."""
    legal = _legal(state, units, left, path)
    if left == 1:
        return next(legal, None) is not None
    return any(_can_go(state, units, left - 1, (*path, to)) for to in legal)


def _legal(state: State, units: tuple[str, ...], left: int, path: tuple[Hex, ...]) -> Iterator[Hex]:
    """The next hexes of a legal path: enterable, empty, an own stack only at its end (P4–P6)."""
    unit = state.units[units[0]]
    for way in state.field.ways(unit.type, path[-1]):
        if way.to in path:
            continue
        there = [other for other in state.units_at(way.to) if other.id not in units]
        if not there or (left == 1 and _may_join(state, units, way.to)):
            yield way.to


def _may_join(state: State, units: tuple[str, ...], to: Hex) -> bool:
    first, there = state.units[units[0]], state.units_at(to)
    if any((other.side, other.type) != (first.side, first.type) for other in there):
        return False
    return len(there) + len(units) <= state.book.choices.stacking
