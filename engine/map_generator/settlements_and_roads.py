"""Villages where water and level ground meet, and the roads that lead to them over the ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.map_generator.grid_arrays import WIDTH, GridArrays
from engine.map_generator.landscape_kernels import cheapest_path
from engine.map_generator.recipe import MapRecipe
from engine.map_generator.seeded_noise import ONE, Numbers, hash_noise, octave_noise, random_index
from engine.map_generator.waters import Flags, GeneratedWaters
from engine.movement.connected_components import label_regions

PLAIN, ON_ROAD = 100, 30  # what a step costs on level ground, and on a road that is there
CLIMB, STEEP = 70, 90  # more for each level, and for each level of each level
STREAM, RIVER, FORDED, LAKE = 170, 420, 520, 6000  # for a bridge over each
AT_EDGE, BESIDE_ROAD = 130, 60
WANDER = 90  # more for what the ground is like: roads over plains are not straight
APART = 10  # hexes between two exits of the map, at least
DETOUR = 3  # a further road is worth it where it saves so many times its cost


@dataclass
class Settlement:
    """A town, a village or a hamlet: its first hex, and all of them."""

    at: int
    rank: int  # 0 a town, 1 a village, 2 a hamlet
    hexes: list[int] = field(default_factory=list)
    is_cut_off: bool = False  # by water: a road leads there even where no others are wanted


@dataclass
class RoadNetwork:
    """Links as pairs of hexes that touch, roads and tracks apart; who lives at them."""

    dwellings: list[Settlement]
    road: Masks
    track: Masks

    @property
    def on(self) -> Flags:
        """The hexes a road or track passes."""
        return (self.road | self.track) > 0


Masks = NDArray[np.uint8]


def generate_roads(
    recipe: MapRecipe,
    lay: GridArrays,
    found: GeneratedWaters,
    report: Callable[[float], object] = lambda share: None,
) -> RoadNetwork:
    """Dwellings, and a network that joins them with each other and with what lies beyond."""
    dwellings = _sites(recipe, lay, found)
    works = _Works(recipe, lay, found)
    exits = _exits(recipe, lay, found) if recipe.roads else []
    towns = [each.at for each in dwellings if each.rank == 0]
    _lead_through(works, exits, towns)
    has_cut_off = any(each.is_cut_off for each in dwellings)
    for number, each in enumerate(dwellings):  # those on land cut off by water come last
        if recipe.roads or each.is_cut_off or (has_cut_off and number == 0):
            works.join(each.at, is_road=each.rank < 2)
        report(number / len(dwellings) / 2)
    _close_rings(recipe, works, dwellings, report)
    _grow(recipe, lay, found, dwellings, works)
    return RoadNetwork(dwellings, works.road, works.track)


# --- who lives where ------------------------------------------------------------------------------


def _sites(recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters) -> list[Settlement]:
    """The best places, no two too near: level, low, by the water; and one on each cut-off land."""
    scores = _worth(recipe, lay, found)
    wanted = len(lay.grid) * recipe.villages // 6000 + (recipe.villages > 0)
    room = len(lay.grid) // max(wanted, 1)
    apart = max(3, isqrt(room * 7 // 10))
    chosen: list[int] = list(_cut_off(lay, found, scores))
    forced = len(chosen)
    wanted = max(wanted, 1) if forced else wanted  # a place to lead a road from
    barred = np.zeros(len(lay.grid), bool)
    for here in chosen:
        barred |= lay.apart(here) < apart
    for here in np.argsort(-scores, kind="stable").tolist():
        if len(chosen) >= wanted + forced or scores[here] < 0:
            break
        if not barred[here]:
            chosen.append(here)
            barred |= lay.apart(here) < apart
    free = chosen[forced:]
    towns = (len(free) + 3) // 6
    ranks = [0] * towns + [1] * ((len(free) - towns + 1) // 2)
    ranks += [2] * (len(free) - len(ranks))
    listed = [Settlement(at, rank) for at, rank in zip(free, ranks, strict=True)]
    return [*listed, *(Settlement(at, 2, is_cut_off=True) for at in chosen[:forced])]


def _worth(recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters) -> Numbers:
    """Return how habitable each hex is; below 0 it is uninhabitable."""
    beside = _beside_water(lay, found)
    near = lay.distances(beside | _touching(lay, found.wet), 4)
    steep = level_differences(lay, found.levels)
    flow = np.minimum(found.flow[lay.corners].max(axis=1), 400)
    score = 60 - 25 * near - 30 * steep - 60 * found.levels // max(recipe.relief, 1)
    score = (
        score + flow // 8 + hash_noise(recipe.seed * 64 + 50, np.arange(len(lay.grid))) % 60 + 200
    )
    edge = lay.distances(lay.is_rim, 4)
    score = score - 45 * (3 - np.minimum(edge, 3))
    return np.where(found.wet | (edge == 0), -1, np.maximum(score, 0))


def _beside_water(lay: GridArrays, found: GeneratedWaters) -> Flags:
    """The hexes with a stream or river along a side."""
    flags = np.zeros(len(lay.grid), bool)
    flags[lay.edges[found.stream_sides | found.river_sides, 2:4].reshape(-1)] = True
    return flags


def _touching(lay: GridArrays, flags: Flags) -> Flags:
    return np.asarray((flags[lay.neighbours] & (lay.neighbours >= 0)).any(axis=1) & ~flags)


def level_differences(lay: GridArrays, levels: Numbers) -> Numbers:
    """By how many levels the neighbour furthest above or below a hex differs from it."""
    there = np.where(lay.neighbours >= 0, levels[lay.neighbours], levels[:, None])
    return np.asarray(np.abs(there - levels[:, None]).max(axis=1), np.int64)


def _cut_off(lay: GridArrays, found: GeneratedWaters, scores: Numbers) -> list[int]:
    """The best hex of each land that water cuts off from the map's edge and the largest land."""
    numbers = label_regions(lay.grid, ~found.wet.reshape(lay.grid.shape)).reshape(-1)
    if numbers.max() < 1:
        return []
    at_edge = {*numbers[lay.is_rim].tolist(), int(np.bincount(numbers[numbers >= 0]).argmax())}
    lands = sorted(set(range(int(numbers.max()) + 1)) - at_edge)
    best = []
    for land in lands:
        hexes = np.flatnonzero(numbers == land)
        best.append(int(hexes[scores[hexes].argmax()]))
    return best


