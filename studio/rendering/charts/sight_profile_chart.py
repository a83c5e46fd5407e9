"""The sighting chart (tank S5): the ground under a line of sight, from the side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.hexes.hex import Hex
from engine.hexes.labels import Labels
from engine.narration.number_format import format_decimal
from engine.sight.hindrance_profile import HindranceProfile
from engine.sight.sight_profile import Profile, ProfilePoint
from engine.texts import text
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.painting import add_polygon, draw, fill, fill_and_draw, make_colour, round_pen
from studio.rendering.text_painting import (
    INK,
    draw_text,
    draw_text_from,
    draw_text_with_halo,
    make_font,
    text_rect,
)

if TYPE_CHECKING:
    from studio.rendering.map.map_pictures import RenderedFile

GROUND, COVER, BLOCKED = "#d9d2c3", "#3d3a34", "#b3122a"
# The plot's sides in page units: per hex and per level, within bounds.
A_HEX, NARROWEST, WIDEST = 34.0, 420.0, 1150.0
A_LEVEL, LOWEST, TALLEST = 34.0, 150.0, 430.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 50.0, 92.0, 92.0
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
HATCH = 5.0
APART = 5.0  # pixels from cross to cross at least
LETTERS = 13
_PATCHES = {"ground": make_colour(GROUND), "blind": make_colour(BLOCKED, 0.28)}


def render_sight_profile(
    profile: Profile, labels: Labels, language: str, format_: PictureFormat
) -> RenderedFile:
    """The sighting chart of a line of sight as a file."""
    from studio.rendering.map.map_pictures import (
        render_drawing,  # the panel of the window makes no file
    )

    chart = SightProfileChart(profile, labels, language)
    title = text("drawing.chart-title", language)
    return render_drawing(chart.paint, chart.width, chart.height, format_, title)


class SightProfileChart:
    """A profile laid out on a page of `width` × `height` units: the low end left, at the origin."""

    def __init__(self, profile: Profile, labels: Labels, language: str) -> None:
        self.profile, self.labels, self.language = profile, labels, language
        self.blocking = profile.blocking  # looked for once: a long line has many points
        self.blind = profile.blind if isinstance(profile, HindranceProfile) else ()
        grounds = [point.level for point in profile.points]
        heights = [point.height for point in profile.points]
        self.floor = min([profile.low_level, *grounds]) - 1
        self.ceiling = max([profile.high_level + 1, *heights]) + 1
        wide = min(max(profile.distance * A_HEX, NARROWEST), WIDEST)
        high = min(max((self.ceiling - self.floor) * A_LEVEL, LOWEST), TALLEST)
        self.across = wide / (profile.distance + 1)
        self.down = high / (self.ceiling - self.floor)
        self.scale = 1.0  # pixels of a page unit, where it is painted on a screen
        self.plot = QRectF(LEFT, TOP, wide, high)
        sentence = text_rect(QPointF(0, 0), self.verdict, make_font(LETTERS)).width() + 2 * LEFT
        self.width = math.ceil(max(LEFT + wide + RIGHT, min(sentence, WIDEST)))
        self.height = math.ceil(TOP + high + BOTTOM)

    @property
    def verdict(self) -> str:
        """Say if the two hexes see each other, and if not, why."""
        profile, blocking = self.profile, self.blocking
        start, end = self.labels.label(profile.start), self.labels.label(profile.end)
        if blocking is None:
            return text(
                "drawing.chart-clear", self.language, start=start, end=end,
                distance=profile.distance,
            )  # fmt: skip
        if isinstance(profile, HindranceProfile):
            hidden = profile.hidden_end_values(self.labels)
            if hidden:
                return text("previews.line-hidden", self.language, start=start, end=end, **hidden)
            return text("previews.line-blocked", self.language, start=start, end=end,
                        hex=self.labels.label(blocking.hex))  # fmt: skip
        return text(
            "drawing.chart-blocked", self.language, start=start, end=end,
            hex=self.labels.label(blocking.hex), low=self.labels.label(profile.low),
            distance=blocking.distance, height=blocking.height,
            limit=format_decimal(f"{float(blocking.limit):.3g}", self.language),
        )  # fmt: skip

    def at(self, distance: float, level: float) -> QPointF:
        """The page point of a distance in hexes from the low end and a height in levels."""
        x = self.plot.left() + (distance + 0.5) * self.across
        return QPointF(x, self.plot.bottom() - (level - self.floor) * self.down)

    def paint(self, painter: QPainter) -> None:
        """Draw the chart at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        page = QPainterPath()
        page.addRect(QRectF(0, 0, self.width, self.height))
        fill(painter, page, make_colour(PAPER))
        title, bold = text("drawing.chart-title", self.language), make_font(20, bold=True)
        draw_text_from(painter, QPointF(LEFT, 36), title, bold)
        draw_text_from(painter, QPointF(LEFT, 60), self.verdict, make_font(LETTERS))
        self._paint_levels(painter)
        self._paint_ground(painter)
        self._paint_blind(painter)
        self._paint_distances(painter)
        self._paint_line(painter)
        self._paint_key(painter)

    # --- axes ------------------------------------------------------------------------------------

    def _paint_levels(self, painter: QPainter) -> None:
        """Thin lines at whole levels, with their numbers."""
        step = _step(self.ceiling - self.floor, self.plot.height() / 22)
        lines = QPainterPath()
        for level in range(self.floor, self.ceiling + 1):
            if level % step == 0:
                height = self.at(0, level).y()
                lines.moveTo(self.plot.left(), height)
                lines.lineTo(self.plot.right(), height)
                middle = QPointF(self.plot.left() - 16, height)
                draw_text(painter, middle, str(level), make_font(11), make_colour(INK))
        draw(painter, lines, round_pen(make_colour(INK, 0.28), 0.7))
        words = text("drawing.chart-levels", self.language)
        above = self.plot.topLeft() - QPointF(16, 16)
        draw_text(painter, above, words, make_font(11), make_colour(INK))

    def _paint_distances(self, painter: QPainter) -> None:
        """The hexes counted along the foot."""
        foot = QPainterPath(self.plot.bottomLeft())
        foot.lineTo(self.plot.bottomRight())
        draw(painter, foot, _pen(INK, 1.2))
        step = _step(self.profile.distance, self.plot.width() / 26)
        for distance in range(0, self.profile.distance + 1, step):
            middle = QPointF(self.at(distance, 0).x(), self.plot.bottom() + 12)
            draw_text(painter, middle, str(distance), make_font(11), make_colour(INK))
        low = self.labels.label(self.profile.low)
        words = text("drawing.chart-hexes", self.language, hex=low)
        middle = QPointF(self.plot.center().x(), self.plot.bottom() + 31)
        draw_text(painter, middle, words, make_font(11), make_colour(INK))

    # --- ground ----------------------------------------------------------------------------------

    def _paint_ground(self, painter: QPainter) -> None:
        """A step of ground for every hex on the line, its cover hatched on top."""
        profile = self.profile
        self._paint_step(painter, 0, 1, profile.low_level, profile.low_level)
        self._paint_step(painter, profile.distance, 1, profile.high_level, profile.high_level)
        for distance, group in groupby(profile.points, key=lambda point: point.distance):
            points = list(group)
            part = 1 / len(points)
            for number, point in enumerate(points):
                middle = distance + (number + 0.5) * part - 0.5
                self._paint_step(painter, middle, part, point.level, point.height)

    def _paint_step(
        self, painter: QPainter, middle: float, part: float, level: int, height: int
    ) -> None:
        left, right = self.at(middle - part / 2, level), self.at(middle + part / 2, level)
        ground, cover = QPainterPath(), QPainterPath()
        ground.addRect(QRectF(left, QPointF(right.x(), self.plot.bottom())))
        fill_and_draw(painter, ground, _shade(GROUND), _pen(INK, 0.8))
        if height > level:
            box = QRectF(QPointF(left.x(), self.at(0, height).y()), right)
            cover.addRect(box)
            draw(painter, hatch(box), _pen(COVER, 0.9))
            draw(painter, cover, _pen(INK, 0.8))

    def _paint_blind(self, painter: QPainter) -> None:
        """A veil over the hexes that lie hidden behind what stands on the line."""
        ends = {0: self.profile.low_level, self.profile.distance: self.profile.high_level}
        levels = {**ends, **{point.distance: point.level for point in self.profile.points}}
        for distance in self.blind:
            veil, top = QPainterPath(), self.at(distance - 0.5, levels[distance] + 1)
            veil.addRect(QRectF(top, self.at(distance + 0.5, levels[distance])))
            fill(painter, veil, make_colour(BLOCKED, 0.28))

    # --- the line --------------------------------------------------------------------------------

    def _paint_line(self, painter: QPainter) -> None:
        """The line from the low end to one level over the high end, and what rises above it."""
        profile = self.profile
        low = self.at(0, profile.low_level)
        high = self.at(profile.distance, profile.high_level + 1)
        line = QPainterPath(low)
        line.lineTo(high)
        draw(painter, line, _pen("#ffffff", 4.0))
        draw(painter, line, _pen(INK, 1.8))
        ends = QPainterPath()
        ends.addEllipse(low, 4, 4)
        ends.addEllipse(high, 4, 4)
        fill(painter, ends, make_colour(INK))
        for point in self.crossed():
            self._mark(painter, point)
        self._name_end(painter, low + QPointF(0, 15), profile.low, profile.low_level)
        self._name_end(painter, high - QPointF(0, 16), profile.high, profile.high_level)
        if self.blocking:
            at = self.at(self.blocking.distance, self.blocking.height) + QPointF(0, -16)
            words = self.labels.label(self.blocking.hex)
            self._write_over(painter, at, words, make_colour(BLOCKED))

    def crossed(self) -> Iterator[ProfilePoint]:
        """Yield the points with crosses: where the line is blocked, without overlaps."""
        last, apart = -math.inf, self.across * self.scale
        for point in self.profile.points:
            if point.blocks and (point.distance - last) * apart >= APART:
                last = point.distance
                if point is not self.blocking:
                    yield point
        if self.blocking is not None:
            yield self.blocking

    def _mark(self, painter: QPainter, point: ProfilePoint) -> None:
        """A cross where the ground rises above the line: the decisive one is the largest."""
        decides = point is self.blocking
        at, size = self.at(point.distance, point.height), 6.5 if decides else 4.0
        cross = QPainterPath()
        for turn in (1, -1):
            cross.moveTo(at + QPointF(-size, -size * turn))
            cross.lineTo(at + QPointF(size, size * turn))
        draw(painter, cross, _pen("#ffffff", 5.0))
        draw(painter, cross, _pen(BLOCKED, 2.6 if decides else 1.6))

    def _name_end(self, painter: QPainter, at: QPointF, hex_: Hex, level: int) -> None:
        """Name an end at a point, or as near to it as the page allows."""
        named = self.labels.label(hex_)
        words = text("drawing.chart-end", self.language, hex=named, level=level)
        letters = make_font(12, bold=True)
        half = text_rect(at, words, letters).width() / 2 + 4
        x = min(max(at.x(), self.plot.left() + half), self.width - half)
        self._write_over(painter, QPointF(x, at.y()), words, make_colour(INK))

    def _write_over(self, painter: QPainter, at: QPointF, words: str, shade: QColor) -> None:
        """Write on top of what is already drawn."""
        draw_text_with_halo(painter, at, words, make_font(12, bold=True), shade)

    def _paint_key(self, painter: QPainter) -> None:
        """Explain the signs, below the chart."""
        x, y = LEFT, self.height - 24.0
        for name in ("ground", "cover", *(["blind"] if self.blind else []), "line"):
            box, path = QRectF(x, y - 9, 22, 12), QPainterPath()
            if name == "line":
                add_polygon(path, [(box.left(), y - 3), (box.right(), y - 3)])
                draw(painter, path, _pen(INK, 1.8))
            else:
                path.addRect(box)
                fill(painter, path, _PATCHES.get(name, make_colour(PAPER)))
                draw(painter, path, _pen(INK, 0.8))
            if name == "cover":
                draw(painter, hatch(box), _pen(COVER, 0.9))
            words = text(f"drawing.chart-{name}", self.language)
            draw_text_from(painter, QPointF(x + 28, y), words, make_font(11))
            x += 28 + text_rect(QPointF(0, 0), words, make_font(11)).width() + 22


