"""Compiled flight of a shot over everything that stands in its line, in whole numbers (S4-S7).

All lies in a frame of the shot: `along` its line and `aside` of it, both in 1/1024 of a sixteenth.
What is in the line is given as spans, whole sixteenths along it between which the bolt touches.
"""

from __future__ import annotations

import numpy as np

from engine.jit import compiled
from engine.tabletop.shape_arrays import Truths, Whole, Wholes

DETAIL = 20  # bits behind the point of directions, tangents and heights
PART = 10  # bits behind the point of lengths in the frame of the shot
GRAVITY = 6_176  # sixteenths a second, every second
HALF_WIDE = 2  # of the bolt, all round
BESIDE = 2 * HALF_WIDE + 1  # doubled: the bolt, and half a sixteenth to the nearest whole one
MAX_DISTANCE = 24_000  # along the line; no shot flies farther
DRAG = 4_000  # what a rolling bolt loses, sixteenths a second, every second
LOW = 4  # what a rolling bolt passes over
KNOCKS = 960  # the speed at which a rolling bolt knocks a figure over
STOPPED, TOUCHED, ROLLED_OUT = 0, 1, 2
HILL = -2  # and below: the side of a hill


@compiled
def integer_square_root(square: Whole) -> Whole:
    """The whole square root, rounded down."""
    if square <= 0:
        return np.int64(0)
    near = np.int64(np.sqrt(np.float64(square)))
    while near * near > square:
        near -= 1
    while (near + 1) * (near + 1) <= square:
        near += 1
    return near


@compiled
def bolt_height(x: Whole, rise: Whole, slope: Whole, speed: Whole) -> Whole:
    """Return a bolt's height over its gun's ground, scaled by 2^DETAIL (S4)."""
    secant = (np.int64(1) << DETAIL) + ((slope * slope) >> DETAIL)
    return (rise << DETAIL) + x * slope - x * x * GRAVITY * secant // (2 * speed * speed)


@compiled
def first_below(
    start: Whole, end: Whole, top: Whole, rise: Whole, slope: Whole, speed: Whole
) -> Whole:
    """Return where between two distances a bolt first flies below a height; -1 if never."""
    least = top << DETAIL
    if bolt_height(start, rise, slope, speed) < least:
        return start
    if bolt_height(end, rise, slope, speed) >= least:
        return np.int64(-1)
    low, high = start, end
    while high - low > 1:
        middle = (low + high) >> 1
        if bolt_height(middle, rise, slope, speed) < least:
            high = middle
        else:
            low = middle
    return high


@compiled
def _edge_span(ax: Whole, ay: Whole, bx: Whole, by: Whole, reach: Whole, span: Wholes) -> bool:
    """Between which distances the line is within a reach of a segment; whether it ever is."""
    low: Whole = np.int64(1) << 60
    high: Whole = -low
    if abs(ay) <= reach:
        half = integer_square_root(reach * reach - ay * ay)
        low, high = min(low, ax - half), max(high, ax + half)
    if abs(by) <= reach:
        half = integer_square_root(reach * reach - by * by)
        low, high = min(low, bx - half), max(high, bx + half)
    if (ay > 0 > by) or (ay < 0 < by):
        cut = ax + (bx - ax) * ay // (ay - by)
        low, high = min(low, cut), max(high, cut)
    dx, dy = bx - ax, by - ay
    for side in range(-1, 2, 2):
        # The borders of the band, beside the segment: where they cross the line.
        length = integer_square_root(dx * dx + dy * dy)
        if length == 0 or dy == 0:
            continue
        first = ay + side * reach * dx // length
        last = by + side * reach * dx // length
        if (first >= 0 >= last) or (first <= 0 <= last):
            x = ax - side * reach * dy // length
            cut = x + dx * first // (first - last)
            low, high = min(low, cut), max(high, cut)
    if low > high:
        return False
    span[0], span[1] = low >> PART, -((-high) >> PART)
    return True


