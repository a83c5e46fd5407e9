"""One map of the console: the game as all, as one side, or as one seat that writes may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtWidgets import QMenu

from engine.hexes.hex import Hex
from engine.play.pointing import EventPlace, Pointing
from engine.problems import SandtableError
from engine.session.choices import Choice
from engine.session.standing import Standing
from engine.umpired.eyes import Eyes, Writing
from engine.umpired.room import Room
from engine.umpired.seats import PlayerSeat
from engine.umpired.sightings import TurnBelief
from studio.canvas.canvas import Decoration, MapCanvas
from studio.canvas.pointer import PointerEvent
from studio.canvas.tips import Tips
from studio.console.saying import in_words
from studio.console.sights import OPEN, GhostPainter, Remembered, Sights, Veiled, sights
from studio.parts.speech import Speech
from studio.playtest.board.choice_menu import pop_up
from studio.playtest.board.dossier import dossier
from studio.playtest.board.map_board import MapBoard
from studio.playtest.board.play import Play
from studio.playtest.board.pointing import MapFinger


class RoomPlay(Play):
    """The game of a room on a canvas. Nobody answers by a click but while a seat's orders are
    written, or where the umpire means to answer for who is asked."""

    session: Eyes
    past: TurnBelief | None = None  # a turn that is over, looked at instead of the present
    is_answering = False  # what is clicked answers at once for the side that is asked
    is_doing = False

    @property
    def may_answer(self) -> bool:
        """Whether clicks are answers."""
        is_writing = isinstance(self.session, Writing) or self.is_answering
        return is_writing and self.past is None and super().may_answer

    def watch(self, deed: Callable[[], object]) -> None:
        """Do something and show what it led to."""
        self.is_doing = True
        try:
            super().watch(deed)
        finally:
            self.is_doing = False

    def follow_room(self) -> None:
        """The room has changed: show how it stands, unless that is being shown already."""
        if not self.is_doing and not self.is_moving:
            self.look_again()

    def _try(self, deed: Callable[[], object]) -> bool:
        """Do something; what the room refuses is told in the window's language."""
        try:
            deed()
        except SandtableError as error:
            self.drop_plan()
            self.refused.emit(in_words(error, self.say.language))
            return False
        return True

    def _settle(self) -> None:
        with self.session.room.held():
            self.session.look()
            super()._settle()

    def _stands(self) -> Standing:
        if self.past is not None:
            return self.past.standing(self.session.viewer, self.say.language)
        return super()._stands()


