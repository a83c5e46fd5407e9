"""The trace of a line of sight from one hex to another (tank S1, S7, S8).

This is the readable definition: the compiled kernels must agree with it, and a rule system that
judges more than heights folds over its steps (`docs/design/sight.md`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from engine.hexes.grid import Grid
from engine.hexes.hex import STEPS, Hex, HexSide, line


class GrazingRule(StrEnum):
    """The effect of a hex that rises exactly to the line of the sighting chart (S5)."""

    CLEAR = "clear"
    BLOCKED = "blocked"


class TraceRule(StrEnum):
    """The rule for hexes passed: all that the line crosses (S7), or one a step (S8)."""

    CROSSED = "crossed"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class LineStep:
    """The hexes and hexsides a line passes at one distance from its start.

    `hexes` holds one hex or two. Two are crossed one after the other, in this order, unless `along`
    names the hexside between them: then the line runs along it and enters neither, so that only
    what both do counts (S7). `sides` are the hexsides crossed to come here from the step before and
    inside this step, in order; touching the end of one does not cross it. The first hex of an
    `along` step is on the same side of the line in all steps, and a hex may be off the map; so may
    a sampled one at the map's edge.
    """

    distance: int
    hexes: tuple[Hex, ...]
    along: HexSide | None
    sides: tuple[HexSide, ...]


def trace(grid: Grid, a: Hex, b: Hex, kind: TraceRule = TraceRule.CROSSED) -> Iterator[LineStep]:
    """The steps of the line from a to b: one for every distance 1…D; the last is b itself.

    The line back passes the same hexes. Raises ValueError when an end is off the map.
    """
    previous: tuple[Hex, ...] = (a,)
    for step, (hexes, is_along) in enumerate(hexes_on(grid, a, b, kind), start=1):
        along = HexSide(*hexes) if is_along else None
        yield LineStep(step, hexes, along, () if along else _sides(previous, hexes))
        previous = () if along else hexes[-1:]


def _sides(previous: tuple[Hex, ...], hexes: tuple[Hex, ...]) -> tuple[HexSide, ...]:
    """The hexsides between hexes entered one after the other; none out of an end of a hexside."""
    path = previous + hexes
    return tuple(HexSide(here, there) for here, there in pairwise(path))


def hexes_on(grid: Grid, a: Hex, b: Hex, kind: TraceRule) -> Iterator[tuple[tuple[Hex, ...], bool]]:
    """Yield as `hexes_passed`, for two hexes of a map; ValueError if an end is off it."""
    for end in (a, b):
        if end not in grid:
            raise ValueError(
                f"{grid.name(end)} is off the map of {grid.columns} × {grid.rows} hexes."
            )
    return hexes_passed(a, b, kind)


def hexes_passed(a: Hex, b: Hex, kind: TraceRule) -> Iterator[tuple[tuple[Hex, ...], bool]]:
    """The hexes passed at each distance 1…D from a, and whether the line runs along their side."""
    if kind is TraceRule.SAMPLED:
        return (((hex_,), False) for hex_ in line(a, b)[1:])
    return _trace_exactly(a, b)


def _trace_exactly(a: Hex, b: Hex) -> Iterator[tuple[tuple[Hex, ...], bool]]:
    """The exact trace, in integers.

    With b − a = ahead · n + askew · m in the two unit steps on either side of the line, the ring
    of distance k is crossed m · k / D hexes along its row that starts k hexes straight ahead.
    Of that row the line crosses the hexes less than (D + max(n, m)) / 3 away, in units of 1/D
    hex along the row, and touches those exactly as far.
    """
    ahead, askew, n, m = _sector(b.offset_from(a))
    length = n + m
    along_row = askew.offset_from(ahead)
    for step in range(1, length + 1):
        number, rest = divmod(m * step, length)
        near = a.moved(ahead, step).moved(along_row, number)
        far = near.moved(along_row)
        is_in_near = 3 * rest < length + max(n, m)
        is_in_far = 3 * (length - rest) < length + max(n, m)
        if is_in_near and is_in_far:
            yield ((far, near) if m < n else (near, far)), False
        elif is_in_near or is_in_far:
            yield ((near,) if is_in_near else (far,)), False
        else:
            yield (near, far), True


def _sector(offset: Hex) -> tuple[Hex, Hex, int, int]:
    """Two neighbouring unit steps and how many of each lead to an offset."""
    for ahead, askew in zip(STEPS, STEPS[1:] + STEPS[:1], strict=True):
        n = offset.r * askew.q - offset.q * askew.r
        m = offset.q * ahead.r - offset.r * ahead.q
        if n >= 0 and m >= 0:
            return ahead, askew, n, m
    raise AssertionError("the six sectors cover the plane")
