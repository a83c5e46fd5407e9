"""Moving a gun: how far, with whom, and where they come to (L8.3, L8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.games.littlewars import gun_crews, orders
from engine.games.littlewars.events import Course
from engine.games.littlewars.men_movement import may_move, touches_enemy
from engine.games.littlewars.orders import GunOrder
from engine.games.littlewars.proximity import find_paths
from engine.games.littlewars.state import Figure, Gun, State
from engine.tabletop.buffered_shapes import is_within
from engine.tabletop.footprints import facing_towards, footprint_core
from engine.tabletop.shapes import Point, format_path
from engine.tabletop.tabletop_paths import TabletopPaths, length_of

MAX_PLACES = 80  # tried for a man beside a gun
STEP = 14


class GunMove(NamedTuple):
    """A gun's move: its way, how it then faces, and the ways of those who go with it."""

    path: tuple[Point, ...]
    facing: int
    crew: tuple[Course, ...]


def plan_gun_move(state: State, gun: Gun, path: Sequence[Point]) -> GunMove | None:
    """The move of a gun along a path from where it stands; None where it cannot be made.

    At least four of those who were within six inches go with it, and end within six inches (L8.3).
    """
    men = gun_crews.serving_men(state, gun)
    now, allowed = find_paths(state).without(man.id for man in men), _reach(state, gun, men)
    way = _way(state, now, gun, path, allowed)
    if way is None:
        return None
    facing = facing_towards(way[-1], _before(way))
    there = replace(state.placed_piece(gun), at=way[-1], facing=facing)
    if now.without([gun.id]).standing_refusal(there) is not None:
        return None
    moved = TabletopPaths(now.ground, [*now.without([gun.id]).stands.values(), there])
    crew = _follow(state, moved, gun, way, men)
    return GunMove(way, facing, crew) if len(crew) >= gun_crews.CREW else None


def hauling_allowance(state: State, gun: Gun) -> int:
    """Return the distance that a gun may be hauled by its present crew (L8.3)."""
    return _reach(state, gun, gun_crews.serving_men(state, gun))


def _reach(state: State, gun: Gun, men: Sequence[Figure]) -> int:
    return state.customs.gun_reach(state, gun, men)


def _way(
    state: State, now: TabletopPaths, gun: Gun, path: Sequence[Point], allowed: int
) -> tuple[Point, ...] | None:
    """The way a gun goes: as drawn, or the shortest to where it is to stand (G6)."""
    stand = state.placed_piece(gun)
    if len(path) > 2:
        drawn = (gun.at, *path[1:])
        far = state.customs.along(state, gun, drawn, allowed, orders.MOVE)
        return None if now.why_not(stand, drawn, far) else drawn
    if path[-1] == gun.at:
        return None
    march = now.way(stand, path[-1], allowed)
    is_round = len(march.path) > 2
    if march.why is not None or (is_round and not state.book.choices.shortest):
        return None
    far = state.customs.along(state, gun, march.path, allowed, orders.MOVE)
    if length_of(march.path) > far * 1000:
        return None
    return march.path


def _before(way: Sequence[Point]) -> Point:
    """The last point of a way before its end."""
    return next(point for point in reversed(way[:-1]) if point != way[-1])


def _follow(
    state: State, now: TabletopPaths, gun: Gun, way: Sequence[Point], men: Sequence[Figure]
) -> tuple[Course, ...]:
    """Return the ways of the men who can go with a gun: beside it, or wherever there is room.

    Those go who might by themselves: men without supplies do not (L21.4, K4.6).
    """
    shift = (way[-1].x - gun.at.x, way[-1].y - gun.at.y)
    found: list[Course] = []
    for man in men:
        if man.party or not may_move(state, man):
            continue
        course = _beside(state, now, man, gun.id, shift)
        if course is not None:
            found.append(course)
            there = replace(state.placed_piece(man), at=course[1][-1], facing=course[2])
            now = TabletopPaths(now.ground, [*now.stands.values(), there])
    return tuple(found)


def _beside(
    state: State, now: TabletopPaths, man: Figure, gun: str, shift: tuple[int, int]
) -> Course | None:
    """The way of a man to a place within six inches of a gun that has moved."""
    stand, scale = state.placed_piece(man), state.field.scale
    beside, allowed = footprint_core(now.stands[gun], scale), state.customs.allowance(state, man)
    wanted = Point(man.at.x + shift[0], man.at.y + shift[1])
    for goal in _near(wanted, now.stands[gun].at):
        there = replace(stand, at=goal)
        if not is_within(beside, footprint_core(there, scale), gun_crews.SERVED):
            continue
        if length_of((man.at, goal)) > allowed * 1000 or now.standing_refusal(there) is not None:
            continue
        march = now.way(stand, goal, allowed)
        if march.why is not None:
            continue
        facing = facing_towards(*march.path[-2:])
        if state.customs.may_touch(state, man) or not touches_enemy(
            state, replace(there, facing=facing)
        ):
            return man.id, march.path, facing
    return None


def _near(wanted: Point, gun: Point) -> list[Point]:
    """The place wanted, then others about it and the gun, the nearest first."""
    spots = [Point(gun.x + x * STEP, gun.y + y * STEP) for x in range(-6, 7) for y in range(-6, 7)]
    spots.sort(key=lambda at: (at.x - wanted.x) ** 2 + (at.y - wanted.y) ** 2)
    return [wanted, *spots[:MAX_PLACES]]


def propose_forward_move(state: State, gun: Gun) -> list[GunOrder]:
    """The move that is proposed: as far forward as the gun may go, or half as far."""
    allowed = max(0, hauling_allowance(state, gun) - 1)
    for share in (1, 2):
        depth = allowed // share
        goal = state.field.point_farther_in(state.edges[gun.side], gun.at, depth)
        path = (gun.at, goal)
        if plan_gun_move(state, gun, path) is not None:
            return [GunOrder(orders.MOVE, gun.id, format_path(path))]
    return []
