"""Lines of sight with the present smoke, computed once for each hex of origin (LS).

Line of sight and blind hexes (LS, BS, TE1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.map.map import Map
from engine.sight.hindrance_rules import (
    AlongHexsideRule,
    HexEffect,
    HindranceRules,
    LevelEffect,
    LineSubject,
)
from engine.sight.hindrance_sight import HindranceSight, hindrance_of_terrain
from engine.sight.line_trace import TraceRule


class SightCache:
    """The sight of one position with its smoke; what a hex sees is remembered."""

    def __init__(self, sight: HindranceSight) -> None:
        self.sight, self._hexes = sight, tuple(sight.grid)
        self._rows: dict[Hex, frozenset[Hex]] = {}

    def sees(self, one: Hex, other: Hex) -> bool:
        """Return whether two hexes see each other; adjacent ones always do (LS5)."""
        return other in self.hexes_seen_from(one)

    def hexes_seen_from(self, start: Hex) -> frozenset[Hex]:
        """The hexes seen from a hex, itself included (LS1)."""
        try:
            return self._rows[start]
        except KeyError:
            return self._rows.setdefault(start, self._row(start))

    def _row(self, start: Hex) -> frozenset[Hex]:
        seen = self.sight.viewshed(start).ravel().tolist()
        return frozenset(h for h, is_seen in zip(self._hexes, seen, strict=True) if is_seen)


LEVELS = (0, 1, 2)
"""Most ground, low hills, hills (TE1)."""
BLIND = {1: 2, 2: 1}
"""By the difference of levels, so many hexes behind what blocks are blind (BS3)."""
BLOCKING = HexEffect(blocks=True)


def level_blocking_effect(low: int, high: int, between: int) -> LevelEffect:
    """Return what ground between does: higher than both ends it blocks, as high as the higher one
    next to that end alone (BS1, BS5, BS6)."""
    if between == high > low:
        return LevelEffect.EDGE
    return LevelEffect.BLOCKS if between > high else LevelEffect.NOTHING


def crest_blocking_effect(low: int, high: int, between: int) -> LevelEffect:
    """Return the same where equal ground blocks wherever it lies (`blind_by_equal_ground`)."""
    blocks = between > high if low == high else between >= high
    return LevelEffect.BLOCKS if blocks else LevelEffect.NOTHING


RULES = {
    LineSubject.GROUND: "LS1",
    LineSubject.BLIND: "BS3",
    LineSubject.LEVEL: "BS1",
    LineSubject.CREST: "BS5",
    LineSubject.RUN: "BS7",
}
FOLDING = HindranceRules(AlongHexsideRule.EACH, level_blocking_effect, BLIND, RULES)
BY_EQUAL_GROUND = HindranceRules(
    AlongHexsideRule.EACH, crest_blocking_effect, BLIND, {**RULES, LineSubject.CREST: "BS6"}
)


def build_sight(
    board: Map | Board,
    blocks: Collection[str],
    by_equal_ground: bool = False,
    trace: TraceRule = TraceRule.CROSSED,
) -> HindranceSight:
    """Return who sees whom where no smoke lies, over such kinds of ground that block (LS6).

    `by_equal_ground`: ground as high as the higher end blocks wherever it lies (BS6), not just next
    to that end (BS5).
    """
    lie = hindrance_of_terrain(board, dict.fromkeys(sorted(blocks), BLOCKING), {})
    return HindranceSight(board.grid, BY_EQUAL_GROUND if by_equal_ground else FOLDING, lie, trace)


def smoke_effects(hexes: Iterable[Hex]) -> dict[Hex, HexEffect]:
    """Return the effect of smoke on lines (LS6, X3), for `HindranceSight.laid`."""
    return dict.fromkeys(hexes, BLOCKING)
