"""Sight (tank S): one hex sees another if no hex on the line between them rises above it."""

from __future__ import annotations

from engine.games.tank.data.book import Book
from engine.map.board import Board
from engine.sight.field import Sight
from engine.sight.lines import OnTheLine, Trace
from engine.sight.profile import Plane


def sight(board: Board, book: Book) -> Sight:
    """Who sees whom on a board; its `profile` is the sighting chart of a line (S5)."""
    rule = OnTheLine(book.choices.on_the_line)
    trace = Trace(book.choices.trace)
    return Sight(board.grid, board.level, heights(board, book), trace, rule)


def heights(board: Board, book: Book) -> Plane:
    """The effective height of every hex on a line: its level, and 1 more under cover (S2)."""
    height = board.level.copy()
    for ground, cover in book.cover.items():
        height[board.plane_of([ground])] += cover.height
    return height
