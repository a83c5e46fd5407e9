"""Limits of edits: what would change outside the selection or in locked layers is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from engine.editing.edit_extent import MapPart
from engine.editing.edits import (
    ALL_SIDES,
    Compound,
    Edit,
    LayMasks,
    MaskGroup,
    SetCells,
    SetMasks,
    SetZoneCells,
    combine_edits,
    mask_planes,
)
from engine.editing.map_metadata_edits import SetLegend, SetPlaces
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.hex import SIDES
from engine.map.map import Map, Masks

Inside = NDArray[np.bool_]
"""A flag for each hex of the map, by flat index."""


def limit_to_selection(map_: Map, edit: Edit, inside: Inside) -> Edit | None:
    """Return the part of an edit within a selection; None if there is none.

    A hexside is within it if one of its hexes is, a link if both are. A place name moves only from
    one selected hex to another. Edits of the sheet as a whole are not limited.
    """
    match edit:
        case Compound():
            parts = combine_edits(limit_to_selection(map_, part, inside) for part in edit.edits)
            return None if isinstance(parts, SetLegend) else parts  # nothing is left to be in it
        case SetCells():
            kept = inside[edit.indices]
            cells = SetCells(edit.layer, edit.indices[kept], edit.values[kept])
            return cells if kept.any() else None
        case SetZoneCells():
            kept = inside[edit.indices]
            zoned = SetZoneCells(edit.zone, edit.indices[kept], edit.values[kept])
            return zoned if kept.any() else None
        case SetMasks():
            return _masks(map_, changed_masks_only(map_, edit), inside)
        case LayMasks():
            return _masks(map_, edit, inside)
        case SetPlaces():
            return _places(map_, edit, inside)
        case _:
            return edit


def changed_masks_only(map_: Map, edit: SetMasks) -> LayMasks:
    """Only what masks change: the features their hexes keep are left alone."""
    plane = mask_planes(map_, edit.group).get(edit.kind)
    now = np.zeros_like(edit.masks) if plane is None else plane.take(edit.indices)
    lifted = now & ~edit.masks & np.uint8(ALL_SIDES)
    return LayMasks(edit.group, edit.kind, edit.indices, edit.masks & ~now, lifted)


def _masks(map_: Map, edit: LayMasks, inside: Inside) -> Edit | None:
    allowed = _directions(map_, edit.group, edit.indices, inside)
    laid, lifted = edit.laid & allowed, edit.lifted & allowed
    kept = (laid | lifted) != 0
    if not kept.any():
        return None
    return LayMasks(edit.group, edit.kind, edit.indices[kept], laid[kept], lifted[kept])


def _directions(map_: Map, group: MaskGroup, indices: Indices, inside: Inside) -> Masks:
    """The directions in which something may be changed in each of some hexes."""
    around = flat_index.neighbour_indices(map_.grid, indices)
    beside = inside[around] & (around >= 0)
    here = inside[indices][:, None]
    allowed = here & beside if group is MaskGroup.LINKS else here | beside
    bits = (allowed.astype(np.uint8) << np.arange(SIDES, dtype=np.uint8)).sum(axis=1)
    return np.asarray(bits, np.uint8)


def _places(map_: Map, edit: SetPlaces, inside: Inside) -> Edit | None:
    end = edit.first + edit.count
    before = map_.places[edit.first : end]
    after = list(edit.places)
    gone = [place for place in before if place not in after]
    come = [place for place in after if place not in before]
    outside = [
        place for place in (*gone, *come) if not inside[flat_index.index(map_.grid, place.at)]
    ]
    if not outside:
        return edit
    if len(gone) == len(come):  # moved: across the border of the selection none goes
        return None
    kept = [place for place in before if place in after or place in outside]
    places = (*kept, *(place for place in come if place not in outside))
    return SetPlaces(edit.first, edit.count, places) if places != tuple(before) else None


# The part of the map that a layer shows; layers without one cannot be locked.
PARTS: Mapping[str, MapPart] = {
    "elevation": MapPart.LEVEL,
    "ground": MapPart.GROUND,
    "sides": MapPart.SIDES,
    "links": MapPart.LINKS,
    "zones": MapPart.ZONES,
    "places": MapPart.PLACES,
    "notes": MapPart.NOTES,
}
Locked = frozenset[MapPart]


def parts_of_layers(layers: Collection[str]) -> Locked:
    """The parts of the map that some layers show."""
    return frozenset(part for layer, part in PARTS.items() if layer in layers)


def limit_to_unlocked(map_: Map, edit: Edit, locked: Locked) -> Edit | None:
    """Return the part of an edit outside of locked layers; None if there is none."""
    if not locked:
        return edit
    if isinstance(edit, Compound):
        kept = combine_edits(limit_to_unlocked(map_, part, locked) for part in edit.edits)
        return None if isinstance(kept, SetLegend) else kept  # nothing is left to be in it
    return None if touched_parts(map_, edit) & locked else edit


def touched_parts(map_: Map, edit: Edit) -> Locked:
    """The parts of a map that an edit changes."""
    return edit.touched(map_.grid).parts


def locked_layers(map_: Map, edit: Edit, locked: Locked) -> list[str]:
    """The locked layers that an edit would change."""
    parts = touched_parts(map_, edit) & locked
    return [layer for layer, part in PARTS.items() if part in parts]
