"""Wagons, boats and trains on their way: by road and over land, never through a ford (K1.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import isqrt

from engine.games.littlewars.kriegspiel import going
from engine.games.littlewars.kriegspiel.events import Driven
from engine.games.littlewars.kriegspiel.labour import tread
from engine.games.littlewars.kriegspiel.orders import DRIVE, WarOrder
from engine.games.littlewars.nearness import ways
from engine.games.littlewars.orders import read_path
from engine.games.littlewars.state import State, Vehicle, WarGame
from engine.tabletop.cores import Core, core_of, is_within
from engine.tabletop.footprints import facing_towards
from engine.tabletop.point import Point
from engine.tabletop.shapes import Course
from engine.tabletop.way import way_written
from engine.tabletop.ways import FINE, length_of

MOST_TRIED = 12
Depth = Callable[[str, Point], int]
"""How deep in the table a point lies, seen from an edge."""


def way_of(state: State, vehicle: Vehicle, path: Sequence[Point]) -> tuple[Point, ...]:
    """A way that was drawn elsewhere, from where a vehicle stands."""
    dx, dy = vehicle.at.x - path[0].x, vehicle.at.y - path[0].y
    return tuple(Point(x + dx, y + dy) for x, y in path)


def why_not(state: State, side: str, order: WarOrder) -> str:
    """Why a vehicle may not be driven a way, as a word; nothing if it may."""
    path = read_path(order.path)
    if len(order.figures) != 1 or order.figures[0] not in state.vehicles:
        return "no-wagon"
    vehicle = state.vehicles[order.figures[0]]
    if vehicle.side != side or vehicle.moved or path is None or len(path) < 2:
        return "may-not-go"
    way = way_of(state, vehicle, path)
    return "" if is_free(state, vehicle, way) else "no-way"


def is_free(state: State, vehicle: Vehicle, way: Sequence[Point]) -> bool:
    """Whether a vehicle may go a way: free, short enough, not too steep, not through a ford."""
    if all(point == vehicle.at for point in way):
        return False
    if going.is_steep(state, way) or going.fords(state, way):
        return False
    allowed = going.reach_of(state, vehicle, way, "") - going.climbed(state, way)
    if allowed < 0 or length_of(way) > allowed * FINE:
        return False
    return ways(state).why_not(state.stand(vehicle), way, allowed) is None


def drive(game: WarGame, order: WarOrder) -> None:
    """A vehicle goes its way; who is over a mine explodes it."""
    path = read_path(order.path)
    assert path is not None, order
    vehicle = game.state.vehicles[order.figures[0]]
    way = way_of(game.state, vehicle, path)
    legs = [leg for leg in pairwise(way) if leg[0] != leg[1]]
    game.emit(Driven(vehicle.id, way, facing_towards(*legs[-1])))
    tread(game, ((vehicle.id, way),))


# --- what is proposed -----------------------------------------------------------------------------


def proposals(state: State, side: str) -> Iterator[WarOrder]:
    """Each wagon that may go: as far as it comes towards the enemy's line, by road if it can."""
    for vehicle in state.vehicles.values():
        if vehicle.side != side or vehicle.moved:
            continue
        found = forward(state, vehicle)
        if found is not None:
            yield WarOrder(DRIVE, (vehicle.id,), way_written(found))


def forward(state: State, vehicle: Vehicle) -> tuple[Point, ...] | None:
    """The farthest way towards the enemy's line that is free."""
    for way in _wanted(state, vehicle):
        for part in range(MOST_TRIED, 0, -1):
            short = shortened(way, length_of(way) * part // MOST_TRIED)
            if len(short) > 1 and is_free(state, vehicle, short):
                return short
    return None


def _wanted(state: State, vehicle: Vehicle) -> Iterator[tuple[Point, ...]]:
    """Along the road it stands on; else straight ahead, and to the next road."""
    edge = state.edges[state.enemy(vehicle.side)]
    far = going.reach_of(state, vehicle, (vehicle.at, vehicle.at), "")
    for road in state.field.table.of_kind("road"):
        if is_within(core_of(road.shape), Core((vehicle.at,)), 2):
            assert isinstance(road.shape, Course)
            yield along(road.shape.points, vehicle.at, far, state.field.depth_at, edge)
    depth = state.field.depth_at(edge, vehicle.at)
    yield vehicle.at, state.field.deeper(edge, vehicle.at, -min(far, depth))


def along(
    road: Sequence[Point], at: Point, far: int, depth_at: Depth, edge: str
) -> tuple[Point, ...]:
    """The way along a road from a place, so far, towards an edge."""
    points = list(road) if depth_at(edge, road[-1]) < depth_at(edge, road[0]) else list(road)[::-1]
    ahead = [point for point in points if depth_at(edge, point) < depth_at(edge, at)]
    return shortened((at, *ahead), far * FINE) if ahead else (at,)


def shortened(way: Sequence[Point], length: int) -> tuple[Point, ...]:
    """The beginning of a way, so many thousandths of a u long."""
    found = [way[0]]
    for start, end in pairwise(way):
        leg = length_of((start, end))
        if leg >= length:
            whole = max(isqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2), 1)
            part = length // FINE
            found.append(
                Point(
                    start.x + (end.x - start.x) * part // whole,
                    start.y + (end.y - start.y) * part // whole,
                )
            )
            return tuple(found)
        length -= leg
        found.append(end)
    return tuple(found)
