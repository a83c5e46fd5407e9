"""How fast sight is, beside plain Python, numpy and GDAL on the same maps in the same run.

python -m tests.bench sight
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from statistics import mean

import numpy as np

from engine import kernel_warmup
from engine.files.map_reader import load
from engine.files.source_text import SHIPPED
from engine.games import rule_system_of
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, disc
from engine.sight import line_templates, ray_kernels
from engine.sight.hindrance_rules import HexEffect, HexsideEffect, HindranceRules
from engine.sight.hindrance_sight import HindranceSight, hindrance_of_terrain
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from engine.sight.sight_profile import is_clear
from tests.bench.rows import MS, US, Row, format_ratio, ratio_row, time_row
from tests.bench.sight_peers import by_gdal, by_numpy, by_python, fractal, has_gdal, with_woods
from tests.bench.sizes import is_quick, sized
from tests.bench.timing import seconds, spent, spent_by_children

SMALL, LARGE, FIELD = 100, 1000, 200
NEAR, FAR, LINES = 20, 40, 10_000


def rows() -> Iterator[Row]:
    """Yield the kernels of sight; the peers' answers are checked first."""
    kernel_warmup.warm_up_kernels()
    small, large = _hills(SMALL, 1), _hills(LARGE, 2)
    yield from _single(small, NEAR)
    yield from _single(small, FAR)
    yield _batch(large)
    yield from _within(large, FAR)
    yield _tree_growth(FAR)
    yield from _whole(small, 0.5 * MS, with_python=not is_quick())
    yield from _whole(large, 30 * MS, with_python=False)
    yield _worst(LARGE)
    yield from _pairs(small, NEAR)
    yield _frame_after_a_stroke(FIELD)
    yield from _crossroads()
    yield from _folding()


def _crossroads() -> Iterator[Row]:
    """The same questions on the sample map, as the tank game asks them."""
    map_ = load(SHIPPED / "samples/tank/maps/crossroads.map.yaml")
    sight = rule_system_of("tank").handbook({}).sight(map_, TraceRule.CROSSED)
    a, b, top = map_.labels.find("@3,4"), map_.labels.find("@20,12"), _hilltop(sight)
    one = seconds(lambda: sight.sees(a, b), 51)
    yield time_row("crossroads: one line, compiled call", one, 0.5 * US)
    all_of_it = seconds(lambda: sight.viewshed(top), 51)
    yield time_row("crossroads: all a hilltop sees", all_of_it, 0.5 * MS)
    pairs = seconds(lambda: sight.all_pairs(20), 21)
    yield time_row("crossroads: all pairs within 20", pairs, 5 * MS)


def _folding() -> Iterator[Row]:
    """Lines that add up what they pass, on the largest sample map that is judged so."""
    map_ = load(SHIPPED / "samples/valor/maps/chapel-hill.map.yaml")
    ground = {
        "woods": HexEffect(True),
        "building": HexEffect(True),
        "orchard": HexEffect(hinders=1),
    }
    lie = hindrance_of_terrain(map_, ground, {"hedgerow": HexsideEffect(True, 1)})
    sight = HindranceSight(map_.grid, HindranceRules(), lie)
    smoke = {map_.labels.find("F6"): HexEffect(hinders=2)}
    every = list(map_.grid)
    few = every[:: sized(1, 20)]
    assert all(sight.profile(a, b).modifier == sight.modifier(a, b) for a in few for b in few)
    plain = spent(lambda: [sight.passed(a, b) for a in every[::60] for b in every])
    plain *= len(every) / len(every[::60])
    afresh = seconds(lambda: HindranceSight(map_.grid, sight.folding, lie).table, 51)
    name = f"chapel hill: all {len(every) ** 2:,} pairs with hindrances"
    yield time_row(name, afresh, 20 * MS, f"{format_ratio(plain / afresh)} Python")
    assert sight.table.size
    after_smoke = seconds(lambda: sight.with_added_effects(smoke), 51)
    beside = f"{format_ratio(plain / after_smoke)} Python"
    yield time_row("… after smoke is laid", after_smoke, 20 * MS, beside)
    one = seconds(lambda: sight.modifier(every[0], every[-1]), 51)
    yield time_row("… one pair looked up", one)


def _hills(size: int, seed: int) -> Sight:
    level = fractal(size, seed)
    return Sight(Grid(size, size), level, with_woods(level, seed))


def _flat(size: int) -> Sight:
    level = np.zeros((size, size), np.int16)
    return Sight(Grid(size, size), level, level)


def _hilltop(sight: Sight) -> Hex:
    row, column = np.unravel_index(int(sight.eye.argmax()), sight.eye.shape)
    return sight.grid.hex(int(column), int(row))


