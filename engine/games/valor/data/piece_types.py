"""The types of pieces (V1): units, weapons, positions; terrain, and steering (V6.8, V7.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.movement.facing_rules import AHEAD, ASTERN, SideEntry, SteeringRules
from engine.texts import LocalText


class UnitKind(StrEnum):
    """Kinds of units (V1.2–V1.7)."""

    SQUAD = "squad"
    HALF = "half"
    LEADER = "leader"
    AFV = "afv"
    VEHICLE = "vehicle"
    GUN = "gun"


INFANTRY = frozenset({UnitKind.SQUAD, UnitKind.HALF, UnitKind.LEADER})


class MovementClass(StrEnum):
    """Classes of movement: the columns of the terrain table (V10)."""

    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    GUN = "gun"


LEADER_MP, INFANTRY_MP = 6, 4


@dataclass(frozen=True)
class UnitType:
    """A type of unit; what it lacks is 0, empty or false (V1.8)."""

    id: str
    name: LocalText
    kind: UnitKind
    nation: str = ""
    apfp: int = 0
    range: int = 0
    cr: int = 0
    elite: bool = False
    half: str = ""
    modifier: int = 0
    atfp: str = ""
    turret: bool = False
    gun: int = 0
    mg360: int = 0
    mgff: int = 0
    front: str = ""
    rear: str = ""
    shield: bool = False
    mp: int = 0
    transport: str = ""
    tows: str = ""
    points: int = 0
    symbol: str = "infantry"

    @cached_property
    def is_infantry(self) -> bool:
        """Squad, half squad or leader."""
        return self.kind in INFANTRY

    @cached_property
    def is_leader(self) -> bool:
        """One man with a modifier (V1.3)."""
        return self.kind is UnitKind.LEADER

    @cached_property
    def is_squad(self) -> bool:
        """A whole squad."""
        return self.kind is UnitKind.SQUAD

    @cached_property
    def is_half(self) -> bool:
        """A half squad."""
        return self.kind is UnitKind.HALF

    @cached_property
    def is_afv(self) -> bool:
        """Armoured (V1.6)."""
        return self.kind is UnitKind.AFV

    @cached_property
    def is_gun(self) -> bool:
        """A gun with its crew (V1.5)."""
        return self.kind is UnitKind.GUN

    @cached_property
    def is_soft(self) -> bool:
        """An unarmoured vehicle or a gun: it has a CR and is a target of AP attacks (V14.1)."""
        return self.kind in (UnitKind.VEHICLE, UnitKind.GUN)

    @cached_property
    def is_vehicle_unit(self) -> bool:
        """AFV, unarmoured vehicle or gun: it has a front."""
        return self.kind not in INFANTRY

    @cached_property
    def is_carrier(self) -> bool:
        """Return whether it takes passengers (V8.1)."""
        return bool(self.transport)

    @cached_property
    def movement_class(self) -> MovementClass:
        """Return its class of movement."""
        if self.is_infantry:
            return MovementClass.INFANTRY
        return MovementClass.GUN if self.is_gun else MovementClass.VEHICLE

    @cached_property
    def has_main_gun(self) -> bool:
        """Return whether it fires at armour and lays smoke: a gun, or an AFV with one."""
        return bool(self.atfp)

    @cached_property
    def allowance(self) -> int:
        """MP by itself (V6.4)."""
        if self.is_infantry:
            return LEADER_MP if self.is_leader else INFANTRY_MP
        return self.mp


class WeaponCarry(StrEnum):
    """Support weapons by their bearers (V1.4): light and heavy borne, X of the pool."""

    LIGHT = "L"
    HEAVY = "H"
    POOL = "X"


@dataclass(frozen=True)
class WeaponType:
    """A support weapon (V12); `class_` says who may bear it, `kind` how it is used."""

    id: str
    name: LocalText
    class_: WeaponCarry
    kind: str
    apfp: int = 0
    least: int = 0
    range: int = 0
    atfp: str = ""
    modifier: int = 0
    points: int = 0
    symbol: str = "machine-gun"

    @cached_property
    def is_light(self) -> bool:
        """An L weapon."""
        return self.class_ is WeaponCarry.LIGHT

    @cached_property
    def is_heavy(self) -> bool:
        """An H weapon: 1 MP to its bearer (V6.7)."""
        return self.class_ is WeaponCarry.HEAVY

    @cached_property
    def is_pooled(self) -> bool:
        """An X weapon (V12.5)."""
        return self.class_ is WeaponCarry.POOL

    @cached_property
    def is_mg(self) -> bool:
        """A machine gun: it lays fire lanes (V13.11)."""
        return self.kind == "mg"

    @cached_property
    def is_mortar(self) -> bool:
        """A mortar (V12.10)."""
        return self.kind == "mortar"


WEAPON_KINDS = ("mg", "mortar", "at", "flamethrower", "grenade", "charge")


@dataclass(frozen=True)
class WorkType:
    """A kind of position (V19): fortification or entrenchment."""

    id: str
    name: LocalText
    class_: str
    cover: int = 0
    holds: str = "any"
    entry: int = 0
    blocks: bool = False
    arc: bool = False

    @cached_property
    def is_bunker(self) -> bool:
        """It holds one gun or two infantry units and fires out of an arc (V19.6)."""
        return self.holds == "bunker"

    @cached_property
    def adds(self) -> bool:
        """Return whether its cover adds to the ground's: an entrenchment (V19.3)."""
        return self.class_ == "entrenchment"

    @cached_property
    def is_shelter(self) -> bool:
        """Return whether it shelters units: not mines and wire."""
        return bool(self.cover)

    def has_room(self, types: Sequence[UnitType]) -> bool:
        """Return whether units all find room in it (V19.5)."""
        if not self.is_shelter:
            return True
        guns = sum(type_.is_gun for type_ in types)
        infantry = sum(type_.is_infantry for type_ in types)
        if guns + infantry < len(types):
            return False
        if self.is_bunker:
            return (guns, infantry) == (1, 0) or (guns == 0 and infantry <= 2)
        return not (guns and self.holds == "infantry")


WORK_CLASSES = ("fortification", "entrenchment")
HOLDS = ("any", "infantry", "bunker")


@dataclass(frozen=True)
class GroundEffects:
    """Effects of terrain beside its MP (V10), by the words of the catalogue."""

    cover: Mapping[str, int]
    blocks: frozenset[str]
    hinders: Mapping[str, int]
    low: frozenset[str]
    high: frozenset[str]
    doubles: frozenset[str]
    no_entrenchments: frozenset[str]

    def cover_of(self, ground: str) -> int:
        """Return the modifier to attacks on units on this ground (V10.1)."""
        return self.cover.get(ground, 0)

    def takes(self, work: WorkType, ground: str) -> bool:
        """Return whether a position may lie on a kind of ground (V19.2).

        Fortifications lie in the open, entrenchments not in houses, streams and water.
        """
        return ground not in self.no_entrenchments if work.adds else self.is_open(ground)

    def is_open(self, ground: str) -> bool:
        """Open ground, where fortifications may lie (V19.2)."""
        closed = ground in self.no_entrenchments or ground in self.blocks
        return not (closed or self.cover_of(ground) or ground in self.hinders)


TURNS = (0, 0, 1, 2)  # MP for turning by so many hexsides: the first is free (V6.8)
STEERED = SteeringRules({AHEAD: SideEntry(turns=TURNS), ASTERN: SideEntry(times=2)})
"""Ahead, turning on entering; astern at twice the cost, with the facing it has (V7.2)."""
