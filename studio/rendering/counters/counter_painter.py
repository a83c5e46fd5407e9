"""Counters: units as they lie on the map, drawn as vectors at any size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)

from engine.games.game_appearance import NO_MARKS, MarkLooks
from engine.hexes.grid import Orientation
from engine.scenario.counter_layout import CounterLayout
from engine.scenario.counters import COLOURS, counter_designation
from engine.scenario.counters import side_colours as side_colours
from engine.texts import LocalText, localised, text
from studio.rendering.counters.carried_units import paint_cargo, paint_figures
from studio.rendering.counters.counter import UNDRESSED, CounterCustomiser
from studio.rendering.counters.counter import Counter as Counter
from studio.rendering.counters.counter_marks import WOUND, paint_badges, paint_facing
from studio.rendering.counters.figure_bases import paint_figure_base
from studio.rendering.counters.layout_painter import WIDE, background_colour, paint_layout
from studio.rendering.counters.unit_symbols import paint_symbol
from studio.rendering.painting import (
    clip_to,
    draw,
    fill,
    fill_and_draw,
    is_dark,
    make_colour,
    round_pen,
)
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

# Counters smaller than this, in page units, are plain squares; smaller still, dots.
SMALLEST_DRAWN, SMALLEST_SQUARE, SMALLEST_DOT = 16.0, 7.0, 4.0
ROUNDED = 0.09
BROAD = 0.08  # left free beside a panel with figures
VEIL = "#bdbab2"
# Stripes from the lower left to the upper right inside a square of size 1, and their thickness.
STRIPE = 0.055
STRIPES = tuple(
    QLineF(
        max(0.05, foot - 0.95),
        min(0.95, foot - 0.05),
        min(0.95, foot - 0.05),
        max(0.05, foot - 0.95),
    )
    for foot in (0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5, 1.7)
)


class CounterUnit(Protocol):
    """A unit of a scenario or of a game."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def name(self) -> LocalText: ...
    @property
    def marks(self) -> Sequence[str]: ...
    @property
    def facing(self) -> int | None: ...
    @property
    def figures(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class CounterGeometry:
    """The division of a counter's square, in parts of its size."""

    panel: QRectF
    number_middle: float
    number_height: float


ROOMY = CounterGeometry(QRectF(0.16, 0.1, 0.68, 0.455), 0.785, 0.36)
TIGHT = CounterGeometry(QRectF(0.14, 0.08, 0.72, 0.44), 0.765, 0.47)
WORDLESS = CounterGeometry(QRectF(0.14, 0.26, 0.72, 0.48), 0.0, 0.0)
SMALLEST_ROOMY = 26.0
# Where a counter bears values: its number before them, and the column beside the symbol.
VALUED = CounterGeometry(QRectF(0.08, 0.09, 0.6, 0.45), 0.785, 0.3)
NUMBER, ROW, BESIDE = QRectF(0.05, 0.65, 0.22, 0.27), QRectF(0.29, 0.61, 0.67, 0.35), 0.82
TIGHT_ROW = QRectF(0.28, 0.62, 0.53, 0.33)  # beside a badge in the lower right corner
SMALLEST_VALUED = 33.0


# --- from units ----------------------------------------------------------------------------------


def build_counter(
    unit: CounterUnit,
    colours: Mapping[str, str],
    types: Mapping[str, Mapping[str, Any]],
    orientation: Orientation | None = None,
    marks: MarkLooks = NO_MARKS,
    dress: CounterCustomiser = UNDRESSED,
) -> Counter:
    """A unit's counter; `types` are the unit types of the game's handbook, `marks` its marks.

    An unknown type, or one without a symbol, shows a question mark. Its front is shown where
    the `orientation` of its map is given.
    """
    known = types.get(unit.type, {})
    counter = Counter(
        unit.id,
        unit.side,
        colours.get(unit.side, COLOURS[-1]),
        known.get("symbol", "unknown"),
        counter_designation(unit.id, unit.name),
        unit.name or unit.id,
        known.get("name", unit.type),
        tuple(_marks(unit, marks)),
        None if unit.facing is None or orientation is None else orientation.bearing(unit.facing),
        len(unit.figures),
        base=marks.figures.base(unit.figures) if unit.figures else None,
        known=marks,
        values=tuple(known.get("printed", ())),
        type=unit.type,
    )
    if dress is UNDRESSED:
        return counter
    return dress.customise_counter(counter, known, getattr(unit, "formation", ""))


def _marks(unit: CounterUnit, known: MarkLooks) -> Iterator[str]:
    """The marks of a unit, including its ordered readiness where that has a badge."""
    yield from unit.marks
    mode = getattr(unit, "mode", "")
    if mode and mode not in unit.marks and any(look.id == mode for look in known):
        yield mode


def counter_tooltip(counter: Counter, language: str) -> str:
    """A counter in words: name, type and state markers."""
    key = "counters.tooltip-marked" if counter.marks else "counters.tooltip"
    return text(
        key,
        language,
        name=localised(counter.name, language) or counter.id,
        type=localised(counter.type_name, language),
        marks=counter.known.mark_names(counter.marks, language),
    )


# --- drawing -------------------------------------------------------------------------------------


def paint_counter(
    painter: QPainter, counter: Counter, at: QPointF, size: float, language: str
) -> None:
    """Draw a counter of a size with its middle at a point; small ones without their details."""
    if size < SMALLEST_DRAWN:
        paint_tiny_counter(painter, counter.colour, at, size)
        return
    square = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
    if counter.layout is not None:
        _paint_dressed(painter, counter, counter.layout, square, language)
        return
    plan = _plan(counter, size)
    _paint_body(painter, counter.colour, square)
    is_marked = bool(counter.marks)
    if is_marked and counter.is_striped:
        _paint_hatching(painter, counter.colour, square)
    panel = _part(square, plan.panel if counter.base is None else _broad(plan.panel))
    paint_panel(painter, counter, panel)
    if is_marked:
        _paint_damage(painter, counter, panel)
    if plan is VALUED:
        paint_values(painter, counter, square)
    elif counter.designation:
        _paint_number(painter, counter, square, plan)
    if is_marked and counter.is_greyed:
        _paint_veil(painter, square)
    _paint_states(painter, counter, square, language)


def _paint_dressed(
    painter: QPainter, counter: Counter, layout: CounterLayout, square: QRectF, language: str
) -> None:
    """A counter by the layout of its scenario, with its state markers and its load."""
    corner, part = ROUNDED * square.width(), square.width() / WIDE
    body = QPainterPath()
    body.addRoundedRect(square, corner, corner)
    _paint_body(painter, background_colour(counter, layout.front), square)
    with clip_to(painter, body):
        painter.translate(square.topLeft())
        painter.scale(part, part)
        if counter.is_striped:
            _paint_hatching(painter, counter.colour, QRectF(0, 0, WIDE, WIDE))
        paint_layout(painter, counter, layout, language)
    if counter.is_greyed:
        _paint_veil(painter, square)
    draw(painter, body, round_pen(make_colour(INK), max(0.03 * square.width(), 1.0)))
    _paint_damage(painter, counter, _part(square, QRectF(*(at / WIDE for at in layout.symbol.at))))
    _paint_states(painter, counter, square, language)


def _paint_states(painter: QPainter, counter: Counter, square: QRectF, language: str) -> None:
    """Figures, front, badges and load, over the counter's body."""
    if counter.figures and counter.base is None:
        paint_figures(painter, counter.figures, counter.colour, square)
    if counter.front is not None:
        paint_facing(painter, counter.front, square)
    if counter.marks:
        paint_badges(painter, counter.marker_styles, square, language)
    if counter.load:
        paint_cargo(painter, counter.load, square)


def paint_tiny_counter(painter: QPainter, shade: str, at: QPointF, size: float) -> None:
    """Draw a counter too small for a symbol: a square of its side's colour, or a dot."""
    path = QPainterPath()
    if size < SMALLEST_SQUARE:
        radius = max(size, SMALLEST_DOT) / 2
        path.addEllipse(at, radius, radius)
    else:
        square = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
        path.addRoundedRect(square, ROUNDED * size, ROUNDED * size)
    draw(painter, path, round_pen(make_colour(PALE), 2.4))
    fill_and_draw(painter, path, QColor(shade), round_pen(make_colour(INK), 1.0))


def _plan(counter: Counter, size: float) -> CounterGeometry:
    if counter.values and size >= SMALLEST_VALUED:
        return VALUED
    if not counter.designation:
        return WORDLESS
    return ROOMY if size >= SMALLEST_ROOMY else TIGHT


def _paint_body(painter: QPainter, shade: str, square: QRectF) -> None:
    size = square.width()
    shadow, body, bevel = QPainterPath(), QPainterPath(), QPainterPath()
    corner = ROUNDED * size
    shadow.addRoundedRect(square.translated(0.03 * size, 0.04 * size), corner, corner)
    fill(painter, shadow, make_colour("#000000", 0.28))
    body.addRoundedRect(square, corner, corner)
    fill_and_draw(painter, body, QColor(shade), round_pen(make_colour(INK), max(0.03 * size, 1.0)))
    inset = max(0.035 * size, 1.0)
    bevel.addRoundedRect(square.adjusted(inset, inset, -inset, -inset), corner, corner)
    draw(painter, bevel, round_pen(make_colour("#ffffff", 0.38), max(0.018 * size, 0.7)))


def paint_panel(painter: QPainter, counter: Counter, panel: QRectF) -> None:
    """Paint a counter's panel: its figures if they are drawn, else its type's symbol."""
    if counter.base is not None:
        paint_figure_base(painter, counter.base, panel)
    else:
        paint_symbol(painter, counter.symbol, panel)


def _broad(panel: QRectF) -> QRectF:
    """A panel as wide as figures side by side need it."""
    return QRectF(BROAD, panel.top(), 1 - 2 * BROAD, panel.height())


def _paint_veil(painter: QPainter, square: QRectF) -> None:
    """Veil in grey what has already acted."""
    veil, corner = QPainterPath(), ROUNDED * square.width()
    veil.addRoundedRect(square, corner, corner)
    fill(painter, veil, make_colour(VEIL, 0.52))


def _paint_hatching(painter: QPainter, shade: str, square: QRectF) -> None:
    """Stripes over the body of a unit with a mark that shows them."""
    dark = is_dark(QColor(shade))
    pen = QPen(make_colour("#ffffff" if dark else "#000000", 0.42), STRIPE * square.width())
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    onto = QTransform.fromTranslate(square.left(), square.top())
    onto.scale(square.width(), square.height())
    painter.drawLines([onto.map(line) for line in STRIPES])


def _paint_damage(painter: QPainter, counter: Counter, panel: QRectF) -> None:
    """A stroke through what can no longer shoot; chocks under what can no longer move."""
    path = QPainterPath()
    if counter.known.has_mark_showing(counter.marks, "stroke"):
        path.moveTo(panel.left() + 0.06 * panel.width(), panel.bottom() - 0.06 * panel.height())
        path.lineTo(panel.right() - 0.06 * panel.width(), panel.top() + 0.06 * panel.height())
    if counter.known.has_mark_showing(counter.marks, "chocks"):
        _add_chocks(path, panel)
    for shade, part in ((PALE, 0.27), (WOUND, 0.15)):
        draw(painter, path, round_pen(make_colour(shade), part * panel.height()))


def _add_chocks(path: QPainterPath, panel: QRectF) -> None:
    low, inset = panel.bottom() - 0.1 * panel.height(), 0.1 * panel.width()
    left, right, rise = panel.left() + inset, panel.right() - inset, 0.22 * panel.height()
    path.moveTo(left, low - rise)
    path.lineTo(left, low)
    path.lineTo(right, low)
    path.lineTo(right, low - rise)


def _paint_number(
    painter: QPainter, counter: Counter, square: QRectF, plan: CounterGeometry
) -> None:
    size = square.width()
    letters = _fitting(counter.designation, plan.number_height * size, 0.66 * size)
    at = QPointF(square.center().x(), square.top() + plan.number_middle * size)
    shade = make_colour(PALE) if is_dark(QColor(counter.colour)) else make_colour(INK)
    if counter.marks and counter.is_striped:
        room = QFontMetricsF(letters).horizontalAdvance(counter.designation)
        quiet = QPen(QColor(counter.colour), 0.3 * size)
        quiet.setCapStyle(Qt.PenCapStyle.RoundCap)
        line = QPainterPath(QPointF(at.x() - room / 2, at.y()))
        line.lineTo(at.x() + room / 2, at.y())
        draw(painter, line, quiet)
    draw_text(painter, at, counter.designation, letters, shade)


def paint_values(painter: QPainter, counter: Counter, square: QRectF) -> None:
    """A counter's number and its values along the lower edge, the others beside the symbol."""
    size, ink = square.width(), make_colour(PALE if is_dark(QColor(counter.colour)) else INK)
    if counter.is_striped:
        room = _part(square, NUMBER.united(ROW))
        painter.fillRect(room.adjusted(0, 0.03 * size, 0, 0), QColor(counter.colour))
    row, *beside = counter.values
    is_tight = any(look.place == "right-bottom" for look in counter.marker_styles)
    _put(painter, counter.designation, _part(square, NUMBER), ink, bold=False)
    _put(painter, row, _part(square, TIGHT_ROW if is_tight else ROW), ink, bold=True)
    for place, words in enumerate(beside):
        top = VALUED.panel.top() + VALUED.panel.height() * place / len(beside)
        high = VALUED.panel.height() / len(beside)
        cell = QRectF(BESIDE - 0.12, top, 0.27, min(high, 0.3))
        cell.moveTop(top + (high - cell.height()) / 2)
        _put(painter, words, _part(square, cell), ink, bold=True)


def _put(painter: QPainter, words: str, room: QRectF, ink: QColor, *, bold: bool) -> None:
    """Words in the middle of a room, as large as fits."""
    if words:
        letters = _fitting(words, 0.92 * room.height(), room.width(), bold=bold)
        draw_text(painter, room.center(), words, letters, ink)


def _fitting(words: str, high: float, wide: float, *, bold: bool = True) -> QFont:
    """The largest letters up to a height in which words are no wider than a width."""
    letters = make_font(max(6, round(high)), bold=bold)
    taken = QFontMetricsF(letters).horizontalAdvance(words)
    return letters if taken <= wide else make_font(max(6, int(high * wide / taken)), bold=bold)


def _part(square: QRectF, part: QRectF) -> QRectF:
    size = square.width()
    return QRectF(
        square.left() + part.left() * size, square.top() + part.top() * size,
        part.width() * size, part.height() * size,
    )  # fmt: skip
