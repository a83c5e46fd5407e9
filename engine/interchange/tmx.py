"""Tiled's XML: TMX maps and TSX tilesets, in and out. No entity is ever expanded."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from engine.interchange.foreign import read_bytes, refuse, require_size
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
from engine.problems import Mark

MOST_ELEMENTS = 400_000
DEEPEST = 40
Element = Any  # of xml.etree, with the line it stands in


class _TooMany(Exception):
    """More elements, or deeper ones, than a map has."""


class _Parser(DefusedXMLParser):
    """Elements that know their line, within bounds."""

    def __init__(self) -> None:
        # Old maps name the DTD of Tiled, which is not fetched; entities are refused.
        super().__init__(forbid_dtd=False, forbid_entities=True, forbid_external=True)
        self.count = self.depth = 0

    def _start(self, *args: Any) -> Element:
        element = super()._start(*args)  # type: ignore[misc]  # its stubs leave it out
        element.line = self.parser.CurrentLineNumber
        self.count += 1
        self.depth += 1
        if self.count > MOST_ELEMENTS or self.depth > DEEPEST:
            raise _TooMany
        return element

    def _end(self, tag: str) -> Element:
        self.depth -= 1
        return super()._end(tag)  # type: ignore[misc]  # likewise


def parsed(path: Path, root: str) -> Element:
    """The root element of an XML file; InvalidFile names the line of what is wrong."""
    content = read_bytes(path)
    parser = _Parser()
    try:
        parser.feed(content)
        found = parser.close()
    except ParseError as error:
        line, column = error.position
        refuse("broken-xml", path, Mark(line, column + 1), reason=str(error).partition(":")[0])
    except DefusedXmlException as error:
        refuse("xml-entities", path, reason=type(error).__name__)
    except _TooMany:
        refuse("xml-too-large", path, most=MOST_ELEMENTS)
    except (ValueError, LookupError) as error:  # an encoding that nobody knows
        refuse("broken-xml", path, reason=str(error))
    if found.tag != root:
        refuse("xml-root", path, _mark(found), found=found.tag, wanted=root)
    return found


def _mark(element: Element) -> Mark:
    return Mark(element.line, 1)


def _number(path: Path, element: Element, key: str, otherwise: float | None = None) -> float:
    word = element.get(key)
    try:
        number = float(word) if word is not None else otherwise
    except ValueError:
        number = None
    if number is None or not abs(number) < 1e9:
        refuse("tiled-number", path, _mark(element), key=key, found=str(word))
    return number


def _whole(path: Path, element: Element, key: str, otherwise: int | None = None) -> int:
    number = _number(path, element, key, otherwise)
    if number != int(number):
        refuse("tiled-number", path, _mark(element), key=key, found=str(number))
    return int(number)


# --- reading --------------------------------------------------------------------------------------


def read_tmx(path: Path) -> TiledMap:
    """A TMX map."""
    root = parsed(path, "map")
    if root.get("orientation") != "hexagonal":
        refuse("tiled-orientation", path, _mark(root), found=str(root.get("orientation")))
    columns, rows = _whole(path, root, "width", 0), _whole(path, root, "height", 0)
    is_infinite = root.get("infinite") == "1"
    if not is_infinite:
        require_size(path, columns, rows, _mark(root), most=MOST_HEXES)
    tile = _number(path, root, "tilewidth"), _number(path, root, "tileheight")
    side = _number(path, root, "hexsidelength", 0)
    if min(tile) <= 0 or side < 0:
        refuse("tiled-number", path, _mark(root), key="tilewidth", found=str(tile))
    map_ = TiledMap(path, columns, rows, tile=tile, side=side, properties=_properties(root))
    map_.axis, map_.index = root.get("staggeraxis", "y"), root.get("staggerindex", "odd")
    if map_.axis not in ("x", "y") or map_.index not in ("odd", "even"):
        refuse("tiled-stagger", path, _mark(root), found=f"{map_.axis} {map_.index}")
    for element in root.findall("tileset"):
        map_.tilesets.append(_tileset(path, element))
    area = _spread(map_, root) if is_infinite else None
    _layers(map_, root, area)
    return map_


def _spread(map_: TiledMap, root: Element) -> tuple[int, int]:
    """The corner of an infinite map's chunks; the map gets their size, and shifts as they do."""
    path = map_.file
    spans = [[_whole(path, chunk, key) for key in ("x", "y", "width", "height")]
             for chunk in root.iter("chunk")]  # fmt: skip
    if not spans:
        refuse("tiled-no-chunks", path, _mark(root))
    left, top = min(span[0] for span in spans), min(span[1] for span in spans)
    map_.columns = max(span[0] + span[2] for span in spans) - left
    map_.rows = max(span[1] + span[3] for span in spans) - top
    require_size(path, map_.columns, map_.rows, _mark(root), most=MOST_HEXES)
    if (left if map_.axis == "x" else top) % 2:
        map_.index = "odd" if map_.index == "even" else "even"
    return left, top


def _properties(element: Element) -> Properties:
    found: Properties = {}
    for entry in element.findall("properties/property"):
        value = entry.get("value")
        found[entry.get("name", "")] = _value(
            value if value is not None else entry.text or "", entry.get("type", "string")
        )
    return found


def _value(word: str, kind: str) -> Any:
    try:
        if kind in ("int", "float"):
            return int(word) if kind == "int" else float(word)
    except ValueError:
        return word
    return word == "true" if kind == "bool" else word


def _tileset(path: Path, element: Element) -> Tileset:
    first = _whole(path, element, "firstgid", 1)
    source = element.get("source")
    if source is None:
        return tileset_in(path, element, first)
    beside = tileset_file(path, source)
    if beside is None:
        return Tileset(first, source)
    if beside.suffix == ".tsx":
        return tileset_in(beside, parsed(beside, "tileset"), first)
    from engine.interchange.tmj import read_tsj

    return read_tsj(beside, first)


