"""Charts for reports: shares with their intervals, and counts as bars beside expected ones.

They print in grey: sides differ by hatching as well as by colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from studio.rendering.charts.sight_profile_chart import hatch
from studio.rendering.painting import draw, fill, fill_and_draw, make_colour, round_pen
from studio.rendering.text_painting import INK, draw_text, draw_text_from, make_font, text_rect

LETTERS = 12
FAINT = 0.22
PLAIN = "#6f6a5f"
STEPS = (1, 2, 5)


class ChartDrawing(Protocol):
    """A chart that can be painted on a page of `width` × `height` units."""

    @property
    def width(self) -> int:
        """Return its width."""
        ...

    @property
    def height(self) -> int:
        """Return its height."""
        ...

    def paint(self, painter: QPainter) -> None:
        """Draw it at the painter's origin."""
        ...


class SeriesStyle(NamedTuple):
    """The style of a series: a colour, and hatching in grey."""

    shade: str = PLAIN
    is_hatched: bool = False


OTHERWISE = SeriesStyle()

# --- parts of a whole ----------------------------------------------------------------------------


class ShareBar(NamedTuple):
    """A part of a whole, 0 to 1, with its interval, as a line of a chart."""

    name: str
    rate: float
    low: float
    high: float
    ink: SeriesStyle = OTHERWISE


