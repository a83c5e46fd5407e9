"""Making this room's kernels ready before anybody waits for them."""

from __future__ import annotations

import numpy as np

from engine.ground.accounts import Account
from engine.ground.area import Frame
from engine.ground.cover import cover
from engine.ground.patches import Patches
from engine.ground.roads import hex_lattice
from engine.ground.routing import Surroundings
from engine.hexes.grid import Grid


def warm() -> None:
    """Calls each kernel once: what areas cover of hexes, and a way along a course."""
    import shapely

    frame = Frame(Grid(3, 3), 100.0, "EPSG:32632", 0.0, 0.0)
    woods = Patches.of(np.array([shapely.box(0, 0, 90, 90)]))
    cover({"woods": woods}, frame, Account(), lambda share: None)
    lattice = hex_lattice(frame)
    Surroundings(lattice, 0.0).way(lattice.places[[0, 8]], [0], [8])
