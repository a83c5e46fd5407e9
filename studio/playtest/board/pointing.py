"""What the pointer does on the map while a scenario is played: clicks and drags become answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, Qt, Signal

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.play.forecast import Forecast, Threat
from engine.play.outlook import Outlook
from engine.play.pointing import Deed, Place
from engine.session.choices import Choice
from engine.session.moments import NOWHERE
from engine.session.plan import STEPS, Going, Plan, goings
from studio.canvas.canvas import Decoration
from studio.canvas.pointer import Button, PointerEvent
from studio.canvas.shots import Ring
from studio.drawing.overlays import ReachOverlay
from studio.lookout.lookout_marks import SightLine
from studio.playtest.board.aims import arrows, sight_lines
from studio.playtest.board.marks import ThreatMarks, Trail, Wanted
from studio.playtest.board.play import Play
from studio.playtest.board.written_orders import WrittenOrders, written_orders


class Spot(NamedTuple):
    """A place that was pointed at: a hex, and the unit whose counter was seen there, if any."""

    hex: Hex
    unit: str = ""


class Finger(QObject):
    """Points for the person who is asked.

    A click on a unit that can be ordered takes it; a click on a hex within its reach, or a drag
    along a path, sends it there. A click on a target fires. Where a click may mean several things
    `menu_wanted` asks which. With Ctrl a drag puts any unit elsewhere, as the umpire may; the right
    button asks what else he may do there.
    """

    menu_wanted = Signal(object)  # list[Choice]
    foreseen = Signal(object)  # Forecast | None: what a click here would lead to
    picked = Signal(object)  # Spot that was waited for; None where that is given up
    umpire_wanted = Signal(object)  # Spot: what may an umpire do there?
    shifted = Signal(str, object)  # a unit, and the Hex an umpire wants to put it into

    def __init__(self, play: Play) -> None:
        super().__init__(play)
        self.play = play
        self.here: Hex | None = None
        self.chosen = ""  # the unit that was taken, to be sent somewhere
        self.manner = 0  # which of the ways in which it may go
        self.drawn: list[Hex] = []  # the path of a drag
        self.forecast: Forecast | None = None
        self.place = NOWHERE  # pointed out, until the game goes on
        self.below: Sequence[Decoration] = ()  # what else lies under the counters, and over all
        self.above: Sequence[Decoration] = ()
        self._placed_at = -1
        self._fanned: Hex | None = None
        self._is_down = False
        self._is_picking = False
        self._was_taken = ""  # the unit in hand when the button went down
        self._carried = ""  # the unit an umpire drags elsewhere
        self._found: list[Going] = []
        self._gone_for: object = None
        play.settled.connect(self.look_again)

    # --- events -----------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> None:
        """Take a unit, choose, or begin to draw a path."""
        self.play.skip()
        if event.button is Button.RIGHT:
            self._press_right(event)
            return
        unit = self.play.layer.unit_at(self._point(event))
        if self._is_picking:
            self._pick(Spot(event.hex, unit or ""))
            return
        if event.control and unit:
            self._carried = unit
            return
        if not self.play.may_answer:
            return
        self._is_down = True
        self._was_taken = self.chosen
        mover = self._mover()
        if mover and event.hex == self._start():
            self.drawn = [event.hex]
        elif unit and self._orders(unit) and unit != self.chosen:
            self.take(unit)
            self.drawn = [event.hex]

    def move(self, event: PointerEvent) -> None:
        """Draw on, or look what a click here would do."""
        if event.hex != self.here:
            self.here = event.hex
            if self._is_down and self.drawn:
                self._draw_on(event.hex)
            self._foresee(event)
        if not self._carried:
            self._fan(event)

    def release(self, event: PointerEvent) -> None:
        """A drawn path is followed; a click does what it says."""
        if self._carried:
            self._put_down(event.hex)
            return
        if not self._is_down:
            return
        self._is_down = False
        drawn, self.drawn = self.drawn, []
        if len(drawn) > 1:
            self._send(self._plan(drawn))
        elif drawn and drawn[0] == event.hex:
            if self.chosen and self.chosen == self._was_taken:
                self.take(self.chosen)
        else:
            self._click(event)
        self.show()

    def leave(self) -> None:
        """The pointer is elsewhere."""
        self.here = self._fanned = None
        self._tell(None)
        self.show()

    def escape(self) -> bool:
        """Give up what was begun: a drawn path, a plan, the unit that was taken."""
        had = bool(self.drawn or self.chosen or self.place != NOWHERE or self.is_for_umpire)
        self._carried = ""
        if self._is_picking:
            self._pick(None)
        self.place = NOWHERE
        self.drawn, self.chosen, self.manner = [], "", 0
        self.play.drop_plan()
        self.look_again()
        return had

    # --- for the umpire ---------------------------------------------------------------------------

    @property
    def is_for_umpire(self) -> bool:
        """Whether a place is waited for, or a unit is dragged with Ctrl."""
        return self._is_picking or bool(self._carried)

    def pick(self) -> None:
        """Let the next click say a place, by `picked`, and mean nothing else."""
        if self._is_picking:
            self._pick(None)
        self._is_picking = True
        self.play.canvas.setCursor(Qt.CursorShape.CrossCursor)

    def _pick(self, spot: Spot | None) -> None:
        if spot is not None and spot.hex not in self._grid:
            return
        self._is_picking = False
        self.play.canvas.unsetCursor()
        self.picked.emit(spot)

    def _press_right(self, event: PointerEvent) -> None:
        if self.drawn or self.is_for_umpire:
            self.escape()
        elif event.hex in self._grid:
            unit = self.play.layer.unit_at(self._point(event))
            self.umpire_wanted.emit(Spot(event.hex, unit or ""))

    def _put_down(self, hex_: Hex) -> None:
        """A unit was dragged to a hex with Ctrl."""
        unit, self._carried = self._carried, ""
        if hex_ in self._grid and hex_ != self._stand(unit):
            self.shifted.emit(unit, hex_)
        self.show()

    @property
    def _grid(self) -> Grid:
        return self.play.session.scenario.map.grid

    # --- taking and sending -----------------------------------------------------------------------

    def take(self, unit: str) -> None:
        """Take a unit that can be ordered, to be sent somewhere.

        Taken again it is to go in the next manner (a move, then a march), and then is let go.
        """
        if not self._orders(unit):
            return
        self.chosen, self.manner = unit, self.manner + 1 if unit == self.chosen else 0
        if self.manner and self.manner == len(self._goings()):
            self.escape()
        else:
            self.show()

    def _click(self, event: PointerEvent) -> None:
        question = self.play.question
        if question is None:
            return
        if self._is_reached(event.hex):
            self._send(self._plan(self._way(event.hex)))
            return
        unit = self.play.layer.unit_at(self._point(event))
        choices = question.choices.about(unit) if unit else []
        choices = choices or question.choices.at(event.hex)
        choices = [each for each in choices if each.pointing.unit == self.chosen] or choices
        if choices and all(choice.pointing.deed is Deed.ORDER for choice in choices):
            self.take(choices[0].pointing.unit)
        elif len(choices) == 1:
            self.play.choose(choices[0])
        elif choices:
            self.menu_wanted.emit(choices)
        elif self.chosen:
            self.escape()

    def _send(self, plan: Plan | None) -> None:
        """Let the unit go, as far as nothing comes between."""
        self.chosen, self.manner = "", 0
        if plan is not None:
            self.play.follow(plan)

    # --- what the unit in hand can do -------------------------------------------------------------

    def _orders(self, unit: str) -> list[Choice]:
        question = self.play.question
        if question is None or not self.play.may_answer:
            return []
        found = question.choices.with_unit(unit)
        return [choice for choice in found if choice.pointing.deed is Deed.ORDER]

    def _mover(self) -> str:
        """The unit that can be sent: the one taken, or the one that is asked for its next step."""
        if self.chosen:
            return self.chosen
        question = self.play.question
        if question is None or not self.play.may_answer:
            return ""
        going = (p.unit for _, p in question.choices.pointings if p.deed in STEPS)
        return next(going, "")

    def _start(self) -> Hex | None:
        """Where the unit in hand sets out; a path that is being written goes on at its end."""
        going = self._going()
        return self._stand(self._mover()) if going is None else going.reach.start

    def _stand(self, unit: str) -> Hex | None:
        stand = (piece.at for piece in self.play.standing.pieces if piece.id == unit)
        return next(stand, None)

    def _goings(self) -> list[Going]:
        """The ways in which the unit in hand may go; looked for once in every position."""
        mover = self._mover()
        session, may_go = self.play.session, bool(mover) and self.play.may_answer
        wanted = (mover, session.history.number, session.at, may_go)
        if wanted != self._gone_for:
            self._found = goings(session, mover) if may_go else []
            self._gone_for = wanted
        return self._found

    def _going(self) -> Going | None:
        """The way in which it is to go."""
        found = self._goings()
        return found[self.manner % len(found)] if found else None

    def _is_reached(self, hex_: Hex) -> bool:
        going = self._going()
        return going is not None and len(going.reach.path(hex_)) > 1

    def _way(self, to: Hex) -> list[Hex]:
        """The cheapest way of the unit in hand to a hex, with both ends."""
        going = self._going()
        return [] if going is None else [arrival.at for arrival in going.reach.path(to)]

    def _plan(self, way: Sequence[Hex]) -> Plan | None:
        going = self._going()
        return None if going is None else Plan(self._mover(), tuple(way[1:]), going.order)

    def _draw_on(self, hex_: Hex) -> None:
        """Lead the drawn path to another hex; going back shortens it."""
        if hex_ in self.drawn:
            del self.drawn[self.drawn.index(hex_) + 1 :]
        elif distance(self.drawn[-1], hex_) == 1:
            self.drawn.append(hex_)

    # --- looking ahead ----------------------------------------------------------------------------

    def look_again(self) -> None:
        """Another position, or another question."""
        if self.play.session.at != self._placed_at:
            self.place = NOWHERE
        if self.chosen and not self._orders(self.chosen):
            self.chosen, self.manner = "", 0
        if not self.play.may_answer:
            self.drawn = []
        self._tell(None)
        self.show()

    def point_out(self, place: Place) -> None:
        """Show where something happened, and bring it into sight."""
        self.play.skip()
        self.place, self._placed_at = place, self.play.session.at
        canvas = self.play.canvas
        middles = [QPointF(*canvas.camera.centre(hex_)).toPoint() for hex_ in place.hexes]
        if not all(canvas.rect().contains(middle) for middle in middles):
            canvas.centre_on(place.hexes[0])
        self.show()

    def look_at(self, choice: Choice | None) -> None:
        """Show what a choice would lead to, as while it is pointed at in a list."""
        self._tell(self._forecast(choice) if choice is not None else None)
        self.show()

    def _foresee(self, event: PointerEvent) -> None:
        question = self.play.question
        if question is None or not self.play.may_answer or self._is_down or self._carried:
            self._tell(None)
        else:
            unit = self.play.layer.unit_at(self._point(event))
            choices = (question.choices.about(unit) if unit else []) or question.choices.at(
                event.hex
            )
            fire = [choice for choice in choices if choice.pointing.deed is not Deed.ORDER]
            self._tell(self._forecast(fire[0]) if fire else self._reachable(event.hex))
        self.show()

    def _reachable(self, hex_: Hex) -> Forecast | None:
        """Where the unit in hand can come to, while a hex it reaches is pointed at."""
        going = self._going()
        return going.reach if going is not None and self._is_reached(hex_) else None

    def _forecast(self, choice: Choice) -> Forecast | None:
        game = self.play.session.game
        if game.decision is None:
            return None
        view = game.rules.view(game.state, game.decision.side)
        return game.rules.forecast(view, game.decision, choice.option)

    def _tell(self, forecast: Forecast | None) -> None:
        if forecast is not self.forecast:
            self.forecast = forecast
            self.foreseen.emit(forecast)

    def _threats(self, way: Sequence[Hex]) -> tuple[Threat, ...]:
        game, unit = self.play.session.game, self._mover()
        if game.decision is None or not unit:
            return ()
        view = game.rules.view(game.state, game.decision.side)
        return game.rules.threats(view, unit, way)

    # --- what is shown ----------------------------------------------------------------------------

    def show(self) -> None:
        """Bring the canvas to what is pointed at and what can be done."""
        play, canvas = self.play, self.play.canvas
        if play.is_moving:
            return
        play.arrange(play.staging.still(play.standing, self._rings(), self._fanned))
        canvas.set_overlay(self._overlay())
        canvas.set_outline(self.place.hexes)
        held = play.staging.held(play.standing, play.say.language)
        under: list[Decoration] = [*self.below, held, *self._marks(), self.written]
        canvas.set_decorations([*under, play.layer, *self._lines(), *self.above])

    def _rings(self) -> dict[str, Ring]:
        """Rings round units that may act, the one taken, and those that may be acted against."""
        question = self.play.question
        pointed_out = dict.fromkeys(self.place.units, Ring.SELECTED)
        if question is None or not self.play.may_answer:
            return pointed_out
        rings = dict.fromkeys(question.choices.actors, Ring.MAY_ACT)
        rings |= dict.fromkeys(question.choices.targets, Ring.TARGET) | pointed_out
        mover = self._mover()
        return rings | ({mover: Ring.SELECTED} if mover else {})

    def _overlay(self) -> ReachOverlay | None:
        going = self._going()
        if going is None:
            return None
        costs = {at: float(found.cost) for at, found in going.reach.arrivals.items()}
        return ReachOverlay(going.reach.start, costs)

    def _marks(self) -> list[Wanted]:
        """The hexes that options lead into, under the counters."""
        question = self.play.question
        if question is None or not self.play.may_answer:
            return []
        return [Wanted(dict(question.choices.hexes))] if question.choices.hexes else []

    @property
    def written(self) -> WrittenOrders:
        """The orders that are written and not yet carried out, of games that write them."""
        return written_orders(self.play.standing, self.play.session.scenario.map.labels.find)

    def _lines(self) -> list[SightLine | Trail | ThreatMarks | WrittenOrders]:
        """Paths with what threatens along them, and lines of fire, over the counters."""
        start = self._stand(self._carried)
        if start is not None:
            return [Trail((start, self.here))] if self.here not in (None, start) else []
        told, is_drawing = self.forecast, bool(self.drawn) or self._fanned is not None
        if isinstance(told, Outlook) and not (told.aims and is_drawing):
            return [*sight_lines(told), *arrows(told)]
        way = self.drawn
        if not way and self.here is not None and self._is_reached(self.here):
            way = self._way(self.here)
        if len(way) < 2:
            return []
        return [Trail(tuple(way)), ThreatMarks(self._threats(way[1:]))]

    def _fan(self, event: PointerEvent) -> None:
        fanned = self.play.layer.hex_to_fan(self._point(event))
        if fanned != self._fanned:
            self._fanned = fanned
            self.show()

    def _point(self, event: PointerEvent) -> QPointF:
        """Where on the canvas an event is."""
        camera = self.play.canvas.camera
        across, down = camera.grid.scale(camera.width)
        left, top = (1, 2) if camera.grid.pointy else (2, 1)
        return QPointF(*camera.screen((event.x + left) * across, (event.y + top) * down))
