"""The hand over a table: leads one tool from press to release; a tool makes one step a stroke."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from studio.tabletop.sketch import CLEAR, TableStroke, TabletopToolPointer, TabletopToolPreview
from studio.tools.pointer import PointerPhase


class ToolContext(Protocol):
    """What a hand works on."""

    @property
    def state(self) -> object:
        """What is worked on as it is now: another value once anything was changed."""
        ...


D = TypeVar("D", bound=ToolContext)
DT = TypeVar("DT", bound=ToolContext, contravariant=True)


class TabletopTool(Protocol[DT]):
    """A tool with its settings, a frozen value: another setting is another tool."""

    def hover(self, desk: DT, stylus: TabletopToolPointer) -> TabletopToolPreview:
        """What a press here would do."""
        ...

    def stroke(self, desk: DT, press: TabletopToolPointer) -> TableStroke:
        """The stroke that begins with a press; it is over when the generator returns."""
        ...


class TabletopToolController(Generic[D]):
    """Send it every event of the pointer, and draw the sketch it returns."""

    def __init__(self, desk: D, tool: TabletopTool[D]) -> None:
        self.desk, self.tool = desk, tool
        self._stroke: TableStroke | None = None
        self._began_on: object = None

    @property
    def is_busy(self) -> bool:
        """Whether a stroke is under way."""
        return self._stroke is not None

    def take(self, tool: TabletopTool[D]) -> None:
        """Lay the tool in hand down, a stroke under way with it, and take another."""
        if tool != self.tool:
            self.escape()
            self.tool = tool

    def point(self, stylus: TabletopToolPointer) -> TabletopToolPreview:
        """Let the pointer do what it did."""
        if self._stroke is not None and self.desk.state is not self._began_on:
            self.escape()  # undone, reloaded or edited elsewhere meanwhile
        if self._stroke is not None:
            return self._step(stylus)
        if stylus.phase is not PointerPhase.PRESS or stylus.is_right:
            return self.tool.hover(self.desk, stylus)
        self._stroke, self._began_on = self.tool.stroke(self.desk, stylus), self.desk.state
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
