"""Compiled lines of sight that add up what they pass; see `engine.sight.hindrance_rules`.

A line adds the same whichever way it is followed but for what bounds or fills its ends, so both
ways are weighed in one. BLOCKED stands for a line that is closed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from engine.sight.ray_kernels import (
    ALONG,
    BOTH,
    FAR,
    FLAT,
    NEAR,
    is_far_on_tie,
    passed_hexes,
    ray_sector,
)

BLOCKED = -1
OF_START, OF_END = 1, 2
NEVER = 32767  # so many levels and hexes no map has

# The columns of `HindranceKernelMap.hexes`, of `HindranceKernelMap.kinds`, and the entries of
# `HindranceKernelMap.frame`.
STANDS, FILLS, RANK, SIDES = 0, 1, 2, 3
BARRIER, WALL = 0, 1
LINES, CELLS, LINE_STEP, CELL_STEP, LAYOUT, WHOLE, MAX_DISTANCE, FRAME = range(8)

# What `HindranceKernelMap.levels` says of a level between two others.
SLOPE, RISES, EDGE = 1, 2, 3

# What is counted of a line: three things on it, to its left and to its right; what it adds; and
# whether it runs along something that hinders.
CROSSED, LEFT, RIGHT, THERE, BACK, WALLED, SUMS = 0, 3, 6, 9, 10, 11, 12
BLOCKING, HINDERING, SLOPES = 0, 1, 2

Amounts = NDArray[np.int16]
Whole = NDArray[np.int64]


class HindranceKernelMap(NamedTuple):
    """A map as the kernels read it.

    Machine code on disk knows it by this name, and is found by the line a kernel begins in: if it
    is renamed, move the kernels too, or old machine code cannot be read.

    `hexes` has a row for each hex, row by row of the map: whether what stands in it blocks, what
    hinders, the place of its level among the levels of the map, and for each direction the number
    of what lies on that side. `kinds` has for each such number whether it blocks and what it
    hinders. `levels[low, high]` has what each level between two ends does, and in its last entry
    within how many hexes of the lower end something must stand to block. `frame` has lines, cells,
    the steps in `hexes` from line to line and from cell to cell, the layout, whether runs are
    judged as a whole, and how far anybody sees.
    """

    hexes: Amounts
    kinds: Amounts
    levels: Amounts
    frame: Whole


@compiled
def hex_position_of_row(frame: Whole, index: int) -> tuple[int, int]:
    """The x and y of a row of `HindranceKernelMap.hexes`."""
    line, cell = index // frame[CELLS], index % frame[CELLS]
    if frame[LAYOUT] & FLAT:
        line, cell = index % frame[LINES], index // frame[LINES]
    return 2 * cell + ((line & 1) ^ ((frame[LAYOUT] >> 1) & 1)), line


@compiled
def _row(frame: Whole, x: int, y: int) -> int:
    """The row of `HindranceKernelMap.hexes` of a hex; BLOCKED off the map."""
    if y < 0 or y >= frame[LINES] or x < 0 or x >= 2 * frame[CELLS]:
        return BLOCKED
    return int(y * frame[LINE_STEP] + (x >> 1) * frame[CELL_STEP])


@compiled
def _direction(across: int, down: int, layout: int) -> int:
    """The direction 0…5 of a step to a neighbour, in half cells and lines."""
    if layout & FLAT:
        if down == 0:
            return 0 if across < 0 else 3
        if down > 0:
            return 1 if across < 0 else 2
        return 5 if across < 0 else 4
    if down == 0:
        return 0 if across > 0 else 3
    if down < 0:
        return 1 if across > 0 else 2
    return 5 if across > 0 else 4


@compiled
def _kind(hexes: Amounts, layout: int, here: int, there: int, across: int, down: int) -> int:
    """The number of what lies between two neighbours; a hexside at the edge has one hex."""
    if here >= 0:
        return int(hexes[here, SIDES + _direction(across, down, layout)])
    if there >= 0:
        return int(hexes[there, SIDES + _direction(-across, -down, layout)])
    return 0


@compiled
def _meet(
    hexes: Amounts,
    levels: Amounts,
    low: int,
    high: int,
    here: int,
    from_low: int,
    from_high: int,
    where: int,
    sums: Whole,
) -> None:
    """Counts what a hex between the ends does, on the line or beside it."""
    if here < 0:
        return
    rise = levels[low, high, hexes[here, RANK]]
    if rise == RISES or (rise == EDGE and from_high == 1):
        sums[where + BLOCKING] = 1
    if hexes[here, STANDS] != 0 and from_low <= levels[low, high, -1]:
        sums[where + BLOCKING] = 1
    sums[where + HINDERING] += hexes[here, FILLS]
    if rise == SLOPE:
        sums[where + SLOPES] += 1


@compiled
def _cross(kinds: Amounts, kind: int, ends: int, sums: Whole) -> None:
    """Counts what a hexside does that is crossed; `ends` says which ends' hexes it bounds."""
    if ends == 0 and kinds[kind, BARRIER] != 0:
        sums[CROSSED + BLOCKING] = 1
    if not ends & OF_START:
        sums[THERE] += kinds[kind, WALL]
    if not ends & OF_END:
        sums[BACK] += kinds[kind, WALL]


