"""Compiled search for the reach of vehicles by hexes and fronts (V6.8, V7.2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from threading import Lock

from engine.games.valor.data.piece_types import STEERED, MovementClass
from engine.games.valor.game_board import GameBoard
from engine.hexes.hex import Hex
from engine.movement.facing_rules import HexFacing
from engine.movement.facing_search import FacingReach, FacingSearch
from engine.movement.path_search import PathSearch
from engine.movement.search_kernels import NO_ENTRY


@lru_cache(maxsize=16)
def driving_ground_of(field: GameBoard) -> DrivingGround:
    """Return the driving ground of a field, computed once."""
    return DrivingGround(field)


class DrivingGround:
    """The ground of a field for vehicles; for one thread after another."""

    def __init__(self, field: GameBoard) -> None:
        board, self._lock = field.board, Lock()
        paths = PathSearch(field.book.mobility[MovementClass.VEHICLE], board)
        for hex_ in board.hexes:
            cell = paths.cells.cell(hex_)
            for direction, way in enumerate(field.steps_by_direction(MovementClass.VEHICLE, hex_)):
                cost = NO_ENTRY if way is None else paths.mobility.units(way.cost)
                paths.planes.words[cell, direction] = cost
        self._driving = FacingSearch(paths, STEERED)

    def reach(
        self, start: HexFacing, points: int, closed: Collection[Hex], dearer: Mapping[Hex, int]
    ) -> FacingReach:
        """Return a vehicle's reach with MP; some hexes are closed, some cost more."""
        with self._lock:
            return self._driving.reach(start, points, closed, more=dearer)
