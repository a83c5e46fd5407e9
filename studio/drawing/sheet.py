"""The printed sheet: title, map, scale, north, legend and credits, laid out on one page."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath

from engine.map import Map
from engine.texts import spoken, text
from studio.drawing.inks import add_polygon, colour, draw, fill, round_pen
from studio.drawing.legend import Legend
from studio.drawing.lettering import INK, write
from studio.drawing.look import Look
from studio.drawing.overlays import Overlay
from studio.drawing.paint import paint_map
from studio.drawing.system import font
from studio.drawing.view import View

PAPER = "#fffdf7"
NARROWEST = 220.0  # a sheet with a legend is at least so wide, in page units
SCALE_STEPS = (1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 100, 200, 300, 400, 500)


class Sheet:
    """A map's page. `width` and `height` are whole page units; a bare map has only its credits."""

    def __init__(self, map_: Map, look: Look) -> None:
        self.map, self.look = map_, look
        self.view = View(map_, look)
        wide, high = map_.grid.size(look.hex_px)
        room = max(wide, NARROWEST) if look.legend else wide
        self.size = round(min(22.0, max(9.0, room / 62)))
        self.margin = 1.6 * self.size if look.legend else max(2.0, 0.06 * look.hex_px)
        self.legend = Legend(self.view, room, self.size) if look.legend else None
        self.title = spoken(map_.title, look.language) if look.legend else ""
        self.title_font = self._fitting_title(room)
        self.map_left = self.margin + (room - wide) / 2
        self.map_top = self.margin + (1.9 * self.title_font.pixelSize() if self.title else 0)
        self.foot = self.map_top + high + 0.8 * self.size
        self.width = math.ceil(room + 2 * self.margin)
        self.height = math.ceil(self._bottom(self.map_top + high))

    def _fitting_title(self, room: float) -> QFont:
        size = round(2.2 * self.size)
        while size > self.size and _width(font(size, bold=True), self.title) > room:
            size -= 1
        return font(size, bold=True)

    def _bottom(self, below_map: float) -> float:
        bottom = below_map + self.margin
        if self.legend:
            bottom = self.foot + self._scale_height + self.legend.height + self.margin
        if self.map.credits:
            bottom += 1.6 * self._small.pixelSize() * len(self._credits)
        return bottom

    @property
    def _scale_height(self) -> float:
        return 4.2 * self.size

    @property
    def _small(self) -> QFont:
        return font(max(7, round(0.75 * self.size)))

    @property
    def _credits(self) -> list[str]:
        """The credits in lines that fit the page."""
        room = max(self.map.grid.size(self.look.hex_px)[0], NARROWEST * bool(self.legend))
        return _wrapped(self.map.credits, self._small, room)

    def paint(self, painter: QPainter, overlay: Overlay | None = None) -> None:
        """Draw the whole page at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QPainterPath()
        paper.addRect(QRectF(0, 0, self.width, self.height))
        fill(painter, paper, colour(PAPER))
        painter.save()
        painter.translate(self.map_left, self.map_top)
        paint_map(painter, self.view, overlay=overlay)
        painter.restore()
        if self.title:
            at = QPointF(self.width / 2, self.margin + 0.6 * self.title_font.pixelSize())
            write(painter, at, self.title, self.title_font, colour(INK))
        if self.legend:
            self._paint_scale(painter)
            self._paint_north(painter)
            self.legend.paint(painter, self.margin, self.foot + self._scale_height)
        self._paint_credits(painter)

    def _paint_credits(self, painter: QPainter) -> None:
        letters, line = self._small, 1.6 * self._small.pixelSize()
        top = self.height - self.margin - line * len(self._credits) + 0.5 * line
        for number, words in enumerate(self._credits):
            left = self.margin + _width(letters, words) / 2
            write(painter, QPointF(left, top + number * line), words, letters, colour(INK, 0.8))

    # --- scale and north -------------------------------------------------------------------------

    def _paint_scale(self, painter: QPainter) -> None:
        """A bar of alternate black and white parts: hexes above it, metres below."""
        count = self._scale_hexes()
        part, left = count * self.look.hex_px / 2, self.margin
        top, thick = self.foot + 1.3 * self.size, 0.5 * self.size
        for number in (0, 1):
            bar = QPainterPath()
            bar.addRect(QRectF(left + number * part, top, part, thick))
            fill(painter, bar, colour(INK if number == 0 else "#ffffff"))
            draw(painter, bar, round_pen(colour(INK), 0.07 * self.size))
        language = self.look.language
        hexes = text(
            "drawing.scale-hexes" if count > 1 else "drawing.scale-hex", language, count=count
        )
        self._write_scale(painter, ["0", hexes], [left, left + 2 * part], top - 0.75 * self.size)
        length = _distance(count * self.map.hex_metres, language)
        self._write_scale(
            painter, ["0", length], [left, left + 2 * part], top + thick + 0.8 * self.size
        )

    def _write_scale(
        self, painter: QPainter, words: list[str], at: list[float], middle: float
    ) -> None:
        letters = font(max(7, round(0.85 * self.size)))
        for said, x in zip(words, at, strict=True):
            centre = x if x > self.margin else x + _width(letters, said) / 2
            write(painter, QPointF(centre, middle), said, letters, colour(INK))

    def _scale_hexes(self) -> int:
        """How many hexes the bar shows: about a quarter of the page."""
        room = min(self.width - 2 * self.margin, 1600.0) / 4
        fitting = [step for step in SCALE_STEPS if step * self.look.hex_px <= room]
        return fitting[-1] if fitting else 1

    def _paint_north(self, painter: QPainter) -> None:
        """An arrow to the top of the map."""
        size = self.size
        x, top = self.width - self.margin - size, self.foot + 0.2 * size
        arrow = QPainterPath()
        tip, waist = (x, top + 1.2 * size), (x, top + 3.0 * size)
        add_polygon(
            arrow,
            [tip, (x + 0.6 * size, top + 3.5 * size), waist, (x - 0.6 * size, top + 3.5 * size)],
        )
        fill(painter, arrow, colour(INK))
        words = text("drawing.north", self.look.language)
        write(painter, QPointF(x, top + 0.5 * size), words, font(size, bold=True), colour(INK))


def _distance(metres: float, language: str) -> str:
    if metres >= 1000 and metres % 100 == 0:
        return text("drawing.kilometres", language, count=f"{metres / 1000:g}")
    return text("drawing.metres", language, count=f"{metres:g}")


def _width(letters: QFont, words: str) -> float:
    return QFontMetricsF(letters).horizontalAdvance(words)


def _wrapped(words: str, letters: QFont, room: float) -> list[str]:
    """Text in lines no wider than there is room, broken at spaces where it has them."""
    lines: list[str] = []
    for paragraph in words.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and _width(letters, longer) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return [line for line in lines if line]
