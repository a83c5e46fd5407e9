"""The board for the rules of tide: costs, cover and labels, each computed once.

Values of map and rulebook are cached here and shared by all games of a scenario; nothing here
ever changes. Movement is counted in thirds of a point, so that a truck on a road has whole
numbers (M8).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from engine.games.tide import sight
from engine.games.tide.data.piece_types import MovementClass
from engine.games.tide.data.rulebook import Rulebook
from engine.games.tide.sight import SightCache
from engine.hexes.hex import SIDES, Hex
from engine.map.board import Board
from engine.map.terrain import load_catalogue
from engine.movement.mobility import StepCostPart, explain
from engine.sight.hindrance_sight import HindranceSight

THIRDS = 3
"""Parts of a movement point."""
MAX_KEPT = 64  # positions of smoke whose sight is remembered


class HexStep(NamedTuple):
    """One step to a neighbour: where to, which way, its price in thirds and what that is made of.

    `linked`: it leads along a road.
    """

    to: Hex
    direction: int
    cost: int
    parts: tuple[StepCostPart, ...]
    linked: bool


class GameBoard:
    """A board under one rulebook."""

    def __init__(self, board: Board, book: Rulebook, halves: Iterable[Hex] = ()) -> None:
        self.board, self.book, self.halves = board, book, frozenset(halves)
        self._ways: dict[tuple[MovementClass, Hex], tuple[HexStep | None, ...]] = {}
        self._labels: dict[Hex, str] = {}
        self._levels: dict[Hex, int] = {}
        self._neighbours: dict[Hex, tuple[Hex, ...]] = {}
        self._seeing: dict[frozenset[Hex], SightCache] = {}
        self._water = frozenset(kind.id for kind in load_catalogue().kinds.values() if kind.water)

    @cached_property
    def sight(self) -> HindranceSight:
        """Return the lines of sight without smoke (LS, BS)."""
        by_equal = self.book.choices.blind_by_equal_ground
        return sight.build_sight(self.board, self.book.ground.blocks, by_equal).precompute_table()

    def seeing(self, smoke: frozenset[Hex]) -> SightCache:
        """Return the lines of sight with smoke in some hexes (LS)."""
        found = self._seeing.get(smoke)
        if found is None:
            if len(self._seeing) >= MAX_KEPT:
                self._seeing.clear()
            found = self._seeing[smoke] = SightCache(
                self.sight.with_added_effects(sight.smoke_effects(smoke))
            )
        return found

    def is_on(self, hex_: Hex) -> bool:
        """Return whether a hex is in play: on the map, and not a half hex (G3)."""
        return hex_ in self.board.grid and hex_ not in self.halves

    def ground(self, hex_: Hex) -> str:
        """The ground of a hex."""
        return self.board.ground_at(hex_)

    def level(self, hex_: Hex) -> int:
        """The level of a hex (TE1)."""
        found = self._levels.get(hex_)
        if found is None:
            found = self._levels[hex_] = self.board.level_at(hex_)
        return found

    def label(self, hex_: Hex) -> str:
        """A hex as it is printed on the map."""
        if hex_ not in self._labels:
            self._labels[hex_] = self.board.labels.label(hex_)
        return self._labels[hex_]

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes next to one that may be played on."""
        found = self._neighbours.get(hex_)
        if found is None:
            grid = self.board.grid
            beside = (grid.neighbour(hex_, direction) for direction in range(SIDES))
            found = self._neighbours[hex_] = tuple(each for each in beside if self.is_on(each))
        return found

    def is_bridge(self, hex_: Hex) -> bool:
        """Return whether a road leads over the water of a hex (X1)."""
        return self.ground(hex_) in self._water and self.has_road(hex_)

    def has_road(self, hex_: Hex) -> bool:
        """Return whether a road touches a hex."""
        links = self.book.mobility[MovementClass.SQUAD].link
        return any(self.board.has_link(hex_, direction, links) for direction in range(SIDES))

    def is_ice(self, hex_: Hex) -> bool:
        """Return whether vehicles roll for ice in a hex; not on a bridge (X2)."""
        return self.ground(hex_) in self.book.ground.ice and not self.is_bridge(hex_)

    def is_building(self, hex_: Hex) -> bool:
        """Return whether buildings stand in a hex (V5, X3)."""
        return self.ground(hex_) in self.book.ground.buildings

    def cover(self, hex_: Hex, vehicle: bool = False, area: bool = False) -> int:
        """The red dice the ground of a hex gives who is in it (RS2)."""
        if self.is_bridge(hex_):
            return 0
        return self.book.ground.cover_of(self.ground(hex_), vehicle, area)

    def may_stand(self, going: MovementClass, hex_: Hex) -> bool:
        """Return whether units of a movement class may be in a hex at all (X)."""
        if not self.is_on(hex_):
            return False
        return self.map_entry_cost(going, hex_) is not None

    def map_entry_cost(self, going: MovementClass, hex_: Hex) -> int | None:
        """Return the cost of entry from off the map, in thirds; 1 MP by road."""
        cost = self.book.mobility[going].entry(self.ground(hex_))
        if self.has_road(hex_):
            return THIRDS
        return None if cost is None else int(cost * THIRDS)

    def steps_from(self, going: MovementClass, hex_: Hex) -> tuple[HexStep, ...]:
        """The steps a hex allows by the map alone (M2, M3, M8)."""
        return tuple(way for way in self.steps_by_direction(going, hex_) if way is not None)

    def steps_by_direction(self, going: MovementClass, hex_: Hex) -> tuple[HexStep | None, ...]:
        """The same for each direction 0…5; None where the step may not be made."""
        key = going, hex_
        if key not in self._ways:
            self._ways[key] = tuple(self._way(going, hex_, d) for d in range(SIDES))
        return self._ways[key]

    def step_to(self, going: MovementClass, hex_: Hex, to: Hex) -> HexStep | None:
        """The step to a neighbour; None where it may not be made."""
        return next((way for way in self.steps_from(going, hex_) if way.to == to), None)

    def _way(self, going: MovementClass, hex_: Hex, direction: int) -> HexStep | None:
        board, mobility = self.board, self.book.mobility[going]
        to = board.grid.neighbour(hex_, direction)
        if not self.is_on(to):
            return None
        step = explain(mobility, board, hex_, direction)
        if step.cost is None:
            return None
        linked = board.has_link(hex_, direction, mobility.link)
        return HexStep(to, direction, int(step.cost * THIRDS), step.parts, linked)
