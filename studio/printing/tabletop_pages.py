"""A table on pages: its terrain at full size or scaled with a grid of feet (E8), and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.scenario.counters import COLOURS, side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.shapes import FOOT, INCH
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import localised, text
from studio.printing.map_tiling import (
    BLEED,
    MM_A_UNIT,
    crop_marks,
    registration_marks,
    visible_area,
)
from studio.printing.page_output import PrintError
from studio.printing.paper_figure_sheets import PaperFigure
from studio.printing.paper_geometry import (
    MAX_PAGES,
    PAPERS,
    Paper,
    PaperRectangle,
    Tiling,
    TilingPage,
)
from studio.printing.piece_cutting_grid import GAP, MARK, paint_key_plan, paint_registration_target
from studio.printing.print_page import PrintedPart, PrintPage, rotated_page
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.file_formats import MM_AN_INCH, hex_width_px
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.page_painting import LEFT, draw_box, draw_line, draw_text
from studio.rendering.painting import clip_to
from studio.rendering.tabletop.figure_tokens import figure_footprints
from studio.rendering.tabletop.labels_and_grid import paint_table_frame
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_lettering, paint_terrain
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.text_painting import INK

FULL = MM_AN_INCH
RIM = 3.0  # mm of paper round the table, for the line that is its edge
FOOT_LETTERS, TOP, LETTERS = 2.6, 14.0, 5.0
PLATE = "#fffdf7"
MAX_PLANNED = 6  # pages side by side that the plan in a margin has room for


@dataclass(frozen=True)
class TabletopPrintSettings:
    """The print settings of a table. `inch_mm` is an inch of it; None fits it to one page."""

    paper: Paper = PAPERS["A4"]
    inch_mm: float | None = None
    margin: float = 10.0
    overlap: float = 8.0


class TabletopTiling:
    """The pages of a country. Raises PrintError where they would be far too many."""

    def __init__(
        self,
        table: TabletopMap,
        look: TabletopRenderOptions,
        settings: TabletopPrintSettings,
        title: str = "",
    ) -> None:
        self.table, self.settings = table, settings
        self.title = title or localised(table.title, look.language)
        self.inch_mm = settings.inch_mm or one_page_inch_size(table, settings)
        grid = look.grid or (FOOT if self.inch_mm < FULL else 0)
        self.look = look._replace(grid=grid)
        rim = RIM / MM_A_UNIT
        self.view = TabletopView(table, hex_width_px(self.inch_mm) / INCH, rim, rim, self.look)
        self.tiling = _tiling(self.view, settings)
        if len(self.tiling) > MAX_PAGES:
            values = {"count": len(self.tiling), "most": MAX_PAGES}
            raise PrintError(text("printing.country-too-many", look.language, **values))

    @cached_property
    def leaves(self) -> Sequence[PrintPage]:
        """The pages, and where there are several a plan of how they lie."""
        pages = [
            PrintPage(PrintedPart.MAP, self._says(page), partial(self._paint, page),
                 trim=visible_area(self.tiling, page))
            for page in self.tiling
        ]  # fmt: skip
        return [*pages, self._plan()] if len(pages) > 1 else pages

    def _says(self, page: TilingPage) -> str:
        """Return the page's number and scale, in words."""
        values = {"title": self.title, "row": page.row + 1, "column": page.column + 1,
                  "number": page.number, "count": len(self.tiling)}  # fmt: skip
        words = text("printing.print-foot", self.look.language, **values).lstrip("，, ")
        return f"{words} · {self.ratio}"

    @property
    def ratio(self) -> str:
        """Return the ratio of the table to the print: `1:12`."""
        return f"1:{FULL / self.inch_mm:.3g}"

    # --- pages --------------------------------------------------------------------------------

    def _paint(self, page: TilingPage, painter: QPainter) -> None:
        """Draw a page; the painter's origin is the paper's corner and its unit the millimetre."""
        room = QRectF(self.settings.margin, self.settings.margin, *self.tiling.room)
        with clip_to(painter, room):
            painter.translate(room.left() - page.part.left, room.top() - page.part.top)
            painter.scale(MM_A_UNIT, MM_A_UNIT)
            self._paint_part(painter, page.part)
        self._paint_margins(painter, page)

    def _paint_part(self, painter: QPainter, part: PaperRectangle) -> None:
        """Paint a page's part, and no more of the table."""
        left, top = (part.left - BLEED) / MM_A_UNIT, (part.top - BLEED) / MM_A_UNIT
        wide, high = (part.width + 2 * BLEED) / MM_A_UNIT, (part.height + 2 * BLEED) / MM_A_UNIT
        bare = replace(self.view, look=self.look._replace(edges=False))
        paint_terrain(painter, bare, QRectF(left, top, wide, high))
        paint_table_frame(painter, self.view)
        paint_lettering(painter, self.view)

    def _paint_margins(self, painter: QPainter, page: TilingPage) -> None:
        """Marks to cut and join by, and which page this is."""
        draw_line(painter, crop_marks(self.tiling, page))
        for at in registration_marks(self.tiling, page):
            paint_registration_target(painter, at)
        paper, margin = self.settings.paper, self.settings.margin
        top = paper.height - margin + GAP
        at = QPointF(margin + 2 * MARK, min(top + 3.6, paper.height - FOOT_LETTERS))
        draw_text(painter, at, self._says(page), FOOT_LETTERS, anchor=LEFT,
            room=paper.width / 2 - margin - 3 * MARK)  # fmt: skip
        if 1 < max(self.tiling.columns, self.tiling.rows) <= MAX_PLANNED:
            paint_key_plan(painter, self.tiling, page, paper.width - margin - 2 * MARK, top + 0.5)

    # --- the plan of pages ----------------------------------------------------------------------

    def _plan(self) -> PrintPage:
        says = text("printing.key-plan", self.look.language, title=self.title)
        return PrintPage(PrintedPart.MAP, says, partial(self._paint_plan, says))

    def _paint_plan(self, says: str, painter: QPainter) -> None:
        """The whole table in small under the fields of the pages."""
        paper, margin, tiling = self.settings.paper, self.settings.margin, self.tiling
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_text(painter, QPointF(paper.width / 2, margin + 4), says, LETTERS, bold=True)
        wide, high = paper.width - 2 * margin, paper.height - 2 * margin - TOP
        first, last = tiling.page(1).part, tiling.page(len(tiling)).part
        scale = min(wide / (last.right - first.left), high / (last.bottom - first.top))
        painter.save()
        painter.translate(margin - first.left * scale, margin + TOP - first.top * scale)
        self._paint_small(painter, scale)
        for page in tiling:
            self._paint_field(painter, page, scale)
        painter.restore()

    def _paint_small(self, painter: QPainter, scale: float) -> None:
        unit = scale / MM_A_UNIT
        look = self.look._replace(names=False, grid=0)
        small = TabletopView(self.table, self.view.scale * scale, RIM * unit, RIM * unit, look)
        painter.save()
        painter.scale(MM_A_UNIT, MM_A_UNIT)
        paint_terrain(painter, small, small.page)
        painter.restore()

    def _paint_field(self, painter: QPainter, page: TilingPage, scale: float) -> None:
        field, margin = visible_area(self.tiling, page), self.tiling.margin
        left, top = page.part.left + field.left - margin, page.part.top + field.top - margin
        own = QRectF(left * scale, top * scale, field.width * scale, field.height * scale)
        corners = [own.topLeft(), own.topRight(), own.bottomRight(), own.bottomLeft()]
        draw_line(painter, [QLineF(corners[place - 1], corners[place]) for place in range(4)], 0.4)
        size = min(LETTERS, 0.45 * own.width(), 0.45 * own.height())
        plate = QRectF(0, 0, 2 * size, 1.4 * size)
        plate.moveCenter(own.center())
        draw_box(painter, plate, PLATE, INK, 0.2)
        draw_text(painter, own.center(), str(page.number), size, bold=True)


