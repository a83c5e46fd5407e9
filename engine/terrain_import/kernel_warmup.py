"""Making this room's kernels ready before anybody waits for them."""

from __future__ import annotations

import numpy as np

from engine.hexes.grid import Grid
from engine.terrain_import.area_rings import AreaRings
from engine.terrain_import.cover_shares import cover_shares
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.lattice_routing import LatticeCosts
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.roads import hex_lattice


def warm() -> None:
    """Calls each kernel once: what areas cover of hexes, and a way along a course."""
    import shapely

    frame = MapFrame(Grid(3, 3), 100.0, "EPSG:32632", 0.0, 0.0)
    woods = AreaRings.of(np.array([shapely.box(0, 0, 90, 90)]))
    cover_shares({"woods": woods}, frame, ImportReport(), lambda share: None)
    lattice = hex_lattice(frame)
    LatticeCosts(lattice, 0.0).way(lattice.places[[0, 8]], [0], [8])
