"""The tools of figure groups: select, move, turn, place by two points, with a preview."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin, sqrt

from PySide6.QtCore import Qt

from engine.editing import figure_group_edits
from engine.editing.shape_transforms import ShapeBounds, shift_transform
from engine.games.figure_group_kinds import FigureGroupKind
from engine.scenario.figure_groups import FigureGroup
from engine.tabletop.footprints import footprint
from engine.tabletop.shapes import FOOT, INCH, Point
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.map_tools.tool_pointer import PointerPhase
from studio.workspaces.map.tabletop.measurements import bearing, format_length, format_size
from studio.workspaces.map.tabletop.pointer_targets import on_grid
from studio.workspaces.map.tabletop.tabletop_tool_controller import (
    TabletopToolPointer,
    TabletopToolPreview,
)
from studio.workspaces.scenario.tabletop.group_editing_context import GroupEditingContext


@dataclass(frozen=True, eq=False)
class GroupToolPreview(TabletopToolPreview):
    """A sketch in which `ghosts` stand where they would be; those in `gone` are not shown."""

    ghosts: tuple[FigureGroup, ...] = ()
    gone: frozenset[str] = frozenset()
    front: tuple[Point, ...] = ()  # the line a formation is laid by


BodyStroke = Generator[GroupToolPreview, TabletopToolPointer, None]
REST = GroupToolPreview()


STIRRED = 4.0  # pixels: a press that moves less is a click
NEAR = 9.0  # pixels within which a press is on a handle
AHEAD = 26.0  # pixels: how far ahead of a gun the handle that turns it is
TURN_STEP = 15.0
MAX_FRONT = 4 * FOOT  # of a body that is laid by a click
ALONG = ("column", "fours", "wedge")  # laid from tail to head
SIZE_ALL, CROSS = Qt.CursorShape.SizeAllCursor, Qt.CursorShape.CrossCursor
Spot = tuple[float, float]


@dataclass(frozen=True)
class GroupHandle:
    """A handle of one body: an end of the line it is laid by, by its number, or its front."""

    body: str
    end: int | None
    at: Spot

    def is_at(self, pointer: TabletopPointerEvent) -> bool:
        """Return True if the pointer is on it."""
        x, y = self.at
        return hypot(x - pointer.x, y - pointer.y) <= NEAR * pointer.pixel


def body_handles(context: GroupEditingContext, pixel: float) -> list[GroupHandle]:
    """The handles of the one selected body."""
    if len(context.selection) != 1:
        return []
    (body,) = context.chosen
    if len(body.at) == 2:
        return [GroupHandle(body.id, end, point) for end, point in enumerate(body.at)]
    return [GroupHandle(body.id, None, group_turning_point(body, pixel))] if body.at else []


def group_turning_point(body: FigureGroup, pixel: float) -> Spot:
    """The point ahead of a gun at which it is turned."""
    print_ = footprint(body.type) if body.type in ("gun", "wagon") else None
    reach = (print_.length / 2 if print_ is not None else 0) + AHEAD * pixel
    angle = radians(body.facing or 0)
    return body.at[0].x + reach * sin(angle), body.at[0].y + reach * cos(angle)


@dataclass(frozen=True)
class SelectGroupsTool:
    """Presses select bodies, drags move them; handles lay one anew or turn it."""

    steps: tuple[tuple[str, str], ...]

    @property
    def names(self) -> Mapping[str, str]:
        """Return the names of the steps."""
        return dict(self.steps)

    def hover(self, context: GroupEditingContext, stylus: TabletopToolPointer) -> GroupToolPreview:
        """Show what a press here would take."""
        if any(each.is_at(stylus.pointer) for each in body_handles(context, stylus.pointer.pixel)):
            return GroupToolPreview(cursor=CROSS)
        found = context.at(stylus.pointer)
        if found is None:
            return REST
        is_copy = stylus.pointer.alt and found in context.selection
        return GroupToolPreview(cursor=Qt.CursorShape.DragCopyCursor if is_copy else SIZE_ALL)

    def stroke(self, context: GroupEditingContext, press: TabletopToolPointer) -> BodyStroke:
        """Handle a stroke from its press on."""
        handles = body_handles(context, press.pointer.pixel)
        handle = next((each for each in handles if each.is_at(press.pointer)), None)
        found = context.at(press.pointer)
        if handle is not None:
            yield from self._pull(context, handle)
        elif found is None:
            yield from _span(context, press)
        else:
            yield from self._take(context, press, found)

    def _take(
        self, context: GroupEditingContext, press: TabletopToolPointer, found: str
    ) -> BodyStroke:
        was_chosen = found in context.selection
        if press.pointer.shift:
            context.toggle(found)
        elif not was_chosen:
            context.select((found,))
        stylus = yield GroupToolPreview(cursor=SIZE_ALL)
        while not _is_stirred(press, stylus):
            if stylus.phase is PointerPhase.RELEASE:
                if was_chosen and not press.pointer.shift:
                    context.select((found,))
                return
            stylus = yield GroupToolPreview(cursor=SIZE_ALL)
        if found in context.selection:
            yield from self._move(context, press, stylus)

    def _move(
        self, context: GroupEditingContext, press: TabletopToolPointer, stylus: TabletopToolPointer
    ) -> BodyStroke:
        ids, scenario = context.selection, context.scenario
        box = context.box()
        assert box is not None, "who is dragged stands somewhere"
        while True:
            right, away = _lead(context, box, press, stylus)
            change = shift_transform(right, away)
            if stylus.phase is PointerPhase.RELEASE:
                break
            after = figure_group_edits.with_groups_transformed(scenario, ids, change, 0)
            ghosts = tuple(body for body in after.bodies if body.id in ids)
            copies = stylus.pointer.alt
            stylus = yield GroupToolPreview(
                ghosts=ghosts, gone=frozenset() if copies else frozenset(ids),
                words=(f"→ {format_length(right)}  ↑ {format_length(away)}",),
                cursor=Qt.CursorShape.DragCopyCursor if copies else SIZE_ALL,
            )  # fmt: skip
        if stylus.pointer.alt:
            after, new = figure_group_edits.body_copies(scenario, ids, change)
            context.commit(after, self.names["copy"])
            context.select(new)
        else:
            after = figure_group_edits.with_groups_transformed(scenario, ids, change, 0)
            context.commit(after, self.names["move"])

    def _pull(self, context: GroupEditingContext, handle: GroupHandle) -> BodyStroke:
        """Lay a body anew from one of its ends, or turn it to where the pointer is."""
        body = context.bodies[handle.body]
        pulled, sketch = body, GroupToolPreview(cursor=CROSS)
        while True:
            stylus = yield sketch
            if handle.end is None:
                angle = _step(bearing(body.at[0], stylus.at), stylus.pointer)
                pulled = replace(body, facing=angle)
                words: tuple[str, ...] = (f"{angle}°",)
            else:
                ends = list(body.at)
                ends[handle.end] = context.snap(stylus.pointer).at
                pulled = replace(body, at=tuple(ends))
                words = (format_length(_length(pulled)),)
            if stylus.phase is PointerPhase.RELEASE:
                break
            sketch = GroupToolPreview(
                ghosts=(pulled,), gone=frozenset((body.id,)), front=pulled.at, words=words,
                cursor=CROSS,
            )  # fmt: skip
        name = "turn" if handle.end is None else "lay"
        context.commit(figure_group_edits.with_bodies(context.scenario, [pulled]), self.names[name])


@dataclass(frozen=True)
class PlaceGroupTool:
    """Lays the draft: a formation from one point to another, a gun where it stands and looks."""

    name: str

    def hover(self, context: GroupEditingContext, stylus: TabletopToolPointer) -> GroupToolPreview:
        """Show how it would stand after a click."""
        draft = self._clicked(context, context.snap(stylus.pointer).at)
        if draft is None:
            return GroupToolPreview(cursor=CROSS)
        return GroupToolPreview(ghosts=(draft,), front=draft.at, words=_tell(draft), cursor=CROSS)

    def stroke(self, context: GroupEditingContext, press: TabletopToolPointer) -> BodyStroke:
        """From where it begins to where it ends."""
        start = context.snap(press.pointer).at
        stylus, placed = press, self._clicked(context, start)
        while stylus.phase is not PointerPhase.RELEASE and placed is not None:
            stylus = yield GroupToolPreview(
                ghosts=(placed,), front=placed.at, words=_tell(placed), cursor=CROSS
            )
            if _is_stirred(press, stylus):
                placed = self._dragged(context, start, stylus)
        if placed is not None:
            context.commit(figure_group_edits.with_bodies(context.scenario, [placed]), self.name)
            context.select((placed.id,))
            context.draft = None

    def _clicked(self, context: GroupEditingContext, at: Point) -> FigureGroup | None:
        """The draft as a click lays it: as wide as it usually is, facing the enemy's side."""
        draft = context.draft
        if draft is None:
            return None
        facing = default_facing(context, at)
        if not is_placed_by_two_points(draft, context.kinds):
            return replace(draft, at=(at,), facing=facing)
        return replace(draft, at=default_line_ends(draft, at, facing), facing=None)

    def _dragged(
        self, context: GroupEditingContext, start: Point, stylus: TabletopToolPointer
    ) -> FigureGroup | None:
        draft, end = context.draft, context.snap(stylus.pointer).at
        if draft is None or end == start:
            return draft and self._clicked(context, start)
        if not is_placed_by_two_points(draft, context.kinds):
            angle = _step(bearing(start, stylus.at), stylus.pointer)
            return replace(draft, at=(start,), facing=angle)
        if stylus.pointer.shift:
            end = _straight(start, end)
        return replace(draft, at=(start, end), facing=None)


