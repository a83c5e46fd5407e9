"""Wagons, boxes, boats and trains on their way (K1.1, K8.3, L21.3, L21.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import isqrt

from engine.games.littlewars.events import Course as Going
from engine.games.littlewars.orders import DRIVE, ActionOrder, read_path
from engine.games.littlewars.proximity import find_paths
from engine.games.littlewars.state import State, Vehicle, WarGame
from engine.games.littlewars.transport import hidden_boxes, railways
from engine.games.littlewars.transport.capacity import BOAT, BOX, ENGINE, TRUCK
from engine.games.littlewars.transport.transport_events import Driven, TrainRan
from engine.games.littlewars.vehicle_placement import is_afloat
from engine.tabletop.buffered_shapes import BufferedShape, core_of, is_within
from engine.tabletop.footprints import facing_towards
from engine.tabletop.shapes import Point, WideLine, format_path
from engine.tabletop.tabletop_paths import FINE, TabletopPaths, length_of
from engine.tabletop.tabletop_terrain import ObstacleKind, Obstruction

MAX_TRIED = 12
Depth = Callable[[str, Point], int]
"""Depth of a point in the table, seen from an edge."""


# --- who may be driven ----------------------------------------------------------------------------


def may_drive(state: State, side: str, vehicle: Vehicle) -> bool:
    """Return whether a vehicle may be driven: once a move, not while loading (K2.4, K2.7)."""
    if vehicle.side != side or vehicle.moved or vehicle.type == TRUCK:
        return False
    train = railways.coupled_vehicles(state, vehicle) if vehicle.type == ENGINE else [vehicle]
    return not any(each.moved or state.is_loading(each.id) for each in train)


def driving_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why a vehicle may not be driven, as a word; empty if it may."""
    if len(order.figures) != 1 or order.figures[0] not in state.vehicles or order.target:
        return "no-wagon"
    path, vehicle = read_path(order.path), state.vehicles[order.figures[0]]
    if path is None or len(path) < 2 or not may_drive(state, side, vehicle):
        return "may-not-go"
    return "no-way" if isinstance(vehicle_paths(state, vehicle, path), Obstruction) else ""


# --- where it comes -------------------------------------------------------------------------------


def vehicle_paths(
    state: State, vehicle: Vehicle, path: Sequence[Point]
) -> tuple[Going, ...] | Obstruction:
    """The way of a vehicle, and those of an engine's trucks; or what is in the way."""
    way = path_from_vehicle(vehicle, path)
    if vehicle.type == ENGINE:
        return railways.train_paths(state, vehicle, way[-1])
    if all(point == vehicle.at for point in way):
        return Obstruction(ObstacleKind.CLOSED, "", vehicle.at)
    found = _bar(state, vehicle, way)
    if found is not None and len(way) == 2 and vehicle.type != BOAT:
        way, found = _round(state, vehicle, way, found)
    if found is not None:
        return found
    legs = [leg for leg in pairwise(way) if leg[0] != leg[1]]
    return ((vehicle.id, tuple(way), facing_towards(*legs[-1])),)


def path_from_vehicle(vehicle: Vehicle, path: Sequence[Point]) -> tuple[Point, ...]:
    """A way that was drawn elsewhere, from where a vehicle stands."""
    dx, dy = vehicle.at.x - path[0].x, vehicle.at.y - path[0].y
    return tuple(Point(x + dx, y + dy) for x, y in path)


def _round(
    state: State, vehicle: Vehicle, way: Sequence[Point], why: Obstruction
) -> tuple[tuple[Point, ...], Obstruction | None]:
    """The shortest way round what bars the straight one (G6)."""
    if not state.book.choices.shortest:
        return tuple(way), why
    march = find_paths(state).way(
        state.placed_piece(vehicle), way[-1], vehicle_reach(state, vehicle, way)
    )
    if march.why is not None or len(march.path) < 3:
        return tuple(way), why
    return march.path, _bar(state, vehicle, march.path)


def _bar(state: State, vehicle: Vehicle, way: Sequence[Point]) -> Obstruction | None:
    """Return the obstruction in the way of a wagon, a box or a boat."""
    allowed = vehicle_reach(state, vehicle, way)
    if allowed < 0 or length_of(way) > allowed * FINE:
        return Obstruction(ObstacleKind.FAR, "", way[-1])
    if vehicle.type == BOAT:
        return _barred_afloat(state, vehicle, way)
    if (
        vehicle.type == BOX
        and (seen := hidden_boxes.first_enemy_on_path(state, vehicle, way)) is not None
    ):
        return Obstruction(ObstacleKind.ENEMY, seen.id, seen.at)
    return find_paths(state).why_not(state.placed_piece(vehicle), way, allowed)


