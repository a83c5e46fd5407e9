"""Hand-outs of games on a table: the bodies of a side, and the table as it begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.games import handbook_of
from engine.narration.scenario_names import zone_title
from engine.scenario.counters import COLOURS, side_colours
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.lengths import write_points
from engine.tabletop.shapes import INCH
from engine.texts import localised, text
from studio.printing.page_flow import (
    FOOT,
    MARGIN,
    Cell,
    PageBlock,
    TextPages,
    heading_block,
    table_blocks,
)
from studio.printing.print_page import PrintedPart, PrintPage
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.tabletop.figure_tokens import figure_footprints, paint_tokens, tokens_at_start
from studio.rendering.tabletop.figures import figure_outline, paint_figure
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_tabletop
from studio.rendering.tabletop.tabletop_view import TabletopView

HIGHEST = 9.0  # mm: a figure in a line of the list
CALM = 6.0  # page units an inch, at which a table is laid out before it is made to fit


def figure_group_blocks(
    scenario: Scenario, side: str, width: float, language: str
) -> list[PageBlock]:
    """Every body of a side: what it is, how strong, where it begins."""
    own = [body for body in scenario.bodies if body.side == side]
    if not own:
        return []
    names = {each.id: localised(each.name, language) or each.id for each in scenario.sides}
    rows = [_row(scenario, body, language) for body in own]
    heads = ["", *(text(f"printing.body-{name}", language)
                   for name in ("name", "type", "strength", "start"))]  # fmt: skip
    words = text("printing.forces", language, side=names.get(side, side))
    return [heading_block(words), *table_blocks(heads, rows, (16, 44, 34, 24, 62), width)]


def _row(scenario: Scenario, body: FigureGroup, language: str) -> Sequence[Cell]:
    kinds = handbook_of(scenario).units()
    kind = localised(kinds.get(body.type, {}).get("name", ""), language) or body.type
    shade = side_colours(scenario).get(body.side, COLOURS[0])
    drawn = partial(_paint_body, figure_footprints(scenario).get(body.type, body.type), shade)
    name = localised(body.name, language) or body.id
    return [drawn, name, kind, str(body.strength), _start(scenario, body, language)]


def _start(scenario: Scenario, body: FigureGroup, language: str) -> str:
    if body.at:
        return text("printing.body-at", language, places=write_points(body.at))
    if body.aboard:
        return text("printing.aboard", language, unit=body.aboard)
    if body.zone:
        zone = scenario.table.zones.get(body.zone)
        name = zone_title(zone.name if zone else "", body.zone, language)
        return text("printing.sets-up", language, zone=name)
    return text("printing.body-back-line", language)


def _paint_body(type_: str, shade: str, painter: QPainter, room: QRectF) -> None:
    """A figure of a body, in the middle of a cell."""
    box = figure_outline(type_).boundingRect()
    scale = min(HIGHEST / box.height(), 0.8 * room.width() / box.width(), 0.6)
    painter.save()
    painter.translate(room.center())
    painter.scale(scale, scale)
    paint_figure(painter, type_, shade)
    painter.restore()


def tabletop_page(
    scenario: Scenario, page: TextPages, look: RenderOptions, holds: tuple[str, ...]
) -> PrintPage:
    """The table with the bodies that the scenario lays, as large as fits one page."""
    words = f"{page.title} · {page.says} · {text('printing.part-map', look.language)}"

    def paint(painter: QPainter) -> None:
        painter.save()
        _paint_fitted(painter, scenario, page, look)
        painter.restore()
        page.paint_foot(painter, words)

    return PrintPage(PrintedPart.HANDOUTS, words, paint, holds=holds)


def _paint_fitted(
    painter: QPainter, scenario: Scenario, page: TextPages, look: RenderOptions
) -> None:
    """The table in the middle of a page, on its side where it is larger so."""
    view = TabletopView(
        scenario.table, CALM / INCH, look=TabletopRenderOptions(look.language, zones=True)
    )
    wide, high = view.page.width(), view.page.height()
    room = QRectF(MARGIN, MARGIN, page.width, page.paper.height - 2 * MARGIN - FOOT)
    upright = min(room.width() / wide, room.height() / high)
    lying = min(room.width() / high, room.height() / wide)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(room.center())
    is_lying = lying > 1.1 * upright
    if is_lying:
        painter.rotate(-90)
    scale = lying if is_lying else upright
    painter.scale(scale, scale)
    painter.translate(QPointF(-wide / 2, -high / 2))
    paint_tabletop(painter, view)
    paint_tokens(painter, view, tokens_at_start(scenario))
