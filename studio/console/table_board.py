"""One table of the console: the game seen by the umpire, by one side, or by one writing seat."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from engine.play.pointing import EventPlace, Pointing
from engine.play.position import Point
from engine.telling.names import Names
from engine.umpired.room import Room
from studio.canvas.table_canvas import TableCanvas
from studio.canvas.table_pointer import TablePointer
from studio.canvas.tips import Tips
from studio.console.room_board import RoomBoard
from studio.parts.speech import Speech
from studio.playtest.board.dossier import brief, dossier
from studio.playtest.board.ready_beside import ReadyBeside
from studio.playtest.board.table_board import TableBoard
from studio.playtest.board.table_finger import TableFinger
from studio.playtest.board.table_here import CountryShown


class TableConsoleBoard(RoomBoard):
    """The canvas of a table, the viewer it shows the game to, and the pointer on it."""

    finger: TableFinger

    def __init__(self, room: Room, canvas: TableCanvas, say: Speech) -> None:
        scenario = room.session.scenario
        board = TableBoard(scenario, canvas, say.language)
        super().__init__(room, canvas, board, say)
        self.board, self.canvas = board, canvas
        self.here: Point | None = None
        table = scenario.table
        canvas.show_country(table.width, table.depth, CountryShown(scenario, say))
        finger = TableFinger(self.play, board)
        self.beside = ReadyBeside(finger)
        canvas.confirm = finger.confirm
        canvas.pressed.connect(finger.press)
        canvas.released.connect(finger.release)
        canvas.moved.connect(self._move)
        canvas.hovered.connect(self._move)
        canvas.left.connect(self._leave)
        self._tips = Tips(canvas, self._tip)
        self.begin(finger)

    def _look(self) -> None:
        """Show what the viewer knows."""
        self.finger.above = self.differences
        self.finger.show()
        self.pointed.emit()

    def place_of(self, pointing: Pointing) -> EventPlace:
        """Who an order is about, and where it leads."""
        units = tuple(unit for unit in (pointing.unit, pointing.target) if unit)
        stands = {each.id: each.at for each in self.play.standing.figures}
        found = [stands[unit] for unit in units if unit in stands]
        return EventPlace((), units, points=tuple(dict.fromkeys([*found, *pointing.points])))

    # --- the pointer ------------------------------------------------------------------------------

    def _move(self, event: TablePointer) -> None:
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
        words = [names.spot(self.here), brief(self.play, piece) if piece is not None else ""]
        return "   ".join(filter(None, words))

    def _tip(self, point: QPointF) -> str:
        camera = self.canvas.camera
        unit = self.board.unit_at(*camera.table(point.x(), point.y()), camera.pixel)
        return dossier(self.play, unit) if unit else ""
