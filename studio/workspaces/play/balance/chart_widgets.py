"""Charts in a window, on paper, titled above and with the players named below; and their files."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from studio.canvas.camera import MapCamera
from studio.rendering.charts.heat_map import HeatMapBase
from studio.rendering.charts.report_charts import ChartDrawing
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.painting import make_colour
from studio.rendering.text_painting import INK, draw_text_from, make_font, text_rect

TITLE, NOTE = 14, 11  # letters
MARGIN, HEAD, FOOT = 10.0, 26.0, 22.0
WIDE = 720  # of the sheet a chart lies on, in a window
ROW, SWATCH = 18.0, 22.0  # of the key on the map


class CaptionedChart:
    """A drawing with its title above, if it has none of its own, and a note below."""

    def __init__(self, drawing: ChartDrawing, title: str, note: str) -> None:
        self.drawing, self.title, self.note = drawing, title, note
        self.top = HEAD + MARGIN / 2 if title else 0.0
        widest = max(_wide(title, make_font(TITLE, bold=True)), _wide(note, make_font(NOTE)))
        self.width = math.ceil(max(drawing.width, widest + 2 * MARGIN))
        self.height = math.ceil(self.top + drawing.height + FOOT)

    def paint(self, painter: QPainter) -> None:
        """Draw all of it at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, self.width, self.height), QColor(PAPER))
        if self.title:
            draw_text_from(
                painter, QPointF(MARGIN, HEAD - 6), self.title, make_font(TITLE, bold=True)
            )
        painter.save()
        painter.translate(0, self.top)
        self.drawing.paint(painter)
        painter.restore()
        draw_text_from(painter, QPointF(MARGIN, self.height - 8), self.note, make_font(NOTE))


class HeatMapOnGround:
    """A heat map over a ground painted once, which all heat maps of a map share."""

    def __init__(self, heat: HeatMapBase, ground: QImage) -> None:
        self.heat, self.ground = heat, ground
        self.width, self.height = heat.width, heat.height

    def paint(self, painter: QPainter) -> None:
        """Draw all of it at the painter's origin."""
        painter.drawImage(QRectF(0, 0, self.width, self.height), self.ground)
        self.heat.paint_heat_map(painter)


def render_ground(heat: HeatMapBase, sharpness: float) -> QImage:
    """The ground of a heat map as a picture, at a number of pixels per unit."""
    size = QSize(heat.width, heat.height) * sharpness
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    painter = QPainter(image)
    painter.scale(sharpness, sharpness)
    heat.paint_ground(painter)
    painter.end()
    return image


class ChartView(QWidget):
    """Shows a drawing at its own size, on a sheet as wide as most drawings need."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing: CaptionedChart | None = None

    def show_drawing(self, drawing: CaptionedChart) -> None:
        """Show another drawing."""
        self.drawing = drawing
        self.setAccessibleName(drawing.title or drawing.note)
        self.setFixedSize(max(drawing.width, WIDE), drawing.height)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(PAPER))
        if self.drawing is not None:
            self.drawing.paint(painter)
        painter.end()


class BalanceHeatLegend:
    """The key to a heat map that lies on the map, in a corner of the screen."""

    def __init__(self, heat: HeatMapBase, note: str) -> None:
        self.scale = heat.scale
        self.lines = (heat.title, heat.unit, note)

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw it."""
        letters, bold = make_font(NOTE), make_font(NOTE, bold=True)
        wide = max(*(_wide(line, bold) for line in self.lines), sum(self._classes())) + 2 * MARGIN
        high = ROW * (len(self.lines) + bool(self.scale.steps)) + MARGIN
        room = QRectF(MARGIN, painter.window().height() - MARGIN - high, wide, high)
        painter.setPen(make_colour(INK, 0.5))
        painter.setBrush(make_colour(PAPER, 0.94))
        painter.drawRoundedRect(room, 5, 5)
        x, y = room.left() + MARGIN, room.top() + ROW
        draw_text_from(painter, QPointF(x, y), self.lines[0], bold)
        if self.scale.steps:
            y += ROW
            self._paint_classes(painter, x, y)
        for line in self.lines[1:]:
            y += ROW
            draw_text_from(painter, QPointF(x, y), line, letters)

    def _paint_classes(self, painter: QPainter, x: float, y: float) -> None:
        for number in range(len(self.scale.steps)):
            painter.setPen(make_colour(INK, 0.6))
            painter.setBrush(make_colour(self.scale.shade(number)))
            painter.drawRect(QRectF(x, y - 10, SWATCH, 11))
            at = QPointF(x + SWATCH + 5, y)
            draw_text_from(painter, at, self.scale.words(number), make_font(NOTE))
            x += self._classes()[number]

    def _classes(self) -> list[float]:
        """The width of each class, its words included."""
        words = map(self.scale.words, range(len(self.scale.steps)))
        return [SWATCH + 16 + _wide(each, make_font(NOTE)) for each in words]


def _wide(words: str, letters: QFont) -> float:
    return text_rect(QPointF(0, 0), words, letters).width()