@compiled
def _crossings(frame: Wholes, first: Whole, last: Whole, cuts: Wholes) -> int:
    """Find where the line crosses the border of an area, in order; in parts of a sixteenth."""
    count = 0
    before = last - 1
    for here in range(first, last):
        ay, by = frame[before, 1], frame[here, 1]
        if (ay > 0) != (by > 0):
            cut = frame[before, 0] + (frame[here, 0] - frame[before, 0]) * ay // (ay - by)
            place = count
            while place > 0 and cuts[place - 1] > cut:
                cuts[place] = cuts[place - 1]
                place -= 1
            cuts[place] = cut
            count += 1
        before = here
    return count


@compiled
def spans_of(
    origin_x: Whole,
    origin_y: Whole,
    along_x: Whole,
    along_y: Whole,
    wider: Whole,
    corners: Wholes,
    starts: Wholes,
    areas: Truths,
    doubled: Wholes,
    left_out: Truths,
) -> Wholes:
    """Return the spans of shapes on the line: shape, first and last distance from the gun.

    `wider` is twice the breadth to either side of the line that counts; without it only areas and
    circles are met, as is the ground under the line.
    """
    most = len(corners)
    frame = np.empty((most, 2), np.int64)
    found = np.empty((2 * most + 1, 3), np.int64)
    cuts, span = np.empty(most + 1, np.int64), np.empty(2, np.int64)
    count = 0
    shift = DETAIL - PART
    for each in range(len(doubled)):
        if left_out[each]:
            continue
        first, last = starts[each], starts[each + 1]
        reach = (doubled[each] + wider) << (PART - 1)
        left, right, ahead = False, False, False
        for corner in range(first, last):
            x, y = corners[corner, 0] - origin_x, corners[corner, 1] - origin_y
            frame[corner, 0] = (x * along_x + y * along_y) >> shift
            aside = (x * along_y - y * along_x) >> shift
            frame[corner, 1] = aside
            left |= aside <= reach
            right |= aside >= -reach
            ahead |= frame[corner, 0] + reach > -(1 << PART)
        if not (left and right and ahead):
            continue
        if reach > 0 or not areas[each]:
            closed = areas[each] or last - first == 1
            before = last - 1 if closed else first
            for corner in range(first if closed else first + 1, last):
                if (
                    _edge_span(
                        frame[before, 0],
                        frame[before, 1],
                        frame[corner, 0],
                        frame[corner, 1],
                        reach,
                        span,
                    )
                    and span[1] >= 0
                ):
                    found[count, 0], found[count, 1], found[count, 2] = each, span[0], span[1]
                    count += 1
                before = corner
        if areas[each]:
            number = _crossings(frame, first, last, cuts)
            for pair in range(0, number - 1, 2):
                enters, leaves = cuts[pair] >> PART, -((-cuts[pair + 1]) >> PART)
                if leaves >= 0:
                    found[count, 0], found[count, 1], found[count, 2] = each, enters, leaves
                    count += 1
    return found[:count]


@compiled
def ground_height(x: Whole, hills: Wholes, steps: Wholes) -> Whole:
    """Return the height of the ground at a distance along the line."""
    total = np.int64(0)
    for each in range(len(hills)):
        if hills[each, 1] <= x < hills[each, 2]:
            total += steps[hills[each, 0]]
    return total


@compiled
def _next_border(x: Whole, hills: Wholes) -> Whole:
    """The next distance beyond one at which the ground changes."""
    border = np.int64(MAX_DISTANCE)
    for each in range(len(hills)):
        for end in range(1, 3):
            if x < hills[each, end] < border:
                border = hills[each, end]
    return border


@compiled
def _side_at(x: Whole, hills: Wholes, steps: Wholes) -> Whole:
    """The hill whose side is at a distance, as HILL less its number; -1 if none is in the way."""
    if x <= 0 or ground_height(x, hills, steps) <= ground_height(x - 1, hills, steps) + LOW:
        return np.int64(-1)
    for each in range(len(hills)):
        if hills[each, 1] == x:
            return HILL - hills[each, 0]
    return np.int64(-1)


@compiled
def landing_point(
    hills: Wholes, steps: Wholes, rise: Whole, slope: Whole, speed: Whole, place: Wholes
) -> None:
    """Find where the bolt would meet the ground: `place` gets the distance, and the hill."""
    start = np.int64(0)
    while start < MAX_DISTANCE:
        end = _next_border(start, hills)
        top = ground_height(start, hills, steps)
        met = first_below(start, end - 1, top, rise, slope, speed)
        if met >= 0:
            place[0] = met
            place[1] = _side_at(met, hills, steps) if met == start else -1
            return
        start = end
    place[0], place[1] = MAX_DISTANCE, -1


