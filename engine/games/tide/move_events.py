"""Events of movement in tide: steps, shelters, rides, overruns, mines (M, TR, X)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide.events import TideEvent
from engine.games.tide.state import ActivationMode, Morale, State, Work
from engine.hexes.hex import Hex


@dataclass(frozen=True, slots=True)
class MoveBegan(TideEvent):
    """A unit begins to move; `left` are the thirds of a movement point it has (M1)."""

    unit: str
    manner: str
    left: int


@dataclass(frozen=True, slots=True)
class Stepped(TideEvent):
    """A moving unit enters a hex (M2); costs are thirds of a movement point."""

    unit: str
    start: Hex
    to: Hex
    cost: int
    left: int
    how: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, at=self.to, position="")


@dataclass(frozen=True, slots=True)
class ShelterEntered(TideEvent):
    """A squad enters a position of its hex (M9, X4)."""

    unit: str
    work: str
    left: int

    def apply(self, state: State) -> None:
        state.alter(self.unit, position=self.work)


@dataclass(frozen=True, slots=True)
class ShelterLeft(TideEvent):
    """A squad leaves its position and stands in the hex (M9, X4)."""

    unit: str
    work: str
    left: int

    def apply(self, state: State) -> None:
        state.alter(self.unit, position="")


@dataclass(frozen=True, slots=True)
class Boarded(TideEvent):
    """A squad boards a vehicle, or a gun is hooked on (TR3, TR9)."""

    unit: str
    carrier: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, inside=self.carrier, position="")


@dataclass(frozen=True, slots=True)
class GotOff(TideEvent):
    """A squad leaves its vehicle, or a gun is unhooked (TR6, TR9)."""

    unit: str
    carrier: str
    left: int

    def apply(self, state: State) -> None:
        state.alter(self.unit, inside="")


@dataclass(frozen=True, slots=True)
class Overran(TideEvent):
    """A tank drives on out of a hex of enemies: the squads in the open there are pinned (V7).

    Who was in Op Fire mode loses it and is fatigued (RS12).
    """

    unit: str
    at: Hex
    pinned: tuple[str, ...]

    def apply(self, state: State) -> None:
        for id_ in self.pinned:
            mode = state.units[id_].mode
            after = ActivationMode.FATIGUED if mode is ActivationMode.OP_FIRE else mode
            state.alter(id_, morale=Morale.PINNED, mode=after)


@dataclass(frozen=True, slots=True)
class WentBack(TideEvent):
    """A unit that must stop where there is no room goes back to where there is (G7)."""

    unit: str
    start: Hex
    to: Hex

    def apply(self, state: State) -> None:
        state.alter(self.unit, at=self.to, position="")


@dataclass(frozen=True, slots=True)
class Exited(TideEvent):
    """A unit leaves the map for good, with all it carries (W1)."""

    unit: str
    at: Hex

    def apply(self, state: State) -> None:
        for cargo in state.cargo_of(self.unit):
            state.exited = (*state.exited, state.take_off(cargo.id))
        state.exited = (*state.exited, state.take_off(self.unit))


@dataclass(frozen=True, slots=True)
class WorkRemoved(TideEvent):
    """A work is gone: cleared, torn up, blown away (SP7, X3, X7); `cause` says by what."""

    id: str
    kind: str
    at: Hex
    cause: str

    @classmethod
    def of(cls, work: Work, cause: str) -> WorkRemoved:
        """Return the event of a work's removal."""
        return cls(work.id, work.kind, work.at, cause)

    def apply(self, state: State) -> None:
        state.lift(self.id)


@dataclass(frozen=True, slots=True)
class MinesFound(TideEvent):
    """Hidden mines are found by the unit that entered them (X9)."""

    work: str
    kind: str
    side: str
    at: Hex

    def apply(self, state: State) -> None:
        state.lay_work(Work(self.work, self.kind, self.side, self.at, False, state.round))


@dataclass(frozen=True, slots=True)
class EventHappened(TideEvent):
    """An event of the scenario: a side is given command and victory points (ST6)."""

    event: str
    side: str
    command: int
    points: int

    def apply(self, state: State) -> None:
        if self.side:
            state.alter_headquarters(self.side, command=state.hq[self.side].command + self.command)
            state.points[self.side] += self.points
