"""Tiled's JSON: TMJ maps and TSJ tilesets, in and out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import TOP
from engine.interchange.foreign import read_json, read_text, refuse, require_size
from engine.interchange.tiled_data import gids_of_list, gids_of_text, packed
from engine.interchange.tiled_map import (
    MOST_HEXES,
    Area,
    Gids,
    Properties,
    Thing,
    ThingLayer,
    Tile,
    TiledMap,
    TileLayer,
    Tileset,
)
from engine.interchange.tmx import parsed, tileset_file, tileset_in

Entry = dict[str, Any]
DEEPEST = 20  # groups of layers in groups


def _number(path: Path, entry: Entry, key: str, otherwise: float | None = None) -> float:
    value = entry.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        refuse("tiled-number", path, TOP, key=key, found=str(value))
    return value


def _whole(path: Path, entry: Entry, key: str, otherwise: int | None = None) -> int:
    number = _number(path, entry, key, otherwise)
    if number != int(number):
        refuse("tiled-number", path, TOP, key=key, found=str(number))
    return int(number)


def _entries(path: Path, entry: Entry, key: str) -> list[Entry]:
    found = entry.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        refuse("tiled-list", path, TOP, key=key)
    return found


def _word(entry: Entry, *keys: str) -> str:
    return next((entry[key] for key in keys if isinstance(entry.get(key), str)), "")


# --- reading --------------------------------------------------------------------------------------


def read_tmj(path: Path) -> TiledMap:
    """A TMJ map."""
    root = _document(path)
    if root.get("orientation") != "hexagonal":
        refuse("tiled-orientation", path, TOP, found=str(root.get("orientation")))
    columns, rows = _whole(path, root, "width", 0), _whole(path, root, "height", 0)
    is_infinite = root.get("infinite") is True
    if not is_infinite:
        require_size(path, columns, rows, most=MOST_HEXES)
    tile = _number(path, root, "tilewidth"), _number(path, root, "tileheight")
    side = _number(path, root, "hexsidelength", 0)
    if min(tile) <= 0 or side < 0:
        refuse("tiled-number", path, TOP, key="tilewidth", found=str(tile))
    map_ = TiledMap(path, columns, rows, tile=tile, side=side, properties=_properties(path, root))
    map_.axis = _word(root, "staggeraxis") or "y"
    map_.index = _word(root, "staggerindex") or "odd"
    if map_.axis not in ("x", "y") or map_.index not in ("odd", "even"):
        refuse("tiled-stagger", path, TOP, found=f"{map_.axis} {map_.index}")
    map_.tilesets = [_tileset(path, entry) for entry in _entries(path, root, "tilesets")]
    layers = list(_flat(path, root, 0))
    area = _spread(map_, layers) if is_infinite else None
    for entry in layers:
        _layer(map_, entry, area)
    return map_


def _document(path: Path) -> Entry:
    found = read_json(path, read_text(path))
    if not isinstance(found, dict):
        refuse("tiled-list", path, TOP, key="map")
    return found


def _flat(path: Path, entry: Entry, depth: int) -> list[Entry]:
    """The layers of a map or group, from the lowest up."""
    if depth > DEEPEST:
        refuse("tiled-list", path, TOP, key="layers")
    found = []
    for layer in _entries(path, entry, "layers"):
        is_group = layer.get("type") == "group"
        found += _flat(path, layer, depth + 1) if is_group else [layer]
    return found


def _spread(map_: TiledMap, layers: list[Entry]) -> tuple[int, int]:
    """The corner of an infinite map's chunks; the map gets their size, and shifts as they do."""
    path = map_.file
    spans = [
        [_whole(path, chunk, key) for key in ("x", "y", "width", "height")]
        for layer in layers
        for chunk in _entries(path, layer, "chunks")
    ]
    if not spans:
        refuse("tiled-no-chunks", path)
    left, top = min(span[0] for span in spans), min(span[1] for span in spans)
    map_.columns = max(span[0] + span[2] for span in spans) - left
    map_.rows = max(span[1] + span[3] for span in spans) - top
    require_size(path, map_.columns, map_.rows, most=MOST_HEXES)
    if (left if map_.axis == "x" else top) % 2:
        map_.index = "odd" if map_.index == "even" else "even"
    return left, top


