"""Pictures of what can be painted, each as the map draws it."""

from __future__ import annotations

from PySide6.QtGui import QIcon

from engine.map.map import Map
from studio.map_tools.stamps import StampLibrary
from studio.rendering.map.zones import COLOURS
from studio.widgets.terrain_swatches import (
    clip_swatch,
    custom_terrain_swatch,
    level_swatch,
    mixed_terrain_swatch,
    terrain_swatch,
    zone_swatch,
)
from studio.widgets.tokens import current_colours
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial

RISES = {"raise": 3, "lower": -3, "flatten": 0, "smooth": 1, "roughen": 1, "set": 2}


def material_icon(material: PaletteMaterial, map_: Map | None, stamps: StampLibrary) -> QIcon:
    """Return the picture of a material; of what a map has itself as that map draws it."""
    family, kind = material.family, material.kind
    if family is MaterialFamily.LEVEL:
        return level_swatch(RISES[kind])
    if not kind:
        return zone_swatch(current_colours().faint)
    if family is MaterialFamily.MIX:
        return mixed_terrain_swatch(kind)
    if family is MaterialFamily.STAMP:
        clip = stamps.clip(kind)
        return QIcon() if clip is None else clip_swatch(clip)
    if family is not MaterialFamily.ZONE:
        own = map_.kinds.get(kind) if map_ else None
        return terrain_swatch(kind) if own is None else custom_terrain_swatch(own)
    assert map_ is not None
    place = list(map_.zones).index(kind)
    return zone_swatch(map_.zones[kind].colour or COLOURS[place % len(COLOURS)])
