"""Texts over the map that follow the screen: names, costs of a move, and the designer's notes.

Each is written once as a small picture and stamped from then on: writing with a halo takes Qt too
long to do it for every frame.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import islice

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from engine.hexes.hex import Hex
from engine.map.map import DesignerNote, Map, Zone, style_of
from engine.map.styles import MapStyle
from engine.texts import LocalText
from studio.canvas.camera import MapCamera
from studio.canvas.canvas_content import LayerSettings
from studio.rendering.map.map_labels import write_name
from studio.rendering.map.place_name_layout import PlacedName, layout_place_names
from studio.rendering.map.preview_tints import SMALLEST_NUMBERED, ReachOverlay, cost_text
from studio.rendering.map.zones import COLOURS, SMALLEST_NAMED, find_label_hex, zone_text
from studio.rendering.painting import add_polygon, draw, fill, fill_and_draw, make_colour, round_pen
from studio.rendering.text_painting import INK, draw_text_with_halo, make_font, text_rect

MAX_STAMPS = 600
MAX_NAMES = 250  # on one screen
# Where names are written over a map this small there is no room to find their place from.
SMALLEST_PLACED = 1.5


class TextPixmapCache:
    """Words as pictures, the least used ones let go."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()

    def stamp(
        self, painter: QPainter, at: QPointF, words: str, size: int, shade: str, dpr: float
    ) -> None:
        """Put words on the picture, centred on a point."""
        picture = self._picture((words, size, shade, dpr), lambda: _write(words, size, shade, dpr))
        half = picture.deviceIndependentSize() / 2
        left, top = at.x() - half.width(), at.y() - half.height()
        painter.drawPixmap(QPointF(round(left * dpr) / dpr, round(top * dpr) / dpr), picture)

    def stamp_name(
        self, painter: QPainter, name: PlacedName, corner: QPointF, halo: str, dpr: float
    ) -> None:
        """Put a name on the picture of a screen whose corner lies at a point of the page."""
        key = name.words, name.face, name.turn, name.letters, halo, dpr
        picture = self._picture(key, lambda: _write_name(name, halo, dpr))
        at = name.rect.topLeft() - corner
        painter.drawPixmap(QPointF(round(at.x() * dpr) / dpr, round(at.y() * dpr) / dpr), picture)

    def _picture(self, key: tuple[object, ...], write: Callable[[], QPixmap]) -> QPixmap:
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = write()
            if len(self._kept) > MAX_STAMPS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return picture


def _write_name(name: PlacedName, halo: str, dpr: float) -> QPixmap:
    """A name as a picture that begins where it takes room."""
    room = name.rect
    picture = _clear(math.ceil(room.width()), math.ceil(room.height()), dpr)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-room.topLeft())
        write_name(painter, name, halo)
    return picture


