"""Every pair of hexes within a radius at once: who sees whom on the whole map (tank S6).

For one offset all hexes of equally shifted lines take the same steps. So the even lines of the
map are laid end to end, and the odd ones, and a thousand hexes are judged at once, one vector
lane a hex and without a branch. Heights count from the map's lowest, and lanes are int16 wherever
no product can overflow: a point's height times D and the line's height times D are at most
(span + 1) · radius. Beyond that lanes are int32, which holds whatever int16 levels give.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.jit import compiled
from engine.sight.line_templates import PLANES, Ints, LineTemplates, line_templates, pair_planes
from engine.sight.ray_kernels import EVEN, FLAT, TOUCHING, Bools, Levels, hex_to_position

Lanes = NDArray[Any]
Words = NDArray[np.uint64]
Places = NDArray[np.int64]
Flags = NDArray[np.uint8]

WORD = 64  # hexes in a word
CHUNK = 1024  # lanes judged at once, with their scratch in the fastest cache


class VisiblePairs:
    """The pairs of hexes in sight at most `radius` apart, as computed at one moment.

    `bits[i, parity]` has for every hex of the lines of a parity if it sees the one at offset i of
    the templates from it. Cell c of line l is bit (l >> 1) · (cells + 1) + c; the offsets the other
    way are the same pairs from the other end.
    """

    def __init__(self, grid: Grid, layout: int, radius: int, bits: Words) -> None:
        self.grid = grid
        self.radius = radius
        self.bits = bits
        self._layout = layout
        self._lines, self._cells = grid.shape[::-1] if layout & FLAT else grid.shape
        self._x, self._y = line_templates(radius, layout)[:2]

    @classmethod
    def of_viewsheds(
        cls, grid: Grid, layout: int, radius: int, viewshed: Callable[[Hex], Bools]
    ) -> VisiblePairs:
        """The pairs of a sight that is asked hex by hex what it sees."""
        x, y = (each.astype(np.int64) for each in line_templates(radius, layout)[:2])
        lines, cells = grid.shape[::-1] if layout & FLAT else grid.shape
        words = -(-((lines + 1) // 2 * (cells + 1)) // WORD)
        pairs = cls(grid, layout, radius, np.zeros((len(x), 2, words), np.uint64))
        for origin in grid:
            from_x, from_y = hex_to_position(*origin, layout)
            shed = viewshed(origin)
            by_line = shed.T if layout & FLAT else shed
            is_on_map = (from_x + x >= 0) & (from_x + x < 2 * cells) & (from_y + y < lines)
            numbers = np.flatnonzero(is_on_map)
            numbers = numbers[by_line[from_y + y[numbers], (from_x + x[numbers]) >> 1]]
            bit = pairs._bit(from_x, from_y)
            pairs.bits[numbers, from_y & 1, bit // WORD] |= np.uint64(1 << bit % WORD)
        return pairs

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return True if two hexes see each other; ValueError off the map or over the radius."""
        self._require(a, b)
        if distance(a, b) > self.radius:
            raise ValueError(
                f"{self.grid.name(a)} and {self.grid.name(b)} are over {self.radius} hexes apart."
            )
        if a == b:
            return True
        (from_y, from_x), (to_y, to_x) = sorted(
            hex_to_position(*end, self._layout)[::-1] for end in (a, b)
        )
        bit = self._bit(from_x, from_y)
        words = self.bits[self._numbers[to_x - from_x, to_y - from_y], from_y & 1]
        return bool(int(words[bit // WORD]) >> (bit % WORD) & 1)

    def viewshed(self, origin: Hex) -> Bools:
        """Return the hexes seen from a hex within the radius, itself included, [row, column]."""
        self._require(origin)
        x, y = hex_to_position(*origin, self._layout)
        seen = np.zeros(self.grid.shape, np.bool_)
        by_line = seen.T if self._layout & FLAT else seen
        by_line[y, x >> 1] = True
        for way in (1, -1):
            there_x, there_y = x + way * self._x, y + way * self._y
            is_on_map = (there_x >= 0) & (there_x < 2 * self._cells)
            is_on_map &= (there_y >= 0) & (there_y < self._lines)
            numbers = np.flatnonzero(is_on_map)
            there_x, there_y = there_x[numbers], there_y[numbers]
            from_x, from_y = (there_x, there_y) if way < 0 else (x, y)
            bit = np.asarray(self._bit(from_x, from_y))
            words = self.bits[numbers, np.asarray(from_y & 1), bit // WORD]
            is_seen = words >> (bit % WORD).astype(np.uint64) & np.uint64(1)
            by_line[there_y, there_x >> 1] = is_seen.astype(np.bool_)
        return seen

    def seen_by(self) -> NDArray[np.int32]:
        """Return how many other hexes within the radius see each hex, [row, column]."""
        counts = np.zeros((self._lines, self._cells), np.int32)
        _tally(self.bits, self._x, self._y, 1 if self._layout & EVEN else 0, counts)
        return np.ascontiguousarray(counts.T) if self._layout & FLAT else counts

    def _bit(self, x: Any, y: Any) -> Any:
        return (y >> 1) * (self._cells + 1) + (x >> 1)

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        offsets = zip(self._x.tolist(), self._y.tolist(), strict=True)
        return {offset: number for number, offset in enumerate(offsets)}

    def _require(self, *hexes: Hex) -> None:
        for hex_ in hexes:
            if hex_ not in self.grid:
                raise ValueError(f"{self.grid.name(hex_)} is off the map.")


def all_pairs(grid: Grid, eye: Levels, height: Levels, layout: int, radius: int) -> VisiblePairs:
    """Judges every pair of hexes at most `radius` apart."""
    if layout & FLAT:
        eye, height = eye.T, height.T
    lines, cells = eye.shape
    lanes = (lines + 1) // 2 * (cells + 1)
    bits = np.zeros((3 * radius * (radius + 1) // 2, 2, -(-lanes // WORD)), np.uint64)
    if eye.size and radius:
        lowest = min(int(eye.min()), int(height.min()))
        span = max(int(eye.max()), int(height.max())) - lowest
        lane = np.int16 if (span + 1) * radius <= np.iinfo(np.int16).max else np.int32
        first_shift = 1 if layout & EVEN else 0
        table = line_templates(radius, layout)
        planes = _planes(eye, height, lowest, lane, first_shift)
        block = _block(lines, cells, radius)
        looks = _looks(table.steps[:, 0], table.steps[:, 1], first_shift, cells, block)
        looks += table.steps[:, 2].astype(np.int64) * 2 * block
        targets = _looks(table.x, table.y, first_shift, cells, block)
        heights = _end_to_end(planes[:PLANES], cells, radius, block)
        eyes = _end_to_end(planes[PLANES:], cells, radius, block)
        touching = 1 if layout & TOUCHING else 0
        _judge(heights, eyes, 2 * block, cells + radius, touching, table, looks, targets, bits)
    return VisiblePairs(grid, layout, radius, bits)


def _planes(eye: Levels, height: Levels, lowest: int, lane: type, first_shift: int) -> Lanes:
    """The seven planes of heights over the lowest, the eye levels, and where the map is.

    Each with a border of one hex, which is as low as the map: it blocks nothing.
    """
    lines, cells = eye.shape
    planes = np.zeros((PLANES + 2, lines + 2, cells + 2), lane)
    on_map = slice(1, lines + 1), slice(1, cells + 1)
    planes[0][on_map] = height.astype(np.int32) - lowest
    planes[PLANES][on_map] = eye.astype(np.int32) - lowest
    planes[PLANES + 1][on_map] = 1
    pair_planes(planes[:PLANES], 1 - first_shift)
    return planes


def _block(lines: int, cells: int, radius: int) -> int:
    """Room for the lines of one parity end to end, and for steps that leave them either way."""
    return ((lines + 1) // 2 + radius // 2 + 2) * (cells + 1) + 2 * (cells + radius) + CHUNK


def _end_to_end(planes: Lanes, cells: int, radius: int, block: int) -> Lanes:
    """Planes as one flat array: of each the even lines, then the odd ones, a gap between lines."""
    flat = np.zeros((len(planes), 2, block), planes.dtype)
    start = cells + radius
    for parity in (0, 1):
        lines = planes[:, 1 + parity : -1 : 2, 1:]
        room = flat[:, parity, start : start + lines.shape[1] * (cells + 1)]
        room.reshape(len(planes), -1, cells + 1)[:] = lines
    return flat.reshape(-1)


def _looks(x: Ints, y: Ints, first_shift: int, cells: int, block: int) -> Places:
    """Return the index distances to the hexes at offsets, by the parity of the line."""
    parities = np.arange(2)[:, None]
    lines = parities + y.astype(np.int64)
    across = (x + (parities ^ first_shift)) >> 1
    rows = ((lines & 1) - parities) * block + (lines >> 1) * (cells + 1)
    return np.asarray(rows + across, np.int64)


@compiled
def _judge(
    heights: Lanes,
    eyes: Lanes,
    size: int,
    start: int,
    touching: int,
    table: LineTemplates,
    looks: Places,
    targets: Places,
    bits: Words,
) -> None:
    """Judges all offsets for a chunk of hexes after the other; `size` is that of a plane."""
    limits, slopes = np.empty(CHUNK, eyes.dtype), np.empty(CHUNK, eyes.dtype)
    blocked, clear = np.empty(CHUNK, eyes.dtype), np.empty(CHUNK, np.uint8)
    words = bits.shape[2]
    for parity in range(2):
        for first in range(0, words, CHUNK // WORD):
            last = min(words, first + CHUNK // WORD)
            lanes = (last - first) * WORD
            here = parity * (size // 2) + start + first * WORD
            for i in range(len(table.x)):
                length = table.distances[i]
                there = here + targets[parity, i]
                steps = looks[parity, table.first[i] : table.first[i + 1]]
                _lay_lines(eyes, here, there, length, touching, lanes, limits, slopes, blocked)
                _follow(heights, here, steps, length, lanes, limits, slopes, blocked)
                _keep_on_map(eyes, size + here, size + there, lanes, blocked, clear)
                _pack(clear, first, last, bits[i, parity])


@compiled
def _lay_lines(
    eyes: Lanes,
    here: int,
    there: int,
    length: int,
    touching: int,
    lanes: int,
    limits: Lanes,
    slopes: Lanes,
    blocked: Lanes,
) -> None:
    """Each lane's line: D times its height at the start, and what that gains a step.

    Where what only touches the line blocks it, 1 less: a whole number above that is not below it.
    """
    lane = eyes.dtype.type
    start, end, times, less = np.uint64(here), np.uint64(there), lane(length), lane(touching)
    for at in range(lanes):
        i = np.uint64(at)
        level, other = eyes[start + i], eyes[end + i]
        above = lane(level > other)
        limits[i] = lane(lane(lane(level + above) * times) - less)
        slopes[i] = lane(other - level + lane(1) - lane(above + above))
        blocked[i] = lane(0)


@compiled
def _follow(
    heights: Lanes,
    here: int,
    steps: Places,
    length: int,
    lanes: int,
    limits: Lanes,
    slopes: Lanes,
    blocked: Lanes,
) -> None:
    """Marks the lanes in which a step rises above the line; four steps at a time."""
    lane = heights.dtype.type
    times = lane(length)
    step = 0
    while step + 4 <= len(steps):
        a, b = np.uint64(here + steps[step]), np.uint64(here + steps[step + 1])
        c, d = np.uint64(here + steps[step + 2]), np.uint64(here + steps[step + 3])
        count = lane(step + 1)
        for at in range(lanes):
            i = np.uint64(at)
            slope = slopes[i]
            first = lane(limits[i] + lane(count * slope))
            second = lane(first + slope)
            third = lane(second + slope)
            fourth = lane(third + slope)
            is_blocked = (
                lane(lane(heights[a + i] * times) > first)
                | lane(lane(heights[b + i] * times) > second)
                | lane(lane(heights[c + i] * times) > third)
                | lane(lane(heights[d + i] * times) > fourth)
            )
            blocked[i] = lane(blocked[i] | is_blocked)
        step += 4
    for last in range(step, len(steps)):
        a, count = np.uint64(here + steps[last]), lane(last + 1)
        for at in range(lanes):
            i = np.uint64(at)
            limit = lane(limits[i] + lane(count * slopes[i]))
            blocked[i] = lane(blocked[i] | lane(lane(heights[a + i] * times) > limit))


@compiled
def _keep_on_map(
    on_map: Lanes, here: int, there: int, lanes: int, blocked: Lanes, clear: Flags
) -> None:
    """1 for the lanes whose line is clear and has both ends on the map."""
    lane = on_map.dtype.type
    start, end = np.uint64(here), np.uint64(there)
    for at in range(lanes):
        i = np.uint64(at)
        is_on_map = on_map[start + i] & on_map[end + i]
        clear[i] = np.uint8(is_on_map & (blocked[i] ^ lane(1)))


@compiled
def _pack(flags: Flags, first: int, last: int, words: Words) -> None:
    """Bytes of 0 and 1 as bits, the first in the lowest."""
    eights = flags.view(np.uint64)
    for word in range(last - first):
        bits = np.uint64(0)
        for byte in range(8):
            pairs = eights[8 * word + byte] | eights[8 * word + byte] >> np.uint64(7)
            fours = pairs | pairs >> np.uint64(14)
            all_eight = (fours | fours >> np.uint64(28)) & np.uint64(255)
            bits |= all_eight << np.uint64(8 * byte)
        words[first + word] = bits


@compiled
def _tally(bits: Words, x: Ints, y: Ints, first_shift: int, counts: NDArray[np.int32]) -> None:
    """Counts every clear pair at both of its hexes, [line, cell]."""
    lines, cells = counts.shape
    for i in range(len(x)):
        for line in range(lines - y[i]):
            across = (((line & 1) ^ first_shift) + x[i]) >> 1
            here, there, words = counts[line], counts[line + y[i]], bits[i, line & 1]
            first = (line >> 1) * (cells + 1)
            for cell in range(max(0, -across), min(cells, cells - across)):
                at = np.uint64(first + cell)
                seen = np.int32(words[at >> np.uint64(6)] >> (at & np.uint64(63)) & np.uint64(1))
                here[np.uint64(cell)] += seen
                there[np.uint64(cell + across)] += seen
