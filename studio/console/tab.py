"""The tab of an umpired game on a map of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal

from engine.map.map import Map
from studio.canvas.canvas import MapCanvas
from studio.canvas.position import LayerSettings
from studio.console.board import UmpireMapView
from studio.console.comparing import BeliefDifference
from studio.console.difference_marks import DifferenceMarks
from studio.console.room_board import UmpireView
from studio.console.room_tab import UmpireTab
from studio.console.work import UmpiredGameDocument
from studio.lookout.reading import APART, hex_text
from studio.parts.speech import Localizer
from studio.parts.tab import MapDocumentTab
from studio.playtest.board.dossier import hex_occupants_text


class UmpireMapTab(MapDocumentTab, UmpireTab):
    """One room on its map."""

    document: UmpiredGameDocument
    changed = Signal()  # repeated here: Qt only knows the signals of the first base
    export_wanted = Signal()

    def __init__(self, work: UmpiredGameDocument, say: Localizer) -> None:
        super().__init__(work, say)
        self._layers: LayerSettings | None = None
        self.begin(MapCanvas())

    def board_on(self, canvas: Any) -> UmpireView:
        """Make a board on a map."""
        board = UmpireMapView(self.room, canvas, self.say)
        if self._layers is not None:
            canvas.set_layers(self._layers)
        return board

    def marks_of(self, differences: Sequence[BeliefDifference]) -> list[Any]:
        """Marks on hexes."""
        return [DifferenceMarks(differences)]

    @property
    def map(self) -> Map:
        """The map of its scenario."""
        return self.room.session.scenario.map

    def set_layers(self, layers: LayerSettings) -> None:
        """Show these layers on both maps."""
        super().set_layers(layers)
        self._layers = layers
        self.second.set_layers(layers)

    def reading(self) -> str:
        """The hex under the pointer in words, with what is seen and remembered there."""
        board = self.board
        assert isinstance(board, UmpireMapView)
        here = board.here
        if here is None or here not in self.map.grid:
            return ""
        words = [*hex_occupants_text(board.play, here), *board.remembered(here)]
        return APART.join([hex_text(self.map, here, None, self.say), *words])
