"""The selected unit: its ways of moving, and the wheel on which its facing is chosen."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from engine.games import result_looks_of
from engine.hexes.hex import SIDES, Hex
from engine.play.decisions import Answer
from engine.play.move_forecast import HexThreats, MoveArrival, ReachableArea
from engine.play.option_targets import STEPS, OptionAction, OptionTarget
from engine.session.move_plans import MovePlan, PlannedDestination, planned_destinations
from engine.session.option_choices import OptionChoice
from engine.session.planned_actions import PlannedAction, planned_actions, planned_shots
from studio.canvas import overlay_colours
from studio.canvas.camera import MapCamera
from studio.canvas.pointer_events import PointerEvent
from studio.rendering.counters.counter_marks import point_ahead
from studio.rendering.painting import add_polygon, fill_and_draw, make_colour, round_pen
from studio.workspaces.play.game_view.click_meanings import Chances, target_chances
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_view import MapGameView

OFFERED, CHOSEN, RIM = overlay_colours.OFFERED, overlay_colours.CHOSEN, overlay_colours.RIM
# In hexes: how far from the middle the marks lie, their radius, and how near a click must come.
OUT, RADIUS, NEAR = 0.5, 0.13, 0.17
SMALLEST = 18.0  # pixels of a hex; on smaller ones fronts are chosen in the list


@dataclass(frozen=True)
class FacingWheel:
    """A wheel of a unit's facings with their answers, and the selected one."""

    at: Hex
    options: Mapping[int, Answer]
    unit: str = ""
    chosen: int | None = None

    def direction_at(self, point: QPointF, camera: MapCamera) -> int | None:
        """The front whose mark is at a point of the canvas, if one is."""
        if camera.width < SMALLEST:
            return None
        return next((d for d in self.options if self._is_near(d, point, camera)), None)

    def _is_near(self, direction: int, point: QPointF, camera: MapCamera) -> bool:
        away = self._mark(direction, camera) - point
        return math.hypot(away.x(), away.y()) <= NEAR * camera.width

    def towards(self, hex_: Hex, camera: MapCamera) -> int | None:
        """The front to a hex next door, if it is offered."""
        steps = camera.grid.orientation.steps
        step = hex_.offset_from(self.at)
        direction = steps.index(step) if step in steps else None
        return direction if direction in self.options else None

    def turned(self, front: int | None, steps: int) -> int | None:
        """The next front offered, going round from another by `steps` of one sixth each."""
        begin = self.chosen if self.chosen is not None else front
        if begin is None:
            return next(iter(self.options), None)
        round_ = [(begin + steps * count) % SIDES for count in range(1, SIDES + 1)]
        return next((direction for direction in round_ if direction in self.options), None)

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw a mark on every hexside that may be faced, its arrow pointing out."""
        if camera.width < SMALLEST:
            return
        for direction in self.options:
            self._paint(painter, direction, camera)

    def _paint(self, painter: QPainter, direction: int, camera: MapCamera) -> None:
        at, radius = self._mark(direction, camera), RADIUS * camera.width
        bearing = camera.grid.orientation.bearing(direction)
        disc, arrow = QPainterPath(), QPainterPath()
        disc.addEllipse(at, radius, radius)
        shade = CHOSEN if direction == self.chosen else OFFERED
        fill_and_draw(painter, disc, make_colour(shade), round_pen(make_colour(RIM), 1.2))
        parts = ((-0.45, -0.5), (0.7, 0.0), (-0.45, 0.5))
        corners = [
            point_ahead(at, bearing, radius * ahead, radius * right) for ahead, right in parts
        ]
        add_polygon(arrow, [(corner.x(), corner.y()) for corner in corners])
        fill_and_draw(painter, arrow, make_colour(RIM), round_pen(make_colour(RIM), 0.6))

    def _mark(self, direction: int, camera: MapCamera) -> QPointF:
        bearing = camera.grid.orientation.bearing(direction)
        return point_ahead(QPointF(*camera.centre(self.at)), bearing, OUT * camera.width)


def facing_wheel_of_choices(choices: list[OptionChoice]) -> FacingWheel | None:
    """The wheel that asks for the front, where several choices differ in nothing else."""
    pointings = [choice.pointing for choice in choices]
    first = pointings[0] if len(pointings) > 1 else OptionTarget(deed=choices[0].pointing.deed)
    fronts = {points.facing for points in pointings}
    is_front_alone = len({points._replace(facing=None) for points in pointings}) == 1
    if first.hex is None or None in fronts or len(fronts) < len(choices) or not is_front_alone:
        return None
    options = {c.pointing.facing: c.option for c in choices if c.pointing.facing is not None}
    return FacingWheel(first.hex, options, first.unit)


MIDDLE = 0.22  # hexes round a centre within which the pointer is near no side
TAKEN = {OptionAction.ORDER, OptionAction.TURN}  # what a unit is taken for first


def is_for_selected(choice: OptionChoice) -> bool:
    """Return True if a unit is selected for a choice first: an order, or a shot at a target."""
    points = choice.pointing
    is_shot = points.deed is OptionAction.FIRE and bool(points.unit and points.target)
    return points.deed in TAKEN or is_shot


class SelectedUnit:
    """The unit that was picked up, or the one that is asked for its next step."""

    def __init__(self, play: GameController) -> None:
        self.play = play
        self.chosen = ""  # the unit that was taken, to be sent somewhere
        self.manner = 0  # which of the ways in which it may go
        self.front: int | None = None  # the side of a hex that is pointed at, for it to face there
        self.group: tuple[str, ...] = ()  # those that are to go or act along with it
        self._found: list[PlannedDestination] = []
        self._gone_for: object = None
        self._actions: list[PlannedAction] = []
        self._chances: Chances = {}
        self._acted_for: object = None

    def take(self, unit: str) -> bool:
        """Take a unit; taken again it goes in the next manner. False if there is none left."""
        if unit != self.chosen:
            self.group = tuple(each for each in self.group if each != unit)
        self.chosen, self.manner = unit, self.manner + 1 if unit == self.chosen else 0
        return not self.manner or self.manner < len(self.movement_modes())

    def let_go(self) -> None:
        """Put the unit down."""
        self.chosen, self.manner, self.group = "", 0, ()

    def toggle_companion(self, unit: str) -> None:
        """Let another unit go or act along with the selected one, or no longer."""
        if unit in self.group:
            self.group = tuple(each for each in self.group if each != unit)
        elif unit != self.chosen:
            self.group = (*self.group, unit)

    def orders(self, unit: str) -> list[OptionChoice]:
        """Return the orders and shots for which a unit may be selected."""
        choices = self.play.choices
        found = choices.with_unit(unit) if choices is not None else []
        return [choice for choice in found if is_for_selected(choice)]

    def may_change_to(self, unit: str) -> bool:
        """Return True if another unit may be selected, rather than being a target."""
        choices = self.play.choices
        if choices is None or unit == self.chosen or not self.orders(unit):
            return False
        meant = (choice.pointing for choice in choices.choices_for_unit(unit))
        return not any(points.unit == self.chosen and points.target == unit for points in meant)

    @property
    def mover(self) -> str:
        """The unit that can be sent: the one taken, or the only one that is asked for a step."""
        choices = self.play.choices
        if self.chosen or choices is None:
            return self.chosen
        going = {points.unit for _, points in choices.pointings if points.deed in STEPS}
        return going.pop() if len(going) == 1 else ""

    @property
    def start(self) -> Hex | None:
        """Return the start of the selected unit's move, or the end of its path so far."""
        going = self.movement_mode
        return self.play.standing.hex_of_unit(self.mover) if going is None else going.reach.start

    def movement_modes(self) -> list[PlannedDestination]:
        """The ways in which the selected unit may go; computed once for every position."""
        mover = self.mover
        session, may_go = self.play.session, bool(mover) and self.play.may_answer
        wanted = (mover, session.history.number, session.answer_count, may_go)
        if wanted != self._gone_for:
            self._found = planned_destinations(session, mover) if may_go else []
            self._gone_for = wanted
        return self._found

    @property
    def actions(self) -> list[PlannedAction]:
        """The actions of the selected unit at targets and in hexes; found once per position."""
        self._find_actions()
        return self._actions if self.chosen else []

    def _find_actions(self) -> None:
        """Find the actions of the selected unit and their chances, once per position."""
        session, may_act = self.play.session, self.play.may_answer
        wanted = (self.chosen, session.history.number, session.answer_count, may_act)
        if not self.chosen or wanted == self._acted_for:
            return
        self._acted_for = wanted
        self._actions = planned_actions(session, self.chosen) if may_act else []
        shots = planned_shots(session, self.orders(self.chosen))
        looks = result_looks_of(session.scenario.game)
        self._chances = target_chances([*self._actions, *shots], self.play.standing, looks)

    @property
    def chances(self) -> Chances:
        """The chance to harm each of its targets, by hex."""
        self._find_actions()
        return self._chances if self.chosen else {}

    @property
    def movement_mode(self) -> PlannedDestination | None:
        """The way in which it is to go."""
        found = self.movement_modes()
        return found[self.manner % len(found)] if found else None

    def is_reached(self, hex_: Hex) -> bool:
        """Return True if the unit can reach a hex."""
        going = self.movement_mode
        return going is not None and len(going.reach.path(hex_)) > 1

    def reachable(self, hex_: Hex) -> ReachableArea | None:
        """Return its reach, while a hex within it is pointed at."""
        going = self.movement_mode
        return going.reach if going is not None and self.is_reached(hex_) else None

    def point(self, event: PointerEvent) -> bool:
        """Note which side of its hex the pointer is near; returns whether that has changed.

        There is none in the middle of a hex, nor for a unit without a front.
        """
        was, self.front = self.front, None
        going, grid = self.movement_mode, self.play.session.scenario.map.grid
        if going is not None and going.reach.fronts:
            across, down = grid.scale(1.0)
            x, y = grid.lattice(event.hex)
            aside = hypot((event.x - x) * across, (event.y - y) * down)
            self.front = event.side if aside > MIDDLE else None
        return self.front != was

    def course(self, to: Hex) -> tuple[MoveArrival, ...]:
        """The cheapest way of the selected unit to a hex, with both ends, to face as pointed at."""
        going = self.movement_mode
        return () if going is None else going.reach.path(to, self.front)

    def plan(self, to: Hex) -> MovePlan | None:
        """The cheapest way to a hex, to be carried out."""
        course = self.course(to)[1:]
        return self._plan([each.at for each in course], [each.facing for each in course])

    def drawn_plan(self, drawn: Sequence[Hex]) -> MovePlan | None:
        """A drawn way, to be carried out: turned as it bends, at its end as pointed at."""
        return self._plan(drawn[1:], [*[None] * (len(drawn) - 2), self.front])

    def _plan(self, path: Sequence[Hex], facings: Sequence[int | None]) -> MovePlan | None:
        going = self.movement_mode
        if going is None:
            return None
        ends = self.play.ends_moves
        return MovePlan(self.mover, tuple(path), going.order, tuple(facings), self.group, ends)

    def threats(self, way: Sequence[Hex]) -> tuple[HexThreats, ...]:
        """Return the threats to it in the hexes of a path."""
        game, unit = self.play.session.game, self.mover
        if game.decision is None or not unit:
            return ()
        view = game.view(game.decision.side)
        return game.rules.threats(view, unit, way)


