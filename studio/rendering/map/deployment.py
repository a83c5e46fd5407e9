"""The deployment of a scenario: units, set-up zones, reinforcements, objectives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from engine.games import UnknownGame, handbook_of, mark_looks_of, muster_zones, rule_system_of
from engine.games.game_appearance import MarkLooks
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.map.map import Map, Plane, Zone
from engine.narration.turn_text import waiting_badge
from engine.play.position import HexFeature
from engine.problems import SandtableError
from engine.scenario.scenario import Objective, Scenario, ScenarioUnit
from engine.texts import LocalText, text
from studio.rendering.counters.carried_units import attach_cargo
from studio.rendering.counters.counter import UNDRESSED, CounterCustomiser, build_counter_customiser
from studio.rendering.counters.counter_painter import (
    SMALLEST_DRAWN,
    Counter,
    build_counter,
    paint_counter,
    side_colours,
)
from studio.rendering.counters.hex_features import paint_hex_features
from studio.rendering.counters.stacks import CounterSpot, layout_stack, paint_stack
from studio.rendering.map.hex_outlines import exact_outline
from studio.rendering.map.map_view import MapView
from studio.rendering.map.setup_features import (
    UnplacedFeatures,
    features_in_hexes,
    features_in_zones,
    paint_feature_plate,
)
from studio.rendering.map.zones import area_rect, find_label_hex
from studio.rendering.painting import (
    add_polygon,
    draw,
    fill,
    fill_and_draw,
    is_dark,
    make_colour,
    round_pen,
)
from studio.rendering.text_painting import INK, PALE, draw_text, draw_text_with_halo, make_font

NOBODY = "#f4efe0"  # the flag of neutral objectives
# Units that wait for their place, in hexes: the size of a counter, how far apart, how many a row.
WAITING, WAITING_STEP, WAITING_ROW = 0.66, 0.78, 4
SMALLEST_WRITTEN = 16.0
WORDS_ROOM = 2.4  # what is written at them, in hexes

PaintCounter = Callable[[QPainter, Counter, QPointF, float, str], object]
Placed = dict[Hex, list[Counter]]
Groups = dict[tuple[str, str, int, str], list[Counter]]
"""Counters by the side of their units, the zone they begin in, and the turn they come in."""


@dataclass(frozen=True)
class WaitingUnits:
    """Units that are set up in a zone, or come there in a turn, and the hex they are drawn at."""

    counters: tuple[Counter, ...]
    colour: str
    hexes: Plane
    at: Hex
    turn: int = 0
    badge: str = ""  # what they wait for besides their turn


@dataclass(frozen=True)
class ObjectiveMark:
    """An objective on the map; its holder's colour, empty for none."""

    name: LocalText
    hexes: Plane
    at: Hex
    colour: str
    points: int


@dataclass(frozen=True)
class Deployment:
    """The parts of a deployment to draw. `sides` have names and colours, `types` symbols."""

    placed: Mapping[Hex, tuple[Counter, ...]]
    waiting: tuple[WaitingUnits, ...]
    aims: tuple[ObjectiveMark, ...]
    sides: tuple[tuple[LocalText, str], ...]
    types: tuple[tuple[LocalText, str], ...]
    musters: tuple[tuple[Plane, str], ...] = ()  # where a side sets up what it buys, and its colour
    plates: tuple[UnplacedFeatures, ...] = ()  # what is still to be laid in zones
    works: Mapping[Hex, tuple[HexFeature, ...]] = field(default_factory=dict)  # what lies in hexes


