"""The catalogue of what stands and lies on a table: names, what it bars, how it is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.tabletop.lengths import read_length
from engine.texts import LocalText

_COLOUR = re.compile(r"#[0-9a-f]{6}")
_TRUTHS = ("obstacle", "water", "fordable", "bridges", "shelters")


class FigureScale(StrEnum):
    """For which figures a table is built: two inches high, or one (K9.5)."""

    LITTLE_WARS = "little-wars"
    KRIEGSPIEL = "kriegspiel"


class ShapeKind(StrEnum):
    """The shapes of features: an area, a line with a width, or a disc (G2)."""

    POLYGON = "polygon"
    LINE = "line"
    DISC = "disc"


class FeatureDrawing(StrEnum):
    """The ways to draw a feature."""

    HILL = "hill"
    MARSH = "marsh"
    WATER = "water"
    WOOD = "wood"
    ROAD = "road"
    RAILWAY = "railway"
    BRIDGE = "bridge"
    EARTHWORK = "earthwork"
    FENCE = "fence"
    HEDGE = "hedge"
    WALL = "wall"
    ROCK = "rock"
    HOUSE = "house"
    TREE = "tree"


@dataclass(frozen=True)
class FeatureColours:
    """The surface, its outline, and its sides towards the light and away from it."""

    fill: str
    edge: str
    light: str
    shade: str


@dataclass(frozen=True)
class TabletopFeatureKind:
    """One kind of feature (G2); lengths in sixteenths of an inch, 0 for what it has none of."""

    id: str
    name: LocalText
    shapes: tuple[ShapeKind, ...]
    heights: Mapping[FigureScale, int]
    width: int
    radius: int
    obstacle: bool
    water: bool
    fordable: bool
    bridges: bool
    shelters: bool
    layer: int
    drawing: FeatureDrawing
    colours: FeatureColours

    def height(self, scale: FigureScale) -> int:
        """Return its usual height on a table of a scale."""
        return self.heights.get(scale, 0)


@cache
def feature_kinds() -> Mapping[str, TabletopFeatureKind]:
    """Every kind in engine/tabletop/kinds.yaml by its id, as palettes list them."""
    return read_kinds((Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8"))


def read_kinds(source: str) -> Mapping[str, TabletopFeatureKind]:
    """Kinds from their YAML text; ValueError names the entry and what is wrong with it."""
    entries: dict[str, dict[str, Any]] = yaml.load(source, Loader=yaml.CSafeLoader)
    found = {}
    for id_, entry in entries.items():
        left = dict(entry)
        try:
            found[id_] = _kind(id_, left)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{id_}: {error}") from error
        if left:
            raise ValueError(f"{id_}: unknown key {next(iter(left))!r}")
    return found


def _kind(id_: str, left: dict[str, Any]) -> TabletopFeatureKind:
    heights = {
        FigureScale(scale): read_length(said) for scale, said in left.pop("height", {}).items()
    }
    truths = {key: left.pop(key, False) is True for key in _TRUTHS}
    return TabletopFeatureKind(
        id=id_,
        name=_words(left.pop("name")),
        shapes=tuple(map(ShapeKind, left.pop("shapes"))),
        heights=heights,
        width=read_length(left.pop("width", 0)),
        radius=read_length(left.pop("radius", 0)),
        layer=int(left.pop("layer")),
        drawing=FeatureDrawing(left.pop("drawing")),
        colours=_colours(left.pop("colours")),
        **truths,
    )


def _words(words: Mapping[str, str]) -> Mapping[str, str]:
    if not {"en", "zh"} <= words.keys():
        raise ValueError("name is needed in en and zh")
    return words


def _colours(colours: Mapping[str, str]) -> FeatureColours:
    for colour in colours.values():
        if not _COLOUR.fullmatch(colour):
            raise ValueError(f"{colour!r} is not a valid colour; write #rrggbb")
    return FeatureColours(**colours)
