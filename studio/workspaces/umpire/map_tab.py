"""The tab of an umpired game on a map: the views of the umpire, of a side, or of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QPointF, Signal

from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.play.option_targets import EventLocation, OptionTarget
from engine.umpire.umpired_game import UmpiredGame
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.canvas_tooltips import CanvasTooltips
from studio.canvas.map_canvas import Decoration, MapCanvas
from studio.canvas.pointer_events import PointerEvent
from studio.framework.document_tab import MapDocumentTab
from studio.previews.hex_texts import APART, hex_text
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.unit_texts import hex_occupants_text, unit_tooltip
from studio.workspaces.umpire.belief_differences import BeliefDifference, DifferenceMarks
from studio.workspaces.umpire.fog_of_war import (
    OPEN,
    FogOverlay,
    LastKnownOverlay,
    LastKnownPainter,
    SideVision,
    vision_of_side,
)
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_tab import UmpireTab
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument


class UmpireMapView(UmpireView):
    """A canvas, the viewer it shows the game to, and the pointer on it."""

    pointer: MapGamePointer

    def __init__(self, room: UmpiredGame, canvas: MapCanvas, localize: Localizer) -> None:
        board = MapGameView(room.session.scenario, canvas, localize.language)
        super().__init__(room, canvas, board, localize)
        self.board = board
        self.canvas = canvas
        self.here: Hex | None = None
        self.sights: SideVision = OPEN
        canvas.show_map(room.session.scenario.map)
        self._ghosts = LastKnownPainter(room.session.scenario)
        pointer = MapGamePointer(self.play, self.board)
        canvas.confirm = pointer.confirm
        canvas.pressed.connect(pointer.press)
        canvas.released.connect(pointer.release)
        canvas.moved.connect(self._move)
        canvas.hovered.connect(self._move)
        canvas.left.connect(self._leave)
        self._tips = CanvasTooltips(canvas, self._tip)
        self.begin(pointer)

    # --- what is seen -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Refresh what the viewer sees and remembers."""
        scenario = self.room.session.scenario
        self.sights = self._seen()
        below: list[Decoration] = []
        if self.sights.seen is not None:
            below.append(FogOverlay(scenario.map, self.sights.seen))
        if self.sights.ghosts:
            below.append(LastKnownOverlay(self._ghosts, self.sights, self._localize.language))
        self.pointer.below, self.pointer.above = below, self.differences
        self.pointer.show()
        self.pointed.emit()

    def _seen(self) -> SideVision:
        viewer, past, map_ = self.viewer, self.play.past, self.room.session.scenario.map
        if viewer is None:
            return OPEN
        if past is not None:
            return vision_of_side(past.view(viewer), past.ghosts(viewer), past.turn, map_)
        with self.room.locked_session() as session:
            known = session.game.position(viewer)
            return vision_of_side(known, self.room.ghosts(viewer), known.turn, map_)

    # --- the pointer ------------------------------------------------------------------------------

    def _move(self, event: PointerEvent) -> None:
        self.pointer.move(event)
        if event.hex != self.here:
            self.here = event.hex
            self.pointed.emit()

    def _leave(self) -> None:
        self.here = None
        self.pointer.leave()
        self.pointed.emit()

    def _tip(self, point: QPointF) -> str:
        """The unit at a point in words, and the enemies remembered there."""
        unit = self.board.layer.unit_at(point)
        said = [unit_tooltip(self.play, unit)] if unit is not None else []
        hex_ = self.canvas.hex_at(point)
        if hex_ in self.canvas.camera.grid:
            said += [escape(words) for words in self.remembered(hex_)]
        return "<br>".join(filter(None, said))

    def remembered(self, hex_: Hex) -> list[str]:
        """The enemies remembered in a hex, in words."""
        localize = self._localize
        return [
            localize("room-ghost", unit=localize.localize_text(ghost.name), turn=ghost.turn,
                age=self.sights.turn - ghost.turn)
            for ghost in self.sights.at(hex_)
        ]  # fmt: skip

    def place_of(self, pointing: OptionTarget) -> EventLocation:
        """The hexes an order is about."""
        units = [unit for unit in (pointing.unit, pointing.target) if unit]
        stands = {piece.id: piece.at for piece in self.play.standing.pieces}
        hexes = [stands[unit] for unit in units if unit in stands]
        if pointing.hex is not None:
            hexes.append(pointing.hex)
        return EventLocation(tuple(dict.fromkeys(hexes)), tuple(units))


class UmpireMapTab(MapDocumentTab, UmpireTab):
    """One room on its map."""

    document: UmpiredGameDocument
    changed = Signal()  # repeated here: Qt only knows the signals of the first base
    export_wanted = Signal()

    def __init__(self, work: UmpiredGameDocument, localize: Localizer) -> None:
        super().__init__(work, localize)
        self._layers: LayerSettings | None = None
        self.begin(MapCanvas())

    def make_view(self, canvas: Any) -> UmpireView:
        """Make a board on a map."""
        board = UmpireMapView(self.room, canvas, self.localize)
        if self._layers is not None:
            canvas.set_layers(self._layers)
        return board

    def hex_markers(self, differences: Sequence[BeliefDifference]) -> list[Any]:
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

    def pointer_description(self) -> str:
        """The hex under the pointer in words, with what is seen and remembered there."""
        board = self.board
        assert isinstance(board, UmpireMapView)
        here = board.here
        if here is None or here not in self.map.grid:
            return ""
        words = [*hex_occupants_text(board.play, here), *board.remembered(here)]
        return APART.join([hex_text(self.map, here, None, self.localize), *words])
