"""Shells: where one bursts, whom it kills, what shelters from it, and volleys of rifles (K3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from engine.games.littlewars.events import Died, ShotFired
from engine.games.littlewars.gun_crews import CREW, serving_men
from engine.games.littlewars.gun_shots import (
    PURPOSE,
    ProposedShotResult,
    shot_entered_by_umpire,
    shot_event,
    simulate_shot,
    straight_flight,
)
from engine.games.littlewars.kriegspiel.events import Burst, GunServed
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import GENERAL, all_units
from engine.games.littlewars.proximity import squared_distance, unit_shape
from engine.games.littlewars.state import Figure, Gun, State, Unit, Vehicle, WarGame
from engine.play.decisions import UMPIRE, Procedure, roll
from engine.tabletop.buffered_shapes import BufferedShape, core_of, least_distance, meet
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.shot_flight import FACES, ShotFlight

BURST = 3 * INCH
"""Distance from its burst at which a shell kills (K3.1)."""
VOLLEY = 5
"""Foot that fire one shot (K3.4)."""
RANK, GAP = 6 * INCH, 2 * INCH
"""Within how much they stand, and how far each may be from the next (K3.4)."""
OUT_FOR = 2
"""Moves a gun is out that was partly within a burst (K3.2)."""


class UnitNearBurst(NamedTuple):
    """A unit by a burst: distance edge to edge, in u rounded up, and shelter."""

    id: str
    away: int
    is_sheltered: bool = False


def killed_men(men: Iterable[UnitNearBurst]) -> tuple[str, ...]:
    """Half, rounded up, of the men within 3 in die, nearest first; the sheltered are not counted.

    Of men equally near those named first (K3.1).
    """
    within = [man for man in men if man.away <= BURST and not man.is_sheltered]
    within.sort(key=lambda man: man.away)
    return tuple(man.id for man in within[: -(-len(within) // 2)])


def harm_to_gun(nearest: int, furthest: int) -> str:
    """Wholly within the 3 in `destroyed`, partly `out` for two moves, else nothing (K3.2).

    `nearest` and `furthest` are the distances of its nearest and furthest points, in u.
    """
    if furthest <= BURST:
        return "destroyed"
    return "out" if nearest <= BURST else ""


def is_rank(gaps: Sequence[int], across: int) -> bool:
    """Return whether five men stand roughly in line (K3.4).

    `gaps` are the four distances from each to the next, `across` the greatest between any two.
    """
    return len(gaps) == VOLLEY - 1 and across <= RANK and all(gap <= GAP for gap in gaps)


GENERAL_OUT = 3
"""Moves a general is out near whom a shell burst (K9.3)."""


class ShellEffect(NamedTuple):
    """The effect of a shell that bursts at a point."""

    men: tuple[str, ...]
    dead: tuple[str, ...]
    destroyed: tuple[str, ...]
    out: tuple[tuple[str, int], ...]


def range_of(state: State, gun: Gun) -> int:
    """Return the range of a gun's shell, in u (K3.3)."""
    return charts_of(state).shell_range(HOWITZER if gun.type == HOWITZER else FIELD)


def gunners_firing(state: State, gun: Gun) -> tuple[str, ...]:
    """Return the four men who serve a gun that fires: the nearest of those about it (L7.1)."""
    men = serving_men(state, gun)
    men.sort(key=lambda man: (squared_distance(man.at, gun.at), man.id))
    return tuple(man.id for man in men[:CREW])


FIELD, HOWITZER = "field", "howitzer"


