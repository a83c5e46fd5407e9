"""The desk: the table under the hand, what is selected on it, and what every tool shares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.editing.table_edits import Key, is_there, keys_of, shape_of
from engine.editing.table_shapes import TableBox, box_of, box_round
from engine.tabletop.point import Point
from engine.tabletop.table import Table
from studio.canvas.table_pointer import TablePointer
from studio.tabletop.picking import thing_at
from studio.tabletop.snapping import Guides, Snapped, Snapping, snap
from studio.tabletop.table_toolbox import KindsShown


class TableInHand(Protocol):
    """What a desk needs of the document."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        ...

    def apply(self, table: Table, name: str, typed: str = "") -> None:
        """Put another in its place, as one step."""
        ...


class TableDesk:
    """Tools work on it and with it. `selection` has the keys of things, the last chosen last."""

    def __init__(self, sheet: TableInHand) -> None:
        self.sheet = sheet
        self.snapping = Snapping()
        self.shown = KindsShown()
        self.tape: tuple[Point, ...] = ()  # as it was laid last
        self.corner: int | None = None  # of the one thing selected, which Delete takes away
        self._selection: tuple[Key, ...] = ()
        self._guides: tuple[Table, frozenset[Key], Guides] | None = None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.sheet.table

    @property
    def state(self) -> Table:
        """What is worked on."""
        return self.table

    @property
    def selection(self) -> tuple[Key, ...]:
        """What is selected; things that are gone are not."""
        return tuple(key for key in self._selection if is_there(self.table, key))

    def select(self, keys: Iterable[Key]) -> None:
        """Select these and nothing else."""
        self._selection, self.corner = tuple(dict.fromkeys(keys)), None

    def toggle(self, key: Key) -> None:
        """Add a body to the selection, or take it out."""
        now = self.selection
        self.select(each for each in now if each != key) if key in now else self.select((*now, key))

    @property
    def box(self) -> TableBox | None:
        """The rectangle round what is selected."""
        return box_round(box_of(shape_of(self.table, key)) for key in self.selection)

    def commit(self, table: Table, name: str, typed: str = "") -> None:
        """Put another table in the place of this one, as one step; nothing where it is the same."""
        if table != self.table:
            self.sheet.apply(table, name, typed)

    # --- what is under the pointer ----------------------------------------------------------------

    def open_keys(self) -> list[Key]:
        """The things that can be selected: those that are shown and not locked."""
        return [key for key in keys_of(self.table) if self.shown.is_open(self.table, key)]

    def at(self, pointer: TablePointer) -> Key | None:
        """The uppermost thing under the pointer that can be selected."""
        return thing_at(self.table, self.open_keys(), (pointer.x, pointer.y), pointer.pixel)

    def within(self, box: TableBox) -> list[Key]:
        """The things that lie wholly in a box."""
        return [key for key in self.open_keys() if box.holds(box_of(shape_of(self.table, key)))]

    def guides(self, without: Iterable[Key] = ()) -> Guides:
        """What draws the pointer, but for some things; kept while the table is the same."""
        left_out = frozenset(without)
        kept = self._guides
        if kept is None or kept[0] is not self.table or kept[1] != left_out:
            kept = self._guides = (self.table, left_out, Guides(self.table, left_out))
        return kept[2]

    def snap(self, pointer: TablePointer, without: Iterable[Key] = ()) -> Snapped:
        """Where the pointer snaps to; with Control it does not snap."""
        return snap(
            (pointer.x, pointer.y), self.snapping, self.guides(without), pointer.pixel,
            is_free=pointer.control,
        )  # fmt: skip
