"""The wheel of fronts: on the sides of a hex, the directions that a unit may turn to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from engine.hexes.hex import SIDES, Hex
from engine.play.asks import Answer
from engine.play.pointing import OptionTarget
from engine.session.choices import Choice
from studio.canvas.camera import MapCamera
from studio.drawing.fronts import point_ahead
from studio.drawing.inks import add_polygon, colour, fill_and_draw, round_pen

OFFERED, CHOSEN, RIM = "#ffd21f", "#ff8c1a", "#2b241a"
# In hexes: how far from the middle the marks lie, their radius, and how near a click must come.
OUT, RADIUS, NEAR = 0.5, 0.13, 0.17
SMALLEST = 18.0  # pixels of a hex; on smaller ones fronts are chosen in the list


@dataclass(frozen=True)
class FacingWheel:
    """Where a unit stands or is to stand, its fronts with their answers, and the one in hand."""

    at: Hex
    options: Mapping[int, Answer]
    unit: str = ""
    chosen: int | None = None

    def direction_at(self, point: QPointF, camera: MapCamera) -> int | None:
        """The front whose mark is at a point of the canvas, if one is."""
        if camera.width < SMALLEST:
            return None
        return next((d for d in self.options if self._is_near(d, point, camera)), None)

    def _is_near(self, direction: int, point: QPointF, camera: MapCamera) -> bool:
        away = self._mark(direction, camera) - point
        return math.hypot(away.x(), away.y()) <= NEAR * camera.width

    def towards(self, hex_: Hex, camera: MapCamera) -> int | None:
        """The front to a hex next door, if it is offered."""
        steps = camera.grid.orientation.steps
        step = hex_.offset_from(self.at)
        direction = steps.index(step) if step in steps else None
        return direction if direction in self.options else None

    def turned(self, front: int | None, steps: int) -> int | None:
        """The next front offered, going round from another by `steps` of one sixth each."""
        begin = self.chosen if self.chosen is not None else front
        if begin is None:
            return next(iter(self.options), None)
        round_ = [(begin + steps * count) % SIDES for count in range(1, SIDES + 1)]
        return next((direction for direction in round_ if direction in self.options), None)

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw a mark on every hexside that may be faced, its arrow pointing out."""
        if camera.width < SMALLEST:
            return
        for direction in self.options:
            self._paint(painter, direction, camera)

    def _paint(self, painter: QPainter, direction: int, camera: MapCamera) -> None:
        at, radius = self._mark(direction, camera), RADIUS * camera.width
        bearing = camera.grid.orientation.bearing(direction)
        disc, arrow = QPainterPath(), QPainterPath()
        disc.addEllipse(at, radius, radius)
        shade = CHOSEN if direction == self.chosen else OFFERED
        fill_and_draw(painter, disc, colour(shade), round_pen(colour(RIM), 1.2))
        parts = ((-0.45, -0.5), (0.7, 0.0), (-0.45, 0.5))
        corners = [
            point_ahead(at, bearing, radius * ahead, radius * right) for ahead, right in parts
        ]
        add_polygon(arrow, [(corner.x(), corner.y()) for corner in corners])
        fill_and_draw(painter, arrow, colour(RIM), round_pen(colour(RIM), 0.6))

    def _mark(self, direction: int, camera: MapCamera) -> QPointF:
        bearing = camera.grid.orientation.bearing(direction)
        return point_ahead(QPointF(*camera.centre(self.at)), bearing, OUT * camera.width)


def wheel_among(choices: list[Choice]) -> FacingWheel | None:
    """The wheel that asks for the front, where several choices differ in nothing else."""
    pointings = [choice.pointing for choice in choices]
    first = pointings[0] if len(pointings) > 1 else OptionTarget(deed=choices[0].pointing.deed)
    fronts = {points.facing for points in pointings}
    is_front_alone = len({points._replace(facing=None) for points in pointings}) == 1
    if first.hex is None or None in fronts or len(fronts) < len(choices) or not is_front_alone:
        return None
    options = {c.pointing.facing: c.option for c in choices if c.pointing.facing is not None}
    return FacingWheel(first.hex, options, first.unit)
