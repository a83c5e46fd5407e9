"""The events of a tank game, the only writers of its state, in order of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.shared_events import UnitDelayed
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.state import Phase, State, Unit
from engine.hexes.hex import Hex
from engine.play.events import Event

TankEvent = Event[State]

# --- turns and phases ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(TankEvent):
    """A turn begins: last turn's markers of orders and fire come off, cards are over (T1)."""

    turn: int

    def apply(self, state: State) -> None:
        state.turn, state.phase = self.turn, Phase.PREPARATION
        state.last_shots = ()
        for unit in state.units_with_turn_markers():
            state.units[unit.id] = unit._replace(
                fired=False, fired_upon=False, moved=False, marched=False, boost=0, grades=0
            )


@dataclass(frozen=True, slots=True)
class PhaseBegan(TankEvent):
    """The next phase of the turn begins."""

    phase: str

    def apply(self, state: State) -> None:
        state.phase, state.active, state.passed = Phase(self.phase), "", ()
        state.rounds = 0


@dataclass(frozen=True, slots=True)
class InitiativeRolled(TankEvent):
    """The first declarer in a phase: odd the first side, even the second (T2, T3)."""

    phase: str
    die: int
    side: str

    def apply(self, state: State) -> None:
        state.active = self.side


@dataclass(frozen=True, slots=True)
class SidePassed(TankEvent):
    """A side does nothing now (T2, T3)."""

    side: str

    def apply(self, state: State) -> None:
        state.passed = (*state.passed, self.side)
        state.active = state.enemy_of(self.side)


@dataclass(frozen=True, slots=True)
class OrderForfeited(TankEvent):
    """A unit that has acted is ordered to move: its side's declaration is over (T3, strict)."""

    side: str
    unit: str

    def apply(self, state: State) -> None:
        state.give_turn_away(self.side)


@dataclass(frozen=True, slots=True)
class MarkersRemoved(TankEvent):
    """The event phase begins: old impacts and all suppression come off; all draw (T5, T6)."""

    impacts: int
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.impacts = ()
        for unit in self.units:
            state.units[unit] = state.units[unit]._replace(suppressed=False)
        count = state.book.choices.cards_per_turn
        state.to_draw = tuple(
            side for side in state.sides for _ in range(count.number_for_side(side))
        )


# --- units come ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitPlaced(TankEvent):
    """A unit is set up, or arrives as a reinforcement."""

    unit: str
    at: Hex

    def apply(self, state: State) -> None:
        reserve = next(entry for entry in state.reserves if entry.id == self.unit)
        state.reserves = tuple(entry for entry in state.reserves if entry.id != self.unit)
        unit = Unit(reserve.id, reserve.side, reserve.type, self.at, reserve.name)
        state.units[self.unit] = unit.marked(*reserve.marks)


@dataclass(frozen=True, slots=True)
class ArrivalDelayed(UnitDelayed):
    """A reinforcement finds no room and waits for the next turn."""


# --- direct fire ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FireDeclared(TankEvent):
    """Fire is declared: firers and target are marked at once, whatever follows (F1, F7)."""

    firers: tuple[str, ...]
    target: str
    manner: str

    def apply(self, state: State) -> None:
        for firer in self.firers:
            state.units[firer] = state.units[firer]._replace(fired=True)
        state.units[self.target] = state.units[self.target]._replace(fired_upon=True)
        if state.phase is Phase.DIRECT_FIRE:
            state.give_turn_away(state.units[self.firers[0]].side)


@dataclass(frozen=True, slots=True)
class ShotSpoilt(TankEvent):
    """A declared shot is not resolved: no sight, or out of range (F2)."""

    firer: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class ShotResolved(TankEvent):
    """A shot with all its figures: hexes, level, corrections, dice, and what softened the result.

    `softened` names what turned the rolled result into suppressed: a kind of ground or `armour`;
    `armour_die` is 0 where none was rolled.
    """

    firer: str
    start: Hex
    target: str
    at: Hex
    range: int
    base: int
    corrections: tuple[tuple[str, int], ...]
    level: int
    dice: tuple[int, ...]
    rolled: str
    armour_die: int
    softened: str
    result: str


@dataclass(frozen=True, slots=True)
class UnitHit(TankEvent):
    """A unit takes a marker: suppressed, gun out or immobile (F6)."""

    unit: str
    outcome: str

    def apply(self, state: State) -> None:
        marker = MARKERS[FireOutcome(self.outcome)]
        state.units[self.unit] = state.units[self.unit].marked(marker)