@compiled
def _judge_pair(sums: Whole) -> None:
    """Add the common effect of the hexes beside one hexside (`AlongHexsideRule.EACH`)."""
    if sums[LEFT + BLOCKING] != 0 and sums[RIGHT + BLOCKING] != 0:
        sums[CROSSED + BLOCKING] = 1
    sums[CROSSED + HINDERING] += min(sums[LEFT + HINDERING], sums[RIGHT + HINDERING])
    sums[CROSSED + SLOPES] += min(sums[LEFT + SLOPES], sums[RIGHT + SLOPES])
    for i in range(LEFT, THERE):
        sums[i] = 0


@compiled
def _judge_run(sums: Whole) -> None:
    """Add the common effect of both sides of a run (`AlongHexsideRule.WHOLE`)."""
    left, right = sums[LEFT + HINDERING], sums[RIGHT + HINDERING]
    on_left, on_right = sums[LEFT + BLOCKING] != 0, sums[RIGHT + BLOCKING] != 0
    if on_left and on_right:
        sums[CROSSED + BLOCKING] = 1
    sums[CROSSED + SLOPES] += min(sums[LEFT + SLOPES], sums[RIGHT + SLOPES])
    if sums[WALLED] != 0:
        sums[CROSSED + HINDERING] += left + right
    elif (left > 0 and (on_right or right > 0)) or (right > 0 and on_left):
        sums[CROSSED + HINDERING] += left + right - (0 if on_left or on_right else 1)


@compiled
def weigh_line(
    hexes: Amounts,
    kinds: Amounts,
    levels: Amounts,
    frame: Whole,
    a_x: int,
    a_y: int,
    b_x: int,
    b_y: int,
    sums: Whole,
) -> bool:
    """Return True if two hexes see each other; THERE and BACK of `sums` get the hindrance."""
    n, m, ahead_x, ahead_y, along_x, along_y = ray_sector(b_x - a_x, b_y - a_y)
    length = n + m
    for i in range(SUMS):
        sums[i] = 0
    if length == 0 or length > frame[MAX_DISTANCE]:
        return length == 0
    layout, start, end = int(frame[LAYOUT]), _row(frame, a_x, a_y), _row(frame, b_x, b_y)
    begins_low = hexes[start, RANK] <= hexes[end, RANK]
    low, high = int(hexes[start, RANK]), int(hexes[end, RANK])
    low, high = min(low, high), max(low, high)
    far_on_tie = is_far_on_tie(along_x, along_y, layout)
    x, y, rest, was_x, was_y, was, is_inside = a_x, a_y, 0, a_x, a_y, start, True
    for step in range(1, length + 1):
        x += ahead_x
        y += ahead_y
        rest += m
        if rest >= length:
            rest -= length
            x += along_x
            y += along_y
        which = passed_hexes(rest, length, max(n, m), layout, far_on_tie)
        far_x, far_y = x + along_x, y + along_y
        from_low = step if begins_low else length - step
        if which == ALONG:
            near, far = _row(frame, x, y), _row(frame, far_x, far_y)
            kind = _kind(hexes, layout, near, far, along_x, along_y)
            if kinds[kind, BARRIER] != 0:
                return False
            sums[CROSSED + HINDERING] += kinds[kind, WALL]
            if kinds[kind, WALL] != 0:
                sums[WALLED] = 1
            _meet(hexes, levels, low, high, near, from_low, length - from_low, LEFT, sums)
            _meet(hexes, levels, low, high, far, from_low, length - from_low, RIGHT, sums)
            if frame[WHOLE] == 0:
                _judge_pair(sums)
            is_inside = False
        far_first = which == FAR or (which == BOTH and m < n)
        for turn in range(0 if which == ALONG else 2 if which == BOTH else 1):
            is_far = far_first == (turn == 0)
            to_x, to_y = (far_x, far_y) if is_far else (x, y)
            to = _row(frame, to_x, to_y)
            if is_inside:
                kind = _kind(hexes, layout, was, to, to_x - was_x, to_y - was_y)
                if kind != 0:
                    ends = (OF_START if was == start else 0) | (OF_END if to == end else 0)
                    _cross(kinds, kind, ends, sums)
            if to != end:
                _meet(hexes, levels, low, high, to, from_low, length - from_low, CROSSED, sums)
            was_x, was_y, was, is_inside = to_x, to_y, to, True
        if sums[CROSSED + BLOCKING] != 0:
            return False
    if frame[WHOLE] != 0:
        _judge_run(sums)
    sums[THERE] += sums[CROSSED + HINDERING] + hexes[end, FILLS]
    sums[BACK] += sums[CROSSED + HINDERING] + hexes[start, FILLS]
    return bool(sums[CROSSED + BLOCKING] == 0 and sums[CROSSED + SLOPES] < 2)


@compiled
def _spots(frame: Whole, count: int) -> Whole:
    """The x and y of every row of `HindranceKernelMap.hexes`."""
    spots = np.empty((count, 2), np.int64)
    for i in range(count):
        spots[i, 0], spots[i, 1] = hex_position_of_row(frame, i)
    return spots


