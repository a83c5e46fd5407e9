"""What the reader of a drawn map may choose."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.map.map import Map

# Below these hex widths in page units a detail would only be grey: it is left out.
SMALLEST_PATTERNED = 9.0
SMALLEST_GRIDDED = 7.0
SMALLEST_LABELLED = 10.0


@dataclass(frozen=True)
class Look:
    """How a map is drawn. `hex_px` is a hex's width across its flats in page units (1/96 inch).

    `labels` is for all letters; `hidden` names layers that are left out: elevation, ground, sides,
    links, labels, places.
    """

    hex_px: float = 48.0
    grid: bool = True
    labels: bool = True
    legend: bool = True
    language: str = "en"
    ramp: str = "ochre"
    zones: bool = False
    hillshade: bool = False
    hidden: frozenset[str] = frozenset()

    @property
    def has_patterns(self) -> bool:
        """Whether hexes are large enough for trees, houses and smooth outlines."""
        return self.hex_px >= SMALLEST_PATTERNED

    @property
    def has_grid(self) -> bool:
        """Whether the hex grid is drawn."""
        return self.grid and self.hex_px >= SMALLEST_GRIDDED

    def writes(self, layer: str) -> bool:
        """Whether a layer of letters, labels or places, is written."""
        return self.labels and layer not in self.hidden


def shown(map_: Map, look: Look) -> Map:
    """A map with those of its layers that are not hidden."""
    if not look.hidden:
        return map_
    bare = replace(map_)
    if "elevation" in look.hidden:
        bare.level = np.full_like(map_.level, map_.level.min())
    if "ground" in look.hidden:
        bare.ground, bare.grounds = np.zeros_like(map_.ground), ("open",)
    if "sides" in look.hidden:
        bare.sides = {}
    if "links" in look.hidden:
        bare.links = {}
    return bare
