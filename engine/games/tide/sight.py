"""Line of sight and blind hexes (LS, BS, TE1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.map.map import Map
from engine.sight.folded import FoldingSight, lie_of
from engine.sight.folding import Folding, Matter, OnHex, Rise, Runs
from engine.sight.lines import Trace

LEVELS = (0, 1, 2)
"""Most ground, low hills, hills (TE1)."""
BLIND = {1: 2, 2: 1}
"""By the difference of levels, so many hexes behind what blocks are blind (BS3)."""
BLOCKING = OnHex(blocks=True)


def rise(low: int, high: int, between: int) -> Rise:
    """Ground as high as the higher end blocks; between ends as high, ground higher than both.

    (BS1, BS5, BS6)
    """
    blocks = between > high if low == high else between >= high
    return Rise.BLOCKS if blocks else Rise.NOTHING


def rise_at_the_edge(low: int, high: int, between: int) -> Rise:
    """The same where equal ground blocks next to the higher end alone (BS5, `blind_by_equal_ground`
    off)."""
    if between == high > low:
        return Rise.EDGE
    return Rise.BLOCKS if between > high else Rise.NOTHING


RULES = {
    Matter.GROUND: "LS1",
    Matter.BLIND: "BS3",
    Matter.LEVEL: "BS1",
    Matter.CREST: "BS6",
    Matter.RUN: "BS7",
}
FOLDING = Folding(Runs.EACH, rise, BLIND, RULES)
AT_THE_EDGE = Folding(Runs.EACH, rise_at_the_edge, BLIND, {**RULES, Matter.CREST: "BS5"})


def sight(
    board: Map | Board,
    blocks: Collection[str],
    by_equal_ground: bool = True,
    trace: Trace = Trace.CROSSED,
) -> FoldingSight:
    """Who sees whom where no smoke lies, over such kinds of ground that block (LS6).

    `by_equal_ground`: ground as high as the higher end blocks wherever it lies (BS6).
    """
    lie = lie_of(board, dict.fromkeys(sorted(blocks), BLOCKING), {})
    return FoldingSight(board.grid, FOLDING if by_equal_ground else AT_THE_EDGE, lie, trace)


def smoke(hexes: Iterable[Hex]) -> dict[Hex, OnHex]:
    """What smoke does to lines (LS6, X3), for `FoldingSight.laid`."""
    return dict.fromkeys(hexes, BLOCKING)
