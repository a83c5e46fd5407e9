"""Guns and crews: who serves a gun, whether it is in action, when it is taken (L7, L16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.games.littlewars.melee_events import GunPassed, GunTaken
from engine.games.littlewars.proximity import units_within
from engine.games.littlewars.state import Figure, Gun, State, WarGame
from engine.tabletop.buffered_shapes import signed_double_area
from engine.tabletop.footprints import axle_line
from engine.tabletop.shapes import INCH, Point

CREW = 4
"""Number of men that a gun needs within `SERVED` to be in action (L7.1)."""
SERVED = 6 * INCH


def men_near_gun(state: State, gun: Gun) -> list[Figure]:
    """The men of the side that holds a gun who are within six inches of it and may serve it."""
    fit = (each for each in state.fit_figures(gun.side) if state.customs.serves(state, each))
    return list(units_within(state, gun, fit, SERVED))


def serving_men(state: State, gun: Gun) -> list[Figure]:
    """Those of them that count for this gun: a man counts for one gun only (L7.1).

    Guns side by side share their men so that as many of them as can be are in action.
    """
    return _share_out(state, gun.side)[gun.id] if gun.id in state.guns else []


def is_in_action(state: State, gun: Gun) -> bool:
    """A gun is in action when at least four men of its side are within six inches (L7.1)."""
    return len(men_near_gun(state, gun)) >= CREW and len(serving_men(state, gun)) >= CREW


def _share_out(state: State, side: str) -> dict[str, list[Figure]]:
    """Return the men of each gun of a side, so that as many guns as can be have four (L7.1).

    Of several ways to do so, those guns come first that want the fewest men beside their own. The
    men left over serve the first gun they stand by.
    """
    near = {gun.id: men_near_gun(state, gun) for gun in state.guns_of(side)}
    men = {man.id: man for each in near.values() for man in each}
    by_man: dict[str, list[str]] = {}
    for gun, each in near.items():
        for man in each:
            by_man.setdefault(man.id, []).append(gun)
    own = {gun: sum(len(by_man[man.id]) == 1 for man in each) for gun, each in near.items()}
    able = [gun for gun, each in near.items() if len(each) >= CREW]
    able.sort(key=lambda gun: (max(0, CREW - own[gun]), len(near[gun])))
    ids = {gun: [man.id for man in near[gun]] for gun in able}
    served = most_crews(ids, CREW)
    found: dict[str, list[Figure]] = {gun: [] for gun in near}
    for id_, man in men.items():
        found[served.get(id_, by_man[id_][0])].append(man)
    return found


def mounted_men(state: State, men: Iterable[Figure]) -> list[Figure]:
    """The horsemen among some men, who count as men (L7.1)."""
    return [man for man in men if state.type_of(man).mounted]


def gun_allowance(state: State, gun: Gun, men: Sequence[Figure]) -> int:
    """Return how far a gun is moved: as cavalry goes if four of those who serve it are such (L8.3).

    At its first move it counts as standing on the back line, like figures (L2.2).
    """
    is_drawn = len(mounted_men(state, men)) >= CREW
    rate = state.book.rates["team"] if is_drawn else state.book.rate_of(gun.type)
    return max(0, rate - state.depth_of_fresh(gun))


def gun_takers(state: State, gun: Gun) -> list[Figure]:
    """Return the enemies within six inches who have passed a gun's axle line (L16.1)."""
    passed = {id_ for id_, _ in enemies_past_axle(state, gun)}
    return [foe for foe in _enemies_near(state, gun) if foe.id in passed]


def _enemies_near(state: State, gun: Gun) -> list[Figure]:
    foes = state.fit_figures(state.enemy_of(gun.side))
    return list(units_within(state, gun, foes, SERVED))


def enemies_past_axle(state: State, gun: Gun) -> tuple[tuple[str, Point], ...]:
    """Return who of the enemies by a gun has passed its axle line, and from where (L16.1).

    Each began the move that took it past on the far side of the line: the move under way, or an
    earlier one since which it has stayed by the gun.
    """
    before = dict(gun.passed_by)
    found = []
    for foe in _enemies_near(state, gun):
        starts = [foe.came, *([before[foe.id]] if foe.id in before else [])]
        start = next((at for at in starts if has_passed(state, gun, foe, at)), None)
        if start is not None:
            found.append((foe.id, start))
    return tuple(found)


