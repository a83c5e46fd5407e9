"""Movement in the Kriegspiel: ranges of arms by rates, roads, contours and fords (K1, K2, G7)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.games.littlewars.game_tabletop import GameTabletop
from engine.games.littlewars.kriegspiel.rulebook import KriegspielCharts, charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import is_horse, movement_arm_of
from engine.games.littlewars.state import Figure, Gun, State, Unit
from engine.tabletop.buffered_shapes import BufferedShape, core_of, is_within, meet
from engine.tabletop.shapes import FOOT, INCH, Point, Polygon
from engine.tabletop.tabletop_paths import FINE, length_of

UP, DOWN = FOOT, FOOT // 2
"""Cost of a contour, one up and one of two down, in u (K1.2)."""
STEEP = 4
"""So many contours within a foot bar the way (K1.2)."""
ROUNDED = 2
"""By how many u rounding may move a crossing along its line."""
COLUMNS = ("column", "fours")


class ContourCrossing(NamedTuple):
    """A contour a path crosses: after how many u of the path, and whether it leads up."""

    along: int
    is_up: bool


def move_allowance(charts: KriegspielCharts, arm: str, formation: str, is_on_road: bool) -> int:
    """Return an arm's move in u: half as far again in column on a road (K1.1)."""
    way = ("column" if formation in COLUMNS else "road") if is_on_road else "off"
    return charts.rate(arm, way)


def climb(contours: Sequence[ContourCrossing]) -> int:
    """Return the cost of a path's contours: one up, or two down, 12 in of move (K1.2)."""
    return sum(UP if contour.is_up else DOWN for contour in contours)


def is_too_steep(contours: Sequence[ContourCrossing]) -> bool:
    """Return whether four contours lie within 12 in: impassable except by road (K1.2)."""
    along = sorted(contour.along for contour in contours)
    return any(last - first <= FOOT for first, last in zip(along, along[STEEP - 1 :], strict=False))


Outline = Sequence[Point]
"""The corners of a hill, the last joined to the first."""


def crossed_contours(path: Sequence[Point], hills: Iterable[Outline]) -> list[ContourCrossing]:
    """Every contour a path crosses, in its order; one that is only touched is not crossed."""
    return sorted(each for hill in hills if _is_near(path, hill) for each in _of(path, hill))


def _of(path: Sequence[Point], hill: Outline) -> Iterator[ContourCrossing]:
    behind, was_inside = 0, contains_point(hill, *path[0])
    for start, end in pairwise(path):
        cuts = sorted({*_cuts(start, end, hill), Fraction(1)})
        before = Fraction(0)
        for cut, beyond in zip(cuts, [*cuts[1:], None], strict=True):
            if (
                before == 0
                and cut > 0
                and contains_point(hill, *_on(start, end, cut / 2)) != was_inside
            ):
                was_inside = not was_inside
                yield ContourCrossing(behind, was_inside)
            if beyond is not None:
                is_inside = contains_point(hill, *_on(start, end, (cut + beyond) / 2))
                if is_inside != was_inside:
                    was_inside = is_inside
                    yield ContourCrossing(behind + math.floor(cut * _length(start, end)), is_inside)
            before = cut
        behind += _length(start, end)


def _length(start: Point, end: Point) -> int:
    return math.isqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)


def _on(start: Point, end: Point, part: Fraction) -> tuple[Fraction, Fraction]:
    return start.x + part * (end.x - start.x), start.y + part * (end.y - start.y)


def _cuts(start: Point, end: Point, hill: Outline) -> Iterator[Fraction]:
    """The parts of a leg after which it meets an edge."""
    for one, other in _edges(hill):
        part = _cut(start, end, one, other)
        if part is not None:
            yield part


def _cut(start: Point, end: Point, one: Point, other: Point) -> Fraction | None:
    """Return the part of a leg after which it meets an edge; None where it does not."""
    before, after = _turn(one, other, start), _turn(one, other, end)
    if before == after or ((before > 0) == (after > 0) and before and after):
        return None
    part = Fraction(before, before - after)
    return part if 0 < part < 1 and _spans(one, other, *_on(start, end, part)) else None


