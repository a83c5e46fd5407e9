"""Overlays of a game on the map: rings, options, paths, threats, lines of sight, written orders."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from engine.hexes.hex import Hex
from engine.play.forecast_blocks import LineOfSight, OutcomeForecast
from engine.play.move_forecast import HexThreats
from engine.play.option_targets import OptionAction
from engine.session.move_plans import PlannedDestination
from engine.session.option_choices import OptionChoices
from engine.session.planned_actions import PlannedAction
from engine.session.visible_position import VisiblePosition
from studio.canvas import overlay_colours
from studio.canvas.camera import MapCamera
from studio.canvas.counter_effects import CounterRing
from studio.previews.preview_overlays import SightLineOverlay
from studio.rendering.map.preview_tints import ReachOverlay
from studio.rendering.painting import make_colour, make_polygon, round_pen
from studio.rendering.text_painting import draw_text, make_font, text_rect

HALO, PATH = overlay_colours.HALO, overlay_colours.ROUTE
# By what is done there; they differ in the pattern of the line too.
SHADES = {
    OptionAction.STEP: (overlay_colours.ALLOWED, []),
    OptionAction.MARCH: (overlay_colours.ROUTE, [1.0, 2.0]),
    OptionAction.ASSAULT: (overlay_colours.REFUSED, [4.0, 1.5]),
    OptionAction.OVERSPEND: (overlay_colours.COSTLY, [1.0, 3.0]),
    OptionAction.PLACE: (overlay_colours.ALLOWED, []),
    OptionAction.AIM: (overlay_colours.REFUSED, [2.0, 1.0]),
    OptionAction.FIRE: (overlay_colours.REFUSED, [2.0, 1.0]),
    OptionAction.ADVANCE: (overlay_colours.ALLOWED, [5.0, 1.0]),
    OptionAction.OVERRUN: (overlay_colours.REFUSED, [6.0, 1.5, 1.0, 1.5]),
    OptionAction.LOAD: (overlay_colours.TRANSPORT, [3.0, 2.0]),
    OptionAction.UNLOAD: (overlay_colours.TRANSPORT, [3.0, 2.0]),
    OptionAction.EXIT: (overlay_colours.TRANSPORT, [1.0, 1.0]),
    OptionAction.LAY: (overlay_colours.LAYING, [1.0, 2.0]),
}
# Above the middle of such a hex, in a square from -1 to 1 with up as seen: lines through points.
SIGNS = {
    OptionAction.ADVANCE: (
        ((-0.8, 0.1), (0.0, -0.7), (0.8, 0.1)),
        ((-0.8, 0.8), (0.0, 0.0), (0.8, 0.8)),
    ),
    OptionAction.OVERRUN: (
        ((-0.8, 0.1), (0.0, -0.7), (0.8, 0.1)),
        ((-0.8, 0.3), (0.8, 0.9)),
        ((0.8, 0.3), (-0.8, 0.9)),
    ),
    OptionAction.LOAD: (
        ((-0.9, 0.2), (-0.9, 0.9), (0.9, 0.9), (0.9, 0.2)),
        ((0.0, -0.9), (0.0, 0.5)),
        ((-0.45, 0.05), (0.0, 0.5), (0.45, 0.05)),
    ),
    OptionAction.UNLOAD: (
        ((-0.9, 0.2), (-0.9, 0.9), (0.9, 0.9), (0.9, 0.2)),
        ((0.0, 0.5), (0.0, -0.9)),
        ((-0.45, -0.45), (0.0, -0.9), (0.45, -0.45)),
    ),
    OptionAction.EXIT: (
        ((0.1, -0.8), (-0.8, -0.8), (-0.8, 0.8), (0.1, 0.8)),
        ((-0.3, 0.0), (0.9, 0.0)),
        ((0.45, -0.45), (0.9, 0.0), (0.45, 0.45)),
    ),
    OptionAction.LAY: (
        ((0.0, -0.9), (0.0, 0.3)),
        ((-0.45, -0.15), (0.0, 0.3), (0.45, -0.15)),
        ((-0.9, 0.8), (0.9, 0.8)),
    ),
}
SIGN, ABOVE = 0.1, 0.4  # half of a sign's size and how far above the middle it is, in hexes
MAX_OUTLINED = 400  # hexes; the outlines of more would only hide the map
INSET, THICK = 0.86, 0.05
ROOM = 0.62  # of an outline, from the middle of its hex
BELOW = 0.42  # hexes from the middle of one to a chance written in it
WORST, MILD = overlay_colours.REFUSED, overlay_colours.COSTLY
DAGGER = "†"  # before the chance to be lost
SMALLEST_WRITTEN = 22.0
OFFSETS = (-0.38, 0.38)  # from the middle of a hex, in its widths: above the path, or below it


@dataclass(frozen=True)
class TargetHexes:
    """The hexes that may answer a decision, and what is done there."""

    hexes: Mapping[Hex, OptionAction]

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Outline them; none where that would be most of the map."""
        if len(self.hexes) > MAX_OUTLINED:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        seen = painter.clipBoundingRect() if painter.hasClipping() else None
        for (hex_, deed), room in self.pieces(camera).items():
            if seen is not None and not room.intersects(seen):
                continue
            shade, dashes = SHADES.get(deed, SHADES[OptionAction.STEP])
            outline = _outline(camera, hex_)
            for ink, share in ((HALO, 2.2), (shade, 1.0)):
                pen = QPen(make_colour(ink, 0.9), max(share * THICK * camera.width, 1.2 * share))
                if dashes and ink != HALO:
                    pen.setDashPattern(dashes)
                painter.setPen(pen)
                painter.drawPolygon(outline)
            if deed in SIGNS and camera.width >= SMALLEST_WRITTEN:
                _paint_sign(painter, camera, hex_, deed)

    def pieces(self, camera: MapCamera) -> dict[tuple[Hex, OptionAction], QRectF]:
        """The hexes, and where on the screen each is."""
        if len(self.hexes) > MAX_OUTLINED:
            return {}
        edge = ROOM * camera.width + 2
        square = QRectF(-edge, -edge, 2 * edge, 2 * edge)
        return {each: square.translated(*camera.centre(each[0])) for each in self.hexes.items()}


