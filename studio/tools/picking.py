"""The eyedropper: what lies in a hex, to paint on with."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from studio.tools.desk import Desk
from studio.tools.picked import pick
from studio.tools.pointer import Pointer, PointerPhase, StrokePreview


@dataclass(frozen=True)
class Eyedropper:
    """Picks what lies in the hex under the pointer, as long as the button is held."""

    def hover(self, desk: Desk, pointer: Pointer) -> StrokePreview:
        """The hex."""
        return StrokePreview(desk.indices([pointer.hex(desk.grid)]))

    def stroke(self, desk: Desk, press: Pointer) -> Generator[StrokePreview, Pointer, None]:
        """Leaves what it finds in `desk.picked`."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            here = pointer.hex(desk.grid)
            if here in desk.grid:
                desk.picked = pick(desk.map, here)
            pointer = yield self.hover(desk, pointer)
