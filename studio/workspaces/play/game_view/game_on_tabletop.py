"""A game that is played on the table of a tab: what is shown there, who points, what covers it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.play.position import Point
from engine.scenario.scenario import Scenario
from engine.session.session import Session
from studio.canvas.camera import TabletopCamera
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.canvas.tabletop_canvas import TabletopCanvas
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import TerrainTiles
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.reserve_strip import ReserveStrip
from studio.workspaces.play.game_view.tabletop_game_pointer import TabletopGamePointer
from studio.workspaces.play.game_view.tabletop_game_view import (
    TabletopGameView,
    tabletop_view_on_screen,
)
from studio.workspaces.play.game_view.unit_texts import unit_tooltip


class TabletopTerrainLayer:
    """The country of a table, kept in tiles."""

    def __init__(self, scenario: Scenario, localize: Localizer) -> None:
        self._table, self._localize, self._tiles = scenario.table, localize, TerrainTiles()

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw the visible part of it."""
        view = tabletop_view_on_screen(
            self._table, camera, TabletopRenderOptions(self._localize.language, zones=True)
        )
        device = painter.device()
        self._tiles.paint(painter, view, QRectF(0, 0, device.width(), device.height()))


class GameOnTabletop(GameOnTab):
    """A game on a table without hexes; it has the pointer on the canvas too."""

    canvas: TabletopCanvas
    pointer: TabletopGamePointer

    def __init__(
        self, session: Session, canvas: TabletopCanvas, over: QWidget, localize: Localizer
    ) -> None:
        self.board = TabletopGameView(session.scenario, canvas, localize.language)
        play = GameController(session, self.board, localize)
        pointer = TabletopGamePointer(play, self.board)
        self.palette = ReserveStrip(pointer)
        super().__init__(play, pointer, canvas, over, localize)
        self._country = TabletopTerrainLayer(session.scenario, localize)
        self._pointers = (
            (canvas.pressed, pointer.press),
            (canvas.moved, self._move),
            (canvas.hovered, self._move),
            (canvas.released, pointer.release),
            (canvas.left, pointer.leave),
        )
        for signal, take in self._pointers:
            signal.connect(take)

    def begin(self) -> None:
        """Show the position, and let machines answer if they are asked."""
        table = self.scenario.table
        self.canvas.show_terrain(table.width, table.depth, self._country)
        self.play.begin()

    def fit(self) -> None:
        """Show the whole table."""
        self.canvas.fit()

    def end(self) -> None:
        """End all animation, and free the canvas."""
        for signal, take in self._pointers:
            signal.disconnect(take)
        self.palette.hide()
        self.palette.deleteLater()
        self.canvas.set_cursor(None)
        self.canvas.set_decorations([])
        super().end()

    def _move(self, event: TabletopPointerEvent) -> None:
        self.pointer.move(event)
        if self.canvas.keyboard_point is not None:
            announce_to_screen_reader(
                self.canvas, ". ".join(self.description_at(self.canvas.keyboard_point))
            )

    # --- words ------------------------------------------------------------------------------------

    def description_at(self, at: Point) -> list[str]:
        """Describe the piece at a point."""
        unit = self.board.unit_at(*at, self.canvas.camera.pixel)
        piece = self.play.standing.seen(unit)
        return [] if piece is None else [piece.name]

    def tip(self, point: QPointF) -> str:
        """The figure at a point of the canvas, with what it has met this turn."""
        camera = self.canvas.camera
        unit = self.board.unit_at(*camera.table(point.x(), point.y()), camera.pixel)
        return unit_tooltip(self.play, unit) if unit else ""
