"""Events beside moves and attacks (V24.3): missions, smoke, lanes, snipers, valor."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor.state import FireLane, Mission, Sniper, State, TunnelUnit
from engine.hexes.hex import Hex
from engine.play.events import Event

ValorEvent = Event[State]

# --- missions (V18) ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MissionPlaced(ValorEvent):
    """A side places a mission, or a barrage of smoke for so many factors instead (V5.3, V11.5)."""

    side: str
    kind: str
    at: Hex
    manner: str
    factors: int = 0

    def apply(self, state: State) -> None:
        is_smoke = self.manner == "smoke"
        state.missions = (*state.missions, Mission(self.side, self.kind, self.at, is_smoke))
        if is_smoke:
            state.stock(self.side, "smoke", -self.factors)
        else:
            state.stock(self.side, self.kind, -1)


@dataclass(frozen=True, slots=True)
class MissionLanded(ValorEvent):
    """A mission lands (V18.4).

    Dice not rolled are 0; `at` is None if it is lost.
    """

    side: str
    kind: str
    aim: Hex
    accuracy: int
    direction: int
    at: Hex | None
    result: str

    def apply(self, state: State) -> None:
        state.missions = state.missions[1:]


@dataclass(frozen=True, slots=True)
class MissionResolved(ValorEvent):
    """A mission's roll at all that is no AFV in a hex: casualty points for one side (V18.6)."""

    side: str
    kind: str
    at: Hex
    victims: str
    dice: tuple[int, ...]
    cover: int
    points: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class ShellingRolled(ValorEvent):
    """A mission's rolls at one AFV (V18.7); `faces` are those of the second, if any."""

    side: str
    kind: str
    unit: str
    dice: tuple[int, ...]
    cover: int
    number: str
    faces: tuple[int, ...]
    result: str


# --- smoke (V11) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SmokeLaid(ValorEvent):
    """Smoke of a number lies in a hex (V11.1); `unit` is empty for a barrage, paid for before."""

    side: str
    unit: str
    at: Hex
    amount: int
    factors: int
    manner: str

    def apply(self, state: State) -> None:
        state.lay_smoke(self.at, self.amount)
        if self.factors:
            state.stock(self.side, "smoke", -self.factors)
        if self.manner == "infantry":
            state.alter(self.unit, smoked=True)
        elif self.unit:
            state.alter(self.unit, fired=True)


@dataclass(frozen=True, slots=True)
class SmokeThinned(ValorEvent):
    """Smoke 1 goes, smoke 2 becomes 1 (V5.21)."""

    gone: tuple[Hex, ...]
    thinner: tuple[Hex, ...]

    def apply(self, state: State) -> None:
        for at in self.gone:
            state.lay_smoke(at, 0)
        for at in self.thinner:
            state.lay_smoke(at, state.smoke[at] - 1)


# --- fire lanes (V13.11, V13.12) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaneLaid(ValorEvent):
    """A machine gun that has just fired lays a lane, from next to it to its target (V13.11)."""

    side: str
    firer: str
    weapon: str
    hexes: tuple[Hex, ...]

    def apply(self, state: State) -> None:
        state.lanes = (*state.lanes, FireLane(self.firer, self.weapon, self.side, self.hexes))


@dataclass(frozen=True, slots=True)
class LaneRolled(ValorEvent):
    """A lane's attack on units entering one of its hexes, with so many markers (V13.12)."""

    units: tuple[str, ...]
    at: Hex
    markers: int
    dice: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class LanesLifted(ValorEvent):
    """All fire lanes are taken off (V5.13)."""

    count: int

    def apply(self, state: State) -> None:
        state.lanes = ()


# --- positions (V19) -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MinesFound(ValorEvent):
    """Hidden mines are known to all from now on (V19.14)."""

    id: str
    at: Hex

    def apply(self, state: State) -> None:
        state.lay_work(state.works[self.at]._replace(hidden=False))


@dataclass(frozen=True, slots=True)
class MineRolled(ValorEvent):
    """A die for a unit that enters a minefield (V19.8)."""

    unit: str
    at: Hex
    die: int
    result: str


