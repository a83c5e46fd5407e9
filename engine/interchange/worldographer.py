"""Maps of Worldographer and Hexographer (`.wxx`): gzipped XML in UTF-16.

A map has tiles of one or more levels (world, continent …); the last one looked at is brought in.
Its tiles stand column by column, whether hexes lie (`COLUMNS`) or stand (`ROWS`); odd lines are the
shifted ones. Places are given in a space of its own, in which every hex is 300 wide and high.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from engine.hexes.grid import Grid, Orientation
from engine.hexes.labels import ColumnRow, LabelStyle
from engine.hexes.printed_labels import PrintedLabels
from engine.interchange.foreign_files import (
    Element,
    element_mark,
    parse_xml,
    read_bytes,
    refuse,
    refuse_wrong_format,
    require_size,
)
from engine.interchange.hexside_lines import DrawnLineTracer, hex_near
from engine.interchange.import_result import ImportResult, Losses
from engine.interchange.map_assembly import GroundBuilder, plain_title
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Map, PlaceName
from engine.map.terrain import TerrainClass, load_catalogue
from engine.texts import text

MAX_UNPACKED = 96 * 2**20
MAX_HEXES = 1_000_000
MAX_PLACES = 20_000
TILE = 300.0  # a hex in the space of places, both ways
FIELDS = 5  # of a tile at least: terrain, elevation, ice, for the master only, resources
PADDING = {"DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4}  # digits by how zeros are put before
MAX_FIRST = 5  # digits of the first number
SETTLED = ("settlement", "city", "building")

Lattice = tuple[float, float]


class _Words(NamedTuple):
    grounds: Mapping[str, str]  # word → kind, the first kinds before
    order: Mapping[str, int]
    heights: list[str]
    lines: Mapping[str, str]


@cache
def terrain_name_words() -> _Words:
    """Load the meanings of words in names (wxx.yaml)."""
    said = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), yaml.CSafeLoader)
    grounds = {word: kind for kind, listed in said["grounds"].items() for word in listed}
    order = {kind: place for place, kind in enumerate(said["grounds"])}
    lines = {word: kind for kind, listed in said["lines"].items() for word in listed}
    return _Words(grounds, order, said["heights"], lines)


def grounds_in(name: str) -> list[str]:
    """The kinds that a name means, the one that counts first."""
    said = re.split(
        r"[^a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.rpartition("/")[2]).lower()
    )
    found = {
        terrain_name_words().grounds[word] for word in said if word in terrain_name_words().grounds
    }
    return sorted(found, key=terrain_name_words().order.__getitem__)


def read(path: Path) -> ImportResult:
    """The map in a file; InvalidFileError says what is wrong with it."""
    root = parse_xml(path, _xml(path), "map")
    return _Making(path, root).brought()


def _xml(path: Path) -> str:
    """The XML in a file, packed or not."""
    content = read_bytes(path)
    if content.startswith(b"\x1f\x8b"):
        unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            content = unpacking.decompress(content, MAX_UNPACKED + 1)
        except zlib.error as error:
            refuse("archive-broken", path, reason=str(error))
        if len(content) > MAX_UNPACKED:
            refuse("archive-swollen", path, name=path.name, most=MAX_UNPACKED // 2**20)
        if not unpacking.eof:
            refuse("archive-broken", path, reason=text("interchange.wxx-short"))
    refuse_wrong_format(path, content, "xml")
    is_wide = content[:2] in (b"\xfe\xff", b"\xff\xfe")
    code = "utf-16" if is_wide else "utf-16-be" if content[:1] == b"\0" else "utf-8"
    try:
        said = content.decode(code)
    except UnicodeDecodeError as error:
        refuse("broken-xml", path, reason=error.reason)
    # What it says of its encoding holds no more.
    return re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", said, count=1)


class _Making:
    """A map made of tiles, then of what lies on them."""

    def __init__(self, path: Path, root: Element) -> None:
        self.path, self.root, self.losses = path, root, Losses()
        self.tiles = self._tiles()
        self.rows = [_lines(row.text) for row in self.tiles.findall("tilerow")]
        columns, high = len(self.rows), max(map(len, self.rows), default=0)
        require_size(path, columns, high, element_mark(self.tiles), most=MAX_HEXES)
        is_standing = root.get("hexOrientation") == "ROWS"
        orientation = Orientation.POINTY if is_standing else Orientation.FLAT
        self.map = Map.blank(Grid(columns, high, orientation))
        self.names = self._names()

    def _tiles(self) -> Element:
        """The tiles of the level that was looked at last; others are reported."""
        found = [one for one in self.root.findall("tiles") if one.find("tilerow") is not None]
        if not found:
            refuse("wxx-no-tiles", self.path, element_mark(self.root))
        last = self.root.get("lastViewLevel")
        chosen = next((one for one in found if one.get("viewLevel") == last), found[0])
        for one in found:
            if one is not chosen:
                self.losses.add("wxx-level-left", str(one.get("viewLevel")))
        return chosen

    def _names(self) -> dict[str, str]:
        """The terrains by their numbers."""
        said = (self.root.findtext("terrainmap") or "").strip("\n\r").split("\t")
        pairs = zip(said[::2], said[1::2], strict=False)
        return {number.strip(): name.strip() for name, number in pairs}

    def brought(self) -> ImportResult:
        self._lay_tiles()
        self._lay_features()
        for label in self.root.findall("labels/label"):
            self._name(label, _words_of(label))
        self._lay_shapes()
        for note in self.root.findall("notes/note"):
            self.losses.add("wxx-note", plain_title(note.get("title", "")))
        if self.root.find("informations/information") is not None:
            self.losses.add("wxx-information")
        self.map.label_style = self._label_style()
        self.map.title = plain_title(self.path.stem)
        self.map.origin = plain_title(f"Worldographer: {self.path.name}")
        return ImportResult(self.map, self.losses.listed(), [text("interchange.board-credits")])

    def _label_style(self) -> LabelStyle:
        """The numbers of hexes: their first ones, order, separator and digits."""
        said = self.root.find("gridandnumbering")
        if said is None or said.get("numberFirstCol") is None:
            return ColumnRow()
        first = [_whole(said.get(f"numberFirst{side}")) for side in ("Col", "Row")]
        digits = PADDING.get(said.get("numberPrePad", "").partition("_")[0], 1)
        is_row_first = said.get("numberOrder") == "ROW_COL"
        style = PrintedLabels(
            "row-column" if is_row_first else "column-row",
            said.get("numberSeparator", "").strip(),
            first_column=first[0],
            first_row=first[1],
            column_digits=digits,
            row_digits=digits,
        )
        if style.fault(self.map.grid, self.map.hex_metres) or min(first) < 0:
            self.losses.add("wxx-numbers")
            return ColumnRow()
        if not is_row_first and not style.separator:
            return ColumnRow(first[0], first[1], digits)
        return style

    # --- tiles ------------------------------------------------------------------------------------

    def _lay_tiles(self) -> None:
        ground = GroundBuilder(self.map.grid)
        for column, lines in enumerate(self.rows):
            for row, said in enumerate(lines):
                self._lay_tile(ground, column, row, said.split("\t"))
        self.ground = ground
        ground.lay_on(self.map)

    def _lay_tile(self, ground: GroundBuilder, column: int, row: int, said: list[str]) -> None:
        at = f"@{column},{row}"
        if len(said) < FIELDS:
            refuse("wxx-tile", self.path, element_mark(self.tiles), found=" ".join(said), at=at)
        name = self.names.get(said[0].strip(), "")
        kinds = grounds_in(name)
        if not kinds:
            self.losses.add("wxx-unknown", name or said[0], at)
        for kind in kinds[1:]:
            if kind in terrain_name_words().heights:
                self.losses.add("wxx-below", f"{name} → {kind}", at)
        kind = kinds[0] if kinds else "open"
        if said[2].strip() == "1":
            kind = self._frozen(kind, at)
        ground.plane[row, column] = ground.index(kind)
        self._raise(column, row, said[1], at)
        if said[3].strip() == "1":
            self.losses.add("wxx-hidden", "", at)
        if said[4].strip() not in ("Z", "0"):
            self.losses.add("wxx-resources", "", at)

    def _frozen(self, kind: str, at: str) -> str:
        """Return a ground under ice: water freezes, open ground is covered with snow."""
        if load_catalogue().is_water(kind):
            return "ice"
        if kind == "open":
            return "snow"
        self.losses.add("wxx-icy", kind, at)
        return kind

    def _raise(self, column: int, row: int, said: str, at: str) -> None:
        """The level of a hex: its elevation, as far as a map has levels."""
        try:
            height = float(said)
        except ValueError:
            height = math.nan
        level = round(height) if LOWEST_LEVEL <= height <= HIGHEST_LEVEL else None
        self.map.level[row, column] = level or 0
        if level != height:
            self.losses.add("wxx-height", said[:20], at)

    # --- what lies on them ------------------------------------------------------------------------

    def _lattice(self, element: Element) -> Lattice | None:
        """A point of the map's own space on the grid's lattice."""
        try:
            x, y = float(element.get("x", "")), float(element.get("y", ""))
        except ValueError:
            return None
        if not (abs(x) < 1e9 and abs(y) < 1e9):
            return None
        half = TILE / 2
        if self.map.grid.pointy:
            return (x - half) / half, (y - half) / (TILE / 4)
        return (x - half) / (TILE / 4), (y - half) / half

    def _lay_features(self) -> None:
        for feature in self.root.findall("features/feature"):
            kinds = grounds_in(feature.get("type", ""))
            point = next(filter(None, map(self._lattice, feature.findall("location"))), None)
            hex_ = hex_near(self.map.grid, point) if point else None
            label = feature.find("label")
            if label is not None and _words_of(label):
                self._name(label, _words_of(label), point)
            if kinds and kinds[0] in SETTLED and hex_ is not None and hex_ in self.map.grid:
                self.ground.plane[self.map.grid.index(hex_)] = self.ground.index(kinds[0])
            else:
                at = self.map.grid.name(hex_) if hex_ is not None else ""
                self.losses.add("wxx-feature", feature.get("type", ""), at)
        self.ground.lay_on(self.map)

    def _name(self, label: Element, said: str, point: Lattice | None = None) -> None:
        """A name at a point: that of its feature, else its own."""
        name = plain_title(said)
        if not name:
            return
        at = point or next(filter(None, map(self._lattice, label.findall("location"))), None)
        hex_ = hex_near(self.map.grid, at) if at else None
        if hex_ is None or hex_ not in self.map.grid or len(self.map.places) >= MAX_PLACES:
            self.losses.add("wxx-name", name)
            return
        self.map.places.append(PlaceName(hex_, name))

    def _lay_shapes(self) -> None:
        drawn = DrawnLineTracer(self.map, self.losses)
        kinds = load_catalogue().kinds
        for shape in self.root.findall("shapes/shape"):
            said = re.split(
                r"[^a-z]+", f"{shape.get('tags', '')} {shape.get('mapLayer', '')}".lower()
            )
            kind = next(
                (
                    terrain_name_words().lines[word]
                    for word in said
                    if word in terrain_name_words().lines
                ),
                "",
            )
            points = [self._lattice(point) for point in shape.findall("p")]
            sound = [point for point in points if point is not None]
            if not kind or len(sound) < 2:
                self.losses.add(
                    "wxx-shape", plain_title(shape.get("tags", "")) or str(shape.get("type"))
                )
            elif kinds[kind].lies is TerrainClass.LINK:
                drawn.lay_links(kind, sound)
            else:
                drawn.lay_sides(kind, sound)


def _whole(said: str | None) -> int:
    """A whole number within bounds; -1 for anything else."""
    word = said or ""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= MAX_FIRST else -1


def _lines(said: str | None) -> list[str]:
    """The tiles of a row of them, one a line."""
    return [line for line in (said or "").strip("\n\r").splitlines() if line.strip()]


def _words_of(label: Element) -> str:
    """The words of a label, which stand behind where it lies."""
    return " ".join(f"{label.text or ''} {_tail(label)}".split())


def _tail(label: Element) -> str:
    return " ".join(child.tail or "" for child in label)
