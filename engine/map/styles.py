"""Map styles: in what colours, lines and letters a map is drawn, whatever lies on it.

The defaults here are the style *modern*. Lengths are in hexes, as in the catalogue of terrain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from engine.map.terrain import (
    Catalogue,
    CustomTerrainKind,
    GroundDrawing,
    LineDrawing,
    TerrainKind,
    load_catalogue,
)
from engine.texts import LocalText

Drawing = GroundDrawing | LineDrawing


class MapNameKind(StrEnum):
    """The kinds of names on a map: each has its own lettering."""

    SETTLEMENT = "settlement"
    WATER = "water"
    RELIEF = "relief"


class LetterFamily(StrEnum):
    """Letters without feet, or with them."""

    SANS = "sans"
    SERIF = "serif"


@dataclass(frozen=True)
class MapNameLettering:
    """The lettering of a kind of names: `size` in hexes, `spacing` in sizes."""

    family: LetterFamily = LetterFamily.SANS
    size: float = 0.29
    weight: int = 700
    italic: bool = False
    colour: str = "#2b241a"
    spacing: float = 0.0
    capitals: bool = False


@dataclass(frozen=True)
class Contours:
    """Lines of equal height: every so many levels a line, every `index` of them a heavy one."""

    colour: str
    width: float = 0.014
    every: int = 1
    index: int = 5
    index_width: float = 0.026
    numbers: bool = True


@dataclass(frozen=True)
class Hachures:
    """Strokes down the slopes, closer and heavier the steeper they are."""

    colour: str
    width: float = 0.03
    length: float = 0.5
    spacing: float = 0.07


@dataclass(frozen=True)
class GridLines:
    """The hex grid over the ground."""

    colour: str = "#3d3222"
    opacity: float = 0.5
    width: float = 0.011
    dots: bool = True


@dataclass(frozen=True)
class ColourTone:
    """The colour towards which kinds without a colour in a style are mixed, and how far."""

    towards: str
    by: float


DEFAULT_LETTERS: Mapping[MapNameKind, MapNameLettering] = {
    MapNameKind.SETTLEMENT: MapNameLettering(),
    MapNameKind.WATER: MapNameLettering(LetterFamily.SERIF, 0.27, 500, True, "#1f5a86", 0.08),
    MapNameKind.RELIEF: MapNameLettering(LetterFamily.SANS, 0.25, 500, False, "#5a4128", 0.22),
}


@dataclass(frozen=True, eq=False)
class MapStyle:
    """A style of maps. `tints` are elevation tints of its own; without any the reader's are used.

    `terraces`: whether levels lie over each other like cut card. `wash`: how dark the edges of
    tints dry, from 0 to 1. `grain`: how much of the paper shows where its texture is wanted.
    """

    id: str = "modern"
    name: LocalText = ""
    paper: str = "#fffdf7"
    grain: float = 0.5
    ink: str = "#2b241a"
    halo: str = "#fdf8ea"
    grid: GridLines = field(default_factory=GridLines)
    tints: tuple[str, ...] = ()
    terraces: bool = True
    shading: float = 1.0
    contours: Contours | None = None
    hachures: Hachures | None = None
    tone: ColourTone | None = None
    wash: float = 0.0
    letters: Mapping[MapNameKind, MapNameLettering] = field(default_factory=lambda: DEFAULT_LETTERS)
    drawings: Mapping[str, Drawing] = field(default_factory=dict)

    def lettering(self, lettering: MapNameKind) -> MapNameLettering:
        """Return the lettering of a kind of names."""
        return self.letters[lettering]

    @cached_property
    def kinds(self) -> Catalogue:
        """The catalogue of terrain as this style draws it."""
        known = load_catalogue()
        lines = known.unknown_lines.items()
        return replace(
            known,
            kinds={
                id_: replace(kind, drawing=self.drawing_of(kind))
                for id_, kind in known.kinds.items()
            },
            unknown_ground=toned_ground(known.unknown_ground, self.tone),
            unknown_lines={lies: toned_line(line, self.tone) for lies, line in lines},
        )

    def catalogue_with(self, own: Mapping[str, CustomTerrainKind]) -> Catalogue:
        """The same with kinds of a map's own."""
        if not own:
            return self.kinds
        drawn = {id_: replace(kind, drawing=self.drawing_of(kind)) for id_, kind in own.items()}
        return replace(self.kinds, kinds={**self.kinds.kinds, **drawn})

    def drawing_of(self, kind: TerrainKind) -> Drawing:
        """Return the drawing of a kind: the style's, else the catalogue's, in its tone."""
        own = self.drawings.get(kind.id)
        if own is not None and type(own) is type(kind.drawing):
            return own
        if isinstance(kind.drawing, GroundDrawing):
            return toned_ground(kind.drawing, self.tone)
        return toned_line(kind.drawing, self.tone)


MODERN = MapStyle()


def tone_colour(colour: str, tone: ColourTone | None) -> str:
    """A colour `#rrggbb` drawn towards another; an empty one stays empty."""
    if not colour or tone is None:
        return colour
    pairs = zip(_parts(colour), _parts(tone.towards), strict=True)
    mixed = (round(part + (towards - part) * tone.by) for part, towards in pairs)
    return "#" + "".join(f"{part:02x}" for part in mixed)


def toned_ground(drawing: GroundDrawing, tone: ColourTone | None) -> GroundDrawing:
    """Ground drawn in a tone."""
    if tone is None:
        return drawing
    marks = tuple(
        replace(each, colour=tone_colour(each.colour, tone), shade=tone_colour(each.shade, tone))
        for each in drawing.marks
    )
    return replace(
        drawing,
        fill=tone_colour(drawing.fill, tone),
        edge=tone_colour(drawing.edge, tone),
        waterlines=tone_colour(drawing.waterlines, tone),
        marks=marks,
    )


def toned_line(drawing: LineDrawing, tone: ColourTone | None) -> LineDrawing:
    """A line drawn in a tone."""
    if tone is None:
        return drawing
    strokes = tuple(
        replace(each, colour=tone_colour(each.colour, tone)) for each in drawing.strokes
    )
    signs = drawing.signs and replace(drawing.signs, colour=tone_colour(drawing.signs.colour, tone))
    return replace(drawing, strokes=strokes, signs=signs)


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue
