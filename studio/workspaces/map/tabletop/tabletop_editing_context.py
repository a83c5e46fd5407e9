"""The editing context of a table: its selection, what tools share, permitted kinds and names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from engine.editing.shape_transforms import ShapeBounds, box_round, shape_bounds
from engine.editing.tabletop_map_edits import Key, has_object, keys_of, shape_of
from engine.tabletop.feature_kinds import feature_kinds
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import FeatureShape, TabletopMap, shape_kind_of
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.workspaces.map.tabletop.pointer_targets import (
    SnapGuides,
    SnapResult,
    SnapSettings,
    object_at,
    snap,
)
from studio.workspaces.map.tabletop.tabletop_toolbox import VisibleKinds


class EditableTabletop(Protocol):
    """The parts of a document that editing needs."""

    @property
    def table(self) -> TabletopMap:
        """The table as it is now."""
        ...

    def apply(self, table: TabletopMap, name: str, typed: str = "") -> None:
        """Put another in its place, as one step."""
        ...


class TabletopEditingContext:
    """Tools work on it and with it. `selection` has the keys of things, the last chosen last."""

    def __init__(self, sheet: EditableTabletop) -> None:
        self.sheet = sheet
        self.snapping = SnapSettings()
        self.shown = VisibleKinds()
        self.tape: tuple[Point, ...] = ()  # as it was laid last
        self.corner: int | None = None  # of the one thing selected, which Delete takes away
        self._selection: tuple[Key, ...] = ()
        self._guides: tuple[TabletopMap, frozenset[Key], SnapGuides] | None = None

    @property
    def table(self) -> TabletopMap:
        """The table as it is now."""
        return self.sheet.table

    @property
    def state(self) -> TabletopMap:
        """Return the table."""
        return self.table

    @property
    def selection(self) -> tuple[Key, ...]:
        """Return the selection, without objects that no longer exist."""
        return tuple(key for key in self._selection if has_object(self.table, key))

    def select(self, keys: Iterable[Key]) -> None:
        """Select these and nothing else."""
        self._selection, self.corner = tuple(dict.fromkeys(keys)), None

    def toggle(self, key: Key) -> None:
        """Add a body to the selection, or take it out."""
        now = self.selection
        self.select(each for each in now if each != key) if key in now else self.select((*now, key))

    @property
    def box(self) -> ShapeBounds | None:
        """The rectangle round what is selected."""
        return box_round(shape_bounds(shape_of(self.table, key)) for key in self.selection)

    def commit(self, table: TabletopMap, name: str, typed: str = "") -> None:
        """Put another table in the place of this one, as one step; nothing where it is the same."""
        if table != self.table:
            self.sheet.apply(table, name, typed)

    # --- what is under the pointer ----------------------------------------------------------------

    def selectable_keys(self) -> list[Key]:
        """The things that can be selected: those that are shown and not locked."""
        return [key for key in keys_of(self.table) if self.shown.is_open(self.table, key)]

    def at(self, pointer: TabletopPointerEvent) -> Key | None:
        """The uppermost thing under the pointer that can be selected."""
        return object_at(self.table, self.selectable_keys(), (pointer.x, pointer.y), pointer.pixel)

    def within(self, box: ShapeBounds) -> list[Key]:
        """The things that lie wholly in a box."""
        return [
            key
            for key in self.selectable_keys()
            if box.holds(shape_bounds(shape_of(self.table, key)))
        ]

    def guides(self, without: Iterable[Key] = ()) -> SnapGuides:
        """Return the snap guides of a table, without some objects; cached for the table."""
        left_out = frozenset(without)
        kept = self._guides
        if kept is None or kept[0] is not self.table or kept[1] != left_out:
            kept = self._guides = (self.table, left_out, SnapGuides(self.table, left_out))
        return kept[2]

    def snap(self, pointer: TabletopPointerEvent, without: Iterable[Key] = ()) -> SnapResult:
        """Return the snapped place of the pointer; with Control it does not snap."""
        return snap(
            (pointer.x, pointer.y), self.snapping, self.guides(without), pointer.pixel,
            is_free=pointer.control,
        )  # fmt: skip


GOOD_ID = re.compile(r"""[^\s@,.:;/{}\[\]"'=?]{1,40}""")


def can_have_shape(kind: str, shape: FeatureShape) -> bool:
    """Return True if a kind may have such a shape."""
    return shape_kind_of(shape) in feature_kinds()[kind].shapes


def is_valid_id(id_: str) -> bool:
    """Return True if an id is valid in files."""
    return GOOD_ID.fullmatch(id_) is not None
