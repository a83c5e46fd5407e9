"""Charges of horse: who may, the straight way to contact, and whom they meet (K6.1, K7, K8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.littlewars.kriegspiel.charge_losses import (
    CLOSE,
    COLUMN,
    EXTENDED,
    MIN_RIDERS,
    WIDEST,
)
from engine.games.littlewars.kriegspiel.movement import (
    forded_rivers,
    is_steep,
    may_figure_move,
    path_cost,
)
from engine.games.littlewars.kriegspiel.unit_lookups import (
    COLUMNS,
    EXTENDED_ORDER,
    fit_enemies,
    is_horse,
    nearest_figure,
)
from engine.games.littlewars.men_movement import path_to_contact
from engine.games.littlewars.orders import ActionOrder
from engine.games.littlewars.proximity import are_near, find_paths, unit_shape, units_within
from engine.games.littlewars.state import Figure, Gun, State, Unit
from engine.tabletop.buffered_shapes import is_within
from engine.tabletop.footprints import facing_towards
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.tabletop_paths import CONTACT, FINE, TabletopPaths, length_of

FIGHT = 6 * INCH
"""Distance from a figure in contact within which others fight as well (L11.2)."""
SUPPORT = 12 * INCH
"""Own foot or horse within this supports a gun (K8.1)."""
STEPS = 48
"""By how many places on its straight way a rider is brought up."""


class PlannedCharge(NamedTuple):
    """A charge as it would come about: the way of each rider, and whom it meets."""

    riders: tuple[str, ...]
    paths: tuple[tuple[str, tuple[Point, ...], int], ...]
    met: tuple[str, ...]
    came: int
    leader: str


def charge_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why riders may not charge, as a word; empty if they may (K6.1)."""
    riders = [state.figures[id_] for id_ in order.figures if id_ in state.figures]
    if len(riders) < max(MIN_RIDERS, len(order.figures)):
        return "too-few"
    if not all(each.side == side and each.is_fit and is_horse(state, each) for each in riders):
        return "not-horse"
    if not all(may_figure_move(state, each) for each in riders):
        return "may-not-go"
    target = find_charge_target(state, side, order.target)
    if target is None:
        return "no-target"
    if not is_in_formation(state, riders):
        return "not-formed"
    return "" if plan_charge(state, side, order) is not None else "no-way"


def find_charge_target(state: State, side: str, target: str) -> Figure | Gun | None:
    """Return the enemy figure or gun to be charged, if it is fit."""
    figure, gun = state.figures.get(target), state.guns.get(target)
    if figure is not None and figure.side != side and figure.is_fit:
        return figure
    return gun if gun is not None and gun.side != side else None


def is_in_formation(state: State, riders: Sequence[Figure]) -> bool:
    """Return whether riders form a line or a column with gaps of at most 3 in (K6.1)."""
    rooms = {each.id: unit_shape(state, each) for each in riders}
    left = dict(rooms)
    reached = [left.popitem()[1]]
    while reached:
        here = reached.pop()
        near_ = [id_ for id_, each in left.items() if is_within(here, each, WIDEST)]
        reached += [left.pop(id_) for id_ in near_]
    return not left


# --- the way --------------------------------------------------------------------------------------


def plan_charge(state: State, side: str, order: ActionOrder) -> PlannedCharge | None:
    """Return the charge as it will be made; None if it meets no enemy or too few arrive (K6.1).

    The rider nearest to the target goes straight to contact, the others as far in the same
    direction, or as far as they find room. Riders charge who come within six inches of that.
    """
    target = find_charge_target(state, side, order.target)
    riders = [state.figures[id_] for id_ in order.figures]
    if target is None:
        return None
    leader = nearest_figure(state, unit_shape(state, target), riders)
    assert leader is not None
    now = find_paths(state)
    end = contact_point(state, now, leader, target)
    if end is None:
        return None
    step = Point(end.x - leader.at.x, end.y - leader.at.y)
    facing = facing_towards(leader.at, end)
    paths = {leader.id: (leader.at, end)}
    now = _after(now, leader.id, end, facing)
    for rider in sorted((r for r in riders if r.id != leader.id), key=lambda r: _ahead(r, step)):
        place = charge_end_point(state, now, rider, step)
        if place is not None:
            paths[rider.id] = (rider.at, place)
            now = _after(now, rider.id, place, facing)
    return _onset(state, now, side, paths, leader, facing)