def _paint_sign(painter: QPainter, camera: MapCamera, hex_: Hex, deed: OptionAction) -> None:
    """Paint the action in a hex, as a sign at its upper end."""
    x, y = camera.centre(hex_)
    at, size = QPointF(x, y - ABOVE * camera.width), SIGN * camera.width
    for ink, thick in ((HALO, 0.09), (SHADES[deed][0], 0.035)):
        painter.setPen(round_pen(make_colour(ink), max(thick * camera.width, 1.4)))
        for line in SIGNS[deed]:
            painter.drawPolyline([at + QPointF(*point) * size for point in line])


@dataclass(frozen=True)
class PlannedPathOverlay:
    """The path a unit is to take, and which way it faces at its end, if it has a front."""

    way: tuple[Hex, ...]
    facing: int | None = None

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw it as a line with a dot at its end, and a point on the dot towards the front."""
        points = [QPointF(*camera.centre(hex_)) for hex_ in self.way]
        for shade, share in ((HALO, 0.17), (PATH, 0.09)):
            painter.setPen(round_pen(make_colour(shade), max(share * camera.width, 2.0)))
            painter.drawPolyline(QPolygonF(points))
        painter.setBrush(make_colour(PATH))
        painter.drawEllipse(points[-1], 0.12 * camera.width, 0.12 * camera.width)
        if self.facing is not None:
            self._paint_front(painter, camera, points[-1], self.facing)

    def _paint_front(self, painter: QPainter, camera: MapCamera, end: QPointF, facing: int) -> None:
        ahead = QPointF(*camera.centre(camera.grid.neighbour(self.way[-1], facing))) - end
        aside = QPointF(-ahead.y(), ahead.x())
        corners = [end + ahead * 0.38, end + ahead * 0.18 + aside * 0.13,
                   end + ahead * 0.18 - aside * 0.13]  # fmt: skip
        painter.setPen(round_pen(make_colour(HALO), max(0.03 * camera.width, 1.0)))
        painter.drawPolygon(QPolygonF(corners))


@dataclass(frozen=True)
class ThreatOverlay:
    """Along a path, where it changes: how much threatens, the chances of being hurt and lost."""

    threats: tuple[HexThreats, ...]

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Write it over the hexes where it changes, and the last; never one on another."""
        if camera.width < SMALLEST_WRITTEN:
            return
        letters = make_font(max(8, min(14, round(0.17 * camera.width))), bold=True)
        taken: list[QRectF] = []
        for threat in reversed(threat_changes(self.threats)):  # the end of the path comes first
            words, (x, y) = threat_text(threat), camera.centre(threat.at)
            for share in OFFSETS:
                at = QPointF(x, y + share * camera.width)
                room = text_rect(at, words, letters).adjusted(-3, -1, 3, 1)
                if not any(room.intersects(other) for other in taken):
                    taken.append(room)
                    _plate(painter, room, WORST if threat.harm_chance >= Fraction(1, 4) else MILD)
                    draw_text(painter, at, words, letters, make_colour(HALO))
                    break


