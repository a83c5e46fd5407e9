"""The occupant of a scenario's map, as a game that is played on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QPointF

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from studio.canvas.map_canvas import Decoration
from studio.canvas.pointer_events import PointerEvent
from studio.previews.preview_result import PreviewResult
from studio.previews.preview_settings import PreviewSettings, ScenarioPreviewSettings


class MapOccupant(Protocol):
    """Shows what it likes on the canvas of a scenario's tab, and answers for its steps meanwhile.

    Its scenario may be another than the one that is written.
    """

    @property
    def scenario(self) -> Scenario:
        """Return the scenario shown."""
        ...

    @property
    def is_covered(self) -> bool:
        """Return True if the map is covered."""
        ...

    # --- steps ------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step to undo."""
        ...

    @property
    def can_redo(self) -> bool:
        """Return True if there is a step to redo."""
        ...

    def undo(self) -> None:
        """Take the latest step back."""
        ...

    def redo(self) -> None:
        """Make it again."""
        ...

    def escape(self) -> bool:
        """Cancel the present action; True if there was one."""
        ...

    def end(self) -> None:
        """Leave the map to the author again."""
        ...

    # --- previews ---------------------------------------------------------------------------------

    def preview_settings(self, usual: PreviewSettings, parent: QObject) -> ScenarioPreviewSettings:
        """Return the settings of previews on its map."""
        ...

    @property
    def selected_unit_hex(self) -> Hex | None:
        """Return the hex of the selected unit."""
        ...

    def show_preview(self, shown: PreviewResult, marks: Sequence[Decoration]) -> None:
        """Show a preview over what it shows itself."""
        ...

    # --- the pointer ------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> None:
        """A button goes down."""
        ...

    def move(self, event: PointerEvent) -> None:
        """The pointer is elsewhere on the map."""
        ...

    def release(self, event: PointerEvent) -> None:
        """The button goes up."""
        ...

    def leave(self) -> None:
        """The pointer has left the map."""
        ...

    def description_at(self, hex_: Hex) -> list[str]:
        """Describe the contents of a hex."""
        ...

    def unit_tooltip(self, point: QPointF) -> str:
        """The unit at a point of the canvas in words; empty for none."""
        ...
