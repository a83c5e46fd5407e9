"""Animations over counters: rings, shots on their way, and hits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QRadialGradient

from engine.hexes.hex import Hex
from studio.canvas.camera import MapCamera
from studio.rendering.painting import make_colour, round_pen

# The muzzle flash is gone at this part of a shot, the shell's flash at its end begins at that.
MUZZLE_GONE, HIT_BEGINS = 0.3, 0.75
TRACER, FLASH, DARK = "#fff3a8", "#ffb02e", "#2b241a"


class CounterRing(StrEnum):
    """The reasons for a counter's ring, told apart by shape as well as by colour."""

    MAY_ACT = "may-act"  # a dotted ring
    TARGET = "target"  # four corners
    SELECTED = "selected"  # a full ring
    MAY_JOIN = "may-join"  # a dotted ring with a plus
    JOINED = "joined"  # a full ring with a tick
    MAY_LOSE = "may-lose"  # four corners with a minus
    CARRIER = "carrier"  # a dotted ring with an arrow into it


RING_COLOURS = {
    CounterRing.MAY_ACT: "#58d36b", CounterRing.TARGET: "#ff4133", CounterRing.SELECTED: "#ffd21f",
    CounterRing.MAY_JOIN: "#4cc9f0", CounterRing.JOINED: "#4cc9f0", CounterRing.MAY_LOSE: "#ff4133",
    CounterRing.CARRIER: "#c79bff",
}  # fmt: skip
CORNERED = {CounterRing.TARGET, CounterRing.MAY_LOSE}
DOTTED = {CounterRing.MAY_ACT, CounterRing.MAY_JOIN, CounterRing.CARRIER}
# What stands at a ring's upper left, in a square from -1 to 1: lines, each with its points.
SIGNS = {
    CounterRing.MAY_JOIN: (((-0.6, 0.0), (0.6, 0.0)), ((0.0, -0.6), (0.0, 0.6))),
    CounterRing.JOINED: (((-0.6, 0.0), (-0.15, 0.5), (0.6, -0.5)),),
    CounterRing.MAY_LOSE: (((-0.6, 0.0), (0.6, 0.0)),),
    CounterRing.CARRIER: (((-0.5, -0.5), (0.45, 0.45)), ((0.5, -0.3), (0.5, 0.5), (-0.3, 0.5))),
}
SIGN = 0.16  # the radius of its disc, of the counter


@dataclass(frozen=True)
class ShotEffect:
    """Fire along a line of sight; `progress` goes from 0, the muzzle flash, to 1, the shell's."""

    start: Hex
    end: Hex
    progress: float


@dataclass(frozen=True)
class HitEffect:
    """A hit on a unit: a ring that spreads from its hex, over a cross for one lost."""

    at: Hex
    shade: str
    is_lost: bool
    progress: float


def paint_ring(painter: QPainter, ring: CounterRing, square: QRectF) -> None:
    """Draw a ring round a counter's square."""
    size = square.width()
    thick = max(0.06 * size, 2.0)
    room = square.adjusted(-0.9 * thick, -0.9 * thick, 0.9 * thick, 0.9 * thick)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for shade, width in ((DARK, thick + 1.6), (RING_COLOURS[ring], thick)):
        pen = round_pen(make_colour(shade), width)
        if ring in CORNERED:
            painter.setPen(pen)
            painter.drawLines(_corners(room.adjusted(-thick, -thick, thick, thick)))
            continue
        if ring in DOTTED:
            pen.setDashPattern([thick / width * dash for dash in (0.1, 2.0)])
        painter.setPen(pen)
        painter.drawRoundedRect(room, 0.12 * size, 0.12 * size)
    if ring in SIGNS:
        _paint_sign(painter, ring, room.topLeft(), max(SIGN * size, 4.0))


def _paint_sign(painter: QPainter, ring: CounterRing, at: QPointF, radius: float) -> None:
    """A disc with the sign of a ring; the counter hides what of it lies within."""
    painter.setPen(round_pen(make_colour(DARK), 1.0))
    painter.setBrush(make_colour(RING_COLOURS[ring]))
    painter.drawEllipse(at, radius, radius)
    painter.setPen(round_pen(make_colour(DARK), max(0.3 * radius, 1.2)))
    for line in SIGNS[ring]:
        painter.drawPolyline([at + QPointF(*point) * radius for point in line])


