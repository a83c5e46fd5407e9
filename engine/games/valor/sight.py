"""Line of sight and what hinders along it (V9, V11.2, V19)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.map.map import Map
from engine.sight.folded import HindranceSight, lie_of
from engine.sight.folding import (
    AlongHexsideRule,
    HexEffect,
    HexsideEffect,
    HindranceRules,
    LevelEffect,
    LineSubject,
)
from engine.sight.lines import TraceRule

LOW_SIDE, HIGH_SIDE = HexsideEffect(hinders=1), HexsideEffect(blocks=True, hinders=1)
BUNKER = HexEffect(blocks=True)
STEEP = 2  # levels between the ground and the top of a hill


class Obstacles(Protocol):
    """Which terrain does what to a line (V9.7, V10): as the rulebook has it."""

    @property
    def blocks(self) -> Collection[str]:
        """Ground nobody looks through."""

    @property
    def hinders(self) -> Mapping[str, int]:
        """Ground that hinders, by how much."""

    @property
    def low(self) -> Collection[str]:
        """Hexsides that hinder: walls, hedges (V9.4)."""

    @property
    def high(self) -> Collection[str]:
        """Hexsides that block: hedgerows (V9.5)."""


def rise(low: int, high: int, between: int) -> LevelEffect:
    """A hill is higher than the lower end; but up a slope of two levels one lies between (V9.9)."""
    if high - low == STEEP and between == low + 1:
        return LevelEffect.SLOPE
    return LevelEffect.BLOCKS if between > low else LevelEffect.NOTHING


FOLDING = HindranceRules(
    runs=AlongHexsideRule.WHOLE,
    rise=rise,
    rules={
        LineSubject.GROUND: "V9.2",
        LineSubject.HINDRANCE: "V9.3",
        LineSubject.SIDE: "V9.4",
        LineSubject.BARRIER: "V9.5",
        LineSubject.RUN: "V9.6",
        LineSubject.LEVEL: "V9.9",
    },
)


def sight(
    board: Map | Board, obstacles: Obstacles, trace: TraceRule = TraceRule.CROSSED
) -> HindranceSight:
    """Who sees whom on a board where nothing has been laid, and what hinders him."""
    ground = {kind: HexEffect(blocks=True) for kind in obstacles.blocks}
    ground |= {kind: HexEffect(hinders=by) for kind, by in obstacles.hinders.items()}
    sides = dict.fromkeys(sorted(obstacles.low), LOW_SIDE)
    sides |= dict.fromkeys(sorted(obstacles.high), HIGH_SIDE)
    return HindranceSight(board.grid, FOLDING, lie_of(board, ground, sides), trace)


def lying(smoke: Mapping[Hex, int], bunkers: Iterable[Hex] = ()) -> dict[Hex, HexEffect]:
    """What smoke (V11.2) and bunkers (V19) do to lines, for `FoldingSight.laid`."""
    laid = dict.fromkeys(bunkers, BUNKER)
    for hex_, number in smoke.items():
        laid[hex_] = laid.get(hex_, HexEffect()).with_(HexEffect(hinders=number))
    return laid