def is_placed_by_two_points(body: FigureGroup, kinds: Mapping[str, FigureGroupKind]) -> bool:
    """Return True if a group is placed by two points: it has figures to form up."""
    kind = kinds.get(body.type)
    return body.strength > 1 and (kind is None or bool(kind.formations))


def default_line_ends(body: FigureGroup, at: Point, facing: int) -> tuple[Point, Point]:
    """The two points that lay a formation about a point, facing a direction."""
    half, angle = front_width(body) / 2, radians(facing)
    if body.formation in ALONG:
        ahead = round(half * sin(angle)), round(half * cos(angle))
        return Point(at.x - ahead[0], at.y - ahead[1]), Point(at.x + ahead[0], at.y + ahead[1])
    if body.formation == "dispersed":
        out = round(sqrt(body.strength) * INCH)
        return Point(at.x - out, at.y - out), Point(at.x + out, at.y + out)
    aside = round(half * cos(angle)), round(half * sin(angle))
    return Point(at.x - aside[0], at.y + aside[1]), Point(at.x + aside[0], at.y - aside[1])


def front_width(body: FigureGroup) -> int:
    """Return the front width of a group placed by a click."""
    apart = footprint(body.type).sweep + INCH // 2
    return min((body.strength - 1) * apart, MAX_FRONT)


