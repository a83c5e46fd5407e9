"""Heat maps: how often something happened, hex by hex, over a faded map with a scale of classes.

The ramp has one hue and grows darker step by step: it reads in grey and to the colour-blind
(ColorBrewer's RdPu, Harrower and Brewer 2003). The canvas tints with it too. Where there is room
each hex says its number.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from engine.map.map import Map
from engine.texts import text
from studio.rendering.map.hex_outlines import exact_outline
from studio.rendering.map.map_labels import paint_places
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_sheet import PAPER, paint_paper
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import draw, fill, is_dark, make_colour, round_pen
from studio.rendering.text_painting import (
    INK,
    PALE,
    draw_text,
    draw_text_from,
    make_font,
    text_rect,
)

RAMP = ("#fcc5c0", "#fa9fb5", "#f768a1", "#dd3497", "#ae017e", "#49006a")
ALIKE = 0.8  # the part of the ramp used when all counts are the same
FADE = 0.62  # how much paper lies over the map
ROUND = (1, 2, 5)
PAGE = 720.0  # page units a heat map is wide, at most
WIDEST_HEX, NARROWEST_HEX = 40.0, 0.05
SMALLEST_NUMBERED = 19.0
RAISED = 0.13  # numbers stand so far above the middle, in hexes: names of places lie below it
MARGIN, LETTERS = 8.0, 12
TITLE = 16

Counts = NDArray[Any]


def scale_classes(most: int) -> list[int]:
    """Return the starts of a scale's classes: round numbers, at most one per colour."""
    if most <= len(RAMP):
        return list(range(1, most + 1))
    powers = range(math.ceil(math.log10(most)) + 1)
    steps = [step * 10**power for power in powers for step in ROUND if step * 10**power <= most]
    return [1, *steps[1:][-len(RAMP) + 1 :]]


class HeatScale:
    """The classes of a plane of counts: where each begins, its colour and its words."""

    def __init__(self, plane: Counts) -> None:
        self.most = int(plane.max()) if plane.size else 0
        self.steps = scale_classes(self.most)

    def shade(self, number: int) -> str:
        """The colour of a class: few classes are spread over the ramp, up to its dark end."""
        last = len(RAMP) - 1
        if len(self.steps) == 1:
            return RAMP[round(ALIKE * last)]
        return RAMP[round(number * last / (len(self.steps) - 1))]

    def words(self, number: int) -> str:
        """The counts of a class: 5, 10–19, 50–73."""
        start = self.steps[number]
        following = self.steps[number + 1] if number + 1 < len(self.steps) else 0
        end = following - 1 if following else self.most
        return str(start) if start == end else f"{start}–{end}"

    def class_of(self, counts: Counts) -> Counts:
        """The class of each count; -1 where nothing happened."""
        return np.searchsorted(np.array(self.steps), counts, side="right") - 1


