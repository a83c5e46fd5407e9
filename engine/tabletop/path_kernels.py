"""Compiled shortest ways on the visibility graph of what bars them, and all that is reached (G6).

The graph's points are the start, the goal and the corners of rings around what bars the way. A leg
that ends at a corner only brushes its ring: the ring's next corners lie on one side of it. A corner
whose ring holds the start or the goal is free of that towards it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from engine.tabletop.distance_kernels import NOTHING, first_shape_near_leg, holds_point
from engine.tabletop.flight_kernels import integer_square_root
from engine.tabletop.shape_arrays import Truths, Whole, Wholes

FINE = 1_000
FAR = 1 << 60
Reals = NDArray[np.float64]


@compiled
def leg_length(ax: Whole, ay: Whole, bx: Whole, by: Whole) -> Whole:
    """The length of a leg in thousandths of a sixteenth, rounded up."""
    square = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) * FINE * FINE
    return integer_square_root(square - 1) + 1 if square > 0 else np.int64(0)


@compiled
def _brushes(px: Whole, py: Whole, x: Whole, y: Whole, beside: Wholes) -> bool:
    """Return True if a leg to a corner has both the corner's neighbours on one side."""
    first = (x - px) * (beside[1] - py) - (y - py) * (beside[0] - px)
    second = (x - px) * (beside[3] - py) - (y - py) * (beside[2] - px)
    return bool((first >= 0 and second >= 0) or (first <= 0 and second <= 0))


@compiled
def rings_around(x: Whole, y: Whole, corners: Wholes, starts: Wholes) -> Truths:
    """Return True for the rings that hold a point."""
    found = np.zeros(len(starts) - 1, np.bool_)
    for each in range(len(starts) - 1):
        found[each] = holds_point(corners, starts[each], starts[each + 1], x, y)
    return found


@compiled
def clear_corners(
    corners: Wholes,
    low_x: Whole,
    low_y: Whole,
    high_x: Whole,
    high_y: Whole,
    cores: Wholes,
    starts: Wholes,
    areas: Truths,
    limits: Wholes,
    bounds: Wholes,
) -> Truths:
    """Return True for the usable corners: on the table, and clear of obstacles."""
    found = np.zeros(len(corners), np.bool_)
    for each in range(len(corners)):
        x, y = corners[each, 0], corners[each, 1]
        found[each] = (
            low_x <= x <= high_x
            and low_y <= y <= high_y
            and first_shape_near_leg(x, y, x, y, cores, starts, areas, limits, bounds) == NOTHING
        )
    return found


@compiled
def settle_shortest_paths(
    places: Wholes,
    beside: Wholes,
    rings: Wholes,
    at_start: Truths,
    at_goal: Truths,
    has_goal: bool,
    most: Whole,
    cores: Wholes,
    starts: Wholes,
    areas: Truths,
    limits: Wholes,
    bounds: Wholes,
    known: Wholes,
    came: Wholes,
) -> bool:
    """The shortest ways from the first place, to the second if there is a goal; whether reached.

    Places from the third on are corners. `known` gets the lengths, FAR where none is known; those
    settled are given by `came`, the place before; others have NOTHING. None longer than `most`.
    """
    number = len(places)
    ahead = np.zeros(number, np.int64)
    before = np.full(number, NOTHING, np.int64)
    done = np.zeros(number, np.bool_)
    for each in range(number):
        known[each], came[each] = FAR, NOTHING
        if has_goal:
            ahead[each] = leg_length(places[each, 0], places[each, 1], places[1, 0], places[1, 1])
        out = leg_length(places[0, 0], places[0, 1], places[each, 0], places[each, 1])
        done[each] = out + ahead[each] > most or (each == 1 and not has_goal)
    known[0], before[0] = 0, 0
    while True:
        here, least = NOTHING, np.int64(FAR)
        for each in range(number):
            if not done[each] and known[each] < FAR and known[each] + ahead[each] < least:
                here, least = each, known[each] + ahead[each]
        if here == NOTHING:
            return False
        done[here], came[here] = True, before[here]
        if here == 1:
            return True
        x, y = places[here, 0], places[here, 1]
        for there in range(1, number):
            if done[there]:
                continue
            length = known[here] + leg_length(x, y, places[there, 0], places[there, 1])
            if length >= known[there] or length + ahead[there] > most:
                continue
            if (
                there > 1
                and not (here == 0 and at_start[rings[there]])
                and not _brushes(x, y, places[there, 0], places[there, 1], beside[there])
            ):
                continue
            if (
                here > 1
                and not (there == 1 and at_goal[rings[here]])
                and not _brushes(places[there, 0], places[there, 1], x, y, beside[here])
            ):
                continue
            if (
                first_shape_near_leg(
                    x, y, places[there, 0], places[there, 1], cores, starts, areas, limits, bounds
                )
                == NOTHING
            ):
                known[there], before[there] = length, here


