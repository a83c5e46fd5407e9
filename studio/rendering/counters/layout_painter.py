"""Counters drawn by their layout: on a square of `WIDE` units, front or back."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPainterPath, QPen
from PySide6.QtSvg import QSvgRenderer

from engine.games.game_appearance import MarkLook
from engine.scenario.counter_layout import (
    CounterLayout,
    CounterRim,
    CounterSide,
    CounterSymbolSlot,
    FormationStripe,
    TextSlot,
)
from engine.texts import localised
from studio.rendering.counters.counter import Counter
from studio.rendering.counters.counter_marks import paint_badge
from studio.rendering.counters.figure_bases import paint_figure_base
from studio.rendering.counters.nato_symbols import (
    has_nato_symbol,
    paint_nato_symbol,
    paint_unit_size,
)
from studio.rendering.counters.unit_symbols import paint_silhouette, paint_symbol
from studio.rendering.page_painting import LEFT, MIDDLE, RIGHT, draw_text, elide, width_of
from studio.rendering.painting import clip_to, draw, is_dark, make_colour
from studio.rendering.text_painting import INK, PALE

WIDE = 100.0
ANCHORS = {"left": LEFT, "middle": MIDDLE, "right": RIGHT}
HATCH = "#ffffff"
HEADQUARTERS = "HQ"
STAFF_LINE = 0.34  # of the frame's height: the line below the corner of a headquarters
MIN_NAME = 1.55  # mm: smaller letters cannot be read at arm's length
SHARPEST = 1200  # pixels of a picture's longer side that are kept


def paint_layout(
    painter: QPainter,
    counter: Counter,
    layout: CounterLayout,
    language: str,
    *,
    is_back: bool = False,
    mark: str = "",
    size_mm: float = 0.0,
) -> None:
    """Draw one side of a counter in the square from the painter's origin; its ground is there.

    `size_mm` is how wide the counter is printed: words are not made too small to read.
    """
    side = layout.side(is_back=is_back)
    body = background_colour(counter, side)
    if side.hatched:
        _paint_hatching(painter, body)
    if layout.rim is not None:
        _paint_rim(painter, counter, layout.rim, body)
    if layout.stripe is not None:
        _paint_stripe(painter, counter, layout.stripe)
    if side.symbol:
        _paint_symbol(painter, counter, layout, body)
    for slot in side.texts:
        _paint_slot(painter, counter, slot, body, language, size_mm)
    shown = [mark] if is_back and mark else []
    paint_states(painter, [counter.known.look_of(each) for each in shown], side, language)


def paint_states(
    painter: QPainter, looks: list[MarkLook], side: CounterSide, language: str
) -> None:
    """Draw a unit's state markers where its layout puts them: the first, and one beside."""
    x, y = side.mark.at
    for look, at in zip(looks, ((x, y), side.mark.next or (WIDE - x, y)), strict=False):
        paint_badge(painter, look, QPointF(*at), side.mark.radius, language)


def background_colour(counter: Counter, side: CounterSide) -> str:
    """The colour of a counter's ground."""
    return counter.colour if side.body == "side" else side.body


def slot_text(counter: Counter, slot: TextSlot, language: str) -> str:
    """The text a place of the layout shows: the counter's words, joined."""
    words = (_word(counter, word, slot.join, language) for word in slot.show)
    return slot.join.join(filter(None, words))


def _word(counter: Counter, word: str, join: str, language: str) -> str:
    own = {
        "number": _number(counter),
        "id": counter.id,
        "name": localised(counter.name, language) or counter.id,
        "type": localised(counter.type_name, language),
        "formation": localised(counter.formation, language),
        "size": counter.size,
        "side": counter.side,
        "beside": join.join(counter.values[1:]),
    }
    if word == "values" and counter.values:
        return counter.values[0]
    return own[word] if word in own else dict(counter.says).get(word, "")


