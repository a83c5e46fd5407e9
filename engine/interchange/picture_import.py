"""Pictures with hexes on them as maps to trace: scans, screenshots, scenes of Foundry.

The grid is detected unless it is given; how it was found is noted, so that the user can correct it,
by numbers here or by hand in the window.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import source_text
from engine.hexes.grid import Orientation
from engine.interchange.foreign_files import read_bytes, read_json, read_text, refuse
from engine.interchange.grid_detection import FoundGrid, find_grid
from engine.interchange.hexside_lines import DrawnLineTracer
from engine.interchange.import_result import ImportResult, Losses
from engine.interchange.map_assembly import GroundBuilder, plain_title
from engine.interchange.picture_grid import PictureHexGrid
from engine.interchange.picture_ground import GroundSamples, PictureHexes
from engine.interchange.underlay_pictures import LaidPicture, Placed, format_of
from engine.map.map import Map
from engine.texts import text

Point = tuple[float, float]
SheetRange = tuple[tuple[int, int], tuple[int, int]]
SMALLEST, LARGEST = 4.0, 10_000.0  # pixels of a hex
STEEPEST = 45.0
MAX_WALLS = 100_000
TYPES = {2: (True, False), 3: (True, True), 4: (False, False), 5: (False, True)}  # of Foundry


@dataclass(frozen=True)
class GridHint:
    """The user's hints about a picture's grid; None is detected, or else 0."""

    width: float | None = None  # of a hex across the flats, in pixels
    middle: Point | None = None  # of any hex
    orientation: Orientation | None = None
    tilt: float | None = None  # degrees clockwise
    sheet: SheetRange | None = None  # the first and last line, and hex of a line
    ground: GroundSamples | None = None  # by which colours propose ground

    @property
    def is_whole(self) -> bool:
        """Return True if nothing is left to detect."""
        return None not in (self.width, self.middle, self.orientation)


def read(path: Path, hint: GridHint | None = None) -> ImportResult:
    """The map on a picture; InvalidFileError where it is none, or no grid is found on it."""
    return bring_picture(path, read_bytes(path), hint or GridHint(), "interchange.picture-origin")


def bring_picture(path: Path, content: bytes, hint: GridHint, origin: str) -> ImportResult:
    """A map with the picture under it."""
    found = format_of(content)
    if found is None:
        refuse("picture-none", path)
    ending, size = found
    grid = _grid(path, content, hint)
    sheet = _TiltedSheet(grid, size, hint.sheet)
    sheet.hexes.require_usable_size(path)
    map_ = Map.blank(sheet.hexes.grid)
    picture = LaidPicture(content, ending, size, sheet.placed)
    notes = [_found_note(grid, hint), text("interchange.vassal-trace")]
    notes += _lay_ground(map_, sheet, picture, hint)
    map_.title = plain_title(path.stem)
    map_.origin = plain_title(text(origin, "en", file=path.name))
    return ImportResult(map_, [], notes, picture)


def _lay_ground(map_: Map, sheet: _TiltedSheet, picture: LaidPicture, hint: GridHint) -> list[str]:
    """The ground that is wanted by colours, and no data beyond the board; notes about both."""
    ground, hexes = GroundBuilder(map_.grid), PictureHexes(map_.grid, picture)
    notes = []
    if hint.ground is not None:
        for index, kind in np.ndenumerate(hexes.proposed_ground(hint.ground)):
            ground.plane[index] = ground.index(kind)
        notes.append(text("interchange.picture-ground"))
    on_picture = [sheet.has(map_.grid.centre(hex_)) for hex_ in map_.grid]
    covered = np.array(on_picture, np.bool_).reshape(map_.grid.shape)
    if not hint.is_whole:
        bare = covered & ~hexes.has_lines()
        covered &= ~bare
        if count := int(bare.sum()):
            notes.append(text("interchange.picture-margin", None, count=count))
    if not covered.all():
        ground.plane[~covered] = ground.index("no-data")
    ground.lay_on(map_)
    return notes


def _found_note(grid: FoundGrid, hint: GridHint) -> str:
    values = {
        "width": f"{grid.width:.2f}", "x": f"{grid.middle[0]:.1f}", "y": f"{grid.middle[1]:.1f}",
        "tilt": f"{grid.tilt:.2f}", "clear": f"{100 * grid.clearness:.0f}",
        "orientation": Orientation.POINTY if grid.is_pointy else Orientation.FLAT,
    }  # fmt: skip
    return text(f"interchange.picture-{'said' if hint.is_whole else 'found'}", None, **values)


def _grid(path: Path, content: bytes, hint: GridHint) -> FoundGrid:
    """The grid as it is said, what is not said as it is found."""
    if hint.is_whole:
        found = FoundGrid(1.0, (0.0, 0.0), True, 0.0, 1.0)
    else:
        try:
            searched = find_grid(content)
        except (OSError, ValueError, SyntaxError, MemoryError) as error:  # cut off in the middle
            refuse("picture-broken", path, reason=str(error))
        if searched is None:
            refuse("picture-no-grid", path)
        found = searched
    if hint.orientation is not None:
        found = replace(found, is_pointy=hint.orientation is Orientation.POINTY)
    found = replace(
        found,
        width=found.width if hint.width is None else hint.width,
        middle=hint.middle or found.middle,
        tilt=found.tilt if hint.tilt is None else hint.tilt,
    )
    numbers = (found.width, *found.middle, found.tilt)
    sound = all(map(math.isfinite, numbers)) and SMALLEST <= found.width <= LARGEST
    if not sound or abs(found.tilt) > STEEPEST or max(map(abs, found.middle)) > 1e6:
        refuse("picture-numbers", path, found=" ".join(f"{number:g}" for number in numbers))
    return found


class _TiltedSheet:
    """The sheet of a picture that may be turned: its hexes upright, the picture tilted under it."""

    def __init__(
        self, grid: FoundGrid, size: tuple[int, int], sheet: SheetRange | None = None
    ) -> None:
        turn = math.radians(-grid.tilt)
        self.cos, self.sin, self.size = math.cos(turn), math.sin(turn), size
        corners = [self._upright((x, y)) for x in (0, size[0]) for y in (0, size[1])]
        self.left, self.top = (min(corner[place] for corner in corners) for place in (0, 1))
        room = [math.ceil(max(corner[place] for corner in corners) - low)
                for place, low in ((0, self.left), (1, self.top))]  # fmt: skip
        x, y = self._upright(grid.middle)
        self.hexes = PictureHexGrid(
            (x - self.left, y - self.top), grid.width * math.sqrt(3) / 2, grid.width,
            (max(room[0], 1), max(room[1], 1)), grid.is_pointy, sheet,
        )  # fmt: skip

    def _upright(self, point: Point) -> Point:
        return (self.cos * point[0] - self.sin * point[1],
                self.sin * point[0] + self.cos * point[1])  # fmt: skip

    @property
    def placed(self) -> Placed:
        """Return the picture's place on the sheet's page."""
        a, _, _, d, e, f = self.hexes.placed
        return (a * self.cos, d * self.sin, -a * self.sin, d * self.cos,
                e - a * self.left, f - d * self.top)  # fmt: skip

    def has(self, point: Point) -> bool:
        """Return True if a point of the page is on the picture, or on its rim."""
        a, b, c, d, e, f = self.placed
        area = a * d - b * c
        x, y = point[0] - e, point[1] - f
        across, down = (d * x - c * y) / area, (a * y - b * x) / area
        rim = self.hexes.along / 10
        return -rim <= across <= self.size[0] + rim and -rim <= down <= self.size[1] + rim


# --- scenes of Foundry ----------------------------------------------------------------------------


def read_scene(path: Path) -> ImportResult:
    """The map of a scene of Foundry: its grid, its picture beside it, walls along hexsides."""
    said = read_json(path, read_text(path))
    grid = said.get("grid") if isinstance(said, dict) else None
    kind = grid.get("type") if isinstance(grid, dict) else None
    if not isinstance(grid, dict) or not isinstance(kind, int) or kind not in TYPES:
        refuse("foundry-grid", path)
    is_pointy, is_even = TYPES[kind]
    size = parse_number(grid.get("size"))
    if not SMALLEST <= size <= LARGEST:
        refuse("foundry-grid", path)
    content = read_bytes(_picture_of(path, said))
    to_picture = _scene_to_picture(said, content)
    along, across = (0.5 if is_even else 0.0) * size, size / math.sqrt(3)
    middle = to_picture((along, across) if is_pointy else (across, along))
    orientation = Orientation.POINTY if is_pointy else Orientation.FLAT
    width = to_picture((size, 0.0))[0] - to_picture((0.0, 0.0))[0]
    hint = GridHint(width, middle, orientation, 0.0)
    brought = bring_picture(path, content, hint, "interchange.foundry-origin")
    brought.map.title = plain_title(str(said.get("name") or "")) or brought.map.title
    losses = Losses()
    walls = [wall.get("c") for wall in list_all(said.get("walls")) if isinstance(wall, dict)]
    lines = [[to_picture(point) for point in _ends(ends)] for ends in walls]
    lay_walls(brought, losses, lines)
    if unread := len(list_all(said.get("walls"))) - sum(map(bool, lines)):
        losses.add("uvtt-left", "walls", count=unread)
    if parse_number(said.get("padding")) > 0:
        losses.add("foundry-padding")
    for key in ("tokens", "lights", "notes", "tiles", "drawings", "sounds", "regions"):
        if count := len(list_all(said.get(key))):
            losses.add("uvtt-left", key, count=count)
    return replace(brought, losses=losses.listed())


def _scene_to_picture(said: dict[str, Any], content: bytes) -> Callable[[Point], Point]:
    """From pixels of a scene to those of its picture, which may be shifted and another size."""
    background = said.get("background")
    shift = background if isinstance(background, dict) else {}
    right, down = (
        parse_number(shift.get(f"offset{axis}", said.get(f"shift{axis}"))) for axis in "XY"
    )
    right, down = (0.0 if math.isnan(value) else value for value in (right, down))
    found, wide = format_of(content), parse_number(said.get("width"))
    scale = found[1][0] / wide if found and wide >= 1 else 1.0
    return lambda point: ((point[0] + right) * scale, (point[1] + down) * scale)


def _picture_of(path: Path, said: dict[str, Any]) -> Path:
    """The picture of a scene, by its name in the folder of its file: never elsewhere."""
    background = said.get("background")
    source = background.get("src") if isinstance(background, dict) else said.get("img")
    name = str(source or "").replace("\\", "/").rpartition("/")[2]
    can_be = bool(name) and source_text.can_name(name)
    if not can_be or not source_text.is_file(path.with_name(name)):
        refuse("foundry-no-picture", path, picture=name)
    return path.with_name(name)


def _ends(said: Any) -> list[Point]:
    numbers = [parse_number(value) for value in list_all(said)]
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
        return []
    return [(numbers[0], numbers[1]), (numbers[2], numbers[3])]


# --- both -----------------------------------------------------------------------------------------


def lay_walls(brought: ImportResult, losses: Losses, lines: list[list[Point]]) -> None:
    """Lay lines of pixels along the hexsides nearest to them, as walls."""
    assert brought.picture is not None
    a, b, c, d, e, f = brought.picture.placed
    grid, drawn = brought.map.grid, DrawnLineTracer(brought.map, losses)

    def to_lattice(x: float, y: float) -> Point:
        return grid.lattice_at(a * x + c * y + e, b * x + d * y + f)

    for number, line in enumerate(lines):
        if number >= MAX_WALLS:
            losses.add("uvtt-left", "walls", count=len(lines) - number)
            return
        if all(max(map(abs, point)) < 1e7 for point in line):
            drawn.lay_sides("wall", [to_lattice(*point) for point in line])


def list_all(said: Any) -> list[Any]:
    """Return a list of JSON; nothing else is one."""
    return said if isinstance(said, list) else []


def parse_number(said: Any) -> float:
    """A number of JSON; nothing else is one."""
    is_number = isinstance(said, int | float) and not isinstance(said, bool)
    return float(said) if is_number and abs(said) < 1e9 else math.nan
