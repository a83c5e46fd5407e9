"""Sight (tank S): one hex sees another if no hex on the line between them rises above it."""

from __future__ import annotations

from engine.board import Board
from engine.games.tank.book import Book
from engine.hexes import Hex
from engine.sight.lines import Trace
from engine.sight.profile import Plane, Profile, is_clear, profile


class Sightings:
    """Who sees whom on one board; every answer is remembered."""

    def __init__(self, board: Board, book: Book) -> None:
        self.grid, self.trace = board.grid, Trace(book.choices.trace)
        self.eye: Plane = board.level
        self.height = heights(board, book)
        self._seen: dict[tuple[Hex, Hex], bool] = {}

    def sees(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes see each other; a hex sees itself and its neighbours (S6, S9)."""
        key = (a, b) if a <= b else (b, a)
        if key not in self._seen:
            self._seen[key] = is_clear(self.grid, self.eye, self.height, a, b, self.trace)
        return self._seen[key]

    def explain(self, a: Hex, b: Hex) -> Profile:
        """The sighting chart of a line (S5)."""
        return profile(self.grid, self.eye, self.height, a, b, self.trace)


def heights(board: Board, book: Book) -> Plane:
    """The effective height of every hex on a line: its level, and 1 more under cover (S2)."""
    height = board.level.copy()
    for ground, cover in book.cover.items():
        height[board.plane_of([ground])] += cover.height
    return height