# --- how far one sees, for pictures of what is reached -------------------------------------------


@compiled
def _till_disc(x: float, y: float, dx: float, dy: float, radius: float) -> float:
    """Return the distance along a ray to a disc about the origin; infinite if missed."""
    along = -(x * dx + y * dy)
    if along <= 0:
        return math.inf
    rest = radius * radius - (x * x + y * y - along * along)
    return max(0.0, along - math.sqrt(rest)) if rest > 0 else math.inf


@compiled
def _till_segment(
    x: float,
    y: float,
    dx: float,
    dy: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    radius: float,
) -> float:
    """Return the distance along a ray to the band about a segment."""
    till = min(
        _till_disc(x - ax, y - ay, dx, dy, radius), _till_disc(x - bx, y - by, dx, dy, radius)
    )
    long = math.hypot(bx - ax, by - ay)
    if long == 0:
        return till
    ux, uy = (bx - ax) / long, (by - ay) / long
    off, over = -(x - ax) * uy + (y - ay) * ux, -dx * uy + dy * ux
    if off * over < 0:
        distance = (abs(off) - radius) / abs(over)
        along = (x - ax) * ux + (y - ay) * uy + distance * (dx * ux + dy * uy)
        if distance >= 0 and 0 <= along <= long:
            till = min(till, distance)
    return till


@compiled
def _ray(
    x: float,
    y: float,
    angle: float,
    longest: float,
    near: Wholes,
    cores: Wholes,
    starts: Wholes,
    areas: Truths,
    radii: Reals,
) -> float:
    """Return the distance one can see in a direction among near shapes."""
    dx, dy, till = math.cos(angle), math.sin(angle), longest
    for each in near:
        first, last = starts[each], starts[each + 1]
        if last - first == 1:
            apart = x - cores[first, 0], y - cores[first, 1]
            till = min(till, _till_disc(apart[0], apart[1], dx, dy, radii[each]))
            continue
        before = last - 1 if areas[each] else first
        for here in range(first if areas[each] else first + 1, last):
            ax, ay = float(cores[before, 0]), float(cores[before, 1])
            bx, by = float(cores[here, 0]), float(cores[here, 1])
            till = min(till, _till_segment(x, y, dx, dy, ax, ay, bx, by, radii[each]))
            before = here
    return till


