"""A desk without a window, a hand on it, and maps drawn in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.editing.edits import Edit
from engine.files import map_layer_text
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.map.map import Map
from studio.map_tools.editing_context import MapEditingContext, MapTool
from studio.map_tools.symmetry import PaintSymmetry
from studio.map_tools.tool_controller import ToolController
from studio.map_tools.tool_pointer import Point, PointerPhase, ToolPointer, ToolPreview

GROUNDS = {".": "open", "w": "woods", "~": "lake", "s": "settlement"}


class PlainSheet:
    """A map with one level of undo: what a desk needs of a document."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.inverses: list[Edit] = []
        self.names: list[str] = []
        self.is_stroking = False

    def begin_stroke(self, name: str) -> None:
        self.is_stroking, self.inverses = True, []
        self.names.append(name)

    def stroke(self, edit: Edit) -> None:
        assert self.is_stroking
        self.inverses.append(edit.apply(self.map))

    def end_stroke(self) -> None:
        self.is_stroking = False

    def abandon_stroke(self) -> None:
        for inverse in reversed(self.inverses):
            inverse.apply(self.map)
        self.names.pop()
        self.is_stroking, self.inverses = False, []


def board(
    ground: str,
    orientation: Orientation = Orientation.POINTY,
    shifted: OffsetParity = OffsetParity.ODD,
    levels: str = "",
) -> Map:
    """The map of a ground drawn in text, a character a hex, and levels, a number a hex."""
    rows = ground.split()
    map_ = Map.blank(Grid(len(rows[0]), len(rows), orientation, shifted))
    map_.symbols, map_.grounds = tuple(GROUNDS), tuple(GROUNDS.values())
    map_.ground = np.array(
        [[map_.symbols.index(symbol) for symbol in row] for row in rows], np.uint8
    )
    if levels:
        map_.level = np.array([row.split() for row in levels.strip().splitlines()], np.int16)
    return map_


def blank(columns: int, rows: int, orientation: Orientation = Orientation.POINTY) -> Map:
    """A board of open ground."""
    return board(" ".join(["." * columns] * rows), orientation)


def ground_of(map_: Map) -> str:
    """The ground as drawn."""
    return "\n".join(map_layer_text.ground_rows(map_.ground, map_.symbols))


def levels_of(map_: Map) -> str:
    """The levels as drawn."""
    return "\n".join(map_layer_text.level_rows(map_.level))


def drawn(text: str) -> str:
    """A drawing in a test, without the indentation it has there."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def hand_on(
    map_: Map, tool: MapTool, symmetry: PaintSymmetry = PaintSymmetry.NONE
) -> ToolController:
    """A hand with a tool over a map."""
    return ToolController(MapEditingContext(PlainSheet(map_), symmetry), tool, "a stroke")


def at(map_: Map, column: int, row: int) -> Hex:
    """A hex by column and row."""
    return map_.grid.hex(column, row)


def drag(hand: ToolController, *hexes: tuple[int, int], **held: Any) -> ToolPreview:
    """Press amid the first hex (column, row), lead the pointer over the rest, let go there."""
    grid = hand.context.grid
    return trail(hand, [grid.centre(grid.hex(*hex_)) for hex_ in hexes], **held)


def trail(hand: ToolController, points: Sequence[Point], **held: Any) -> ToolPreview:
    """Press at the first place on the page, lead the pointer over the rest, let go there."""
    hand.point(ToolPointer(PointerPhase.PRESS, *points[0], **held))
    for point in points[1:]:
        hand.point(ToolPointer(PointerPhase.MOVE, *point, **held))
    return hand.point(ToolPointer(PointerPhase.RELEASE, *points[-1], **held))
