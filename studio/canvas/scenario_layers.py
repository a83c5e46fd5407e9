"""The decorations of a canvas that show a scenario: its deployment, and counters with effects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QRegion

from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.play.position import HexFeature
from studio.canvas.camera import MapCamera
from studio.canvas.counter_cache import CounterCache
from studio.canvas.counter_effects import (
    CounterRing,
    HitEffect,
    ShotEffect,
    hit_effect_rect,
    paint_hit_effect,
    paint_shot,
    shot_rect,
)
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.counters.hex_features import (
    ShellImpact,
    paint_burst,
    paint_hex_features,
    paint_shell_calibre,
)
from studio.rendering.counters.stacks import (
    ALONE,
    LOWERED,
    CounterSpot,
    DrawnStack,
    FannedStack,
    layout_fan,
    layout_stack,
    paint_fan_background,
    paint_stack_counts,
    topmost_unit,
)
from studio.rendering.map.deployment import (
    Deployment,
    paint_deployment,
    paint_deployment_zones,
    waiting_rect,
)
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.map.setup_features import feature_plate_rect
from studio.rendering.map.zones import area_rect

FRESH = 1000  # counters painted anew in one frame: few zones have more


@dataclass(frozen=True, eq=False)
class DeploymentLayer:
    """The parts of a scenario's start besides counters on the map, drawn as on paper."""

    map: Map
    deployment: Deployment
    language: str
    pictures: CounterCache = field(default_factory=lambda: CounterCache(FRESH))
    _rooms: dict[MapCamera, tuple[QRectF, ...]] = field(default_factory=dict)  # as seen last

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw what the screen shows of it."""
        screen = QRectF(painter.viewport()).translated(camera.left, camera.top)
        room = painter.clipBoundingRect() if painter.hasClipping() else QRectF(painter.viewport())
        if not any(room.intersects(piece) for piece in self._pieces_seen(camera)):
            return
        view = MapView(self.map, RenderOptions(camera.width, language=self.language), screen)
        painter.translate(-camera.left, -camera.top)
        room.translate(camera.left, camera.top)
        waiting = replace(self.deployment, placed={}, works={})
        self.pictures.begin()
        paint_deployment_zones(painter, view, waiting, room)
        paint_deployment(painter, view, waiting, room, self.pictures.paint)

    def _pieces_seen(self, camera: MapCamera) -> tuple[QRectF, ...]:
        """Places of the pieces while the camera stands still."""
        if camera not in self._rooms:
            self._rooms.clear()
            self._rooms[camera] = tuple(self.pieces(camera).values())
        return self._rooms[camera]

    def pieces(self, camera: MapCamera) -> dict[Hashable, QRectF]:
        """The pieces, and the place of each on the screen."""
        found: dict[Hashable, QRectF] = {}
        for order, group in enumerate(self.deployment.waiting):
            room = area_rect(camera.grid, group.hexes, camera.width)
            room = room.united(waiting_rect(camera.grid, group, camera.width))
            told = (group.counters, group.colour, group.at, group.turn, order % 2, self.language)
            found[*told, group.hexes.tobytes()] = room.translated(-camera.left, -camera.top)
        for hexes, shade in self.deployment.musters:
            room = area_rect(camera.grid, hexes, camera.width)
            found["muster", shade, hexes.tobytes()] = room.translated(-camera.left, -camera.top)
        for aim in self.deployment.aims:
            room = area_rect(camera.grid, aim.hexes, camera.width)
            told_aim = (aim.at, aim.colour, aim.points, aim.hexes.tobytes())
            found[told_aim] = room.translated(-camera.left, -camera.top)
        for plate in self.deployment.plates:
            room = feature_plate_rect(camera.grid, plate, camera.width)
            found[plate.at, plate.place, str(plate)] = room.translated(-camera.left, -camera.top)
        return found


# --- counters -------------------------------------------------------------------------------------

# What a hex's counters, badges and rings take of the screen, from its middle, in hexes and pixels.
REACH, EDGE = 0.8, 6.0
Lain = tuple[HexFeature, ...]
Cell = tuple[tuple[Counter, ...], tuple[CounterRing | None, ...], tuple[ShellImpact, ...], Lain]
EMPTY: Cell = ((), (), (), ())


@dataclass(frozen=True)
class PlacedCounter:
    """A counter on its hex, or on its way to another: `progress` of the way, from 0 to 1."""

    counter: Counter
    at: Hex
    towards: Hex | None = None
    progress: float = 0.0


@dataclass(frozen=True)
class CounterArrangement:
    """All that lies on a map at one moment. The first of several counters in a hex lies on top."""

    counters: tuple[PlacedCounter, ...] = ()
    impacts: tuple[ShellImpact, ...] = ()
    shots: tuple[ShotEffect, ...] = ()
    rings: Mapping[str, CounterRing] = field(default_factory=dict)  # by unit
    fanned: Hex | None = None
    lying: tuple[
        HexFeature, ...
    ] = ()  # what lies in hexes without being a unit, under the counters
    strikes: tuple[HitEffect, ...] = ()


class CounterLayer:
    """Paints an arrangement; nothing moves by itself: show the next one for every frame.

    `repaint` is called when a frame lacks pictures that the next one will have, as after a zoom:
    the canvas's `update`. `camera` is the screen's before it is painted; without it, what was
    painted last counts.
    """

    def __init__(
        self,
        language: str = "en",
        repaint: Callable[[], object] | None = None,
        camera: Callable[[], MapCamera] | None = None,
    ) -> None:
        self.language, self.repaint = language, repaint
        self._present = camera
        self.arrangement = CounterArrangement()
        self._pictures = CounterCache()
        self._cells: dict[Hex, Cell] = {}
        self._moving: tuple[PlacedCounter, ...] = ()
        self._camera: MapCamera | None = None
        self._screen = QRectF()

    # --- what lies there -------------------------------------------------------------------------

    def show(self, arrangement: CounterArrangement) -> QRegion | None:
        """Show an arrangement from now on: the part of the canvas to update; None for all of it."""
        before, cells, moving = self.arrangement, self._cells, self._moving
        old_fan = self._fan()
        self.arrangement = arrangement
        self._moving = tuple(placed for placed in arrangement.counters if placed.towards)
        self._cells = _cells(arrangement)
        camera = self._camera
        if camera is None:
            return None
        changed = [hex_ for hex_ in {**cells, **self._cells} if self._differs(hex_, cells)]
        rooms = [_room(*camera.centre(hex_), camera.width) for hex_ in changed]
        if moving != self._moving or before.rings != arrangement.rings:
            rooms += [
                _room(*_middle(camera, one), camera.width) for one in (*moving, *self._moving)
            ]
        if before.shots != arrangement.shots:
            rooms += [shot_rect(camera, shot) for shot in (*before.shots, *arrangement.shots)]
        if before.strikes != arrangement.strikes:
            rooms += [
                hit_effect_rect(camera, one) for one in (*before.strikes, *arrangement.strikes)
            ]
        new_fan = self._fan()
        if old_fan != new_fan or changed:
            rooms += [fan.room.adjusted(-4, -4, 4, 4) for fan in (old_fan, new_fan) if fan]
        region = QRegion()
        for room in rooms:
            region += room.toAlignedRect()
        return region.intersected(self._screen.toAlignedRect())

    def _differs(self, hex_: Hex, cells: Mapping[Hex, Cell]) -> bool:
        return cells.get(hex_, EMPTY) != self._cells.get(hex_, EMPTY)

    # --- where things are ------------------------------------------------------------------------

    def unit_at(self, point: QPointF) -> str | None:
        """The unit whose counter is seen at a point of the canvas; None where there is none."""
        camera = self._now
        if camera is None:
            return None
        fan = self._fan()
        if fan and fan.room.contains(point):
            return fan.unit_at(point)
        found = topmost_unit([_moving_spot(camera, one) for one in self._moving], point)
        if found is not None:
            return found
        middle = camera.hex_at(point.x(), point.y())
        for hex_ in (middle, *map(middle.moved, camera.grid.orientation.steps)):
            stack = self._stack(hex_, camera)
            found = stack.unit_at(point) if stack else None
            if found is not None:
                return found
        return None

    def hex_to_fan(self, point: QPointF) -> Hex | None:
        """The hex whose stack is to be fanned out while the pointer is at a point; None for none.

        A fan stays while the pointer is on its board.
        """
        camera = self._now
        if camera is None:
            return None
        fan = self._fan()
        if fan and fan.room.contains(point):
            return self.arrangement.fanned
        hex_ = camera.hex_at(point.x(), point.y())
        counters = self._cells.get(hex_, EMPTY)[0]
        return hex_ if len(counters) > 1 or any(each.load for each in counters) else None

    @property
    def _now(self) -> MapCamera | None:
        """Return the present camera of the screen."""
        return self._present() if self._present else self._camera

    def _stack(self, hex_: Hex, camera: MapCamera) -> DrawnStack | None:
        counters = self._cells.get(hex_, EMPTY)[0]
        return (
            layout_stack(counters, QPointF(*camera.centre(hex_)), camera.width)
            if counters
            else None
        )

    def _fan(self) -> FannedStack | None:
        hex_, camera = self.arrangement.fanned, self._now
        if hex_ is None or camera is None or not self._cells.get(hex_, EMPTY)[0]:
            return None
        at = QPointF(*camera.centre(hex_))
        return layout_fan(self._cells[hex_][0], at, camera.width, self._screen, self.language)

    # --- painting --------------------------------------------------------------------------------

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Paint what of the arrangement the screen shows."""
        self._camera, self._screen = camera, QRectF(painter.viewport())
        room = painter.clipBoundingRect() if painter.hasClipping() else self._screen
        edge = REACH * camera.width + EDGE
        room = room.intersected(self._screen).adjusted(-edge, -edge, edge, edge)
        self._pictures.begin()
        for hex_, cell in self._cells.items():
            x, y = camera.centre(hex_)
            if room.contains(x, y):
                self._paint_cell(painter, hex_, cell, QPointF(x, y), camera)
        for one in self._moving:
            spot = _moving_spot(camera, one)
            if room.contains(spot.middle):
                self._paint_spot(painter, spot)
        for shot in self.arrangement.shots:
            paint_shot(painter, camera, shot)
        for strike in self.arrangement.strikes:
            paint_hit_effect(painter, camera, strike)
        self._paint_fan(painter)
        if self._pictures.is_behind and self.repaint:
            self.repaint()

    def _paint_cell(
        self, painter: QPainter, hex_: Hex, cell: Cell, at: QPointF, camera: MapCamera
    ) -> None:
        counters, _, impacts, lying = cell
        if impacts:
            paint_burst(painter, at, camera.width)
        if lying:
            paint_hex_features(painter, lying, at, camera.width, camera.grid.orientation.bearing)
        if counters and hex_ != self.arrangement.fanned:
            stack = layout_stack(counters, at, camera.width)
            for spot in stack.spots:
                self._paint_spot(painter, spot)
            paint_stack_counts(painter, stack)
        for impact in impacts:
            paint_shell_calibre(painter, impact, at, camera.width)

    def _paint_spot(self, painter: QPainter, spot: CounterSpot) -> None:
        ring = _ring(spot.counter, self.arrangement.rings)
        if ring:  # under the counter, whose badges lie over its edges
            self._pictures.paint_ring(painter, ring, spot.middle, spot.size)
        self._pictures.paint(painter, spot.counter, spot.middle, spot.size, self.language)

    def _paint_fan(self, painter: QPainter) -> None:
        fan = self._fan()
        if fan:
            paint_fan_background(painter, fan, self.language)
            for spot in fan.spots:
                self._paint_spot(painter, spot)


