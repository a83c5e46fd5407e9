"""Who sees whom as smoke lies now; what was asked once is remembered (tide LS, BS)."""

from __future__ import annotations

from engine.games.tide.data.kinds import Ground
from engine.hexes.hex import Hex, distance
from engine.map.board import Board
from engine.sight.lines import Step, trace

BLIND = {1: 2, 2: 1}
"""How many hexes behind a blocker are blind, by the difference of levels (BS3)."""


class Seeing:
    """The sight of one board with its smoke."""

    def __init__(self, board: Board, ground: Ground, smoke: frozenset[Hex]) -> None:
        self.board, self.ground, self.smoke = board, ground, smoke
        self._known: dict[tuple[Hex, Hex], bool] = {}

    def sees(self, one: Hex, other: Hex) -> bool:
        """Whether two hexes see each other; adjacent ones always do (LS5)."""
        if distance(one, other) <= 1:
            return True
        key = (one, other) if one <= other else (other, one)
        if key not in self._known:
            self._known[key] = self._judge(*key)
        return self._known[key]

    def blocks(self, hex_: Hex) -> bool:
        """Whether nobody looks through a hex: its ground, or smoke in it (LS6)."""
        if hex_ not in self.board.grid:
            return False
        return hex_ in self.smoke or self.board.ground_at(hex_) in self.ground.blocks

    def _judge(self, one: Hex, other: Hex) -> bool:
        low, high = sorted((one, other), key=self.board.level_at)
        top, rise = self.board.level_at(high), self.board.level_at(high) - self.board.level_at(low)
        nearest = 0
        for step in list(trace(self.board.grid, low, high))[:-1]:
            if self._all(step, [self._is_ground_above(hex_, top, rise) for hex_ in step.hexes]):
                return False
            if not nearest and self._all(step, [self.blocks(hex_) for hex_ in step.hexes]):
                nearest = step.distance
        return not nearest or (rise > 0 and nearest > BLIND.get(rise, 1))

    def _is_ground_above(self, hex_: Hex, top: int, rise: int) -> bool:
        """Ground as high as the higher end, or between equal ends higher than both (BS1, BS6)."""
        if hex_ not in self.board.grid:
            return False
        level = self.board.level_at(hex_)
        return level > top if rise == 0 else level >= top

    def _all(self, step: Step, does: list[bool]) -> bool:
        """Along an edge both hexes must block, else any (LS3, BS7)."""
        return all(does) if step.along is not None else any(does)
