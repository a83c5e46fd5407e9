"""Symmetric painting: what is done on one side of the map happens on the other too."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import numpy as np

from engine.hexes import HexSide
from engine.layout import Grid
from engine.map import Map, Place
from studio.document.edits import (
    ALL_SIDES,
    Compound,
    Edit,
    LayMasks,
    SetCells,
    SetMasks,
    SetZoneCells,
    planes_of,
)
from studio.document.isometries import Isometry
from studio.document.sheet_edits import SetPlaces
from studio.tools.pointer import Preview


class Symmetry(StrEnum):
    """Which images everything painted has.

    The rows of some maps no turn or mirror maps onto each other exactly; a few hexes at the edge
    then have no image.
    """

    NONE = "none"
    TURNED = "turned"  # by 180° about the middle
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    BOTH = "both"  # both mirrors, and so the turn


@lru_cache(maxsize=64)
def images(grid: Grid, symmetry: Symmetry) -> tuple[Isometry, ...]:
    """What maps an edit onto its images: none, one, or three."""
    match symmetry:
        case Symmetry.NONE:
            return ()
        case Symmetry.TURNED:
            first, last = grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1)
            return (Isometry(-1, 0, 0, -1, first.q + last.q, first.r + last.r),)
        case Symmetry.LEFT_RIGHT:
            return (_along(grid) if grid.pointy else _across(grid),)
        case Symmetry.TOP_BOTTOM:
            return (_across(grid) if grid.pointy else _along(grid),)
        case Symmetry.BOTH:
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


def mirrored(map_: Map, edit: Edit, symmetry: Symmetry) -> Edit:
    """An edit with its images. Where they meet, the edit itself has its way; what is laid, stays.

    Of edits of the sheet only new places have images.
    """
    isometries = images(map_.grid, symmetry)
    return _with_images(map_, edit, isometries) if isometries else edit


def _with_images(map_: Map, edit: Edit, isometries: tuple[Isometry, ...]) -> Edit:
    match edit:
        case Compound():
            return Compound(tuple(_with_images(map_, part, isometries) for part in edit.edits))
        case SetCells() | SetZoneCells():
            return _cells(map_.grid, edit, isometries)
        case SetMasks():
            return _masks(map_.grid, _as_change(map_, edit), isometries)
        case LayMasks():
            return _masks(map_.grid, edit, isometries)
        case SetPlaces(count=0):
            return _places(map_.grid, edit, isometries)
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


def _as_change(map_: Map, edit: SetMasks) -> LayMasks:
    """Only what masks change: the features their hexes keep have no images."""
    plane = planes_of(map_, edit.group).get(edit.kind)
    now = np.zeros_like(edit.masks) if plane is None else plane.take(edit.indices)
    lifted = now & ~edit.masks & np.uint8(ALL_SIDES)
    return LayMasks(edit.group, edit.kind, edit.indices, edit.masks & ~now, lifted)


def _masks(grid: Grid, edit: LayMasks, isometries: tuple[Isometry, ...]) -> LayMasks:
    steps = grid.orientation.steps
    moved = [isometry.indices(grid, edit.indices) for isometry in isometries]
    indices = np.concatenate([edit.indices, *moved])
    laid = np.concatenate([edit.laid, *(each.masks(steps, edit.laid) for each in isometries)])
    lifted = np.concatenate([edit.lifted, *(each.masks(steps, edit.lifted) for each in isometries)])
    inside = indices >= 0
    return LayMasks(edit.group, edit.kind, indices[inside], laid[inside], lifted[inside])


def _places(grid: Grid, edit: SetPlaces, isometries: tuple[Isometry, ...]) -> SetPlaces:
    moved = (
        Place(isometry.hex(place.at), place.name)
        for isometry in isometries
        for place in edit.places
    )
    there = {place.at for place in edit.places}
    added = tuple(place for place in moved if place.at in grid and place.at not in there)
    return SetPlaces(edit.first, 0, (*edit.places, *added))


# --- previews -------------------------------------------------------------------------------------


def mirrored_preview(grid: Grid, preview: Preview, symmetry: Symmetry) -> Preview:
    """A preview with its images; the trail is the hand's alone."""
    isometries = images(grid, symmetry)
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
    return Preview(
        hexes[hexes >= 0],
        tuple(dict.fromkeys((*preview.sides, *sides))),
        tuple(dict.fromkeys((*preview.steps, *steps))),
        preview.trail,
    )
