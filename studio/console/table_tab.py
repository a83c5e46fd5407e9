"""The tab of an umpired game on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QVBoxLayout

from studio.canvas.surface import Surface
from studio.canvas.table_canvas import TableCanvas
from studio.console.comparing import Difference
from studio.console.difference_marks import DifferenceMarks
from studio.console.room_tab import RoomTab
from studio.console.seen_table import TableDifferences
from studio.console.table_board import TableConsoleBoard
from studio.console.work import RoomWork
from studio.parts.speech import Speech


class TableUmpireTab(RoomTab):
    """One room on its table."""

    def __init__(self, work: RoomWork, say: Speech) -> None:
        super().__init__(work, say)
        self.canvas = TableCanvas(self)
        self.canvas.camera_changed.connect(self.pointed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self.begin(TableCanvas())

    def board_on(self, canvas: Any) -> TableConsoleBoard:
        """Make a board on a table."""
        return TableConsoleBoard(self.room, canvas, self.say)

    def marks_of(self, differences: Sequence[Difference]) -> list[Any]:
        """Marks on the table."""
        return [TableDifferences(DifferenceMarks(differences), self.room.session.scenario)]

    @property
    def surface(self) -> Surface[Any] | None:
        """Its canvas."""
        canvas: Surface[Any] = self.canvas
        return canvas

    def take_focus(self) -> None:
        """Give the keyboard focus to the table."""
        self.canvas.setFocus()

    def reading(self) -> str:
        """Who stands under the pointer, in words."""
        board = self.board
        assert isinstance(board, TableConsoleBoard)
        return board.reading()
