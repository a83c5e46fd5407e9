"""The hand: leads one tool over the desk, from press to release, one step of history a stroke."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from studio.map_tools.brush_tools import Eyedropper
from studio.map_tools.editing_context import MapEditingContext, MapTool, Stroke
from studio.map_tools.paints import SelectionMode, SelectionPaint
from studio.map_tools.place_name_tool import PlaceNameTool
from studio.map_tools.selection import FloatingPasteTool, MoveSelectionTool
from studio.map_tools.tool_pointer import HeldButton, PointerPhase, ToolPointer, ToolPreview

UNLIMITED = (Eyedropper, MoveSelectionTool)  # they paint nothing, or lead wherever their user wants


class ToolController:
    """Drives tools: send it every pointer event over the canvas, and draw the preview it returns.

    A stroke begins with a press and lasts until its tool is done, for most with the release. With
    the right button any tool picks instead; with Alt, those that paint. A tool that selects adds
    with Shift, takes away with Alt or Control, and with both keeps what was selected too.
    """

    def __init__(self, context: MapEditingContext, tool: MapTool, name: str) -> None:
        self.context = context
        self.tool = tool
        self.name = name  # of the step in the history, in the user's language
        self._stroke: Stroke | None = None
        self._is_plain = False  # the keys held say how to select, not how to draw

    @property
    def is_busy(self) -> bool:
        """Return True if a stroke is under way."""
        return self._stroke is not None

    def take(self, tool: MapTool, name: str) -> None:
        """Switch to another tool, and drop a stroke under way."""
        self.escape()
        self.tool, self.name = tool, name

    def point(self, pointer: ToolPointer) -> ToolPreview:
        """Let the pointer do what it did; what a click here or letting go would touch now."""
        if self._stroke is not None and not self.context.sheet.is_stroking:
            self._drop()  # it ended elsewhere: saved, undone, reloaded
        if self._stroke is None:
            if pointer.phase is not PointerPhase.PRESS:
                return self._hover(pointer)
            return self._begin(pointer)
        return self._go_on(pointer)

    def escape(self) -> bool:
        """Give the stroke under way up, as if it had never begun; whether there was one."""
        if self._stroke is None:
            return False
        self._drop()
        self.context.abandon()
        return True

    def _begin(self, press: ToolPointer) -> ToolPreview:
        paint = _paint_of(self.tool)
        selects = isinstance(paint, SelectionPaint)
        picks = press.button is HeldButton.RIGHT or (press.alt and not selects)
        tool: MapTool = Eyedropper() if picks else self.tool
        self._is_plain = False
        if selects and not picks:
            tool = replace(cast(Any, tool), paint=SelectionPaint(_choice(press) or paint.choice))
            self._is_plain = press.shift
        self.context.begin(self.name)
        pointer = self._meant(press)
        self._stroke = tool.stroke(self.context, pointer)
        return self._follow(pointer, lambda stroke: next(stroke))

    def _go_on(self, pointer: ToolPointer) -> ToolPreview:
        meant = self._meant(pointer)
        return self._follow(meant, lambda stroke: stroke.send(meant))

    def _meant(self, pointer: ToolPointer) -> ToolPointer:
        """The pointer as the tool should see it."""
        return replace(pointer, shift=False) if self._is_plain else pointer

    def _hover(self, pointer: ToolPointer) -> ToolPreview:
        if isinstance(_paint_of(self.tool), SelectionPaint):
            pointer = replace(pointer, shift=False)
        return self._seen(self.tool.hover(self.context, pointer))

    def _seen(self, preview: ToolPreview) -> ToolPreview:
        """Return the final preview: mirrored and limited, unless it is of a selection."""
        if isinstance(_paint_of(self.tool), SelectionPaint) or isinstance(
            self.tool, FloatingPasteTool
        ):
            return preview
        seen = self.context.mirror_preview(preview)
        return seen if isinstance(self.tool, UNLIMITED) else self.context.limit_preview(seen)

    def _follow(self, pointer: ToolPointer, step: Callable[[Stroke], ToolPreview]) -> ToolPreview:
        """Let the stroke take one step; what it cannot do gives it up."""
        assert self._stroke is not None
        try:
            return self._seen(step(self._stroke))
        except StopIteration:
            return self._end(pointer)
        except Exception:
            self.escape()
            raise

    def _end(self, pointer: ToolPointer) -> ToolPreview:
        self._stroke = None
        self.context.sheet.end_stroke()
        here = pointer.hex(self.context.grid)
        self.context.last = here if here in self.context.grid else None
        return self._hover(pointer)

    def _drop(self) -> None:
        if self._stroke is not None:
            self._stroke.close()
        self._stroke = None


def _paint_of(tool: MapTool) -> Any:
    """Return the paint of a tool; None if it has none."""
    return getattr(tool, "paint", None)


def tool_changes_map(tool: MapTool) -> bool:
    """Return True if a tool changes the hexes it crosses, so that overlays are hidden."""
    is_selecting = isinstance(_paint_of(tool), SelectionPaint)
    return not is_selecting and not isinstance(tool, Eyedropper | PlaceNameTool)


def _choice(press: ToolPointer) -> SelectionMode | None:
    """Return the selection mode of the modifier keys; None without any."""
    takes_away = press.alt or press.control
    if press.shift:
        return SelectionMode.INTERSECT if takes_away else SelectionMode.ADD
    return SelectionMode.REMOVE if takes_away else None
