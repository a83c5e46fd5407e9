"""Paints: what brushes, buckets and regions lay into the hexes they cover."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.editing.edit_extent import MapPart
from engine.editing.edits import (
    ALL_SIDES,
    CellLayer,
    Edit,
    LayMasks,
    MaskGroup,
    SetCells,
    SetZoneCells,
    combine_edits,
    mask_planes,
)
from engine.editing.map_metadata_edits import add_ground_edit, add_grounds_edit, without_places
from engine.hexes.flat_index import Indices, neighbour_indices
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Levels, Map
from engine.map_generator.ground_mixes import KEEP, list_mixes, random_levels


class HexPaint(Protocol):
    """A paint for hexes."""

    def begun(self, map_: Map, index: int) -> HexPaint:
        """The paint for a stroke that begins in a hex."""
        ...

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """The edit that lays it into hexes; None where nothing would change."""
        ...


class _Plain:
    """A paint that is the same wherever a stroke begins."""

    def begun(self, map_: Map, index: int) -> HexPaint:
        """Itself."""
        return self  # type: ignore[return-value]  # every paint below has `edit` beside this


@dataclass(frozen=True)
class GroundPaint(_Plain):
    """A kind of ground, added to the legend where it is missing."""

    kind: str

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Hexes that have it already are left alone."""
        legend, position = add_ground_edit(map_, self.kind)
        cells = _change(map_, CellLayer.GROUND, indices, np.full(indices.size, position))
        return combine_edits((legend, cells)) if cells else None


@dataclass(frozen=True)
class MixedGroundPaint(_Plain):
    """Several kinds of ground in patches, which are the same however often it is painted."""

    mix: str

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Hexes whose share is to keep what they have are left alone."""
        mix = list_mixes()[self.mix]
        kinds, which = list(mix.shares), mix.at(map_.grid, indices)
        used = [kind for kind in kinds if kind != KEEP]
        legend, positions = add_grounds_edit(map_, used)
        place = np.array([positions[used.index(k)] if k in used else -1 for k in kinds])
        wanted = place[which]
        painted = indices[wanted >= 0]
        cells = _change(map_, CellLayer.GROUND, painted, wanted[wanted >= 0])
        return combine_edits((legend, cells)) if cells else None


@dataclass(frozen=True)
class RoughenPaint(_Plain):
    """Hillocks and hollows of so many levels."""

    step: int = 1

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """More of it where it is painted again."""
        rise = random_levels(map_.grid, indices, self.step)
        return _levels(map_, indices, map_.level.take(indices).astype(np.int64) + rise)


@dataclass(frozen=True)
class LevelPaint(_Plain):
    """A level."""

    level: int

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Hexes that have it already are left alone."""
        return _levels(map_, indices, np.full(indices.size, self.level))


@dataclass(frozen=True)
class RaisePaint(_Plain):
    """So many levels more; fewer, to lower."""

    step: int = 1

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Levels end at the highest and lowest a map can have."""
        return _levels(map_, indices, map_.level.take(indices).astype(np.int64) + self.step)


@dataclass(frozen=True)
class FlattenPaint:
    """The level of the hex where the stroke began."""

    level: int | None = None

    def begun(self, map_: Map, index: int) -> HexPaint:
        """Takes that level."""
        return LevelPaint(int(map_.level.flat[index]))

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Return None before a stroke has begun."""
        return None


@dataclass(frozen=True)
class SmoothPaint(_Plain):
    """The mean of each hex and its neighbours, rounded towards what the hex has.

    Smoothed so many times over as its strength says.
    """

    strength: int = 1

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """All hexes at once, each time from the levels before."""
        level = map_.level.copy() if self.strength > 1 else map_.level
        around = neighbour_indices(map_.grid, indices)
        smooth = _smooth(level, indices, around)
        for _ in range(self.strength - 1):
            level.put(indices, smooth)
            smooth = _smooth(level, indices, around)
        return _levels(map_, indices, smooth)


