"""The pointer on the map of a scenario editor: units are selected and placed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu

from engine.hexes.hex import Hex
from studio.canvas.counter_effects import CounterRing
from studio.canvas.map_canvas import Decoration, MapCanvas
from studio.canvas.pan_zoom_view import ARROWS
from studio.canvas.pointer_events import MouseButton, PointerEvent
from studio.canvas.scenario_layers import CounterLayer
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.counters.stacks import CounterSpot, topmost_unit
from studio.rendering.map.deployment import Deployment, waiting_counter_positions
from studio.workspaces.scenario.editor.placement_overlays import (
    GhostOverlay,
    SelectionBandOverlay,
    WaitingRingsOverlay,
    ZonesOverlay,
)
from studio.workspaces.scenario.editor.zone_brush import ZoneBrush
from studio.workspaces.scenario.order_of_battle.drag_data import features_in
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_tree_model import (
    to_drag_data,
    units_from_drag_data,
)
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name

SLACK = 4.0  # pixels a hand may tremble while it clicks
DELETING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class UnitPlacement(QObject):
    """The author's hand on the map.

    A click chooses a unit, with Shift or Ctrl one more; a drag from open ground chooses all it
    covers; a drag of a unit moves those chosen, keeping their distances. Dropped with Shift they
    are set up in the zone there. While `brush` has a zone, the hand paints that instead.
    """

    changed = Signal()  # other rings, ghosts, or another fan
    menu_wanted = Signal(object)  # QPoint of the screen

    def __init__(self, forces: ForcesEditor, canvas: MapCanvas, layer: CounterLayer) -> None:
        super().__init__(canvas)
        self.forces, self.canvas, self.layer = forces, canvas, layer
        self.brush = ZoneBrush(forces, self)
        self.fanned: Hex | None = None
        self.ghosts: dict[str, Hex] = {}  # where selected units would be put
        self._counters: dict[str, Counter] = {}
        self._deployment: Deployment | None = None
        self._pressed_at: QPointF | None = None
        self._held = ""  # the unit the hand took hold of
        self._band: QRectF | None = None
        self._chosen_before: tuple[str, ...] = ()
        self._zone_marks: ZonesOverlay | None = None
        self._marked_for: object = None
        canvas.setAcceptDrops(True)
        self.attach_to_canvas()
        forces.chosen_changed.connect(self.changed)
        self.brush.changed.connect(self.changed)

    def attach_to_canvas(self) -> None:
        """Take the keys and drops on the map."""
        self.canvas.installEventFilter(self)

    def leave_canvas(self) -> None:
        """Leave them to the game played there."""
        self.canvas.removeEventFilter(self)

    def follow(self, deployment: Deployment) -> None:
        """The scenario's start has changed."""
        self._deployment = deployment
        counters = [each for placed in deployment.placed.values() for each in placed]
        counters += [each for group in deployment.waiting for each in group.counters]
        self._counters = {part.id: part for each in counters for part in each.load}
        self._counters |= {counter.id: counter for counter in counters}

    @property
    def is_busy(self) -> bool:
        """Return True if something is under way that Escape cancels first."""
        return bool(self.ghosts or self._band is not None or self.brush.zone)

    @property
    def selected_unit_hex(self) -> Hex | None:
        """Return the hex of the held unit, else of the first selected one on the map."""
        if self.ghosts:
            return self.ghosts.get(self._held) or next(iter(self.ghosts.values()))
        return next((unit.at for unit in self.forces.units() if unit.at is not None), None)

    # --- where things are -------------------------------------------------------------------------

    def unit_at(self, point: QPointF) -> str | None:
        """The unit whose counter is seen at a point of the canvas."""
        found = self.layer.unit_at(point)
        if found is not None:
            return found
        camera = self.canvas.camera
        return topmost_unit(self._waiting(), point + QPointF(camera.left, camera.top))

    def counter(self, unit: str) -> Counter | None:
        """The counter of a unit."""
        return self._counters.get(unit)

    def _waiting(self) -> list[CounterSpot]:
        """The counters that wait for their place, on the sheet as large as it is now."""
        if self._deployment is None:
            return []
        camera = self.canvas.camera
        groups = self._deployment.waiting
        return [
            spot
            for each in groups
            for spot in waiting_counter_positions(camera.grid, each, camera.width)
        ]

    def _middles(self) -> Iterable[tuple[str, QPointF]]:
        """The middle of every unit's place on the canvas."""
        camera = self.canvas.camera
        for unit in self.forces.scenario.units:
            if unit.at is not None:
                yield unit.id, QPointF(*camera.centre(unit.at))
        for spot in self._waiting():
            yield spot.counter.id, QPointF(spot.x - camera.left, spot.y - camera.top)

    def _point(self, event: PointerEvent) -> QPointF:
        """Return the point on the canvas of an event."""
        return QPointF(*self.canvas.camera.screen_point_of_lattice(event.x, event.y))

    # --- the pointer ------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> None:
        """Take hold of a unit, or begin to draw a band round some."""
        if event.button is MouseButton.RIGHT:
            self._press_right(event)
            return
        if self.brush.zone:
            self.brush.press(event)
            return
        point = self._point(event)
        unit, is_more = self.unit_at(point), event.shift or event.control
        self._pressed_at, self._chosen_before = point, self.forces.chosen
        if unit is None:
            return
        if is_more:
            self.forces.toggle(unit)
        elif unit not in self.forces.chosen:
            self.forces.choose([unit])
        self._held = unit if unit in self.forces.chosen else ""

    def move(self, event: PointerEvent) -> None:
        """Drag the held units, widen the band, or fan out the stack below."""
        if self.brush.zone:
            self.brush.move(event)
            return
        point = self._point(event)
        if self._pressed_at is None:
            self._fan(point)
        elif self._held:
            self._carry(event, point)
        elif event.button is MouseButton.LEFT:
            self._draw_band(point, event.shift or event.control)

    def release(self, event: PointerEvent) -> None:
        """Put down what was carried; a click on one of several chooses it alone."""
        if self.brush.zone:
            self.brush.release(event)
            return
        held, ghosts, band, at = self._held, self.ghosts, self._band, self._pressed_at
        was_chosen = held in self._chosen_before
        self._let_go()
        is_more = event.shift or event.control
        if ghosts:
            self.drop_units(ghosts, event.hex, event.shift)
        elif held and was_chosen and not is_more:
            self.forces.choose([held])
        elif not held and band is None and at is not None and not is_more:
            self.forces.choose(())  # open ground

    def leave(self) -> None:
        """The pointer has left."""
        if self._pressed_at is None:
            self.fanned = None
            self.changed.emit()

    def escape(self) -> bool:
        """Cancel the present action, else the selection; True if there was anything."""
        if self.brush.escape():
            return True
        if self.ghosts or self._band is not None:
            before = self._chosen_before if self._band is not None else self.forces.chosen
            self._let_go()
            self.forces.choose(before)
            return True
        had = bool(self.forces.chosen)
        self._let_go()
        self.forces.choose(())
        return had

    def _let_go(self) -> None:
        self._held, self.ghosts, self._band, self._pressed_at = "", {}, None, None
        self.changed.emit()

    def _press_right(self, event: PointerEvent) -> None:
        if self.ghosts or self._band is not None or self.brush.is_painting:
            self.escape()
            return
        point = self._point(event)
        unit = self.unit_at(point)
        if unit is not None and unit not in self.forces.chosen:
            self.forces.choose([unit])
        if unit is not None:
            self.menu_wanted.emit(self.canvas.mapToGlobal(point.toPoint()))

    def _fan(self, point: QPointF) -> None:
        fanned = self.layer.hex_to_fan(point)
        if fanned != self.fanned:
            self.fanned = fanned
            self.changed.emit()

    def _draw_band(self, point: QPointF, is_more: bool) -> None:
        assert self._pressed_at is not None
        if self._band is None and (point - self._pressed_at).manhattanLength() < SLACK:
            return
        band = self._band = QRectF(self._pressed_at, point).normalized()
        inside = [unit for unit, middle in self._middles() if band.contains(middle)]
        self.forces.choose([*(self._chosen_before if is_more else ()), *inside])
        self.changed.emit()

    # --- carrying ---------------------------------------------------------------------------------

    def _carry(self, event: PointerEvent, point: QPointF) -> None:
        if not self.canvas.rect().contains(point.toPoint()):
            self._carry_away()
            return
        assert self._pressed_at is not None
        if not self.ghosts and (point - self._pressed_at).manhattanLength() < SLACK:
            return
        self.fanned = None
        ghosts = self._targets(event.hex)
        if ghosts != self.ghosts:
            self.ghosts = ghosts
            self.changed.emit()

    def _targets(self, to: Hex) -> dict[str, Hex]:
        """Return the new hexes of the held units: those on the map keep their distances."""
        held = self.forces.unit(self._held)
        if held is None:
            return {}
        if held.at is None:
            return {unit.id: to for unit in self.forces.units() if unit.at is None}
        step = to.offset_from(held.at)
        return {u.id: u.at.moved(step) for u in self.forces.units() if u.at is not None}

    def drop_units(self, places: Mapping[str, Hex], at: Hex, is_for_zone: bool) -> None:
        """Put units where they were carried to; or into the zone there."""
        if is_for_zone:
            self._put_into_zone(tuple(places), at)
        elif any(unit.at != places[unit.id] for unit in self.forces.units(places)):
            self.forces.place(places)

    def _put_into_zone(self, units: Sequence[str], at: Hex) -> None:
        zones = self.zones_at(at)
        if not zones:
            self.forces.told.emit(self.forces.localize("forces-no-zone-here"))
        elif len(zones) == 1:
            self.forces.set_up_in_zone(zones[0], units)
        else:
            self._ask_zone(zones, units, at)

    def _ask_zone(self, zones: Sequence[str], units: Sequence[str], at: Hex) -> None:
        menu = self.menu = QMenu(self.canvas)
        scenario, language = self.forces.scenario, self.forces.localize.language
        for zone in zones:
            entry = menu.addAction(zone_name(scenario, zone, language))
            entry.triggered.connect(
                lambda _=False, zone=zone: self.forces.set_up_in_zone(zone, units)
            )
        x, y = self.canvas.camera.centre(at)
        menu.popup(self.canvas.mapToGlobal(QPoint(round(x), round(y))))

    def zones_at(self, at: Hex) -> list[str]:
        """The zones a hex lies in, the scenario's own first."""
        scenario = self.forces.scenario
        own = [name for name, hexes in scenario.zones.items() if at in hexes]
        if at not in scenario.map.grid:
            return []
        index = scenario.map.grid.index(at)
        printed = [name for name, zone in scenario.map.zones.items() if zone.hexes[index]]
        return [*own, *(name for name in printed if name not in scenario.zones)]

    def _carry_away(self) -> None:
        """The hand leaves the map with units: they can be dropped in a list or on a turn."""
        units = self.forces.chosen
        self._let_go()
        drag = QDrag(self.canvas)
        drag.setMimeData(to_drag_data(units))
        drag.exec(Qt.DropAction.CopyAction)
        self._release_pointer()

    def _release_pointer(self) -> None:
        """The canvas never saw the button go up: it went up over something else."""
        at = QPointF(-1, -1)
        none = Qt.KeyboardModifier.NoModifier
        left = Qt.MouseButton.LeftButton
        event = QMouseEvent(
            QEvent.Type.MouseButtonRelease, at, at, left, Qt.MouseButton.NoButton, none
        )
        self.canvas.event(event)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def rings(self) -> dict[str, CounterRing]:
        """Rings round the units chosen."""
        return dict.fromkeys(self.forces.chosen, CounterRing.SELECTED)

    def below(self) -> list[Decoration]:
        """Return the decorations under the counters: the scenario's own zones."""
        scenario, language = self.forces.scenario, self.forces.localize.language
        names = {zone: zone_name(scenario, zone, language) for zone in scenario.zones}
        asked = (scenario.zones, names, self.brush.zone, self.brush.shown)
        if self._zone_marks is None or asked != self._marked_for:
            self._zone_marks = ZonesOverlay(scenario, *asked[1:])
            self._marked_for = asked
        return [self._zone_marks]

    def above(self) -> list[Decoration]:
        """Return the decorations over the counters: rings of waiting units, ghosts, the band."""
        found: list[Decoration] = []
        chosen = set(self.forces.chosen)
        rings = tuple(spot for spot in self._waiting() if spot.counter.id in chosen)
        if rings:
            found.append(WaitingRingsOverlay(frozenset(chosen), self._deployment))
        if self.ghosts:
            found.append(self._shown_ghosts())
        if self._band is not None:
            found.append(SelectionBandOverlay(self._band))
        return found

    def _shown_ghosts(self) -> GhostOverlay:
        hexes: dict[Hex, list[Counter]] = {}
        refused = set()
        for unit in self.forces.units(self.ghosts):
            at, counter = self.ghosts[unit.id], self._counters.get(unit.id)
            is_with_holder = (unit.aboard or unit.bearer) in self.ghosts
            if counter is not None and not is_with_holder:
                hexes.setdefault(at, []).append(counter)
            if self.forces.rejection_reason(unit, at):
                refused.add(at)
        placed = {at: tuple(counters) for at, counters in hexes.items()}
        return GhostOverlay(placed, frozenset(refused), self.forces.localize.language)

    # --- keys, and what is dropped ----------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys and drops that are for us."""
        if watched is not self.canvas:
            return False
        if isinstance(event, QKeyEvent):
            return self._key(event)
        if isinstance(event, QDragMoveEvent):  # the first, too
            return self._drag_over(event)
        if isinstance(event, QDropEvent):
            return self._drop(event)
        if isinstance(event, QDragLeaveEvent):
            self._let_go()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        deed = self._deed(event)
        if deed is None:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            deed()
        return True

    def _deed(self, event: QKeyEvent) -> Callable[[], None] | None:
        """Return the action of a key here."""
        key, keys = Qt.Key(event.key()), event.modifiers()
        is_control = bool(keys & Qt.KeyboardModifier.ControlModifier)
        if is_control and key == Qt.Key.Key_A:
            return self.forces.select_all_units
        if not self.forces.chosen:
            return None
        if key in DELETING and not keys:
            return self.forces.delete
        if is_control and key in ARROWS and any(u.at is not None for u in self.forces.units()):
            return lambda: self.nudge(*ARROWS[key])
        return None

    def nudge(self, right: int, down: int) -> None:
        """Move the units chosen a hex; one after the other it is one step."""
        grid = self.forces.scenario.map.grid
        units = {unit.id: unit.at for unit in self.forces.units() if unit.at is not None}
        first = next(iter(units.values()), None)
        if first is None:
            return
        column, row = grid.column_row(first)
        to = grid.hex(column + right, row + down)
        step = to.offset_from(first)
        places = {unit: at.moved(step) for unit, at in units.items()}
        if self.forces.place(places, f"nudge {' '.join(units)}"):
            self.canvas.show_hex(to)

    def _drag_over(self, event: QDragMoveEvent) -> bool:
        units = units_from_drag_data(event.mimeData())
        if features_in(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)  # the list keeps its row
            event.accept()
            return True
        if not units:
            return False
        at = self.canvas.hex_at(event.position())
        ghosts = dict.fromkeys(units, at)
        if ghosts != self.ghosts:
            self.ghosts = ghosts
            self.changed.emit()
        event.acceptProposedAction()
        return True

    def _drop(self, event: QDropEvent) -> bool:
        features, here = features_in(event.mimeData()), self.canvas.hex_at(event.position())
        if features:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            return self.forces.lay_features(features, here)
        places = self._dropped(event.mimeData(), here)
        if not places:
            return False
        self._let_go()
        is_for_zone = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.drop_units(places, next(iter(places.values())), is_for_zone)
        event.acceptProposedAction()
        self.canvas.setFocus()
        return True

    def _dropped(self, mime: QMimeData, at: Hex) -> dict[str, Hex]:
        return dict.fromkeys(units_from_drag_data(mime), at)