@dataclass(frozen=True, slots=True)
class WireCleared(ValorEvent):
    """A satchel charge clears the wire of a hex next door (V19.9)."""

    unit: str
    charge: str
    at: Hex

    def apply(self, state: State) -> None:
        state.remove_work(self.at)
        state.stock(state.units[self.unit].side, self.charge, -1)
        state.alter(self.unit, fired=True)


@dataclass(frozen=True, slots=True)
class WentBelow(ValorEvent):
    """A unit goes underground, to come up at another cave so many hexes away (V19.12)."""

    unit: str
    at: Hex
    to: Hex
    left: int

    def apply(self, state: State) -> None:
        unit = state.units.pop(self.unit)
        state.clear_lookups()
        state.below = (*state.below, TunnelUnit(unit, self.to, self.left))


@dataclass(frozen=True, slots=True)
class CreptOn(ValorEvent):
    """A unit below goes on; so many hexes are left of its way (V19.12)."""

    unit: str
    to: Hex
    left: int

    def apply(self, state: State) -> None:
        state.below = tuple(
            TunnelUnit(each.unit._replace(moved=True), each.to, self.left)
            if each.unit.id == self.unit
            else each
            for each in state.below
        )


@dataclass(frozen=True, slots=True)
class CameUp(ValorEvent):
    """A unit comes up out of a tunnel (V19.12)."""

    unit: str
    to: Hex

    def apply(self, state: State) -> None:
        found = next(each for each in state.below if each.unit.id == self.unit)
        state.below = tuple(each for each in state.below if each is not found)
        state.put(found.unit._replace(at=self.to, moved=True))


# --- snipers (V20) -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SniperPlaced(ValorEvent):
    """A side's sniper shows himself in a hex (V20.2)."""

    side: str
    at: Hex

    def apply(self, state: State) -> None:
        state.snipers[self.side] = state.snipers[self.side]._replace(at=self.at)


@dataclass(frozen=True, slots=True)
class SniperFired(ValorEvent):
    """A sniper's attack on units in a hex: a die less cover and hindrances (V20.3, V20.5)."""

    side: str
    start: Hex
    at: Hex
    units: tuple[str, ...]
    die: int
    shelter: int
    points: int
    manner: str

    def apply(self, state: State) -> None:
        if self.manner == "movers":
            state.snipers[self.side] = state.snipers[self.side]._replace(fired=True)


@dataclass(frozen=True, slots=True)
class SniperSought(ValorEvent):
    """Units fired at search for a sniper: found above cover and hindrances (V20.4)."""

    side: str
    at: Hex
    die: int
    shelter: int
    result: str

    def apply(self, state: State) -> None:
        if self.result == "found":
            state.snipers[self.side] = Sniper(gone=True)


@dataclass(frozen=True, slots=True)
class SniperTrampled(ValorEvent):
    """A sniper leaves the game as an enemy enters its hex (V20.7)."""

    side: str
    at: Hex
    unit: str

    def apply(self, state: State) -> None:
        state.snipers[self.side] = Sniper(gone=True)


@dataclass(frozen=True, slots=True)
class SniperWithdrawn(ValorEvent):
    """A sniper goes off the map, to be activated again (V20.6)."""

    side: str
    at: Hex

    def apply(self, state: State) -> None:
        state.snipers[self.side] = state.snipers[self.side]._replace(at=None)


# --- rally and valor (V21, V22) ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RallyRolled(ValorEvent):
    """A pinned unit's roll at the end of its side's segment (V21.2, V21.3)."""

    unit: str
    dice: tuple[int, ...]
    modifier: int
    leader: str
    number: int
    result: str

    def apply(self, state: State) -> None:
        state.to_rally = tuple(unit for unit in state.to_rally if unit != self.unit)


@dataclass(frozen=True, slots=True)
class RalliesLapsed(ValorEvent):
    """Units that were to roll are gone or pinned no longer."""

    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.to_rally = tuple(unit for unit in state.to_rally if unit not in self.units)


@dataclass(frozen=True, slots=True)
class ValorRolled(ValorEvent):
    """After a natural 2 a unit of the attack may become valorous, for good (V22.1, V22.6)."""

    unit: str
    dice: tuple[int, ...]
    number: int
    result: str

    def apply(self, state: State) -> None:
        if self.result == "valorous":
            state.alter(self.unit, valor=True)
