"""A game that is played on the map of a tab: what is shown there, who points, what covers it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtWidgets import QWidget

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from engine.session.session import Session
from engine.telling.names import Names
from studio.canvas.canvas import Decoration, MapCanvas
from studio.canvas.pointer import PointerEvent
from studio.lookout.lookout import Lookout
from studio.lookout.shown import Shown
from studio.parts.announcing import announce
from studio.parts.speech import Speech
from studio.playtest.board.bubble import Bubble
from studio.playtest.board.card_notice import CardNotice
from studio.playtest.board.curtain import Curtain
from studio.playtest.board.dossier import at_hex, dossier
from studio.playtest.board.game_lookout import GameLookout
from studio.playtest.board.map_board import MapBoard
from studio.playtest.board.play import Play
from studio.playtest.board.pointing import MapFinger
from studio.playtest.board.recap_strip import RecapStrip


class GameHere(QObject):
    """Has a canvas for a while; a curtain hides all of `over` when the screen is handed over."""

    settled = Signal()  # another position is final, or it is asked for by somebody else

    def __init__(self, session: Session, canvas: MapCanvas, over: QWidget, say: Speech) -> None:
        super().__init__(over)
        self.canvas = canvas
        self.board = MapBoard(session.scenario, canvas, say.language)
        self.play = Play(session, self.board, say)
        self.finger = MapFinger(self.play, self.board)
        self.bubble = Bubble(canvas, say)
        self.finger.barred.connect(self.bubble.tell)
        self.bubble.asked_why.connect(self.finger.asked_why)
        self.play.settled.connect(self.bubble.hide)
        self.notice = CardNotice(self.play, canvas, say)
        self.strip = RecapStrip(self.play, self.finger, canvas, say)
        self.curtain = Curtain(over, say)
        self.curtain.lifted.connect(self._hand_over)
        canvas.confirm = self.finger.confirm
        canvas.setAccessibleName(Names(session.scenario, say.language).title)
        self.play.settled.connect(self._cover)

    def begin(self) -> None:
        """Show the position, and let machines answer if they are asked."""
        self.canvas.show_map(self.scenario.map)
        self.play.begin()

    def fit(self) -> None:
        """Show the whole map, if its hexes can be read then."""
        self.canvas.fit_if_readable()

    def end(self) -> None:
        """Nothing moves any more, and the canvas is free."""
        self.play.end()
        self.curtain.follow(None)
        self.curtain.deleteLater()
        self.strip.put_away()
        self.notice.put_away()
        self.bubble.put_away()
        self.canvas.confirm = lambda: False
        self.canvas.unsetCursor()
        self.play.deleteLater()
        self.deleteLater()

    @property
    def scenario(self) -> Scenario:
        """The scenario as it was when the game began."""
        return self.play.session.scenario

    # --- who looks --------------------------------------------------------------------------------

    @property
    def is_covered(self) -> bool:
        """Whether the screen is being handed over."""
        return not self.curtain.isHidden()

    def _cover(self) -> None:
        if self.is_covered or self.play.session.needs_hand_over:
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
        """Give up what was begun on the map; whether there was anything."""
        if self.play.is_recalling:
            self.play.look_again()
            return True
        return self.finger.escape()

    # --- previews ---------------------------------------------------------------------------------

    def lookout(self, usual: Lookout, parent: QObject) -> GameLookout:
        """What previews ask: by the position, for the unit in hand or pointed at."""
        return GameLookout(usual, self.finger, parent)

    @property
    def stand(self) -> Hex | None:
        """Where the unit in hand stands."""
        return self.play.standing.stand(self.finger.chosen)

    def show_preview(self, shown: Shown, marks: Sequence[Decoration]) -> None:
        """Show a preview over what can be done."""
        self.finger.overlay, self.finger.above = shown.overlay, marks
        self.finger.show()

    # --- the pointer ------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> None:
        """Take a unit, choose, or begin to draw a path."""
        self.finger.press(event)

    def move(self, event: PointerEvent) -> None:
        """Draw on, or look what a click here would do; a screen reader says what is there."""
        self.finger.move(event)
        if event.hex == self.canvas.keyboard_hex:
            label = self.scenario.map.labels.label(event.hex)
            announce(self.canvas, ". ".join((label, *self.words_at(event.hex))))

    def release(self, event: PointerEvent) -> None:
        """Follow what was drawn, or do what a click says."""
        self.finger.release(event)

    def leave(self) -> None:
        """The pointer is elsewhere."""
        self.finger.leave()

    def words_at(self, hex_: Hex) -> list[str]:
        """What stands in a hex and who holds it."""
        return at_hex(self.play, hex_)

    def tip(self, point: QPointF) -> str:
        """The unit at a point, with what it has met this turn."""
        unit = self.board.layer.unit_at(point)
        return "" if unit is None else dossier(self.play, unit)
