"""Events of tide beside combat, cards and moves: rounds, actions, set-up.

Events are the only writers of the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide.state import ActivationMode, CurrentAction, Phase, Reserve, State, Unit, Work
from engine.hexes.hex import Hex
from engine.play.events import Event, SideOnlyEvent

TideEvent = Event[State]

# --- rounds, phases, turns (R) -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan(TideEvent):
    """A round begins (R1)."""

    round: int

    def apply(self, state: State) -> None:
        state.round, state.out = self.round, ()


@dataclass(frozen=True, slots=True)
class PhaseBegan(TideEvent):
    """A phase of the round begins (R1)."""

    phase: str

    def apply(self, state: State) -> None:
        state.phase, state.stage = Phase(self.phase), ""
        state.active, state.left = "", 0


@dataclass(frozen=True, slots=True)
class TurnBegan(TideEvent):
    """It is a side's turn: it takes so many actions (R2)."""

    side: str
    actions: int

    def apply(self, state: State) -> None:
        state.active, state.left = self.side, self.actions


@dataclass(frozen=True, slots=True)
class SideDone(TideEvent):
    """A side has no fresh unit and plays no more cards: it is out of the phase (R3)."""

    side: str

    def apply(self, state: State) -> None:
        state.out, state.left = (*state.out, self.side), 0


@dataclass(frozen=True, slots=True)
class ActionBegan(TideEvent):
    """A side takes an action: a unit does something, or a card is played (R4)."""

    side: str
    unit: str
    deed: str

    def apply(self, state: State) -> None:
        state.acting = CurrentAction(self.unit, self.deed)


@dataclass(frozen=True, slots=True)
class ActionEnded(TideEvent):
    """An action is over; the unit that acted is in this mode now (R4)."""

    side: str
    unit: str
    deed: str
    mode: str

    def apply(self, state: State) -> None:
        state.acting = None
        state.left = max(state.left - 1, 0)
        if self.unit in state.units and self.mode:
            state.alter(self.unit, mode=ActivationMode(self.mode))


@dataclass(frozen=True, slots=True)
class Fatigued(TideEvent):
    """Units have acted, and act no more this round (R4); `cause` is a word of the rules."""

    units: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> None:
        for unit in self.units:
            state.alter(unit, mode=ActivationMode.FATIGUED)


@dataclass(frozen=True, slots=True)
class OpFirePrepared(TideEvent):
    """Units are in Op Fire mode from now on (A3, G5, ST6)."""

    units: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> None:
        for unit in self.units:
            state.alter(unit, mode=ActivationMode.OP_FIRE)


# --- set-up (G5, Q5) -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FigureChosen(SideOnlyEvent[State]):
    """A side puts a figure of its pool on a base (Q5)."""

    unit: str
    side: str
    figure: str

    def apply(self, state: State) -> None:
        entry = awaited_reserve_unit(state, self.unit)
        take_from_pool(state, self.side, self.figure)
        replace_reserve(state, entry, entry._replace(figures=(*entry.figures, self.figure)))


@dataclass(frozen=True, slots=True)
class TokenChosen(SideOnlyEvent[State]):
    """A side gives a squad a specialisation of its pool (Q4, Q5)."""

    unit: str
    side: str
    token: str

    def apply(self, state: State) -> None:
        entry = awaited_reserve_unit(state, self.unit)
        take_from_pool(state, self.side, self.token)
        replace_reserve(state, entry, entry._replace(token=self.token))


@dataclass(frozen=True, slots=True)
class SquadBuilt(SideOnlyEvent[State]):
    """A base is filled (Q5)."""

    unit: str
    side: str

    def apply(self, state: State) -> None:
        state.unbuilt = tuple(unit for unit in state.unbuilt if unit != self.unit)


@dataclass(frozen=True, slots=True)
class PoolLeft(SideOnlyEvent[State]):
    """A side builds no more squads: empty bases and the figures left over are lost (Q5)."""

    side: str
    bases: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.reserves = tuple(each for each in state.reserves if each.id not in self.bases)
        state.unbuilt = tuple(unit for unit in state.unbuilt if unit not in self.bases)
        state.pools[self.side] = {}


@dataclass(frozen=True, slots=True)
class UnitPlaced(TideEvent):
    """A unit is set up, or arrives, with whatever is aboard it (G5, ST6)."""

    unit: str
    at: Hex

    def apply(self, state: State) -> None:
        bring_on_reserve(state, self.unit, self.at)


@dataclass(frozen=True, slots=True)
class SheltersTaken(TideEvent):
    """Squads begin in the positions of their hexes: each of them is in one (X4)."""

    taken: tuple[tuple[str, str], ...]

    def apply(self, state: State) -> None:
        for unit, work in self.taken:
            state.alter(unit, position=work)


@dataclass(frozen=True, slots=True)
class WorkLaid(TideEvent):
    """A position, an obstacle or smoke is laid in a hex; of hidden mines only their side knows."""

    id: str
    kind: str
    side: str
    at: Hex
    cause: str = ""
    hidden: bool = False

    def apply(self, state: State) -> None:
        state.plans = tuple(plan for plan in state.plans if plan.id != self.id)
        work = Work(self.id, self.kind, self.side, self.at, self.hidden, state.round)
        state.lay_work(work)

    def seers(self) -> tuple[str, ...] | None:
        return (self.side,) if self.hidden else None


@dataclass(frozen=True, slots=True)
class SetUpDone(TideEvent):
    """A side has set up; it is the other's turn, or the first round (G5)."""

    side: str

    def apply(self, state: State) -> None:
        state.out = (*state.out, self.side)


# --- what comes onto the map ---------------------------------------------------------------------


def awaited_reserve_unit(state: State, unit: str) -> Reserve:
    """A unit that is yet to come."""
    return next(entry for entry in state.reserves if entry.id == unit)


def replace_reserve(state: State, entry: Reserve, after: Reserve) -> None:
    """A reserve as it is now."""
    state.reserves = tuple(after if each.id == entry.id else each for each in state.reserves)


def take_from_pool(state: State, side: str, what: str) -> None:
    """One of a side's pool less."""
    pool = state.pools[side]
    state.pools[side] = {**pool, what: pool[what] - 1}


def bring_on_reserve(state: State, unit: str, at: Hex) -> None:
    """A reserve comes onto the map, and with it what is aboard."""
    entry = awaited_reserve_unit(state, unit)
    aboard = [each.id for each in state.reserves if each.aboard == unit]
    state.reserves = tuple(each for each in state.reserves if each.id != unit)
    inside = entry.aboard if entry.aboard in state.units else ""
    new = Unit(
        entry.id, entry.side, entry.type, at, entry.name, entry.figures, entry.token,
        entry.morale, entry.mode, entry.damage, inside,
    )  # fmt: skip
    state.replace_unit(new)
    for cargo in aboard:
        bring_on_reserve(state, cargo, at)
