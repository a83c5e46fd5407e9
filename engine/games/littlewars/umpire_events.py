"""Events of umpire actions that play does not have."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.littlewars.events import LittleEvent
from engine.games.littlewars.state import State, WaitingPiece
from engine.tabletop.shapes import Point


@dataclass(frozen=True, slots=True)
class UnitShifted(LittleEvent):
    """A figure, gun or wagon is put elsewhere."""

    unit: str
    to: Point

    def apply(self, state: State) -> None:
        state.put(self.unit, self.to)


@dataclass(frozen=True, slots=True)
class UnitTurned(LittleEvent):
    """A figure, gun or wagon is turned."""

    unit: str
    degrees: int

    def apply(self, state: State) -> None:
        found = state.unit_on_table(self.unit)
        assert found is not None
        state.put(self.unit, found.at, self.degrees)


@dataclass(frozen=True, slots=True)
class UnitAdded(LittleEvent):
    """A new figure of a body stands on the table."""

    unit: str
    body: str
    at: Point

    def apply(self, state: State) -> None:
        known = state.aims.bodies[self.body]
        state.enter(WaitingPiece(self.unit, self.body, known.side, known.type), self.at, 0)


@dataclass(frozen=True, slots=True)
class UnitRemoved(LittleEvent):
    """A unit is taken off the table without loss."""

    unit: str

    def apply(self, state: State) -> None:
        state.remove(self.unit, "umpire-removed")


@dataclass(frozen=True, slots=True)
class GunHanded(LittleEvent):
    """A gun is given to a side."""

    unit: str
    side: str

    def apply(self, state: State) -> None:
        state.guns[self.unit] = state.guns[self.unit]._replace(side=self.side, passed_by=())


@dataclass(frozen=True, slots=True)
class SkillSet(LittleEvent):
    """A gun is served better or worse from now on."""

    unit: str
    skill: str

    def apply(self, state: State) -> None:
        state.guns[self.unit] = state.guns[self.unit]._replace(skill=self.skill)
