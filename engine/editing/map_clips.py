"""Clips: pieces of a map cut out to be pasted, turned, mirrored, or kept as stamps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

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
from engine.editing.isometries import Isometry, canonical_masks, mirror_isometry, rotation_isometry
from engine.editing.map_metadata_edits import SetPlaces, SetZone, add_grounds_edit, without_places
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import STEPS, Hex
from engine.map.map import Map, Masks, PlaceName, Plane, Zone
from engine.texts import LocalText

CARRIED = frozenset(
    {MapPart.LEVEL, MapPart.GROUND, MapPart.SIDES, MapPart.LINKS, MapPart.ZONES, MapPart.PLACES}
)


@dataclass(frozen=True, eq=False)
class ClipZone:
    """A zone of the map a clip was cut out of: its words, and which of the clip's hexes it has."""

    name: LocalText
    colour: str
    hexes: Plane


@dataclass(frozen=True, eq=False)
class Clip:
    """Hexes with what lies in them; of everything one entry a hex.

    `hexes` are rows of axial coordinates seen from the clip's middle. `ground` counts in `grounds`.
    Masks count in axial steps (bit k: `STEPS[k]`), so that a clip fits on maps of both
    orientations. Only `parts` are pasted.
    """

    hexes: NDArray[np.int32]
    level: NDArray[np.int16]
    ground: NDArray[np.uint8]
    grounds: tuple[str, ...]
    sides: Mapping[str, Masks] = field(default_factory=dict)
    links: Mapping[str, Masks] = field(default_factory=dict)
    zones: Mapping[str, ClipZone] = field(default_factory=dict)
    places: tuple[tuple[Hex, LocalText], ...] = ()
    parts: frozenset[MapPart] = CARRIED

    def turned(self, sixths: int) -> Clip:
        """The clip turned clockwise by so many times 60°."""
        return self._moved(rotation_isometry(sixths))

    def mirrored(self, orientation: Orientation) -> Clip:
        """The clip with left and right exchanged, as on maps of this orientation."""
        return self._moved(mirror_isometry(orientation))

    def indices(self, grid: Grid, at: Hex) -> Indices:
        """Return the flat indices of its hexes with the middle at a hex; -1 off the map."""
        return flat_index.axial_to_indices(grid, self.hexes + np.array(at, np.int32))

    def _moved(self, isometry: Isometry) -> Clip:
        return replace(
            self,
            hexes=isometry.hexes(self.hexes),
            sides={kind: isometry.masks(STEPS, masks) for kind, masks in self.sides.items()},
            links={kind: isometry.masks(STEPS, masks) for kind, masks in self.links.items()},
            places=tuple((isometry.hex(at), name) for at, name in self.places),
        )


def clip(map_: Map, indices: Indices) -> Clip:
    """Copy the contents of some hexes; of the links, those that join two of them."""
    grid = map_.grid
    hexes = flat_index.axial_coordinates(grid, indices)
    centre = middle_hex(grid, indices)
    inner = _inner(grid, indices)
    there = set(indices.tolist())
    return Clip(
        hexes - np.array(centre, np.int32),
        map_.level.take(indices),
        map_.ground.take(indices),
        map_.grounds,
        {kind: _masks(grid, plane, indices) for kind, plane in map_.sides.items()},
        {kind: _masks(grid, plane & inner, indices) for kind, plane in map_.links.items()},
        {
            name: ClipZone(zone.name, zone.colour, zone.hexes.take(indices))
            for name, zone in map_.zones.items()
        },
        tuple(
            (place.at.offset_from(centre), place.name)
            for place in map_.places
            if flat_index.index(grid, place.at) in there
        ),
    )


def middle_hex(grid: Grid, indices: Indices) -> Hex:
    """The hex of a set that is nearest to its middle: where a clip of it is held."""
    if not indices.size:
        return Hex(0, 0)
    hexes = flat_index.axial_coordinates(grid, indices)
    q, r = (hexes - hexes.mean(axis=0)).T
    nearest = hexes[np.argmin(q * q + q * r + r * r)]
    return Hex(int(nearest[0]), int(nearest[1]))


def paste(map_: Map, clip_: Clip, at: Hex) -> Edit | None:
    """The edit that lays a clip with its middle at a hex; None where all of it is off the map.

    It takes the place of everything between its hexes. Features on its border are added to those
    there, and links that lead out of it stay. Its zones are known by their ids: the map is given
    those it lacks, and zones the clip knows nothing of stay as they are.
    """
    indices = clip_.indices(map_.grid, at)
    inside = indices >= 0
    indices = indices[inside]
    if not indices.size:
        return None
    return combine_edits(
        (
            _level(clip_, indices, inside),
            _ground(map_, clip_, indices, inside),
            *_features(map_, clip_, MaskGroup.SIDES, indices, inside),
            *_features(map_, clip_, MaskGroup.LINKS, indices, inside),
            *_zones(map_, clip_, indices, inside),
            _places(map_, clip_, at, indices),
        )
    )


