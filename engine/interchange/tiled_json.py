"""Tiled's JSON: TMJ maps and TSJ tilesets, in and out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.files.source_text import TOP
from engine.interchange.foreign_files import read_json, read_text, refuse
from engine.interchange.tiled_layer_data import pack
from engine.interchange.tiled_map import (
    Properties,
    TiledEntry,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
)


def parse_document(path: Path) -> TiledEntry:
    """Read a TMJ or TSJ file."""
    found = read_json(path, read_text(path))
    if not isinstance(found, dict):
        refuse("tiled-list", path, TOP, key="map")
    return TiledEntry(found)


# --- writing --------------------------------------------------------------------------------------


def compose_tmj(map_: TiledMap, form: str, image: tuple[int, int]) -> str:
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


def _property_entries(properties: Properties) -> list[dict[str, Any]]:
    return [
        {"name": name, "type": "string" if isinstance(value, str) else "int", "value": value}
        for name, value in properties.items()
    ]


def _tileset_entry(map_: TiledMap, tileset: Tileset, image: tuple[int, int]) -> dict[str, Any]:
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


def _layer_entry(layer: TileLayer, number: int, form: str) -> dict[str, Any]:
    rows, columns = layer.gids.shape
    data = layer.gids.ravel().tolist() if form == "csv" else pack(layer.gids, form)
    entry: dict[str, Any] = {
        "id": number, "name": layer.name, "type": "tilelayer", "class": layer.kind, "x": 0, "y": 0,
        "width": columns, "height": rows, "opacity": layer.opacity, "visible": True, "data": data,
        "properties": _property_entries(layer.properties),
    }  # fmt: skip
    if form != "csv":
        entry |= {"encoding": "base64", "compression": "" if form == "base64" else form}
    return entry


def _thing_entry(thing: TiledObject, number: int) -> dict[str, Any]:
    (x, y), *_ = thing.points
    entry: dict[str, Any] = {
        "id": number, "name": thing.name, "type": thing.kind, "x": x, "y": y, "width": 0,
        "height": 0, "rotation": 0, "visible": True,
        "properties": _property_entries(thing.properties),
    }  # fmt: skip
    if len(thing.points) == 1:
        return entry | {"point": True}
    return entry | {"polyline": [{"x": px - x, "y": py - y} for px, py in thing.points]}
