"""How long country takes to be made, and finding things on a map of a million hexes.

python -m tests.bench country
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.editing.blank_maps import make_blank_map
from engine.editing.terrain_replacement import TerrainReplacement, kinds_on
from engine.hexes.grid import Grid
from engine.hexes.labels import ColumnRow, KmSquare, LetterNumber
from engine.map.map import Map, PlaceName
from engine.map.terrain import TerrainClass
from engine.map_generator.generator import generate_map
from engine.map_generator.recipe import Landscape, list_landscapes
from engine.narration.goto_search import find_targets
from tests.bench.rows import MS, Row, time_row
from tests.bench.sizes import is_quick, sized
from tests.bench.timing import seconds
from tests.generated import generated_map

SIDE, LARGE, MILLION = 100, 250, 1000
TIMES = sized(5, 1)
STYLES = (ColumnRow(), LetterNumber(), KmSquare(45_975, 63_025))
BEGUN = ("1", "10", "1005", "a", "ab12", "4563", "@500,9", "town 8", "zz")


def rows() -> Iterator[Row]:
    """Yield what makes country, what finds places, what counts and replaces terrain."""
    yield from _made()
    yield from _found()
    yield from _replaced()


def _made() -> Iterator[Row]:
    every = list_landscapes()
    generate_map(every[0].recipe, make_blank_map(20, 20))  # loads the kernels
    for each in every[: sized(len(every), 3)]:
        made = seconds(lambda each=each: _make(each, SIDE), TIMES)  # type: ignore[misc]  # mypy knows no default of a lambda
        yield time_row(f"country of {SIDE}²: {each.id}", made, 1.0)
    if not is_quick():
        large = seconds(lambda: _make(every[0], LARGE), 1)
        yield time_row(f"country of {LARGE}²: {every[0].id}", large, 20.0)


def _make(landscape: Landscape, side: int) -> None:
    generate_map(landscape.seeded(3), make_blank_map(side, side))


def _found() -> Iterator[Row]:
    map_ = Map.blank(Grid(MILLION, MILLION))
    hex_ = map_.grid.hex
    map_.places = [
        PlaceName(hex_(each % MILLION, each % MILLION), f"Town {each}") for each in range(900)
    ]
    for style in STYLES:
        map_.label_style = style
        worst = max(
            seconds(lambda begun=begun: find_targets(map_, begun, "en"), TIMES)  # type: ignore[misc]  # mypy knows no default of a lambda
            for begun in BEGUN
        )
        work = f"go to, slowest of {len(BEGUN)}, {type(style).__name__}, {MILLION}²"
        yield time_row(work, worst, 30 * MS)


def _replaced() -> Iterator[Row]:
    map_ = generated_map(MILLION, MILLION, 1)
    was = next(iter(kinds_on(map_, TerrainClass.SIDE)))
    what = TerrainReplacement(TerrainClass.SIDE, was, "wall")
    ground = TerrainReplacement(TerrainClass.GROUND, "woods", "city")
    for work, limit, deed in (
        ("count a hexside", 200, lambda: what.count(map_)),
        ("count a ground", 50, lambda: ground.count(map_)),
        ("an edit that replaces a ground", 100, lambda: ground.edit(map_)),
    ):
        yield time_row(f"{work}, {MILLION}²", seconds(deed, TIMES), limit * MS)
