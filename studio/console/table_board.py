"""One table of the console: the game seen by the umpire, by one side, or by one writing seat."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from engine.play.pointing import EventLocation, OptionTarget
from engine.play.position import Point
from engine.telling.names import Names
from engine.umpired.room import UmpiredGame
from studio.canvas.table_canvas import TabletopCanvas
from studio.canvas.table_pointer import TabletopPointerEvent
from studio.canvas.tips import CanvasTooltips
from studio.console.room_board import UmpireView
from studio.parts.speech import Localizer
from studio.playtest.board.dossier import unit_summary, unit_tooltip
from studio.playtest.board.ready_beside import ReserveStrip
from studio.playtest.board.table_board import TabletopGameView
from studio.playtest.board.table_finger import TabletopGamePointer
from studio.playtest.board.table_here import TabletopTerrainLayer


class UmpireTabletopView(UmpireView):
    """The canvas of a table, the viewer it shows the game to, and the pointer on it."""

    finger: TabletopGamePointer

    def __init__(self, room: UmpiredGame, canvas: TabletopCanvas, say: Localizer) -> None:
        scenario = room.session.scenario
        board = TabletopGameView(scenario, canvas, say.language)
        super().__init__(room, canvas, board, say)
        self.board, self.canvas = board, canvas
        self.here: Point | None = None
        table = scenario.table
        canvas.show_country(table.width, table.depth, TabletopTerrainLayer(scenario, say))
        finger = TabletopGamePointer(self.play, board)
        self.beside = ReserveStrip(finger)
        canvas.confirm = finger.confirm
        canvas.pressed.connect(finger.press)
        canvas.released.connect(finger.release)
        canvas.moved.connect(self._move)
        canvas.hovered.connect(self._move)
        canvas.left.connect(self._leave)
        self._tips = CanvasTooltips(canvas, self._tip)
        self.begin(finger)

    def _look(self) -> None:
        """Show what the viewer knows."""
        self.finger.above = self.differences
        self.finger.show()
        self.pointed.emit()

    def place_of(self, pointing: OptionTarget) -> EventLocation:
        """Who an order is about, and where it leads."""
        units = tuple(unit for unit in (pointing.unit, pointing.target) if unit)
        stands = {each.id: each.at for each in self.play.standing.figures}
        found = [stands[unit] for unit in units if unit in stands]
        return EventLocation((), units, points=tuple(dict.fromkeys([*found, *pointing.points])))

    # --- the pointer ------------------------------------------------------------------------------

    def _move(self, event: TabletopPointerEvent) -> None:
        self.finger.move(event)
        self.here = event.point
        self.pointed.emit()

    def _leave(self) -> None:
        self.here = None
        self.finger.leave()
        self.pointed.emit()

    def reading(self) -> str:
        """The place under the pointer, and who stands there."""
        if self.here is None or not self.board.scenario.table.has(self.here):
            return ""
        names = Names(self.board.scenario, self._say.language)
        unit = self.board.unit_at(*self.here, self.canvas.camera.pixel)
        piece = self.play.standing.seen(unit)
        words = [names.spot(self.here), unit_summary(self.play, piece) if piece is not None else ""]
        return "   ".join(filter(None, words))

    def _tip(self, point: QPointF) -> str:
        camera = self.canvas.camera
        unit = self.board.unit_at(*camera.table(point.x(), point.y()), camera.pixel)
        return unit_tooltip(self.play, unit) if unit else ""
