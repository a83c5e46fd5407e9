"""A game that is played on the map of a tab: what is shown there, who points, what covers it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF
from PySide6.QtWidgets import QWidget

from engine.hexes.hex import Hex
from engine.session.session import Session
from studio.canvas.map_canvas import Decoration, MapCanvas
from studio.canvas.pointer_events import PointerEvent
from studio.previews.preview_result import PreviewResult
from studio.previews.preview_settings import PreviewSettings
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.play_preview_settings import PlayPreviewSettings
from studio.workspaces.play.game_view.unit_texts import hex_occupants_text, unit_tooltip


class GameOnMap(GameOnTab):
    """A game on a map of hexes."""

    canvas: MapCanvas
    pointer: MapGamePointer

    def __init__(
        self, session: Session, canvas: MapCanvas, over: QWidget, localize: Localizer
    ) -> None:
        self.board = MapGameView(session.scenario, canvas, localize.language)
        play = GameController(session, self.board, localize)
        super().__init__(play, MapGamePointer(play, self.board), canvas, over, localize)

    def begin(self) -> None:
        """Show the position, and let machines answer if they are asked."""
        self.canvas.show_map(self.scenario.map)
        self.play.begin()

    def fit(self) -> None:
        """Show the whole map, if its hexes can be read then."""
        self.canvas.fit_if_readable()

    # --- previews ---------------------------------------------------------------------------------

    def preview_settings(self, usual: PreviewSettings, parent: QObject) -> PlayPreviewSettings:
        """Return the previews' settings: by the position, for the selected or hovered unit."""
        return PlayPreviewSettings(usual, self.pointer, parent)

    @property
    def selected_unit_hex(self) -> Hex | None:
        """Return the hex of the selected unit."""
        return self.play.standing.hex_of_unit(self.pointer.chosen)

    def show_preview(self, shown: PreviewResult, marks: Sequence[Decoration]) -> None:
        """Show a preview over what can be done."""
        self.pointer.overlay, self.pointer.above = shown.overlay, marks
        self.pointer.show()

    # --- the pointer ------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> None:
        """Take a unit, choose, or begin to draw a path."""
        self.pointer.press(event)

    def move(self, event: PointerEvent) -> None:
        """Draw on, or preview a click here; a screen reader says what is there."""
        self.pointer.move(event)
        if event.hex == self.canvas.keyboard_hex:
            label = self.scenario.map.labels.label(event.hex)
            announce_to_screen_reader(
                self.canvas, ". ".join((label, *self.description_at(event.hex)))
            )

    def release(self, event: PointerEvent) -> None:
        """Follow what was drawn, or carry out a click."""
        self.pointer.release(event)

    def leave(self) -> None:
        """The pointer has left."""
        self.pointer.leave()

    def description_at(self, hex_: Hex) -> list[str]:
        """Describe the units of a hex and its holder."""
        return hex_occupants_text(self.play, hex_)

    def unit_tooltip(self, point: QPointF) -> str:
        """The unit at a point, with what it has met this turn."""
        unit = self.board.layer.unit_at(point)
        return "" if unit is None else unit_tooltip(self.play, unit)
