"""The tab of an umpired game on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QVBoxLayout

from studio.canvas.surface import PanZoomView
from studio.canvas.table_canvas import TabletopCanvas
from studio.console.comparing import BeliefDifference
from studio.console.difference_marks import DifferenceMarks
from studio.console.room_tab import UmpireTab
from studio.console.seen_table import TabletopDifferences
from studio.console.table_board import UmpireTabletopView
from studio.console.work import UmpiredGameDocument
from studio.parts.speech import Localizer


class UmpireTabletopTab(UmpireTab):
    """One room on its table."""

    def __init__(self, work: UmpiredGameDocument, say: Localizer) -> None:
        super().__init__(work, say)
        self.canvas = TabletopCanvas(self)
        self.canvas.camera_changed.connect(self.pointed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self.begin(TabletopCanvas())

    def board_on(self, canvas: Any) -> UmpireTabletopView:
        """Make a board on a table."""
        return UmpireTabletopView(self.room, canvas, self.say)

    def marks_of(self, differences: Sequence[BeliefDifference]) -> list[Any]:
        """Marks on the table."""
        return [TabletopDifferences(DifferenceMarks(differences), self.room.session.scenario)]

    @property
    def surface(self) -> PanZoomView[Any] | None:
        """Its canvas."""
        canvas: PanZoomView[Any] = self.canvas
        return canvas

    def take_focus(self) -> None:
        """Give the keyboard focus to the table."""
        self.canvas.setFocus()

    def reading(self) -> str:
        """Who stands under the pointer, in words."""
        board = self.board
        assert isinstance(board, UmpireTabletopView)
        return board.reading()
