"""Layers that are locked: what an edit would change in them is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.editing.edits import Compound, Edit, compound
from engine.editing.sheet_edits import SetLegend
from engine.editing.touched import MapPart
from engine.map.map import Map

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


def parts_of(layers: Collection[str]) -> Locked:
    """The parts of the map that some layers show."""
    return frozenset(part for layer, part in PARTS.items() if layer in layers)


def unlocked(map_: Map, edit: Edit, locked: Locked) -> Edit | None:
    """What an edit does outside of locked layers; None where that is nothing."""
    if not locked:
        return edit
    if isinstance(edit, Compound):
        kept = compound(unlocked(map_, part, locked) for part in edit.edits)
        return None if isinstance(kept, SetLegend) else kept  # nothing is left to be in it
    return None if touched_parts(map_, edit) & locked else edit


def touched_parts(map_: Map, edit: Edit) -> Locked:
    """The parts of a map that an edit changes."""
    return edit.touched(map_.grid).parts


def locked_layers(map_: Map, edit: Edit, locked: Locked) -> list[str]:
    """The locked layers that an edit would change."""
    parts = touched_parts(map_, edit) & locked
    return [layer for layer, part in PARTS.items() if part in parts]
