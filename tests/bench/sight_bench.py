"""How fast sight is, beside plain Python, numpy and GDAL on the same maps in the same run.

python tests/bench/sight_bench.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import mean, median

import numpy as np

from engine import warm
from engine.files.maps import load
from engine.files.source_text import SHIPPED
from engine.games import system_of
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, disc
from engine.sight import rays, templates
from engine.sight.field import Sight
from engine.sight.folded import FoldingSight, lie_of
from engine.sight.folding import Folding, OnHex, OnSide
from engine.sight.lines import Trace
from engine.sight.profile import is_clear
from tests.bench.sight_peers import by_gdal, by_numpy, by_python, fractal, has_gdal, with_woods
from tests.bench.sizes import sized

Row = tuple[str, str, str, str]
SMALL, LARGE, FIELD = sized((100, 1000, 200), (50, 60, 60))
NEAR, FAR, LINES = sized((20, 40, 10_000), (5, 8, 100))


def rows() -> list[Row]:
    """Work, measured median, goal, ratios to the peers; the peers' answers are checked first."""
    warm.warm()
    small, large = _hills(SMALL, 1), _hills(LARGE, 2)
    return [
        _single(small, NEAR),
        _single(small, FAR),
        _batch(large),
        *_within(large, FAR),
        _tree_growth(FAR),
        *_whole(small, "≤ 0.5 ms", with_python=True),
        *_whole(large, "≤ 30 ms", with_python=False),
        _worst(LARGE),
        *_pairs(small, NEAR),
        _frame_after_a_stroke(FIELD),
        *_crossroads(),
        *_folding(),
    ]


def _crossroads() -> list[Row]:
    """The same questions on the sample map, as the tank game asks them."""
    map_ = load(SHIPPED / "samples/tank/maps/crossroads.map.yaml")
    sight = system_of("tank").handbook({}).sight(map_, Trace.CROSSED)
    a, b, top = map_.labels.find("@3,4"), map_.labels.find("@20,12"), _hilltop(sight)
    one = _seconds(lambda: sight.sees(a, b), 2001)
    all_of_it = _seconds(lambda: sight.viewshed(top), 201)
    pairs = _seconds(lambda: sight.all_pairs(20), 21)
    return [
        ("crossroads: one line, compiled call", _time(one), "≤ 0.5 µs", ""),
        ("crossroads: all a hilltop sees", _time(all_of_it), "≤ 0.5 ms", ""),
        ("crossroads: all pairs within 20", _time(pairs), "≤ 5 ms", ""),
    ]


def _folding() -> list[Row]:
    """Lines that add up what they pass, on the largest sample map that is judged so."""
    map_ = load(SHIPPED / "samples/valor/maps/chapel-hill.map.yaml")
    ground = {"woods": OnHex(True), "building": OnHex(True), "orchard": OnHex(hinders=1)}
    lie = lie_of(map_, ground, {"hedgerow": OnSide(True, 1)})
    sight = FoldingSight(map_.grid, Folding(), lie)
    smoke = {map_.labels.find("F6"): OnHex(hinders=2)}
    hexes = list(map_.grid)[:: sized(1, 40)]
    assert all(sight.profile(a, b).modifier == sight.modifier(a, b) for a in hexes for b in hexes)
    afresh = _seconds(lambda: FoldingSight(map_.grid, sight.folding, lie).table, 101)
    assert sight.table.size
    after_smoke = _seconds(lambda: sight.laid(smoke), 101)
    one = _seconds(lambda: sight.modifier(hexes[0], hexes[-1]), 2001)
    plain = _seconds(lambda: [sight.passed(a, b) for a in hexes[::10] for b in hexes], 1)
    plain *= len(hexes) / len(hexes[::10])
    name = f"chapel hill: all {len(map_.grid) ** 2:,} pairs with hindrances"
    return [
        (name, _time(afresh), "≤ 20 ms", f"{_ratio(plain, afresh)} Python"),
        (
            "… after smoke is laid",
            _time(after_smoke),
            "≤ 20 ms",
            f"{_ratio(plain, after_smoke)} Python",
        ),
        ("… one pair looked up", _time(one), "", ""),
    ]


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


