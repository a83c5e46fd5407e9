"""A map's sheet at true scale on pages of paper, with marks to cut and join them by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.map import Map
from engine.problems import SandtableError
from engine.texts import spoken, text
from studio.drawing.formats import MM_AN_INCH, PX_AN_INCH, hex_px_of
from studio.drawing.legend import write_from
from studio.drawing.lettering import INK
from studio.drawing.look import Look
from studio.drawing.sheet import Sheet
from studio.drawing.system import font
from studio.printing.pages import MOST_PAGES, PAPERS, Page, Paper, Rectangle, Tiling

MM_A_UNIT = MM_AN_INCH / PX_AN_INCH
LEAST_HEX_MM, MOST_HEX_MM = 0.5, 200.0
MARK, GAP = 4.0, 1.0  # mm: how long a crop mark is, and how far from the picture
FOOT = 2.6  # mm: the letters of the page's number
BLEED = 1.0  # mm drawn beyond the part and cut off, so that lines run on to its edge


class CannotPrint(SandtableError):
    """The map does not go on this paper so; says what would."""


@dataclass(frozen=True)
class PrintSettings:
    """How a map is printed. `hex_mm` is a hex's width across its flats; None fits one page."""

    paper: Paper = PAPERS["A4"]
    hex_mm: float | None = 15.0
    margin: float = 10.0
    overlap: float = 8.0
    marks: bool = True


class MapPrint:
    """The pages of a map. Raises CannotPrint where there would be none, or far too many."""

    def __init__(self, map_: Map, look: Look, settings: PrintSettings) -> None:
        self.settings, self.title = settings, spoken(map_.title, look.language)
        hex_mm = settings.hex_mm or _fitting(map_, look, settings)
        self.hex_mm = hex_mm
        self.sheet = Sheet(map_, replace(look, hex_px=hex_px_of(hex_mm)))
        self.tiling = _tiling(self.sheet, settings)
        if len(self.tiling) > MOST_PAGES:
            raise CannotPrint(
                text("printing.print-too-many", count=len(self.tiling), most=MOST_PAGES)
            )

    def paint(self, painter: QPainter, page: Page) -> None:
        """Draw a page; the painter's origin is the paper's corner and its unit the millimetre."""
        room = QRectF(self.settings.margin, self.settings.margin, *self.tiling.room)
        painter.save()
        painter.setClipRect(room)
        painter.translate(room.left() - page.part.left, room.top() - page.part.top)
        painter.scale(MM_A_UNIT, MM_A_UNIT)
        self._showing(page.part).paint(painter)
        painter.restore()
        if self.settings.marks:
            self._paint_marks(painter, page)
            self._paint_foot(painter, page)

    def _showing(self, part: Rectangle) -> Sheet:
        """The sheet with no more of the map than a part of it shows."""
        left, top = (part.left - BLEED) / MM_A_UNIT, (part.top - BLEED) / MM_A_UNIT
        wide, high = (part.width + 2 * BLEED) / MM_A_UNIT, (part.height + 2 * BLEED) / MM_A_UNIT
        return self.sheet.showing(QRectF(left, top, wide, high))

    def _paint_marks(self, painter: QPainter, page: Page) -> None:
        """At the corners of what the page alone shows: cut there, and the pages meet."""
        painter.setPen(QPen(QColor(INK), 0.15, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(crop_marks(self.tiling, page))

    def _paint_foot(self, painter: QPainter, page: Page) -> None:
        """Which page this is, in the lower margin."""
        paper, margin = self.settings.paper, self.settings.margin
        words = text(
            "printing.print-foot", self.sheet.look.language, title=self.title, row=page.row + 1,
            column=page.column + 1, number=page.number, count=len(self.tiling),
        )  # fmt: skip
        painter.save()
        painter.translate(margin + MARK, paper.height - max(margin - GAP - FOOT, FOOT))
        painter.scale(FOOT / 100, FOOT / 100)  # letters are set large and made small
        write_from(painter, QPointF(0, 0), words.lstrip("，, "), font(100))
        painter.restore()


def crop_marks(tiling: Tiling, page: Page) -> list[QLineF]:
    """Two short lines at each corner of a page's own field, in its margins.

    Pages are cut in the middle of what neighbours share; at the rim of the sheet, at its edge.
    """
    left, right = _cuts(page.column, tiling.columns, tiling.room[0], tiling)
    top, bottom = _cuts(page.row, tiling.rows, tiling.room[1], tiling)
    wide, high = tiling.paper.width, tiling.paper.height
    reach = min(MARK, tiling.margin - GAP)
    near, far_x, far_y = tiling.margin - GAP, wide - tiling.margin + GAP, high - tiling.margin + GAP
    upright = [QLineF(x, near - reach, x, near) for x in (left, right)]
    upright += [QLineF(x, far_y, x, far_y + reach) for x in (left, right)]
    level = [QLineF(near - reach, y, near, y) for y in (top, bottom)]
    level += [QLineF(far_x, y, far_x + reach, y) for y in (top, bottom)]
    return upright + level if reach > 0 else []


def _cuts(place: int, count: int, room: float, tiling: Tiling) -> tuple[float, float]:
    """Where a page is cut along one direction, on the paper."""
    shared = tiling.overlap / 2
    first = tiling.margin + (shared if place else 0.0)
    return first, tiling.margin + room - (shared if place + 1 < count else 0.0)


def _tiling(sheet: Sheet, settings: PrintSettings) -> Tiling:
    wide, high = sheet.width * MM_A_UNIT, sheet.height * MM_A_UNIT
    try:
        return Tiling(wide, high, settings.paper, settings.margin, settings.overlap)
    except ValueError as error:
        raise CannotPrint(text("printing.print-no-room")) from error


def _fitting(map_: Map, look: Look, settings: PrintSettings) -> float:
    """The widest hexes, in tenths of a millimetre, whose sheet goes on one page."""

    def is_one_page(tenths: int) -> bool:
        sheet = Sheet(map_, replace(look, hex_px=hex_px_of(tenths / 10)))
        return len(_tiling(sheet, settings)) == 1

    tenths = _last(is_one_page, round(LEAST_HEX_MM * 10), round(MOST_HEX_MM * 10))
    if tenths is None:
        raise CannotPrint(text("printing.print-never-fits"))
    return tenths / 10


def _last(holds: Callable[[int], bool], first: int, last: int) -> int | None:
    """The last number for which something holds that ends to hold somewhere."""
    if not holds(first):
        return None
    while first < last:
        middle = (first + last + 1) // 2
        first, last = (middle, last) if holds(middle) else (first, middle - 1)
    return first
