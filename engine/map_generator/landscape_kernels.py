"""Kernels: water that runs off, and the cheapest way. Ties are broken alike everywhere."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled


@compiled
def fill_depressions(
    heights: NDArray[Any], ties: NDArray[Any], steps: NDArray[Any], outlets: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Corners filled so that all drain to outlets; what each drains to; their order, lowest first.

    Priority-flood (Barnes, Lehman and Mulla 2014): the lowest corner reached so far goes on.
    """
    count = heights.size
    filled = heights.copy()
    down, order = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    is_seen = np.zeros(count, np.bool_)
    heap = [(np.int64(0), np.int64(0), np.int64(0))]
    heap.pop()
    for corner in range(count):
        if outlets[corner]:
            is_seen[corner] = True
            heappush(heap, (heights[corner], ties[corner], np.int64(corner)))
    done = 0
    while len(heap) > 0:
        height, _, here = heappop(heap)
        order[done] = here
        done += 1
        for slot in range(steps.shape[1]):
            there = steps[here, slot]
            if there >= 0 and not is_seen[there]:
                is_seen[there] = True
                filled[there] = max(heights[there], height)
                down[there] = here
                heappush(heap, (filled[there], ties[there], np.int64(there)))
    return filled, down, order[:done]


@compiled
def flow_accumulation(rain: NDArray[Any], down: NDArray[Any], order: NDArray[Any]) -> NDArray[Any]:
    """Return the amount of water that flows through each corner."""
    total = rain.copy()
    for place in range(order.size - 1, -1, -1):
        here = order[place]
        if down[here] >= 0:
            total[down[here]] += total[here]
    return total


@compiled
def cheapest_path(
    costs: NDArray[Any], around: NDArray[Any], start: int, goals: NDArray[Any]
) -> tuple[NDArray[Any], int]:
    """The cheapest way from a hex to the nearest goal, back from there, and its cost; none: empty.

    `costs` [hexes, 6] are whole numbers, negative where no step may be made.
    """
    count = around.shape[0]
    best, came = np.full(count, np.int64(2**60), np.int64), np.full(count, -1, np.int64)
    is_done = np.zeros(count, np.bool_)
    heap = [(np.int64(0), np.int64(start))]
    best[start] = 0
    while len(heap) > 0:
        cost, here = heappop(heap)
        if is_done[here]:
            continue
        is_done[here] = True
        if goals[here]:
            length, step = 1, here
            while came[step] >= 0:
                step = came[step]
                length += 1
            way = np.empty(length, np.int64)
            for place in range(length):
                way[place] = here
                here = came[here]
            return way, int(cost)
        for direction in range(6):
            there = around[here, direction]
            if there < 0 or costs[here, direction] < 0:
                continue
            total = cost + costs[here, direction]
            if total < best[there]:
                best[there] = total
                came[there] = here
                heappush(heap, (total, np.int64(there)))
    return np.empty(0, np.int64), -1
