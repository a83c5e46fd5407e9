"""The catalogue of terrain kinds: names, place, drawing. What a kind does is a game's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import yaml

from engine.parsed_file_cache import parse_cached
from engine.texts import LocalText

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class TerrainClass(StrEnum):
    """The class of a terrain kind: whole hexes, hexsides, or centre to centre."""

    GROUND = "ground"
    SIDE = "side"
    LINK = "link"


class GroundForm(StrEnum):
    """The form of ground: filling its hexes, or a band that runs from hex to hex."""

    AREA = "area"
    COURSE = "course"


class ScatterSign(StrEnum):
    """The signs that can be scattered over ground."""

    TREES = "trees"
    PALMS = "palms"
    ORCHARD = "orchard"
    DOTS = "dots"
    GRASS = "grass"
    REEDS = "reeds"
    ROWS = "rows"
    STACKS = "stacks"
    ROCKS = "rocks"
    PEAKS = "peaks"
    DUNES = "dunes"
    WAVES = "waves"
    HOUSES = "houses"
    BLOCKS = "blocks"
    HALL = "hall"
    CROSSES = "crosses"
    RINGS = "rings"
    FIRS = "firs"
    CLUMPS = "clumps"
    DASHES = "dashes"
    PICTURE = "picture"


class RepeatedLineSymbol(StrEnum):
    """The signs that can be repeated along a line."""

    TICKS = "ticks"
    TEETH = "teeth"
    HACHURES = "hachures"
    CROSSES = "crosses"
    BLOBS = "blobs"


@dataclass(frozen=True)
class ScatteredSigns:
    """Signs strewn over ground: about `density`² a hex, each `size` hexes wide.

    Of a picture `picture` is the SVG drawn in place of each.
    """

    shape: ScatterSign
    colour: str
    shade: str
    size: float
    density: int
    picture: str = ""


@dataclass(frozen=True)
class GroundDrawing:
    """The drawing of ground; lengths in hexes, empty colours if not drawn (terrain.yaml)."""

    form: GroundForm
    fill: str
    opacity: float
    edge: str
    edge_width: float
    inset: float
    width: float
    waterlines: str
    marks: tuple[ScatteredSigns, ...]


@dataclass(frozen=True)
class Stroke:
    """One line drawn along a feature; `dash` is lengths on and off, empty for a solid line."""

    colour: str
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True)
class RepeatedLineSigns:
    """Signs repeated along a line every `spacing` hexes."""

    shape: RepeatedLineSymbol
    colour: str
    size: float
    spacing: float
    width: float


@dataclass(frozen=True)
class LineDrawing:
    """The drawing of a hexside feature or link; lengths in hexes (terrain.yaml)."""

    strokes: tuple[Stroke, ...]
    smooth: bool
    bridges: bool
    signs: RepeatedLineSigns | None

    @property
    def width(self) -> float:
        """The width of the widest stroke."""
        return max(stroke.width for stroke in self.strokes)


@dataclass(frozen=True)
class TerrainKind:
    """One kind of terrain. `water` marks what streams are or flow into."""

    id: str
    name: LocalText
    lies: TerrainClass
    water: bool
    drawing: GroundDrawing | LineDrawing


@dataclass(frozen=True)
class CustomTerrainKind(TerrainKind):
    """A kind of terrain of a map's own: `like` is the kind that games take it for.

    `games` says so of single games, where it is another.
    """

    like: str = ""
    games: Mapping[str, str] = field(default_factory=dict)

    def kind_for_game(self, game: str) -> str:
        """Return the kind a game treats it as; itself if none is given."""
        return self.games.get(game) or self.like or self.id


@dataclass(frozen=True)
class ElevationRamp:
    """Elevation tints as `#rrggbb`, from the lowest level to the highest, blended between."""

    id: str
    name: LocalText
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Catalogue:
    """Every kind and ramp by its id, in the order in which legends and palettes list them."""

    kinds: Mapping[str, TerrainKind]
    ramps: Mapping[str, ElevationRamp]
    unknown_ground: GroundDrawing
    unknown_lines: Mapping[TerrainClass, LineDrawing]

    def of_class(self, lies: TerrainClass) -> list[TerrainKind]:
        """The kinds that lie in hexes, along sides, or on links."""
        return [kind for kind in self.kinds.values() if kind.lies is lies]

    def is_water(self, kind: str) -> bool:
        """Return True if a kind is water; an unknown one is not."""
        return kind in self.kinds and self.kinds[kind].water

    def ground(self, kind: str) -> GroundDrawing:
        """Return the drawing of a ground, also of one the catalogue does not know."""
        known = self.kinds.get(kind)
        drawing = known.drawing if known else None
        return drawing if isinstance(drawing, GroundDrawing) else self.unknown_ground

    def line(self, kind: str, lies: TerrainClass) -> LineDrawing:
        """Return the drawing of a hexside feature or link, also of an unknown one."""
        known = self.kinds.get(kind)
        if known and known.lies is lies and isinstance(known.drawing, LineDrawing):
            return known.drawing
        return self.unknown_lines[lies]

    def name(self, kind: str) -> LocalText:
        """Return the name of a kind; the id of an unknown one."""
        return self.kinds[kind].name if kind in self.kinds else kind


@cache
def load_catalogue() -> Catalogue:
    """The catalogue in engine/map/terrain.yaml."""
    return _catalogue(parse_cached(Path(__file__).parent / "terrain.yaml", _values))


def read_catalogue(source: str) -> Catalogue:
    """A catalogue from its YAML text; ValueError names the entry and what is wrong with it."""
    return _catalogue(_values(source))


def _values(source: str) -> Any:
    return yaml.load(source, Loader=yaml.CSafeLoader)


def _catalogue(values: Any) -> Catalogue:
    root = _Entry("terrain", values)
    kinds = [
        _kind(lies, entry) for lies in TerrainClass for entry in root.entry(lies.value).entries()
    ]
    ramps = [_ramp(entry) for entry in root.entry("ramps").entries()]
    unknown = root.entry("unknown")
    lines = {lies: _line(unknown.entry(lies)) for lies in (TerrainClass.SIDE, TerrainClass.LINK)}
    root.finish()
    if len({kind.id for kind in kinds}) < len(kinds):
        root.refuse("one id stands in two classes")
    return Catalogue(
        {kind.id: kind for kind in kinds},
        {ramp.id: ramp for ramp in ramps},
        _ground(unknown.entry("ground")),
        lines,
    )


def read_drawing(lies: TerrainClass, where: str, values: object) -> GroundDrawing | LineDrawing:
    """Read the drawing of a kind from plain values; ValueError names the fault in them."""
    entry = _Entry(where, values)
    return _ground(entry) if lies is TerrainClass.GROUND else _line(entry)


def _kind(lies: TerrainClass, entry: _Entry) -> TerrainKind:
    drawing = entry.entry("drawing")
    kind = TerrainKind(
        entry.id,
        entry.words("name"),
        lies,
        entry.truth("water"),
        _ground(drawing) if lies is TerrainClass.GROUND else _line(drawing),
    )
    entry.finish()
    return kind


def _ramp(entry: _Entry) -> ElevationRamp:
    colours = tuple(str(colour) for colour in entry.items("colours"))
    if len(colours) < 2 or not all(_COLOUR.fullmatch(colour) for colour in colours):
        entry.refuse("needs two colours #rrggbb or more")
    ramp = ElevationRamp(entry.id, entry.words("name"), colours)
    entry.finish()
    return ramp


def _ground(entry: _Entry) -> GroundDrawing:
    drawing = GroundDrawing(
        GroundForm(entry.word("form", [*GroundForm], "area")),
        entry.colour_if_any("fill"),
        entry.number("opacity", 1.0),
        entry.colour_if_any("edge"),
        entry.number("edge_width", 0.015),
        entry.number("inset", 0.0),
        entry.number("width", 0.2),
        entry.colour_if_any("waterlines"),
        tuple(_marks(marks) for marks in entry.listed("marks")),
    )
    entry.finish()
    return drawing


def _marks(entry: _Entry) -> ScatteredSigns:
    marks = ScatteredSigns(
        ScatterSign(entry.word("shape", [*ScatterSign])),
        entry.colour("colour"),
        entry.colour_if_any("shade"),
        entry.number("size"),
        round(entry.number("density")),
        entry.text_if_any("picture"),
    )
    if (marks.shape is ScatterSign.PICTURE) != bool(marks.picture):
        entry.refuse("a picture belongs to the shape picture, and to no other")
    entry.finish()
    return marks


def _line(entry: _Entry) -> LineDrawing:
    strokes = tuple(_stroke(stroke) for stroke in entry.listed("strokes"))
    if not strokes:
        entry.refuse("needs at least one of strokes")
    signs = _signs(entry.entry("marks")) if entry.has("marks") else None
    drawing = LineDrawing(strokes, entry.truth("smooth"), entry.truth("bridges"), signs)
    entry.finish()
    return drawing


def _stroke(entry: _Entry) -> Stroke:
    dash = tuple(float(str(length)) for length in entry.items("dash"))
    stroke = Stroke(entry.colour("colour"), entry.number("width"), dash)
    entry.finish()
    return stroke


def _signs(entry: _Entry) -> RepeatedLineSigns:
    signs = RepeatedLineSigns(
        RepeatedLineSymbol(entry.word("shape", [*RepeatedLineSymbol])),
        entry.colour("colour"),
        entry.number("size"),
        entry.number("spacing"),
        entry.number("width"),
    )
    entry.finish()
    return signs


class _Entry:
    """One mapping of the file, read key by key; what is left over at the end is a mistake."""

    def __init__(self, where: str, value: object) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{where}: a mapping belongs here, not {value!r}")
        self.where, self.left = where, dict(value)
        self.id = where.rpartition(".")[2]

    def has(self, key: str) -> bool:
        return key in self.left

    def entry(self, key: str) -> _Entry:
        return _Entry(f"{self.where}.{key}", self.left.pop(key, None))

    def entries(self) -> list[_Entry]:
        return [self.entry(key) for key in list(self.left)]

    def items(self, key: str) -> list[object]:
        value = self.left.pop(key, [])
        if not isinstance(value, list):
            self.refuse(f"{key} is a list, not {value!r}")
        return value

    def listed(self, key: str) -> list[_Entry]:
        return [_Entry(f"{self.where}.{key}", item) for item in self.items(key)]

    def words(self, key: str) -> Mapping[str, str]:
        value = self.left.pop(key, None)
        if not isinstance(value, dict) or not {"en", "zh"} <= value.keys():
            self.refuse(f"{key} is needed in en and zh")
        return value

    def word(self, key: str, known: list[str], otherwise: str = "") -> str:
        value = self.left.pop(key, otherwise)
        if value not in known:
            self.refuse(f"{key} is one of {', '.join(known)}, not {value!r}")
        return str(value)

    def colour(self, key: str) -> str:
        value = self.left.pop(key, "")
        if not _COLOUR.fullmatch(str(value)):
            self.refuse(f"{key} is a colour #rrggbb, not {value!r}")
        return str(value)

    def colour_if_any(self, key: str) -> str:
        return self.colour(key) if key in self.left else ""

    def text_if_any(self, key: str) -> str:
        value = self.left.pop(key, "")
        if not isinstance(value, str):
            self.refuse(f"{key} is a text, not {value!r}")
        return value

    def number(self, key: str, otherwise: float | None = None) -> float:
        value = self.left.pop(key, otherwise)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            self.refuse(f"{key} is a number from 0, not {value!r}")
        return float(value)

    def truth(self, key: str) -> bool:
        value = self.left.pop(key, False)
        if not isinstance(value, bool):
            self.refuse(f"{key} is true or false, not {value!r}")
        return value

    def finish(self) -> None:
        if self.left:
            self.refuse(f"unknown key {next(iter(self.left))!r}")

    def refuse(self, why: str) -> NoReturn:
        raise ValueError(f"{self.where}: {why}")