class ConsoleBoard(QObject):
    """A canvas, whose eyes it shows the game through, and the pointer on it."""

    looked = Signal()  # through other eyes, or at another time
    pointed = Signal()  # the hex under the pointer is another

    def __init__(self, room: Room, canvas: MapCanvas, say: Speech) -> None:
        super().__init__(canvas)
        self.room, self.canvas, self._say = room, canvas, say
        self.here: Hex | None = None
        self.menu: QMenu | None = None
        self.sights: Sights = OPEN
        self.differences: Sequence[Decoration] = ()  # between what is true and what is believed
        canvas.show_map(room.session.scenario.map)
        self._ghosts = GhostPainter(room.session.scenario)
        self.board = MapBoard(room.session.scenario, canvas, say.language)
        self.play = RoomPlay(Eyes(room), self.board, say)
        self.finger = MapFinger(self.play, self.board)
        self.finger.menu_wanted.connect(self._offer)
        self.play.settled.connect(self._look)
        canvas.confirm = self.finger.confirm
        canvas.pressed.connect(self.finger.press)
        canvas.released.connect(self.finger.release)
        canvas.moved.connect(self._move)
        canvas.hovered.connect(self._move)
        canvas.left.connect(self._leave)
        self._tips = Tips(canvas, self._tip)
        self.play.look_again()

    def _offer(self, choices: list[Choice]) -> None:
        """Ask which of several orders a click means."""
        self.menu = pop_up(self.finger, choices)

    def end(self) -> None:
        """Disconnect from the room."""
        self.play.end()

    # --- whose eyes -------------------------------------------------------------------------------

    @property
    def viewer(self) -> str | None:
        """The side through whose eyes the map is seen; None for all."""
        return self.play.session.viewer

    @property
    def writer(self) -> PlayerSeat | None:
        """The seat whose orders are written on this map."""
        session = self.play.session
        return session.writer if isinstance(session, Writing) else None

    def view_as(self, viewer: str | None) -> None:
        """Look through the eyes of a side, or through all."""
        self._take(Eyes(self.room, viewer))

    def write_as(self, seat: PlayerSeat) -> None:
        """Write the orders of a seat: on the map as its side sees it."""
        self._take(Writing(self.room, seat))

    def _take(self, session: Eyes) -> None:
        play = self.play
        play.skip()
        play.drop_plan()
        play.session = session
        play.orders = type(play.orders)(session)
        self.finger.escape()
        play.look_again()
        self.looked.emit()

    def show_past(self, past: TurnBelief | None) -> None:
        """Look at a turn that is over, or at the present again."""
        self.play.past = past
        self.play.look_again()
        self.looked.emit()

    def refresh(self) -> None:
        """The room has changed."""
        self.play.follow_room()

    # --- what is seen -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Look again at what the viewer sees and remembers."""
        scenario = self.room.session.scenario
        self.sights = self._seen()
        below: list[Decoration] = []
        if self.sights.seen is not None:
            below.append(Veiled(scenario.map, self.sights.seen))
        if self.sights.ghosts:
            below.append(Remembered(self._ghosts, self.sights, self._say.language))
        self.finger.below, self.finger.above = below, self.differences
        self.finger.show()
        self.pointed.emit()

    def _seen(self) -> Sights:
        viewer, past, map_ = self.viewer, self.play.past, self.room.session.scenario.map
        if viewer is None:
            return OPEN
        if past is not None:
            return sights(past.view(viewer), past.ghosts(viewer), past.turn, map_)
        with self.room.held() as session:
            known = session.game.position(viewer)
            return sights(known, self.room.ghosts(viewer), known.turn, map_)

    def mark(self, differences: Sequence[Decoration]) -> None:
        """Mark where what is believed differs from what is true."""
        self.differences = differences
        self._look()

    # --- the pointer ------------------------------------------------------------------------------

    def _move(self, event: PointerEvent) -> None:
        self.finger.move(event)
        if event.hex != self.here:
            self.here = event.hex
            self.pointed.emit()

    def _leave(self) -> None:
        self.here = None
        self.finger.leave()
        self.pointed.emit()

    def _tip(self, point: QPointF) -> str:
        """The unit at a point in words, and the enemies remembered there."""
        unit = self.board.layer.unit_at(point)
        said = [dossier(self.play, unit)] if unit is not None else []
        hex_ = self.canvas.hex_at(point)
        if hex_ in self.canvas.camera.grid:
            said += [escape(words) for words in self.remembered(hex_)]
        return "<br>".join(filter(None, said))

    def remembered(self, hex_: Hex) -> list[str]:
        """The enemies remembered in a hex, in words."""
        say = self._say
        return [
            say("room-ghost", unit=say.of(ghost.name), turn=ghost.turn,
                age=self.sights.turn - ghost.turn)
            for ghost in self.sights.at(hex_)
        ]  # fmt: skip

    def point_out(self, pointing: Pointing) -> None:
        """Show what an order is about: its unit, its target, its hex."""
        units = [unit for unit in (pointing.unit, pointing.target) if unit]
        stands = {piece.id: piece.at for piece in self.play.standing.pieces}
        hexes = [stands[unit] for unit in units if unit in stands]
        if pointing.hex is not None:
            hexes.append(pointing.hex)
        self.show_place(EventPlace(tuple(dict.fromkeys(hexes)), tuple(units)))

    def show_place(self, place: EventPlace) -> None:
        """Show some hexes and units, if any."""
        if place.hexes:
            self.finger.point_out(place)
        else:
            self.finger.escape()
