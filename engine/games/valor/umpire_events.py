"""Events of umpire actions that play does not have (V24.4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor.events import ValorEvent
from engine.games.valor.state import State, Unit
from engine.hexes.hex import Hex


@dataclass(frozen=True, slots=True)
class UnitShifted(ValorEvent):
    """A unit is put into another hex, with all it carries."""

    unit: str
    to: Hex

    def apply(self, state: State) -> None:
        state.alter(self.unit, at=self.to)


@dataclass(frozen=True, slots=True)
class UnitAdded(ValorEvent):
    """A new unit is put on the map."""

    unit: str
    side: str
    type: str
    at: Hex
    facing: int | None = None

    def apply(self, state: State) -> None:
        state.put(Unit(self.unit, self.side, self.type, self.at, facing=self.facing))


@dataclass(frozen=True, slots=True)
class UnitRestored(ValorEvent):
    """A half squad is a squad again, an immobile AFV runs."""

    unit: str
    type: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, type=self.type, immobile=False)


@dataclass(frozen=True, slots=True)
class MarkSet(ValorEvent):
    """A state is put on a unit."""

    unit: str
    mark: str

    def apply(self, state: State) -> None:
        state.put(state.units[self.unit].marked(self.mark))


@dataclass(frozen=True, slots=True)
class MarkCleared(ValorEvent):
    """A state is taken off a unit."""

    unit: str
    mark: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, **{self.mark: False})


@dataclass(frozen=True, slots=True)
class SmokePut(ValorEvent):
    """Smoke of a number lies in a hex."""

    at: Hex
    amount: int

    def apply(self, state: State) -> None:
        state.lay_smoke(self.at, self.amount)


@dataclass(frozen=True, slots=True)
class SmokeLifted(ValorEvent):
    """The smoke of a hex is taken away."""

    at: Hex

    def apply(self, state: State) -> None:
        state.lay_smoke(self.at, 0)


@dataclass(frozen=True, slots=True)
class WorkRemoved(ValorEvent):
    """The position of a hex is taken away."""

    at: Hex

    def apply(self, state: State) -> None:
        state.remove_work(self.at)


@dataclass(frozen=True, slots=True)
class MissionGranted(ValorEvent):
    """A side has one support mission more."""

    side: str
    kind: str

    def apply(self, state: State) -> None:
        state.stock(self.side, self.kind, 1)
