"""The overlays of a scenario editor: ghosts, a band, rings, its own zones."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from engine.hexes.hex import Hex
from engine.map.map import Map, Plane, Zone
from engine.scenario.scenario import Scenario
from studio.canvas import overlay_colours
from studio.canvas.camera import MapCamera
from studio.canvas.counter_effects import CounterRing, paint_ring
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.counters.stacks import CounterSpot, layout_stack, paint_stack
from studio.rendering.map.deployment import Deployment, waiting_counter_positions
from studio.rendering.map.hex_outlines import exact_outline
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.map.zones import COLOURS, SMALLEST_NAMED, area_rect, find_label_hex
from studio.rendering.painting import draw, fill, make_colour, round_pen
from studio.rendering.text_painting import draw_text_with_halo, make_font

GHOSTLY = 0.6
GOOD, BAD, BAND = overlay_colours.ALLOWED, overlay_colours.REFUSED, overlay_colours.ROUTE
INSET, INSETS = 0.9, (0.14, 0.2, 0.08)
EDGE, RING = 6.0, 0.1  # pixels and hexes round what is drawn
NAME_ROOM = 2.0  # hexes that a name may stick out of its zone


@dataclass(frozen=True)
class GhostOverlay:
    """Units where they would be put; hexes they may not stand in are crossed out."""

    placed: Mapping[Hex, tuple[Counter, ...]]
    refused: frozenset[Hex]
    language: str

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw them."""
        for hex_, counters in self.placed.items():
            at = QPointF(*camera.centre(hex_))
            painter.save()
            painter.setOpacity(GHOSTLY)
            paint_stack(painter, layout_stack(counters, at, camera.width), self.language)
            painter.restore()
            self._outline(painter, camera, hex_)

    def pieces(self, camera: MapCamera) -> dict[Hashable, QRectF]:
        """The counters of each hex."""
        return {
            (hex_, counters, hex_ in self.refused, self.language): _hex_room(camera, hex_)
            for hex_, counters in self.placed.items()
        }

    def _outline(self, painter: QPainter, camera: MapCamera, hex_: Hex) -> None:
        is_refused = hex_ in self.refused
        shade = BAD if is_refused else GOOD
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outline = _outline(camera, hex_)
        for ink, wide in ((overlay_colours.HALO, 0.1), (shade, 0.055)):
            painter.setPen(round_pen(make_colour(ink, 0.9), max(wide * camera.width, 1.5)))
            painter.drawPolygon(outline)
            if is_refused:
                painter.drawLine(outline.at(0), outline.at(3))
                painter.drawLine(outline.at(1), outline.at(4))


def _outline(camera: MapCamera, hex_: Hex) -> QPolygonF:
    """A hex's corners on the canvas, a little inside it."""
    x, y = camera.centre(hex_)
    corners = camera.grid.orientation.corners
    across, down = camera.grid.scale(camera.width)
    return QPolygonF(
        [QPointF(x + INSET * right * across, y + INSET * low * down) for right, low in corners]
    )


def _hex_room(camera: MapCamera, hex_: Hex) -> QRectF:
    """Return the rectangle of a hex and of counters that extend beyond it."""
    x, y = camera.centre(hex_)
    edge = 0.8 * camera.width + EDGE
    return QRectF(x - edge, y - edge, 2 * edge, 2 * edge)