def default_facing(context: GroupEditingContext, at: Point) -> int:
    """Towards the middle of the table: away from the edge it is nearest to."""
    table = context.table
    across, away = at.x - table.width / 2, at.y - table.depth / 2
    if abs(away) * table.width >= abs(across) * table.depth:
        return 0 if away <= 0 else 180
    return 90 if across <= 0 else 270


def _tell(body: FigureGroup) -> tuple[str, ...]:
    return (f"{body.strength} · {format_length(_length(body))}",) if len(body.at) == 2 else ()


def _length(body: FigureGroup) -> float:
    first, last = body.at[0], body.at[-1]
    return hypot(last.x - first.x, last.y - first.y)


def _lead(
    context: GroupEditingContext,
    box: ShapeBounds,
    press: TabletopToolPointer,
    stylus: TabletopToolPointer,
) -> tuple[int, int]:
    """Return the pointer's movement: to the grid, straight with Shift."""
    pointer = stylus.pointer
    right, away = pointer.x - press.pointer.x, pointer.y - press.pointer.y
    if pointer.shift:
        right, away = (right, 0.0) if abs(right) >= abs(away) else (0.0, away)
    if not context.snapping.is_to_grid or pointer.control:
        return round(right), round(away)
    corner = on_grid((box.left + right, box.bottom + away), context.snapping.grid)
    across = corner.x - box.left if right else 0
    return across, corner.y - box.bottom if away else 0


def _span(context: GroupEditingContext, press: TabletopToolPointer) -> BodyStroke:
    """Select those inside a box from where the press began; with Shift, in addition."""
    before = context.selection if press.pointer.shift else ()
    context.select(before)
    stylus = yield REST
    while stylus.phase is not PointerPhase.RELEASE:
        (x, y), (x1, y1) = press.at, stylus.at
        left, right = sorted((round(x), round(x1)))
        bottom, top = sorted((round(y), round(y1)))
        box = ShapeBounds(left, bottom, right, top)
        context.select((*before, *context.within(box)))
        stylus = yield GroupToolPreview(rubber=box, words=(format_size(box.wide, box.deep),))


def _is_stirred(press: TabletopToolPointer, stylus: TabletopToolPointer) -> bool:
    (x, y), (x1, y1) = press.at, stylus.at
    return hypot(x1 - x, y1 - y) > STIRRED * stylus.pointer.pixel


def _step(angle: float, pointer: TabletopPointerEvent) -> int:
    """An angle in whole degrees; by steps with Shift."""
    whole = round(angle / TURN_STEP) * TURN_STEP if pointer.shift else angle
    return round(whole) % 360


def _straight(start: Point, end: Point) -> Point:
    if abs(end.x - start.x) >= abs(end.y - start.y):
        return Point(end.x, start.y)
    return Point(start.x, end.y)
