"""The events of a primer game, the only writers of its state, in order of play.

`seen_by` lists the sides that see the units concerned where it happens (P7, P10); only they may
know of it. An event for the umpire alone is seen by no side.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.primer.state import (
    MemoOrder,
    PendingAdvance,
    Phase,
    Reserve,
    Sighting,
    State,
    Unit,
)
from engine.games.shared_events import ObjectiveTaken, UnitDelayed
from engine.hexes.hex import Hex
from engine.play.events import Event, SideOnlyEvent, UmpireOnlyEvent, WitnessedEvent

PrimerEvent = Event[State]
Sides = tuple[str, ...]

# --- the army (P8) -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitBought(SideOnlyEvent[State]):
    """A side buys a unit in secret; a missile needs no hex."""

    unit: str
    side: str
    type: str
    cost: int

    def apply(self, state: State) -> None:
        state.purses[self.side] -= self.cost
        is_deployed = not state.book.units[self.type].off_board
        hexes = state.aims.zones[self.side] if is_deployed else ()
        bought = Reserve(self.unit, self.side, self.type, "", 0, hexes)
        state.reserves = (*state.reserves, bought)


@dataclass(frozen=True, slots=True)
class LotsDrawn(UmpireOnlyEvent[State]):
    """Dice have settled how the units that are bought are numbered; no side knows them."""

    faces: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.lots = self.faces


@dataclass(frozen=True, slots=True)
class ArmyClosed(PrimerEvent):
    """A side buys no more."""

    side: str

    def apply(self, state: State) -> None:
        state.armed = (*state.armed, self.side)


@dataclass(frozen=True, slots=True)
class PhaseBegan(PrimerEvent):
    """Deployment begins before the game, or a side's orders are carried out."""

    phase: str

    def apply(self, state: State) -> None:
        state.phase = Phase(self.phase)


@dataclass(frozen=True, slots=True)
class UnitDeployed(WitnessedEvent[State]):
    """A unit is put on the board by its side."""

    unit: str
    side: str
    at: Hex
    seen_by: Sides

    def apply(self, state: State) -> None:
        reserve = next(entry for entry in state.reserves if entry.id == self.unit)
        state.reserves = tuple(entry for entry in state.reserves if entry.id != self.unit)
        state.units[self.unit] = Unit(self.unit, self.side, reserve.type, self.at, reserve.name)


@dataclass(frozen=True, slots=True)
class DeploymentDelayed(UnitDelayed):
    """There is no room for a unit; it may come in a later turn."""


# --- turns (P9) ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(PrimerEvent):
    """A turn begins; the attacker has it first."""

    turn: int

    def apply(self, state: State) -> None:
        state.turn, state.fights = self.turn, ()


@dataclass(frozen=True, slots=True)
class RoundTold(SideOnlyEvent[State]):
    """The report to a side at the end of a turn: enemies in sight, fights (P10).

    `fights`: hex, `attacked` or `defended`, the beaten side, hexes of its retreat.
    """

    side: str
    turn: int
    seen: tuple[tuple[str, str, Hex], ...]
    fights: tuple[tuple[Hex, str, str, int], ...]


@dataclass(frozen=True, slots=True)
class SideTurnBegan(PrimerEvent):
    """A side writes its memo."""

    side: str

    def apply(self, state: State) -> None:
        state.phase, state.active, state.memo = Phase.MEMO, self.side, ()


@dataclass(frozen=True, slots=True)
class SideTurnEnded(PrimerEvent):
    """A side's turn is over: one less of the turns that its beaten units are weak in (P16)."""

    side: str

    def apply(self, state: State) -> None:
        state.memo = ()
        now = state.side_turn
        for unit in state.units_of(self.side):
            if (unit.exposed or unit.weakened) and unit.since < now:
                state.units[unit.id] = unit._replace(
                    exposed=max(0, unit.exposed - 1), weakened=max(0, unit.weakened - 1)
                )


