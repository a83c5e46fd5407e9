"""How fast counters are painted on a canvas, beside drawing each as vectors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.games import mark_looks_of
from engine.map.map import Map
from studio.canvas.counter_effects import CounterRing
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.scenario_layers import CounterArrangement, CounterLayer, PlacedCounter
from studio.rendering.counters.counter_painter import Counter, paint_counter
from studio.rendering.counters.stacks import ALONE
from tests.bench.rows import MS, Row, format_ratio, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent

LIMITS = {40: 4 * MS, 500: 16 * MS}  # of a frame with so many counters
MARKS = ("fired", "fired_upon", "moved", "suppressed", "gun_out")
WARM, FRAMES = sized(60, 30), sized(15, 5)  # frames until every counter has its picture


def counter_rows(canvas: MapCanvas, map_: Map, width: float) -> Iterator[Row]:
    """Whole frames with 40 and 500 counters on the screen, the layer alone, one counter moving."""
    for number, limit in LIMITS.items():
        layer = CounterLayer()
        canvas.set_decorations([layer])
        shown = _arrangement(canvas, map_, number)
        layer.show(shown)
        first = spent(canvas.repaint)
        for _ in range(WARM):
            canvas.repaint()
        alone, vectors = _on_picture(canvas, layer, shown)
        beside = f"vectors {format_time(vectors)}: {format_ratio(vectors / alone)}"
        name = f"{number} counters, {width} px"
        yield time_row(f"frame with {name}", seconds(canvas.repaint, FRAMES), limit)
        yield time_row(f"  {name} alone", alone, limit, beside)
        yield time_row(f"  first frame, {name}", first, 33 * MS)
        moving = _moving(canvas, layer, map_, shown)
        yield time_row(f"  one of them moving, {name}", moving, limit)
    canvas.set_decorations([])


def _arrangement(canvas: MapCanvas, map_: Map, count: int) -> CounterArrangement:
    """Units of two sides with all kinds of markers, each with a number of its own."""
    dice = random.Random(3)
    screen = canvas.rect().adjusted(60, 60, -60, -60).toRectF()
    hexes = [hex_ for hex_ in map_.grid if screen.contains(QPointF(*canvas.camera.centre(hex_)))]
    where = dice.sample(hexes, min(count, len(hexes)))
    units = []
    for number in range(count):
        side, shade = (("red", "#c8352b"), ("blue", "#2b62c8"))[number % 2]
        symbol, marks = ("tank", "infantry", "gun")[number % 3], dice.sample(MARKS, number % 3)
        counter = Counter(
            str(number),
            side,
            shade,
            symbol,
            str(number),
            marks=tuple(marks),
            known=mark_looks_of("tank"),
        )
        units.append(PlacedCounter(counter, where[number % len(where)]))
    rings = {str(number): CounterRing.MAY_ACT for number in range(0, 20, 2)}
    return CounterArrangement(tuple(units), rings=rings)


def _on_picture(
    canvas: MapCanvas, layer: CounterLayer, shown: CounterArrangement
) -> tuple[float, float]:
    """The layer by itself, and the same counters without cached pictures."""
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    camera = canvas.camera

    def vectors() -> None:
        for one in shown.counters:
            at = QPointF(*camera.centre(one.at))
            paint_counter(painter, one.counter, at, ALONE * camera.width, "en")

    alone = seconds(lambda: layer(painter, camera), FRAMES)
    peer = spent(vectors)
    painter.end()
    return alone, peer


def _moving(canvas: MapCanvas, layer: CounterLayer, map_: Map, shown: CounterArrangement) -> float:
    """Frames of one counter on its way, only what it covers painted anew."""
    first, *others = shown.counters
    towards, steps = map_.grid.neighbours(first.at)[0], count()

    def step() -> None:
        moved = replace(first, towards=towards, progress=next(steps) % 30 / 30)
        region = layer.show(replace(shown, counters=(moved, *others)))
        assert region is not None
        canvas.update(region)
        QApplication.sendPostedEvents(canvas.window(), QEvent.Type.UpdateRequest.value)

    return seconds(step, FRAMES)
