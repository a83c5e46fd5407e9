"""Maps of Battle for Wesnoth as maps, and maps as such maps.

A map is rows of codes with commas between: `Gg, Gg^Fp, 1 Ke`. Words before a code name the hex:
where the first player starts, or whatever the author calls it. One ring of hexes round the map is
its border, which cannot be entered. Hexes lie flat; of the columns inside the border, counted from
0, the odd ones lie half a hex lower. Roads are terrain there and links here.

A code that is not what its ground would be written as is kept as `code …`, the border's as
`border …`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.files import source_text
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.interchange.flat_top_layout import to_flat_top
from engine.interchange.foreign_files import read_bytes, read_text, refuse, require_size
from engine.interchange.import_result import ImportResult, Loss, Losses, Report, report_nothing
from engine.interchange.map_assembly import MAX_ZONES, ForeignWords, GroundBuilder, plain_title
from engine.interchange.wesnoth_layout import SheetLayout
from engine.interchange.wesnoth_terrain import (
    CODE,
    NAME,
    PROGRAM,
    RAILS,
    bridge_sign,
    ground_below_overlay,
    ground_of,
    road_of,
    terrain_table,
)
from engine.interchange.wesnoth_writer import CodeSheet
from engine.map.map import Map, Zone
from engine.problems import TextPosition
from engine.texts import text

MAX_HEXES = 1_000_000  # Wesnoth itself plays on maps of 200 by 200


class WesnothHex(NamedTuple):
    """A hex of a file: its code, and its names."""

    code: str
    names: tuple[str, ...]


# --- reading --------------------------------------------------------------------------------------


def read(path: Path) -> ImportResult:
    """The map in a Wesnoth file; InvalidFileError names the line and column of what is wrong."""
    said = read_text(path)
    border, rows = _body(path, said)
    has_own_ends = b"\r" in read_bytes(path)
    layout = None if has_own_ends else SheetLayout.of(said, rows)
    if not rows:
        refuse("wesnoth-empty", path)
    (first, _), wanted = rows[0], rows[0][1].count(",") + 1
    for number, row in rows:
        if row.count(",") + 1 != wanted:
            refuse(
                "wesnoth-row",
                path,
                TextPosition(number, 1),
                found=row.count(",") + 1,
                wanted=wanted,
            )
    columns, high = wanted - 2 * border, len(rows) - 2 * border
    require_size(path, columns, high, TextPosition(first, 1), most=MAX_HEXES)
    return _Making(path, [_spots(path, *row) for row in rows], border, layout).brought()


def _body(path: Path, said: str) -> tuple[int, list[tuple[int, str]]]:
    """The width of the border, and the rows, each with the number of its line."""
    border, rows = 1, list[tuple[int, str]]()
    for number, line in enumerate(said.split("\n"), 1):
        key, equals, value = line.partition("=")
        if equals and not rows:
            if key.strip() == "border_size":
                if value.strip() not in ("0", "1", "2", "3"):
                    refuse("wesnoth-border", path, TextPosition(number, 1), found=value.strip())
                border = int(value)
        elif line.strip():
            rows.append((number, line))
    return border, rows


def _spots(path: Path, number: int, row: str) -> list[WesnothHex]:
    found, column = [], 1
    for cell in row.split(","):
        *names, code = cell.split() or [""]
        mark = TextPosition(number, column + len(cell) - len(cell.lstrip()))
        if not CODE.fullmatch(code) or not all(map(NAME.fullmatch, names)):
            refuse("wesnoth-code", path, mark, found=cell.strip())
        found.append(WesnothHex(code, tuple(names)))
        column += len(cell) + 1
    return found


class _Making:
    """A map made of rows of codes."""

    def __init__(
        self, path: Path, spots: list[list[WesnothHex]], border: int, layout: SheetLayout | None
    ) -> None:
        self.path, self.spots, self.border, self.layout = path, spots, border, layout
        self.losses, self.keeping = Losses(), ForeignWords(PROGRAM)
        columns, rows = len(spots[0]) - 2 * border, len(spots) - 2 * border
        self.map = Map.blank(Grid(columns, rows, Orientation.FLAT))
        self.ground = GroundBuilder(self.map.grid)
        self.roads: dict[Hex, str] = {}

    def brought(self) -> ImportResult:
        map_ = self.map
        for hex_ in map_.grid:
            self._lay(hex_, self._spot(hex_))
        self.ground.lay_on(map_)
        self._link()
        self._keep_border()
        self._keep_layout()
        map_.title = plain_title(self.path.stem)
        map_.origin = plain_title(f"Battle for Wesnoth: {self.path.name}")
        map_.kept = self.keeping.as_foreign_data(self.losses)
        return ImportResult(map_, self.losses.listed(), [text("interchange.board-credits")])

    def _spot(self, hex_: Hex) -> WesnothHex:
        column, row = self.map.grid.column_row(hex_)
        return self.spots[row + self.border][column + self.border]

    def _lay(self, hex_: Hex, spot: WesnothHex) -> None:
        at, kind = self.map.grid.name(hex_), ground_of(spot.code)
        if not kind:
            self.losses.add("wesnoth-unknown", spot.code, at)
        kind = kind or "open"
        self.ground.plane[self.map.grid.index(hex_)] = self.ground.index(kind)
        if lost := ground_below_overlay(spot.code):
            self.losses.add("wesnoth-simplified", f"{spot.code} → {lost}", at)
        road = road_of(spot.code)
        if road:
            self.roads[hex_] = spot.code
        if road or spot.code != terrain_table().codes[kind]:
            self.keeping.add(f"code {spot.code}", [hex_])
        for name in spot.names:
            self._name(hex_, _zone_of(name))

    def _name(self, hex_: Hex, name: str) -> None:
        """Turn the name of a hex into a zone."""
        zones, grid = self.map.zones, self.map.grid
        if name not in zones and len(zones) >= MAX_ZONES:
            self.losses.add("zone-too-many", name, grid.name(hex_))
            return
        if name not in zones:
            zones[name] = Zone(np.zeros(grid.shape, np.bool_))
        zones[name].hexes[grid.index(hex_)] = True

    def _link(self) -> None:
        """Roads from hex to hex next door, without a short cut where they go round a corner."""
        for hex_, code in self.roads.items():
            if "^B" in code and RAILS not in code:
                self._link_bridge(hex_, code)
        for hex_, code in self.roads.items():
            for direction in range(SIDES // 2):
                other = self.map.grid.neighbour(hex_, direction)
                there = self.roads.get(other)
                joins = there and self._lead(code, direction) and self._lead(there, direction + 3)
                joins = joins and (RAILS in code) == (RAILS in (there or ""))
                if there and joins and not self._is_round(hex_, direction):
                    self.map.set_link(_kind(code, there), hex_, direction)

    def _link_bridge(self, hex_: Hex, code: str) -> None:
        """A bridge's links to both its banks, also where no road leads on from there."""
        names, grid = self.map.grid.orientation.directions, self.map.grid
        for direction in range(SIDES):
            if names[direction] not in terrain_table().bridges.get(bridge_sign(code), ()):
                continue
            other = grid.neighbour(hex_, direction)
            if other not in grid:
                self.losses.add("wesnoth-bridge-end", code, grid.name(hex_))
            elif other not in self.roads:
                self.map.set_link("bridge", hex_, direction)
            elif not self._lead(self.roads[other], direction + 3):
                self.map.set_link("road", hex_, direction)

    def _lead(self, code: str, direction: int) -> bool:
        """Return True if a road leads that way: a bridge by its sign, any other everywhere."""
        if "^B" not in code:
            return True
        ways = terrain_table().bridges.get(bridge_sign(code))
        names = self.map.grid.orientation.directions
        return ways is None or names[direction % SIDES] in ways

    def _is_round(self, hex_: Hex, direction: int) -> bool:
        """Return True if two hexes are joined by a third that touches both."""
        return any(
            self._has(hex_, direction + turn) and self._has(
                self.map.grid.neighbour(hex_, (direction + turn) % SIDES), direction - turn)
            for turn in (1, -1)
        )  # fmt: skip

    def _has(self, hex_: Hex, direction: int) -> bool:
        return any(self.map.has_link(kind, hex_, direction % SIDES) for kind in self.map.links)

    def _keep_border(self) -> None:
        if self.border == 1:
            ring = _ring(self.spots)
            if ring != _usual_border(self.spots):
                self.keeping.add("border " + " ".join(ring))
        elif self.border > 1:
            self.losses.add("wesnoth-border-lost", str(self.border))

    def _keep_layout(self) -> None:
        """Keep how the file is laid out; report a layout that does not come back."""
        if self.layout is None:
            self.losses.add("wesnoth-layout", self.path.name)
        elif self.layout != SheetLayout() and self.border == 1:
            self.keeping.add(self.layout.as_words())


