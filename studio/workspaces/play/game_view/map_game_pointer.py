"""The pointer on the map during a game: clicks and drags become answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.play.forecast_blocks import OutcomeForecast
from engine.play.option_targets import EventLocation
from engine.play.position import Spot
from engine.session.move_plans import ActionPlan, MovePlan
from engine.session.option_choices import OptionChoice
from engine.session.option_refusals import explain_refusal
from engine.session.planned_actions import PlannedAction
from engine.session.timeline import NOWHERE
from studio.canvas.counter_effects import CounterRing
from studio.canvas.map_canvas import Decoration
from studio.canvas.pointer_events import MouseButton, PointerEvent
from studio.rendering.map.preview_tints import Overlay
from studio.workspaces.play.game_view.click_meanings import (
    ClickKind,
    ClickMeaning,
    actions_at,
    is_entering,
    without_steps,
)
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.map_overlays import (
    PlannedPathOverlay,
    TargetChances,
    ThreatOverlay,
    build_orders_overlay,
    forecast_arrows,
    forecast_sight_lines,
    reach_overlay,
    rings_round_units,
    target_hexes,
)
from studio.workspaces.play.game_view.selected_unit import (
    TAKEN,
    FacingChooser,
    SelectedUnit,
    is_for_selected,
)


class MapGamePointer(GamePointer):
    """Points on a map of hexes.

    A click on a unit that can be ordered selects it; its targets and hexes are marked. A click on a
    hex within its reach, or a drag along a path, sends it there; a unit with a front comes to face
    the side of the hex that is pointed at, or in the middle of it as is cheapest. A click on a
    target attacks it. What pointing shows is what a click does; where a click may mean several
    things `menu_wanted` asks which, and with Alt the click does the other. A click that means
    nothing says why and keeps the selection; one beside the map ends it. Ctrl and a click let
    another unit go or act along. A unit that may turn has a wheel of fronts round
    its hex, and so has a hex where nothing but the front is to be chosen. With Ctrl a drag puts any
    unit elsewhere, as the umpire may; the right button asks for more umpire's actions.
    """

    def __init__(self, play: GameController, board: MapGameView) -> None:
        super().__init__(play)
        self.board = board
        self.hand = SelectedUnit(play)
        self.turning = FacingChooser(play, board, self.hand, self.show)
        self.here: Hex | None = None
        self.drawn: list[Hex] = []  # the path of a drag
        self.below: Sequence[Decoration] = ()  # what else lies under the counters, and over all
        self.above: Sequence[Decoration] = ()
        self.overlay: Overlay | None = None  # a preview that was asked for
        self._fanned: Hex | None = None
        self._is_down = False
        self._was_taken = ""  # the unit selected when the button went down
        self._shown_as_taken = ""  # to those who follow the selection

    # --- events -----------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> None:
        """Take a unit, choose, or begin to draw a path."""
        self.play.skip()
        if event.button is MouseButton.RIGHT:
            self._press_right(event)
            return
        unit = self._unit_at(event)
        if self._is_picking:
            self._pick(PointedSpot(event.hex, unit))
        elif event.control and unit:
            self._carried = unit
        elif self.play.may_answer and not self.turning.press(self._point(event)):
            self._press_here(event.hex, unit)

    def _press_here(self, hex_: Hex, unit: str) -> None:
        self._is_down = True
        self._was_taken = self.hand.chosen
        if self.hand.mover and hex_ == self.hand.start:
            self.drawn = [hex_]
        elif unit and self.hand.may_change_to(unit):
            self.take(unit)
            self.drawn = [hex_]

    def move(self, event: PointerEvent) -> None:
        """Draw on, or preview what a click here would do."""
        if self.hand.point(event) or event.hex != self.here:
            self.here = event.hex
            if self._is_down and self.drawn:
                self._draw_on(event.hex)
            self._foresee(event)
        if not self._carried:
            self._fan(event)

    def release(self, event: PointerEvent) -> None:
        """Follow a drawn path, or carry out a click."""
        if self._carried:
            self._put_down(event)
            return
        self.turning.release(self._point(event))
        if not self._is_down:
            return
        self._is_down = False
        drawn, self.drawn = self.drawn, []
        self.hand.point(event)
        if len(drawn) > 1:
            self._send(self.hand.drawn_plan(drawn))
        elif drawn and drawn[0] == event.hex:
            if self.hand.chosen and self.hand.chosen == self._was_taken:
                self.take(self.hand.chosen)
        else:
            self._click(event)
        self.show()

    def leave(self) -> None:
        """The pointer has left."""
        self.here = self._fanned = None
        self._tell(None)
        self.show()

    def escape(self) -> bool:
        """Cancel what was begun last: a drawn path or a front; else the selection. Plans end."""
        is_within = bool(self.drawn) or self.is_for_umpire
        is_within = self.turning.drop() or is_within
        had = is_within or bool(self.chosen) or self.place != NOWHERE
        self._carried = ""
        if self._is_picking:
            self._pick(None)
        self.drawn = []
        if not is_within:
            self.place = NOWHERE
            self.hand.let_go()
        self.play.drop_plan()
        self.look_again()
        return had

    def confirm(self) -> bool:
        """Enter: turn to the front selected by keyboard; False where none is."""
        return self.turning.confirm()

    def key_place(self) -> Hex | None:
        """The hex the keyboard points at."""
        return self.board.canvas.keyboard_hex

    def point_key(self, spot: Spot) -> None:
        """Let the keyboard point at a hex."""
        assert isinstance(spot, Hex)
        self.board.canvas.setFocus()
        self.board.canvas.set_keyboard_hex(spot)
        self.board.canvas.point_by_key()

    def turn(self, clockwise: int) -> None:
        """Select the next front."""
        self.turning.turn(clockwise)

    # --- for the umpire ---------------------------------------------------------------------------

    def _pick(self, spot: PointedSpot | None) -> None:
        if spot is None or spot.hex in self._grid:
            super()._pick(spot)

    def _press_right(self, event: PointerEvent) -> None:
        if self.drawn or self.is_for_umpire:
            self.escape()
        elif event.hex in self._grid:
            self.umpire_wanted.emit(PointedSpot(event.hex, self._unit_at(event)))

    def _put_down(self, event: PointerEvent) -> None:
        """A unit was dragged to a hex with Ctrl, or clicked to go along with the selected one."""
        unit, self._carried = self._carried, ""
        if event.hex == self.play.standing.hex_of_unit(unit):
            if self.hand.chosen and self.play.may_answer:
                self.hand.toggle_companion(unit)
        elif event.hex in self._grid:
            self.shifted.emit(unit, event.hex)
        self.show()

    @property
    def _grid(self) -> Grid:
        return self.play.session.scenario.map.grid

    # --- taking and sending -----------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """The unit that was taken, to be sent or turned."""
        return self.hand.chosen

    def take(self, unit: str) -> None:
        """Take a unit that can be ordered, to be sent somewhere.

        Taken again it is to go in the next manner (a move, then a march), and then is let go.
        """
        if not self.hand.orders(unit):
            return
        self.turning.drop()
        if self.hand.take(unit):
            self.show()
        else:
            self.escape()

    def _click(self, event: PointerEvent) -> None:
        if self.turning.click_towards(event.hex, is_asked=True):
            return
        self.turning.drop()
        meanings = self._meanings(event)
        if meanings:
            self._carry_out(meanings, takes_other=event.alt)
        elif event.hex not in self._grid:
            self.escape()
        elif not self._choose(self._meant(event)) and not self.turning.click_towards(
            event.hex, is_asked=False
        ):
            self._refuse(event)

    def _carry_out(self, meanings: list[ClickMeaning], *, takes_other: bool) -> None:
        """Do what a click means, or ask which of several things.

        Of several ways in which the selected unit acts on one target the first is taken, as it is
        shown; the menu has the others for who holds Alt.
        """
        others = [each for each in meanings if each.kind is not meanings[0].kind]
        if takes_other and others:
            meanings = others
        is_own = all(each.is_of_selection for each in meanings)
        if len(meanings) == 1 or (is_own and not others and not takes_other):
            self.carry_out(meanings[0])
        else:
            self.menu_wanted.emit(meanings)

    def _refuse(self, event: PointerEvent) -> None:
        """Say why a click did nothing."""
        choices, going = self.play.choices, self.hand.movement_mode
        if choices is not None:
            reach = None if going is None else going.reach
            unit = self._unit_at(event)
            why = explain_refusal(self.play.session.game, choices, event.hex, unit, reach)
            self.play.refused.emit(why.words)
            self.barred.emit(why, self._point(event).toPoint())

    def _meanings(self, event: PointerEvent) -> list[ClickMeaning]:
        """Return what a click would do, the likeliest first; nothing where it selects a unit."""
        unit = self._unit_at(event)
        choices = [each for each in self._meant(event) if not self._selects(each, unit)]
        actions = actions_at(self.hand.actions, event.hex, unit)
        if self.turning.asks_for(choices):
            return []
        goes = self.hand.is_reached(event.hex)
        found = [self.answering(each) for each in (without_steps(choices) if goes else choices)]
        found += map(self._acting, actions)
        deeds = [each.pointing.deed for each in choices] + [each.target.deed for each in actions]
        if goes and not is_entering(deeds):
            move = self._moving(event.hex)
            is_first = not found or (self.last_kind is ClickKind.MOVE and not unit)
            found = [move, *found] if is_first else [*found, move]
        return found

    def actions(self) -> list[ClickMeaning]:
        """Return what the selected unit may do at targets and in hexes, of several answers each."""
        return [self._acting(each) for each in self.hand.actions]

    @staticmethod
    def _selects(choice: OptionChoice, unit: str) -> bool:
        """Return True if a click on a unit selects it for a choice and does not yet choose it."""
        return is_for_selected(choice) and (
            choice.pointing.deed in TAKEN or choice.pointing.unit == unit
        )

    def _acting(self, action: PlannedAction) -> ClickMeaning:
        def carry_out() -> None:
            plan = ActionPlan(self.chosen, action.answers, self.hand.group)
            self.hand.let_go()
            self.play.carry_out_plan(plan)

        return ClickMeaning(ClickKind.ACT, action.words, carry_out, action.forecast, True)

    def _moving(self, to: Hex) -> ClickMeaning:
        def carry_out() -> None:
            self._send(self.hand.plan(to))

        label = self.play.session.scenario.map.labels.label(to)
        words = self.play.localize("click-move", at=label)
        return ClickMeaning(ClickKind.MOVE, words, carry_out, lambda: self.hand.reachable(to))

    def _meant(self, event: PointerEvent) -> list[OptionChoice]:
        """Return the choices of a click, without the turns that the wheel shows."""
        choices = self.play.choices
        if choices is None:
            return []
        unit = self._unit_at(event)
        found = (choices.choices_for_unit(unit) if unit else []) or choices.choices_at_hex(
            event.hex
        )
        own = [each for each in found if each.pointing.unit == self.chosen]
        is_front = bool(self.chosen) and self.turning.faces(event.hex)
        return self.turning.hidden_choices(own if own or is_front else found)

    def _choose(self, choices: list[OptionChoice]) -> bool:
        """Select the unit of the choices, or ask for a front; False where they mean neither."""
        if choices and all(is_for_selected(choice) for choice in choices):
            self.take(choices[0].pointing.unit)
            return True
        return bool(choices) and self.turning.ask(choices)

    def _send(self, plan: MovePlan | None) -> None:
        """Let the unit go, until something intervenes."""
        self.hand.let_go()
        if plan is not None:
            self.play.carry_out_plan(plan)

    def _draw_on(self, hex_: Hex) -> None:
        """Extend the drawn path to another hex; going back shortens it."""
        if hex_ in self.drawn:
            del self.drawn[self.drawn.index(hex_) + 1 :]
        elif distance(self.drawn[-1], hex_) == 1:
            self.drawn.append(hex_)

    # --- looking ahead ----------------------------------------------------------------------------

    def look_again(self) -> None:
        """Another position, or another question."""
        self._forget_place()
        if self.chosen and not self.hand.orders(self.chosen):
            self.hand.let_go()
        if not self.play.may_answer:
            self.drawn = []
        self.turning.drop()
        self._tell(None)
        self.show()

    def scroll_to(self, place: EventLocation) -> None:
        """Bring the first hex of a place to the middle, unless all are seen."""
        canvas = self.board.canvas
        middles = [QPointF(*canvas.camera.centre(hex_)).toPoint() for hex_ in place.hexes]
        if not all(canvas.rect().contains(middle) for middle in middles):
            canvas.centre_on(place.hexes[0])

    def _foresee(self, event: PointerEvent) -> None:
        choices = self.play.choices
        if choices is None or self._is_down or self._carried:
            self._tell(None)
        else:
            meanings = self._meanings(event)
            self._tell(meanings[0].forecast() if meanings else None)
        self.show()

    # --- what is shown ----------------------------------------------------------------------------

    def show(self) -> None:
        """Bring the canvas to what is pointed at and what can be done."""
        play, board, canvas = self.play, self.board, self.board.canvas
        if play.is_moving:
            return
        board.arrange(board.staging.resting_position(play.standing, self._rings(), self._fanned))
        canvas.set_overlay(self.overlay or reach_overlay(self.hand.movement_mode))
        canvas.set_outline(self.place.hexes)
        held = board.staging.is_held(play.standing, play.localize.language)
        marks = target_hexes(play.choices, self.hand.actions) if play.choices is not None else []
        wheel = self.turning.wheel
        under: list[Decoration] = [*self.below, held, *marks, *self._memo()]
        over: list[Decoration] = [] if wheel is None else [wheel]
        if self.hand.chances and not self.drawn:
            over.append(TargetChances(self.hand.chances))
        laid: Sequence[Decoration] = (*under, board.layer, *over, *self._lines(), *self.above)
        canvas.exchange_decorations(laid)
        if self.chosen != self._shown_as_taken:
            self._shown_as_taken = self.chosen
            self.selected.emit()

    def _rings(self) -> dict[str, CounterRing]:
        choices = self.play.choices
        if choices is None:
            return dict.fromkeys(self.place.units, CounterRing.SELECTED)
        rings = rings_round_units(choices, self.hand.mover, self.place.units)
        targets = (each.target.target for each in self.hand.actions if each.target.target)
        rings |= dict.fromkeys(targets, CounterRing.TARGET)
        return rings | dict.fromkeys(self.hand.group, CounterRing.JOINED)

    def _memo(self) -> list[Decoration]:
        """The orders written and not yet carried out, in games that write them."""
        standing = self.play.standing
        return [build_orders_overlay(standing)] if standing.position.memo else []

    def _lines(self) -> list[Decoration]:
        """Paths with what threatens along them, and lines of fire, over the counters."""
        start = self.play.standing.hex_of_unit(self._carried)
        if start is not None and self._carried:
            return (
                [PlannedPathOverlay((start, self.here))] if self.here not in (None, start) else []
            )
        told, is_drawing = self.forecast, bool(self.drawn) or self._fanned is not None
        if isinstance(told, OutcomeForecast) and not (told.aims and is_drawing):
            return [*forecast_sight_lines(told), *forecast_arrows(told)]
        way, facing = self.drawn, self.hand.front
        if not way and self.here is not None and self.hand.is_reached(self.here):
            course = self.hand.course(self.here)
            way, facing = [arrival.at for arrival in course], course[-1].facing
        if len(way) < 2:
            sketch = tuple(spot for spot in self.sketch if isinstance(spot, Hex))
            return [PlannedPathOverlay(sketch)] if sketch else []
        return [PlannedPathOverlay(tuple(way), facing), ThreatOverlay(self.hand.threats(way[1:]))]

    def _fan(self, event: PointerEvent) -> None:
        fanned = self.board.layer.hex_to_fan(self._point(event))
        if fanned != self._fanned:
            self._fanned = fanned
            self.show()

    def _unit_at(self, event: PointerEvent) -> str:
        """The unit whose counter is pointed at; empty if there is none."""
        return self.board.layer.unit_at(self._point(event)) or ""

    def _point(self, event: PointerEvent) -> QPointF:
        """Return the point on the canvas of an event."""
        return QPointF(*self.board.canvas.camera.screen_point_of_lattice(event.x, event.y))
