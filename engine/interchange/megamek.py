"""Boards of MegaMek as maps, and maps as such boards.

Hexes lie flat, and of the columns counted from 0 the odd ones half a hex lower. Exits are six bits,
N NE SE S SW NW, as the masks of a Map. A hex is 30 m wide and a level 6 m high.

The words of a hex that a Map cannot say, or would say otherwise, are kept as `terrain …`, its
theme as `theme …`, a note as `note …`; where neighbours differ about a road, all its terrains as
`exact …` with what the map then said of it. What is said of the whole board is kept as a line of
it, its head as `header …`, what only a `.board2` has, as how a hex looks, as `board2 …` in JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import source_text
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.interchange.flat_top_layout import to_flat_top
from engine.interchange.import_result import ImportResult, Loss, Losses, Report, report_nothing
from engine.interchange.map_assembly import ForeignWords, GroundBuilder, plain_title
from engine.interchange.megamek_boards import (
    BoardHex,
    MegamekBoard,
    Terrain,
    compose,
    compose_terrain,
    read_board,
)
from engine.interchange.megamek_terrain import (
    WAYS,
    WITH_OTHERS,
    ground_of,
    is_deep,
    is_usual,
    road_of,
    terrain_signature,
    terrain_table,
    usual_terrain,
)
from engine.interchange.megamek_writer import (
    HEX_METRES,
    LEVEL_METRES,
    PROGRAM,
    RAW,
    MegamekBoardWriter,
)
from engine.map.map import Map
from engine.texts import text

ALL = (1 << SIDES) - 1


# --- a board becomes a map ------------------------------------------------------------------------


def read(path: Path) -> ImportResult:
    """The map of a board; InvalidFileError names the line of what is wrong."""
    return map_of(read_board(path))


def map_of(board: MegamekBoard) -> ImportResult:
    """The map of a board that was read."""
    return _Making(board).brought()


class _Making:
    """A map made of a board: levels and ground, then roads, then what is left over."""

    def __init__(self, board: MegamekBoard) -> None:
        self.board, self.losses, self.keeping = board, Losses(), ForeignWords(PROGRAM)
        self.map = Map.blank(Grid(board.columns, board.rows, Orientation.FLAT))
        self.ground = GroundBuilder(self.map.grid)

    def brought(self) -> ImportResult:
        map_ = self.map
        map_.hex_metres, map_.level_metres = HEX_METRES, LEVEL_METRES
        for (column, row), found in self.board.hexes.items():
            map_.level[row, column] = found.level
            self.ground.plane[row, column] = self.ground.index(ground_of(found.terrain))
        self.ground.lay_on(map_)
        for (column, row), found in self.board.hexes.items():
            self._lay(map_.grid.hex(column, row), found)
        for line in self.board.lines:
            self.keeping.add(line)
        for fault in self.board.faults:
            self.losses.add("board-fault", f"{fault.mark.line}: {fault.message()}")
        self._notes()
        self._keep_raw()
        map_.title = plain_title(self.board.name or self.board.file.stem)
        map_.origin = plain_title(f"MegaMek: {self.board.file.name}")
        self._keep_ways()
        map_.kept = self.keeping.as_foreign_data(self.losses)
        return ImportResult(map_, self.losses.listed(), [text("interchange.board-credits")])

    def _lay(self, hex_: Hex, found: BoardHex) -> None:
        rest = dict(found.terrain)
        self._lay_roads(hex_, rest)
        if self._lay_cliffs(hex_, rest.get("cliff_top", (0, None))[1] or 0):
            rest.pop("cliff_top")
        ground = ground_of(found.terrain)
        if not is_usual(rest, ground):
            self.keeping.add(f"terrain {compose_terrain(rest)}", [hex_])
            self._tell(hex_, rest, ground)
        if found.theme:
            self.keeping.add(f"theme {found.theme}", [hex_])

    def _tell(self, hex_: Hex, rest: Terrain, ground: str) -> None:
        """List the terrains of a hex that its ground does not say."""
        at, usual = self.map.grid.name(hex_), usual_terrain(ground)
        for name, (level, _) in rest.items():
            if (name in usual and usual[name][0] == level) or name in WITH_OTHERS:
                continue
            is_ground = ground_of({name: (level, None)}) == ground != "open"
            code = "board-simplified" if is_ground else "board-unknown"
            self.losses.add(code, f"{name}:{level}", at)

    def _lay_roads(self, hex_: Hex, rest: Terrain) -> None:
        """The links of a hex; its road stays in `rest` where links alone do not bring it back."""
        for name in ("road", "bridge"):
            if name not in rest:
                continue
            level, exits = rest[name]
            mask = ALL & (self._neighbours_with_roads(hex_) if exits is None else exits)
            inside = self._inside(hex_)
            self._tell_one_way(hex_, mask & inside, name)
            self._link(hex_, mask & inside, name, level)
            off = mask & ~inside
            is_bare = not off and mask and level in terrain_table().roads
            if name == "road" and is_bare and not is_deep(rest):
                del rest[name]
            else:
                rest[name] = level, off

    def _tell_one_way(self, hex_: Hex, mask: int, name: str) -> None:
        """Report exits that the road or bridge next door does not answer: links go both ways."""
        grid = self.map.grid
        for direction in range(SIDES):
            if not mask >> direction & 1:
                continue
            other = self.board.hexes.get(grid.column_row(grid.neighbour(hex_, direction)))
            roads = [other.terrain[each] for each in ("road", "bridge")
                     if other and each in other.terrain]  # fmt: skip
            back = 1 << (direction + SIDES // 2) % SIDES
            if roads and not any(exits is None or exits & back for _, exits in roads):
                self.losses.add("board-one-way", name, grid.name(hex_))

    def _inside(self, hex_: Hex) -> int:
        """The directions in which the map goes on, as bits."""
        grid = self.map.grid
        column, row = grid.column_row(hex_)
        if 0 < column < grid.columns - 1 and 0 < row < grid.rows - 1:
            return ALL
        return sum(1 << way for way in range(SIDES) if grid.neighbour(hex_, way) in grid)

    def _link(self, hex_: Hex, mask: int, name: str, level: int) -> None:
        """Links in these directions, where the other hex has not laid one already."""
        index = self.map.grid.index(hex_)
        for laid in self.map.links.values():
            mask &= ~int(laid[index])
        for direction in range(SIDES):
            if mask >> direction & 1:
                self.map.set_link(self._kind(hex_, direction, name, level), hex_, direction)

    def _kind(self, hex_: Hex, direction: int, name: str, level: int) -> str:
        """A road by its level; a bridge carries the road that comes to it."""
        if name == "road":
            return road_of(level)
        column, row = self.map.grid.column_row(self.map.grid.neighbour(hex_, direction))
        other = self.board.hexes.get((column, row))
        own = self.board.hexes[self.map.grid.column_row(hex_)].terrain.get("road")
        road = own or (other.terrain.get("road") if other else None)
        return road_of(road[0]) if road else "bridge"

    def _neighbours_with_roads(self, hex_: Hex) -> int:
        """Return the directions of a road that has none: every road and bridge next to it."""
        mask = 0
        for direction in range(SIDES):
            at = self.map.grid.column_row(self.map.grid.neighbour(hex_, direction))
            other = self.board.hexes.get(at)
            if other and not other.terrain.keys().isdisjoint(("road", "bridge")):
                mask |= 1 << direction
        return mask

    def _lay_cliffs(self, hex_: Hex, mask: int) -> bool:
        """Cliffs down to lower hexes; whether that is all the mask says."""
        grid, level = self.map.grid, self.map.level
        below = [direction for direction in range(SIDES) if mask >> direction & 1]
        lower = [
            grid.neighbour(hex_, direction) in grid
            and level[grid.index(grid.neighbour(hex_, direction))] < level[grid.index(hex_)]
            for direction in below
        ]
        if not below or not all(lower):
            return False
        for direction in below:
            self.map.set_side("cliff", hex_, direction)
        return True

    def _notes(self) -> None:
        for column, row, said in self.board.notes:
            hex_ = self.map.grid.hex(column, row)
            if hex_ in self.map.grid:
                self.keeping.add(f"note {said}", [hex_])
            else:
                self.keeping.add(f"note-off {column},{row} {said}")
                self.losses.add("board-note-off", said)

    def _keep_ways(self) -> None:
        """Keep whole what roads and cliffs would not bring back, as where neighbours differ."""
        map_, hexes = self.map, self.board.hexes
        map_.kept = self.keeping.as_foreign_data(Losses())
        writing = MegamekBoardWriter(map_, Losses())
        planes = [np.zeros_like(map_.ground), *map_.links.values(), *map_.sides.values()]
        ways = np.bitwise_or.reduce(planes)
        for (column, row), found in hexes.items():
            ways[row, column] |= not found.terrain.keys().isdisjoint(WAYS)
        for row, column in np.argwhere(ways).tolist():
            hex_ = map_.grid.hex(column, row)
            terrain = hexes[column, row].terrain if (column, row) in hexes else {}
            if writing.terrain(hex_) != terrain:
                said = f"exact {terrain_signature(map_, hex_)}: {compose_terrain(terrain)}"
                self.keeping.add(said, [hex_])

    def _keep_raw(self) -> None:
        """Keep the header and the keys of a `.board2` file that have no equivalent."""
        board, grid = self.board, self.map.grid
        if board.header:
            self.keeping.add(f"header {board.header}")
            self.losses.add("board-header", board.header.split("\n")[0])
        for key, value in board.fields.items():
            self.keeping.add(_raw({key: value}))
            self.losses.add("board-field", key)
        for (column, row), fields in board.hex_fields.items():
            hex_ = grid.hex(column, row)
            self.keeping.add(_raw(fields), [hex_])
            for key in fields:
                self.losses.add("board-field", key, grid.name(hex_))


def _raw(fields: Mapping[str, Any]) -> str:
    """Fields of a `.board2` as they are kept: one line that prints everywhere."""
    return RAW + json.dumps(fields, separators=(",", ":"))


# --- writing --------------------------------------------------------------------------------------


def write(map_: Map, path: Path, report: Report = report_nothing) -> list[Loss]:
    """Write a map as a board: `.board2` as JSON, any other ending as lines.

    A map whose hexes do not lie as MegaMek's is turned first.
    """
    losses = Losses()
    laid = to_flat_top(map_)
    if laid is not map_:
        losses.add("turned" if map_.grid.pointy else "shifted-by-one")
    board = MegamekBoardWriter(laid, losses).to_board(path, report)
    source_text.write(path, compose(board, losses))
    return losses.listed()
