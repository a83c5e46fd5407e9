"""The underlay of a table: a photograph or drawing, read once, fitted by two points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTransform

from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopMap, TabletopUnderlay
from studio.canvas.camera import TabletopCamera
from studio.canvas.image_placement import ImagePlacement, fit_placement
from studio.canvas.tabletop_canvas import TablePaint
from studio.canvas.underlay_painter import ImagePyramid
from studio.map_tools.tool_pointer import PointerPhase
from studio.underlay.underlay_image import load_underlay_image
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext
from studio.workspaces.map.tabletop.tabletop_tool_controller import (
    TableStroke,
    TabletopToolPointer,
    TabletopToolPreview,
)

OPACITY = 0.5
NEAREST = 16  # sixteenths: two points of a fit are farther apart


def underlay_placement(table: TabletopMap, underlay: TabletopUnderlay) -> ImagePlacement:
    """From pixels to the page of a table, in sixteenths from its upper left corner."""
    first, second = underlay.points
    pairs = zip(underlay.pixels, (_page(table, first), _page(table, second)), strict=True)
    return fit_placement([((float(x), float(y)), to) for (x, y), to in pairs])


def _page(table: TabletopMap, at: Point) -> tuple[float, float]:
    return float(at.x), float(table.depth - at.y)


def initial_placement(table: TabletopMap, written: str, size: tuple[int, int]) -> TabletopUnderlay:
    """A picture as wide as the table, its upper edge at the far one."""
    wide = max(size[0], 2)
    ends = Point(0, table.depth), Point(table.width, table.depth)
    return TabletopUnderlay(written, (Point(0, 0), Point(wide, 0)), ends)


def refit_underlay(
    table: TabletopMap, underlay: TabletopUnderlay, pairs: Sequence[tuple[Point, Point]]
) -> TabletopUnderlay:
    """The picture laid so that two points of it come where they belong."""
    placing = underlay_placement(table, underlay)
    pixels = [placing.picture(_page(table, here)) for here, _ in pairs]
    first, second = (Point(round(x), round(y)) for x, y in pixels)
    return underlay._replace(pixels=(first, second), points=(pairs[0][1], pairs[1][1]))


@dataclass(frozen=True, eq=False)
class UnderlayOverlay:
    """Draws the picture over the country, half seen through."""

    table: TabletopMap
    underlay: TabletopUnderlay
    shrunk: ImagePyramid
    file: Path

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw it."""
        placing, scale = underlay_placement(self.table, self.underlay), camera.scale
        picture = self.shrunk.for_scale(placing.scale * scale)
        across = self.shrunk.picture.width() / picture.width()
        down = self.shrunk.picture.height() / picture.height()
        painter.setTransform(
            QTransform(
                placing.a * scale * across, placing.b * scale * across,
                placing.c * scale * down, placing.d * scale * down,
                placing.e * scale - camera.left, placing.f * scale - camera.top,
            ),
            True,
        )  # fmt: skip
        painter.setOpacity(OPACITY)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(picture.rect()), picture)


@dataclass(frozen=True)
class UnderlayFitTool:
    """Four clicks: a point of the picture and where it belongs, and another pair."""

    name: str
    words: tuple[str, str]  # which point comes next: one of the picture, one of the table

    def hover(
        self, context: TabletopEditingContext, stylus: TabletopToolPointer
    ) -> TabletopToolPreview:
        """Preview the first point."""
        return TabletopToolPreview(words=(self.words[0],), cursor=Qt.CursorShape.CrossCursor)

    def stroke(self, context: TabletopEditingContext, press: TabletopToolPointer) -> TableStroke:
        """Pair by pair; what is moved follows when both are there."""
        points = [press.pointer.point]
        while len(points) < 4:
            here = points[-1:] if len(points) % 2 else []
            words = (self.words[len(points) % 2],)
            stylus = yield TabletopToolPreview(
                trail=tuple(here), words=words, cursor=Qt.CursorShape.CrossCursor
            )
            if stylus.phase is not PointerPhase.PRESS:
                continue
            if stylus.is_right:
                return
            is_place = len(points) % 2 == 1
            points.append(context.snap(stylus.pointer).at if is_place else stylus.pointer.point)
        underlay = context.table.underlay
        pairs = [(points[0], points[1]), (points[2], points[3])]
        are_apart = all(_is_apart(one, other) for one, other in zip(*pairs, strict=True))
        if underlay is not None and are_apart:
            fitted = refit_underlay(context.table, underlay, pairs)
            context.commit(replace(context.table, underlay=fitted), self.name)


def _is_apart(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) >= NEAREST


class UnderlayImageCache:
    """Keeps the picture of a file; `fault` says why it cannot be read, where it cannot."""

    def __init__(self) -> None:
        self._kept: tuple[Path, ImagePyramid | None] | None = None

    def marks(self, table: TabletopMap, file: Path | None) -> list[TablePaint]:
        """The picture over the table, if there is one. Raises SandtableError, once for a file."""
        if file is None or table.underlay is None:
            return []
        if self._kept is None or self._kept[0] != file:
            self._kept = file, None
            self._kept = file, ImagePyramid(load_underlay_image(file))
        shrunk = self._kept[1]
        return [UnderlayOverlay(table, table.underlay, shrunk, file)] if shrunk is not None else []
