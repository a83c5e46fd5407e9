"""Proposed moves of men: forward, at the enemy, back to their line (E2, E5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt

from engine.games.littlewars import men_movement, orders
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.proximity import find_paths
from engine.games.littlewars.state import Figure, FigureStatus, State
from engine.tabletop.shapes import Point, format_path

MAX_BODIES = 8


def suggest_moves(state: State, side: str) -> list[MenOrder]:
    """Orders that are proposed, each of which can be carried out."""
    return feasible_orders(
        state,
        side,
        (
            order
            for group in movable_groups(state, side)[:MAX_BODIES]
            for order in suggest_group_orders(state, side, group)
        ),
    )


def feasible_orders(state: State, side: str, orders_: Iterable[MenOrder]) -> list[MenOrder]:
    """Those of some orders that can be carried out, each once."""
    found = dict.fromkeys(orders_)
    now = find_paths(state)
    return [order for order in found if men_movement.is_move_order_allowed(state, side, order, now)]


def movable_groups(state: State, side: str) -> list[list[Figure]]:
    """The figures a side may still move, by body; prisoners with their guards apart."""
    found: dict[tuple[str, int], list[Figure]] = {}
    for figure in men_movement.movable_figures(state, side):
        key = ("", figure.party) if figure.party else (figure.body, 0)
        if figure.status is FigureStatus.DISARMED:
            key = (figure.body, -1)
        found.setdefault(key, []).append(figure)
    return list(found.values())


def suggest_group_orders(state: State, side: str, group: list[Figure]) -> Iterator[MenOrder]:
    """Orders proposed to figures that go together, whether or not they can be carried out."""
    middle, far = (
        centre_of_figures(group),
        min(state.customs.allowance(state, each) for each in group),
    )
    if group[0].party or group[0].status is FigureStatus.DISARMED:
        yield _towards(group, middle, home_point(state, side, middle), far)
        return
    foe = nearest_foe(state, side, middle)
    if foe is not None:
        yield _towards(group, middle, foe.at, far)
        yield _towards(group, middle, foe.at, far // 2)
    yield _towards(group, middle, enemy_line_point(state, side, middle), far)
    yield _towards(group, middle, home_point(state, side, middle), far)


def centre_of_figures(group: list[Figure]) -> Point:
    """The middle of some figures."""
    x = sum(each.at.x for each in group) // len(group)
    y = sum(each.at.y for each in group) // len(group)
    return Point(x, y)


def nearest_foe(state: State, side: str, at: Point) -> Figure | None:
    """The enemy nearest to a point who can fight."""
    foes = state.fit_figures(state.enemy_of(side))
    return min(foes, key=lambda each: (_square(each.at, at), each.id), default=None)


def home_point(state: State, side: str, at: Point) -> Point:
    """The point of a side's back line nearest to another."""
    edge = state.edges[side]
    return state.field.point_farther_in(edge, at, -state.field.depth_at(edge, at))


def enemy_line_point(state: State, side: str, at: Point) -> Point:
    """The point of the enemy's back line nearest to another, in its marked part if it has one."""
    there = home_point(state, state.enemy_of(side), at)
    zone = state.field.table.zones.get(state.book.marked.get(state.enemy_of(side), ""))
    if zone is None:
        return there
    xs, ys = zip(*zone.shape.points, strict=True)
    return Point(min(max(there.x, min(xs)), max(xs)), min(max(there.y, min(ys)), max(ys)))


def _towards(group: list[Figure], start: Point, goal: Point, far: int) -> MenOrder:
    """A group goes straight towards a point, as far as it may or the way leads."""
    length = isqrt(_square(start, goal)) or 1
    share = min(far - 1, length)
    end = Point(
        start.x + (goal.x - start.x) * share // length,
        start.y + (goal.y - start.y) * share // length,
    )
    return MenOrder(orders.GO, tuple(each.id for each in group), format_path([start, end]))


def _square(one: Point, other: Point) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2
