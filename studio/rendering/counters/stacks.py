"""Several counters in one hex: laid over each other so that each is recognisable, or fanned out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath

from engine.texts import localised
from studio.rendering.counters.carried_units import carried_unit_at, counter_and_cargo
from studio.rendering.counters.counter_painter import SMALLEST_DRAWN, Counter, paint_counter
from studio.rendering.painting import fill_and_draw, make_colour, round_pen
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

# All in hex widths: a counter alone in its hex, how far below the hex's middle it or a stack lies.
ALONE, LOWERED, STACK_LOWERED = 0.7, 0.03, 0.065
# Of a stack so many counters are drawn; a number tells how many there are if there are more.
MAX_SHOWN = 3
# Parts of a counter's size: each lies so far right of and below the one over it. Where there is
# room the numbers of those below can be read, else only their edges can be seen.
STEP, EDGE = (0.09, 0.41), (0.12, 0.1)
SMALLEST_READ = 46.0
SIZES = {"read": {2: 0.55, 3: 0.45}, "edges": {2: 0.67, 3: 0.67}}
# Sides in one hex stand beside each other, each in a part of it.
APART, SHARED = 0.235, 0.66
# Fanned out, in page units.
FAN_MIN, FAN_MAX, FAN_LETTERS, FAN_GAP, FAN_WIDEST, FAN_ROW = 46.0, 76.0, 12, 14.0, 120.0, 6
FAN_EDGE = 10.0


@dataclass(frozen=True)
class CounterSpot:
    """A counter, the middle of its square, and its size."""

    counter: Counter
    x: float
    y: float
    size: float

    @property
    def middle(self) -> QPointF:
        """The middle of the counter."""
        return QPointF(self.x, self.y)

    @property
    def square(self) -> QRectF:
        """Return the square of the counter, without its badges."""
        return QRectF(self.x - self.size / 2, self.y - self.size / 2, self.size, self.size)

    def unit_at(self, point: QPointF) -> str | None:
        """The unit seen at a point: one of the load on its chip, else the counter's own."""
        found = carried_unit_at(self.counter, self.square, point) if self.counter.load else None
        return found or (self.counter.id if self.square.contains(point) else None)


@dataclass(frozen=True)
class DrawnStack:
    """The counters of one hex that are drawn, the lowest first, and the counts of those that hide.

    A count is how many counters a heap has in all, and the middle and radius of its disc.
    """

    spots: tuple[CounterSpot, ...]
    counts: tuple[tuple[int, QPointF, float], ...] = ()

    def unit_at(self, point: QPointF) -> str | None:
        """The unit whose counter is seen at a point; None where there is none."""
        return topmost_unit(self.spots, point)


def topmost_unit(spots: Sequence[CounterSpot], point: QPointF) -> str | None:
    """The unit of the last drawn of the counters that cover a point."""
    found = (unit for spot in reversed(spots) if (unit := spot.unit_at(point)) is not None)
    return next(found, None)


def layout_stack(counters: Sequence[Counter], at: QPointF, width: float) -> DrawnStack:
    """The counters of a hex with its middle at a point, the first on top; sides stand apart."""
    sides = dict.fromkeys(counter.side for counter in counters)
    if len(sides) < 2:
        return _heap(counters, at, width)
    heaps = []
    for number, side in enumerate(sides):
        right = (2 * number / (len(sides) - 1) - 1) * APART * width
        own = [counter for counter in counters if counter.side == side]
        heaps.append(_heap(own, at + QPointF(right, 0), SHARED * width))
    return DrawnStack(
        tuple(spot for heap in heaps for spot in heap.spots),
        tuple(count for heap in heaps for count in heap.counts),
    )


def _heap(counters: Sequence[Counter], at: QPointF, width: float) -> DrawnStack:
    """The counters of one side."""
    shown = counters[:MAX_SHOWN]
    if len(shown) == 1:
        return DrawnStack((CounterSpot(shown[0], at.x(), at.y() + LOWERED * width, ALONE * width),))
    form, step = ("read", STEP) if width >= SMALLEST_READ else ("edges", EDGE)
    size = SIZES[form][len(shown)] * width
    across, down = step[0] * size, step[1] * size
    left = at.x() - across * (len(shown) - 1) / 2
    top = at.y() + STACK_LOWERED * width - down * (len(shown) - 1) / 2
    spots = tuple(
        CounterSpot(counter, left + number * across, top + number * down, size)
        for number, counter in reversed(list(enumerate(shown)))
    )
    if len(counters) <= MAX_SHOWN and form == "read":
        return DrawnStack(spots)
    radius = max(0.13 * width, 5.0)
    corner = QPointF(spots[0].square.right(), spots[0].square.bottom())
    middle = corner - QPointF(0.5 * radius, 0.5 * radius)
    return DrawnStack(spots, ((len(counters), middle, radius),))


