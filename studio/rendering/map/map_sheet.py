"""The printed sheet: title, map, scale, north, legend and credits, laid out on one page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath

from engine.map.map import Map
from engine.map.styles import LetterFamily, MapNameKind
from engine.texts import localised, text
from studio.rendering.length_units import format_length
from studio.rendering.map.legend import ElevationLegend, TerrainLegend
from studio.rendering.map.map_painter import paint_map_stepwise
from studio.rendering.map.map_view import MapView
from studio.rendering.map.paper_texture import paint_texture
from studio.rendering.map.preview_tints import Overlay
from studio.rendering.map.relief_painter import map_levels
from studio.rendering.map.render_options import RenderOptions, visible_map
from studio.rendering.painting import add_polygon, draw, fill, make_colour, round_pen
from studio.rendering.text_painting import (
    BOLD,
    INK,
    draw_text,
    draw_text_from,
    make_font,
    map_name_font,
)

if TYPE_CHECKING:
    from studio.rendering.map.deployment import Deployment
    from studio.rendering.map.legend import ForcesLegend

PAPER = "#fffdf7"
NARROWEST = 220.0  # a sheet with a legend is at least so wide, in page units
MIN_TITLE = 9  # page units: the smallest letters of a title
SCALE_STEPS = (1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 100, 200, 300, 400, 500)


def paint_paper(painter: QPainter, width: float, height: float) -> None:
    """A blank page at the painter's origin, on which smooth lines are drawn from here on."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    page = QPainterPath()
    page.addRect(QRectF(0, 0, width, height))
    fill(painter, page, make_colour(PAPER))


