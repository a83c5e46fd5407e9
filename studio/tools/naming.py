"""Text places: names put on the map, moved, and taken away."""

from __future__ import annotations

from dataclasses import dataclass

from engine.editing.sheet_edits import SetPlaces
from engine.hexes.hex import Hex
from engine.map.map import Map, Place
from engine.texts import LocalText
from studio.tools.desk import Desk, Stroke
from studio.tools.pointer import Pointer, PointerPhase, StrokePreview


@dataclass(frozen=True)
class Naming:
    """Puts a name where the pointer is let go; pressed on a place that is there, moves that.

    Without a name to put, and at a place that is there already, the desk is told to ask for one.
    """

    name: LocalText = ""

    def hover(self, desk: Desk, pointer: Pointer) -> StrokePreview:
        """The hex the name would stand at."""
        return StrokePreview(desk.indices([pointer.hex(desk.grid)]))

    def stroke(self, desk: Desk, press: Pointer) -> Stroke:
        """From the press to where the pointer is let go; off the map nothing happens."""
        start, pointer = press.hex(desk.grid), press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield self.hover(desk, pointer)
        end = pointer.hex(desk.grid)
        if not desk.may_paint(end):
            if end in desk.grid:
                desk.leave_out()
            return
        number = place_at(desk.map, start)
        if start == end if number is not None else not self.name:
            desk.to_name = end
        elif number is None:
            desk.make(SetPlaces.added(desk.map, Place(end, self.name)))
        else:
            moved = desk.map.places[number]._replace(at=end)
            desk.make(SetPlaces(number, 1, (moved,)))


def place_at(map_: Map, hex_: Hex) -> int | None:
    """The number of the topmost place at a hex; None where there is none."""
    found = [number for number, place in enumerate(map_.places) if place.at == hex_]
    return found[-1] if found else None
