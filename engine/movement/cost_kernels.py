"""The compiled kernels that lay a map's step costs.

They work on a window of the map, its planes indexed [line, place along the line]. `frame` says
where it lies: line and place on the map where it begins, then the first line and place to lay and
the ends (past the last), counted within the window. The window holds all neighbours on the map of
the hexes to lay.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from engine.movement.mobility import DEAREST
from engine.movement.search_kernels import HALTS, NO_ENTRY, SHIFT, Offsets, Whole, Words

FORBIDDEN = 2**20
"""A cost no step may have."""

Numbers = NDArray[np.int64]
Masks = NDArray[np.uint8]
Levels = NDArray[np.int16]


@compiled
def _climbing(rise: Whole, slope: Numbers) -> Whole:
    """Return the cost of a change of level.

    `slope`: price up, price down, most levels up, most down.
    """
    steep = (rise > slope[2]) | (-rise > slope[3])
    cost: Whole = max(rise, 0) * slope[0] + max(-rise, 0) * slope[1] + steep * FORBIDDEN
    return cost


@compiled
def _lay_line(
    words: Words,
    first_cell: Whole,
    direction: int,
    begin: int,
    end: int,
    line: int,
    far_line: Whole,
    right: Whole,
    level: Levels,
    ground: NDArray[np.uint8],
    closed: NDArray[np.bool_],
    entry: Numbers,
    slope: Numbers,
) -> None:
    """One direction's steps across country out of one line of hexes, places `begin` to `end`."""
    for along in range(begin, end):
        far = np.uint64(far_line), np.uint64(along + right)
        rise = np.int64(level[far]) - np.int64(level[np.uint64(line), np.uint64(along)])
        cost = entry[ground[far]] + _climbing(rise, slope) + closed[far] * FORBIDDEN
        words[np.uint64(first_cell + along), np.uint64(direction)] = (
            cost if cost <= DEAREST else NO_ENTRY
        )


@compiled
def set_ground_costs(
    words: Words,
    stride: int,
    around: Offsets,
    first_shift: int,
    frame: Numbers,
    level: Levels,
    ground: NDArray[np.uint8],
    closed: NDArray[np.bool_],
    entry: Numbers,
    slope: Numbers,
) -> None:
    """Lay the costs of all steps as if there were neither hexside features nor links."""
    lines, length = level.shape
    for line in range(frame[2], frame[4]):
        shift = (frame[0] + line & 1) ^ first_shift
        first_cell = (frame[0] + line + 1) * stride + frame[1] + 1
        for along in range(frame[3], frame[5]):
            words[first_cell + along, :SHIFT] = NO_ENTRY
            words[first_cell + along, SHIFT] = shift
            words[first_cell + along, HALTS] = 0
        for direction in range(6):
            far_line = line + around[shift, direction, 0]
            right = around[shift, direction, 1]
            if far_line < 0 or far_line >= lines:
                continue
            begin, end = max(frame[3], -right), min(frame[5], length - right)
            _lay_line(
                words,
                first_cell,
                direction,
                begin,
                end,
                line,
                far_line,
                right,
                level,
                ground,
                closed,
                entry,
                slope,
            )


@compiled
def _crossing(sides: Masks, prices: Numbers, line: int, along: int, direction: int) -> Whole:
    """Return the cost of the hexside features in a direction."""
    cost: Whole = 0
    for kind in range(len(prices)):
        if sides[kind, line, along] >> direction & 1:
            cost += prices[kind]
    return cost


@compiled
def _is_forded(sides: Masks, fords: Masks, line: int, along: int, direction: int) -> bool:
    """Return True if one of the hexside features in a direction is forded."""
    for kind in range(len(fords)):
        if fords[kind] and sides[kind, line, along] >> direction & 1:
            return True
    return False


@compiled
def set_feature_costs(
    words: Words,
    stride: int,
    around: Offsets,
    first_shift: int,
    frame: Numbers,
    level: Levels,
    ground: NDArray[np.uint8],
    closed: NDArray[np.bool_],
    entry: Numbers,
    slope: Numbers,
    sides: Masks,
    side_prices: Numbers,
    fords: Masks,
    open_ground: int,
    links: Masks,
    link_prices: Numbers,
    cancels: Masks,
    marked: Masks,
    places: Numbers,
) -> None:
    """Lay the costs of the steps that cross a hexside feature or follow a link anew.

    `marked` has the directions with any feature, `places` the hexes that have some, counted along
    the lines of the window; `cancels` says whether links cancel hexsides and levels. Across one of
    the `fords` ground that can be entered costs as open ground.
    """
    lines, length = level.shape
    for place in places:
        line, along = place // length, place % length
        shift = (frame[0] + line & 1) ^ first_shift
        cell = (frame[0] + line + 1) * stride + frame[1] + along + 1
        for direction in range(6):
            far_line = line + around[shift, direction, 0]
            far_along = along + around[shift, direction, 1]
            on_map = far_line >= 0 and far_line < lines and far_along >= 0 and far_along < length
            is_marked = marked[line, along] >> direction & 1
            if not is_marked or not on_map or closed[far_line, far_along]:
                continue
            rise = np.int64(level[far_line, far_along]) - np.int64(level[line, along])
            climbing = _climbing(rise, slope)
            crossing = _crossing(sides, side_prices, line, along, direction)
            extra = (0 if cancels[0] else crossing) + (0 if cancels[1] else climbing)
            price = entry[ground[far_line, far_along]]
            if price < FORBIDDEN and _is_forded(sides, fords, line, along, direction):
                price = open_ground
            cost = price + crossing + climbing
            for kind in range(len(link_prices)):
                if links[kind, line, along] >> direction & 1:
                    cost = min(cost, link_prices[kind] + extra)
            words[cell, direction] = cost if cost <= DEAREST else NO_ENTRY