def _middle(sight: Sight) -> Hex:
    return sight.grid.hex(sight.grid.columns // 2, sight.grid.rows // 2)


def _single(sight: Sight, length: int) -> Iterator[Row]:
    """Flat ground: the line is followed to its end."""
    sight = _flat(sight.grid.columns)
    a = _middle(sight)
    b = a.moved((length - length // 4, length // 4))
    q_a, r_a, q_b, r_b = *a, *b
    eye, height = sight.eye, sight.height
    ours = seconds(lambda: ray_kernels.can_see(eye, height, 0, q_a, r_a, q_b, r_b), 51)
    peer = seconds(lambda: is_clear(sight.grid, eye, height, a, b, TraceRule.CROSSED), 25)
    yield time_row(f"one line of {length} hexes, compiled call", ours, 0.5 * US)
    yield ratio_row("… beside plain Python", peer / ours, 50)


def _batch(sight: Sight) -> Row:
    random = np.random.default_rng(3)
    ends = random.integers(0, sight.grid.rows, (LINES, 4))
    ours = seconds(lambda: sight.sees_each(ends), 20) / len(ends)
    return time_row(f"a line among {LINES:,} random ones, {LARGE}²", ours)


def _within(sight: Sight, radius: int) -> Iterator[Row]:
    for name, each, origin in (
        ("flat", _flat(FIELD), _middle(_flat(FIELD))),
        ("hilltop", sight, _hilltop(sight)),
        ("middle of the hills", sight, _middle(sight)),
    ):
        seen = each.viewshed(origin, radius)
        assert (seen == by_numpy(each, origin, radius)).all()
        ours = seconds(partial(each.viewshed, origin, radius), 51)
        with_numpy = seconds(partial(by_numpy, each, origin, radius), sized(3, 1))
        ratios = f"{format_ratio(with_numpy / ours)} numpy"
        if not is_quick():
            with_python = spent(partial(_disc_by_python, each, origin, radius))
            ratios = f"{format_ratio(with_python / ours)} Python, {ratios}"
        yield time_row(f"seen within {radius} hexes, {name}", ours, 0.1 * MS, ratios)


def _disc_by_python(sight: Sight, origin: Hex, radius: int) -> None:
    for hex_ in disc(origin, radius):
        if hex_ in sight.grid:
            is_clear(sight.grid, sight.eye, sight.height, origin, hex_, sight.trace)


def _tree_growth(radius: int) -> Row:
    def grow() -> None:
        line_templates._tree.cache_clear()
        line_templates.viewshed_tree(radius, 0)

    return time_row(f"first viewshed of radius {radius}: growing its tree", seconds(grow, 5))


def _whole(sight: Sight, limit: float, with_python: bool) -> Iterator[Row]:
    size = sight.grid.rows
    for name, each, origin in (
        ("flat", _flat(size), _middle(sight)),
        ("hilltop", sight, _hilltop(sight)),
        ("middle of the hills", sight, _middle(sight)),
    ):
        ours = seconds(partial(each.viewshed, origin), 10)
        ratios = []
        if with_python:
            assert (each.viewshed(origin) == by_numpy(each, origin, 2 * size)).all()
            with_numpy = spent(partial(by_numpy, each, origin, 2 * size))
            python = spent(partial(by_python, each, origin, 2 * size))
            ratios = [
                f"{format_ratio(python / ours)} Python",
                f"{format_ratio(with_numpy / ours)} numpy",
            ]
        yield time_row(f"seen on {size}², {name}", ours, limit, ", ".join(ratios))
        if has_gdal():
            yield ratio_row("… beside gdal_viewshed", _gdal_ratio(each, origin, ours), 0.25)


def _gdal_ratio(sight: Sight, origin: Hex, ours: float) -> float:
    """GDAL is approximate, on squares, and a process of its own."""
    row, column = sight.grid.index(origin)
    with tempfile.TemporaryDirectory() as folder:
        work = partial(by_gdal, sight.eye, row, column, Path(folder))
        work()  # writes the raster
        peer = spent_by_children(work)
    return peer / ours


def _worst(size: int) -> Row:
    """White noise seen from a tower: the horizon falls to pieces and hides nothing early."""
    noise = np.random.default_rng(4).integers(0, 14, (size, size)).astype(np.int16)
    slowest = 0.0
    for height in (13, 20, 40, 80, 200):
        noise[size // 2, size // 2] = height
        sight = Sight(Grid(size, size), noise, noise)
        slowest = max(slowest, seconds(partial(sight.viewshed, _middle(sight)), sized(3, 1)))
    return time_row(f"seen on {size}², white noise from towers, worst", slowest, 150 * MS)


def _pairs(sight: Sight, radius: int) -> Iterator[Row]:
    pairs = sight.all_pairs(radius)
    columns = range(SMALL // 5, SMALL * 4 // 5, SMALL // sized(8, 2))
    sample = [sight.grid.hex(column, SMALL // 2) for column in columns]
    share = len(sight.grid) / 2  # half of all discs: each pair once
    python_time = share * _mean(partial(_disc_by_python, sight, o, radius) for o in sample)
    numpy_time = share * _mean(partial(by_numpy, sight, o, radius) for o in sample)
    ours = seconds(lambda: sight.all_pairs(radius), 20)
    ratios = f"{format_ratio(python_time / ours)} Python, {format_ratio(numpy_time / ours)} numpy"
    name = f"all pairs within {radius} hexes, {SMALL}²"
    yield time_row(name, ours, 5 * MS, f"{ratios}, both estimated")
    steep = Sight(sight.grid, sight.eye * np.int16(100), sight.height * np.int16(100))
    yield time_row(f"{name}, over 1000 levels", seconds(lambda: steep.all_pairs(radius), 20))
    yield time_row("… of it, how many see each hex", seconds(pairs.seen_by, 20))
    row = seconds(lambda: pairs.viewshed(sample[0]), 20)
    yield time_row("… of it, what one hex sees", row)


def _frame_after_a_stroke(size: int) -> Row:
    sight = _hills(size, 5)
    brush = [sight.grid.index(hex_) for hex_ in disc(_middle(sight), 2)]
    origin = _hilltop(sight)

    def stroke() -> None:
        for row, column in brush:
            sight.height[row, column] ^= 1
        sight.viewshed(origin)

    work = f"a stroke of 19 hexes, then what the hilltop sees, {size}²"
    return time_row(work, seconds(stroke, 20), 16 * MS)


def _mean(works: Iterable[Callable[[], object]]) -> float:
    return mean(spent(work) for work in works)