@dataclass(frozen=True)
class TargetChances:
    """The chance to harm each target of the selected unit, below the target's counter."""

    chances: Mapping[Hex, Fraction]

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Write it where hexes are large enough."""
        if camera.width < SMALLEST_WRITTEN:
            return
        letters = make_font(max(8, min(14, round(0.17 * camera.width))), bold=True)
        for hex_, chance in self.chances.items():
            x, y = camera.centre(hex_)
            at, words = QPointF(x, y + BELOW * camera.width), _percent(chance)
            _plate(painter, text_rect(at, words, letters).adjusted(-3, -1, 3, 1), WORST)
            draw_text(painter, at, words, letters, make_colour(HALO))


def threat_changes(threats: Sequence[HexThreats]) -> list[HexThreats]:
    """The threats of a path where they change, and those at its end, if any."""
    told, before = [], ""
    for number, threat in enumerate(threats, 1):
        words = threat_text(threat)
        if words and (words != before or number == len(threats)):
            told.append(threat)
        before = words
    return told


def threat_text(threat: HexThreats) -> str:
    """Return the number of threats, the chance of harm, and after a dagger, of loss.

    It is empty without threats.
    """
    if not threat.threat_sources:
        return ""
    hurt = f"{len(threat.threat_sources)}×  {_percent(threat.harm_chance)}"
    return f"{hurt}  {DAGGER} {_percent(threat.loss_chance)}" if threat.loss_chance else hurt


def _percent(chance: Fraction) -> str:
    """A chance in whole per cent; 0 and 100 only where they are exact."""
    value = round(100 * float(chance))
    return f"{min(max(value, int(chance > 0)), 100 - int(chance < 1))} %"


def _plate(painter: QPainter, room: QRectF, shade: str) -> None:
    painter.setPen(QPen(make_colour(HALO), 1.2))
    painter.setBrush(make_colour(shade))
    painter.drawRoundedRect(room, 4, 4)


def _outline(camera: MapCamera, hex_: Hex) -> QPolygonF:
    x, y = camera.centre(hex_)
    corners = camera.grid.outline(hex_, camera.width)
    shifted = [camera.screen_point(*corner) for corner in corners]
    return make_polygon([(x + INSET * (px - x), y + INSET * (py - y)) for px, py in shifted])


# --- what a question is about ---------------------------------------------------------------------

# What a ring says of a unit that an option acts with; by default, that it may act.
ACTING = {OptionAction.JOIN: CounterRing.MAY_JOIN, OptionAction.LOSE: CounterRing.MAY_LOSE}
MET = {OptionAction.LOAD: CounterRing.CARRIER}  # and of one that it acts upon


def rings_round_units(
    choices: OptionChoices, mover: str, pointed_out: Sequence[str]
) -> dict[str, CounterRing]:
    """Rings round units that may act, those in already, those acted upon, and the selected one."""
    rings: dict[str, CounterRing] = {}
    for _, points in choices.pointings:
        if points.unit and rings.get(points.unit, CounterRing.MAY_ACT) is CounterRing.MAY_ACT:
            rings[points.unit] = ACTING.get(points.deed, CounterRing.MAY_ACT)
    for _, points in choices.pointings:
        if points.target:
            rings[points.target] = MET.get(points.deed, CounterRing.TARGET)
    rings |= dict.fromkeys(choices.joined, CounterRing.JOINED)
    rings |= dict.fromkeys(pointed_out, CounterRing.SELECTED)
    return rings | ({mover: CounterRing.SELECTED} if mover else {})


def target_hexes(
    choices: OptionChoices, actions: Sequence[PlannedAction] = ()
) -> list[TargetHexes]:
    """The hexes that options and a unit's actions lead into; one that turns stays where it is."""
    turn = OptionAction.TURN
    hexes = {at: deed for at, deed in choices.hexes.items() if deed != turn}
    hexes |= {each.target.hex: each.target.deed for each in actions if each.target.hex is not None}
    return [TargetHexes(hexes)] if hexes else []


