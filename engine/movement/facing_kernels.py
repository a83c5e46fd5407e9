"""Compiled searches over hexes and fronts: Dial's algorithm on states, one a cell and direction.

A state is 6 · cell + facing. A queued state lies in one bucket, in a list linked both ways, so that
it moves to another when a cheaper way is found. All work arrays belong to the caller and come back
as they were: `reached` FAR everywhere, or CLOSED where entry is barred.
"""

from __future__ import annotations

import numpy as np

from engine.jit import compiled
from engine.movement.search_kernels import FAR, HALTS, NO_ENTRY, SHIFT, Ints, Offsets, Whole, Words

NONE = -1
NO_TURN = -1


@compiled
def _queue(state: Whole, cost: Whole, following: Ints, before: Ints, buckets: Ints) -> None:
    bucket = cost % len(buckets)
    first = buckets[bucket]
    following[state], before[state] = first, NONE
    if first != NONE:
        before[first] = state
    buckets[bucket] = state


@compiled
def _drop(state: Whole, cost: Whole, following: Ints, before: Ints, buckets: Ints) -> None:
    if before[state] == NONE:
        buckets[cost % len(buckets)] = following[state]
    else:
        following[before[state]] = following[state]
    if following[state] != NONE:
        before[following[state]] = before[state]


@compiled
def flood_states(
    words: Words,
    offsets: Offsets,
    start: int,
    budget: int,
    times: Ints,
    turns: Ints,
    reached: Ints,
    came: Ints,
    entered: Ints,
    following: Ints,
    before: Ints,
    buckets: Ints,
    settled: Ints,
) -> int:
    """Settles all states within the budget in order of cost; returns how many.

    `times[side]` multiplies what a step over a side of the unit costs, 0 where it makes none;
    `turns[side, by]` is what turning by so many sixths then costs. `came` has the state before, on
    the cheapest way with the fewest hexes; `entered` those hexes.
    """
    buckets[:] = NONE
    reached[start], came[start], entered[start] = 0, NONE, 0
    _queue(start, 0, following, before, buckets)
    waiting, count = 1, 0
    cost: Whole = 0
    while waiting > 0:
        state = np.int64(buckets[cost % len(buckets)])
        if state == NONE:
            cost += 1
            continue
        _drop(state, cost, following, before, buckets)
        waiting -= 1
        settled[count] = state
        count += 1
        cell, facing = state // 6, state % 6
        if words[cell, HALTS] == 1 and cost > 0:
            continue
        for side in range(6):
            direction = (facing + side) % 6
            step = np.int64(words[cell, direction])
            if times[side] == 0 or step == NO_ENTRY:
                continue
            there = 6 * (cell + offsets[np.int64(words[cell, SHIFT]), direction])
            for by in range(6):
                if turns[side, by] == NO_TURN:
                    continue
                then = cost + step * times[side] + turns[side, by]
                other = there + (facing + by) % 6
                known = reached[other]
                if then > budget or then > known:
                    continue
                if then < known:
                    if known != FAR:
                        _drop(other, known, following, before, buckets)
                        waiting -= 1
                    _queue(other, then, following, before, buckets)
                    waiting += 1
                elif entered[state] + 1 >= entered[other]:
                    continue
                reached[other], came[other], entered[other] = then, state, entered[state] + 1
    return count
