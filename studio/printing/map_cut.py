"""A part of the map as a picture among words: where somebody sets up, and the hexes round that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from studio.drawing.deployment import build_deployment
from studio.drawing.inks import add_polygon, clip_to, colour, draw, round_pen
from studio.drawing.lettering import INK
from studio.drawing.look import RenderOptions
from studio.drawing.millimetres import LEFT, draw_text
from studio.drawing.sheet import MapSheet
from studio.printing.board import player_map
from studio.printing.flow import SMALL, PageBlock

CALM = 48.0  # page units: the width of hexes as the sheet is laid out
ROUND = 1.2  # hexes that are shown beyond those that matter
HIGHEST, LARGEST = 92.0, 16.0  # mm: of the picture, and of a hex on it
CAPTION = 6.0


class MapExcerpt:
    """A window in the sheet, laid out when it is first painted; its hexes have a strong outline."""

    def __init__(
        self,
        scenario: Scenario,
        look: RenderOptions,
        hexes: Sequence[Hex],
        shade: str,
        width: float,
    ) -> None:
        self.scenario, self.look, self.hexes, self.shade = scenario, look, hexes, shade
        around = self._around()
        part = min(width / around.width(), HIGHEST / around.height(), LARGEST / CALM)
        self.part, self.around = part, around
        self.size = QRectF(0, 0, part * around.width(), part * around.height())

    def _around(self) -> QRectF:
        """The hexes that matter with some round them, in page units from the map's corner."""
        grid = self.scenario.map.grid
        points = [point for hex_ in self.hexes for point in grid.outline(hex_, CALM)]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        beyond = ROUND * CALM
        found = QRectF(left, top, right - left, bottom - top)
        return found.adjusted(-beyond, -beyond, beyond, beyond)

    @cached_property
    def _sheet(self) -> MapSheet:
        # Of what stands there the words tell: counters would hide the ground.
        deployment = replace(
            build_deployment(self.scenario), musters=(), placed={}, waiting=(), works={}
        )
        look = replace(self.look, hex_px=CALM, legend=False, zones=True)
        return MapSheet(player_map(self.scenario), look, deployment)

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        sheet, seen = self._sheet, self.around.translated(self._sheet.map_left,
                                                          self._sheet.map_top)  # fmt: skip
        painter.save()
        painter.translate(at)
        with clip_to(painter, self.size):
            painter.scale(self.part, self.part)
            painter.translate(-seen.topLeft())
            sheet.showing(seen).paint(painter)
            painter.translate(sheet.map_left, sheet.map_top)
            self._paint_outline(painter)
        painter.restore()
        frame = QPainterPath()
        frame.addRect(self.size.translated(at))
        draw(painter, frame, round_pen(colour(INK), 0.3))

    def _paint_outline(self, painter: QPainter) -> None:
        whole = QPainterPath()
        for hex_ in self.hexes:
            one = QPainterPath()
            add_polygon(one, self.scenario.map.grid.outline(hex_, CALM))
            whole = whole.united(one)
        draw(painter, whole.simplified(), round_pen(colour("#ffffff", 0.8), 7.0))
        draw(painter, whole.simplified(), round_pen(colour(self.shade), 4.0))


def map_excerpt_block(
    scenario: Scenario,
    look: RenderOptions,
    hexes: Sequence[Hex],
    shade: str,
    words: str,
    width: float,
) -> list[PageBlock]:
    """A part of the map under what it shows; nothing of no hexes."""
    if not hexes:
        return []
    cut = MapExcerpt(scenario, look, hexes, shade, width)

    def paint(painter: QPainter, at: QPointF, room: float) -> None:
        draw_text(painter, at + QPointF(0, CAPTION / 2), words, SMALL + 0.5, bold=True, anchor=LEFT,
            room=room)  # fmt: skip
        cut.paint(painter, at + QPointF(0, CAPTION))

    return [PageBlock(CAPTION + cut.size.height() + 4.0, paint)]
