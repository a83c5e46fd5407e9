"""Events of combat: attacks, losses, assaults and overruns (V13 to V17)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor.events import ValorEvent
from engine.games.valor.state import FiredVolley, State
from engine.hexes.hex import Hex

Corrections = tuple[tuple[str, int], ...]
"""Modifiers of a roll: words of the rules, with amounts."""
Spent = tuple[tuple[str, str], ...]
"""X weapons used: the unit and the kind."""

# --- fire ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttackDeclared(ValorEvent):
    """Units attack a hex, or a vehicle or gun in it; all get Fire markers, the leader too (V14.4).

    `manner` is fire, defensive, opportunity or final; `kind` ap, at or mortar. `volley` says that
    infantry of the hex, or of the carrier `inside`, may not fire at the same hex again (V14.2).
    """

    side: str
    manner: str
    kind: str
    firers: tuple[str, ...]
    weapons: tuple[str, ...]
    spent: Spent
    leader: str
    start: Hex
    at: Hex
    target: str = ""
    volley: bool = False
    inside: str = ""

    def apply(self, state: State) -> None:
        for unit in {*self.firers, self.leader} - {""}:
            state.alter(unit, fired=True)
        for _, kind in self.spent:
            state.stock(self.side, kind, -1)
        if self.volley:
            state.volleys = (*state.volleys, FiredVolley(self.start, self.at, self.inside))


@dataclass(frozen=True, slots=True)
class AttackRolled(ValorEvent):
    """The roll of an AP attack with all its figures, and the casualty points it makes (V14.4).

    `times` is 2 where mortars and artillery fire at infantry in woods (V12.14).
    """

    side: str
    start: Hex
    at: Hex
    apfp: int
    corrections: Corrections
    dice: tuple[int, ...]
    roll: int
    points: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class HitRolled(ValorEvent):
    """The to-hit roll of an AT attack, or of a mortar at a vehicle of its hex (V16.2, V12.15)."""

    firer: str
    target: str
    at: Hex
    weapon: str
    range: int
    number: int
    corrections: Corrections
    dice: tuple[int, ...]
    roll: int
    hit: bool


@dataclass(frozen=True, slots=True)
class PenetrationRolled(ValorEvent):
    """A hit on an AFV tested: ATFP against armour; no dice where none are needed (V16.3).

    `seam` is the die for the armour that is hit, 0 where it is clear (V7.6).
    """

    target: str
    atfp: str
    face: str
    armour: str
    seam: int
    number: str
    dice: tuple[int, ...]
    roll: int
    result: str


@dataclass(frozen=True, slots=True)
class Abandoned(ValorEvent):
    """The die of an immobile AFV's crew: it leaves on 1 and 2, else it stays (V16.5)."""

    unit: str
    die: int
    result: str


# --- casualties ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CasualtyTaken(ValorEvent):
    """A unit takes casualty points in one of the ways of V14.5; so many are left of the attack."""

    side: str
    unit: str
    kind: str
    points: int
    left: int


@dataclass(frozen=True, slots=True)
class SurvivalRolled(ValorEvent):
    """A vehicle's or gun's survival die: up to its CR it is pinned, else eliminated (V14.10)."""

    unit: str
    cr: int
    die: int
    result: str


@dataclass(frozen=True, slots=True)
class ImmobilisationRolled(ValorEvent):
    """An AFV's die after a failed assault: up to its casualty points it is immobile (V15.8)."""

    unit: str
    points: int
    die: int
    result: str


# --- advance and assault -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdvanceMade(ValorEvent):
    """A unit advances one hex (V5.16); a vehicle unit may turn then (V7.7)."""

    unit: str
    to: Hex
    facing: int | None = None

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        facing = unit.facing if self.facing is None else self.facing
        state.put(unit._replace(at=self.to, facing=facing, advanced=True))


@dataclass(frozen=True, slots=True)
class TurnedInPlace(ValorEvent):
    """A vehicle unit that does not advance turns one hexside (V5.18)."""

    unit: str
    facing: int

    def apply(self, state: State) -> None:
        state.alter(self.unit, facing=self.facing, advanced=True)


@dataclass(frozen=True, slots=True)
class AssaultDeclared(ValorEvent):
    """Infantry of a hex assaults an adjacent one; pinned defenders count for nothing (V15.1)."""

    side: str
    assaulters: tuple[str, ...]
    start: Hex
    at: Hex
    defenders: tuple[str, ...]
    leader: str
    spent: Spent

    def apply(self, state: State) -> None:
        for unit in {*self.assaulters, self.leader} - {""}:
            state.alter(unit, assaulted=True)
        state.volleys = (*state.volleys, FiredVolley(self.start, self.at, "assault"))
        for _, kind in self.spent:
            state.stock(self.side, kind, -1)


@dataclass(frozen=True, slots=True)
class DefenceStrengthened(ValorEvent):
    """Defenders of an assaulted hex use X weapons (V12.7, V12.8)."""

    side: str
    at: Hex
    spent: Spent

    def apply(self, state: State) -> None:
        for _, kind in self.spent:
            state.stock(self.side, kind, -1)


@dataclass(frozen=True, slots=True)
class AssaultRolled(ValorEvent):
    """The roll of a close assault with all its figures (V15.5, V15.6)."""

    side: str
    start: Hex
    at: Hex
    attack: int
    defence: int
    odds: str
    kill: int
    corrections: Corrections
    dice: tuple[int, ...]
    roll: int
    result: str
    own_points: int
    enemy_points: int


@dataclass(frozen=True, slots=True)
class HexStormed(ValorEvent):
    """The assaulters move into the hex they have taken (V15.7)."""

    units: tuple[str, ...]
    to: Hex

    def apply(self, state: State) -> None:
        for unit in self.units:
            if unit in state.units:
                state.alter(unit, at=self.to)


# --- overrun -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OverrunMade(ValorEvent):
    """An AFV drives over who is in a hex: its APFP doubled and its passengers' own (V17.4)."""

    unit: str
    at: Hex
    exit: Hex
    apfp: int
    spent: Spent = ()

    def apply(self, state: State) -> None:
        side = state.units[self.unit].side
        state.alter(self.unit, fired=True)
        for passenger in state.cargo_of(self.unit):
            state.alter(passenger.id, fired=True)
        for _, kind in self.spent:
            state.stock(side, kind, -1)