def _flags(hexes: list[int], count: int) -> Flags:
    flags = np.zeros(count, bool)
    flags[hexes] = True
    return flags


def _exits(recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters) -> list[int]:
    """Return the exits of roads: low, level, dry hexes at the edge, some hexes apart."""
    rows, columns = lay.grid.shape
    wanted = 2 + (rows + columns) * recipe.roads // 3000 + (recipe.roads >= 40)
    score = 400 - 40 * level_differences(lay, found.levels) - 30 * found.levels
    score = score + hash_noise(recipe.seed * 64 + 51, np.arange(len(lay.grid))) % 200
    at_corner = (lay.neighbours < 0).sum(axis=1) > 3
    score[~lay.is_rim | found.wet | _beside_water(lay, found) | at_corner] = -(2**40)
    chosen: list[int] = []
    apart = min(2 * APART, max((rows + columns) // (wanted + 2), 3))
    for here in np.argsort(-score, kind="stable").tolist():
        if len(chosen) == wanted or score[here] < -(2**39):
            break
        far = lay.apart(here)
        if all(far[other] >= apart for other in chosen):
            chosen.append(here)
    return chosen


# --- the network ----------------------------------------------------------------------------------


class _Works:
    """The network while it is laid: what each step costs, and what is there."""

    def __init__(self, recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters) -> None:
        self.lay, self.count = lay, len(lay.grid)
        self.road, self.track = np.zeros(self.count, np.uint8), np.zeros(self.count, np.uint8)
        self.on = np.zeros(self.count, bool)
        self.costs = _costs(recipe, lay, found)

    def join(self, start: int, *, is_road: bool) -> None:
        """Lead a road from a hex to the nearest of the network; the first one begins it."""
        if self.on[start]:
            return
        if self.on.any():
            self.lay_along(
                cheapest_path(self.costs, self.lay.neighbours, start, self.on)[0], is_road=is_road
            )
        else:
            self.on[start] = True

    def between(self, start: int, goal: int) -> tuple[Numbers, int]:
        """The cheapest way between two hexes, and its cost."""
        return cheapest_path(self.costs, self.lay.neighbours, start, _flags([goal], self.count))

    def lay_along(self, way: Numbers, *, is_road: bool) -> None:
        """Lay a road along touching hexes; where one is already it may become better."""
        masks, around = (self.road if is_road else self.track), self.lay.neighbours
        for one, other in zip(way[:-1].tolist(), way[1:].tolist(), strict=True):
            here = int(np.flatnonzero(around[one] == other)[0])
            there = (here + SIDES // 2) % SIDES
            masks[one] |= 1 << here
            masks[other] |= 1 << there
            self.costs[one, here] = self.costs[other, there] = ON_ROAD
        self.track &= ~self.road
        new = way[~self.on[way]]
        self.on[way] = True
        beside = around[new]
        for hexes in (beside[beside >= 0],):
            off = np.unique(hexes[~self.on[hexes]])
            self.costs[off] += np.where(self.costs[off] >= PLAIN, BESIDE_ROAD, 0)


def _costs(recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters) -> Numbers:
    """Return the cost of building a road to each neighbour, the same both ways."""
    there = np.maximum(lay.neighbours, 0)
    climb = np.abs(found.levels[there] - found.levels[:, None])
    x, y = lay.places
    jitter = (octave_noise(recipe.seed * 64 + 52, x, y, 7 * WIDTH, 3) + ONE // 2) * WANDER // ONE
    jitter = np.maximum(jitter, 0)
    costs = PLAIN + CLIMB * climb + STEEP * climb * climb + jitter[:, None] + jitter[there]
    rim = lay.is_rim
    costs = costs + AT_EDGE * (rim[:, None] & rim[there])
    for flags, price in ((found.river, FORDED), (found.lake, LAKE)):
        costs = costs + price * (flags[:, None] | flags[there])
    for edges, price in ((found.stream_sides, STREAM), (found.river_sides, RIVER)):
        _, _, one, other, way = lay.edges[edges].T
        costs[one, way] += price
        costs[other, way + SIDES // 2] += price
    return np.where(lay.neighbours >= 0, costs, -1).astype(np.int64)


def _lead_through(works: _Works, exits: list[int], towns: list[int]) -> None:
    """Main roads from the edge of the map to another, by the towns on the way."""
    if not exits:
        return
    first, *others = exits
    works.join(first, is_road=True)
    ordered = sorted(towns, key=lambda town: works.between(first, town)[1])
    for town in ordered:
        works.join(town, is_road=True)
    for exit_ in others:
        works.join(exit_, is_road=True)


def _close_rings(
    recipe: MapRecipe,
    works: _Works,
    dwellings: list[Settlement],
    report: Callable[[float], object],
) -> None:
    """Further roads between neighbours that have a long way round."""
    homes = [each for each in dwellings if works.on[each.at]]
    if recipe.roads < 20 or len(homes) < 3:
        return
    x, y = works.lay.places
    wanted = len(homes) * recipe.roads // 130
    pairs = []
    for number, one in enumerate(homes):
        apart = [(int((x[one.at] - x[b.at]) ** 2 + (y[one.at] - y[b.at]) ** 2), place)
                 for place, b in enumerate(homes) if place > number]  # fmt: skip
        pairs += [(far, number, place) for far, place in sorted(apart)[:3]]
    fresh = _without_roads(works)
    for done, (_, number, place) in enumerate(sorted(pairs)):
        if wanted <= 0:
            return
        report(0.5 + done / len(pairs) / 2)
        one, other = homes[number], homes[place]
        round_about = works.between(one.at, other.at)
        way, cost = cheapest_path(
            fresh, works.lay.neighbours, one.at, _flags([other.at], works.count)
        )
        if len(round_about[0]) * ON_ROAD > cost * ON_ROAD * DETOUR // (2 * PLAIN):
            works.lay_along(way, is_road=one.rank < 1 or other.rank < 1)
            wanted -= 1


def _without_roads(works: _Works) -> Numbers:
    """Return the costs of steps if existing roads are only half as good."""
    return np.where(works.costs == ON_ROAD, PLAIN // 2, works.costs)


def _grow(
    recipe: MapRecipe,
    lay: GridArrays,
    found: GeneratedWaters,
    dwellings: list[Settlement],
    works: _Works,
) -> None:
    """Houses along the roads: towns of some hexes, villages of few, hamlets of one."""
    steep = level_differences(lay, found.levels)
    degree = np.bitwise_count(works.road).astype(np.int64) * 2 + np.bitwise_count(works.track)
    edge = lay.is_rim
    taken = {each.at for each in dwellings}
    for number, each in enumerate(dwellings):
        room = {0: 4 + random_index(recipe.seed * 64 + 53, 4, number), 1: 2 + number % 2, 2: 1}[
            each.rank
        ]
        each.hexes = [each.at]
        while len(each.hexes) < room:
            beside = {int(h) for own in each.hexes for h in lay.neighbours[own] if h >= 0} - taken
            free = [h for h in beside if not found.wet[h] and not edge[h]]
            if not free:
                break
            own = set(each.hexes)
            best = max(free, key=lambda h: (_worth_building(lay, h, own, degree, steep), -h))
            each.hexes.append(best)
            taken.add(best)


def _worth_building(
    lay: GridArrays, at: int, own: set[int], degree: Numbers, steep: Numbers
) -> int:
    """By the road, on level ground, and close to the others."""
    beside = len(own & set(lay.neighbours[at].tolist()))
    return int(min(degree[at], 4) * 20 - steep[at] * 25) + 22 * beside
