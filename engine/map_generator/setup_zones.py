"""Where two sides set up on new country: strips of land at opposite edges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.map.map import Map, Plane, Zone
from engine.map.terrain import load_catalogue

DEPTH = 8  # the strip is one of so many parts of the map's width
MIN_DEPTH = 2  # columns or rows
SIDES = {
    "red-setup": ({"en": "Red sets up", "zh": "红方部署区"}, "#c8352b"),
    "blue-setup": ({"en": "Blue sets up", "zh": "蓝方部署区"}, "#2b62c8"),
}


def with_setup_zones(map_: Map) -> Map:
    """The map with a zone for each of two sides, across its longer way, water left out."""
    wide, high = map_.grid.size()
    across = wide >= high
    count = map_.grid.columns if across else map_.grid.rows
    depth = max(MIN_DEPTH, count // DEPTH)
    rows, columns = np.indices(map_.grid.shape)
    place = columns if across else rows
    wet = np.array([load_catalogue().is_water(kind) for kind in map_.grounds], np.bool_)[
        map_.ground
    ]
    strips: tuple[Plane, Plane] = (place < depth) & ~wet, (place >= count - depth) & ~wet
    zones = {
        name: Zone(strip, words, colour)
        for (name, (words, colour)), strip in zip(SIDES.items(), strips, strict=True)
        if strip.any()
    }
    return replace(map_, zones={**map_.zones, **zones})
