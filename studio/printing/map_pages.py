"""The pages of a map, the paper turned where that saves some, with a plan of how they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.map.map import Map
from engine.texts import text
from studio.printing.map_tiling import MM_A_UNIT, MapTiling, PrintSettings, visible_area
from studio.printing.print_page import PrintedPart, PrintPage, rotated_page
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.map.map_painter import paint_map
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.page_painting import draw_box, draw_line, draw_text
from studio.rendering.painting import make_colour
from studio.rendering.text_painting import INK

TOP, LETTERS = 14.0, 5.0
PLATE = "#fffdf7"


def key_plan_page(print_: MapTiling) -> PrintPage:
    """The page that says how the others are put together."""
    says = text("printing.key-plan", print_.sheet.look.language, title=print_.title)
    return PrintPage(PrintedPart.MAP, says, lambda painter: _paint(painter, print_, says))


def _paint(painter: QPainter, print_: MapTiling, says: str) -> None:
    paper, tiling, margin = print_.paper, print_.tiling, print_.settings.margin
    draw_text(painter, QPointF(paper.width / 2, margin + 4), says, LETTERS, bold=True)
    room = QRectF(margin, margin + TOP, paper.width - 2 * margin, paper.height - 2 * margin - TOP)
    first, last = tiling.page(1).part, tiling.page(len(tiling)).part
    wide, high = last.right - first.left, last.bottom - first.top
    scale = min(room.width() / wide, room.height() / high, 1.0)
    painter.save()
    painter.translate(room.left() + (room.width() - wide * scale) / 2, room.top())
    painter.scale(scale, scale)
    painter.translate(-first.left, -first.top)
    _paint_map(painter, print_, scale)
    for page in tiling:
        field = visible_area(tiling, page)
        x, y = field.left - tiling.margin, field.top - tiling.margin
        own = QRectF(page.part.left + x, page.part.top + y, field.width, field.height)
        draw_line(painter, _edges(own), 0.5 / scale)
        plate = QRectF(0, 0, 11 / scale, 8 / scale)
        plate.moveCenter(own.center())
        draw_box(painter, plate, PLATE, INK, 0.3 / scale)
        draw_text(painter, own.center(), str(page.number), LETTERS / scale, bold=True)
    painter.restore()


def _paint_map(painter: QPainter, print_: MapTiling, scale: float) -> None:
    """The map with as much as can be seen on it so small."""
    sheet = print_.sheet
    painter.fillRect(QRectF(0, 0, print_.tiling.width, print_.tiling.height), make_colour(PLATE))
    small = replace(sheet.look, hex_px=sheet.look.hex_px * scale, grid=False, labels=False)
    painter.save()
    painter.scale(MM_A_UNIT, MM_A_UNIT)
    painter.translate(sheet.map_left, sheet.map_top)
    painter.scale(1 / scale, 1 / scale)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_map(painter, MapView(sheet.map, small))
    painter.restore()


def _edges(room: QRectF) -> list[QLineF]:
    corners = [room.topLeft(), room.topRight(), room.bottomRight(), room.bottomLeft()]
    return [QLineF(corners[place - 1], corners[place]) for place in range(4)]


LARGER = 1.1  # times as wide are hexes that are clearly larger


def tiled_map_pages(
    map_: Map, look: RenderOptions, settings: GamePrintSettings
) -> Iterator[PrintPage]:
    """The map's pages, on their side where fewer are needed so."""
    wanted = PrintSettings(
        settings.paper, settings.hex_mm, settings.margin, settings.overlap, sheets=settings.sheets
    )
    print_ = MapTiling(map_, look, wanted)
    lying = MapTiling(map_, look, replace(wanted, paper=settings.paper.turned()))
    is_poster = settings.hex_mm is None and settings.sheets > 1
    if lying.hex_mm > print_.hex_mm if is_poster else is_better(lying, print_):
        yield from (rotated_page(leaf, settings.paper) for leaf in _whole(lying))
    else:
        yield from _whole(print_)


def is_better(print_: MapTiling, other: MapTiling) -> bool:
    """Return True if a tiling needs fewer pages, or has clearly larger hexes on as many."""
    pages, others = len(print_.tiling), len(other.tiling)
    return pages < others or (pages == others and print_.hex_mm > LARGER * other.hex_mm)


def _whole(print_: MapTiling) -> Iterator[PrintPage]:
    """The pages, and where there are several a plan of how they lie."""
    yield from print_.printed_pages
    if len(print_.printed_pages) > 1:
        yield key_plan_page(print_)
