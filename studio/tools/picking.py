"""The eyedropper: what lies in a hex, to paint on with."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from studio.tools.desk import EditingContext
from studio.tools.picked import pick_material
from studio.tools.pointer import PointerPhase, ToolPointer, ToolPreview


@dataclass(frozen=True)
class Eyedropper:
    """Picks what lies in the hex under the pointer, as long as the button is held."""

    def hover(self, desk: EditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex."""
        return ToolPreview(desk.indices([pointer.hex(desk.grid)]))

    def stroke(
        self, desk: EditingContext, press: ToolPointer
    ) -> Generator[ToolPreview, ToolPointer, None]:
        """Leaves what it finds in `desk.picked`."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            here = pointer.hex(desk.grid)
            if here in desk.grid:
                desk.picked = pick_material(desk.map, here)
            pointer = yield self.hover(desk, pointer)