def has_passed(state: State, gun: Gun, foe: Figure, start: Point) -> bool:
    """Return whether a figure that attacked from a place is past a gun's axle line (L16.1)."""
    left, right = axle_line(state.placed_piece(gun), state.field.scale)
    before, now = signed_double_area(left, right, start), signed_double_area(left, right, foe.at)
    return before * now < 0


def is_taken(state: State, gun: Gun) -> bool:
    """A gun is taken when none of its side is within six inches and four have passed it (L16.1)."""
    own = (each for each in state.figures.values() if each.side == gun.side and each.is_fit)
    is_left = not any(True for _ in units_within(state, gun, own, SERVED))
    return is_left and len(gun_takers(state, gun)) >= CREW


def judge_gun_captures(game: WarGame) -> None:
    """Judge at the end of each move which guns are taken (L16.1).

    Enemies who have passed a gun that was defended take it as soon as its last defender is gone, at
    the end of its own side's move too.
    """
    for gun in list(game.state.guns.values()):
        passed = enemies_past_axle(game.state, gun)
        if is_taken(game.state, gun):
            game.emit(GunTaken(gun.id, game.state.enemy_of(gun.side)))
        elif passed != gun.passed_by:
            game.emit(GunPassed(gun.id, passed))


Crews = Mapping[str, Sequence[str]]
"""The men who may serve each gun, by ids."""
Sharing = dict[str, str]
"""The gun that each man serves."""
MAX_TRIED = 4096
"""Choices of guns that are tried: all there are where up to eleven guns share men."""


def most_crews(near: Crews, crew: int) -> Sharing:
    """Return who serves which gun where as many guns as possible have a crew of so many men.

    Of several ways the one that serves the earlier guns is found.
    """
    found: Sharing = {}
    for guns in _groups(near):
        found |= _most(guns, near, crew)
    return found


def _groups(near: Crews) -> list[list[str]]:
    """Return the guns in groups that share men with each other, each in the order given."""
    groups: list[tuple[list[str], set[str]]] = []
    for gun, men in near.items():
        apart = [each for each in groups if not each[1] & set(men)]
        shared = [each for each in groups if each[1] & set(men)]
        guns = [one for each in shared for one in each[0]]
        groups = [*apart, ([*guns, gun], set(men).union(*(each[1] for each in shared)))]
    order = list(near)
    return [sorted(guns, key=order.index) for guns, _ in groups]


def _most(guns: Sequence[str], near: Crews, crew: int) -> Sharing:
    """Search the choices of guns of a group, those that serve the earlier ones first."""
    men = {man for gun in guns for man in near[gun]}
    limit, best = min(len(guns), len(men) // crew), Sharing()
    waiting, tried = [(0, Sharing())], 0
    while waiting and tried < MAX_TRIED:
        tried += 1
        index, sharing = waiting.pop()
        if len(sharing) > len(best):
            best = sharing
        most = len(sharing) // crew + len(guns) - index
        if len(best) == crew * limit or crew * most <= len(best):
            continue
        waiting.append((index + 1, sharing))
        more = _with_crew(sharing, guns[index], near, crew)
        if more is not None:
            waiting.append((index + 1, more))
    return best


def _with_crew(sharing: Sharing, gun: str, near: Crews, crew: int) -> Sharing | None:
    """Return a sharing that serves one more gun; None where it cannot keep the others served."""
    found = sharing.copy()
    for _ in range(crew):
        if not _add_man(found, gun, near, set()):
            return None
    return found


def _add_man(sharing: Sharing, gun: str, near: Crews, tried: set[str]) -> bool:
    """Give a gun one man more: one who is free, or another gun's that finds a replacement."""
    free = next((man for man in near[gun] if man not in sharing), None)
    if free is not None:
        sharing[free] = gun
        return True
    for man in near[gun]:
        other = sharing[man]
        if other == gun or man in tried:
            continue
        tried.add(man)
        sharing[man] = gun
        if _add_man(sharing, other, near, tried):
            return True
        sharing[man] = other
    return False
