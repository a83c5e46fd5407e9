"""Events of valor beside combat: turns, set-up, moves, losses.

Events are the only writers of the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor.state import PASSING, Phase, State, Unit, Work
from engine.hexes.hex import Hex
from engine.play.events import Event

ValorEvent = Event[State]

# --- turns and phases ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(ValorEvent):
    """A turn begins, with the segment of player A (V5.1)."""

    turn: int
    side: str

    def apply(self, state: State) -> None:
        state.turn, state.active = self.turn, self.side


@dataclass(frozen=True, slots=True)
class SegmentBegan(ValorEvent):
    """The other side's segment begins (V5.1)."""

    side: str

    def apply(self, state: State) -> None:
        state.active = self.side


@dataclass(frozen=True, slots=True)
class PhaseBegan(ValorEvent):
    """The next phase of the segment begins (V5.1); who is to roll for its rally (V5.20)."""

    phase: str
    side: str
    to_rally: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state.phase, state.stage, state.volleys = Phase(self.phase), "", ()
        state.to_rally = self.to_rally


@dataclass(frozen=True, slots=True)
class MarkersRemoved(ValorEvent):
    """The segment is over: all Fire and Move markers come off, on both sides (V5.21)."""

    side: str

    def apply(self, state: State) -> None:
        off = dict.fromkeys(PASSING, False)
        for unit in list(state.units.values()):
            if any(getattr(unit, mark) for mark in PASSING):
                state.alter(unit.id, **off)
        state.below = tuple(
            each._replace(unit=each.unit._replace(moved=False)) for each in state.below
        )
        for side, sniper in state.snipers.items():
            state.snipers[side] = sniper._replace(fired=False)


@dataclass(frozen=True, slots=True)
class Rallied(ValorEvent):
    """Units are pinned no longer; `cause` is `command` (V5.2) or `roll` (V5.20)."""

    units: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> None:
        for unit in self.units:
            state.alter(unit, pinned=False)


# --- set-up --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitPlaced(ValorEvent):
    """A unit is set up, with whatever is aboard it."""

    unit: str
    at: Hex
    facing: int | None = None

    def apply(self, state: State) -> None:
        bring_on_reserve(state, self.unit, self.at, self.facing)


@dataclass(frozen=True, slots=True)
class WorkLaid(ValorEvent):
    """A position is laid in a hex (V19.1); of hidden mines only their side knows (V19.14)."""

    id: str
    kind: str
    side: str
    at: Hex
    facing: int | None = None
    hidden: bool = False

    def apply(self, state: State) -> None:
        state.plans = tuple(plan for plan in state.plans if plan.id != self.id)
        state.lay_work(Work(self.id, self.kind, self.side, self.at, self.facing, self.hidden))

    def seers(self) -> tuple[str, ...] | None:
        return (self.side,) if self.hidden else None


def bring_on_reserve(state: State, unit: str, at: Hex, facing: int | None) -> None:
    """A reserve comes onto the map, and with it what is aboard."""
    entry = next(each for each in state.reserves if each.id == unit)
    aboard = [each.id for each in state.reserves if each.aboard == unit]
    state.reserves = tuple(each for each in state.reserves if each.id != unit)
    inside = entry.aboard if entry.aboard in state.units else ""
    new = Unit(entry.id, entry.side, entry.type, at, entry.name, facing, inside)
    state.put(new.marked(*entry.marks))
    for cargo in aboard:
        bring_on_reserve(state, cargo, at, None)


# --- command: weapons, halves (V5.4) -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WeaponHandedOver(ValorEvent):
    """A support weapon goes to another unit of the hex (V12.4)."""

    weapon: str
    giver: str
    taker: str

    def apply(self, state: State) -> None:
        state.hand_weapon(self.weapon, self.taker)


@dataclass(frozen=True, slots=True)
class WeaponsExchanged(ValorEvent):
    """Two units of a hex exchange their support weapons (V12.4)."""

    one: str
    other: str

    def apply(self, state: State) -> None:
        mine, theirs = state.weapons_borne(self.one), state.weapons_borne(self.other)
        for weapon in mine:
            state.hand_weapon(weapon.id, self.other)
        for weapon in theirs:
            state.hand_weapon(weapon.id, self.one)


@dataclass(frozen=True, slots=True)
class SquadSplit(ValorEvent):
    """A squad becomes two halves that keep its states (V5.4, V5.5); `heir` has its weapon."""

    squad: str
    half: str
    halves: tuple[str, str]
    heir: str

    def apply(self, state: State) -> None:
        squad = state.units[self.squad]
        for half in self.halves:
            state.put(squad._replace(id=half, type=self.half))
        for weapon in state.weapons_borne(self.squad):
            state.hand_weapon(weapon.id, self.heir)