def _clear(wide: int, high: int, dpr: float) -> QPixmap:
    picture = QPixmap(math.ceil(wide * dpr), math.ceil(high * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _write(words: str, size: int, shade: str, dpr: float) -> QPixmap:
    letters = make_font(size, bold=True)
    room = text_rect(QPointF(0, 0), words, letters)
    wide, high = math.ceil(room.width() + size), math.ceil(room.height() + 0.6 * size)
    picture = _clear(wide, high, dpr)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = picture.deviceIndependentSize() / 2
        draw_text_with_halo(
            painter, QPointF(middle.width(), middle.height()), words, letters, make_colour(shade)
        )
    return picture


class MapAnnotations:
    """The placement of names on one map."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.stamps = TextPixmapCache()
        self._middles: dict[str, Hex | None] = {}
        self._words: dict[str, tuple[LocalText, str, str]] = {}  # of a zone: name, language, words
        self._places: tuple[PlacedName, ...] = ()
        self._placed_for: tuple[float, str, MapStyle] | None = None

    def forget(self) -> None:
        """Zones or places may be others now."""
        self._middles.clear()
        self._words.clear()
        self._placed_for = None

    def _placed(self, width: float, layers: LayerSettings) -> tuple[PlacedName, ...]:
        """Return the placed names; found once."""
        wanted = width, layers.language, style_of(self.map, layers.style)
        if self._placed_for != wanted:
            self._placed_for = wanted
            self._places = layout_place_names(self.map, *wanted)
        return self._places

    def _zone_words(self, name: str, zone: Zone, language: str) -> str:
        """Return the text in a zone; found once."""
        kept = self._words.get(name)
        if kept is None or kept[:2] != (zone.name, language):
            kept = zone.name, language, zone_text(self.map, name, language)
            self._words[name] = kept
        return kept[2]

    def paint_places(
        self,
        painter: QPainter,
        camera: MapCamera,
        screen: QRectF,
        layers: LayerSettings,
        dpr: float,
    ) -> None:
        """Write the names of places where they touch no other."""
        if camera.width < SMALLEST_PLACED:
            return
        names, halo = self._placed(camera.width, layers), style_of(self.map, layers.style).halo
        seen = screen.translated(camera.left, camera.top)
        for name in islice((each for each in names if each.rect.intersects(seen)), MAX_NAMES):
            self.stamps.stamp_name(painter, name, QPointF(camera.left, camera.top), halo, dpr)

    def paint_zones(
        self,
        painter: QPainter,
        camera: MapCamera,
        screen: QRectF,
        layers: LayerSettings,
        dpr: float,
    ) -> None:
        """Write the zones' names, but for those that repeat a place's."""
        if camera.width < SMALLEST_NAMED / 4:
            return
        size = max(8, round(0.24 * camera.width))
        room = screen.adjusted(-200, -60, 200, 60)
        for order, (name, zone) in enumerate(self.map.zones.items()):
            if name not in self._middles:
                self._middles[name] = find_label_hex(
                    self.map, zone, filter(None, self._middles.values())
                )
            at = self._middles[name]
            if at is not None:
                x, y = camera.centre(at)
                shade = make_colour(zone.colour or COLOURS[order % len(COLOURS)]).darker(140).name()
                words = self._zone_words(name, zone, layers.language)
                spot = QPointF(x, y + 0.22 * camera.width)
                if words and room.contains(spot):
                    self.stamps.stamp(painter, spot, words, size, shade, dpr)

    def paint_costs(
        self,
        painter: QPainter,
        camera: MapCamera,
        screen: QRectF,
        overlay: ReachOverlay,
        dpr: float,
    ) -> None:
        """Write what a move costs into the hexes within reach."""
        if camera.width < SMALLEST_NUMBERED:
            return
        size = max(7, round(0.27 * camera.width))
        for hex_, cost in overlay.costs.items():
            x, y = camera.centre(hex_)
            if hex_ != overlay.origin and screen.contains(x, y):
                at = QPointF(x, y + 0.06 * camera.width)
                self.stamps.stamp(painter, at, cost_text(cost), size, INK, dpr)


PAPER, FOLD, LINES = "#ffe66b", "#d9b62f", "#6b5a17"
SIZE, SMALLEST, LARGEST = 0.26, 7.0, 26.0  # of a hex; pixels


def paint_notes(
    painter: QPainter, camera: MapCamera, screen: QRectF, notes: Iterable[DesignerNote]
) -> None:
    """Draw a slip for every note on the screen."""
    size = min(max(SIZE * camera.width, SMALLEST), LARGEST)
    for note in notes:
        x, y = camera.centre(note.at)
        at = QPointF(x + 0.26 * camera.width, y - 0.16 * camera.width)
        if screen.contains(at):
            _paint(painter, at, size)


def _paint(painter: QPainter, at: QPointF, size: float) -> None:
    x, y, half, fold = at.x(), at.y(), size / 2, 0.3 * size
    slip, corner, lines = QPainterPath(), QPainterPath(), QPainterPath()
    outline = [(x - half, y - half), (x + half, y - half), (x + half, y + half - fold),
               (x + half - fold, y + half), (x - half, y + half)]  # fmt: skip
    add_polygon(slip, outline)
    add_polygon(corner, [outline[2], outline[3], (x + half - fold, y + half - fold)])
    pen = round_pen(make_colour(LINES), max(1.0, 0.06 * size))
    fill_and_draw(painter, slip, make_colour(PAPER), pen)
    fill(painter, corner, make_colour(FOLD))
    for down in (-0.2, 0.08):
        lines.moveTo(x - 0.3 * size, y + down * size)
        lines.lineTo(x + 0.28 * size, y + down * size)
    draw(painter, lines, pen)
