"""One board of the console: the game seen by the umpire, by one side, or by one writing seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from engine.play.option_targets import EventLocation, OptionTarget
from engine.problems import SandtableError
from engine.session.visible_position import VisiblePosition
from engine.umpire.seats import PlayerSeat
from engine.umpire.sightings import TurnBelief
from engine.umpire.umpired_game import UmpiredGame
from engine.umpire.viewer_sessions import OrderWritingSession, ViewerSession
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.click_meanings import ClickMeaning
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer, show_meanings_menu
from studio.workspaces.play.game_view.game_view import GameView
from studio.workspaces.umpire.umpire_texts import localize_refusal


class UmpiredGameController(GameController):
    """The game of a room on a canvas. Clicks are answers only while a seat's orders are written, or
    where the umpire chooses to answer for the asked side."""

    session: ViewerSession
    past: TurnBelief | None = None  # a past turn, shown instead of the present
    is_answering = False  # clicks answer at once for the side that is asked
    is_doing = False

    @property
    def may_answer(self) -> bool:
        """Return True if clicks are answers."""
        is_writing = isinstance(self.session, OrderWritingSession) or self.is_answering
        return is_writing and self.past is None and super().may_answer

    def run_and_show(self, deed: Callable[[], object]) -> None:
        """Do something and show what it led to."""
        self.is_doing = True
        try:
            super().run_and_show(deed)
        finally:
            self.is_doing = False

    def follow_game(self) -> None:
        """The room has changed: show how it stands, unless that is being shown already."""
        if not self.is_doing and not self.is_moving:
            self.look_again()

    def _try(self, deed: Callable[[], object]) -> bool:
        """Do something; a refusal by the room is reported in the window's language."""
        try:
            deed()
        except SandtableError as error:
            self.drop_plan()
            self.refused.emit(localize_refusal(error, self.localize.language))
            return False
        return True

    def _settle(self, standing: VisiblePosition | None = None) -> None:
        with self.session.room.locked_session():
            self.session.refresh_view()
            super()._settle()  # the earlier view is out of date: others act in the room too

    def _stands(self) -> VisiblePosition:
        if self.past is not None:
            return self.past.visible_position(self.session.viewer, self.localize.language)
        return super()._stands()


class UmpireView(QObject):
    """A canvas, the viewer it shows the game to, and the pointer on it."""

    pointer: GamePointer
    looked = Signal()  # for another viewer, or at another time
    pointed = Signal()  # the place under the pointer is another

    def __init__(
        self, room: UmpiredGame, canvas: QWidget, board: GameView, localize: Localizer
    ) -> None:
        super().__init__(canvas)
        self.room, self._localize = room, localize
        self.menu: QMenu | None = None
        self.differences: Sequence[Any] = ()  # between what is true and what is believed
        self.play = UmpiredGameController(ViewerSession(room), board, localize)

    def begin(self, pointer: GamePointer) -> None:
        """Accept touch, and show the room."""
        self.pointer = pointer
        pointer.menu_wanted.connect(self._offer)
        self.play.settled.connect(self._look)
        self.play.look_again()

    def _look(self) -> None:
        """Refresh what the viewer sees and remembers."""
        raise NotImplementedError

    def place_of(self, pointing: OptionTarget) -> EventLocation:
        """The places on the board an order is about."""
        raise NotImplementedError

    def _offer(self, meanings: list[ClickMeaning]) -> None:
        """Ask which of several orders a click means."""
        self.menu = show_meanings_menu(self.pointer, meanings)

    def end(self) -> None:
        """Disconnect from the room."""
        self.play.end()

    # --- whose eyes -------------------------------------------------------------------------------

    @property
    def viewer(self) -> str | None:
        """The side whose view the map shows; None for everything."""
        return self.play.session.viewer

    @property
    def writer(self) -> PlayerSeat | None:
        """The seat whose orders are written on this map."""
        session = self.play.session
        return session.writer if isinstance(session, OrderWritingSession) else None

    def view_as(self, viewer: str | None) -> None:
        """Show the view of a side, or everything."""
        self._take(ViewerSession(self.room, viewer))

    def write_orders_as(self, seat: PlayerSeat) -> None:
        """Write the orders of a seat: on the map as its side sees it."""
        self._take(OrderWritingSession(self.room, seat))

    def _take(self, session: ViewerSession) -> None:
        play = self.play
        play.skip()
        play.drop_plan()
        play.session = session
        play.orders = type(play.orders)(session)
        self.pointer.escape()
        play.look_again()
        self.looked.emit()

    def show_past(self, past: TurnBelief | None) -> None:
        """Show a past turn, or the present again."""
        self.play.past = past
        self.play.look_again()
        self.looked.emit()

    def refresh(self) -> None:
        """The room has changed."""
        self.play.follow_game()

    def mark(self, differences: Sequence[Any]) -> None:
        """Mark where belief and truth differ."""
        self.differences = differences
        self._look()

    # --- what is pointed out ----------------------------------------------------------------------

    def highlight_hex(self, pointing: OptionTarget) -> None:
        """Show what an order is about: its units, its target, its place."""
        self.show_place(self.place_of(pointing))

    def show_place(self, place: EventLocation) -> None:
        """Show some places and units, if any."""
        if place.hexes or place.points:
            self.pointer.highlight_hex(place)
        else:
            self.pointer.escape()