@dataclass(frozen=True)
class SelectionBandOverlay:
    """The rectangle that chooses what lies in it."""

    room: QRectF

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw it."""
        painter.setPen(QPen(make_colour(BAND), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(make_colour(BAND, 0.16))
        painter.drawRect(self.room)

    def pieces(self, camera: MapCamera) -> dict[Hashable, QRectF]:
        """It is one."""
        return {self.room.getRect(): self.room.adjusted(-EDGE, -EDGE, EDGE, EDGE)}


@dataclass(frozen=True, eq=False)
class WaitingRingsOverlay:
    """Rings round those chosen among the units that wait for their place."""

    chosen: frozenset[str]
    deployment: Deployment | None

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw them."""
        painter.translate(-camera.left, -camera.top)
        for spot in self._spots(camera):
            paint_ring(painter, CounterRing.SELECTED, spot.square)

    def pieces(self, camera: MapCamera) -> dict[Hashable, QRectF]:
        """One round each."""
        edge = EDGE + RING * camera.width
        return {
            (spot.x, spot.y): spot.square.translated(-camera.left, -camera.top).adjusted(
                -edge, -edge, edge, edge
            )
            for spot in self._spots(camera)
        }

    def _spots(self, camera: MapCamera) -> Iterator[CounterSpot]:
        """Yield the places of the selected counters on the sheet."""
        for group in self.deployment.waiting if self.deployment else ():
            if any(counter.id in self.chosen for counter in group.counters):
                for spot in waiting_counter_positions(camera.grid, group, camera.width):
                    if spot.counter.id in self.chosen:
                        yield spot


class ZonesOverlay:
    """The scenario's own zones with their names; one that is painted, as it would become."""

    def __init__(
        self,
        scenario: Scenario,
        words: Mapping[str, str],
        painted: str,
        shown: Collection[Hex] | None,
    ) -> None:
        self._map, self._words, self._painted = scenario.map, words, painted
        zones = dict(scenario.zones)
        if shown is not None:
            zones[painted] = tuple(shown)
        self._planes = {name: plane_of(self._map, hexes) for name, hexes in zones.items()}
        self._names = {n: find_label_hex(self._map, Zone(p), ()) for n, p in self._planes.items()}

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Outline them, the one being painted with more colour."""
        if not self._planes:
            return
        screen = QRectF(painter.viewport()).translated(camera.left, camera.top)
        room = painter.clipBoundingRect() if painter.hasClipping() else QRectF(painter.viewport())
        room.translate(camera.left, camera.top)
        view = MapView(self._map, RenderOptions(camera.width), screen)
        painter.translate(-camera.left, -camera.top)
        for order, (name, plane) in enumerate(self._planes.items()):
            if self._room(camera, plane).intersects(room) and plane[view.cut].any():
                self._paint(painter, view, name, plane, order)

    def pieces(self, camera: MapCamera) -> dict[Hashable, QRectF]:
        """One for each zone."""
        return {
            (
                name,
                self._words.get(name, name),
                order,
                name == self._painted,
                plane.tobytes(),
            ): self._room(camera, plane).translated(-camera.left, -camera.top)
            for order, (name, plane) in enumerate(self._planes.items())
        }

    def _room(self, camera: MapCamera, plane: Plane) -> QRectF:
        """Return the rectangle of a zone and its name on the sheet."""
        room = area_rect(self._map.grid, plane, camera.width)
        across = NAME_ROOM * camera.width
        return room.adjusted(-across, 0, across, 0)

    def _paint(self, painter: QPainter, view: MapView, name: str, plane: Plane, order: int) -> None:
        ink, is_painted = COLOURS[order % len(COLOURS)], name == self._painted
        path = exact_outline(view, plane[view.cut], INSETS[order % len(INSETS)])
        fill(painter, path, make_colour(ink, 0.3 if is_painted else 0.07))
        pen = QPen(make_colour(ink), max((0.06 if is_painted else 0.035) * view.width, 0.9))
        if not is_painted:
            pen.setDashPattern([1.0, 2.0])
        draw(painter, path, pen)
        at = self._names[name]
        if view.width >= SMALLEST_NAMED and at is not None and view.shows(at):
            x, y = self._map.grid.centre(at, view.width)
            letters = make_font(max(8, round(0.2 * view.width)), bold=True)
            shade = make_colour(ink).darker(130)
            words = self._words.get(name, name)
            draw_text_with_halo(painter, QPointF(x, y + 0.36 * view.width), words, letters, shade)


def plane_of(map_: Map, hexes: Collection[Hex]) -> Plane:
    """Some hexes as a plane over the map."""
    plane = np.zeros(map_.grid.shape, np.bool_)
    for hex_ in hexes:
        if hex_ in map_.grid:
            plane[map_.grid.index(hex_)] = True
    return plane
