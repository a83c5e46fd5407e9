"""The army (primer P8): each side buys in secret, within its budget."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, count

from engine.games.primer import deployment
from engine.games.primer.events import ArmyClosed, LotsDrawn, UnitBought
from engine.games.primer.state import PrimerGame, State
from engine.play.decisions import Decision, Procedure, ask, roll

NUMBERS = 199
"""The numbers lots are drawn from; who buys more goes on counting."""


@dataclass(frozen=True, slots=True)
class Buy(Decision[State, str | None]):
    """The type of unit a side buys; None closes its army (P8)."""

    def options(self, state: State) -> list[str | None]:
        return [*affordable_types(state, self.side), None]


def next_to_buy(state: State) -> str | None:
    """The side that buys now, the attacker first; None when both have their armies.

    A side whose budget buys nothing is not asked.
    """
    order = (state.attacker, state.defender)
    return next((side for side in order if side not in state.armed), None)


def affordable_types(state: State, side: str) -> list[str]:
    """The types a side can pay for and has room to deploy."""
    purse = state.purses[side]
    return [
        name
        for name, kind in state.book.units.items()
        if 0 < kind.cost <= purse and (kind.off_board or deployment.has_room(state, side, name))
    ]


def buy(game: PrimerGame, side: str) -> Procedure[None]:
    """Let a side buy one unit, or close its army."""
    choice = None
    if affordable_types(game.state, side):
        choice = yield from ask(Buy(side))
    if choice is None:
        game.emit(ArmyClosed(side))
        return
    unit = next_unit_id(game.state, side)
    game.emit(UnitBought(unit, side, choice, game.state.book.units[choice].cost))


def needs_lots(state: State) -> bool:
    """Return True if the numbers of the units are still to be drawn by lot (P8)."""
    by_lot = state.book.choices.numbers == "lot" and not state.lots
    return by_lot and next_to_buy(state) is not None


def draw_lots(game: PrimerGame) -> Procedure[None]:
    """Ten-sided dice settle, unseen by either side, in which order units are next_id."""
    faces = yield from roll(6, "numbers", sides=10)
    game.emit(LotsDrawn(faces))


def next_unit_id(state: State, side: str) -> str:
    """The id of the next unit a side buys: the next number in order, or by the lots drawn."""
    if not state.lots:
        return new_id(state, side)
    lots = sorted(range(1, NUMBERS + 1), key=_lot(state, side))
    names = (f"{side}-{number}" for number in chain(lots, count(NUMBERS + 1)))
    return next(name for name in names if state.known(name) is None)


def _lot(state: State, side: str) -> Callable[[int], bytes]:
    """The place of a number among the lots of a side, the same on every machine."""
    drawn = f"{side} {state.lots}"
    return lambda number: hashlib.blake2b(f"{drawn} {number}".encode()).digest()


def new_id(state: State, side: str) -> str:
    """An id for one more unit of a side that does not reveal its type."""
    names = (f"{side}-{number}" for number in count(1))
    return next(name for name in names if state.known(name) is None)
