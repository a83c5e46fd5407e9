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
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine import files
from engine.files import TOP
from engine.hexes import SIDES, Hex
from engine.interchange.boards import (
    FIELDS,
    HEX_FIELDS,
    Board,
    BoardHex,
    Terrain,
    read_board,
    terrain_of,
    written,
    written_terrain,
)
from engine.interchange.brought import Brought, Loss, Losses
from engine.interchange.making import Ground, Keeping, kept_of, kept_of_map, plain_title
from engine.interchange.megamek_terrain import (
    WAYS,
    WITH_OTHERS,
    ground_of,
    is_loose,
    is_usual,
    road_of,
    signature,
    table,
    usual_terrain,
)
from engine.interchange.turning import laid_flat
from engine.layout import Grid, Orientation
from engine.map import Map
from engine.problems import InvalidFile
from engine.texts import spoken, text

PROGRAM = "megamek"
NOWHERE = Path(PROGRAM)  # terrains that stand in no file
HEX_METRES, LEVEL_METRES = 30.0, 6.0
ALL = (1 << SIDES) - 1


# --- a board becomes a map ------------------------------------------------------------------------


def read(path: Path) -> Brought:
    """The map of a board; InvalidFile names the line of what is wrong."""
    return brought(read_board(path))


def brought(board: Board) -> Brought:
    """The map of a board that was read."""
    return _Making(board).brought()


class _Making:
    """A map made of a board: levels and ground, then roads, then what is left over."""

    def __init__(self, board: Board) -> None:
        self.board, self.losses, self.keeping = board, Losses(), Keeping(PROGRAM)
        self.map = Map.blank(Grid(board.columns, board.rows, Orientation.FLAT))
        self.ground = Ground(self.map.grid)

    def brought(self) -> Brought:
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
        self._notes()
        self._keep_raw()
        map_.title = plain_title(self.board.name or self.board.file.stem)
        map_.origin = plain_title(f"MegaMek: {self.board.file.name}")
        self._keep_ways()
        map_.kept = self.keeping.kept(self.losses)
        return Brought(map_, self.losses.listed(), [text("interchange.board-credits")])

    def _lay(self, hex_: Hex, found: BoardHex) -> None:
        rest = dict(found.terrain)
        self._lay_roads(hex_, rest)
        if self._lay_cliffs(hex_, rest.get("cliff_top", (0, None))[1] or 0):
            rest.pop("cliff_top")
        ground = ground_of(found.terrain)
        if not is_usual(rest, ground):
            self.keeping.add(f"terrain {written_terrain(rest)}", [hex_])
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
            self._link(hex_, mask & inside, name, level)
            off = mask & ~inside
            is_bare = not off and mask and level in table().roads
            if name == "road" and is_bare and not _is_deep(rest):
                del rest[name]
            else:
                rest[name] = level, off

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
        """Where a road leads that does not say it: to every road and bridge next door."""
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
        map_.kept = self.keeping.kept(Losses())
        writing = _Writing(map_, Losses())
        planes = [np.zeros_like(map_.ground), *map_.links.values(), *map_.sides.values()]
        ways = np.bitwise_or.reduce(planes)
        for (column, row), found in hexes.items():
            ways[row, column] |= not found.terrain.keys().isdisjoint(WAYS)
        for row, column in np.argwhere(ways).tolist():
            hex_ = map_.grid.hex(column, row)
            terrain = hexes[column, row].terrain if (column, row) in hexes else {}
            if writing.terrain(hex_) != terrain:
                said = f"exact {signature(map_, hex_)}: {written_terrain(terrain)}"
                self.keeping.add(said, [hex_])

    def _keep_raw(self) -> None:
        """What an author writes on top, and what only a `.board2` says."""
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


OWN_FIELDS = FIELDS | HEX_FIELDS
RAW = "board2 "  # what is kept of a `.board2` begins with this


def _raw(fields: Mapping[str, Any]) -> str:
    """Fields of a `.board2` as they are kept: one line that prints everywhere."""
    return RAW + json.dumps(fields, separators=(",", ":"))


# --- writing --------------------------------------------------------------------------------------


def write(map_: Map, path: Path) -> list[Loss]:
    """Write a map as a board: `.board2` as JSON, any other ending as lines.

    A map whose hexes do not lie as MegaMek's is turned first.
    """
    losses = Losses()
    laid = laid_flat(map_)
    if laid is not map_:
        losses.add("turned" if map_.grid.pointy else "shifted-by-one")
    board = _Writing(laid, losses).board(path)
    files.write(path, written(board, losses))
    return losses.listed()