def _spans(one: Point, other: Point, x: Fraction, y: Fraction) -> bool:
    return min(one.x, other.x) <= x <= max(one.x, other.x) and (
        min(one.y, other.y) <= y <= max(one.y, other.y)
    )


def _turn(one: Point, other: Point, point: Point) -> int:
    """Positive left of the line from one to the other."""
    return (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)


def _edges(hill: Outline) -> Iterator[tuple[Point, Point]]:
    yield from pairwise([*hill, hill[0]])


def contains_point(hill: Outline, x: Fraction | int, y: Fraction | int) -> bool:
    """Return whether a point lies within an outline, in exact numbers."""
    is_inside = False
    for one, other in _edges(hill):
        if (one.y > y) != (other.y > y):
            left = (x - one.x) * (other.y - one.y) - (y - one.y) * (other.x - one.x)
            is_inside ^= left < 0 if other.y > one.y else left > 0
    return is_inside


def _is_near(path: Sequence[Point], hill: Outline) -> bool:
    xs, ys = [point.x for point in path], [point.y for point in path]
    return not (
        max(xs) < min(point.x for point in hill)
        or min(xs) > max(point.x for point in hill)
        or max(ys) < min(point.y for point in hill)
        or min(ys) > max(point.y for point in hill)
    )


BANK = 2 * INCH
"""Length of a fording path that may lie on the banks (K2.1)."""


def rate_table_arm(state: State, unit: Unit) -> str:
    """Return the row for a unit in the table of rates (K1.1)."""
    if isinstance(unit, Figure):
        return movement_arm_of(state, unit)
    return "gun" if isinstance(unit, Gun) else unit.type


@dataclass(frozen=True)
class KriegspielTerrain:
    """The lie of the land as the Kriegspiel asks for it."""

    hills: tuple[Outline, ...]
    roads: tuple[BufferedShape, ...]
    bridges: tuple[BufferedShape, ...]
    fords: tuple[tuple[str, BufferedShape], ...]


@lru_cache(maxsize=16)
def terrain_of(field: GameTabletop) -> KriegspielTerrain:
    """The lie of a country, looked up once."""
    features = field.table.features
    bridges = tuple(core_of(one.shape) for one in features if one.kind_entry.bridges)
    return KriegspielTerrain(
        tuple(
            one.shape.points for one in features if one.is_hill and isinstance(one.shape, Polygon)
        ),
        (*(core_of(one.shape) for one in features if one.kind == "road"), *bridges),
        bridges,
        tuple(
            (one.id, core_of(one.shape)) for one in features if one.kind == "river" and one.fordable
        ),
    )


def contour_shapes(state: State) -> tuple[Outline, ...]:
    """The contours of the country."""
    return terrain_of(state.field).hills


