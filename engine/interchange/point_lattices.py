"""Hexes found from their middles: points that somebody named one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from shapely import Point, STRtree, points

from engine.interchange.hex_pictures import PicturedHexes

FEWEST = 7  # points that make a grid: a hex and those round it
LOOSE = 0.2  # of a hex by which a point may lie off its place
SHARE = 0.9  # of the points that must lie in the grid
NARROWEST, FURTHEST = 4.0, 1e6  # pixels of a hex, and of a point from the picture's corner

Points = NDArray[np.float64]


def grid_from_points(
    middles: list[tuple[float, float]], size: tuple[int, int]
) -> PicturedHexes | None:
    """The grid of hexes with these middles; None where most of them lie in none."""
    if len(middles) < FEWEST:
        return None
    at = np.array(middles)
    width = _width(at)
    if width < NARROWEST or np.abs(at).max() > FURTHEST:
        return None
    found = [_fit(at, width, size, is_sideways=is_sideways) for is_sideways in (False, True)]
    sound = [(share, hexes) for share, hexes in filter(None, found) if share >= SHARE]
    return max(sound, key=lambda each: each[0])[1] if sound else None


def _width(at: Points) -> float:
    """How far a point's nearest neighbour is, in the middle of all."""
    tree = STRtree([Point(x, y) for x, y in at])
    _, distances = tree.query_nearest(points(at), exclusive=True, return_distance=True)
    return float(np.median(distances)) if len(distances) else 0.0


def _fit(
    at: Points, width: float, size: tuple[int, int], *, is_sideways: bool
) -> tuple[float, PicturedHexes] | None:
    """A grid through points, and the share of them that lie in it."""
    across, along = (at[:, 1], at[:, 0]) if is_sideways else (at[:, 0], at[:, 1])
    lines, between, left = _steps(across, width * 3**0.5 / 2)
    halves, half, top = _steps(along, width / 2)
    if between <= 0 or half <= 0:
        return None
    off = np.hypot(across - left - between * lines, along - top - half * halves)
    odd = (lines + halves) % 2
    parity = int(np.median(odd))
    share = float(np.mean((off < LOOSE * width) & (odd == parity)))
    first = left, top + half * parity
    places = (halves - parity - lines % 2) // 2
    sheet = _span(lines), _span(places)
    return share, PicturedHexes(
        first[::-1] if is_sideways else first, between, 2 * half, size, is_sideways, sheet
    )


def _span(numbers: NDArray[np.int64]) -> tuple[int, int]:
    return int(numbers.min()), int(numbers.max())


def _steps(values: Points, step: float) -> tuple[NDArray[np.int64], float, float]:
    """Which step of a ladder each value stands on, how far they are apart, where the first is.

    Counted from one value to the next, so that no error adds up over a long way.
    """
    order = np.argsort(values, kind="stable")
    counts = np.concatenate([[0], np.cumsum(np.rint(np.diff(values[order]) / step))])
    if counts[-1] == 0:
        return np.zeros(len(values), np.int64), 0.0, 0.0
    rungs = np.empty(len(values))
    rungs[order] = counts
    slope, start = np.polyfit(rungs, values, 1)
    return rungs.astype(np.int64), float(slope), float(start)
