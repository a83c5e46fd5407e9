"""Connected components: regions of hexes, parts of networks, and flood fills.

Hexes are joined along runs: maximal stretches of a row (or of a column, on a flat-top grid). The
work grows with the number of runs, not of hexes, so that a map of a million hexes takes no compiled
code and well under a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Masks, Plane


def label_regions(
    grid: Grid, inside: Plane, joined: Iterable[tuple[Hex, Hex]] = ()
) -> NDArray[np.int32]:
    """The region of each hex of `inside`, numbered from 0; -1 outside.

    Touching hexes of `inside` share a region; so do the two hexes of each pair in `joined`, as of a
    bridge. Shape and order of the result: [row, column].
    """
    lines = inside if grid.pointy else inside.T
    line, start, end = _runs(lines)
    touching = _touching_runs(grid, line, start, end)
    numbers: NDArray[np.int32] = np.full(lines.shape, -1, np.int32)
    _fill(numbers, line, start, end, np.arange(len(line), dtype=np.int32))
    here = numbers if grid.pointy else numbers.T
    for one, other in joined:
        first, second = int(here[grid.index(one)]), int(here[grid.index(other)])
        if first >= 0 and second >= 0:
            touching.append((first, second))
    pairs = np.array(touching, np.int64).reshape(-1, 2)
    _fill(numbers, line, start, end, label_nodes(pairs, len(line)).astype(np.int32))
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


# --- parts of any graph ---------------------------------------------------------------------------


def label_nodes(pairs: NDArray[np.integer[Any]], count: int) -> NDArray[np.intp]:
    """The connected part of each node 0…count-1 of a graph, numbered in the order of their first.

    `pairs` [n, 2] are its edges.
    """
    return np.unique(_firsts(pairs, count), return_inverse=True)[1].ravel()


def _firsts(pairs: NDArray[np.integer[Any]], count: int) -> NDArray[np.intp]:
    """For each node of a graph the first of its part.

    Each goes on to its lowest neighbour, as far as that leads. What came together so is one node of
    a smaller graph, which has at most half of the nodes that still have edges.
    """
    lowest = _lowest(pairs, count)
    pairs = lowest[pairs]
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    if not len(pairs):
        return lowest
    nodes, numbered = np.unique(pairs, return_inverse=True)
    first = np.arange(count)
    first[nodes] = nodes[_firsts(numbered.reshape(-1, 2), len(nodes))]
    joined: NDArray[np.intp] = first[lowest]
    return joined


def _lowest(pairs: NDArray[np.integer[Any]], count: int) -> NDArray[np.intp]:
    """For each node where one comes from it going on to the lowest neighbour below."""
    lowest = np.arange(count)
    np.minimum.at(lowest, pairs[:, 0], pairs[:, 1])
    np.minimum.at(lowest, pairs[:, 1], pairs[:, 0])
    while (lowest[lowest] != lowest).any():
        lowest = lowest[lowest]
    return lowest


def count_parts(edges: Iterable[tuple[int, int]], alone: Iterable[int] = ()) -> int:
    """Count the connected parts that edges between numbered nodes make, with some nodes alone."""
    import networkx  # late: it takes longer to load than a small map to check

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_edges_from(edges)
    graph.add_nodes_from(alone)
    return int(networkx.number_connected_components(graph))


# --- from one hex outward -------------------------------------------------------------------------


def flood_region(grid: Grid, inside: Plane, start: Hex, walls: Masks | None, most: int) -> Indices:
    """The hexes first reached from one, ring by ring, through hexes inside and over no walls.

    They come by flat index, in rising order; where there are more than `most`, the nearest by the
    way within.
    """
    open_ = inside.reshape(-1).copy()
    first = flat_index.index(grid, start)
    open_[first] = False
    ring, reached, count = np.array([first], np.int32), [], 0
    while ring.size and count < most:
        reached.append(ring)
        count += ring.size
        around = flat_index.neighbour_indices(grid, ring)
        if walls is not None:
            blocked = walls.take(ring)[:, None] >> np.arange(SIDES, dtype=np.uint8) & 1
            around = np.where(blocked == 1, np.int32(-1), around)
        around = np.unique(around)
        around = around[around >= 0]
        ring = around[open_[around]]
        open_[ring] = False
    return np.sort(np.concatenate(reached)[:most]) if reached else ring