class ShareChart:
    """Parts on a scale from 0 to 100 %: a dot where they were seen, a bar for the interval."""

    ROW, RIGHT, PLOT = 24.0, 24.0, 420.0

    def __init__(self, parts: Sequence[ShareBar]) -> None:
        self.parts = parts
        names = [text_rect(QPointF(0, 0), part.name, make_font(LETTERS)).width() for part in parts]
        self.left = 16.0 + max(names, default=0.0)
        self.width = math.ceil(self.left + self.PLOT + self.RIGHT)
        self.height = math.ceil(self.ROW * len(parts) + 30)

    def paint(self, painter: QPainter) -> None:
        """Draw the chart at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        foot = 6 + self.ROW * len(self.parts)
        for tenth in range(11):
            x, is_main = self._x(tenth / 10), tenth in (0, 5, 10)
            line = QPainterPath(QPointF(x, 4))
            line.lineTo(x, foot)
            draw(painter, line, round_pen(make_colour(INK, 0.6 if is_main else FAINT), 0.8))
            if is_main or tenth in (2, 8):
                words = f"{10 * tenth}%"
                draw_text(
                    painter, QPointF(x, foot + 12), words, make_font(LETTERS - 2), make_colour(INK)
                )
        for number, part in enumerate(self.parts):
            self._paint_part(painter, part, 6 + (number + 0.5) * self.ROW)

    def _x(self, part: float) -> float:
        return self.left + part * self.PLOT

    def _paint_part(self, painter: QPainter, part: ShareBar, y: float) -> None:
        draw_text_from(painter, QPointF(8, y + 0.36 * LETTERS), part.name, make_font(LETTERS))
        bar = QRectF(self._x(part.low), y - 5, self._x(part.high) - self._x(part.low), 10)
        paint_bar(painter, bar, part.ink)
        dot = QPainterPath()
        dot.addEllipse(QPointF(self._x(part.rate), y), 4.5, 4.5)
        fill_and_draw(painter, dot, make_colour("#ffffff"), round_pen(make_colour(INK), 1.6))


# --- counts --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BarSeries:
    """A series of bars, one per column; the expected counts are marked across them."""

    name: str
    counts: Sequence[float]
    ink: SeriesStyle = OTHERWISE
    expected: Sequence[float] = ()


class BarChart:
    """Counts as bars over named columns, the series side by side."""

    LEFT, TOP, PLOT = 44.0, 12.0, 150.0

    def __init__(self, columns: Sequence[str], runs: Sequence[BarSeries], along: str = "") -> None:
        self.columns, self.runs, self.along = columns, runs, along
        numbers = [n for run in runs for n in (*run.counts, *run.expected)]
        self.step = _step(max(numbers, default=0))
        self.most = max(self.step * math.ceil(max(numbers, default=0) / self.step), self.step)
        room = 700.0 - self.LEFT
        self.column = max(4.0, min(20.0 + 18.0 * len(runs), room / max(len(columns), 1)))
        plot = self.column * len(columns)
        self.keyed = [run for run in runs if run.name]
        widest = text_rect(QPointF(0, 0), along, make_font(LETTERS)).width()
        keys = sum(
            34 + text_rect(QPointF(0, 0), r.name, make_font(LETTERS)).width() for r in self.keyed
        )
        self.width = math.ceil(self.LEFT + max(plot, widest, keys) + 16)
        below = 24 + (20 if along else 0) + (22 if self.keyed else 0)
        self.height = math.ceil(self.TOP + self.PLOT + below)

    def paint(self, painter: QPainter) -> None:
        """Draw the chart at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_scale(painter)
        for number in range(len(self.columns)):
            self._paint_column(painter, number)
        self._paint_key(painter)

    def _y(self, count: float) -> float:
        return self.TOP + self.PLOT * (1 - count / self.most)

    def _paint_scale(self, painter: QPainter) -> None:
        right = self.LEFT + self.column * len(self.columns)
        for number in range(round(self.most / self.step) + 1):
            count = number * self.step
            line = QPainterPath(QPointF(self.LEFT, self._y(count)))
            line.lineTo(right, self._y(count))
            draw(painter, line, round_pen(make_colour(INK, FAINT if count else 0.9), 0.8))
            words, letters = f"{count:g}", make_font(LETTERS - 2)
            left = self.LEFT - 8 - text_rect(QPointF(0, 0), words, letters).width()
            draw_text_from(painter, QPointF(left, self._y(count) + 4), words, letters)
        below = QPointF(self.LEFT, self.TOP + self.PLOT + 36)
        draw_text_from(painter, below, self.along, make_font(LETTERS))

    def _paint_column(self, painter: QPainter, number: int) -> None:
        left = self.LEFT + number * self.column
        every = max(1, math.ceil(22 / self.column))
        if number % every == 0:
            at = QPointF(left + self.column / 2, self.TOP + self.PLOT + 12)
            draw_text(painter, at, self.columns[number], make_font(LETTERS - 2), make_colour(INK))
        gap = 0.12 * self.column
        wide = (self.column - 2 * gap) / max(len(self.runs), 1)
        for place, run in enumerate(self.runs):
            x, top = left + gap + place * wide, self._y(run.counts[number])
            bar = QRectF(x, top, wide, self.TOP + self.PLOT - top)
            paint_bar(painter, bar, run.ink)
            if run.expected:
                mark = QPainterPath(QPointF(x - 2, self._y(run.expected[number])))
                mark.lineTo(x + wide + 2, self._y(run.expected[number]))
                draw(painter, mark, round_pen(make_colour("#ffffff"), 4.0))
                draw(painter, mark, round_pen(make_colour(INK), 2.0))

    def _paint_key(self, painter: QPainter) -> None:
        x, y = self.LEFT, self.height - 6.0
        for run in self.keyed:
            paint_bar(painter, QRectF(x, y - 9, 20, 10), run.ink)
            draw_text_from(painter, QPointF(x + 26, y), run.name, make_font(LETTERS))
            x += 34 + text_rect(QPointF(0, 0), run.name, make_font(LETTERS)).width()


def paint_bar(painter: QPainter, box: QRectF, ink: SeriesStyle) -> None:
    """Draw a bar, hatched in its colour or filled with it; nothing where it has no size."""
    if box.width() <= 0 or box.height() <= 0:
        return
    path = QPainterPath()
    path.addRect(box)
    if ink.is_hatched:
        fill(painter, path, make_colour(ink.shade, 0.25))
        draw(painter, hatch(box), round_pen(make_colour(ink.shade), 1.1))
    else:
        fill(painter, path, make_colour(ink.shade, 0.85))
    draw(painter, path, round_pen(make_colour(INK), 0.8))


def _step(most: float) -> float:
    """A round step that gives the scale four or five lines, and no fractions of one."""
    power = 1
    while True:
        for step in STEPS:
            if most <= 5 * step * power:
                return step * power
        power *= 10
