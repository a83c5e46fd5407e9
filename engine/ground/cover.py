"""How much of each hex is covered by what: exact areas, where polygons overlap the first counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ground.accounts import Account
from engine.ground.area import Frame
from engine.ground.kinds import kinds

BLOCK = 16  # hexes to a side of the blocks into which large areas are cut first
SLIGHT = 0.02  # of a hex: less overlap is a matter of drawing

Shares = Mapping[str, NDArray[np.float32]]
Progress = Callable[[float], None]


def cover(
    areas: Mapping[str, NDArray[Any]], frame: Frame, account: Account, progress: Progress
) -> Shares:
    """The share of each hex that each cover has; together they are at most 1.

    `areas` are polygons on the page. Where they overlap the ground is what the table lists first.
    """
    import shapely

    order = [name for name in kinds().cover if name in areas and len(areas[name])]
    trees = {name: shapely.STRtree(areas[name]) for name in order}
    hexes = frame.outlines().reshape(frame.grid.shape)
    whole = float(shapely.area(hexes[0, 0]))
    found = {name: np.zeros(frame.grid.shape, np.float32) for name in order}
    overlap = np.zeros(frame.grid.shape, np.float32)
    blocks = list(_blocks(frame.grid.shape))
    for place, block in enumerate(blocks):
        taken: Any = None
        for name in order:
            ground = _within(areas[name], trees[name], hexes[block])
            if ground is None:
                continue
            if taken is not None:
                overlap[block] += _shares(shapely.intersection(ground, taken), hexes[block], whole)
                free = shapely.difference(ground, taken)
                taken = shapely.union(taken, ground)
            else:
                free = taken = ground
            found[name][block] = _shares(free, hexes[block], whole)
        progress((place + 1) / len(blocks))
    account.note_hexes("overlaps", frame.grid, overlap > SLIGHT)
    return found


def _blocks(shape: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    for row in range(0, shape[0], BLOCK):
        for column in range(0, shape[1], BLOCK):
            yield slice(row, row + BLOCK), slice(column, column + BLOCK)


def _within(polygons: NDArray[Any], tree: Any, hexes: NDArray[Any]) -> Any:
    """What of some polygons lies in the box round some hexes, as one shape; None if nothing."""
    import shapely

    box = shapely.box(*shapely.total_bounds(hexes))
    near = polygons[tree.query(box, predicate="intersects")]
    if not len(near):
        return None
    parts = shapely.make_valid(shapely.clip_by_rect(near, *box.bounds))
    ground = shapely.union_all(parts)
    return ground if ground.area > 0 else None


def _shares(ground: Any, hexes: NDArray[Any], whole: float) -> NDArray[np.float32]:
    import shapely

    shapely.prepare(ground)
    shares = np.zeros(hexes.shape, np.float32)
    shares[shapely.contains_properly(ground, hexes)] = 1
    cut = shapely.intersects(ground, hexes) & (shares == 0)
    shares[cut] = shapely.area(shapely.intersection(ground, hexes[cut])) / whole
    return np.minimum(shares, 1.0)