def clear_hexes(map_: Map, indices: Indices) -> Edit | None:
    """The edit that leaves the legend's first ground in hexes, at their level, and nothing else."""
    if not indices.size:
        return None
    every = np.full(indices.size, ALL_SIDES, np.uint8)
    return combine_edits(
        (
            SetCells(CellLayer.GROUND, indices, np.zeros(indices.size, np.uint8)),
            *(LayMasks(MaskGroup.SIDES, kind, indices, 0 * every, every) for kind in map_.sides),
            *(LayMasks(MaskGroup.LINKS, kind, indices, 0 * every, every) for kind in map_.links),
            *(SetZoneCells(zone, indices, every == 0) for zone in map_.zones),
            without_places(map_, indices),
        )
    )


def _masks(grid: Grid, plane: Masks, indices: Indices) -> Masks:
    return canonical_masks(grid.orientation, plane.take(indices))


def _inner(grid: Grid, indices: Indices) -> Masks:
    """A plane of masks: in each of some hexes, the directions in which another of them lies."""
    inside = np.zeros(len(grid) + 1, np.bool_)  # the last entry is for what lies off the map
    inside[indices] = True
    bits = inside[flat_index.neighbour_indices(grid, indices)]
    plane = np.zeros(grid.shape, np.uint8)
    plane.put(indices, np.packbits(bits, axis=1, bitorder="little")[:, 0])
    return plane


def _level(clip_: Clip, indices: Indices, inside: NDArray[np.bool_]) -> Edit | None:
    if MapPart.LEVEL not in clip_.parts:
        return None
    return SetCells(CellLayer.LEVEL, indices, clip_.level[inside])


def _ground(map_: Map, clip_: Clip, indices: Indices, inside: NDArray[np.bool_]) -> Edit | None:
    """The ground; kinds the map does not know yet are added to its legend."""
    if MapPart.GROUND not in clip_.parts:
        return None
    used = np.unique(clip_.ground[inside]).tolist()
    legend, positions = add_grounds_edit(map_, [clip_.grounds[number] for number in used])
    table = np.zeros(256, np.uint8)
    table[used] = positions
    return combine_edits((legend, SetCells(CellLayer.GROUND, indices, table[clip_.ground[inside]])))


def _features(
    map_: Map, clip_: Clip, group: MaskGroup, indices: Indices, inside: NDArray[np.bool_]
) -> list[Edit]:
    if MapPart(group.value) not in clip_.parts:
        return []
    laid = clip_.sides if group is MaskGroup.SIDES else clip_.links
    lifted = _inner(map_.grid, indices).take(indices)
    nothing = np.zeros_like(lifted)
    return [
        LayMasks(
            group,
            kind,
            indices,
            canonical_masks(map_.grid.orientation, laid[kind][inside]) if kind in laid else nothing,
            lifted,
        )
        for kind in dict.fromkeys((*mask_planes(map_, group), *laid))
    ]


def _zones(map_: Map, clip_: Clip, indices: Indices, inside: NDArray[np.bool_]) -> Iterator[Edit]:
    """The clip's zones in its hexes; one that the map lacks is only added where it has hexes."""
    if MapPart.ZONES not in clip_.parts:
        return
    for name, zone in clip_.zones.items():
        if name not in map_.zones:
            if not zone.hexes[inside].any():
                continue
            empty = np.zeros(map_.grid.shape, np.bool_)
            yield SetZone(name, Zone(empty, zone.name, zone.colour))
        yield SetZoneCells(name, indices, zone.hexes[inside])


def _places(map_: Map, clip_: Clip, at: Hex, indices: Indices) -> Edit | None:
    """The clip's places, in place of those in its hexes."""
    if MapPart.PLACES not in clip_.parts:
        return None
    covered = set(indices.tolist())
    kept = [place for place in map_.places if flat_index.index(map_.grid, place.at) not in covered]
    moved = (PlaceName(offset.moved(at), name) for offset, name in clip_.places)
    places = (*kept, *(place for place in moved if place.at in map_.grid))
    return SetPlaces.replacing_all(map_, places) if places != tuple(map_.places) else None


def as_map(clip_: Clip, orientation: Orientation = Orientation.POINTY) -> tuple[Map, Hex]:
    """The smallest map that holds a clip, and the hex of it where the clip's middle lies.

    Hexes beside the clip's own are open ground.
    """
    q, r = clip_.hexes[:, 0], clip_.hexes[:, 1]
    lines, along = (r, q) if orientation is Orientation.POINTY else (q, r)
    line = lines - lines.min()
    place = along + (line >> 1)
    length, count = int(place.max() - place.min()) + 1, int(line.max()) + 1
    if orientation is Orientation.POINTY:
        grid, at = Grid(length, count, orientation), Hex(-int(place.min()), -int(lines.min()))
    else:
        grid, at = Grid(count, length, orientation), Hex(-int(lines.min()), -int(place.min()))
    map_ = Map.blank(grid)
    edit = paste(map_, replace(clip_, parts=CARRIED), at)
    assert edit is not None, "a clip has hexes"
    edit.apply(map_)
    return map_, at
