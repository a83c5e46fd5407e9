"""Vegetation: woods on hills, fields round villages, marshes by level waters, rocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.map_generator.grid_arrays import WIDTH, GridArrays
from engine.map_generator.recipe import MapRecipe
from engine.map_generator.relief import HIGH
from engine.map_generator.seeded_noise import Numbers, cell_noise, hash_noise, octave_noise
from engine.map_generator.settlements_and_roads import RoadNetwork, level_differences
from engine.map_generator.waters import Flags, GeneratedWaters

GROUNDS = (
    "open", "woods", "settlement", "lake", "river", "field", "crops", "orchard", "marsh", "rough",
)  # fmt: skip
OPEN, WOODS, SETTLEMENT, LAKE, RIVER, FIELD, CROPS, ORCHARD, MARSH, ROUGH = range(len(GROUNDS))
WOOD, CLEARING, COPSE, PARCEL = (
    10,
    4,
    3,
    3,
)  # hexes: how large woods, their clearings and parcels are
# Of sixteen parcels: what grows on each.
ROTATION = (FIELD,) * 6 + (CROPS,) * 5 + (OPEN,) * 4 + (ORCHARD,)
STEEPEST_FIELD = 1  # levels
CLIFF = 3  # levels between two hexes


def generate_grounds(
    recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters, made: RoadNetwork
) -> NDArray[np.uint8]:
    """Return the ground in each hex, as a position in `GROUNDS`."""
    plane = np.full(len(lay.grid), OPEN, np.uint8)
    homes = np.zeros(len(lay.grid), bool)
    homes[[h for each in made.dwellings for h in each.hexes]] = True
    far = lay.distances(homes, 9)
    steep = level_differences(lay, found.levels)
    free = ~found.wet & ~homes
    _grow_fields(recipe, lay, plane, far, steep)
    plane[_woods(recipe, lay, found, made, far, steep) & free] = WOODS
    plane[_rocks(recipe, lay, found, made, steep) & free] = ROUGH
    plane[_marshes(recipe, lay, found, made, steep) & free] = MARSH
    plane[homes], plane[found.lake], plane[found.river] = SETTLEMENT, LAKE, RIVER
    return plane


def _grow_fields(
    recipe: MapRecipe, lay: GridArrays, plane: NDArray[np.uint8], far: Numbers, steep: Numbers
) -> None:
    reach = 1 + recipe.fields * 6 // 100 if recipe.fields else 0
    x, y = lay.places
    crop = np.array(ROTATION, np.uint8)[_parcels(recipe, lay) % len(ROTATION)]
    edge = octave_noise(recipe.seed * 64 + 60, x, y, 5 * WIDTH, 2) * 2 // 1024  # ragged
    tilled = (far + edge <= reach) & (steep <= STEEPEST_FIELD)
    crop = np.where((crop == ORCHARD) & (far > 2), FIELD, crop)
    plane[tilled] = crop[tilled]


def _parcels(recipe: MapRecipe, lay: GridArrays) -> Numbers:
    x, y = lay.places
    return cell_noise(recipe.seed * 64 + 61, x, y, PARCEL * WIDTH)


def _woods(
    recipe: MapRecipe,
    lay: GridArrays,
    found: GeneratedWaters,
    made: RoadNetwork,
    far: Numbers,
    steep: Numbers,
) -> Flags:
    """The asked share of the land: on slopes and heights first, in large woods with clearings."""
    x, y = lay.places
    seed = recipe.seed * 64 + 70
    likely = octave_noise(seed, x, y, WOOD * WIDTH, 4, 600) + 130 * np.minimum(steep, 3)
    likely = likely + np.maximum(octave_noise(seed + 12, x, y, COPSE * WIDTH, 1) - 300, 0) * 4
    likely = likely + found.heights * 260 // HIGH
    likely = likely - np.maximum(octave_noise(seed + 8, x, y, CLEARING * WIDTH, 2) - 180, 0) * 3
    likely = likely - np.where(far < 3, (3 - far) * 220, 0) - made.on * 60
    flags = _largest(likely, ~found.wet & (far > 0), recipe.woods)
    around = (flags[lay.neighbours] & (lay.neighbours >= 0)).sum(axis=1)
    return np.asarray((flags & (around > 0)) | (around >= 5))


def _rocks(
    recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters, made: RoadNetwork, steep: Numbers
) -> Flags:
    """The asked share: the steepest and highest ground, off the roads."""
    x, y = lay.places
    likely = np.minimum(steep, 4) * 120 + found.heights * 500 // HIGH
    likely = likely + octave_noise(recipe.seed * 64 + 80, x, y, 6 * WIDTH, 2) * 2
    flags = _largest(likely, ~found.wet & ~made.on, recipe.rocks)
    return np.asarray(flags & ((flags[lay.neighbours] & (lay.neighbours >= 0)).sum(axis=1) > 1))


def _marshes(
    recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters, made: RoadNetwork, steep: Numbers
) -> Flags:
    """Level ground by large waters, off the roads."""
    x, y = lay.places
    by_water = (found.wet[lay.neighbours] & (lay.neighbours >= 0)).any(axis=1)
    beside = np.zeros(len(lay.grid), bool)
    sides = found.stream_sides | found.river_sides
    beside[lay.edges[sides, 2:4].reshape(-1)] = True
    likely = octave_noise(recipe.seed * 64 + 90, x, y, 6 * WIDTH, 2) + 200 * by_water
    eligible = (by_water | beside) & (steep == 0) & ~made.on
    return _largest(likely, eligible, recipe.marshes)


def _largest(values: Numbers, eligible: Flags, share: int) -> Flags:
    """So many of a hundred of those that are eligible: where the values are largest."""
    where = np.flatnonzero(eligible)
    count = where.size * share // 100
    flags = np.zeros(values.size, bool)
    flags[where[np.argsort(-values[where], kind="stable")[:count]]] = True
    return flags


# --- along hexsides -------------------------------------------------------------------------------


def generate_hedges(
    recipe: MapRecipe,
    lay: GridArrays,
    found: GeneratedWaters,
    made: RoadNetwork,
    plane: NDArray[np.uint8],
) -> Flags:
    """The edges with a hedge: round tilled parcels, where no road or water passes."""
    one, other = lay.edges[:, 2], lay.edges[:, 3]
    parcel = _parcels(recipe, lay)
    tilled = (plane >= FIELD) & (plane <= ORCHARD)
    hedged = tilled & (hash_noise(recipe.seed * 64 + 95, parcel) % 100 < recipe.hedges)
    is_land = tilled | (plane == OPEN)
    between = (parcel[one] != parcel[other]) & (hedged[one] | hedged[other])
    return np.asarray(between & is_land[one] & is_land[other] & _is_free(lay, found, made))


def generate_cliffs(
    recipe: MapRecipe, lay: GridArrays, found: GeneratedWaters, made: RoadNetwork
) -> Flags:
    """The edges with a cliff: where hexes differ by some levels, and no road or water passes."""
    one, other = lay.edges[:, 2], lay.edges[:, 3]
    drop = np.abs(found.levels[one] - found.levels[other])
    kept = hash_noise(recipe.seed * 64 + 96, np.arange(len(lay.edges)) // 3) % 100 < recipe.cliffs
    dry = ~(found.wet[one] | found.wet[other])
    return np.asarray((drop >= CLIFF) & kept & dry & _is_free(lay, found, made))


def _is_free(lay: GridArrays, found: GeneratedWaters, made: RoadNetwork) -> Flags:
    linked = (made.road | made.track)[lay.edges[:, 2]] >> (lay.edges[:, 4] % SIDES).astype(np.uint8)
    return ~(linked & 1).astype(bool) & ~found.stream_sides & ~found.river_sides
