"""A game that is played on the map of a tab: what is shown there, who points, what covers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF
from PySide6.QtWidgets import QWidget

from engine.games import rule_system_of
from engine.games.handbook import SteeringHandbook
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.scenario.scenario import Scenario
from engine.session.session import Session
from studio.canvas.map_canvas import Decoration, MapCanvas
from studio.canvas.pointer_events import PointerEvent
from studio.previews.preview_result import PreviewResult
from studio.previews.preview_settings import PreviewSettings, ScenarioPreviewSettings
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.unit_texts import hex_occupants_text, unit_tooltip

if TYPE_CHECKING:
    from engine.movement.mobility import Points
    from engine.session.visible_position import SeenPiece
    from engine.sight.map_sight import Sight


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


class PlayPreviewSettings(ScenarioPreviewSettings):
    """For the selected unit, else for the topmost one seen in the hex pointed at."""

    def __init__(self, usual: PreviewSettings, pointer: MapGamePointer, parent: QObject) -> None:
        self._pointer, self._play = pointer, pointer.play
        self._at: Hex | None = None
        super().__init__(usual, parent)
        self._play.settled.connect(self.follow)

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        super().dispose()
        self._play.settled.disconnect(self.follow)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it was when the game began."""
        return self._play.session.scenario

    @property
    def unit_type(self) -> str:
        """The type of the previewed unit."""
        return "" if self._piece is None else self._piece.type

    @property
    def _piece(self) -> SeenPiece | None:
        """The previewed unit: no rider, no weapon that is borne, unless it is selected."""
        pieces, chosen = self._play.standing.pieces, self._pointer.chosen
        apart = [piece for piece in pieces if not piece.inside and not piece.bearer]
        here = [piece for piece in apart if piece.at == self._at]
        named = [piece for piece in pieces if piece.id == chosen]
        return next(iter((*named, *reversed(here))), None)

    @property
    def facing(self) -> int | None:
        """The facing of the previewed unit."""
        return None if self._piece is None else self._piece.facing

    @property
    def points(self) -> Points:
        """Return the unit's own points, with the weapons it bears."""
        piece, book = self._piece, self.handbook
        if piece is None or not isinstance(book, SteeringHandbook):
            return super().points
        borne = [each.type for each in self._play.standing.pieces if each.bearer == piece.id]
        return book.points_with(piece.type, borne)

    def point(self, at: Hex | None) -> None:
        """The pointer is in another hex."""
        if at != self._at:
            self._at = at
            self.follow()

    def sight(self, map_: Map) -> Sight:
        """Return the sight in the known position, smoke included."""
        return self._known_sight() or super().sight(map_)

    def _known_sight(self) -> Sight | None:
        """The game's own sight; None where nothing in the game changes what the map says."""
        session = self._play.session
        found = rule_system_of(self.scenario.game).sight
        if found is None:
            return None
        viewer = session.viewer
        return found(session.game.state if viewer is None else session.game.view(viewer))

    def _rules_now(self) -> tuple[Any, ...]:
        return (*super()._rules_now(), id(self._known_sight()))
