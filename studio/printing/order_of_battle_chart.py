"""The order of battle as a chart: formations as a tree, their counters as they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.scenario.formations import formations_by_id, formations_within, units_of
from engine.scenario.scenario import Formation, Scenario, ScenarioUnit
from engine.texts import localised, text
from studio.printing.page_flow import PageBlock
from studio.rendering.counters import printed_counters
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.counters.nato_symbols import paint_unit_size
from studio.rendering.page_painting import LEFT, draw_line, draw_text, elide
from studio.rendering.painting import clip_to, make_colour
from studio.rendering.text_painting import INK

COUNTER, BETWEEN = 13.0, 2.5  # mm: a counter, and between two
STEP = 6.0  # mm: how far a formation stands right of the one that holds it
HEAD, LETTERS, SMALL = 8.0, 3.6, 2.8
MARK = 2.2


def order_of_battle_blocks(
    scenario: Scenario, side: str, counters: Mapping[str, Counter], width: float, language: str
) -> list[PageBlock]:
    """The formations of a side from above, each with its own units; then those in none."""
    found: list[PageBlock] = []
    known = formations_by_id(scenario.formations)
    tops = [each for each in scenario.formations
            if each.side == side and each.within not in known]  # fmt: skip
    for top in tops:
        for each in formations_within(scenario.formations, top.id):
            depth = _depth(known, each, top)
            own = [unit for unit in scenario.units if unit.formation == each.id]
            found.append(_head(scenario, each, depth, language))
            found += _rows(own, counters, depth, width, language)
    loose = [u for u in scenario.units if u.side == side and u.formation not in known]
    words = dict.fromkeys(unit.formation for unit in loose)
    for word in words:
        mates = [unit for unit in loose if unit.formation == word]
        if word:
            found.append(_title(word, "", 0))
        found += _rows(mates, counters, 0, width, language)
    return found


def _depth(known: Mapping[str, Formation], formation: Formation, top: Formation) -> int:
    depth, at = 0, formation
    while at.id != top.id and at.within in known and depth < len(known):
        at, depth = known[at.within], depth + 1
    return depth


def _head(scenario: Scenario, formation: Formation, depth: int, language: str) -> PageBlock:
    """A formation's name with the mark of its size, who leads it, how many units it holds."""
    names = {unit.id: localised(unit.name, language) or unit.id for unit in scenario.units}
    said = [text("printing.chart-units", language, count=len(units_of(scenario, formation.id)))]
    if formation.headquarters in names:
        led = text("printing.chart-led-by", language, unit=names[formation.headquarters])
        said.append(led)
    words = localised(formation.name, language) or formation.id
    return _title(words, text("printing.comma", language).join(said), depth, formation)


def _title(words: str, said: str, depth: int, formation: Formation | None = None) -> PageBlock:
    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        left, middle = at.x() + depth * STEP, at.y() + HEAD / 2
        _paint_branch(painter, at, depth, HEAD)
        if formation is not None and formation.colour:
            painter.fillRect(QRectF(left, middle - 2.2, 1.6, 4.4), make_colour(formation.colour))
        beyond = left + 3.0
        if formation is not None and formation.size:
            paint_unit_size(
                painter, formation.size, QPointF(beyond + 4, middle + MARK / 2), MARK, INK
            )
            beyond += 9.5
        room = 0.6 * (at.x() + width - beyond)
        taken = draw_text(painter, QPointF(beyond, middle), words, LETTERS, bold=True, anchor=LEFT,
                    room=room)  # fmt: skip
        draw_text(painter, QPointF(beyond + taken + 3, middle), said, SMALL, anchor=LEFT,
            room=at.x() + width - beyond - taken - 3)  # fmt: skip

    return PageBlock(HEAD, paint, leads=True)


def _rows(
    units: Sequence[ScenarioUnit],
    counters: Mapping[str, Counter],
    depth: int,
    width: float,
    language: str,
) -> Iterator[PageBlock]:
    """Counters side by side, their names under them, over as many rows as they need."""
    room = width - (depth + 1) * STEP
    across = max(1, int((room + BETWEEN) / (COUNTER + BETWEEN)))
    for first in range(0, len(units), across):
        row = [counters[unit.id] for unit in units[first : first + across]]
        yield _row(row, depth, language)


def _row(row: Sequence[Counter], depth: int, language: str) -> PageBlock:
    high = COUNTER + SMALL + 3.0

    def paint(painter: QPainter, at: QPointF, width: float) -> None:
        _paint_branch(painter, at, depth, high)
        for number, counter in enumerate(row):
            left = at.x() + (depth + 1) * STEP + number * (COUNTER + BETWEEN)
            _paint_counter(painter, counter, QPointF(left, at.y()), language)

    return PageBlock(high, paint)


def _paint_counter(painter: QPainter, counter: Counter, at: QPointF, language: str) -> None:
    face = printed_counters.front_face(counter, language, COUNTER)
    square = QRectF(at.x(), at.y(), COUNTER, COUNTER)
    painter.fillRect(square, make_colour(face.ground))
    with clip_to(painter, square):
        painter.translate(at)
        face.paint(painter, COUNTER)
    name = localised(counter.name, language) or counter.id
    words = elide(name, SMALL - 0.4, COUNTER + BETWEEN - 0.4)
    draw_text(painter, QPointF(square.center().x(), square.bottom() + 1.9), words, SMALL - 0.4)


def _paint_branch(painter: QPainter, at: QPointF, depth: int, high: float) -> None:
    """A line for each formation that holds this."""
    lines = [
        QLineF(at.x() + step * STEP + 1.0, at.y(), at.x() + step * STEP + 1.0, at.y() + high)
        for step in range(depth)
    ]
    draw_line(painter, lines, 0.25, "#a79f8c")