class _Writing:
    """A map as the hexes of a board."""

    def __init__(self, map_: Map, losses: Losses) -> None:
        self.map, self.losses = map_, losses
        self.kept = kept_of(map_, PROGRAM)
        self._tell_what_has_no_place()

    def _tell_what_has_no_place(self) -> None:
        map_, losses = self.map, self.losses
        for kind, masks in map_.sides.items():
            if kind != "cliff" and masks.any():
                losses.add("board-side", kind, count=int(np.count_nonzero(masks)))
        for name in map_.zones:
            losses.add("not-zone", name)
        for place in map_.places:
            losses.add("not-place", spoken(place.name), map_.grid.name(place.at))
        if (map_.hex_metres, map_.level_metres) != (HEX_METRES, LEVEL_METRES):
            scale = f"{map_.hex_metres:g} m, {map_.level_metres:g} m"
            losses.add("board-scale", scale)

    def board(self, path: Path) -> Board:
        """The map as a board, with what is kept of the one it came from."""
        grid = self.map.grid
        board = Board(path, grid.columns, grid.rows, name=spoken(self.map.title))
        self._say_of_all(board)
        for hex_ in grid:
            column, row = grid.column_row(hex_)
            words, level = self.kept.get(hex_, []), int(self.map.level[row, column])
            board.hexes[column, row] = BoardHex(level, self.terrain(hex_), _after(words, "theme "))
            if not words:
                continue
            notes = (one.removeprefix("note ") for one in words if one.startswith("note "))
            board.notes += [(column, row, note) for note in notes]
            fields = self._raw_fields(words)
            if fields:
                board.hex_fields[column, row] = fields
        return board

    def _say_of_all(self, board: Board) -> None:
        """What is kept of the whole board."""
        words = kept_of_map(self.map, PROGRAM)
        board.header = _after(words, "header ")
        board.fields = self._raw_fields(words)
        for line in words:
            off = re.fullmatch(r"note-off (-?\d{1,6}),(-?\d{1,6}) (.*)", line, re.DOTALL)
            if off:
                board.notes.append((int(off[1]), int(off[2]), off[3]))
            elif "\n" not in line and not line.startswith(("header ", "note-off ", RAW)):
                board.lines.append(line)

    def _raw_fields(self, words: Iterable[str]) -> dict[str, Any]:
        """The fields of a `.board2` among what is kept."""
        found: dict[str, Any] = {}
        for said in words:
            if said.startswith(RAW):
                try:
                    fields = json.loads(said.removeprefix(RAW))
                except (ValueError, RecursionError):  # changed by hand in the map's file
                    fields = None
                if isinstance(fields, dict):
                    found |= {key: fields[key] for key in fields if key not in OWN_FIELDS}
                else:
                    self.losses.add("board-kept", said)
        return found

    def terrain(self, hex_: Hex) -> Terrain:
        """The terrains of a hex: as they were where nothing was changed, else as the map has it."""
        words = self.kept.get(hex_, [])
        exact = f"exact {signature(self.map, hex_)}: " if words else ""
        was = next((one for one in words if one.startswith(exact)), None)
        if was is not None:
            return self._kept_terrain(was.removeprefix(exact))
        ground = self.map.ground_at(hex_)
        usual = usual_terrain(ground)
        kept = self._kept_terrain(_after(words, "terrain "))
        if kept and ground_of(kept) == ground_of(usual):
            terrain = kept
        else:  # painted since: what is kept of the old ground goes
            loose = {name: value for name, value in kept.items() if is_loose(name, value)}
            terrain = usual | loose
        if ground_of(terrain) != ground:
            self.losses.add("board-ground", ground, self.map.grid.name(hex_))
        self._add_roads(hex_, terrain)
        self._add_cliffs(hex_, terrain)
        return terrain

    def _kept_terrain(self, said: str) -> Terrain:
        try:
            return terrain_of(NOWHERE, said, TOP)
        except InvalidFile:  # changed by hand in the map's file
            self.losses.add("board-kept", said)
            return {}

    def _add_roads(self, hex_: Hex, terrain: Terrain) -> None:
        index, levels = self.map.grid.index(hex_), table().levels
        links = {
            kind: bits for kind, masks in self.map.links.items() if (bits := int(masks[index]))
        }
        mask, level = 0, 0
        for kind in levels if links else ():
            if kind in links:
                mask |= links[kind]
                level = level or levels[kind]
        for kind in links:
            if kind not in levels:
                self.losses.add("board-link", kind, self.map.grid.name(hex_))
            elif kind not in (*table().roads.values(), "bridge"):
                self.losses.add("board-link-as", kind, self.map.grid.name(hex_))
        name = self._road_name(terrain, mask)
        for one in {"road", "bridge"} & terrain.keys():
            was, off = terrain[one]
            terrain[one] = was, (mask if one == name else 0) | (off or 0)
        if mask and name not in terrain:
            terrain |= terrain_of(NOWHERE, self._new_road(name, mask, level), TOP)
        elif mask and name == "road" and road_of(terrain["road"][0]) != road_of(level):
            terrain["road"] = level, terrain["road"][1]

    def _road_name(self, terrain: Terrain, mask: int) -> str:
        """Over water a road is a bridge, as it is where it was one."""
        if "bridge" in terrain:
            return "road" if "road" in terrain else "bridge"
        return "bridge" if _is_deep(terrain) and "road" not in terrain and mask else "road"

    def _new_road(self, name: str, mask: int, level: int) -> str:
        return f"road:{level}:{mask}" if name == "road" else table().bridge.format(exits=mask)

    def _add_cliffs(self, hex_: Hex, terrain: Terrain) -> None:
        """The cliffs of a hex that lead down from it."""
        plane, grid = self.map.sides.get("cliff"), self.map.grid
        if plane is None or not plane[grid.index(hex_)]:
            return
        mask, here = 0, self.map.level[grid.index(hex_)]
        for direction in range(SIDES):
            if plane[grid.index(hex_)] >> direction & 1:
                other = grid.neighbour(hex_, direction)
                there = self.map.level[grid.index(other)] if other in grid else here
                mask |= int(there < here) << direction
                if there == here:
                    self.losses.add("board-level-cliff", "", grid.name(hex_))
        if mask:
            terrain["cliff_top"] = 1, mask | (terrain.get("cliff_top", (1, 0))[1] or 0)


def _is_deep(terrain: Terrain) -> bool:
    """Whether there is water that a road needs a bridge over."""
    return terrain.get("water", (0, None))[0] > 0


def _after(words: list[str], keyword: str) -> str:
    return next((one.removeprefix(keyword) for one in words if one.startswith(keyword)), "")