class FacingChooser:
    """The wheel of fronts of a unit that may turn, or of a hex where a front is to be chosen."""

    def __init__(
        self,
        play: GameController,
        board: MapGameView,
        hand: SelectedUnit,
        changed: Callable[[], None],
    ) -> None:
        self._play, self._board, self._hand, self._changed = play, board, hand, changed
        self._asked: FacingWheel | None = None  # of a hex that was clicked
        self._front: int | None = None  # what the keyboard has come to
        self._pressed: int | None = None  # where the button went down

    @property
    def wheel(self) -> FacingWheel | None:
        """The fronts that may be chosen now; if several units may turn, those of the one taken."""
        choices = self._play.choices
        if choices is None:
            return None
        if self._asked is not None:
            return replace(self._asked, chosen=self._front)
        wheels, chosen = choices.turn_options, self._hand.chosen
        unit = chosen if chosen in wheels else next(iter(wheels), "")
        at = self._play.standing.hex_of_unit(unit)
        if at is None or (len(wheels) > 1 and unit != chosen):
            return None
        return FacingWheel(at, wheels[unit], unit, self._front)

    def hidden_choices(self, choices: list[OptionChoice]) -> list[OptionChoice]:
        """The choices that the wheel does not show."""
        wheel = self.wheel
        unit = wheel.unit if wheel is not None else None
        return [
            c
            for c in choices
            if c.pointing.deed is not OptionAction.TURN or c.pointing.unit != unit
        ]

    def ask(self, choices: list[OptionChoice]) -> bool:
        """Ask on a wheel, where choices differ only in their front."""
        self._asked, self._front = facing_wheel_of_choices(choices), None
        return self._asked is not None

    @staticmethod
    def asks_for(choices: list[OptionChoice]) -> bool:
        """Return True for choices that differ only in their front."""
        return len(choices) > 1 and facing_wheel_of_choices(choices) is not None

    def drop(self) -> bool:
        """Stop asking; returns whether anything was begun."""
        had = self._asked is not None or self._front is not None
        self._asked = self._front = self._pressed = None
        return had

    # --- by the pointer ---------------------------------------------------------------------------

    def press(self, point: QPointF) -> bool:
        """Return True if the button is pressed on a mark of the wheel."""
        self._pressed = self._mark_at(point)
        return self._pressed is not None

    def release(self, point: QPointF) -> None:
        """The front where the button went down and up is chosen."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._mark_at(point):
            self._turn_to(pressed)

    def faces(self, hex_: Hex) -> bool:
        """Return True if the wheel has a facing to an adjacent hex."""
        return self._front_to(hex_) is not None

    def _front_to(self, hex_: Hex) -> int | None:
        wheel = self.wheel
        return wheel.towards(hex_, self._board.canvas.camera) if wheel else None

    def click_towards(self, hex_: Hex, *, is_asked: bool) -> bool:
        """Turn to a neighbouring hex; `is_asked`: only where a front of a hex is asked for."""
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
        """Select the next front of the wheel: 1 clockwise, -1 the other way round."""
        wheel = self.wheel
        if wheel is None:
            return
        is_pointy = self._play.session.scenario.map.grid.pointy
        steps = -clockwise if is_pointy else clockwise  # there directions count the other way
        pieces = (piece for piece in self._play.standing.pieces if piece.id == wheel.unit)
        self._front = wheel.turned(next((piece.facing for piece in pieces), None), steps)
        self._changed()

    def confirm(self) -> bool:
        """Turn to the front that is selected; False if there is none."""
        if self.wheel is None or self._front is None:
            return False
        self._turn_to(self._front)
        return True

    def _turn_to(self, front: int) -> None:
        wheel = self.wheel
        self.drop()
        if wheel is not None and front in wheel.options:
            self._play.answer(wheel.options[front])
