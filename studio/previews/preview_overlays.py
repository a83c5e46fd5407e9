"""The overlays of previews: line of sight, cheapest path, key to the heat map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF

from engine.hexes.hex import Hex
from engine.sight.sight_profile import Profile
from studio.canvas.camera import MapCamera
from studio.rendering.charts.heat_map import RAMP
from studio.rendering.map.preview_tints import SMALLEST_NUMBERED, cost_text
from studio.rendering.painting import make_colour
from studio.rendering.text_painting import INK, draw_text, draw_text_with_halo, make_font, text_rect

HALO, BLOCKED, CLEAR, FAR, WAY, BEYOND = (
    "#ffffff", "#b3122a", "#00857a", "#b08a1e", "#1b4fd0", "#6b3fa0",
)  # fmt: skip
DASHES = [2.0, 2.4]
# The key to the heat map, in pixels of the screen.
MARGIN, WIDE, HIGH, BAR = 12.0, 216.0, 54.0, 12.0
PAPER, LETTERS = "#fbf8ef", 10


@dataclass(frozen=True)
class SightLineOverlay:
    """The line of sight: green when clear, red with a ring round what blocks it.

    Brown and dashed where it is clear but longer than anyone can see.
    """

    profile: Profile
    is_far: bool

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw it."""
        profile = self.profile
        ends = [QPointF(*camera.centre(end)) for end in (profile.start, profile.end)]
        blocking = profile.blocking
        ink = BLOCKED if blocking else FAR if self.is_far else CLEAR
        for shade, share in ((HALO, 0.13), (ink, 0.07)):
            painter.setPen(overlay_pen(shade, share * camera.width, self.is_far and shade != HALO))
            painter.drawLine(*ends)
        if blocking:
            painter.setPen(overlay_pen(ink, 0.07 * camera.width))
            centre = QPointF(*camera.centre(blocking.hex))
            painter.drawEllipse(centre, 0.3 * camera.width, 0.3 * camera.width)


@dataclass(frozen=True)
class CheapestPathOverlay:
    """The cheapest way with the points spent at each hex, and all of them on a badge at its end.

    It is dashed beyond the point where the unit's movement points are spent.
    """

    hexes: tuple[Hex, ...]
    spent: tuple[float, ...]
    affordable: int

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw it."""
        points = [QPointF(*camera.centre(hex_)) for hex_ in self.hexes]
        near, far = points[: self.affordable], points[max(0, self.affordable - 1) :]
        self._draw(painter, camera, far, BEYOND, True)
        self._draw(painter, camera, near, WAY, False)
        if camera.width >= SMALLEST_NUMBERED:
            letters = make_font(max(7, round(0.27 * camera.width)), bold=True)
            below = QPointF(0, 0.06 * camera.width)
            for point, spent in list(zip(points, self.spent, strict=True))[1:-1]:
                draw_text_with_halo(
                    painter, point + below, cost_text(spent), letters, make_colour(INK)
                )
        ink = WAY if self.affordable == len(points) else BEYOND
        _paint_badge(painter, points[-1], cost_text(self.spent[-1]), camera.width, ink)

    @staticmethod
    def _draw(
        painter: QPainter, camera: MapCamera, points: Sequence[QPointF], ink: str, is_dashed: bool
    ) -> None:
        if len(points) < 2:
            return
        line = QPolygonF(points)
        for shade, share, dashed in ((HALO, 0.17, False), (ink, 0.09, is_dashed)):
            painter.setPen(overlay_pen(shade, share * camera.width, dashed))
            painter.drawPolyline(line)


@dataclass(frozen=True)
class VisibilityLegend:
    """The key to the heat map, in a corner of the screen."""

    title: str
    least: int
    most: int

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw it."""
        high = painter.window().height()
        letters = make_font(LETTERS)
        wide = max(WIDE, text_rect(QPointF(0, 0), self.title, letters).width() + 2 * MARGIN)
        room = QRectF(MARGIN, high - MARGIN - HIGH, wide, HIGH)
        painter.setPen(QPen(make_colour(INK, 0.5), 1.0))
        painter.setBrush(make_colour(PAPER, 0.94))
        painter.drawRoundedRect(room, 5, 5)
        bar = QRectF(room.left() + MARGIN, room.top() + 22, wide - 2 * MARGIN, BAR)
        painter.fillRect(bar, _ramp(bar.left(), bar.right()))
        painter.setFont(letters)
        painter.setPen(make_colour(INK))
        line = QRectF(bar.left(), room.top() + 3, bar.width(), 18)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, self.title)
        foot = QRectF(bar.left(), bar.bottom(), bar.width(), 18)
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, str(self.least))
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, str(self.most))


Mark = SightLineOverlay | CheapestPathOverlay | VisibilityLegend


def _paint_badge(painter: QPainter, at: QPointF, words: str, width: float, ink: str) -> None:
    """Words on a plate over the middle of a hex."""
    letters = make_font(max(10, min(24, round(0.32 * width))), bold=True)
    room = text_rect(at, words, letters).adjusted(-6, -2, 6, 2)
    painter.setPen(overlay_pen(HALO, 2.0))
    painter.setBrush(make_colour(ink))
    painter.drawRoundedRect(room, 5, 5)
    draw_text(painter, at, words, letters, make_colour(HALO))


def _ramp(left: float, right: float) -> QLinearGradient:
    gradient = QLinearGradient(left, 0, right, 0)
    for place, shade in enumerate(RAMP):
        gradient.setColorAt(place / (len(RAMP) - 1), QColor(shade))
    return gradient


def overlay_pen(ink: str, width: float, is_dashed: bool = False) -> QPen:
    """A round pen that is never too thin to be seen."""
    made = QPen(make_colour(ink), max(width, 1.5))
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if is_dashed:
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
        made.setDashPattern(DASHES)
    return made