def _smooth(level: Levels, indices: Indices, around: Indices) -> NDArray[np.int64]:
    own = level.take(indices).astype(np.int64)
    near = np.where(around >= 0, level.take(around), 0).astype(np.int64)
    count = 1 + (around >= 0).sum(axis=1)
    excess = near.sum(axis=1) + own - own * count  # what the mean lies above the hex, × count
    steps = (2 * np.abs(excess) + count - 1) // (2 * count)
    smooth: NDArray[np.int64] = own + np.sign(excess) * steps
    return smooth


@dataclass(frozen=True)
class ErasePaint(_Plain):
    """A paint that removes parts of the map.

    Ground becomes the legend's first; sides, links and places go, and hexes leave every zone;
    the level becomes 0.
    """

    parts: frozenset[MapPart] = frozenset({MapPart.SIDES, MapPart.LINKS})

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Remove only what is there."""
        edits: list[Edit | None] = []
        if MapPart.LEVEL in self.parts:
            edits.append(LevelPaint(0).edit(map_, indices))
        if MapPart.GROUND in self.parts:
            edits.append(GroundPaint(map_.grounds[0]).edit(map_, indices))
        for group in MaskGroup:
            if MapPart(group.value) in self.parts:
                edits += [_lift(map_, group, kind, indices) for kind in mask_planes(map_, group)]
        if MapPart.ZONES in self.parts:
            edits += [_out_of_zone(map_, zone, indices) for zone in map_.zones]
        if MapPart.PLACES in self.parts:
            edits.append(without_places(map_, indices))
        return combine_edits(edits)


def _out_of_zone(map_: Map, zone: str, indices: Indices) -> Edit | None:
    there = indices[map_.zones[zone].hexes.take(indices)]
    return SetZoneCells(zone, there, np.zeros(there.size, np.bool_)) if there.size else None


def _lift(map_: Map, group: MaskGroup, kind: str, indices: Indices) -> Edit | None:
    there = indices[mask_planes(map_, group)[kind].take(indices) != 0]
    nothing = np.zeros(there.size, np.uint8)
    return LayMasks(group, kind, there, nothing, nothing + ALL_SIDES) if there.size else None


@dataclass(frozen=True)
class ZonePaint(_Plain):
    """Into a zone of the map."""

    zone: str

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """Hexes already in it are left alone."""
        others = indices[~map_.zones[self.zone].hexes.take(indices)]
        inside = np.ones(others.size, np.bool_)
        return SetZoneCells(self.zone, others, inside) if others.size else None


class SelectionMode(StrEnum):
    """The modes by which a new selection combines with the old one."""

    REPLACE = "replace"
    ADD = "add"
    REMOVE = "remove"
    INTERSECT = "intersect"


@dataclass(frozen=True)
class SelectionPaint(_Plain):
    """Selects hexes and leaves the map alone."""

    choice: SelectionMode = SelectionMode.REPLACE

    def edit(self, map_: Map, indices: Indices) -> Edit | None:
        """No edit."""
        return None

    def selected(self, before: Indices, indices: Indices) -> Indices:
        """The selection that comes of hexes and the selection before, in rising order."""
        match self.choice:
            case SelectionMode.REPLACE:
                return np.unique(indices)
            case SelectionMode.ADD:
                return np.union1d(before, indices)
            case SelectionMode.REMOVE:
                return np.setdiff1d(before, indices)
            case SelectionMode.INTERSECT:
                return np.intersect1d(before, indices)


def _levels(map_: Map, indices: Indices, levels: NDArray[np.int64]) -> Edit | None:
    return _change(map_, CellLayer.LEVEL, indices, np.clip(levels, LOWEST_LEVEL, HIGHEST_LEVEL))


def _change(
    map_: Map, layer: CellLayer, indices: Indices, values: NDArray[np.int64]
) -> SetCells | None:
    """The edit of those hexes whose value is another."""
    plane = map_.level if layer is CellLayer.LEVEL else map_.ground
    others = plane.take(indices) != values
    return SetCells(layer, indices[others], values[others]) if others.any() else None
