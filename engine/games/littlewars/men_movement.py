"""Movement of men: how far, together or one by one, until contact (L6, L11.1, G6, G8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from engine.games.littlewars import orders
from engine.games.littlewars.events import Course
from engine.games.littlewars.orders import MenOrder, read_path
from engine.games.littlewars.proximity import find_paths
from engine.games.littlewars.state import Figure, FigureStatus, State
from engine.scenario.figure_groups import FORMATIONS
from engine.tabletop.buffered_shapes import BufferedShape, core_of, is_within
from engine.tabletop.footprints import PlacedPiece, facing_towards, footprint_core
from engine.tabletop.formations import (
    FigureFormation,
    FormationPlace,
    assign_places,
    formation_places,
)
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_paths import (
    CONTACT,
    FINE,
    PlannedPath,
    TabletopPaths,
    length_of,
    stand_at_end,
)
from engine.tabletop.tabletop_terrain import Obstruction

PARTS = 1 << 12


def path_to_contact(
    now: TabletopPaths, who: PlacedPiece, goal: Point, allowance: int
) -> tuple[Point, Point] | None:
    """The straight way towards a place that ends in contact with the first enemy on it.

    None where something else is in the way, or the enemy is too far.
    """
    low, high = 0, PARTS
    while low < high:  # the farthest point that is not beyond contact
        share = (low + high + 1) // 2
        if _is_of_enemy(now, who, now.what_bars(who, (who.at, _along(who.at, goal, share)))):
            high = share - 1
        else:
            low = share
    end = _along(who.at, goal, low)
    for at in _about(end):
        path = (who.at, at)
        if at != who.at and _is_in_contact(now, who, at) and not now.why_not(who, path, allowance):
            return path
    return None


def is_enemy_obstruction(now: TabletopPaths, who: PlacedPiece, why: Obstruction | None) -> bool:
    """Return whether the obstruction is an enemy."""
    return why is not None and _is_of_enemy(now, who, why.what)


def _is_of_enemy(now: TabletopPaths, who: PlacedPiece, what: str) -> bool:
    """Return whether an obstructing piece belongs to another side."""
    other = now.stands.get(what)
    return other is not None and other.side != who.side


def _along(start: Point, end: Point, share: int) -> Point:
    return Point(
        start.x + (2 * (end.x - start.x) * share + PARTS) // (2 * PARTS),
        start.y + (2 * (end.y - start.y) * share + PARTS) // (2 * PARTS),
    )


def _about(end: Point) -> list[Point]:
    """A place and those around it, the nearest first."""
    around = [Point(end.x + x, end.y + y) for x in range(-2, 3) for y in range(-2, 3)]
    return sorted(around, key=lambda at: (at.x - end.x) ** 2 + (at.y - end.y) ** 2)


def _is_in_contact(now: TabletopPaths, who: PlacedPiece, at: Point) -> bool:
    """Return whether a piece at a place would be in contact with an enemy."""
    scale = now.ground.scale
    room = footprint_core(stand_at_end(who, (who.at, at)), scale)
    return any(
        other.side != who.side and is_within(room, footprint_core(other, scale), CONTACT)
        for other in now.stands.values()
        if abs(other.at.x - at.x) < _FAR and abs(other.at.y - at.y) < _FAR
    )


_FAR = 160


PRISONERS_A_GUARD = 7
"""Number of prisoners that one guard escorts (L14.1)."""
ESCORT = 96
"""Distance of prisoners from a guard, in sixteenths of an inch (L14.1)."""


class MovementPlan(NamedTuple):
    """The effect of an order: paths and facings of those that move, and those that stay."""

    moved: tuple[Course, ...]
    stayed: tuple[PlannedPath, ...] = ()


# --- who may move, and how far --------------------------------------------------------------------


def may_move(state: State, figure: Figure) -> bool:
    """Each figure moves at most once a move, and not when in contact since (L5.1, L6.5)."""
    return not figure.moved and state.customs.may_move(state, figure)


def movable_figures(state: State, side: str) -> list[Figure]:
    """The figures a side may still move: its own, and prisoners it has."""
    return [
        each
        for each in state.figures.values()
        if each.controlling_side == side and may_move(state, each)
    ]


def figure_allowance(state: State, figure: Figure) -> int:
    """Return a figure's move: foot 12 in, cavalry 24; a party as its slowest (L6, L14.1).

    All count as standing on the back line at their first move (L2.2).
    """
    rate = state.book.rate_of(figure.type)
    if figure.party and state.prisoners(figure.party) and figure.status is FigureStatus.PRISONER:
        rate = min(state.book.rate_of(each.type) for each in state.party(figure.party))
    return max(0, rate - state.depth_of_fresh(figure))


def figure_allowances(state: State, figures: Iterable[Figure]) -> dict[str, int]:
    """Return the moves of figures; those with prisoners at the pace of the slowest."""
    chosen = list(figures)
    slow = {
        party: min(state.book.rate_of(each.type) for each in state.party(party))
        for party in {each.party for each in chosen if each.status is FigureStatus.PRISONER}
    }
    found = {}
    for each in chosen:
        far = state.customs.allowance(state, each)
        found[each.id] = min(far, slow[each.party]) if each.party in slow else far
    return found


def on_road(state: State, path: Sequence[Point]) -> bool:
    """Return whether a path lies on a road from end to end (L6.4, L21.6)."""
    roads = [core_of(one.shape) for one in state.field.table.features_of_kind("road")]
    return bool(roads) and all(
        any(is_within(road, BufferedShape((point,)), 0) for road in roads)
        for point in _points_along(path)
    )


def _points_along(path: Sequence[Point]) -> Iterable[Point]:
    """Points of a way, an inch apart or less."""
    for (ax, ay), (bx, by) in pairwise(path):
        steps = max(1, max(abs(bx - ax), abs(by - ay)) // 16)
        for step in range(steps + 1):
            yield Point(ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps)


# --- what an order comes to -----------------------------------------------------------------------


def is_move_order_allowed(
    state: State, side: str, order: MenOrder, now: TabletopPaths | None = None
) -> bool:
    """Return whether a side may give a move order: all may move, and at least one can.

    `now` is the present position of all pieces, for callers that test many orders.
    """
    figures = _figures(state, side, order)
    if figures is None or not are_prisoners_escorted(state, figures):
        return False
    goals = destinations(state, figures, order)
    if not goals:
        return False
    if now is None:
        now = find_paths(state)
    allowed = figure_allowances(state, figures)
    return any(
        figure_path(state, now, now.stands[id_].id, goals[id_], allowed[id_], order) is not None
        for id_ in goals
    )


def plan_movement(state: State, side: str, order: MenOrder) -> MovementPlan:
    """Each of an order by itself, the nearest to its target first; those who cannot stay (G8)."""
    figures = _figures(state, side, order)
    goals = destinations(state, figures, order) if figures else {}
    if not goals or figures is None:
        return MovementPlan(())
    allowed, now = figure_allowances(state, figures), find_paths(state)
    left, moved = _nearest_first(now, goals), list[Course]()
    is_new = True
    while left and is_new:
        is_new, stay = False, []
        for id_ in left:
            found = figure_path(state, now, id_, goals[id_], allowed[id_], order)
            if found is None:
                stay.append(id_)
                continue
            moved.append(found)
            there = replace(now.stands[id_], at=found[1][-1], facing=found[2])
            now = TabletopPaths(now.ground, {**now.stands, id_: there}.values())
            is_new = True
        left = stay
    stayed = (now.way(now.stands[id_], goals[id_].at, allowed[id_]) for id_ in left)
    return MovementPlan(tuple(moved), tuple(stayed))


def _figures(state: State, side: str, order: MenOrder) -> list[Figure] | None:
    """The figures of an order; None where one of them may not be ordered by the side."""
    ids = list(dict.fromkeys(order.figures))
    found = [state.figures[id_] for id_ in ids if id_ in state.figures]
    if not found or len(found) != len(order.figures):
        return None
    return found if all(f.controlling_side == side and may_move(state, f) for f in found) else None


def are_prisoners_escorted(state: State, figures: Sequence[Figure]) -> bool:
    """Return whether prisoners among figures have enough of their guards (L14.1)."""
    chosen = {each.id for each in figures}
    held = [each for each in figures if each.status is FigureStatus.PRISONER]
    for party in {each.party for each in held}:
        guards = sum(guard.id in chosen for guard in state.guards(party))
        if sum(each.party == party for each in held) > PRISONERS_A_GUARD * guards:
            return False
    return True


def destinations(
    state: State, figures: Sequence[Figure], order: MenOrder
) -> dict[str, FormationPlace]:
    """Return the places and facings that figures are to reach."""
    path = read_path(order.path)
    if path is None or len(path) < 2:
        return {}
    if order.deed == orders.GO:
        dx, dy = path[-1].x - path[0].x, path[-1].y - path[0].y
        if not dx and not dy:
            return {}
        return {
            each.id: FormationPlace(Point(each.at.x + dx, each.at.y + dy), -1) for each in figures
        }
    if order.deed not in FORMATIONS or len(path) != 2:
        return {}
    footprint = state.type_of(figures[0]).footprint
    laid = formation_places(
        FigureFormation(order.deed), len(figures), path[0], path[1], footprint, state.field.scale
    )
    return assign_places({each.id: each.at for each in figures}, laid)


def figure_path(
    state: State, now: TabletopPaths, id_: str, goal: FormationPlace, allowed: int, order: MenOrder
) -> Course | None:
    """Return the way of one figure of an order; into contact where an enemy is in its way (L6.5).

    None where it cannot go, or would come into contact though it may not (K6.1).
    """
    course = _any_path(state, now, id_, goal, allowed, order)
    if course is None or state.customs.may_touch(state, state.figures[id_]):
        return course
    there = replace(now.stands[id_], at=course[1][-1], facing=course[2])
    return None if touches_enemy(state, there) else course


def touches_enemy(state: State, there: PlacedPiece) -> bool:
    """Return whether one would be in contact at a place with an enemy who fights."""
    room = state.field.footprint_of(there)
    return any(
        foe.side != there.side
        and foe.is_fit
        and max(abs(foe.at.x - there.at.x), abs(foe.at.y - there.at.y)) < _FAR
        and is_within(room, state.field.footprint_of(state.placed_piece(foe)), CONTACT)
        for foe in state.figures.values()
    )


def _any_path(
    state: State, now: TabletopPaths, id_: str, goal: FormationPlace, allowed: int, order: MenOrder
) -> Course | None:
    """Return the way of one figure of an order, whether or not it may touch an enemy."""
    stand, facing = now.stands[id_], None if goal.facing < 0 else goal.facing
    path = read_path(order.path) or ()
    if order.deed == orders.GO and len(path) > 2:
        drawn = _drawn(stand.at, path)
        fine = now.why_not(stand, drawn, _farther(state, id_, drawn, allowed, order)) is None
        return (id_, drawn, stand_at_end(stand, drawn).facing) if fine else None
    if goal.at == stand.at:
        return None
    straight = (stand.at, goal.at)
    far = _farther(state, id_, straight, allowed, order)
    march = now.way(stand, goal.at, far, facing)
    if is_enemy_obstruction(now, stand, march.why):
        short = path_to_contact(now, stand, goal.at, far)
        return None if short is None else (id_, short, facing_towards(*short[-2:]))
    if march.why is not None or (len(march.path) > 2 and not state.book.choices.shortest):
        return None
    if length_of(march.path) > _farther(state, id_, march.path, allowed, order) * FINE:
        return None
    return id_, march.path, stand_at_end(stand, march.path, facing).facing


def _farther(state: State, id_: str, path: Sequence[Point], allowed: int, order: MenOrder) -> int:
    """The allowance on a way: roads give a percentage more (L6.4); other books say otherwise."""
    allowed = state.customs.along(state, state.figures[id_], path, allowed, order.deed)
    bonus = state.book.choices.road_bonus
    more = bonus and length_of(path) > allowed * FINE and on_road(state, path)
    return allowed * (100 + bonus) // 100 if more else allowed


def _drawn(start: Point, path: Sequence[Point]) -> tuple[Point, ...]:
    """A drawn way as it is for one who stands elsewhere than where the hand took hold."""
    dx, dy = start.x - path[0].x, start.y - path[0].y
    return tuple(Point(x + dx, y + dy) for x, y in path)


def _nearest_first(now: TabletopPaths, goals: Mapping[str, FormationPlace]) -> list[str]:
    """The figures of a group, the nearest to its target first (G8)."""
    x = sum(goal.at.x for goal in goals.values()) // len(goals)
    y = sum(goal.at.y for goal in goals.values()) // len(goals)

    def apart(id_: str) -> tuple[int, str]:
        at = now.stands[id_].at
        return (at.x - x) ** 2 + (at.y - y) ** 2, id_

    return sorted(goals, key=apart)
