"""Falling back, fleeing and being driven back: straight away from the enemy (K6.4–K8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt

from engine.games.littlewars.events import Died, GunMoved
from engine.games.littlewars.gun_crews import is_in_action
from engine.games.littlewars.gun_hauling import hauling_allowance, plan_gun_move
from engine.games.littlewars.kriegspiel.events import (
    Bound,
    PursuitBroken,
    TriedToRetire,
    Warned,
    WentBack,
)
from engine.games.littlewars.kriegspiel.movement import is_steep
from engine.games.littlewars.kriegspiel.unit_lookups import fit_enemies, is_horse
from engine.games.littlewars.melees import find_contacts
from engine.games.littlewars.proximity import find_paths, squared_distance
from engine.games.littlewars.state import Figure, Gun, State, WarGame
from engine.tabletop.footprints import PlacedPiece, facing_towards
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import ObstacleKind

FALL_BACK = 12 * INCH
"""Distance that extended foot falls back (K6.4)."""
STEP = INCH
FLED = "fled"


def drive_back(
    game: WarGame, who: Iterable[str], before: Iterable[str], length: int, why: str = "driven"
) -> None:
    """Figures go straight back before others, as far as there is room (K7.1).

    Horse that is driven off the field or into water that cannot be forded is destroyed (K7.4).
    """
    went, lost = _ways_back(game.state, tuple(who), tuple(before), length)
    if went:
        game.emit(WentBack(why, tuple(went)))
    if lost:
        game.emit(Died(tuple(lost), FLED))


def retire(game: WarGame, beaten: tuple[str, ...], winners: tuple[str, ...]) -> None:
    """Horse beaten in an even fight retires a move, and goes on while pursued (K7.2, K7.4)."""
    drive_back(game, beaten, winners, 36 * INCH, "beaten")
    left = game.state.alive(beaten)
    if left:
        game.emit(Bound(fleeing=left, pursuers=winners))


def _ways_back(
    state: State, who: tuple[str, ...], before: tuple[str, ...], length: int
) -> tuple[list[tuple[str, tuple[Point, ...]]], list[str]]:
    """The way of each, the hindmost first, and who finds none but to destruction."""
    went: list[tuple[str, tuple[Point, ...]]] = []
    lost: list[str] = []
    now = find_paths(state)
    foes = [state.figures[id_].at for id_ in before if id_ in state.figures]
    for id_ in sorted(who, key=lambda id_: -squared_distance(_at(state, id_), _middle(foes))):
        unit = state.figures.get(id_) or state.guns[id_]
        away = direction_away_from(state, unit, _middle(foes))
        end, is_lost = _end(
            state, now, state.placed_piece(unit), away, length, _is_lost_beyond(state, unit)
        )
        if is_lost:
            lost.append(id_)
            now = now.without([id_])
        elif end != unit.at:
            went.append((id_, (unit.at, end)))
            stand = now.stands[id_]
            facing = facing_towards(unit.at, end)
            moved = PlacedPiece(stand.id, stand.side, stand.type, end, facing)
            now = TabletopPaths(now.ground, {**now.stands, id_: moved}.values())
    return went, lost


def _is_lost_beyond(state: State, unit: Figure | Gun) -> bool:
    """Horse that leaves the field or meets deep water is destroyed; others stop (K7.4)."""
    return isinstance(unit, Figure) and is_horse(state, unit)


def _end(
    state: State, now: TabletopPaths, stand: PlacedPiece, away: Point, length: int, is_horse_: bool
) -> tuple[Point, bool]:
    """Return the end of a retreat, and whether it takes the piece off the field."""
    for far in range(length, 0, -STEP):
        end = _along(stand.at, away, far)
        why = now.why_not(stand, (stand.at, end))
        if why is None and not is_steep(state, (stand.at, end)):
            return end, False
        if is_horse_ and why is not None and why.by in (ObstacleKind.OFF, ObstacleKind.WATER):
            return stand.at, True
    return stand.at, False


def _along(start: Point, away: Point, far: int) -> Point:
    """Return the place so far from another in a direction."""
    long = _long(away)
    return Point(start.x + round(away.x * far / long), start.y + round(away.y * far / long))


def direction_away_from(state: State, unit: Figure | Gun, foes: Point) -> Point:
    """The direction straight away from enemies; to the own edge where they stand upon one."""
    way = Point(unit.at.x - foes.x, unit.at.y - foes.y)
    if way != Point(0, 0):
        return way
    inward = state.field.point_from_edge(state.edges[unit.side], 0, 1)
    start = state.field.point_from_edge(state.edges[unit.side], 0, 0)
    return Point(start.x - inward.x, start.y - inward.y)


def _middle(points: list[Point]) -> Point:
    count = max(len(points), 1)
    return Point(sum(p.x for p in points) // count, sum(p.y for p in points) // count)


def _at(state: State, id_: str) -> Point:
    unit = state.unit_on_table(id_)
    assert unit is not None, id_
    return unit.at


def _long(way: Point) -> float:
    return max(isqrt((way.x**2 + way.y**2) << 20) / 1024, 1.0)


# --- in their next move ---------------------------------------------------------------------------


def fall_back_charged_foot(game: WarGame) -> None:
    """Extended foot that was charged falls back 12 in in its next move (K6.4)."""
    state = game.state
    due = [id_ for id_ in state.war.falling_back if _is_due(state, id_)]
    if due:
        foes = [each.id for each in state.fit_figures(state.enemy_of(state.active))]
        for id_ in sorted(due):
            near = sorted(foes, key=lambda foe: squared_distance(_at(state, foe), _at(state, id_)))[
                :1
            ]
            drive_back(game, [id_], near, FALL_BACK, "falls-back")


def _is_due(state: State, id_: str) -> bool:
    figure = state.figures.get(id_)
    return figure is not None and figure.side == state.active and not figure.moved


def continue_flights(game: WarGame) -> None:
    """Continue pursued retreats, unless others attack the pursuers (K6.5, K7.4, K8.2)."""
    freed = tuple(_freed_by_attack(game.state))
    if freed:
        game.emit(PursuitBroken(freed))
    for flight in game.state.war.flights:
        pursuers = game.state.alive(flight.pursuers)
        gun = game.state.guns.get(flight.figure)
        if gun is not None and gun.side == game.state.active and pursuers:
            _draw_gun_back(game, gun, pursuers)
    for flight in game.state.war.flights:
        pursuers, figure = game.state.alive(flight.pursuers), game.state.figures.get(flight.figure)
        if figure is None or figure.side != game.state.active or figure.moved:
            continue
        if pursuers and figure.is_fit:
            rate = game.state.customs.allowance(game.state, figure)
            drive_back(game, [figure.id], pursuers, rate, "flees")


def _freed_by_attack(state: State) -> Iterator[str]:
    """Yield fleeing units whose pursuers touch other units of the moving side."""
    attacked = {
        foe
        for pair in find_contacts(state)
        for own, foe in (pair, pair[::-1])
        if state.figures[own].side == state.active and not state.war.is_fleeing(own)
    }
    for flight in state.war.flights:
        unit = state.unit_on_table(flight.figure)
        if unit is not None and unit.side == state.active and attacked & {*flight.pursuers}:
            yield flight.figure


def _draw_gun_back(game: WarGame, gun: Gun, pursuers: tuple[str, ...]) -> None:
    """A pursued gun is drawn back by its men, as far as they can (K8.2, L8.3)."""
    free = game.state.copy()
    free.war = free.war.with_(flights=())
    if gun.done or not gun.limbered or not is_in_action(free, gun):
        return
    away = direction_away_from(free, gun, _middle([free.figures[id_].at for id_ in pursuers]))
    for far in range(hauling_allowance(free, gun), 0, -STEP):
        hauled = plan_gun_move(free, gun, (gun.at, _along(gun.at, away, far)))
        if hauled is not None:
            game.emit(GunMoved(gun.id, hauled.path, hauled.facing, hauled.crew))
            return


def remember_who_retired(game: WarGame) -> None:
    """Bind units that retired from the reach of a charge to flee while pursued (K6.5–K8.2).

    Horse, foot and artillery alike: bodies before the riders within whose reach they stood.
    """
    tried = units_retiring(game.state)
    if not tried:
        return
    game.emit(TriedToRetire(tried))
    bodies: dict[str, list[str]] = {}
    for id_ in tried:
        if not game.state.war.is_fleeing(id_):
            figure = game.state.figures.get(id_)
            bodies.setdefault(figure.body if figure else id_, []).append(id_)
    for ids in bodies.values():
        pursuers = tuple(_threatening_riders(game.state, ids))
        if pursuers:
            game.emit(Bound(fleeing=tuple(ids), pursuers=pursuers))


def units_retiring(state: State) -> tuple[str, ...]:
    """Return units that stood in reach of a charge and went back (K6.5, K7.1, K8.2)."""
    foes = fit_enemies(state, state.active)
    found = []
    for id_ in sorted(state.war.warned - state.war.heeded):
        unit = state.figures.get(id_) or state.guns.get(id_)
        if unit is None or unit.side != state.active or unit.at == unit.came or not foes:
            continue
        before = min(squared_distance(foe.at, unit.came) for foe in foes)
        if min(squared_distance(foe.at, unit.at) for foe in foes) > before:
            found.append(id_)
    return tuple(found)


def _threatening_riders(state: State, ids: Iterable[str]) -> Iterator[str]:
    """The enemy's riders within whose reach some of a side stood when its move began."""
    units = [state.figures.get(id_) or state.guns[id_] for id_ in ids]
    for foe in fit_enemies(state, state.active):
        if is_horse(state, foe) and any(_may_reach(state, foe, unit.came) for unit in units):
            yield foe.id


