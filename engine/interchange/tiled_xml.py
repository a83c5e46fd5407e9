"""Tiled's XML: TMX maps and TSX tilesets, in and out. No entity is ever expanded.

It is read into the keys of TMJ, so that one reader serves both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from engine.interchange.foreign_files import Element, element_mark, parse_xml, read_bytes, refuse
from engine.interchange.tiled_layer_data import pack
from engine.interchange.tiled_map import (
    LARGEST,
    Point,
    Properties,
    TiledEntry,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
)

MAX_POINTS = 16 * 2**20  # signs of the points of all lines


def parse(path: Path, root: str) -> Element:
    """The root element of an XML file; InvalidFileError names the line of what is wrong."""
    return parse_xml(path, read_bytes(path), root)


# --- reading --------------------------------------------------------------------------------------


def map_entry(path: Path) -> TiledEntry:
    """A TMX map by the keys of TMJ."""
    root = parse(path, "map")
    found = _entry(root)
    found["infinite"] = root.get("infinite") == "1"
    found["tilesets"] = [_tileset(element) for element in root.findall("tileset")]
    _bound_points(path, root)
    found["layers"] = _layers(path, root)
    return found


def _bound_points(path: Path, root: Element) -> None:
    signs = sum(len(element.get("points", "")) for element in root.iter())
    if signs > MAX_POINTS:
        refuse("tiled-too-many-points", path, element_mark(root), most=MAX_POINTS // 2**20)


def tileset_entry(path: Path) -> TiledEntry:
    """A TSX tileset by the keys of TSJ."""
    return _tileset(parse(path, "tileset"))


def _entry(element: Element) -> TiledEntry:
    """The attributes and properties of an element."""
    found = TiledEntry(element.attrib)
    found.mark = element_mark(element)
    found["properties"] = [
        {"name": entry.get("name", ""), "value": _value(entry)}
        for entry in element.findall("properties/property")
    ]
    return found


def _value(entry: Element) -> Any:
    kind, said = entry.get("type", "string"), entry.get("value")
    word = said if said is not None else entry.text or ""
    try:
        if kind in ("int", "float"):
            return int(word) if kind == "int" else float(word)
    except ValueError:
        return word
    return word == "true" if kind == "bool" else word


def _tileset(element: Element) -> TiledEntry:
    found = _entry(element)
    found["image"] = _source(element)
    found["tiles"] = [_entry(tile) for tile in element.findall("tile")]
    for tile, entry in zip(element.findall("tile"), found["tiles"], strict=True):
        entry["image"] = _source(tile)
    return found


def _source(element: Element) -> str:
    image = element.find("image")
    return "" if image is None else image.get("source") or ""


def _layers(path: Path, root: Element) -> list[TiledEntry]:
    """The layers of a map or group, from the lowest up."""
    found = []
    for element in root:
        if element.tag == "layer":
            found.append(_tile_layer(element))
        elif element.tag == "objectgroup":
            objects = [_object(path, entry) for entry in element.findall("object")]
            found.append(_type(element, "objectgroup", objects=objects))
        elif element.tag == "group":
            found.append(_type(element, "group", layers=_layers(path, element)))
        elif element.tag == "imagelayer":
            found.append(_type(element, "imagelayer"))
    return found


def _type(element: Element, kind: str, **more: Any) -> TiledEntry:
    found = _entry(element)
    found.update(more, type=kind)
    return found


def _tile_layer(element: Element) -> TiledEntry:
    found, data = _type(element, "tilelayer"), element.find("data")
    if data is None:
        return found
    found.mark = element_mark(data)
    found["encoding"] = data.get("encoding", "")
    found["compression"] = data.get("compression", "")
    found["data"] = _tiles(data)
    found["chunks"] = [_entry(chunk) for chunk in data.findall("chunk")]
    for chunk, entry in zip(data.findall("chunk"), found["chunks"], strict=True):
        entry["data"] = _tiles(chunk) if found["encoding"] else _gids(chunk)
    if not found["encoding"]:
        found["data"] = _gids(data)
    return found


def _tiles(element: Element) -> str:
    return element.text or ""


def _gids(element: Element) -> list[str]:
    return [tile.get("gid", "0") for tile in element.findall("tile")]


def _object(path: Path, element: Element) -> TiledEntry:
    found = _entry(element)
    shape = next((one for one in element if one.tag in ("polyline", "polygon", "point")), None)
    if shape is not None:
        found[shape.tag] = shape.tag == "point" or _points(path, shape)
    return found


def _points(path: Path, shape: Element) -> list[Point]:
    found = []
    for word in shape.get("points", "").split():
        x, _, y = word.partition(",")
        try:
            point = float(x), float(y)
        except ValueError:
            refuse("tiled-points", path, element_mark(shape), found=word)
        if not (abs(point[0]) < LARGEST and abs(point[1]) < LARGEST):
            refuse("tiled-points", path, element_mark(shape), found=word)
        found.append(point)
    return found


# --- writing --------------------------------------------------------------------------------------


def compose_tmx(map_: TiledMap, form: str, image: tuple[int, int]) -> str:
    """A map as TMX, its tiles in a form of `tiled_data.FORMS`."""
    wide, high = (f"{length:g}" for length in map_.tile)
    things = sum(len(layer.things) for layer in map_.things)
    head = {
        "version": "1.10", "orientation": "hexagonal", "renderorder": "right-down",
        "width": map_.columns, "height": map_.rows, "tilewidth": wide, "tileheight": high,
        "infinite": 0, "hexsidelength": f"{map_.side:g}", "staggeraxis": map_.axis,
        "staggerindex": map_.index,
        "nextlayerid": len(map_.layers) + len(map_.things) + 1, "nextobjectid": things + 1,
    }  # fmt: skip
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<map{_attributes(head)}>"]
    lines += _property_lines(map_.properties)
    for tileset in map_.tilesets:
        lines += _tileset_lines(tileset, (wide, high), image)
    for number, layer in enumerate(map_.layers, 1):
        lines += _layer_lines(layer, number, form)
    number = 1
    for place, group in enumerate(map_.things, len(map_.layers) + 1):
        lines.append(f"<objectgroup{_attributes({'id': place, 'name': group.name})}>")
        for thing in group.things:
            lines += _thing_lines(thing, number)
            number += 1
        lines.append("</objectgroup>")
    return "\n".join([*lines, "</map>", ""])


def _attributes(values: dict[str, Any]) -> str:
    return "".join(f" {key}={_quote(value)}" for key, value in values.items() if value != "")


def _quote(value: object) -> str:
    return quoteattr(str(value), {"\n": "&#10;", "\t": "&#9;"})


def _property_lines(properties: Properties) -> list[str]:
    if not properties:
        return []
    lines = [
        f"<property name={_quote(name)}>{escape(value)}</property>"
        if isinstance(value, str)
        else f"<property{_attributes({'name': name, 'type': 'int', 'value': value})}/>"
        for name, value in properties.items()
    ]
    return ["<properties>", *lines, "</properties>"]


def _tileset_lines(tileset: Tileset, tile: tuple[str, str], image: tuple[int, int]) -> list[str]:
    head = {
        "firstgid": tileset.first, "name": tileset.name, "tilewidth": tile[0],
        "tileheight": tile[1], "tilecount": tileset.count, "columns": image[0] // int(tile[0]),
    }  # fmt: skip
    picture = {"source": tileset.image, "width": image[0], "height": image[1]}
    lines = [f"<tileset{_attributes(head)}>", f"<image{_attributes(picture)}/>"]
    for number, one in tileset.tiles.items():
        lines.append(f"<tile{_attributes({'id': number, 'type': one.kind})}>")
        lines += [*_property_lines(one.properties), "</tile>"]
    return [*lines, "</tileset>"]


def _layer_lines(layer: TileLayer, number: int, form: str) -> list[str]:
    rows, columns = layer.gids.shape
    head = {
        "id": number, "name": layer.name, "class": layer.kind, "width": columns, "height": rows,
        "opacity": "" if layer.opacity == 1 else layer.opacity,
    }  # fmt: skip
    encoding = {
        "encoding": "csv" if form == "csv" else "base64",
        "compression": "" if form in ("csv", "base64") else form,
    }
    lines = [f"<layer{_attributes(head)}>", *_property_lines(layer.properties)]
    data = pack(layer.gids, form)
    return [*lines, f"<data{_attributes(encoding)}>", data, "</data>", "</layer>"]


def _thing_lines(thing: TiledObject, number: int) -> list[str]:
    (x, y), *_ = thing.points
    head = {"id": number, "name": thing.name, "type": thing.kind, "x": f"{x:g}", "y": f"{y:g}"}
    lines = [f"<object{_attributes(head)}>", *_property_lines(thing.properties)]
    if len(thing.points) == 1:
        return [*lines, "<point/>", "</object>"]
    points = " ".join(f"{px - x:g},{py - y:g}" for px, py in thing.points)
    return [*lines, f'<polyline points="{points}"/>', "</object>"]
