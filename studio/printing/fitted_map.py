"""A map with what stands on it, as large as fits one page, on its side where that is larger."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.scenario.scenario import Scenario
from studio.drawing.deployment import build_deployment
from studio.drawing.formats import MM_AN_INCH, PX_AN_INCH
from studio.drawing.inks import clip_to
from studio.drawing.look import RenderOptions
from studio.drawing.sheet import MapSheet
from studio.printing.board import player_map

MM_A_UNIT = MM_AN_INCH / PX_AN_INCH
CALM = 48.0  # page units: the width of hexes as a sheet is laid out before it is made to fit
LEAST = 6.0


class FittedMap:
    """A scenario's map with its start. Laid out when it is first painted."""

    def __init__(self, scenario: Scenario, look: RenderOptions, room: QRectF) -> None:
        self.scenario, self.look, self.room = scenario, look, room

    @cached_property
    def _sheet(self) -> MapSheet:
        wide, high = self.scenario.map.grid.size(1.0)
        longer = max(self.room.width(), self.room.height()) / MM_A_UNIT
        hex_px = max(LEAST, min(CALM, longer / max(wide, high)))
        # Where armies are set up is a zone of the board: its outline need not be drawn twice.
        deployment = replace(build_deployment(self.scenario), musters=())
        look = replace(self.look, hex_px=hex_px, legend=True, zones=True)
        return MapSheet(player_map(self.scenario), look, deployment)

    def paint(self, painter: QPainter) -> None:
        """Draw it in the middle of its room."""
        sheet, room = self._sheet, self.room
        upright = min(room.width() / sheet.width, room.height() / sheet.height)
        lying = min(room.width() / sheet.height, room.height() / sheet.width)
        painter.save()
        painter.translate(room.center())
        if lying > 1.1 * upright:
            painter.rotate(-90)
        scale = max(lying, upright) if lying > 1.1 * upright else upright
        painter.scale(scale, scale)
        painter.translate(-sheet.width / 2, -sheet.height / 2)
        with clip_to(painter, QRectF(0, 0, sheet.width, sheet.height)):
            sheet.paint(painter)
        painter.restore()