def shoot(game: WarGame, gun_id: str, at: Point) -> Procedure[None]:
    """A shell of a gun that is laid on a point: it flies as a bolt does, and bursts (K3.1, S2).

    «Ни артиллерия не могут вести огонь и перемещаться в одном ходе»: nor do its men walk (K2.5).
    """
    if not game.state.guns[gun_id].shots:
        game.emit(GunServed(gun_id, gunners_firing(game.state, game.state.guns[gun_id])))
    gun, choices = game.state.guns[gun_id], game.state.book.choices
    if choices.shots == UMPIRE:
        entered, lies = yield from shot_entered_by_umpire(gun_id, at, None)
        way = straight_flight(gun, at)
        fired = ShotFired(gun_id, at, (), way, entered, (), lies, by=UMPIRE)
        report_shell(game, fired, lies or at, entered)
        return
    faces = yield from roll(3, PURPOSE, FACES)
    flight = simulate_shot(game.state, gun, at, (faces[0], faces[1], faces[2]))
    place = burst_of(flight)
    harm = shell_effect_at(game.state, place)
    fired = shot_event(gun_id, at, faces, flight)
    who, where, by = harm.dead, place, "model"
    if choices.shots == "both":
        proposed = ProposedShotResult(harm.dead, place)
        entered, lies = yield from shot_entered_by_umpire(gun_id, at, proposed)
        if (entered, lies) != (proposed.dead, proposed.lies):
            who, where, by = entered, lies or place, UMPIRE
    fired = ShotFired(gun_id, at, faces, fired.path, who, (), where, fired.stopped, by)
    report_shell(game, fired, where, who)


def burst_of(flight: ShotFlight) -> Point:
    """Return the point of a burst: on the ground, or at the first piece or feature met."""
    last = flight.path[-2]
    return Point(last.x, last.y)


def report_shell(game: WarGame, fired: ShotFired, at: Point, dead: tuple[str, ...]) -> None:
    """Tell a shell's flight and burst; the dead and the general hit by it."""
    harm = shell_effect_at(game.state, at)
    fallen = tuple(id_ for id_ in dead if id_ in game.state.figures)
    game.emit(fired)
    game.emit(Burst(fired.gun, at, harm.men, fallen, harm.destroyed, harm.out))
    if fallen:
        game.emit(Died(fallen, "shell"))


# --- what it does ---------------------------------------------------------------------------------


def shell_effect_at(state: State, at: Point) -> ShellEffect:
    """Return the effect of a shell that bursts at a point (K3.1, K3.2, K9.3)."""
    near = (_near(state, each, at) for each in state.figures.values())
    men = [each for each in near if each.away <= BURST]
    exposed = tuple(man.id for man in men if not man.is_sheltered)
    generals = [id_ for id_ in exposed if state.figures[id_].type == GENERAL]
    killed = killed_men(man for man in men if man.id not in generals)
    out = tuple(
        (id_, number_of_last_move(state, state.figures[id_].side, GENERAL_OUT)) for id_ in generals
    )
    destroyed, guns_out = _harm_to_things(state, at)
    return ShellEffect(exposed, killed, destroyed, out + guns_out)


def _near(state: State, unit: Unit, at: Point) -> UnitNearBurst:
    core = unit_shape(state, unit)
    away = least_distance(core, BufferedShape((at,)))
    return UnitNearBurst(unit.id, away, away <= BURST and is_sheltered(state, at, unit.at))


def farthest_corner(core: BufferedShape, at: Point) -> int:
    """Return the distance of a footprint's farthest corner from a point, rounded up."""
    square = max((x - at.x) ** 2 + (y - at.y) ** 2 for x, y in core.points)
    return isqrt(square - 1) + 1 if square else 0


def is_sheltered(state: State, at: Point, who: Point) -> bool:
    """Return whether a wall, earthwork or house stands between a burst and a point (K3.1)."""
    way = BufferedShape((at, who))
    features = (one for one in state.field.table.features if one.kind_entry.shelters)
    return any(meet(way, core_of(one.shape)) for one in features)


def _harm_to_things(state: State, at: Point) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Guns and wagons that are destroyed, and guns that are out for two moves (K3.2)."""
    destroyed, out = [], []
    for unit in all_units(state):
        if isinstance(unit, Figure):
            continue
        near = _near(state, unit, at)
        if near.is_sheltered or near.away > BURST:
            continue
        if isinstance(unit, Gun):
            harm = harm_to_gun(near.away, farthest_corner(unit_shape(state, unit), at))
            if harm == "out":
                out.append((unit.id, number_of_last_move(state, unit.side, OUT_FOR)))
                continue
        inside = unit.aboard if isinstance(unit, Vehicle) else ()
        destroyed += [unit.id, *(id_ for id_ in inside if id_ not in destroyed)]
    return tuple(destroyed), tuple(out)


def number_of_last_move(state: State, side: str, moves: int) -> int:
    """The number of the last of so many moves of a side that are still to come."""
    first = state.move + (1 if side != state.active else 2)
    return first + 2 * (moves - 1)
