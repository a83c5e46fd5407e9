"""The fog of war: what a side sees of the map, and remembers; on screen and paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from engine.games import handbook_of, mark_looks_of
from engine.hexes.hex import Hex
from engine.map.map import Map, Plane
from engine.play.position import Position
from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from engine.umpire.sightings import LastKnownUnit
from studio.canvas import overlay_colours
from studio.canvas.camera import MapCamera
from studio.rendering.counters.counter import build_counter_customiser
from studio.rendering.counters.counter_painter import (
    Counter,
    build_counter,
    paint_counter,
    side_colours,
)
from studio.rendering.counters.stacks import layout_stack
from studio.rendering.map.hex_outlines import exact_outline
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import draw, fill, fill_and_draw, make_colour, round_pen
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

HIDDEN, THICK = overlay_colours.HIDDEN, 0.42
FADED, AGE = 0.5, 0.17  # opacity of a ghost; radius of its age, in hex widths
SMALLEST_AGED = 18.0
MINUS = "−"
At = Callable[[Hex], QPointF]


@dataclass(frozen=True)
class SideVision:
    """The hexes a side sees (None: all), and the enemies it remembers."""

    seen: Plane | None
    ghosts: tuple[LastKnownUnit, ...]
    turn: int

    def at(self, hex_: Hex) -> list[LastKnownUnit]:
        """The enemies remembered in a hex."""
        return [ghost for ghost in self.ghosts if ghost.at == hex_]


OPEN = SideVision(None, (), 0)


def vision_of_side(
    known: Position, ghosts: Sequence[LastKnownUnit], turn: int, map_: Map
) -> SideVision:
    """Return a side's vision of a position it knows."""
    if known.watched is None:
        return SideVision(None, tuple(ghosts), turn)
    seen = np.zeros(map_.grid.shape, bool)
    for spot in known.watched:
        if isinstance(spot, Hex):
            seen[map_.grid.index(spot)] = True
    return SideVision(seen, tuple(ghosts), turn)


# --- painting -------------------------------------------------------------------------------------


def hidden_area_path(view: MapView, seen: Plane) -> QPainterPath:
    """The area a side does not see into."""
    return exact_outline(view, ~seen[view.cut])


def paint_fog(painter: QPainter, path: QPainterPath, width: float) -> None:
    """Darken what is not seen, with an edge that can be made out without colours too."""
    fill(painter, path, make_colour(HIDDEN, THICK))
    draw(painter, path, round_pen(make_colour(PALE, 0.55), max(0.04 * width, 0.8)))


@dataclass(frozen=True)
class _Unit:
    """A unit as counters are made from."""

    id: str
    side: str
    type: str
    name: LocalText
    marks: tuple[str, ...]
    facing: int | None
    figures: tuple[str, ...] = ()


class LastKnownPainter:
    """Draws the remembered enemies of a scenario faded, each with its age in turns."""

    def __init__(self, scenario: Scenario) -> None:
        self._colours = side_colours(scenario)
        self._types, self._marks = handbook_of(scenario).units(), mark_looks_of(scenario.game)
        self._orientation, self._dress = (
            scenario.map.grid.orientation,
            build_counter_customiser(scenario),
        )

    def counter(self, ghost: LastKnownUnit) -> Counter:
        """The counter a ghost shows."""
        piece = ghost.piece
        unit = _Unit(piece.id, piece.side, piece.type, ghost.name, (), piece.facing)
        return build_counter(
            unit, self._colours, self._types, self._orientation, self._marks, self._dress
        )

    def paint(
        self, painter: QPainter, sights_: SideVision, at: At, width: float, language: str
    ) -> None:
        """Draw them all."""
        by_hex: dict[Hex, list[LastKnownUnit]] = defaultdict(list)
        for ghost in sights_.ghosts:
            if isinstance(ghost.at, Hex):
                by_hex[ghost.at].append(ghost)
        for hex_, ghosts in by_hex.items():
            self._paint_hex(painter, ghosts, at(hex_), width, sights_.turn, language)

    def _paint_hex(
        self,
        painter: QPainter,
        ghosts: Sequence[LastKnownUnit],
        at: QPointF,
        width: float,
        turn: int,
        language: str,
    ) -> None:
        stack = layout_stack([self.counter(ghost) for ghost in ghosts], at, width)
        painter.save()
        painter.setOpacity(FADED)
        for spot in stack.spots:
            paint_counter(painter, spot.counter, spot.middle, spot.size, language)
        painter.restore()
        if width >= SMALLEST_AGED:
            latest = max(ghost.turn for ghost in ghosts)
            _paint_age(painter, turn - latest, stack.spots[-1].square, width)


def _paint_age(painter: QPainter, age: int, square: QRectF, width: float) -> None:
    """Paint the number of turns since the sighting, on the upper right corner."""
    radius = max(AGE * width, 7.0)
    disc = QPainterPath()
    disc.addEllipse(square.topRight(), radius, radius)
    rim = round_pen(make_colour(INK), max(0.1 * radius, 0.8))
    fill_and_draw(painter, disc, make_colour(PALE, 0.95), rim)
    words = f"{MINUS}{age}" if age else "0"
    draw_text(
        painter,
        square.topRight(),
        words,
        make_font(max(7, round(radius)), bold=True),
        make_colour(INK),
    )


# --- on a canvas ----------------------------------------------------------------------------------


class FogOverlay:
    """The hexes that no one on a side sees into, darkened; the outline is traced once per place."""

    def __init__(self, map_: Map, seen: Plane) -> None:
        self._map, self._seen = map_, seen
        self._for: tuple[MapCamera, QRectF] | None = None
        self._path = QPainterPath()

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw what the screen shows of it."""
        screen = QRectF(painter.viewport()).translated(camera.left, camera.top)
        if self._for != (camera, screen):
            self._for = camera, screen
            self._path = hidden_area_path(
                MapView(self._map, RenderOptions(camera.width), screen), self._seen
            )
        painter.translate(-camera.left, -camera.top)
        paint_fog(painter, self._path, camera.width)


@dataclass(frozen=True)
class LastKnownOverlay:
    """The ghosts of a side."""

    painter: LastKnownPainter
    sights: SideVision
    language: str

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw them where the screen is."""

        def at(hex_: Hex) -> QPointF:
            return QPointF(*camera.centre(hex_))

        self.painter.paint(painter, self.sights, at, camera.width, self.language)
