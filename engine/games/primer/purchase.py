"""The army (primer P8): each side buys in secret, within its budget."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from engine.games.primer import deployment
from engine.games.primer.events import ArmyClosed, UnitBought
from engine.games.primer.state import PrimerGame, State
from engine.play.asks import Decision, Procedure, ask


@dataclass(frozen=True, slots=True)
class Buy(Decision[State, str | None]):
    """Which type of unit a side buys; None closes its army (P8)."""

    def options(self, state: State) -> list[str | None]:
        return [*affordable(state, self.side), None]


def next_to_buy(state: State) -> str | None:
    """The side that buys now, the attacker first; None when both have their armies.

    A side whose budget buys nothing is not asked.
    """
    order = (state.attacker, state.defender)
    return next((side for side in order if side not in state.armed), None)


def affordable(state: State, side: str) -> list[str]:
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
    if affordable(game.state, side):
        choice = yield from ask(Buy(side))
    if choice is None:
        game.emit(ArmyClosed(side))
        return
    unit = new_id(game.state, side)
    game.emit(UnitBought(unit, side, choice, game.state.book.units[choice].cost))


def new_id(state: State, side: str) -> str:
    """An id for one more unit of a side that tells nothing of its type."""
    names = (f"{side}-{number}" for number in count(1))
    return next(name for name in names if state.known(name) is None)
