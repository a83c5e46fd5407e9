"""Movement costs: a class of unit's terrain effects, and the reasons for a step's cost.

Costs are movement points (MP) as the game prints them: whole numbers or fractions (a march at two
hexes to the point costs 1/2 a hex). Searches count in *units*, the largest part of a point that
makes all of a class's costs whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.problems import SandtableError
from engine.texts import text

Points = int | Fraction
"""Movement points: an int where they are whole."""

DEAREST = 254
"""Largest cost of a step; dearer steps are impossible."""

UNIT_LIMIT = 60
"""The most units in a movement point: finer fractions would leave no room for ordinary costs."""


class InvalidMobilityError(SandtableError):
    """A table of costs that makes no sense; says which cost, and what would be right."""


class MovementTerrain(Protocol):
    """The parts of a map that movement needs; every plane is indexed [row, column]."""

    @property
    def grid(self) -> Grid:
        """The hexes of the sheet."""

    @property
    def level(self) -> NDArray[np.int16]:
        """Elevation in levels."""

    @property
    def ground(self) -> NDArray[np.uint8]:
        """The ground of each hex as a number into `grounds`."""

    @property
    def grounds(self) -> tuple[str, ...]:
        """The ids of the kinds of ground."""

    @property
    def sides(self) -> Mapping[str, NDArray[np.uint8]]:
        """Hexside features: for each kind a plane of six-bit masks."""

    @property
    def links(self) -> Mapping[str, NDArray[np.uint8]]:
        """Links between neighbours (roads …): for each kind a plane of six-bit masks."""


@dataclass(frozen=True)
class Mobility:
    """The terrain effects on the movement of one class of units (tank V1, V2; primer P4).

    A step costs what the ground of the hex entered costs, plus what the hexside crossed adds, plus
    what the change of level adds. Along a link it costs the link's price instead of the ground's,
    on any ground (a road over water is a bridge); where several ways lead to the same neighbour the
    cheapest counts. Where a road makes road hexes, as in the primer, `linked` says what a hex on it
    costs from any side. Every step costs something: InvalidMobilityError refuses a class with a
    free step, or with negative costs.
    """

    name: str
    ground: Mapping[str, Points | None] = field(default_factory=dict)
    """MP to enter a hex by its kind of ground; None means no entry."""
    other_ground: Points | None = None
    """MP to enter ground that `ground` does not name."""
    side: Mapping[str, Points | None] = field(default_factory=dict)
    """MP added for crossing a hexside feature; None bars it; kinds not named add nothing."""
    fords: tuple[str, ...] = ()
    """Hexside features across which the ground entered counts as `other_ground`, whatever it is."""
    link: Mapping[str, Points] = field(default_factory=dict)
    """MP of a step along a link; links not named cannot be used."""
    linked_by: tuple[str, ...] = ()
    """The links that make a road hex of every hex they touch."""
    linked: Mapping[str, Points | None] = field(default_factory=dict)
    """MP to enter a road hex, from any side, by its ground; kinds not named as without a road."""
    up: Points = 0
    """MP added for each level climbed."""
    down: Points = 0
    """MP added for each level descended."""
    max_up: int | None = None
    """Most levels climbed in one step; None without a limit."""
    max_down: int | None = None
    """Most levels descended in one step; None without a limit."""
    links_cancel_sides: bool = True
    """True if a step along a link ignores hexsides: streams are bridged, walls have gates."""
    links_cancel_levels: bool = True
    """True if a step along a link ignores changes of level."""

    def __post_init__(self) -> None:
        for name, cost in self.link.items():
            if cost is None:
                raise InvalidMobilityError(self._text("mobility-link", kind=name))
        for name, cost in self._named_costs():
            if cost < 0:
                raise InvalidMobilityError(self._text("mobility-negative", kind=name, cost=cost))
        for name, cost in (*self._entries(), *self.link.items()):
            if cost == 0:
                raise InvalidMobilityError(self._text("mobility-free", kind=name))
        if self.per_point > UNIT_LIMIT:
            values = {"most": UNIT_LIMIT, "found": self.per_point}
            raise InvalidMobilityError(self._text("mobility-too-fine", **values))

    def _text(self, key: str, **values: object) -> str:
        return text(f"game.{key}", None, mobility=self.name, **values)

    @classmethod
    def from_table(cls, name: str, table: Mapping[str, Any]) -> Mobility:
        """The class a table of a game's data describes; its keys are this class's fields.

        A cost is a whole number, a fraction as text ("1/2") or null for no entry. Raises
        InvalidMobilityError for an unknown key or a cost that is none of these.
        """
        known = [field for field in cls.__dataclass_fields__ if field != "name"]
        for key in table:
            if key not in known:
                values = {"mobility": name, "key": key, "known": ", ".join(known)}
                raise InvalidMobilityError(text("game.mobility-key", None, **values))
        return cls(name, **{key: _read(f"{name}.{key}", value) for key, value in table.items()})

    @cached_property
    def per_point(self) -> int:
        """Units in one movement point."""
        return math.lcm(*(Fraction(cost).denominator for _, cost in self._named_costs()))

    def units(self, points: Points) -> int:
        """Movement points in units; what is left over of a unit is lost."""
        return math.floor(points * self.per_point)

    def points(self, units: int) -> Points:
        """Units in movement points."""
        whole, rest = divmod(units, self.per_point)
        return Fraction(units, self.per_point) if rest else whole

    def entry(self, ground: str) -> Points | None:
        """MP to enter a kind of ground across country; None means no entry."""
        return self.ground.get(ground, self.other_ground)

    def entry_to(self, terrain: MovementTerrain, hex_: Hex) -> StepCostPart:
        """Return the cost of entering a hex by its ground, or by the road it is on."""
        index = terrain.grid.index(hex_)
        ground = terrain.grounds[terrain.ground[index]]
        if ground in self.linked:
            for kind in self.linked_by:
                if kind in terrain.links and terrain.links[kind][index]:
                    return StepCostPart(CostCause.LINK, kind, self.linked[ground])
        return StepCostPart(CostCause.GROUND, ground, self.entry(ground))

    def marching(self, links: Iterable[str] = ("road",), hexes_per_point: int = 2) -> Mobility:
        """This class on the march: along links only, so many hexes to the point (tank V2)."""
        price = Fraction(1, hexes_per_point)
        return replace(
            self,
            name=f"{self.name} marching",
            ground={},
            other_ground=None,
            linked={},
            link=dict.fromkeys(links, price),
        )

    def _entries(self) -> list[tuple[str, Points]]:
        entries = [*self.ground.items(), *self.linked.items(), ("other ground", self.other_ground)]
        return [(name, cost) for name, cost in entries if cost is not None]

    def _named_costs(self) -> list[tuple[str, Points]]:
        sides = [(name, cost) for name, cost in self.side.items() if cost is not None]
        return [*self._entries(), *sides, *self.link.items(), ("up", self.up), ("down", self.down)]


class CostCause(StrEnum):
    """The causes of the parts of a step's cost."""

    GROUND = "ground"
    LINK = "link"
    SIDE = "side"
    UP = "up"
    DOWN = "down"
    MAP_EDGE = "map-edge"


