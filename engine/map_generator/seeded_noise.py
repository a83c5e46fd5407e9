"""Chance without a state: whole numbers made of a seed and a place, the same on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

ONE = 1024  # one, in the whole numbers that stand for fractions here
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_STEPS = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0x165667B19E3779F9),
)
# Sixteen directions round the compass, `ONE` long.
_GRADIENTS = np.array(
    [
        (1024, 0), (946, 392), (724, 724), (392, 946), (0, 1024), (-392, 946), (-724, 724),
        (-946, 392), (-1024, 0), (-946, -392), (-724, -724), (-392, -946), (0, -1024),
        (392, -946), (724, -724), (946, -392),
    ],
    np.int64,
)  # fmt: skip


def hash_noise(seed: int, *places: Any) -> Numbers:
    """Numbers from 0 to 2³¹ − 1, one for each place; another seed gives others."""
    mixed = np.asarray(np.uint64(seed & (2**64 - 1)))[None]
    with np.errstate(over="ignore"):
        for step, place in zip(_STEPS, places, strict=False):
            mixed = mixed ^ (np.asarray(place).astype(np.int64).astype(np.uint64) * step)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX[0]
            mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX[1]
            mixed = mixed ^ (mixed >> np.uint64(31))
    return (mixed >> np.uint64(33)).astype(np.int64)


def random_index(seed: int, count: int, *places: int) -> int:
    """A number below a count."""
    return int(hash_noise(seed, *places)[0]) % count


def value_noise(seed: int, x: Numbers, y: Numbers, length: int) -> Numbers:
    """Smooth noise with waves of a length: about −700 … 700 of `ONE` (Perlin's gradient noise)."""
    column, row = x // length, y // length
    right, down = (x - column * length) * ONE // length, (y - row * length) * ONE // length
    ease_x, ease_y = _eased(right), _eased(down)
    corners = [
        _slope(seed, column + dx, row + dy, right - dx * ONE, down - dy * ONE)
        for dy in (0, 1)
        for dx in (0, 1)
    ]
    above = corners[0] + (corners[1] - corners[0]) * ease_x // ONE
    below = corners[2] + (corners[3] - corners[2]) * ease_x // ONE
    return above + (below - above) * ease_y // ONE


def octave_noise(
    seed: int, x: Numbers, y: Numbers, length: int, octaves: int, gain: int = 460
) -> Numbers:
    """Noise of several wave lengths, each half the one before and `gain` of it as high."""
    total, height, weight = np.zeros_like(x), ONE, 0
    for octave in range(octaves):
        total = total + value_noise(seed + octave, x, y, max(length, 8)) * height
        weight += height
        height, length = height * gain // ONE, length // 2
        x, y = (4 * x - 3 * y) // 5, (3 * x + 4 * y) // 5  # turned: no wave follows the grid
    return total // weight


def ridge_noise(seed: int, x: Numbers, y: Numbers, length: int, octaves: int) -> Numbers:
    """Sharp crests with spurs between valleys, 0 … about `ONE`."""
    total, height, weight = np.zeros_like(x), ONE, 0
    kept = np.full_like(x, ONE)
    for octave in range(octaves):
        crest = np.maximum(ONE - np.abs(value_noise(seed + octave, x, y, max(length, 8))) * 2, 0)
        crest = crest * crest // ONE
        total = total + crest * kept // ONE * height
        weight += height
        kept = np.minimum(crest * 3 // 2, ONE)  # spurs stand on crests
        height, length = height * 480 // ONE, length // 2
        x, y = (4 * x - 3 * y) // 5, (3 * x + 4 * y) // 5
    return total // weight


def cell_noise(seed: int, x: Numbers, y: Numbers, length: int) -> Numbers:
    """Return the number of the irregular parcel that each place is in."""
    column, row = x // length, y // length
    nearest, number = np.full_like(x, 2**60), np.zeros_like(x)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            dice = hash_noise(seed, column + dx, row + dy)
            px = (column + dx) * length + dice % length
            py = (row + dy) * length + dice // 65536 % length
            apart = (x - px) ** 2 + (y - py) ** 2
            is_nearer = apart < nearest
            nearest, number = np.where(is_nearer, apart, nearest), np.where(is_nearer, dice, number)
    return number


def _eased(part: Numbers) -> Numbers:
    return part * part * (3 * ONE - 2 * part) // (ONE * ONE)


def _slope(seed: int, column: Numbers, row: Numbers, right: Numbers, down: Numbers) -> Numbers:
    gradient = _GRADIENTS[hash_noise(seed, column, row) % len(_GRADIENTS)]
    return (gradient[..., 0] * right + gradient[..., 1] * down) // ONE
