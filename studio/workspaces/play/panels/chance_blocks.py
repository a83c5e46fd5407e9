"""Blocks of a forecast: bars of chances, a strip for a table's column, and pools of dice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from engine.games.game_appearance import ResultLooks
from engine.narration.number_format import format_fractions
from engine.play.forecast_blocks import DiceGroup, DiceOutcome
from engine.session.rule_explanations import ExplanationRequest
from studio.rendering.charts.dice_pictures import IVORY, paint_die, result_colour, text_colour_on
from studio.rendering.charts.sight_profile_chart import hatch
from studio.rendering.text_painting import draw_text
from studio.workspaces.play.panels.forecast_block_drawings import (
    RIGHT,
    ForecastBlockStyle,
    wrapped_height,
    write_wrapped,
)


class ChanceBar(NamedTuple):
    """A possible result, its exact chance, both as written, and its colour."""

    words: str
    chance: Fraction
    percent: str
    share: str
    shade: str


@dataclass(frozen=True)
class ChanceBarsBlock:
    """Results with their chances, the worst first."""

    bars: tuple[ChanceBar, ...]
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return sum(self.lines(width, look)) + 0.2 * look.size

    def lines(self, width: float, look: ForecastBlockStyle) -> list[float]:
        wide = self._words_wide(width, look)
        return [self._high(bar, wide, look) for bar in self.bars]

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        wide, down = self._words_wide(room.width(), look), room.top()
        for bar in self.bars:
            high = self._high(bar, wide, look)
            self._paint_bar(painter, bar, QRectF(room.left(), down, room.width(), high), look)
            down += high

    def _paint_bar(
        self, painter: QPainter, bar: ChanceBar, room: QRectF, look: ForecastBlockStyle
    ) -> None:
        wide = self._words_wide(room.width(), look)
        write_wrapped(painter, room, bar.words, look.plain, look.ink, wide)
        percent, share = self._figures_wide(look)
        figures = room.right() - share
        painter.drawText(QRectF(room.left(), room.top(), figures - room.left(), room.height()),
                         RIGHT, bar.percent)  # fmt: skip
        painter.setFont(look.small)
        painter.setPen(look.quiet)
        painter.drawText(room.adjusted(0, 1, 0, 0), RIGHT, bar.share)
        left = room.left() + wide + 0.6 * look.size
        track = QRectF(left, room.top() + 0.24 * look.line, 0, 0.56 * look.line)
        track.setRight(figures - percent - 0.5 * look.size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.faint(0.1))
        painter.drawRoundedRect(track, 2, 2)
        track.setWidth(max(track.width() * float(bar.chance), 1.5))
        painter.setBrush(QColor(bar.shade))
        painter.drawRoundedRect(track, 2, 2)

    def _high(self, bar: ChanceBar, wide: float, look: ForecastBlockStyle) -> float:
        return wrapped_height(bar.words, look.plain, wide) + 0.15 * look.size

    def _words_wide(self, width: float, look: ForecastBlockStyle) -> float:
        letters = QFontMetricsF(look.plain)
        return min(max(letters.horizontalAdvance(bar.words) for bar in self.bars), 0.4 * width)

    def _figures_wide(self, look: ForecastBlockStyle) -> tuple[float, float]:
        """The width of percent and fraction."""
        letters, small = QFontMetricsF(look.plain), QFontMetricsF(look.small)
        percent = max(letters.horizontalAdvance(bar.percent) for bar in self.bars)
        share = max(small.horizontalAdvance(bar.share) for bar in self.bars)
        return percent, share + (0.6 * look.size if share else 0)


@dataclass(frozen=True)
class TableColumnBlock:
    """A column of a table turned on its side: every sum, what it hits, and how often it comes."""

    throws: tuple[DiceOutcome, ...]
    results: ResultLooks
    asked: tuple[ExplanationRequest, ...] = ()

    HIGHEST = 4.2  # bar, in heights of letters

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return (self.HIGHEST + 5.0) * look.size

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        wide = room.width() / len(self.throws)
        most = max(throw.chance for throw in self.throws)
        foot = room.top() + (self.HIGHEST + 1.3) * look.size
        written = format_fractions(throw.chance for throw in self.throws)
        for number, (throw, share) in enumerate(zip(self.throws, written, strict=True)):
            left = room.left() + number * wide
            high = float(throw.chance / most) * self.HIGHEST * look.size
            bar = QRectF(left + 0.1 * wide, foot - high, 0.8 * wide, high)
            self._paint_bar(painter, throw, bar)
            above = QPointF(bar.center().x(), bar.top() - 0.6 * look.size)
            draw_text(painter, above, share.partition("/")[0], look.small, look.quiet)
            self._paint_cell(painter, throw, QRectF(left, foot, wide, 0), look)

    def _paint_bar(self, painter: QPainter, throw: DiceOutcome, bar: QRectF) -> None:
        """Full for what stays as printed; hatched above for what is softened."""
        shade = result_colour(self.results, throw.result)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        kept = QRectF(bar)
        kept.setTop(bar.bottom() - bar.height() * float(1 - throw.softened / throw.chance))
        painter.drawRect(kept)
        if throw.softened:
            lost = QRectF(bar.topLeft(), kept.topRight())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(shade, 1))
            painter.drawPath(hatch(lost))
            painter.drawRect(lost)

    def _paint_cell(
        self, painter: QPainter, throw: DiceOutcome, top: QRectF, look: ForecastBlockStyle
    ) -> None:
        """The printed cell, and the sum under it."""
        shade = result_colour(self.results, throw.result)
        cell = QRectF(top.left(), top.top() + 1, top.width(), 1.7 * look.size)
        painter.setPen(QPen(look.ground, 1))
        painter.setBrush(shade)
        painter.drawRect(cell)
        draw_text(painter, cell.center(), throw.result, look.bold, text_colour_on(shade))
        under = QPointF(cell.center().x(), cell.bottom() + 0.95 * look.size)
        draw_text(painter, under, throw.face or throw.cell.row, look.plain, look.ink)


INKS = {"black": "#2b2b2e", "red": "#b3122a", "white": IVORY}
DIE, GAP = 1.5, 0.3  # in heights of letters
MAXIMUM = 10  # dice in a row


class DiceOfColour(NamedTuple):
    """Dice of one colour, and what they are in words."""

    pool: DiceGroup
    words: str

    @property
    def counting(self) -> str:
        """The faces that count: "4–6", "1, 6"."""
        faces = self.pool.counts
        is_run = len(faces) > 2 and faces == tuple(range(faces[0], faces[-1] + 1))
        return f"{faces[0]}–{faces[-1]}" if is_run else ", ".join(map(str, faces))


@dataclass(frozen=True)
class DicePoolBlock:
    """Dice that are rolled together, colour by colour, each showing the best face that counts."""

    pools: tuple[DiceOfColour, ...]
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return sum(self.lines(width, look))

    def lines(self, width: float, look: ForecastBlockStyle) -> list[float]:
        return [self._high(dice, width, look) for dice in self.pools]

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        down = room.top()
        for dice in self.pools:
            high = self._high(dice, room.width(), look)
            self._paint_pool(painter, dice, QRectF(room.left(), down, room.width(), high), look)
            down += high

    def _paint_pool(
        self, painter: QPainter, dice: DiceOfColour, room: QRectF, look: ForecastBlockStyle
    ) -> None:
        write_wrapped(
            painter, room, dice.words, look.plain, look.ink, self._wide(dice, room.width(), look)
        )
        painter.setFont(look.small)
        painter.setPen(look.quiet)
        painter.drawText(room.adjusted(0, 1, 0, 0), RIGHT, self._figure(dice))
        top = room.top() + wrapped_height(
            dice.words, look.plain, self._wide(dice, room.width(), look)
        )
        for number in range(dice.pool.dice):
            square = self._square(number, room.left(), top, look)
            self._paint_die(painter, square, dice.pool)

    def _paint_die(self, painter: QPainter, square: QRectF, pool: DiceGroup) -> None:
        face = max(pool.counts, default=pool.sides)
        shade = QColor(INKS.get(pool.colour, pool.colour))
        paint_die(painter, square, face, pool.sides, shade.name() if shade.isValid() else IVORY)

    def _square(self, number: int, left: float, top: float, look: ForecastBlockStyle) -> QRectF:
        """Return the square of a die."""
        row, column = divmod(number, MAXIMUM)
        size, step = DIE * look.size, (DIE + GAP) * look.size
        return QRectF(left + column * step, top + (row + 0.1) * step, size, size)

    def _high(self, dice: DiceOfColour, width: float, look: ForecastBlockStyle) -> float:
        rows = -(-dice.pool.dice // MAXIMUM)
        words = wrapped_height(dice.words, look.plain, self._wide(dice, width, look))
        return words + (rows * (DIE + GAP) + 0.4) * look.size

    def _wide(self, dice: DiceOfColour, width: float, look: ForecastBlockStyle) -> float:
        """The width left for the words beside number and faces."""
        figure = QFontMetricsF(look.small).horizontalAdvance(self._figure(dice))
        return width - figure - look.size

    def _figure(self, dice: DiceOfColour) -> str:
        return f"{dice.pool.dice} × {dice.counting}"