@dataclass(frozen=True)
class StepCostPart:
    """One part of a step's cost: "stream 2" is Part(SIDE, "stream", 2); None forbids the step."""

    cause: CostCause
    kind: str
    """The id of the ground, link or hexside feature; for a slope the number of levels."""
    cost: Points | None


@dataclass(frozen=True)
class CostedStep:
    """One step and what makes up its cost; `cost` is None where it cannot be made."""

    origin: Hex
    direction: int
    parts: tuple[StepCostPart, ...]
    cost: Points | None


def explain(mobility: Mobility, terrain: MovementTerrain, hex_: Hex, direction: int) -> CostedStep:
    """Return the parts of the cost of a step in a direction 0…5, or its prohibition."""
    grid = terrain.grid
    if grid.neighbour(hex_, direction) not in grid:
        edge = StepCostPart(CostCause.MAP_EDGE, "", None)
        return CostedStep(hex_, direction, (edge,), None)
    ways = (
        _step(mobility, hex_, direction, parts)
        for parts in _ways(mobility, terrain, hex_, direction)
    )
    return min(ways, key=lambda step: math.inf if step.cost is None else step.cost)


def _ways(
    mobility: Mobility, terrain: MovementTerrain, hex_: Hex, direction: int
) -> list[tuple[StepCostPart, ...]]:
    """The ways to a neighbour on the map: along each link that leads there, and across country."""
    sides = _sides_crossed(mobility, terrain, hex_, direction)
    slope = _slope(mobility, terrain, hex_, direction)
    on_road = (() if mobility.links_cancel_sides else sides) + (
        () if mobility.links_cancel_levels else slope
    )
    ways = [
        (StepCostPart(CostCause.LINK, kind, cost), *on_road)
        for kind, cost in mobility.link.items()
        if _has_bit(terrain.links.get(kind), terrain.grid, hex_, direction)
    ]
    entry = mobility.entry_to(terrain, terrain.grid.neighbour(hex_, direction))
    ford = next((part for part in sides if part.kind in mobility.fords), None)
    if ford is None or None in (entry.cost, ford.cost, mobility.other_ground):
        return [*ways, (entry, *sides, *slope)]
    return [*ways, (*(_forded(mobility, part) if part is ford else part for part in sides), *slope)]


