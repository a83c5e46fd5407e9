"""Maps as boards of MegaMek, with what is kept of the boards they came from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import strict_json
from engine.files.source_text import TOP
from engine.hexes.hex import SIDES, Hex
from engine.interchange.import_result import Losses, Report, iterate_hexes
from engine.interchange.map_assembly import notes_of, notes_of_map
from engine.interchange.megamek_boards import (
    FIELDS,
    HEX_FIELDS,
    BoardHex,
    MegamekBoard,
    Terrain,
    terrain_of,
)
from engine.interchange.megamek_terrain import (
    ground_of,
    is_deep,
    is_independent_terrain,
    road_of,
    terrain_signature,
    terrain_table,
    usual_terrain,
)
from engine.map.map import Map
from engine.problems import InvalidFileError
from engine.texts import localised

PROGRAM = "megamek"
NOWHERE = Path(PROGRAM)  # terrains that stand in no file
HEX_METRES, LEVEL_METRES = 30.0, 6.0
OWN_FIELDS = FIELDS | HEX_FIELDS
RAW = "board2 "  # what is kept of a `.board2` begins with this


class MegamekBoardWriter:
    """A map as the hexes of a board."""

    def __init__(self, map_: Map, losses: Losses) -> None:
        self.map, self.losses = map_, losses
        self.kept = notes_of(map_, PROGRAM)
        self._tell_what_has_no_place()

    def _tell_what_has_no_place(self) -> None:
        map_, losses = self.map, self.losses
        for kind, masks in map_.sides.items():
            if kind != "cliff" and masks.any():
                losses.add("board-side", kind, count=int(np.count_nonzero(masks)))
        for name in map_.zones:
            losses.add("not-zone", name)
        for place in map_.places:
            losses.add("not-place", localised(place.name), map_.grid.name(place.at))
        if (map_.hex_metres, map_.level_metres) != (HEX_METRES, LEVEL_METRES):
            scale = f"{map_.hex_metres:g} m, {map_.level_metres:g} m"
            losses.add("board-scale", scale)

    def to_board(self, path: Path, report: Report) -> MegamekBoard:
        """The map as a board, with what is kept of the one it came from."""
        grid = self.map.grid
        board = MegamekBoard(path, grid.columns, grid.rows, name=localised(self.map.title))
        self._say_of_all(board)
        for hex_ in iterate_hexes(grid, report):
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

    def _say_of_all(self, board: MegamekBoard) -> None:
        """Write the foreign data of the whole board."""
        words = notes_of_map(self.map, PROGRAM)
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
                    fields = strict_json.loads(said.removeprefix(RAW))
                except ValueError:  # changed by hand in the map's file
                    fields = None
                if isinstance(fields, dict):
                    found |= {key: fields[key] for key in fields if key not in OWN_FIELDS}
                else:
                    self.losses.add("board-kept", said)
        return found

    def terrain(self, hex_: Hex) -> Terrain:
        """The terrains of a hex: as they were where nothing was changed, else as the map has it."""
        words = self.kept.get(hex_, [])
        exact = f"exact {terrain_signature(self.map, hex_)}: " if words else ""
        was = next((one for one in words if one.startswith(exact)), None)
        if was is not None:
            return self._kept_terrain(was.removeprefix(exact))
        ground = self.map.ground_at(hex_)
        usual = usual_terrain(ground)
        kept = self._kept_terrain(_after(words, "terrain "))
        if kept and ground_of(kept) == ground_of(usual):
            terrain = kept
        else:  # painted since: what is kept of the old ground goes
            loose = {
                name: value for name, value in kept.items() if is_independent_terrain(name, value)
            }
            terrain = usual | loose
        if ground_of(terrain) != ground:
            self.losses.add("board-ground", ground, self.map.grid.name(hex_))
        self._add_roads(hex_, terrain)
        self._add_cliffs(hex_, terrain)
        return terrain

    def _kept_terrain(self, said: str) -> Terrain:
        try:
            return terrain_of(NOWHERE, said, TOP)
        except InvalidFileError:  # changed by hand in the map's file
            self.losses.add("board-kept", said)
            return {}

    def _add_roads(self, hex_: Hex, terrain: Terrain) -> None:
        index, levels = self.map.grid.index(hex_), terrain_table().levels
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
            elif kind not in (*terrain_table().roads.values(), "bridge"):
                self.losses.add("board-link-as", kind, self.map.grid.name(hex_))
        name = self._road_name(terrain, mask)
        if name == "road" and set(links) == {"bridge"}:
            self.losses.add("board-link-as", "bridge", self.map.grid.name(hex_))
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
        return "bridge" if is_deep(terrain) and "road" not in terrain and mask else "road"

    def _new_road(self, name: str, mask: int, level: int) -> str:
        return (
            f"road:{level}:{mask}" if name == "road" else terrain_table().bridge.format(exits=mask)
        )

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
                    self.losses.add("board-level-cliff", "cliff", grid.name(hex_))
        if mask:
            terrain["cliff_top"] = 1, mask | (terrain.get("cliff_top", (1, 0))[1] or 0)


def _after(words: list[str], keyword: str) -> str:
    return next((one.removeprefix(keyword) for one in words if one.startswith(keyword)), "")
