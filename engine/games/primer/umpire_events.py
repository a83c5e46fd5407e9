"""The events of a primer umpire's actions; see events.py."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.games import shared_events
from engine.games.primer.events import PrimerEvent, Sides
from engine.games.primer.state import Phase, State, Unit
from engine.hexes.hex import Hex
from engine.play.events import SideOnlyEvent, UmpireOnlyEvent, WitnessedEvent


@dataclass(frozen=True, slots=True)
class UmpireActed(shared_events.UmpireActed):
    """The umpire intervenes, and no side knows of it."""

    def seers(self) -> Sides:
        return ()


@dataclass(frozen=True, slots=True)
class AttendanceChanged(UmpireOnlyEvent[State]):
    """The umpire attends to every order from now on, or to none."""

    is_attended: bool

    def apply(self, state: State) -> None:
        state.is_attended = self.is_attended


@dataclass(frozen=True, slots=True)
class UnitAdded(WitnessedEvent[State]):
    """The umpire puts a new unit on the board."""

    unit: str
    side: str
    type: str
    at: Hex
    seen_by: Sides

    def apply(self, state: State) -> None:
        state.units[self.unit] = Unit(self.unit, self.side, self.type, self.at)


@dataclass(frozen=True, slots=True)
class UnitRemoved(WitnessedEvent[State]):
    """The umpire takes a unit off the board; it does not count as a loss."""

    unit: str
    seen_by: Sides

    def apply(self, state: State) -> None:
        state.removed = (*state.removed, state.units.pop(self.unit))


@dataclass(frozen=True, slots=True)
class UnitShifted(WitnessedEvent[State]):
    """The umpire puts a unit into another hex."""

    unit: str
    to: Hex
    seen_by: Sides

    def apply(self, state: State) -> None:
        state.move_units((self.unit,), self.to)


@dataclass(frozen=True, slots=True)
class ExposureSet(WitnessedEvent[State]):
    """The umpire fixes for how many of its side's turns a unit is in plain sight."""

    unit: str
    turns: int
    seen_by: Sides

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(exposed=self.turns, since=state.side_turn)


@dataclass(frozen=True, slots=True)
class WeaknessSet(WitnessedEvent[State]):
    """The umpire fixes for how many of its side's turns a unit has half its strength."""

    unit: str
    turns: int
    seen_by: Sides

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(weakened=self.turns, since=state.side_turn)


@dataclass(frozen=True, slots=True)
class StrengthChanged(UmpireOnlyEvent[State]):
    """The umpire adds to a unit's strength, or takes from it, for its next fight."""

    unit: str
    amount: int

    def apply(self, state: State) -> None:
        state.units[self.unit] = state.units[self.unit]._replace(bonus=self.amount)


@dataclass(frozen=True, slots=True)
class PurseChanged(SideOnlyEvent[State]):
    """The umpire gives a side money to buy with, or takes it."""

    side: str
    amount: int

    def apply(self, state: State) -> None:
        state.purses[self.side] += self.amount


@dataclass(frozen=True, slots=True)
class TurnsChanged(PrimerEvent):
    """The umpire lets the game last more turns, or fewer (P19)."""

    turns: int

    def apply(self, state: State) -> None:
        state.aims = replace(state.aims, turns=self.turns)


@dataclass(frozen=True, slots=True)
class TurnCutShort(SideOnlyEvent[State]):
    """The umpire voids what is left of a side's memo."""

    side: str

    def apply(self, state: State) -> None:
        state.memo, state.retreats, state.advance = (), (), None
        state.phase = Phase.EXECUTION
