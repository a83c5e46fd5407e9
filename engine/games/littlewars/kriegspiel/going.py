"""How far one goes in the Kriegspiel, and what bars the way: roads, contours, fords (K1, K2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.games.littlewars.field import GameTabletop
from engine.games.littlewars.kriegspiel.bodies import arm_of, is_horse
from engine.games.littlewars.kriegspiel.charts import charts_of
from engine.games.littlewars.kriegspiel.contours import Outline, contours
from engine.games.littlewars.kriegspiel.rates import allowance, climb, is_too_steep
from engine.games.littlewars.state import Figure, Gun, State, Unit
from engine.tabletop.cores import BufferedShape, core_of, is_within, meet
from engine.tabletop.point import INCH, Point
from engine.tabletop.shapes import Polygon
from engine.tabletop.ways import FINE, length_of

BANK = 2 * INCH
"""How much of a way that fords may lie on the banks (K2.1)."""


def arm(state: State, unit: Unit) -> str:
    """As what a unit goes, by the table of rates (K1.1)."""
    if isinstance(unit, Figure):
        return arm_of(state, unit)
    return "gun" if isinstance(unit, Gun) else unit.type


@dataclass(frozen=True)
class KriegspielTerrain:
    """The lie of the land as the Kriegspiel asks for it."""

    hills: tuple[Outline, ...]
    roads: tuple[BufferedShape, ...]
    bridges: tuple[BufferedShape, ...]
    fords: tuple[tuple[str, BufferedShape], ...]


@lru_cache(maxsize=16)
def lie_of(field: GameTabletop) -> KriegspielTerrain:
    """The lie of a country, looked up once."""
    features = field.table.features
    bridges = tuple(core_of(one.shape) for one in features if one.about.bridges)
    return KriegspielTerrain(
        tuple(
            one.shape.points for one in features if one.is_hill and isinstance(one.shape, Polygon)
        ),
        (*(core_of(one.shape) for one in features if one.kind == "road"), *bridges),
        bridges,
        tuple(
            (one.id, core_of(one.shape)) for one in features if one.kind == "river" and one.fordable
        ),
    )


def hills(state: State) -> tuple[Outline, ...]:
    """The contours of the country."""
    return lie_of(state.field).hills


def cost_of(state: State, unit: Unit, path: Sequence[Point]) -> int:
    """What a way costs of a move, in u: its length and its contours (K1.2)."""
    return -(-length_of(path) // FINE) + cost_of_climbing(state, path)


def cost_of_climbing(state: State, path: Sequence[Point]) -> int:
    """What the contours of a way cost of a move, in u (K1.2)."""
    return climb(contours(path, hills(state)))


def is_on_road(state: State, path: Sequence[Point]) -> bool:
    """Whether the whole of a way is on roads and bridges (K1.1)."""
    roads = lie_of(state.field).roads
    ends = (path[0], path[-1])
    if not all(any(is_within(BufferedShape((at,)), way, 0) for way in roads) for at in ends):
        return False
    return all(
        any(is_within(BufferedShape((at,)), way, 0) for way in roads) for at in points_on(path)
    )


def points_on(path: Sequence[Point], step: int = INCH) -> list[Point]:
    """Points of a way, no farther from each other than a step, the ends too."""
    found = [path[0]]
    for start, end in pairwise(path):
        count = max(abs(end.x - start.x), abs(end.y - start.y)) // step + 1
        found += [
            Point(
                start.x + (end.x - start.x) * n // count, start.y + (end.y - start.y) * n // count
            )
            for n in range(1, count + 1)
        ]
    return found


def is_steep(state: State, path: Sequence[Point]) -> bool:
    """Whether four contours lie within 12 in of a way that is no road (K1.2)."""
    crossed = contours(path, hills(state))
    return is_too_steep(crossed) and not is_on_road(state, path)


def fords(state: State, path: Sequence[Point]) -> list[BufferedShape]:
    """The rivers a way wades through, bridges apart (K2.1)."""
    lie, way = lie_of(state.field), BufferedShape(tuple(path))
    met = [core for _, core in lie.fords if meet(core, way)]
    return [core for core in met if not is_bridged(lie, core, path)]


def is_bridged(lie: KriegspielTerrain, river: BufferedShape, path: Sequence[Point]) -> bool:
    """Whether a way crosses a river on bridges alone."""
    bridges = [core for core in lie.bridges if meet(core, BufferedShape(tuple(path)))]
    wet = (BufferedShape((at,)) for at in points_on(path, 4))
    return bool(bridges) and all(
        any(is_within(at, bridge, 0) for bridge in bridges) for at in wet if is_within(at, river, 0)
    )


def is_from_bank_to_bank(path: Sequence[Point], rivers: Sequence[BufferedShape]) -> bool:
    """Whether a way that fords lies in the water but for two inches: that takes a move (K2.1)."""
    longest = BANK + sum(3 * river.doubled for river in rivers)
    if length_of(path) > longest * FINE:
        return False
    points = points_on(path, 4)
    dry = sum(
        not any(is_within(BufferedShape((at,)), river, 0) for river in rivers) for at in points
    )
    return 4 * dry <= BANK


def may_go(state: State, figure: Figure) -> bool:
    """Whether a figure may move in this move: fit to, fed, and bound to nothing else (K)."""
    war = state.war
    if figure.moved or figure.id in war.fired or figure.id in war.charged:
        return False
    if state.is_loading(figure.id):
        return False
    return figure.id not in war.held and is_fed(state, figure)


def is_fed(state: State, figure: Figure) -> bool:
    """Whether a figure has food, and its horse fodder (K4.6)."""
    feeding = state.war.feeding.get(figure.body)
    if feeding is None:
        return True
    if feeding.food < state.turn:
        return False
    return not is_horse(state, figure) or feeding.fodder >= state.turn


def reach_of(state: State, unit: Unit, path: Sequence[Point], formation: str) -> int:
    """How far a unit goes on a way, in u (K1.1)."""
    return allowance(charts_of(state), arm(state, unit), formation, is_on_road(state, path))