@compiled
def shoot(
    rise: Whole,
    slope: Whole,
    speed: Whole,
    spans: Wholes,
    bases: Wholes,
    heights: Wholes,
    falls: Truths,
    hills: Wholes,
    steps: Wholes,
    fallen: Wholes,
    told: Wholes,
) -> int:
    """One shot: how many fall, in order in `fallen`.

    `rise` is the muzzle's height with that of the gun's ground. `bases` has the ground's height
    under each shape, or -1 where that of the line counts. In `told`: where the bolt lies, the
    distance at which its flight ended, how it ended (TOUCHED, STOPPED …), by which shape (-1 by
    none, HILL and less by a hill's side), and the squared speed with which it began to roll.
    """
    place = np.empty(2, np.int64)
    landing_point(hills, steps, rise, slope, speed, place)
    x, struck = place[0], place[1]
    for each in range(len(spans)):
        shape = spans[each, 0]
        start = max(np.int64(0), spans[each, 1])
        base = bases[shape] if bases[shape] >= 0 else ground_height(start, hills, steps)
        met = first_below(
            start,
            max(start, spans[each, 2]),
            base + heights[shape] + HALF_WIDE,
            rise,
            slope,
            speed,
        )
        if met >= 0 and (met < x or (met == x and (struck < 0 or shape < struck))):
            x, struck = met, shape
    secant = (np.int64(1) << DETAIL) + ((slope * slope) >> DETAIL)
    energy = ((speed * speed) << DETAIL) // secant // 16
    told[0], told[1], told[2], told[3], told[4] = x, x, STOPPED, struck, energy
    if struck <= HILL or (struck >= 0 and not falls[struck]):
        return 0
    count = 0
    if struck >= 0:
        fallen[0] = struck
        count = 1
    return _roll(x, energy, count, spans, heights, falls, hills, steps, fallen, told)


@compiled
def _roll(
    x: Whole,
    energy: Whole,
    count: int,
    spans: Wholes,
    heights: Wholes,
    falls: Truths,
    hills: Wholes,
    steps: Wholes,
    fallen: Wholes,
    told: Wholes,
) -> int:
    """The bolt rolls on till it lies (S6); `energy` is its squared speed."""
    while True:
        at, met = x + energy // (2 * DRAG), np.int64(-1)
        ends = ROLLED_OUT
        border = x
        while border < min(at, MAX_DISTANCE):
            border = _next_border(border, hills)
            if border < at and _side_at(border, hills, steps) <= HILL:
                at, met, ends = border, _side_at(border, hills, steps), STOPPED
        for each in range(len(spans)):
            shape = spans[each, 0]
            if spans[each, 2] < x or heights[shape] <= LOW:
                continue
            reached = max(x, spans[each, 1])
            if reached > at or (reached == at and met >= 0 and shape > met):
                continue
            is_down = False
            for down in range(count):
                is_down |= fallen[down] == shape
            if not is_down:
                at, met, ends = reached, shape, STOPPED
        energy -= 2 * DRAG * (at - x)
        x = at
        if met < 0 or not falls[met] or energy < KNOCKS * KNOCKS:
            told[0], told[3] = x, met
            told[2] = TOUCHED if met >= 0 and falls[met] else ends
            return count
        fallen[count] = met
        count += 1
        energy = energy * 36 // 100


@compiled
def count_kills(
    rise: Whole,
    slopes: Wholes,
    speeds: Wholes,
    spans: Wholes,
    bases: Wholes,
    heights: Wholes,
    falls: Truths,
    hills: Wholes,
    steps: Wholes,
    killed: Wholes,
) -> None:
    """Adds to `killed` whom shots kill that leave on one line with each slope and each speed."""
    fallen, told = np.zeros(len(heights) + 1, np.int64), np.zeros(5, np.int64)
    for slope in slopes:
        for speed in speeds:
            count = shoot(
                rise, slope, speed, spans, bases, heights, falls, hills, steps, fallen, told
            )
            for each in range(count):
                killed[fallen[each]] += 1
            if count == 0 and told[2] == TOUCHED:
                killed[told[3]] += 1
