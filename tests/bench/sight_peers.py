"""Other ways to the same lines of sight, to measure against: numpy, plain Python, GDAL."""

from __future__ import annotations

import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.sight.map_sight import Sight
from engine.sight.sight_profile import is_clear

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def fractal(size: int, seed: int, levels: int = 14) -> NDArray[np.int16]:
    """Seeded hills by midpoint displacement, [row, column]: levels 0 … levels − 1."""
    random = np.random.default_rng(seed)
    step = 1 << (size - 1).bit_length()
    field = np.zeros((step + 1, step + 1))
    field[::step, ::step] = random.random((2, 2))
    rough = 0.5
    while step > 1:
        half = step // 2
        rows, columns = field[::step, ::step], field[half::step, ::step]
        columns += (rows[:-1] + rows[1:]) / 2 + rough * random.normal(size=columns.shape)
        across = field[::half, ::step]
        middle = field[::half, half::step]
        middle += (across[:, :-1] + across[:, 1:]) / 2 + rough * random.normal(size=middle.shape)
        step, rough = half, rough * 0.48
    field = field[:size, :size]
    field = (field - field.min()) / (np.ptp(field) + 1e-9)
    return np.asarray(field * levels, np.int16)


def with_woods(level: NDArray[np.int16], seed: int, share: float = 0.3) -> NDArray[np.int16]:
    """Effective heights with cover scattered over a share of the hexes."""
    cover = np.random.default_rng(seed).random(level.shape) < share
    return (level + cover).astype(np.int16)


def by_python(sight: Sight, origin: Hex, radius: int) -> Bools:
    """A viewshed hex by hex and ray by ray, in plain Python."""
    grid, seen = sight.grid, np.zeros(sight.grid.shape, np.bool_)
    for hex_ in grid:
        if distance(origin, hex_) <= radius:
            seen[grid.index(hex_)] = is_clear(
                grid, sight.eye, sight.height, origin, hex_, sight.trace
            )
    return seen


def by_numpy(sight: Sight, origin: Hex, radius: int) -> Bools:
    """A viewshed of a pointy-top map by array operations: all rays at once, ring by ring."""
    grid = sight.grid
    rows, columns = np.mgrid[: grid.rows, : grid.columns]
    q, r = columns - _half(grid, rows) - origin.q, rows - origin.r
    length = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
    near = (length <= radius) & (length > 0)
    q, r, length = q[near], r[near], length[near]
    here, there = int(sight.eye[grid.index(origin)]), sight.eye[near].astype(np.int64)
    low, climb = np.minimum(here, there), abs(there - here) + 1
    clear = np.ones(len(q), np.bool_)
    for ring in range(1, int(length.max(initial=1))):
        going = np.flatnonzero(clear & (length > ring))
        if not len(going):
            break
        far = length[going]
        from_low = np.where(here <= there[going], ring, far - ring)
        rises = _rises(sight, origin, q[going], r[going], far, ring)
        clear[going] = (rises - low[going]) * far <= from_low * climb[going]
    seen = np.zeros(grid.shape, np.bool_)
    seen[near] = clear
    seen[grid.index(origin)] = True
    return seen


def _half(grid: Grid, rows: Ints) -> Ints:
    return (rows + (grid.shift(0) == 1)) >> 1


def _rises(sight: Sight, origin: Hex, q: Ints, r: Ints, length: Ints, ring: int) -> Ints:
    """What each line meets at a distance: the larger of two hexes crossed, the smaller beside."""
    ahead, askew, n, m = _sectors(q, r)
    number, rest = np.divmod(m * ring, length)
    near = [ahead[i] * ring + number * (askew[i] - ahead[i]) for i in (0, 1)]
    far = [near[i] + askew[i] - ahead[i] for i in (0, 1)]
    limit = length + np.maximum(n, m)
    in_near, in_far = 3 * rest < limit, 3 * (length - rest) < limit
    low = -(2**40)
    first, second = (_heights(sight, origin, *hexes) for hexes in (near, far))
    crossed = np.maximum(np.where(in_near, first, low), np.where(in_far, second, low))
    return np.where(in_near | in_far, crossed, np.minimum(first, second))


def _sectors(q: Ints, r: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    steps = np.array([(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0)])
    ahead, askew = np.zeros((2, len(q)), np.int64), np.zeros((2, len(q)), np.int64)
    n, m = np.zeros_like(q), np.zeros_like(q)
    for one, other in pairwise(steps):
        ones, others = r * other[0] - q * other[1], q * one[1] - r * one[0]
        here = (ones >= 0) & (others >= 0)
        ahead[:, here], askew[:, here] = one[:, None], other[:, None]
        n[here], m[here] = ones[here], others[here]
    return ahead, askew, n, m


def _heights(sight: Sight, origin: Hex, q: Ints, r: Ints) -> Ints:
    grid = sight.grid
    row = r + origin.r
    column = q + origin.q + _half(grid, row)
    outside = (column < 0) | (column >= grid.columns)
    heights: Ints = sight.height[row, np.clip(column, 0, grid.columns - 1)].astype(np.int64)
    heights[outside] = -(2**40)
    return heights


def has_gdal() -> bool:
    """Whether GDAL's viewshed program is installed."""
    return shutil.which("gdal_viewshed") is not None


def by_gdal(level: NDArray[np.int16], row: int, column: int, folder: Path) -> None:
    """GDAL's viewshed of the same heights as a square raster: approximate, in its own process."""
    size = level.shape[0]
    raster = folder / f"levels-{size}.asc"
    if not raster.exists():
        header = f"ncols {size}\nnrows {size}\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
        body = "\n".join(" ".join(map(str, line)) for line in level.tolist())
        raster.write_text(header + body + "\n", encoding="ascii")
    place = ["-ox", str(column + 0.5), "-oy", str(size - row - 0.5), "-oz", "1", "-tz", "1"]
    command = ["gdal_viewshed", "-q", "-cc", "0", *place, str(raster), str(folder / "out.tif")]
    subprocess.run(command, check=True, capture_output=True)
