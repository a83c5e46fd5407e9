"""Pools of dice as an outlook draws them: the dice themselves, and the faces that count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from engine.play.outlook import DiceGroup
from engine.session.explaining import ExplanationRequest
from studio.drawing.dice import IVORY, paint_die
from studio.playtest.panels.blocks import RIGHT, BlockStyle, wrapped_height, write_wrapped

INKS = {"black": "#2b2b2e", "red": "#b3122a", "white": IVORY}
DIE, GAP = 1.5, 0.3  # in heights of letters
MOST = 10  # dice in a row


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

    def height(self, width: float, look: BlockStyle) -> float:
        return sum(self.lines(width, look))

    def lines(self, width: float, look: BlockStyle) -> list[float]:
        return [self._high(dice, width, look) for dice in self.pools]

    def paint(self, painter: QPainter, room: QRectF, look: BlockStyle) -> None:
        down = room.top()
        for dice in self.pools:
            high = self._high(dice, room.width(), look)
            self._paint_pool(painter, dice, QRectF(room.left(), down, room.width(), high), look)
            down += high

    def _paint_pool(
        self, painter: QPainter, dice: DiceOfColour, room: QRectF, look: BlockStyle
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

    def _square(self, number: int, left: float, top: float, look: BlockStyle) -> QRectF:
        """Where a die lies."""
        row, column = divmod(number, MOST)
        size, step = DIE * look.size, (DIE + GAP) * look.size
        return QRectF(left + column * step, top + (row + 0.1) * step, size, size)

    def _high(self, dice: DiceOfColour, width: float, look: BlockStyle) -> float:
        rows = -(-dice.pool.dice // MOST)
        words = wrapped_height(dice.words, look.plain, self._wide(dice, width, look))
        return words + (rows * (DIE + GAP) + 0.4) * look.size

    def _wide(self, dice: DiceOfColour, width: float, look: BlockStyle) -> float:
        """The width left for the words beside number and faces."""
        figure = QFontMetricsF(look.small).horizontalAdvance(self._figure(dice))
        return width - figure - look.size

    def _figure(self, dice: DiceOfColour) -> str:
        return f"{dice.pool.dice} × {dice.counting}"
