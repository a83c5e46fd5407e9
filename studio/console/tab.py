"""The tab of an umpired game on a map of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal

from engine.map.map import Map
from studio.canvas.canvas import MapCanvas
from studio.canvas.position import Layers
from studio.console.board import ConsoleBoard
from studio.console.comparing import Difference
from studio.console.difference_marks import DifferenceMarks
from studio.console.room_board import RoomBoard
from studio.console.room_tab import RoomTab
from studio.console.work import RoomWork
from studio.lookout.reading import APART, reading
from studio.parts.speech import Speech
from studio.parts.tab import Tab
from studio.playtest.board.dossier import at_hex


class UmpireTab(Tab, RoomTab):
    """One room on its map."""

    document: RoomWork
    changed = Signal()  # repeated here: Qt only knows the signals of the first base
    export_wanted = Signal()

    def __init__(self, work: RoomWork, say: Speech) -> None:
        super().__init__(work, say)
        self._layers: Layers | None = None
        self.begin(MapCanvas())

    def board_on(self, canvas: Any) -> RoomBoard:
        """Make a board on a map."""
        board = ConsoleBoard(self.room, canvas, self.say)
        if self._layers is not None:
            canvas.set_layers(self._layers)
        return board

    def marks_of(self, differences: Sequence[Difference]) -> list[Any]:
        """Marks on hexes."""
        return [DifferenceMarks(differences)]

    @property
    def map(self) -> Map:
        """The map of its scenario."""
        return self.room.session.scenario.map

    def set_layers(self, layers: Layers) -> None:
        """Show these layers on both maps."""
        super().set_layers(layers)
        self._layers = layers
        self.second.set_layers(layers)

    def reading(self) -> str:
        """The hex under the pointer in words, with what is seen and remembered there."""
        board = self.board
        assert isinstance(board, ConsoleBoard)
        here = board.here
        if here is None or here not in self.map.grid:
            return ""
        words = [*at_hex(board.play, here), *board.remembered(here)]
        return APART.join([reading(self.map, here, None, self.say), *words])
