"""Sight (tank S): one hex sees another if no hex on the line between them rises above it."""

from __future__ import annotations

from engine.games.tank.data.book import Rulebook
from engine.map.board import Board
from engine.sight.field import Sight
from engine.sight.lines import GrazingRule, TraceRule
from engine.sight.profile import Plane


def sight(board: Board, book: Rulebook) -> Sight:
    """Who sees whom on a board; its `profile` is the sighting chart of a line (S5)."""
    rule = GrazingRule(book.choices.on_the_line)
    trace = TraceRule(book.choices.trace)
    return Sight(board.grid, board.level, heights(board, book), trace, rule)


def heights(board: Board, book: Rulebook) -> Plane:
    """The effective height of every hex on a line: its level, and 1 more under cover (S2)."""
    height = board.level.copy()
    for ground, cover in book.cover.items():
        height[board.plane_of([ground])] += cover.height
    return height
