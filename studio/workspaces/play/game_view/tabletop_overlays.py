"""The overlays on a table for the asked person: reach, drags, aims, words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from engine.play.option_targets import TrajectoryPoint
from engine.play.position import Point
from engine.play.tabletop_gestures import Edge, GesturePreview
from studio.canvas import overlay_colours
from studio.canvas.camera import TabletopCamera
from studio.canvas.counter_effects import CORNERED, DARK, DOTTED, RING_COLOURS, CounterRing
from studio.rendering.painting import make_colour, round_pen
from studio.rendering.text_painting import draw_text, make_font, text_rect

FREE, BARRED, HALO, AIM = (
    overlay_colours.ALLOWED,
    overlay_colours.REFUSED,
    overlay_colours.HALO,
    overlay_colours.REFUSED,
)
REACH, BAND = overlay_colours.ROUTE, overlay_colours.ROUTE
SHOT, SHADOW = overlay_colours.SHOT, overlay_colours.SHADOW
LETTERS, SMALL = 12, 10  # pixels
FAR = 18.0  # pixels between the pointer and what is said under it
CROSS = 7.0
FULL = {CounterRing.SELECTED, CounterRing.JOINED}
TRAIL = 0.25  # how much of its way a shot leaves behind it as a line
BOLT = 3.2  # pixels: half of the bolt


def on_screen(camera: TabletopCamera, point: Point) -> QPointF:
    """Return the point on the screen of a point of the table."""
    return QPointF(*camera.screen(*point))


def polygon_of(camera: TabletopCamera, points: Sequence[Point]) -> QPolygonF:
    """Points of the table as a polygon on the screen."""
    return QPolygonF([on_screen(camera, point) for point in points])


@dataclass(frozen=True)
class TabletopReachOverlay:
    """The reach of the taken pieces this move."""

    outlines: tuple[Edge, ...]

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Tint it, as far as it is on the table; an outline within another is a hole."""
        left, top = camera.screen(0, camera.deep)
        room = QRectF(left, top, camera.wide * camera.scale, camera.deep * camera.scale)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for outline in self.outlines:
            path.addPolygon(polygon_of(camera, outline))
            path.closeSubpath()
        painter.setBrush(make_colour(REACH, 0.10))
        painter.setPen(QPen(make_colour(REACH, 0.75), 1.4, Qt.PenStyle.DashLine))
        painter.drawPath(path)


