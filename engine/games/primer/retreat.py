"""Retreat (primer P16): the beaten side chooses a legal path, away from the victors if it can.

It chooses by what it knows: hexes with unseen enemies are offered like empty ones, and found to be
closed when the stack comes there (P10).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.primer import victory, vision
from engine.games.primer.combat import NO_PATH, wipe_out
from engine.games.primer.fight_events import Retreated, RetreatEnded
from engine.games.primer.state import PrimerGame, State, Unit, may_join
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Decision, Procedure, ask


@dataclass(frozen=True, slots=True)
class Retreat(Decision[State, Hex]):
    """The next hex of a retreat (P16): `left` are those still to go, `path` those passed.

    `barred` are hexes that hold enemies the stack has found on its way.
    """

    units: tuple[str, ...]
    left: int
    path: tuple[Hex, ...]
    barred: tuple[Hex, ...] = ()

    def options(self, state: State) -> list[Hex]:
        enemies = vision.seen_enemies(state, self.side)
        closed = {*(unit.at for unit in enemies), *self.barred}
        foes = state.retreats[0].foes
        return retreat_steps(
            state, retreating_stack(state, self.units, closed), self.left, self.path, foes
        )


class RetreatingStack(NamedTuple):
    """A stack that goes back, the hexes that enemies close to it, and others of its side."""

    type: str
    size: int
    closed: set[Hex]  # for looking up only
    own: dict[Hex, list[Unit]]


def retreating_stack(state: State, units: tuple[str, ...], closed: set[Hex]) -> RetreatingStack:
    """Some units that go back together."""
    first = state.units[units[0]]
    own: dict[Hex, list[Unit]] = {}
    for unit in state.units_of(first.side):
        if unit.id not in units:
            own.setdefault(unit.at, []).append(unit)
    return RetreatingStack(first.type, len(units), closed, own)


def carry_out_retreat(game: PrimerGame) -> Procedure[None]:
    """The retreat that is due next, from the first hex to the last (P16)."""
    due = game.state.retreats[0]
    units = _still_there(game.state, due.units)
    left = _way_left(game.state, units, due.hexes) if units else 0
    if not left:
        _end(game, due.units, units)
        return
    path: tuple[Hex, ...] = (game.state.units[units[0]].at,)
    barred: tuple[Hex, ...] = ()
    while left:
        question = Retreat(due.side, units, left, path, barred)
        options = question.options(game.state)
        if not options:  # enemies it could not see have shut it in on its way
            break
        to = (yield from ask(question)) if len(options) > 1 else options[0]
        if vision.meet_enemies(game, due.side, to):
            barred = (*barred, to)
            continue
        left, path = left - 1, (*path, to)
        _step_back(game, due.side, units, to, left)
    game.emit(RetreatEnded(due.side, due.units, vision.seers_of_all(game.state, units)))


def _step_back(game: PrimerGame, side: str, units: tuple[str, ...], to: Hex, left: int) -> None:
    for seen_by, seen in vision.arriving_units_by_seers(game.state, units, to).items():
        game.emit(Retreated(side, seen, to, left, seen_by))
    victory.claim_cities(game)
    vision.note_visible_enemies(game)


def _end(game: PrimerGame, due: tuple[str, ...], units: tuple[str, ...]) -> None:
    """End a retreat; a stack that found no path is wiped out (P16)."""
    side = game.state.retreats[0].side
    seen_by = vision.seers_of_all(game.state, units) if units else (side,)
    game.emit(RetreatEnded(side, due, seen_by))
    if units:
        wipe_out(game, units, NO_PATH)


def _still_there(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a stack that are still together in the hex of the first."""
    alive = state.units_on_board(units)
    return tuple(name for name in alive if state.units[name].at == state.units[alive[0]].at)


def _way_left(state: State, units: tuple[str, ...], hexes: int) -> int:
    """Return the hexes a stack retreats; 0 if it is wiped out for want of a path (P16)."""
    at, side = (state.units[units[0]].at,), state.units[units[0]].side
    beaten = retreating_stack(
        state, units, {unit.at for unit in state.units_of(state.enemy_of(side))}
    )
    if _can_go(state, beaten, hexes, at):
        return hexes
    if state.book.choices.short_retreat == "wiped_out":
        return 0
    shorter = (left for left in range(hexes - 1, 0, -1) if _can_go(state, beaten, left, at))
    return next(shorter, 0)


def retreat_steps(
    state: State, beaten: RetreatingStack, left: int, path: tuple[Hex, ...], foes: tuple[Hex, ...]
) -> list[Hex]:
    """The hexes a stack may go back to, from where it can go all the way (P16).

    None of them is nearer to the nearest of the victors, unless all are.
    """
    steps = [
        to
        for to in _legal(state, beaten, left, path)
        if left == 1 or _can_go(state, beaten, left - 1, (*path, to))
    ]
    if state.book.choices.retreat == "free":
        return steps
    here = _to_nearest(path[-1], foes)
    return [to for to in steps if _to_nearest(to, foes) >= here] or steps


def _to_nearest(hex_: Hex, foes: tuple[Hex, ...]) -> int:
    return min((distance(hex_, foe) for foe in foes), default=0)


def _can_go(state: State, beaten: RetreatingStack, left: int, path: tuple[Hex, ...]) -> bool:
    """Return True if there is a legal path of this length."""
    legal = _legal(state, beaten, left, path)
    if left == 1:
        return next(legal, None) is not None
    return any(_can_go(state, beaten, left - 1, (*path, to)) for to in legal)


def _legal(
    state: State, beaten: RetreatingStack, left: int, path: tuple[Hex, ...]
) -> Iterator[Hex]:
    """The next hexes of a legal path: enterable, empty, an own stack only at its end (P4–P6)."""
    for way in state.field.steps_from(beaten.type, path[-1]):
        if way.to in path or way.to in beaten.closed:
            continue
        there = beaten.own.get(way.to)
        if not there or (left == 1 and may_join(state, beaten.type, there, beaten.size)):
            yield way.to