def paint_shot(painter: QPainter, camera: MapCamera, shot: ShotEffect) -> None:
    """Draw a shot as far as it has come."""
    start, end = QPointF(*camera.centre(shot.start)), QPointF(*camera.centre(shot.end))
    width = camera.width
    head = start + (end - start) * min(shot.progress / HIT_BEGINS, 1.0)
    tail = start + (end - start) * max(0.0, min(shot.progress / HIT_BEGINS, 1.0) - 0.3)
    thin = QPen(make_colour(DARK, 0.55), max(0.03 * width, 1.2))
    thin.setDashPattern([4.0, 3.0])
    painter.setPen(thin)
    painter.drawLine(start, end)
    for shade, part in ((FLASH, 0.1), (TRACER, 0.045)):
        painter.setPen(round_pen(make_colour(shade), max(part * width, 1.5)))
        painter.drawLine(tail, head)
    if shot.progress < MUZZLE_GONE:
        _paint_flash(painter, start, 0.38 * width * (1 - shot.progress / MUZZLE_GONE))
    if shot.progress > HIT_BEGINS:
        rest = (shot.progress - HIT_BEGINS) / (1 - HIT_BEGINS)
        _paint_flash(painter, end, width * (0.25 + 0.4 * rest))


def shot_rect(camera: MapCamera, shot: ShotEffect) -> QRectF:
    """The part of the screen a shot may change."""
    start, end = QPointF(*camera.centre(shot.start)), QPointF(*camera.centre(shot.end))
    edge = 0.7 * camera.width + 4
    return QRectF(start, end).normalized().adjusted(-edge, -edge, edge, edge)


def paint_hit_effect(painter: QPainter, camera: MapCamera, strike: HitEffect) -> None:
    """Draw a ring that has come so far, fainter towards its end; a cross for one that is lost."""
    at, width, part = QPointF(*camera.centre(strike.at)), camera.width, strike.progress
    radius, faint = width * (0.2 + 0.36 * part), 1.0 - part * part
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for shade, thick in ((DARK, 0.13), (strike.shade, 0.09)):
        pen = round_pen(make_colour(shade, faint), max(thick * width * (1.0 - 0.5 * part), 1.5))
        painter.setPen(pen)
        painter.drawEllipse(at, radius, radius)
        if strike.is_lost:
            arm = 0.3 * width * min(1.0, 2.0 * part)
            across, down = QPointF(arm, arm), QPointF(arm, -arm)
            painter.drawLines([QLineF(at - across, at + across), QLineF(at - down, at + down)])


def hit_effect_rect(camera: MapCamera, strike: HitEffect) -> QRectF:
    """The part of the screen a strike may change."""
    at, edge = QPointF(*camera.centre(strike.at)), 0.65 * camera.width + 4
    return QRectF(at.x() - edge, at.y() - edge, 2 * edge, 2 * edge)


def _paint_flash(painter: QPainter, at: QPointF, radius: float) -> None:
    if radius < 0.5:
        return
    glow = QRadialGradient(at, radius)
    glow.setColorAt(0.0, make_colour("#ffffff", 0.95))
    glow.setColorAt(0.4, make_colour(TRACER, 0.9))
    glow.setColorAt(0.7, make_colour(FLASH, 0.6))
    glow.setColorAt(1.0, make_colour(FLASH, 0.0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(glow)
    painter.drawEllipse(at, radius, radius)


def _corners(room: QRectF) -> list[QLineF]:
    """Two short lines at each corner of a rectangle."""
    arm = 0.28 * room.width()
    lines = []
    for x, right in ((room.left(), 1), (room.right(), -1)):
        for y, down in ((room.top(), 1), (room.bottom(), -1)):
            lines += [QLineF(x, y, x + right * arm, y), QLineF(x, y, x, y + down * arm)]
    return lines
