"""The commands for selected objects, each one step of the history."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from engine.editing import tabletop_map_edits
from engine.editing.shape_transforms import (
    ShapeTransform,
    rotation_transform,
    scaling_transform,
    shift_transform,
    transform_shape,
    with_points,
)
from engine.editing.tabletop_map_edits import Alignment, Key, TabletopClip, shape_of, with_shapes
from engine.tabletop.shapes import FOOT, INCH, Disc, Point, WideLine
from engine.tabletop.tabletop_map import TabletopMap, points_of
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.pointer_targets import nearest_edge
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox

BESIDE = INCH  # so far right and down a copy lies of what it is a copy of
MIN_CORNERS = {True: 2, False: 3}  # of a line, of an area
LONGEST_STEP = FOOT  # an arrow key with Shift


class TabletopCommands:
    """Works on a desk; `told` is called with the new selection."""

    def __init__(
        self,
        context: TabletopEditingContext,
        toolbox: TabletopToolbox,
        localize: Localizer,
        told: Callable[[], None],
    ) -> None:
        self.context, self._toolbox, self._localize, self._told = context, toolbox, localize, told

    @property
    def has_selection(self) -> bool:
        """Return True if anything is selected."""
        return bool(self.context.selection)

    @property
    def has_several(self) -> bool:
        """Return True if several objects are selected."""
        return len(self.context.selection) > 1

    # --- the selection ----------------------------------------------------------------------------

    def select(self, *keys: Key) -> None:
        """Select these alone."""
        self.context.select(keys)
        self._told()

    def select_all(self) -> None:
        """Select everything that is shown and not locked."""
        self.select(*self.context.selectable_keys())

    def select_invert(self) -> None:
        """Select what was not, and nothing else."""
        chosen = self.context.selection
        self.select(*(key for key in self.context.selectable_keys() if key not in chosen))

    # --- the clipboard ----------------------------------------------------------------------------

    def copy(self) -> None:
        """Keep a copy of what is selected."""
        self._toolbox.clipboard = TabletopClip.of(self.context.table, self.context.selection)

    def cut(self) -> None:
        """Keep it and take it away."""
        self.copy()
        self._remove(self._localize("action-cut"))

    def clear(self) -> None:
        """Remove the selected corner, else all that is selected."""
        if not self._remove_corner():
            self._remove(self._localize("action-clear"))

    def _remove(self, name: str) -> None:
        self.context.commit(
            tabletop_map_edits.without_objects(self.context.table, self.context.selection), name
        )
        self.select()

    @property
    def can_paste(self) -> bool:
        """Return True if anything was copied."""
        return self._toolbox.clipboard is not None

    def paste(self, at: tuple[float, float]) -> None:
        """Lay what was copied with its middle at a point."""
        clip = self._toolbox.clipboard
        box = clip.box if clip is not None else None
        if clip is None or box is None:
            return
        right, away = round(at[0] - box.centre[0]), round(at[1] - box.centre[1])
        self._lay(clip, right, away, self._localize("action-paste"))

    def duplicate(self) -> None:
        """Lay a copy of what is selected beside it."""
        clip = TabletopClip.of(self.context.table, self.context.selection)
        self._lay(clip, BESIDE, -BESIDE, self._localize("action-table-duplicate"))

    def _lay(self, clip: TabletopClip, right: int, away: int, name: str) -> None:
        table, keys = clip.pasted_on(self.context.table, right, away)
        self.context.commit(table, name)
        self.select(*keys)

    # --- how things lie ---------------------------------------------------------------------------

    def turn(self, degrees: float = 90.0) -> None:
        """Turn what is selected about its middle, clockwise."""
        box = self.context.box
        if box is not None:
            self._change(rotation_transform(degrees, box.centre), self._localize("action-turn"))

    def mirror(self) -> None:
        """Exchange its left and right."""
        box = self.context.box
        if box is not None:
            self._change(scaling_transform(-1, 1, box.centre), self._localize("action-mirror"))

    def nudge(self, right: int, down: int, keys: Qt.KeyboardModifier) -> bool:
        """Move by a step of the grid, with Shift by a foot, with Alt by a sixteenth of an inch."""
        if not self.has_selection:
            return False
        snapping = self._toolbox.settings.snapping
        step = snapping.grid if snapping.is_to_grid else 1
        if keys & Qt.KeyboardModifier.ShiftModifier:
            step = LONGEST_STEP
        elif keys & Qt.KeyboardModifier.AltModifier:
            step = 1
        change = shift_transform(right * step, -down * step)
        self._change(change, self._localize("step-table-move"), f"nudge {self.context.selection}")
        return True

    def _change(self, change: ShapeTransform, name: str, typed: str = "") -> None:
        table = self.context.table
        shapes = {
            key: transform_shape(shape_of(table, key), change) for key in self.context.selection
        }
        self.context.commit(with_shapes(table, shapes), name, typed)
        self._told()

    def align(self, alignment: Alignment) -> None:
        """Bring the edges or middles of several things on one line."""
        name = self._localize(f"action-table-align-{alignment.value}")
        self._commit(
            tabletop_map_edits.align_objects(self.context.table, self.context.selection, alignment),
            name,
        )

    def distribute(self, *, is_across: bool) -> None:
        """Make the gaps between several things alike."""
        name = self._localize(
            "action-table-space-across" if is_across else "action-table-space-down"
        )
        keys = self.context.selection
        self._commit(
            tabletop_map_edits.distribute_objects(self.context.table, keys, is_across=is_across),
            name,
        )

    def order(self, *, is_up: bool) -> None:
        """Lay what is selected over the others of its kind, or under them."""
        name = self._localize("action-table-raise" if is_up else "action-table-lower")
        table = tabletop_map_edits.reorder_features(
            self.context.table, self.context.selection, is_up=is_up
        )
        self._commit(table, name)

    def _commit(self, table: TabletopMap, name: str) -> None:
        self.context.commit(table, name)
        self._told()

    # --- contours and corners ---------------------------------------------------------------------

    @property
    def can_contour(self) -> bool:
        """Return True if one hill is selected."""
        keys, table = self.context.selection, self.context.table
        return len(keys) == 1 and keys[0] in table.by_id and table.by_id[keys[0]].is_hill

    def add_contour(self) -> bool:
        """Lay the next contour within the hill selected; whether there is room for one."""
        table, inner = tabletop_map_edits.with_contour(
            self.context.table, self.context.selection[0]
        )
        if inner is None:
            return False
        self.context.commit(table, self._localize("action-table-contour"))
        self.select(inner)
        return True

    def add_corner(self, pointer: TabletopPointerEvent, reach: float) -> bool:
        """Put a corner into the outline of the thing selected, where the pointer is on it."""
        keys = self.context.selection
        if len(keys) != 1 or isinstance(shape_of(self.context.table, keys[0]), Disc):
            return False
        shape = shape_of(self.context.table, keys[0])
        points = points_of(shape)
        at = pointer.x, pointer.y
        place, apart = nearest_edge(points, at, is_closed=not isinstance(shape, WideLine))
        if apart > reach:
            return False
        more = (*points[: place + 1], pointer.point, *points[place + 1 :])
        self._reshape(keys[0], more, self._localize("step-table-corner"))
        self.context.corner = place + 1
        return True

    def _remove_corner(self) -> bool:
        corner, keys = self.context.corner, self.context.selection
        if corner is None or len(keys) != 1:
            return False
        shape = shape_of(self.context.table, keys[0])
        points = points_of(shape)
        if len(points) <= MIN_CORNERS[isinstance(shape, WideLine)] or corner >= len(points):
            return False
        self._reshape(
            keys[0],
            (*points[:corner], *points[corner + 1 :]),
            self._localize("step-table-no-corner"),
        )
        self.context.corner = None
        return True

    def _reshape(self, key: Key, points: tuple[Point, ...], name: str) -> None:
        shape = with_points(shape_of(self.context.table, key), points)
        self._commit(with_shapes(self.context.table, {key: shape}), name)
