"""A game on a table's canvas, played with a mouse, without a window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.play.position import Point
from engine.scenario.scenario import Scenario
from engine.session.seats import FogOfWar
from engine.session.session import Session
from studio.canvas.tabletop_canvas import TabletopCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tabletop import TabletopTerrainLayer
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.game_view.tabletop_game_pointer import TabletopGamePointer
from studio.workspaces.play.game_view.tabletop_game_view import TabletopGameView
from tests.conformance.table_toy import table_toy

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEY, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class OnTable(QWidget):
    """A game on a table, two people before one screen; the toy unless another is given."""

    def __init__(
        self,
        fog: FogOfWar = FogOfWar.OPEN,
        language: str = "en",
        scenario: Scenario | None = None,
        size: tuple[int, int] = (660, 560),
    ) -> None:
        super().__init__()
        self.session = Session.begin(scenario or table_toy(), {}, 7, fog=fog)
        self.canvas = TabletopCanvas(self)
        self.resize(*size)
        self.canvas.resize(*size)
        table = self.session.scenario.table
        country = TabletopTerrainLayer(self.session.scenario, Localizer(language))
        self.canvas.show_terrain(table.width, table.depth, country)
        self.board = TabletopGameView(self.session.scenario, self.canvas, language)
        self.play = GameController(self.session, self.board, Localizer(language))
        self.play.speed = PlaybackSpeed.SKIP
        self.pointer = TabletopGamePointer(self.play, self.board)
        self.canvas.pressed.connect(self.pointer.press)
        self.canvas.moved.connect(self.pointer.move)
        self.canvas.hovered.connect(self.pointer.move)
        self.canvas.released.connect(self.pointer.release)
        self.canvas.left.connect(self.pointer.leave)
        self.refused: list[str] = []
        self.play.refused.connect(self.refused.append)
        self.show()
        self.play.look_again()

    # --- where things are -------------------------------------------------------------------------

    def pixel(self, at: Point) -> QPoint:
        """Where a point of the table is on the canvas."""
        return self.board.point_of(at)

    def stand(self, figure: str) -> Point:
        """Where a figure stands."""
        return next(each.at for each in self.play.standing.figures if each.id == figure)

    # --- the mouse --------------------------------------------------------------------------------

    def click(
        self, at: Point, keys: Qt.KeyboardModifier = NO_KEY, button: Qt.MouseButton = LEFT
    ) -> None:
        """Click somewhere."""
        QTest.mouseMove(self.canvas, self.pixel(at))
        QTest.mouseClick(self.canvas, button, keys, self.pixel(at))
        QApplication.processEvents()

    def take(self, figure: str, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Click a figure."""
        self.click(self.stand(figure), keys)

    def hold(self, *way: Point, button: Qt.MouseButton = LEFT) -> None:
        """Press, and drag along a way, without letting go."""
        QTest.mouseMove(self.canvas, self.pixel(way[0]))
        QTest.mousePress(self.canvas, button, NO_KEY, self.pixel(way[0]))
        for at in way[1:]:
            self._move(at, button)

    def drag(self, *way: Point, button: Qt.MouseButton = LEFT) -> None:
        """Press, drag along a way, and let go."""
        self.hold(*way, button=button)
        self.let_go(way[-1], button)

    def let_go(self, at: Point, button: Qt.MouseButton = LEFT) -> None:
        """Let the button go somewhere."""
        QTest.mouseRelease(self.canvas, button, NO_KEY, self.pixel(at))
        QApplication.processEvents()

    def point(self, at: Point) -> None:
        """Move the pointer somewhere, no button down."""
        QTest.mouseMove(self.canvas, self.pixel(at))
        QApplication.processEvents()

    def _move(self, at: Point, button: Qt.MouseButton) -> None:
        """QTest moves without a button, so that the event is made by hand."""
        middle = self.pixel(at)
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(middle),
            QPointF(self.canvas.mapToGlobal(middle)),
            Qt.MouseButton.NoButton,
            button,
            NO_KEY,
        )
        QApplication.sendEvent(self.canvas, event)
        QApplication.processEvents()

    # --- what is said -----------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """Who is asked what."""
        decision = self.session.game.decision
        return "" if decision is None else f"{decision.side} {type(decision).__name__}"

    def pass_on(self) -> None:
        """Do nothing, where that is allowed."""
        self.play.pass_turn()
        QApplication.processEvents()