def one_page_inch_size(table: TabletopMap, settings: TabletopPrintSettings) -> float:
    """The longest inch, in hundredths of a millimetre, at which a table goes on one page."""
    wide, high = (side - 2 * settings.margin - 2 * RIM
                  for side in (settings.paper.width, settings.paper.height))  # fmt: skip
    inch = min(wide / (table.width / INCH), high / (table.depth / INCH), FULL)
    if inch < 0.1:
        raise PrintError(text("printing.print-no-room"))
    return int(inch * 100) / 100


def best_settings(
    table: TabletopMap, settings: TabletopPrintSettings
) -> tuple[TabletopPrintSettings, bool]:
    """The settings with the paper on the side that needs fewer pages; whether it is turned."""
    turned = replace(settings, paper=settings.paper.turned())
    if settings.inch_mm is None:
        is_better = one_page_inch_size(table, turned) > one_page_inch_size(table, settings)
    else:
        is_better = _count(table, turned) < _count(table, settings)
    return (turned, True) if is_better else (settings, False)


def _count(table: TabletopMap, settings: TabletopPrintSettings) -> int:
    view = TabletopView(table, hex_width_px(settings.inch_mm or FULL) / INCH)
    return len(_tiling(view, settings))


def _tiling(view: TabletopView, settings: TabletopPrintSettings) -> Tiling:
    wide = view.page.width() * MM_A_UNIT + 2 * RIM
    high = view.page.height() * MM_A_UNIT + 2 * RIM
    try:
        return Tiling(wide, high, settings.paper, settings.margin, settings.overlap)
    except ValueError as error:
        raise PrintError(text("printing.print-no-room")) from error


SET = (("foot", 20), ("horse", 8), ("gun", 1), ("general", 1))  # of each side, for no scenario


def tabletop_pages(
    table: TabletopMap, look: RenderOptions, settings: GamePrintSettings, title: str
) -> Iterator[PrintPage]:
    """The country's pages, on their side where fewer are needed so."""
    drawn = TabletopRenderOptions(look.language, zones=look.zones)
    wanted = TabletopPrintSettings(
        settings.paper, settings.inch_mm, settings.margin, settings.overlap
    )
    best, is_turned = best_settings(table, wanted)
    for leaf in TabletopTiling(table, drawn, best, title).leaves:
        yield rotated_page(leaf, settings.paper) if is_turned else leaf


def scenario_paper_figures(scenario: Scenario) -> Iterator[PaperFigure]:
    """Every figure of a scenario, with its body's name and its number on its stand."""
    shades, shapes = side_colours(scenario), figure_footprints(scenario)
    for body in scenario.bodies:
        for number in range(1, body.strength + 1):
            says = f"{body.id}.{number}"
            yield PaperFigure(
                shapes.get(body.type, body.type), shades.get(body.side, COLOURS[0]), says
            )


def sample_paper_figures() -> Iterator[PaperFigure]:
    """Figures for two sides, where no scenario says which."""
    for shade, letter in zip(COLOURS, "AB", strict=False):
        types = [type_ for type_, number in SET for _ in range(number)]
        for number, type_ in enumerate(types, 1):
            yield PaperFigure(type_, shade, f"{letter}{number}")