class DeploymentCounters:
    """The counters of a scenario's units, made once for each unit as it is."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[ScenarioUnit, Counter]] = {}
        self._dressed_by: tuple[object, ...] = ()

    def counters(
        self,
        units: Iterable[ScenarioUnit],
        colours: Mapping[str, str],
        types: Mapping[str, Mapping[str, Any]],
        orientation: Orientation,
        marks: MarkLooks,
        worn: CounterCustomiser = UNDRESSED,
    ) -> list[Counter]:
        """A counter for each unit."""
        dress = colours, types, orientation, marks, worn
        if self._dressed_by != dress:
            self._made, self._dressed_by = {}, dress
        was = self._made
        made = [self._counter(was.get(unit.id), unit, *dress) for unit in units]
        self._made = {unit.id: (unit, counter) for unit, counter in made}
        return [counter for _, counter in made]

    def _counter(
        self,
        known: tuple[ScenarioUnit, Counter] | None,
        unit: ScenarioUnit,
        colours: Mapping[str, str],
        types: Mapping[str, Mapping[str, Any]],
        orientation: Orientation,
        marks: MarkLooks,
        worn: CounterCustomiser,
    ) -> tuple[ScenarioUnit, Counter]:
        if known is not None and known[0] is unit:
            return known
        return unit, build_counter(unit, colours, types, orientation, marks, worn)


def build_deployment(
    scenario: Scenario,
    types: Mapping[str, Mapping[str, Any]] | None = None,
    faces: DeploymentCounters | None = None,
) -> Deployment:
    """A scenario's start; what has no place on its map (`check` reports it) is not drawn.

    A caller that knows the unit types, or draws many starts, passes them and keeps `faces`.
    """
    colours, types = side_colours(scenario), types or _types(scenario)
    orientation = scenario.map.grid.orientation
    marks = mark_looks_of(scenario.game)
    counters = (faces or DeploymentCounters()).counters(
        scenario.units, colours, types, orientation, marks, build_counter_customiser(scenario)
    )
    placed, groups = _place_counters(scenario, counters)
    found = (_aim(scenario, entry, colours) for entry in scenario.objectives)
    aims = tuple(aim for aim in found if aim is not None)
    taken = [aim.at for aim in aims] + list(placed)
    used = dict.fromkeys(unit.type for unit in scenario.units)
    return Deployment(
        {hex_: tuple(counters) for hex_, counters in placed.items()},
        tuple(_waiting(scenario, groups, colours, taken)),
        aims,
        tuple((side.name or side.id, colours[side.id]) for side in scenario.sides),
        tuple(
            (types.get(name, {}).get("name", name), types.get(name, {}).get("symbol", "unknown"))
            for name in used
        ),
        tuple(
            (_zone_plane(scenario, zone), colours[side])
            for side, zone in muster_zones(scenario).items()
        ),
        features_in_zones(scenario, colours, lambda zone: _middle(scenario, zone)),
        _by_hex(features_in_hexes(scenario)),
    )


def _place_counters(scenario: Scenario, counters: Sequence[Counter]) -> tuple[Placed, Groups]:
    """The counters of every hex, and those of units that wait for their place."""
    placed: Placed = defaultdict(list)
    groups: Groups = defaultdict(list)
    holders = {unit.id: unit.aboard or unit.bearer for unit in scenario.units}
    for place, counter in attach_cargo(counters, holders):
        unit = scenario.units[place]
        if unit.at is not None and unit.at in scenario.map.grid:
            placed[unit.at].append(counter)
        elif unit.at is not None or holders[unit.id]:
            continue
        elif unit.arrives is not None:
            badge = waiting_badge(unit.arrives)
            groups[unit.side, unit.arrives.zone, unit.arrives.turn, badge].append(counter)
        else:
            groups[unit.side, unit.zone, 0, ""].append(counter)
    return placed, groups


def _waiting(
    scenario: Scenario, groups: Groups, colours: Mapping[str, str], taken: Sequence[Hex]
) -> Iterator[WaitingUnits]:
    """Yield the groups of waiting units with their hexes: free ones in their zones."""
    used = list(taken)
    for (side, zone, turn, badge), counters in groups.items():
        plane = _zone_plane(scenario, zone)
        at = find_label_hex(scenario.map, Zone(plane), used)
        if at is not None:
            used.append(at)
            yield WaitingUnits(tuple(counters), colours[side], plane, at, turn, badge)


def _by_hex(works: Iterable[HexFeature]) -> Mapping[Hex, tuple[HexFeature, ...]]:
    found: dict[Hex, tuple[HexFeature, ...]] = {}
    for each in works:
        assert isinstance(each.at, Hex), "works lie in hexes"
        found[each.at] = (*found.get(each.at, ()), each)
    return found


def _middle(scenario: Scenario, zone: str) -> Hex | None:
    """The hex in the middle of a zone; None if there is no such zone."""
    return find_label_hex(scenario.map, Zone(_zone_plane(scenario, zone)), ())


def _types(scenario: Scenario) -> Mapping[str, Mapping[str, Any]]:
    """The types of units; the rulebook's own where the scenario's `rules:` cannot be read."""
    try:
        return handbook_of(scenario).units()
    except UnknownGame:
        return {}
    except SandtableError:  # faults of the rules are reported elsewhere
        return rule_system_of(scenario.game).handbook({}).units()


def _hexes(scenario: Scenario, zone: str) -> tuple[Hex, ...]:
    """The hexes of a zone that lie on the map; none if there is no such zone."""
    try:
        return tuple(hex_ for hex_ in scenario.zone(zone) if hex_ in scenario.map.grid)
    except UnknownHexError:
        return ()


def _aim(scenario: Scenario, entry: Objective, colours: Mapping[str, str]) -> ObjectiveMark | None:
    if entry.at is not None and entry.at not in scenario.map.grid:
        return None
    if entry.at is not None:
        plane = _plane(scenario.map, [entry.at])
    else:
        plane = _zone_plane(scenario, entry.zone)
    at = entry.at or find_label_hex(scenario.map, Zone(plane), ())
    if at is None:
        return None
    return ObjectiveMark(
        entry.name or entry.id, plane, at, colours.get(entry.holder, ""), entry.points
    )


def _zone_plane(scenario: Scenario, zone: str) -> Plane:
    """The hexes of a zone as a plane; the map's own as it lies there."""
    if zone not in scenario.zones and zone in scenario.map.zones:
        return scenario.map.zones[zone].hexes
    return _plane(scenario.map, _hexes(scenario, zone))


