"""Counters and their rings as pictures: painted once at a size, stamped from then on."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from studio.canvas.counter_effects import CounterRing, paint_ring
from studio.rendering.counters.counter_painter import Counter, paint_counter, paint_tiny_counter
from studio.rendering.counters.layout_painter import slot_text

# Larger counters, in logical pixels, are drawn as vectors: few of them fit the screen.
MAX_STAMPED = 140.0
# So many device pixels of pictures are kept: 64 megabytes.
MAX_PIXELS = 16_000_000
# So many counters are painted anew in one frame; the others show as they were at another size.
FRESH_A_FRAME = 10
# Room round a counter for its badges and its ring: a part of its size, and logical pixels.
MARGIN, EDGE = 0.24, 5.0

Face = tuple[str, ...]
Key = tuple[Face, int, float]
Paint = Callable[[QPainter, QPointF, float], None]


class CounterCache:
    """Pictures of counters, the least used let go. `is_behind`: the last frame lacked some."""

    def __init__(self, fresh_a_frame: int = FRESH_A_FRAME) -> None:
        self.is_behind = False
        self._fresh_a_frame, self._left = fresh_a_frame, fresh_a_frame
        self._kept: OrderedDict[Key, QPixmap] = OrderedDict()
        self._latest: dict[Face, tuple[QPixmap, int]] = {}
        self._pixels = 0

    def begin(self) -> None:
        """A new frame begins."""
        self.is_behind, self._left = False, self._fresh_a_frame

    def paint(
        self, painter: QPainter, counter: Counter, at: QPointF, size: float, language: str
    ) -> None:
        """Put a counter on the frame, its middle at a point."""
        if size > MAX_STAMPED:
            paint_counter(painter, counter, at, size, language)
            return

        def fresh(on: QPainter, middle: QPointF, exact: float) -> None:
            paint_counter(on, counter, middle, exact, language)

        front = "" if counter.front is None else str(counter.front)
        face = (
            language,
            counter.colour,
            counter.symbol,
            counter.designation,
            front,
            *counter.values,
            counter.known.game,
            *counter.marks,
            *_face_worn(counter, language),
        )
        if self._left or self._has(painter, face, size):
            self._stamp(painter, face, at, size, fresh)
        else:
            self._paint_stale(painter, counter, face, at, size)

    def paint_ring(self, painter: QPainter, ring: CounterRing, at: QPointF, size: float) -> None:
        """Put a ring round a counter on the frame."""

        def fresh(on: QPainter, middle: QPointF, exact: float) -> None:
            half = QPointF(exact / 2, exact / 2)
            paint_ring(on, ring, QRectF(middle - half, middle + half))

        if size > MAX_STAMPED:
            fresh(painter, at, size)
        else:
            self._stamp(painter, (ring.value,), at, size, fresh)

    def _has(self, painter: QPainter, face: Face, size: float) -> bool:
        return _key(painter, face, size) in self._kept

    def _stamp(self, painter: QPainter, face: Face, at: QPointF, size: float, fresh: Paint) -> None:
        key = _key(painter, face, size)
        picture, dpr = self._kept.get(key), key[2]
        if picture is None:
            picture = self._keep(key, _paint(key[1], dpr, fresh))
        else:
            self._kept.move_to_end(key)
        half = picture.width() / dpr / 2
        left, top = at.x() - half, at.y() - half
        painter.drawPixmap(QPointF(round(left * dpr) / dpr, round(top * dpr) / dpr), picture)

    def _keep(self, key: Key, picture: QPixmap) -> QPixmap:
        self._left = max(0, self._left - 1)
        self._kept[key] = picture
        self._latest[key[0]] = picture, key[1]
        self._pixels += picture.width() * picture.height()
        while self._pixels > MAX_PIXELS and len(self._kept) > 1:
            (face, _, _), old = self._kept.popitem(last=False)
            self._pixels -= old.width() * old.height()
            latest = self._latest.get(face)
            if latest is not None and latest[0] is old:
                del self._latest[face]
        return picture

    def _paint_stale(
        self, painter: QPainter, counter: Counter, face: Face, at: QPointF, size: float
    ) -> None:
        """The counter as it was at another size, stretched; else a plain square."""
        self.is_behind = True
        picture, across = self._latest.get(face, (None, 1))
        if picture is None:
            self._stamp(painter, (counter.colour,), at, size, _plain(counter.colour))
            return
        half = size * picture.width() / across / 2
        target = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        painter.drawPixmap(target, picture, QRectF(picture.rect()))


def _face_worn(counter: Counter, language: str) -> Face:
    """Return the parts a counter's layout adds; empty without one."""
    if counter.layout is None:
        return ()
    slots = (slot_text(counter, slot, language) for slot in counter.layout.front.texts)
    layout = str(hash(counter.layout))
    staff = "staff" if counter.leads else ""
    return layout, counter.type, counter.size, staff, *counter.stripes, *slots


def _plain(shade: str) -> Paint:
    return lambda on, middle, exact: paint_tiny_counter(on, shade, middle, exact)


def _key(painter: QPainter, face: Face, size: float) -> Key:
    dpr = painter.device().devicePixelRatio()
    return face, max(1, round(size * dpr)), dpr


def _paint(across: int, dpr: float, paint: Paint) -> QPixmap:
    """Paint the surroundings of a counter `across` device pixels wide, edges on pixels."""
    side = across + 2 * math.ceil(MARGIN * across + EDGE * dpr)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = side / dpr / 2
    paint(painter, QPointF(middle, middle), across / dpr)
    painter.end()
    return picture
