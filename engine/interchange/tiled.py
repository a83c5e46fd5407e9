"""Maps of Tiled (TMX, TMJ) as maps, and maps as maps of Tiled.

What is written: a layer of tiles for the ground and one for the level, one for each zone; layers
of objects for links, hexsides and places; a tileset of all grounds and levels with its picture
beside the map; and in the property `sandtable` what else the map says. All of it may be edited in
Tiled and brought in again.

Maps of others are brought in by what their tiles are called: a legend of the user's, else the words
of tiled.yaml.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from engine.files import source_text, strict_json
from engine.files.map_layer_text import MAX_ROWS_AS_TEXT
from engine.files.map_reader import read_map
from engine.interchange.foreign_files import refuse
from engine.interchange.hexside_lines import DrawnLineTracer, hex_near
from engine.interchange.import_result import ImportResult, Loss, Losses, Report, report_nothing
from engine.interchange.map_assembly import MAX_ZONES, GroundBuilder, plain_title
from engine.interchange.tiled_json import compose_tmj
from engine.interchange.tiled_layer_data import FORMS
from engine.interchange.tiled_map import (
    MAX_HEXES,
    ROTATED,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
    TilesetTile,
)
from engine.interchange.tiled_reader import JSON, read_tiled
from engine.interchange.tiled_tileset_picture import encode_png, tile_sheet
from engine.interchange.tiled_writer import ELSEWHERE, OURS, TiledMapWriter, picture_file
from engine.interchange.tiled_xml import compose_tmx
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Map, PlaceName, Zone
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import SandtableError, Severity, nearest_word
from engine.texts import text

MAX_PLACES = 20_000
NO_LEVEL = -32_768
MAX_TILES = 65_536  # different ones
LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z]+)?")


@cache
def guess_grounds() -> Mapping[str, str]:
    """Return the likely grounds of words in tile names."""
    source = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    grounds: dict[str, list[str]] = yaml.load(source, Loader=yaml.CSafeLoader)["grounds"]
    return {word: kind for kind, words in grounds.items() for word in words}


# --- reading --------------------------------------------------------------------------------------


def read(
    path: Path, legend: Mapping[str, str] | None = None, tilesets: Path | None = None
) -> ImportResult:
    """The map in a TMX or TMJ file; InvalidFileError says what is wrong, with the line in XML.

    `tilesets` is a folder in which tilesets are read too.
    """
    return _Making(read_tiled(path, tilesets), legend or {}).brought()


def read_legend(path: Path) -> dict[str, str]:
    """A user's legend, `tile's name: ground`; an unknown ground is reported."""
    found = source_text.read(path).root
    if not isinstance(found.value, dict):
        refuse("tiled-legend", path)
    known = [kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)]
    for node in found.value.values():
        if node.value not in known:
            values = {"name": str(node.value), "known": ", ".join(known)}
            near = nearest_word(str(node.value), known)
            refuse("unknown-ground", path, node.mark, **values, near=near)
    return {name: str(node.value) for name, node in found.value.items()}


class _Making:
    """A map made of one of Tiled's."""

    def __init__(self, tiled: TiledMap, legend: Mapping[str, str]) -> None:
        self.tiled, self.legend = tiled, legend
        self.losses, self.notes = Losses(), list[str]()
        self.map = Map.blank(tiled.grid)
        self._meanings: dict[int, tuple[str, int | None, str]] = {}
        self.is_ours = isinstance(tiled.properties.get(OURS), str)

    def brought(self) -> ImportResult:
        if self.is_ours:
            self._take_what_is_said()
        else:
            self.map.title = plain_title(self.tiled.file.stem)
            self.map.origin = plain_title(f"Tiled: {self.tiled.file.name}")
            self.notes.append(text("interchange.board-credits"))
        self._lay_tiles()
        for layer in self.tiled.things:
            for thing in layer.things:
                self._lay_thing(thing)
        for what, count in self.tiled.skipped.items():
            self.losses.add(f"tiled-{what}", count=count)
        return ImportResult(self.map, self.losses.listed(), self.notes)

    def _take_what_is_said(self) -> None:
        """Title, scale, labels and all else from the property; the sheet's size from Tiled."""
        name = str(self.tiled.file)
        source = source_text.parse(self.tiled.properties[OURS], name)
        values = source.root.plain()
        if not isinstance(values, dict) or not isinstance(values.get("grid"), dict):
            refuse("tiled-sandtable", name, reason=text("interchange.tiled-no-grid"))
        grid = self.map.grid
        values["grid"] |= {
            "columns": grid.columns, "rows": grid.rows, "shifted": grid.shifted.value,
            "orientation": grid.orientation.value,
        }  # fmt: skip
        for key in ELSEWHERE:
            values.pop(key, None)
        said = source_text.parse(json.dumps(values), name)
        map_, problems = read_map(said)
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if map_ is None:
            refuse("tiled-sandtable", name, reason=errors[0].message() if errors else "")
        for problem in errors:
            self.losses.add("tiled-said", problem.message())
        self.map = map_
        self.map.ground = np.zeros(grid.shape, np.uint8)

    # --- tiles --------------------------------------------------------------------------------

    @cached_property
    def drawn(self) -> DrawnLineTracer:
        """Return the tracer that draws lines on the map, once it is known."""
        return DrawnLineTracer(self.map, self.losses)

    def _lay_tiles(self) -> None:
        ground = GroundBuilder(self.map.grid, list(self.map.grounds) if self.is_ours else ["open"])
        unknown: Counter[str] = Counter()
        for layer in self.tiled.layers:
            if layer.kind == "zone" or layer.name.startswith("zone:"):
                self._lay_zone(layer)
                continue
            self._lay_layer(ground, layer, unknown)
        for tileset in self.tiled.tilesets:
            if tileset.is_missing:
                self.losses.add("tiled-tileset-elsewhere", tileset.name)
        for name, count in unknown.items():
            self.losses.add("tiled-unknown", name, count=count)
        if self.is_ours:
            self.map.ground = ground.plane
            self._name_new_grounds(ground)
        else:
            ground.lay_on(self.map)

    def _name_new_grounds(self, ground: GroundBuilder) -> None:
        """The legend of a map of ours, with what was painted in Tiled for the first time."""
        from engine.interchange.map_assembly import ground_symbols

        for kind in ground.kinds[len(self.map.grounds) :]:
            taken = set(self.map.symbols)
            wanted = [ground_symbols()[kind], *ground_symbols().values()]
            self.map.symbols += (next(sign for sign in wanted if sign not in taken),)
            self.map.grounds += (kind,)

    def _lay_layer(self, ground: GroundBuilder, layer: TileLayer, unknown: Counter[str]) -> None:
        """The grounds and levels of a layer over those of the layers below it."""
        turned = int(np.count_nonzero(layer.gids & np.uint32(ROTATED)))
        if turned:
            self.losses.add("tiled-turned", layer.name, count=turned)
        plain = (layer.gids & ~np.uint32(ROTATED)).ravel()
        gids, places, counts = np.unique(plain, return_inverse=True, return_counts=True)
        if len(gids) + len(self._meanings) > MAX_TILES:
            self._bound_tiles(set(gids.tolist()))
        kinds = np.full(len(gids), -1, np.int16)
        levels = np.full(len(gids), NO_LEVEL, np.int16)
        for place, (gid, count) in enumerate(zip(gids.tolist(), counts.tolist(), strict=True)):
            kind, level, name = self._meaning(gid) if gid else ("", None, "")
            kinds[place] = ground.index(kind) if kind else -1
            levels[place] = NO_LEVEL if level is None else level
            if gid and not kind and level is None:
                unknown[name] += count
        shape = layer.gids.shape
        kind_here, level_here = kinds[places].reshape(shape), levels[places].reshape(shape)
        ground.plane[kind_here >= 0] = kind_here[kind_here >= 0]
        self.map.level[level_here != NO_LEVEL] = level_here[level_here != NO_LEVEL]

    def _bound_tiles(self, more: set[int]) -> None:
        """Refuse a map of more different tiles than any has."""
        found = len(more | self._meanings.keys())
        if found > MAX_TILES:
            refuse("tiled-tiles", self.tiled.file, found=found, most=MAX_TILES)

    def _meaning(self, gid: int) -> tuple[str, int | None, str]:
        """Return the meaning of a tile: its ground, its level, or both, and its name."""
        if gid not in self._meanings:
            self._meanings[gid] = self._understood(gid)
        return self._meanings[gid]

    def _understood(self, gid: int) -> tuple[str, int | None, str]:
        owner = self.tiled.tile_of(gid)
        if owner is None:
            return "", None, f"#{gid}"
        names = list(_names(*owner))
        ground = self._ground_of(names) or _ground_of_tileset(owner[0])
        return ground, _level(owner[0].tiles.get(owner[1], TilesetTile())), names[0]

    def _ground_of(self, names: list[str]) -> str:
        kinds = load_catalogue().kinds
        for name in names:
            if name in self.legend:
                return self.legend[name]
        for name in names:
            if name in kinds and kinds[name].lies is TerrainClass.GROUND:
                return name
        words = (word for name in names for word in re.split(r"[^a-z]+", _space(name)))
        return next((guess_grounds()[word] for word in words if word in guess_grounds()), "")

    def _lay_zone(self, layer: TileLayer) -> None:
        name = str(layer.properties.get("zone") or layer.name.removeprefix("zone:"))
        if len(self.map.zones) >= MAX_ZONES:
            self.losses.add("zone-too-many", name)
            return
        id_ = plain_title(name) or "zone"
        if id_ != name:
            self.losses.add("tiled-name", name)
        if id_ in self.map.zones:
            self.losses.add("zone-twice", name)
            return
        said = self._name(layer.properties.get("name"))
        colour = str(layer.properties.get("colour") or "")
        colour = colour if re.fullmatch("#[0-9a-fA-F]{6}", colour) else ""
        self.map.zones[id_] = Zone(layer.gids != 0, said, colour)

    def _name(self, said: object) -> Any:
        """A name as a map can have it; lost parts are reported."""
        words = _words(said)
        name = _plain(words)
        if name != _spaced_once(words):
            self.losses.add("tiled-name", str(said))
        return name

    def _place_name(self, thing: TiledObject) -> Any:
        """Return the name of a point; if Tiled's own name differs, it is the newer one."""
        words = _words(thing.properties.get("name"))
        known = list(words.values()) if isinstance(words, dict) else [words]
        if not words or (not thing.name or thing.name in known):
            return self._name(words or thing.name)
        self.losses.add("tiled-renamed", thing.name)
        return self._name(thing.name)

    # --- things -------------------------------------------------------------------------------

    def _lay_thing(self, thing: TiledObject) -> None:
        grid = self.map.grid
        points = [self.tiled.lattice(*point) for point in thing.points]
        kind = load_catalogue().kinds.get(thing.kind or thing.name)
        if len(points) == 1:
            hex_ = hex_near(grid, points[0])
            said = self._place_name(thing)
            if hex_ in grid and said and len(self.map.places) < MAX_PLACES:
                self.map.places.append(PlaceName(hex_, said))
            else:
                self.losses.add("tiled-object", thing.name)
        elif kind and kind.lies is TerrainClass.LINK:
            self.drawn.lay_links(kind.id, points)
        elif kind and kind.lies is TerrainClass.SIDE:
            self.drawn.lay_sides(kind.id, points)
        else:
            self.losses.add("tiled-line", thing.kind or thing.name)


def _names(tileset: Tileset, number: int) -> Iterator[str]:
    """Yield the names of a tile, the most telling first; at least its tileset and number."""
    tile = tileset.tiles.get(number, TilesetTile())
    said = [tile.properties.get(key) for key in ("ground", "terrain", "kind", "type", "name")]
    stem = Path(tile.name).stem
    for name in (tile.kind, *said, tile.name, stem):
        if isinstance(name, str) and name:
            yield name
    yield f"{tileset.name}#{number}"


def _ground_of_tileset(tileset: Tileset) -> str:
    """The one ground that the names of a tileset and its picture have, or nothing."""
    if tileset.is_missing:
        return ""
    names = (tileset.name, Path(tileset.image.replace("\\", "/")).stem)
    words = [word for name in names for word in re.split(r"[^a-z]+", _space(name))]
    grounds = {guess_grounds()[word] for word in words if word in guess_grounds()}
    return grounds.pop() if len(grounds) == 1 else ""


def _space(name: str) -> str:
    """A name as words: `DeepWater_02` as `deep water`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _level(tile: TilesetTile) -> int | None:
    level = tile.properties.get("level")
    if isinstance(level, bool) or not isinstance(level, int):
        return None
    return level if LOWEST_LEVEL <= level <= HIGHEST_LEVEL else None


def _words(said: object) -> Any:
    """A text, or texts by language as they are written into a property."""
    if isinstance(said, str) and said.startswith("{"):
        try:
            words = strict_json.loads(said)
        except ValueError:
            return said
        return words if isinstance(words, dict) else said
    return "" if said is None else said


def _plain(words: Any) -> Any:
    """Of a text or of texts by language what a map can have."""
    if isinstance(words, dict):
        return {
            key: plain_title(word)
            for key, word in words.items()
            if LANGUAGE.fullmatch(key) and isinstance(word, str)
        } or ""
    return plain_title(words) if isinstance(words, str) else ""


def _spaced_once(words: Any) -> Any:
    """Texts without the spaces that no name keeps."""
    if isinstance(words, dict):
        return {key: _spaced_once(word) for key, word in words.items()}
    return " ".join(words.split()) if isinstance(words, str) else words


# --- writing --------------------------------------------------------------------------------------


def write(map_: Map, path: Path, report: Report = report_nothing, *, form: str = "") -> list[Loss]:
    """Write a map for Tiled, and the picture of its tiles beside it.

    `form` is how tiles are written, one of `FORMS`; left out, what suits the size.
    """
    if len(map_.grid) > MAX_HEXES:
        values = {"columns": map_.grid.columns, "rows": map_.grid.rows, "most": MAX_HEXES}
        raise SandtableError(text("interchange.sheet-size", None, **values))
    assert form in ("", *FORMS)
    form = form or ("csv" if len(map_.grid) <= MAX_ROWS_AS_TEXT else "zlib")
    tiled, faces = TiledMapWriter(map_, path).to_tiled(report)
    tile = (int(tiled.tile[0]), int(tiled.tile[1]))
    picture = tile_sheet(faces, tile, pointy=map_.grid.pointy)
    source_text.write(picture_file(path), encode_png(picture))
    size = picture.shape[1], picture.shape[0]
    written = compose_tmj if path.suffix.lower() in JSON else compose_tmx
    source_text.write(path, written(tiled, form, size))
    return []