def paint_stack(painter: QPainter, stack: DrawnStack, language: str) -> None:
    """Draw a stack."""
    for spot in stack.spots:
        paint_counter(painter, spot.counter, spot.middle, spot.size, language)
    paint_stack_counts(painter, stack)


def paint_stack_counts(painter: QPainter, stack: DrawnStack) -> None:
    """Write how many counters lie in heaps that hide some."""
    for count, middle, radius in stack.counts:
        if stack.spots[0].size >= SMALLEST_DRAWN / 2:
            disc = QPainterPath()
            disc.addEllipse(middle, radius, radius)
            rim = round_pen(make_colour(PALE), max(0.12 * radius, 1.0))
            fill_and_draw(painter, disc, make_colour(INK), rim)
            letters = make_font(max(7, round(1.35 * radius)), bold=True)
            draw_text(painter, middle, str(count), letters, make_colour(PALE))


# --- fanned out ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class FannedStack:
    """All counters of a hex side by side with their names, on a board of their own."""

    room: QRectF
    spots: tuple[CounterSpot, ...]
    cells: tuple[QRectF, ...]

    def unit_at(self, point: QPointF) -> str | None:
        """The unit whose counter or name is at a point; None where there is none."""
        for spot, cell in zip(self.spots, self.cells, strict=True):
            if cell.contains(point):
                return spot.counter.id
        return None


def layout_fan(
    counters: Sequence[Counter], at: QPointF, width: float, screen: QRectF, language: str
) -> FannedStack:
    """The counters of a hex with its middle at a point, as near to it as the screen allows.

    What they carry and bear lies beside them.
    """
    counters = [each for counter in counters for each in counter_and_cargo(counter)]
    size = min(max(ALONE * width, FAN_MIN), FAN_MAX)
    wide = max(size + FAN_GAP, min(_widest_name(counters, language) + 8.0, FAN_WIDEST))
    high = size + 2.1 * FAN_LETTERS + 4.0
    fits = int((screen.width() - 2 * FAN_EDGE) / wide)
    columns = max(1, min(len(counters), fits, FAN_ROW))
    rows = math.ceil(len(counters) / columns)
    room = QRectF(0, 0, columns * wide + 2 * FAN_EDGE, rows * high + 1.4 * FAN_EDGE)
    room.moveCenter(at)
    _move_into(room, screen)
    cells = []
    for number in range(len(counters)):
        row, column = divmod(number, columns)
        left, top = room.left() + FAN_EDGE + column * wide, room.top() + FAN_EDGE + row * high
        cells.append(QRectF(left, top, wide, high))
    spots = tuple(
        CounterSpot(counter, cell.center().x(), cell.top() + size / 2, size)
        for counter, cell in zip(counters, cells, strict=True)
    )
    return FannedStack(room, spots, tuple(cells))


def paint_fan_background(painter: QPainter, fan: FannedStack, language: str) -> None:
    """Draw the board of a fan and the names; the counters come over it."""
    board = QPainterPath()
    board.addRoundedRect(fan.room, 8, 8)
    fill_and_draw(painter, board, make_colour(PALE, 0.96), round_pen(make_colour(INK), 1.4))
    letters = make_font(FAN_LETTERS)
    metrics = QFontMetricsF(letters)
    for spot, cell in zip(fan.spots, fan.cells, strict=True):
        name = localised(spot.counter.name, language) or spot.counter.id
        words = metrics.elidedText(name, Qt.TextElideMode.ElideRight, cell.width() - 4)
        at = QPointF(cell.center().x(), spot.square.bottom() + 1.15 * FAN_LETTERS)
        draw_text(painter, at, words, letters, QColor(INK))


def paint_fan(painter: QPainter, fan: FannedStack, language: str) -> None:
    """Draw a fan as a whole."""
    paint_fan_background(painter, fan, language)
    for spot in fan.spots:
        paint_counter(painter, spot.counter, spot.middle, spot.size, language)


def _widest_name(counters: Iterable[Counter], language: str) -> float:
    metrics = QFontMetricsF(make_font(FAN_LETTERS))
    names = (localised(counter.name, language) or counter.id for counter in counters)
    return max((metrics.horizontalAdvance(name) for name in names), default=0.0)


def _move_into(room: QRectF, screen: QRectF) -> None:
    room.moveLeft(max(screen.left() + 2, min(room.left(), screen.right() - room.width() - 2)))
    room.moveTop(max(screen.top() + 2, min(room.top(), screen.bottom() - room.height() - 2)))
