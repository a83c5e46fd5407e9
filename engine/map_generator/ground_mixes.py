"""Mixtures of ground: patches of several kinds, always the same at the same place of a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np
import yaml
from numpy.typing import NDArray

from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.map_generator.seeded_noise import Numbers, cell_noise, octave_noise
from engine.texts import LocalText

MIXES = Path(__file__).parent / "mixes.yaml"
KEEP = "keep"  # what lies there already
WIDTH = 1024  # of a hex, in the whole numbers of places
SAMPLE = 96  # hexes a side by which shares are measured
ALONG, ACROSS = 512, 296  # of a lattice unit: along the lines of hexes, and across them


@dataclass(frozen=True)
class GroundMix:
    """Kinds of ground with their shares of a hundred."""

    id: str
    name: LocalText
    size: int
    shares: Mapping[str, int]
    parcels: bool = False

    def at(self, grid: Grid, hexes: Indices) -> NDArray[np.intp]:
        """Return the kind in each hex, as a position among the shares."""
        limits = _limits(self.id)
        return np.searchsorted(limits, self.field(*hex_centres(grid, hexes)), side="right")

    def field(self, x: Numbers, y: Numbers) -> Numbers:
        """The noise that its patches are cut from."""
        seed, length = crc32(self.id.encode()), self.size * WIDTH
        return (
            cell_noise(seed, x, y, length) if self.parcels else octave_noise(seed, x, y, length, 2)
        )


@cache
def list_mixes() -> Mapping[str, GroundMix]:
    """The mixtures by their ids, as palettes list them."""
    listed = yaml.load(MIXES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return {each["id"]: GroundMix(**each) for each in listed}


@cache
def _limits(id_: str) -> Numbers:
    """Return the noise values that divide the kinds, so that their shares are met."""
    mix, grid = list_mixes()[id_], Grid(SAMPLE, SAMPLE)
    found = np.sort(mix.field(*hex_centres(grid, np.arange(len(grid), dtype=np.int32))))
    ends = np.cumsum(list(mix.shares.values()))[:-1]
    return np.asarray(found[ends * found.size // 100], np.int64)


def hex_centres(grid: Grid, hexes: Indices) -> tuple[Numbers, Numbers]:
    """The centres of hexes, in 1/1024 of a hex's width."""
    rows, columns = np.divmod(hexes.astype(np.int64), grid.columns)
    lines = rows if grid.pointy else columns
    shift = (lines & 1) ^ grid.shift(0)
    if grid.pointy:
        return (2 * columns + shift) * ALONG, 3 * rows * ACROSS
    return 3 * columns * ACROSS, (2 * rows + shift) * ALONG


def random_levels(grid: Grid, hexes: Indices, step: int) -> Numbers:
    """Levels that hexes rise or sink by, up to so many: hillocks some hexes wide."""
    x, y = hex_centres(grid, hexes)
    rise = (octave_noise(31, x, y, 5 * WIDTH, 2) * (4 * step + 2) + WIDTH) // (2 * WIDTH)
    return np.clip(rise, -step, step)