def _ahead(rider: Figure, step: Point) -> int:
    """Riders in front come up first."""
    return -(rider.at.x * step.x + rider.at.y * step.y)


def _after(now: TabletopPaths, id_: str, at: Point, facing: int) -> TabletopPaths:
    stand = now.stands[id_]
    return TabletopPaths(
        now.ground,
        {**now.stands, id_: type(stand)(stand.id, stand.side, stand.type, at, facing)}.values(),
    )


def _onset(
    state: State,
    now: TabletopPaths,
    side: str,
    paths: dict[str, tuple[Point, Point]],
    leader: Figure,
    facing: int,
) -> PlannedCharge | None:
    """Return the charge with the enemies met: in contact, or within 6 in of these (L11.2)."""
    ends = {id_: state.field.footprint_of(now.stands[id_]) for id_ in paths}
    foes = fit_enemies(state, side)
    guns = state.guns_of(state.enemy_of(side))
    all_foes: list[Unit] = [*foes, *guns]
    touched = [
        foe
        for foe in all_foes
        if any(is_within(unit_shape(state, foe), end, CONTACT) for end in ends.values())
    ]
    met = [foe for foe in foes if any(are_near(state, foe, one, FIGHT) for one in touched)]
    least = length_of(paths[leader.id]) - FIGHT * FINE
    riders = tuple(id_ for id_, path in paths.items() if length_of(path) >= least)
    if not touched or len(riders) < MIN_RIDERS:
        return None
    came = path_cost(state, leader, paths[leader.id])
    courses = tuple((id_, path, facing) for id_, path in paths.items())
    return PlannedCharge(riders, courses, tuple(foe.id for foe in met), came, leader.id)


def contact_point(state: State, now: TabletopPaths, rider: Figure, target: Unit) -> Point | None:
    """Return the point where a rider straight ahead touches a target; None if barred."""
    allowed = state.customs.allowance(state, rider)
    path = path_to_contact(now, state.placed_piece(rider), target.at, allowed)
    if path is None or path_cost(state, rider, path) > allowed:
        return None
    return None if is_steep(state, path) or forded_rivers(state, path) else path[-1]


def _is_free(state: State, now: TabletopPaths, rider: Figure, at: Point) -> bool:
    """Return whether a straight path is clear and short enough (K6.1, K1.2)."""
    path = (rider.at, at)
    if now.why_not(state.placed_piece(rider), path) is not None:
        return False
    if is_steep(state, path) or forded_rivers(state, path):
        return False
    return path_cost(state, rider, path) <= state.customs.allowance(state, rider)


def charge_end_point(state: State, now: TabletopPaths, rider: Figure, step: Point) -> Point | None:
    """Return the farthest point a rider reaches in a charge; None if they cannot move."""
    for part in range(STEPS, 0, -1):
        place = Point(rider.at.x + step.x * part // STEPS, rider.at.y + step.y * part // STEPS)
        if place != rider.at and _is_free(state, now, rider, place):
            return place
    return None


# --- whom they meet -------------------------------------------------------------------------------


def order_of_charged_foot(state: State, met: Iterable[Figure]) -> str:
    """Return the order of charged foot, extended or close, by most of its men (K6.2, K6.3).

    Dismounted riders count as extended (K7.1); men without an order by the gaps between them.
    """
    listed = list(met)
    loose = sum(is_extended(state, each, listed) for each in listed)
    return EXTENDED if 2 * loose > len(listed) else CLOSE


def is_extended(state: State, man: Figure, others: Sequence[Figure]) -> bool:
    """Return whether a man is in extended order: by orders, else an inch from the next."""
    if man.id in state.war.dismounted or man.formation in EXTENDED_ORDER:
        return True
    if man.formation:
        return False
    beside = [each for each in others if each.id != man.id]
    return not any(units_within(state, man, beside, INCH - 1))


def formation_of_caught_foot(met: Sequence[Figure]) -> str:
    """Return the formation of foot caught retiring: column if most of its men are (K6.5)."""
    in_column = sum(each.formation in COLUMNS for each in met)
    return COLUMN if 2 * in_column > len(met) else EXTENDED


def is_supported(state: State, gun: Gun, crew: Iterable[str]) -> bool:
    """Return whether friends other than its crew are within 12 in of a gun (K8.1)."""
    serving = set(crew)
    others = [each for each in state.fit_figures(gun.side) if each.id not in serving]
    return any(units_within(state, gun, others, SUPPORT))
