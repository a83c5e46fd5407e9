"""The board as the primer sees it: what entering a hex costs, and who sees into which.

What depends on the map and the rulebook alone is remembered here and shared by all games of a
scenario; nothing in it ever changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from engine.games.primer.data.rulebook import COLOURED, Rulebook
from engine.hexes.hex import Hex, disc
from engine.map.board import Board
from engine.map.map import Map


class HexStep(NamedTuple):
    """One step to a neighbour: where to, and its price."""

    to: Hex
    cost: int


class GameBoard:
    """A board under one rulebook; `coloured` are the hexes of deployment zones and rings."""

    def __init__(self, map_: Map, book: Rulebook, coloured: Iterable[Hex] = ()) -> None:
        self.board, self.book = Board(map_), book
        if book.choices.coloured_roads:
            self._colour(coloured)
        self._ways: dict[tuple[str, Hex], tuple[HexStep, ...]] = {}
        self._seen: dict[tuple[int, Hex], frozenset[Hex]] = {}
        self._within: dict[tuple[int, Hex], tuple[Hex, ...]] = {}
        self._conceals: dict[Hex, bool] = {}
        self._labels: dict[Hex, str] = {}

    def steps_from(self, unit_type: str, hex_: Hex) -> tuple[HexStep, ...]:
        """The steps a unit type could make from a hex, with their prices (P4)."""
        key = unit_type, hex_
        if key not in self._ways:
            self._ways[key] = tuple(self._steps(unit_type, hex_))
        return self._ways[key]

    def entry_cost(self, unit_type: str, hex_: Hex) -> int | None:
        """Return the cost for a unit type to enter a hex (P4); None if it may not."""
        cost = self.book.mobilities[unit_type].entry_to(self.board, hex_).cost
        return None if cost is None else int(cost)

    def hexes_seen_from(self, vision: int, hex_: Hex) -> frozenset[Hex]:
        """The hexes seen so far from a hex, its own among them; for looking up only (P7)."""
        key = vision, hex_
        if key not in self._seen:
            self._seen[key] = frozenset(
                other
                for other in self.board_hexes_within(vision, hex_)
                if other == hex_ or not self.is_concealing(other)
            )
        return self._seen[key]

    def board_hexes_within(self, distance: int, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes of the board at most so far from a hex, itself first."""
        key = distance, hex_
        if key not in self._within:
            around = disc(hex_, distance)
            self._within[key] = tuple(other for other in around if other in self.board.grid)
        return self._within[key]

    def is_concealing(self, hex_: Hex) -> bool:
        """Return True if a hex cannot be seen into from outside: woods, mountain (P7)."""
        if hex_ not in self._conceals:
            self._conceals[hex_] = self.book.terrain.is_concealing(self.board.ground_at(hex_))
        return self._conceals[hex_]

    def label(self, hex_: Hex) -> str:
        """A hex as it is printed on the map."""
        if hex_ not in self._labels:
            self._labels[hex_] = self.board.labels.label(hex_)
        return self._labels[hex_]

    def _steps(self, unit_type: str, hex_: Hex) -> Iterable[HexStep]:
        for other in self.board.grid.neighbours(hex_):
            cost = self.entry_cost(unit_type, other)
            if cost is not None:
                yield HexStep(other, cost)

    def _colour(self, coloured: Iterable[Hex]) -> None:
        """Mark hexes as road hexes: a link that leads nowhere; colour makes no bridge."""
        plane, terrain = np.zeros(self.board.grid.shape, np.uint8), self.book.terrain
        for hex_ in coloured:
            if terrain.row_of(self.board.ground_at(hex_)) != "river":
                plane[self.board.grid.index(hex_)] = 1
        plane.flags.writeable = False
        self.board.links[COLOURED] = plane