class MapSheet:
    """A map's page. `width` and `height` are whole page units; a bare map has only its credits."""

    def __init__(
        self, map_: Map, look: RenderOptions, deployment: Deployment | None = None
    ) -> None:
        self.map, self.look, self.deployment = visible_map(map_, look), look, deployment
        self.view = MapView(self.map, look)
        wide, high = map_.grid.size(look.hex_px)
        room = max(wide, NARROWEST) if look.legend else wide
        self.size = round(min(22.0, max(9.0, room / 62)))
        self.margin = 1.6 * self.size if look.legend else max(2.0, 0.06 * look.hex_px)
        self.title = localised(map_.title, look.language) if look.legend else ""
        self.title_font = self._fitting_title(room, self.size)
        self.title_from, self.title_to = 0.0, room + 2 * self.margin
        self.map_left = self.margin + (room - wide) / 2
        self.map_top = self.margin + (1.9 * self.title_font.pixelSize() if self.title else 0)
        self.foot = SheetFooter(self.view, room, self.size, deployment) if look.legend else None
        self.small = make_font(max(7, round(0.75 * self.size)))
        self.credits = _wrap(map_.credits, self.small, room)
        bottom = self.map_top + high + (self.foot.height if self.foot else 0.0) + self.margin
        self.width = math.ceil(room + 2 * self.margin)
        self.height = math.ceil(bottom + 1.6 * self.small.pixelSize() * len(self.credits))

    def paint(self, painter: QPainter, overlay: Overlay | None = None) -> None:
        """Draw the whole page at the painter's origin."""
        for _ in self.painted(painter, overlay):
            pass

    def showing(self, part: QRectF) -> MapSheet:
        """The same sheet with only the map shown in a part of the page; clip to that part."""
        sheet = copy(self)
        sheet.view = MapView(self.map, self.look, part.translated(-self.map_left, -self.map_top))
        sheet.view.levels = map_levels(self.view)
        return sheet

    def put_title_within(self, left: float, right: float) -> None:
        """Write the title in the middle of a part of the page's width, in letters that fit there.

        A sheet that is cut into pages has its title on one of them.
        """
        self.title_from, self.title_to = max(left, 0.0), min(right, float(self.width))
        room = self.title_to - self.title_from - 2 * self.margin
        self.title_font = self._fitting_title(room, MIN_TITLE)

    def painted(self, painter: QPainter, overlay: Overlay | None = None) -> Iterator[None]:
        """Do what `paint` does in some steps, between which the work may be given up."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QPainterPath()
        paper.addRect(QRectF(0, 0, self.width, self.height))
        fill(painter, paper, make_colour(self.view.style.paper))
        painter.save()
        painter.translate(self.map_left, self.map_top)
        yield from paint_map_stepwise(painter, self.view, None, overlay, self.deployment)
        painter.restore()
        if self.title:
            middle = (self.title_from + self.title_to) / 2
            at = QPointF(middle, self.margin + 0.6 * self.title_font.pixelSize())
            draw_text(painter, at, self.title, self.title_font, make_colour(INK))
        if self.look.texture:
            room = QRectF(-self.map_left, -self.map_top, self.width, self.height)
            painter.save()
            painter.translate(self.map_left, self.map_top)
            paint_texture(painter, self.view, room)
            painter.restore()
        if self.foot:
            below = self.map_top + self.map.grid.size(self.look.hex_px)[1]
            self.foot.paint(painter, self.margin, below)
        self._paint_credits(painter)

    def _fitting_title(self, room: float, least: int) -> QFont:
        size = round(2.2 * self.size)
        while size > least and _width(self._title_letters(size), self.title) > room:
            size -= 1
        return self._title_letters(size)

    def _title_letters(self, size: int) -> QFont:
        """The letters the style uses for settlements, but heavy."""
        is_serif = self.view.style.lettering(MapNameKind.SETTLEMENT).family is LetterFamily.SERIF
        return map_name_font(size, is_serif, BOLD, False)

    def _paint_credits(self, painter: QPainter) -> None:
        line = 1.6 * self.small.pixelSize()
        top = self.height - self.margin - line * len(self.credits) + 0.7 * line
        for number, words in enumerate(self.credits):
            draw_text_from(painter, QPointF(self.margin, top + number * line), words, self.small)


def _forces_key(
    deployment: Deployment | None, language: str, room: float, size: int
) -> ForcesLegend | None:
    if not deployment:
        return None
    from studio.rendering.map.legend import ForcesLegend  # loaded when there are units

    return ForcesLegend(deployment, language, room, size)


class SheetFooter:
    """The part below the map: scale, elevation and north, in one row if they fit; the legend.

    Under it sides, units and objectives are explained where they are drawn.
    """

    def __init__(
        self, view: MapView, room: float, size: int, deployment: Deployment | None = None
    ) -> None:
        self.view, self.room, self.size = view, room, size
        self.small = make_font(max(7, round(0.85 * size)))
        self.hexes = self._scale_hexes()
        beside = room - self._scale_width - 6 * size
        self.key = ElevationLegend(view, beside, size)
        self.is_stacked = self.key.width > beside or self.key.a_line < min(4, len(self.key.levels))
        if self.is_stacked:
            self.key = ElevationLegend(view, room, size)
        self.legend = TerrainLegend(view, room, size)
        self.forces = _forces_key(deployment, view.look.language, room, size)
        row = 4.6 * size
        self.row = row + self.key.height if self.is_stacked else max(row, self.key.height + size)
        beneath = self.forces.height + 0.6 * size if self.forces else 0.0
        self.height = self.row + self.legend.height + beneath + 1.4 * size

    @property
    def _scale_width(self) -> float:
        return self.hexes * self.view.width + 4 * self.size

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Draw it with its upper left corner at a point."""
        top += 0.8 * self.size
        self._paint_scale(painter, left, top)
        self._paint_north(painter, left + self.room - self.size, top)
        if self.is_stacked:
            self.key.paint(painter, left, top + 4.2 * self.size)
        else:
            after = left + self._scale_width
            spare = self.room - self._scale_width - 3 * self.size - self.key.width
            self.key.paint(painter, after + max(0.0, spare / 2), top)
        self.legend.paint(painter, left, top + self.row)
        if self.forces:
            beneath = top + self.row + self.legend.height + 0.6 * self.size
            self.forces.paint(painter, left, beneath)

    def _paint_scale(self, painter: QPainter, left: float, top: float) -> None:
        """A bar of a black and a white part: hexes above it, metres below."""
        part, thick = self.hexes * self.view.width / 2, 0.5 * self.size
        top += 1.5 * self.size
        for number, shade in enumerate((INK, "#ffffff")):
            bar = QPainterPath()
            bar.addRect(QRectF(left + number * part, top, part, thick))
            fill(painter, bar, make_colour(shade))
            draw(painter, bar, round_pen(make_colour(INK), 0.07 * self.size))
        language = self.view.look.language
        key = "drawing.scale-hexes" if self.hexes > 1 else "drawing.scale-hex"
        above, below = top - 0.5 * self.size, top + thick + 1.1 * self.size
        metres = self.hexes * self.view.map.hex_metres
        length = format_length(metres, self.view.look.units, language)
        for words, line in ((text(key, language, count=self.hexes), above), (length, below)):
            draw_text_from(painter, QPointF(left, line), "0", self.small)
            start = max(left + 2 * part - _width(self.small, words) / 2, left + 1.2 * self.size)
            draw_text_from(painter, QPointF(start, line), words, self.small)

    def _scale_hexes(self) -> int:
        """Return the length of the scale bar in hexes: about a quarter of the page."""
        room = min(self.room, 1600.0) / 4
        fitting = [step for step in SCALE_STEPS if step * self.view.width <= room]
        return fitting[-1] if fitting else 1

    def _paint_north(self, painter: QPainter, x: float, top: float) -> None:
        """An arrow to the top of the map."""
        size, arrow = self.size, QPainterPath()
        tip, waist = (x, top + 1.2 * size), (x, top + 3.0 * size)
        left, right = (x - 0.6 * size, top + 3.5 * size), (x + 0.6 * size, top + 3.5 * size)
        add_polygon(arrow, [tip, right, waist, left])
        fill(painter, arrow, make_colour(INK))
        words = text("drawing.north", self.view.look.language)
        draw_text(
            painter,
            QPointF(x, top + 0.5 * size),
            words,
            make_font(size, bold=True),
            make_colour(INK),
        )


def _width(letters: QFont, words: str) -> float:
    return QFontMetricsF(letters).horizontalAdvance(words)


def _wrap(words: str, letters: QFont, room: float) -> list[str]:
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
