"""The content of a canvas: a map with its range of levels, its layers, and what is over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import Hex
from engine.map.map import Map, Plane
from engine.map.styles import MapStyle
from studio.canvas.underlay_painter import Underlay
from studio.rendering.length_units import LengthUnits
from studio.rendering.map.preview_tints import Overlay
from studio.rendering.map.render_options import RenderOptions


class LevelRange:
    """Row by row, so that an edit of some rows looks at no others."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self._lows, self._highs = map_.level.min(axis=1), map_.level.max(axis=1)

    @property
    def lowest(self) -> int:
        """The map's lowest level."""
        return int(self._lows.min())

    @property
    def highest(self) -> int:
        """The map's highest level."""
        return int(self._highs.max())

    def touched(self, rows: range) -> None:
        """Levels in some rows may be others."""
        edited = slice(rows.start, rows.stop)
        self._lows[edited] = self.map.level[edited].min(axis=1)
        self._highs[edited] = self.map.level[edited].max(axis=1)

    def levels_in_window(self, rows: slice, columns: slice) -> list[int]:
        """The lowest, the highest, and the levels between them that occur in a window."""
        here = np.unique(self.map.level[rows, columns]).tolist()
        return sorted({self.lowest, self.highest, *here})


HexSideAt = tuple[Hex, int]  # a hexside as a hex and the direction of its side


@dataclass(frozen=True)
class LayerSettings:
    """The layers of a map to show, with their style, elevation ramp and language.

    Without a style a map is drawn in its own. `opacities` are those of layers that let the layers
    below shine through.
    """

    elevation: bool = True
    hillshade: bool = True
    contours: bool = True
    ground: bool = True
    sides: bool = True
    links: bool = True
    zones: bool = True
    grid: bool = True
    labels: bool = True
    places: bool = True
    spots: bool = False
    levels: bool = False
    notes: bool = True
    underlay: bool = True
    texture: bool = False
    ramp: str = "ochre"
    language: str = "en"
    style: MapStyle | None = None
    opacities: tuple[tuple[str, float], ...] = ()
    units: LengthUnits = LengthUnits.METRIC

    @property
    def look(self) -> RenderOptions:
        """Return the options of a sheet that shows just these layers."""
        return RenderOptions(
            grid=self.grid, labels=self.labels or self.places, language=self.language,
            ramp=self.ramp, zones=self.zones, hillshade=self.hillshade and self.elevation,
            hidden=self.hidden, style=self.style, texture=self.texture, levels=self.levels,
            spots=self.spots,
            opacities=self.opacities, units=self.units,
        )  # fmt: skip

    @property
    def hidden(self) -> frozenset[str]:
        """The layers that are switched off."""
        return frozenset(name for name in LAYERS if not getattr(self, name))

    @property
    def added(self) -> frozenset[str]:
        """The layers that are switched on though they usually are not."""
        return UNUSUAL - self.hidden

    def without(self, hidden: Iterable[str]) -> LayerSettings:
        """The same with some layers switched off; names of none are passed over."""
        off: dict[str, Any] = dict.fromkeys(LAYERS & set(hidden), False)
        return replace(self, **off)

    def with_only(self, hidden: Iterable[str], added: Iterable[str]) -> LayerSettings:
        """The usual layers without some and with others; names of none are passed over."""
        shown = (LAYERS - UNUSUAL - set(hidden)) | (UNUSUAL & set(added))
        every: dict[str, Any] = {name: name in shown for name in LAYERS}
        return replace(self, **every)

    def opacity(self, layer: str) -> float:
        """Return the opacity of a layer, from 0 to 1."""
        return dict(self.opacities).get(layer, 1.0)

    def with_opacity(self, layer: str, opacity: float) -> LayerSettings:
        """The same with a layer that covers what lies below it so far."""
        others = {name: part for name, part in self.opacities if name != layer}
        kept = others if opacity >= 1 else others | {layer: max(0.0, opacity)}
        return replace(self, opacities=tuple(sorted(kept.items())))


LAYERS = frozenset(each.name for each in fields(LayerSettings) if isinstance(each.default, bool))
UNUSUAL = frozenset(name for name in LAYERS if not getattr(LayerSettings, name))


@dataclass(frozen=True)
class EditOutline:
    """The parts a click would change: hexes, and hexsides as hex and direction."""

    hexes: frozenset[Hex] = frozenset()
    sides: frozenset[HexSideAt] = frozenset()


@dataclass(frozen=True)
class CanvasContent:
    """The content of a canvas. It never edits the map, but is notified of edits.

    `selection` is a plane over the whole map. `heat` is one of numbers, shown from the smallest to
    the largest, light to dark, on the ramp of heat maps on paper; hexes with a negative number or
    NaN stay clear.
    """

    map: Map
    layers: LayerSettings = field(default_factory=LayerSettings)
    overlay: Overlay | None = None
    outline: EditOutline = field(default_factory=EditOutline)
    selection: Plane | None = None
    heat: NDArray[Any] | None = None
    underlay: Underlay | None = None

    @property
    def is_tinted(self) -> bool:
        """Return True if there is a tint over the map."""
        return self.overlay is not None or self.selection is not None or self.heat is not None
