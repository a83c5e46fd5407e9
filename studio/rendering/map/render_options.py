"""The options of a drawn map."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.map.map import Map
from engine.map.styles import MapStyle
from engine.problems import SandtableError
from engine.texts import text
from studio.rendering.length_units import LengthUnits

# Below these hex widths in page units a detail would only be grey: it is left out.
SMALLEST_PATTERNED = 9.0
SMALLEST_GRIDDED = 7.0
SMALLEST_LABELLED = 10.0


@dataclass(frozen=True)
class RenderOptions:
    """The options of a drawn map. `hex_px` is a hex's width in page units (1/96 inch).

    The width is across its flats. `labels` is for all letters; `hidden` names layers that are left
    out: elevation, ground, sides, links, labels, places, contours. `spots` writes heights of tops
    and hollows, `levels` every hex's level. `style` is the map's own if none is given, `texture`
    shows its paper. `opacities` are those of layers that let the layers below shine through. The
    scale bar is written in `units`.
    """

    hex_px: float = 48.0
    grid: bool = True
    labels: bool = True
    legend: bool = True
    language: str = "en"
    ramp: str = "ochre"
    zones: bool = False
    hillshade: bool = False
    hidden: frozenset[str] = frozenset()
    style: MapStyle | None = None
    texture: bool = False
    spots: bool = False
    levels: bool = False
    opacities: tuple[tuple[str, float], ...] = ()
    units: LengthUnits = LengthUnits.METRIC

    def opacity(self, layer: str) -> float:
        """Return the opacity of a layer, from 0 to 1."""
        return dict(self.opacities).get(layer, 1.0)

    @property
    def has_patterns(self) -> bool:
        """Return True if hexes are large enough for trees, houses and smooth outlines."""
        return self.hex_px >= SMALLEST_PATTERNED

    @property
    def has_grid(self) -> bool:
        """Return True if the hex grid is drawn."""
        return self.grid and self.hex_px >= SMALLEST_GRIDDED

    def writes(self, layer: str) -> bool:
        """Return True if a layer of letters, labels or places, is written."""
        return self.labels and layer not in self.hidden


class UnknownLayer(SandtableError):
    """No layer has this name; the message lists the layers there are."""


LAYER_NAMES = (
    "elevation", "hillshade", "contours", "ground", "sides", "links", "zones", "grid", "labels",
    "places", "spots", "levels", "texture",
)  # fmt: skip
SINGLE = ("hillshade", "zones", "grid", "spots", "levels", "texture")  # have a field of their own
_CHOSEN = re.compile(r"([+-]?)([a-z]+)(?::(\d{1,3}))?")


def with_layer_spec(look: RenderOptions, said: str) -> RenderOptions:
    """A look with other layers: `ground,grid` are these alone, `+spots,-labels` some more or less.

    `ground:40` shows a layer at 40 of 100 parts. Raises UnknownLayer.
    """
    shown = {name for name in LAYER_NAMES if _is_shown(look, name)}
    opacities, words = dict(look.opacities), [word.strip() for word in said.split(",")]
    if any(word[:1] not in "+-" and ":" not in word for word in words):
        shown.clear()
    for word in words:
        found = _CHOSEN.fullmatch(word)
        if found is None or found[2] not in LAYER_NAMES:
            known = ", ".join(LAYER_NAMES)
            raise UnknownLayer(text("drawing.unknown-layer", None, found=word, known=known))
        sign, name, part = found.groups()
        if part is not None and int(part) > 100:
            raise UnknownLayer(text("drawing.too-opaque", None, found=word))
        shown = shown - {name} if sign == "-" else shown | {name}
        if part is not None:
            opacities[name] = int(part) / 100
    return replace(_showing(look, shown), opacities=tuple(sorted(opacities.items())))


def _is_shown(look: RenderOptions, layer: str) -> bool:
    if layer in ("labels", "places"):
        return look.writes(layer)
    return bool(getattr(look, layer, True)) and layer not in look.hidden


def _showing(look: RenderOptions, shown: set[str]) -> RenderOptions:
    single: dict[str, Any] = {name: name in shown for name in SINGLE}
    return replace(
        look,
        labels=bool(shown & {"labels", "places"}),
        hidden=frozenset(LAYER_NAMES) - shown,
        **single,
    )


def visible_map(map_: Map, look: RenderOptions) -> Map:
    """A map with those of its layers that are not hidden."""
    if not look.hidden:
        return map_
    bare = replace(map_)
    if "elevation" in look.hidden:
        bare.level = np.full_like(map_.level, map_.level.min())
    if "ground" in look.hidden:
        bare.ground, bare.grounds = np.zeros_like(map_.ground), ("open",)
    if "sides" in look.hidden:
        bare.sides = {}
    if "links" in look.hidden:
        bare.links = {}
    return bare