def vehicle_reach(state: State, vehicle: Vehicle, way: Sequence[Point]) -> int:
    """Return how far a vehicle may go on a way; less than nothing where the way is barred to it.

    At its first move it counts as standing on the back line (L2.2).
    """
    far = (
        hidden_boxes.box_allowance(state, vehicle)
        if vehicle.type == BOX
        else state.book.rate_of(vehicle.type)
    )
    return state.customs.drives(state, vehicle, way, far) - state.depth_of_fresh(vehicle)


def _barred_afloat(state: State, boat: Vehicle, way: Sequence[Point]) -> Obstruction | None:
    """Return the obstruction in the way of a boat, which needs water all along."""
    now = TabletopPaths(state.field.terrain_for_boats(), state.placed_pieces())
    barred = now.why_not(state.placed_piece(boat), way)
    if barred is not None:
        return barred
    facing = facing_towards(*way[-2:])
    end = state.field.footprint_of(replace(state.placed_piece(boat), at=way[-1], facing=facing))
    points = (*points_on(way, railways.STEP), *(Point(*at) for at in end.points))
    dry = next((at for at in points if not is_afloat(state.field, at)), None)
    return None if dry is None else Obstruction(ObstacleKind.DRY, "", dry)


def points_on(way: Sequence[Point], step: int) -> list[Point]:
    """Points of a way, no farther from each other than a step."""
    found = [way[0]]
    for start, end in pairwise(way):
        count = max(abs(end.x - start.x), abs(end.y - start.y)) // step + 1
        for n in range(1, count + 1):
            x, y = (end.x - start.x) * n // count, (end.y - start.y) * n // count
            found.append(Point(start.x + x, start.y + y))
    return found


def drive(game: WarGame, order: ActionOrder) -> None:
    """A vehicle goes its way, an engine with its trucks."""
    path, vehicle = read_path(order.path), game.state.vehicles[order.figures[0]]
    assert path is not None, order
    found = vehicle_paths(game.state, vehicle, path)
    assert not isinstance(found, Obstruction), order
    game.emit(TrainRan(vehicle.id, found) if vehicle.type == ENGINE else Driven(*found[0]))
    game.state.customs.passed(game, [(id_, going) for id_, going, _ in found])


# --- what is proposed -----------------------------------------------------------------------------


def propose_vehicle_moves(state: State, side: str) -> Iterator[ActionOrder]:
    """Each vehicle that may go: as far as it comes towards the enemy's line, by road if it can."""
    for vehicle in state.vehicles.values():
        if may_drive(state, side, vehicle):
            found = farthest_free_path(state, vehicle)
            if found is not None:
                yield ActionOrder(DRIVE, (vehicle.id,), format_path(found))


def farthest_free_path(state: State, vehicle: Vehicle) -> tuple[Point, ...] | None:
    """The farthest way towards the enemy's line that is free."""
    for way in _ways_ahead(state, vehicle):
        for part in range(MAX_TRIED, 0, -1):
            short = shorten_path(way, length_of(way) * part // MAX_TRIED)
            if len(short) > 1 and not isinstance(vehicle_paths(state, vehicle, short), Obstruction):
                return short
    return None


def _ways_ahead(state: State, vehicle: Vehicle) -> Iterator[tuple[Point, ...]]:
    """Along the road, the river or the line it is on; else straight ahead."""
    edge, depth_at = state.edges[state.enemy_of(vehicle.side)], state.field.depth_at
    for course in _courses_under(state, vehicle):
        far = vehicle_reach(state, vehicle, (vehicle.at, vehicle.at))
        if vehicle.type == ENGINE:
            far = railways.train_speed(state, railways.coupled_vehicles(state, vehicle))
        yield path_along_road(course.points, vehicle.at, far, depth_at, edge)
    if vehicle.type == ENGINE:
        return
    far, depth = vehicle_reach(state, vehicle, (vehicle.at, vehicle.at)), depth_at(edge, vehicle.at)
    yield vehicle.at, state.field.point_farther_in(edge, vehicle.at, -min(max(far, 0), depth))


_UNDER = {ENGINE: "railway", BOAT: "river"}


def _courses_under(state: State, vehicle: Vehicle) -> Iterator[WideLine]:
    for feature in state.field.table.features_of_kind(_UNDER.get(vehicle.type, "road")):
        is_on = is_within(core_of(feature.shape), BufferedShape((vehicle.at,)), 2)
        if is_on and isinstance(feature.shape, WideLine):
            yield feature.shape


def path_along_road(
    road: Sequence[Point], at: Point, far: int, depth_at: Depth, edge: str
) -> tuple[Point, ...]:
    """The way along a road from a place, so far, towards an edge."""
    points = list(road) if depth_at(edge, road[-1]) < depth_at(edge, road[0]) else list(road)[::-1]
    ahead = [point for point in points if depth_at(edge, point) < depth_at(edge, at)]
    return shorten_path((at, *ahead), far * FINE) if ahead else (at,)


def shorten_path(way: Sequence[Point], length: int) -> tuple[Point, ...]:
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
