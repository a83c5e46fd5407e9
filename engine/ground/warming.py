"""Making this room's kernels ready before anybody waits for them."""

from __future__ import annotations

import numpy as np

from engine.ground.accounts import ImportReport
from engine.ground.area import MapFrame
from engine.ground.cover import cover
from engine.ground.patches import AreaRings
from engine.ground.roads import hex_lattice
from engine.ground.routing import LatticeCosts
from engine.hexes.grid import Grid


def warm() -> None:
    """Calls each kernel once: what areas cover of hexes, and a way along a course."""
    import shapely

    frame = MapFrame(Grid(3, 3), 100.0, "EPSG:32632", 0.0, 0.0)
    woods = AreaRings.of(np.array([shapely.box(0, 0, 90, 90)]))
    cover({"woods": woods}, frame, ImportReport(), lambda share: None)
    lattice = hex_lattice(frame)
    LatticeCosts(lattice, 0.0).way(lattice.places[[0, 8]], [0], [8])
