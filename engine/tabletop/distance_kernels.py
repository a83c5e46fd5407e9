"""Compiled distances between cores and what bars a leg, just as `engine.tabletop.buffered_shapes`
has them.

Codes of distances are as there.
"""

from __future__ import annotations

import numpy as np

from engine.jit import compiled
from engine.tabletop.shape_arrays import Truths, Whole, Wholes

NOTHING = -1
MORE = 1 << 62


@compiled
def _from_point(px: Whole, py: Whole, ax: Whole, ay: Whole, bx: Whole, by: Whole) -> Whole:
    """The code of the distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    along, length = (px - ax) * dx + (py - ay) * dy, dx * dx + dy * dy
    if along <= 0:
        return 8 * ((px - ax) * (px - ax) + (py - ay) * (py - ay))
    if along >= length:
        return 8 * ((px - bx) * (px - bx) + (py - by) * (py - by))
    turned = dx * (py - ay) - dy * (px - ax)
    whole = 4 * turned * turned // length
    return 2 * whole + (1 if whole * length < 4 * turned * turned else 0)


@compiled
def _parts(
    ax: Whole, ay: Whole, bx: Whole, by: Whole, cx: Whole, cy: Whole, dx: Whole, dy: Whole
) -> bool:
    """Return True if two points are on different sides of a line."""
    first = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    second = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    return bool((first > 0 and second < 0) or (first < 0 and second > 0))


@compiled
def _between(
    ax: Whole, ay: Whole, bx: Whole, by: Whole, cx: Whole, cy: Whole, dx: Whole, dy: Whole
) -> Whole:
    """The code of the distance between two segments."""
    if _parts(ax, ay, bx, by, cx, cy, dx, dy) and _parts(cx, cy, dx, dy, ax, ay, bx, by):
        return np.int64(0)
    return min(
        min(_from_point(ax, ay, cx, cy, dx, dy), _from_point(bx, by, cx, cy, dx, dy)),
        min(_from_point(cx, cy, ax, ay, bx, by), _from_point(dx, dy, ax, ay, bx, by)),
    )


@compiled
def holds_point(corners: Wholes, first: Whole, last: Whole, px: Whole, py: Whole) -> bool:
    """Return True if an area's core holds a point; its border belongs to it."""
    inside = False
    ax, ay = corners[last - 1, 0], corners[last - 1, 1]
    for here in range(first, last):
        bx, by = corners[here, 0], corners[here, 1]
        turned = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if turned == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
            return True
        if (ay > py) != (by > py) and (turned > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return inside


@compiled
def distance_code_to_leg(
    corners: Wholes,
    first: Whole,
    last: Whole,
    is_area: bool,
    ax: Whole,
    ay: Whole,
    bx: Whole,
    by: Whole,
    enough: Whole,
    most: Whole,
) -> Whole:
    """The code of the distance between a core and a segment.

    `enough` and less is as good as 0, and `most` as good as more.
    """
    if is_area and holds_point(corners, first, last, ax, ay):
        return np.int64(0)
    if last - first == 1:
        return _from_point(corners[first, 0], corners[first, 1], ax, ay, bx, by)
    left, right = min(ax, bx), max(ax, bx)
    low, high = min(ay, by), max(ay, by)
    before = last - 1 if is_area else first
    least = most
    for here in range(first if is_area else first + 1, last):
        cx, cy, dx, dy = (
            corners[before, 0],
            corners[before, 1],
            corners[here, 0],
            corners[here, 1],
        )
        before = here
        out = max(0, min(cx, dx) - right, left - max(cx, dx))
        up = max(0, min(cy, dy) - high, low - max(cy, dy))
        if 8 * (out * out + up * up) >= least:
            continue
        code = _between(cx, cy, dx, dy, ax, ay, bx, by)
        if code < least:
            least = code
            if least <= enough:
                return least
    return least


@compiled
def distance_code_between_cores(
    corners: Wholes,
    first: Whole,
    last: Whole,
    is_area: bool,
    others: Wholes,
    start: Whole,
    end: Whole,
    is_other_area: bool,
) -> Whole:
    """The code of the distance between two cores."""
    if is_other_area and holds_point(others, start, end, corners[first, 0], corners[first, 1]):
        return np.int64(0)
    if end - start == 1:
        x, y = others[start, 0], others[start, 1]
        return distance_code_to_leg(corners, first, last, is_area, x, y, x, y, 0, MORE)
    before = end - 1 if is_other_area else start
    least: Whole = np.int64(MORE)
    for here in range(start if is_other_area else start + 1, end):
        code = distance_code_to_leg(
            corners,
            first,
            last,
            is_area,
            others[before, 0],
            others[before, 1],
            others[here, 0],
            others[here, 1],
            0,
            least,
        )
        if code < least:
            least = code
        before = here
    return least


@compiled
def first_shape_near_leg(
    ax: Whole,
    ay: Whole,
    bx: Whole,
    by: Whole,
    corners: Wholes,
    starts: Wholes,
    areas: Truths,
    limits: Wholes,
    bounds: Wholes,
) -> int:
    """The first shape that a leg comes too near to; NOTHING if none.

    A code below the shape's limit is too near; `bounds` are the rectangles around all such places.
    """
    left, right = min(ax, bx), max(ax, bx)
    low, high = min(ay, by), max(ay, by)
    for each in range(len(limits)):
        if (
            bounds[each, 0] > right
            or bounds[each, 2] < left
            or bounds[each, 1] > high
            or bounds[each, 3] < low
        ):
            continue
        first, last = starts[each], starts[each + 1]
        enough = limits[each] - 1
        if (
            distance_code_to_leg(
                corners, first, last, areas[each], ax, ay, bx, by, enough, limits[each]
            )
            <= enough
        ):
            return each
    return NOTHING


@compiled
def first_shape_near_core(
    one: Wholes,
    is_area: bool,
    corners: Wholes,
    starts: Wholes,
    areas: Truths,
    limits: Wholes,
    bounds: Wholes,
) -> int:
    """The first shape that another's core comes too near to; NOTHING if none."""
    left, low = one[0, 0], one[0, 1]
    right, high = left, low
    for here in range(1, len(one)):
        left, right = min(left, one[here, 0]), max(right, one[here, 0])
        low, high = min(low, one[here, 1]), max(high, one[here, 1])
    for each in range(len(limits)):
        if (
            bounds[each, 0] > right
            or bounds[each, 2] < left
            or bounds[each, 1] > high
            or bounds[each, 3] < low
        ):
            continue
        first, last = starts[each], starts[each + 1]
        code = distance_code_between_cores(
            corners, first, last, areas[each], one, 0, len(one), is_area
        )
        if code < limits[each]:
            return each
    return NOTHING


@compiled
def reached_by(
    chosen: Wholes,
    lengths: Wholes,
    others: Truths,
    corners: Wholes,
    starts: Wholes,
    areas: Truths,
    doubled: Wholes,
    bounds: Wholes,
    found: Truths,
) -> int:
    """Marks in `found` which others lie within each chosen one's own length; how many."""
    count = 0
    for place in range(len(chosen)):
        one, length = chosen[place], lengths[place]
        for other in range(len(doubled)):
            if not others[other] or found[other]:
                continue
            if (
                bounds[other, 0] - bounds[one, 2] > length
                or bounds[one, 0] - bounds[other, 2] > length
                or bounds[other, 1] - bounds[one, 3] > length
                or bounds[one, 1] - bounds[other, 3] > length
            ):
                continue
            span = 2 * length + doubled[one] + doubled[other]
            code = distance_code_between_cores(
                corners,
                starts[one],
                starts[one + 1],
                areas[one],
                corners,
                starts[other],
                starts[other + 1],
                areas[other],
            )
            if code <= 2 * span * span:
                found[other] = True
                count += 1
    return count


@compiled
def pairs_within(
    corners: Wholes,
    starts: Wholes,
    areas: Truths,
    bounds: Wholes,
    doubled: Wholes,
    sides: Wholes,
    length: Whole,
    pairs: Wholes,
) -> int:
    """The pairs of shapes of different sides within a length; how many, at most as `pairs` has."""
    count = 0
    for one in range(len(doubled)):
        for other in range(one + 1, len(doubled)):
            if (
                sides[one] == sides[other]
                or bounds[other, 0] - bounds[one, 2] > length
                or bounds[one, 0] - bounds[other, 2] > length
                or bounds[other, 1] - bounds[one, 3] > length
                or bounds[one, 1] - bounds[other, 3] > length
            ):
                continue
            span = 2 * length + doubled[one] + doubled[other]
            code = distance_code_between_cores(
                corners,
                starts[one],
                starts[one + 1],
                areas[one],
                corners,
                starts[other],
                starts[other + 1],
                areas[other],
            )
            if code <= 2 * span * span:
                if count < len(pairs):
                    pairs[count, 0], pairs[count, 1] = one, other
                count += 1
    return count


@compiled
def label_groups(
    corners: Wholes,
    starts: Wholes,
    areas: Truths,
    bounds: Wholes,
    doubled: Wholes,
    sides: Wholes,
    length: Whole,
    labels: Wholes,
) -> None:
    """Gives all of a side that are connected within a length the number of the first of them.

    Those whose label is NOTHING beforehand are left out.
    """
    waiting = np.empty(len(labels), np.int64)
    for first in range(len(labels)):
        if labels[first] != first:
            continue
        waiting[0], count = first, 1
        while count > 0:
            count -= 1
            one = waiting[count]
            for other in range(first + 1, len(labels)):
                if (
                    labels[other] != other
                    or sides[one] != sides[other]
                    or bounds[other, 0] - bounds[one, 2] > length
                    or bounds[one, 0] - bounds[other, 2] > length
                    or bounds[other, 1] - bounds[one, 3] > length
                    or bounds[one, 1] - bounds[other, 3] > length
                ):
                    continue
                span = 2 * length + doubled[one] + doubled[other]
                code = distance_code_between_cores(
                    corners, starts[one], starts[one + 1], areas[one],
                    corners, starts[other], starts[other + 1], areas[other],
                )  # fmt: skip
                if code <= 2 * span * span:
                    labels[other] = first
                    waiting[count] = other
                    count += 1