def tileset_file(path: Path, source: str) -> Path | None:
    """The file of a tileset beside a map, or in a folder beside the map's; None elsewhere."""
    named = Path(source.replace("\\", "/"))
    if named.is_absolute() or named.suffix not in (".tsx", ".tsj", ".json"):
        return None
    try:
        found = (path.parent / named).resolve()
        is_near = found.is_relative_to(path.resolve().parent.parent)
        return found if is_near and found.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def tileset_in(path: Path, element: Element, first: int) -> Tileset:
    """The tiles an element describes."""
    found = Tileset(first, element.get("name", ""), _whole(path, element, "tilecount", 0))
    image = element.find("image")
    found.image = image.get("source", "") if image is not None else ""
    for entry in element.findall("tile"):
        own = entry.find("image")
        name = Path((own.get("source") or "").replace("\\", "/")).name if own is not None else ""
        kind = entry.get("type") or entry.get("class") or ""
        found.tiles[_whole(path, entry, "id")] = Tile(kind, name, _properties(entry))
    return found


def _layers(map_: TiledMap, root: Element, area: Area) -> None:
    """The layers of a map or group, from the lowest up."""
    for element in root:
        if element.tag == "layer":
            map_.layers.append(_tile_layer(map_, element, area))
        elif element.tag == "objectgroup":
            map_.things.append(_thing_layer(map_, element))
        elif element.tag == "group":
            _layers(map_, element, area)
        elif element.tag == "imagelayer":
            map_.skip("imagelayer")


def _tile_layer(map_: TiledMap, element: Element, area: Area) -> TileLayer:
    map_.require_room()
    data = element.find("data")
    name, kind = element.get("name", ""), element.get("class", "")
    if data is None:
        refuse("tiled-no-data", map_.file, _mark(element), layer=name)
    chunks = data.findall("chunk")
    shape = map_.rows, map_.columns
    if area is None:
        gids = _data(map_.file, data, data, shape)
    else:
        gids = np.zeros(shape, np.uint32)
        for chunk in chunks:
            _place_chunk(map_.file, data, chunk, gids, area)
    return TileLayer(name, gids, kind, _properties(element))


def _place_chunk(
    path: Path, data: Element, chunk: Element, gids: Gids, area: tuple[int, int]
) -> None:
    x, y, wide, high = (_whole(path, chunk, key) for key in ("x", "y", "width", "height"))
    left, top = x - area[0], y - area[1]
    inside = left >= 0 and top >= 0 and left + wide <= gids.shape[1] and top + high <= gids.shape[0]
    if wide < 1 or high < 1 or not inside:
        refuse("tiled-chunk", path, _mark(chunk))
    gids[top : top + high, left : left + wide] = _data(path, data, chunk, (high, wide))


def _data(path: Path, data: Element, inside: Element, shape: tuple[int, int]) -> Gids:
    encoding = data.get("encoding")
    if encoding is None:
        numbers = [tile.get("gid", "0") for tile in inside.findall("tile")]
        return gids_of_list(path, numbers, shape, _mark(inside))
    compression = data.get("compression", "")
    return gids_of_text(path, inside.text or "", encoding, compression, shape, _mark(inside))


def _thing_layer(map_: TiledMap, element: Element) -> ThingLayer:
    layer = ThingLayer(element.get("name", ""))
    for entry in element.findall("object"):
        shape = next((one for one in entry if one.tag in ("polyline", "polygon", "point")), None)
        if shape is None:
            map_.skip("object")
            continue
        x, y = _number(map_.file, entry, "x", 0), _number(map_.file, entry, "y", 0)
        points = [(x, y)]
        if shape.tag != "point":
            points = [(x + dx, y + dy) for dx, dy in _points(map_.file, shape)]
            points += points[:1] if shape.tag == "polygon" else []
        kind = entry.get("type") or entry.get("class") or ""
        layer.things.append(Thing(points, kind, entry.get("name", ""), _properties(entry)))
    return layer


def _points(path: Path, shape: Element) -> list[tuple[float, float]]:
    found = []
    for word in shape.get("points", "").split():
        try:
            x, y = map(float, word.split(","))
        except ValueError:
            refuse("tiled-points", path, _mark(shape), found=word)
        if not (abs(x) < 1e9 and abs(y) < 1e9):
            refuse("tiled-points", path, _mark(shape), found=word)
        found.append((x, y))
    return found


# --- writing --------------------------------------------------------------------------------------


def written_tmx(map_: TiledMap, form: str, image: tuple[int, int]) -> str:
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
    return "".join(f" {key}={_quoted(value)}" for key, value in values.items() if value != "")


def _quoted(value: object) -> str:
    return quoteattr(str(value), {"\n": "&#10;", "\t": "&#9;"})


def _property_lines(properties: Properties) -> list[str]:
    if not properties:
        return []
    lines = [
        f"<property name={_quoted(name)}>{escape(value)}</property>"
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
    data = packed(layer.gids, form)
    return [*lines, f"<data{_attributes(encoding)}>", data, "</data>", "</layer>"]


def _thing_lines(thing: Thing, number: int) -> list[str]:
    (x, y), *_ = thing.points
    head = {"id": number, "name": thing.name, "type": thing.kind, "x": f"{x:g}", "y": f"{y:g}"}
    lines = [f"<object{_attributes(head)}>", *_property_lines(thing.properties)]
    if len(thing.points) == 1:
        return [*lines, "<point/>", "</object>"]
    points = " ".join(f"{px - x:g},{py - y:g}" for px, py in thing.points)
    return [*lines, f'<polyline points="{points}"/>', "</object>"]