@compiled
def weigh_all(sheet: HindranceKernelMap, table: Amounts) -> None:
    """Every ordered pair: what the line adds from the hex of the row into that of the column."""
    hexes, kinds, levels, frame = sheet
    sums, spots = np.zeros(SUMS, np.int64), _spots(frame, len(table))
    for a in range(len(table)):
        x, y = spots[a, 0], spots[a, 1]
        for b in range(a, len(table)):
            to_x, to_y = spots[b, 0], spots[b, 1]
            is_clear = weigh_line(hexes, kinds, levels, frame, x, y, to_x, to_y, sums)
            table[a, b] = sums[THERE] if is_clear else BLOCKED
            table[b, a] = sums[BACK] if is_clear else BLOCKED


@compiled
def weigh_from(sheet: HindranceKernelMap, origin: int, radius: int, row: Amounts) -> None:
    """Compute the hindrance from one hex to all within a radius; BLOCKED beyond it."""
    hexes, kinds, levels, frame = sheet
    sums, spots = np.zeros(SUMS, np.int64), _spots(frame, len(row))
    x, y = spots[origin, 0], spots[origin, 1]
    for b in range(len(row)):
        to_x, to_y = spots[b, 0], spots[b, 1]
        is_seen = _apart(to_x - x, to_y - y) <= radius and weigh_line(
            hexes, kinds, levels, frame, x, y, to_x, to_y, sums
        )
        row[b] = sums[THERE] if is_seen else BLOCKED


@compiled
def weigh_line_pairs(sheet: HindranceKernelMap, ends: Whole, found: Amounts) -> None:
    """Compute the hindrance from the first to the second of pairs of rows."""
    hexes, kinds, levels, frame = sheet
    sums = np.zeros(SUMS, np.int64)
    for i in range(len(ends)):
        x, y = hex_position_of_row(frame, ends[i, 0])
        to_x, to_y = hex_position_of_row(frame, ends[i, 1])
        is_clear = weigh_line(hexes, kinds, levels, frame, x, y, to_x, to_y, sums)
        found[i] = sums[THERE] if is_clear else BLOCKED


@compiled
def count_seen(sheet: HindranceKernelMap, radius: int, counts: NDArray[np.int32]) -> None:
    """By how many others within a radius each hex is seen."""
    hexes, kinds, levels, frame = sheet
    sums, spots = np.zeros(SUMS, np.int64), _spots(frame, len(counts))
    for a in range(len(counts)):
        x, y = spots[a, 0], spots[a, 1]
        for b in range(a + 1, len(counts)):
            to_x, to_y = spots[b, 0], spots[b, 1]
            is_seen = _apart(to_x - x, to_y - y) <= radius and weigh_line(
                hexes, kinds, levels, frame, x, y, to_x, to_y, sums
            )
            if is_seen:
                counts[a] += 1
                counts[b] += 1


@compiled
def _apart(across: int, down: int) -> int:
    """Hexes of an offset in half cells and lines."""
    return max(abs(down), (abs(across) + abs(down)) // 2)


@compiled
def touches_hex(layout: int, to_x: int, to_y: int, x: int, y: int) -> bool:
    """Return True if the line from 0, 0 to a hex starts or ends in, crosses or grazes another."""
    n, m, _, _, along_x, along_y = ray_sector(to_x, to_y)
    length, right, down = n + m, (1 if to_x >= 0 else -1), (1 if to_y >= 0 else -1)
    if along_y != 0:
        askew = y * down
        ahead = (x * right - askew) >> 1
    else:
        ahead, askew = (y * down + x * right) >> 1, (y * down - x * right) >> 1
    ring = ahead + askew
    if ring <= 0 or ring >= length:
        return (x == 0 and y == 0) or (x == to_x and y == to_y)
    number, rest = m * ring // length, m * ring % length
    if askew != number and askew != number + 1:
        return False
    which = passed_hexes(rest, length, max(n, m), layout, is_far_on_tie(along_x, along_y, layout))
    return which != FAR if askew == number else which != NEAR


@compiled
def reweigh_touched_lines(sheet: HindranceKernelMap, changed: Whole, table: Amounts) -> None:
    """Weighs the lines again that meet any of the hexes changed, given by x and y."""
    hexes, kinds, levels, frame = sheet
    sums, spots, layout = np.zeros(SUMS, np.int64), _spots(frame, len(table)), int(frame[LAYOUT])
    for a in range(len(table)):
        x, y = spots[a, 0], spots[a, 1]
        for b in range(a, len(table)):
            to_x, to_y = spots[b, 0], spots[b, 1]
            for i in range(len(changed)):
                other_x, other_y = changed[i, 0] - x, changed[i, 1] - y
                if touches_hex(layout, to_x - x, to_y - y, other_x, other_y):
                    is_clear = weigh_line(hexes, kinds, levels, frame, x, y, to_x, to_y, sums)
                    table[a, b] = sums[THERE] if is_clear else BLOCKED
                    table[b, a] = sums[BACK] if is_clear else BLOCKED
                    break
