"""How fast the canvas paints and takes a brush stroke, beside one QPainter polygon a hex.

python -m tests.bench canvas
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from statistics import median

from PySide6.QtCore import QEvent, QEventLoop, QPointF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication

from engine.files import map_style_files
from engine.hexes.grid import Orientation
from engine.hexes.hex import disc
from engine.map.map import Map
from studio.canvas import kernel_loading
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.map_canvas import MapCanvas
from tests.bench.counters_bench import counter_rows
from tests.bench.rows import MS, Row, format_ratio, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent
from tests.generated import generated_map

WIDE, HIGH = 1600, 1000
WIDTHS = sized((3, 6, 12, 30, 60), (6, 30))
SIZES = sized((100, 1000, 3000), (100, 1000))
GRID_FROM = 8
COUNTER_WIDTHS = (30, 60)
FRAME = 16 * MS
FRAMES, STROKES = sized(9, 3), sized(15, 5)


def rows() -> Iterator[Row]:
    """Yield frames and strokes on maps of each size."""
    application = QApplication.instance() or QApplication(["sandtable"])
    assert isinstance(application, QApplication)
    kernel_loading.load_kernels().result()
    for size in SIZES:
        yield from _of_map(application, generated_map(size, size, 1, Orientation.POINTY), size)


def _of_map(application: QApplication, map_: Map, size: int) -> Iterator[Row]:
    canvas = MapCanvas()
    canvas.resize(WIDE, HIGH)

    def show() -> None:
        canvas.show_map(map_)
        canvas.show()
        application.processEvents()

    yield time_row(f"show a map of {size}², first frame", spent(show), 1.0)
    canvas.zoom_to(0.01)
    yield time_row(f"frame {size}², whole sheet", _frame(canvas), FRAME)
    for width in WIDTHS:
        canvas.set_hex_width(width)
        canvas.centre_on(map_.grid.hex(size // 2, size // 2))
        peer = _peer(canvas, map_, width) if size != SIZES[-1] else None
        frame = _frame(canvas)
        beside = f"polygons {format_time(peer)}: {format_ratio(peer / frame)}" if peer else ""
        yield time_row(f"frame {size}², {width} px", frame, FRAME, beside)
        _settle(application, canvas)
        if width >= 16:
            yield time_row(f"  settled, panned {size}², {width} px", _pan(canvas), FRAME)
        restyled = _restyled(canvas)
        yield time_row(f"  another style or layer {size}², {width} px", restyled, 100 * MS)
        yield _stroke(canvas, map_, f"stroke {size}², {width} px")
        if size == SIZES[0] and width in COUNTER_WIDTHS:
            yield from counter_rows(canvas, map_, width)
    canvas.close()
    canvas.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _frame(canvas: MapCanvas) -> float:
    """Everything painted anew, as after a jump to another part of the map."""

    def paint() -> None:
        canvas.set_camera(canvas.camera.moved(1.0, 1.0))
        canvas.repaint()

    return seconds(paint, FRAMES)


def _pan(canvas: MapCanvas) -> float:
    """Frames while the map is dragged over tiles that are there."""

    def paint() -> None:
        canvas.pan(1.0, 0.0)
        canvas.repaint()

    return seconds(paint, FRAMES)


def _restyled(canvas: MapCanvas) -> float:
    """A screen in another style, without roads, and so on in turn."""
    usual = LayerSettings()
    staff = replace(usual, style=map_style_files.style_shipped("staff-map"))
    looks = cycle((staff, usual.without({"links"}), usual))

    def paint() -> None:
        canvas.set_layers(next(looks))
        canvas.repaint()

    return seconds(paint, 3 * max(1, FRAMES // 3))


def _stroke(canvas: MapCanvas, map_: Map, work: str) -> Row:
    """19 hexes set to woods and back: the canvas told, then the changed part painted."""
    grid = map_.grid
    middle = canvas.hex_at(QPointF(WIDE / 2, HIGH / 2))
    if middle not in grid:
        middle = grid.hex(grid.columns // 2, grid.rows // 2)
    column, row = grid.column_row(middle)
    hexes = [grid.index(hex_) for hex_ in disc(middle, 2) if hex_ in grid]
    told, painted = [], []
    for number in range(STROKES):
        for at in hexes:
            map_.ground[at] = number & 1
        start = time.process_time()
        canvas.hexes_changed(range(row - 2, row + 3), range(column - 2, column + 3))
        between = time.process_time()
        QApplication.sendPostedEvents(canvas.window(), QEvent.Type.UpdateRequest.value)
        told.append(between - start)
        painted.append(time.process_time() - between)
    return time_row(work, median(told), 1 * MS, f"and {format_time(median(painted))} to paint it")


def _peer(canvas: MapCanvas, map_: Map, width: float) -> float:
    """The same hexes of the same colours as polygons of a QPainter, the grid as their pens."""
    grid, scene = map_.grid, canvas.scene
    assert scene is not None
    across, down = grid.scale(width)
    shape = QPolygonF([QPointF(x * across, y * down) for x, y in grid.orientation.corners])
    camera = canvas.camera
    first_row, last_row = _span(camera.top, HIGH, 3 * down, grid.rows)
    first_column, last_column = _span(camera.left, WIDE, 2 * across, grid.columns)
    colours = scene.colours.tolist()
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)

    def paint() -> None:
        painter = QPainter(image)
        painter.setPen(QPen(QColor("#3d3222")) if width >= GRID_FROM else QPen(QColor(0, 0, 0, 0)))
        for row in range(first_row, last_row):
            shift = grid.shift(row)
            for column in range(first_column, last_column):
                painter.setBrush(QBrush(QColor(colours[row][column])))
                x = (2 * column + shift + 1) * across - camera.left
                y = (3 * row + 2) * down - camera.top
                painter.drawPolygon(shape.translated(x, y))
        painter.end()

    return spent(paint)


def _span(start: float, length: float, pitch: float, count: int) -> tuple[int, int]:
    first = max(0, math.floor(start / pitch) - 1)
    return first, min(count, math.ceil((start + length) / pitch) + 1)


def _settle(application: QApplication, canvas: MapCanvas) -> None:
    end = time.monotonic() + 20.0
    while not canvas.is_settled and time.monotonic() < end:
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)
