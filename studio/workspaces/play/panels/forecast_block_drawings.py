"""The blocks of a forecast: headings, sums, bars and strips, one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen

from engine.hexes.labels import Labels
from engine.session.rule_explanations import ExplanationRequest
from engine.sight.sight_profile import Profile
from studio.rendering.charts.sight_profile_chart import SightProfileInset
from studio.rendering.painting import blend
from studio.rendering.text_painting import make_font

WRAPPED = Qt.TextFlag.TextWordWrap
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
BOUNDLESS = 1e6


class ForecastBlockStyle(NamedTuple):
    """The style of blocks: size of letters in pixels, inks, and the language."""

    size: int
    ink: QColor
    quiet: QColor
    ground: QColor
    language: str

    @classmethod
    def of(cls, palette: QPalette, letters: QFont, language: str) -> ForecastBlockStyle:
        """The look of the widgets round them."""
        size = round(QFontMetricsF(letters).ascent())
        roles = QPalette.ColorRole
        ink, quiet = palette.color(roles.Text), palette.color(roles.PlaceholderText)
        return cls(max(size, 9), ink, quiet, palette.color(roles.Base), language)

    @property
    def plain(self) -> QFont:
        """The usual letters."""
        return make_font(self.size)

    @property
    def bold(self) -> QFont:
        """Letters that stand out."""
        return make_font(self.size, bold=True)

    @property
    def small(self) -> QFont:
        """Letters of what explains."""
        return make_font(max(self.size - 2, 8))

    @property
    def line(self) -> float:
        """From one line to the next."""
        return QFontMetricsF(self.plain).height()

    def faint(self, part: float = 0.15) -> QColor:
        """The ink thinned on its ground."""
        return blend(self.ground, self.ink.name(), part)


class ForecastBlock(Protocol):
    """A part of an outlook."""

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        """Return its height at a width."""
        ...

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        """Draw it."""
        ...


class ExplainableLineBlock(Protocol):
    """A block of several lines, each with something of its own to ask about."""

    def lines(self, width: float, look: ForecastBlockStyle) -> Sequence[float]:
        """Return the height of each of its lines, from its top down."""
        ...


def line_at(
    block: ForecastBlock, down: float, width: float, look: ForecastBlockStyle
) -> tuple[ExplanationRequest, QRectF] | None:
    """Return the explanation at a height below a block's top, and its rectangle.

    None if nothing there has one.
    """
    asked: tuple[ExplanationRequest, ...] = getattr(block, "asked", ())
    if not asked:
        return None
    high = block.height(width, look)
    if len(asked) == 1:
        return asked[0], QRectF(0, 0, width, high)
    top, lines = 0.0, cast(ExplainableLineBlock, block).lines(width, look)
    for inquiry, line in zip(asked, lines, strict=True):
        if down < top + line:
            return inquiry, QRectF(0, top, width, line)
        top += line
    return asked[-1], QRectF(0, top - lines[-1], width, lines[-1])


# --- words ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ForecastHeading:
    """The heading of a forecast: action and target, with the main figure at its right."""

    words: str
    note: str = ""
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return wrapped_height(self.words, look.bold, self._wide(width, look)) + 0.3 * look.size

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        write_wrapped(
            painter, room, self.words, look.bold, look.ink, self._wide(room.width(), look)
        )
        painter.setFont(look.bold)
        painter.drawText(room, RIGHT, self.note)

    def _wide(self, width: float, look: ForecastBlockStyle) -> float:
        note = QFontMetricsF(look.bold).horizontalAdvance(self.note)
        return width - note - (look.size if self.note else 0)


@dataclass(frozen=True)
class ForecastText:
    """A sentence; quiet ones explain, grave ones warn."""

    words: str
    quiet: bool = False
    grave: bool = False
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return wrapped_height(self.words, self._letters(look), width) + 0.2 * look.size

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        shade = look.quiet if self.quiet else look.ink
        if self.grave:
            shade = blend(look.ink, "#e0202f", 0.65)
        write_wrapped(painter, room, self.words, self._letters(look), shade, room.width())

    def _letters(self, look: ForecastBlockStyle) -> QFont:
        if self.grave:
            return look.bold
        return look.small if self.quiet else look.plain


@dataclass(frozen=True)
class BlockSeparator:
    """Room between two parts, with a line through it."""

    has_line: bool = True

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return (1.3 if self.has_line else 0.5) * look.size

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        if self.has_line:
            painter.setPen(QPen(look.faint(0.2), 1))
            middle = room.center().y()
            painter.drawLine(QLineF(room.left(), middle, room.right(), middle))


# --- figures --------------------------------------------------------------------------------------


class SumBlockLine(NamedTuple):
    """A line of a sum: what counts, how much, and where the rules say so."""

    words: str
    value: str
    source: str = ""


@dataclass(frozen=True)
class SumBlock:
    """Figures one under the other, and what they come to."""

    figures: tuple[SumBlockLine, ...]
    total: SumBlockLine
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return sum(self.lines(width, look))

    def lines(self, width: float, look: ForecastBlockStyle) -> list[float]:
        wide = self._wide(width, look)
        high = [wrapped_height(figure.words, look.plain, wide) for figure in self.figures]
        return [*high, 1.35 * look.line + 0.3 * look.size]

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        wide, down = self._wide(room.width(), look), room.top()
        for figure in self.figures:
            high = wrapped_height(figure.words, look.plain, wide)
            self._paint_line(painter, figure, QRectF(room.left(), down, room.width(), high), look)
            down += high
        down += 0.15 * look.line
        painter.setPen(QPen(look.ink, 1))
        painter.drawLine(QLineF(room.right() - 3.2 * look.size, down, room.right(), down))
        high = look.line + 0.1 * look.size
        last = QRectF(room.left(), down + 1, room.width(), high)
        self._paint_line(painter, self.total, last, look, look.bold)

    def _paint_line(
        self,
        painter: QPainter,
        figure: SumBlockLine,
        room: QRectF,
        look: ForecastBlockStyle,
        letters: QFont | None = None,
    ) -> None:
        letters = letters or look.plain
        wide = self._wide(room.width(), look)
        write_wrapped(painter, room, figure.words, letters, look.ink, wide)
        painter.drawText(room, RIGHT, figure.value)
        painter.setFont(look.small)
        painter.setPen(look.quiet)
        painter.drawText(room.adjusted(0, 1, -3.4 * look.size, 0), RIGHT, figure.source)

    def _wide(self, width: float, look: ForecastBlockStyle) -> float:
        """The width left for the words beside value and source."""
        sources = [figure.source for figure in (*self.figures, self.total)]
        letters = QFontMetricsF(look.small)
        return width - 3.9 * look.size - max(map(letters.horizontalAdvance, sources))


# --- pictures and tables --------------------------------------------------------------------------


@dataclass(frozen=True)
class SightProfileBlock:
    """The ground under a line of sight, from the side."""

    profile: Profile
    labels: Labels
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        return self._chart(width, look).height + 0.5 * look.size

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        painter.save()
        painter.translate(room.topLeft())
        self._chart(room.width(), look).paint(painter)
        painter.restore()

    def _chart(self, width: float, look: ForecastBlockStyle) -> SightProfileInset:
        return SightProfileInset(self.profile, self.labels, look.language, width)


@dataclass(frozen=True)
class ColumnsBlock:
    """Rows of words with figures at their right, under heads; a row may end in a remark."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    asked: tuple[ExplanationRequest, ...] = ()

    def height(self, width: float, look: ForecastBlockStyle) -> float:
        high = look.line + sum(self._high(number, width, look) for number in range(self._count))
        return high + 0.4 * look.size

    def lines(self, width: float, look: ForecastBlockStyle) -> list[float]:
        first, *rest = (self._high(number, width, look) for number in range(self._count))
        return [look.line + first, *rest]

    @property
    def _count(self) -> int:
        return len(self.rows) + bool(self.total)

    def paint(self, painter: QPainter, room: QRectF, look: ForecastBlockStyle) -> None:
        head = QRectF(room.left(), room.top(), room.width(), look.line)
        self._paint_row(painter, self.heads, head, look, look.small, look.quiet)
        down = head.bottom()
        for number in range(self._count):
            line = QRectF(room.left(), down, room.width(), self._high(number, room.width(), look))
            if number % 2 == 0:
                painter.fillRect(line.adjusted(-3, 0, 3, 0), look.faint(0.06))
            self._paint_numbered(painter, number, line, look)
            down = line.bottom()

    def _paint_numbered(
        self, painter: QPainter, number: int, line: QRectF, look: ForecastBlockStyle
    ) -> None:
        is_total = number == len(self.rows)
        row = self.total if is_total else self.rows[number]
        letters = look.bold if is_total else look.plain
        self._paint_row(painter, row, line, look, letters, look.ink)
        remark = self._remark(number)
        if remark:
            high = wrapped_height(row[0], letters, self._first(line.width(), look))
            under = line.adjusted(0.8 * look.size, high, 0, 0)
            write_wrapped(painter, under, remark, look.small, look.quiet, under.width())

    def _paint_row(
        self,
        painter: QPainter,
        row: Sequence[str],
        line: QRectF,
        look: ForecastBlockStyle,
        letters: QFont,
        shade: QColor,
    ) -> None:
        write_wrapped(painter, line, row[0], letters, shade, self._first(line.width(), look))
        right = line.right()
        for words, wide in zip(reversed(row[1:]), reversed(self._wides(look)), strict=True):
            painter.drawText(QRectF(line.left(), line.top(), right - line.left(), line.height()),
                             RIGHT, words)  # fmt: skip
            right -= wide

    def _wides(self, look: ForecastBlockStyle) -> list[float]:
        """The widths of all columns but the first."""
        plain, small = QFontMetricsF(look.bold), QFontMetricsF(look.small)
        rows = [*self.rows, *([self.total] if self.total else [])]
        return [
            max(
                small.horizontalAdvance(self.heads[place]),
                *(plain.horizontalAdvance(row[place]) for row in rows),
            )
            + 0.7 * look.size
            for place in range(1, len(self.heads))
        ]

    def _first(self, width: float, look: ForecastBlockStyle) -> float:
        return width - sum(self._wides(look))

    def _remark(self, number: int) -> str:
        return self.remarks[number] if number < len(self.remarks) else ""

    def _high(self, number: int, width: float, look: ForecastBlockStyle) -> float:
        is_total = number == len(self.rows)
        row = self.total if is_total else self.rows[number]
        letters = look.bold if is_total else look.plain
        high = wrapped_height(row[0], letters, self._first(width, look))
        remark = self._remark(number)
        return high + (wrapped_height(remark, look.small, width - 0.8 * look.size) if remark else 0)


# --- writing --------------------------------------------------------------------------------------


def wrapped_height(words: str, letters: QFont, width: float) -> float:
    """Return the height of words wrapped to a width; one line for none."""
    page = QRectF(0, 0, max(width, 20.0), BOUNDLESS)
    return QFontMetricsF(letters).boundingRect(page, int(WRAPPED), words or " ").height()


def write_wrapped(
    painter: QPainter, room: QRectF, words: str, letters: QFont, shade: QColor, width: float
) -> None:
    """Write words from the upper left corner, wrapped to a width."""
    painter.setFont(letters)
    painter.setPen(shade)
    page = QRectF(room.left(), room.top(), max(width, 20.0), BOUNDLESS)
    painter.drawText(page, int(WRAPPED), words)
