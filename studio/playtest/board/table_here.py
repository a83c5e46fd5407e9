"""A game that is played on the table of a tab: what is shown there, who points, what covers it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.play.position import Point
from engine.scenario.scenario import Scenario
from engine.session.session import Session
from engine.telling.names import Names
from studio.canvas.table_camera import TableCamera
from studio.canvas.table_canvas import TableCanvas
from studio.canvas.table_pointer import TablePointer
from studio.drawing.table_look import TableLook
from studio.drawing.table_tiles import CountryTiles
from studio.parts.announcing import announce
from studio.parts.speech import Speech
from studio.playtest.board.bubble import Bubble
from studio.playtest.board.card_notice import CardNotice
from studio.playtest.board.curtain import Curtain
from studio.playtest.board.dossier import dossier
from studio.playtest.board.play import Play
from studio.playtest.board.ready_beside import ReadyBeside
from studio.playtest.board.recap_strip import RecapStrip
from studio.playtest.board.table_board import TableBoard
from studio.playtest.board.table_figures import view_of
from studio.playtest.board.table_finger import TableFinger


class CountryShown:
    """The country of a table, kept in tiles."""

    def __init__(self, scenario: Scenario, say: Speech) -> None:
        self._table, self._say, self._tiles = scenario.table, say, CountryTiles()

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Draw what of it is seen."""
        view = view_of(self._table, camera, TableLook(self._say.language, zones=True))
        device = painter.device()
        self._tiles.paint(painter, view, QRectF(0, 0, device.width(), device.height()))


class TableGameHere(QObject):
    """Has the canvas of a table for a while, its pointer too."""

    settled = Signal()  # another position is final, or it is asked for by somebody else

    def __init__(self, session: Session, canvas: TableCanvas, over: QWidget, say: Speech) -> None:
        super().__init__(over)
        self.canvas = canvas
        self.board = TableBoard(session.scenario, canvas, say.language)
        self.play = Play(session, self.board, say)
        self.finger = TableFinger(self.play, self.board)
        self.palette = ReadyBeside(self.finger)
        self.bubble = Bubble(canvas, say)
        self.finger.barred.connect(self.bubble.tell)
        self.bubble.asked_why.connect(self.finger.asked_why)
        self.play.settled.connect(self.bubble.hide)
        self.notice = CardNotice(self.play, canvas, say)
        self.strip = RecapStrip(self.play, self.finger, canvas, say)
        self.curtain = Curtain(over, say)
        self.curtain.lifted.connect(self._hand_over)
        self._country = CountryShown(session.scenario, say)
        self._pointers = (
            (canvas.pressed, self.finger.press),
            (canvas.moved, self._move),
            (canvas.hovered, self._move),
            (canvas.released, self.finger.release),
            (canvas.left, self.finger.leave),
        )
        for signal, take in self._pointers:
            signal.connect(take)
        canvas.confirm = self.finger.confirm
        canvas.setAccessibleName(Names(session.scenario, say.language).title)
        self.play.settled.connect(self._cover)

    def begin(self) -> None:
        """Show the position, and let machines answer if they are asked."""
        table = self.scenario.table
        self.canvas.show_country(table.width, table.depth, self._country)
        self.play.begin()

    def fit(self) -> None:
        """Show the whole table."""
        self.canvas.fit()

    def end(self) -> None:
        """Nothing moves any more, and the canvas is free."""
        self.play.end()
        for signal, take in self._pointers:
            signal.disconnect(take)
        self.palette.hide()
        self.palette.deleteLater()
        self.curtain.follow(None)
        self.curtain.deleteLater()
        self.strip.put_away()
        self.notice.put_away()
        self.bubble.put_away()
        self.canvas.confirm = lambda: False
        self.canvas.wear(None)
        self.canvas.unsetCursor()
        self.canvas.set_decorations([])
        self.play.deleteLater()
        self.deleteLater()

    @property
    def scenario(self) -> Scenario:
        """The scenario as it was when the game began."""
        return self.play.session.scenario

    def _move(self, event: TablePointer) -> None:
        self.finger.move(event)
        if self.canvas.keyboard_point is not None:
            announce(self.canvas, ". ".join(self.words_at(self.canvas.keyboard_point)))

    # --- who looks --------------------------------------------------------------------------------

    @property
    def is_covered(self) -> bool:
        """Whether the screen is being handed over."""
        return not self.curtain.isHidden()

    def _cover(self) -> None:
        self.curtain.follow(self.play)
        self.settled.emit()

    def _hand_over(self) -> None:
        self.play.hand_over()
        self.canvas.setFocus()

    # --- steps ------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back: never while the screen is being handed over."""
        session = self.play.session
        return session.can_undo and not session.needs_hand_over

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again, likewise."""
        session = self.play.session
        return session.can_redo and not session.needs_hand_over

    def undo(self) -> None:
        """Back to the last decision of a person."""
        self.play.undo()

    def redo(self) -> None:
        """On to the next one that was taken back."""
        self.play.redo()

    def escape(self) -> bool:
        """Give up what was begun; whether there was anything."""
        if self.play.is_recalling:
            self.play.look_again()
            return True
        return self.finger.escape()

    # --- words ------------------------------------------------------------------------------------

    def words_at(self, at: Point) -> list[str]:
        """What stands at a point, in words."""
        unit = self.board.unit_at(*at, self.canvas.camera.pixel)
        piece = self.play.standing.seen(unit)
        return [] if piece is None else [piece.name]

    def tip(self, point: QPointF) -> str:
        """The figure at a point of the canvas, with what it has met this turn."""
        camera = self.canvas.camera
        unit = self.board.unit_at(*camera.table(point.x(), point.y()), camera.pixel)
        return dossier(self.play, unit) if unit else ""
