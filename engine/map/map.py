"""The map: a sheet of hexes as its file holds it, in arrays ready to paint, draw and check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import ColumnRow, Labels, LabelStyle
from engine.map.styles import MODERN, MapNameKind, MapStyle
from engine.map.terrain import CustomTerrainKind
from engine.problems import Waiver
from engine.texts import LocalText

LOWEST_LEVEL, HIGHEST_LEVEL = -999, 9999

Plane = NDArray[np.bool_]
Levels = NDArray[np.int16]
Masks = NDArray[np.uint8]


@dataclass(frozen=True)
class NameStyle:
    """The style of a name where it differs from the map's; lengths are in hexes.

    `pin` is the middle of the name and `curve` the line it runs along, both from the middle of its
    hex to the right and down; a name with neither is placed automatically. `turn` is in degrees
    clockwise, `spacing` in sizes of the letters.
    """

    sort: MapNameKind = MapNameKind.SETTLEMENT
    size: float | None = None
    weight: int | None = None
    colour: str = ""
    spacing: float | None = None
    turn: float = 0.0
    pin: tuple[float, float] | None = None
    curve: tuple[tuple[float, float], ...] = ()

    @property
    def is_pinned(self) -> bool:
        """Return True if the name was placed by hand."""
        return self.pin is not None or bool(self.curve)

    def without_position(self) -> NameStyle:
        """The same for a map that was turned or mirrored: it finds a place of its own."""
        return replace(self, turn=0.0, pin=None, curve=())


DEFAULT_LOOK = NameStyle()


class PlaceName(NamedTuple):
    """A name printed on the map at a hex."""

    at: Hex
    name: LocalText
    look: NameStyle = DEFAULT_LOOK


class DesignerNote(NamedTuple):
    """A designer's remark on a hex, not shown to players."""

    at: Hex
    text: LocalText


@dataclass
class Zone:
    """A named set of hexes: set-up areas, reinforcement edges, objectives.

    `hexes` is a plane [row, column].
    """

    hexes: Plane
    name: LocalText = ""
    colour: str = ""


class ForeignData(NamedTuple):
    """Another program's data on some hexes, or on the whole map, in its own words.

    Sandtable has no equivalent: they are written back for that program, and otherwise not used.
    """

    program: str
    at: tuple[Hex, ...]  # none: of the map
    words: str


@dataclass
class Map:
    """A map sheet.

    `level` (int16) and `ground` (uint8, an index into `grounds`) have one entry a hex. `sides` and
    `links` hold a plane of six-bit masks per kind: bit d is set where the feature lies on the
    hexside facing direction d, or the link leads to the neighbour there; both hexes carry the bit,
    and a hexside at the map's edge is carried by its one hex.

    >>> map_ = Map.blank(Grid(columns=6, rows=4))
    >>> here = map_.labels.find("0302")
    >>> there = map_.grid.neighbour(here, 0)
    >>> map_.set_side("river", here, 0)
    >>> map_.has_side("river", there, 3)
    True
    >>> map_.ground_at(here), int(map_.level[map_.grid.index(here)])
    ('open', 0)
    """

    grid: Grid
    level: Levels
    ground: NDArray[np.uint8]
    grounds: tuple[str, ...] = ("open",)
    title: LocalText = ""
    hex_metres: float = 50.0
    level_metres: float = 10.0
    base_metres: float = 0.0
    label_style: LabelStyle = field(default_factory=ColumnRow)
    symbols: tuple[str, ...] = (".",)  # the legend: the character each ground is written with
    sides: dict[str, Masks] = field(default_factory=dict)
    links: dict[str, Masks] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    places: list[PlaceName] = field(default_factory=list)
    style: MapStyle | None = None  # what it is drawn in where nothing else is asked for
    kinds: dict[str, CustomTerrainKind] = field(
        default_factory=dict
    )  # of terrain, of the map's own
    notes: list[DesignerNote] = field(default_factory=list)
    credits: str = ""
    origin: str = ""  # what the map was imported from, if it was
    kept: tuple[ForeignData, ...] = ()
    waived: tuple[Waiver, ...] = ()

    @classmethod
    def blank(cls, grid: Grid) -> Map:
        """A map of open ground at level 0."""
        return cls(grid, np.zeros(grid.shape, np.int16), np.zeros(grid.shape, np.uint8))

    @property
    def labels(self) -> Labels:
        """The printed labels of this map's hexes."""
        return Labels(self.grid, self.label_style, self.hex_metres)

    def ground_at(self, hex_: Hex) -> str:
        """The kind of ground in a hex of the map."""
        return self.grounds[int(self.ground[self.grid.index(hex_)])]

    def set_side(self, kind: str, hex_: Hex, direction: int) -> None:
        """Lay a feature along a hexside."""
        _mark(self.sides, kind, self.grid, hex_, direction)

    def set_link(self, kind: str, hex_: Hex, direction: int) -> None:
        """Link a hex to its neighbour, which must lie on the map."""
        assert self.grid.neighbour(hex_, direction) in self.grid
        _mark(self.links, kind, self.grid, hex_, direction)

    def has_side(self, kind: str, hex_: Hex, direction: int) -> bool:
        """Return True if a feature is on a hex's side."""
        return kind in self.sides and bool(self.sides[kind][self.grid.index(hex_)] >> direction & 1)

    def has_link(self, kind: str, hex_: Hex, direction: int) -> bool:
        """Return True if a link leads from a hex in a direction."""
        return kind in self.links and bool(self.links[kind][self.grid.index(hex_)] >> direction & 1)


def style_of(map_: Map, wanted: MapStyle | None = None) -> MapStyle:
    """The style a map is drawn in: one that is asked for, else its own, else the usual one."""
    return wanted or map_.style or MODERN


def _mark(masks: dict[str, Masks], kind: str, grid: Grid, hex_: Hex, direction: int) -> None:
    if kind not in masks:
        masks[kind] = np.zeros(grid.shape, np.uint8)
    plane = masks[kind]
    plane[grid.index(hex_)] |= 1 << direction
    other = grid.neighbour(hex_, direction)
    if other in grid:
        plane[grid.index(other)] |= 1 << (direction + SIDES // 2) % SIDES


def resolve_custom_kinds(map_: Map, game: str) -> Map:
    """The map as a game sees it; the same where there are no kinds of its own."""
    if not map_.kinds:
        return map_
    taken = {id_: kind.kind_for_game(game) for id_, kind in map_.kinds.items()}
    return replace(
        map_,
        grounds=tuple(taken.get(kind, kind) for kind in map_.grounds),
        sides=_taken(map_.sides, taken),
        links=_taken(map_.links, taken),
    )


def _taken(planes: Mapping[str, Masks], taken: Mapping[str, str]) -> dict[str, Masks]:
    """The planes by the kinds they are taken for, those of one kind together."""
    found: dict[str, Masks] = {}
    for kind, plane in planes.items():
        name = taken.get(kind, kind)
        found[name] = found[name] | plane if name in found else plane
    return found