@dataclass(frozen=True, slots=True)
class SquadsJoined(ValorEvent):
    """Two halves become a squad; it has the markers either had (V23.3)."""

    halves: tuple[str, str]
    squad: str
    type: str

    def apply(self, state: State) -> None:
        one, other = (state.units[half] for half in self.halves)
        marks = [mark for mark in PASSING if getattr(one, mark) or getattr(other, mark)]
        state.put(one._replace(type=self.type).marked(*marks))
        for weapon in state.weapons_borne(other.id):
            state.hand_weapon(weapon.id, self.squad)
        state.take_off(other.id)


# --- moves (V6–V8) -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveBegan(ValorEvent):
    """Units begin to move together, on foot by assault movement if they said so (V5.10)."""

    units: tuple[str, ...]
    manner: str
    left: int

    def apply(self, state: State) -> None:
        assault = self.manner == "assault"
        for unit in self.units:
            if unit in state.units:
                state.alter(unit, moved=True, assault_moving=assault)


@dataclass(frozen=True, slots=True)
class Stepped(ValorEvent):
    """Moving units enter a hex (V6.1); `left` is the least MP that any of them has left.

    After a steep climb assault movement gives no cover (V10.7).
    """

    units: tuple[str, ...]
    to: Hex
    cost: int
    left: int
    facing: int | None = None
    reverse: bool = False
    steep: bool = False

    def apply(self, state: State) -> None:
        for unit in self.units:
            now = state.units[unit]
            front = now.facing if now.facing is None or self.facing is None else self.facing
            assault = now.assault_moving and not self.steep
            state.put(now._replace(at=self.to, facing=front, assault_moving=assault))


@dataclass(frozen=True, slots=True)
class Entered(ValorEvent):
    """Reinforcements enter the map; the hex is the first of their move (V6.13)."""

    units: tuple[str, ...]
    to: Hex
    manner: str
    cost: int
    left: int
    facing: int | None = None

    def apply(self, state: State) -> None:
        assault = self.manner == "assault"
        for unit in self.units:
            bring_on_reserve(state, unit, self.to, self.facing)
            state.alter(unit, moved=True, assault_moving=assault)


@dataclass(frozen=True, slots=True)
class Turned(ValorEvent):
    """A vehicle unit faces another hexside (V7)."""

    unit: str
    facing: int

    def apply(self, state: State) -> None:
        state.alter(self.unit, facing=self.facing)


@dataclass(frozen=True, slots=True)
class MoveEnded(ValorEvent):
    """Units have moved; assault movement becomes a Move marker (V5.10, V6.6)."""

    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        for unit in self.units:
            if unit in state.units:
                state.alter(unit, moved=True, assault_moving=False)


@dataclass(frozen=True, slots=True)
class Exited(ValorEvent):
    """Units leave the map for good, with all they carry (V6.14)."""

    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        for unit in self.units:
            for cargo in state.cargo_of(unit):
                state.exited = (*state.exited, state.take_off(cargo.id))
            state.exited = (*state.exited, state.take_off(unit))


@dataclass(frozen=True, slots=True)
class Loaded(ValorEvent):
    """A unit boards a carrier, or a gun is hooked on; it has used its move (V8.2, V8.3)."""

    unit: str
    carrier: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, inside=self.carrier, facing=None, loaded_now=True, moved=True)
        state.alter(self.carrier, loaded_now=True)


@dataclass(frozen=True, slots=True)
class Unloaded(ValorEvent):
    """A unit gets off its carrier, or a gun is unhooked, facing as its side says (V8.2, V8.3)."""

    unit: str
    carrier: str
    at: Hex
    facing: int | None = None

    def apply(self, state: State) -> None:
        state.alter(
            self.unit, inside="", at=self.at, loaded_now=True, moved=True, facing=self.facing
        )
        state.alter(self.carrier, loaded_now=True)


# --- what units suffer (V14.5, V16.5) ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitPinned(ValorEvent):
    """A unit is pinned (V14.14); `cause` is a word of the rules."""

    unit: str
    cause: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, pinned=True)


@dataclass(frozen=True, slots=True)
class UnitReduced(ValorEvent):
    """A squad is a half squad from now on (V14.5)."""

    unit: str
    to: str
    cause: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        half = state.book.units[self.to]
        state.count_fallen(unit, state.type_of(unit).points - half.points)
        state.alter(self.unit, type=self.to)


@dataclass(frozen=True, slots=True)
class UnitEliminated(ValorEvent):
    """A unit is lost with what it bears; `cause` is a word of the rules."""

    unit: str
    cause: str

    def apply(self, state: State) -> None:
        state.count_fallen(state.units[self.unit], unit_worth(state, self.unit))
        state.lost = (*state.lost, state.take_off(self.unit))


@dataclass(frozen=True, slots=True)
class Immobilised(ValorEvent):
    """An AFV moves and turns no more (V16.5)."""

    unit: str
    cause: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, immobile=True)


def unit_worth(state: State, unit: str) -> int:
    """Return the points of a unit with the weapons it bears."""
    borne = sum(state.weapon_type(weapon).points for weapon in state.weapons_borne(unit))
    return state.type_of(state.units[unit]).points + borne
