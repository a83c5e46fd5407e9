"""Small pictures of files, drawn when nothing else is done, and kept while a file is the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap

from engine.files import map_reader, source_text
from engine.files.schemas import file_kind_and_version
from engine.files.source_text import ParsedSource
from engine.problems import SandtableError
from engine.texts import localised

SIZE = QSize(152, 96)
Show = Callable[["Thumbnail"], None]
MAX_HEXES = 65_536  # of a map that is read for its picture
PAUSE_MS = 15


@dataclass(frozen=True)
class Thumbnail:
    """The thumbnail of a file: its title as far as it has one, and its picture."""

    title: str
    picture: QPixmap


class Thumbnails(QObject):
    """Draws one picture after the other, and hands each to the caller that wants it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: list[tuple[Path, Show]] = []
        self._language = ""
        self._timer = QTimer(self, interval=PAUSE_MS)
        self._timer.timeout.connect(self._draw_next)

    def request(self, wanted: list[tuple[Path, Show]], language: str) -> None:
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


def thumbnail_of(file: Path, language: str) -> Thumbnail | None:
    """Of a map, or of the map of a scenario; None where there is none to be drawn."""
    try:
        stamp = file.stat().st_mtime_ns
    except OSError:
        return None  # it was there a moment ago
    return _draw(file, language, stamp)


@lru_cache(maxsize=128)
def _draw(file: Path, language: str, stamp: int) -> Thumbnail | None:
    try:
        source = source_text.read(file)
        drawn = _sheet_of(source, file, language)
    except (SandtableError, OSError, ValueError):
        return None  # a file that cannot be read is reported when it is opened
    if drawn is None:
        return None
    card = blank_card()
    left, top = (SIZE.width() - drawn.width()) // 2, (SIZE.height() - drawn.height()) // 2
    with QPainter(card) as painter:
        painter.drawPixmap(left, max(top, 0), drawn)
    return Thumbnail(_title_of(source, language), card)


def _title_of(source: ParsedSource, language: str) -> str:
    title = source.root.plain().get("title", "")
    return localised(title, language) if title else ""


def _sheet_of(source: ParsedSource, file: Path, language: str) -> QPixmap | None:
    """Without reading more of a scenario than where its map or its table is."""
    kind, _ = file_kind_and_version(source)
    if kind == "scenario":
        root = source.root.plain()
        kind = next((each for each in ("map", "table") if isinstance(root.get(each), str)), "")
        file = file.parent / root[kind] if kind else file
    if kind == "table":
        return _table_sheet(file, language)
    if kind != "map":
        return None
    return _map_sheet(file)


def _map_sheet(file: Path) -> QPixmap | None:
    from studio.workspaces.map.dialogs.sheet_preview import render_whole_sheet

    map_ = map_reader.load(file)
    return render_whole_sheet(map_, SIZE) if len(map_.grid) <= MAX_HEXES else None


def _table_sheet(file: Path, language: str) -> QPixmap:
    from engine.files import tabletop_map_reader
    from studio.rendering.file_formats import PictureFormat
    from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
    from studio.rendering.tabletop.tabletop_sheet import (
        TabletopSheet,
        default_inch_px,
        render_tabletop,
    )

    table = tabletop_map_reader.load(file)
    look = TabletopRenderOptions(language, False)
    sheet = TabletopSheet(table, look, default_inch_px(table) / 6, (), "")
    drawn = QPixmap()
    drawn.loadFromData(render_tabletop(sheet, PictureFormat.PNG).content, "PNG")
    wide = drawn.scaledToWidth(SIZE.width(), Qt.TransformationMode.SmoothTransformation)
    return wide.copy(QRect(QPoint(), SIZE))  # the country; its legend lies below


def blank_card() -> QPixmap:
    """A card without a picture yet."""
    card = QPixmap(SIZE)
    card.fill(Qt.GlobalColor.transparent)
    tint = QColor(QPalette().color(QPalette.ColorRole.Mid))
    tint.setAlphaF(0.25)
    with QPainter(card) as painter:
        painter.fillRect(card.rect(), tint)
    return card


def title_in(file: Path) -> str:
    """Return the title on a file's card: its name, with spaces for hyphens."""
    words = file.name.partition(".")[0].replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]
