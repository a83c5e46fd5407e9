"""The hands that lay things on a table: corner by corner, freehand, as rectangles, discs, lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

from PySide6.QtCore import Qt
from shapely import LineString

from engine.editing.tabletop_map_edits import with_feature, with_place, with_zone
from engine.tabletop.feature_kinds import ShapeKind, feature_kinds
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape
from studio.map_tools.tool_pointer import PointerPhase
from studio.workspaces.map.tabletop.measurements import (
    bearing,
    format_length,
    format_size,
    length_of,
)
from studio.workspaces.map.tabletop.pointer_targets import SnapResult
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext
from studio.workspaces.map.tabletop.tabletop_tool_controller import (
    TableStroke,
    TabletopToolPointer,
    TabletopToolPreview,
)
from studio.workspaces.map.tabletop.tabletop_toolbox import PLACES, ZONES

CROSS = Qt.CursorShape.CrossCursor
ANGLE = 15.0  # degrees: with Shift lines lead in such steps
STIRRED = 4.0  # pixels: a press that moves less is a click
COARSE = 2.5  # pixels by which a freehand line may leave what was drawn
FEWEST = {True: 3, False: 2}  # corners of an area, points of a line
ROOM = 6 * INCH  # half of a thing without a size


@dataclass(frozen=True)
class PlacementSettings:
    """The settings of a placement: its kind, the step's name, and a place's first text."""

    kind: str
    name: str
    words: tuple[tuple[str, str], ...]

    @property
    def width(self) -> int:
        """Return the width of a line of the kind."""
        return feature_kinds()[self.kind].width if self.kind in feature_kinds() else 0

    @property
    def is_area(self) -> bool:
        """Return True if it can be an area, so that a drawn line closes."""
        if self.kind == ZONES:
            return True
        return ShapeKind.POLYGON in feature_kinds()[self.kind].shapes

    def lay(self, context: TabletopEditingContext, shape: FeatureShape) -> None:
        """Put one on the table, and select it."""
        if self.kind == ZONES:
            assert isinstance(shape, Polygon), "a zone is an area"
            table, key = with_zone(context.table, shape)
        elif self.kind == PLACES:
            assert isinstance(shape, Disc), "a name stands at a point"
            table, key = with_place(context.table, shape.centre, dict(self.words))
        else:
            table, key = with_feature(context.table, self.kind, shape)
        context.commit(table, self.name)
        context.select((key,))


@dataclass(frozen=True)
class PolygonTool:
    """Click by click: an area closes at its first corner, a line ends with a double click.

    Enter ends both. Shift leads in steps of 15 degrees; a drag sets the corner where it ends.
    """

    laying: PlacementSettings
    is_line: bool

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Preview the first corner."""
        return TabletopToolPreview(snapped=context.snap(stylus.pointer), cursor=CROSS)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """Lay it corner by corner."""
        corners = [context.snap(press.pointer).at]
        stylus, led = press, context.snap(press.pointer)
        while True:
            stylus = yield self._sketch(corners, led)
            led = self._led(context, corners, stylus)
            if stylus.phase is PointerPhase.ENTER:
                break
            is_end = stylus.phase is PointerPhase.PRESS
            if stylus.is_right and is_end:
                corners = corners[:-1]
                if not corners:
                    return
            elif is_end and (stylus.pointer.clicks > 1 or self._closes(corners, stylus)):
                break
            elif led.at != corners[-1] and (is_end or self._was_drag(corners, stylus)):
                corners.append(led.at)
        self._end(context, corners)

    def _end(self, context: TabletopEditingContext, corners: list[Point]) -> None:
        if len(corners) >= FEWEST[not self.is_line]:
            points = tuple(corners)
            shape = WideLine(points, self.laying.width) if self.is_line else Polygon(points)
            self.laying.lay(context, shape)

    def _led(
        self, context: TabletopEditingContext, corners: list[Point], stylus: TabletopToolPointer
    ) -> SnapResult:
        return _step(context, corners[-1], stylus)

    def _closes(self, corners: list[Point], stylus: TabletopToolPointer) -> bool:
        first = corners[0]
        apart = hypot(stylus.at[0] - first.x, stylus.at[1] - first.y)
        is_enough = len(corners) >= FEWEST[True]
        return not self.is_line and is_enough and apart <= 2 * STIRRED * stylus.pointer.pixel

    def _was_drag(self, corners: list[Point], stylus: TabletopToolPointer) -> bool:
        """Return True if the button is released away from where it was pressed."""
        if stylus.phase is not PointerPhase.RELEASE or stylus.is_right:
            return False
        apart = hypot(stylus.at[0] - corners[-1].x, stylus.at[1] - corners[-1].y)
        return apart > 3 * STIRRED * stylus.pointer.pixel

    def _sketch(self, corners: list[Point], led: SnapResult) -> TabletopToolPreview:
        last = corners[-1]
        reach = format_length(hypot(led.at.x - last.x, led.at.y - last.y))
        words = (f"{reach}  {bearing(last, led.at):.0f}°",)
        width = self.laying.width if self.is_line else 0
        trail = (*corners, led.at)
        return TabletopToolPreview(
            trail=trail, is_closed=not self.is_line, width=width, snapped=led, words=words,
            cursor=CROSS,
        )  # fmt: skip


