"""A side's beliefs against the truth: the enemies it did not know of, or was wrong about.

Marks on maps where belief and truth differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from engine.hexes.hex import Hex
from engine.play.position import Spot
from engine.session.timeline import Words
from engine.texts import text_languages
from engine.umpire.sightings import TurnBelief, visible_enemies
from studio.canvas import overlay_colours
from studio.canvas.camera import MapCamera
from studio.rendering.painting import draw, make_colour
from studio.rendering.text_painting import draw_text_with_halo, make_font


class BeliefErrorKind(StrEnum):
    """The kinds of error in a belief about an enemy."""

    UNKNOWN = "unknown"  # the side did not know of it
    MOVED = "moved"  # it stood elsewhere
    GONE = "gone"  # it was no longer there at all
    RIGHT = "right"  # out of sight, but still where it had been seen


@dataclass(frozen=True)
class BeliefDifference:
    """One enemy unit a side did not see: where it believed it, and where it was."""

    wrong: BeliefErrorKind
    unit: str
    name: Words
    believed: Spot | None
    true: Spot | None
    age: int = 0


def compare_beliefs(belief: TurnBelief, side: str) -> list[BeliefDifference]:
    """The enemies a side did not see at the end of a turn, those it did not know of first."""
    order = list(BeliefErrorKind)
    return sorted(_differences(belief, side), key=lambda found: order.index(found.wrong))


def _differences(belief: TurnBelief, side: str) -> Iterator[BeliefDifference]:
    true = {piece.id: at for piece, at in visible_enemies(belief.truth(), side)}
    seen = {piece.id for piece, _ in visible_enemies(belief.view(side), side)}
    ghosts = {ghost.unit: ghost for ghost in belief.ghosts(side)}
    last_seen = {unit: ghost.at for unit, ghost in ghosts.items()}
    for unit, at in true.items():
        if unit in seen:
            continue
        ghost = ghosts.pop(unit, None)
        if ghost is None:
            yield BeliefDifference(BeliefErrorKind.UNKNOWN, unit, _name(belief, unit), None, at)
            continue
        wrong = BeliefErrorKind.RIGHT if last_seen.get(unit) == at else BeliefErrorKind.MOVED
        yield BeliefDifference(
            wrong, unit, ghost.name, last_seen.get(unit), at, belief.turn - ghost.turn
        )
    for unit, ghost in ghosts.items():
        yield BeliefDifference(
            BeliefErrorKind.GONE,
            unit,
            ghost.name,
            last_seen.get(unit),
            None,
            belief.turn - ghost.turn,
        )


def _name(belief: TurnBelief, unit: str) -> dict[str, str]:
    describe: Any = belief.game.rules.describe_unit
    return {each: describe(belief.views.state, unit, each) for each in text_languages()}


HALO = overlay_colours.HALO
SHADES = {
    BeliefErrorKind.UNKNOWN: overlay_colours.REFUSED,
    BeliefErrorKind.MOVED: overlay_colours.CAUTION,
    BeliefErrorKind.GONE: overlay_colours.GONE,
    BeliefErrorKind.RIGHT: overlay_colours.ALLOWED,
}
ROUND, THICK = 0.44, 0.055  # radius and pen, in hex widths
SMALLEST_SIGNED = 16.0


@dataclass(frozen=True)
class DifferenceMarks:
    """Rings where enemies stood unknown, crosses where they were wrongly believed to be, and an
    arrow from a cross to where they were."""

    found: Sequence[BeliefDifference]

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw them on a canvas."""

        def at(spot: Spot) -> QPointF:
            assert isinstance(spot, Hex)
            return QPointF(*camera.centre(spot))

        self.paint(painter, at, camera.width)

    def paint(self, painter: QPainter, at: Callable[[Spot], QPointF], width: float) -> None:
        """Draw them on any page; `width` is that of a hex, or of the room a figure takes."""
        for each in self.found:
            shade = SHADES[each.wrong]
            if each.believed is not None and each.true is not None and each.believed != each.true:
                _arrow(painter, at(each.believed), at(each.true), width, shade)
            if each.believed is not None and each.wrong is not BeliefErrorKind.RIGHT:
                _cross(painter, at(each.believed), width, shade)
            if each.true is not None:
                dashes = [] if each.wrong is BeliefErrorKind.RIGHT else [3.0, 2.0]
                _ring(painter, at(each.true), width, shade, dashes)
                if each.wrong is BeliefErrorKind.UNKNOWN and width >= SMALLEST_SIGNED:
                    middle = at(each.true) + QPointF(0.4 * width, -0.36 * width)
                    letters = make_font(max(8, round(0.3 * width)), bold=True)
                    draw_text_with_halo(painter, middle, "?", letters, make_colour(shade))


def _stroke(painter: QPainter, path: QPainterPath, width: float, shade: str) -> None:
    for ink, share in ((HALO, 2.2), (shade, 1.0)):
        pen = QPen(make_colour(ink, 0.95), max(share * THICK * width, 1.3 * share))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        draw(painter, path, pen)


def _ring(
    painter: QPainter, middle: QPointF, width: float, shade: str, dashes: list[float]
) -> None:
    ring = QPainterPath()
    ring.addEllipse(middle, ROUND * width, ROUND * width)
    draw(painter, ring, QPen(make_colour(HALO, 0.9), max(2.2 * THICK * width, 2.8)))
    pen = QPen(make_colour(shade), max(THICK * width, 1.4))
    if dashes:
        pen.setDashPattern(dashes)
    draw(painter, ring, pen)


def _cross(painter: QPainter, middle: QPointF, width: float, shade: str) -> None:
    reach, cross = 0.26 * width, QPainterPath()
    for turn in (1, -1):
        cross.moveTo(middle + QPointF(-reach, -reach * turn))
        cross.lineTo(middle + QPointF(reach, reach * turn))
    _stroke(painter, cross, width, shade)


def _arrow(painter: QPainter, start: QPointF, end: QPointF, width: float, shade: str) -> None:
    """From one hex to near the middle of another."""
    way = end - start
    length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-6)
    along, aside = way / length, QPointF(-way.y(), way.x()) / length
    tip, back = end - along * (ROUND * width), 0.2 * width
    path = QPainterPath(start)
    path.lineTo(tip)
    for turn in (1, -1):
        path.moveTo(tip)
        path.lineTo(tip - along * back + aside * (0.6 * back * turn))
    _stroke(painter, path, width, shade)