def _number(counter: Counter) -> str:
    """Return a counter's designation; for a headquarters without a number, the word."""
    is_bare = not any(letter.isdigit() for letter in counter.designation)
    return HEADQUARTERS if counter.leads and is_bare else counter.designation


# --- parts ----------------------------------------------------------------------------------------


def _paint_hatching(painter: QPainter, body: str) -> None:
    """Slanting stripes over the ground."""
    dark = is_dark(QColor(body))
    with clip_to(painter, QRectF(0, 0, WIDE, WIDE)):
        pen = QPen(make_colour(HATCH if dark else "#000000", 0.4), 6.0)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLines([QLineF(x - 105, 105, x + 5, -5) for x in range(5, 215, 19)])


def _paint_stripe(painter: QPainter, counter: Counter, stripe: FormationStripe) -> None:
    """A strip in the colour of the formation; it runs on beyond the edge, where it is cut."""
    shade = counter.stripes[0 if stripe.of == "top" else 1]
    if not shade:
        return
    over, wide = 15.0, stripe.width
    rooms = {
        "top": QRectF(-over, -over, WIDE + 2 * over, wide + over),
        "bottom": QRectF(-over, WIDE - wide, WIDE + 2 * over, wide + over),
        "left": QRectF(-over, -over, wide + over, WIDE + 2 * over),
        "right": QRectF(WIDE - wide, -over, wide + over, WIDE + 2 * over),
    }
    painter.fillRect(rooms[stripe.edge], make_colour(shade))


