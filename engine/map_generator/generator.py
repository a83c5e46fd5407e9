"""Country as a map: relief, waters, dwellings, roads, growth and names, without a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.map.map import Map, Plane, Zone
from engine.map.terrain import load_catalogue
from engine.map_generator import vegetation
from engine.map_generator.grid_arrays import GridArrays
from engine.map_generator.place_names import name_places
from engine.map_generator.recipe import MAX_HEXES, InvalidRecipeError, MapRecipe
from engine.map_generator.relief import generate_heights
from engine.map_generator.settlements_and_roads import generate_roads
from engine.map_generator.waters import generate_waters
from engine.texts import text

SYMBOLS = (".", "w", "s", "~", "=", "f", "c", "o", "m", "r")
WATERS_TAKE, ROADS_TAKE = 0.15, 0.75  # of the time
MIN_SIDE = 4  # columns and rows


Report = Callable[[float], object]
"""Told what part, from 0 to 1, is done; what it raises ends the work."""


def generate_map(recipe: MapRecipe, sheet: Map, report: Report = lambda share: None) -> Map:
    """The sheet with country on it; its own scale, labels and title stay.

    InvalidRecipeError for a sheet that is too small or too large for it.
    """
    grid = sheet.grid
    if min(grid.columns, grid.rows) < MIN_SIDE or len(grid) > MAX_HEXES:
        raise InvalidRecipeError(text("country.size", least=MIN_SIDE, most=MAX_HEXES))
    lay = GridArrays(grid)
    found = generate_waters(recipe, lay, generate_heights(recipe, lay))
    report(WATERS_TAKE)
    made = generate_roads(
        recipe, lay, found, lambda share: report(WATERS_TAKE + share * ROADS_TAKE)
    )
    plane = vegetation.generate_grounds(recipe, lay, found, made)
    edges = {
        "stream": found.stream_sides,
        "river-line": found.river_sides,
        "hedge": vegetation.generate_hedges(recipe, lay, found, made, plane),
        "cliff": vegetation.generate_cliffs(recipe, lay, found, made),
    }
    used = sorted({*np.unique(plane).tolist(), vegetation.OPEN, vegetation.WOODS})
    renumbered = np.searchsorted(used, plane).astype(np.uint8)
    return replace(
        sheet,
        level=found.levels.astype(np.int16).reshape(grid.shape),
        ground=renumbered.reshape(grid.shape),
        grounds=tuple(vegetation.GROUNDS[each] for each in used),
        symbols=tuple(SYMBOLS[each] for each in used),
        sides={kind: _masks(lay, flags) for kind, flags in edges.items() if flags.any()},
        links={
            kind: masks.reshape(grid.shape)
            for kind, masks in (("road", made.road), ("track", made.track))
            if masks.any()
        },
        places=name_places(recipe, lay, found, made, plane),
    )


def _masks(lay: GridArrays, flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Edges as masks of both hexes."""
    plane = np.zeros(len(lay.grid), np.uint8)
    _, _, one, other, way = lay.edges[flags].T
    np.bitwise_or.at(plane, one, np.left_shift(1, way).astype(np.uint8))
    np.bitwise_or.at(plane, other, np.left_shift(1, way + SIDES // 2).astype(np.uint8))
    return plane.reshape(lay.grid.shape)


DEPTH = 8  # the strip is one of so many parts of the map's width
MIN_DEPTH = 2  # columns or rows
SETUP_ZONES = {
    "red-setup": ({"en": "Red sets up", "zh": "红方部署区"}, "#c8352b"),
    "blue-setup": ({"en": "Blue sets up", "zh": "蓝方部署区"}, "#2b62c8"),
}


def with_setup_zones(map_: Map) -> Map:
    """The map with a zone for each of two sides, across its longer way, water left out."""
    wide, high = map_.grid.size()
    across = wide >= high
    count = map_.grid.columns if across else map_.grid.rows
    depth = max(MIN_DEPTH, count // DEPTH)
    rows, columns = np.indices(map_.grid.shape)
    place = columns if across else rows
    wet = np.array([load_catalogue().is_water(kind) for kind in map_.grounds], np.bool_)[
        map_.ground
    ]
    strips: tuple[Plane, Plane] = (place < depth) & ~wet, (place >= count - depth) & ~wet
    zones = {
        name: Zone(strip, words, colour)
        for (name, (words, colour)), strip in zip(SETUP_ZONES.items(), strips, strict=True)
        if strip.any()
    }
    return replace(map_, zones={**map_.zones, **zones})