@dataclass(frozen=True)
class FreehandTool:
    """A tool that draws freehand; an area closes when the button is released."""

    laying: PlacementSettings

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Preview only the cursor before the button is pressed."""
        return TabletopToolPreview(cursor=CROSS)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """Lay what is drawn until the button is let go."""
        drawn, stylus = [press.pointer.point], press
        while stylus.phase is not PointerPhase.RELEASE:
            words = (format_length(length_of(tuple(drawn))),)
            width = 0 if self.laying.is_area else self.laying.width
            stylus = yield TabletopToolPreview(
                trail=tuple(drawn), is_closed=self.laying.is_area, width=width, words=words,
                cursor=CROSS,
            )  # fmt: skip
            if stylus.pointer.point != drawn[-1]:
                drawn.append(stylus.pointer.point)
        points = smooth_line(drawn, COARSE * stylus.pointer.pixel)
        if len(points) >= FEWEST[self.laying.is_area]:
            is_area = self.laying.is_area
            shape = Polygon(points) if is_area else WideLine(points, self.laying.width)
            self.laying.lay(context, shape)


def smooth_line(drawn: list[Point], tolerance: float) -> tuple[Point, ...]:
    """A line with as few points as it needs."""
    if len(drawn) < 3:
        return tuple(drawn)
    kept = LineString(drawn).simplify(tolerance).coords
    points = [Point(round(x), round(y)) for x, y in kept]
    unlike = [point for point, before in zip(points, [None, *points], strict=False)
              if point != before]  # fmt: skip
    return tuple(unlike[:-1] if len(unlike) > 3 and unlike[0] == unlike[-1] else unlike)


@dataclass(frozen=True)
class RectangleTool:
    """From corner to corner; Shift makes a square, Alt begins in the middle."""

    laying: PlacementSettings

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Preview the first corner."""
        return TabletopToolPreview(snapped=context.snap(stylus.pointer), cursor=CROSS)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """One rectangle; a click alone lays one of a foot."""
        start = context.snap(press.pointer).at
        stylus, corners = press, self._around(start)
        while stylus.phase is not PointerPhase.RELEASE:
            box = corners[2].x - corners[0].x, corners[2].y - corners[0].y
            words = (format_size(*map(abs, box)),)
            stylus = yield TabletopToolPreview(
                trail=corners, is_closed=True, words=words, cursor=CROSS
            )
            if _is_drag(press, stylus):
                corners = self._spanned(start, context.snap(stylus.pointer).at, stylus)
        if corners[0].x != corners[2].x and corners[0].y != corners[2].y:
            self.laying.lay(context, Polygon(corners))

    def _spanned(self, start: Point, at: Point, stylus: TabletopToolPointer) -> tuple[Point, ...]:
        right, away = at.x - start.x, at.y - start.y
        if stylus.pointer.shift:
            side = max(abs(right), abs(away))
            right, away = side if right >= 0 else -side, side if away >= 0 else -side
        begin = Point(start.x - right, start.y - away) if stylus.pointer.alt else start
        return rectangle_corners(begin, Point(start.x + right, start.y + away))

    def _around(self, at: Point) -> tuple[Point, ...]:
        return rectangle_corners(Point(at.x - ROOM, at.y - ROOM), Point(at.x + ROOM, at.y + ROOM))


