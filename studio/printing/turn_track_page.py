"""The turn track: a box for every turn, with those who come in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.narration.turn_text import turn_title, waiting_badge
from engine.scenario.scenario import Scenario
from studio.printing.page_flow import PageBlock, gap_block
from studio.rendering.counters.counter_painter import Counter, paint_counter
from studio.rendering.page_painting import LEFT, draw_box, draw_text

Comer = tuple[Counter, str, str]
"""A counter, where it comes, and the badge of what it waits for."""
COLUMN, TALL = 27.0, 20.0  # mm: about how wide a box is; how high without anybody in it
SMALL = 10.0  # mm: a counter in a box
NARROW, SHORT = 16.0, 14.0  # mm: about how wide a box of a number is; how high
STEP, HIGHEST = 11.0, 130.0
TOGETHER = 120.0  # mm: a track no higher is not divided
EMPTY, TITLE = "#fffdf7", "#7a7361"


def arrivals_by_turn(scenario: Scenario, counters: Mapping[str, Counter]) -> dict[int, list[Comer]]:
    """Return the arrivals of each turn, with their places."""
    found: dict[int, list[Comer]] = {}
    for unit in scenario.units:
        if unit.arrives is not None:
            coming = found.setdefault(unit.arrives.turn, [])
            coming.append((counters[unit.id], unit.arrives.zone, waiting_badge(unit.arrives)))
    return found


def turn_track(
    game: str,
    turns: int,
    width: float,
    language: str,
    coming: Mapping[int, Sequence[Comer]],
) -> list[PageBlock]:
    """Boxes in rows, a block a row; on one page unless very many units come."""
    columns = max(1, int(width / COLUMN))
    blocks = []
    for first in range(1, turns + 1, columns):
        row = range(first, min(first + columns, turns + 1))
        most = max(len(coming.get(turn, ())) for turn in row)
        step = _step(most, width / columns - 2)
        lines = -(-most // int((width / columns - 2) / step))
        high = max(TALL, 12.5 + lines * step) if most else TALL
        paint = partial(_paint_row, game, row, columns, high, step, language, coming)
        blocks.append(PageBlock(high, paint))
    if sum(block.height for block in blocks) <= TOGETHER:
        blocks = [*(replace(block, leads=True) for block in blocks[:-1]), *blocks[-1:]]
    return [*blocks, gap_block()]


def _step(most: int, room: float) -> float:
    """Return the distance of counters: smaller if very many come in one turn."""
    step = STEP
    while -(-most // int(room / step)) * step > HIGHEST:
        step *= 0.9
    return step


def _paint_row(
    game: str, turns: range, columns: int, high: float, step: float, language: str,
    coming: Mapping[int, Sequence[Comer]],
    painter: QPainter, at: QPointF, width: float,
) -> None:  # fmt: skip
    wide = width / columns
    for place, turn in enumerate(turns):
        room = QRectF(at.x() + place * wide, at.y(), wide, high)
        draw_box(painter, room, EMPTY, TITLE, 0.3)
        corner = room.topLeft() + QPointF(2, 4)
        draw_text(painter, corner, turn_title(game, turn, language), 3.6, bold=True,
            shade=TITLE, anchor=LEFT, room=wide - 4)  # fmt: skip
        if coming.get(turn):
            _paint_coming(painter, coming[turn], room, step, language)


def _paint_coming(
    painter: QPainter, coming: Sequence[Comer], room: QRectF, step: float,
    language: str,
) -> None:  # fmt: skip
    fits = int((room.width() - 2) / step)
    for number, (counter, _, badge) in enumerate(coming):
        row, column = divmod(number, fits)
        corner = room.topLeft() + QPointF(2 + column * step, 7.5 + row * step)
        paint_small_counter(painter, counter, corner, step * SMALL / STEP, language)
        if badge:
            _paint_badge(painter, badge, corner, step * SMALL / STEP)
    zones = ", ".join(dict.fromkeys(zone for _, zone, _ in coming))
    draw_text(painter, QPointF(room.left() + 2, room.bottom() - 2.6), zones, 2.6, anchor=LEFT,
        room=room.width() - 4)  # fmt: skip


def _paint_badge(painter: QPainter, badge: str, corner: QPointF, size: float) -> None:
    """By what die a unit comes, at the upper edge of its counter: its values stay seen."""
    wide, high = 0.46 * size, 0.26 * size
    room = QRectF(corner.x() + (size - wide) / 2, corner.y() - 0.06 * size, wide, high)
    draw_box(painter, room, EMPTY, TITLE, 0.2)
    draw_text(painter, room.center(), badge, 0.22 * size, bold=True, room=wide - 0.2)


def paint_small_counter(
    painter: QPainter, counter: Counter, corner: QPointF, size: float, language: str
) -> None:
    """A counter in a table or box, as it lies on the map."""
    painter.save()
    painter.translate(corner)
    painter.scale(0.1, 0.1)  # counters of few units are drawn without their symbols
    paint_counter(painter, counter, QPointF(5 * size, 5 * size), 9.4 * size, language)
    painter.restore()


def number_track(most: int, width: float) -> list[PageBlock]:
    """Boxes from 0 up, on which a side counts what it has with a marker."""
    columns = max(1, int(width / NARROW))
    rows = [range(first, min(first + columns, most + 1)) for first in range(0, most + 1, columns)]
    blocks = [PageBlock(SHORT, partial(_paint_numbers, row, columns)) for row in rows]
    return [*(replace(block, leads=True) for block in blocks[:-1]), *blocks[-1:], gap_block()]


def _paint_numbers(row: range, columns: int, painter: QPainter, at: QPointF, width: float) -> None:
    wide = width / columns
    for place, number in enumerate(row):
        room = QRectF(at.x() + place * wide, at.y(), wide, SHORT)
        draw_box(painter, room, EMPTY, TITLE, 0.3)
        draw_text(painter, room.center(), str(number), 5.0, shade=TITLE)