def _single(sight: Sight, length: int) -> Row:
    """Flat ground: the line is followed to its end."""
    sight = _flat(sight.grid.columns)
    a = _middle(sight)
    b = a.moved((length - length // 4, length // 4))
    q_a, r_a, q_b, r_b = *a, *b
    eye, height = sight.eye, sight.height

    def ask() -> None:
        for _ in range(1000):
            rays.sees(eye, height, 0, q_a, r_a, q_b, r_b)

    ours = _seconds(ask, 30) / 1000
    peer = _seconds(lambda: is_clear(sight.grid, eye, height, a, b, Trace.CROSSED), 100)
    work = f"one line of {length} hexes, compiled call"
    return work, _time(ours), "≤ 0.5 µs", f"{_ratio(peer, ours)} Python (goal ≥ 50 ×)"


def _batch(sight: Sight) -> Row:
    random = np.random.default_rng(3)
    ends = random.integers(0, sight.grid.rows, (LINES, 4))
    ours = _seconds(lambda: sight.sees_each(ends), 20) / len(ends)
    return f"a line among {LINES:,} random ones, {LARGE}²", _time(ours), "", ""


def _within(sight: Sight, radius: int) -> list[Row]:
    found = []
    for name, each, origin in (
        ("flat", _flat(FIELD), _middle(_flat(FIELD))),
        ("hilltop", sight, _hilltop(sight)),
        ("middle of the hills", sight, _middle(sight)),
    ):
        seen = each.viewshed(origin, radius)
        assert (seen == by_numpy(each, origin, radius)).all()
        ours = _seconds(partial(each.viewshed, origin, radius), 200)
        with_numpy = _seconds(partial(by_numpy, each, origin, radius), 3)
        with_python = _seconds(partial(_disc_by_python, each, origin, radius), 1)
        ratios = f"{_ratio(with_python, ours)} Python, {_ratio(with_numpy, ours)} numpy"
        found.append((f"seen within {radius} hexes, {name}", _time(ours), "≤ 0.1 ms", ratios))
    return found


def _disc_by_python(sight: Sight, origin: Hex, radius: int) -> None:
    for hex_ in disc(origin, radius):
        if hex_ in sight.grid:
            is_clear(sight.grid, sight.eye, sight.height, origin, hex_, sight.trace)


def _tree_growth(radius: int) -> Row:
    def grow() -> None:
        templates._tree.cache_clear()
        templates.tree(radius, 0)

    return f"first viewshed of radius {radius}: growing its tree", _time(_seconds(grow, 5)), "", ""


def _whole(sight: Sight, goal: str, with_python: bool) -> list[Row]:
    size = sight.grid.rows
    found = []
    for name, each, origin in (
        ("flat", _flat(size), _middle(sight)),
        ("hilltop", sight, _hilltop(sight)),
        ("middle of the hills", sight, _middle(sight)),
    ):
        ours = _seconds(partial(each.viewshed, origin), 10)
        ratios = []
        if with_python:
            assert (each.viewshed(origin) == by_numpy(each, origin, 2 * size)).all()
            numpy_time = _seconds(partial(by_numpy, each, origin, 2 * size), 2)
            python_time = _seconds(partial(by_python, each, origin, 2 * size), 1)
            ratios = [f"{_ratio(python_time, ours)} Python", f"{_ratio(numpy_time, ours)} numpy"]
        ratios += _gdal_ratio(each, origin, ours)
        found.append((f"seen on {size}², {name}", _time(ours), goal, ", ".join(ratios)))
    return found


def _gdal_ratio(sight: Sight, origin: Hex, ours: float) -> list[str]:
    """GDAL is approximate, on squares, and a process of its own."""
    if not has_gdal():
        return []
    row, column = sight.grid.index(origin)
    with tempfile.TemporaryDirectory() as folder:
        peer = _seconds(lambda: by_gdal(sight.eye, row, column, Path(folder)), 3)
    return [f"{_ratio(peer, ours)} gdal_viewshed"]


def _worst(size: int) -> Row:
    """White noise seen from a tower: the horizon falls to pieces and hides nothing early."""
    noise = np.random.default_rng(4).integers(0, 14, (size, size)).astype(np.int16)
    slowest = 0.0
    for height in (13, 20, 40, 80, 200):
        noise[size // 2, size // 2] = height
        sight = Sight(Grid(size, size), noise, noise)
        slowest = max(slowest, _seconds(partial(sight.viewshed, _middle(sight)), 3))
    return f"seen on {size}², white noise from towers, worst", _time(slowest), "≤ 150 ms", ""


def _pairs(sight: Sight, radius: int) -> list[Row]:
    pairs = sight.all_pairs(radius)
    ours = _seconds(lambda: sight.all_pairs(radius), 20)
    columns = range(SMALL // 5, SMALL * 4 // 5, SMALL // 8)
    sample = [sight.grid.hex(column, SMALL // 2) for column in columns]
    share = len(sight.grid) / 2  # half of all discs: each pair once
    python_time = share * _mean(partial(_disc_by_python, sight, o, radius) for o in sample)
    numpy_time = share * _mean(partial(by_numpy, sight, o, radius) for o in sample)
    ratios = f"{_ratio(python_time, ours)} Python, {_ratio(numpy_time, ours)} numpy, both estimated"
    steep = Sight(sight.grid, sight.eye * np.int16(100), sight.height * np.int16(100))
    counting = _seconds(pairs.seen_by, 20)
    row = _seconds(lambda: pairs.viewshed(sample[0]), 20)
    name = f"all pairs within {radius} hexes, {SMALL}²"
    return [
        (name, _time(ours), "≤ 5 ms", ratios),
        (f"{name}, over 1000 levels", _time(_seconds(lambda: steep.all_pairs(radius), 20)), "", ""),
        ("… of it, how many see each hex", _time(counting), "", ""),
        ("… of it, what one hex sees", _time(row), "", ""),
    ]


def _frame_after_a_stroke(size: int) -> Row:
    sight = _hills(size, 5)
    brush = [sight.grid.index(hex_) for hex_ in disc(_middle(sight), 2)]
    origin = _hilltop(sight)

    def stroke() -> None:
        for row, column in brush:
            sight.height[row, column] ^= 1
        sight.viewshed(origin)

    work = f"a stroke of 19 hexes, then what the hilltop sees, {size}²"
    return work, _time(_seconds(stroke, 20)), "≤ 16 ms", ""


def _seconds(work: Callable[[], object], times: int) -> float:
    """The median time of a call, once warm."""
    work()
    taken = []
    for _ in range(sized(times, 1)):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def _mean(works: Iterable[Callable[[], object]]) -> float:
    return mean(_seconds(work, 1) for work in works)


def _time(seconds: float) -> str:
    if seconds < 1e-6:
        return f"{seconds * 1e9:.0f} ns"
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} µs"
    return f"{seconds * 1e3:.3g} ms"


def _ratio(peer: float, ours: float) -> str:
    return f"{float(f'{peer / ours:.2g}'):,g} ×"


def main() -> None:
    """Prints the table."""
    from rich.console import Console
    from rich.table import Table

    table = Table("work", "measured", "goal", "faster than")
    for row in rows():
        table.add_row(*row)
    Console(width=140, file=sys.stdout).print(table)


if __name__ == "__main__":
    main()