def _plane(map_: Map, hexes: Iterable[Hex]) -> Plane:
    plane = np.zeros(map_.grid.shape, bool)
    for hex_ in hexes:
        plane[map_.grid.index(hex_)] = True
    return plane


# --- drawing -------------------------------------------------------------------------------------


def paint_deployment_zones(
    painter: QPainter, view: MapView, deployment: Deployment, room: QRectF | None = None
) -> None:
    """Tint where units are set up or arrive and what is to be held; under the grid and labels.

    Whatever lies outside `room`, a part of the sheet, is left out.
    """
    for number, group in enumerate(deployment.waiting):
        if _is_in(room, view, group.hexes):
            inset = 0.06 + 0.05 * (number % 2)
            _paint_area(painter, view, group.hexes, group.colour, inset, [3.0, 2.0])
    for hexes, shade in deployment.musters:
        if _is_in(room, view, hexes):
            _paint_area(painter, view, hexes, shade, 0.06, [3.0, 2.0])
    for aim in deployment.aims:
        if _is_in(room, view, aim.hexes):
            _paint_area(painter, view, aim.hexes, aim.colour or INK, 0.05, [])


def _is_in(room: QRectF | None, view: MapView, hexes: Plane) -> bool:
    return room is None or area_rect(view.map.grid, hexes, view.width).intersects(room)


def paint_deployment(
    painter: QPainter,
    view: MapView,
    deployment: Deployment,
    room: QRectF | None = None,
    paint: PaintCounter = paint_counter,
) -> None:
    """Draw the counters where they begin, and the flags of what is to be held; in `room`, as above.

    `paint` draws the counters of those that wait for their place.
    """
    language, width = view.look.language, view.width
    for hex_, works in deployment.works.items():
        if view.shows(hex_):
            at = QPointF(*view.map.grid.centre(hex_, width))
            paint_hex_features(painter, works, at, width, view.map.grid.orientation.bearing)
    for hex_, counters in deployment.placed.items():
        if view.shows(hex_):
            at = QPointF(*view.map.grid.centre(hex_, width))
            paint_stack(painter, layout_stack(counters, at, width), language)
    for plate in deployment.plates:
        if view.shows(plate.at):
            paint_feature_plate(painter, view, plate)
    for group in deployment.waiting:
        is_in = room is None or waiting_rect(view.map.grid, group, width).intersects(room)
        if is_in and view.shows(group.at):
            _paint_waiting(painter, view, group, paint)
    for aim in deployment.aims:
        if _is_in(room, view, aim.hexes) and view.shows(aim.at):
            x, y = view.map.grid.centre(aim.at, width)
            paint_flag(painter, aim, QPointF(x + 0.2 * width, y - 0.08 * width), 0.56 * width)


def _paint_area(
    painter: QPainter, view: MapView, hexes: Plane, shade: str, inset: float, dashes: list[float]
) -> None:
    inside = hexes[view.cut]
    if not inside.any():
        return
    path = exact_outline(view, inside, inset)
    fill(painter, path, make_colour(shade, 0.1))
    pen = QPen(QColor(shade), max(0.055 * view.width, 0.9))
    if dashes:
        pen.setDashPattern(dashes)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    draw(painter, path, pen)


