"""Tints of previews: the hexes seen from a hex, and the costs of a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from engine.hexes.hex import Hex
from engine.map.map import Plane
from studio.rendering.map.hex_outlines import exact_outline, scaled_hexagons
from studio.rendering.map.map_view import MapView
from studio.rendering.painting import draw, fill, make_colour, round_pen
from studio.rendering.text_painting import INK, draw_text_with_halo, make_font

HIDDEN, SEEN, HINDERED, ORIGIN = "#1d2230", "#ffe24a", "#e8751a", "#c1121f"
CHEAP, DEAR = "#2a9d8f", "#e8590c"
SMALLEST_NUMBERED = 14.0


@dataclass(frozen=True)
class ViewshedOverlay:
    """The hexes seen from `origin`, as planes of the map; `hindered` ones through cover."""

    origin: Hex
    seen: Plane
    hindered: Plane | None = None


@dataclass(frozen=True)
class ReachOverlay:
    """The costs of a move from `origin`: movement points to each hex within reach."""

    origin: Hex
    costs: Mapping[Hex, float]


Overlay = ViewshedOverlay | ReachOverlay


def paint_preview_tints(painter: QPainter, view: MapView, overlay: Overlay) -> None:
    """Lay the tints over the map; the words come later, above its labels."""
    if isinstance(overlay, ViewshedOverlay):
        _paint_sight(painter, view, overlay)
    else:
        _paint_reach(painter, view, overlay)
    x, y = view.map.grid.centre(overlay.origin, view.width)
    mark = scaled_hexagons(view, [[x, y]], 0.86)
    draw(painter, mark, round_pen(make_colour("#ffffff"), 0.13 * view.width))
    draw(painter, mark, round_pen(make_colour(ORIGIN), 0.075 * view.width))


def paint_overlay_costs(painter: QPainter, view: MapView, overlay: Overlay) -> None:
    """Write the costs into the hexes within reach."""
    if isinstance(overlay, ViewshedOverlay) or view.width < SMALLEST_NUMBERED:
        return
    letters = make_font(max(7, round(0.27 * view.width)), bold=True)
    for hex_, cost in overlay.costs.items():
        if view.shows(hex_) and hex_ != overlay.origin:
            x, y = view.map.grid.centre(hex_, view.width)
            at = QPointF(x, y + 0.06 * view.width)
            draw_text_with_halo(painter, at, cost_text(cost), letters, make_colour(INK))


def cost_text(cost: float) -> str:
    """A cost as it is printed: 3, 2½, ½."""
    whole = int(cost)
    if cost == whole:
        return str(whole)
    return f"{whole or ''}½" if cost - whole == 0.5 else f"{cost:.2g}"


def _paint_sight(painter: QPainter, view: MapView, overlay: ViewshedOverlay) -> None:
    seen = overlay.seen[view.cut]
    fill(painter, exact_outline(view, ~seen), make_colour(HIDDEN, 0.5))
    fill(painter, exact_outline(view, seen), make_colour(SEEN, 0.16))
    if overlay.hindered is not None:
        hindered = overlay.hindered[view.cut]
        fill(painter, exact_outline(view, hindered), make_colour(HINDERED, 0.34))
    edge = exact_outline(view, seen, 0.02)
    draw(painter, edge, round_pen(make_colour("#fff7c2"), max(0.05 * view.width, 0.8)))


def _paint_reach(painter: QPainter, view: MapView, overlay: ReachOverlay) -> None:
    costs = np.full(view.map.grid.shape, np.nan)
    for hex_, cost in overlay.costs.items():
        costs[view.map.grid.index(hex_)] = cost
    costs = costs[view.cut]
    dearest = max(overlay.costs.values(), default=1.0) or 1.0
    for cost in np.unique(costs[~np.isnan(costs)]).tolist():
        fill(painter, exact_outline(view, costs == cost, 0.02), _cost_tint(cost / dearest))
    edge = exact_outline(view, ~np.isnan(costs))
    draw(painter, edge, round_pen(make_colour("#ffffff"), 0.10 * view.width))
    draw(painter, edge, round_pen(make_colour(INK), max(0.045 * view.width, 0.8)))


def _cost_tint(part: float) -> QColor:
    cheap, dear = QColor(CHEAP), QColor(DEAR)
    return QColor.fromRgbF(
        cheap.redF() + (dear.redF() - cheap.redF()) * part,
        cheap.greenF() + (dear.greenF() - cheap.greenF()) * part,
        cheap.blueF() + (dear.blueF() - cheap.blueF()) * part,
        0.42,
    )
