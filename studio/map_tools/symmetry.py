"""Symmetric painting: what is done on one side of the map happens on the other too."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import numpy as np

from engine.editing.edits import Compound, Edit, LayMasks, SetCells, SetMasks, SetZoneCells
from engine.editing.isometries import Isometry
from engine.editing.map_metadata_edits import SetPlaces
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, HexSide
from engine.map.map import Map, PlaceName
from studio.map_tools.edit_limits import changed_masks_only
from studio.map_tools.tool_pointer import ToolPreview


class PaintSymmetry(StrEnum):
    """The symmetries of painting.

    The rows of some maps no turn or mirror maps onto each other exactly; a few hexes at the edge
    then have no image.
    """

    NONE = "none"
    TURNED = "turned"  # by 180° about the middle
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    BOTH = "both"  # both mirrors, and so the turn


@lru_cache(maxsize=64)
def symmetry_isometries(grid: Grid, symmetry: PaintSymmetry) -> tuple[Isometry, ...]:
    """Return the isometries from an edit to its images: none, one, or three."""
    match symmetry:
        case PaintSymmetry.NONE:
            return ()
        case PaintSymmetry.TURNED:
            first, last = grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1)
            return (Isometry(-1, 0, 0, -1, first.q + last.q, first.r + last.r),)
        case PaintSymmetry.LEFT_RIGHT:
            return (_along(grid) if grid.pointy else _across(grid),)
        case PaintSymmetry.TOP_BOTTOM:
            return (_across(grid) if grid.pointy else _along(grid),)
        case PaintSymmetry.BOTH:
            along, across = _along(grid), _across(grid)
            return along, across, along.after(across)


def _along(grid: Grid) -> Isometry:
    """The mirror that reverses every line of hexes; exact for the lines that are not shifted."""
    line = min(grid.shift(0), (grid.rows if grid.pointy else grid.columns) - 1)
    if grid.pointy:
        first, last = grid.hex(0, line), grid.hex(grid.columns - 1, line)
        return Isometry(-1, -1, 0, 1, first.q + first.r + last.q, 0)
    first, last = grid.hex(line, 0), grid.hex(line, grid.rows - 1)
    return Isometry(1, 0, -1, -1, 0, first.q + first.r + last.r)


def _across(grid: Grid) -> Isometry:
    """The mirror that reverses the order of the lines; of an even number, the last is left out."""
    half = ((grid.rows if grid.pointy else grid.columns) - 1) // 2
    if grid.pointy:
        return Isometry(1, 1, 0, -1, -half, 2 * half)
    return Isometry(-1, 0, 1, 1, 2 * half, -half)


# --- edits ----------------------------------------------------------------------------------------


def mirror_edit(map_: Map, edit: Edit, symmetry: PaintSymmetry) -> Edit:
    """An edit with its images. Where they meet, the edit itself has its way; what is laid, stays.

    Of edits of the sheet only those of text places have images.
    """
    isometries = symmetry_isometries(map_.grid, symmetry)
    return _with_images(map_, edit, isometries) if isometries else edit


def _with_images(map_: Map, edit: Edit, isometries: tuple[Isometry, ...]) -> Edit:
    match edit:
        case Compound():
            return Compound(tuple(_with_images(map_, part, isometries) for part in edit.edits))
        case SetCells() | SetZoneCells():
            return _cells(map_.grid, edit, isometries)
        case SetMasks():
            return _masks(map_.grid, changed_masks_only(map_, edit), isometries)
        case LayMasks():
            return _masks(map_.grid, edit, isometries)
        case SetPlaces():
            return _places(map_, edit, isometries)
        case _:
            return edit


def _cells(
    grid: Grid, edit: SetCells | SetZoneCells, isometries: tuple[Isometry, ...]
) -> SetCells | SetZoneCells:
    moved = [isometry.indices(grid, edit.indices) for isometry in isometries]
    indices = np.concatenate([*moved, edit.indices])  # of two values the last counts: the edit's
    values = np.tile(edit.values, len(moved) + 1)
    inside = indices >= 0
    if isinstance(edit, SetCells):
        return SetCells(edit.layer, indices[inside], values[inside])
    return SetZoneCells(edit.zone, indices[inside], values[inside])


def _masks(grid: Grid, edit: LayMasks, isometries: tuple[Isometry, ...]) -> LayMasks:
    steps = grid.orientation.steps
    moved = [isometry.indices(grid, edit.indices) for isometry in isometries]
    indices = np.concatenate([edit.indices, *moved])
    laid = np.concatenate([edit.laid, *(each.masks(steps, edit.laid) for each in isometries)])
    lifted = np.concatenate([edit.lifted, *(each.masks(steps, edit.lifted) for each in isometries)])
    inside = indices >= 0
    return LayMasks(edit.group, edit.kind, indices[inside], laid[inside], lifted[inside])


def _places(map_: Map, edit: SetPlaces, isometries: tuple[Isometry, ...]) -> SetPlaces:
    """Text places added, moved and taken away; what stands at their images, whatever its name."""
    before = map_.places[edit.first : edit.first + edit.count]
    gone = [place for place in before if place not in edit.places]
    come = [place for place in edit.places if place not in before]
    places = [*map_.places[: edit.first], *edit.places, *map_.places[edit.first + edit.count :]]
    own = {place.at for place in come}
    for isometry in isometries:
        if len(gone) == len(come) == 1:
            there, new = isometry.hex(gone[0].at), isometry.hex(come[0].at)
            places = [_moved(map_, place, there, new, own) for place in places]
            continue
        cleared = {isometry.hex(place.at) for place in gone} - own
        places = [place for place in places if place.at not in cleared]
        moved = [PlaceName(isometry.hex(place.at), place.name) for place in come]
        places += [each for each in moved if each.at in map_.grid and each.at not in own]
    return SetPlaces.replacing_all(map_, tuple(places))


def _moved(map_: Map, place: PlaceName, there: Hex, new: Hex, own: set[Hex]) -> PlaceName:
    is_image = place.at == there and place.at not in own and new in map_.grid
    return place._replace(at=new) if is_image else place


# --- previews -------------------------------------------------------------------------------------


def mirrored_preview(grid: Grid, preview: ToolPreview, symmetry: PaintSymmetry) -> ToolPreview:
    """A preview with its images; the trail and what is held are the hand's alone."""
    isometries = symmetry_isometries(grid, symmetry)
    if not isometries:
        return preview
    moved = [isometry.indices(grid, preview.hexes) for isometry in isometries]
    hexes = np.unique(np.concatenate([preview.hexes, *moved]))
    sides = [
        HexSide(isometry.hex(side.first), isometry.hex(side.second))
        for isometry in isometries
        for side in preview.sides
    ]
    steps = [
        (isometry.hex(here), isometry.hex(there))
        for isometry in isometries
        for here, there in preview.steps
    ]
    return ToolPreview(
        hexes[hexes >= 0],
        tuple(dict.fromkeys((*preview.sides, *sides))),
        tuple(dict.fromkeys((*preview.steps, *steps))),
        preview.trail,
        preview.held,
    )
