"""Maps of Tiled as they are understood, be they TMX or TMJ.

TMX is read into the keys of TMJ; numbers may then be words, and a fault has a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.files import source_text
from engine.files.source_text import TOP
from engine.interchange.foreign_files import refuse, require_size
from engine.interchange.tiled_json import parse_document
from engine.interchange.tiled_layer_data import gids_of_list, gids_of_text
from engine.interchange.tiled_map import (
    LARGEST,
    MAX_HEXES,
    MAX_TILESETS,
    Area,
    Gids,
    Properties,
    TiledEntry,
    TiledMap,
    TiledObject,
    TiledObjectLayer,
    TileLayer,
    Tileset,
    TilesetTile,
)
from engine.interchange.tiled_xml import map_entry, tileset_entry
from engine.problems import TextPosition

DEEPEST = 20  # groups of layers in groups
JSON = (".tmj", ".tsj", ".json")


def read_tiled(path: Path, allowed: Path | None = None) -> TiledMap:
    """The map in a TMX or TMJ file; InvalidFileError says what is wrong, with the line in XML.

    Tilesets are read near the map, and in the folder that is `allowed`.
    """
    root = parse_document(path) if path.suffix.lower() in JSON else map_entry(path)
    if root.get("orientation") != "hexagonal":
        refuse("tiled-orientation", path, _mark(root), found=str(root.get("orientation")))
    map_ = _empty(path, root)
    tilesets = _entries(path, root, "tilesets")
    if len(tilesets) > MAX_TILESETS:
        refuse("tiled-tilesets", path, _mark(root), found=len(tilesets), most=MAX_TILESETS)
    map_.tilesets = [_tileset(path, entry, allowed) for entry in tilesets]
    layers = _flat(path, root, 0)
    area = _spread(map_, root, layers) if root.get("infinite") is True else None
    for entry in layers:
        _layer(map_, entry, area)
    return map_


def _empty(path: Path, root: dict[str, Any]) -> TiledMap:
    """The map without tilesets and layers."""
    columns, rows = _whole(path, root, "width", 0), _whole(path, root, "height", 0)
    if root.get("infinite") is not True:
        require_size(path, columns, rows, _mark(root), most=MAX_HEXES)
    tile = _number(path, root, "tilewidth"), _number(path, root, "tileheight")
    side = _number(path, root, "hexsidelength", 0)
    if min(tile) <= 0 or side < 0:
        refuse("tiled-number", path, _mark(root), key="tilewidth", found=str(tile))
    map_ = TiledMap(path, columns, rows, tile=tile, side=side, properties=_properties(path, root))
    map_.axis = _word(root, "staggeraxis") or "y"
    map_.index = _word(root, "staggerindex") or "odd"
    if map_.axis not in ("x", "y") or map_.index not in ("odd", "even"):
        refuse("tiled-stagger", path, _mark(root), found=f"{map_.axis} {map_.index}")
    return map_


# --- values ---------------------------------------------------------------------------------------


def _mark(entry: dict[str, Any]) -> TextPosition:
    return entry.mark if isinstance(entry, TiledEntry) else TOP


def _number(path: Path, entry: dict[str, Any], key: str, otherwise: float | None = None) -> float:
    value = entry.get(key, otherwise)
    try:
        number = float(value) if isinstance(value, int | float | str) else LARGEST
    except (ValueError, OverflowError):
        number = LARGEST
    if isinstance(value, bool) or not abs(number) < LARGEST:
        refuse("tiled-number", path, _mark(entry), key=key, found=str(value))
    return number


def _whole(path: Path, entry: dict[str, Any], key: str, otherwise: int | None = None) -> int:
    number = _number(path, entry, key, otherwise)
    if number != int(number):
        refuse("tiled-number", path, _mark(entry), key=key, found=str(number))
    return int(number)


def _entries(path: Path, entry: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = entry.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        refuse("tiled-list", path, _mark(entry), key=key)
    return found


def _word(entry: dict[str, Any], *keys: str) -> str:
    """The text at the first of some keys that has one."""
    words = (entry[key] for key in keys if isinstance(entry.get(key), str))
    return next(filter(None, words), "")


def _properties(path: Path, entry: dict[str, Any]) -> Properties:
    return {_word(one, "name"): one.get("value") for one in _entries(path, entry, "properties")}


# --- tilesets -------------------------------------------------------------------------------------


def _tileset(path: Path, entry: dict[str, Any], allowed: Path | None) -> Tileset:
    first, source = _whole(path, entry, "firstgid", 1), _word(entry, "source")
    if not source:
        return _tiles(path, entry, first)
    beside = tileset_file(path, source, allowed)
    if beside is None:
        return Tileset(first, source, is_missing=True)
    found = parse_document(beside) if beside.suffix in JSON else tileset_entry(beside)
    return _tiles(beside, found, first)


def tileset_file(path: Path, source: str, allowed: Path | None = None) -> Path | None:
    """The file of a tileset beside a map, in a folder beside the map's, or where it is allowed.

    In an allowed folder it may also lie by its name alone. None elsewhere.
    """
    named = Path(source.replace("\\", "/"))
    if named.suffix not in (".tsx", ".tsj", ".json"):
        return None
    near = [] if named.is_absolute() else [path.parent / named]
    try:
        folders = [path.resolve().parent.parent, *([allowed.resolve()] if allowed else [])]
        listed = [each.resolve() for each in (*near, *([allowed / named.name] if allowed else []))]
        return next(
            (found for found in listed
             if any(map(found.is_relative_to, folders)) and source_text.is_file(found)), None
        )  # fmt: skip
    except (OSError, ValueError, RuntimeError):
        return None


def _tiles(path: Path, entry: dict[str, Any], first: int) -> Tileset:
    """The tiles a tileset describes."""
    count = _whole(path, entry, "tilecount", 0)
    found = Tileset(first, _word(entry, "name"), count, image=_word(entry, "image"))
    for one in _entries(path, entry, "tiles"):
        name = Path(_word(one, "image").replace("\\", "/")).name
        found.tiles[_whole(path, one, "id")] = TilesetTile(
            _word(one, "type", "class"), name, _properties(path, one)
        )
    return found


# --- layers ---------------------------------------------------------------------------------------


def _flat(path: Path, entry: dict[str, Any], depth: int) -> list[dict[str, Any]]:
    """The layers of a map or group, from the lowest up."""
    if depth > DEEPEST:
        refuse("tiled-list", path, _mark(entry), key="layers")
    found = []
    for layer in _entries(path, entry, "layers"):
        is_group = layer.get("type") == "group"
        found += _flat(path, layer, depth + 1) if is_group else [layer]
    return found


def _spread(map_: TiledMap, root: dict[str, Any], layers: list[dict[str, Any]]) -> tuple[int, int]:
    """The corner of an infinite map's chunks; the map gets their size, and shifts as they do."""
    path = map_.file
    spans = [_span(path, chunk) for layer in layers for chunk in _entries(path, layer, "chunks")]
    if not spans:
        refuse("tiled-no-chunks", path, _mark(root))
    left, top = min(span[0] for span in spans), min(span[1] for span in spans)
    map_.columns = max(span[0] + span[2] for span in spans) - left
    map_.rows = max(span[1] + span[3] for span in spans) - top
    require_size(path, map_.columns, map_.rows, _mark(root), most=MAX_HEXES)
    if (left if map_.axis == "x" else top) % 2:
        map_.index = "odd" if map_.index == "even" else "even"
    return left, top


