"""Terrain found and replaced: a kind of ground, hexside or link by another, here or everywhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.editing.edits import (
    OPPOSITE,
    CellLayer,
    Edit,
    LayMasks,
    MaskGroup,
    SetCells,
    combine_edits,
    mask_planes,
)
from engine.editing.map_metadata_edits import add_ground_edit
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.map.map import Map, Masks
from engine.map.terrain import TerrainClass

GROUPS = {TerrainClass.SIDE: MaskGroup.SIDES, TerrainClass.LINK: MaskGroup.LINKS}
DIRECTIONS = np.arange(len(OPPOSITE), dtype=np.uint8)


@dataclass(frozen=True)
class TerrainReplacement:
    """One kind by another of its class; by nothing where `becomes` is empty, ground excepted."""

    lies: TerrainClass
    was: str
    becomes: str = ""

    def count(self, map_: Map, within: Indices | None = None) -> int:
        """Return the number of hexes, hexsides or links found, on the map or in some hexes.

        A hexside counts as within some hexes if one of its two is, a link if both are.
        """
        if self.lies is TerrainClass.GROUND:
            return int(self.hexes(map_, within).size)
        _, masks, are_edge = self._marked(map_, within)
        return int(np.bitwise_count(masks).sum() + np.bitwise_count(masks & are_edge).sum()) // 2

    def hexes(self, map_: Map, within: Indices | None = None) -> Indices:
        """The hexes that have what it finds."""
        if self.lies is not TerrainClass.GROUND:
            return self._marked(map_, within)[0]
        if self.was not in map_.grounds:
            return np.zeros(0, np.int32)
        has_it = (map_.ground == map_.grounds.index(self.was)).reshape(-1)
        found = np.flatnonzero(has_it) if within is None else within[has_it[within]]
        return found.astype(np.int32)

    def edit(self, map_: Map, within: Indices | None = None) -> Edit | None:
        """Return the edit that replaces the findings; None if there is nothing to replace."""
        if self.was == self.becomes:
            return None
        if self.lies is TerrainClass.GROUND:
            return self._ground(map_, self.hexes(map_, within))
        hexes, masks, _ = self._marked(map_, within)
        group, none = GROUPS[self.lies], np.zeros_like(masks)
        if not hexes.size:
            return None
        laid = LayMasks(group, self.becomes, hexes, masks, none) if self.becomes else None
        return combine_edits((laid, LayMasks(group, self.was, hexes, none, masks)))

    def _ground(self, map_: Map, hexes: Indices) -> Edit | None:
        if not hexes.size:
            return None
        legend, place = add_ground_edit(map_, self.becomes)
        return combine_edits(
            (legend, SetCells(CellLayer.GROUND, hexes, np.full(hexes.size, place)))
        )

    def _marked(self, map_: Map, within: Indices | None) -> tuple[Indices, Masks, Masks]:
        """The hexes with it, its sides that count in each, and which of all sides are the map's."""
        group = GROUPS[self.lies]
        plane = mask_planes(map_, group).get(self.was, np.zeros(map_.grid.shape, np.uint8))
        hexes = np.flatnonzero(plane).astype(np.int32)
        masks, around = plane.reshape(-1)[hexes], flat_index.neighbour_indices(map_.grid, hexes)
        if within is not None:
            inside = np.zeros(len(map_.grid), np.bool_)
            inside[within] = True
            here, beside = inside[hexes][:, None], inside[around] & (around >= 0)
            masks = masks & _bits(here & beside if group is MaskGroup.LINKS else here | beside)
        kept = masks != 0
        return hexes[kept], masks[kept], _bits(around < 0)[kept]


def kinds_on(map_: Map, lies: TerrainClass) -> dict[str, int]:
    """The kinds of a class that lie on a map, with how many of each, the most frequent first."""
    if lies is TerrainClass.GROUND:
        counts = np.bincount(map_.ground.reshape(-1), minlength=len(map_.grounds)).tolist()
        found = Counter(dict(zip(map_.grounds, counts, strict=True)))
    else:
        kinds = mask_planes(map_, GROUPS[lies])
        found = Counter({kind: TerrainReplacement(lies, kind).count(map_) for kind in kinds})
    return {kind: count for kind, count in found.most_common() if count}


def _bits(flags: NDArray[np.bool_]) -> Masks:
    return np.asarray((flags.astype(np.uint8) << DIRECTIONS).sum(axis=1), np.uint8)