def _paint_rim(painter: QPainter, counter: Counter, rim: CounterRim, body: str) -> None:
    inset, path = rim.inset, QPainterPath()
    square = QRectF(inset, inset, WIDE - 2 * inset, WIDE - 2 * inset)
    path.addRoundedRect(square, rim.round, rim.round)
    shade = _shade(rim.colour, counter, body)
    pen = QPen(make_colour(shade), rim.width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    draw(painter, path, pen)


def _paint_symbol(painter: QPainter, counter: Counter, layout: CounterLayout, body: str) -> None:
    place = layout.symbol
    frame = QRectF(*place.at)
    ground = counter.colour if place.ground == "side" else place.ground
    below = body if ground == "none" else ground
    ink = _shade(place.ink, counter, below)
    if ground != "none" and not _is_drawn_by_box(counter, layout):
        painter.fillRect(frame, make_colour(ground))
    if counter.base is not None and _own_picture(counter, layout) is None:
        paint_figure_base(painter, counter.base, frame)
    else:
        _paint_sign(painter, counter, layout, frame, ink)
    if place.framed and not _is_drawn_by_box(counter, layout):
        pen = QPen(make_colour(ink), 0.045 * frame.width())
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        path = QPainterPath()
        path.addRect(frame)
        draw(painter, path, pen)
    if counter.leads and place.style == "app6":
        foot = QPointF(frame.left(), frame.bottom() + STAFF_LINE * frame.height())
        path = QPainterPath(QPointF(frame.left(), frame.bottom()))
        path.lineTo(foot)
        draw(painter, path, QPen(make_colour(_shade("auto", counter, body)), 0.05 * frame.width()))
    if place.size:
        high = 0.24 * frame.height()
        over = QPointF(frame.center().x(), frame.top() - 0.4 * high)
        paint_unit_size(painter, counter.size, over, high, _shade("auto", counter, body))


def _is_drawn_by_box(counter: Counter, layout: CounterLayout) -> bool:
    """Return True if the studio's own box is drawn, which has a ground and a frame."""
    place = layout.symbol
    is_usual = place.style == "box" and place.ground == CounterSymbolSlot.ground and place.framed
    return is_usual and _own_picture(counter, layout) is None


def _own_picture(counter: Counter, layout: CounterLayout) -> Path | None:
    return layout.pictures.get(counter.type) or layout.pictures.get(counter.symbol)


def _paint_sign(
    painter: QPainter, counter: Counter, layout: CounterLayout, frame: QRectF, ink: str
) -> None:
    file = _own_picture(counter, layout)
    if file is not None:
        paint_picture(painter, file, frame)
    elif layout.symbol.style == "silhouette":
        paint_silhouette(painter, counter.symbol, frame, ink)
    elif layout.symbol.style == "box" or not has_nato_symbol(counter.symbol):
        is_bare = not _is_drawn_by_box(counter, layout)
        paint_symbol(painter, counter.symbol, frame, ink=ink, is_bare=is_bare)
    else:
        paint_nato_symbol(painter, counter.symbol, frame, ink)


def _paint_slot(
    painter: QPainter, counter: Counter, slot: TextSlot, body: str, language: str, size_mm: float
) -> None:
    words = slot_text(counter, slot, language)
    if not words:
        return
    lines = words.split("\n")
    letters = slot.letters
    wide = max(width_of(line, letters, slot.bold) for line in lines)
    if wide > slot.room:
        least = MIN_NAME / size_mm * WIDE if size_mm else 0.0
        letters = max(least, letters * slot.room / wide)
        lines = [elide(line, letters, slot.room + 2.0, slot.bold) for line in lines]
    painter.save()
    painter.translate(*slot.at)
    if slot.turned:
        painter.rotate(-90)
    anchor = ANCHORS[slot.anchor]
    plate = counter.colour if slot.plate == "side" else body if slot.plate == "body" else slot.plate
    if plate:
        taken = max(width_of(line, letters, slot.bold) for line in lines) + 0.2 * letters
        high = (len(lines) + 0.16) * letters
        painter.fillRect(QRectF(-anchor * taken, -high / 2, taken, high), make_colour(plate))
    shade = _shade(slot.ink, counter, plate or body)
    for number, line in enumerate(lines):
        at = QPointF(0, letters * (number - (len(lines) - 1) / 2))
        draw_text(painter, at, line, letters, bold=slot.bold, shade=shade, anchor=anchor)
    painter.restore()


def _shade(word: str, counter: Counter, below: str) -> str:
    """The colour a word of a layout means on a ground."""
    if word == "side":
        return counter.colour
    if word in ("auto", "ink"):
        return PALE if is_dark(QColor(below)) else INK
    return word


# --- one's own pictures ---------------------------------------------------------------------------


def paint_picture(painter: QPainter, file: Path, room: QRectF) -> None:
    """Draw a picture as large as goes into a room, as SVG where it is one."""
    try:
        changed = file.stat().st_mtime_ns
    except OSError:
        return  # `check` reports that it is missing
    if file.suffix.lower() == ".svg":
        drawn = QSvgRenderer(_content(file, changed))
        fitted = _fitted(drawn.viewBoxF().width(), drawn.viewBoxF().height(), room)
        drawn.render(painter, fitted)
        return
    picture = _image(file, changed)
    if not picture.isNull():
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(_fitted(picture.width(), picture.height(), room), picture)


def _fitted(wide: float, high: float, room: QRectF) -> QRectF:
    part = min(room.width() / max(wide, 1e-6), room.height() / max(high, 1e-6))
    fitted = QRectF(0, 0, wide * part, high * part)
    fitted.moveCenter(room.center())
    return fitted


@lru_cache(maxsize=64)
def _content(file: Path, changed: int) -> QByteArray:
    """The bytes of a file; `changed` says which state of it is meant."""
    return QByteArray(file.read_bytes())


@lru_cache(maxsize=64)
def _image(file: Path, changed: int) -> QImage:
    """A picture, no larger than needed; `changed` says which state of the file is meant."""
    reader = QImageReader(str(file))
    size = reader.size()
    longer = max(size.width(), size.height())
    if longer > SHARPEST:
        reader.setScaledSize(size * SHARPEST / longer)
    return reader.read()
