"""Names of dwellings that fit where they lie: at a ford, by a wood, on a hill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from engine.map.map import NameStyle, PlaceName
from engine.map.styles import MapNameKind
from engine.map_generator.grid_arrays import GridArrays
from engine.map_generator.recipe import MapRecipe
from engine.map_generator.seeded_noise import hash_noise
from engine.map_generator.settlements_and_roads import RoadNetwork, level_differences
from engine.map_generator.vegetation import FIELD, ORCHARD, WOODS
from engine.map_generator.waters import Flags, GeneratedWaters
from engine.texts import LocalText

NAMES = Path(__file__).parent / "names.yaml"
LETTERINGS = {"hills": MapNameKind.RELIEF, "lakes": MapNameKind.WATER}  # the rest are dwellings
Words = Mapping[str, list[Mapping[str, str]]]


def name_places(
    recipe: MapRecipe,
    lay: GridArrays,
    found: GeneratedWaters,
    made: RoadNetwork,
    plane: NDArray[np.uint8],
) -> list[PlaceName]:
    """A name for every dwelling, no two alike; and for the highest hill and the largest lake."""
    taken = set[str]()
    grid = lay.grid
    listed: list[PlaceName] = []
    for number, (at, kinds) in enumerate(_name_each(lay, found, made, plane)):
        name = _name(recipe.seed * 64 + 100 + number, kinds, taken)
        look = NameStyle(LETTERINGS.get(kinds, MapNameKind.SETTLEMENT))
        listed.append(PlaceName(grid.hex(at % grid.columns, at // grid.columns), name, look))
    return listed


def _name_each(
    lay: GridArrays, found: GeneratedWaters, made: RoadNetwork, plane: NDArray[np.uint8]
) -> Iterator[tuple[int, str]]:
    crossed = _hexes_crossed(lay, found, made)
    for each in made.dwellings:
        yield each.at, _kind(lay, found, plane, crossed, each.at)
    lake = np.flatnonzero(found.lake)
    if lake.size >= 4:
        yield int(lake[np.lexsort((lake, -_inside(lay, found.lake)[lake]))[0]]), "lakes"
    homes = {h for each in made.dwellings for h in each.hexes}
    top = next(h for h in np.argsort(-found.heights, kind="stable").tolist() if h not in homes)
    if found.levels[top] > found.levels.min() + 1 and not found.wet[top]:
        yield int(top), "hills"


def _kind(
    lay: GridArrays, found: GeneratedWaters, plane: NDArray[np.uint8], crossed: Flags, at: int
) -> str:
    """Return the list of endings that suits a place."""
    around = lay.neighbours[at]
    around = around[around >= 0]
    near = np.unique(np.concatenate([lay.neighbours[h][lay.neighbours[h] >= 0] for h in around]))
    if crossed[[at, *around.tolist()]].any():
        return "bridges"
    if found.wet[near].any():
        return "shores"
    if (plane[near] == WOODS).sum() * 3 >= near.size:
        return "woods"
    if level_differences(lay, found.levels)[at] > 1 or found.levels[at] * 2 > found.levels.max():
        return "heights"
    return "fields" if ((plane[near] >= FIELD) & (plane[near] <= ORCHARD)).any() else "plains"


def _hexes_crossed(lay: GridArrays, found: GeneratedWaters, made: RoadNetwork) -> Flags:
    """The hexes with a road that crosses water on one of their sides, or in them."""
    flags = made.on & found.wet
    sides = found.stream_sides | found.river_sides
    one, other, way = lay.edges[sides, 2], lay.edges[sides, 3], lay.edges[sides, 4]
    over = ((made.road | made.track)[one] >> way.astype(np.uint8) & 1).astype(bool)
    flags[one[over]] = flags[other[over]] = True
    return flags


def _inside(lay: GridArrays, flags: Flags) -> NDArray[np.int64]:
    """Return how deep inside some hexes each hex is."""
    return lay.distances(~flags, 6)


def _name(seed: int, kind: str, taken: set[str]) -> LocalText:
    """A name of two parts, in both languages; the first free one."""
    firsts, lasts = _words()["firsts"], _words()[kind]
    for turn in range(len(firsts) * len(lasts)):
        dice = int(hash_noise(seed, turn)[0])
        first, last = firsts[dice % len(firsts)], lasts[dice // 4096 % len(lasts)]
        name = {language: first[language] + last[language] for language in first}
        if name["en"] not in taken:
            break
    taken.add(name["en"])
    return name


@cache
def _words() -> Words:
    words: Words = yaml.load(NAMES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return words
