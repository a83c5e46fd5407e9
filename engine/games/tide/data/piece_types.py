"""The kinds of things on the table: figures, squads, vehicles, tokens, works; what terrain does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.texts import LocalText

PLACES = 4
"""Places on a base (Q1)."""


class UnitKind(StrEnum):
    """A type is of a figure on a base, of the bases themselves, or of a vehicle (E1)."""

    FIGURE = "figure"
    SQUAD = "squad"
    VEHICLE = "vehicle"


class MovementClass(StrEnum):
    """Classes of movement: the columns of the terrain table (X)."""

    SQUAD = "squad"
    VEHICLE = "vehicle"
    WHEELED = "wheeled"


TRAITS = (
    "officer", "hardened", "crew", "rapid", "area", "indirect", "no-op-fire", "concussive",
    "sturdy", "overruns", "thick", "wheeled", "towed",
)  # fmt: skip
SIZES = ("", "light", "heavy")


@dataclass(frozen=True)
class UnitType:
    """A type of figure, base or vehicle; what it lacks is 0, empty or false (tide U)."""

    id: str
    name: LocalText
    kind: UnitKind
    nation: str = ""
    size: str = ""
    range: int = 0
    fp: int = 0
    fp_normal: int = 0
    range_v: int = 0
    fp_v: int = 0
    places: int = 1
    move: int = 0
    armour: int = 0
    transport: int = 0
    traits: tuple[str, ...] = ()
    points: int = 0
    symbol: str = "infantry"

    def has_trait(self, trait: str) -> bool:
        """Return whether it has a trait."""
        return trait in self.traits

    @cached_property
    def is_figure(self) -> bool:
        """A soldier or crew on a base."""
        return self.kind is UnitKind.FIGURE

    @cached_property
    def is_squad(self) -> bool:
        """A base with figures (Q1)."""
        return self.kind is UnitKind.SQUAD

    @cached_property
    def is_vehicle(self) -> bool:
        """A vehicle, or a gun that is towed."""
        return self.kind is UnitKind.VEHICLE

    @cached_property
    def is_heavy(self) -> bool:
        """A heavy vehicle (V2)."""
        return self.size == "heavy"

    @cached_property
    def is_tank(self) -> bool:
        """It drives over infantry and wire (V7, SP7)."""
        return self.has_trait("overruns")

    @cached_property
    def is_towed(self) -> bool:
        """A gun that moves only behind a vehicle with transport (TR9)."""
        return self.has_trait("towed")

    @cached_property
    def is_crew(self) -> bool:
        """The crew of a heavy weapon (U10)."""
        return self.has_trait("crew")

    @cached_property
    def is_officer(self) -> bool:
        """Return whether it leads: mobility, determination, rally, fast recovery (U3–U6)."""
        return self.has_trait("officer")

    @cached_property
    def is_armed(self) -> bool:
        """Return whether it can attack anything."""
        return bool(self.fp or self.fp_v)

    @cached_property
    def movement_class(self) -> MovementClass:
        """Return its class of movement."""
        if not self.is_vehicle:
            return MovementClass.SQUAD
        return MovementClass.WHEELED if self.has_trait("wheeled") else MovementClass.VEHICLE


@dataclass(frozen=True)
class SquadToken:
    """A specialisation of a squad (SP1–SP5)."""

    id: str
    name: LocalText
    points: int = 0


@dataclass(frozen=True)
class WorkType:
    """A kind of position, obstacle or marker (X3–X9)."""

    id: str
    name: LocalText
    shelter: bool = False
    obstacle: bool = False
    cover: int = 0
    cover_v: int = 0


SMOKE, WIRE, MINES, TRAP, ENTRENCHMENT = "smoke", "wire", "mines", "trap", "entrenchment"
PILLBOX = "pillbox"


@dataclass(frozen=True)
class GroundEffects:
    """Effects of terrain beside its MP (X), by the words of the catalogue."""

    cover: Mapping[str, int]
    cover_vehicle: Mapping[str, int]
    cover_area: Mapping[str, int]
    blocks: frozenset[str]
    buildings: frozenset[str]
    ice: frozenset[str]
    no_positions: frozenset[str]

    def cover_of(self, ground: str, vehicle: bool = False, area: bool = False) -> int:
        """Return the red dice of units on this ground (RS2)."""
        known = self.cover_vehicle if vehicle else self.cover
        return self.cover_area.get(ground, known.get(ground, 0)) if area else known.get(ground, 0)

    def takes(self, work: WorkType, ground: str) -> bool:
        """Return whether a work may lie on a kind of ground (X3, X4)."""
        if work.id == SMOKE:
            return ground not in self.buildings
        return not work.shelter or ground not in self.no_positions


@dataclass(frozen=True)
class ObjectiveWorth:
    """The gain from an objective beside its points at the end (CM2)."""

    command: int = 0
    neutral: int = 0
    each_round: int = 0


@dataclass(frozen=True)
class OperationLayout:
    """The layout of an operations card (O): for a side, or for both.

    `until` is its last round; 0 lasts the whole game.
    """

    side: str = ""
    until: int = 0


@dataclass(frozen=True)
class ScenarioEvent:
    """An event of the scenario (ST6): what a side is given before a round."""

    name: LocalText
    round: int
    side: str = ""
    command: int = 0
    points: int = 0


def base_places_filled(figures: Sequence[UnitType]) -> int:
    """The places figures fill on their base (Q1)."""
    return sum(figure.places for figure in figures)