def _cells(arrangement: CounterArrangement) -> dict[Hex, Cell]:
    """Return the contents of each hex, with the rings of its counters."""
    counters: dict[Hex, list[Counter]] = defaultdict(list)
    for placed in arrangement.counters:
        if placed.towards is None:
            counters[placed.at].append(placed.counter)
    impacts: dict[Hex, list[ShellImpact]] = defaultdict(list)
    for impact in arrangement.impacts:
        impacts[impact.at].append(impact)
    lying: dict[Hex, list[HexFeature]] = defaultdict(list)
    for one in arrangement.lying:
        if isinstance(one.at, Hex):
            lying[one.at].append(one)
    rings = arrangement.rings
    return {
        hex_: (
            tuple(counters.get(hex_, ())),
            tuple(_ring(counter, rings) for counter in counters.get(hex_, ())),
            tuple(impacts.get(hex_, ())),
            tuple(lying.get(hex_, ())),
        )
        for hex_ in {**counters, **impacts, **lying}
    }


def _ring(counter: Counter, rings: Mapping[str, CounterRing]) -> CounterRing | None:
    """The ring of a counter: its own, else one of what it has with it."""
    own = rings.get(counter.id)
    return own or next((rings[each.id] for each in counter.load if each.id in rings), None)


def _moving_spot(camera: MapCamera, placed: PlacedCounter) -> CounterSpot:
    x, y = _middle(camera, placed)
    return CounterSpot(placed.counter, x, y + LOWERED * camera.width, ALONE * camera.width)


def _middle(camera: MapCamera, placed: PlacedCounter) -> tuple[float, float]:
    x, y = camera.centre(placed.at)
    if placed.towards is None:
        return x, y
    there_x, there_y = camera.centre(placed.towards)
    return x + (there_x - x) * placed.progress, y + (there_y - y) * placed.progress


def _room(x: float, y: float, width: float) -> QRectF:
    edge = REACH * width + EDGE
    return QRectF(x - edge, y - edge, 2 * edge, 2 * edge)