def reach_overlay(going: PlannedDestination | None) -> ReachOverlay | None:
    """Return the reach of the selected unit, and its cost."""
    if going is None:
        return None
    costs = {at: float(found.cost) for at, found in going.reach.arrivals.items()}
    return ReachOverlay(going.reach.start, costs)


ATTACK = overlay_colours.REFUSED


@dataclass(frozen=True)
class OrdersOverlay:
    """Paths of moves, dashed lines of attacks."""

    moves: tuple[tuple[Hex, ...], ...] = ()
    attacks: tuple[tuple[Hex, Hex], ...] = ()

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw them thinner than the selection."""
        for way in self.moves:
            self._draw(painter, camera, way, PATH, [])
        for line in self.attacks:
            self._draw(painter, camera, line, ATTACK, [2.0, 1.4])

    @staticmethod
    def _draw(
        painter: QPainter, camera: MapCamera, way: Sequence[Hex], ink: str, dashes: list[float]
    ) -> None:
        points = [QPointF(*camera.centre(hex_)) for hex_ in way]
        for shade, share in ((HALO, 0.10), (ink, 0.05)):
            pen = round_pen(make_colour(shade, 0.85), max(share * camera.width, 1.5))
            if dashes and shade != HALO:
                pen.setDashPattern(dashes)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
        painter.setPen(round_pen(make_colour(HALO), 1.2))
        painter.setBrush(make_colour(ink))
        painter.drawPolygon(_arrow(points[-2], points[-1], 0.15 * camera.width))


def build_orders_overlay(standing: VisiblePosition) -> OrdersOverlay:
    """The memo of a game that has one."""
    stands = {piece.id: piece.at for piece in standing.pieces}
    moves, attacks = [], []
    for order in standing.position.memo:
        hexes = dict.fromkeys(at for unit in order.units if (at := stands.get(unit)) is not None)
        if hexes and order.path:
            way = (spot for spot in order.path if isinstance(spot, Hex))
            moves.append((next(iter(hexes)), *way))
        elif isinstance(order.target, Hex):
            attacks += [(at, order.target) for at in hexes]
    return OrdersOverlay(tuple(moves), tuple(attacks))


def _arrow(start: QPointF, end: QPointF, size: float) -> QPolygonF:
    """The head of an arrow at the end of a line."""
    length = math.hypot(end.x() - start.x(), end.y() - start.y()) or 1.0
    x, y = (end.x() - start.x()) / length * size, (end.y() - start.y()) / length * size
    back = QPointF(end.x() - x, end.y() - y)
    sides = [QPointF(back.x() - y * 0.6, back.y() + x * 0.6)]
    sides.append(QPointF(back.x() + y * 0.6, back.y() - x * 0.6))
    return QPolygonF([QPointF(end.x() + x * 0.4, end.y() + y * 0.4), *sides])


def forecast_sight_lines(told: OutcomeForecast) -> list[SightLineOverlay]:
    """The lines of sight it is judged by."""
    return [SightLineOverlay(each.profile, False) for each in told.blocks_of_kind(LineOfSight)]


def forecast_arrows(told: OutcomeForecast) -> list[OrdersOverlay]:
    """From where to which hex it is aimed."""
    lines = ((aim.start, aim.end) for aim in told.aims)
    found = [
        (start, end) for start, end in lines if isinstance(start, Hex) and isinstance(end, Hex)
    ]
    return [OrdersOverlay((), tuple(found))] if found else []
