"""Compiled searches over cost planes: Dial's algorithm (CACM 12, 1969) with circular buckets.

A cell's plane entry is a *word* of eight bytes: its six costs by direction, whether its line is
shifted, and whether a move that enters it ends there. All work arrays belong to the caller and come
back as they were, so that a search costs what it settles and never the size of the map:

- `reached`: units to each cell, FAR everywhere; the caller writes CLOSED where entry is barred
- `entries`: the linked lists of the buckets, two numbers an entry: cell and next entry. Of two
  neighbours only the one settled first can queue the other, so there are at most three entries a
  cell, and one for each start
- `buckets`: the first entry of each bucket, -1 for none
- `settled`: the cells in the order they were settled
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled

NO_ENTRY = 255
FAR = 2**31 - 1
CLOSED = -1
UNLIMITED = 2**30
BUCKETS = 256
SHIFT, HALTS = 6, 7

Whole = int | np.integer[Any]
Ints = NDArray[np.int32]
Words = NDArray[np.uint8]
Offsets = NDArray[np.int64]


@compiled
def _queue(cell: Whole, cost: Whole, entry: Whole, entries: Ints, buckets: Ints) -> None:
    bucket = np.uint64(cost & (BUCKETS - 1))
    entries[np.uint64(2 * entry)] = cell
    entries[np.uint64(2 * entry + 1)] = buckets[bucket]
    buckets[bucket] = entry


@compiled
def _spread(
    words: Words,
    offsets: Offsets,
    starts: Ints,
    budget: Whole,
    target: Whole,
    reached: Ints,
    entries: Ints,
    buckets: Ints,
    settled: Ints,
) -> tuple[Whole, Whole]:
    """Settle all cells within the budget, or up to the target (-1: none), in order of cost.

    Returns how many are settled and how many entries were used. A cell where moves end is settled
    and not left, unless the move starts there.
    """
    buckets[:] = -1
    queued: Whole = 0
    taken, count, cost = 0, 0, 0
    for start in starts:
        if reached[start] != 0:
            reached[start] = 0
            _queue(start, 0, queued, entries, buckets)
            queued += 1
    # Unsigned indices spare numba's test for negative ones: a quarter of the time.
    while taken < queued:
        bucket = np.uint64(cost & (BUCKETS - 1))
        while buckets[bucket] >= 0:
            entry = np.uint64(2 * np.int64(buckets[bucket]))
            cell = np.uint64(entries[entry])
            buckets[bucket] = entries[entry + np.uint64(1)]
            taken += 1
            if reached[cell] != cost:
                continue  # it was queued before a cheaper way was found
            settled[np.uint64(count)] = cell
            count += 1
            if np.int64(cell) == target:
                return count, queued
            if words[cell, HALTS] == 1 and cost > 0:
                continue
            shift = np.uint64(words[cell, SHIFT])
            for direction in range(6):
                step = np.int64(words[cell, np.uint64(direction)])
                then = cost + step
                there = np.uint64(np.int64(cell) + offsets[shift, np.uint64(direction)])
                # One branch for three conditions: the processor guesses wrong once, not thrice.
                if (step != NO_ENTRY) & (then <= budget) & (then < reached[there]):
                    reached[there] = then
                    _queue(there, then, queued, entries, buckets)
                    queued += 1
        cost += 1
    return count, queued


@compiled
def _forget(reached: Ints, entries: Ints, queued: Whole) -> None:
    """Every cell that was ever queued is far away again."""
    for entry in range(queued):
        reached[entries[2 * entry]] = FAR


@compiled
def search_reach(
    words: Words,
    offsets: Offsets,
    start: Whole,
    budget: Whole,
    reached: Ints,
    entries: Ints,
    buckets: Ints,
    settled: Ints,
    costs: Ints,
) -> Whole:
    """All cells within the budget, by cost, into `settled` and `costs`; returns how many."""
    settled[0] = start
    count, queued = _spread(
        words, offsets, settled[:1], budget, -1, reached, entries, buckets, settled
    )
    for i in range(count):
        costs[i] = reached[settled[i]]
    _forget(reached, entries, queued)
    return count


@compiled
def flood_costs(
    words: Words,
    offsets: Offsets,
    starts: Ints,
    reached: Ints,
    entries: Ints,
    buckets: Ints,
    settled: Ints,
) -> None:
    """The cost from the nearest start to every cell, left in `reached`."""
    _spread(words, offsets, starts, UNLIMITED, -1, reached, entries, buckets, settled)


@compiled
def _count_back(
    words: Words,
    offsets: Offsets,
    start: Whole,
    target: Whole,
    reached: Ints,
    remaining: Ints,
    listed: Ints,
) -> Whole:
    """Number cells by the fewest hexes to the target along cheapest ways, until the start has one.

    The target's number is 1. Returns how many cells were numbered; they are in `listed`.
    """
    listed[0] = target
    remaining[target] = 1
    count, looked = 1, 0
    while remaining[start] == 0:
        cell = np.int64(listed[looked])
        looked += 1
        shift = np.int64(words[cell, SHIFT])
        for direction in range(6):
            before = cell + offsets[shift, direction]
            step = np.int64(words[before, (direction + 3) % 6])
            cost = np.int64(reached[before])
            if step == NO_ENTRY or cost == CLOSED or remaining[before] != 0:
                continue
            if cost + step == reached[cell] and (cost == 0 or words[before, HALTS] == 0):
                remaining[before] = remaining[cell] + 1
                listed[count] = before
                count += 1
    return count


@compiled
def _astray(words: Words, stride: Whole, start: Whole, target: Whole, cell: Whole) -> Whole:
    """Return how far a cell is off the line between two others, in an arbitrary unit."""
    line, aim_line, cell_line = start // stride, target // stride, cell // stride
    along = 2 * (start - line * stride) + np.int64(words[start, SHIFT])
    aim = 2 * (target - aim_line * stride) + np.int64(words[target, SHIFT]) - along
    here = 2 * (cell - cell_line * stride) + np.int64(words[cell, SHIFT]) - along
    return abs(aim * (cell_line - line) - here * (aim_line - line))


@compiled
def _walk(
    words: Words,
    offsets: Offsets,
    stride: Whole,
    start: Whole,
    target: Whole,
    reached: Ints,
    remaining: Ints,
    path: Ints,
) -> None:
    """The path along falling numbers of hexes remaining, start and target included."""
    path[0] = start
    for i in range(1, remaining[start]):
        cell = np.int64(path[i - 1])
        shift = np.int64(words[cell, SHIFT])
        least: Whole = -1
        for direction in range(6):
            step = np.int64(words[cell, direction])
            if step == NO_ENTRY:
                continue
            there = cell + offsets[shift, direction]
            if remaining[there] != remaining[cell] - 1 or reached[cell] + step != reached[there]:
                continue
            astray = _astray(words, stride, start, target, there)
            if least < 0 or astray < least:
                least = astray
                path[i] = there


@compiled
def route(
    words: Words,
    offsets: Offsets,
    stride: Whole,
    start: Whole,
    target: Whole,
    budget: Whole,
    reached: Ints,
    entries: Ints,
    buckets: Ints,
    settled: Ints,
    remaining: Ints,
    path: Ints,
) -> Whole:
    """The cheapest path into `path`, both ends included; returns its length, 0 where there is none.

    Of several cheapest paths one with the fewest hexes; of those the one that keeps closest to the
    straight line, decided hex by hex; then the lower direction. `remaining` is another work array,
    all 0.
    """
    settled[0] = start
    count, queued = _spread(
        words, offsets, settled[:1], budget, target, reached, entries, buckets, settled
    )
    length: Whole = 0
    if settled[count - 1] == target:
        listed = _count_back(words, offsets, start, target, reached, remaining, settled)
        length = np.int64(remaining[start])
        _walk(words, offsets, stride, start, target, reached, remaining, path)
        for i in range(listed):
            remaining[settled[i]] = 0
    _forget(reached, entries, queued)
    return length