# --- the memo (P9) -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderWritten(SideOnlyEvent[State]):
    """An order is written into the memo."""

    side: str
    number: int
    kind: str
    units: tuple[str, ...]
    target: Hex | None
    path: tuple[Hex, ...]

    def apply(self, state: State) -> None:
        order = MemoOrder(self.number, self.kind, self.units, self.target, self.path)
        state.memo = (*state.memo, order)


@dataclass(frozen=True, slots=True)
class OrderTakenBack(SideOnlyEvent[State]):
    """An order is taken out of the memo before it is handed in."""

    side: str
    number: int

    def apply(self, state: State) -> None:
        _strike(state, self.number)


@dataclass(frozen=True, slots=True)
class MemoHandedIn(PrimerEvent):
    """A side hands in its memo; its orders are carried out."""

    side: str

    def apply(self, state: State) -> None:
        state.phase = Phase.EXECUTION


@dataclass(frozen=True, slots=True)
class AttackerWithdrew(PrimerEvent):
    """The attacker gives up and leaves the field (P19)."""

    side: str

    def apply(self, state: State) -> None:
        state.withdrawn = self.side


# --- carrying out orders -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderAllowed(UmpireOnlyEvent[State]):
    """The umpire lets an order be carried out."""

    side: str
    number: int

    def apply(self, state: State) -> None:
        state.memo = tuple(
            order._replace(is_allowed=True) if order.number == self.number else order
            for order in state.memo
        )


@dataclass(frozen=True, slots=True)
class OrderRefused(SideOnlyEvent[State]):
    """The umpire strikes an order out."""

    side: str
    number: int
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        _strike(state, self.number)


@dataclass(frozen=True, slots=True)
class OrderBegun(SideOnlyEvent[State]):
    """An order is carried out now: it is done with, whatever comes of it."""

    side: str
    number: int
    kind: str
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        _strike(state, self.number)


@dataclass(frozen=True, slots=True)
class OrderLapsed(SideOnlyEvent[State]):
    """An order cannot be carried out any more: its units are gone or out of range."""

    side: str
    number: int
    units: tuple[str, ...]
    reason: str

    def apply(self, state: State) -> None:
        _strike(state, self.number)


def _strike(state: State, number: int) -> None:
    state.memo = tuple(order for order in state.memo if order.number != number)


# --- movement (P4, P6, P12) ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stepped(WitnessedEvent[State]):
    """Moving units enter the next hex; `left` is what they may still spend."""

    side: str
    units: tuple[str, ...]
    to: Hex
    cost: int
    left: int
    seen_by: Sides

    def apply(self, state: State) -> None:
        state.move_units(self.units, self.to)


@dataclass(frozen=True, slots=True)
class MoveEnded(SideOnlyEvent[State]):
    """A move is over: `arrived` as ordered, `blocked` by own units, or by an `encounter`."""

    side: str
    units: tuple[str, ...]
    at: Hex
    reason: str


@dataclass(frozen=True, slots=True)
class Encountered(SideOnlyEvent[State]):
    """Moving units run into enemies and attack them at once (P12)."""

    side: str
    units: tuple[str, ...]
    at: Hex
    target: Hex

    def apply(self, state: State) -> None:
        if state.book.choices.encounter == "enter":
            state.advance = PendingAdvance(self.units, self.target)


@dataclass(frozen=True, slots=True)
class AdvanceEnded(UmpireOnlyEvent[State]):
    """The victors of an encounter have advanced, or have not (P12)."""

    side: str
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.advance = None


# --- sight, cities and the end (P7, P18, P19) ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnemiesSighted(SideOnlyEvent[State]):
    """A side sees enemies: their types and hexes, as it will remember them."""

    side: str
    seen: tuple[tuple[str, str, Hex], ...]

    def apply(self, state: State) -> None:
        seen = {unit: Sighting(unit, type_, at, state.turn) for unit, type_, at in self.seen}
        state.sightings[self.side] = {**state.sightings[self.side], **seen}


@dataclass(frozen=True, slots=True)
class CityTaken(ObjectiveTaken):
    """A city changes hands, and its ring with it (P18)."""
