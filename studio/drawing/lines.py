"""Lines of any kind: their strokes, one over the other, and the signs along them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from engine.map.terrain import LineDrawing, Sign, Signs
from studio.drawing.inks import (
    Points,
    add_polygon,
    catalogue_pen,
    colour,
    draw,
    fill,
    fill_and_draw,
    round_pen,
    winding_path,
)

Line = tuple[QPainterPath, LineDrawing]


def paint_lines(painter: QPainter, width: float, lines: list[Line]) -> None:
    """Draw lines for hexes `width` wide: all first strokes, all second ones, then the signs."""
    for layer in range(max((len(drawing.strokes) for _, drawing in lines), default=0)):
        for path, drawing in lines:
            if layer < len(drawing.strokes):
                draw(painter, path, catalogue_pen(drawing.strokes[layer], width))
    for path, drawing in lines:
        if drawing.signs and drawing.signs.spacing * width >= 1.5:
            paint_signs(painter, width, path, drawing.signs)


def paint_signs(painter: QPainter, width: float, path: QPainterPath, signs: Signs) -> None:
    """Repeat a sign along a path, for hexes `width` wide."""
    size, shapes = signs.size * width, winding_path()
    for x, y, across, down in _stations(path, signs.spacing * width):
        _add_sign(shapes, signs.shape, size, (x, y), (across, down))
    pen = round_pen(colour(signs.colour), max(signs.width * width, 0.4))
    if signs.shape in (Sign.TICKS, Sign.HACHURES, Sign.CROSSES):
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        draw(painter, shapes, pen)
    elif signs.shape is Sign.TEETH:
        fill(painter, shapes, colour(signs.colour))
    else:
        pen.setColor(colour(signs.colour).darker(190))
        fill_and_draw(painter, shapes, colour(signs.colour), pen)


def _add_sign(
    path: QPainterPath,
    shape: Sign,
    size: float,
    at: tuple[float, float],
    along: tuple[float, float],
) -> None:
    """One sign at a point of a line that runs in a direction, of length 1; its left is (y, -x)."""
    (x, y), (dx, dy), half = at, along, size / 2
    left_x, left_y = dy, -dx
    match shape:
        case Sign.TICKS:
            path.moveTo(x - left_x * half, y - left_y * half)
            path.lineTo(x + left_x * half, y + left_y * half)
        case Sign.HACHURES:
            path.moveTo(x, y)
            path.lineTo(x + left_x * size, y + left_y * size)
        case Sign.CROSSES:
            for turn in (1, -1):
                across, down = (dx + turn * left_x) * half * 0.7, (dy + turn * left_y) * half * 0.7
                path.moveTo(x - across, y - down)
                path.lineTo(x + across, y + down)
        case Sign.TEETH:
            tip = x + left_x * size, y + left_y * size
            across, down = 0.45 * size * dx, 0.45 * size * dy
            add_polygon(path, [(x - across, y - down), tip, (x + across, y + down)])
        case Sign.BLOBS:
            path.addEllipse(QPointF(x, y), half, half)


def _stations(path: QPainterPath, spacing: float) -> list[tuple[float, float, float, float]]:
    """Points about every `spacing` along a path, each with the direction the path takes there."""
    found = []
    for line in path.toSubpathPolygons():
        points = np.array([(line.at(i).x(), line.at(i).y()) for i in range(line.count())])
        points = points[np.append(True, np.any(np.diff(points, axis=0) != 0, axis=1))]
        if len(points) > 1:
            found += _stations_of(points, spacing)
    return found


def _stations_of(points: Points, spacing: float) -> list[tuple[float, float, float, float]]:
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    ends = np.cumsum(lengths)
    count = max(1, round(float(ends[-1]) / spacing))
    wanted = (np.arange(count) + 0.5) * ends[-1] / count
    on = np.minimum(np.searchsorted(ends, wanted), len(steps) - 1)
    unit = steps[on] / lengths[on][:, None]
    at = points[on] + unit * (wanted - (ends - lengths)[on])[:, None]
    return [(*spot, *way) for spot, way in zip(at.tolist(), unit.tolist(), strict=True)]
