"""The selection on a table: figures taken, how they are to go, rings, and the result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.forecast_blocks import OutcomeForecast
from engine.play.move_forecast import Forecast
from engine.play.option_targets import EventLocation
from engine.play.position import Point, Spot
from engine.play.tabletop_gestures import Edge, Gesture, GestureKind, GesturePreview, GrabOptions
from engine.play.translatable_phrases import Saying
from engine.session.tabletop_gestures import (
    adjoining_pieces,
    grab_options,
    move_outlines,
    preview_gesture,
)
from studio.canvas.counter_effects import CounterRing
from studio.canvas.tabletop_canvas import TablePaint
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_overlays import rings_round_units
from studio.workspaces.play.game_view.tabletop_game_view import TabletopGameView
from studio.workspaces.play.game_view.tabletop_overlays import (
    EventPlacesOverlay,
    GestureForecastOverlay,
    PointerTextOverlay,
    SelectionRectangleOverlay,
    TabletopPathOverlay,
)


class TabletopSelection:
    """Takes what the decision under way lets it take."""

    def __init__(self, play: GameController) -> None:
        self.play = play
        self.taken: tuple[str, ...] = ()
        self.formation = ""  # in which the next drag lays what is taken; empty: as it stands
        self.prospect: GesturePreview | None = None  # of the gesture under way
        self._gesture: Gesture | None = None
        self._grip: GrabOptions | None = None
        self._gripped_for: object = None
        self._reached: tuple[Edge, ...] = ()
        self._reached_for: object = None

    # --- what may be taken ------------------------------------------------------------------------

    @property
    def gesture_handling(self) -> GrabOptions | None:
        """Return the gestures allowed now; cached for every position."""
        now = self._now
        if now != self._gripped_for:
            self._gripped_for = now
            self._grip = grab_options(self.play.session.game) if self.play.may_answer else None
        return self._grip

    @property
    def _now(self) -> tuple[object, ...]:
        session = self.play.session
        return session.history.number, session.answer_count, self.play.may_answer, session.viewer

    def may_use_gesture(self, touch: GestureKind) -> bool:
        """Return True if a gesture is allowed."""
        return self.gesture_handling is not None and touch in self.gesture_handling.touches

    def may_take(self, piece: str) -> bool:
        """Return True if a piece on the table may be taken."""
        return self.gesture_handling is not None and piece in self.gesture_handling.takes

    @property
    def usual(self) -> GestureKind | None:
        """Return the usual gesture of a drag of the taken pieces."""
        return (
            self.gesture_handling.touches[0]
            if self.gesture_handling is not None and self.gesture_handling.touches
            else None
        )

    # --- taking -----------------------------------------------------------------------------------

    def take(self, pieces: Iterable[str]) -> None:
        """Take these and no others, as far as they may be taken; only one where no more may be."""
        free = self.gesture_handling
        allowed = {*free.takes, *free.waiting} if free is not None else set()
        found = tuple(dict.fromkeys(piece for piece in pieces if piece in allowed))
        self.taken = found if free is not None and free.is_many else found[:1]
        self.drop_gesture()

    def toggle(self, piece: str) -> None:
        """Take one more, or let it go."""
        if piece in self.taken:
            self.taken = tuple(each for each in self.taken if each != piece)
        else:
            self.take((*self.taken, piece))

    def select_body(self, piece: str) -> None:
        """Take all of its kind that stand close together with it."""
        if self.gesture_handling is not None:
            self.take(
                adjoining_pieces(self.play.standing.figures, piece, self.gesture_handling.takes)
            )

    def let_go(self) -> bool:
        """Take nothing; whether anything was taken."""
        had = bool(self.taken or self.formation)
        self.taken, self.formation = (), ""
        self.drop_gesture()
        return had

    def drop_untakeable_pieces(self) -> None:
        """Let go what may no longer be taken; a single piece is taken at once."""
        free = self.gesture_handling
        if free is None:
            self.let_go()
            return
        self.take(self.taken)
        if not self.taken and len(free.takes) == 1 and not free.waiting:
            self.take(free.takes)
        if self.formation not in free.formations:
            self.formation = ""

    # --- gestures ---------------------------------------------------------------------------------

    def preview_gesture(self, gesture: Gesture) -> GesturePreview:
        """The result of a gesture; computed again only if the gesture changed."""
        if gesture != self._gesture or self.prospect is None:
            self._gesture, self.prospect = gesture, preview_gesture(self.play.session.game, gesture)
        return self.prospect

    def drop_gesture(self) -> None:
        """Stop trying the gesture."""
        self._gesture = self.prospect = None

    def moving(self, way: tuple[Point, ...]) -> Gesture:
        """The gesture that drags what is taken along a way."""
        return Gesture(GestureKind.MOVE, self.taken, way)

    def laying(self, start: Point, end: Point) -> Gesture:
        """The gesture that lays it from one point to another, in the chosen or usual formation."""
        free = self.gesture_handling
        usual = free.formations[0] if free is not None and free.formations else ""
        return Gesture(GestureKind.LAY, self.taken, (start, end), self.formation or usual)

    def aiming(self, at: Point, target: str) -> Gesture:
        """The gesture that points it at something."""
        return Gesture(GestureKind.AIM, self.taken, (at,), "", target)

    @property
    def reach(self) -> tuple[Edge, ...]:
        """Return the reach of the taken pieces; computed once."""
        wanted = (self._now, self.taken)
        if wanted != self._reached_for:
            self._reached_for = wanted
            is_asked = self.play.may_answer and bool(self.taken)
            self._reached = move_outlines(self.play.session.game, self.taken) if is_asked else ()
        return self._reached


MAX_RINGED = 60  # pieces that may be taken; of more each ring would hide the table


class PressKind(StrEnum):
    """The kinds of press."""

    NOTHING = "nothing"
    CLICK = "click"  # nothing yet
    MOVE = "move"  # of what is taken
    AIM = "aim"
    LAY = "lay"
    BAND = "band"  # round what is to be taken
    CARRY = "carry"  # of one unit, by the umpire


@dataclass(frozen=True)
class TabletopPointerOverlay:
    """The pointer on a table: where a press began, where it is, the taken pieces."""

    play: GameController
    board: TabletopGameView
    hand: TabletopSelection
    drag: PressKind
    start: Point
    here: Point | None
    place: EventLocation
    sketch: tuple[Spot, ...]
    forecast: Forecast | None

    def rings(self) -> dict[str, CounterRing]:
        """Round what may be taken, what is taken, and what choices are about."""
        choices, free = self.play.choices, self.hand.gesture_handling
        rings = dict.fromkeys(self.place.units, CounterRing.SELECTED)
        if free is not None and len(free.takes) <= MAX_RINGED and not self.hand.taken:
            rings |= dict.fromkeys(free.takes, CounterRing.MAY_ACT)
        if choices is not None:
            rings |= rings_round_units(choices, "", self.place.units)
        if self.drag is PressKind.BAND and self.here is not None and free is not None:
            caught = set(self.board.within(self.start, self.here)) & set(free.takes)
            rings |= dict.fromkeys(caught, CounterRing.SELECTED)
        return rings | dict.fromkeys(self.hand.taken, CounterRing.SELECTED)

    def marks(self) -> list[TablePaint]:
        """Return the overlays of a drag and its result, over the figures."""
        found: list[TablePaint] = (
            [EventPlacesOverlay(self.place.points)] if self.place.points else []
        )
        here, told = self.here, self.hand.prospect
        if here is not None and self.drag is PressKind.BAND:
            found.append(SelectionRectangleOverlay(self.start, here))
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
        """Return the reason a gesture is not allowed, or a remark on it."""
        return [self._localize(told.why)] if told.why is not None else []

    def _said(self, told: GesturePreview, at: Point) -> list[TablePaint]:
        lines = (*self.why(told), *map(self._localize, told.told))
        return [PointerTextOverlay(at, lines, told.answer is None)] if lines else []

    def _localize(self, saying: Saying) -> str:
        return PhraseRenderer(self.play.session.game, self.play.localize.language).render(saying)
