"""Labels lie inside their hexes at every size; no two letters of labels and names touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPicture, QPolygonF

from engine.files import map_style_files
from engine.files.map_reader import load
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.map.map import Map, PlaceName
from studio.rendering import text_painting
from studio.rendering.file_formats import hex_width_px
from studio.rendering.map import map_labels
from studio.rendering.map.height_labels import place_height_labels
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.place_name_layout import PlacedName
from studio.rendering.map.render_options import RenderOptions

SAMPLES = sorted((Path(__file__).parents[3] / "samples").rglob("*.map.yaml"))
FILLED = Qt.FillRule.OddEvenFill
ON_PAPER = hex_width_px(15.0)
SIZES = (10.0, 16.0, 24.0, 30.0, 36.0, 60.0, ON_PAPER, 120.0)
STYLES = (
    ColumnRow(), ColumnRow(digits=4), LetterNumber(), LetterNumber(letters="rows", digits=3),
    KmSquare(45975.0, 63025.0),
)  # fmt: skip


@dataclass
class Written:
    """What was written: words, where they stand, and the ink's own rectangle."""

    labels: list[tuple[str, QRectF]] = field(default_factory=list)
    names: list[tuple[str, QRectF]] = field(default_factory=list)


def ink(at: QPointF, words: str, letters: QFont) -> QRectF:
    """The rectangle that ink covers when words are centred on a point."""
    left = at.x() - QFontMetricsF(letters).horizontalAdvance(words) / 2
    path = QPainterPath()
    path.addText(QPointF(left, text_painting.centred_baseline(at.y(), letters)), letters, words)
    return path.boundingRect()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Collects what is written on a map while it is painted."""
    found = Written()
    write_label, write_name = map_labels.write_label, map_labels.write_name

    def label(
        painter: QPainter, at: QPointF, words: str, letters: QFont, is_pale: bool, has_halo: bool,
        inks: tuple[str, str],
    ) -> None:  # fmt: skip
        found.labels.append((words, ink(at, words, letters)))
        write_label(painter, at, words, letters, is_pale, has_halo, inks)

    def name(painter: QPainter, name: PlacedName, halo: str) -> None:
        if name.letters:
            found.names.extend((name.words, room) for room in name.rects[:1])
        else:
            found.names.append((name.words, ink(name.at, name.words, name.face.font)))
        write_name(painter, name, halo)

    monkeypatch.setattr(map_labels, "write_label", label)
    monkeypatch.setattr(map_labels, "write_name", name)
    return found


def paint(map_: Map, width: float) -> None:
    record = QPicture()
    painter = QPainter(record)
    paint_map(painter, MapView(map_, RenderOptions(width)))
    painter.end()


def hexagon(map_: Map, hex_: Hex, width: float) -> QPolygonF:
    corners = [QPointF(x * width, y * width) for x, y in map_.grid.outline(hex_)]
    return QPolygonF(corners)


def corners(room: QRectF) -> Iterator[QPointF]:
    yield from (room.topLeft(), room.topRight(), room.bottomLeft(), room.bottomRight())


def crossing(map_: Map, written: Written, width: float) -> list[str]:
    """The labels that reach beyond their hexes."""
    return [
        words
        for words, room in written.labels
        for outline in [hexagon(map_, map_.labels.find(words), width)]
        if not all(outline.containsPoint(at, FILLED) for at in corners(room))
    ]


def touching(written: Written) -> list[tuple[str, str]]:
    """Pairs of words whose ink overlaps."""
    rooms = sorted([*written.labels, *written.names], key=lambda each: each[1].top())
    found = []
    for place, (words, room) in enumerate(rooms):
        for others, other in rooms[place + 1 :]:
            if other.top() > room.bottom():
                break
            if room.intersects(other):
                found.append((words, others))
    return found


def crowded(orientation: Orientation, style: LabelStyle) -> Map:
    """Woods, villages and long names side by side."""
    map_ = Map.blank(Grid(14, 12, orientation))
    map_.label_style, map_.grounds = style, ("open", "woods", "settlement")
    map_.ground[::2, ::3], map_.ground[1::4, ::2] = 1, 2
    words = ("Neudorf", "Oberkirchenbach an der Saale", "A", "Aue", "Lange Höhe", "Mühl", "Rott")
    for number, name in enumerate(words):
        map_.places.append(PlaceName(map_.grid.hex(3 + number % 3, 3 + number // 2), name))
    return map_


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: type(style).__name__)
def test_labels_of_every_style_keep_inside_their_hexes_and_clear_of_all_letters(
    written: Written, style: LabelStyle, orientation: Orientation, width: float
) -> None:
    map_ = crowded(orientation, style)
    paint(map_, width)
    assert crossing(map_, written, width) == []
    assert touching(written) == []
    assert written.names
    if width >= 30:
        assert written.labels
    if width >= 36 and style != STYLES[1]:  # all have one but those in the way of names
        assert len(written.labels) > 0.7 * len(map_.grid)


@pytest.mark.parametrize("width", [24.0, 36.0, 60.0, ON_PAPER])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.split(".")[0])
def test_no_two_letters_touch_on_a_sample_in_any_style(
    written: Written, sample: Path, width: float
) -> None:
    map_ = load(sample)
    for style in map_style_files.shipped_styles():
        written.labels.clear()
        written.names.clear()
        look = RenderOptions(width, style=map_style_files.find(style), spots=True)
        view = MapView(map_, look, QRectF(0, 0, 1600, 1200))
        record = QPicture()
        painter = QPainter(record)
        map_labels.paint_labels(painter, view)
        map_labels.paint_places(painter, view)
        painter.end()
        figures = [(figure.words, figure.room(False)) for figure in place_height_labels(view)]
        assert written.labels or width < 30
        assert crossing(map_, written, width) == []
        written.names.extend(figures)
        assert touching(written) == [], style


def test_labels_side_by_side_leave_room_between_them(written: Written) -> None:
    map_ = Map.blank(Grid(12, 8))
    map_.label_style = KmSquare(45975.0, 63025.0)
    paint(map_, 30.0)
    assert 0 < len(written.labels) <= len(map_.grid) / 3
    rows: dict[float, list[QRectF]] = {}
    for _, room in written.labels:
        rows.setdefault(round(room.center().y()), []).append(room)
    for row in rows.values():
        row.sort(key=lambda room: room.left())
        gaps = [b.left() - a.right() for a, b in pairwise(row)]
        assert all(gap > 12 for gap in gaps)
