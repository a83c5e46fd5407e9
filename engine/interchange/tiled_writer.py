"""Maps as those of Tiled: layers of tiles and lines, and a tileset of all there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.files.link_chains import link_chains
from engine.files.map_writer import map_file_values
from engine.hexes.grid import Orientation
from engine.interchange.hexside_lines import side_lines
from engine.interchange.import_result import Report
from engine.interchange.tiled_map import (
    TiledMap,
    TiledObject,
    TiledObjectLayer,
    TileLayer,
    Tileset,
    TilesetTile,
)
from engine.interchange.tiled_tileset_picture import TileAppearance
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Map
from engine.map.terrain import GroundDrawing, TerrainClass, load_catalogue
from engine.texts import localised

OURS = "sandtable"  # the property with what a map says beside its layers
ELSEWHERE = ("layers", "sides", "links", "zones", "places")  # in Tiled's own layers
WRITTEN_AT = 0.6  # the share that is done when the tiles are known
FLAT_TILE, POINTY_TILE, SIDE = (64, 56), (56, 64), 32


def picture_file(path: Path) -> Path:
    """Return the path of the picture of a map's tiles."""
    return path.with_name(f"{path.stem}.tiles.png")


class TiledMapWriter:
    """A map as one of Tiled's."""

    def __init__(self, map_: Map, path: Path) -> None:
        self.map, self.path = map_, path
        self.faces: list[TileAppearance] = []
        self.tiles: dict[int, TilesetTile] = {}

    def to_tiled(self, report: Report) -> tuple[TiledMap, list[TileAppearance]]:
        map_, grid = self.map, self.map.grid
        flat = grid.orientation is Orientation.FLAT
        tiled = TiledMap(
            self.path, grid.columns, grid.rows, "x" if flat else "y", grid.shifted.value,
            FLAT_TILE if flat else POINTY_TILE, SIDE,
        )  # fmt: skip
        tiled.properties[OURS] = _what_is_said(map_)
        tiled.layers = [self._ground_layer(), self._level_layer(), *self._zone_layers()]
        for share, things in ((0.1, self._links), (0.3, self._sides), (0.5, self._places)):
            report(share)
            tiled.things.append(things(tiled))
        report(WRITTEN_AT)
        picture = picture_file(self.path).name
        tiled.tilesets = [Tileset(1, OURS, len(self.faces), self.tiles, picture)]
        return tiled, self.faces

    def _tile(self, face: TileAppearance, tile: TilesetTile) -> int:
        """The number on the map of one more tile."""
        self.tiles[len(self.faces)] = tile
        self.faces.append(face)
        return len(self.faces)

    def _ground_layer(self) -> TileLayer:
        numbers = {}
        for kind in load_catalogue().of_class(TerrainClass.GROUND):
            assert isinstance(kind.drawing, GroundDrawing)
            face = TileAppearance(kind.drawing.fill or "#f2ead2")
            numbers[kind.id] = self._tile(
                face, TilesetTile(kind.id, properties={"ground": kind.id})
            )
        table = np.array([numbers[kind] for kind in self.map.grounds], np.uint32)
        return TileLayer("ground", table[self.map.ground], "ground")

    def _level_layer(self) -> TileLayer:
        """A tile for every level of the map, and for some beyond."""
        low, high = int(self.map.level.min()), int(self.map.level.max())
        used = set(np.unique(self.map.level).tolist()) | set(range(low, min(high, low + 100)))
        levels = sorted(used | set(range(max(low - 2, LOWEST_LEVEL), low))
                        | set(range(high + 1, min(high + 6, HIGHEST_LEVEL))))  # fmt: skip
        table = np.zeros(levels[-1] - levels[0] + 1, np.uint32)
        for level in levels:
            tile = TilesetTile("level", properties={"level": level})
            table[level - levels[0]] = self._tile(TileAppearance("#7a4f1e", 0.15, str(level)), tile)
        return TileLayer("level", table[self.map.level - levels[0]], "level", opacity=0.6)

    def _zone_layers(self) -> Iterator[TileLayer]:
        if not self.map.zones:
            return
        number = np.uint32(self._tile(TileAppearance("#c03028", 0.35), TilesetTile("zone")))
        for name, zone in self.map.zones.items():
            said = {"zone": name, "colour": zone.colour, "name": _property(zone.name)}
            properties = {key: value for key, value in said.items() if value}
            gids = np.where(zone.hexes, number, np.uint32(0)).astype(np.uint32)
            yield TileLayer(f"zone:{name}", gids, "zone", properties, 0.6)

    def _links(self, tiled: TiledMap) -> TiledObjectLayer:
        grid = self.map.grid
        return TiledObjectLayer("links", [
            TiledObject([tiled.pixel(*grid.lattice(hex_)) for hex_ in chain], kind)
            for kind, masks in self.map.links.items()
            for chain in link_chains(grid, masks)
        ])  # fmt: skip

    def _sides(self, tiled: TiledMap) -> TiledObjectLayer:
        return TiledObjectLayer("sides", [
            TiledObject([tiled.pixel(*corner) for corner in corners], kind)
            for kind, masks in self.map.sides.items()
            for corners in side_lines(self.map.grid, masks)
        ])  # fmt: skip

    def _places(self, tiled: TiledMap) -> TiledObjectLayer:
        grid = self.map.grid
        return TiledObjectLayer("places", [
            TiledObject([tiled.pixel(*grid.lattice(place.at))], "place", localised(place.name),
                  {"name": _property(place.name)})
            for place in self.map.places
        ])  # fmt: skip


def _property(words: Any) -> str:
    """A text as one property, whatever languages it is in."""
    return words if isinstance(words, str) else json.dumps(dict(words), ensure_ascii=False)


def _what_is_said(map_: Map) -> str:
    """Return a map's properties besides its layers, as JSON like its file."""
    bare = Map(map_.grid, np.zeros((1, 1), np.int16), np.zeros((1, 1), np.uint8))
    for key in ("title", "hex_metres", "level_metres", "base_metres", "label_style", "symbols",
                "grounds", "credits", "origin", "kept", "waived"):  # fmt: skip
        setattr(bare, key, getattr(map_, key))
    values = map_file_values(bare)
    for key in ELSEWHERE:
        values.pop(key, None)
    return json.dumps(values, ensure_ascii=False)