@dataclass(frozen=True)
class RingsOverlay:
    """Rings round figures: which may be taken, which are, which are meant."""

    rings: Mapping[str, CounterRing]
    places: Mapping[str, tuple[Point, float]]  # the middle, and how far a ring is from it

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw them, the taken ones last."""
        for unit, ring in sorted(
            self.rings.items(), key=lambda each: each[1] is CounterRing.SELECTED
        ):
            if unit in self.places:
                at, far = self.places[unit]
                radius = max(far * camera.scale + 2.5, 5.0)
                _paint_circle(painter, ring, on_screen(camera, at), radius)


def _paint_circle(painter: QPainter, ring: CounterRing, middle: QPointF, radius: float) -> None:
    """A full circle, a dotted one, or one with four ticks: told apart by shape as well."""
    thick = 2.6 if ring in FULL else 1.6
    for shade, wide in ((DARK, thick + 1.4), (RING_COLOURS[ring], thick)):
        pen = round_pen(make_colour(shade, 0.95), wide)
        if ring in DOTTED:
            pen.setDashPattern([0.1, 2.4 * thick / wide])
        painter.setPen(pen)
        painter.drawEllipse(middle, radius, radius)
        if ring in CORNERED:
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                step = QPointF(x, y)
                painter.drawLine(middle + step * radius, middle + step * (radius + 5.0))


@dataclass(frozen=True)
class SelectionRectangleOverlay:
    """The rectangle in which figures are being taken."""

    start: Point
    end: Point

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw it."""
        painter.setPen(QPen(make_colour(BAND), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(make_colour(BAND, 0.10))
        room = QRectF(on_screen(camera, self.start), on_screen(camera, self.end))
        painter.drawRect(room.normalized())


@dataclass(frozen=True)
class GestureForecastOverlay:
    """The result of a gesture: stands and ways, what bars them, what is hit."""

    prospect: GesturePreview
    places: Mapping[str, tuple[Point, float]]

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw ways below, stands above them, and chances on top."""
        for landing in self.prospect.landings:
            self._paint_way(painter, camera, landing.way, landing.why is not None)
        for landing in self.prospect.landings:
            far = self.places[landing.piece][1] if landing.piece in self.places else 6.0
            shade = BARRED if landing.why is not None else FREE
            painter.setPen(QPen(make_colour(shade), 1.6))
            painter.setBrush(make_colour(shade, 0.35))
            radius = max(far * camera.scale, 3.0)
            painter.drawEllipse(on_screen(camera, landing.at), radius, radius)
        self._paint_line(painter, camera)
        for point in self.prospect.barred:
            _paint_cross(painter, on_screen(camera, point))
        self._paint_chances(painter, camera)

    def _paint_way(
        self, painter: QPainter, camera: TabletopCamera, way: Sequence[Point], is_barred: bool
    ) -> None:
        if len(way) < 2:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(make_colour(BARRED if is_barred else FREE, 0.7), 1.4))
        painter.drawPolyline(polygon_of(camera, way))

    def _paint_line(self, painter: QPainter, camera: TabletopCamera) -> None:
        if len(self.prospect.line) < 2:
            return
        line = polygon_of(camera, self.prospect.line)
        for shade, wide in ((HALO, 4.0), (AIM, 2.0)):
            pen = round_pen(make_colour(shade, 0.9), wide)
            pen.setDashPattern([3.0, 2.0] if shade == AIM else [1.0, 0.0])
            painter.setPen(pen)
            painter.drawPolyline(line)

    def _paint_chances(self, painter: QPainter, camera: TabletopCamera) -> None:
        letters, taken = make_font(SMALL, bold=True), list[QRectF]()
        for struck in sorted(self.prospect.struck, key=lambda each: -each.chance):
            percent = round(100 * float(struck.chance))
            if struck.piece not in self.places or not percent:
                continue
            at, far = self.places[struck.piece]
            middle = on_screen(camera, at) - QPointF(0, far * camera.scale + 10)
            words = f"{percent} %"
            room = text_rect(middle, words, letters).adjusted(-3, -1, 3, 1)
            if any(room.intersects(other) for other in taken):
                continue
            taken.append(room)
            paint_text_plate(painter, room, BARRED)
            draw_text(painter, middle, words, letters, make_colour(HALO))


def _paint_cross(painter: QPainter, at: QPointF) -> None:
    for shade, wide in ((HALO, 4.5), (BARRED, 2.4)):
        painter.setPen(round_pen(make_colour(shade), wide))
        painter.drawLine(at + QPointF(-CROSS, -CROSS), at + QPointF(CROSS, CROSS))
        painter.drawLine(at + QPointF(-CROSS, CROSS), at + QPointF(CROSS, -CROSS))


def paint_text_plate(painter: QPainter, room: QRectF, shade: str) -> None:
    """Paint the plate under some letters."""
    painter.setPen(QPen(make_colour(HALO), 1.2))
    painter.setBrush(make_colour(shade, 0.92))
    painter.drawRoundedRect(room, 4, 4)


@dataclass(frozen=True)
class PointerTextOverlay:
    """A text under the pointer: the reason of a refusal, or a result."""

    at: Point
    lines: tuple[str, ...]
    is_refused: bool = False

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Write it below the pointer, within the canvas."""
        letters = make_font(LETTERS, bold=self.is_refused)
        line_high, at = LETTERS * 1.45, on_screen(camera, self.at)
        wide = max(text_rect(QPointF(), line, letters).width() for line in self.lines)
        high = line_high * len(self.lines)
        seen = painter.viewport()
        left = min(max(at.x() - wide / 2, 8.0), max(seen.width() - wide - 12.0, 8.0))
        top = at.y() + FAR if at.y() + FAR + high + 12 < seen.height() else at.y() - FAR - high
        paint_text_plate(
            painter,
            QRectF(left - 6, top - 4, wide + 12, high + 6),
            BARRED if self.is_refused else overlay_colours.SIGN,
        )
        for number, line in enumerate(self.lines):
            middle = QPointF(left + wide / 2, top + line_high * (number + 0.5))
            draw_text(painter, middle, line, letters, make_colour(HALO))


@dataclass(frozen=True)
class TabletopPathOverlay:
    """A way over the table, as one that is filled in or proposed."""

    way: tuple[Point, ...]

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw it with a dot at its end."""
        if not self.way:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for shade, wide in ((HALO, 4.5), (REACH, 2.4)):
            painter.setPen(round_pen(make_colour(shade), wide))
            painter.drawPolyline(polygon_of(camera, self.way))
        painter.setBrush(make_colour(REACH))
        painter.drawEllipse(on_screen(camera, self.way[-1]), 5.0, 5.0)


@dataclass(frozen=True)
class EventPlacesOverlay:
    """The places of an event."""

    points: tuple[Point, ...]

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw a ring round each point."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for point in self.points:
            for shade, wide in ((HALO, 5.0), (overlay_colours.CHARGE, 2.6)):
                painter.setPen(QPen(make_colour(shade), wide))
                painter.drawEllipse(on_screen(camera, point), 14.0, 14.0)


@dataclass(frozen=True)
class ShotOverlay:
    """A shot that has come so far on its way, from 0 to 1: the bolt, its shadow, its trail."""

    flight: tuple[TrajectoryPoint, ...]
    progress: float

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw the bolt as high over its shadow as it flies."""
        way = [(QPointF(*camera.screen(at.x, at.y)), at.height) for at in self.flight]
        if not way:
            return
        behind = part_of_path(way, max(self.progress - TRAIL, 0.0), self.progress)
        lifted = [at - QPointF(0, 0.5 * height * camera.scale) for at, height in behind]
        ground, high = behind[-1]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(make_colour(SHOT, 0.35), 1.6))
        painter.drawPolyline(QPolygonF(lifted))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(make_colour(SHADOW, 0.30))
        painter.drawEllipse(ground, BOLT, 0.6 * BOLT)
        painter.setPen(QPen(make_colour(HALO), 1.0))
        painter.setBrush(make_colour(SHOT))
        painter.drawEllipse(ground - QPointF(0, 0.5 * high * camera.scale), BOLT, BOLT)


Lifted = tuple[QPointF, float]


def part_of_path(way: Sequence[Lifted], start: float, end: float) -> list[Lifted]:
    """A way from one share of its length to another, with how high it is."""
    lengths = [0.0]
    for (one, _), (other, _) in pairwise(way):
        step = other - one
        lengths.append(lengths[-1] + (step.x() ** 2 + step.y() ** 2) ** 0.5)
    first, last = start * lengths[-1], end * lengths[-1]
    within = [way[n] for n, length in enumerate(lengths) if first < length < last]
    return [_at_length(way, lengths, first), *within, _at_length(way, lengths, last)]


def _at_length(way: Sequence[Lifted], lengths: Sequence[float], wanted: float) -> Lifted:
    for number in range(1, len(way)):
        if wanted <= lengths[number]:
            span = lengths[number] - lengths[number - 1]
            share = (wanted - lengths[number - 1]) / span if span else 0.0
            (one, low), (other, high) = way[number - 1], way[number]
            return one + (other - one) * share, low + (high - low) * share
    return way[-1]
