"""The commands for selected figure groups, each one step of the history."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from engine.editing import figure_group_edits
from engine.editing.shape_transforms import (
    ShapeTransform,
    rotation_transform,
    scaling_transform,
    shift_transform,
)
from engine.scenario.figure_groups import FigureGroup
from engine.tabletop.shapes import FOOT, INCH
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.tabletop.group_editing_context import GroupEditingContext


class GroupCommands:
    """Works on a desk; `told` is called when the selection or its place changes."""

    clipboard: tuple[FigureGroup, ...] = ()  # of all tabs

    def __init__(
        self, context: GroupEditingContext, localize: Localizer, told: Callable[[], None]
    ) -> None:
        self.context, self._localize, self._told = context, localize, told

    @property
    def has_selection(self) -> bool:
        """Return True if anything is selected."""
        return bool(self.context.selection)

    @property
    def can_paste(self) -> bool:
        """Return True if anything was copied."""
        return bool(GroupCommands.clipboard)

    def select(self, *ids: str) -> None:
        """Select these alone."""
        self.context.select(ids)
        self._told()

    def select_all(self) -> None:
        """Select every body."""
        self.select(*self.context.bodies)

    def select_invert(self) -> None:
        """Select those who were not selected, and no others."""
        chosen = self.context.selection
        self.select(*(id_ for id_ in self.context.bodies if id_ not in chosen))

    def copy(self) -> None:
        """Keep copies of the selected bodies."""
        GroupCommands.clipboard = tuple(self.context.chosen)

    def cut(self) -> None:
        """Keep copies of them and remove them."""
        self.copy()
        self.clear()

    def clear(self) -> None:
        """Remove the selected bodies."""
        scenario = figure_group_edits.without_bodies(self.context.scenario, self.context.selection)
        self.context.commit(scenario, self._localize("action-clear"))
        self.select()

    def paste(self, at: tuple[float, float]) -> None:
        """Lay the copied bodies with their middle at a point."""
        scenario, new = self.context.scenario, list[str]()
        points = [point for body in GroupCommands.clipboard for point in body.at]
        right, away = 0, 0
        if points:
            right = round(at[0] - sum(x for x, _ in points) / len(points))
            away = round(at[1] - sum(y for _, y in points) / len(points))
        change = shift_transform(right, away)
        for body in GroupCommands.clipboard:
            scenario, id_ = figure_group_edits.with_copy(scenario, body, change)
            new.append(id_)
        self.context.commit(scenario, self._localize("action-paste"))
        self.select(*new)

    def duplicate(self) -> None:
        """Lay copies of the selected bodies behind them."""
        change = shift_transform(INCH, -3 * INCH)
        ids = self.context.selection
        scenario, new = figure_group_edits.body_copies(self.context.scenario, ids, change)
        self.context.commit(scenario, self._localize("action-table-duplicate"))
        self.select(*new)

    def turn(self, degrees: int = 90) -> None:
        """Turn the selected bodies about their middle, clockwise."""
        box = self.context.box()
        if box is not None:
            self._change(
                rotation_transform(degrees, box.centre), degrees, self._localize("action-turn")
            )

    def mirror(self) -> None:
        """Exchange left and right of where they stand."""
        box = self.context.box()
        if box is not None:
            self._change(scaling_transform(-1, 1, box.centre), 0, self._localize("action-mirror"))

    def nudge(self, right: int, down: int, keys: Qt.KeyboardModifier) -> bool:
        """Move by a step of the grid, with Shift by a foot, with Alt by a sixteenth of an inch."""
        if self.context.box() is None:
            return False
        snapping = self.context.snapping
        step = snapping.grid if snapping.is_to_grid else 1
        if keys & Qt.KeyboardModifier.ShiftModifier:
            step = FOOT
        elif keys & Qt.KeyboardModifier.AltModifier:
            step = 1
        change = shift_transform(right * step, -down * step)
        self._change(
            change, 0, self._localize("step-table-move"), f"nudge {self.context.selection}"
        )
        return True

    def _change(self, change: ShapeTransform, degrees: int, name: str, typed: str = "") -> None:
        ids = self.context.selection
        scenario = figure_group_edits.with_groups_transformed(
            self.context.scenario, ids, change, degrees
        )
        self.context.commit(scenario, name, typed)
        self._told()

    def remove_from_map(self, zone: str = "") -> None:
        """Leave the selected bodies for their side to set up, in a zone or behind its back line."""
        scenario = figure_group_edits.with_groups_unplaced(
            self.context.scenario, self.context.selection, zone
        )
        self.context.commit(scenario, self._localize("step-body-unlay"))
        self._told()
