"""What a table's tools learn about the pointer, and what they answer: how it would look."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from PySide6.QtCore import Qt

from engine.editing.table_edits import Key
from engine.editing.table_shapes import ShapeBounds
from engine.tabletop.point import Point
from engine.tabletop.table import TabletopMap
from studio.canvas.pointer import MouseButton
from studio.canvas.table_pointer import TabletopPointerEvent
from studio.tabletop.snapping import SnapResult
from studio.tools.pointer import PointerPhase


@dataclass(frozen=True)
class TabletopToolPointer:
    """One event of the pointer over a table: what it did, where, and what was held."""

    phase: PointerPhase
    pointer: TabletopPointerEvent

    @property
    def at(self) -> tuple[float, float]:
        """Where it is, in sixteenths of an inch."""
        return self.pointer.x, self.pointer.y

    @property
    def is_right(self) -> bool:
        """Whether the right button is meant."""
        return self.pointer.button is MouseButton.RIGHT


@dataclass(frozen=True, eq=False)
class TabletopToolPreview:
    """How the table would look if the button were let go now.

    `moving` shows things of the table as they would be, in place of those named in `hidden`.
    `trail` is a line being drawn, `dots` its points; `rubber` a box that is spanned.
    """

    moving: TabletopMap | None = None
    hidden: frozenset[Key] = frozenset()
    trail: tuple[Point, ...] = ()
    is_closed: bool = False
    width: int = 0  # of a course that is drawn
    rubber: ShapeBounds | None = None
    snapped: SnapResult | None = None
    tape: tuple[Point, ...] = ()
    words: tuple[str, ...] = field(default=())  # lengths and angles, told at the pointer
    cursor: Qt.CursorShape | None = None


CLEAR = TabletopToolPreview()
TableStroke = Generator[TabletopToolPreview, TabletopToolPointer, None]
"""A stroke under way: sent every event after the press, it says how the table would look."""