@cache
def _shade(name: str) -> QColor:
    """A colour that stays as it is: a long line asks for hundreds."""
    return make_colour(name)


@cache
def _pen(name: str, width: float) -> QPen:
    """A pen of it, likewise."""
    return round_pen(_shade(name), width)


def hatch(box: QRectF) -> QPainterPath:
    """Slanting lines that fill a box and end at its sides."""
    path = QPainterPath()
    wide, high = box.width(), box.height()
    for number in range(1, math.ceil((wide + high) / HATCH)):
        along = number * HATCH
        x1, x2 = max(0.0, along - high), min(along, wide)
        path.moveTo(box.left() + x1, box.top() + along - x1)
        path.lineTo(box.left() + x2, box.top() + along - x2)
    return path


def _step(count: int, room: float) -> int:
    """A round step that leaves no more numbers than there is room for."""
    return next((step for step in STEPS if count / step <= room), STEPS[-1])


class SightProfileInset(SightProfileChart):
    """The chart's plot alone, as wide as a narrow panel; the panel says the rest in words."""

    SIDES = (34.0, 24.0, 26.0, 38.0)  # left, right, above, below

    def __init__(self, profile: Profile, labels: Labels, language: str, width: float) -> None:
        super().__init__(profile, labels, language)
        left, right, top, bottom = self.SIDES
        wide, levels = width - left - right, self.ceiling - self.floor
        high = min(max(levels * 24.0, 80.0), 160.0)
        self.across, self.down = wide / (profile.distance + 1), high / levels
        self.plot = QRectF(left, top, wide, high)
        self.width, self.height = math.ceil(width), math.ceil(top + high + bottom)

    def _write_over(self, painter: QPainter, at: QPointF, words: str, shade: QColor) -> None:
        """On a pale strip: a halo takes a tenth of a frame while the pointer moves."""
        letters, strip = make_font(12, bold=True), QPainterPath()
        strip.addRect(text_rect(at, words, letters).adjusted(-3, 0, 3, 0))
        fill(painter, strip, make_colour(PAPER, 0.8))
        draw_text(painter, at, words, letters, shade)

    def paint(self, painter: QPainter) -> None:
        """Draw the plot on its paper at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        page = QPainterPath()
        page.addRoundedRect(QRectF(0, 0, self.width, self.height), 4, 4)
        fill(painter, page, make_colour(PAPER))
        self._paint_levels(painter)
        self._paint_ground(painter)
        self._paint_distances(painter)
        self._paint_line(painter)