def warn_of_charges(game: WarGame) -> None:
    """At the end of a move: who stands within reach of a charge, who is free again (K6.5–K8.2)."""
    state, side = game.state, game.state.active
    riders = [each for each in state.fit_figures(side) if is_horse(state, each)]
    enemy = state.enemy_of(side)
    foes: list[Figure | Gun] = [*state.fit_figures(enemy), *state.guns_of(enemy)]
    warned = tuple(foe.id for foe in foes if any(_may_reach(state, one, foe.at) for one in riders))
    game.emit(Warned(side, warned, tuple(_those_freed(state, side))))


def _may_reach(state: State, rider: Figure, at: Point) -> bool:
    reach = state.customs.allowance(state, rider)
    return squared_distance(rider.at, at) <= (reach + INCH) ** 2


def _those_freed(state: State, side: str) -> Iterator[str]:
    """Yield units that have stood or fled for a move and are pursued no longer."""
    for id_ in sorted(state.war.held):
        figure = state.figures.get(id_)
        if figure is None or figure.side == side:
            yield id_
    for flight in state.war.flights:
        unit = state.figures.get(flight.figure) or state.guns.get(flight.figure)
        if unit is None or (unit.side != side and not _is_pursued(state, unit, flight.pursuers)):
            yield flight.figure


def _is_pursued(state: State, unit: Figure | Gun, pursuers: tuple[str, ...]) -> bool:
    """Return whether riders have followed one in their move, and can reach it yet."""
    riders = (state.figures[id_] for id_ in pursuers if id_ in state.figures)
    return any(
        squared_distance(rider.at, unit.at) < squared_distance(rider.came, unit.at)
        and _may_reach(state, rider, unit.at)
        for rider in riders
    )
