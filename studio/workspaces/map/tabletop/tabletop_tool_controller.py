"""The tool controller of a table: one tool from press to release, and previews of its result."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import Qt

from engine.editing.shape_transforms import ShapeBounds
from engine.editing.tabletop_map_edits import Key
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopMap
from studio.canvas.pointer_events import MouseButton, TabletopPointerEvent
from studio.map_tools.tool_pointer import PointerPhase
from studio.workspaces.map.tabletop.pointer_targets import SnapResult


@dataclass(frozen=True)
class TabletopToolPointer:
    """One event of the pointer over a table: what it did, where, and what was held."""

    phase: PointerPhase
    pointer: TabletopPointerEvent

    @property
    def at(self) -> tuple[float, float]:
        """Return its place, in sixteenths of an inch."""
        return self.pointer.x, self.pointer.y

    @property
    def is_right(self) -> bool:
        """Return True for the right button."""
        return self.pointer.button is MouseButton.RIGHT


@dataclass(frozen=True, eq=False)
class TabletopToolPreview:
    """The preview of the table if the button were released now.

    `moving` shows objects of the table as they would be, in place of those named in `hidden`.
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


class ToolContext(Protocol):
    """The context of a tool."""

    @property
    def state(self) -> object:
        """Return the present state: another value after any change."""
        ...


D = TypeVar("D", bound=ToolContext)
DT = TypeVar("DT", bound=ToolContext, contravariant=True)


class TabletopTool(Protocol[DT]):
    """A tool with its settings, a frozen value: another setting is another tool."""

    def hover(self, context: DT, stylus: TabletopToolPointer) -> TabletopToolPreview:
        """Return the preview of a press here."""
        ...

    def stroke(self, context: DT, press: TabletopToolPointer) -> TableStroke:
        """The stroke that begins with a press; it is over when the generator returns."""
        ...


class TabletopToolController(Generic[D]):
    """Send it every event of the pointer, and draw the sketch it returns."""

    def __init__(self, context: D, tool: TabletopTool[D]) -> None:
        self.context, self.tool = context, tool
        self._stroke: TableStroke | None = None
        self._began_on: object = None

    @property
    def is_busy(self) -> bool:
        """Return True if a stroke is under way."""
        return self._stroke is not None

    def take(self, tool: TabletopTool[D]) -> None:
        """Switch to another tool, and drop a stroke under way."""
        if tool != self.tool:
            self.escape()
            self.tool = tool

    def point(self, stylus: TabletopToolPointer) -> TabletopToolPreview:
        """Let the pointer do what it did."""
        if self._stroke is not None and self.context.state is not self._began_on:
            self.escape()  # undone, reloaded or edited elsewhere meanwhile
        if self._stroke is not None:
            return self._step(stylus)
        if stylus.phase is not PointerPhase.PRESS or stylus.is_right:
            return self.tool.hover(self.context, stylus)
        self._stroke, self._began_on = self.tool.stroke(self.context, stylus), self.context.state
        return self._step(None) if self._stroke else CLEAR

    def _step(self, stylus: TabletopToolPointer | None) -> TabletopToolPreview:
        assert self._stroke is not None, "no stroke is under way"
        try:
            return next(self._stroke) if stylus is None else self._stroke.send(stylus)
        except StopIteration:
            self._stroke = None
            return CLEAR
        except Exception:
            self.escape()
            raise

    def escape(self) -> bool:
        """Give the stroke under way up, as if it had never begun; whether there was one."""
        if self._stroke is None:
            return False
        self._stroke.close()
        self._stroke = None
        return True
