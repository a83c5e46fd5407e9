"""Lines of sight with smoke and bunkers, computed once for each hex of origin (V9).

Line of sight and hindrances along it (V9, V11.2, V19).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.map.map import Map
from engine.sight.hindrance_rules import (
    AlongHexsideRule,
    HexEffect,
    HexsideEffect,
    HindranceRules,
    LevelEffect,
    LineSubject,
)
from engine.sight.hindrance_sight import HindranceSight, hindrance_of_terrain
from engine.sight.line_trace import TraceRule


class SightCache:
    """The sight of one position, with its smoke and bunkers; what a hex sees is remembered."""

    def __init__(self, sight: HindranceSight) -> None:
        self.sight, self._hexes = sight, tuple(sight.grid)
        self._rows: dict[Hex, Mapping[Hex, int]] = {}

    def hexes_seen_from(self, start: Hex) -> Mapping[Hex, int]:
        """The hexes seen from a hex, with what sight adds to an attack into each (V9.3)."""
        try:
            return self._rows[start]
        except KeyError:
            return self._rows.setdefault(start, self._row(start))

    def sight_modifier(self, start: Hex, target: Hex) -> int | None:
        """Return the sight modifier from a hex to another; None where blocked (V9.3)."""
        return self.hexes_seen_from(start).get(target)

    def sees(self, start: Hex, target: Hex) -> bool:
        """Return whether two hexes see each other (V9.1)."""
        return target in self.hexes_seen_from(start)

    def _row(self, start: Hex) -> dict[Hex, int]:
        modifiers = self.sight.modifiers(start).ravel().tolist()
        found = zip(self._hexes, modifiers, strict=True)
        return {hex_: modifier for hex_, modifier in found if modifier >= 0}


LOW_SIDE, HIGH_SIDE = HexsideEffect(hinders=1), HexsideEffect(blocks=True, hinders=1)
BUNKER = HexEffect(blocks=True)
STEEP = 2  # levels between the ground and the top of a hill


class SightObstacles(Protocol):
    """The effects of terrain on a line, by the rulebook (V9.7, V10)."""

    @property
    def blocks(self) -> Collection[str]:
        """Return the kinds of ground that block sight."""

    @property
    def hinders(self) -> Mapping[str, int]:
        """Ground that hinders, by how much."""

    @property
    def low(self) -> Collection[str]:
        """Hexsides that hinder: walls, hedges (V9.4)."""

    @property
    def high(self) -> Collection[str]:
        """Hexsides that block: hedgerows (V9.5)."""


def hill_blocking_effect(low: int, high: int, between: int) -> LevelEffect:
    """A hill is higher than the lower end; but up a slope of two levels one lies between (V9.9)."""
    if high - low == STEEP and between == low + 1:
        return LevelEffect.SLOPE
    return LevelEffect.BLOCKS if between > low else LevelEffect.NOTHING


FOLDING = HindranceRules(
    runs=AlongHexsideRule.WHOLE,
    rise=hill_blocking_effect,
    rules={
        LineSubject.GROUND: "V9.2",
        LineSubject.HINDRANCE: "V9.3",
        LineSubject.SIDE: "V9.4",
        LineSubject.BARRIER: "V9.5",
        LineSubject.RUN: "V9.6",
        LineSubject.LEVEL: "V9.9",
    },
)


def build_sight(
    board: Map | Board, obstacles: SightObstacles, trace: TraceRule = TraceRule.CROSSED
) -> HindranceSight:
    """Return the lines of sight on a bare board, with their hindrances."""
    ground = {kind: HexEffect(blocks=True) for kind in obstacles.blocks}
    ground |= {kind: HexEffect(hinders=by) for kind, by in obstacles.hinders.items()}
    sides = dict.fromkeys(sorted(obstacles.low), LOW_SIDE)
    sides |= dict.fromkeys(sorted(obstacles.high), HIGH_SIDE)
    return HindranceSight(board.grid, FOLDING, hindrance_of_terrain(board, ground, sides), trace)


def hindrance_effects(
    smoke: Mapping[Hex, int], bunkers: Iterable[Hex] = ()
) -> dict[Hex, HexEffect]:
    """Return the effects of smoke (V11.2) and bunkers (V19), for `HindranceSight.laid`."""
    laid = dict.fromkeys(bunkers, BUNKER)
    for hex_, number in smoke.items():
        laid[hex_] = laid.get(hex_, HexEffect()).with_(HexEffect(hinders=number))
    return laid
