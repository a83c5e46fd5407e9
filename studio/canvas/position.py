"""What a canvas shows: a map, which of its layers, and what is laid over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from numpy.typing import NDArray

from engine.hexes.hex import Hex
from engine.map.map import Map, Plane
from studio.canvas.underlay import Underlay
from studio.drawing.look import Look
from studio.drawing.overlays import Overlay

HexSideAt = tuple[Hex, int]  # a hexside as a hex and the direction of its side


@dataclass(frozen=True)
class Layers:
    """Which layers of a map are shown, in which elevation ramp and language."""

    elevation: bool = True
    hillshade: bool = True
    ground: bool = True
    sides: bool = True
    links: bool = True
    zones: bool = True
    grid: bool = True
    labels: bool = True
    places: bool = True
    underlay: bool = True
    ramp: str = "ochre"
    language: str = "en"

    @property
    def look(self) -> Look:
        """How a sheet is drawn that shows just these layers."""
        return Look(
            grid=self.grid, labels=self.labels or self.places, language=self.language,
            ramp=self.ramp, zones=self.zones, hillshade=self.hillshade and self.elevation,
            hidden=self.hidden,
        )  # fmt: skip

    @property
    def hidden(self) -> frozenset[str]:
        """The layers that are switched off."""
        return frozenset(each.name for each in fields(self) if getattr(self, each.name) is False)

    def without(self, hidden: Iterable[str]) -> Layers:
        """The same with some layers switched off; names of none are passed over."""
        known = {each.name for each in fields(self) if getattr(self, each.name) is True}
        return Layers(**{**vars(self), **dict.fromkeys(known & set(hidden), False)})


@dataclass(frozen=True)
class Outline:
    """What a click would change: hexes, and hexsides as hex and direction."""

    hexes: frozenset[Hex] = frozenset()
    sides: frozenset[HexSideAt] = frozenset()

    @property
    def is_seen(self) -> bool:
        """Whether there is anything to outline."""
        return bool(self.hexes or self.sides)


@dataclass(frozen=True)
class CanvasPosition:
    """Everything a canvas shows. It never edits the map, but is told when that was edited.

    `selection` is a plane over the whole map. `heat` is one of numbers, shown from the smallest to
    the largest, light to dark, on the ramp of heat maps on paper; hexes with a negative number or
    NaN stay clear.
    """

    map: Map
    layers: Layers = field(default_factory=Layers)
    overlay: Overlay | None = None
    outline: Outline = field(default_factory=Outline)
    selection: Plane | None = None
    heat: NDArray[Any] | None = None
    underlay: Underlay | None = None

    @property
    def is_tinted(self) -> bool:
        """Whether a tint lies over the map."""
        return self.overlay is not None or self.selection is not None or self.heat is not None
