"""The ground as the wizard shows it: tinted relief, land use, waters and ways. In any thread."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from engine.ground.kinds import kinds
from engine.ground.overview import overview
from engine.ground.reading import TerrainSource
from engine.map.terrain import TerrainClass, catalogue
from studio.drawing.inks import blend, colour
from studio.ground.camera import GeoCamera

NO_HEIGHT = 0xFFE6E2D8
PAPER = "#f4f1e8"
FAINTLY = 0.55  # how much of a cover's colour lies over the relief
TINIEST = 1.5  # pixels: smaller areas are left out
MINOR = ("street", "track", "path", "ditch")
MINOR_UP_TO = 25.0  # metres a pixel
SUN = (-0.5, -0.5, 0.7)  # from the north-west
STEEPENED = 4.0
DARKEST = 0.62

Report = Callable[[float], None]


def ground_picture(
    sources: Sequence[TerrainSource], camera: GeoCamera, ramp: str, report: Report
) -> QImage:
    """What a camera sees of the sources. `report` receives the share done and may raise to stop."""
    wide, high = (max(1, round(side)) for side in camera.size)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(PAPER))
    painter = QPainter(image)
    try:
        _paint_relief(painter, sources, camera, ramp)
        report(0.4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for done, source in enumerate(sources, 1):
            _paint_features(painter, source, camera)
            report(0.4 + 0.6 * done / len(sources))
    finally:
        painter.end()
    return image


# --- heights --------------------------------------------------------------------------------------


def _paint_relief(
    painter: QPainter, sources: Sequence[TerrainSource], camera: GeoCamera, ramp: str
) -> None:
    rasters = [source.path for source in sources if source.sort == "rasters"]
    if not rasters:
        return
    box = camera.box
    left, top = camera.screen(box.west, box.north)
    right, low = camera.screen(box.east, box.south)
    shape = max(2, round(low - top)), max(2, round(right - left))
    pixels = _colour(overview(rasters, box, shape), camera.metres_a_pixel, ramp)
    relief = QImage(pixels.data, shape[1], shape[0], 4 * shape[1], QImage.Format.Format_RGB32)
    painter.drawImage(QPointF(left, top), relief)


def _colour(heights: NDArray[np.float32], metres: float, ramp: str) -> NDArray[np.uint32]:
    """Heights as colours of a ramp, lit from the north-west."""
    known = ~np.isnan(heights)
    pixels = np.full(heights.shape, NO_HEIGHT, np.uint32)
    if not known.any():
        return pixels
    low, high = float(np.nanmin(heights)), float(np.nanmax(heights))
    share = (np.where(known, heights, low) - low) / max(high - low, 1.0)
    inks = [colour(said) for said in catalogue().ramps[ramp].colours]
    stops = np.array([[ink.red(), ink.green(), ink.blue()] for ink in inks])
    light = _light(np.where(known, heights, low), metres)
    at = np.linspace(0, 1, len(stops))
    red, green, blue = (
        np.clip(np.interp(share, at, stops[:, part]) * light, 0, 255).astype(np.uint32)
        for part in range(3)
    )
    return np.where(known, 0xFF000000 | red << 16 | green << 8 | blue, pixels).astype(np.uint32)


def _light(heights: NDArray[np.float32], metres: float) -> NDArray[np.float64]:
    """How brightly the sun shines on each cell."""
    down, across = np.gradient(heights.astype(np.float64) * STEEPENED / metres)
    length = np.sqrt(down**2 + across**2 + 1)
    shade = (-across * SUN[0] - down * SUN[1] + SUN[2]) / length / math.hypot(*SUN)
    return np.asarray(np.clip(DARKEST + (1.35 - DARKEST) * shade, DARKEST, 1.12))


# --- vectors --------------------------------------------------------------------------------------


def _paint_features(painter: QPainter, source: TerrainSource, camera: GeoCamera) -> None:
    features, table = source.features, kinds()
    for name in reversed(list(table.cover)):
        drawing = catalogue().ground(table.cover[name].kind)
        tint = drawing.fill or (drawing.marks[0].colour if drawing.marks else "")
        if tint:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(tint, FAINTLY))
            if name in features.areas:
                polygons = features.areas[name].near(camera.box).polygons()
                _paint_areas(painter, polygons, camera)
    for part, lies in ((table.links, TerrainClass.LINK), (table.waters, TerrainClass.SIDE)):
        for name in reversed(list(part)):
            if name not in MINOR or camera.metres_a_pixel <= MINOR_UP_TO:
                courses = [line.course for line in features.lines.get(name, ())]
                painter.setPen(_pen(part[name].kind, lies, is_minor=name in MINOR))
                _paint_lines(painter, courses, camera)


def _pen(kind: str, lies: TerrainClass, *, is_minor: bool) -> QPen:
    strokes = catalogue().line(kind, lies).strokes
    main = max(strokes[:1] if lies is TerrainClass.LINK else strokes, key=lambda each: each.width)
    ink = blend(colour(main.colour), PAPER, 0.4) if is_minor else colour(main.colour)
    pen = QPen(ink, 0.7 if is_minor else 1.5)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _paint_areas(painter: QPainter, areas: NDArray[Any], camera: GeoCamera) -> None:
    import shapely

    for polygon in shapely.get_parts(_shapes_seen(areas, camera, TINIEST)):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in shapely.get_rings(polygon):
            path.addPolygon(_polygon(shapely.get_coordinates(ring), camera))
        painter.drawPath(path)


def _paint_lines(painter: QPainter, courses: Sequence[Any], camera: GeoCamera) -> None:
    import shapely

    for course in _shapes_seen(courses, camera, 0.0):
        painter.drawPolyline(_polygon(shapely.get_coordinates(course), camera))


def _shapes_seen(shapes: Sequence[Any] | NDArray[Any], camera: GeoCamera, tiniest: float) -> Any:
    """Shapes that lie in the picture and are not too small for it, no finer than its pixels."""
    import shapely

    every = np.array(shapes, object)
    if not every.size:
        return every
    box, pixel = camera.box, 1 / camera.scale
    west, south, east, north = shapely.bounds(every).T
    large = np.maximum((east - west) * camera.squeeze, north - south) >= tiniest * pixel
    inside = (west <= box.east) & (east >= box.west) & (south <= box.north) & (north >= box.south)
    simple = shapely.simplify(every[large & inside], pixel / 2, preserve_topology=False)
    return simple[~shapely.is_empty(simple)]


def _polygon(points: NDArray[np.float64], camera: GeoCamera) -> QPolygonF:
    return QPolygonF([QPointF(*camera.screen(lon, lat)) for lon, lat in points.tolist()])
