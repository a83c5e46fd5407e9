"""The labels and lines over a table: names, zones, back lines, a grid of inches."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath

from engine.tabletop.shapes import FOOT
from engine.tabletop.tabletop_map import TabletopEdge, TabletopFeature
from engine.texts import localised
from studio.rendering.map.zones import COLOURS
from studio.rendering.painting import draw, fill, make_colour, round_pen
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.tabletop.terrain_surface import thin_pen
from studio.rendering.text_painting import INK, draw_text_with_halo, make_font, text_rect

FRAME, BACK_LINE = "#5b4a2c", "#8c2f1f"
SMALLEST_LETTERS, LARGEST_LETTERS = 11, 30


def name_size(view: TabletopView) -> int:
    """Return the height of names, in page units."""
    return min(max(round(1.7 * view.inch), SMALLEST_LETTERS), LARGEST_LETTERS)


def paint_table_names(painter: QPainter, view: TabletopView) -> None:
    """The names of features and places."""
    letters = make_font(name_size(view), bold=True)
    for at, words in _names(view):
        draw_text_with_halo(
            painter, keep_on_tabletop(view, at, words, letters), words, letters, QColor(INK)
        )


def keep_on_tabletop(view: TabletopView, at: QPointF, words: str, letters: QFont) -> QPointF:
    """The nearest place to one at which words do not reach beyond the table."""
    room, page = text_rect(at, words, letters), view.page.adjusted(3, 3, -3, -3)
    right = max(0.0, page.left() - room.left()) - max(0.0, room.right() - page.right())
    down = max(0.0, page.top() - room.top()) - max(0.0, room.bottom() - page.bottom())
    return at + QPointF(right if room.width() < page.width() else 0.0, down)


def _names(view: TabletopView) -> Iterator[tuple[QPointF, str]]:
    for feature in view.table.features:
        words = localised(feature.name, view.look.language)
        if words and feature.kind not in view.look.hidden:
            yield label_point(view, feature), words
    for place in view.table.places:
        yield view.at(*place.at), localised(place.name, view.look.language)


def label_point(view: TabletopView, feature: TabletopFeature) -> QPointF:
    """Return the place of a feature's name: under it."""
    box = view.path(feature.shape).boundingRect()
    return QPointF(box.center().x(), box.bottom() + 0.8 * name_size(view))


# --- zones ----------------------------------------------------------------------------------------


def paint_table_zones(painter: QPainter, view: TabletopView) -> None:
    """Every zone as a tinted outline."""
    for order, zone in enumerate(view.table.zones.values()):
        ink, path = zone.colour or COLOURS[order % len(COLOURS)], view.path(zone.shape)
        fill(painter, path, make_colour(ink, 0.13))
        pen = thin_pen(make_colour(ink), max(0.18 * view.inch, 1.0))
        pen.setDashPattern([5.0, 3.0])
        draw(painter, path, pen)


def paint_table_zone_names(painter: QPainter, view: TabletopView) -> None:
    """The names of zones in their middles."""
    letters = make_font(max(SMALLEST_LETTERS, round(0.85 * name_size(view))), bold=True)
    for order, (name, zone) in enumerate(view.table.zones.items()):
        ink = make_colour(zone.colour or COLOURS[order % len(COLOURS)]).darker(140)
        words = localised(zone.name, view.look.language) or name
        middle = view.path(zone.shape).boundingRect().center()
        draw_text_with_halo(
            painter, keep_on_tabletop(view, middle, words, letters), words, letters, ink
        )


# --- grid and edges -------------------------------------------------------------------------------


def paint_table_grid(painter: QPainter, view: TabletopView) -> None:
    """Lines every so many inches, those of whole feet stronger."""
    step = view.look.grid
    for every, strength in ((step, 0.28), (FOOT, 0.5)):
        if every * view.scale < 5:
            continue
        path = QPainterPath()
        for x in range(every, view.table.width, every):
            path.moveTo(view.at(x, 0))
            path.lineTo(view.at(x, view.table.depth))
        for y in range(every, view.table.depth, every):
            path.moveTo(view.at(0, y))
            path.lineTo(view.at(view.table.width, y))
        draw(painter, path, thin_pen(make_colour("#3d3222", strength), 0.5))


def paint_table_frame(painter: QPainter, view: TabletopView) -> None:
    """The edge of the table, with a mark at every foot; back lines in their colour."""
    frame = QPainterPath()
    frame.addRect(view.page)
    width = max(0.25 * view.inch, 1.2)
    draw(painter, frame, thin_pen(QColor(FRAME), width))
    ticks = QPainterPath()
    for at, inward in _ticks(view):
        ticks.moveTo(at)
        ticks.lineTo(at + inward)
    draw(painter, ticks, thin_pen(QColor(FRAME), max(0.12 * view.inch, 0.8)))
    for edge in view.table.edges:
        start, end = view.table.edge(edge)
        line = QPainterPath(view.at(*start))
        line.lineTo(view.at(*end))
        draw(painter, line, round_pen(QColor(BACK_LINE), 1.6 * width))


def _ticks(view: TabletopView) -> Iterator[tuple[QPointF, QPointF]]:
    long = max(0.9 * view.inch, 3.0)
    for x in range(FOOT, view.table.width, FOOT):
        yield view.at(x, 0), QPointF(0, -long)
        yield view.at(x, view.table.depth), QPointF(0, long)
    for y in range(FOOT, view.table.depth, FOOT):
        yield view.at(0, y), QPointF(long, 0)
        yield view.at(view.table.width, y), QPointF(-long, 0)


def paint_edge_names(painter: QPainter, view: TabletopView) -> None:
    """Paint the names of the back lines along them."""
    size = max(SMALLEST_LETTERS, round(0.8 * name_size(view)))
    letters = make_font(size, bold=True)
    for edge, name in view.table.edges.items():
        words = localised(name, view.look.language)
        if words:
            painter.save()
            _turn_to(painter, view, edge, size)
            draw_text_with_halo(painter, QPointF(0, 0), words, letters, QColor(BACK_LINE))
            painter.restore()


def _turn_to(painter: QPainter, view: TabletopView, edge: TabletopEdge, size: int) -> None:
    """Put the painter near the end of an edge, a line of letters inside it."""
    start, end = view.table.edge(edge)
    painter.translate(view.at(*start) * 0.8 + view.at(*end) * 0.2)
    inside = {
        TabletopEdge.SOUTH: (0, -1),
        TabletopEdge.NORTH: (0, 1),
        TabletopEdge.WEST: (1, 0),
        TabletopEdge.EAST: (-1, 0),
    }[edge]
    painter.translate(inside[0] * size, inside[1] * size)
    painter.rotate({TabletopEdge.WEST: -90.0, TabletopEdge.EAST: 90.0}.get(edge, 0.0))
