"""The hand: leads one tool over the desk, from press to release, one step of history a stroke."""

from __future__ import annotations

from collections.abc import Callable

from studio.tools.desk import Desk, Stroke, Tool
from studio.tools.picking import Eyedropper
from studio.tools.pointer import Button, Phase, Pointer, Preview


class Hand:
    """Drives tools: send it every pointer event over the canvas, and draw the preview it returns.

    A stroke begins with a press and lasts until its tool is done, for most with the release. With
    Alt or the right button any tool picks instead.
    """

    def __init__(self, desk: Desk, tool: Tool, name: str) -> None:
        self.desk = desk
        self.tool = tool
        self.name = name  # of the step in the history, in the user's language
        self._stroke: Stroke | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a stroke is under way."""
        return self._stroke is not None

    def take(self, tool: Tool, name: str) -> None:
        """Lay the tool in hand down, a stroke under way with it, and take another."""
        self.escape()
        self.tool, self.name = tool, name

    def point(self, pointer: Pointer) -> Preview:
        """Let the pointer do what it did; what a click here or letting go would touch now."""
        if self._stroke is not None and not self.desk.sheet.is_stroking:
            self._drop()  # it ended elsewhere: saved, undone, reloaded
        if self._stroke is None:
            if pointer.phase is not Phase.PRESS:
                return self.desk.seen(self.tool.hover(self.desk, pointer))
            return self._begin(pointer)
        return self._go_on(pointer)

    def escape(self) -> bool:
        """Give the stroke under way up, as if it had never begun; whether there was one."""
        if self._stroke is None:
            return False
        self._drop()
        self.desk.sheet.abandon_stroke()
        return True

    def _begin(self, press: Pointer) -> Preview:
        picks = press.alt or press.button is Button.RIGHT
        tool = Eyedropper() if picks else self.tool
        self.desk.sheet.begin_stroke(self.name)
        self._stroke = tool.stroke(self.desk, press)
        return self._follow(press, lambda stroke: next(stroke))

    def _go_on(self, pointer: Pointer) -> Preview:
        return self._follow(pointer, lambda stroke: stroke.send(pointer))

    def _follow(self, pointer: Pointer, step: Callable[[Stroke], Preview]) -> Preview:
        """Let the stroke take one step; what it cannot do gives it up."""
        assert self._stroke is not None
        try:
            return self.desk.seen(step(self._stroke))
        except StopIteration:
            return self._end(pointer)
        except Exception:
            self.escape()
            raise

    def _end(self, pointer: Pointer) -> Preview:
        self._stroke = None
        self.desk.sheet.end_stroke()
        here = pointer.hex(self.desk.grid)
        self.desk.last = here if here in self.desk.grid else None
        return self.desk.seen(self.tool.hover(self.desk, pointer))

    def _drop(self) -> None:
        if self._stroke is not None:
            self._stroke.close()
        self._stroke = None
