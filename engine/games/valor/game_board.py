"""The board as the rules of valor see it: costs, cover and labels, each worked out once.

What depends on the map and the rulebook alone is remembered here and shared by all games of a
scenario; nothing in it ever changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from engine.games.valor.data.piece_types import MovementClass
from engine.games.valor.data.rulebook import Rulebook
from engine.games.valor.sight import SightCache, build_sight, hindrance_effects
from engine.hexes.hex import SIDES, Hex
from engine.map.board import Board
from engine.map.terrain import load_catalogue
from engine.movement.mobility import CostCause, StepCostPart, explain
from engine.sight.hindrance_sight import HindranceSight

MAX_KEPT = 64  # positions of smoke whose sight is remembered
STEEP = 2  # levels that vehicle units do not climb and that take infantry all it has (V10.7)


class HexStep(NamedTuple):
    """One step to a neighbour: where to, which way, its price (V6.3) and what that is made of.

    `rise` are the levels climbed, below 0 descended.
    """

    to: Hex
    direction: int
    cost: int
    parts: tuple[StepCostPart, ...]
    rise: int

    @property
    def is_steep(self) -> bool:
        """From the ground to level 2, or back: it takes infantry its whole allowance (V10.7)."""
        return abs(self.rise) >= STEEP


class GameBoard:
    """A board under one rulebook."""

    def __init__(self, board: Board, book: Rulebook) -> None:
        self.board, self.book = board, book
        self._ways: dict[tuple[MovementClass, Hex], tuple[HexStep | None, ...]] = {}
        self._open_to: dict[MovementClass, frozenset[Hex]] = {}
        self._covers: dict[Hex, int] = {}
        self._labels: dict[Hex, str] = {}
        self._seeing: dict[tuple[object, ...], SightCache] = {}
        self._water = frozenset(kind.id for kind in load_catalogue().kinds.values() if kind.water)

    @cached_property
    def sight(self) -> HindranceSight:
        """Return the lines of sight on the bare board (V9)."""
        return build_sight(self.board, self.book.ground).precompute_table()

    def seeing(self, smoke: Mapping[Hex, int], bunkers: tuple[Hex, ...]) -> SightCache:
        """Return the lines of sight with smoke and bunkers in some hexes (V9.7, V11.2)."""
        key = (tuple(smoke.items()), bunkers)
        found = self._seeing.get(key)
        if found is None:
            laid = hindrance_effects(smoke, bunkers)
            found = SightCache(self.sight.with_added_effects(laid) if laid else self.sight)
            if len(self._seeing) >= MAX_KEPT:
                self._seeing.clear()
            self._seeing[key] = found
        return found

    def is_on(self, hex_: Hex) -> bool:
        """Return whether a hex lies on the map."""
        return hex_ in self.board.grid

    def ground(self, hex_: Hex) -> str:
        """The ground of a hex (V10.1)."""
        return self.board.ground_at(hex_)

    def level(self, hex_: Hex) -> int:
        """The level of a hex."""
        return self.board.level_at(hex_)

    def label(self, hex_: Hex) -> str:
        """A hex as it is printed on the map."""
        if hex_ not in self._labels:
            self._labels[hex_] = self.board.labels.label(hex_)
        return self._labels[hex_]

    def is_water(self, hex_: Hex) -> bool:
        """Return whether a hex is water, bridged or not."""
        return self.is_on(hex_) and self.ground(hex_) in self._water

    def is_bridge(self, hex_: Hex) -> bool:
        """Return whether a road leads over the water of a hex (V10.3)."""
        return self.ground(hex_) in self._water and self.has_road(hex_)

    def has_road(self, hex_: Hex) -> bool:
        """Return whether a road, track or path touches a hex."""
        links = self.book.mobility[MovementClass.INFANTRY].link
        return any(self.board.has_link(hex_, direction, links) for direction in range(SIDES))

    def cover(self, hex_: Hex) -> int:
        """Return the cover of a hex's ground; none on a bridge (V10.3)."""
        if hex_ not in self._covers:
            bare = self.is_bridge(hex_)
            self._covers[hex_] = 0 if bare else self.book.ground.cover_of(self.ground(hex_))
        return self._covers[hex_]

    def rise(self, start: Hex, to: Hex) -> int:
        """Return the levels that a hex lies above another."""
        return self.level(to) - self.level(start)

    def side_features(self, hex_: Hex, to: Hex) -> list[str]:
        """The features on the side between two neighbours."""
        return self.board.hexside_features(hex_, self.board.grid.direction(hex_, to))

    def may_stand(self, going: MovementClass, hex_: Hex) -> bool:
        """Return whether units of a movement class may be in a hex at all (V10.12)."""
        open_to_it = self.book.mobility[going].entry(self.ground(hex_)) is not None
        return open_to_it or self.is_bridge(hex_)

    def hexes_open_to(self, going: MovementClass) -> frozenset[Hex]:
        """The hexes of the map where a unit that goes so may be."""
        if going not in self._open_to:
            hexes = self.board.hexes
            self._open_to[going] = frozenset(h for h in hexes if self.may_stand(going, h))
        return self._open_to[going]

    def steps_from(self, going: MovementClass, hex_: Hex) -> tuple[HexStep, ...]:
        """The steps a hex allows by the map alone (V6.3, V10)."""
        return tuple(way for way in self.steps_by_direction(going, hex_) if way is not None)

    def steps_by_direction(self, going: MovementClass, hex_: Hex) -> tuple[HexStep | None, ...]:
        """The same for each direction 0…5; None where the step may not be made."""
        key = going, hex_
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = tuple(self._way(going, hex_, d) for d in range(SIDES))
        return found

    def step_to(self, going: MovementClass, hex_: Hex, to: Hex) -> HexStep | None:
        """The step to a neighbour; None where it may not be made."""
        return next((way for way in self.steps_from(going, hex_) if way.to == to), None)

    def _way(self, going: MovementClass, hex_: Hex, direction: int) -> HexStep | None:
        board, mobility = self.board, self.book.mobility[going]
        to = board.grid.neighbour(hex_, direction)
        if to not in board.grid:
            return None
        linked = board.has_link(hex_, direction, mobility.link)
        if going is not MovementClass.INFANTRY and self.is_bridge(to) and not linked:
            return None
        step = explain(mobility, board, hex_, direction)
        if step.cost is None:
            return None
        cost = int(step.cost)
        if self.is_bridge(to) and not linked:
            cost -= self._wading(going, to)
        return HexStep(to, direction, cost, step.parts, self.rise(hex_, to))

    def _wading(self, going: MovementClass, hex_: Hex) -> int:
        """Return the additional cost of the water under a bridge (V10.3)."""
        return int(self.book.mobility[going].entry(self.ground(hex_)) or 1) - 1

    def map_entry_cost(self, going: MovementClass, hex_: Hex) -> int | None:
        """Return the cost of entry from off the map: its ground, or 1 by road (V6.13)."""
        cost = self.book.mobility[going].entry(self.ground(hex_))
        if self.has_road(hex_):
            return 1
        return None if cost is None else int(cost)


def is_uphill(way: HexStep) -> bool:
    """Return whether a step leads uphill (V10.7)."""
    return any(part.cause is CostCause.UP for part in way.parts)
