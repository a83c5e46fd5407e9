"""The pointer of the player who is asked, and the menu that asks which target a click means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from engine.play.move_forecast import Forecast
from engine.play.option_targets import EventLocation
from engine.play.position import Spot
from engine.session.option_choices import OptionChoice
from engine.session.timeline import NOWHERE
from studio.workspaces.play.game_view.click_meanings import ClickKind, ClickMeaning
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_view import PointedSpot


class GamePointer(QObject):
    """Points out what happened and what is foreseen, and reports a place that is awaited.

    How a click or a drag becomes an answer is each board's own.
    """

    menu_wanted = Signal(object)  # list[ClickMeaning]
    selected = Signal()  # another unit was taken, or none
    foreseen = Signal(object)  # Forecast | None: what a click here would lead to
    outdated = Signal()  # the game has gone on: the last forecast is out of date
    picked = Signal(object)  # PointedSpot that was awaited; None where that is given up
    umpire_wanted = Signal(object)  # PointedSpot: what may an umpire do there?
    barred = Signal(object, QPoint)  # the Refusal of a click that meant nothing, and where
    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen
    shifted = Signal(str, object)  # a unit, and the Spot an umpire wants to put it into

    def __init__(self, play: GameController) -> None:
        super().__init__(play)
        self.play = play
        self.sketch: tuple[Spot, ...] = ()  # a way that is filled in beside the board
        self.forecast: Forecast | None = None
        self.place = NOWHERE  # pointed out, until the game goes on
        self._placed_at = -1
        self._has_foreseen = False  # since the game went on
        self._is_picking = False
        self._carried = ""  # the unit an umpire drags elsewhere
        self.last_kind = ClickKind.MOVE  # what the last click did that could mean two things
        play.settled.connect(self._settle)

    @property
    def chosen(self) -> str:
        """The unit that was taken, to be sent or turned; empty for none, or for several."""
        raise NotImplementedError

    # --- what is shown ----------------------------------------------------------------------------

    def show(self) -> None:
        """Bring the canvas to what is pointed at and what can be done."""
        raise NotImplementedError

    def look_again(self) -> None:
        """Another position, or another question."""
        raise NotImplementedError

    def escape(self) -> bool:
        """Cancel the present action; True if there was one."""
        raise NotImplementedError

    def confirm(self) -> bool:
        """Enter: do what the keyboard has prepared; False if there is nothing."""
        return False

    def go_to_position(self, steps: int) -> None:
        """Bring the keyboard to the next place where something may be chosen, or back."""
        places = self.places()
        if places:
            here = self.key_place()
            number = places.index(here) + steps if here in places else min(steps, 0)
            self.point_key(places[number % len(places)])

    def places(self) -> list[Spot]:
        """Return the places that can be chosen now: units that can act, or else all others too.

        Where one unit alone is asked, or none that is on the board, targets and hexes are chosen.
        """
        choices = self.play.choices
        if choices is None:
            return []
        units = {each.id: each.at for each in self.play.standing.units}
        acting = [units[unit] for unit in choices.actors if unit in units]
        if len(acting) > 1:
            return list(dict.fromkeys(acting))
        targets = [units[unit] for unit in choices.targets if unit in units]
        return list(dict.fromkeys((*acting, *targets, *choices.hexes)))

    def key_place(self) -> Spot | None:
        """Return the place of the keyboard cursor; None if it is nowhere."""
        raise NotImplementedError

    def point_key(self, spot: Spot) -> None:
        """Let the keyboard point somewhere, as the arrows with Ctrl do."""
        raise NotImplementedError

    def actions(self) -> list[ClickMeaning]:
        """Return what the selected unit may do at targets and in hexes, of several answers each."""
        return []

    def turn(self, clockwise: int) -> None:
        """Turn the selection: 1 clockwise, -1 the other way round."""
        raise NotImplementedError

    def scroll_to(self, place: EventLocation) -> None:
        """Move the canvas so that a place is seen."""
        raise NotImplementedError

    def highlight_hex(self, place: EventLocation) -> None:
        """Show where something happened, and bring it into sight."""
        self.play.skip()
        self.place, self._placed_at = place, self.play.session.answer_count
        self.scroll_to(place)
        self.show()

    def _settle(self) -> None:
        if self._has_foreseen:
            self._has_foreseen = False
            self.outdated.emit()
        self.look_again()

    def _forget_place(self) -> None:
        """Forget what was pointed out once the game has gone on."""
        if self.play.session.answer_count != self._placed_at:
            self.place = NOWHERE

    # --- looking ahead ----------------------------------------------------------------------------

    def look_at(self, choice: OptionChoice | None) -> None:
        """Show what a choice would lead to, as while it is pointed at in a list."""
        self._tell(self._forecast(choice) if choice is not None else None)
        self.show()

    def look_at_meaning(self, meaning: ClickMeaning) -> None:
        """Show what one meaning of a click would lead to."""
        self._tell(meaning.forecast())
        self.show()

    def answering(self, choice: OptionChoice) -> ClickMeaning:
        """Return an answer as what a click means."""
        return ClickMeaning(
            ClickKind.ACT,
            choice.words,
            partial(self.play.choose, choice),
            partial(self._forecast, choice),
        )

    def carry_out(self, meaning: ClickMeaning) -> None:
        """Do what a click means; of two meanings another click has the same one first."""
        self.last_kind = meaning.kind
        meaning.carry_out()

    def show_sketch(self, way: Sequence[Spot]) -> None:
        """Show a way that is filled in beside the board."""
        self.sketch = tuple(way)
        self.show()

    def _forecast(self, choice: OptionChoice) -> Forecast | None:
        game = self.play.session.game
        if game.decision is None:
            return None
        view = game.view(game.decision.side)
        return game.rules.forecast(view, game.decision, choice.option)

    def _tell(self, forecast: Forecast | None) -> None:
        if forecast is not self.forecast:
            self.forecast = forecast
            self._has_foreseen = self._has_foreseen or forecast is not None
            self.foreseen.emit(forecast)

    # --- for the umpire ---------------------------------------------------------------------------

    @property
    def is_for_umpire(self) -> bool:
        """Return True if a place is being picked, or a unit dragged with Ctrl."""
        return self._is_picking or bool(self._carried)

    def pick(self) -> None:
        """Let the next click report a place, by `picked`, and do nothing else."""
        if self._is_picking:
            self._pick(None)
        self._is_picking = True
        self.play.canvas.setCursor(Qt.CursorShape.CrossCursor)

    def _pick(self, spot: PointedSpot | None) -> None:
        self._is_picking = False
        self.play.canvas.unsetCursor()
        self.picked.emit(spot)


NAME = "choices"


def show_meanings_menu(pointer: GamePointer, meanings: Sequence[ClickMeaning]) -> QMenu:
    """Offer meanings at the pointer: the one looked at is shown on the map, one taken is done."""
    canvas = pointer.play.canvas
    for earlier in canvas.findChildren(QMenu, NAME):
        earlier.deleteLater()
    menu = QMenu(canvas)
    menu.setObjectName(NAME)
    for meaning in meanings:
        entry = menu.addAction(meaning.words)
        entry.triggered.connect(partial(_carry_out, pointer, meaning))
        entry.hovered.connect(partial(_look_at, pointer, meaning))
    menu.popup(pointer.play.board.pointed_at())
    menu.setActiveAction(menu.actions()[0])
    return menu


def _carry_out(pointer: GamePointer, meaning: ClickMeaning) -> None:
    pointer.play.canvas.activateWindow()  # the menu had the keys
    pointer.play.canvas.setFocus()
    pointer.carry_out(meaning)


def _look_at(pointer: GamePointer, meaning: ClickMeaning) -> None:
    pointer.look_at_meaning(meaning)
