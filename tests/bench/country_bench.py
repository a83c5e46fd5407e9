"""How long country takes to be made, and finding things on a map of a million hexes.

python -m tests.bench.country_bench
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from engine.country.country import country
from engine.country.recipe import Landscape, landscapes
from engine.editing.plans import blank
from engine.editing.replacing import Replacing, kinds_on
from engine.hexes.grid import Grid
from engine.hexes.labels import ColumnRow, KmSquare, LetterNumber
from engine.map.map import Map, Place
from engine.map.terrain import TerrainClass
from engine.telling.goals import goals
from tests.bench.sizes import sized
from tests.bench.table import Row
from tests.generated import generated_map

SIDE = sized(100, 20)
LARGE = sized(250, 30)
MILLION = sized(1000, 40)
TIMES = sized(5, 1)
STYLES = (ColumnRow(), LetterNumber(), KmSquare(45_975, 63_025))
BEGUN = ("1", "10", "1005", "a", "ab12", "4563", "@500,9", "town 8", "zz")


def rows() -> list[Row]:
    """Work, measured median, goal, and what is beside it."""
    return [*_made(), *_found(), *_replaced()]


def _made() -> list[Row]:
    every = landscapes()
    country(every[0].recipe, blank(20, 20))  # loads the kernels
    made = [
        _row(f"country of {SIDE}²: {each.id}", lambda each=each: _make(each, SIDE), 1000)
        for each in every
    ]
    large = _row(f"country of {LARGE}²: {every[0].id}", lambda: _make(every[0], LARGE), 20_000)
    return [*made, large]


def _make(landscape: Landscape, side: int) -> None:
    country(landscape.seeded(3), blank(side, side))


def _found() -> list[Row]:
    map_ = Map.blank(Grid(MILLION, MILLION))
    hex_ = map_.grid.hex
    map_.places = [
        Place(hex_(each % MILLION, each % MILLION), f"Town {each}") for each in range(900)
    ]
    found = []
    for style in STYLES:
        map_.label_style = style
        goals(map_, "1", "en")
        worst = max(_median(lambda begun=begun: goals(map_, begun, "en")) for begun in BEGUN)
        name = type(style).__name__
        found.append((f"go to, slowest of {len(BEGUN)}, {name}, {MILLION}²",
                      f"{worst * 1e3:.1f} ms", "≤ 30 ms", ""))  # fmt: skip
    return found


def _replaced() -> list[Row]:
    map_ = generated_map(MILLION, MILLION, 1)
    was = next(iter(kinds_on(map_, TerrainClass.SIDE)))
    what = Replacing(TerrainClass.SIDE, was, "wall")
    ground = Replacing(TerrainClass.GROUND, "woods", "city")
    return [
        _row(f"count a hexside, {MILLION}²", lambda: what.count(map_), 200),
        _row(f"count a ground, {MILLION}²", lambda: ground.count(map_), 50),
        _row(f"an edit that replaces a ground, {MILLION}²", lambda: ground.edit(map_), 100),
    ]


def _row(name: str, deed: Callable[[], object], goal: int) -> Row:
    return name, f"{_median(deed) * 1e3:.0f} ms", f"≤ {goal} ms", ""


def _median(deed: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        deed()
        times.append(time.perf_counter() - begun)
    return median(times)


if __name__ == "__main__":
    from tests.bench.table import show

    show({"country": rows()})