def _kind(code: str, there: str) -> str:
    kinds = {road_of(one) for one in (code, there) if "^B" not in one} or {"road"}
    if RAILS in code:
        return "rail"
    return "track" if "track" in kinds else kinds.pop()


def _zone_of(name: str) -> str:
    return f"start-{name}" if name.isdecimal() else name


def _ring(spots: list[list[WesnothHex]]) -> list[str]:
    """The codes of the border, row by row."""
    codes = [[spot.code for spot in row] for row in spots]
    sides = [code for row in codes[1:-1] for code in (row[0], row[-1])]
    return [*codes[0], *sides, *codes[-1]]


def _usual_border(spots: list[list[WesnothHex]]) -> list[str]:
    """Return the usual border: the terrain next to it."""
    inner = [row[1:-1] for row in spots[1:-1]]
    bare = [[WesnothHex(spot.code, ()) for spot in row] for row in inner]
    return _ring(_bordered(bare))


def _bordered(rows: list[list[WesnothHex]]) -> list[list[WesnothHex]]:
    """Rows with a ring round them of what lies beside it."""
    wide = [[row[0], *row, row[-1]] for row in rows]
    return [
        [WesnothHex(spot.code, spot.names if 0 < r <= len(rows) and 0 < c < len(row) - 1 else ())
         for c, spot in enumerate(row)]
        for r, row in enumerate([wide[0], *wide, wide[-1]])
    ]  # fmt: skip


# --- writing --------------------------------------------------------------------------------------


def write(map_: Map, path: Path, report: Report = report_nothing) -> list[Loss]:
    """Write a map for Wesnoth; one whose hexes do not lie as there is turned first."""
    losses = Losses()
    laid = to_flat_top(map_)
    if laid is not map_:
        losses.add("turned" if map_.grid.pointy else "shifted-by-one")
    sheet = CodeSheet(laid, losses)
    source_text.write_pieces(path, (f"{line}\n" for line in sheet.lines(report)))
    return losses.listed()
