"""Painting a scenario's own zones on its map."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.editing import zone_edits
from engine.hexes.hex import Hex, line
from studio.canvas.pointer_events import PointerEvent
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor


class ZoneBrush(QObject):
    """Adds hexes to `zone` while the pointer is drawn over them, with Ctrl takes them out.

    With Shift a rectangle is drawn from the hex where it began. A stroke is one step.
    """

    changed = Signal()

    def __init__(self, forces: ForcesEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._forces = forces
        self.zone = ""  # painted now; empty while the pointer arranges units
        self._start: Hex | None = None
        self._last: Hex | None = None
        self._drawn: set[Hex] = set()
        self._is_taking = self._is_rectangle = False
        forces.document.changed.connect(self._look_again)

    def take(self, zone: str) -> None:
        """Paint a zone from now on; none to arrange units again."""
        self.escape()
        if zone != self.zone:
            self.zone = zone
            self.changed.emit()

    def _look_again(self) -> None:
        """Stop painting a zone that is gone or renamed."""
        if self.zone and self.zone not in self._forces.scenario.zones:
            self._start = None
            self.zone = ""
            self.changed.emit()

    @property
    def is_painting(self) -> bool:
        """Return True if a stroke is under way."""
        return self._start is not None

    @property
    def shown(self) -> tuple[Hex, ...] | None:
        """The zone as the stroke under way would make it; None while there is none."""
        if self._start is None:
            return None
        was = set(self._forces.scenario.zones.get(self.zone, ()))
        found = was - self._drawn if self._is_taking else was | self._drawn
        grid = self._forces.scenario.map.grid
        return tuple(sorted((hex_ for hex_ in found if hex_ in grid), key=grid.index))

    def press(self, event: PointerEvent) -> None:
        """Begin a stroke."""
        self._start = self._last = event.hex
        self._is_taking, self._is_rectangle = event.control, event.shift
        self._drawn = {event.hex}
        self.changed.emit()

    def move(self, event: PointerEvent) -> None:
        """Draw on."""
        if self._start is None or self._last is None or event.hex == self._last:
            return
        if self._is_rectangle:
            self._drawn = self._rectangle(self._start, event.hex)
        else:
            self._drawn |= set(line(self._last, event.hex))
        self._last = event.hex
        self.changed.emit()

    def release(self, event: PointerEvent) -> None:
        """The stroke becomes a step."""
        found, self._start = self.shown, None
        forces = self._forces
        if found is not None and found != forces.scenario.zones.get(self.zone):
            changed = zone_edits.with_zone(forces.scenario, self.zone, found)
            forces.document.apply(changed, forces.localize("step-own-zone-painted", zone=self.zone))
        self.changed.emit()

    def escape(self) -> bool:
        """Give the stroke up, else the brush; whether there was anything."""
        had = bool(self.zone)
        if self._start is None:
            self.zone = ""
        self._start = None
        if had:
            self.changed.emit()
        return had

    def _rectangle(self, one: Hex, other: Hex) -> set[Hex]:
        grid = self._forces.scenario.map.grid
        (left, top), (right, low) = grid.column_row(one), grid.column_row(other)
        columns = range(min(left, right), max(left, right) + 1)
        rows = range(min(top, low), max(top, low) + 1)
        return {grid.hex(column, row) for column in columns for row in rows}
