"""Hex grids found on a picture: from its pattern, or from centres that were given.

What repeats on a picture shows in its autocorrelation: hexes at three directions sixty degrees
apart, and again at twice the distance. The layout of the hexes is found by placing the edges of all
of them over one another.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from shapely import Point, STRtree, points

from engine.interchange.picture_grid import PictureHexGrid

LOOKED_AT = 1000  # pixels of the longer side: a larger picture is looked at in small
CLOSE = 64.0  # pixels that a hex is wide, at most, where its outline is looked for
NARROWEST = 9.0  # pixels between the middles of hexes, as looked at
WIDEST = 0.3  # of the shorter side
ANGLES = 60  # steps of the first search
CELL = 48  # the pattern is laid over itself in so many parts each way
CLEAR = 0.03  # of the autocorrelation: below, nothing repeats as hexes do
WEAK, MINIMUM, SEEN = 0.12, 0.02, 0.2  # where parts of a way count, from which score, of its own
EVEN = 1.4  # times as well as a hex nothing else repeats near it
ABOUT, ASIDE = (0.7, 1.25), math.radians(20)  # how near: in its widths, and to either side
NEARLY = 0.8  # of the best: shorter ways are preferred to their multiples
FURTHER = 1.5  # times as wide as hexes: what repeats so is none
SIXTH = math.pi / 3

Plane = NDArray[np.float64]
Many = NDArray[np.floating]


@dataclass(frozen=True)
class FoundGrid:
    """Hexes on a picture in its pixels.

    `width` is across the flats, `middle` the middle of one hex, `tilt` in degrees clockwise from
    where hexes stand (`is_pointy`) or lie. `clearness` is how well the picture repeats, 0 to 1.
    """

    width: float
    middle: tuple[float, float]
    is_pointy: bool
    tilt: float
    clearness: float


def find_grid(content: bytes) -> FoundGrid | None:
    """The grid of hexes on a picture; None where nothing on it repeats as hexes do."""
    looks = [each for each in _looks(content) if min(each[0].shape) >= 4 * NARROWEST]
    found = [grid for edges, small in looks if (grid := _grid_on(content, edges, small))]
    if not found:
        return None
    # From afar only what repeats every so many hexes may be seen, as words on the map do.
    closely = found[-1]
    is_multiple = found[0].width > FURTHER * closely.width
    return closely if is_multiple and closely.clearness > found[0].clearness / 2 else found[0]


def _grid_on(content: bytes, edges: Plane, small: float) -> FoundGrid | None:
    repeats = _autocorrelation(edges)
    width, angle, score = _ways(repeats, min(edges.shape) * WIDEST)
    if score < MINIMUM or not _is_even(repeats, width, angle):
        return None
    width, angle = _refined(repeats, width, angle)
    x, y = _middle_near(content, width / small, angle)
    folded = angle % SIXTH
    is_pointy = not SIXTH / 4 < folded < SIXTH * 3 / 4
    tilt = folded - SIXTH / 2 if not is_pointy else folded - SIXTH * (folded > SIXTH / 2)
    return FoundGrid(width / small, (x, y), is_pointy, math.degrees(tilt), min(1.0, score))


def _looks(content: bytes) -> Iterator[tuple[Plane, float]]:
    """Yield the edges of a picture and their scale: of the whole, then of details.

    Small hexes on a large picture show their lines only in a part that is not scaled down.
    """
    with Image.open(io.BytesIO(content)) as picture:
        wide, high = picture.size
        small = min(1.0, LOOKED_AT / max(wide, high))
        yield _edges_in(picture, (0, 0, wide, high), small), small
        if small < 1:
            left, top = (max(0, (side - LOOKED_AT) // 2) for side in (wide, high))
            box = left, top, min(wide, left + LOOKED_AT), min(high, top + LOOKED_AT)
            yield _edges_in(picture, box, 1.0), 1.0


def _middle_near(content: bytes, width: float, angle: float) -> tuple[float, float]:
    """The middle of a hex about that of the picture, looked at as closely as its lines need."""
    with Image.open(io.BytesIO(content)) as picture:
        small = min(1.0, CLOSE / width)
        room = LOOKED_AT / small
        left, top = (max(0, round((side - room) / 2)) for side in picture.size)
        right, bottom = (min(side, round((side + room) / 2)) for side in picture.size)
        edges = _edges_in(picture, (left, top, right, bottom), small)
    x, y = _middle(edges, width * small, angle)
    return left + x / small, top + y / small


def _edges_in(picture: Image.Image, box: tuple[int, int, int, int], small: float) -> Plane:
    size = [max(1, round((box[place + 2] - box[place]) * small)) for place in (0, 1)]
    grey = picture.crop(box).convert("RGB").convert("L")
    grey = grey.resize((size[0], size[1]), Image.Resampling.BOX)
    fine = np.asarray(grey, np.float64)
    coarse = np.asarray(grey.filter(ImageFilter.BoxBlur(3)), np.float64)
    edges = np.minimum(np.abs(fine - coarse), 40.0)
    plane: Plane = edges - edges.mean()
    return plane


def _autocorrelation(edges: Plane) -> Plane:
    """Return the autocorrelation of a picture, by rows and columns, 1 where not shifted."""
    rows, columns = edges.shape
    padded = np.zeros((2 * rows, 2 * columns))
    padded[:rows, :columns] = edges
    spectrum = np.fft.rfft2(padded)
    found = np.fft.irfft2(np.abs(spectrum) ** 2, s=padded.shape)
    down = np.minimum(np.arange(2 * rows), 2 * rows - np.arange(2 * rows))
    right = np.minimum(np.arange(2 * columns), 2 * columns - np.arange(2 * columns))
    shared = np.outer(np.maximum(rows - down, 1), np.maximum(columns - right, 1))
    found = found / shared
    plane: Plane = found / found[0, 0] if found[0, 0] > 0 else found * 0
    return plane


def _at(plane: Plane, x: Many, y: Many) -> Many:
    """The values of a plane that goes round at points between its own."""
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    right, down = x - left, y - top
    rows, columns = plane.shape
    corner = [plane[(top + b) % rows, (left + a) % columns] for b in (0, 1) for a in (0, 1)]
    above = corner[0] * (1 - right) + corner[1] * right
    below = corner[2] * (1 - right) + corner[3] * right
    values: Many = above * (1 - down) + below * down
    return values


# Ways from hex to hex in widths and sixths of a turn: the first ring, the second, the corners of
# the third. Half of each, as the other half is the same the other way round.
_RINGS = [(1.0, step) for step in range(3)] + [(math.sqrt(3), step + 0.5) for step in range(3)]
_RINGS += [(2.0, step) for step in range(3)]


def _score(repeats: Plane, widths: Many, angles: Many) -> Many:
    """Return how well a picture repeats at such steps, compared with half-way."""
    total = np.zeros(np.broadcast(widths, angles).shape)
    for length, step in _RINGS:
        turned = angles + step * SIXTH
        total += _at(repeats, widths * length * np.cos(turned), widths * length * np.sin(turned))
    for step in range(3):
        turned = angles + (step + 0.5) * SIXTH
        total -= _at(repeats, widths * np.cos(turned), widths * np.sin(turned)) * len(_RINGS) / 6
        half = angles + step * SIXTH
        total -= _at(repeats, widths / 2 * np.cos(half), widths / 2 * np.sin(half)) * (
            len(_RINGS) / 6)  # fmt: skip
    scores: Many = total / len(_RINGS)
    return scores


def _ways(repeats: Plane, widest: float) -> tuple[float, float, float]:
    """The width and angle at which a picture repeats best, and how well."""
    widths = np.arange(NARROWEST, max(widest, NARROWEST + 1), 0.25)[:, None]
    angles = np.linspace(0.0, SIXTH, ANGLES, endpoint=False)[None, :]
    scores = _score(repeats, widths, angles)
    best = scores.max(axis=1)
    good = np.flatnonzero(best >= NEARLY * best.max())
    first = good[0]
    # The top of the first hill that is nearly as high as the highest.
    while first + 1 < len(best) and best[first + 1] >= best[first]:
        first += 1
    width, angle = float(widths[first, 0]), float(angles[0, scores[first].argmax()])
    score = float(best[first])
    return _shortest(repeats, width, angle, score) if score >= CLEAR else (width, angle, 0.0)


def _shortest(
    repeats: Plane, width: float, angle: float, score: float
) -> tuple[float, float, float]:
    """A part of a way where hexes show there too: words may repeat every few hexes, and better."""
    for part in (4, 3):  # of half a way the second ring would be the first of the whole
        widths = width / part * np.linspace(0.97, 1.03, 13)[:, None]
        found = _score(repeats, widths, np.array([[angle]]))[:, 0]
        likely = width / part >= NARROWEST and score < WEAK
        if likely and found.max() > max(MINIMUM, score * SEEN):
            return float(widths[found.argmax(), 0]), angle, float(found.max())
    return width, angle, score


def _is_even(repeats: Plane, width: float, angle: float) -> bool:
    """Return True if no step near each way to the next hex repeats better.

    Squares and bricks do. Each way counts by itself: where labels are in rows, a picture repeats
    best along them.
    """
    steps = (np.arange(3) * SIXTH + angle)[:, None]
    ways = _at(repeats, width * np.cos(steps), width * np.sin(steps))[:, 0]
    widths = np.linspace(*ABOUT, 31)[None, :, None] * width
    angles = steps[:, :, None] + np.linspace(-ASIDE, ASIDE, 31)[None, None, :]
    around = _at(repeats, widths * np.cos(angles), widths * np.sin(angles)).max(axis=(1, 2))
    return bool((around <= EVEN * np.maximum(ways, 0.0)).all())


def _refined(repeats: Plane, width: float, angle: float) -> tuple[float, float]:
    """A width and an angle to a small part of a pixel, by ways over many hexes."""
    reach = min(repeats.shape) / 4
    for scale in (1.0, 3.0, 6.0, 10.0):
        if scale * width > reach:
            break
        spread = 0.03 / scale
        widths = width * (1 + np.linspace(-spread, spread, 41))[:, None]
        angles = angle + np.linspace(-spread, spread, 41)[None, :]
        total = np.zeros((41, 41))
        for step in range(3):
            turned = angles + step * SIXTH
            length = widths * scale
            total += _at(repeats, length * np.cos(turned), length * np.sin(turned))
        row, column = np.unravel_index(int(total.argmax()), total.shape)
        width, angle = float(widths[row, 0]), float(angles[0, column])
    return width, angle


def _middle(edges: Plane, width: float, angle: float) -> tuple[float, float]:
    """The middle of a hex: where the edges of all, laid over one another, make its outline."""
    one = np.array([math.cos(angle), math.sin(angle)]) * width
    other = np.array([math.cos(angle + SIXTH), math.sin(angle + SIXTH)]) * width
    back = np.linalg.inv(np.column_stack([one, other]))
    y, x = np.mgrid[0 : edges.shape[0], 0 : edges.shape[1]]
    laid = _laid_over(back, x.ravel().astype(float), y.ravel().astype(float), edges.ravel())
    outline = _outline(width, angle)
    shape = _laid_over(back, outline[0], outline[1], np.ones(outline.shape[1]))
    alike = np.fft.ifft2(np.fft.fft2(laid) * np.conj(np.fft.fft2(shape - shape.mean()))).real
    down, right = np.unravel_index(int(alike.argmax()), alike.shape)
    at = one * (down / CELL) + other * (right / CELL)
    return float(at[0]), float(at[1])


def _laid_over(back: Plane, x: Many, y: Many, weights: Many) -> Plane:
    """Points laid into one cell of the pattern, the mean of their weights in each part of it."""
    u, v = (back[0, 0] * x + back[0, 1] * y) % 1.0, (back[1, 0] * x + back[1, 1] * y) % 1.0
    place = np.rint(u * CELL).astype(int) % CELL * CELL + np.rint(v * CELL).astype(int) % CELL
    total = np.bincount(place, weights, CELL * CELL)
    count = np.bincount(place, minlength=CELL * CELL)
    return (total / np.maximum(count, 1)).reshape(CELL, CELL)


def _outline(width: float, angle: float) -> Plane:
    """Points along the sides of a hex about nought: its corners lie between the ways."""
    corners = [angle + (step + 0.5) * SIXTH for step in range(7)]
    radius = width / math.sqrt(3)
    points = np.array([[radius * math.cos(turn), radius * math.sin(turn)] for turn in corners])
    along = np.linspace(0, 1, 60)[:, None]
    sides = [points[side] * (1 - along) + points[side + 1] * along for side in range(6)]
    return np.concatenate(sides).T


FEWEST = 7  # points that make a grid: a hex and those round it
LOOSE = 0.2  # of a hex by which a point may lie off its place
SHARE = 0.9  # of the points that must lie in the grid
MIN_LATTICE_SPACING, MAX_DISTANCE = (
    4.0,
    1e6,
)  # pixels of a hex, and of a point from the picture's corner

Points = NDArray[np.float64]


def grid_from_points(
    middles: list[tuple[float, float]], size: tuple[int, int]
) -> PictureHexGrid | None:
    """The grid of hexes with these middles; None where most of them lie in none."""
    if len(middles) < FEWEST:
        return None
    at = np.array(middles)
    width = _width(at)
    if width < MIN_LATTICE_SPACING or np.abs(at).max() > MAX_DISTANCE:
        return None
    found = [_fit(at, width, size, is_sideways=is_sideways) for is_sideways in (False, True)]
    sound = [(share, hexes) for share, hexes in filter(None, found) if share >= SHARE]
    return max(sound, key=lambda each: each[0])[1] if sound else None


def _width(at: Points) -> float:
    """Return the median distance of points to their nearest neighbours."""
    tree = STRtree([Point(x, y) for x, y in at])
    _, distances = tree.query_nearest(points(at), exclusive=True, return_distance=True)
    return float(np.median(distances)) if len(distances) else 0.0


def _fit(
    at: Points, width: float, size: tuple[int, int], *, is_sideways: bool
) -> tuple[float, PictureHexGrid] | None:
    """A grid through points, and the share of them that lie in it."""
    across, along = (at[:, 1], at[:, 0]) if is_sideways else (at[:, 0], at[:, 1])
    lines, between, left = _steps(across, width * 3**0.5 / 2)
    halves, half, top = _steps(along, width / 2)
    if between <= 0 or half <= 0:
        return None
    off = np.hypot(across - left - between * lines, along - top - half * halves)
    odd = (lines + halves) % 2
    parity = int(np.median(odd))
    share = float(np.mean((off < LOOSE * width) & (odd == parity)))
    first = left, top + half * parity
    places = (halves - parity - lines % 2) // 2
    sheet = _span(lines), _span(places)
    return share, PictureHexGrid(
        first[::-1] if is_sideways else first, between, 2 * half, size, is_sideways, sheet
    )


def _span(numbers: NDArray[np.int64]) -> tuple[int, int]:
    return int(numbers.min()), int(numbers.max())


def _steps(values: Points, step: float) -> tuple[NDArray[np.int64], float, float]:
    """Return the step of each value on a ladder, the step's size, and the first value.

    It counts from one value to the next, so that no error adds up over a long way.
    """
    order = np.argsort(values, kind="stable")
    counts = np.concatenate([[0], np.cumsum(np.rint(np.diff(values[order]) / step))])
    if counts[-1] == 0:
        return np.zeros(len(values), np.int64), 0.0, 0.0
    rungs = np.empty(len(values))
    rungs[order] = counts
    slope, start = np.polyfit(rungs, values, 1)
    return rungs.astype(np.int64), float(slope), float(start)
