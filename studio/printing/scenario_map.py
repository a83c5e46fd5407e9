"""The map of a scenario on paper: whole on a page or in parts, with the public parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from engine.games import handbook_of, muster_zones
from engine.hexes.hex import Hex
from engine.map.map import Map, Zone
from engine.scenario.scenario import Scenario
from studio.printing.page_flow import SMALL, PageBlock
from studio.rendering.counters.counter_painter import side_colours
from studio.rendering.file_formats import MM_AN_INCH, PX_AN_INCH
from studio.rendering.map.deployment import build_deployment
from studio.rendering.map.map_sheet import MapSheet
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.page_painting import LEFT, draw_text
from studio.rendering.painting import add_polygon, clip_to, draw, make_colour, round_pen
from studio.rendering.text_painting import INK


def map_for_players(scenario: Scenario) -> Map:
    """The map under the scenario's title, with the zones that lie open and no others."""
    zones = {name: _zone(scenario, name) for name in handbook_of(scenario).public_zones(scenario)}
    return replace(scenario.map, title=scenario.title or scenario.map.title, zones=zones)


def _zone(scenario: Scenario, name: str) -> Zone:
    """A zone of the map, or of the scenario alone."""
    if name not in scenario.zones:
        return scenario.map.zones[name]
    grid = scenario.map.grid
    plane = np.zeros(grid.shape, bool)
    for hex_ in scenario.zones[name]:
        plane[grid.index(hex_)] = True
    owner = next((side for side, zone in muster_zones(scenario).items() if zone == name), "")
    return Zone(plane, scenario.zone_names.get(name, ""), side_colours(scenario).get(owner, ""))


MM_A_UNIT = MM_AN_INCH / PX_AN_INCH
CALM = 48.0  # page units: the width of hexes as a sheet is laid out before it is made to fit
MINIMUM = 6.0


class FittedMap:
    """A scenario's map with its start. Laid out when it is first painted."""

    def __init__(self, scenario: Scenario, look: RenderOptions, room: QRectF) -> None:
        self.scenario, self.look, self.room = scenario, look, room

    @cached_property
    def _sheet(self) -> MapSheet:
        wide, high = self.scenario.map.grid.size(1.0)
        longer = max(self.room.width(), self.room.height()) / MM_A_UNIT
        hex_px = max(MINIMUM, min(CALM, longer / max(wide, high)))
        # Where armies are set up is a zone of the board: its outline need not be drawn twice.
        deployment = replace(build_deployment(self.scenario), musters=())
        look = replace(self.look, hex_px=hex_px, legend=True, zones=True)
        return MapSheet(map_for_players(self.scenario), look, deployment)

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
        return MapSheet(map_for_players(self.scenario), look, deployment)

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
        draw(painter, frame, round_pen(make_colour(INK), 0.3))

    def _paint_outline(self, painter: QPainter) -> None:
        whole = QPainterPath()
        for hex_ in self.hexes:
            one = QPainterPath()
            add_polygon(one, self.scenario.map.grid.outline(hex_, CALM))
            whole = whole.united(one)
        draw(painter, whole.simplified(), round_pen(make_colour("#ffffff", 0.8), 7.0))
        draw(painter, whole.simplified(), round_pen(make_colour(self.shade), 4.0))


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
