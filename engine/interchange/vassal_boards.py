"""Modules of VASSAL as they are found: their maps, boards with hexes, and what lies on them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.interchange.foreign_files import Archive, Element, element_mark, parse_xml, refuse
from engine.interchange.grid_detection import grid_from_points
from engine.interchange.picture_grid import PictureHexGrid
from engine.interchange.underlay_pictures import format_of

BUILD_FILES = ("buildFile.xml", "buildFile")
MAP = "VASSAL.build.module.map"
GRID = f"{MAP}.boardPicker.board"
NUMBERING = f"{GRID}.mapgrid.HexGridNumbering"
MAX_REGIONS = 100_000
SMALLEST, LARGEST = 4.0, 10_000.0  # pixels of a hex
_SHEET = re.compile(r"sandtable ([1-9][0-9]{0,4})x([1-9][0-9]{0,4}) ([01])")


@dataclass
class FoundBoard:
    """A board with a grid of hexes: its element, its map's, and its picture."""

    name: str
    map_element: Element
    element: Element
    grid: Element
    size: tuple[int, int]
    picture: bytes | None = None
    ending: str = ""
    zones: list[Element] = field(default_factory=list)


class VassalModule:
    """A module that was opened."""

    def __init__(self, path: Path) -> None:
        self.path, self.archive = path, Archive(path)
        build = next(filter(None, map(self.archive.read, BUILD_FILES)), None)
        if build is None:
            refuse("vassal-no-build", path)
        self.root = parse_xml(path, build)
        if not self.root.tag.startswith("VASSAL."):
            refuse("xml-root", path, found=self.root.tag, wanted="VASSAL.build.GameModule")
        self.maps = [one for one in self.root.iter() if one.tag.endswith((".Map", ".PrivateMap"))]

    @property
    def title(self) -> str:
        """Return the name of the module."""
        return str(self.root.get("name", ""))

    @property
    def sides(self) -> list[str]:
        """The sides a player may take, in order."""
        roster = self.root.iter("VASSAL.build.module.PlayerRoster")
        said = [(entry.text or "").strip() for one in roster for entry in one.iter("entry")]
        return list(dict.fromkeys(filter(None, said)))

    def boards(self) -> Iterator[FoundBoard]:
        """Every board with hexes; its picture is read when it is wanted."""
        for map_ in self.maps:
            for board in map_.iter(f"{MAP}.boardPicker.Board"):
                grids = [*board.iter(f"{GRID}.HexGrid"), *board.iter(f"{GRID}.RegionGrid")]
                if grids:
                    zones = [*board.iter(f"{GRID}.mapgrid.Zone")]
                    name = board.get("name") or map_.get("mapName") or ""
                    yield FoundBoard(name, map_, board, _whole(board, grids), (0, 0), zones=zones)

    def with_picture(self, board: FoundBoard) -> FoundBoard:
        """A board with its picture, where the module has it, and the size of it in pixels."""
        image = board.element.get("image") or ""
        content = self.archive.read(f"images/{image}") if image else None
        found = format_of(content) if content is not None else None
        if found:
            board.picture, (board.ending, board.size) = content, found
        else:
            wide, high = (_number(board.element, key, 0.0) for key in ("width", "height"))
            board.size = round(wide), round(high)
        if min(board.size) < 1 or max(board.size) > 100_000:
            refuse("vassal-board-size", self.path, element_mark(board.element), board=board.name)
        return board

    def hexes(self, board: FoundBoard) -> PictureHexGrid:
        """The hexes of a board on its picture."""
        grid, mark = board.grid, element_mark(board.grid)
        if grid.tag.endswith("RegionGrid"):
            return self._about_regions(board)
        along = _number(grid, "dy", 0.0)
        between = _number(grid, "dx", along * math.sqrt(3) / 2)
        for value in (along, between):
            if not SMALLEST <= value <= LARGEST:
                refuse("vassal-grid", self.path, mark, found=f"dx={between:g} dy={along:g}")
        is_sideways = grid.get("sideways") == "true"
        first = _number(grid, "x0", 0.0), _number(grid, "y0", 0.0)
        hexes = PictureHexGrid(
            first[::-1] if is_sideways else first, between, along, board.size, is_sideways,
            self._sheet(is_sideways=is_sideways),
        )  # fmt: skip
        hexes.require_usable_size(self.path, mark)
        return hexes

    def _about_regions(self, board: FoundBoard) -> PictureHexGrid:
        """The hexes of which each is a region by itself."""
        middles = [at for _, at in named_points(board)]
        hexes = grid_from_points(middles, board.size)
        if hexes is None:
            refuse("vassal-regions", self.path, element_mark(board.grid), board=board.name)
        hexes.require_usable_size(self.path, element_mark(board.grid))
        return hexes

    def _sheet(self, *, is_sideways: bool) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The lines and places of a sheet that a module of ours says."""
        said = _SHEET.fullmatch(self.root.get("ModuleOther1", ""))
        if said is None:
            return None
        columns, rows, first = map(int, said.groups())
        lines, places = (rows, columns) if is_sideways else (columns, rows)
        return (first, first + lines - 1), (0, places - 1)


def named_points(board: FoundBoard) -> list[tuple[str, tuple[float, float]]]:
    """The named points of a board."""
    found = board.grid.iter(f"{GRID}.Region")
    return [(one.get("name", ""), (_number(one, "originx", 0.0), _number(one, "originy", 0.0)))
            for one in found][:MAX_REGIONS]  # fmt: skip


def _whole(board: Element, grids: list[Element]) -> Element:
    """The grid of a whole board: that of no zone, else the first one."""
    inside = {id(grid) for zone in board.iter(f"{GRID}.mapgrid.Zone")
              for grid in zone.iter(f"{GRID}.HexGrid")}  # fmt: skip
    return next((grid for grid in grids if id(grid) not in inside), grids[0])


def _number(element: Element, key: str, otherwise: float) -> float:
    try:
        found = float(element.get(key, ""))
    except ValueError:
        return otherwise
    return found if math.isfinite(found) else otherwise
