"""Ground that a picture's colours propose, and the hexes that its grid really covers."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.interchange.underlay_pictures import LaidPicture
from engine.map.terrain import TerrainClass, load_catalogue
from engine.texts import text

AUTOMATIC = "auto"
SAMPLE = re.compile(r"(-?\d{1,6}(?:\.\d+)?),(-?\d{1,6}(?:\.\d+)?)=([\w-]+)", re.ASCII)
MAX_SAMPLES = 200
RINGS = (0.2, 0.35, 0.5)  # of the way to a hex's side, at which its colour is looked at
OUTLINE, INSIDE = (0.97, 1.0, 1.03), (0.74, 0.77, 0.8)  # where lines are, and are not
A_SIDE = 6  # points of a side that are looked at
FAINT = 2.0  # grey levels by which lines differ, at least
UNDRAWN = 0.2  # of the usual difference: below, a side has no line
DRAWN_SIDES = 4  # of a hex of the board at its rim; one beside the board shares three at most
SEEN = 0.2  # of all sides that have lines, at least: else they are too faint

Floats = NDArray[np.float64]
Point = tuple[float, float]


@dataclass(frozen=True)
class GroundSamples:
    """Places of a picture and the ground that their colour stands for; none: typical colours."""

    places: tuple[tuple[Point, str], ...] = ()


def parse_samples(words: str) -> GroundSamples:
    """Parse `auto`, or `X,Y=KIND` for each sample; ValueError says what is wrong."""
    if words.strip() == AUTOMATIC:
        return GroundSamples()
    found = list[tuple[Point, str]]()
    for word in words.split():
        match = SAMPLE.fullmatch(word)
        if match is None or len(found) >= MAX_SAMPLES:
            raise ValueError(text("interchange.not-a-sample", None, word=word))
        known = load_catalogue().kinds.get(match[3])
        if known is None or known.lies is not TerrainClass.GROUND:
            raise ValueError(text("interchange.not-a-ground", None, word=match[3]))
        found.append(((float(match[1]), float(match[2])), match[3]))
    return GroundSamples(tuple(found))


@cache
def typical_colours() -> Mapping[str, list[str]]:
    """Load the typical colours of printed maps (picture_colours.yaml)."""
    source = Path(__file__).with_name("picture_colours.yaml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = yaml.load(source, Loader=yaml.CSafeLoader)
    return found


@dataclass(frozen=True)
class PictureHexes:
    """The hexes of a map on the picture that lies under it."""

    grid: Grid
    picture: LaidPicture

    @cached_property
    def _pixels(self) -> NDArray[np.uint8]:
        from PIL import Image

        with Image.open(io.BytesIO(self.picture.content)) as image:
            return np.asarray(image.convert("RGB"))

    def _at(self, points: Floats) -> Floats:
        """The colours at points of the page, [..., x y]; those off the picture are NaN."""
        a, b, c, d, e, f = self.picture.placed
        x, y = points[..., 0] - e, points[..., 1] - f
        area = a * d - b * c
        across, down = np.rint((d * x - c * y) / area), np.rint((a * y - b * x) / area)
        wide, high = self.picture.size
        inside = (across >= 0) & (across < wide) & (down >= 0) & (down < high)
        found = np.full((*across.shape, 3), np.nan)
        found[inside] = self._pixels[down[inside].astype(int), across[inside].astype(int)]
        return found

    @cached_property
    def _centres(self) -> Floats:
        return np.array([self.grid.centre(hex_) for hex_ in self.grid]).reshape(*self.grid.shape, 2)

    def _rings(self, shares: tuple[float, ...]) -> Floats:
        """The colours about every hex, [row, column, ring, point, colour]."""
        outline = np.array(self.grid.outline(self.grid.hex(0, 0))) - self._centres[0, 0]
        steps = (np.arange(A_SIDE) + 0.5) / A_SIDE
        after = np.roll(outline, -1, axis=0)
        points = outline[:, None] + steps[None, :, None] * (after - outline)[:, None]
        around = np.stack([share * points.reshape(-1, 2) for share in shares])
        return self._at(self._centres[:, :, None, None] + around)

    def colours(self) -> Floats:
        """Return the middling colour within every hex, [row, column, colour]."""
        near = self._rings(RINGS).reshape(*self.grid.shape, -1, 3)
        return np.asarray(np.median(np.nan_to_num(near, nan=255.0), axis=2))

    def has_lines(self) -> NDArray[np.bool_]:
        """Return the hexes that the printed grid covers, without margins, title and legend.

        Lines are darker, or lighter, than the ground on both sides; words are as often either.
        """
        outer, inner = (
            self._rings(rings).mean(axis=-1).reshape(*self.grid.shape, len(rings), SIDES, A_SIDE)
            for rings in (OUTLINE, INSIDE)
        )
        dark = _mean_of_known(inner.min(axis=2) - outer.min(axis=2))
        light = _mean_of_known(outer.max(axis=2) - inner.max(axis=2))
        best = max((dark, light), key=lambda plane: float(np.median(plane)))
        clear = best[best > FAINT]
        if clear.size < best.size * SEEN or float(np.median(clear)) <= FAINT:
            return np.ones(self.grid.shape, np.bool_)
        drawn = (best > UNDRAWN * float(np.median(clear))).sum(axis=-1)
        return self._largest_part(~self._joined_to_rim(drawn < DRAWN_SIDES))

    def _largest_part(self, plane: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The largest connected part of a plane: words at the rim are parts of their own."""
        left, largest = plane.copy(), np.zeros_like(plane)
        while left.any():
            first = np.zeros_like(plane)
            first[np.unravel_index(int(left.argmax()), plane.shape)] = True
            part = self._grown(first, left)
            left &= ~part
            largest = max(largest, part, key=np.count_nonzero)
        return largest

    def _joined_to_rim(self, plane: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The hexes of a plane that lead to the sheet's rim without leaving it."""
        rim = np.zeros(plane.shape, np.bool_)
        rim[[0, -1]] = rim[:, [0, -1]] = True
        return self._grown(plane & rim, plane)

    def _grown(self, found: NDArray[np.bool_], plane: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The hexes of a plane that are connected with those found."""
        while True:
            more = found.copy()
            for direction in range(SIDES):
                more |= self.grid.neighbour_plane(found, direction, 0).astype(np.bool_)
            more &= plane
            if np.array_equal(more, found):
                return found
            found = more

    def proposed_ground(self, samples: GroundSamples) -> NDArray[Any]:
        """Return the ground of every hex whose sample is nearest to its colour, [row, column]."""
        kinds, colours = self._known_colours(samples)
        here, known = _to_lab(self.colours()), _to_lab(colours)
        away = np.linalg.norm(here[:, :, None] - known[None, None], axis=-1)
        return np.asarray(np.array(kinds, object)[away.argmin(axis=-1)])

    def _known_colours(self, samples: GroundSamples) -> tuple[list[str], Floats]:
        if not samples.places:
            pairs = [(kind, colour) for kind, listed in typical_colours().items()
                     for colour in listed]  # fmt: skip
            rgb = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for _, colour in pairs]
            return [kind for kind, _ in pairs], np.array(rgb, float)
        a, b, c, d, e, f = self.picture.placed
        found, colours = [], self.colours()
        for (x, y), kind in samples.places:
            hex_ = self.grid.hex_at(a * x + c * y + e, b * x + d * y + f)
            if hex_ in self.grid:
                found.append((kind, colours[self.grid.index(hex_)]))
        if not found:
            return ["open"], np.array([[255.0, 255.0, 255.0]])
        return [kind for kind, _ in found], np.array([colour for _, colour in found])


def _mean_of_known(plane: Floats) -> Floats:
    """The mean over the last axis, without what is NaN; 0 where all is."""
    known = ~np.isnan(plane)
    total = np.where(known, plane, 0.0).sum(axis=-1)
    return np.asarray(total / np.maximum(known.sum(axis=-1), 1))


def _to_lab(colours: Floats) -> Floats:
    """Colours of sRGB from 0 to 255 as CIE L*a*b*, in which distances are as they are seen."""
    share = colours / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722],
                       [0.0193, 0.1192, 0.9505]])  # fmt: skip
    xyz = linear @ matrix.T / np.array([0.9505, 1.0, 1.089])
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