@compiled
def _turned(angle: float) -> float:
    """An angle as between -π and π."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


@compiled
def _opening(places: Wholes, beside: Wholes, came: Wholes, each: int) -> tuple[float, float, int]:
    """Return the fan behind a corner: direction, angle to the next side, and neighbour.

    Both are angles, the second signed; the neighbour there is the first or the second of two.
    """
    x, y = float(places[each, 0]), float(places[each, 1])
    before = came[each]
    ahead = math.atan2(y - places[before, 1], x - places[before, 0])
    one = _turned(math.atan2(beside[each, 1] - y, beside[each, 0] - x) - ahead)
    other = _turned(math.atan2(beside[each, 3] - y, beside[each, 2] - x) - ahead)
    return (ahead, one, 0) if abs(one) < abs(other) else (ahead, other, 1)


@compiled
def chain_fans(
    places: Wholes, beside: Wholes, came: Wholes, sizes: Wholes, onward: Wholes, turns: Wholes
) -> None:
    """Find the fan that begins where another ends, at a ring's next corner, or NOTHING.

    `turns` are 1 or -1 for the side to which fans open, 0 if there is none.
    """
    for each in range(len(places)):
        onward[each], turns[each] = NOTHING, 0
        if each > 1 and sizes[each] > 0:
            turns[each] = 1 if _opening(places, beside, came, each)[1] > 0 else -1
    for each in range(2, len(places)):
        if turns[each] == 0:
            continue
        side = 2 * _opening(places, beside, came, each)[2]
        for other in range(2, len(places)):
            if (
                came[other] == each
                and turns[other] == turns[each]
                and places[other, 0] == beside[each, side]
                and places[other, 1] == beside[each, side + 1]
            ):
                onward[each] = other
                break


@compiled
def visible_corners(
    places: Wholes,
    beside: Wholes,
    came: Wholes,
    known: Wholes,
    most: Whole,
    least: Whole,
    flat: float,
    past: float,
    cores: Wholes,
    starts: Wholes,
    areas: Truths,
    radii: Reals,
    bounds: Wholes,
    sizes: Wholes,
) -> Reals:
    """Return the areas in sight from the first place, and behind each corner reached.

    Rays go just `past` every corner and so close that chords lie `flat` inside their arcs at most,
    as far as `most` thousandths last; corners with fewer than `least` left are left out. The points
    of all areas follow each other, and `sizes` has their numbers.
    """
    ends, count = np.empty((1 << 12, 2)), 0
    near, angles = np.empty(len(radii), np.int64), np.empty(2 * len(places) + 1000)
    for each in range(len(places)):
        left = (most - known[each]) / FINE
        sizes[each] = 0
        if each == 1 or came[each] == NOTHING or left * FINE < least:
            continue
        x, y = float(places[each, 0]), float(places[each, 1])
        first, wide = -math.pi, 2 * math.pi
        if each > 0:
            ahead, along, _ = _opening(places, beside, came, each)
            first, wide = min(ahead, ahead + along), abs(along)
        among = 0
        for shape in range(len(radii)):
            if (
                bounds[shape, 0] <= x + left
                and bounds[shape, 2] >= x - left
                and bounds[shape, 1] <= y + left
                and bounds[shape, 3] >= y - left
            ):
                near[among] = shape
                among += 1
        number = 0
        for other in range(2, len(places)):
            dx, dy = places[other, 0] - x, places[other, 1] - y
            if other == each or came[other] == NOTHING or dx * dx + dy * dy > left * left:
                continue
            if not _brushes(
                places[each, 0], places[each, 1], places[other, 0], places[other, 1], beside[other]
            ):
                continue
            angle = (math.atan2(dy, dx) - first) % (2 * math.pi)
            distance = math.hypot(dx, dy)
            if angle < wide and distance <= 1 + _ray(
                x, y, first + angle, distance, near[:among], cores, starts, areas, radii
            ):
                angles[number], angles[number + 1] = angle - past, angle + past
                number += 2
        parts = 2 + int(0.999 * wide / min(math.pi / 4, 2 * math.sqrt(2 * flat / max(left, 1))))
        for part in range(parts):
            angles[number] = wide * part / (parts - 1)
            number += 1
        if count + number + 1 > len(ends):
            more = np.empty((2 * len(ends) + number, 2))
            more[:count] = ends[:count]
            ends = more
        began = count
        if each > 0:
            ends[count, 0], ends[count, 1] = x, y
            count += 1
        for angle in np.sort(angles[:number]):
            if 0 <= angle <= wide:
                turned = first + angle
                till = _ray(x, y, turned, left, near[:among], cores, starts, areas, radii)
                ends[count, 0] = x + till * math.cos(turned)
                ends[count, 1] = y + till * math.sin(turned)
                count += 1
        sizes[each] = count - began
    return ends[:count]