def _properties(path: Path, entry: Entry) -> Properties:
    return {_word(one, "name"): one.get("value") for one in _entries(path, entry, "properties")}


def _tileset(path: Path, entry: Entry) -> Tileset:
    first = _whole(path, entry, "firstgid", 1)
    source = _word(entry, "source")
    if not source:
        return _tileset_in(path, entry, first)
    beside = tileset_file(path, source)
    if beside is None:
        return Tileset(first, source)
    if beside.suffix == ".tsx":
        return tileset_in(beside, parsed(beside, "tileset"), first)
    return read_tsj(beside, first)


def read_tsj(path: Path, first: int) -> Tileset:
    """A TSJ tileset."""
    return _tileset_in(path, _document(path), first)


def _tileset_in(path: Path, entry: Entry, first: int) -> Tileset:
    count = _whole(path, entry, "tilecount", 0)
    found = Tileset(first, _word(entry, "name"), count, image=_word(entry, "image"))
    for one in _entries(path, entry, "tiles"):
        name = Path(_word(one, "image").replace("\\", "/")).name
        found.tiles[_whole(path, one, "id")] = Tile(
            _word(one, "type", "class"), name, _properties(path, one)
        )
    return found


def _layer(map_: TiledMap, entry: Entry, area: Area) -> None:
    match entry.get("type"):
        case "tilelayer":
            map_.layers.append(_tile_layer(map_, entry, area))
        case "objectgroup":
            map_.things.append(_thing_layer(map_, entry))
        case _:
            map_.skip("imagelayer")


def _tile_layer(map_: TiledMap, entry: Entry, area: Area) -> TileLayer:
    map_.require_room()
    path, shape = map_.file, (map_.rows, map_.columns)
    chunks = _entries(path, entry, "chunks")
    if area is None and "data" not in entry:
        refuse("tiled-no-data", path, TOP, layer=_word(entry, "name"))
    if area is None:
        gids = _data(path, entry, entry["data"], shape)
    else:
        gids = np.zeros(shape, np.uint32)
        for chunk in chunks:
            _place_chunk(path, entry, chunk, gids, area)
    kind = _word(entry, "class")
    return TileLayer(_word(entry, "name"), gids, kind, _properties(path, entry))


def _place_chunk(path: Path, layer: Entry, chunk: Entry, gids: Gids, area: tuple[int, int]) -> None:
    x, y, wide, high = (_whole(path, chunk, key) for key in ("x", "y", "width", "height"))
    left, top = x - area[0], y - area[1]
    inside = left >= 0 and top >= 0 and left + wide <= gids.shape[1] and top + high <= gids.shape[0]
    if wide < 1 or high < 1 or not inside:
        refuse("tiled-chunk", path)
    gids[top : top + high, left : left + wide] = _data(path, layer, chunk.get("data"), (high, wide))


def _data(path: Path, layer: Entry, data: Any, shape: tuple[int, int]) -> Gids:
    if isinstance(data, str):
        compression = _word(layer, "compression")
        return gids_of_text(path, data, "base64", compression, shape, TOP)
    return gids_of_list(path, data, shape)