def path_cost(state: State, unit: Unit, path: Sequence[Point]) -> int:
    """Return the cost of a path in u: its length and its contours (K1.2)."""
    return -(-length_of(path) // FINE) + cost_of_climbing(state, path)


def cost_of_climbing(state: State, path: Sequence[Point]) -> int:
    """Return the cost of a path's contours, in u (K1.2)."""
    return climb(crossed_contours(path, contour_shapes(state)))


def is_on_road(state: State, path: Sequence[Point]) -> bool:
    """Return whether a whole path lies on roads and bridges (K1.1)."""
    roads = terrain_of(state.field).roads
    ends = (path[0], path[-1])
    if not all(any(is_within(BufferedShape((at,)), way, 0) for way in roads) for at in ends):
        return False
    return all(
        any(is_within(BufferedShape((at,)), way, 0) for way in roads) for at in points_on(path)
    )


def points_on(path: Sequence[Point], step: int = INCH) -> list[Point]:
    """Points of a way, no farther from each other than a step, the ends too."""
    found = [path[0]]
    for start, end in pairwise(path):
        count = max(abs(end.x - start.x), abs(end.y - start.y)) // step + 1
        found += [
            Point(
                start.x + (end.x - start.x) * n // count, start.y + (end.y - start.y) * n // count
            )
            for n in range(1, count + 1)
        ]
    return found


def is_steep(state: State, path: Sequence[Point]) -> bool:
    """Return whether a way without a road crosses ground with four contours within 12 in (K1.2).

    The ground is barred, not the move: a slope is not climbed in two moves, nor aslant.
    """
    hills = contour_shapes(state)
    is_barred = is_too_steep(crossed_contours(path, hills)) or any(
        _is_steep_line(line, hills) for line in _slope_lines(path, hills)
    )
    return is_barred and not is_on_road(state, path)


def _slope_lines(path: Sequence[Point], hills: Iterable[Outline]) -> Iterator[tuple[Point, Point]]:
    """Return lines straight up the slope, a foot to either side of each contour a path crosses."""
    for hill in hills:
        if not _is_near(path, hill):
            continue
        for start, end in pairwise(path):
            for one, other in _edges(hill):
                part = _cut(start, end, one, other)
                if part is not None:
                    yield _square_line(_on(start, end, part), one, other)


def _square_line(at: tuple[Fraction, Fraction], one: Point, other: Point) -> tuple[Point, Point]:
    """Return the line through a point of an edge square to it, a foot to either side."""
    long = math.hypot(other.x - one.x, other.y - one.y)
    dx, dy = (one.y - other.y) * FOOT / long, (other.x - one.x) * FOOT / long
    x, y = float(at[0]), float(at[1])
    return Point(round(x - dx), round(y - dy)), Point(round(x + dx), round(y + dy))


def _is_steep_line(line: tuple[Point, Point], hills: Iterable[Outline]) -> bool:
    """Return whether four contours lie within 12 in of a line, that in its middle among them."""
    along = [contour.along for contour in crossed_contours(line, hills)]
    return any(
        last - first <= FOOT and first <= FOOT + ROUNDED and last >= FOOT - ROUNDED
        for first, last in zip(along, along[STEEP - 1 :], strict=False)
    )


def forded_rivers(state: State, path: Sequence[Point]) -> list[BufferedShape]:
    """The rivers a way wades through, bridges apart (K2.1)."""
    lie, way = terrain_of(state.field), BufferedShape(tuple(path))
    met = [core for _, core in lie.fords if meet(core, way)]
    return [core for core in met if not is_bridged(lie, core, path)]


def is_bridged(lie: KriegspielTerrain, river: BufferedShape, path: Sequence[Point]) -> bool:
    """Return whether a path crosses a river by bridges only."""
    bridges = [core for core in lie.bridges if meet(core, BufferedShape(tuple(path)))]
    wet = (BufferedShape((at,)) for at in points_on(path, 4))
    return bool(bridges) and all(
        any(is_within(at, bridge, 0) for bridge in bridges) for at in wet if is_within(at, river, 0)
    )


def is_ford_whole_path(path: Sequence[Point], rivers: Sequence[BufferedShape]) -> bool:
    """Return whether a fording path lies in water but for two inches: a full move (K2.1)."""
    longest = BANK + sum(3 * river.doubled for river in rivers)
    if length_of(path) > longest * FINE:
        return False
    points = points_on(path, 4)
    dry = sum(
        not any(is_within(BufferedShape((at,)), river, 0) for river in rivers) for at in points
    )
    return 4 * dry <= BANK


def may_figure_move(state: State, figure: Figure) -> bool:
    """Return whether a figure may move now: fit, fed, and not bound by anything (K)."""
    war = state.war
    if figure.moved or figure.id in war.fired | war.served | war.charged:
        return False
    if state.is_loading(figure.id) or war.is_fleeing(figure.id):
        return False
    return figure.id not in war.held and is_fed(state, figure)


def is_fed(state: State, figure: Figure) -> bool:
    """Return whether a figure has food, and its horse fodder (K4.6)."""
    feeding = state.war.feeding.get(figure.body)
    if feeding is None:
        return True
    if feeding.food < state.turn:
        return False
    return not is_horse(state, figure) or feeding.fodder >= state.turn


def path_reach(state: State, unit: Unit, path: Sequence[Point], formation: str) -> int:
    """Return the distance that a unit covers on a path, in u (K1.1)."""
    return move_allowance(
        charts_of(state), rate_table_arm(state, unit), formation, is_on_road(state, path)
    )
