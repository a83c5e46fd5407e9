"""Events of combat: attacks, dice, losses, assaults (RS, CF, AS)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide import unit_lookups
from engine.games.tide.active_effects import Corrections
from engine.games.tide.events import TideEvent
from engine.games.tide.state import ActivationMode, Morale, State
from engine.hexes.hex import Hex

Shares = tuple[tuple[str, tuple[str, ...]], ...]
"""Units that attack, with the figures of each that do."""


# --- fire -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttackDeclared(TideEvent):
    """Units attack a unit, or all enemies of a hex: the leading one first (C3, CF, AA).

    `rapid` are those that stay in Op Fire mode: machine-gun crews that fire alone (U7); all others
    are fatigued (CF4, OP3).
    """

    side: str
    occasion: str
    kind: str
    firers: Shares
    at: Hex
    target: str = ""
    rapid: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        for unit, _ in self.firers:
            if unit not in self.rapid:
                state.alter(unit, mode=ActivationMode.FATIGUED)
        if state.acting is not None and self.rapid:
            fired = tuple((unit, self.target) for unit in self.rapid)
            state.acting = state.acting._replace(rapid=(*state.acting.rapid, *fired))


@dataclass(frozen=True, slots=True)
class AttackRolled(TideEvent):
    """The dice of an attack on one unit, with all their figures (RS4, RS5).

    `attack` and `defence` are what made the dice; `least` is the least face of a black one that
    succeeds, `sure` the red ones that succeed whatever they show (U8). `source` is what attacks:
    a unit, a card, mines.
    """

    side: str
    source: str
    target: str
    at: Hex
    kind: str
    band: str
    attack: Corrections
    defence: Corrections
    least: int
    sure: int
    black: tuple[int, ...]
    red: tuple[int, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class RolledAgain(TideEvent):
    """A card lets dice that failed be rolled once more (D7 reroll); it is used up then."""

    side: str
    card: str
    colour: str
    before: tuple[int, ...]
    after: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.effects = tuple(
            effect
            for effect in state.effects
            if (effect.kind, effect.side, effect.card, effect.what)
            != ("reroll", self.side, self.card, self.colour)
        )


# --- what it costs --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FiguresLost(TideEvent):
    """Figures of a squad are removed (RS8)."""

    unit: str
    figures: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        left = list(unit.figures)
        for figure in self.figures:
            left.remove(figure)
        state.count_fallen(unit, sum(state.book.units[f].points for f in self.figures))
        state.alter(self.unit, figures=tuple(left))


@dataclass(frozen=True, slots=True)
class MoraleFell(TideEvent):
    """A squad is pinned or disrupted (RS11); its Op Fire mode is lost: it is fatigued (RS12)."""

    unit: str
    morale: str
    cause: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        waits = unit.mode is ActivationMode.OP_FIRE
        mode = ActivationMode.FATIGUED if waits else unit.mode
        state.alter(self.unit, morale=Morale(self.morale), mode=mode)


@dataclass(frozen=True, slots=True)
class VehicleDamaged(TideEvent):
    """A vehicle is damaged, lightly or heavily (RS9, RS10)."""

    unit: str
    damage: int
    cause: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, damage=self.damage)


@dataclass(frozen=True, slots=True)
class UnitLost(TideEvent):
    """A unit is out of the game: routed, destroyed, without figures (Q2, RS9, RS11, TR8)."""

    unit: str
    cause: str

    def apply(self, state: State) -> None:
        gone = state.take_off(self.unit)
        state.lost = (*state.lost, gone)
        state.count_fallen(gone, unit_lookups.unit_points(state, gone))


@dataclass(frozen=True, slots=True)
class MinesWentOff(TideEvent):
    """The dice of mines against a unit that has entered their hex (X9)."""

    unit: str
    at: Hex
    dice: tuple[int, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class IceTested(TideEvent):
    """The die of a vehicle that has entered ice: whether it holds (X2)."""

    unit: str
    at: Hex
    die: int
    holds: bool


# --- assaults -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AssaultDeclared(TideEvent):
    """A squad assaults a hex next to it, with others that support it (AS3, AS6)."""

    side: str
    unit: str
    supporters: tuple[str, ...]
    start: Hex
    at: Hex


@dataclass(frozen=True, slots=True)
class AssaultRolled(TideEvent):
    """The dice of both sides in an assault with all their figures (AS7-AS10)."""

    side: str
    unit: str
    at: Hex
    attack: Corrections
    cover: Corrections
    defence: Corrections
    least: tuple[int, int]
    black: tuple[int, ...]
    red: tuple[int, ...]
    back: tuple[int, ...]
    hits: int
    hits_back: int


@dataclass(frozen=True, slots=True)
class AssaultEnded(TideEvent):
    """An assault succeeds or fails; who made it is fatigued, and supporters that were fresh
    (AS13, AS16)."""

    side: str
    unit: str
    supporters: tuple[str, ...]
    at: Hex
    won: bool

    def apply(self, state: State) -> None:
        for unit in (self.unit, *self.supporters):
            here = state.units.get(unit)
            if here is not None and (unit == self.unit or here.is_fresh):
                state.alter(unit, mode=ActivationMode.FATIGUED)


@dataclass(frozen=True, slots=True)
class Retreated(TideEvent):
    """A defender retreats from a lost assault; a pinned squad becomes disrupted (AS14)."""

    unit: str
    start: Hex
    to: Hex

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        morale = Morale.DISRUPTED if unit.is_pinned else unit.morale
        state.replace_unit(unit._replace(at=self.to, position="", morale=morale))


@dataclass(frozen=True, slots=True)
class AdvancedIn(TideEvent):
    """A winner of an assault advances into the hex and is fatigued (AS15)."""

    unit: str
    start: Hex
    to: Hex

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.replace_unit(unit._replace(at=self.to, position="", mode=ActivationMode.FATIGUED))
