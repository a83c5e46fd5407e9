"""A map's sheet at true scale on pages of paper, with marks to cut and join them by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.map.map import Map
from engine.texts import localised, text
from studio.printing.page_output import PrintError
from studio.printing.paper_geometry import (
    MAX_PAGES,
    PAPERS,
    Paper,
    PaperRectangle,
    Tiling,
    TilingPage,
)
from studio.printing.piece_cutting_grid import (
    GAP,
    MARK,
    PLAN_HEIGHT,
    paint_key_plan,
    paint_registration_target,
)
from studio.printing.print_page import PrintedPart, PrintPage
from studio.rendering.file_formats import MM_AN_INCH, PX_AN_INCH, hex_width_px
from studio.rendering.map.map_sheet import MapSheet
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.page_painting import LEFT, draw_line, draw_text
from studio.rendering.painting import clip_to

MM_A_UNIT = MM_AN_INCH / PX_AN_INCH
MIN_HEX_MM, MAX_HEX_MM = 0.5, 200.0
FOOT = 2.6  # mm: the letters of the page's number
BLEED = 1.0  # mm drawn beyond the part and cut off, so that lines run on to its edge


@dataclass(frozen=True)
class PrintSettings:
    """The print settings of a map. `hex_mm` is a hex's width across its flats.

    Without one the hexes are as wide as fits on so many `sheets`, side by side in the best way.
    """

    paper: Paper = PAPERS["A4"]
    hex_mm: float | None = 15.0
    margin: float = 10.0
    overlap: float = 8.0
    marks: bool = True
    sheets: int = 1


class MapTiling:
    """The pages of a map. Raises PrintError where there would be none, or far too many."""

    def __init__(self, map_: Map, look: RenderOptions, settings: PrintSettings) -> None:
        self.settings, self.title = settings, localised(map_.title, look.language)
        hex_mm = settings.hex_mm or _fitting(map_, look, settings)
        self.hex_mm = hex_mm
        self.sheet = MapSheet(map_, replace(look, hex_px=hex_width_px(hex_mm)))
        self.tiling = _tiling(self.sheet, settings)
        self.sheet.put_title_within(*_page_of_title(self.tiling))
        if len(self.tiling) > MAX_PAGES:
            raise PrintError(
                text("printing.print-too-many", count=len(self.tiling), most=MAX_PAGES)
            )

    @property
    def paper(self) -> Paper:
        """Return the paper."""
        return self.settings.paper

    @cached_property
    def printed_pages(self) -> Sequence[PrintPage]:
        """The pages as they are put out."""
        return [
            PrintPage(
                PrintedPart.MAP, self._foot(page), partial(self.paint, page=page),
                trim=visible_area(self.tiling, page), bleed=self._bleed,
            )
            for page in self.tiling
        ]  # fmt: skip

    def shift(self, leaf: PrintPage) -> tuple[float, float]:
        """Maps have one side: nothing need meet what is behind it."""
        return 0.0, 0.0

    @property
    def _bleed(self) -> float:
        """Return how far the shared area of neighbours extends beyond the cut."""
        return self.settings.overlap / 2 if len(self.tiling) > 1 else 0.0

    def paint(self, painter: QPainter, page: TilingPage) -> None:
        """Draw a page; the painter's origin is the paper's corner and its unit the millimetre."""
        room = QRectF(self.settings.margin, self.settings.margin, *self.tiling.room)
        with clip_to(painter, room):
            painter.translate(room.left() - page.part.left, room.top() - page.part.top)
            painter.scale(MM_A_UNIT, MM_A_UNIT)
            self._showing(page.part).paint(painter)
        if self.settings.marks:
            self._paint_marks(painter, page)
            self._paint_foot(painter, page)

    def _showing(self, part: PaperRectangle) -> MapSheet:
        """The sheet with no more of the map than a part of it shows."""
        left, top = (part.left - BLEED) / MM_A_UNIT, (part.top - BLEED) / MM_A_UNIT
        wide, high = (part.width + 2 * BLEED) / MM_A_UNIT, (part.height + 2 * BLEED) / MM_A_UNIT
        return self.sheet.showing(QRectF(left, top, wide, high))

    def _paint_marks(self, painter: QPainter, page: TilingPage) -> None:
        """At the corners of what the page alone shows: cut there, and the pages meet."""
        draw_line(painter, crop_marks(self.tiling, page))
        for at in registration_marks(self.tiling, page):
            paint_registration_target(painter, at)

    def _foot(self, page: TilingPage) -> str:
        """Return the page's number and place, in words."""
        words = text(
            "printing.print-foot", self.sheet.look.language, title=self.title, row=page.row + 1,
            column=page.column + 1, number=page.number, count=len(self.tiling),
        )  # fmt: skip
        return words.lstrip("，, ")

    def _paint_foot(self, painter: QPainter, page: TilingPage) -> None:
        """Paint the page's number and place in the lower margin, with a plan of all pages."""
        paper, margin = self.settings.paper, self.settings.margin
        top = paper.height - margin + GAP
        at = QPointF(margin + 2 * MARK, min(top + 3.6, paper.height - FOOT))
        room = paper.width / 2 - margin - 3 * MARK
        draw_text(painter, at, self._foot(page), FOOT, anchor=LEFT, room=room)
        if len(self.tiling) > 1 and margin >= GAP + PLAN_HEIGHT:
            right = paper.width - margin - 2 * MARK
            paint_key_plan(painter, self.tiling, page, right, top + 0.5)


