"""How fast a table is drawn: frames with 120 figures, with 1,000 among 500 features, after edits.

python -m tests.bench tablepictures
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.tabletop.feature_kinds import FigureScale, feature_kinds
from engine.tabletop.shapes import FOOT, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap
from studio.rendering.tabletop.figure_tokens import FigureToken, paint_tokens
from studio.rendering.tabletop.tabletop_painter import TerrainTiles
from studio.rendering.tabletop.tabletop_view import TabletopView
from tests.bench.rows import MS, Row, time_row
from tests.bench.sizes import sized
from tests.bench.timing import seconds, spent

WIDE, HIGH = 1400, 1000
FRAMES = sized(30, 5)
FIGURES, FEATURES = 1000, 500
TYPES = ("foot", "foot", "foot", "horse", "gun")


def rows() -> Iterator[Row]:
    """Yield frames of a usual table and of a crowded one."""
    application = QApplication.instance() or QApplication([])
    chance = Random(7)
    small = TabletopMap(10 * FOOT, 8 * FOOT, features=features(10, 10 * FOOT, 8 * FOOT, chance))
    large = TabletopMap(6000, 4200, features=features(FEATURES, 6000, 4200, chance))
    yield from _frames(small, tokens(120, small, chance), 16 * MS)
    yield from _frames(large, tokens(FIGURES, large, chance), 33 * MS)
    del application


def features(count: int, wide: int, deep: int, chance: Random) -> tuple[TabletopFeature, ...]:
    """Features of every kind but water, anywhere."""
    kinds = [kind for kind in feature_kinds().values() if not kind.water]
    made = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        x, y = chance.randrange(wide - 300), chance.randrange(deep - 300)
        shapes: dict[str, FeatureShape] = {
            "polygon": Polygon((Point(x, y), Point(x + 150, y), Point(x + 150, y + 110),
                                Point(x, y + 110))),
            "line": WideLine((Point(x, y), Point(x + 200, y + 120)), kind.width or 16),
            "disc": Disc(Point(x, y), kind.radius or 40),
        }  # fmt: skip
        shape = shapes[kind.shapes[0].value]
        made.append(TabletopFeature.of_kind(f"f{number}", kind.id, shape, FigureScale.LITTLE_WARS))
    return tuple(made)


def tokens(count: int, table: TabletopMap, chance: Random) -> list[FigureToken]:
    """Figures of two sides anywhere, facing any way."""
    return [
        FigureToken(f"t{number}", TYPES[number % len(TYPES)],
              Point(chance.randrange(table.width), chance.randrange(table.depth)),
              chance.randrange(360), ("#b3261e", "#1f5fbf")[number % 2])
        for number in range(count)
    ]  # fmt: skip


def _frames(table: TabletopMap, figures: list[FigureToken], limit: float) -> Iterator[Row]:
    """The first frame, those after it, one moved over the table, one after an edit."""
    scale = min(WIDE / table.width, HIGH / table.depth)
    tiles, screen = TerrainTiles(), QImage(WIDE, HIGH, QImage.Format.Format_ARGB32_Premultiplied)
    view = TabletopView(table, scale)

    def frame(view: TabletopView) -> None:
        painter = QPainter(screen)
        room = QRectF(0, 0, WIDE, HIGH)
        tiles.paint(painter, view, room)
        paint_tokens(painter, view, figures, room)
        painter.end()

    moved = (replace(view, left=-3.0 * step, top=2.0 * step) for step in range(10**6))
    edits = (replace(view, table=_edited(table, step)) for step in range(1, 10**6))
    name = f"{len(figures)} figures, {len(table.features)} features"
    yield time_row(f"first frame, {name}", spent(lambda: frame(view)))
    yield time_row(f"a frame, {name}", seconds(lambda: frame(view), FRAMES), limit)
    moving = seconds(lambda: frame(next(moved)), FRAMES)
    yield time_row(f"a frame moving over it, {name}", moving, limit)
    edited = seconds(lambda: frame(next(edits)), FRAMES)
    yield time_row(f"a frame after an edit, {name}", edited)


def _edited(table: TabletopMap, step: int) -> TabletopMap:
    """A table whose first feature has been moved."""
    first, *others = table.features
    return replace(table, features=(first.moved(step % 50, 0), *others))
