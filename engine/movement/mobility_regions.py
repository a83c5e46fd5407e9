"""Which parts of a map a class of units can go about in, and what lies cut off from where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import Hex
from engine.jit import compiled
from engine.movement.cost_planes import CostPlanes
from engine.movement.path_search import PathSearch
from engine.movement.search_kernels import FAR, NO_ENTRY, SHIFT, Ints, Offsets, Words


@dataclass(frozen=True, eq=False)
class Regions:
    """A map's hexes grouped by where units can go and come back from."""

    labels: NDArray[np.int32]
    """The region of each hex, [row, column]; 0 is the largest."""
    sizes: NDArray[np.int64]
    """Hexes in each region, the largest first."""


def group_regions(planes: CostPlanes) -> Regions:
    """Group hexes so that a unit can go from each hex of a group to each other one.

    A hex that cannot be both entered and left is a region of its own: a lake hex, an islet, the
    foot of a cliff that can be jumped down and not climbed.
    """
    count = planes.cells.count
    labels = np.full(count, -1, np.int32)
    work = np.zeros((5, count), np.int32)
    _label(planes.words, planes.cells.offsets, labels, *work)
    found = planes.cells.plane(labels)
    sizes = np.bincount(found.ravel())
    by_size = np.argsort(-sizes, kind="stable")
    rank = np.empty(len(sizes), np.int32)
    rank[by_size] = np.arange(len(sizes), dtype=np.int32)
    return Regions(np.ascontiguousarray(rank[found]), sizes[by_size])


def cut_off(paths: PathSearch, starts: Collection[Hex], targets: Collection[Hex]) -> list[Hex]:
    """The targets no unit from any of the starts can ever come to, in their order."""
    field = paths.field(starts)
    return [hex_ for hex_ in targets if field[paths.cells.grid.index(hex_)] == FAR]


@compiled
def _label(
    words: Words,
    offsets: Offsets,
    labels: Ints,
    order: Ints,
    low: Ints,
    ways: Ints,
    trail: Ints,
    open_cells: Ints,
) -> None:
    """Strongly connected components (Tarjan, SIAM J. Comput. 1, 1972) without recursion.

    `order` is when a cell was first seen, `low` the earliest cell it leads back to, `ways` the next
    direction to look in, `trail` the cells being looked at, `open_cells` those without a label.
    """
    seen, opened, label = 0, 0, 0
    for root in range(len(words)):
        if words[root, SHIFT] == NO_ENTRY or order[root] != 0:
            continue
        depth = 0
        trail[0] = root
        while depth >= 0:
            cell = np.int64(trail[depth])
            if order[cell] == 0:
                seen += 1
                order[cell] = low[cell] = seen
                open_cells[opened] = cell
                opened += 1
            if ways[cell] < 6:
                direction = ways[cell]
                ways[cell] += 1
                if words[cell, direction] != NO_ENTRY:
                    there = cell + offsets[np.int64(words[cell, SHIFT]), direction]
                    if order[there] == 0:
                        depth += 1
                        trail[depth] = there
                    elif labels[there] < 0:
                        low[cell] = min(low[cell], order[there])
                continue
            if low[cell] == order[cell]:
                while labels[cell] < 0:
                    opened -= 1
                    labels[open_cells[opened]] = label
                label += 1
            depth -= 1
            if depth >= 0:
                low[trail[depth]] = min(low[trail[depth]], low[cell])
