"""The pointer on a table during a game: figures are taken, dragged, placed."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from PySide6.QtCore import Qt, Signal

from engine.play.forecast_blocks import RuleSubject
from engine.play.option_targets import EventLocation
from engine.play.position import Point, Spot
from engine.play.tabletop_gestures import Gesture, GestureKind
from engine.session.option_choices import OptionChoice
from engine.session.option_refusals import Refusal
from engine.session.timeline import NOWHERE
from studio.canvas.pointer_events import MouseButton, TabletopPointerEvent
from studio.canvas.tabletop_canvas import TablePaint
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.game_view.tabletop_game_view import TabletopGameView
from studio.workspaces.play.game_view.tabletop_overlays import RingsOverlay, TabletopReachOverlay
from studio.workspaces.play.game_view.tabletop_selection import (
    PressKind,
    TabletopPointerOverlay,
    TabletopSelection,
)
from studio.workspaces.play.game_view.unit_texts import inactivity_reason

FIRM = 5.0  # pixels a pointer goes before a press is a drag
APART = 16  # sixteenths of an inch between the points of a way that is drawn by hand


class TabletopGamePointer(GamePointer):
    """Points on a table.

    A click takes a figure, with Shift one more, a double click all of its body; a drag from the
    bare table takes all in a rectangle. A drag of what is taken moves it, along a way drawn by hand
    while Alt is held; a click on the table sends it there. A drag with the right button, or with
    the left one once a formation is chosen, lays it between two points. A gun that is to be aimed
    points where the pointer is. What would come of it is shown and said under the pointer all the
    while. With Ctrl a drag puts a figure elsewhere, as the umpire may.
    """

    shown = Signal()  # the selection, or its result, may have changed

    def __init__(self, play: GameController, board: TabletopGameView) -> None:
        super().__init__(play)
        self.board = board
        self.hand = TabletopSelection(play)
        self.here: Point | None = None
        self.below: Sequence[TablePaint] = ()  # what else lies under the figures, and over all
        self.above: Sequence[TablePaint] = ()
        self.drag = PressKind.NOTHING
        self._from = Point(0, 0)  # where the button went down
        self._way: list[Point] = []
        self._unit = ""  # the figure that was pressed
        self._was_taken = False

    @property
    def chosen(self) -> str:
        """The only piece taken; empty for none, or for several."""
        taken = self.hand.taken
        return taken[0] if len(taken) == 1 else ""

    # --- pressing ---------------------------------------------------------------------------------

    def press(self, event: TabletopPointerEvent) -> None:
        """Take a figure, or begin to drag."""
        self.play.skip()
        self._from, self._unit = event.point, self._unit_at(event)
        self._way, self.here = [event.point], event.point
        if event.button is MouseButton.RIGHT:
            self.drag = PressKind.CLICK
        elif self._is_picking:
            self._pick(PointedSpot(event.point, self._unit))
        elif event.control and self._unit:
            self.drag, self._carried = PressKind.CARRY, self._unit
        elif self.play.may_answer:
            self.drag = PressKind.CLICK
            self._press_figure(event)
        self.show()

    def _press_figure(self, event: TabletopPointerEvent) -> None:
        unit, hand = self._unit, self.hand
        self._was_taken = unit in hand.taken
        if not hand.may_take(unit) or self._is_target(unit):
            return
        if event.clicks == 2:
            hand.select_body(unit)
        elif event.shift:
            hand.toggle(unit)
        elif unit not in hand.taken:
            hand.take((unit,))

    def _is_target(self, unit: str) -> bool:
        """Return True if a piece is a target of the taken pieces rather than to be taken."""
        choices = self.play.choices
        if self._is_aiming:
            return False
        pointings = choices.pointings if choices is not None else []
        actors = {"", *self.hand.taken}
        return any(points.target == unit and points.unit in actors for _, points in pointings)

    # --- dragging ---------------------------------------------------------------------------------

    def move(self, event: TabletopPointerEvent) -> None:
        """Drag on, or preview what a click here would do."""
        if event.point == self.here:
            return
        self.here = event.point
        if self.drag is PressKind.CLICK and self._is_firm(event):
            self.drag = self._begun(event)
        if self.drag is PressKind.NOTHING:
            self._foresee(event)
        elif self.drag is not PressKind.CLICK:
            self._drag_on(event)
        self.show()

    def _is_firm(self, event: TabletopPointerEvent) -> bool:
        return hypot(event.x - self._from.x, event.y - self._from.y) > FIRM * event.pixel

    def _begun(self, event: TabletopPointerEvent) -> PressKind:
        """Return the kind of a drag that has begun."""
        hand = self.hand
        may_lay = bool(hand.taken) and hand.may_use_gesture(GestureKind.LAY)
        if event.button is MouseButton.RIGHT:
            return PressKind.LAY if may_lay else PressKind.CLICK
        if self._unit in hand.taken:
            if hand.may_use_gesture(GestureKind.MOVE):
                return PressKind.MOVE
            if hand.may_use_gesture(GestureKind.AIM):
                return PressKind.AIM
        if may_lay and (hand.formation or hand.usual is GestureKind.LAY):
            return PressKind.LAY
        return (
            PressKind.BAND
            if hand.gesture_handling is not None and hand.gesture_handling.is_many
            else PressKind.CLICK
        )

    def _drag_on(self, event: TabletopPointerEvent) -> None:
        gesture = self._gesture(event)
        if gesture is not None:
            self.hand.preview_gesture(gesture)

    def _gesture(self, event: TabletopPointerEvent) -> Gesture | None:
        """The gesture of the drag under way, if it can be an answer."""
        at = event.point
        match self.drag:
            case PressKind.MOVE:
                return self.hand.moving(self._way_to(at, is_drawn=event.alt))
            case PressKind.LAY:
                return self.hand.laying(self._from, at)
            case PressKind.AIM:
                return self.hand.aiming(at, self._unit_at(event))
        return None

    def _way_to(self, at: Point, *, is_drawn: bool) -> tuple[Point, ...]:
        """The way from where the button went down; a way drawn with Alt is kept as drawn."""
        last = self._way[-1]
        if is_drawn and hypot(at.x - last.x, at.y - last.y) >= APART:
            self._way.append(at)
        return (*self._way, at)

    # --- releasing --------------------------------------------------------------------------------

    def release(self, event: TabletopPointerEvent) -> None:
        """Answer with what was dragged, or carry out a click."""
        drag, self.drag = self.drag, PressKind.NOTHING
        match drag:
            case PressKind.CARRY:
                self._put_down(event.point)
            case PressKind.BAND:
                self._take_within(event)
            case PressKind.MOVE | PressKind.LAY | PressKind.AIM:
                self.drag = drag
                gesture = self._gesture(event)
                self.drag = PressKind.NOTHING
                if gesture is not None:
                    self._commit(gesture)
            case PressKind.CLICK if event.button is MouseButton.RIGHT:
                self._click_right(event)
            case PressKind.CLICK:
                self._click(event)
        self.show()

    def _commit(self, gesture: Gesture) -> None:
        """Answer with a gesture, or say why not."""
        told = self.hand.preview_gesture(gesture)
        self.hand.drop_gesture()
        if told.answer is not None:
            self.hand.formation = ""
            self.play.answer(told.answer.answer)
        else:
            why = " ".join(self.signs.why(told))
            self._bar(why or self.play.localize("table-nothing-there"), RuleSubject.MOVE)

    def _take_within(self, event: TabletopPointerEvent) -> None:
        found = self.board.within(self._from, event.point)
        self.hand.take((*self.hand.taken, *found) if event.shift else found)

    def _click(self, event: TabletopPointerEvent) -> None:
        unit, hand = self._unit, self.hand
        if hand.may_take(unit) and not self._is_target(unit):
            if self._was_taken and event.clicks == 1 and not event.shift:
                self._click_taken(unit)
            return
        choices = [] if self._is_aiming else self._meant(unit)
        if choices:
            self._choose(choices)
        elif hand.taken or hand.may_use_gesture(GestureKind.MARK):
            self._commit(self._pointing_at(event))
        elif unit:
            self._refuse(unit)

    def _click_taken(self, unit: str) -> None:
        """A second click: leaves only this one of several, else none; unless that chooses it."""
        choices = self._meant(unit)
        if choices:
            self._choose(choices)
        elif self.hand.taken == (unit,):
            self.hand.let_go()
        else:
            self.hand.take((unit,))

    def _pointing_at(self, event: TabletopPointerEvent) -> Gesture:
        """The gesture of a click on the table with the taken pieces."""
        hand, at = self.hand, event.point
        unit = self._unit_at(event)
        if hand.usual is GestureKind.AIM and hand.taken:
            return hand.aiming(at, unit)
        if (
            hand.taken
            and hand.may_use_gesture(GestureKind.MOVE)
            and hand.usual is not GestureKind.LAY
        ):
            return hand.moving((self._middle, at))
        if hand.taken and hand.may_use_gesture(GestureKind.LAY):
            return hand.laying(at, at)
        return Gesture(GestureKind.MARK, hand.taken, (at,), "", unit)

    @property
    def _middle(self) -> Point:
        """The middle of what is taken."""
        places = self.board.places
        found = [places[piece][0] for piece in self.hand.taken if piece in places]
        if not found:
            return self._from
        count = len(found)
        return Point(sum(at.x for at in found) // count, sum(at.y for at in found) // count)

    def _meant(self, unit: str) -> list[OptionChoice]:
        choices = self.play.choices
        return choices.choices_for_unit(unit) if choices is not None and unit else []

    def _choose(self, choices: list[OptionChoice]) -> None:
        """Take the one choice, or ask which."""
        if len(choices) == 1:
            self.play.choose(choices[0])
        else:
            self.menu_wanted.emit([self.answering(each) for each in choices])

    def _refuse(self, unit: str) -> None:
        why = inactivity_reason(self.play, unit)
        if why:
            self._bar(why, RuleSubject.TURN)

    def _bar(self, why: str, subject: RuleSubject) -> None:
        """Say beside the pointer why something is not done."""
        self.play.refused.emit(why)
        at = self._from if self.here is None else self.here
        self.barred.emit(Refusal(why, subject), self.board.point_of(at))

    def _click_right(self, event: TabletopPointerEvent) -> None:
        if self.hand.taken or self.is_for_umpire:
            self.escape()
        elif self._is_on_table(event.point):
            self.umpire_wanted.emit(PointedSpot(event.point, self._unit))

    def _pick(self, spot: PointedSpot | None) -> None:
        if spot is None or (isinstance(spot.at, Point) and self._is_on_table(spot.at)):
            super()._pick(spot)

    def _put_down(self, at: Point) -> None:
        """A figure was dragged elsewhere with Ctrl."""
        unit, self._carried = self._carried, ""
        if self._is_on_table(at) and at != self._from:
            self.shifted.emit(unit, at)

    def _is_on_table(self, at: Point) -> bool:
        return self.board.scenario.table.has(at)

    def leave(self) -> None:
        """The pointer has left."""
        self.here = None
        if self.drag is PressKind.NOTHING:
            self.hand.drop_gesture()
        self._tell(None)
        self.show()

    def escape(self) -> bool:
        """Cancel the present action: a drag, a formation, what was taken."""
        had = self.drag not in (PressKind.NOTHING, PressKind.CLICK) or self.place != NOWHERE
        had = self.hand.let_go() or had or self.is_for_umpire
        self._carried, self.drag, self.place = "", PressKind.NOTHING, NOWHERE
        if self._is_picking:
            self._pick(None)
        self.play.drop_plan()
        self.look_again()
        return had

    def key_place(self) -> Point | None:
        """The point the keyboard points at."""
        return self.board.canvas.keyboard_point

    def point_key(self, spot: Spot) -> None:
        """Let the keyboard point at a point of the table."""
        assert isinstance(spot, Point)
        self.board.canvas.setFocus()
        self.board.canvas.set_keyboard_point(spot)
        self.board.canvas.point_by_key()

    def turn(self, clockwise: int) -> None:
        """Take the next formation, or the one before, for placing the taken pieces."""
        free = self.hand.gesture_handling
        if free is not None and free.formations:
            ways = ("", *free.formations)
            place = ways.index(self.hand.formation) + clockwise
            self.hand.formation = ways[place % len(ways)]
            self.show()

    # --- looking ahead ----------------------------------------------------------------------------

    def look_again(self) -> None:
        """Another position, or another question."""
        self._forget_place()
        self.drag = PressKind.NOTHING
        self.hand.drop_gesture()
        self.hand.drop_untakeable_pieces()
        self._tell(None)
        self.show()

    def scroll_to(self, place: EventLocation) -> None:
        """Bring the first point of a place to the middle, unless all are seen."""
        canvas = self.board.canvas
        if not all(canvas.rect().contains(self.board.point_of(point)) for point in place.points):
            canvas.centre_on(*place.points[0])

    def _foresee(self, event: TabletopPointerEvent) -> None:
        """Preview a click here."""
        choices, unit = self.play.choices, self._unit_at(event)
        if choices is None:
            self._tell(None)
            return
        found = [] if self._is_aiming else self._meant(unit)
        if self.hand.taken and not found and not self.hand.may_take(unit):
            told = self.hand.preview_gesture(self._pointing_at(event))
            found = (
                [choices.choice_of_option(told.answer.answer)]
                if self._is_aiming and told.answer
                else []
            )
        else:
            self.hand.drop_gesture()
        self._tell(self._forecast(found[0]) if found else None)

    @property
    def _is_aiming(self) -> bool:
        """Return True if the taken pieces aim at the pointer."""
        return self.hand.usual is GestureKind.AIM and bool(self.hand.taken)

    # --- what is shown ----------------------------------------------------------------------------

    def show(self) -> None:
        """Bring the canvas to what is pointed at and what can be done."""
        if self.play.is_moving:
            return
        board, below, signs = self.board, list(self.below), self.signs
        if self.hand.reach:
            below.append(TabletopReachOverlay(self.hand.reach))
        board.figures = self.play.standing.figures
        above: list[TablePaint] = [RingsOverlay(signs.rings(), board.places), *signs.marks()]
        board.lay(board.figures, below, [*above, *self.above])
        if not self._is_picking:
            is_dragged = self.drag is PressKind.MOVE
            board.canvas.set_cursor(Qt.CursorShape.ClosedHandCursor if is_dragged else None)
        self.shown.emit()

    @property
    def signs(self) -> TabletopPointerOverlay:
        """Return its overlay."""
        return TabletopPointerOverlay(
            self.play, self.board, self.hand, self.drag, self._from, self.here,
            self.place, self.sketch, self.forecast,
        )  # fmt: skip

    def _unit_at(self, event: TabletopPointerEvent) -> str:
        """The figure that is pointed at; empty for none."""
        return self.board.unit_at(event.x, event.y, event.pixel)
