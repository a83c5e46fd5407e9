"""The hand that selects: it moves, copies, turns and scales, and draws corners elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from PySide6.QtCore import Qt

from engine.editing.shape_transforms import (
    ShapeBounds,
    ShapeTransform,
    rotation_transform,
    scaling_transform,
    shift_transform,
    transform_shape,
    with_points,
)
from engine.editing.tabletop_map_edits import Key, TabletopClip, shape_of, with_shapes
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import FeatureShape, TabletopMap, points_of
from studio.map_tools.tool_pointer import PointerPhase
from studio.workspaces.map.tabletop.measurements import bearing, format_length, format_size
from studio.workspaces.map.tabletop.pointer_targets import snap_move
from studio.workspaces.map.tabletop.selection_handles import (
    HandleRole,
    SelectionHandle,
    handle_at,
    handles_of,
)
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext
from studio.workspaces.map.tabletop.tabletop_tool_controller import (
    CLEAR,
    TableStroke,
    TabletopToolPointer,
    TabletopToolPreview,
)

STIRRED = 3.0  # pixels: a press that moves less is a click
TURN_STEP = 15.0  # degrees, with Shift


@dataclass(frozen=True)
class SelectionTool:
    """Presses on a thing select it, drags move it; its handles turn, scale and reshape it.

    `steps` says what each of its steps is called in the history.
    """

    steps: tuple[tuple[str, str], ...]

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the steps."""
        return dict(self.steps)

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Show what a press here would take."""
        handle = handle_at(handles_of(context), stylus.at, stylus.pointer.pixel)
        if handle is not None:
            return TabletopToolPreview(cursor=handle.cursor)
        key = context.at(stylus.pointer)
        if key is None:
            return CLEAR
        is_chosen = key in context.selection
        drag = Qt.CursorShape.DragCopyCursor if stylus.pointer.alt else Qt.CursorShape.SizeAllCursor
        return TabletopToolPreview(cursor=drag if is_chosen else Qt.CursorShape.PointingHandCursor)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """Handle a stroke from its press on."""
        handle = handle_at(handles_of(context), press.at, press.pointer.pixel)
        if handle is not None:
            yield from self._pull(context, press, handle)
            return
        key = context.at(press.pointer)
        if key is None:
            yield from _span(context, press)
        else:
            yield from self._take(context, press, key)

    # --- things -----------------------------------------------------------------------------------

    def _take(
        self, context: TabletopEditingContext, press: TabletopToolPointer, key: Key
    ) -> TableStroke:
        """Select a thing, and move what is selected where the pointer leads."""
        was_chosen = key in context.selection
        if press.pointer.shift:
            context.toggle(key)
        elif not was_chosen:
            context.select((key,))
        if key not in context.selection:
            yield CLEAR
            return
        stylus = yield TabletopToolPreview(cursor=Qt.CursorShape.SizeAllCursor)
        while not _is_stirred(press, stylus):
            if stylus.phase is PointerPhase.RELEASE:
                if was_chosen and not press.pointer.shift:
                    context.select((key,))  # a click on one of several chooses it alone
                return
            stylus = yield TabletopToolPreview(cursor=Qt.CursorShape.SizeAllCursor)
        yield from self._move(context, press, stylus)

    def _move(
        self,
        context: TabletopEditingContext,
        press: TabletopToolPointer,
        stylus: TabletopToolPointer,
    ) -> TableStroke:
        carried = _DraggedSelection(context)
        sketch, move = carried.led(press, stylus)
        while stylus.phase is not PointerPhase.RELEASE:
            stylus = yield sketch
            sketch, move = carried.led(press, stylus)
        if stylus.pointer.alt:
            table, keys = TabletopClip.of(context.table, context.selection).pasted_on(
                context.table, *move
            )
            context.commit(table, self.names["copy"])
            context.select(keys)
        else:
            context.commit(carried.after(shift_transform(*move)), self.names["move"])

    # --- handles ----------------------------------------------------------------------------------

    def _pull(
        self, context: TabletopEditingContext, press: TabletopToolPointer, handle: SelectionHandle
    ) -> TableStroke:
        if handle.pull is HandleRole.CORNER:
            yield from self._drag_corner(context, handle.corner)
            return
        carried, name = (
            _DraggedSelection(context),
            "turn" if handle.pull is HandleRole.TURN else "scale",
        )
        stylus, change = press, ShapeTransform()
        sketch = TabletopToolPreview(cursor=handle.cursor)
        while stylus.phase is not PointerPhase.RELEASE:
            stylus = yield sketch
            if handle.pull is HandleRole.TURN:
                change, words = carried.turned(press, stylus)
            else:
                change, words = carried.scaled(press, handle, stylus)
            sketch = carried.sketch(change, words, handle.cursor)
        context.commit(carried.after(change), self.names[name])

    def _drag_corner(self, context: TabletopEditingContext, corner: int) -> TableStroke:
        (key,) = context.selection
        shape = shape_of(context.table, key)
        points = list(points_of(shape))
        context.corner, laid = corner, shape
        sketch = TabletopToolPreview(cursor=Qt.CursorShape.CrossCursor)
        while True:
            stylus = yield sketch
            pointer = stylus.pointer
            snapped = context.snap(pointer, (key,))
            at = snapped.at
            if pointer.shift:
                at = _straight(points_of(shape)[corner], at)
            points[corner] = at
            laid = with_points(shape, points)
            if stylus.phase is PointerPhase.RELEASE:
                break
            moving = _alone(with_shapes(context.table, {key: laid}), (key,))
            sketch = TabletopToolPreview(
                moving, frozenset((key,)), snapped=snapped, words=(_told_point(at),),
                cursor=Qt.CursorShape.CrossCursor,
            )  # fmt: skip
        chosen = context.corner
        context.commit(with_shapes(context.table, {key: laid}), self.names["reshape"])
        context.corner = chosen


class _DraggedSelection:
    """The selection as it was when the drag began."""

    def __init__(self, context: TabletopEditingContext) -> None:
        self.context = context
        self.keys = context.selection
        self.shapes: dict[Key, FeatureShape] = {
            key: shape_of(context.table, key) for key in self.keys
        }
        box = context.box
        assert box is not None, "nothing is selected"
        self.box: ShapeBounds = box
        self._points = [point for shape in self.shapes.values() for point in points_of(shape)]

    def after(self, change: ShapeTransform) -> TabletopMap:
        """The table after a change of them."""
        shapes = {key: transform_shape(shape, change) for key, shape in self.shapes.items()}
        return with_shapes(self.context.table, shapes)

    def sketch(
        self,
        change: ShapeTransform,
        words: tuple[str, ...],
        cursor: Qt.CursorShape,
        hidden: bool = True,
    ) -> TabletopToolPreview:
        """Return the preview of a change."""
        moving = _alone(self.after(change), self.keys)
        gone = frozenset(self.keys) if hidden else frozenset()
        return TabletopToolPreview(moving, gone, words=words, cursor=cursor)

    def led(
        self, press: TabletopToolPointer, stylus: TabletopToolPointer
    ) -> tuple[TabletopToolPreview, tuple[int, int]]:
        """Moved from where the pointer took hold to where it is."""
        pointer, context = stylus.pointer, self.context
        move = pointer.x - press.pointer.x, pointer.y - press.pointer.y
        if pointer.shift:
            move = (move[0], 0.0) if abs(move[0]) >= abs(move[1]) else (0.0, move[1])
        without = () if pointer.alt else self.keys
        right, away, snapped = snap_move(
            self._points, self.box, move, context.snapping, context.guides(without), pointer.pixel,
            is_free=pointer.control,
        )  # fmt: skip
        if pointer.shift:
            right, away = (right, 0) if move[1] == 0 else (0, away)
        copies = pointer.alt
        cursor = Qt.CursorShape.DragCopyCursor if copies else Qt.CursorShape.SizeAllCursor
        words = (f"→ {format_length(right)}  ↑ {format_length(away)}",)
        sketch = self.sketch(shift_transform(right, away), words, cursor, not copies)
        return replace(sketch, snapped=snapped), (right, away)

    def turned(
        self, press: TabletopToolPointer, stylus: TabletopToolPointer
    ) -> tuple[ShapeTransform, tuple[str, ...]]:
        """Turned about their middle; by steps with Shift."""
        about = self.box.centre
        angle = bearing(about, stylus.at) - bearing(about, press.at)
        angle = (angle + 180) % 360 - 180
        angle = round(angle / TURN_STEP) * TURN_STEP if stylus.pointer.shift else round(angle)
        return rotation_transform(angle, about), (f"{angle:+.0f}°",)

    def scaled(
        self, press: TabletopToolPointer, handle: SelectionHandle, stylus: TabletopToolPointer
    ) -> tuple[ShapeTransform, tuple[str, ...]]:
        """Scaled from the opposite side, with Alt from the middle; in proportion with Shift."""
        box, (across, away), pointer = self.box, handle.side, stylus.pointer
        x, y = box.centre
        is_central = pointer.alt
        about = (
            x if is_central else x - across * box.wide / 2,
            y if is_central else y - away * box.deep / 2,
        )
        led = (
            handle.at[0] + pointer.x - press.pointer.x,
            handle.at[1] + pointer.y - press.pointer.y,
        )
        at = self.context.snap(replace(pointer, x=led[0], y=led[1]), self.keys).at
        factors = [
            _factor(handle.at[0] - about[0], at.x - about[0]) if across else 1.0,
            _factor(handle.at[1] - about[1], at.y - about[1]) if away else 1.0,
        ]
        if pointer.shift:
            largest = max(factors, key=lambda factor: abs(abs(factor) - 1))
            factors = [abs(largest)] * 2
        change = scaling_transform(factors[0], factors[1], about)
        return change, (format_size(box.wide * abs(factors[0]), box.deep * abs(factors[1])),)


def _span(context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
    """A box from where was pressed: what lies in it is selected, with Shift as well."""
    before = context.selection if press.pointer.shift else ()
    context.select(before)
    stylus = yield CLEAR
    while stylus.phase is not PointerPhase.RELEASE:
        box = _between(press, stylus)
        if _is_stirred(press, stylus):
            context.select((*before, *context.within(box)))
            stylus = yield TabletopToolPreview(rubber=box, words=(format_size(box.wide, box.deep),))
        else:
            stylus = yield CLEAR


def _between(press: TabletopToolPointer, stylus: TabletopToolPointer) -> ShapeBounds:
    (x, y), (x1, y1) = press.at, stylus.at
    left, right = sorted((round(x), round(x1)))
    bottom, top = sorted((round(y), round(y1)))
    return ShapeBounds(left, bottom, right, top)


def _is_stirred(press: TabletopToolPointer, stylus: TabletopToolPointer) -> bool:
    (x, y), (x1, y1) = press.at, stylus.at
    return hypot(x1 - x, y1 - y) > STIRRED * stylus.pointer.pixel


def _factor(was: float, now: float) -> float:
    """By how much something grows; it never becomes nothing."""
    if not was:
        return 1.0
    least = 1 / abs(was)
    factor = now / was
    return factor if abs(factor) >= least else least


def _straight(was: Point, at: Point) -> Point:
    """Across or away from where it was, whichever is nearer."""
    return Point(at.x, was.y) if abs(at.x - was.x) >= abs(at.y - was.y) else Point(was.x, at.y)


def _alone(table: TabletopMap, keys: tuple[Key, ...]) -> TabletopMap:
    """A table with nothing but some things on it."""
    clip = TabletopClip.of(table, keys)
    bare = replace(table, features=(), zones={}, places=())
    return clip.pasted_on(bare, 0, 0)[0]


def _told_point(at: Point) -> str:
    return f"{format_length(at.x)}, {format_length(at.y)}"
