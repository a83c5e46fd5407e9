"""Events of contact in Little Wars: mêlées, prisoners and guns taken (L11–L15)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.littlewars.events import LittleEvent
from engine.games.littlewars.state import FigureStatus, Melee, State
from engine.tabletop.shapes import Point


@dataclass(frozen=True, slots=True)
class MeleesFormed(LittleEvent):
    """The contacts at the end of a move are so many mêlées (L11.2, L11.3)."""

    melees: tuple[tuple[str, ...], ...]

    def apply(self, state: State) -> None:
        state.melees = tuple(Melee(n, who) for n, who in enumerate(self.melees, 1))


@dataclass(frozen=True, slots=True)
class MeleeResolved(LittleEvent):
    """A mêlée is reckoned (L12): how many of each side were in it, die, and are taken."""

    number: int
    larger: str
    men: tuple[int, int]
    isolated: bool
    friends: int
    dead: tuple[int, int]
    prisoners: int

    def apply(self, state: State) -> None:
        state.melees = tuple(each for each in state.melees if each.number != self.number)


@dataclass(frozen=True, slots=True)
class Taken(LittleEvent):
    """Figures are taken prisoner and get guards (L13.1, L14)."""

    captor: str
    figures: tuple[str, ...]
    guards: tuple[str, ...]
    party: int

    def apply(self, state: State) -> None:
        state.parties = max(state.parties, self.party)
        for id_ in self.figures:
            figure = state.figures[id_]
            state.figures[id_] = figure._replace(
                status=FigureStatus.PRISONER, captor=self.captor, party=self.party
            )
        for id_ in self.guards:
            state.figures[id_] = state.figures[id_]._replace(party=self.party)
        _stand_down(state)


@dataclass(frozen=True, slots=True)
class Gathered(LittleEvent):
    """Prisoners who stood apart are brought to their guards (L14.1)."""

    figures: tuple[str, ...]
    places: tuple[tuple[str, Point], ...]

    def apply(self, state: State) -> None:
        for id_, at in self.places:
            state.put(id_, at)


@dataclass(frozen=True, slots=True)
class Surrendered(LittleEvent):
    """An isolated group gives itself up to the nearest enemies (L15)."""

    side: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Freed(LittleEvent):
    """Prisoners whose escort is gone, or too small, are their side's again, disarmed (L14.3)."""

    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        for id_ in self.figures:
            figure = state.figures[id_]
            state.figures[id_] = figure._replace(status=FigureStatus.DISARMED, captor="", party=0)
        _stand_down(state)


@dataclass(frozen=True, slots=True)
class Armed(LittleEvent):
    """Disarmed figures have been at their own edge, and fight again (L14.3)."""

    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        for id_ in self.figures:
            state.figures[id_] = state.figures[id_]._replace(status=FigureStatus.FIT)


@dataclass(frozen=True, slots=True)
class LedOff(LittleEvent):
    """Prisoners have been brought to their captor's edge and are out of the game (L14.2)."""

    captor: str
    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        for id_ in self.figures:
            state.remove(id_, "led-off", self.captor)
        _stand_down(state)


def _stand_down(state: State) -> None:
    """Guards of parties without prisoners are guards no more."""
    held = {each.party for each in state.figures.values() if each.status is FigureStatus.PRISONER}
    for id_, figure in state.figures.items():
        if figure.party and figure.party not in held:
            state.figures[id_] = figure._replace(party=0)


@dataclass(frozen=True, slots=True)
class GunPassed(LittleEvent):
    """At the end of a move, enemies by a gun have passed its axle line, or no longer (L16.1)."""

    gun: str
    passed_by: tuple[tuple[str, Point], ...]

    def apply(self, state: State) -> None:
        state.guns[self.gun] = state.guns[self.gun]._replace(passed_by=self.passed_by)


@dataclass(frozen=True, slots=True)
class GunTaken(LittleEvent):
    """A gun is taken by enemies who have passed its axle line (L16.1)."""

    gun: str
    side: str

    def apply(self, state: State) -> None:
        gun = state.guns[self.gun]
        state.guns[self.gun] = gun._replace(side=self.side, taken=state.move, passed_by=())
        state.war = state.war.freed_from_pursuit((self.gun,))
