"""Text places: names put on the map, moved, and taken away."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.editing.map_metadata_edits import SetPlaces
from engine.hexes.hex import Hex
from engine.map.map import Map, PlaceName
from engine.texts import LocalText
from studio.map_tools.editing_context import MapEditingContext, Stroke
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer, ToolPreview

GRIP, PIN = 0.22, 0.4  # hexes round a point of a curve, and round a pinned name, that take hold
DECIMALS = 3  # of hexes, in files


@dataclass(frozen=True)
class PlaceNameTool:
    """Puts a name where the pointer is let go; pressed on a place that is there, moves that.

    A name that is pinned or runs along a curve is moved by itself and by the points of its curve;
    with Ctrl any name is taken hold of, and pinned where it is let go.

    Without a name to put, or at an existing place, the editing context asks for one.
    """

    name: LocalText = ""

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex the name would stand at."""
        return ToolPreview(
            context.indices([pointer.hex(context.grid)]),
            trail=_trail(context.map, name_grip_at(context.map, pointer)),
        )

    def _drag(self, context: MapEditingContext, grip: NameGrip, press: ToolPointer) -> Stroke:
        """The name itself or a point of its curve goes with the pointer."""
        pointer, was = press, context.map.places[grip.number]
        while pointer.phase is not PointerPhase.RELEASE:
            moved = grip.moved(context.map, was, press, pointer)
            pointer = yield ToolPreview(trail=_points(context.map, moved))
        place = grip.moved(context.map, was, press, pointer)
        if place != context.map.places[grip.number]:
            context.apply_symmetric_edit(SetPlaces(grip.number, 1, (place,)))
        elif grip.point is None:
            context.to_name = place.at

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """From the press to where the pointer is let go; off the map nothing happens."""
        grip = name_grip_at(context.map, press)
        if grip is not None:
            yield from self._drag(context, grip, press)
            return
        start, pointer = press.hex(context.grid), press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield self.hover(context, pointer)
        end = pointer.hex(context.grid)
        if not context.may_paint(end):
            if end in context.grid:
                context.note_left_out()
            return
        number = place_at(context.map, start)
        if start == end if number is not None else not self.name:
            context.to_name = end
        elif number is None:
            context.apply_symmetric_edit(SetPlaces.added(context.map, PlaceName(end, self.name)))
        else:
            moved = context.map.places[number]._replace(at=end)
            context.apply_symmetric_edit(SetPlaces(number, 1, (moved,)))


class NameGrip(NamedTuple):
    """The grip of a press on a name: a point of its curve, or None for the name itself."""

    number: int
    point: int | None

    def moved(
        self, map_: Map, place: PlaceName, press: ToolPointer, pointer: ToolPointer
    ) -> PlaceName:
        """The place as it is with the grip where the pointer is."""
        look, (x, y) = place.look, map_.grid.centre(place.at)
        if self.point is not None:
            curve = list(look.curve)
            curve[self.point] = _keep_within(pointer.x - x, pointer.y - y)
            return place._replace(look=replace(look, curve=tuple(curve)))
        right, down = pointer.x - press.x, pointer.y - press.y
        if (right, down) == (0.0, 0.0):
            return place
        if look.curve:
            curve = [_keep_within(px + right, py + down) for px, py in look.curve]
            return place._replace(look=replace(look, curve=tuple(curve)))
        across, below = look.pin or (press.x - x, press.y - y)
        return place._replace(look=replace(look, pin=_keep_within(across + right, below + down)))


def name_grip_at(map_: Map, pointer: ToolPointer) -> NameGrip | None:
    """Return the grip of a press: on pinned names, and with Ctrl on any."""
    for number, place in reversed(list(enumerate(map_.places))):
        points = _points(map_, place)
        for point, spot in enumerate(points):
            if math.dist(spot, pointer.at) <= (GRIP if place.look.curve else PIN):
                return NameGrip(number, point if place.look.curve else None)
        if place.look.curve and pointer.control and pointer.hex(map_.grid) == place.at:
            return NameGrip(number, None)
    if pointer.control:
        named = place_at(map_, pointer.hex(map_.grid))
        return NameGrip(named, None) if named is not None else None
    return None


def _points(map_: Map, place: PlaceName) -> tuple[tuple[float, float], ...]:
    """Return the points of a name's curve, or its pin, on the page."""
    x, y = map_.grid.centre(place.at)
    look = place.look
    points = look.curve or ((look.pin,) if look.pin is not None else ())
    return tuple((x + across, y + down) for across, down in points)


def _trail(map_: Map, grip: NameGrip | None) -> tuple[tuple[float, float], ...]:
    return _points(map_, map_.places[grip.number]) if grip is not None else ()


def _keep_within(across: float, down: float) -> tuple[float, float]:
    return round(across, DECIMALS), round(down, DECIMALS)


def place_at(map_: Map, hex_: Hex) -> int | None:
    """The number of the topmost place at a hex; None where there is none."""
    found = [number for number, place in enumerate(map_.places) if place.at == hex_]
    return found[-1] if found else None
