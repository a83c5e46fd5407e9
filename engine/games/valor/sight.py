"""Line of sight and what hinders along it (V9, V11.2, V19)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.map.map import Map
from engine.sight.folded import FoldingSight, lie_of
from engine.sight.folding import Folding, Matter, OnHex, OnSide, Rise, Runs
from engine.sight.lines import Trace

LOW_SIDE, HIGH_SIDE = OnSide(hinders=1), OnSide(blocks=True, hinders=1)
BUNKER = OnHex(blocks=True)
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


def rise(low: int, high: int, between: int) -> Rise:
    """A hill is higher than the lower end; but up a slope of two levels one lies between (V9.9)."""
    if high - low == STEEP and between == low + 1:
        return Rise.SLOPE
    return Rise.BLOCKS if between > low else Rise.NOTHING


FOLDING = Folding(
    runs=Runs.WHOLE,
    rise=rise,
    rules={
        Matter.GROUND: "V9.2",
        Matter.HINDRANCE: "V9.3",
        Matter.SIDE: "V9.4",
        Matter.BARRIER: "V9.5",
        Matter.RUN: "V9.6",
        Matter.LEVEL: "V9.9",
    },
)


def sight(board: Map | Board, obstacles: Obstacles, trace: Trace = Trace.CROSSED) -> FoldingSight:
    """Who sees whom on a board where nothing has been laid, and what hinders him."""
    ground = {kind: OnHex(blocks=True) for kind in obstacles.blocks}
    ground |= {kind: OnHex(hinders=by) for kind, by in obstacles.hinders.items()}
    sides = dict.fromkeys(sorted(obstacles.low), LOW_SIDE)
    sides |= dict.fromkeys(sorted(obstacles.high), HIGH_SIDE)
    return FoldingSight(board.grid, FOLDING, lie_of(board, ground, sides), trace)


def lying(smoke: Mapping[Hex, int], bunkers: Iterable[Hex] = ()) -> dict[Hex, OnHex]:
    """What smoke (V11.2) and bunkers (V19) do to lines, for `FoldingSight.laid`."""
    laid = dict.fromkeys(bunkers, BUNKER)
    for hex_, number in smoke.items():
        laid[hex_] = laid.get(hex_, OnHex()).with_(OnHex(hinders=number))
    return laid