def rectangle_corners(one: Point, other: Point) -> tuple[Point, ...]:
    """The corners of an upright rectangle, from the lower left round."""
    left, right = sorted((one.x, other.x))
    bottom, top = sorted((one.y, other.y))
    return Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)


@dataclass(frozen=True)
class CircleTool:
    """From the middle outwards; a click lays one as large as its kind usually is."""

    laying: PlacementSettings

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Preview the middle."""
        return TabletopToolPreview(snapped=context.snap(stylus.pointer), cursor=CROSS)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """Lay a disc from its middle to where the button is let go."""
        centre = context.snap(press.pointer).at
        stylus, radius = press, self._usual
        while stylus.phase is not PointerPhase.RELEASE:
            stylus = yield TabletopToolPreview(
                trail=circle_points(centre, radius), is_closed=True, cursor=CROSS,
                words=(f"r {format_length(radius)}",) if radius else (),
            )  # fmt: skip
            if _is_drag(press, stylus) and self.laying.kind != PLACES:
                at = context.snap(stylus.pointer).at
                radius = max(1, round(hypot(at.x - centre.x, at.y - centre.y)))
        self.laying.lay(context, Disc(centre, radius))

    @property
    def _usual(self) -> int:
        if self.laying.kind == PLACES:
            return 0
        return feature_kinds()[self.laying.kind].radius or ROOM


def circle_points(centre: Point, radius: int) -> tuple[Point, ...]:
    """A circle as it is sketched."""
    turns = (radians(degrees) for degrees in range(0, 360, 10))
    return tuple(
        Point(round(centre.x + radius * cos(turn)), round(centre.y + radius * sin(turn)))
        for turn in turns
    )


@dataclass(frozen=True)
class MeasureTool:
    """Measures: by a drag straight, by clicks round corners; Escape rolls the tape up."""

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Preview the start of the tape."""
        return TabletopToolPreview(snapped=context.snap(stylus.pointer), cursor=CROSS)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """A tape that stays where it was laid, until Escape or another."""
        led = context.snap(press.pointer)
        points, context.tape = [led.at], ()
        while True:
            tape = (*points, led.at)
            stylus = yield TabletopToolPreview(tape=tape, snapped=led, cursor=CROSS)
            led = _step(context, points[-1], stylus)
            is_press = stylus.phase is PointerPhase.PRESS
            is_over = is_press and (stylus.is_right or stylus.pointer.clicks > 1)
            if stylus.phase is PointerPhase.ENTER or is_over:
                break
            if (is_press or _ends_drag(press, stylus)) and led.at != points[-1]:
                points.append(led.at)
            if _ends_drag(press, stylus) and len(points) == 2:
                break
        context.tape = tuple(points) if len(points) > 1 else ()


def _ends_drag(press: TabletopToolPointer, stylus: TabletopToolPointer) -> bool:
    return stylus.phase is PointerPhase.RELEASE and _is_drag(press, stylus)


def _step(context: TabletopEditingContext, last: Point, stylus: TabletopToolPointer) -> SnapResult:
    """Return the next point of the pointer: in steps of 15 degrees with Shift."""
    if not stylus.pointer.shift:
        return context.snap(stylus.pointer)
    x, y = stylus.at
    reach = hypot(x - last.x, y - last.y)
    way = radians(round(bearing(last, (x, y)) / ANGLE) * ANGLE)
    pointer = replace(stylus.pointer, x=last.x + reach * sin(way), y=last.y + reach * cos(way))
    return SnapResult(pointer.point)


def _is_drag(press: TabletopToolPointer, stylus: TabletopToolPointer) -> bool:
    (x, y), (x1, y1) = press.at, stylus.at
    return hypot(x1 - x, y1 - y) > STIRRED * stylus.pointer.pixel
