"""The kernel that looks for the way along a course over a lattice of nodes."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled


@compiled
def squared_gap(
    points: NDArray[Any], runs: NDArray[Any], x: float, y: float
) -> tuple[float, float]:
    """Return the squared distance of a place from a course, and its place along it.

    `runs` is the length of the course up to each of its points.
    """
    best, along = np.inf, 0.0
    for step in range(points.shape[0] - 1):
        from_x, from_y = points[step, 0], points[step, 1]
        right, down = points[step + 1, 0] - from_x, points[step + 1, 1] - from_y
        length = right * right + down * down
        share = 0.0
        if length > 0:
            share = ((x - from_x) * right + (y - from_y) * down) / length
            share = min(max(share, 0.0), 1.0)
        off_x, off_y = x - from_x - share * right, y - from_y - share * down
        away = off_x * off_x + off_y * off_y
        if away < best:
            best = away
            along = runs[step] + share * (runs[step + 1] - runs[step])
    return best, along


@compiled
def is_among(node: Any, nodes: NDArray[Any]) -> bool:
    """Return True if a node is one of some."""
    for each in nodes:  # noqa: SIM110 (what is compiled has no generators)
        if each == node:
            return True
    return False


@compiled
def is_near(gates: NDArray[Any], x: float, y: float, unit: float) -> bool:
    """Return True if a gate is within a unit of a place."""
    for gate in range(gates.shape[0]):
        right, down = gates[gate, 0] - x, gates[gate, 1] - y
        if right * right + down * down <= unit * unit:
            return True
    return False


@compiled
def path_to(before: NDArray[Any], goal: Any) -> NDArray[Any]:
    """The nodes that lead to one, itself the last; none where there is no goal (-1)."""
    count, node = 0, goal
    while node >= 0:
        count += 1
        node = before[node]
    way = np.empty(count, np.int64)
    node = goal
    for place in range(count - 1, -1, -1):
        way[place] = node
        node = before[node]
    return way


@compiled
def find_path(
    places: NDArray[Any], steps: NDArray[Any], points: NDArray[Any], runs: NDArray[Any],
    starts: NDArray[Any], goals: NDArray[Any], unit: float, corridor: float, worth: NDArray[Any],
    laid: NDArray[Any], entering: NDArray[Any], foreign: NDArray[Any], fenced: NDArray[Any],
    gates: NDArray[Any], best: NDArray[Any], along: NDArray[Any], stray: NDArray[Any],
    before: NDArray[Any],
) -> NDArray[Any]:  # fmt: skip
    """The nodes of the cheapest way from a start to a goal; none where there is no way.

    Nodes further than `corridor` units from the course are passed over, but for starts and goals.
    `worth`: what straying, passing over, a laid step, touching, a fence and a new step cost; `laid`
    and `fenced` have a bit for each slot of `steps`; a fence costs nothing near one of the `gates`.
    The last four arrays lend room: `best` is -2 for every node before and after.
    """
    straying, smoothed, skipped, on_laid, touching, fence, new = worth
    heap = [(0.0, np.int64(0))]
    heap.pop()
    seen = [np.int64(0)]
    seen.pop()
    for node in starts:
        away, passed = squared_gap(points, runs, places[node, 0], places[node, 1])
        stray[node], along[node] = away / (unit * unit), passed / unit
        if best[node] == -2.0:
            seen.append(np.int64(node))
        best[node] = 0.0
        before[node] = -1
        heappush(heap, (0.0, np.int64(node)))
    goal = np.int64(-1)
    while len(heap) > 0:
        cost, node = heappop(heap)
        if cost > best[node] or best[node] == -1.0:
            continue
        if is_among(node, goals):
            goal = node
            break
        for slot in range(steps.shape[1]):
            other = steps[node, slot]
            if other < 0:
                continue
            if best[other] == -2.0:
                away, passed = squared_gap(points, runs, places[other, 0], places[other, 1])
                stray[other], along[other] = away / (unit * unit), passed / unit
                best[other] = np.inf
                seen.append(np.int64(other))
                is_far = away > corridor * corridor * unit * unit
                if is_far and not is_among(other, goals):
                    best[other] = -1.0
            if best[other] == -1.0:
                continue
            step = 1.0 + straying * (stray[node] + stray[other]) / 2
            over = abs(along[other] - along[node]) - smoothed
            if over > 0:
                step += skipped * over
            if laid[node] >> slot & 1:
                step += on_laid
            else:
                step += new + entering[other] + touching * (foreign[node] + foreign[other])
                if fenced[node] >> slot & 1:
                    x = (places[node, 0] + places[other, 0]) / 2
                    y = (places[node, 1] + places[other, 1]) / 2
                    if not is_near(gates, x, y, unit):
                        step += fence
            if cost + step < best[other]:
                best[other] = cost + step
                before[other] = node
                heappush(heap, (cost + step, np.int64(other)))
    way = path_to(before, goal)
    for node in seen:
        best[node] = -2.0
    return way
