"""The settings of previews during a game: by the position the viewer may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from engine.games import rule_system_of
from engine.games.handbook import SteeringHandbook
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.scenario.scenario import Scenario
from studio.previews.preview_settings import PreviewSettings, ScenarioPreviewSettings
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer

if TYPE_CHECKING:
    from engine.movement.mobility import Points
    from engine.session.visible_position import SeenPiece
    from engine.sight.map_sight import Sight


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
