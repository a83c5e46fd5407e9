"""The part of the legend that explains a scenario: its sides, types of units and objectives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QPainter

from engine.texts import localised, text
from studio.drawing.counters import Counter, paint_counter, paint_tiny_counter
from studio.drawing.deployment import Deployment, ObjectiveMark, paint_flag
from studio.drawing.legend import GAP
from studio.drawing.lettering import baseline, draw_text_from, font

# In sizes of the key's letters: a sample's width, a line's height.
SAMPLE, LINE = 2.4, 2.6
NEUTRAL = "#8a8272"

Sample = Callable[[QPainter, QPointF, float], None]


@dataclass(frozen=True)
class SymbolLegendEntry:
    """A sample, drawn about a point at a size of letters, and what it means."""

    paint: Sample
    words: str


class ForcesLegend:
    """Sides, types of units and objectives in columns, laid out for a width of the page."""

    def __init__(self, deployment: Deployment, language: str, width: float, size: int) -> None:
        self.size, self.letters = size, font(size)
        self.entries = forces_entries(deployment, language)
        metrics = QFontMetricsF(self.letters)
        widest = max((metrics.horizontalAdvance(entry.words) for entry in self.entries), default=0)
        self.column = (SAMPLE + 0.7 + GAP) * size + widest
        self.columns = max(1, int((width + GAP * size) / self.column))
        self.height = -(-len(self.entries) // self.columns) * LINE * size

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Draw the key with its upper left corner at a point."""
        for number, entry in enumerate(self.entries):
            row, column = divmod(number, self.columns)
            x, y = left + column * self.column, top + (row + 0.5) * LINE * self.size
            entry.paint(painter, QPointF(x + SAMPLE * self.size / 2, y), self.size)
            at = QPointF(x + (SAMPLE + 0.7) * self.size, baseline(y, self.letters))
            draw_text_from(painter, at, entry.words, self.letters)


def forces_entries(deployment: Deployment, language: str) -> list[SymbolLegendEntry]:
    """What the key explains, in its order."""
    sides = [
        SymbolLegendEntry(_side(shade), localised(name, language))
        for name, shade in deployment.sides
    ]
    types = [
        SymbolLegendEntry(_type(symbol, language), _capital(localised(name, language)))
        for name, symbol in deployment.types
    ]
    aims = [SymbolLegendEntry(_flag(aim), _say(aim, language)) for aim in deployment.aims]
    return [*sides, *types, *aims]


def _side(shade: str) -> Sample:
    return lambda painter, at, size: paint_tiny_counter(painter, shade, at, 1.5 * size)


def _type(symbol: str, language: str) -> Sample:
    counter = Counter("", "", NEUTRAL, symbol)
    return lambda painter, at, size: paint_counter(painter, counter, at, 2.1 * size, language)


def _flag(aim: ObjectiveMark) -> Sample:
    plain = replace(aim, points=0)
    return lambda painter, at, size: paint_flag(
        painter, plain, at - QPointF(0.5 * size, 0), 1.7 * size
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _say(aim: ObjectiveMark, language: str) -> str:
    name = localised(aim.name, language)
    if not aim.points:
        return text("counters.key-objective", language, name=name)
    key = "counters.key-objective-point" if aim.points == 1 else "counters.key-objective-points"
    return text(key, language, name=name, points=aim.points)
