"""A roll as it is drawn in the strip: its dice, who, what it came to, and the sentence."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QPen
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.games.looks import UNKNOWN
from studio.drawing.dice import paint_die
from studio.drawing.inks import colour
from studio.drawing.lettering import draw_text
from studio.drawing.outcomes import text_colour_on
from studio.parts.speech import Localizer
from studio.playtest.panels.blocks import BlockStyle, ForecastText, wrapped_height, write_wrapped
from studio.playtest.panels.dice_lines import RollText

LINE = Qt.ItemDataRole.UserRole
ABREAST = 4  # so many dice lie side by side, more in further rows
IDLE = 0.32  # how visible dice are that do not count
LINK = 1.4  # height of the link below the dice, in letters
Index = QModelIndex | QPersistentModelIndex


class RollDelegate(QStyledItemDelegate):
    """Draws a roll: its dice, who, what it came to, and the sentence."""

    def __init__(self, strip: QListWidget, say: Localizer) -> None:
        super().__init__(strip)
        self._strip, self._say = strip, say

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its words need."""
        wide = self._strip.viewport().width()
        line, look = index.data(LINE), self._look()
        drawn = RollRowLayout(line, look, QRectF(0, 0, wide, 0), self._say("why"))
        return QSize(min(wide, 100), round(drawn.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, room = self._look(), QRectF(option.rect)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            shade = self._strip.palette().color(QPalette.ColorRole.Highlight)
            shade.setAlphaF(0.22)
            painter.fillRect(room, shade)
        elif index.row() % 2:
            painter.fillRect(room, look.faint(0.04))
        RollRowLayout(index.data(LINE), look, room, self._say("why")).paint(painter)
        painter.restore()

    def asks(self, index: Index, at: QPoint) -> bool:
        """Whether a point of the strip is where a roll is asked why."""
        room = QRectF(self._strip.visualRect(index))
        return RollRowLayout(index.data(LINE), self._look(), room, self._say("why")).why.contains(
            QPointF(at)
        )

    def _look(self) -> BlockStyle:
        strip = self._strip
        return BlockStyle.of(strip.palette(), strip.font(), self._say.language)


class RollRowLayout:
    """Where everything of a line lies."""

    def __init__(self, line: RollText, look: BlockStyle, room: QRectF, why: str) -> None:
        """`why`: the word that asks for its reasons."""
        self.line, self.look, self.room, self.asks = line, look, room, why
        self.die, self.edge = 1.7 * look.size, 0.5 * look.size
        self.step = self.die + 0.3 * look.size
        count = len(line.cast.rolled.faces)
        self.abreast, self.deep = min(max(count, 2), ABREAST), -(-count // ABREAST)
        self.left = 2 * self.edge + self.abreast * self.step
        self.words = room.width() - self.left - self.edge
        self.parts = [
            ForecastText(said, quiet=quiet)
            for said, quiet in ((line.sentence, False), (line.made, True), (line.laid, True))
            if said
        ]
        self.chip = self._chip_wide() if line.result else 0.0
        self.named = self.words - self.chip - 0.5 * look.size
        self.head = self._head_high() if line.who or line.result else 0.0
        below = sum(part.height(self.words, look) for part in self.parts)
        lowest = self.deep * self.step + (1.2 * look.size if count > 1 else 0)
        self.height = max(self.head + below, lowest + LINK * look.size) + 2 * self.edge
        wide = min(QFontMetricsF(look.small).horizontalAdvance(why), self.left - 4)
        middle = room.left() + self.edge + (self.abreast * self.step - 0.3 * look.size) / 2
        top = room.top() + self.edge + lowest
        self.why = QRectF(middle - wide / 2 - 2, top, wide + 4, LINK * look.size)

    def paint(self, painter: QPainter) -> None:
        """Draw dice and words."""
        self._paint_dice(painter)
        self._paint_why(painter)
        look, down = self.look, self.room.top() + self.edge
        if self.head:
            self._paint_head(painter, QRectF(self._across, down, self.words, self.head))
            down += self.head
        for part in self.parts:
            high = part.height(self.words, look)
            part.paint(painter, QRectF(self._across, down, self.words, high), look)
            down += high

    def _chip_wide(self) -> float:
        look = self.look
        return QFontMetricsF(look.small).horizontalAdvance(self.line.result) + look.size

    def _head_high(self) -> float:
        """One line, or as many as the name takes beside the result."""
        wrapped = wrapped_height(self.line.who, self.look.bold, self.named)
        return max(1.6 * self.look.size, wrapped + 0.15 * self.look.size)

    @property
    def _across(self) -> float:
        return self.room.left() + self.left

    def _paint_dice(self, painter: QPainter) -> None:
        cast, look = self.line.cast, self.look
        step, faces = self.step, cast.rolled.faces
        left, top = self.room.left() + self.edge, self.room.top() + self.edge
        if len(faces) == 1:
            left += step / 2
        for number, face in enumerate(faces):
            row, place = divmod(number, ABREAST)
            square = QRectF(left + place * step, top + row * step, self.die, self.die)
            is_idle = cast.rolled.least is not None and face < cast.rolled.least
            painter.setOpacity(IDLE if is_idle else 1.0)
            paint_die(painter, square, face, cast.sides, self.line.shade)
            painter.setOpacity(1.0)
            if self.line.laid:
                self._paint_laid(painter, square)
        if len(faces) > 1:
            middle = QPointF(left + (self.abreast * step - 0.3 * look.size) / 2,
                             top + self.deep * step + 0.55 * look.size)  # fmt: skip
            rolled = cast.rolled
            said = f"= {rolled.sum}" if rolled.least is None else f"✓ {rolled.counted}"
            draw_text(painter, middle, said, look.bold, look.ink)

    def _paint_why(self, painter: QPainter) -> None:
        """Paint the word that asks for its reasons, as a link."""
        font = QFont(self.look.small)
        font.setUnderline(True)
        draw_text(painter, self.why.center(), self.asks, font, self.look.ink)

    def _paint_laid(self, painter: QPainter, square: QRectF) -> None:
        """A frame round dice that somebody laid: whole by the umpire, dashed by a hand."""
        pen = QPen(colour("#e08a1e"), 2.0)
        if self.line.cast.override is None:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square.adjusted(-2, -2, 2, 2), 5, 5)

    def _paint_head(self, painter: QPainter, room: QRectF) -> None:
        """Who, and at the right what it came to."""
        line, look = self.line, self.look
        if line.result:
            chip = QRectF(room.right() - self.chip, room.top(), self.chip, 1.35 * look.size)
            shade = colour(line.grade or line.won_by or UNKNOWN)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawRoundedRect(chip, 3, 3)
            draw_text(painter, chip.center(), line.result, look.small, text_colour_on(shade))
        write_wrapped(painter, room, line.who, look.bold, look.ink, self.named)