def _span(path: Path, chunk: dict[str, Any]) -> tuple[int, int, int, int]:
    x, y, wide, high = (_whole(path, chunk, key) for key in ("x", "y", "width", "height"))
    return x, y, wide, high


def _layer(map_: TiledMap, entry: dict[str, Any], area: Area) -> None:
    match entry.get("type"):
        case "tilelayer":
            map_.layers.append(_tile_layer(map_, entry, area))
        case "objectgroup":
            map_.things.append(_thing_layer(map_, entry))
        case _:
            map_.skip("imagelayer")


def _tile_layer(map_: TiledMap, entry: dict[str, Any], area: Area) -> TileLayer:
    map_.check_size()
    path, shape = map_.file, (map_.rows, map_.columns)
    name, kind = _word(entry, "name"), _word(entry, "class")
    if area is None:
        if "data" not in entry:
            refuse("tiled-no-data", path, _mark(entry), layer=name)
        gids = _data(path, entry, entry, shape)
    else:
        gids = np.zeros(shape, np.uint32)
        for chunk in _entries(path, entry, "chunks"):
            _place_chunk(path, entry, chunk, gids, area)
    return TileLayer(name, gids, kind, _properties(path, entry))


def _place_chunk(
    path: Path,
    layer: dict[str, Any],
    chunk: dict[str, Any],
    gids: Gids,
    area: tuple[int, int],
) -> None:
    x, y, wide, high = _span(path, chunk)
    left, top = x - area[0], y - area[1]
    inside = left >= 0 and top >= 0 and left + wide <= gids.shape[1] and top + high <= gids.shape[0]
    if wide < 1 or high < 1 or not inside:
        refuse("tiled-chunk", path, _mark(chunk))
    gids[top : top + high, left : left + wide] = _data(path, layer, chunk, (high, wide))


def _data(path: Path, layer: dict[str, Any], entry: dict[str, Any], shape: tuple[int, int]) -> Gids:
    """The tiles of a layer or of one of its chunks."""
    data, mark = entry.get("data"), _mark(entry)
    if isinstance(data, str):
        encoding = _word(layer, "encoding") or "base64"
        return gids_of_text(path, data, encoding, _word(layer, "compression"), shape, mark)
    return gids_of_list(path, data, shape, mark)


# --- objects --------------------------------------------------------------------------------------


def _thing_layer(map_: TiledMap, entry: dict[str, Any]) -> TiledObjectLayer:
    path, layer = map_.file, TiledObjectLayer(_word(entry, "name"))
    for one in _entries(path, entry, "objects"):
        shape = next((key for key in ("polyline", "polygon") if key in one), "")
        if not shape and one.get("point") is not True:
            map_.skip("object")
            continue
        x, y = _number(path, one, "x", 0), _number(path, one, "y", 0)
        points = [(x + px, y + py) for px, py in _points(path, one, shape)] or [(x, y)]
        points += points[:1] if shape == "polygon" else []
        kind, name = _word(one, "type", "class"), _word(one, "name")
        layer.things.append(TiledObject(points, kind, name, _properties(path, one)))
    return layer


def _points(path: Path, entry: dict[str, Any], shape: str) -> list[tuple[float, float]]:
    """The points of a line; those of TMX are numbers already."""
    if isinstance(entry, TiledEntry):
        found: list[tuple[float, float]] = entry.get(shape, [])
        return found
    listed = _entries(path, entry, shape) if shape else []
    return [(_number(path, at, "x"), _number(path, at, "y")) for at in listed]