@dataclass(frozen=True, slots=True)
class UnitAnnihilated(TankEvent):
    """A unit leaves the board for good; `cause` says whether by a hit or by the rules (C3)."""

    unit: str
    cause: str

    def apply(self, state: State) -> None:
        unit = state.units.pop(self.unit)
        state.lost = (*state.lost, unit)
        state.lock_in_close_combat(unit.at)


MARKERS = {
    FireOutcome.SUPPRESSED: "suppressed",
    FireOutcome.GUN_OUT: "gun_out",
    FireOutcome.IMMOBILE: "immobile",
}
"""The state marker each result leaves on a unit."""

# --- movement ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveDeclared(TankEvent):
    """A unit is ordered to move or to march; it has `left` MP (on the march: hexes) (V2)."""

    unit: str
    manner: str
    left: int

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        marched = self.manner == "march"
        state.units[self.unit] = unit._replace(moved=True, marched=marched)
        state.give_turn_away(unit.side)


@dataclass(frozen=True, slots=True)
class Stepped(TankEvent):
    """A moving unit enters the next hex (V1)."""

    unit: str
    to: Hex
    manner: str
    cost: int
    left: int

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(at=self.to, came_from=unit.at)


@dataclass(frozen=True, slots=True)
class StepTakenBack(TankEvent):
    """An overspent declaration: the unit goes back a hex and its move is over (V3, strict)."""

    unit: str
    to: Hex
    cost: int
    left: int


@dataclass(frozen=True, slots=True)
class ShortHaltMade(TankEvent):
    """A moving unit spends MP to halt for a shot (V7)."""

    unit: str
    left: int


@dataclass(frozen=True, slots=True)
class MoveEnded(TankEvent):
    """A unit's move is over."""

    unit: str
    at: Hex
    left: int


@dataclass(frozen=True, slots=True)
class CloseCombatEntered(TankEvent):
    """A unit enters a hex with enemies and is locked in close combat with them (V8, B1)."""

    unit: str
    at: Hex

    def apply(self, state: State) -> None:
        state.entries += 1
        state.units[self.unit] = state.units[self.unit]._replace(entered=state.entries)
        state.lock_in_close_combat(self.at)


# --- close combat --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CloseCombatRound(TankEvent):
    """A round of close combat: who shoots first in it (B3)."""

    at: Hex
    round: int
    die: int
    side: str

    def apply(self, state: State) -> None:
        state.rounds = self.round


@dataclass(frozen=True, slots=True)
class CloseCombatEnded(TankEvent):
    """One side is gone from the hex (B4)."""

    at: Hex
    side: str

    def apply(self, state: State) -> None:
        state.rounds = 0
        state.lock_in_close_combat(self.at)


@dataclass(frozen=True, slots=True)
class Withdrew(TankEvent):
    """Neither side could fire: who entered last goes back where it came from (B4)."""

    unit: str
    to: Hex

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(at=self.to, engaged=False)
        state.lock_in_close_combat(unit.at)


# --- the umpire ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitAdded(TankEvent):
    """The umpire puts a new unit on the board."""

    unit: str
    side: str
    type: str
    at: Hex

    def apply(self, state: State) -> None:
        state.units[self.unit] = Unit(self.unit, self.side, self.type, self.at)
        state.lock_in_close_combat(self.at)


@dataclass(frozen=True, slots=True)
class UnitRemoved(TankEvent):
    """The umpire takes a unit off the board; it does not count as a loss."""

    unit: str

    def apply(self, state: State) -> None:
        unit = state.units.pop(self.unit)
        state.removed = (*state.removed, unit)
        state.lock_in_close_combat(unit.at)


@dataclass(frozen=True, slots=True)
class MarkerSet(TankEvent):
    """The umpire puts a state marker on a unit (C3)."""

    unit: str
    mark: str

    def apply(self, state: State) -> None:
        state.units[self.unit] = state.units[self.unit].marked(self.mark)


@dataclass(frozen=True, slots=True)
class MarkerCleared(TankEvent):
    """The umpire takes a state marker off a unit (C3)."""

    unit: str
    mark: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(**{self.mark: False})  # type: ignore[arg-type] # a flag


@dataclass(frozen=True, slots=True)
class UnitShifted(TankEvent):
    """The umpire puts a unit into another hex."""

    unit: str
    to: Hex

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(at=self.to, came_from=unit.at)
        state.lock_in_close_combat(unit.at)
        state.lock_in_close_combat(self.to)
