"""What a gun may be laid on, and who lies down for its shot (S1, L8.2)."""

from __future__ import annotations

from engine.games.littlewars.crews import SERVED
from engine.games.littlewars.nearness import apart_squared, room, within
from engine.games.littlewars.orders import AimAt, read_point
from engine.games.littlewars.state import Figure, Gun, State
from engine.tabletop.cores import leg, meet
from engine.tabletop.point import Point

BAND = 48
"""How wide the way of a shot is kept free of the men who serve the gun, in sixteenths."""
MOST_AIMS = 6


def point_of(state: State, gun: Gun, aim: AimAt) -> Point | None:
    """The point that is aimed at; None for what is no aim: the gun's own place, nobody there."""
    if aim.target:
        found = state.unit(aim.target)
        at = None if found is None or aim.path else found.at
    else:
        at = read_point(aim.path)
    return None if at is None or at == gun.at or not is_in_range(state, gun, at) else at


def is_in_range(state: State, gun: Gun, at: Point) -> bool:
    """Whether a point is not farther than a gun may be aimed."""
    far = state.customs.gun_range(state, gun)
    return far is None or apart_squared(gun.at, at) <= far**2


def laid_down(state: State, gun: Gun, at: Point) -> list[Figure]:
    """Own men about the gun in the way of its shot, who are laid down for it (L8.2)."""
    way = leg(gun.at, at, BAND)
    near = within(state, gun, state.fit(gun.side), SERVED)
    return [man for man in near if meet(way, room(state, man))]


def aims(state: State, gun: Gun) -> list[AimAt]:
    """Aims that are proposed: at the nearest figure of each hostile body, and at its middle."""
    bodies: dict[str, list[Figure]] = {}
    for figure in state.fit(state.enemy(gun.side)):
        bodies.setdefault(figure.body, []).append(figure)
    wanted: list[Figure] = []
    for figures in bodies.values():
        figures.sort(key=lambda each: (apart_squared(gun.at, each.at), each.id))
        wanted += [figures[0], figures[len(figures) // 2]]
    wanted.sort(key=lambda each: (apart_squared(gun.at, each.at), each.id))
    near = (each.id for each in wanted if is_in_range(state, gun, each.at))
    return [AimAt(target=id_) for id_ in dict.fromkeys(near)][:MOST_AIMS]
