"""The preview of imported ground: relief, land use, waters, roads, names and scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from engine.map.terrain import TerrainClass, load_catalogue
from engine.terrain_import.geo_boxes import GeoBox, near_longitude, turned_points
from engine.terrain_import.hex_elevation import height_overview
from engine.terrain_import.source_reader import TerrainSource
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import NamedSpot
from studio.rendering.length_units import LengthUnits, format_length, round_length
from studio.rendering.painting import blend, make_colour

MARGIN = 0.06  # of the picture, left free round what is fitted into it
MIN_SPAN, MAX_SPAN = 0.002, 120.0  # degrees of latitude over the height of the picture
METRES_A_DEGREE = 111_195.0  # of latitude
ALL_ROUND = 179.9  # degrees to either side that are shown at most
FLATTEST = 0.05  # near the poles degrees of longitude are shown no narrower


@dataclass(frozen=True)
class GeoCamera:
    """North is up. `scale` is pixels a degree of latitude at `lon`, `lat`, the picture's middle."""

    lon: float = 0.0
    lat: float = 0.0
    scale: float = 100.0
    size: tuple[float, float] = (100.0, 100.0)

    @property
    def squeeze(self) -> float:
        """Return how much narrower a degree of longitude is than one of latitude."""
        return max(FLATTEST, math.cos(math.radians(self.lat)))

    @property
    def metres_a_pixel(self) -> float:
        """Return the metres of ground in a pixel."""
        return METRES_A_DEGREE / self.scale

    @classmethod
    def on(cls, box: GeoBox, size: tuple[float, float]) -> GeoCamera:
        """The camera that shows a whole box."""
        lon, lat = (box.west + box.east) / 2, (box.south + box.north) / 2
        plain = cls(lon, lat, 1.0, size)
        wide = max(box.east - box.west, 1e-6) * plain.squeeze
        high = max(box.north - box.south, 1e-6)
        free = 1 - 2 * MARGIN
        return plain.with_scale(min(size[0] * free / wide, size[1] * free / high))

    def with_scale(self, scale: float) -> GeoCamera:
        """The same middle, nearer or farther, within bounds."""
        high = max(self.size[1], 1.0)
        return replace(self, scale=min(max(scale, high / MAX_SPAN), high / MIN_SPAN))

    def resized(self, size: tuple[float, float]) -> GeoCamera:
        """The same middle and scale in a picture of another size."""
        return replace(self, size=size)

    def zoomed(self, factor: float, x: float, y: float) -> GeoCamera:
        """Nearer by a factor; what lies at a point of the picture stays there."""
        lon, lat = self.ground(x, y)
        nearer = self.with_scale(self.scale * factor)
        there = nearer.screen(lon, lat)
        return nearer.panned(there[0] - x, there[1] - y)

    def panned(self, right: float, down: float) -> GeoCamera:
        """Moved over the ground by so many pixels."""
        lat = min(max(self.lat - down / self.scale, -89.0), 89.0)
        lon = near_longitude(self.lon + right / self.scale / self.squeeze, 0.0)
        return replace(self, lon=float(lon), lat=lat)

    def screen(self, lon: float, lat: float) -> tuple[float, float]:
        """Return the point on the picture of a place, by the shorter way round the Earth."""
        away = float(near_longitude(lon - self.lon, 0.0))
        x = self.size[0] / 2 + away * self.squeeze * self.scale
        return x, self.size[1] / 2 - (lat - self.lat) * self.scale

    def ground(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude of a point of the picture."""
        lon = self.lon + (x - self.size[0] / 2) / self.squeeze / self.scale
        return lon, self.lat - (y - self.size[1] / 2) / self.scale

    @property
    def box(self) -> GeoBox:
        """Return the part of the Earth that is shown; it may cross the 180th meridian."""
        _, north = self.ground(0, 0)
        _, south = self.ground(*self.size)
        aside = min(ALL_ROUND, self.size[0] / 2 / self.squeeze / self.scale)
        return GeoBox(self.lon - aside, max(south, -90), self.lon + aside, min(north, 90))


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
    """Draw a camera's view of the sources.

    `report` receives the share done and may raise to stop.
    """
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
    pixels = _colour(height_overview(rasters, box, shape), camera.metres_a_pixel, ramp)
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
    inks = [make_colour(said) for said in load_catalogue().ramps[ramp].colours]
    stops = np.array([[ink.red(), ink.green(), ink.blue()] for ink in inks])
    light = _light(np.where(known, heights, low), metres)
    at = np.linspace(0, 1, len(stops))
    red, green, blue = (
        np.clip(np.interp(share, at, stops[:, part]) * light, 0, 255).astype(np.uint32)
        for part in range(3)
    )
    return np.where(known, 0xFF000000 | red << 16 | green << 8 | blue, pixels).astype(np.uint32)


def _light(heights: NDArray[np.float32], metres: float) -> NDArray[np.float64]:
    """Return how brightly the sun shines on each cell."""
    down, across = np.gradient(heights.astype(np.float64) * STEEPENED / metres)
    length = np.sqrt(down**2 + across**2 + 1)
    shade = (-across * SUN[0] - down * SUN[1] + SUN[2]) / length / math.hypot(*SUN)
    return np.asarray(np.clip(DARKEST + (1.35 - DARKEST) * shade, DARKEST, 1.12))


# --- vectors --------------------------------------------------------------------------------------


def _paint_features(painter: QPainter, source: TerrainSource, camera: GeoCamera) -> None:
    features, table = source.features, load_tag_mapping()
    for name in reversed(list(table.cover)):
        drawing = load_catalogue().ground(table.cover[name].kind)
        tint = drawing.fill or (drawing.marks[0].colour if drawing.marks else "")
        if tint:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(make_colour(tint, FAINTLY))
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
    strokes = load_catalogue().line(kind, lies).strokes
    main = max(strokes[:1] if lies is TerrainClass.LINK else strokes, key=lambda each: each.width)
    ink = blend(make_colour(main.colour), PAPER, 0.4) if is_minor else make_colour(main.colour)
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
    if box.crosses_meridian:
        every = shapely.transform(every, partial(turned_points, middle=box.middle))
    west, south, east, north = shapely.bounds(every).T
    large = np.maximum((east - west) * camera.squeeze, north - south) >= tiniest * pixel
    inside = (west <= box.east) & (east >= box.west) & (south <= box.north) & (north >= box.south)
    simple = shapely.simplify(every[large & inside], pixel / 2, preserve_topology=False)
    return simple[~shapely.is_empty(simple)]


def _polygon(points: NDArray[np.float64], camera: GeoCamera) -> QPolygonF:
    return QPolygonF([QPointF(*camera.screen(lon, lat)) for lon, lat in points.tolist()])


MAX_NAMES = 40
LONGEST_BAR = 140  # pixels
INK, RIM = "#12283a", "#f4f1e8"


def paint_names(
    painter: QPainter, camera: GeoCamera, spots: Sequence[NamedSpot], whole: QRectF
) -> None:
    """Draw as many names as there is room for in the whole picture, in their order."""
    taken: list[QRectF] = []
    metrics = painter.fontMetrics()
    for spot in spots:
        x, y = camera.screen(spot.lon, spot.lat)
        room = QRectF(metrics.boundingRect(spot.name)).adjusted(-2, -1, 2, 1)
        room.moveCenter(QPointF(x, y))
        is_free = not any(room.intersects(other) for other in taken)
        if is_free and whole.contains(room):
            taken.append(room)
            _write(painter, room, spot.name)
        if len(taken) >= MAX_NAMES:
            break


def paint_scale(
    painter: QPainter, camera: GeoCamera, low: float, units: LengthUnits, language: str
) -> None:
    """Draw a bar of a round length at the left, its foot a number of pixels down."""
    most = camera.metres_a_pixel * LONGEST_BAR
    metres = round_length(most, units)
    right = 12 + metres / camera.metres_a_pixel
    bar = QPolygonF([QPointF(12, low - 6), QPointF(12, low), QPointF(right, low),
                     QPointF(right, low - 6)])  # fmt: skip
    for width, ink in ((4.0, RIM), (1.6, INK)):
        painter.setPen(QPen(QColor(ink), width))
        painter.drawPolyline(bar)
    words = format_length(metres, units, language)
    _write(painter, QRectF(16, low - 24, 80, 18), words, Qt.AlignmentFlag.AlignLeft)


def _write(
    painter: QPainter,
    room: QRectF,
    words: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
) -> None:
    flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    painter.setPen(QColor(255, 255, 255, 200))
    for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        painter.drawText(room.translated(right, down), int(flags), words)
    painter.setPen(QColor(INK))
    painter.drawText(room, int(flags), words)
