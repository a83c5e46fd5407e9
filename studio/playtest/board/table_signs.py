"""What a table shows of the pointer's doings: rings, what is dragged, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.play.forecast import Forecast
from engine.play.handling import GesturePreview
from engine.play.outlook import OutcomeForecast
from engine.play.pointing import EventLocation
from engine.play.position import Point, Spot
from engine.play.sayings import Saying
from engine.telling.speaker import Speaker
from studio.canvas.shots import Ring
from studio.canvas.table_canvas import TablePaint
from studio.playtest.board.marks import rings_of
from studio.playtest.board.play import GameController
from studio.playtest.board.table_board import TabletopGameView
from studio.playtest.board.table_hand import TabletopSelection
from studio.playtest.board.table_marks import (
    EventPlacesOverlay,
    GestureForecastOverlay,
    PointerTextOverlay,
    TabletopBandOverlay,
    TabletopPathOverlay,
)

MOST_RINGED = 60  # pieces that may be taken; of more each ring would hide the table


class PressKind(StrEnum):
    """What a press has begun."""

    NOTHING = "nothing"
    CLICK = "click"  # nothing yet
    MOVE = "move"  # of what is taken
    AIM = "aim"
    LAY = "lay"
    BAND = "band"  # round what is to be taken
    CARRY = "carry"  # of one unit, by the umpire


@dataclass(frozen=True)
class TabletopPointerOverlay:
    """The pointer on a table: where a press began, where it is, what it has in hand."""

    play: GameController
    board: TabletopGameView
    hand: TabletopSelection
    drag: PressKind
    start: Point
    here: Point | None
    place: EventLocation
    sketch: tuple[Spot, ...]
    forecast: Forecast | None

    def rings(self) -> dict[str, Ring]:
        """Round what may be taken, what is taken, and what choices are about."""
        choices, free = self.play.choices, self.hand.grip
        rings = dict.fromkeys(self.place.units, Ring.SELECTED)
        if free is not None and len(free.takes) <= MOST_RINGED and not self.hand.taken:
            rings |= dict.fromkeys(free.takes, Ring.MAY_ACT)
        if choices is not None:
            rings |= rings_of(choices, "", self.place.units)
        if self.drag is PressKind.BAND and self.here is not None and free is not None:
            caught = set(self.board.within(self.start, self.here)) & set(free.takes)
            rings |= dict.fromkeys(caught, Ring.SELECTED)
        return rings | dict.fromkeys(self.hand.taken, Ring.SELECTED)

    def marks(self) -> list[TablePaint]:
        """What is dragged and what comes of it, over the figures."""
        found: list[TablePaint] = (
            [EventPlacesOverlay(self.place.points)] if self.place.points else []
        )
        here, told = self.here, self.hand.prospect
        if here is not None and self.drag is PressKind.BAND:
            found.append(TabletopBandOverlay(self.start, here))
        elif here is not None and self.drag is PressKind.CARRY:
            found.append(TabletopPathOverlay((self.start, here)))
        elif here is not None and told is not None:
            found.append(GestureForecastOverlay(told, self.board.places))
            found += self._said(told, here)
        elif self.sketch:
            found.append(
                TabletopPathOverlay(tuple(each for each in self.sketch if isinstance(each, Point)))
            )
        else:
            found += self._aims()
        return found

    def _aims(self) -> list[TablePaint]:
        """From where to where what is foreseen is aimed."""
        aims = self.forecast.aims if isinstance(self.forecast, OutcomeForecast) else ()
        ends = ((aim.start, aim.end) for aim in aims)
        return [
            TabletopPathOverlay((start, end))
            for start, end in ends
            if isinstance(start, Point) and isinstance(end, Point)
        ]

    def why(self, told: GesturePreview) -> list[str]:
        """Why a gesture is not allowed, or what else is worth knowing about it."""
        return [self._say(told.why)] if told.why is not None else []

    def _said(self, told: GesturePreview, at: Point) -> list[TablePaint]:
        lines = (*self.why(told), *map(self._say, told.told))
        return [PointerTextOverlay(at, lines, told.answer is None)] if lines else []

    def _say(self, saying: Saying) -> str:
        return Speaker(self.play.session.game, self.play.say.language).say(saying)