def _forded(mobility: Mobility, ford: StepCostPart) -> StepCostPart:
    """A ford with the open ground that stands for whatever lies behind it."""
    assert ford.cost is not None
    assert mobility.other_ground is not None
    return replace(ford, cost=ford.cost + mobility.other_ground)


def _sides_crossed(
    mobility: Mobility, terrain: MovementTerrain, hex_: Hex, direction: int
) -> tuple[StepCostPart, ...]:
    return tuple(
        StepCostPart(CostCause.SIDE, kind, cost)
        for kind, cost in mobility.side.items()
        if _has_bit(terrain.sides.get(kind), terrain.grid, hex_, direction)
    )


def _slope(
    mobility: Mobility, terrain: MovementTerrain, hex_: Hex, direction: int
) -> tuple[StepCostPart, ...]:
    """The part a change of level adds; none where it is free."""
    grid, level = terrain.grid, terrain.level
    rise = int(level[grid.index(grid.neighbour(hex_, direction))]) - int(level[grid.index(hex_)])
    climbs = rise > 0
    each, most = (mobility.up, mobility.max_up) if climbs else (mobility.down, mobility.max_down)
    too_steep = most is not None and abs(rise) > most
    if not too_steep and not rise * each:
        return ()
    cost = None if too_steep else abs(rise) * each
    return (StepCostPart(CostCause.UP if climbs else CostCause.DOWN, str(abs(rise)), cost),)


def _step(
    mobility: Mobility, origin: Hex, direction: int, parts: tuple[StepCostPart, ...]
) -> CostedStep:
    costs = [part.cost for part in parts if part.cost is not None]
    total = mobility.points(sum(mobility.units(cost) for cost in costs))
    possible = len(costs) == len(parts) and mobility.units(total) <= DEAREST
    return CostedStep(origin, direction, parts, total if possible else None)


def _has_bit(masks: NDArray[np.uint8] | None, grid: Grid, hex_: Hex, direction: int) -> bool:
    return masks is not None and bool(masks[grid.index(hex_)] >> direction & 1)


def _read(where: str, value: Any) -> Any:
    """A value of a table of data: costs written as text become fractions."""
    if isinstance(value, Mapping):
        return {key: _read(f"{where}.{key}", cost) for key, cost in value.items()}
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise InvalidMobilityError(_no_cost(where, value)) from None
    if isinstance(value, int) or value is None:
        return value
    raise InvalidMobilityError(_no_cost(where, value))


def _no_cost(where: str, value: object) -> str:
    return text("game.mobility-cost", None, where=where, found=value)
