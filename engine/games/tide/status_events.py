"""Events of the Status phase (ST)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide.state import ActivationMode, Morale, State
from engine.play.events import Event

TideEvent = Event[State]


@dataclass(frozen=True, slots=True)
class ActivationsRemoved(TideEvent):
    """All activation tokens come off: these units are fresh again (ST2)."""

    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        for unit in self.units:
            state.alter(unit, mode=ActivationMode.FRESH)


@dataclass(frozen=True, slots=True)
class Steadied(TideEvent):
    """Disrupted squads are pinned from now on (ST4)."""

    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        for unit in self.units:
            state.alter(unit, morale=Morale.PINNED)


@dataclass(frozen=True, slots=True)
class FiguresExchanged(TideEvent):
    """Squads of a hex exchange figures; nothing comes back, one or two (ST6)."""

    giver: str
    figure: str
    taker: str
    back: str
    second: str

    def apply(self, state: State) -> None:
        one, other = state.units[self.giver], state.units[self.taker]
        mine, theirs = list(one.figures), list(other.figures)
        mine.remove(self.figure)
        theirs.append(self.figure)
        for back in filter(None, (self.back, self.second)):
            theirs.remove(back)
            mine.append(back)
        state.alter(self.giver, figures=tuple(mine))
        state.alter(self.taker, figures=tuple(theirs))