def _paint_waiting(
    painter: QPainter, view: MapView, group: WaitingUnits, paint: PaintCounter
) -> None:
    """The counters of a zone in rows about its middle, with their arrival turn below."""
    width, step = view.width, WAITING_STEP * view.width
    for spot in waiting_counter_positions(view.map.grid, group, width):
        paint(painter, spot.counter, spot.middle, spot.size, view.look.language)
    if width < SMALLEST_WRITTEN:
        return
    columns, rows = _block(group)
    high = view.map.grid.size(width)[1]
    x, y = _waiting_middle(view.map.grid, group, width)
    key = "counters.arrives" if group.turn else "counters.set-up"
    words = " ".join(filter(None, (text(key, view.look.language, turn=group.turn), group.badge)))
    letters = make_font(max(8, round(0.22 * width)), bold=True)
    at = QPointF(x, y + rows * step / 2 + 0.08 * width)
    if at.y() + letters.pixelSize() > high:  # off the map: beside them
        room = QFontMetricsF(letters).horizontalAdvance(words)
        at = QPointF(x + columns * step / 2 + room / 2, y)
    draw_text_with_halo(painter, at, words, letters, QColor(group.colour).darker(150))


def waiting_counter_positions(
    grid: Grid, group: WaitingUnits, width: float
) -> tuple[CounterSpot, ...]:
    """Return the place on the sheet of each counter of a waiting group."""
    count, step = len(group.counters), WAITING_STEP * width
    columns, rows = _block(group)
    x, y = _waiting_middle(grid, group, width)
    spots = []
    for number, counter in enumerate(group.counters):
        row, column = divmod(number, columns)
        here = min(columns, count - row * columns)
        right, down = (column - (here - 1) / 2) * step, (row - (rows - 1) / 2) * step
        spots.append(CounterSpot(counter, x + right, y + down, WAITING * width))
    return tuple(spots)


def waiting_rect(grid: Grid, group: WaitingUnits, width: float) -> QRectF:
    """The part of the sheet taken up by a group's counters and their words."""
    columns, rows = _block(group)
    x, y = _waiting_middle(grid, group, width)
    across = columns * WAITING_STEP * width / 2 + WORDS_ROOM * max(width, SMALLEST_WRITTEN)
    down = rows * WAITING_STEP * width / 2 + 0.6 * width + 8
    return QRectF(x - across, y - down, 2 * across, 2 * down)


def _block(group: WaitingUnits) -> tuple[int, int]:
    """In how many columns and rows they stand."""
    columns = min(len(group.counters), WAITING_ROW)
    return columns, -(-len(group.counters) // columns)


def _waiting_middle(grid: Grid, group: WaitingUnits, width: float) -> tuple[float, float]:
    """The middle of their rows: all of them on the sheet."""
    columns, rows = _block(group)
    wide, high = grid.size(width)
    across, down = columns * WAITING_STEP * width / 2, rows * WAITING_STEP * width / 2
    x, y = grid.centre(group.at, width)
    return min(max(x, across), wide - across), min(max(y, down), high - down)


def paint_flag(painter: QPainter, aim: ObjectiveMark, at: QPointF, high: float) -> None:
    """Draw an objective's flag, its pole's foot below a point, with its points on it."""
    if high < SMALLEST_DRAWN / 3:
        return
    top, foot = at - QPointF(0, high / 2), at + QPointF(0, high / 2)
    pole, cloth = QPainterPath(top), QPainterPath()
    pole.lineTo(foot)
    draw(painter, pole, round_pen(make_colour(PALE), 0.17 * high))
    draw(painter, pole, round_pen(make_colour(INK), 0.08 * high))
    wide, deep = 0.78 * high, 0.52 * high
    corners = [(0.0, 0.0), (wide, 0.0), (0.86 * wide, deep / 2), (wide, deep), (0.0, deep)]
    add_polygon(cloth, [(top.x() + x, top.y() + y) for x, y in corners])
    shade = QColor(aim.colour or NOBODY)
    fill_and_draw(painter, cloth, shade, round_pen(make_colour(INK), max(0.05 * high, 0.8)))
    if aim.points and high >= SMALLEST_DRAWN / 1.4:
        letters = make_font(max(6, round(0.46 * high)), bold=True)
        middle = QPointF(top.x() + 0.43 * wide, top.y() + deep / 2)
        draw_text(
            painter, middle, str(aim.points), letters, make_colour(PALE if is_dark(shade) else INK)
        )