def visible_area(tiling: Tiling, page: TilingPage) -> PaperRectangle:
    """Return the area a page alone shows, on its paper: what is left when it is cut."""
    left, right = _cuts(page.column, tiling.columns, tiling.room[0], tiling)
    top, bottom = _cuts(page.row, tiling.rows, tiling.room[1], tiling)
    return PaperRectangle(left, top, right - left, bottom - top)


def _page_of_title(tiling: Tiling) -> tuple[float, float]:
    """From where to where of the sheet, in its units, the page goes that its title stands on.

    Of what that page alone shows; it is the one left of the middle, or in it.
    """
    page = tiling.page((tiling.columns + 1) // 2)
    field = visible_area(tiling, page)
    left = page.part.left + field.left - tiling.margin
    return left / MM_A_UNIT, (left + field.width) / MM_A_UNIT


def registration_marks(tiling: Tiling, page: TilingPage) -> list[QPointF]:
    """Return the registration marks: at both ends of each edge with a neighbour.

    The neighbour has its marks at the same points of the sheet: place one over the other.
    """
    field, out = visible_area(tiling, page), tiling.margin - GAP - MARK / 2
    if out < MARK / 2:
        return []
    columns = [x for x, is_shared in (
        (field.left, page.column > 0), (field.right, page.column + 1 < tiling.columns),
    ) if is_shared]  # fmt: skip
    rows = [y for y, is_shared in (
        (field.top, page.row > 0), (field.bottom, page.row + 1 < tiling.rows),
    ) if is_shared]  # fmt: skip
    ends = [QPointF(x, y) for x in columns for y in (out, tiling.paper.height - out)]
    return ends + [QPointF(x, y) for y in rows for x in (out, tiling.paper.width - out)]


def crop_marks(tiling: Tiling, page: TilingPage) -> list[QLineF]:
    """Two short lines at each corner of a page's own field, in its margins.

    Pages are cut in the middle of what neighbours share; at the rim of the sheet, at its edge.
    """
    field = visible_area(tiling, page)
    wide, high = tiling.paper.width, tiling.paper.height
    reach = min(MARK, tiling.margin - GAP)
    near, far_x, far_y = tiling.margin - GAP, wide - tiling.margin + GAP, high - tiling.margin + GAP
    upright = [QLineF(x, near - reach, x, near) for x in (field.left, field.right)]
    upright += [QLineF(x, far_y, x, far_y + reach) for x in (field.left, field.right)]
    level = [QLineF(near - reach, y, near, y) for y in (field.top, field.bottom)]
    level += [QLineF(far_x, y, far_x + reach, y) for y in (field.top, field.bottom)]
    return upright + level if reach > 0 else []


def _cuts(place: int, count: int, room: float, tiling: Tiling) -> tuple[float, float]:
    """Return the cuts of a page along one direction, on the paper."""
    shared = tiling.overlap / 2
    first = tiling.margin + (shared if place else 0.0)
    return first, tiling.margin + room - (shared if place + 1 < count else 0.0)


def _tiling(sheet: MapSheet, settings: PrintSettings) -> Tiling:
    wide, high = sheet.width * MM_A_UNIT, sheet.height * MM_A_UNIT
    try:
        return Tiling(wide, high, settings.paper, settings.margin, settings.overlap)
    except ValueError as error:
        raise PrintError(text("printing.print-no-room")) from error


def _fitting(map_: Map, look: RenderOptions, settings: PrintSettings) -> float:
    """The widest hexes, in tenths of a millimetre, whose sheet goes on as many pages as wanted."""

    def goes_on(tenths: int) -> bool:
        sheet = MapSheet(map_, replace(look, hex_px=hex_width_px(tenths / 10)))
        return len(_tiling(sheet, settings)) <= settings.sheets

    tenths = _last(goes_on, round(MIN_HEX_MM * 10), round(MAX_HEX_MM * 10))
    if tenths is None:
        raise PrintError(text("printing.print-never-fits"))
    return tenths / 10


def _last(holds: Callable[[int], bool], first: int, last: int) -> int | None:
    """The last number for which something holds that ends to hold somewhere."""
    if not holds(first):
        return None
    while first < last:
        middle = (first + last + 1) // 2
        first, last = (middle, last) if holds(middle) else (first, middle - 1)
    return first
