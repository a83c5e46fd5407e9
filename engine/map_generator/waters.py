"""Waters run downhill along hexsides, from springs or from beyond the map, to a lake or off it.

The height of a corner is that of its lowest hex. Corners are filled until all of them drain, and
each hex is raised to the lowest of its corners where it lay in a hollow. Then the lowest of the
three hexes at a corner lies exactly as high as the corner's water, so that no stream ever climbs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.map_generator.grid_arrays import WIDTH, GridArrays
from engine.map_generator.landscape_kernels import fill_depressions, flow_accumulation
from engine.map_generator.recipe import MapRecipe, RiverCourse
from engine.map_generator.relief import HIGH, heights_to_levels
from engine.map_generator.seeded_noise import ONE, Numbers, octave_noise
from engine.movement.connected_components import label_regions

Flags = NDArray[np.bool_]

MIN_STREAM = 3  # hexsides of a stream, below which it is none
MIN_LAKE, LARGEST_LAKE = 3, 40  # hexes; of a thousand of the map
SMALL_ISLAND = 9  # hexes; smaller ones are drowned


@dataclass
class GeneratedWaters:
    """The waters of a generated map, and the heights they have eroded."""

    heights: Numbers  # of each hex
    levels: Numbers
    lake: Flags  # of each hex
    river: Flags  # of each hex that a river takes up
    stream_sides: Flags  # of each edge of the lay
    river_sides: Flags
    flow: Numbers  # through each corner

    @property
    def wet(self) -> Flags:
        """The hexes that are water."""
        return self.lake | self.river


def generate_waters(recipe: MapRecipe, lay: GridArrays, heights: Numbers) -> GeneratedWaters:
    """Rivers, streams and lakes on hills, and the hills as they lie then."""
    raw = _lowest(lay, heights)
    ties = raw + _bends(recipe, lay)  # through hollows the water goes where they are deepest
    filled, down, order = fill_depressions(raw, ties, lay.corners_across_edges, _outlets(lay, raw))
    raised = np.maximum(heights, filled[lay.corners].min(axis=1))
    lake = _lakes(recipe, lay, raised - heights, raised)
    rain = np.ones(lay.count, np.int64)
    brook, stream = _thresholds(recipe, lay)
    entry = _entry(lay, raw, down, order) if recipe.rivers >= 20 else -1
    if entry >= 0:
        rain[entry] += stream * 2
    flow = flow_accumulation(rain, down, order)
    river = (
        _river_hexes(lay, raised, flow, down, stream) if recipe.bed is RiverCourse.HEXES else None
    )
    found = GeneratedWaters(
        raised, heights_to_levels(raised, recipe.relief), lake,
        np.zeros_like(lake) if river is None else river & ~lake,
        np.zeros(len(lay.edges), bool), np.zeros(len(lay.edges), bool), flow,
    )  # fmt: skip
    _drown_islands(lay, found)
    _lay_streams(lay, found, down, order, brook, stream)
    return found


def _lowest(lay: GridArrays, heights: Numbers) -> Numbers:
    """The lowest of the hexes that meet in each corner."""
    meeting = np.where(lay.hexes_at_corners >= 0, heights[lay.hexes_at_corners], 4 * HIGH)
    return np.asarray(meeting.min(axis=1), np.int64)


def _bends(recipe: MapRecipe, lay: GridArrays) -> Numbers:
    """Return noise that makes waters on level ground wind instead of running straight."""
    x, y = lay.places
    first = lay.hexes_at_corners[:, 0]
    return (octave_noise(recipe.seed * 64 + 41, x[first], y[first], 5 * WIDTH, 2) + ONE) * 8


def _outlets(lay: GridArrays, raw: Numbers) -> Flags:
    """The corners at the lower half of the map's edge, where waters leave it."""
    rim = lay.is_rim_corner
    assert rim.any(), "a sheet of several rows and columns has sides that lead to its edge"
    return np.asarray(rim & (raw <= np.sort(raw[rim])[int(rim.sum()) // 2]))


def _thresholds(recipe: MapRecipe, lay: GridArrays) -> tuple[int, int]:
    """From how many corners' water on there is a stream, and a river; no water: beyond reach."""
    never = 2**40
    brook = 16 + (100 - recipe.streams) ** 2 // 40
    river = max(brook * 4, lay.count * (105 - recipe.rivers) // 700)
    return (brook if recipe.streams else never), (river if recipe.rivers else never)


def _entry(lay: GridArrays, raw: Numbers, down: Numbers, order: Numbers) -> int:
    """The corner at the edge from where water has the longest way: a river enters there."""
    length = np.zeros(lay.count, np.int64)
    for here in order.tolist():
        if down[here] >= 0:
            length[here] = length[down[here]] + 1
    score = length * ONE - raw * ONE // HIGH * 8
    score[~lay.is_rim_corner | (down < 0)] = -(2**40)
    best = int(score.argmax())
    return best if length[best] > MIN_STREAM else -1


# --- lakes ----------------------------------------------------------------------------------------


def _lakes(recipe: MapRecipe, lay: GridArrays, depth: Numbers, raised: Numbers) -> Flags:
    """The largest hollows, as many as are asked for."""
    lake = np.zeros(len(lay.grid), bool)
    wanted = len(lay.grid) * recipe.lakes * recipe.lakes // 400_000 + (recipe.lakes > 0)
    if not recipe.lakes:
        return lake
    numbers = label_regions(lay.grid, (depth > HIGH // 150).reshape(lay.grid.shape)).reshape(-1)
    counts = np.bincount(numbers[numbers >= 0], minlength=1)
    for number in np.argsort(-counts, kind="stable")[:wanted].tolist():
        hollow = np.flatnonzero(numbers == number)
        if hollow.size < MIN_LAKE:
            break
        surface, size = np.unique(raised[hollow], return_counts=True)
        level = hollow[raised[hollow] == surface[size.argmax()]]
        core = _deepest(lay, level, depth)
        if core.size >= MIN_LAKE:
            lake[core] = True
    return lake


def _deepest(lay: GridArrays, hollow: Numbers, depth: Numbers) -> Numbers:
    """The deepest hexes of a hollow that are connected, as many as a lake has at most."""
    most = max(len(lay.grid) * LARGEST_LAKE // 1000, 2 * MIN_LAKE)
    sink = hollow[depth[hollow].argmax()]
    inside = np.zeros(len(lay.grid), bool)
    inside[hollow[np.argsort(-depth[hollow], kind="stable")[:most]]] = True
    numbers = label_regions(lay.grid, inside.reshape(lay.grid.shape)).reshape(-1)
    return np.flatnonzero(numbers == numbers[sink])


def _drown_islands(lay: GridArrays, found: GeneratedWaters) -> None:
    """Land that water has shut in and that is too small for anybody becomes water too."""
    numbers = label_regions(lay.grid, ~found.wet.reshape(lay.grid.shape)).reshape(-1)
    counts = np.bincount(numbers[numbers >= 0], minlength=1)
    at_edge = set(numbers[lay.is_rim].tolist())
    for number, count in enumerate(counts.tolist()):
        if 0 < count <= SMALL_ISLAND and number not in at_edge:
            hexes = np.flatnonzero(numbers == number)
            around = lay.neighbours[hexes]
            is_river = bool((found.river[around] & (around >= 0)).any())
            (found.river if is_river else found.lake)[hexes] = True


# --- rivers through hexes -------------------------------------------------------------------------


def _river_hexes(
    lay: GridArrays, raised: Numbers, flow: Numbers, down: Numbers, river: int
) -> Flags:
    """The lowest hexes beside large waters, each touching the next."""
    taken = np.zeros(len(lay.grid), bool)
    around = np.where(
        lay.hexes_at_corners >= 0, raised[lay.hexes_at_corners] * 8 + np.arange(3), 2**60
    )
    lowest = lay.hexes_at_corners[np.arange(lay.count), around.argmin(axis=1)]
    large = np.flatnonzero((flow >= river) & (lay.hexes_at_corners >= 0).any(axis=1))
    for here in large.tolist():
        taken[lowest[here]] = True
        below = int(down[here])
        if below < 0:
            continue
        one, other = int(lowest[here]), int(lowest[below])
        if one != other and other not in lay.neighbours[one]:
            shared = set(lay.hexes_at_corners[here].tolist()) & set(
                lay.hexes_at_corners[below].tolist()
            ) - {-1}
            taken[min(shared)] = True
    return taken


# --- streams along hexsides -----------------------------------------------------------------------


def _lay_streams(
    lay: GridArrays, found: GeneratedWaters, down: Numbers, order: Numbers, brook: int, river: int
) -> None:
    """Every water that is large enough, from springs that lie higher than where it ends."""
    wet, flow = found.wet, found.flow
    leads = _leading(lay, down)
    beside = lay.edges[leads, 2:4]
    runs = (leads >= 0) & (flow >= min(brook, river)) & ~wet[beside].any(axis=1)
    at_water = np.where(lay.hexes_at_corners >= 0, wet[lay.hexes_at_corners], False).any(axis=1)
    is_rim = (lay.hexes_at_corners < 0).any(axis=1)
    is_open = np.asarray(at_water | is_rim)  # water comes from there, or from beyond the map
    level = np.where(lay.hexes_at_corners >= 0, found.levels[lay.hexes_at_corners], 2**30).min(
        axis=1
    )
    for here in _springs(runs, down, order, level, is_open):
        step = here
        while runs[step] and not (found.stream_sides[leads[step]] | found.river_sides[leads[step]]):
            sides = found.river_sides if flow[step] >= river else found.stream_sides
            sides[leads[step]] = True
            step = int(down[step])


def _leading(lay: GridArrays, down: Numbers) -> Numbers:
    """The edge along which each corner drains; −1 where the water leaves the map."""
    is_that = (lay.corners_across_edges == down[:, None]) & (down >= 0)[:, None]
    edge = np.where(is_that, lay.edges_at_corners, -1).max(axis=1)
    return np.asarray(edge, np.int64)


def _springs(
    runs: Flags, down: Numbers, order: Numbers, level: Numbers, is_open: Flags
) -> list[int]:
    """Return the springs of waters, the longest stems first: above their end, or level."""
    feeders = np.zeros(runs.size, np.int64)
    np.add.at(feeders, down[runs], 1)
    end, length = np.arange(runs.size), np.zeros(runs.size, np.int64)
    for here in order.tolist():
        if runs[here]:
            end[here], length[here] = end[down[here]], length[down[here]] + 1
    heads = np.flatnonzero(runs & (feeders == 0))
    heads = heads[np.argsort(-length[heads], kind="stable")]
    highest: dict[int, int] = {}
    for here in heads.tolist():
        highest[int(end[here])] = max(highest.get(int(end[here]), -1), int(level[here]))
    good, has_one, laid = [], set[int](), set[int]()
    for here in heads.tolist():
        mouth = int(end[here])
        is_level = highest[mouth] == level[mouth]
        may_rise = (
            is_open[here] or level[here] > level[mouth] or (is_level and mouth not in has_one)
        )
        if may_rise and _is_long_enough(here, runs, down, laid):
            good.append(here)
            if not is_open[here]:
                has_one.add(mouth)
    return good


def _is_long_enough(here: int, runs: Flags, down: Numbers, laid: set[int]) -> bool:
    """Return True if a stem is a long stream before a confluence; then take its corners."""
    stem = []
    while runs[here] and here not in laid:
        stem.append(here)
        here = int(down[here])
    if len(stem) < MIN_STREAM:
        return False
    laid.update(stem)
    return True
