"""The position of a game of valor: units, what they bear, what lies in hexes, whose turn it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.games.game_rules import StackedState
from engine.games.reinforcement_calls import Reserve
from engine.games.scenario_setup import SquadTerms
from engine.games.valor.data.piece_types import UnitType, WeaponType, WorkType
from engine.games.valor.data.rulebook import Rulebook
from engine.games.valor.game_board import GameBoard
from engine.games.valor.sight import SightCache
from engine.games.victory_judgement import LossTally
from engine.hexes.hex import Hex
from engine.play.game import Game
from engine.play.position import Result
from engine.texts import LocalText


class Phase(StrEnum):
    """The phases of a segment (V5.1), and what comes before and after them all."""

    SET_UP = "set-up"
    COMMAND = "command"
    FIRE = "fire"
    MOVEMENT = "movement"
    DEFENSIVE_FIRE = "defensive-fire"
    ASSAULT = "assault"
    AFTER_ACTION = "after-action"
    OVER = "over"


SEGMENT = (
    Phase.COMMAND, Phase.FIRE, Phase.MOVEMENT, Phase.DEFENSIVE_FIRE, Phase.ASSAULT,
    Phase.AFTER_ACTION,
)  # fmt: skip


class Unit(NamedTuple):
    """A squad, half squad, leader, AFV, vehicle or gun on the map, with its states (V0.4).

    `at` is the hex it is in, also of cargo, which is `inside` its carrier. `facing` is a direction
    0…5 of vehicle units. `smoked`: it has laid smoke this turn (V11.3).
    """

    id: str
    side: str
    type: str
    at: Hex
    name: LocalText = ""
    facing: int | None = None
    inside: str = ""
    pinned: bool = False
    fired: bool = False
    moved: bool = False
    assault_moving: bool = False
    immobile: bool = False
    valor: bool = False
    advanced: bool = False
    loaded_now: bool = False
    assaulted: bool = False
    smoked: bool = False

    def marked(self, *marks: str) -> Unit:
        """The unit with more of its states, by their names here."""
        changed: dict[str, Any] = dict.fromkeys(marks, True)
        return self._replace(**changed)


MARKS = ("pinned", "immobile", "valor")
"""The states a unit may have at the start, and keeps from turn to turn."""
PASSING = ("fired", "moved", "assault_moving", "advanced", "loaded_now", "assaulted", "smoked")
"""The states that end with the segment (V5.21)."""


class Weapon(NamedTuple):
    """A light or heavy support weapon and the unit that bears it (V1.4)."""

    id: str
    side: str
    type: str
    bearer: str
    name: LocalText = ""


class WeaponBurden(NamedTuple):
    """The weapons of a unit with types, number of heavy ones, and longest range.

    It is needed whenever a unit may do anything, and changes when weapons change hands.
    """

    weapons: tuple[tuple[Weapon, WeaponType], ...] = ()
    heavy: int = 0
    range: int = 0
    has_mortar: bool = False

    def with_another(self, weapon: Weapon, type_: WeaponType) -> WeaponBurden:
        """The same with another weapon."""
        return WeaponBurden(
            (*self.weapons, (weapon, type_)),
            self.heavy + type_.is_heavy,
            max(self.range, type_.range),
            self.has_mortar or type_.is_mortar,
        )


NOTHING_BORNE = WeaponBurden()


class Work(NamedTuple):
    """A position in a hex: fortification, entrenchment, mines or wire (V19).

    `hidden` mines are known to their side alone (V19.14).
    """

    id: str
    kind: str
    side: str
    at: Hex
    facing: int | None = None
    hidden: bool = False


class PositionPlan(NamedTuple):
    """A position its side has yet to lay in one of some hexes (V19.1)."""

    id: str
    kind: str
    side: str
    hexes: tuple[Hex, ...]
    facing: int | None = None


class Mission(NamedTuple):
    """A support mission placed on a hex: its kind, or a barrage of smoke instead (V11.5, V18)."""

    side: str
    kind: str
    at: Hex
    smoke: bool = False


class FireLane(NamedTuple):
    """A fire lane: who laid it with which weapon, and a marker in each of its hexes (V13.11)."""

    firer: str
    weapon: str
    side: str
    hexes: tuple[Hex, ...]


class FiredVolley(NamedTuple):
    """Infantry of a hex, or of a carrier, has fired at a hex: all of it at once (V14.2)."""

    start: Hex
    target: Hex
    inside: str = ""


class Sniper(NamedTuple):
    """A side's sniper (V20): off the map where `at` is None; `gone` for good when eliminated."""

    at: Hex | None = None
    fired: bool = False
    gone: bool = False


