"""How fast a table is drawn: frames with 120 figures, with 1,000 among 500 features, after edits.

python -m tests.bench tablepictures
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.tabletop.kinds import TableScale, feature_kinds
from engine.tabletop.point import FOOT, Point
from engine.tabletop.shapes import Course, Disc, Polygon
from engine.tabletop.table import FeatureShape, Table, TableFeature
from studio.drawing.table_tiles import CountryTiles
from studio.drawing.table_tokens import Token, paint_tokens
from studio.drawing.table_view import CountryView
from tests.bench.sizes import sized
from tests.bench.table import Row

WIDE, HIGH = 1400, 1000
FRAMES = sized(30, 1)
FIGURES, FEATURES = sized((1000, 500), (20, 10))
TYPES = ("foot", "foot", "foot", "horse", "gun")


def rows() -> list[Row]:
    """Work, measured median, goal."""
    application = QApplication.instance() or QApplication([])
    chance = Random(7)
    small = Table(10 * FOOT, 8 * FOOT, features=features(10, 10 * FOOT, 8 * FOOT, chance))
    large = Table(6000, 4200, features=features(FEATURES, 6000, 4200, chance))
    found = [
        *_frames(small, tokens(sized(120, 10), small, chance), "≤ 16 ms"),
        *_frames(large, tokens(FIGURES, large, chance), "≤ 33 ms"),
    ]
    del application
    return found


def features(count: int, wide: int, deep: int, chance: Random) -> tuple[TableFeature, ...]:
    """Features of every kind but water, anywhere."""
    kinds = [kind for kind in feature_kinds().values() if not kind.water]
    made = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        x, y = chance.randrange(wide - 300), chance.randrange(deep - 300)
        shapes: dict[str, FeatureShape] = {
            "polygon": Polygon((Point(x, y), Point(x + 150, y), Point(x + 150, y + 110),
                                Point(x, y + 110))),
            "line": Course((Point(x, y), Point(x + 200, y + 120)), kind.width or 16),
            "disc": Disc(Point(x, y), kind.radius or 40),
        }  # fmt: skip
        shape = shapes[kind.shapes[0].value]
        made.append(TableFeature.of_kind(f"f{number}", kind.id, shape, TableScale.LITTLE_WARS))
    return tuple(made)


def tokens(count: int, table: Table, chance: Random) -> list[Token]:
    """Figures of two sides anywhere, facing any way."""
    return [
        Token(f"t{number}", TYPES[number % len(TYPES)],
              Point(chance.randrange(table.width), chance.randrange(table.depth)),
              chance.randrange(360), ("#b3261e", "#1f5fbf")[number % 2])
        for number in range(count)
    ]  # fmt: skip


def _frames(table: Table, figures: list[Token], goal: str) -> list[Row]:
    """The first frame, those after it, one moved over the table, one after an edit."""
    scale = min(WIDE / table.width, HIGH / table.depth)
    tiles, screen = CountryTiles(), QImage(WIDE, HIGH, QImage.Format.Format_ARGB32_Premultiplied)
    view = CountryView(table, scale)

    def frame(view: CountryView) -> None:
        painter = QPainter(screen)
        room = QRectF(0, 0, WIDE, HIGH)
        tiles.paint(painter, view, room)
        paint_tokens(painter, view, figures, room)
        painter.end()

    moved = (replace(view, left=-3.0 * step, top=2.0 * step) for step in range(10**6))
    edits = (replace(view, table=_edited(table, step)) for step in range(1, 10**6))
    name = f"{len(figures)} figures, {len(table.features)} features"
    first = _seconds(lambda: frame(view), 1)
    return [
        (f"first frame, {name}", _ms(first), "", ""),
        (f"a frame, {name}", _ms(_seconds(lambda: frame(view))), goal, ""),
        (f"a frame moving over it, {name}", _ms(_seconds(lambda: frame(next(moved)))), goal, ""),
        (f"a frame after an edit, {name}", _ms(_seconds(lambda: frame(next(edits)))), "", ""),
    ]


def _edited(table: Table, step: int) -> Table:
    """A table whose first feature has been moved."""
    first, *others = table.features
    return replace(table, features=(first.moved(step % 50, 0), *others))


def _seconds(work: Callable[[], None], times: int = FRAMES) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
