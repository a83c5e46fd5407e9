"""Universal VTT files as maps to trace: their picture, and their walls along hexsides.

Their own grid is one of squares. A file that this program wrote also says where its hexes lie.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.hexes.grid import ROOT3, Orientation
from engine.interchange.foreign_files import read_json, read_text, refuse
from engine.interchange.import_result import ImportResult, Losses
from engine.interchange.picture_import import (
    GridHint,
    Point,
    bring_picture,
    lay_walls,
    list_all,
    parse_number,
)
from engine.interchange.underlay_pictures import format_of
from engine.map.map import Map

OWN = "sandtable"  # the key under which the hexes of a map are described
WALLS = ("line_of_sight", "objects_line_of_sight")
LEFT = ("portals", "lights")
SLIGHT = 0.02  # of its size, by which a picture may differ from what is said
DATA_URI = "data:"


def read(path: Path, hint: GridHint | None = None) -> ImportResult:
    """Return the map in a Universal VTT file; InvalidFileError where it has no picture."""
    said = read_json(path, read_text(path))
    image = said.get("image") if isinstance(said, dict) else None
    if not isinstance(image, str):
        refuse("uvtt-no-image", path)
    content = _decode(path, image)
    asked = hint or GridHint()
    own = _own_hint(said.get(OWN)) if asked == GridHint(ground=asked.ground) else None
    own = replace(own, ground=asked.ground) if own else None
    brought = bring_picture(path, content, own or asked, "interchange.uvtt-origin")
    losses = Losses()
    scene = _Scene.of(said.get("resolution"), content, losses)
    for key in WALLS:
        lines = [scene.points(line) for line in list_all(said.get(key))]
        inside = [line for line in lines if scene.holds(line)]
        if outside := len(lines) - len(inside):
            losses.add("uvtt-outside", key, count=outside)
        lay_walls(brought, losses, inside)
    for key in LEFT:
        if count := len(list_all(said.get(key))):
            losses.add("uvtt-left", key, count=count)
    return replace(brought, losses=losses.listed())


def describe_hexes(map_: Map, hex_px: float, left: float = 0.0, top: float = 0.0) -> dict[str, Any]:
    """Return where the hexes of a map lie on a picture that begins at `left`, `top`."""
    grid = map_.grid
    x, y = grid.centre(grid.hex(0, 0))
    return {
        "columns": grid.columns, "rows": grid.rows, "orientation": str(grid.orientation.value),
        "shifted": grid.shift(0) == 1, "hex_px": hex_px,
        "first": [round((x - left) * hex_px, 4), round((y - top) * hex_px, 4)],
    }  # fmt: skip


def _own_hint(said: Any) -> GridHint | None:
    """The hexes that a file of ours describes; None if it does not, or not soundly."""
    if not isinstance(said, dict) or said.get("orientation") not in list(Orientation):
        return None
    orientation = Orientation(said["orientation"])
    columns, rows = (parse_number(said.get(key)) for key in ("columns", "rows"))
    width, first = parse_number(said.get("hex_px")), _pair(said.get("first"))
    if not all(map(math.isfinite, (columns, rows, width, *first))) or min(columns, rows) < 1:
        return None
    is_pointy = orientation is Orientation.POINTY
    lines, places = (rows, columns) if is_pointy else (columns, rows)
    start = int(said.get("shifted") is True)
    back = (0.5 * width * start, ROOT3 / 2 * width * start)
    along, across = back if is_pointy else back[::-1]
    middle = first[0] - along, first[1] - across
    sheet = (start, start + int(lines) - 1), (0, int(places) - 1)
    return GridHint(width, middle, orientation, 0.0, sheet)


def _decode(path: Path, image: str) -> bytes:
    """The picture, also one given as a data: URI."""
    plain = image.partition(",")[2] if image[: len(DATA_URI)].lower() == DATA_URI else image
    try:
        return base64.b64decode("".join(plain.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        refuse("tiled-base64", path, reason=str(error))


def _pair(said: Any) -> Point:
    """Two numbers of a list or of x and y; those that are none are not finite."""
    values = (said.get("x"), said.get("y")) if isinstance(said, dict) else said
    numbers = values if isinstance(values, list | tuple) and len(values) == 2 else (None, None)
    return parse_number(numbers[0]), parse_number(numbers[1])


@dataclass(frozen=True)
class _Scene:
    """Pixels of the picture by cells: cells from the corner of the map that was cut out."""

    origin: Point
    unit: Point
    size: tuple[int, int]

    @classmethod
    def of(cls, said: Any, content: bytes, losses: Losses) -> _Scene:
        """Return the scale of a file; a picture of another size than said is reported."""
        resolution = said if isinstance(said, dict) else {}
        found, unit = format_of(content), parse_number(resolution.get("pixels_per_grid"))
        size, scale = found[1] if found else (0, 0), (unit, unit)
        cells = _pair(resolution.get("map_size"))
        if all(cell > 0 for cell in cells):
            true = size[0] / cells[0], size[1] / cells[1]
            if any(
                not abs(one / other - 1) <= SLIGHT for one, other in zip(true, scale, strict=True)
            ):
                losses.add("uvtt-size", f"{size[0]} × {size[1]}")
            scale = true
        origin = _pair(resolution.get("map_origin"))
        known = origin if all(map(math.isfinite, origin)) else (0.0, 0.0)
        return cls(known, scale, size)

    def points(self, line: Any) -> list[Point]:
        """Return the points of a line in pixels of the picture."""
        pairs = [_pair(point) for point in list_all(line) if isinstance(point, dict)]
        return [
            ((x - self.origin[0]) * self.unit[0], (y - self.origin[1]) * self.unit[1])
            for x, y in pairs if math.isfinite(x) and math.isfinite(y)
        ]  # fmt: skip

    def holds(self, line: Sequence[Point]) -> bool:
        """Return True if any part of a line's box is on the picture."""
        if not line:
            return True
        low, high = (tuple(map(pick, zip(*line, strict=True))) for pick in (min, max))
        return all(a <= side and b >= 0 for a, b, side in zip(low, high, self.size, strict=True))
