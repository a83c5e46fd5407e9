"""The board of a game, map or table, as far as play itself needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from engine.hexes.hex import Hex
from engine.play.option_targets import EventLocation
from engine.play.position import Spot
from engine.session.visible_position import SeenFigure, SeenPiece, VisiblePosition
from engine.texts import LocalText


class PointedSpot(NamedTuple):
    """A place that was pointed at, and the unit that was seen there, if any."""

    at: Spot
    unit: str = ""

    @property
    def hex(self) -> Hex:
        """The hex of a place on a map."""
        assert isinstance(self.at, Hex)
        return self.at


class GameAnimation(Protocol):
    """An animation between two positions."""

    @property
    def stages(self) -> float:
        """Return its duration, in moves."""
        ...

    @property
    def cues(self) -> Sequence[str]:
        """Return its stages in turn: `shots`, `strikes`, `moves`."""
        ...

    def show(self, progress: float) -> None:
        """Show so much of it, from 0 to 1."""
        ...


class GameView(Protocol):
    """A canvas with a position on it."""

    @property
    def canvas(self) -> QWidget:
        """The widget, which has the keyboard while it is played on."""
        ...

    def animation_between(
        self, before: VisiblePosition, after: VisiblePosition, places: Sequence[EventLocation]
    ) -> GameAnimation | None:
        """Return the animation on the way to a position; None if there is none.

        `places` are those of the events that the viewer may know of, in their order.
        """
        ...

    def set_language(self, language: str) -> None:
        """Write in another language."""
        ...

    def type_name(self, piece: SeenPiece | SeenFigure) -> LocalText:
        """Return the name of a unit's type."""
        ...

    def pointed_at(self) -> QPoint:
        """Return the place on the screen of a menu for the pointed spot."""
        ...

    def point_of(self, spot: Spot) -> QPoint:
        """Return the point on the canvas of a place."""
        ...
