"""Pages on the screen: one of them as it will be printed, and all of them over the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from studio.printing.map_tiling import MM_A_UNIT, MapTiling
from studio.printing.paper_geometry import TilingPage
from studio.printing.print_page import Printout, PrintPage
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions

BORDER = 12  # pixels round what is shown
SMALL = 260.0  # pixels of the overview's longer side
CHOSEN = "#2f6fde"


@dataclass(frozen=True)
class PreviewedMapPage:
    """A page, drawn, and the whole sheet, drawn small."""

    print: MapTiling
    page: TilingPage
    picture: QImage
    whole: QImage


def render_preview(print_: MapTiling, number: int, room: QSize) -> PreviewedMapPage:
    """Draw a page as large as fits a room of so many pixels. May run in any thread."""
    page = print_.tiling.page(number)
    picture = page_picture(print_, print_.printed_pages[number - 1], room)
    return PreviewedMapPage(print_, page, picture, _whole(print_))


def page_picture(print_: Printout, leaf: PrintPage, room: QSize) -> QImage:
    """A page as large as fits a room of so many pixels. May run in any thread."""
    paper = print_.paper
    dots = min(room.width() / paper.width, room.height() / paper.height)
    picture = _blank(paper.width * dots, paper.height * dots, "#ffffff")
    painter = QPainter(picture)
    painter.scale(dots, dots)
    try:  # Qt aborts where a painter outlives its picture
        painter.translate(*print_.shift(leaf))
        leaf.paint(painter)
    finally:
        painter.end()
    return picture


def _whole(print_: MapTiling) -> QImage:
    """The sheet with its map, without words."""
    sheet, tiling = print_.sheet, print_.tiling
    dots = SMALL / max(tiling.width, tiling.height)
    picture = _blank(tiling.width * dots, tiling.height * dots, PAPER)
    scale = dots * MM_A_UNIT
    look = RenderOptions(sheet.look.hex_px * scale, grid=False, labels=False, ramp=sheet.look.ramp)
    painter = QPainter(picture)
    painter.translate(sheet.map_left * scale, sheet.map_top * scale)
    paint_map(painter, MapView(sheet.map, look))
    painter.end()
    return picture


def _blank(wide: float, high: float, shade: str) -> QImage:
    image = QImage(max(1, round(wide)), max(1, round(high)), QImage.Format.Format_RGB32)
    image.fill(QColor(shade))
    return image


@dataclass(frozen=True)
class PreviewedPage:
    """A page of a game, drawn."""

    print: Printout
    number: int
    picture: QImage


class HasPicture(Protocol):
    """A page that was drawn."""

    @property
    def picture(self) -> QImage:
        """Return its picture."""
        ...


class PageView(QWidget):
    """Shows one page."""

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._picture: QImage | None = None
        self.setMinimumSize(320, 320)

    def page_rect(self) -> QSize:
        """The pixels there are for a page."""
        dpr = self.devicePixelRatioF()
        wide, high = max(self.width(), 320) - 2 * BORDER, max(self.height(), 320) - 2 * BORDER
        return QSize(round(wide * dpr), round(high * dpr))

    def show_page(self, now: HasPicture | None) -> None:
        """Show this page; nothing if there is none."""
        self._picture = now.picture if now else None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is other room now."""
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The page in the middle, with a shadow."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().mid())
        if self._picture is not None:
            place = _placed(self._picture, QRectF(self.rect()))
            painter.fillRect(place.translated(3, 3), QColor(0, 0, 0, 70))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, self._picture)
        painter.end()


class PageOverview(QWidget):
    """The pages over the sheet; a click or the arrow keys choose one."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._now: PreviewedMapPage | None = None
        self.setMinimumHeight(120)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_pages(self, now: PreviewedMapPage | None) -> None:
        """Show these."""
        self._now = now
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The sheet, and the fields of its pages; the chosen one framed."""
        if self._now is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self._field(None), self._now.whole)
        pages = list(self._now.print.tiling)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for page in [*pages, self._now.page]:
            is_chosen = page is self._now.page
            painter.setPen(QPen(QColor(CHOSEN if is_chosen else "#404040"), 3 if is_chosen else 1))
            painter.drawRect(self._field(page))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the page under the pointer."""
        if self._now is not None:
            for page in self._now.print.tiling:
                if self._field(page).contains(event.position()):
                    self.chosen.emit(page.number)
                    return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a page beside the chosen one."""
        steps = {
            Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None or self._now is None:
            super().keyPressEvent(event)
            return
        tiling, page = self._now.print.tiling, self._now.page
        row, column = page.row + step[0], page.column + step[1]
        if 0 <= row < tiling.rows and 0 <= column < tiling.columns:
            self.chosen.emit(row * tiling.columns + column + 1)

    def _field(self, page: TilingPage | None) -> QRectF:
        """Return the part of the sheet on a page, on the screen; all of it for None."""
        assert self._now is not None
        tiling = self._now.print.tiling
        last = tiling.page(len(tiling)).part
        first = tiling.page(1).part
        wide, high = last.right - first.left, last.bottom - first.top
        room = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        dots = min(room.width() / wide, room.height() / high)
        left = room.left() + (room.width() - wide * dots) / 2
        corner = QPointF(left - first.left * dots, room.top() - first.top * dots)
        if page is None:
            return QRectF(corner.x(), corner.y(), tiling.width * dots, tiling.height * dots)
        part = page.part
        return QRectF(
            corner.x() + part.left * dots, corner.y() + part.top * dots,
            part.width * dots, part.height * dots,
        )  # fmt: skip


def _placed(picture: QImage, room: QRectF) -> QRectF:
    """A picture as large as fits a room, in its middle."""
    inner = room.adjusted(BORDER, BORDER, -BORDER, -BORDER)
    scale = min(inner.width() / picture.width(), inner.height() / picture.height())
    wide, high = picture.width() * scale, picture.height() * scale
    left = inner.left() + (inner.width() - wide) / 2
    return QRectF(left, inner.top() + (inner.height() - high) / 2, wide, high)
