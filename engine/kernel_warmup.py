"""Making the compiled kernels ready before anybody waits for them.

On a new machine numba compiles each kernel at its first call, some seconds in all; afterwards the
machine code is read from disk in a fraction of a second. `warm` calls every kernel once on a map of
a few hexes. `is_warm` checks without importing numba if that has been done for exactly these
sources, so that a program can say what takes so long the first time.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ENGINE = Path(__file__).parent

Report = Callable[[str, int, int], None]


def warm_sight_lines() -> None:
    """Single lines of sight, batches of them, and viewsheds ray by ray."""
    import numpy as np

    from engine.hexes.grid import Grid
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight

    grid, flat = Grid(3, 3), np.zeros((3, 3), np.int16)
    sight = Sight(grid, flat, flat, TraceRule.SAMPLED)
    sight.sees_each(np.zeros((1, 4), np.int64))  # loads the kernels, so that a single line has one
    sight.sees(grid.hex(0, 0), grid.hex(2, 2))
    sight.viewshed(grid.hex(0, 0))


def warm_radius_viewsheds() -> None:
    """Viewsheds within a radius."""
    import numpy as np

    from engine.hexes.grid import Grid
    from engine.sight.map_sight import Sight

    grid, flat = Grid(3, 3), np.zeros((3, 3), np.int16)
    Sight(grid, flat, flat).viewshed(grid.hex(0, 0), 2)


def warm_whole_map_viewsheds() -> None:
    """Viewsheds of the whole map."""
    import numpy as np

    from engine.hexes.grid import Grid
    from engine.sight.map_sight import Sight

    grid, flat = Grid(3, 3), np.zeros((3, 3), np.int16)
    Sight(grid, flat, flat).viewshed(grid.hex(0, 0))


def warm_visible_pairs() -> None:
    """All pairs within a radius, on maps of few and of many levels, and their counts."""
    import numpy as np

    from engine.hexes.grid import Grid
    from engine.sight.map_sight import Sight

    grid = Grid(3, 3)
    for top in (0, 30_000):
        levels = np.full((3, 3), 0, np.int16)
        levels[0, 0] = top
        Sight(grid, levels, levels).all_pairs(2).seen_by()


def warm_hindrance_sight() -> None:
    """Lines that add up what they pass: all pairs, those touched by a change, from one hex."""
    from engine.hexes.grid import Grid
    from engine.map.map import Map
    from engine.sight.hindrance_rules import HexEffect, HindranceRules
    from engine.sight.hindrance_sight import HindranceSight, hindrance_of_terrain

    blank = Map.blank(Grid(3, 3))
    sight = HindranceSight(blank.grid, HindranceRules(), hindrance_of_terrain(blank, {}, {}))
    here = blank.grid.hex(1, 1)
    sight.sees(here, here)
    sight.viewshed(here)
    sight.seen_by(1)
    sight.all_pairs(1)
    assert sight.table.size
    sight.with_added_effects({here: HexEffect(hinders=1)})


def warm_movement() -> None:
    """Cost planes, reach, with a front too, cheapest paths and cost fields."""
    from engine.hexes.grid import Grid
    from engine.map.map import Map
    from engine.movement.facing_rules import AHEAD, HexFacing, SideEntry, SteeringRules
    from engine.movement.facing_search import FacingSearch
    from engine.movement.mobility import Mobility
    from engine.movement.path_search import PathSearch

    blank = Map.blank(Grid(3, 3))
    middle, corner = blank.grid.hex(1, 1), blank.grid.hex(0, 0)
    blank.set_link("road", middle, 0)
    paths = PathSearch(Mobility("any", other_ground=1, link={"road": 1}), blank)
    paths.reach(middle, 1)
    paths.route(corner, middle)
    paths.cost_field([middle])
    FacingSearch(paths, SteeringRules({AHEAD: SideEntry()})).reach(HexFacing(middle, 0), 1)


def warm_map_generator() -> None:
    """Water that runs off made hills, and roads over them."""
    from engine.hexes.grid import Grid
    from engine.map.map import Map
    from engine.map_generator.generator import generate_map
    from engine.map_generator.recipe import MapRecipe

    generate_map(MapRecipe(), Map.blank(Grid(12, 12)))


def warm_tabletop() -> None:
    """Distances, ways, reach and shots on a table without hexes."""
    from engine.tabletop.distance_kernels import distance_code_between_cores, first_shape_near_core
    from engine.tabletop.footprints import PlacedPiece
    from engine.tabletop.proximity import ProximityIndex
    from engine.tabletop.reachable_area import reachable_area
    from engine.tabletop.shape_arrays import ShapeArrays
    from engine.tabletop.shapes import Point
    from engine.tabletop.shot_flight import GunAim, ShotModel
    from engine.tabletop.tabletop_map import TabletopMap
    from engine.tabletop.tabletop_paths import TabletopPaths
    from engine.tabletop.tabletop_terrain import TabletopTerrain

    stands = [
        PlacedPiece("man", "red", "foot", Point(100, 100)),
        PlacedPiece("foe", "blue", "foot", Point(100, 200)),
    ]
    ground = TabletopTerrain(TabletopMap())
    ways, throng = TabletopPaths(ground, stands), ProximityIndex(stands)
    ways.way(stands[0], Point(100, 300), 400)
    reachable_area(ways, stands[0], 192)
    throng.contacts()
    throng.within(["man"], 192)
    throng.clusters(["man"], 16)
    gunnery = ShotModel(ground, stands)
    gunnery.fly(GunAim(Point(100, 50), Point(100, 200)), (500, 500, 500))
    gunnery.expected(GunAim(Point(100, 50), Point(100, 200)), ["man"])
    cores = ShapeArrays.of(list(throng.unit_shapes.values()))
    line = (cores.corners, 0, 1, False)
    distance_code_between_cores(*line, *line)
    arrays = (cores.corners, cores.starts, cores.areas, cores.doubled, cores.bounds)
    first_shape_near_core(cores.corners, False, *arrays)


# Every kernel of the engine runs in one of these.
KERNELS: tuple[Callable[[], None], ...] = (
    warm_sight_lines,
    warm_radius_viewsheds,
    warm_whole_map_viewsheds,
    warm_visible_pairs,
    warm_hindrance_sight,
    warm_movement,
    warm_map_generator,
    warm_tabletop,
)


def warm_up_kernels(report: Report = lambda name, done, total: None) -> None:
    """Compiles every kernel of the engine, or loads it where that was done before.

    `report` hears before each group of kernels its function's name, how many groups are done and
    how many there are; in the end the name is empty. Safe to run in a thread of its own.
    """
    for done, kernel in enumerate(KERNELS):
        report(kernel.__name__, done, len(KERNELS))
        kernel()
    report("", len(KERNELS), len(KERNELS))
    stamp = _stamp_file()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(_fingerprint(), encoding="ascii")


def is_warm(work: str = "") -> bool:
    """Return True if `warm`, or some work, has run here for these sources; in 0.05 s."""
    stamps = [_stamp_file(), *([_stamp_file(work)] if work else [])]
    told = {stamp.read_text(encoding="ascii") for stamp in stamps if stamp.is_file()}
    return bool(told) and _fingerprint() in told


def record_warm(work: str) -> None:
    """Some work has been done with these sources: what it needs is compiled."""
    if not is_warm(work):
        stamp = _stamp_file(work)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(_fingerprint(), encoding="ascii")


def _stamp_file(work: str = "") -> Path:
    """Beside numba's own files, so that they are deleted together."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    beside = ENGINE / "__pycache__"
    if chosen:
        folder = Path(chosen)
    elif os.access(beside if beside.exists() else ENGINE, os.W_OK):
        folder = beside
    else:
        from platformdirs import user_cache_path

        folder = user_cache_path("sandtable")
    return folder / f"kernels-{sys.implementation.cache_tag}{work and f'-{work}'}.warm"


def _sources() -> list[Path]:
    """The modules that hold kernels."""
    modules = sorted(ENGINE.rglob("*.py"))
    return [module for module in modules if b"\n@compiled\n" in module.read_bytes()]


def _fingerprint() -> str:
    """Changes with any module that holds kernels, and with numba."""
    seen = hashlib.sha256()
    try:
        seen.update(version("numba").encode())
    except PackageNotFoundError:
        seen.update(b"none")
    for source in _sources():
        facts = source.stat()
        seen.update(f"{source.name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return seen.hexdigest()
