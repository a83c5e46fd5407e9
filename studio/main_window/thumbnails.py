"""Small pictures of files, drawn when nothing else is done, and kept while a file is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QPainter, QPalette, QPixmap

from engine.files import map_reader, source_text
from engine.files.schemas import file_kind_and_version
from engine.files.source_text import ParsedSource
from engine.problems import SandtableError

SIZE = QSize(480, 172)  # pixels of a picture; cards draw it at their own width
Show = Callable[[QPixmap], None]
MAX_HEXES = 65_536  # of a map that is read for its picture
SMALLEST_HEX = 17.0  # pixels: of a large map the middle is shown
SMALLEST_INCH = 4.0  # likewise of a table
RAGGED = 1.5  # hexes at the edges of a map, left and right together, that no picture shows
PAUSE_MS = 15


class Thumbnails(QObject):
    """Draws one picture after the other, and hands each to the caller that wants it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: list[tuple[Path, Show]] = []
        self._language = ""
        self._timer = QTimer(self, interval=PAUSE_MS)
        self._timer.timeout.connect(self._draw_next)

    def request(self, wanted: Sequence[tuple[Path, Show]], language: str) -> None:
        """Draw these from now on, and no others; titles are in a language."""
        self._wanted, self._language = list(wanted), language

    @property
    def is_finished(self) -> bool:
        """Return True if no more pictures are wanted."""
        return not self._wanted

    def go_on(self) -> None:
        """Draw what is still wanted."""
        if self._wanted:
            self._timer.start()

    def rest(self) -> None:
        """Draw nothing for now."""
        self._timer.stop()

    def _draw_next(self) -> None:
        if not self._wanted:
            self._timer.stop()
            return
        file, show = self._wanted.pop(0)
        drawn = thumbnail_of(file, self._language)
        if drawn is not None:
            show(drawn)


def thumbnail_of(file: Path, language: str) -> QPixmap | None:
    """Return the picture of a map or table, or of that of a scenario; None where there is none."""
    try:
        stamp = file.stat().st_mtime_ns
    except OSError:
        return None  # it was there a moment ago
    return _draw(file, language, stamp)


@lru_cache(maxsize=128)
def _draw(file: Path, language: str, stamp: int) -> QPixmap | None:
    try:
        return _picture_of(source_text.read(file), file, language)
    except (SandtableError, OSError, ValueError):
        return None  # a file that cannot be read is reported when it is opened


def _picture_of(source: ParsedSource, file: Path, language: str) -> QPixmap | None:
    """Draw it without reading more of a scenario than where its map or its table is."""
    kind, _ = file_kind_and_version(source)
    if kind == "scenario":
        root = source.root.plain()
        kind = next((each for each in ("map", "table") if isinstance(root.get(each), str)), "")
        file = file.parent / root[kind] if kind else file
    if kind == "table":
        return _table_picture(file, language)
    return _map_picture(file) if kind == "map" else None


def _map_picture(file: Path) -> QPixmap | None:
    from studio.rendering.map.map_painter import paint_map
    from studio.rendering.map.map_view import MapView
    from studio.rendering.map.render_options import RenderOptions

    map_ = map_reader.load(file)
    if len(map_.grid) > MAX_HEXES:
        return None
    wide, high = map_.grid.size()
    width, height = SIZE.width() / max(1, wide - RAGGED), SIZE.height() / max(1, high - RAGGED)
    scale = max(width, height, SMALLEST_HEX)
    look = RenderOptions(scale, legend=False, grid=False, labels=False)
    room = _middle(wide * scale, high * scale)
    picture = QPixmap(SIZE)
    picture.fill(QPalette().color(QPalette.ColorRole.AlternateBase))
    with QPainter(picture) as painter:
        painter.translate(-room.topLeft())
        paint_map(painter, MapView(map_, look, room), room)
    return picture


def _table_picture(file: Path, language: str) -> QPixmap:
    from engine.files import tabletop_map_reader
    from engine.tabletop.shapes import INCH
    from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
    from studio.rendering.tabletop.tabletop_painter import paint_tabletop
    from studio.rendering.tabletop.tabletop_view import TabletopView

    table = tabletop_map_reader.load(file)
    fits = max(SIZE.width() / table.width, SIZE.height() / table.depth)
    scale = max(fits, SMALLEST_INCH / INCH)
    look = TabletopRenderOptions(language, False)
    room = _middle(table.width * scale, table.depth * scale)
    view = TabletopView(table, scale, -room.left(), -room.top(), look)
    picture = QPixmap(SIZE)
    with QPainter(picture) as painter:
        paint_tabletop(painter, view, QRectF(picture.rect()))
    return picture


def _middle(wide: float, high: float) -> QRectF:
    """Return the middle of a sheet, as large as a picture."""
    left, top = (wide - SIZE.width()) / 2, (high - SIZE.height()) / 2
    return QRectF(QPointF(left, top), SIZE.toSizeF())
