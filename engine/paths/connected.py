"""Connected regions of hexes: what hangs together, and what is cut off.

Hexes are joined along runs: maximal stretches of a row (or of a column, on a flat-top grid). The
work grows with the number of runs, not of hexes, so that a map of a million hexes takes no compiled
code and well under a second.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Plane


def regions(grid: Grid, inside: Plane, joined: Iterable[tuple[Hex, Hex]] = ()) -> NDArray[np.int32]:
    """The region of each hex of `inside`, numbered from 0; -1 outside.

    Touching hexes of `inside` share a region; so do the two hexes of each pair in `joined`, as of a
    bridge. Shape and order of the result: [row, column].
    """
    lines = inside if grid.pointy else inside.T
    line, start, end = _runs(lines)
    roots = _Roots(len(line))
    for a, b in _touching_runs(grid, line, start, end):
        roots.join(a, b)
    numbers: NDArray[np.int32] = np.full(lines.shape, -1, np.int32)
    _fill(numbers, line, start, end, np.arange(len(line), dtype=np.int32))
    here = numbers if grid.pointy else numbers.T
    for one, other in joined:
        first, second = int(here[grid.index(one)]), int(here[grid.index(other)])
        if first >= 0 and second >= 0:
            roots.join(first, second)
    _fill(numbers, line, start, end, roots.numbers())
    return numbers if grid.pointy else numbers.T


def _runs(lines: Plane) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Line, first cell and cell behind the last of every run, in reading order."""
    padded = np.zeros((lines.shape[0], lines.shape[1] + 2), np.int8)
    padded[:, 1:-1] = lines
    change = np.diff(padded, axis=1)
    line, start = np.nonzero(change == 1)
    _, end = np.nonzero(change == -1)
    return line, start, end


def _touching_runs(
    grid: Grid, line: NDArray[np.intp], start: NDArray[np.intp], end: NDArray[np.intp]
) -> list[tuple[int, int]]:
    """Pairs of runs in adjoining lines that touch."""
    firsts = np.searchsorted(line, np.arange(line[-1] + 2 if line.size else 1)).tolist()
    starts, ends = start.tolist(), end.tolist()
    pairs = []
    for upper in range(len(firsts) - 2):
        # A cell of a shifted line touches its own number and the next one in the lines beside it.
        shift = grid.shift(upper)
        a, b = firsts[upper], firsts[upper + 1]
        while a < firsts[upper + 1] and b < firsts[upper + 2]:
            low, high = starts[a] - 1 + shift, ends[a] + shift
            if starts[b] < high and ends[b] > low:
                pairs.append((a, b))
            if high < ends[b]:
                a += 1
            else:
                b += 1
    return pairs


def _fill(
    numbers: NDArray[np.int32],
    line: NDArray[np.intp],
    start: NDArray[np.intp],
    end: NDArray[np.intp],
    values: NDArray[np.int32],
) -> None:
    lengths = end - start
    total = int(lengths.sum())
    offsets = np.arange(total) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    numbers[np.repeat(line, lengths), np.repeat(start, lengths) + offsets] = np.repeat(
        values, lengths
    )


class _Roots:
    """Disjoint sets of runs."""

    def __init__(self, count: int) -> None:
        self.parent = list(range(count))

    def root(self, run: int) -> int:
        while self.parent[run] != run:
            self.parent[run] = self.parent[self.parent[run]]
            run = self.parent[run]
        return run

    def join(self, a: int, b: int) -> None:
        a, b = self.root(a), self.root(b)
        self.parent[max(a, b)] = min(a, b)

    def numbers(self) -> NDArray[np.int32]:
        """For each run the number of its set, from 0 in the order of their first runs."""
        roots = [self.root(run) for run in range(len(self.parent))]
        order = {root: number for number, root in enumerate(dict.fromkeys(roots))}
        return np.array([order[root] for root in roots], np.int32)
