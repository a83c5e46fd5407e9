"""The load of a counter: riders and weapons as chips on its edge, figures as pips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from studio.rendering.counters.counter import Counter
from studio.rendering.counters.unit_symbols import paint_symbol
from studio.rendering.painting import fill_and_draw, is_dark, make_colour, round_pen
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

# Parts of a counter's size: a chip, how far below the middle its own lies, how far apart they are.
CHIP, BELOW, APART = 0.3, 0.53, 0.33
MAX_CHIPS = 3  # the last says how many more there are
SMALLEST_SYMBOL = 9.0  # page units of a chip; smaller ones show their colour only
PIP, PIPS_AT, PIPS_APART, MAX_PIPS = 0.035, 0.05, 0.1, 8


class Carriable(Protocol):
    """A unit that may ride in another or be borne by one."""

    @property
    def id(self) -> str: ...
    @property
    def inside(self) -> str: ...
    @property
    def bearer(self) -> str: ...


def carrier_id(unit: Carriable) -> str:
    """Return the carrier or bearer of a unit; empty for one by itself."""
    return unit.inside or unit.bearer


def attach_cargo(
    counters: Sequence[Counter], holders: Mapping[str, str]
) -> Iterator[tuple[int, Counter]]:
    """The counters that lie by themselves, each with its load, and their places.

    `holders` names the carrier or bearer of a unit. A unit whose holder is missing, as where only
    the rider is known, lies by itself.
    """
    known = {counter.id: counter for counter in counters}
    by_holder: dict[str, list[str]] = {}
    for id_ in known:
        if holders.get(id_, "") in known and not _is_round(id_, holders):
            by_holder.setdefault(holders[id_], []).append(id_)
    held = {id_ for own in by_holder.values() for id_ in own}
    for place, counter in enumerate(counters):
        if counter.id not in held:
            yield place, _loaded(counter, known, by_holder)


def _loaded(
    counter: Counter, known: Mapping[str, Counter], by_holder: Mapping[str, Sequence[str]]
) -> Counter:
    own = by_holder.get(counter.id)
    if not own:
        return counter
    loaded = (_loaded(known[each], known, by_holder) for each in own)
    return replace(counter, load=tuple(part for each in loaded for part in counter_and_cargo(each)))


def counter_and_cargo(counter: Counter) -> tuple[Counter, ...]:
    """A counter and its load side by side."""
    return replace(counter, load=()), *counter.load


def _is_round(unit: str, holders: Mapping[str, str]) -> bool:
    """Return True if a unit holds itself by way of others, which is a mistake."""
    seen = {unit}
    while (unit := holders.get(unit, "")) and unit not in seen:
        seen.add(unit)
    return bool(unit)


def chip_rects(square: QRectF, count: int) -> list[QRectF]:
    """Return the rectangles of a counter's chips, one for each of its load if they fit."""
    size, shown = square.width(), min(count, MAX_CHIPS)
    chip = CHIP * size
    x, y = square.center().x(), square.center().y() + BELOW * size
    left = x - APART * size * (shown - 1) / 2
    middles = (QPointF(left + number * APART * size, y) for number in range(shown))
    return [QRectF(at.x() - chip / 2, at.y() - chip / 2, chip, chip) for at in middles]


def carried_unit_at(counter: Counter, square: QRectF, point: QPointF) -> str | None:
    """The unit of the load whose chip is at a point; None where there is none."""
    rooms = chip_rects(square, len(counter.load))
    hit = next((number for number, room in enumerate(rooms) if room.contains(point)), None)
    if hit is None or (hit == MAX_CHIPS - 1 and len(counter.load) > MAX_CHIPS):
        return None
    return counter.load[hit].id


def paint_cargo(painter: QPainter, load: Sequence[Counter], square: QRectF) -> None:
    """Draw the chips of a counter; the last counts those there is no room for."""
    rooms = chip_rects(square, len(load))
    for number, room in enumerate(rooms):
        _paint_body(painter, load[number].colour, room)
        hidden = len(load) - MAX_CHIPS + 1
        if number == MAX_CHIPS - 1 and hidden > 1:
            _paint_count(painter, load[number].colour, hidden, room)
        elif room.width() >= SMALLEST_SYMBOL:
            inset = 0.16 * room.width()
            paint_symbol(
                painter,
                load[number].symbol,
                room.adjusted(inset, 1.6 * inset, -inset, -1.6 * inset),
            )


def _paint_body(painter: QPainter, shade: str, room: QRectF) -> None:
    path = QPainterPath()
    path.addRoundedRect(room, 0.18 * room.width(), 0.18 * room.width())
    fill_and_draw(
        painter, path, QColor(shade), round_pen(make_colour(PALE), max(0.07 * room.width(), 0.8))
    )


def _paint_count(painter: QPainter, shade: str, count: int, room: QRectF) -> None:
    letters = make_font(max(6, round(0.6 * room.height())), bold=True)
    ink = PALE if is_dark(QColor(shade)) else INK
    draw_text(painter, room.center(), f"+{count}", letters, make_colour(ink))


def paint_figures(painter: QPainter, figures: int, shade: str, square: QRectF) -> None:
    """Draw a pip on the upper edge for each figure a unit consists of."""
    size, shown = square.width(), min(figures, MAX_PIPS)
    left = square.center().x() - PIPS_APART * size * (shown - 1) / 2
    ink = make_colour(PALE if is_dark(QColor(shade)) else INK)
    for number in range(shown):
        pip = QPainterPath()
        at = QPointF(left + number * PIPS_APART * size, square.top() + PIPS_AT * size)
        pip.addEllipse(at, PIP * size, PIP * size)
        fill_and_draw(painter, pip, ink, round_pen(ink, 0.5))
