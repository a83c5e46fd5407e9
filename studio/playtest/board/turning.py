"""Fronts chosen on the map: on the wheel round a hex, towards a hex next door, or by keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF

from engine.hexes.hex import Hex
from engine.play.pointing import Deed
from engine.session.choices import Choice
from studio.playtest.board.in_hand import InHand
from studio.playtest.board.map_board import MapBoard
from studio.playtest.board.play import Play
from studio.playtest.board.wheel import Wheel, wheel_among


class Turning:
    """The wheel of fronts of a unit that may turn, or of a hex where a front is to be chosen."""

    def __init__(
        self, play: Play, board: MapBoard, hand: InHand, changed: Callable[[], None]
    ) -> None:
        self._play, self._board, self._hand, self._changed = play, board, hand, changed
        self._asked: Wheel | None = None  # of a hex that was clicked
        self._front: int | None = None  # what the keyboard has come to
        self._pressed: int | None = None  # where the button went down

    @property
    def wheel(self) -> Wheel | None:
        """The fronts that may be chosen now; of several units that may turn, of the one taken."""
        choices = self._play.choices
        if choices is None:
            return None
        if self._asked is not None:
            return replace(self._asked, chosen=self._front)
        wheels, chosen = choices.wheels, self._hand.chosen
        unit = chosen if chosen in wheels else next(iter(wheels), "")
        at = self._play.standing.stand(unit)
        if at is None or (len(wheels) > 1 and unit != chosen):
            return None
        return Wheel(at, wheels[unit], unit, self._front)

    def without_wheel(self, choices: list[Choice]) -> list[Choice]:
        """The choices that the wheel does not show."""
        wheel = self.wheel
        unit = wheel.unit if wheel is not None else None
        return [c for c in choices if c.pointing.deed is not Deed.TURN or c.pointing.unit != unit]

    def ask(self, choices: list[Choice]) -> bool:
        """Ask on a wheel, where choices differ in their front alone."""
        self._asked, self._front = wheel_among(choices), None
        return self._asked is not None

    def drop(self) -> bool:
        """Ask no longer; whether anything was begun."""
        had = self._asked is not None or self._front is not None
        self._asked = self._front = self._pressed = None
        return had

    # --- by the pointer ---------------------------------------------------------------------------

    def press(self, point: QPointF) -> bool:
        """Whether the button goes down on a mark of the wheel."""
        self._pressed = self._mark_at(point)
        return self._pressed is not None

    def release(self, point: QPointF) -> None:
        """The front where the button went down and up is chosen."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._mark_at(point):
            self._turn_to(pressed)

    def faces(self, hex_: Hex) -> bool:
        """Whether the wheel has a front to a hex next door."""
        return self._front_to(hex_) is not None

    def _front_to(self, hex_: Hex) -> int | None:
        wheel = self.wheel
        return wheel.towards(hex_, self._board.canvas.camera) if wheel else None

    def click_towards(self, hex_: Hex, *, is_asked: bool) -> bool:
        """Turn to a hex next door; `is_asked`: only where a front of a hex is asked for."""
        front = self._front_to(hex_)
        if front is None or (is_asked and self._asked is None):
            return False
        self._turn_to(front)
        return True

    def _mark_at(self, point: QPointF) -> int | None:
        wheel = self.wheel
        return None if wheel is None else wheel.direction_at(point, self._board.canvas.camera)

    # --- by keys ----------------------------------------------------------------------------------

    def turn(self, clockwise: int) -> None:
        """Bring the next front of the wheel in hand: 1 clockwise, -1 the other way round."""
        wheel = self.wheel
        if wheel is None:
            return
        is_pointy = self._play.session.scenario.map.grid.pointy
        steps = -clockwise if is_pointy else clockwise  # there directions count the other way
        pieces = (piece for piece in self._play.standing.pieces if piece.id == wheel.unit)
        self._front = wheel.turned(next((piece.facing for piece in pieces), None), steps)
        self._changed()

    def confirm(self) -> bool:
        """Turn to the front that is in hand; False where none is."""
        if self.wheel is None or self._front is None:
            return False
        self._turn_to(self._front)
        return True

    def _turn_to(self, front: int) -> None:
        wheel = self.wheel
        self.drop()
        if wheel is not None and front in wheel.options:
            self._play.answer(wheel.options[front])
