"""AI orders beside the proposals that keep guns served and fire at enemy crews.

A body moves without the men who serve guns; men are sent to a gun that has too few; shots are
aimed at the men about an enemy gun (E5, L7.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Any

from engine.games.littlewars import (
    gun_crews,
    gun_phase,
    gun_shots,
    men_movement,
    move_suggestions,
)
from engine.games.littlewars.gun_phase import GunDeed, Lay
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import FIRE, AimAt, GunOrder, MenOrder
from engine.games.littlewars.proximity import squared_distance
from engine.games.littlewars.state import Figure, Gun, State
from engine.play.ai_support import Weights
from engine.play.decisions import Answer, Decision
from engine.tabletop.formations import FigureFormation
from engine.tabletop.shapes import INCH, Point, format_path

BESIDE, APART = 5 * INCH, 18
"""Distance of a crew from its gun's middle, and spacing of the men, in sixteenths of an inch."""
AIMS = 2
"""Number of men of an enemy crew that are considered as targets."""


def list_crew_orders(
    view: State, decision: Decision[State, Any], weights: Weights
) -> Sequence[Answer]:
    """Answers that are open to a side, whether or not they are listed."""
    match decision:
        case MoveMen(side):
            orders = (*_but_crews(view, side, weights), *_to_guns(view, side, weights))
            return move_suggestions.feasible_orders(view, side, orders)
        case GunDeed(side):
            return list(_fire_at_crews(view, side))
        case Lay(_, gun):
            return aim_at_crews(view, view.guns[gun])
    return ()


# --- men ------------------------------------------------------------------------------------------


def _but_crews(view: State, side: str, weights: Weights) -> Iterator[MenOrder]:
    """The orders proposed to a body, without those of it whom guns need (L7.1)."""
    wanted = _keepers(view, side, _crew(weights))
    for group in move_suggestions.movable_groups(view, side)[: move_suggestions.MAX_BODIES]:
        free = [each for each in group if each.id not in wanted]
        if free and len(free) < len(group):
            yield from move_suggestions.suggest_group_orders(view, side, free)


def _crew(weights: Weights) -> int:
    """Return the number of men that a gun should have."""
    return max(0, int(weights["crew"]))


def _keepers(view: State, side: str, most: int) -> set[str]:
    """Those who stay by the guns of a side: the nearest to each, who have moved already first."""
    found: set[str] = set()
    for gun in view.guns_of(side):
        men = gun_crews.serving_men(view, gun)
        men.sort(key=lambda man: (not man.moved, squared_distance(man.at, gun.at), man.id))
        found.update(man.id for man in men[:most])
    return found


def _to_guns(view: State, side: str, weights: Weights) -> Iterator[MenOrder]:
    """The nearest men who are free go to a gun that has too few, in a line by it."""
    most = _crew(weights)
    kept = _keepers(view, side, most)
    for gun in view.guns_of(side):
        wanting = most - len(gun_crews.serving_men(view, gun))
        if wanting <= 0:
            continue
        men = [
            man
            for man in men_movement.movable_figures(view, side)
            if _is_free(view, man, gun, kept)
        ]
        men.sort(key=lambda man: (squared_distance(man.at, gun.at), man.id))
        if men:
            chosen = [man for man in men if man.body == men[0].body][:wanting]
            yield _line_by(view, gun, chosen)


def _is_free(view: State, man: Figure, gun: Gun, kept: set[str]) -> bool:
    far = view.customs.allowance(view, man) + gun_crews.SERVED
    near = squared_distance(man.at, gun.at) <= far * far
    return man.is_fit and not man.party and man.id not in kept and near


def _line_by(view: State, gun: Gun, men: Sequence[Figure]) -> MenOrder:
    """Some men in a line behind a gun, or on the side they come from if that is too far."""
    edge, start = view.edges[gun.side], move_suggestions.centre_of_figures(list(men))
    far = min(view.customs.allowance(view, man) for man in men)
    middle = view.field.point_farther_in(edge, gun.at, -BESIDE)
    if squared_distance(middle, start) > far * far:
        middle = _beside(gun.at, start)
    step = view.field.point_farther_in(edge, Point(0, 0), 1)
    half = APART * (len(men) - 1) // 2
    ends = [Point(middle.x + by * step.y, middle.y - by * step.x) for by in (-half, half)]
    return MenOrder(FigureFormation.LINE.value, tuple(man.id for man in men), format_path(ends))


def _beside(at: Point, towards: Point) -> Point:
    """The place beside a gun on the way to another."""
    length = isqrt(squared_distance(at, towards)) or 1
    x, y = (BESIDE * (there - here) // length for here, there in zip(at, towards, strict=True))
    return Point(at.x + x, at.y + y)


# --- guns -----------------------------------------------------------------------------------------


def _fire_at_crews(view: State, side: str) -> Iterator[GunOrder]:
    for gun in view.guns_of(side):
        if gun_phase.may_fire(view, gun) and view.customs.gun_may(view, gun, FIRE):
            for aim in aim_at_crews(view, gun):
                yield GunOrder(FIRE, gun.id, aim.path, aim.target)


def aim_at_crews(view: State, gun: Gun) -> list[AimAt]:
    """Aims at those who serve the enemy's guns, where they can: the nearest to theirs."""
    found: list[str] = []
    for other in view.guns_of(view.enemy_of(gun.side)):
        men = gun_crews.serving_men(view, other)
        if len(men) >= gun_crews.CREW:
            men.sort(key=lambda man: (squared_distance(man.at, other.at), man.id))
            found += [man.id for man in men if gun_shots.is_in_range(view, gun, man.at)][:AIMS]
    return [AimAt(target=id_) for id_ in found]
