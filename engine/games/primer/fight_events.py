"""The events of the primer's fights, retreats and strikes; see events.py."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.primer.events import Sides
from engine.games.primer.state import FightRecord, Loss, RetreatDue, State
from engine.hexes.hex import Hex
from engine.play.events import SideOnlyEvent, UmpireOnlyEvent, WitnessedEvent


@dataclass(frozen=True, slots=True)
class AttackFoundNobody(SideOnlyEvent[State]):
    """An attack strikes a hex without enemies (P11)."""

    side: str
    units: tuple[str, ...]
    at: Hex


@dataclass(frozen=True, slots=True)
class FightResolved(WitnessedEvent[State]):
    """A fight with all its figures (P13–P15): only who sees all of both sides may know them.

    `hexes` are those of the attackers with the strength of each, `base` their sum, `attack` and
    `defence` the strengths compared, `dice` the faces rolled. `beaten` is the beaten side, and
    `retreat` the hexes it has to go by the table; 0: it is wiped out.
    """

    side: str
    units: tuple[str, ...]
    hexes: tuple[tuple[Hex, int], ...]
    at: Hex
    defenders: tuple[str, ...]
    base: int
    is_joint: bool
    bonus: int
    attack: int
    defence: int
    difference: int
    dice: tuple[int, ...]
    stronger: str
    beaten: str
    retreat: int
    seen_by: Sides

    def apply(self, state: State) -> None:
        fought = FightRecord(self.side, self.at, self.beaten, self.retreat)
        state.fights = (*state.fights, fought)
        for name in (*self.units, *self.defenders):
            if name in state.units and state.units[name].bonus:
                state.units[name] = state.units[name]._replace(bonus=0)


@dataclass(frozen=True, slots=True)
class OutcomeTold(SideOnlyEvent[State]):
    """A side that does not see all of a fight learns what came of it (P10).

    `at` is the hex that was attacked; `role` says whether the side attacked or defended.
    """

    side: str
    at: Hex
    role: str
    beaten: str
    retreat: int


@dataclass(frozen=True, slots=True)
class UnitsHeld(WitnessedEvent[State]):
    """Ranged units lose their own attack and stay where they are (P17)."""

    side: str
    units: tuple[str, ...]
    seen_by: Sides


@dataclass(frozen=True, slots=True)
class UnitsWipedOut(WitnessedEvent[State]):
    """Units are lost: by the `table`, as `ranged` ones, for want of a `path`, by a `missile`."""

    side: str
    units: tuple[str, ...]
    at: Hex
    cause: str
    seen_by: Sides

    def apply(self, state: State) -> None:
        for name in self.units:
            state.lost = (*state.lost, Loss(state.units.pop(name), self.seen_by))
            for side in self.seen_by:
                if name in state.sightings[side]:
                    known = state.sightings[side]
                    state.sightings[side] = {n: s for n, s in known.items() if n != name}


@dataclass(frozen=True, slots=True)
class UnitsBeaten(WitnessedEvent[State]):
    """A beaten stack that has to retreat: weak and in plain sight for some turns (P16)."""

    side: str
    units: tuple[str, ...]
    hexes: int
    turns: int
    seen_by: Sides

    def apply(self, state: State) -> None:
        now = state.side_turn
        for name in self.units:
            state.units[name] = state.units[name]._replace(
                exposed=self.turns, weakened=self.turns, since=now
            )
        state.retreats = (*state.retreats, RetreatDue(self.side, self.units, self.hexes))


@dataclass(frozen=True, slots=True)
class VictorsNoted(UmpireOnlyEvent[State]):
    """The hexes of the victors a beaten stack retreats from, perhaps unseen by it (P16)."""

    units: tuple[str, ...]
    foes: tuple[Hex, ...]

    def apply(self, state: State) -> None:
        state.retreats = tuple(
            due._replace(foes=self.foes) if due.units == self.units else due
            for due in state.retreats
        )


@dataclass(frozen=True, slots=True)
class Retreated(WitnessedEvent[State]):
    """A beaten stack goes back a hex; `left` are those it has still to go."""

    side: str
    units: tuple[str, ...]
    to: Hex
    left: int
    seen_by: Sides

    def apply(self, state: State) -> None:
        state.move_units(self.units, self.to)


@dataclass(frozen=True, slots=True)
class RetreatEnded(WitnessedEvent[State]):
    """A retreat is over."""

    side: str
    units: tuple[str, ...]
    seen_by: Sides

    def apply(self, state: State) -> None:
        state.retreats = tuple(due for due in state.retreats if due.units != self.units)


@dataclass(frozen=True, slots=True)
class MissileFired(SideOnlyEvent[State]):
    """A missile is spent on a hex."""

    unit: str
    side: str
    at: Hex

    def apply(self, state: State) -> None:
        reserve = next(entry for entry in state.reserves if entry.id == self.unit)
        state.reserves = tuple(entry for entry in state.reserves if entry.id != self.unit)
        state.lost = (*state.lost, Loss(reserve, (self.side,)))


@dataclass(frozen=True, slots=True)
class MissileStruck(WitnessedEvent[State]):
    """A missile's effect: `none`, `wiped-out` or `retreat` by a number of hexes."""

    side: str
    at: Hex
    effect: str
    retreat: int
    seen_by: Sides
