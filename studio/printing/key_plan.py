"""How the pages of a map lie: the whole sheet in small, with each page's field and number."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.texts import text
from studio.drawing.inks import colour
from studio.drawing.lettering import INK
from studio.drawing.millimetres import box, draw_line, draw_text
from studio.drawing.paint import paint_map
from studio.drawing.view import MapView
from studio.printing.leaf import PrintedPart, PrintPage
from studio.printing.map_print import MM_A_UNIT, MapTiling, visible_area

TOP, LETTERS = 14.0, 5.0
PLATE = "#fffdf7"


def key_plan_leaf(print_: MapTiling) -> PrintPage:
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
        box(painter, plate, PLATE, INK, 0.3 / scale)
        draw_text(painter, own.center(), str(page.number), LETTERS / scale, bold=True)
    painter.restore()


def _paint_map(painter: QPainter, print_: MapTiling, scale: float) -> None:
    """The map with as much as can be seen on it so small."""
    sheet = print_.sheet
    painter.fillRect(QRectF(0, 0, print_.tiling.width, print_.tiling.height), colour(PLATE))
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