def _thing_layer(map_: TiledMap, entry: Entry) -> ThingLayer:
    path, layer = map_.file, ThingLayer(_word(entry, "name"))
    for one in _entries(path, entry, "objects"):
        shape = next((key for key in ("polyline", "polygon") if key in one), "")
        if not shape and one.get("point") is not True:
            map_.skip("object")
            continue
        x, y = _number(path, one, "x", 0), _number(path, one, "y", 0)
        points = [
            (x + _number(path, at, "x"), y + _number(path, at, "y"))
            for at in _entries(path, one, shape)
        ] or [(x, y)]
        points += points[:1] if shape == "polygon" else []
        kind, name = _word(one, "type", "class"), _word(one, "name")
        layer.things.append(Thing(points, kind, name, _properties(path, one)))
    return layer


# --- writing --------------------------------------------------------------------------------------


def written_tmj(map_: TiledMap, form: str, image: tuple[int, int]) -> str:
    """A map as TMJ, its tiles in a form of `tiled_data.FORMS`."""
    layers = [_layer_entry(layer, number, form) for number, layer in enumerate(map_.layers, 1)]
    things, number = [], 1
    for place, group in enumerate(map_.things, len(map_.layers) + 1):
        objects = [_thing_entry(thing, at) for at, thing in enumerate(group.things, number)]
        number += len(objects)
        things.append({
            "id": place, "name": group.name, "type": "objectgroup", "draworder": "topdown",
            "x": 0, "y": 0, "opacity": 1, "visible": True, "objects": objects,
        })  # fmt: skip
    document = {
        "type": "map", "version": "1.10", "orientation": "hexagonal", "renderorder": "right-down",
        "width": map_.columns, "height": map_.rows,
        "tilewidth": map_.tile[0], "tileheight": map_.tile[1], "hexsidelength": map_.side,
        "staggeraxis": map_.axis, "staggerindex": map_.index, "infinite": False,
        "compressionlevel": -1, "nextlayerid": len(layers) + len(things) + 1,
        "nextobjectid": number, "properties": _property_entries(map_.properties),
        "tilesets": [_tileset_entry(map_, tileset, image) for tileset in map_.tilesets],
        "layers": [*layers, *things],
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False) + "\n"


def _property_entries(properties: Properties) -> list[Entry]:
    return [
        {"name": name, "type": "string" if isinstance(value, str) else "int", "value": value}
        for name, value in properties.items()
    ]


def _tileset_entry(map_: TiledMap, tileset: Tileset, image: tuple[int, int]) -> Entry:
    tiles = [
        {"id": number, "type": one.kind, "properties": _property_entries(one.properties)}
        for number, one in tileset.tiles.items()
    ]
    return {
        "firstgid": tileset.first, "name": tileset.name, "tilecount": tileset.count,
        "tilewidth": map_.tile[0], "tileheight": map_.tile[1], "margin": 0, "spacing": 0,
        "columns": image[0] // int(map_.tile[0]), "image": tileset.image,
        "imagewidth": image[0], "imageheight": image[1], "tiles": tiles,
    }  # fmt: skip


def _layer_entry(layer: TileLayer, number: int, form: str) -> Entry:
    rows, columns = layer.gids.shape
    data = layer.gids.ravel().tolist() if form == "csv" else packed(layer.gids, form)
    entry: Entry = {
        "id": number, "name": layer.name, "type": "tilelayer", "class": layer.kind, "x": 0, "y": 0,
        "width": columns, "height": rows, "opacity": layer.opacity, "visible": True, "data": data,
        "properties": _property_entries(layer.properties),
    }  # fmt: skip
    if form != "csv":
        entry |= {"encoding": "base64", "compression": "" if form == "base64" else form}
    return entry


def _thing_entry(thing: Thing, number: int) -> Entry:
    (x, y), *_ = thing.points
    entry: Entry = {
        "id": number, "name": thing.name, "type": thing.kind, "x": x, "y": y, "width": 0,
        "height": 0, "rotation": 0, "visible": True,
        "properties": _property_entries(thing.properties),
    }  # fmt: skip
    if len(thing.points) == 1:
        return entry | {"point": True}
    return entry | {"polyline": [{"x": px - x, "y": py - y} for px, py in thing.points]}