class TunnelUnit(NamedTuple):
    """A unit in the tunnel between two caves, with so many MP of its way still to go (V19.12)."""

    unit: Unit
    to: Hex
    left: int


Stock = Mapping[str, int]
"""A side's stocks, by the words of the rules: smoke, missions, X weapons."""


@dataclass(slots=True)
class State(StackedState[Unit]):
    """The position. Rulebook, field and what the scenario fixes are shared by all positions.

    Only events change it, by `put`, `alter`, `take_off` and by replacing what it holds.
    """

    book: Rulebook = dataclasses.field(repr=False, compare=False)
    field: GameBoard = dataclasses.field(repr=False, compare=False)
    aims: SquadTerms = dataclasses.field(repr=False, compare=False)
    units: dict[str, Unit]
    weapons: dict[str, Weapon]
    works: dict[Hex, Work]
    smoke: dict[Hex, int]
    stocks: dict[str, Stock]
    snipers: dict[str, Sniper]
    holders: dict[str, str]
    reserves: tuple[Reserve, ...] = ()
    plans: tuple[PositionPlan, ...] = ()
    lost: tuple[Unit, ...] = ()
    exited: tuple[Unit, ...] = ()
    removed: tuple[Unit, ...] = ()  # taken off by the umpire: no losses
    fallen: tuple[LossTally, ...] = ()  # what each side has lost, in whole units and in part
    missions: tuple[Mission, ...] = ()
    lanes: tuple[FireLane, ...] = ()
    volleys: tuple[FiredVolley, ...] = ()
    below: tuple[TunnelUnit, ...] = ()
    to_rally: tuple[str, ...] = ()
    turn: int = 0
    phase: Phase = Phase.SET_UP
    stage: str = ""  # within a phase: what it is about; "done" when its side is
    active: str = ""
    result: Result | None = None
    tallies: tuple[tuple[int, int], ...] = ()  # turns in a row that conditions have held
    _standing: dict[Hex, tuple[Unit, ...]] | None = dataclasses.field(
        default=None, repr=False, compare=False
    )
    _burdens: dict[str, WeaponBurden] | None = dataclasses.field(
        default=None, repr=False, compare=False
    )
    _seeing: SightCache | None = dataclasses.field(default=None, repr=False, compare=False)

    def copy(self) -> State:
        """An independent position; what it holds is immutable, so shared."""
        return State(
            self.book, self.field, self.aims, self.units.copy(), self.weapons.copy(),
            self.works.copy(), self.smoke.copy(), self.stocks.copy(), self.snipers.copy(),
            self.holders.copy(), self.reserves, self.plans, self.lost, self.exited, self.removed,
            self.fallen, self.missions, self.lanes, self.volleys, self.below, self.to_rally,
            self.turn, self.phase, self.stage, self.active, self.result, self.tallies,
            self._standing, self._burdens, self._seeing,
        )  # fmt: skip

    # --- changing: for events alone ---------------------------------------------------------------

    def put(self, unit: Unit) -> None:
        """A unit as it is now; its cargo goes where it goes."""
        before = self.units.get(unit.id)
        self.units[unit.id] = unit
        if before is None or before.at != unit.at or before.inside != unit.inside:
            self._standing = None
        elif self._standing is not None and not unit.inside:
            here = tuple(unit if each is before else each for each in self._standing[unit.at])
            self._standing = {**self._standing, unit.at: here}
        if before is not None and before.at != unit.at:
            for cargo in [each for each in self.units.values() if each.inside == unit.id]:
                self.put(cargo._replace(at=unit.at))

    def alter(self, unit: str, **changes: Any) -> None:
        """A unit with some of its values changed."""
        self.put(self.units[unit]._replace(**changes))

    def take_off(self, unit: str) -> Unit:
        """A unit off the map, with what it bears; it is given back as it was."""
        self._standing = self._burdens = None
        for weapon in [each.id for each in self.weapons.values() if each.bearer == unit]:
            del self.weapons[weapon]
        return self.units.pop(unit)

    def hand_weapon(self, weapon: str, bearer: str) -> None:
        """A weapon to another bearer."""
        self.weapons[weapon] = self.weapons[weapon]._replace(bearer=bearer)
        self._burdens = None

    def stock(self, side: str, kind: str, more: int) -> None:
        """A side's store of something, so much larger or smaller."""
        store = self.stocks[side]
        self.stocks[side] = {**store, kind: store.get(kind, 0) + more}

    def lay_smoke(self, at: Hex, amount: int) -> None:
        """So much smoke in a hex; none for 0."""
        self._seeing = None
        if amount:
            self.smoke[at] = amount
        else:
            del self.smoke[at]

    def lay_work(self, work: Work) -> None:
        """A position in its hex."""
        self._seeing = None
        self.works[work.at] = work

    def remove_work(self, at: Hex) -> None:
        """The position of a hex taken away."""
        self._seeing = None
        del self.works[at]

    def clear_lookups(self) -> None:
        """Look everything up anew: what the position holds was replaced."""
        self._standing = self._burdens = self._seeing = None

    # --- looking ----------------------------------------------------------------------------------

    def type_of(self, unit: Unit | Reserve) -> UnitType:
        """A unit's type."""
        return self.book.units[unit.type]

    def weapon_type(self, weapon: Weapon) -> WeaponType:
        """A weapon's type."""
        return self.book.weapons[weapon.type]

    def work_type(self, work: Work) -> WorkType:
        """Return the type of a position."""
        return self.book.works[work.kind]

    def weapons_borne(self, unit: str) -> tuple[Weapon, ...]:
        """The support weapons a unit bears."""
        return tuple(weapon for weapon, _ in self.burden(unit).weapons)

    def burden(self, unit: str) -> WeaponBurden:
        """The same with what it means for what a unit may do."""
        if self._burdens is None:
            found: dict[str, WeaponBurden] = {}
            for weapon in self.weapons.values():
                known = found.get(weapon.bearer, NOTHING_BORNE)
                found[weapon.bearer] = known.with_another(weapon, self.weapon_type(weapon))
            self._burdens = found
        return self._burdens.get(unit, NOTHING_BORNE)

    def count_in_stock(self, side: str, kind: str) -> int:
        """Return the amount of a stock that a side has."""
        return self.stocks[side].get(kind, 0)

    def smoke_at(self, hex_: Hex) -> int:
        """The number of the smoke in a hex; 0 without any."""
        return self.smoke.get(hex_, 0)

    @property
    def seeing(self) -> SightCache:
        """Return the lines of sight with the present smoke and bunkers (V9.7)."""
        if self._seeing is None:
            works, known = self.works, self.book.works
            bunkers = tuple(hex_ for hex_, work in works.items() if known[work.kind].blocks)
            self._seeing = self.field.seeing(self.smoke, bunkers)
        return self._seeing

    def lanes_at(self, hex_: Hex) -> list[FireLane]:
        """The fire lanes with a marker in a hex."""
        return [lane for lane in self.lanes if hex_ in lane.hexes]

    def name(self, unit: str) -> LocalText:
        """The name of a unit or weapon, also lost or yet to come; its id if it has none."""
        if unit in self.weapons:
            return self.weapons[unit].name or unit
        return StackedState.name(self, unit)


ValorGame = Game[State]