class HeatMapBase(ABC):
    """Counts over a faded country, laid out on a page of `width` × `height` units.

    `paint_ground` draws what all heat maps of a country share, `paint_heat_map` the rest.
    Subclasses give its size in `wide` and `high`, and draw the country, its patches and its names.
    """

    patch = 0.0
    """Width of the patch of one count, in page units."""

    def __init__(
        self, plane: Counts, title: str, language: str, unit: str, wide: float, high: float
    ) -> None:
        self.plane, self.title, self.language, self.high = plane, title, language, high
        self.unit = unit or text("balance.heat-times", language)
        self.scale = HeatScale(plane)
        self.steps = self.scale.steps
        self.top = MARGIN + 1.8 * TITLE
        self.width = math.ceil(max(wide + 2 * MARGIN, PAGE / 2))
        self.height = math.ceil(self.top + high + 3.4 * LETTERS)

    def paint(self, painter: QPainter) -> None:
        """Draw all of it at the painter's origin."""
        self.paint_ground(painter)
        self.paint_heat_map(painter)

    def paint_ground(self, painter: QPainter) -> None:
        """Draw the paper and the country, faded."""
        paint_paper(painter, self.width, self.height)
        painter.save()
        painter.translate(MARGIN, self.top)
        self.paint_terrain(painter)
        fill(painter, self.outline(np.ones(self.plane.shape, bool), 0.0), make_colour(PAPER, FADE))
        painter.restore()

    def paint_heat_map(self, painter: QPainter) -> None:
        """Draw the title, the patches, the names of places and the scale."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        letters = make_font(TITLE, bold=True)
        draw_text_from(painter, QPointF(MARGIN, MARGIN + 1.1 * TITLE), self.title, letters)
        painter.save()
        painter.translate(MARGIN, self.top)
        for number, start in enumerate(self.steps):
            self._paint_class(painter, number, start)
        if self.patch >= SMALLEST_NUMBERED:
            self._paint_numbers(painter)
        self.paint_names(painter)
        painter.restore()
        self._paint_scale(painter)

    # --- what a kind of country adds --------------------------------------------------------------

    @abstractmethod
    def paint_terrain(self, painter: QPainter) -> None:
        """Draw the country, its upper left corner at the origin."""

    @abstractmethod
    def paint_names(self, painter: QPainter) -> None:
        """Draw the names of its places."""

    @abstractmethod
    def outline(self, inside: NDArray[np.bool_], beyond: float) -> QPainterPath:
        """The area some patches cover; `beyond`, as a part of a patch, lets neighbours touch."""

    @abstractmethod
    def middle(self, row: int, column: int) -> QPointF:
        """The middle of a patch."""

    # --- all kinds --------------------------------------------------------------------------------

    def _paint_class(self, painter: QPainter, number: int, start: int) -> None:
        end = self.steps[number + 1] if number + 1 < len(self.steps) else None
        inside = self.plane >= start
        if end is not None:
            inside &= self.plane < end
        fill(painter, self.outline(inside, 0.03), make_colour(self.scale.shade(number), 0.92))

    def _paint_numbers(self, painter: QPainter) -> None:
        """Write each count into its patch."""
        letters = make_font(max(7, round(0.3 * self.patch)))
        for row, column in np.argwhere(self.plane > 0).tolist():
            count = int(self.plane[row, column])
            shade = self.scale.shade(int(self.scale.class_of(np.array(count))))
            ink = PALE if is_dark(make_colour(shade)) else INK
            at = self.middle(row, column) - QPointF(0, RAISED * self.patch)
            draw_text(painter, at, str(count), letters, make_colour(ink))

    def _paint_scale(self, painter: QPainter) -> None:
        """Draw a box for each class with its numbers, and what they count."""
        letters, small = make_font(LETTERS), make_font(LETTERS - 1)
        x, y = MARGIN, self.top + self.high + 1.2 * LETTERS
        if not self.steps:
            draw_text_from(painter, QPointF(x, y + LETTERS), self._none, letters)
            return
        for number in range(len(self.steps)):
            box = QPainterPath()
            box.addRect(QRectF(x, y, 20, LETTERS))
            fill(painter, box, make_colour(self.scale.shade(number)))
            draw(painter, box, round_pen(make_colour(INK), 0.6))
            words = self.scale.words(number)
            draw_text_from(painter, QPointF(x + 25, y + 0.85 * LETTERS), words, small)
            x += 25 + text_rect(QPointF(0, 0), words, small).width() + 14
        draw_text_from(painter, QPointF(x, y + 0.85 * LETTERS), self.unit, small)

    @property
    def _none(self) -> str:
        return text("balance.heat-none", self.language)


class HeatMap(HeatMapBase):
    """Counts hex by hex over a map."""

    def __init__(self, map_: Map, plane: Counts, title: str, language: str, unit: str = "") -> None:
        across = map_.grid.size(1.0)[0]
        self.patch = min(max((PAGE - 2 * MARGIN) / across, NARROWEST_HEX), WIDEST_HEX)
        look = RenderOptions(self.patch, labels=False, legend=False, language=language)
        self.view = MapView(map_, look)
        super().__init__(plane, title, language, unit, *map_.grid.size(self.patch))

    def paint_terrain(self, painter: QPainter) -> None:
        """The map."""
        paint_map(painter, self.view)

    def paint_names(self, painter: QPainter) -> None:
        """The names of its places."""
        paint_places(painter, self.view)

    def outline(self, inside: NDArray[np.bool_], beyond: float) -> QPainterPath:
        """The outline of some hexes."""
        return exact_outline(self.view, inside[self.view.cut], beyond)

    def middle(self, row: int, column: int) -> QPointF:
        """The middle of a hex."""
        grid = self.view.map.grid
        return QPointF(*grid.centre(grid.hex(column, row), self.view.width))
