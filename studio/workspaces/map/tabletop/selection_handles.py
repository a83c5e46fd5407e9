"""The handles round what is selected: eight to scale it, one to turn it, one at each corner."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from math import hypot

from PySide6.QtCore import Qt

from engine.editing.shape_transforms import ShapeBounds
from engine.editing.tabletop_map_edits import PLACE, Key, shape_of
from engine.tabletop.shapes import Disc
from engine.tabletop.tabletop_map import points_of
from studio.canvas.camera import TabletopCamera
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext

OUTSIDE = 9.0  # pixels: so far round what is selected its frame lies
ABOVE = 22.0  # pixels: so far above the frame is the handle that turns
NEAR = 7.0  # pixels within which a press is on a handle
MAX_CORNERS = 400  # of a thing whose corners have handles

# The eight handles: which side of the box they move, across and away; and the pointer over each.
SIDES: dict[tuple[int, int], Qt.CursorShape] = {
    (-1, 1): Qt.CursorShape.SizeFDiagCursor,
    (0, 1): Qt.CursorShape.SizeVerCursor,
    (1, 1): Qt.CursorShape.SizeBDiagCursor,
    (1, 0): Qt.CursorShape.SizeHorCursor,
    (1, -1): Qt.CursorShape.SizeFDiagCursor,
    (0, -1): Qt.CursorShape.SizeVerCursor,
    (-1, -1): Qt.CursorShape.SizeBDiagCursor,
    (-1, 0): Qt.CursorShape.SizeHorCursor,
}
Spot = tuple[float, float]


class HandleRole(Enum):
    """The roles of handles."""

    SCALE = auto()
    TURN = auto()
    CORNER = auto()


@dataclass(frozen=True)
class SelectionHandle:
    """One handle, at a point of the table; `side` says which of a box, `corner` which of a thing.

    It is `right`, `up` pixels beside that point.
    """

    pull: HandleRole
    at: Spot
    side: tuple[int, int] = (0, 0)
    corner: int = 0
    right: float = 0.0
    up: float = 0.0

    def place(self, pixel: float) -> Spot:
        """Return its place on the table, for this width of a pixel."""
        return self.at[0] + self.right * pixel, self.at[1] + self.up * pixel

    def screen(self, camera: TabletopCamera) -> Spot:
        """Return its place on the screen."""
        x, y = camera.screen(*self.at)
        return x + self.right, y - self.up

    @property
    def cursor(self) -> Qt.CursorShape:
        """Return the pointer's shape over it."""
        if self.pull is HandleRole.SCALE:
            return SIDES[self.side]
        return (
            Qt.CursorShape.PointingHandCursor
            if self.pull is HandleRole.TURN
            else Qt.CursorShape.CrossCursor
        )


def handles_of(context: TabletopEditingContext) -> list[SelectionHandle]:
    """The handles of what is selected."""
    box, keys = context.box, context.selection
    if box is None or all(key.startswith(PLACE) for key in keys):
        return []
    return [*_frame(box), *_corners(context, keys)]


def _frame(box: ShapeBounds) -> list[SelectionHandle]:
    x, y = box.centre
    found = [
        SelectionHandle(
            HandleRole.SCALE,
            (x + across * box.wide / 2, y + away * box.deep / 2),
            (across, away),
            right=across * OUTSIDE,
            up=away * OUTSIDE,
        )
        for across, away in SIDES
        if (box.wide or not across) and (box.deep or not away)
    ]
    return [*found, SelectionHandle(HandleRole.TURN, (x, box.top), up=OUTSIDE + ABOVE)]


def _corners(context: TabletopEditingContext, keys: tuple[Key, ...]) -> list[SelectionHandle]:
    """A handle at each corner of the one thing that is selected."""
    if len(keys) != 1:
        return []
    shape = shape_of(context.table, keys[0])
    points = () if isinstance(shape, Disc) else points_of(shape)
    if len(points) > MAX_CORNERS:
        return []
    return [
        SelectionHandle(HandleRole.CORNER, at, corner=number) for number, at in enumerate(points)
    ]


def handle_at(handles: list[SelectionHandle], at: Spot, pixel: float) -> SelectionHandle | None:
    """The handle at a point; corners before those of the frame."""
    near = [
        (each.pull is not HandleRole.CORNER, apart, each)
        for each in handles
        if (apart := _apart(each.place(pixel), at)) <= NEAR * pixel
    ]
    return min(near, key=lambda each: each[:2])[2] if near else None


def _apart(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
