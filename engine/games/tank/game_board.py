"""The board as the tank rules see it: sight (S), ranges, costs and cover, each worked out once.

What depends on the map and the rulebook alone is kept here and shared by all games of a scenario;
nothing in it ever changes. One hex sees another if no hex on the line between them rises above it.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from engine.games.tank.data.rulebook import Cover, Rulebook
from engine.hexes.hex import SIDES, Hex, distance
from engine.map.board import Board
from engine.movement.mobility import explain
from engine.sight.line_trace import GrazingRule, TraceRule
from engine.sight.map_sight import Sight
from engine.sight.sight_profile import Plane


def build_sight(board: Board, book: Rulebook) -> Sight:
    """Build the sight rules of a board; `profile` is its sighting chart of a line (S5)."""
    rule = GrazingRule(book.choices.on_the_line)
    trace = TraceRule(book.choices.trace)
    return Sight(board.grid, board.level, effective_heights(board, book), trace, rule)


def effective_heights(board: Board, book: Rulebook) -> Plane:
    """The effective height of every hex on a line: its level, and 1 more under cover (S2)."""
    height = board.level.copy()
    for ground, cover in book.cover.items():
        height[board.plane_of([ground])] += cover.height
    return height


class RangeCell(NamedTuple):
    """One hex as seen over a gun from another: what tables A and B say (F3)."""

    range: int
    base: int  # Table A
    height: int  # Table B, to subtract
    seen: bool


class HexStep(NamedTuple):
    """One step to a neighbour: where to, and its price."""

    to: Hex
    cost: int


class FireableHexes(dict[Hex, bool]):
    """From one hex with one gun: whether fire may be declared at each hex, found when looked up.

    May be, where the target is in sight and in range, or anywhere if the umpire lets players
    judge for themselves (F2).
    """

    def __init__(self, field: GameBoard, gun: str, at: Hex) -> None:
        super().__init__()
        self.field, self.gun, self.at = field, gun, at

    def __missing__(self, target: Hex) -> bool:
        aim = self.field.range_entry(self.gun, self.at, target)
        may = self.field.declares_any or (aim is not None and aim.seen)
        self[target] = may
        return may


class GameBoard:
    """A board under one rulebook."""

    def __init__(self, board: Board, book: Rulebook) -> None:
        self.board, self.book = board, book
        self.sight = build_sight(board, book)
        self._aims: dict[tuple[str, Hex, Hex], RangeCell | None] = {}
        self._fires: dict[tuple[str, Hex], FireableHexes] = {}
        self.declares_any = book.choices.declare == "any"
        self._ways: dict[Hex, tuple[HexStep, ...]] = {}
        self._marches: dict[Hex, tuple[HexStep, ...]] = {}
        self._covers: dict[Hex, Cover] = {}
        self._entered: dict[Hex, bool] = {}
        self._labels: dict[Hex, str] = {}

    def range_entry(self, gun: str, firer: Hex, target: Hex) -> RangeCell | None:
        """Range and levels of a shot from hex to hex; None beyond the gun's table (F2, F3)."""
        key = gun, firer, target
        try:
            return self._aims[key]
        except KeyError:
            return self._aims.setdefault(key, self._aim(gun, firer, target))

    def fire_from(self, unit_type: str, at: Hex) -> FireableHexes:
        """Return the hexes at which a unit of a type may declare fire from a hex (F2)."""
        key = unit_type, at
        try:
            return self._fires[key]
        except KeyError:
            fire = FireableHexes(self, self.book.units[unit_type].gun, at)
            return self._fires.setdefault(key, fire)

    def steps_from(self, hex_: Hex) -> tuple[HexStep, ...]:
        """The steps a hex allows across country and along roads, in whole MP (V1)."""
        if hex_ not in self._ways:
            self._ways[hex_] = tuple(self._steps(hex_))
        return self._ways[hex_]

    def march_steps_from(self, hex_: Hex) -> tuple[HexStep, ...]:
        """The steps a hex allows on the march, each counting one of a march's hexes (V2)."""
        if hex_ not in self._marches:
            grid, links = self.board.grid, self.book.march_links
            self._marches[hex_] = tuple(
                HexStep(grid.neighbour(hex_, direction), 1)
                for direction in range(6)
                if self.board.has_link(hex_, direction, links)
            )
        return self._marches[hex_]

    def may_be_entered(self, hex_: Hex) -> bool:
        """Return True if a unit can stand in a hex: passable ground, or a road."""
        if hex_ not in self._entered:
            self._entered[hex_] = self._is_open(hex_)
        return self._entered[hex_]

    def _is_open(self, hex_: Hex) -> bool:
        board, mobility = self.board, self.book.mobility
        if hex_ not in board.grid:
            return False
        if mobility.entry(board.ground_at(hex_)) is not None:
            return True
        return any(board.has_link(hex_, direction, mobility.link) for direction in range(SIDES))

    def cover(self, hex_: Hex) -> Cover:
        """The cover a hex gives."""
        if hex_ not in self._covers:
            self._covers[hex_] = self.book.cover_of(self.board.ground_at(hex_))
        return self._covers[hex_]

    def label(self, hex_: Hex) -> str:
        """A hex as it is printed on the map."""
        if hex_ not in self._labels:
            self._labels[hex_] = self.board.labels.label(hex_)
        return self._labels[hex_]

    @cached_property
    def scatter(self) -> tuple[int, ...]:
        """The map direction of each face of the scatter die: clockwise from the upper right (A4).

        On a flat-top map, which the rules do not speak of, clockwise from the top.
        """
        return (1, 0, 5, 4, 3, 2) if self.board.grid.pointy else (0, 1, 2, 3, 4, 5)

    def _aim(self, gun: str, firer: Hex, target: Hex) -> RangeCell | None:
        range_ = distance(firer, target)
        base = self.book.tables["A"].number_at(gun, range_)
        if base is None:
            return None
        higher = self.board.level_at(target) - self.board.level_at(firer)
        correction = self.book.tables["B"].number_at(higher, max(range_, 1)) or 0
        return RangeCell(range_, base, correction, self.sight.sees(firer, target))

    def _steps(self, hex_: Hex) -> list[HexStep]:
        """The steps a hex allows, each explained by itself: a game needs no costs of whole maps."""
        grid, mobility = self.board.grid, self.book.mobility
        steps = (explain(mobility, self.board, hex_, direction) for direction in range(SIDES))
        return [
            HexStep(grid.neighbour(hex_, step.direction), int(step.cost))
            for step in steps
            if step.cost is not None
        ]
